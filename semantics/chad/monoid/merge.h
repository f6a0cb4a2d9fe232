/* Sums of copowers in normal form: merging arrays of entries sorted by key, the
 * key of entry i at p[2 i] and its element at p[2 i + 1] (CHAD section 5.2).
 * Proved (T-SPARSE, proofs/laws/maps.c): the result is sorted, holds no element 0,
 * and denotes the pointwise sum; maps that denote the same are equal arrays, so
 * that merging is commutative and associative on the arrays. */
#ifndef ADJUDGE_MONOID_MERGE_H
#define ADJUDGE_MONOID_MERGE_H

#include "semantics/chad/monoid/monoid.h"

/* All that making elements writes: the arena, counters and the ring's own state. */
/*@ ghost int monoid_state; */

/* A total order on elements with normal forms; UNABLE for others. */
/*@ requires write: \valid(order);
    assigns *order, monoid_state;
    ensures below: \result == STATUS_OK ==> (*order < 0 <==> rank(a) < rank(b));
    ensures equal: \result == STATUS_OK ==> (*order == 0 <==> rank(a) == rank(b)); */
MUST_CHECK Status element_compare(Machine *machine, const MonoidElement *a, const MonoidElement *b, int *order);

/* a + b at `type`, and whether it is found to be 0. */
/*@ requires write: \valid(sum) && \valid(zero) && \separated(sum, zero);
    assigns *sum, *zero, monoid_state;
    ensures sum: \result == STATUS_OK ==> meaning(*sum) == madd(meaning(a), meaning(b));
    ensures zero: \result == STATUS_OK && *zero ==> meaning(*sum) == mzero;
    ensures decided: \result == STATUS_OK && !*zero && decided(type.id) ==> meaning(*sum) != mzero; */
MUST_CHECK Status element_sum(Machine *machine, TypeId type, const MonoidElement *a, const MonoidElement *b,
                              const MonoidElement **sum, bool *zero);

/* c = a + b, of *count entries; elements have `type`. */
/*@ requires size: na + nb <= 4294967295;
    requires read: \valid_read(a + (0 .. 2 * na - 1)) && \valid_read(b + (0 .. 2 * nb - 1));
    requires write: \valid(c + (0 .. 2 * (na + nb) - 1)) && \valid(count);
    requires apart: \separated(c + (0 .. 2 * (na + nb) - 1), a + (0 .. 2 * na - 1)) &&
      \separated(c + (0 .. 2 * (na + nb) - 1), b + (0 .. 2 * nb - 1));
    requires normal: normal(a, na, type.id) && normal(b, nb, type.id);
    assigns c[0 .. 2 * (na + nb) - 1], *count, monoid_state;
    ensures normal: \result == STATUS_OK ==> 0 <= *count <= na + nb && normal(c, *count, type.id);
    ensures sum: \result == STATUS_OK ==>
      \forall real g; denoted(c, *count, g) == madd(denoted{Pre}(a, na, g), denoted{Pre}(b, nb, g)); */
MUST_CHECK Status merge_maps(Machine *machine, TypeId type, const MonoidElement *const *a, uint32_t na,
                             const MonoidElement *const *b, uint32_t nb, const MonoidElement **c, uint32_t *count);

#endif
