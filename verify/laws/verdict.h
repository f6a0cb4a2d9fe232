/* Verdicts on two vectors of scalars: the comparator.
 *
 * Every PROVED and HOLDS of the laws that compare vectors is given here.  The
 * contracts are proved: proofs/laws/verdict.c. */
#ifndef ADJUDGE_VERIFY_VERDICT_H
#define ADJUDGE_VERIFY_VERDICT_H

#include "semantics/core/ring.h"

/* What became of one law instance.  Only PROVED and HOLDS are passes; DIFFERS is a
 * fact about differentiation of programs, at a boundary or the edge of a domain, and
 * no error of the engine: neither a pass nor a refutation. */
typedef enum Outcome {
  OUTCOME_PROVED,    /* for all inputs */
  OUTCOME_HOLDS,     /* at the inputs tried */
  OUTCOME_REFUTED,   /* with a witness */
  OUTCOME_UNDECIDED, /* enclosures overlap but are too wide to mean anything */
  OUTCOME_DIFFERS,   /* for certain from the derivative of the function: with a witness */
  OUTCOME_DOMAIN,    /* skipped: no point of the domain was found */
  OUTCOME_UNABLE,    /* skipped: the ring lacks an operation */
  OUTCOME_LIMIT,     /* skipped: fuel, memory, depth or degree */
  OUTCOME_REFUSED,   /* skipped: the engine lacks a construct of the program, and says so */
  OUTCOME_COUNT
} Outcome;

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
    ensures known: \result == OUTCOME_HOLDS || \result == OUTCOME_REFUTED || \result == OUTCOME_UNDECIDED; */
Outcome verdict_scalars(Subject *subject, Scalar a, Scalar b);

/* Whether place i, after the places before it, is a real; *next counts the reals passed. */
/*@ requires next: \valid(next);
    requires places: places.real == \null || \valid_read(places.real + (0 .. places.reals - 1));
    requires apart: places.real == \null || \separated(next, places.real + (0 .. places.reals - 1));
    assigns *next;
    ensures all: places.real == \null ==> \result;
    ensures moved: *next == \old(*next) || *next == \old(*next) + 1; */
static inline bool place_is_real(Places places, uint32_t i, uint32_t *next) {
  if (places.real == NULL) return true;
  if (*next >= places.reals || places.real[*next] != i) return false;
  ++*next;
  return true;
}

/* For all inputs: the two vectors are compared in the canonical forms of an exact
 * ring, and PROVED means that all are equal. */
/*@ requires expected: \valid_read(expected + (0 .. length - 1));
    requires found: \valid_read(found + (0 .. length - 1));
    assigns ring_state;
    ensures proved: \result == OUTCOME_PROVED <==>
      (\forall integer i; 0 <= i < length ==> same_form(expected[i].word, found[i].word));
    ensures refuted: \result == OUTCOME_REFUTED <==>
      (\exists integer i; 0 <= i < length && !same_form(expected[i].word, found[i].word)); */
Outcome verdict_proved(Ring *ring, uint32_t length, const Scalar *expected, const Scalar *found);

/* At one point: REFUTED if any place is, else UNDECIDED if any is, else HOLDS. */
/*@ requires expected: \valid_read(expected + (0 .. length - 1));
    requires found: \valid_read(found + (0 .. length - 1));
    requires places: places.real == \null || \valid_read(places.real + (0 .. places.reals - 1));
    assigns ring_state;
    ensures never_proved: \result == OUTCOME_HOLDS || \result == OUTCOME_REFUTED || \result == OUTCOME_UNDECIDED;
    ensures holds: \result == OUTCOME_HOLDS ==> (\forall integer i; 0 <= i < length ==>
      agree(expected[i].word, found[i].word) || expected[i].word == found[i].word);
    ensures refuted: \result == OUTCOME_REFUTED ==> (\exists integer i; 0 <= i < length &&
      (!agree(expected[i].word, found[i].word) || expected[i].word != found[i].word)); */
Outcome verdict_holds(Subject *subject, uint32_t length, Places places, const Scalar *expected, const Scalar *found);

#endif
