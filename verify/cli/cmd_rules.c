/* adjudge rules: the rules that the code implements, with their figures. */
#include "semantics/core/rules.h"
#include "semantics/text/suggest.h"
#include "verify/cli/commands.h"

#include <string.h>

static bool wanted(const Arguments *arguments, const char *id) {
  if (arguments->operand_count == 0) return true;
  for (uint32_t i = 0; i < arguments->operand_count; i++)
    if (strncmp(id, arguments->operands[i], strlen(arguments->operands[i])) == 0) return true;
  return false;
}

static ExitCode unknown(const Arguments *arguments, const char *prefix) {
  char nearest[64];
  Suggestion near = suggestion_of(prefix);
  for (unsigned rule = 0; rule < RULE_COUNT; rule++) suggest(&near, rule_info((RuleId)rule)->id);
  cli_error(arguments, "no rule has an id that begins with '%s'%s", prefix,
            suggestion_text(&near, "; 'adjudge rules' lists them all", nearest, sizeof nearest));
  return EXIT_USAGE;
}

static ExitCode run_rules(const Arguments *arguments) {
  uint32_t shown = 0;
  for (unsigned rule = 0; rule < RULE_COUNT; rule++) {
    const RuleInfo *info = rule_info((RuleId)rule);
    if (!wanted(arguments, info->id)) continue;
    fprintf(arguments->out, "%-24s %-24s %s\n", info->id, info->figure, info->statement);
    shown++;
  }
  if (shown != 0) return EXIT_HELD;
  return unknown(arguments, arguments->operands[0]);
}

static const Option rules_options[] = {{.name = NULL}};
static const char *const rules_examples[] = {"rules", "rules SRCT_ FWD_", NULL};
const Command command_rules = {
    .name = "rules",
    .summary = "list the rules of the sheets, with the figure each comes from",
    .operands = "[PREFIX...]",
    .most_operands = COMMAND_ANY_OPERANDS,
    .options = rules_options,
    .examples = rules_examples,
    .run = run_rules,
};
