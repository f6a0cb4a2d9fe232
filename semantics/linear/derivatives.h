/* The bodies of Dop and Dop^t: the linear terms that ops.def states, parsed at
 * an operation's sizes and constant, and kept as definitions of the store. */
#ifndef ADJUDGE_LINEAR_DERIVATIVES_H
#define ADJUDGE_LINEAR_DERIVATIVES_H

#include "semantics/core/store.h"

/* The body of lop = Dop or Dop^t: a term b with
 *   operands(op); v : LDom(lop) |- b : CDom(lop),
 * the last operand being index 0.  Id 0 for an elementary operation, and when
 * the table's text does not parse or type (a defect; tests look at each). */
TermId lop_body(Store *store, LopId lop);

#endif
