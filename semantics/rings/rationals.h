/* Arrays of canonical rationals, and their forms in other rings. */
#ifndef ADJUDGE_RINGS_RATIONALS_H
#define ADJUDGE_RINGS_RATIONALS_H

#include "semantics/rings/constants.h"

/* A hash of what was hashed before and a rational. */
/*@ requires value: \valid_read(value);
    assigns \nothing;
    ensures mixed: \result == rational_mixed(h, value->value); */
uint64_t rational_mix(uint64_t h, const mpq_t value);

/* value mod 2^61 - 1; false when the denominator is 0 there. */
/*@ requires value: \valid_read(value);
    requires residue: \valid(residue);
    assigns *residue; */
bool rational_residue(const mpq_t value, uint64_t *residue);

/* The hash of the length and the rationals. */
/*@ requires values: \valid_read(values + (0 .. length - 1));
    assigns \nothing;
    ensures hashed: \result == constant_hashed(values, length); */
uint32_t rationals_hash(const mpq_t *values, uint32_t length);

/* Whether two arrays have the same rationals. */
/*@ requires exact: \valid_read(exact + (0 .. length - 1));
    requires values: \valid_read(values + (0 .. length - 1));
    assigns \nothing;
    ensures same: \result <==> constant_same(exact, values, length); */
bool rationals_equal(const mpq_t *exact, const mpq_t *values, uint32_t length);

/* Copies rationals to new memory. */
/*@ requires exact: \valid(exact + (0 .. length - 1));
    requires values: \valid_read(values + (0 .. length - 1));
    requires apart: \separated(values + (0 .. length - 1), exact + (0 .. length - 1));
    assigns exact[0 .. length - 1][0];
    ensures same: constant_same(exact, values, length);
    ensures values: \forall integer k; 0 <= k < length ==> values[k][0].value == \at(values[k][0].value, Pre);
    ensures hashed: constant_hashed(exact, length) == constant_hashed{Pre}(values, length); */
void rationals_copy(mpq_t *exact, const mpq_t *values, uint32_t length);

/* The other forms of rationals; whether all have a residue. */
/*@ requires nearest: \valid(nearest + (0 .. length - 1));
    requires residue: \valid(residue + (0 .. length - 1));
    requires values: \valid_read(values + (0 .. length - 1));
    assigns nearest[0 .. length - 1], residue[0 .. length - 1]; */
bool rationals_forms(double *nearest, uint64_t *residue, const mpq_t *values, uint32_t length);

/* Equal rationals have equal hashes. */
/*@ ghost
  /@ requires a: \valid_read(a + (0 .. n - 1));
     requires b: \valid_read(b + (0 .. n - 1));
     assigns \nothing;
     ensures same: constant_same(a, b, n) ==> constant_hashed(a, n) == constant_hashed(b, n); @/
  static void rationals_hash_same(const mpq_t *a, const mpq_t *b, uint32_t n) {
    /@ loop invariant range: 0 <= k <= n;
       loop invariant mixed: constant_same(a, b, k) ==> constant_mixed(a, k, n) == constant_mixed(b, k, n);
       loop assigns k;
       loop variant n - k; @/
    for (uint32_t k = 0; k < n; k++) {
    }
  }
*/

#endif
