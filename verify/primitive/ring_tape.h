/* The ring that records what it computes: extended doubles, and of every operation how
 * its result moves with its operands.
 *
 * Read backwards the record says how far a result is off, to first order, when
 * everything that it is made of is off by one unit: the running error of the program
 * that was run, and of its inputs alone the conditioning (Griewank and Walther,
 * Evaluating Derivatives, 2008, section 3.4).  Extended doubles, so that neither the
 * numbers nor their slopes leave the range where a double's end.  ORDERED, FIELD,
 * ANALYTIC; functions by Arb. */
#ifndef ADJUDGE_VERIFY_RING_TAPE_H
#define ADJUDGE_VERIFY_RING_TAPE_H

#include "verify/truth/arb_compat.h"

#include "semantics/rings/ring.h"

/* More operations are LIMIT. */
#define TAPE_MOST ((size_t)1 << 20)

/* NULL without memory. */
Ring *ring_tape_new(void);
/* Forgets everything. */
void tape_reset(Ring *ring);

/* What may be off for itself: conditioning counts it. */
Scalar tape_input(Ring *ring, long double value);
/* The same of an array whose largest entry is of this size: a method that works on whole arrays is off by units of
 * that. */
Scalar tape_entry(Ring *ring, long double value, long double largest);
/* A result that moves by slope[0] with a and by slope[1] with b. */
Scalar tape_result(Ring *ring, long double value, Scalar a, long double slope_a, Scalar b, long double slope_b);
long double tape_value(const Ring *ring, Scalar a);
/* The largest |log2| of a number recorded that is neither 0 nor 1. */
long double tape_exponent(const Ring *ring);
/* The least |a - b| / max(|a|, |b|) of two numbers that were compared and are not equal, one of them computed. */
long double tape_nearest_tie(const Ring *ring);

typedef struct TapeSizes {
  long double conditioning; /* sum of |dT/dz| |z| over the inputs z */
  long double running;      /* the same over everything recorded */
  long double normwise;     /* the sum of |dT/dz| over the inputs z, each times the largest of its array */
} TapeSizes;

/* Of the result T; false without memory. */
bool tape_sizes(Ring *ring, Scalar result, TapeSizes *sizes);

/* To nearest, with the exponents of a long double: infinite or 0 beyond them. */
long double extended_of_arf(const arf_t number);
long double extended_of_ball(const arb_t ball); /* its midpoint */
void ball_of_extended(arb_t ball, long double value);

#endif
