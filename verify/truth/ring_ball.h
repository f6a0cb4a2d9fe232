/* The ring of balls [m +/- r] of Arb, at a precision that may be set.
 *
 * A ball encloses one unknown real number; every operation gives a ball that
 * encloses the exact result (Johansson, Arb: efficient arbitrary-precision
 * midpoint-radius interval arithmetic, IEEE Trans. Comp. 66(8), 2017).  ORDERED,
 * FIELD, ANALYTIC.
 *
 * Where a ball does not decide, the ring fails rather than guess: DOMAIN when a
 * divisor contains 0, when an argument of log, sqrt or a power that is no integer
 * is not positive, when one of abs or sign contains 0, and when those of max and
 * min overlap.  The exact 0, and exact ties, follow the conventions at kinks:
 * abs 0 = sign 0 = 0, sqrt 0 = 0, 0^c = 0 for c > 0.  A result beyond every
 * exponent is LIMIT. */
#ifndef ADJUDGE_VERIFY_RING_BALL_H
#define ADJUDGE_VERIFY_RING_BALL_H

#include "semantics/rings/ring.h"
#include "verify/truth/arb_compat.h"

/* `precision` in bits, at least 2.  NULL without memory. */
Ring *ring_ball_new(slong precision);
/* Of results from now on. */
void ball_set_precision(Ring *ring, slong precision);
slong ball_precision(const Ring *ring);

/* Whether a failure since the last call was for want of precision: the ball only
 * straddled the edge, and a narrower one may decide.  Resets. */
bool ball_take_imprecise(Ring *ring);

Scalar ball_make(Ring *ring, const arb_t ball);
/* Exactly; DOMAIN for infinities and NaN. */
Scalar ball_make_double(Ring *ring, double value);
/* Exactly when the denominator is a power of two, else as a ball. */
Scalar ball_make_rational(Ring *ring, const mpq_t value);

/* The ball itself: valid until the next operation. */
arb_srcptr ball_get(const Ring *ring, Scalar a);
double ball_midpoint(const Ring *ring, Scalar a); /* to nearest */
bool ball_overlaps(const Ring *ring, Scalar a, Scalar b);

/* ---- on balls, for the rings built on them */

/* -1, 0 (the exact zero) or 1; BALL_SIGN_UNKNOWN when the ball contains 0 and more. */
#define BALL_SIGN_UNKNOWN 2
int ball_sign(const arb_t ball);
/* The sign of a - b, 0 for equal for certain. */
int ball_order(const arb_t a, const arb_t b);
/* A total order of representatives: midpoints, then radii. */
int ball_compare(const arb_t a, const arb_t b);
void ball_set_rational(arb_t ball, const mpq_t value, slong precision);
/* Writes the digits that are certain: "[3.14159 +/- 2.66e-6]", or an exact number
 * in full when it has no more than `digits`. */
int ball_print(const arb_t ball, slong digits, char *buffer, size_t size);

#endif
