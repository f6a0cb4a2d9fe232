/* The optimiser of linear functions by linear and tensor algebra: each equality a rule
 * that can be switched off by name. */
#ifndef ADJUDGE_AD_FRECHET_OPTIMISE_H
#define ADJUDGE_AD_FRECHET_OPTIMISE_H

#include "semantics/frechet/terms.h"

typedef enum FrechetRule {
#define FRECHET_RULE(id, name, formula) FRECHET_RULE_##id,
#include "ad/frechet/optimise.def"
#undef FRECHET_RULE
  FRECHET_RULE_COUNT
} FrechetRule;

typedef uint64_t FrechetRules; /* bit r: rule r is on */
#define FRECHET_RULES_ALL ((((FrechetRules)1) << FRECHET_RULE_COUNT) - 1)

const char *frechet_rule_name(FrechetRule rule);
const char *frechet_rule_formula(FrechetRule rule);
/* The rule of that name, or FRECHET_RULE_COUNT. */
FrechetRule frechet_rule_find(const char *name, size_t length);

/* Rewrites to a normal form of the rules in `rules`: a function equal to `m`, of no more
 * scalar operations at any vector; what it computes of sections is computed here, in the
 * machine's ring.  `m` must be well typed.  New terms and vectors live with `terms`.
 * `applied` (FRECHET_RULE_COUNT counters, may be NULL) counts uses of each rule. */
MUST_CHECK Status frechet_optimise(Machine *machine, HilTerms *terms, FrechetRules rules, HilMapId m, HilMapId *out,
                                   uint64_t *applied);

#endif
