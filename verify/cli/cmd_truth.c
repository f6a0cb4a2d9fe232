/* adjudge truth: certified value and derivatives of a program at a point. */
#include "verify/cli/certified_point.h"
#include "verify/cli/regions.h"

typedef struct Question {
  CertifiedPoint point;
  mpq_t *v;
  Germ germ;
  Enclosures path; /* what its straight-line code gives, by conventions at ties */
} Question;

/* The direction; none is needed for the value alone. */
static bool read_direction(Question *question) {
  CertifiedPoint *point = &question->point;
  Session *session = &point->session;
  InputSource along = {.option = "tangent",
                       .file_option = "tangents",
                       .what = "tangent of argument",
                       .types = session->definition->program.context,
                       .optional = true};
  Scalar *v =
      point->options.order > 0 ? session_inputs(session, &along) : session_alloc(session, point->inputs, sizeof *v);
  if (v == NULL) return false;
  for (size_t i = 0; i < point->inputs && point->options.order == 0; i++) v[i] = ring_integer(session->ring, 0);
  question->v = certified_point_rationals(point, v);
  return question->v != NULL;
}

static bool question_open(Question *question, const Arguments *arguments) {
  germ_init(&question->germ);
  enclosures_init(&question->path);
  question->v = NULL;
  return certified_point_open(&question->point, arguments, options_count(arguments, "order", 1)) &&
         read_direction(question);
}

static void question_close(Question *question) {
  germ_clear(&question->germ);
  enclosures_clear(&question->path);
  certified_point_free_rationals(&question->point, question->v);
  certified_point_close(&question->point);
}

static const char *verdict_text(const Germ *germ) {
  switch (germ->verdict) {
  case GERM_CERTIFIED: return "certified";
  case GERM_NOT_DIFFERENTIABLE: return germ->jump ? "certified: not continuous" : "certified: not differentiable";
  case GERM_EDGE: return "certified: x is not inside the domain";
  case GERM_UNDEFINED: return "certified: undefined";
  case GERM_UNDECIDED: break;
  }
  return germ->peano ? "not certified: Taylor's polynomial alone (Peano)" : "not certified";
}

/* value = , derivative 1 = , ... up to this order. */
static bool write_text(Question *question) {
  const Germ *germ = &question->germ;
  FILE *out = question->point.session.arguments->out;
  uint32_t order = question->point.options.order;
  bool good = true;
  for (int k = 0; k <= (germ->peano ? (int)order : germ->certified) && good; k++) {
    if (k == 0) fputs("value = ", out);
    if (k > 0)
      fprintf(out, k > germ->certified ? "derivative %u of Taylor's polynomial (Peano) = " : "derivative %u = ", k);
    good = certified_point_write(&question->point, &germ->numbers, (uint32_t)k);
    fputc('\n', out);
  }
  if (germ->verdict != GERM_CERTIFIED)
    fprintf(out, "derivative %u: %s (%s)\n", certified_point_stops(germ), verdict_text(germ), germ->why);
  for (uint32_t k = (uint32_t)germ->certified + 1; k <= order && question->path.precision > 0 && good; k++) {
    fprintf(out, "derivative %u of the path (conventions at ties) = ", k);
    good = certified_point_write(&question->point, &question->path, k);
    fputc('\n', out);
  }
  return good;
}

/* The orders from `first` to `last` as an array, if there are any. */
static bool write_array(Question *question, const char *name, const Enclosures *numbers, int first, int last) {
  FILE *out = question->point.session.arguments->out;
  bool good = true;
  if (first > last) return true;
  fprintf(out, ", \"%s\": [", name);
  for (int k = first; k <= last && good; k++) {
    if (k > first) fputs(", ", out);
    good = certified_point_write(&question->point, numbers, (uint32_t)k);
  }
  fputc(']', out);
  return good;
}

static bool write_json(Question *question, Status status) {
  const Germ *germ = &question->germ;
  FILE *out = question->point.session.arguments->out;
  int order = (int)question->point.options.order;
  fputs("{\"value\": ", out);
  bool good = certified_point_write(&question->point, &germ->numbers, 0) &&
              write_array(question, "derivatives", &germ->numbers, 1, germ->certified);
  if (germ->peano) good = good && write_array(question, "taylor", &germ->numbers, germ->certified + 1, order);
  if (question->path.precision > 0)
    good = good && write_array(question, "path", &question->path, germ->certified + 1, order);
  fprintf(out, ", \"verdict\": \"%s\"", certified_point_verdict(status, germ, verdict_text(germ)));
  if (germ->verdict != GERM_CERTIFIED)
    fprintf(out, ", \"order\": %u, \"why\": \"%s\"", certified_point_stops(germ), germ->why);
  fprintf(out, ", \"bits\": %ld}\n", (long)germ->numbers.precision);
  return good;
}

/* The derivative of the path, where there is no other. */
static void ask_path(Question *question) {
  CertifiedPoint *point = &question->point;
  Status status = truth_certified(point->certified, &point->session.definition->program, (const mpq_t *)point->x,
                                  (const mpq_t *)question->v, &point->options, &question->path);
  if (status != STATUS_OK) question->path.precision = 0;
}

static ExitCode answer(Question *question) {
  CertifiedPoint *point = &question->point;
  Germ *germ = &question->germ;
  Status status = truth_germ(point->certified, &point->session.definition->program, (const mpq_t *)point->x,
                             (const mpq_t *)question->v, &point->options, germ);
  if (germ->verdict != GERM_CERTIFIED && germ->certified >= 0) ask_path(question);
  bool json = point->session.format == OUTPUT_JSON;
  if (germ->certified >= 0 && !(json ? write_json(question, status) : write_text(question))) return EXIT_USAGE;
  return certified_point_end(point, status, germ);
}

static ExitCode run_truth(const Arguments *arguments) {
  if (options_flag(arguments, "regions"))
    return options_idle(arguments, "at|input|tangent|tangents|order|digits|bits", "--regions is of all inputs")
               ? EXIT_USAGE
               : run_regions(arguments);
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
    {.name = "tangents", .kind = OPTION_INPUT, .value = "FILE", .help = "directions: a JSON object by argument"},
    {.name = "order", .kind = OPTION_COUNT, .value = "K", .help = "derivatives up to this order (default: 1)"},
    OPTIONS_CERTIFIED,
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
    .options = truth_options,
    .examples = truth_examples,
    .details = "The k-th derivative is D^k f(x)[v, ..., v] along the direction v, by power series of balls in\n"
               "which the exact number lies for certain: [0.84147 +/- 1.02e-6].  The input is exact: 0.1 is 1/10.\n"
               "The precision rises until the digits are there; exit code 3 when they are not.\n"
               "It is the derivative of the function: at a tie of tests it is certified where all branches agree, or\n"
               "certified not to be there.  What AD gives at a tie, by conventions, is called the derivative of the\n"
               "path.\n"
               "With --regions no point is given: abs, sign, max and min part the inputs into regions, in each of\n"
               "which the laws are decided for all inputs, or not; on a boundary the program is smooth to first\n"
               "order, or has a kink or a jump, shown at a point.  What engines give for a derivative at a kink is\n"
               "a convention, and is checked to be the declared one.",
    .run = run_truth,
};
