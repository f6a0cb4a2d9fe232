/* T-FIELD, run: powers and inverses at the edges and of a bounded campaign. */
// clang-format off
#include <stdint.h>
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/power.c"
#include "proofs/eacsl/campaign.h"
// clang-format on

#define CAMPAIGN 100

static void check(uint64_t a) {
  (void)field_inverse(a);
  for (uint64_t n = 0; n < 10; n++) (void)field_power(a, n);
  (void)field_power(a, FIELD_P - 2);
  (void)field_power(a, UINT64_MAX);
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) return (int)field_power(FIELD_P, 1); /* p is no residue */
  uint64_t a = 1;
  for (uint64_t i = 0; i < 5; i++) check(i);
  for (uint64_t i = 1; i < 5; i++) check(FIELD_P - i);
  for (uint64_t i = 0; i < CAMPAIGN; i++, a = field_reduce(a * 6364136223846793005u + 1442695040888963407u)) check(a);
  campaign_report();
  return 0;
}
