/* adjudge fmt: programs in their canonical layout. */
#include "semantics/text/format.h"
#include "verify/cli/files.h"
#include "verify/cli/session.h"

#include <stdlib.h>
#include <string.h>

#define TERM_LIMIT ((uint32_t)1 << 22)

/* Whether it can be read as programs; else writes why not. */
static bool is_read(const Arguments *arguments, Store *store, const char *path, const char *text, size_t length) {
  Module module;
  TextError error = {.line = 0};
  Status status = text_read_module(store, path, text, length, NULL, 0, &module, &error);
  if (status != STATUS_OK)
    cli_text_error(arguments, path, &error, status);
  else
    text_free_module(&module);
  return status == STATUS_OK;
}

/* The text as it is written; NULL, having said why not. */
static char *format_file(const Arguments *arguments, Store *store, const char *path, char **given) {
  size_t length = 0;
  TextError error = {.line = 0};
  *given = file_read(arguments, path, &length);
  if (*given == NULL || !is_read(arguments, store, path, *given, length)) return NULL;
  char *text = text_format(store, path, *given, length, &error);
  if (text == NULL)
    cli_error(arguments, "%s: limit: it cannot be laid out%s%s", path, error.message[0] == '\0' ? "" : ": ",
              error.message);
  return text;
}

static ExitCode format_one(const Arguments *arguments, const char *path, bool check) {
  if (path_ends(path, IMPORT_SUFFIXES)) {
    cli_error(arguments, "fmt: %s: programs of another language; 'adjudge import' shows them as definitions", path);
    return EXIT_USAGE;
  }
  Store *store = store_new(TERM_LIMIT);
  char *given = NULL, *text = store == NULL ? NULL : format_file(arguments, store, path, &given);
  ExitCode code = text == NULL ? EXIT_USAGE : EXIT_HELD;
  if (store == NULL) cli_error(arguments, "limit: out of memory");
  if (text != NULL && !check) (void)fputs(text, arguments->out);
  if (text != NULL && check && strcmp(text, given) != 0) {
    (void)fprintf(arguments->out, "%s: its layout is another\n", path);
    code = EXIT_REFUTED;
  }
  free(text);
  free(given);
  store_free(store);
  return code;
}

static ExitCode run_fmt(const Arguments *arguments) {
  ExitCode worst = EXIT_HELD;
  for (uint32_t i = 0; i < arguments->operand_count; i++) {
    ExitCode code = format_one(arguments, arguments->operands[i], options_flag(arguments, "check"));
    if (code > worst) worst = code;
  }
  return worst;
}

static const Option fmt_options[] = {
    {.name = "check", .kind = OPTION_FLAG, .help = "write nothing; exit code 1 if a file is laid out otherwise"},
    {.name = NULL},
};
static const char *const fmt_examples[] = {"fmt program.adj", "fmt --check tests/readme/f.adj", NULL};
const Command command_fmt = {
    .name = "fmt",
    .summary = "programs in their canonical layout",
    .operands = "FILE.adj...",
    .options = fmt_options,
    .examples = fmt_examples,
    .details = "Words and comments stay as they are and where they are: blanks and ends of lines alone are changed. A\n"
               "definition is one line if it fits in 100 columns, else each let has one; one empty line is kept.",
    .run = run_fmt,
};
