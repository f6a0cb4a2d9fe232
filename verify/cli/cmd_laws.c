/* adjudge laws: the table of laws. */
#include "verify/cli/commands.h"
#include "verify/laws/laws.h"

static ExitCode run_laws(const Arguments *arguments) {
  for (int law = 0; law < LAW_COUNT; law++) {
    const LawInfo *info = law_info((LawId)law);
    (void)fprintf(arguments->out, "%-20s %s\n", info->name, info->statement);
    if (options_flag(arguments, "sides")) {
      (void)fprintf(arguments->out, "%-20s source: %s; sides: %s\n", "", info->source, info->sides);
    }
  }
  return EXIT_HELD;
}

static const Option laws_options[] = {
    {.name = "sides", .kind = OPTION_FLAG, .help = "where each law comes from, and what implements its sides"},
    {.name = NULL},
};
static const char *const laws_examples[] = {"laws", "laws --sides", NULL};
const Command command_laws = {
    .name = "laws",
    .summary = "the laws by ID",
    .operands = "",
    .options = laws_options,
    .examples = laws_examples,
    .run = run_laws,
};
