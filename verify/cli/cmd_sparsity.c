/* adjudge sparsity: which entries of a program's Jacobian may be other than 0. */
#include "verify/campaign/destination.h"
#include "verify/cli/sparsity.h"

#include <string.h>

/* Columns compared with the Jacobian unless --check says how many. */
#define CHECKED_COLUMNS 16u
/* The largest pattern that is shown as text. */
#define SHOWN_COLUMNS 128u
#define SHOWN_ROWS 256u

/* Inputs when none are given: spread over [1/2, 3/2) by steps of the golden ratio, so
 * that differences of inputs are not 0 either; Ints 0. */
#define GOLDEN 40503u /* 65536 / 1.618... */
static void fill(Session *session, TypeId type, Scalar **out, uint32_t *count) {
  const TypeNode *node = type_node(&session->store->types, type);
  if (node->kind == TYPE_INT) *(*out)++ = scalar_from_int(0);
  for (uint32_t i = 0; node->kind == TYPE_REAL && i < node->n; i++) {
    Scalar k = ring_integer(session->ring, 32768 + (int64_t)((*count)++ * GOLDEN % 65536));
    *(*out)++ = ring_div(session->ring, k, ring_integer(session->ring, 65536));
  }
  if (node->kind == TYPE_PROD) fill(session, node->a, out, count);
  if (node->kind == TYPE_PROD) fill(session, node->b, out, count);
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) fill(session, node->a, out, count);
}

const Scalar *pattern_point(Session *session) {
  const Program *program = &session->definition->program;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  uint64_t inputs = 0;
  uint32_t count = 0;
  if (options_nth(session->arguments, "at", 0) != NULL || options_text(session->arguments, "input", NULL) != NULL)
    return session_inputs(session, &source);
  for (uint32_t k = 0; k < program->length; k++) inputs += type_node(&session->store->types, program->context[k])->dim;
  Scalar *input = inputs > TYPE_MAX_LENGTH ? NULL : session_alloc(session, inputs, sizeof *input), *next = input;
  for (uint32_t k = 0; input != NULL && k < program->length; k++) fill(session, program->context[k], &next, &count);
  return input;
}

static void show_text(const Session *session, const Pattern *pattern, const PatternCheck *check, const char *kind) {
  FILE *out = session->arguments->out;
  uint64_t count = pattern_entries(pattern), all = (uint64_t)pattern->rows * pattern->columns;
  (void)fprintf(out, "%u rows, %u columns, %llu entries (%.4g %%), %s\n", pattern->rows, pattern->columns,
                (unsigned long long)count, all == 0 ? 0.0 : 100.0 * (double)count / (double)all, kind);
  PatternGroup group;
  for (uint32_t k = 0; pattern_group(session, pattern, &k, &group);)
    (void)fprintf(out, "columns %u..%u: %s\n", group.first, group.end - 1, group.name);
  if (pattern->rows <= SHOWN_ROWS && pattern->columns <= SHOWN_COLUMNS) {
    for (uint32_t row = 0; row < pattern->rows; row++) {
      for (uint32_t column = 0; column < pattern->columns; column++)
        (void)fputc(pattern_has(pattern, row, column) ? 'x' : '.', out);
      (void)fputc('\n', out);
    }
  }
  if (check == NULL) {
    (void)fprintf(out, "not checked\n");
    return;
  }
  (void)fprintf(out, "%u of %u columns checked: %llu entries of the Jacobian there are not 0, %s the pattern\n",
                check->columns, pattern->columns, (unsigned long long)check->nonzero,
                check->outside ? "and not all in" : "all in");
  if (check->undefined > 0)
    (void)fprintf(out, "%u columns have no derivative at the point, or numbers have none\n", check->undefined);
  if (check->outside) (void)fprintf(out, "REFUTED: row %u, column %u\n", check->row, check->column);
}

static void show_json(const Session *session, const Pattern *pattern, const PatternCheck *check, const char *kind) {
  FILE *out = session->arguments->out;
  (void)fprintf(out, "{\"rows\": %u, \"columns\": %u, \"entries\": %llu, \"kind\": \"%s\", \"pattern\": [",
                pattern->rows, pattern->columns, (unsigned long long)pattern_entries(pattern), kind);
  for (uint32_t row = 0; row < pattern->rows; row++) {
    const char *between = "";
    (void)fputs(row > 0 ? ", [" : "[", out);
    for (uint32_t column = pattern_next(pattern, row, 0, true); column < pattern->columns;
         column = pattern_next(pattern, row, column + 1, true)) {
      (void)fprintf(out, "%s%u", between, column);
      between = ", ";
    }
    (void)fputc(']', out);
  }
  (void)fputs("], \"check\": ", out);
  if (check == NULL)
    (void)fputs("null}\n", out);
  else
    (void)fprintf(out, "{\"columns\": %u, \"undefined\": %u, \"nonzero\": %llu, \"contained\": %s}}\n", check->columns,
                  check->undefined, (unsigned long long)check->nonzero, check->outside ? "false" : "true");
}

static bool write_svg(const Session *session, const Pattern *pattern) {
  const Arguments *arguments = session->arguments;
  const char *path = options_text(arguments, "svg", NULL);
  if (path == NULL) return true;
  Destination to;
  bool good = destination_open(&to, path);
  if (good) pattern_svg(session, pattern, to.file), good = destination_commit(&to);
  if (!good) cli_error(arguments, "%s: %s", path, destination_error());
  destination_abandon(&to);
  return good;
}

/* What the pattern is of. */
static const char *kind_of(const Pattern *pattern, bool pointwise) {
  bool ints = pattern->inputs > pattern->columns; /* as they were given: others may choose other entries */
  if (pointwise) return "at the point";
  if (!pattern->all) return "of some branches: there are more of them than were run";
  if (pattern->tests)
    return ints ? "static, for these Ints, of all branches together: which is run depends on the inputs"
                : "static, of all branches together: which is run depends on the inputs";
  return ints ? "static, for these Ints" : "static";
}

static ExitCode sparsity(Session *session) {
  const Arguments *arguments = session->arguments;
  bool pointwise = options_flag(arguments, "pointwise");
  const char *engine = options_text(arguments, "engine", NULL);
  Pattern pattern;
  PatternCheck check;
  const Scalar *input = pattern_point(session);
  if (input == NULL) return EXIT_USAGE;
  uint32_t outputs = type_node(&session->store->types, session->definition->program.type)->dim;
  bool reverse = engine != NULL ? strcmp(engine, "chad-reverse") == 0 : outputs == 1;
  Status status = pattern_make(session, input, reverse, pointwise, &pattern);
  if (pointwise && status == STATUS_UNABLE) {
    cli_error(arguments, "undecided: rounding may change the answer to a test at the point");
    return EXIT_UNDECIDED;
  }
  if (status != STATUS_OK) return session_failed(session, monoid_evaluator.name, status);
  uint64_t wanted = options_count(arguments, "check", CHECKED_COLUMNS);
  uint32_t columns = wanted > pattern.columns ? pattern.columns : (uint32_t)wanted;
  if (columns > 0) {
    status = pattern_check(session, input, &pattern, columns, &check);
    if (status != STATUS_OK) return session_failed(session, source_evaluator.name, status);
  }
  const char *kind = kind_of(&pattern, pointwise);
  (session->format == OUTPUT_JSON ? show_json : show_text)(session, &pattern, columns > 0 ? &check : NULL, kind);
  if (!write_svg(session, &pattern)) return EXIT_USAGE;
  if (columns > 0 && check.outside) return EXIT_REFUTED;
  return columns > 0 && check.columns > 0 && (pointwise || pattern.all) ? EXIT_HELD : EXIT_UNDECIDED;
}

static ExitCode run_sparsity(const Arguments *arguments) {
  Session session;
  ExitCode code = EXIT_USAGE;
  if (session_open_over(&session, arguments, RING_CHOICE_DOUBLE) && session_first_order(&session))
    code = sparsity(&session);
  session_close(&session);
  return code;
}

static const Option sparsity_options[] = {
    OPTIONS_DEFINITION,
    OPTIONS_POINT,
    {.name = "pointwise", .kind = OPTION_FLAG, .help = "leave out what is 0 at the point by the primitives alone"},
    {.name = "engine", .kind = OPTION_CHOICE, .value = "chad-forward|chad-reverse", .help = "the transform"},
    {.name = "check", .kind = OPTION_COUNT, .value = "N", .help = "columns to compare with the Jacobian (default: 16)"},
    {.name = "svg", .kind = OPTION_OUTPUT, .value = "FILE", .help = "a picture: a spy plot"},
    OPTION_FORMAT,
    {.name = NULL},
};
static const char *const sparsity_examples[] = {
    "sparsity tests/corpus/quaternion.adj",
    "sparsity tests/corpus/bundle.adj --def reprojections --size c=20 --size p=100 --svg spy.svg", NULL};
const Command command_sparsity = {
    .name = "sparsity",
    .summary = "which entries of a program's Jacobian may be other than 0",
    .operands = "FILE",
    .options = sparsity_options,
    .examples = sparsity_examples,
    .details =
        "CHAD's derivative is run with truth values for tangents, 64 unit vectors at once.  The static pattern\n"
        "is that of all branches of tests on reals, and of the Ints that are given: other Ints may have another.\n"
        "It is compared with columns of the Jacobian, by dual numbers through the program itself; an entry\n"
        "outside refutes it.  Without any given, inputs are from 1/2 to 3/2, Ints 0.",
    .run = run_sparsity,
};
