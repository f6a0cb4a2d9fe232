/* A source program's run, counted: the truth of the static analyses (ALT-*).
 *
 * A scalar is a number of `base` and an element of a commutative semiring K, which
 * every operation of the base adds over its operands: as they are for +, -, neg, and
 * weighed by `weight`, or a weight of its own, for the rest.  At a run where one input has 1 and the others 0,
 * the result's element is the sum over paths from that input of the products of
 * weights: no rule of calculus, and no transform, is in it. */
#ifndef ADJUDGE_VERIFY_RING_COUNTED_H
#define ADJUDGE_VERIFY_RING_COUNTED_H

#include "semantics/rings/ring.h"

/* Neither is owned.  Tests, order and traits are those of the base; NULL without memory. */
Ring *ring_counted_new(Ring *base, Ring *counts, Scalar weight);
/* The operations that may have a weight of their own; functions by COUNTED_FUNCTION + RingFunction. */
typedef enum CountedOperation {
  COUNTED_MUL,
  COUNTED_DIV,
  COUNTED_POWER,
  COUNTED_MAX,
  COUNTED_MIN,
  COUNTED_CALL,
  COUNTED_FUNCTION,
  COUNTED_OPERATIONS = COUNTED_FUNCTION + RING_SIGN + 1
} CountedOperation;
void counted_weigh(Ring *ring, CountedOperation operation, Scalar weight);
Scalar counted_make(Ring *ring, Scalar value, Scalar count);
Scalar counted_count(const Ring *ring, Scalar a);

#endif
