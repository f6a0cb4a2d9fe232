/* adjudge check: types of all definitions of the files. */
#include "verify/cli/session.h"

#include <stdlib.h>

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

static bool check_file(const Arguments *arguments, const char *path) {
  Store *store = store_new((uint32_t)1 << 24);
  Module module = {NULL, 0};
  if (store == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  bool good = session_read_module(arguments, store, path, &module);
  for (uint32_t i = 0; good && i < module.count; i++) print_definition(arguments, store, path, &module.definitions[i]);
  text_free_module(&module);
  store_free(store);
  return good;
}

static ExitCode run_check(const Arguments *arguments) {
  bool good = true;
  for (uint32_t i = 0; i < arguments->operand_count; i++) good &= check_file(arguments, arguments->operands[i]);
  return good ? EXIT_HELD : EXIT_USAGE;
}

static const Option check_options[] = {
    {.name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a size parameter"},
    {.name = NULL},
};
static const char *const check_examples[] = {"check tests/corpus/gmm.adj", "check --size n=10 a.adj b.adj",
                                             "check - < a.adj", NULL};
const Command command_check = {
    .name = "check",
    .summary = "the types of all definitions, or the errors",
    .operands = "FILE...",
    .least_operands = 1,
    .most_operands = COMMAND_ANY_OPERANDS,
    .options = check_options,
    .examples = check_examples,
    .run = run_check,
};
