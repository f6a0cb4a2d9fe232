/* adjudge equal: whether two definitions are equal by the equations of CHAD Figs. 4
 * and 6, by their normal forms. */
#include "ad/engine.h"
#include "verify/cli/session.h"
#include "verify/normal/normal.h"

#include <stdlib.h>
#include <string.h>

#define EQUAL_TERMS ((uint32_t)1 << 24)
#define EQUAL_BYTES ((size_t)1 << 30)

typedef struct Comparison {
  const Arguments *arguments;
  Store *store;
  Arena arena;
  Module modules[2];
  const Definition *definitions[2];
  Program programs[2]; /* the definitions, or their derivatives */
  TermId forms[2];
} Comparison;

static bool no_definition(const Comparison *comparison, const char *file, const Module *module, const char *name) {
  if (name != NULL)
    session_no_definition(comparison->arguments, comparison->store, file, module, name);
  else
    cli_error(comparison->arguments, "%s: two definitions are needed to compare", file);
  return false;
}

/* --def twice names the two; else the last of each file, or the last two of one. */
static bool choose(Comparison *comparison) {
  const Arguments *arguments = comparison->arguments;
  bool one_file = arguments->operand_count == 1;
  const Given *third = options_nth(arguments, "def", 2);
  if (third != NULL) {
    cli_error(arguments, "equal: two definitions are compared, and '%s' is a third", third->value);
    return false;
  }
  for (uint32_t i = 0; i < 2; i++) {
    const char *file = arguments->operands[one_file ? 0 : i];
    const Module *module = &comparison->modules[one_file ? 0 : i];
    const Given *given = options_nth(arguments, "def", i);
    if (given == NULL && !one_file) given = options_nth(arguments, "def", 0);
    const char *name = given == NULL ? NULL : given->value;
    const Definition *definition = text_find(comparison->store, module, name);
    if (one_file && name == NULL) definition = module->count < 2 ? NULL : &module->definitions[module->count - 2 + i];
    if (!session_last_read(arguments, file, module, name)) return false;
    if (definition == NULL) return no_definition(comparison, file, module, name);
    comparison->definitions[i] = definition;
    comparison->programs[i] = definition->program;
  }
  return true;
}

static bool same_type(const Comparison *comparison) {
  const Program *a = &comparison->programs[0], *b = &comparison->programs[1];
  bool same = a->length == b->length && type_equal(a->type, b->type);
  for (uint32_t i = 0; same && i < a->length; i++) same = type_equal(a->context[i], b->context[i]);
  if (!same) cli_error(comparison->arguments, "the two definitions have different types; see 'adjudge check'");
  return same;
}

/* D of both, for --engine. */
static bool differentiate(Comparison *comparison) {
  const char *name = options_text(comparison->arguments, "engine", NULL);
  if (name == NULL) return true;
  const Engine *engine = engine_find(name);
  if (engine == NULL || engine->transform == NULL) {
    cli_error(comparison->arguments, "no engine '%s' whose derivatives are terms of the linear target language", name);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    const Program source = comparison->programs[i];
    TypeId *context = arena_array(&comparison->arena, source.length, sizeof *context);
    Status status = context == NULL ? STATUS_LIMIT
                                    : engine->transform(comparison->store, &source, context, &comparison->programs[i]);
    if (status == STATUS_OK) continue;
    cli_error(comparison->arguments, "%s: %s", name, status_name(status));
    return false;
  }
  return true;
}

/* Arguments go with one another by their places: both forms have the names that the first gives. */
static void print_form(const Comparison *comparison, int i) {
  const Definition *definition = comparison->definitions[i];
  Program form = comparison->programs[i];
  form.term = comparison->forms[i];
  FILE *out = comparison->arguments->out;
  char *text = text_print_term(comparison->store, &form, comparison->definitions[0]->arguments, (TypeId){0},
                               (PrintStyle){.width = 96});
  fprintf(out, "%s = ", name_text(comparison->store, definition->name));
  for (const char *at = text != NULL ? text : "(too large to print)"; *at != '\0'; at++) {
    fputc(*at, out);
    if (*at == '\n') fputs("  ", out);
  }
  fputc('\n', out);
  free(text);
}

/* "arguments by their places: x, y" */
static void print_places(const Comparison *comparison) {
  const Definition *first = comparison->definitions[0], *second = comparison->definitions[1];
  FILE *out = comparison->arguments->out;
  bool same = true;
  for (uint32_t k = 0; k < first->program.length; k++) same = same && first->arguments[k].id == second->arguments[k].id;
  for (uint32_t k = 0; k < first->program.length && !same; k++)
    fprintf(out, "%s%s", k == 0 ? "arguments by their places: " : ", ",
            name_text(comparison->store, first->arguments[k]));
  if (!same) fputc('\n', out);
}

static ExitCode compare(Comparison *comparison) {
  const Arguments *arguments = comparison->arguments;
  uint64_t steps = options_count(arguments, "steps", NORMAL_STEPS);
  for (int i = 0; i < 2; i++) {
    Status status =
        normal_form(comparison->store, &comparison->arena, steps, &comparison->programs[i], &comparison->forms[i]);
    if (status == STATUS_OK) continue;
    if (status == STATUS_UNABLE) {
      fprintf(arguments->out, "undecided: %s has a construct that normal forms do not cover; see --help\n",
              name_text(comparison->store, comparison->definitions[i]->name));
      return EXIT_UNDECIDED;
    }
    fprintf(arguments->out, "undecided: the normal form of %s takes more than %llu steps, or nests too deep\n",
            name_text(comparison->store, comparison->definitions[i]->name), (unsigned long long)steps);
    return EXIT_UNDECIDED;
  }
  bool equal = normal_compare(comparison->store, comparison->forms[0], comparison->forms[1]) == 0;
  fputs(equal ? "equal by the equations of CHAD Figs. 4 and 6, where both are defined; normal forms:\n"
              : "different: no equation of CHAD Figs. 4 and 6 relates them; normal forms:\n",
        arguments->out);
  print_places(comparison);
  print_form(comparison, 0);
  print_form(comparison, 1);
  return equal ? EXIT_HELD : EXIT_REFUTED;
}

static bool open_files(Comparison *comparison) {
  const Arguments *arguments = comparison->arguments;
  comparison->store = store_new(EQUAL_TERMS);
  if (comparison->store == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  uint64_t sized = 0;
  for (uint32_t i = 0; i < arguments->operand_count; i++) {
    if (!session_read_module(arguments, comparison->store, arguments->operands[i], &comparison->modules[i]))
      return false;
    sized |= comparison->modules[i].sized;
  }
  return session_sizes_known(arguments, sized);
}

static ExitCode run_equal(const Arguments *arguments) {
  Comparison comparison;
  memset(&comparison, 0, sizeof comparison);
  comparison.arguments = arguments;
  arena_init(&comparison.arena, EQUAL_BYTES);
  ExitCode code = EXIT_USAGE;
  if (open_files(&comparison) && choose(&comparison) && same_type(&comparison) && differentiate(&comparison))
    code = compare(&comparison);
  for (int i = 0; i < 2; i++) text_free_module(&comparison.modules[i]);
  arena_free(&comparison.arena);
  if (comparison.store != NULL) store_free(comparison.store);
  return code;
}

static const Option equal_options[] = {
    {.name = "def",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "NAME",
     .help = "which definitions; given twice: both"},
    {.name = "engine", .kind = OPTION_TEXT, .value = "NAME", .help = "compare their derivatives: chad-forward, ..."},
    {.name = "steps", .kind = OPTION_COUNT, .value = "N", .help = "give up after N steps (default: 4194304)"},
    {.name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a size parameter"},
    {.name = NULL},
};
static const char *const equal_examples[] = {"equal a.adj b.adj", "equal a.adj --def f --def g",
                                             "equal a.adj b.adj --engine chad-reverse", NULL};
const Command command_equal = {
    .name = "equal",
    .summary = "whether two definitions are equal by beta, eta and linearity",
    .operands = "FILE [FILE]",
    .options = equal_options,
    .examples = equal_examples,
    .details =
        "Compares normal forms: beta-normal, eta-long, linear sums in order. Operations, constants and array\n"
        "constructs are not interpreted: x + y and y + x are different. Of two files the last definitions are\n"
        "compared, of one file its last two. Sums of types, iteration, folds, recursion, gather and scatter are not\n"
        "covered. Exit code 0: equal; 1: different; 3: undecided.",
    .run = run_equal,
};
