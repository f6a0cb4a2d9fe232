/* adjudge truth: certified value and derivatives of a program at a point. */
#include "verify/cli/regions.h"
#include "verify/cli/session.h"
#include "verify/truth/truth_certified.h"

#include <string.h>

#define MOST_DIGITS 10000u
#define DIGITS_PER_BIT 0.30103

typedef struct Question {
  Session session;
  CertifiedOptions options;
  mpq_t *x, *v; /* `inputs` of each; NULL before they are read */
  size_t inputs;
  Truth *truth;
  Certified *certified;
  Enclosures answer;
} Question;

static size_t flat_inputs(const Session *session) {
  const Program *program = &session->definition->program;
  size_t dim = 0;
  for (uint32_t k = 0; k < program->length; k++) dim += type_node(&session->store->types, program->context[k])->dim;
  return dim;
}

/* The scalars of the session's exact ring as rationals, words of Ints too. */
static mpq_t *rationals(Session *session, const Scalar *values, size_t count, const bool *is_int) {
  mpq_t *out = session_alloc(session, count, sizeof *out);
  for (size_t i = 0; out != NULL && i < count; i++) {
    mpq_init(out[i]);
    if (is_int[i])
      mpq_set_si(out[i], scalar_to_int(values[i]), 1);
    else
      rational_get(session->ring, values[i], out[i]);
  }
  return out;
}

static void free_rationals(mpq_t *values, size_t count) {
  for (size_t i = 0; values != NULL && i < count; i++) mpq_clear(values[i]);
}

/* Point and direction; no direction is needed for the value alone. */
static bool read_point(Question *question) {
  Session *session = &question->session;
  const TypeId *types = session->definition->program.context;
  InputSource at = {.option = "at", .file_option = "input", .what = "argument", .types = types};
  InputSource along = {
      .option = "tangent", .file_option = "tangents", .what = "tangent of argument", .types = types, .optional = true};
  question->inputs = flat_inputs(session);
  bool *is_int = session_alloc(session, question->inputs, sizeof *is_int);
  const Scalar *x = is_int == NULL ? NULL : session_inputs(session, &at), *v = x;
  if (x == NULL) return false;
  if (question->options.order > 0) v = session_inputs(session, &along);
  if (v == NULL || certified_input_ints(question->certified, &session->definition->program, is_int) != STATUS_OK)
    return false;
  question->x = rationals(session, x, question->inputs, is_int);
  question->v = rationals(session, v, question->inputs, is_int);
  return question->x != NULL && question->v != NULL;
}

static bool question_open(Question *question, const Arguments *arguments) {
  memset(question, 0, sizeof *question);
  enclosures_init(&question->answer);
  Session *session = &question->session;
  uint64_t order = options_count(arguments, "order", 1), digits = options_count(arguments, "digits", CERTIFIED_DIGITS);
  uint64_t bits = options_count(arguments, "bits", CERTIFIED_LIMIT);
  if (!session_open_over(session, arguments, RING_CHOICE_RATIONAL) || !session_first_order(session)) return false;
  if (order > JET_MAX_ORDER || digits == 0 || digits > MOST_DIGITS || bits < 2 || bits > CERTIFIED_MOST_BITS) {
    cli_error(arguments, "--order is at most %u, --digits from 1 to %u, --bits from 2 to %d", JET_MAX_ORDER,
              MOST_DIGITS, CERTIFIED_MOST_BITS);
    return false;
  }
  question->options = (CertifiedOptions){(uint32_t)order, (slong)digits, (slong)bits};
  question->truth = truth_new(session->store);
  question->certified = question->truth == NULL ? NULL : certified_new(question->truth);
  if (question->certified == NULL) cli_error(arguments, "limit: out of memory");
  return question->certified != NULL && read_point(question);
}

static void question_close(Question *question) {
  enclosures_clear(&question->answer);
  certified_free(question->certified);
  truth_free(question->truth);
  free_rationals(question->x, question->inputs);
  free_rationals(question->v, question->inputs);
  session_close(&question->session);
}

/* The k-th derivative, in the shape of the result's type; Ints are words. */
static bool write_derivative(Question *question, Ring *balls, uint32_t k) {
  Session *session = &question->session;
  const Enclosures *answer = &question->answer;
  Scalar *values = session_alloc(session, answer->outputs, sizeof *values);
  if (values == NULL) return false;
  for (uint32_t i = 0; i < answer->outputs; i++) {
    arb_srcptr ball = enclosure_of(answer, i, k);
    values[i] =
        answer->is_int[i] ? scalar_from_int(arf_get_si(arb_midref(ball), ARF_RND_NEAR)) : ball_make(balls, ball);
  }
  ValueWriter writer = {session->arguments->out, &session->store->types, balls, RING_CHOICE_RATIONAL, session->format};
  return value_write(&writer, session->definition->program.type, values);
}

static bool write_answer(Question *question) {
  const Session *session = &question->session;
  FILE *out = session->arguments->out;
  bool json = session->format == OUTPUT_JSON, good = true;
  /* the precision at which a ball prints as many digits as were asked for */
  Ring *balls = ring_ball_new((slong)((double)(question->options.digits - 1) / DIGITS_PER_BIT) + 1);
  if (balls == NULL) return false;
  for (uint32_t k = 0; k <= question->options.order && good; k++) {
    if (k == 0) fputs(json ? "{\"value\": " : "value = ", out);
    if (k > 0 && json) fputs(k == 1 ? ", \"derivatives\": [" : ", ", out);
    if (k > 0 && !json) fprintf(out, "derivative %u = ", k);
    good = write_derivative(question, balls, k);
    if (!json) fputc('\n', out);
  }
  if (json)
    fprintf(out, "%s, \"bits\": %ld}\n", question->options.order > 0 ? "]" : "", (long)question->answer.precision);
  ring_destroy(balls);
  return good;
}

static ExitCode answer(Question *question) {
  const Session *session = &question->session;
  const Arguments *arguments = session->arguments;
  const char *name = name_text(session->store, session->definition->name);
  Status status = truth_certified(question->certified, &session->definition->program, (const mpq_t *)question->x,
                                  (const mpq_t *)question->v, &question->options, &question->answer);
  if (status != STATUS_OK && status != STATUS_LIMIT) {
    cli_error(arguments, "%s: %s: the program or a derivative is undefined at this input, for certain", name,
              status_name(status));
    return EXIT_USAGE;
  }
  if (question->answer.precision > 0 && !write_answer(question)) return EXIT_USAGE;
  if (status == STATUS_OK) return EXIT_HELD;
  if (question->answer.straddles || question->answer.precision > 0) {
    cli_error(arguments, "%s: UNDECIDED: %s at %ld bits; try --bits", name,
              question->answer.straddles ? "a ball straddles the edge of a domain or a kink"
                                         : "fewer digits than asked for",
              (long)question->options.limit);
  } else {
    cli_error(arguments, "%s: LIMIT: memory, depth or steps were exhausted", name);
  }
  return EXIT_UNDECIDED;
}

static ExitCode run_truth(const Arguments *arguments) {
  if (options_flag(arguments, "regions")) return run_regions(arguments);
  Question question;
  ExitCode code = question_open(&question, arguments) ? answer(&question) : EXIT_USAGE;
  question_close(&question);
  return code;
}

static const Option truth_options[] = {
    OPTIONS_DEFINITION,
    OPTIONS_POINT,
    {.name = "tangent",
     .kind = OPTION_TEXT,
     .repeated = true,
     .value = "x=1",
     .help = "the direction of an argument; 0 for those not named"},
    {.name = "tangents", .kind = OPTION_TEXT, .value = "FILE", .help = "directions: a JSON object by argument"},
    {.name = "order", .kind = OPTION_COUNT, .value = "K", .help = "derivatives up to this order (default: 1)"},
    {.name = "digits", .kind = OPTION_COUNT, .value = "D", .help = "certified digits of each number (default: 15)"},
    {.name = "bits", .kind = OPTION_COUNT, .value = "B", .help = "the highest precision tried (default: 4096)"},
    {.name = "regions", .kind = OPTION_FLAG, .help = "for all inputs: the regions between tests on signs, and kinks"},
    OPTION_FORMAT,
    {.name = NULL},
};
static const char *const truth_examples[] = {
    "truth tests/corpus/caddie.adj --def norm --at x=[2,3,6] --tangent x=[1,0,0] --digits 30",
    "truth a.adj --def f --at x=1/3 --tangent x=1 --order 4", "truth a.adj --at x=0.1 --order 0 --format json",
    "truth tests/corpus/kinks.adj --def huber --regions", NULL};
const Command command_truth = {
    .name = "truth",
    .summary = "certified value and derivatives of a program at a point",
    .operands = "FILE",
    .least_operands = 1,
    .most_operands = 1,
    .options = truth_options,
    .examples = truth_examples,
    .details = "The k-th derivative is D^k f(x)[v, ..., v] along the direction v, by power series of balls in\n"
               "which the exact number lies for certain: [0.84147 +/- 1.02e-6].  The input is exact: 0.1 is 1/10.\n"
               "The precision rises until the digits are there; exit code 3 when they are not.\n"
               "With --regions no point is given: abs, sign, max and min part the inputs into regions, in each of\n"
               "which the laws are proved for all inputs, or not; on a boundary the program is smooth to first\n"
               "order, or has a kink or a jump, shown at a point.  What engines give for a derivative at a kink is\n"
               "a convention, and is checked to be the declared one.",
    .run = run_truth,
};
