#include "tests/bench/frechet.h"

#include "tests/bench/setting.h"
#include "verify/laws/frechet/cost.h"

#include <inttypes.h>
#include <stdio.h>

void bench_frechet(void) {
  static const uint32_t sizes[] = {10, 1000, 10000, 100000, 1000000};
  Store *store = store_new(1024);
  if (store == NULL) bench_fail("memory ran out");
  (void)printf(
      "the derivative of b sin(a.x) in R^n: products of an image as a tensor, its adjoint, the dense Jacobian\n");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    FrCost cost;
    double start = bench_now();
    if (frechet_cost_tensor(store, sizes[i], sizes[i], 1, &cost) != STATUS_OK) bench_fail("COST-TENSOR");
    (void)printf("  n = %-8u %9" PRIu64 " %9" PRIu64 " %14" PRIu64 "%s, all in %.1f ms\n", sizes[i],
                 cost.tensor.realised, cost.tensor.adjoint, cost.dense, cost.right ? "" : " WRONG",
                 (bench_now() - start) * 1e3);
  }
  store_free(store);
}
