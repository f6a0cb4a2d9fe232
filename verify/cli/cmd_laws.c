/* adjudge laws: the table of laws. */
#include "semantics/text/suggest.h"
#include "verify/battery/laws.h"
#include "verify/cli/commands.h"

#include <string.h>

/* AD-FWD, or the laws that begin so: AD-* */
static bool matches(const char *pattern, const char *name) {
  size_t length = strlen(pattern);
  bool prefix = length > 0 && pattern[length - 1] == '*';
  return prefix ? strncmp(name, pattern, length - 1) == 0 : strcmp(name, pattern) == 0;
}

static void print_law(const Arguments *arguments, const LawInfo *info, bool sides) {
  (void)fprintf(arguments->out, "%-20s %s\n", info->name, info->statement);
  if (sides) (void)fprintf(arguments->out, "%-20s source: %s; sides: %s\n", "", info->source, info->sides);
}

/* The laws of one operand, with all that is known of them. */
static bool print_laws(const Arguments *arguments, const char *pattern) {
  char nearest[64];
  bool found = false;
  Suggestion near = suggestion_of(pattern);
  for (int law = 0; law < LAW_COUNT; law++) {
    const LawInfo *info = law_info((LawId)law);
    suggest(&near, info->name);
    if (!matches(pattern, info->name)) continue;
    print_law(arguments, info, true);
    found = true;
  }
  if (!found) cli_error(arguments, "no law '%s'%s", pattern, suggestion_text(&near, "", nearest, sizeof nearest));
  return found;
}

static ExitCode run_laws(const Arguments *arguments) {
  bool found = true;
  for (int law = 0; law < LAW_COUNT && arguments->operand_count == 0; law++)
    print_law(arguments, law_info((LawId)law), options_flag(arguments, "sides"));
  for (uint32_t i = 0; i < arguments->operand_count; i++) found &= print_laws(arguments, arguments->operands[i]);
  return found ? EXIT_HELD : EXIT_USAGE;
}

static const Option laws_options[] = {
    {.name = "sides", .kind = OPTION_FLAG, .help = "where each law comes from, and what implements its sides"},
    {.name = NULL},
};
static const char *const laws_examples[] = {"laws", "laws --sides", "laws AD-FWD 'HOM-*'", NULL};
const Command command_laws = {
    .name = "laws",
    .summary = "the laws by ID",
    .operands = "[ID...]",
    .options = laws_options,
    .examples = laws_examples,
    .run = run_laws,
};
