/* The ring of limits: a scalar stands for a function near one end of the line, by what it tends to.
 *
 * That is an infinity, or a real number enclosed in a ball, with the side from which it is
 * approached: 1/x is 0 from above where x tends to +inf, so that log (1/x) is -inf.  ORDERED, FIELD,
 * ANALYTIC.  What is not decided by the limits of the operands (inf - inf, 0 * inf, a comparison of
 * two that tend to one number) is UNABLE, never guessed: limits of several inputs are then those
 * along all ways there.  A divisor that is 0 everywhere, or a negative number under a root, is
 * DOMAIN. */
#ifndef ADJUDGE_VERIFY_RING_LIMIT_H
#define ADJUDGE_VERIFY_RING_LIMIT_H

#include "semantics/rings/ring.h"
#include "verify/truth/arb_compat.h"

/* `precision` in bits, of the balls.  NULL without memory. */
Ring *ring_limit_new(slong precision);

/* What is that number everywhere, or tends to that infinity; DOMAIN for NaN. */
Scalar limit_make(Ring *ring, double x);

/* -1 or 1 for an infinity, 0 for a number. */
int limit_infinite(const Ring *ring, Scalar a);
/* The number: valid until the next operation. */
arb_srcptr limit_ball(const Ring *ring, Scalar a);

#endif
