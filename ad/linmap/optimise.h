/* The optimiser of section 9: linear maps by the laws of Figs. 4 and 5, and their
 * elimination; common subexpressions. */
#ifndef ADJUDGE_AD_LINMAP_OPTIMISE_H
#define ADJUDGE_AD_LINMAP_OPTIMISE_H

#include "ad/linmap/linmap.h"

typedef enum LinmapRule {
#define LINMAP_RULE(id, name, law, formula) LINMAP_RULE_##id,
#include "ad/linmap/optimise.def"
#undef LINMAP_RULE
  LINMAP_RULE_COUNT
} LinmapRule;

const char *linmap_rule_name(LinmapRule rule);
const char *linmap_rule_formula(LinmapRule rule);

/* A set of rules, by bits. */
typedef uint32_t LinmapRules;
#define LINMAP_ALL (((LinmapRules)1 << LINMAP_RULE_COUNT) - 1)

/* What one optimisation works with. */
typedef struct Optimiser {
  LmBuilder *b;
  const LmProgram *program; /* whose definitions calls name */
  LinmapRules rules;
  uint64_t fuel; /* nodes that may still be made; beyond, LIMIT */
} Optimiser;
#define LINMAP_OPTIMISER_FUEL ((uint64_t)200000)

/* Whether the rule is on, counting its use; ends in LIMIT without fuel. */
bool linmap_may(Optimiser *o, LinmapRule rule);

/* t by all rules of the set; names of binders must differ. */
const LmTerm *linmap_optimise(Optimiser *o, const LmTerm *t);
/* One operator at the root, its children being optimised. */
const LmTerm *linmap_optimise_map(Optimiser *o, const LmTerm *t);
const LmTerm *linmap_optimise_value(Optimiser *o, const LmTerm *t);
/* m . x and r .R m without the map, where the rules allow. */
const LmTerm *linmap_at(Optimiser *o, const LmTerm *m, const LmTerm *x);
const LmTerm *linmap_back(Optimiser *o, const LmTerm *r, const LmTerm *m);
const LmTerm *linmap_transposed(Optimiser *o, const LmTerm *m);
/* x + y, with 0 and tuples seen through. */
const LmTerm *linmap_sum(Optimiser *o, const LmTerm *x, const LmTerm *y);

/* e[m/x]; and a copy in which every binder has a new name. */
const LmTerm *linmap_substitute(LmBuilder *b, const LmTerm *e, LmSymbol x, const LmTerm *m);
const LmTerm *linmap_freshen(LmBuilder *b, const LmTerm *t);
/* How often x occurs free, counting an occurrence under a binder that is evaluated
 * many times as two. */
uint32_t linmap_uses(const LmTerm *t, LmSymbol x);
bool linmap_has_maps(const LmTerm *t);

/* Subexpressions that stand in one block twice are computed once, as t1, t2, ... */
const LmTerm *linmap_cse(LmBuilder *b, const LmTerm *t);

#endif
