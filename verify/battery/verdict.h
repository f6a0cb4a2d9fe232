/* Verdicts on two vectors of scalars: the comparator.
 *
 * Every DECIDED and HOLDS of the laws that compare vectors is given here; PROVED is given by the
 * gate alone (verify/kernel/gate.h).  The contracts are proved: proofs/laws/verdict.c. */
#ifndef ADJUDGE_VERIFY_VERDICT_H
#define ADJUDGE_VERIFY_VERDICT_H

#include "semantics/rings/ring.h"
#include "verify/kernel/outcome.h"

/* Which places of a flat vector are reals, in order; the others are the words of
 * Ints.  `real` NULL: all are reals. */
typedef struct Places {
  const uint32_t *real;
  uint32_t reals;
} Places;

typedef struct Subject Subject;

/* One real place, over the subject's ring: HOLDS, REFUTED, or UNDECIDED. */
/*@ assigns ring_state;
    ensures holds: \result == OUTCOME_HOLDS ==> agree(a.word, b.word);
    ensures refuted: \result == OUTCOME_REFUTED ==> !agree(a.word, b.word);
    ensures undecided: \result == OUTCOME_UNDECIDED ==> unclear(a.word, b.word);
    ensures known: \result == OUTCOME_HOLDS || \result == OUTCOME_REFUTED || \result == OUTCOME_UNDECIDED; */
Outcome verdict_scalars(Subject *subject, Scalar a, Scalar b);

/* Whether place i, after the places before it, is a real; *next counts the reals passed. */
/*@ requires next: \valid(next);
    requires places: places.real == \null || \valid_read(places.real + (0 .. places.reals - 1));
    requires apart: places.real == \null || \separated(next, places.real + (0 .. places.reals - 1));
    requires ascending: ascending(places.real, places.reals);
    requires before: passed(places.real, places.reals, *next, i);
    assigns *next;
    ensures real: \result <==> real_place(places.real, places.reals, i);
    ensures passed: passed(places.real, places.reals, *next, i + 1); */
static inline bool place_is_real(Places places, uint32_t i, uint32_t *next) {
  if (places.real == NULL) return true;
  if (*next >= places.reals || places.real[*next] != i) return false;
  ++*next;
  return true;
}

/* For all inputs: the two vectors are compared in the canonical forms of an exact
 * ring, and DECIDED means that all are equal. */
/*@ requires expected: \valid_read(expected + (0 .. length - 1));
    requires found: \valid_read(found + (0 .. length - 1));
    assigns ring_state;
    ensures decided: \result == OUTCOME_DECIDED <==>
      (\forall integer i; 0 <= i < length ==> same_form(expected[i].word, found[i].word));
    ensures refuted: \result == OUTCOME_REFUTED <==>
      (\exists integer i; 0 <= i < length && !same_form(expected[i].word, found[i].word)); */
Outcome verdict_decided(Ring *ring, uint32_t length, const Scalar *expected, const Scalar *found);

/* At one point: REFUTED if any place is, else UNDECIDED if any is, else HOLDS. */
/*@ requires expected: \valid_read(expected + (0 .. length - 1));
    requires found: \valid_read(found + (0 .. length - 1));
    requires places: places.real == \null || \valid_read(places.real + (0 .. places.reals - 1));
    requires ascending: ascending(places.real, places.reals);
    assigns ring_state;
    ensures never_proved: \result == OUTCOME_HOLDS || \result == OUTCOME_REFUTED || \result == OUTCOME_UNDECIDED;
    ensures holds: \result == OUTCOME_HOLDS ==> (\forall integer i; 0 <= i < length ==>
      (real_place(places.real, places.reals, i) ==> agree(expected[i].word, found[i].word)) &&
      (!real_place(places.real, places.reals, i) ==> expected[i].word == found[i].word));
    ensures refuted: \result == OUTCOME_REFUTED ==> !(\forall integer i; 0 <= i < length ==>
      (real_place(places.real, places.reals, i) ==> agree(expected[i].word, found[i].word)) &&
      (!real_place(places.real, places.reals, i) ==> expected[i].word == found[i].word));
    ensures refutes: \result == OUTCOME_REFUTED || (\forall integer i; 0 <= i < length ==>
      (real_place(places.real, places.reals, i) ==>
        agree(expected[i].word, found[i].word) || unclear(expected[i].word, found[i].word)) &&
      (!real_place(places.real, places.reals, i) ==> expected[i].word == found[i].word)); */
Outcome verdict_holds(Subject *subject, uint32_t length, Places places, const Scalar *expected, const Scalar *found);

#endif
