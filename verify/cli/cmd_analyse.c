/* adjudge analyse: CHAD's derivative over a commutative semiring of the user's. */
#include "ad/chad/chad.h"
#include "semantics/memory/try.h"
#include "semantics/rings/rings.h"
#include "verify/cli/semiring_file.h"
#include "verify/cli/sparsity.h"

#include <string.h>

/* Entries of the largest Jacobian that is computed. */
#define ENTRIES_MOST 65536u

typedef struct Analysed {
  Session *session;
  SemiringFile *semiring;
  bool formal, reverse;
  Pattern places; /* rows and columns alone */
  const Scalar *point;
  Scalar *value;               /* of the program, flat */
  Scalar *matrix, *by_program; /* row by row, column by column */
} Analysed;

static bool is_formal(const Session *session) { return options_flag(session->arguments, "formal"); }

/* ------------------------------------------------------------- both routes -- */

/* By the derivative in the monoid denotation. */
static Status by_chad(Analysed *a) {
  Session *session = a->session;
  const Program *source = &session->definition->program;
  Ring *ring = a->semiring->ring;
  uint32_t n = a->reverse ? a->places.rows : a->places.columns, m = a->reverse ? a->places.columns : a->places.rows;
  Program derivative;
  TypeId *contexts = session_alloc(session, source->length, sizeof *contexts);
  Scalar *seed = session_alloc(session, (size_t)n * n, sizeof *seed);
  Scalar *image = session_alloc(session, (size_t)n * m, sizeof *image);
  if (contexts == NULL || seed == NULL || image == NULL) return STATUS_LIMIT;
  TRY((a->reverse ? chad_reverse : chad_forward).transform(session->store, source, contexts, &derivative));
  for (uint32_t i = 0; i < n * n; i++) seed[i] = ring_integer(ring, i / n == i % n ? 1 : 0);
  Analysis analysis = semiring_analysis(a->semiring);
  if (a->formal) analysis.table = ANALYSIS_DERIVATIVE;
  Machine machine = session_machine(session);
  machine.analysis = &analysis;
  TRY(monoid_evaluator.eval_linear(&machine, &derivative, a->point, n, seed, a->value, image));
  for (uint32_t i = 0; i < n * m; i++) a->matrix[a->reverse ? i : (size_t)(i % m) * n + i / m] = image[i];
  return STATUS_OK;
}

/* By the program itself: over K[eps]/eps^2, or counted. */
static Status by_program(Analysed *a) {
  Session *session = a->session;
  Ring *base = session->ring, *ring = a->formal ? ring_dual_new(base) : semiring_counted(a->semiring, base);
  Scalar *room = session_alloc(session, (size_t)a->places.inputs + a->places.outputs, sizeof *room);
  Status status = ring == NULL || room == NULL ? STATUS_LIMIT : STATUS_OK;
  Varied varied = pattern_varied(&a->places, ring, a->semiring->ring);
  if (!a->formal) {
    varied.make = counted_make;
    varied.take = counted_count;
  }
  for (uint32_t column = 0; column < a->places.columns && status == STATUS_OK; column++) {
    ArenaMark mark = arena_mark(&session->arena);
    Machine machine = session_machine(session);
    machine.ring = ring;
    status = varied_column(&machine, &session->definition->program, &varied, a->point, column, room,
                           a->by_program + (size_t)column * a->places.rows);
    arena_release(&session->arena, mark);
  }
  if (ring != NULL) ring_destroy(ring);
  return status;
}

/* The first entry, row by row, of which the two are not one; false for none. */
static bool differ(const Analysed *a, uint32_t *row, uint32_t *column) {
  for (*row = 0; *row < a->places.rows; ++*row)
    for (*column = 0; *column < a->places.columns; ++*column)
      if (!ring_equal(a->semiring->ring, a->matrix[(size_t)*row * a->places.columns + *column],
                      a->by_program[(size_t)*column * a->places.rows + *row]))
        return true;
  return false;
}

/* ---------------------------------------------------------------- answers -- */

static int element_text(const Analysed *a, Scalar element, char *text, size_t size) {
  return ring_print(a->semiring->ring, element, text, size);
}

static void show_matrix(const Analysed *a) {
  FILE *out = a->session->arguments->out;
  char text[64];
  int width = 1;
  uint32_t entries = a->places.rows * a->places.columns;
  for (uint32_t i = 0; i < entries; i++) {
    int length = element_text(a, a->matrix[i], text, sizeof text);
    if (length > width) width = length;
  }
  for (uint32_t i = 0; i < entries; i++) {
    (void)element_text(a, a->matrix[i], text, sizeof text);
    (void)fprintf(out, "%*s%c", width, text, (i + 1) % a->places.columns == 0 ? '\n' : ' ');
  }
}

static const char *kind(const Analysed *a) {
  return a->formal ? "formal derivative at the point" : "weights of the paths that are taken at the point";
}

static void show_text(const Analysed *a, bool refuted, uint32_t row, uint32_t column) {
  FILE *out = a->session->arguments->out;
  const SemiringFile *semiring = a->semiring;
  char left[64], right[64];
  if (semiring->elements > 0)
    (void)fprintf(out, "semiring %s: the equations hold of all its %u elements\n", semiring->name, semiring->elements);
  else
    (void)fprintf(out, "semiring %s: %s\n", semiring->name, semiring->ring->ops->name);
  if (a->formal) {
    (void)fputs("value: ", out);
    session_write(a->session, a->session->definition->program.type, a->value);
    (void)fputc('\n', out);
  }
  (void)fprintf(out, "%u rows, %u columns, %s\n", a->places.rows, a->places.columns, kind(a));
  PatternGroup group;
  for (uint32_t k = 0; pattern_group(a->session, &a->places, &k, &group);)
    (void)fprintf(out, "columns %u..%u: %s\n", group.first, group.end - 1, group.name);
  show_matrix(a);
  if (!refuted) {
    (void)fprintf(out, "the program itself, run over %s, gives the same\n",
                  a->formal ? "dual numbers of the semiring" : "numbers that are counted in it");
    return;
  }
  (void)element_text(a, a->matrix[(size_t)row * a->places.columns + column], left, sizeof left);
  (void)element_text(a, a->by_program[(size_t)column * a->places.rows + row], right, sizeof right);
  (void)fprintf(out, "REFUTED: row %u, column %u: %s, and %s by the program itself\n", row, column, left, right);
}

static void show_json(const Analysed *a, bool refuted) {
  FILE *out = a->session->arguments->out;
  char text[64];
  (void)fputs("{\"semiring\": ", out);
  json_write_string(out, a->semiring->name);
  (void)fprintf(out, ", \"rows\": %u, \"columns\": %u, \"kind\": \"%s\", ", a->places.rows, a->places.columns,
                a->formal ? "formal" : "weights");
  if (a->formal) {
    (void)fputs("\"value\": ", out);
    session_write(a->session, a->session->definition->program.type, a->value);
    (void)fputs(", ", out);
  }
  (void)fputs("\"matrix\": [", out);
  for (uint32_t i = 0; i < a->places.rows * a->places.columns; i++) {
    (void)fputs(a->places.columns != 0 && i % a->places.columns != 0 ? ", " : i > 0 ? "], [" : "[", out);
    (void)element_text(a, a->matrix[i], text, sizeof text);
    json_write_string(out, text);
  }
  (void)fprintf(out, "%s], \"checked\": %s}\n", a->places.rows * a->places.columns > 0 ? "]" : "",
                refuted ? "false" : "true");
}

static ExitCode failed(const Analysed *a, const char *evaluator, Status status) {
  const Session *session = a->session;
  const char *name = name_text(session->store, session->definition->name);
  if (status == STATUS_LIMIT && a->semiring->elements == 0)
    cli_error(session->arguments, "%s: LIMIT: memory, depth or steps were exhausted, or a number of %s is too large",
              name, a->semiring->ring->ops->name);
  else if (status == STATUS_UNABLE)
    cli_error(session->arguments, "%s: UNABLE: the program uses an operation, a constant or a test that %s lacks", name,
              session->ring->ops->name);
  else
    return session_failed(session, evaluator, status);
  return EXIT_USAGE;
}

static ExitCode analyse(Analysed *a) {
  Session *session = a->session;
  const char *engine = options_text(session->arguments, "engine", NULL);
  InputSource source = {
      .option = "at", .file_option = "input", .what = "argument", .types = session->definition->program.context};
  a->point = a->formal ? session_inputs(session, &source) : pattern_point(session);
  if (a->point == NULL || !pattern_slots(session, &a->places)) return EXIT_USAGE;
  uint64_t entries = (uint64_t)a->places.rows * a->places.columns,
           widest = a->places.rows < a->places.columns ? a->places.rows : a->places.columns;
  a->reverse = engine != NULL ? strcmp(engine, "chad-reverse") == 0 : a->places.rows < a->places.columns;
  if (engine != NULL) widest = a->reverse ? a->places.rows : a->places.columns;
  if (entries > ENTRIES_MOST || widest * widest > ENTRIES_MOST) {
    cli_error(session->arguments, "limit: the Jacobian has more than %u entries", ENTRIES_MOST);
    return EXIT_USAGE;
  }
  a->value = session_alloc(session, a->places.outputs, sizeof *a->value);
  a->matrix = session_alloc(session, entries, sizeof *a->matrix);
  a->by_program = session_alloc(session, entries, sizeof *a->by_program);
  if (a->value == NULL || a->matrix == NULL || a->by_program == NULL) return EXIT_USAGE;
  Status status = by_chad(a);
  if (status != STATUS_OK) return failed(a, monoid_evaluator.name, status);
  status = by_program(a);
  if (status != STATUS_OK) return failed(a, source_evaluator.name, status);
  uint32_t row = 0, column = 0;
  bool refuted = differ(a, &row, &column);
  if (session->format == OUTPUT_JSON)
    show_json(a, refuted);
  else
    show_text(a, refuted, row, column);
  return refuted ? EXIT_REFUTED : EXIT_HELD;
}

/* A formal derivative is of numbers that are elements too. */
static void compute_in(Session *session, Ring *ring) {
  ring_destroy(session->ring);
  session->ring = ring;
  session->choice = RING_CHOICE_SEMIRING;
}

static ExitCode run_analyse(const Arguments *arguments) {
  Session session;
  SemiringFile semiring;
  ExitCode code = EXIT_USAGE;
  const char *path = options_text(arguments, "semiring", NULL);
  if (path == NULL) {
    cli_error(arguments, "over which semiring? --semiring FILE");
    return EXIT_USAGE;
  }
  bool good = semiring_file_read(arguments, path, &semiring);
  if (good && session_open_over(&session, arguments, RING_CHOICE_DOUBLE) && session_first_order(&session)) {
    Analysed a = {.session = &session, .semiring = &semiring, .formal = is_formal(&session)};
    if (a.formal) compute_in(&session, semiring.ring);
    code = analyse(&a);
    if (a.formal) semiring.ring = NULL; /* the session's */
  }
  if (good) session_close(&session);
  semiring_file_free(&semiring);
  return code;
}

static const Option analyse_options[] = {
    {.name = "semiring",
     .kind = OPTION_INPUT,
     .value = "FILE",
     .help = "the semiring, and what operations weigh in it"},
    {.name = "formal", .kind = OPTION_FLAG, .help = "the formal derivative, of values in the semiring, not of weights"},
    OPTIONS_DEFINITION,
    OPTIONS_POINT,
    {.name = "engine", .kind = OPTION_CHOICE, .value = "chad-forward|chad-reverse", .help = "the transform"},
    OPTION_FORMAT,
    {.name = NULL},
};
static const char *const analyse_examples[] = {
    "analyse tests/semirings/circuits.adj --def adder --semiring tests/semirings/xor.sr --formal --at x=[1,0,1]",
    "analyse tests/semirings/circuits.adj --def paths --semiring tests/semirings/delay.sr", NULL};
const Command command_analyse = {
    .name = "analyse",
    .summary = "a program's derivative over a commutative semiring of your own",
    .operands = "FILE",
    .options = analyse_options,
    .examples = analyse_examples,
    .details =
        "The file names a finite semiring's elements, zero, one, and the tables of sum and product, or the numbers\n"
        "natural, max-plus or min-plus; then what operations weigh.  The equations of commutative semirings are tried "
        "on\n"
        "all elements first.  CHAD's derivative is run with its elements for tangents: an entry is the sum, over the\n"
        "paths from an input to an output, of the product of weights; with --formal it is the formal derivative, and\n"
        "inputs are elements.  Both are compared with the program's own run.\nWithout any given, inputs are from 1/2 "
        "to 3/2.",
    .run = run_analyse,
};
