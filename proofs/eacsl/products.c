/* T-MATRIX, run: products, transposes and sums of small matrices, and the laws of proofs/laws/products.c. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/products.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

static void multiply(Ring *ring, uint32_t m, uint32_t n, uint32_t c, uint64_t code) {
  Scalar a[4], b[4], at[4], bt[4], p[4], pt[4], r[4];
  code = campaign_draw(ring, a, 4, m * n, code);
  (void)campaign_draw(ring, b, 4, n * c, code);
  law_product_transposed(ring, m, n, c, a, b, at, bt, p, pt, r);
  law_transpose_twice(m, n, a, at, r);
  products_sum(ring, m * n, a, b, r);
}

static void forbidden(Ring *ring) {
  Scalar a[4] = {{0}, {0}, {0}, {0}};
  (void)ring;
  products_transpose(2, 2, a, a); /* not in place */
}

static void campaign(Ring *ring) {
  for (uint32_t shape = 0; shape < 27; shape++) {
    uint32_t m = shape % 3, n = shape / 3 % 3, c = shape / 9;
    for (uint64_t code = 0; code < campaign_count(m * n + n * c); code += 3) multiply(ring, m, n, c, code);
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
