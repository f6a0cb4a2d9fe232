#include "semantics/core/rules.h"

uint64_t rule_hits[RULE_COUNT];

const RuleInfo *rule_info(RuleId rule) {
  static const RuleInfo infos[RULE_COUNT] = {
#define RULE_DEF(id, figure, statement) [RULE_##id] = {#id, figure, statement},
#include "semantics/core/rules.def"
#undef RULE_DEF
  };
  return &infos[rule];
}
