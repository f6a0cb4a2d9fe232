#include "verify/cli/certified_point.h"

#include <string.h>

#define MOST_DIGITS 10000u
#define DIGITS_PER_BIT 0.30103

static size_t flat_inputs(const Session *session) {
  const Program *program = &session->definition->program;
  size_t dim = 0;
  for (uint32_t k = 0; k < program->length; k++) dim += type_node(&session->store->types, program->context[k])->dim;
  return dim;
}

mpq_t *certified_point_rationals(CertifiedPoint *point, const Scalar *values) {
  mpq_t *out = session_alloc(&point->session, point->inputs, sizeof *out);
  for (size_t i = 0; out != NULL && i < point->inputs; i++) {
    mpq_init(out[i]);
    if (point->is_int[i])
      mpq_set_si(out[i], scalar_to_int(values[i]), 1);
    else
      rational_get(point->session.ring, values[i], out[i]);
  }
  return out;
}

void certified_point_free_rationals(const CertifiedPoint *point, mpq_t *values) {
  for (size_t i = 0; values != NULL && i < point->inputs; i++) mpq_clear(values[i]);
}

static bool read_point(CertifiedPoint *point) {
  Session *session = &point->session;
  const Program *program = &session->definition->program;
  InputSource at = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  point->inputs = flat_inputs(session);
  point->is_int = session_alloc(session, point->inputs, sizeof *point->is_int);
  const Scalar *x = point->is_int == NULL ? NULL : session_inputs(session, &at);
  if (x == NULL || certified_input_ints(point->certified, program, point->is_int) != STATUS_OK) return false;
  point->x = certified_point_rationals(point, x);
  return point->x != NULL;
}

bool certified_point_open(CertifiedPoint *point, const Arguments *arguments, uint64_t order) {
  memset(point, 0, sizeof *point);
  Session *session = &point->session;
  uint64_t digits = options_count(arguments, "digits", CERTIFIED_DIGITS);
  uint64_t bits = options_count(arguments, "bits", CERTIFIED_LIMIT);
  if (!session_open_over(session, arguments, RING_CHOICE_RATIONAL) || !session_first_order(session)) return false;
  if (order > JET_MAX_ORDER || digits == 0 || digits > MOST_DIGITS || bits < 2 || bits > CERTIFIED_MOST_BITS) {
    cli_error(arguments, "--order is at most %u, --digits from 1 to %u, --bits from 2 to %d", JET_MAX_ORDER,
              MOST_DIGITS, CERTIFIED_MOST_BITS);
    return false;
  }
  point->options = (CertifiedOptions){(uint32_t)order, (slong)digits, (slong)bits};
  point->truth = truth_new(session->store);
  point->certified = point->truth == NULL ? NULL : certified_new(point->truth);
  point->balls = ring_ball_new((slong)((double)(digits - 1) / DIGITS_PER_BIT) + 1);
  bool good = point->certified != NULL && point->balls != NULL;
  if (!good) cli_error(arguments, "limit: out of memory");
  return good && read_point(point);
}

void certified_point_close(CertifiedPoint *point) {
  if (point->balls != NULL) ring_destroy(point->balls);
  certified_free(point->certified);
  truth_free(point->truth);
  certified_point_free_rationals(point, point->x);
  session_close(&point->session);
}

static Scalar written(CertifiedPoint *point, const arb_t ball, bool is_int) {
  return is_int ? scalar_from_int(arf_get_si(arb_midref(ball), ARF_RND_NEAR)) : ball_make(point->balls, ball);
}

bool certified_point_write(CertifiedPoint *point, const Enclosures *numbers, uint32_t k) {
  Session *session = &point->session;
  Scalar *values = session_alloc(session, numbers->outputs, sizeof *values);
  if (values == NULL) return false;
  for (uint32_t i = 0; i < numbers->outputs; i++)
    values[i] = written(point, enclosure_of(numbers, i, k), numbers->is_int[i]);
  ValueWriter writer = {session->arguments->out, &session->store->types, point->balls, RING_CHOICE_RATIONAL,
                        session->format};
  return value_write(&writer, session->definition->program.type, values);
}

void certified_point_write_ball(CertifiedPoint *point, const arb_t ball) {
  number_write(point->session.arguments->out, point->balls, RING_CHOICE_RATIONAL, written(point, ball, false),
               point->session.format);
}

/* The numbers enclose, whatever their digits. */
static bool is_enclosed_alone(Status status, const Germ *germ) {
  return status == STATUS_LIMIT && germ->verdict == GERM_CERTIFIED;
}

const char *certified_point_verdict(Status status, const Germ *germ, const char *found) {
  return is_enclosed_alone(status, germ) ? "not certified: fewer digits than asked for" : found;
}

ExitCode certified_point_end(const CertifiedPoint *point, Status status, const Germ *germ) {
  const Session *session = &point->session;
  const Arguments *arguments = session->arguments;
  const char *name = name_text(session->store, session->definition->name);
  if (status == STATUS_OK && germ->verdict == GERM_UNDEFINED) {
    cli_error(arguments, "%s: undefined at this input, for certain", name);
    return EXIT_USAGE;
  }
  if (status == STATUS_OK && germ->verdict != GERM_UNDECIDED) return EXIT_HELD;
  if (status == STATUS_OK) {
    cli_error(arguments, "%s: UNDECIDED: not certified: %s", name, germ->why);
  } else if (status != STATUS_LIMIT) {
    cli_error(arguments, "%s: %s", name, status_name(status));
    return EXIT_USAGE;
  } else if (is_enclosed_alone(status, germ)) {
    cli_error(arguments, "%s: UNDECIDED: fewer digits than asked for at %ld bits; try --bits", name,
              (long)point->options.limit);
  } else {
    cli_error(arguments, "%s: LIMIT: memory, depth or steps were exhausted", name);
  }
  return EXIT_UNDECIDED;
}
