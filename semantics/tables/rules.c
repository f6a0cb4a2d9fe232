#include "semantics/tables/rules.h"

#include "semantics/tables/printed.h"

#include <string.h>

uint64_t rule_hits[RULE_COUNT];
RuleId rule_printed = RULE_COUNT;

const RuleInfo *rule_info(RuleId rule) {
  static const RuleInfo infos[RULE_COUNT] = {
#define RULE_DEF(id, figure, statement) [RULE_##id] = {#id, figure, statement},
#include "semantics/tables/rules.def"
#undef RULE_DEF
  };
  return &infos[rule];
}

RulePlace rule_place(RuleId rule) {
  static const struct {
    const char *file;
    unsigned line;
  } stated[RULE_COUNT] = {
#define RULE_DEF(id, figure, statement) [RULE_##id] = {__FILE__, __LINE__},
#include "semantics/tables/rules.def"
#undef RULE_DEF
  };
  static const char *const prints[RULE_COUNT] = {
#define RULE_DEF(id, figure, statement)
#define RULE_PRINTED(id, statement) [RULE_##id] = statement,
#include "semantics/tables/rules.def"
#undef RULE_PRINTED
#undef RULE_DEF
  };
  const char *file = stated[rule].file;
  return (RulePlace){file + (strncmp(file, "./", 2) == 0 ? 2 : 0), prints[rule], stated[rule].line};
}
