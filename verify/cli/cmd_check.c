/* adjudge check: types of all definitions of the files. */
#include "semantics/memory/text_stream.h"
#include "semantics/text/characters.h"
#include "semantics/text/json_text.h"
#include "verify/cli/session.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* text_print gives the length needed; a type may be long. */
static void print_type(const Arguments *arguments, const Store *store, TypeId type) {
  char small[256];
  int length = type_print(&store->types, type, small, sizeof small);
  char *text = length < (int)sizeof small ? NULL : malloc((size_t)length + 1);
  if (text != NULL) type_print(&store->types, type, text, length + 1);
  fputs(text != NULL ? text : small, arguments->out);
  free(text);
}

static void print_definition(const Arguments *arguments, const Store *store, const char *path,
                             const Definition *definition) {
  fprintf(arguments->out, "%s:%u: %s", path, definition->line, name_text(store, definition->name));
  for (uint32_t k = 0; k < definition->program.length; k++) {
    fprintf(arguments->out, " (%s : ", name_text(store, definition->arguments[k]));
    print_type(arguments, store, definition->program.context[k]);
    fputc(')', arguments->out);
  }
  fputs(" : ", arguments->out);
  print_type(arguments, store, definition->program.type);
  fputc('\n', arguments->out);
}

/* What reading a file comes to: programs of FPCore or C that the language cannot say are left out. */
static ExitCode code_of(bool read, const Module *module) {
  return !read ? EXIT_USAGE : module->refused > 0 ? EXIT_INCOMPLETE : EXIT_HELD;
}

/* Of two files: a file that cannot be read goes before programs that cannot. */
static ExitCode worse(ExitCode a, ExitCode b) { return a == EXIT_USAGE || b == EXIT_HELD ? a : b; }

static ExitCode check_file(const Arguments *arguments, const char *path) {
  Store *store = store_new((uint32_t)1 << 24);
  Module module = {.definitions = NULL};
  if (store == NULL) {
    cli_error(arguments, "limit: out of memory");
    return EXIT_USAGE;
  }
  bool good = session_read_module(arguments, store, path, &module);
  for (uint32_t i = 0; good && i < module.count; i++) print_definition(arguments, store, path, &module.definitions[i]);
  ExitCode code = code_of(good, &module);
  text_free_module(&module);
  store_free(store);
  return code;
}

/* ------------------------------------------------------------ for editors -- */

static const char before[] = "adjudge: "; /* each message */

/* The ":LINE:COLUMN" that ends at `end` of the message. */
static bool read_place(const char *said, const char *end, unsigned *line, unsigned *column) {
  const char *at = end;
  for (int colons = 0; colons < 2 && at > said; colons += *at == ':') at--;
  return sscanf(at, ":%u:%u", line, column) == 2;
}

/* Takes "adjudge: FILE:LINE:COLUMN: error: MESSAGE" apart; of other messages the place is the
 * file's first line.  A path that cannot be shown stands in messages as something else. */
static json_t *diagnostic(const char *path, const char *said) {
  static const char after[] = ": error: ";
  unsigned line = 1, column = 1;
  if (strncmp(said, before, strlen(before)) == 0) said += strlen(before);
  const char *message = strstr(said, after);
  bool here = strncmp(said, path, strlen(path)) == 0 || !characters_shown(path);
  if (here && message != NULL && read_place(said, message, &line, &column))
    message += strlen(after);
  else
    message = said;
  return json_pack("{s:o, s:i, s:i, s:s, s:o}", "file", json_text(path), "line", (int)line, "column", (int)column,
                   "severity", "error", "message", json_text_of(message, strcspn(message, "\n")));
}

static json_t *definition_json(const Store *store, const char *path, const Definition *definition) {
  char type[256];
  (void)type_print(&store->types, definition->program.type, type, sizeof type);
  return json_pack("{s:o, s:i, s:s, s:s}", "file", json_text(path), "line", (int)definition->line, "name",
                   name_text(store, definition->name), "type", type);
}

/* A diagnostic for each message. */
static void add_diagnostics(const char *path, const char *said, json_t *errors) {
  while (said != NULL && *said != '\0') {
    (void)json_array_append_new(errors, diagnostic(path, said));
    do said = strchr(said, '\n') == NULL ? NULL : strchr(said, '\n') + 1;
    while (said != NULL && *said != '\0' && strncmp(said, before, strlen(before)) != 0);
  }
}

/* Adds what the file says to both lists. */
static ExitCode diagnose_file(const Arguments *arguments, const char *path, json_t *errors, json_t *definitions) {
  char *said = NULL;
  size_t length = 0;
  Store *store = store_new((uint32_t)1 << 24);
  Module module = {.definitions = NULL};
  Arguments quiet = *arguments;
  quiet.err = text_stream_open(&said, &length);
  bool good = store != NULL && quiet.err != NULL && session_read_module(&quiet, store, path, &module);
  if (quiet.err != NULL) (void)fclose(quiet.err);
  for (uint32_t i = 0; good && i < module.count; i++)
    (void)json_array_append_new(definitions, definition_json(store, path, &module.definitions[i]));
  bool lost = !good && (said == NULL || said[0] == '\0');
  if (lost) cli_error(arguments, "%s: limit: out of memory", path);
  if (!good || module.refused > 0) add_diagnostics(path, lost ? "limit: out of memory" : said, errors);
  ExitCode code = code_of(good, &module);
  text_free_module(&module);
  store_free(store);
  free(said);
  return code;
}

static ExitCode diagnose(const Arguments *arguments) {
  json_t *errors = json_array(), *definitions = json_array();
  ExitCode code = EXIT_HELD;
  for (uint32_t i = 0; i < arguments->operand_count; i++)
    code = worse(code, diagnose_file(arguments, arguments->operands[i], errors, definitions));
  json_t *all = json_pack("{s:o, s:o}", "diagnostics", errors, "definitions", definitions);
  if (all == NULL || json_dumpf(all, arguments->out, JSON_INDENT(1)) != 0) {
    cli_error(arguments, "limit: out of memory");
    code = EXIT_USAGE;
  }
  (void)fputc('\n', arguments->out);
  json_decref(all);
  return code;
}

static ExitCode run_check(const Arguments *arguments) {
  if (options_flag(arguments, "json")) return diagnose(arguments);
  ExitCode code = EXIT_HELD;
  for (uint32_t i = 0; i < arguments->operand_count; i++)
    code = worse(code, check_file(arguments, arguments->operands[i]));
  return code;
}

static const Option check_options[] = {
    {.name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a size parameter"},
    {.name = "json", .kind = OPTION_FLAG, .help = "errors and definitions as JSON, for editors"},
    {.name = NULL},
};
static const char *const check_examples[] = {"check tests/corpus/gmm.adj", "check --size n=10 a.adj b.adj",
                                             "check - < a.adj", "check --json a.adj", NULL};
const Command command_check = {
    .name = "check",
    .summary = "the types of all definitions, or the errors",
    .operands = "FILE...",
    .options = check_options,
    .examples = check_examples,
    .run = run_check,
};
