/* The contracts of the field, compiled and run: all pairs of values at the edges and
 * of a bounded campaign.  With an argument, a call that its contract forbids: it must
 * be stopped. */
// clang-format off
#include <stdint.h>
#include "proofs/eacsl/residue.acsl"
#include "semantics/core/field.h"
// clang-format on

extern int printf(const char *format, ...);

#define CAMPAIGN 200

static const uint64_t edges[] = {
    0,           1,           2,           FIELD_2_30 - 1, FIELD_2_30, FIELD_2_31 - 1, FIELD_2_31, FIELD_2_31 + 1,
    FIELD_P / 2, FIELD_P - 2, FIELD_P - 1,
};

static uint64_t check(uint64_t a, uint64_t b) {
  uint64_t sum = field_add(a, b), difference = field_sub(a, b), product = field_mul(a, b);
  return field_add(field_neg(sum), field_mul(difference, product));
}

int main(int arguments, char **argument) {
  (void)argument;
  if (arguments > 1) return (int)field_add(FIELD_P, 1);
  uint64_t all = 0, calls = 0, a = 1, count = sizeof edges / sizeof *edges;
  for (uint64_t i = 0; i < count; i++) {
    for (uint64_t j = 0; j < count; j++, calls++) all = field_add(all, check(edges[i], edges[j]));
  }
  for (uint64_t i = 0; i < CAMPAIGN; i++, calls++) {
    uint64_t b = field_reduce(a * 6364136223846793005u + 1442695040888963407u);
    all = field_add(all, check(a, b));
    all = field_add(all, field_from_int(-(int64_t)(b * 3)));
    a = b;
  }
  all = field_add(all, field_from_int(INT64_MIN));
  (void)printf("field: %llu pairs, every contract held (%llu)\n", (unsigned long long)calls, (unsigned long long)all);
  return 0;
}
