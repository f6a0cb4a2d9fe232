#include "semantics/rings/rationals.h"

uint32_t rationals_hash(const mpq_t *values, uint32_t length) {
  uint64_t h = length;
  /*@ loop invariant range: 0 <= i <= length;
      loop invariant mixed: h == constant_mixed(values, i, length);
      loop assigns i, h;
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) h = rational_mix(h, values[i]);
  return (uint32_t)(h ^ (h >> 32));
}

bool rationals_equal(const mpq_t *exact, const mpq_t *values, uint32_t length) {
  /*@ loop invariant range: 0 <= i <= length;
      loop invariant same: constant_same(exact, values, i);
      loop assigns i;
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) {
    int equal = mpq_equal(exact[i], values[i]);
    if (equal == 0) return false;
  }
  return true;
}

void rationals_copy(mpq_t *exact, const mpq_t *values, uint32_t length) {
  /*@ loop invariant range: 0 <= i <= length;
      loop invariant same: \forall integer k; 0 <= k < i ==> exact[k][0].value == \at(values[k][0].value, Pre);
      loop invariant values: \forall integer k; 0 <= k < length ==> values[k][0].value == \at(values[k][0].value, Pre);
      loop assigns i, exact[0 .. length - 1][0];
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) {
    mpq_init(exact[i]);
    mpq_set(exact[i], values[i]);
  }
  /*@ ghost
    /@ loop invariant range: 0 <= k <= length;
       loop invariant mixed: constant_mixed(exact, k, length) == constant_mixed{Pre}(values, k, length);
       loop assigns k;
       loop variant length - k; @/
    for (uint32_t k = 0; k < length; k++) {
    }
  */
}

bool rationals_forms(double *nearest, uint64_t *residue, const mpq_t *values, uint32_t length) {
  bool all = true;
  /*@ loop invariant range: 0 <= i <= length;
      loop assigns i, all, nearest[0 .. length - 1], residue[0 .. length - 1];
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) {
    nearest[i] = rational_to_double(values[i]);
    bool known = rational_residue(values[i], &residue[i]);
    all = all && known;
  }
  return all;
}
