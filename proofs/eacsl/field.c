/* T-FIELD, run: all pairs of values at the edges, and of a bounded campaign. */
// clang-format off
#include <stdint.h>
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/field.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define CAMPAIGN 200

static const uint64_t edges[] = {
    0,           1,           2,           FIELD_2_30 - 1, FIELD_2_30, FIELD_2_31 - 1, FIELD_2_31, FIELD_2_31 + 1,
    FIELD_P / 2, FIELD_P - 2, FIELD_P - 1,
};

static void check(uint64_t a, uint64_t b) { (void)field_mul(field_sub(a, b), field_neg(field_add(a, b))); }

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) return (int)field_add(FIELD_P, 1); /* p is no residue */
  uint64_t a = 1, count = sizeof edges / sizeof *edges;
  for (uint64_t i = 0; i < count; i++) {
    for (uint64_t j = 0; j < count; j++) check(edges[i], edges[j]);
  }
  for (uint64_t i = 0; i < CAMPAIGN; i++) {
    uint64_t b = field_reduce(a * 6364136223846793005u + 1442695040888963407u);
    check(a, b);
    (void)field_from_int(-(int64_t)(b * 3));
    a = b;
  }
  (void)field_from_int(INT64_MIN);
  campaign_report();
  return 0;
}
