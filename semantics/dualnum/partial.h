/* Partial derivatives of the scalar operations: d op / d x_k at a point.
 *
 * This is the one table of calculus of dual-numbers AD; it is written from
 * calculus and not taken from the truth tiers. */
#ifndef ADJUDGE_DUAL_PARTIAL_H
#define ADJUDGE_DUAL_PARTIAL_H

#include "semantics/tables/store.h"

/* d op / d x_k at (x, y), for operations on scalars (EACH and EACH2 at one
 * component, k = 0 or 1; the node a copy, since slopes are read into the store); y is not looked at for EACH.  `value`
 * is op(x, y) where it is at hand, else NULL.  At kinks the conventions of ops.def.  Failures are the ring's: its
 * status is left for the caller to take.  Other operations: STUCK. */
Scalar dual_partial(Store *store, Ring *ring, const OpNode *op, uint32_t k, Scalar x, Scalar y, const Scalar *value);

#endif
