/* adjudge zoo: campaigns on libraries that shipped; tests/zoo/zoo.py does the work. */
#include "verify/cli/commands.h"
#include "verify/primitive/child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_MOST 4096

/* The first word of the option that is given, and the text that goes with it (or NULL). */
static const char *chosen(const Arguments *arguments, const char **text) {
  *text = options_text(arguments, "run", NULL);
  if (*text != NULL) return "--run";
  *text = options_text(arguments, "record", NULL);
  if (*text != NULL) return "--record";
  return options_flag(arguments, "replay") ? "--replay" : options_flag(arguments, "page") ? "--page" : NULL;
}

static ExitCode run_zoo(const Arguments *arguments) {
  char folder[PATH_MOST + 32], script[PATH_MOST + 64], self[PATH_MOST];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (arguments->given_count > 1) {
    cli_error(arguments, "zoo: one of --run, --record, --replay and --page");
    return EXIT_USAGE;
  }
  const char **words = calloc((size_t)arguments->operand_count + 5, sizeof *words);
  if (words == NULL || length < 0 || !package_find("zoo/zoo.py", folder, sizeof folder)) {
    cli_error(arguments, "the zoo is not installed: zoo/zoo.py is not beside this program");
    free(words);
    return EXIT_USAGE;
  }
  self[length] = '\0';
  (void)snprintf(script, sizeof script, "%s/zoo/zoo.py", folder);
  (void)setenv("ADJUDGE", self, 1);
  size_t n = 0;
  const char *text, *option = chosen(arguments, &text);
  words[n++] = "python3";
  words[n++] = script;
  if (option != NULL) words[n++] = option;
  if (text != NULL) words[n++] = text;
  for (uint32_t i = 0; i < arguments->operand_count; i++) words[n++] = arguments->operands[i];
  (void)execvp(words[0], (char *const *)words); /* which does not change them */
  cli_error(arguments, "python3: %s", strerror(errno));
  free(words);
  return EXIT_USAGE;
}

static const Option zoo_options[] = {
    {.name = "run", .kind = OPTION_TEXT, .value = "LIBRARY", .help = "campaigns on the library that is installed"},
    {.name = "record", .kind = OPTION_TEXT, .value = "LIBRARY", .help = "keep what it answers at its defects"},
    {.name = "replay", .kind = OPTION_FLAG, .help = "campaigns on the answers that are kept: each defect is refuted"},
    {.name = "page", .kind = OPTION_FLAG, .help = "the same, and write the page of defects"},
    {.name = NULL},
};
static const char *const zoo_examples[] = {"zoo", "zoo --run torch", "zoo --run torch softplus det", "zoo --replay",
                                           NULL};
const Command command_zoo = {
    .name = "zoo",
    .summary = "campaigns on libraries that shipped, and the defects that were found in them",
    .operands = "[NAME...]",
    .options = zoo_options,
    .examples = zoo_examples,
    .run = run_zoo,
};
