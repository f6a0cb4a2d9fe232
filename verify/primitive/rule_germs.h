/* The derivative of a rule given as a text along a line on which its tests are tied: by germs on both
 * sides.  Jets take the conventions there, whose derivative need not be the rule's: sign x * abs x is x.
 * Private to verify/primitive. */
#ifndef ADJUDGE_VERIFY_RULE_GERMS_H
#define ADJUDGE_VERIFY_RULE_GERMS_H

#include "verify/primitive/primitive.h"

/* At s = 0 the derivative by s of jvp(x + s u; seed), or of vjp when `reverse`, for each scalar of the
 * answer; false where it is not certified to be there.  u is 0 at Ints. */
bool rule_germs(const Primitive *p, Arena *values, bool reverse, const mpq_t *x, const mpq_t *u, const double *seed,
                arb_ptr out);

#endif
