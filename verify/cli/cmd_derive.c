/* adjudge derive: the program that an engine makes, in concrete syntax. */
#include "ad/linmap/stages.h"
#include "verify/cli/derivative.h"
#include "verify/cli/derive_frechet.h"
#include "verify/cli/derive_loops.h"

#include <stdlib.h>
#include <string.h>

/* `f` gives `f_forward`. */
static int definition_name(const Session *session, const Derivative *derivative, char *name, size_t size) {
  return snprintf(name, size, "%.200s_%s", name_text(session->store, session->definition->name),
                  derivative->engine->reverse ? "reverse" : "forward");
}

/* The derivative as a definition of its own. */
static bool name_definition(Session *session, const Derivative *derivative, Definition *definition) {
  char name[256];
  int length = definition_name(session, derivative, name, sizeof name);
  *definition = *session->definition;
  definition->name = name_make(session->store, name, (size_t)length);
  definition->program = derivative->program;
  return definition->name.id != 0;
}

/* Code in the form that --emit names, by engines that know it. */
static ExitCode emit(Session *session, const Derivative *derivative) {
  const char *form = options_text(session->arguments, "emit", "");
  char name[256];
  definition_name(session, derivative, name, sizeof name);
  if (strcmp(form, "frechet") == 0) /* the function, not its derivative */
    (void)snprintf(name, sizeof name, "%.200s", name_text(session->store, session->definition->name));
  Status status = derivative->engine->emit == NULL
                      ? STATUS_UNABLE
                      : derivative->engine->emit(derivative->own, form, name, session->arguments->out);
  if (status == STATUS_OK) return EXIT_HELD;
  if (status == STATUS_UNABLE)
    cli_error(session->arguments, "%s has no code of the form '%s'", derivative->engine->name, form);
  else
    (void)session_failed(session, derivative->engine->name, status);
  return EXIT_USAGE;
}

/* The optimiser's rules that --simplify=rule,... names; all without it. */
static bool parse_stage_rules(const Arguments *arguments, LinmapRules *rules) {
  const Given *given = options_nth(arguments, "simplify", 0);
  *rules = given == NULL || given->value == NULL ? LINMAP_ALL : 0;
  for (const char *text = given == NULL ? NULL : given->value; text != NULL && *text != '\0';) {
    size_t length = strcspn(text, ",");
    int rule = 0;
    while (rule < LINMAP_RULE_COUNT && !(strlen(linmap_rule_name((LinmapRule)rule)) == length &&
                                         strncmp(linmap_rule_name((LinmapRule)rule), text, length) == 0))
      rule++;
    if (rule == LINMAP_RULE_COUNT) {
      cli_error(arguments, "option --simplify: no rule is called '%.*s'; there are:", (int)length, text);
      for (int k = 0; k < LINMAP_RULE_COUNT; k++)
        fprintf(arguments->err, "  %-12s %s\n", linmap_rule_name((LinmapRule)k), linmap_rule_formula((LinmapRule)k));
      return false;
    }
    *rules |= (LinmapRules)1 << rule;
    text += length + (text[length] == ',' ? 1 : 0);
  }
  return true;
}

/* The pipeline of the working notes, stage by stage. */
static ExitCode derive_stages(Session *session) {
  const Arguments *arguments = session->arguments;
  const char *engine = options_text(arguments, "engine", "linmap"), *missing = "this construct";
  if (strncmp(engine, "linmap", strlen("linmap")) != 0) {
    cli_error(arguments, "--stages shows the pipeline of linmap, not of %s", engine);
    return EXIT_USAGE;
  }
  LinmapRules rules;
  if (!session_first_order(session) || !parse_stage_rules(arguments, &rules)) return EXIT_USAGE;
  LinmapStages stages = {.builder = {.store = session->store, .arena = &session->arena}};
  LmProgram program;
  Status status = linmap_from_source(&stages.builder, &session->definition->program, &program, &missing);
  if (status == STATUS_OK) {
    program.definitions[program.count - 1].name = session->definition->name;
    status = linmap_stages(&stages, &program, rules);
  }
  if (status == STATUS_UNABLE)
    cli_error(arguments, "linmap has no rule for %s, which %s uses", missing,
              name_text(session->store, session->definition->name));
  else if (status != STATUS_OK)
    (void)session_failed(session, "linmap", status);
  if (status != STATUS_OK) return EXIT_USAGE;
  linmap_stages_print(&stages, arguments->out);
  return EXIT_HELD;
}

static ExitCode derive(Session *session) {
  Derivative derivative;
  Definition definition;
  if (options_flag(session->arguments, "stages")) return derive_stages(session);
  if (strcmp(options_text(session->arguments, "emit", ""), "loops") == 0) return derive_loops(session);
  const Engine *named = engine_find(options_text(session->arguments, "engine", ""));
  bool frechet = named == &frechet_forward || named == &frechet_reverse;
  bool simplified = options_nth(session->arguments, "simplify", 0) != NULL;
  if (options_nth(session->arguments, "wrt", 0) != NULL && (!frechet || !simplified)) {
    cli_error(session->arguments, "--wrt is of --engine frechet with --simplify");
    return EXIT_USAGE;
  }
  if (frechet && simplified) return derive_frechet(session, named);
  if (options_nth(session->arguments, "by", 0) != NULL || options_text(session->arguments, "numbers", NULL) != NULL ||
      options_flag(session->arguments, "forward")) {
    cli_error(session->arguments, "--by, --numbers and --forward are of --emit loops");
    return EXIT_USAGE;
  }
  if (!derivative_make(session, &chad_reverse, &derivative)) return EXIT_USAGE;
  if (options_text(session->arguments, "emit", NULL) != NULL) return emit(session, &derivative);
  if (derivative.own != NULL) {
    derivative.engine->print(session->store, derivative.own, session->arguments->out);
    return EXIT_HELD;
  }
  PrintStyle style = {.unicode = options_flag(session->arguments, "unicode"), .width = 100};
  style.width = (uint32_t)options_count(session->arguments, "width", style.width);
  char *text = name_definition(session, &derivative, &definition)
                   ? text_print_definition(session->store, &definition, style)
                   : NULL;
  if (text == NULL) {
    cli_error(session->arguments, "limit: the derivative is too large to print");
    return EXIT_USAGE;
  }
  fprintf(session->arguments->out, "%s\n", text);
  free(text);
  return EXIT_HELD;
}

static ExitCode run_derive(const Arguments *arguments) {
  Session session;
  ExitCode code = session_open(&session, arguments) ? derive(&session) : EXIT_USAGE;
  session_close(&session);
  return code;
}

static const Option derive_options[] = {
    OPTIONS_DEFINITION,
    OPTION_ENGINE("chad-reverse"),
    OPTION_SIMPLIFY,
    {.name = "emit",
     .kind = OPTION_CHOICE,
     .value = "let|c|adj|frechet|loops",
     .help = "code, of engines that make some: let bindings or a C function, straight-line; definitions "
             "(linmap-split); the function point-free, a *.frechet file (frechet, combinatory); loops: value and "
             "gradient in C with loops, by no engine"},
    {.name = "by",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "NAME",
     .help = "with --emit loops: the gradient by this argument (default: by all)"},
    {.name = "wrt",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "NAME",
     .help = "with frechet and --simplify: " OPTION_WRT_HELP},
    {.name = "forward",
     .kind = OPTION_FLAG,
     .help = "with --emit loops: in place of the gradient the derivative along a direction, of the arguments of --by"},
    {.name = "numbers",
     .kind = OPTION_CHOICE,
     .value = "double|float",
     .help = "with --emit loops: of C (default: double)"},
    {.name = "stages",
     .kind = OPTION_FLAG,
     .help = "with --engine linmap: each step from the definition to the optimised derivatives"},
    {.name = "unicode", .kind = OPTION_FLAG, .help = "print the symbols of the paper"},
    {.name = "width",
     .kind = OPTION_COUNT,
     .value = "N",
     .help = "break lines at N characters; 0: one line (default: 100)",
     .most = UINT32_MAX},
    {.name = NULL},
};
static const char *const derive_examples[] = {
    "derive tests/corpus/fig1b.adj --engine chad-reverse --simplify",
    "derive tests/corpus/fig1a.adj --engine chad-forward --unicode",
    "derive tests/corpus/linearmaps.adj --engine linmap --stages",
    "derive tests/corpus/caddie.adj --engine combinatory-reverse --emit c",
    "derive tests/corpus/frechet.adj --engine frechet-reverse --simplify",
    "derive tests/corpus/linearmaps.adj --engine linmap-split-reverse --emit adj",
    "derive tests/corpus/caddie.adj --engine combinatory-forward --emit frechet",
    "derive tests/corpus/gmm.adj --size n=1000 --size d=10 --size k=25 --emit loops --by alphas --by means --by icf",
    "derive a.adj --def f --engine chad-reverse --simplify=letInline,pairProj1,pairProj2",
    NULL};
const Command command_derive = {
    .name = "derive",
    .summary = "the derivative program that an engine makes",
    .operands = "FILE",
    .options = derive_options,
    .examples = derive_examples,
    .run = run_derive,
};
