/* The derivatives of the library of functions as the truth tiers take them: from calculus,
 * and not from the table of slopes that the engines have (functions.def). */
#ifndef ADJUDGE_RINGS_FUNCTION_SLOPES_H
#define ADJUDGE_RINGS_FUNCTION_SLOPES_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"

/* The partial derivative of f by operand k (0: x, 1: y) over the ring; `value` is f(x, y).
 * DOMAIN at the edges, and where f jumps.  Failures are the ring's. */
Scalar function_slope(Ring *ring, const RingCall *call, uint32_t k, Scalar x, Scalar y, Scalar value);

/* The parameter of a function whose one parameter is a whole number. */
int64_t function_order(const RingCall *call);
/* f(n, x) for such a function. */
Scalar function_at_order(Ring *ring, FunctionCode f, int64_t n, Scalar x);
/* f x and f(x, y) for functions without parameters. */
static inline Scalar function_at(Ring *ring, FunctionCode f, Scalar x, Scalar y) {
  const RingCall call = {f, NULL};
  return ring_call(ring, &call, x, y);
}

#endif
