/* T-SIMP, run: all that may be known of two operands, for small elements of F_p and small integers. */
// clang-format off
#include <stdint.h>
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/choices.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

static void campaign(void) {
  for (int i = 0; i < 16; i++) {
    Known x = {i & 1, i >> 1 & 1}, y = {i >> 2 & 1, i >> 3};
    (void)choice_sum(x, y);
    (void)choice_difference(x, y);
    (void)choice_product(x, y);
  }
}

int main(void) {
  campaign();
  campaign_over_doubles(1);
  campaign();
  campaign_report();
  return 0;
}
