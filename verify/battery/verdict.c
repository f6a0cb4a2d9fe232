#include "verify/battery/verdict.h"

Outcome verdict_decided(Ring *ring, uint32_t length, const Scalar *expected, const Scalar *found) {
  /*@ loop invariant range: 0 <= i <= length;
      loop invariant equal: \forall integer j; 0 <= j < i ==> same_form(expected[j].word, found[j].word);
      loop assigns i, ring_state;
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) {
    bool equal = ring_equal(ring, expected[i], found[i]);
    if (!equal) return OUTCOME_REFUTED;
  }
  return OUTCOME_DECIDED;
}

Outcome verdict_holds(Subject *subject, uint32_t length, Places places, const Scalar *expected, const Scalar *found) {
  Outcome worst = OUTCOME_HOLDS;
  uint32_t next = 0;
  /*@ loop invariant range: 0 <= i <= length;
      loop invariant passed: passed(places.real, places.reals, next, i);
      loop invariant worst: worst == OUTCOME_HOLDS || worst == OUTCOME_UNDECIDED;
      loop invariant same: \forall integer j; 0 <= j < i && !real_place(places.real, places.reals, j) ==>
        expected[j].word == found[j].word;
      loop invariant agree: \forall integer j; 0 <= j < i && real_place(places.real, places.reals, j) ==>
        agree(expected[j].word, found[j].word) ||
        (worst == OUTCOME_UNDECIDED && unclear(expected[j].word, found[j].word));
      loop assigns i, next, worst, ring_state;
      loop variant length - i; */
  for (uint32_t i = 0; i < length; i++) {
    bool is_real = place_is_real(places, i, &next);
    Outcome outcome = expected[i].word == found[i].word ? OUTCOME_HOLDS : OUTCOME_REFUTED;
    if (is_real) outcome = verdict_scalars(subject, expected[i], found[i]);
    if (outcome == OUTCOME_REFUTED) return OUTCOME_REFUTED;
    if (outcome != OUTCOME_HOLDS) worst = outcome;
  }
  return worst;
}
