/* adjudge engines: the AD systems by name. */
#include "ad/engine.h"
#include "verify/cli/commands.h"

static ExitCode run_engines(const Arguments *arguments) {
  for (int i = 0; engines[i] != NULL; i++) {
    (void)fprintf(arguments->out, "%-28s %-8s %s\n", engines[i]->name, engines[i]->reverse ? "reverse" : "forward",
                  engines[i]->system);
  }
  return EXIT_HELD;
}

static const Option engines_options[] = {{.name = NULL}};
static const char *const engines_examples[] = {"engines", NULL};
const Command command_engines = {
    .name = "engines",
    .summary = "the AD systems by name",
    .operands = "",
    .options = engines_options,
    .examples = engines_examples,
    .run = run_engines,
};
