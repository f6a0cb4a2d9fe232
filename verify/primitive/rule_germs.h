/* A rule given as a text where its tests are tied: its answer in exact numbers, and the derivative of that along a
 * line, by germs on both sides.  Jets take the conventions there, whose derivative need not be the rule's: sign x * abs
 * x is x.  Private to verify/primitive. */
#ifndef ADJUDGE_VERIFY_RULE_GERMS_H
#define ADJUDGE_VERIFY_RULE_GERMS_H

#include "verify/primitive/primitive.h"

/* At s = 0 the derivative by s of jvp(x + s u; seed), or of vjp when `reverse`, for each scalar of the
 * answer; false where it is not certified to be there.  u is 0 at Ints. */
bool rule_germs(const Primitive *p, Arena *values, bool reverse, const mpq_t *x, const mpq_t *u, const double *seed,
                arb_ptr out);

/* jvp(x; seed), or vjp when `reverse`, in exact numbers: of two that are equal balls of any precision say nothing.
 * DOMAIN where it is undefined for certain; UNABLE or LIMIT where exact numbers do not know. */
MUST_CHECK Status rule_exactly(const Primitive *p, Arena *values, bool reverse, const mpq_t *x, const double *seed,
                               arb_ptr out);

#endif
