/* adjudge hessian, and jacobian and grad with --certified: all first and second derivatives at a point, certified. */
#include "verify/cli/certified_point.h"

#include <stdlib.h>

typedef struct Direction {
  Germ germ;
  slong digits; /* asked for */
  Status status;
} Direction;

/* One certificate for each direction e_i (order 1 and 2) and e_i + e_j (order 2). */
typedef struct Derivatives {
  CertifiedPoint point;
  uint32_t columns;
  size_t *real;     /* flat inputs that are reals */
  Direction *along; /* by place_of */
  uint32_t directions;
  const Germ *worst; /* the first that is not certified, else the first */
  Status status;
} Derivatives;

static uint32_t place_of(uint32_t i, uint32_t j) { return i * (i + 1) / 2 + j; }

static bool make_room(Derivatives *all) {
  CertifiedPoint *point = &all->point;
  all->real = session_alloc(&point->session, point->inputs, sizeof *all->real);
  for (size_t i = 0; all->real != NULL && i < point->inputs; i++) {
    if (!point->is_int[i]) all->real[all->columns++] = i;
  }
  all->directions = all->columns == 0 ? 1 : place_of(all->columns, 0);
  all->along = session_alloc(&point->session, all->directions, sizeof *all->along);
  for (uint32_t k = 0; all->along != NULL && k < all->directions; k++) germ_init(&all->along[k].germ);
  return all->real != NULL && all->along != NULL;
}

static void ask(Derivatives *all, uint32_t i, uint32_t j, slong digits, mpq_t *v) {
  CertifiedPoint *point = &all->point;
  Direction *along = &all->along[place_of(i, j)];
  CertifiedOptions options = point->options;
  options.digits = along->digits = digits;
  for (size_t k = 0; k < point->inputs; k++) mpq_set_ui(v[k], 0, 1);
  if (all->columns > 0) mpq_set_ui(v[all->real[i]], 1, 1);
  if (all->columns > 0) mpq_set_ui(v[all->real[j]], 1, 1);
  along->status = truth_germ(point->certified, &point->session.definition->program, (const mpq_t *)point->x,
                             (const mpq_t *)v, &options, &along->germ);
}

static void take(Derivatives *all, const Direction *along) {
  bool worse = all->worst == NULL || (all->status == STATUS_OK && all->worst->verdict == GERM_CERTIFIED &&
                                      (along->status != STATUS_OK || along->germ.verdict != GERM_CERTIFIED));
  if (worse) all->worst = &along->germ;
  if (worse) all->status = along->status;
}

/* d f_o / d x_i d x_j, j <= i, by f'' along x_i + x_j, which has it twice besides those along x_i and x_j. */
static void second_derivative(const Derivatives *all, uint32_t o, uint32_t i, uint32_t j, arb_t out) {
  slong bits = all->point.options.limit;
  arb_srcptr both = enclosure_of(&all->along[place_of(i, j)].germ.numbers, o, 2);
  if (i == j) {
    arb_set(out, both);
    return;
  }
  arb_sub(out, both, enclosure_of(&all->along[place_of(i, i)].germ.numbers, o, 2), bits);
  arb_sub(out, out, enclosure_of(&all->along[place_of(j, j)].germ.numbers, o, 2), bits);
  arb_mul_2exp_si(out, out, -1);
}

/* Whether each output's has the digits, or, with `zeros`, may be 0. */
static bool has_digits(const Derivatives *all, uint32_t i, uint32_t j, bool zeros) {
  const Enclosures *numbers = &all->along[place_of(i, j)].germ.numbers;
  bool good = true;
  arb_t entry;
  arb_init(entry);
  for (uint32_t o = 0; o < numbers->outputs && good; o++) {
    if (numbers->is_int[o]) continue;
    second_derivative(all, o, i, j, entry);
    good = certified_has_digits(entry, all->point.options.digits) || (zeros && arb_contains_zero(entry));
  }
  arb_clear(entry);
  return good;
}

/* A difference has fewer digits than what it is of, which are asked for with more.  One that is 0 has none: that it is
 * 0 to FINEST times as many as of those is what can be had. */
#define FINEST 4
static void refine(Derivatives *all, uint32_t i, uint32_t j, mpq_t *v) {
  const uint32_t of[][2] = {{i, i}, {j, j}, {i, j}};
  bool there = true, found = has_digits(all, i, j, false);
  for (slong times = 2; times <= FINEST && !found; times *= 2) {
    there = true;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
      Direction *along = &all->along[place_of(of[k][0], of[k][1])];
      slong digits = times * all->point.options.digits;
      if (along->digits < digits) ask(all, of[k][0], of[k][1], digits, v);
      if (along->germ.verdict != GERM_CERTIFIED) take(all, along);
      there = there && along->status == STATUS_OK;
    }
    found = has_digits(all, i, j, false);
  }
  if (!found && !(there && has_digits(all, i, j, true))) all->status = STATUS_LIMIT;
}

static bool ask_all(Derivatives *all) {
  mpq_t *v = calloc(all->point.inputs + 1, sizeof *v);
  bool second = all->point.options.order > 1;
  if (v == NULL) return false;
  for (size_t k = 0; k < all->point.inputs; k++) mpq_init(v[k]);
  for (uint32_t i = 0; i < (all->columns == 0 ? 1 : all->columns); i++) {
    for (uint32_t j = second ? 0 : i; j <= i; j++) {
      ask(all, i, j, all->point.options.digits, v);
      take(all, &all->along[place_of(i, j)]);
    }
  }
  for (uint32_t i = 0; i < all->columns && second; i++) {
    for (uint32_t j = 0; j < i && all->status == STATUS_OK && all->worst->verdict == GERM_CERTIFIED; j++)
      refine(all, i, j, v);
  }
  for (size_t k = 0; k < all->point.inputs; k++) mpq_clear(v[k]);
  free(v);
  return true;
}

/* ------------------------------------------------------------- writing -- */

static void write_entry(Derivatives *all, uint32_t k, uint32_t o, uint32_t i, uint32_t j) {
  arb_t entry;
  arb_init(entry);
  if (k == 1)
    arb_set(entry, enclosure_of(&all->along[place_of(j, j)].germ.numbers, i, 1));
  else
    second_derivative(all, o, i > j ? i : j, i > j ? j : i, entry);
  certified_point_write_ball(&all->point, entry);
  arb_clear(entry);
}

/* The Jacobian (k = 1), or the second derivatives of output o (k = 2). */
static void write_matrix(Derivatives *all, uint32_t k, uint32_t o, uint32_t rows) {
  FILE *out = all->point.session.arguments->out;
  bool json = all->point.session.format == OUTPUT_JSON;
  if (json) fputc('[', out);
  for (uint32_t i = 0; i < rows; i++) {
    fputs(json ? (i == 0 ? "[" : ", [") : "\n  [", out);
    for (uint32_t j = 0; j < all->columns; j++) {
      if (j != 0) fputs(", ", out);
      write_entry(all, k, o, i, j);
    }
    fputc(']', out);
  }
  if (json) fputc(']', out);
}

static void write_hessians(Derivatives *all, uint32_t outputs) {
  FILE *out = all->point.session.arguments->out;
  bool json = all->point.session.format == OUTPUT_JSON;
  if (json) fputs(", \"hessian\": [", out);
  for (uint32_t o = 0; o < outputs; o++) {
    if (json && o > 0) fputs(", ", out);
    if (!json && outputs == 1) fprintf(out, "\nhessian (%u x %u) =", all->columns, all->columns);
    if (!json && outputs > 1) fprintf(out, "\nhessian of component %u (%u x %u) =", o + 1, all->columns, all->columns);
    write_matrix(all, 2, o, all->columns);
  }
  if (json) fputc(']', out);
}

static bool write_all(Derivatives *all) {
  const Germ *germ = all->worst;
  FILE *out = all->point.session.arguments->out;
  bool json = all->point.session.format == OUTPUT_JSON;
  uint32_t outputs = germ->numbers.outputs;
  fputs(json ? "{\"value\": " : "value = ", out);
  if (!certified_point_write(&all->point, &germ->numbers, 0)) return false;
  if (germ->certified >= 1 && json) fputs(", \"jacobian\": ", out);
  if (germ->certified >= 1 && !json) fprintf(out, "\njacobian (%u x %u) =", outputs, all->columns);
  if (germ->certified >= 1) write_matrix(all, 1, 0, outputs);
  if (germ->certified >= 2) write_hessians(all, outputs);
  if (json) {
    fprintf(out, ", \"verdict\": \"%s\"}\n", certified_point_verdict(all->status, germ, germ_verdict_name(germ)));
  } else if (germ->verdict != GERM_CERTIFIED) {
    fprintf(out, "\nderivative %u: %s%s (%s)\n", certified_point_stops(germ),
            germ->verdict == GERM_UNDECIDED ? "" : "certified: ", germ_verdict_name(germ), germ->why);
  } else {
    fputc('\n', out);
  }
  return true;
}

static ExitCode answer(Derivatives *all) {
  if (!make_room(all) || !ask_all(all)) return EXIT_USAGE;
  if (all->worst->certified >= 0 && !write_all(all)) return EXIT_USAGE;
  return certified_point_end(&all->point, all->status, all->worst);
}

ExitCode certified_derivatives(const Arguments *arguments, uint32_t order) {
  Derivatives all = {.status = STATUS_OK};
  ExitCode code = certified_point_open(&all.point, arguments, order) ? answer(&all) : EXIT_USAGE;
  for (uint32_t k = 0; k < all.directions && all.along != NULL; k++) germ_clear(&all.along[k].germ);
  certified_point_close(&all.point);
  return code;
}

static ExitCode run_hessian(const Arguments *arguments) { return certified_derivatives(arguments, 2); }

static const Option hessian_options[] = {
    OPTIONS_DEFINITION, OPTIONS_POINT, OPTIONS_CERTIFIED, OPTION_FORMAT, {.name = NULL}};
static const char *const hessian_examples[] = {
    "hessian tests/corpus/logsumexp.adj --def logsumexp --size n=2 --at x=[0,0]",
    "hessian a.adj --def f --at x=1/3 --at y=2 --digits 30 --format json", NULL};
const Command command_hessian = {
    .name = "hessian",
    .summary = "all first and second derivatives of a program at a point, certified",
    .operands = "FILE",
    .options = hessian_options,
    .examples = hessian_examples,
    .details =
        "By no engine: the derivatives of the function, as adjudge truth gives them in one direction.  A number is\n"
        "given only where the derivative is certified to be there, ties of tests included.  A mixed derivative\n"
        "that is 0 has no digits: it is 0 to four times those of the derivatives whose difference it is.",
    .run = run_hessian,
};
