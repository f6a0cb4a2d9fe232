/* adjudge engines: the AD systems by name, and what each supports. */
#include "verify/cli/commands.h"
#include "verify/cli/matrix.h"

static void print_list(const Engine *const *list, const char *note, FILE *out) {
  for (; *list != NULL; list++)
    (void)fprintf(out, "%-28s %-8s %s%s\n", (*list)->name, (*list)->reverse ? "reverse" : "forward", (*list)->system,
                  note);
}

/* A column for each engine, under its number. */
static ExitCode print_matrix(const Arguments *arguments) {
  static const char marks[] = {[SUPPORT_PROVED] = 'P', [SUPPORT_DECIDED] = 'D', [SUPPORT_HOLDS] = 'h',
                               [SUPPORT_WRONG] = 'X',  [SUPPORT_REFUSED] = '-', [SUPPORT_UNKNOWN] = '?'};
  FILE *out = arguments->out;
  Support support[LAW_ENGINES];
  bool wrong = false;
  for (int e = 0; engines[e] != NULL; e++) (void)fprintf(out, "  %2d  %s\n", e + 1, engines[e]->name);
  (void)fprintf(out, "\nP proved by a certificate   D decided for all inputs   h holds where tried\n"
                     "- refused by name   ? not decided   X wrong\n\n");
  (void)fprintf(out, "%-22s", "");
  for (int e = 0; engines[e] != NULL; e++) (void)fprintf(out, "%3d", e + 1);
  (void)fprintf(out, "\n");
  for (const Construct *c = constructs; c->name != NULL; c++) {
    char error[512];
    if (!construct_support(c, support, error, sizeof error)) {
      cli_error(arguments, "%s: %s", c->name, error);
      return EXIT_USAGE;
    }
    (void)fprintf(out, "%-22s", c->name);
    for (int e = 0; engines[e] != NULL; e++) {
      (void)fprintf(out, "  %c", marks[support[e]]);
      wrong = wrong || support[e] == SUPPORT_WRONG;
    }
    (void)fprintf(out, "\n");
  }
  return wrong ? EXIT_REFUTED : EXIT_HELD;
}

static ExitCode run_engines(const Arguments *arguments) {
  if (options_flag(arguments, "matrix")) return print_matrix(arguments);
  print_list(engines, "", arguments->out);
  print_list(variants, " (verify does not run it)", arguments->out);
  return EXIT_HELD;
}

static const Option engines_options[] = {
    {.name = "matrix", .kind = OPTION_FLAG, .help = "a table of engines by constructs, each entry checked by the laws"},
    {.name = NULL},
};
static const char *const engines_examples[] = {"engines", "engines --matrix", NULL};
const Command command_engines = {
    .name = "engines",
    .summary = "the AD systems by name, and which constructs each supports",
    .operands = "",
    .options = engines_options,
    .examples = engines_examples,
    .run = run_engines,
};
