/* adjudge jvp, vjp, grad, jacobian: products with the Jacobian at a point. */
#include "verify/cli/certified_point.h"
#include "verify/cli/derivative.h"
#include "verify/cli/files.h"

#include <stdlib.h>
#include <string.h>

/* What the four commands have in common, made before they differ. */
typedef struct Point {
  Session session;
  Derivative derivative;
  const Evaluator *evaluator;
  const Scalar *input;
  Scalar *primal;
} Point;

static bool point_open(Point *point, const Arguments *arguments, const Engine *engine) {
  Session *session = &point->session;
  if (!session_open(session, arguments) || !session_first_order(session)) return false;
  const Program *program = &session->definition->program;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  if (!derivative_make(session, engine, &point->derivative) || !derivative_tangents(session, &point->derivative))
    return false;
  point->evaluator = session_evaluator(arguments, &applied_evaluator);
  point->input = session_inputs(session, &source);
  if (point->input == NULL) return false;
  point->primal = session_alloc(session, type_node(&session->store->types, program->type)->dim, sizeof(Scalar));
  return point->primal != NULL;
}

/* Another engine of the same direction that gives the products, which are tried; NULL for none. */
static const Engine *engine_that_does(Point *point, bool reverse, uint32_t count, const Scalar *seeds, Scalar *answer) {
  Session *session = &point->session;
  Derivative other = point->derivative;
  if (point->derivative.engine->reverse != reverse) return NULL;
  other.engine = derivative_other(session, point->derivative.engine, &other.own);
  if (other.engine == NULL) return NULL;
  Status status = derivative_products(session, &other, point->evaluator, point->input, reverse, count, seeds,
                                      point->primal, answer);
  return status == STATUS_OK ? other.engine : NULL;
}

static ExitCode products_failed(Point *point, bool reverse, uint32_t count, const Scalar *seeds, Scalar *answer,
                                Status status) {
  const Session *session = &point->session;
  const Engine *other = status == STATUS_LIMIT ? engine_that_does(point, reverse, count, seeds, answer) : NULL;
  if (other == NULL) return session_failed(session, point->evaluator->name, status);
  cli_error(session->arguments,
            "%s: LIMIT: memory, depth, steps or the size of a type were exhausted (%s, %s); --engine %s gives it",
            name_text(session->store, session->definition->name), point->derivative.engine->name,
            point->evaluator->name, other->name);
  return EXIT_USAGE;
}

/* Computes `count` products with the seeds and answers them. */
static ExitCode products(Point *point, bool reverse, uint32_t count, const Scalar *seeds, Scalar **answer) {
  uint32_t dim = reverse ? point->derivative.inputs : point->derivative.outputs;
  *answer = session_alloc(&point->session, (size_t)count * dim, sizeof **answer);
  if (*answer == NULL) return EXIT_USAGE;
  ArenaMark mark = arena_mark(&point->session.arena);
  Status status = derivative_products(&point->session, &point->derivative, point->evaluator, point->input, reverse,
                                      count, seeds, point->primal, *answer);
  if (status == STATUS_OK) return EXIT_HELD;
  arena_release(&point->session.arena, mark); /* for another engine */
  return products_failed(point, reverse, count, seeds, *answer, status);
}

static void begin(const Point *point) {
  const Session *session = &point->session;
  fputs(session->format == OUTPUT_JSON ? "{\"value\": " : "value = ", session->arguments->out);
  session_write(session, session->definition->program.type, point->primal);
}

/* A field of the answer that has one type. */
static void field(const Point *point, const char *name, TypeId type, const Scalar *value) {
  const Session *session = &point->session;
  bool json = session->format == OUTPUT_JSON;
  fprintf(session->arguments->out, json ? ", \"%s\": " : "\n%s = ", name);
  session_write(session, type, value);
}

/* A field with one value for each argument. */
static void field_by_argument(const Point *point, const char *name, const bool *chosen, const Scalar *value) {
  const Session *session = &point->session;
  FILE *out = session->arguments->out;
  bool json = session->format == OUTPUT_JSON;
  if (json) fprintf(out, ", \"%s\": {", name);
  for (uint32_t k = 0, written = 0; k < session->definition->program.length; k++) {
    TypeId type = point->derivative.tangents[k];
    uint32_t dim = type_node(&session->store->types, type)->dim;
    value += dim;
    if (!chosen[k]) continue;
    if (json) {
      fputs(written++ == 0 ? "" : ", ", out);
      json_write_string(out, session_argument(session, k));
      fputs(": ", out);
    } else {
      fprintf(out, "\n%s %s = ", name, session_argument(session, k));
    }
    session_write(session, type, value - dim);
  }
  if (json) fputc('}', out);
}

static void end(const Point *point) {
  fputs(point->session.format == OUTPUT_JSON ? "}\n" : "\n", point->session.arguments->out);
}

static ExitCode jvp(Point *point) {
  InputSource source = {.option = "tangent",
                        .file_option = "tangents",
                        .what = "tangent of argument",
                        .types = point->derivative.tangents,
                        .optional = true};
  Scalar *seed = session_inputs(&point->session, &source), *tangent;
  if (seed == NULL) return EXIT_USAGE;
  ExitCode code = products(point, false, 1, seed, &tangent);
  if (code != EXIT_HELD) return code;
  begin(point);
  field(point, "tangent", point->derivative.tangent, tangent);
  end(point);
  return EXIT_HELD;
}

static ExitCode pull_back(Point *point, const Scalar *seed, const char *name) {
  Scalar *cotangent;
  bool *chosen = session_alloc(&point->session, point->session.definition->program.length, sizeof *chosen);
  if (chosen == NULL || !session_choose(&point->session, "wrt", chosen)) return EXIT_USAGE;
  ExitCode code = products(point, true, 1, seed, &cotangent);
  if (code != EXIT_HELD) return code;
  begin(point);
  field_by_argument(point, name, chosen, cotangent);
  end(point);
  return EXIT_HELD;
}

/* The seed of --cotangent VALUE, or of @FILE. */
static bool read_cotangent(Point *point, Scalar *seed) {
  Session *session = &point->session;
  const char *text = options_text(session->arguments, "cotangent", NULL);
  if (text == NULL) {
    char name[200];
    type_print(&session->store->types, point->derivative.tangent, name, sizeof name);
    cli_error(session->arguments, "the cotangent of the result, of type %s, is not given; use --cotangent VALUE", name);
    return false;
  }
  size_t length = strlen(text);
  char *bytes = text[0] == '@' ? file_read(session->arguments, text + 1, &length) : NULL;
  if (text[0] == '@' && bytes == NULL) return false;
  bool good =
      session_read_value(session, "cotangent", point->derivative.tangent, bytes == NULL ? text : bytes, length, seed);
  free(bytes);
  return good;
}

static ExitCode vjp(Point *point) {
  Scalar *seed = session_alloc(&point->session, point->derivative.outputs, sizeof *seed);
  if (seed == NULL || !read_cotangent(point, seed)) return EXIT_USAGE;
  return pull_back(point, seed, "cotangent");
}

static ExitCode grad(Point *point) {
  Session *session = &point->session;
  if (point->derivative.outputs != 1) {
    char name[200];
    type_print(&session->store->types, session->definition->program.type, name, sizeof name);
    cli_error(session->arguments, "grad: the result of %s has type %s, not real; use vjp with --cotangent, or jacobian",
              name_text(session->store, session->definition->name), name);
    return EXIT_USAGE;
  }
  Scalar one = ring_integer(session->ring, 1);
  return pull_back(point, &one, "gradient");
}

/* Rows are components of the result, columns those of the arguments. */
static void write_matrix(const Point *point, const Scalar *rows) {
  const Session *session = &point->session;
  uint32_t outputs = point->derivative.outputs, inputs = point->derivative.inputs;
  FILE *out = session->arguments->out;
  bool json = session->format == OUTPUT_JSON;
  fprintf(out, json ? ", \"jacobian\": [" : "\njacobian (%u x %u) =", outputs, inputs);
  for (uint32_t i = 0; i < outputs; i++) {
    fputs(json ? (i == 0 ? "[" : ", [") : "\n  [", out);
    for (uint32_t j = 0; j < inputs; j++) {
      if (j != 0) fputs(", ", out);
      number_write(out, session->ring, session->choice, rows[(size_t)i * inputs + j], session->format);
    }
    fputc(']', out);
  }
  if (json) fputc(']', out);
}

static ExitCode jacobian(Point *point) {
  Session *session = &point->session;
  bool reverse = point->derivative.engine->reverse;
  uint32_t outputs = point->derivative.outputs, inputs = point->derivative.inputs;
  uint32_t from = reverse ? outputs : inputs, to = reverse ? inputs : outputs;
  Scalar *units = session_alloc(session, (size_t)from * from, sizeof *units), *images;
  Scalar *rows = session_alloc(session, (size_t)outputs * inputs, sizeof *rows);
  if (units == NULL || rows == NULL) return EXIT_USAGE;
  for (size_t i = 0; i < (size_t)from * from; i++)
    units[i] = ring_integer(session->ring, i % ((size_t)from + 1) == 0 ? 1 : 0);
  ExitCode code = products(point, reverse, from, units, &images);
  if (code != EXIT_HELD) return code;
  for (uint32_t i = 0; i < from; i++)
    for (uint32_t j = 0; j < to; j++)
      rows[reverse ? (size_t)i * to + j : (size_t)j * from + i] = images[(size_t)i * to + j];
  begin(point);
  write_matrix(point, rows);
  end(point);
  return EXIT_HELD;
}

static ExitCode run(const Arguments *arguments, const Engine *engine, ExitCode (*finish)(Point *point)) {
  Point point;
  ExitCode code = point_open(&point, arguments, engine) ? finish(&point) : EXIT_USAGE;
  session_close(&point.session);
  return code;
}
static ExitCode run_jvp(const Arguments *arguments) { return run(arguments, &chad_forward, jvp); }
static ExitCode run_vjp(const Arguments *arguments) { return run(arguments, &chad_reverse, vjp); }
static ExitCode run_grad(const Arguments *arguments) { return run(arguments, &chad_reverse, grad); }
static ExitCode run_jacobian(const Arguments *arguments) {
  bool certified = options_flag(arguments, "certified");
  if (certified ? options_idle(arguments, "engine|evaluator|simplify|ring", "--certified is by no engine")
                : options_idle(arguments, "digits|bits", "it is of --certified"))
    return EXIT_USAGE;
  if (certified) return certified_derivatives(arguments, 1);
  return run(arguments, &chad_reverse, jacobian);
}

#define OPTIONS_DERIVATIVE(engine_name)                                                                                \
  OPTIONS_DEFINITION, OPTIONS_INPUT, OPTION_ENGINE(engine_name),                                                       \
      {.name = "evaluator",                                                                                            \
       .kind = OPTION_CHOICE,                                                                                          \
       .value = TARGET_EVALUATOR_CHOICES,                                                                              \
       .help = "the meaning of the derivative (default: applied)"},                                                    \
      OPTION_SIMPLIFY

static const Option jvp_options[] = {
    OPTIONS_DERIVATIVE("chad-forward"),
    {.name = "tangent",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "x=1",
     .help = "the tangent of an argument; 0 for those not named"},
    {.name = "tangents", .kind = OPTION_INPUT, .value = "FILE", .help = "tangents: a JSON object by argument"},
    {.name = NULL},
};
static const Option vjp_options[] = {
    OPTIONS_DERIVATIVE("chad-reverse"),
    {.name = "cotangent",
     .kind = OPTION_TEXT,
     .value = "VALUE",
     .help = "the cotangent of the result; @FILE reads it from a file"},
    OPTION_WRT,
    {.name = NULL},
};
static const Option grad_options[] = {OPTIONS_DERIVATIVE("chad-reverse"), OPTION_WRT, {.name = NULL}};
static const Option jacobian_options[] = {
    OPTIONS_DERIVATIVE("chad-reverse"),
    {.name = "certified", .kind = OPTION_FLAG, .help = "by no engine: the function's derivative, enclosed, or none"},
    OPTIONS_CERTIFIED,
    {.name = NULL},
};

static const char *const jvp_examples[] = {"jvp tests/corpus/fig1a.adj --at x=0.5 --tangent x=1",
                                           "jvp a.adj --def f --at 'x=[1,2]' --tangent 'x=[0,1]' --ring rational",
                                           NULL};
static const char *const vjp_examples[] = {"vjp tests/corpus/fig1a.adj --at x=0.5 --cotangent '[1, 0, 2]'",
                                           "vjp a.adj --at x=2 --cotangent @seed.json --evaluator operational", NULL};
static const char *const grad_examples[] = {
    "grad tests/corpus/gmm.adj --input tests/golden/gmm-input.json --format json",
    "grad a.adj --at x=3 --at y=4 --engine chad-forward",
    "grad tests/frechet/programs/network.frechet --input point.json --engine frechet-reverse --wrt w1 --wrt b1",
    "grad tests/cli/lists.adj --def weighted --at 'l=[1,2,5]' --at y=3", NULL};
static const char *const jacobian_examples[] = {
    "jacobian tests/corpus/bundle.adj --def residual --input tests/golden/bundle-input.json",
    "jacobian a.adj --at 'x=[1,2,3]' --ring rational --format json", NULL};

const Command command_jvp = {
    .name = "jvp",
    .summary = "the Jacobian times a tangent of the arguments",
    .operands = "FILE",
    .options = jvp_options,
    .examples = jvp_examples,
    .run = run_jvp,
};
const Command command_vjp = {
    .name = "vjp",
    .summary = "a cotangent of the result times the Jacobian",
    .operands = "FILE",
    .options = vjp_options,
    .examples = vjp_examples,
    .run = run_vjp,
};
const Command command_grad = {
    .name = "grad",
    .summary = "the gradient of a program with a real result",
    .operands = "FILE",
    .options = grad_options,
    .examples = grad_examples,
    .run = run_grad,
};
const Command command_jacobian = {
    .name = "jacobian",
    .summary = "the Jacobian: a row for each component of the result",
    .operands = "FILE",
    .options = jacobian_options,
    .examples = jacobian_examples,
    .run = run_jacobian,
};
