/* The simplifier of CHAD's Table 1: each rule switchable by name. */
#ifndef ADJUDGE_AD_SIMPLIFY_H
#define ADJUDGE_AD_SIMPLIFY_H

#include "semantics/evaluator.h"

typedef enum SimplifyRule {
#define SIMPLIFY(rule, name, formula) SIMPLIFY_##rule,
#include "ad/simplify/simplify.def"
#undef SIMPLIFY
  SIMPLIFY_COUNT
} SimplifyRule;

typedef uint64_t SimplifySet; /* bit r: rule r is on */
#define SIMPLIFY_ALL ((((SimplifySet)1) << SIMPLIFY_COUNT) - 1)

const char *simplify_name(SimplifyRule rule);
const char *simplify_formula(SimplifyRule rule);
/* The rule of that name, or SIMPLIFY_COUNT. */
SimplifyRule simplify_find(const char *name);

/* Rewrites a well-typed Cartesian program of the target language to a normal
 * form of the rules in `rules`, or until `step_limit` steps were taken (then
 * STATUS_LIMIT, and *result is the term reached, which is still equal).
 * `applied` (SIMPLIFY_COUNT counters, may be NULL) counts uses of each rule. */
MUST_CHECK Status simplify(Store *store, const Program *program, SimplifySet rules, uint64_t step_limit, TermId *result,
                           uint64_t *applied);
/* One use of each rule in `rules` at the first place, in preorder, where it applies: results[r]
 * is id 0 for rules that apply nowhere and for those not asked for. */
MUST_CHECK Status simplify_each(Store *store, const Program *program, SimplifySet rules,
                                TermId results[SIMPLIFY_COUNT]);

#endif
