/* Rules as their papers print them, where the print is wrong.
 *
 * They stand beside the corrected ones, as RULE_PRINTED, and are off: only `adjudge
 * errata` switches one on, to show what it gives (`make rules` checks that nothing
 * else does). */
#ifndef ADJUDGE_TABLES_PRINTED_H
#define ADJUDGE_TABLES_PRINTED_H

#include "semantics/tables/rules.h"

#include <stdbool.h>

/* The rule that runs as it is printed; RULE_COUNT, as long as nothing else is said: none does. */
extern RuleId rule_printed;
static inline bool as_printed(RuleId rule) { return rule_printed == rule; }

/* Where a rule is stated, and its print; the print is NULL where the paper is right. */
typedef struct RulePlace {
  const char *file, *print;
  unsigned line;
} RulePlace;

RulePlace rule_place(RuleId rule);

#endif
