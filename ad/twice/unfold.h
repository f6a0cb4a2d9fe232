/* Source programs without functions, where beta reduction gives one. */
#ifndef ADJUDGE_AD_UNFOLD_H
#define ADJUDGE_AD_UNFOLD_H

#include "semantics/evaluator.h"

/* Substitutes what is bound to a function, or to a pair with one, and reduces by the
 * rules of the simplifier, in turn until no binding of a function is left: a program
 * of first-order type in a first-order context then has no function in it.  LIMIT
 * when that takes more than `steps` steps, or more than a few rounds. */
MUST_CHECK Status unfold_functions(Store *store, const Program *program, uint64_t steps, TermId *result);

#endif
