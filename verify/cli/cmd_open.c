/* adjudge open: shows a report in the reader's browser. */
#include "verify/cli/commands.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define USUAL "build/report/report.html" /* where `make verify` puts it */

static ExitCode run_open(const Arguments *arguments) {
  const char *path = arguments->operand_count > 0 ? arguments->operands[0] : USUAL;
  if (access(path, R_OK) != 0) {
    cli_error(arguments, "%s: %s; 'make verify' writes " USUAL ", and --html FILE another", path, strerror(errno));
    return EXIT_USAGE;
  }
  const char *words[] = {"xdg-open", path, NULL};
  (void)execvp(words[0], (char *const *)words); /* which does not change them */
  cli_error(arguments, "xdg-open: %s (package xdg-utils); the page is %s", strerror(errno), path);
  return EXIT_USAGE;
}

static const Option open_options[] = {{.name = NULL}};
static const char *const open_examples[] = {"open", "open report.html", NULL};
const Command command_open = {
    .name = "open",
    .summary = "show a report's page in the browser",
    .operands = "[REPORT.html]",
    .options = open_options,
    .examples = open_examples,
    .details = "Without an operand the page that 'make verify' writes: " USUAL ".",
    .run = run_open,
};
