/* The rules of the sheets, by ID, with where each stands in the literature.
 *
 * A rule is cited where it is implemented by RULE(id), directly under the rule
 * itself; running it counts a hit, so that coverage is a fact and not a claim.
 * `make rules` checks that the rules stated and the rules cited are one set. */
#ifndef ADJUDGE_TABLES_RULES_H
#define ADJUDGE_TABLES_RULES_H

#include <stdint.h>

typedef enum RuleId {
#define RULE_DEF(id, figure, statement) RULE_##id,
#include "semantics/tables/rules.def"
#undef RULE_DEF
  RULE_COUNT
} RuleId;

typedef struct RuleInfo {
  const char *id, *figure, *statement;
} RuleInfo;

const RuleInfo *rule_info(RuleId rule);

extern uint64_t rule_hits[RULE_COUNT];
/* The hits, as the contracts see them. */
/*@ ghost int rule_state; */
/*@ assigns rule_state; */
static inline void rule_hit(RuleId rule) { rule_hits[rule]++; }
#define RULE(id) rule_hit(RULE_##id)

#endif
