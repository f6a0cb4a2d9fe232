/* The bodies of Dop and Dop^t: the linear terms that ops.def states, parsed at
 * an operation's sizes and constant, and kept as definitions of the store. */
#ifndef ADJUDGE_LINEAR_DERIVATIVES_H
#define ADJUDGE_LINEAR_DERIVATIVES_H

#include "semantics/tables/store.h"

/* The body of lop = Dop or Dop^t: a term b with
 *   operands(op); v : LDom(lop) |- b : CDom(lop),
 * the last operand being index 0.  LIMIT without room for it, which says nothing about the
 * operation; STUCK for an elementary one, and when the table's text does not parse or type
 * (a defect; tests look at each). */
MUST_CHECK Status lop_body(Store *store, LopId lop, TermId *body);

/* The partial derivative of a function of the library by operand k, at real: its term in
 * functions.def, of operations and the operands alone, the last operand being index 0.  Id 0
 * for other operations, and where the text does not read. */
TermId op_slope(Store *store, OpId op, uint32_t k);
/* Its value at (x, y); y is not looked at where there is one operand. */
MUST_CHECK Status op_slope_value(Store *store, Ring *ring, OpId op, uint32_t k, Scalar x, Scalar y, Scalar *out);

#endif
