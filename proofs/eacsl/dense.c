/* T-MATRIX, run: all matrices of up to 2 by 2 small entries with small vectors. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/dense.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

static void multiply(Ring *ring, uint32_t m, uint32_t n, uint64_t code) {
  Scalar a[4], x[2], y[2], z[2], w[2];
  code = campaign_draw(ring, a, 4, m * n, code);
  code = campaign_draw(ring, x, 2, n, code);
  (void)campaign_draw(ring, w, 2, m, code);
  dense_apply(ring, m, n, a, x, y, w);
  dense_apply_transposed(ring, m, n, a, w, z, x);
}

static void forbidden(Ring *ring) {
  Scalar a[4] = {{0}, {0}, {0}, {0}};
  dense_apply(ring, 2, 2, a, a, a, a); /* the image may not be the matrix */
}

static void campaign(Ring *ring) {
  for (uint32_t m = 0; m <= 2; m++) {
    for (uint32_t n = 0; n <= 2; n++) {
      for (uint64_t code = 0; code < campaign_count(m * n + m + n); code++) multiply(ring, m, n, code);
    }
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
