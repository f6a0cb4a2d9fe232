#include "verify/primitive/judge.h"

#include "verify/primitive/ring_tape.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BITS 128
#define TIE_UNITS 4      /* a computed number that is so near another may be rounded across it */
#define FEW_BITS 0x1p-8L /* of what is there: an answer with less is no answer */
#define OF_VALUE 4       /* how often an error of the value may be in what is made of it, as of its third power */
#define POLE 0x1p30L     /* how often a pole of low order multiplies an error of its operand, beside it */

const Format format_double = {0x1p-53, 0x1p-1074, DBL_MAX, 1024};
const Format format_single = {0x1p-24, 0x1p-149, FLT_MAX, 128};

/* 1 rounds to infinity for certain, -1 for certain not, 0 a ball around the largest number. */
static int beyond_largest(const arb_t certain, const Format *format) {
  arb_t edge, size;
  if (arf_cmpabs_2exp_si(arb_midref(certain), format->exponent - 1) < 0 &&
      mag_cmp_2exp_si(arb_radref(certain), format->exponent - 1) < 0)
    return -1;
  arb_init(edge), arb_init(size);
  arb_set_d(edge, format->unit / 2);
  arb_add_ui(edge, edge, 1, BITS); /* the largest number is (1 - u) 2^e: half a unit above it, to within u^2 */
  arb_set_d(size, format->largest);
  arb_mul(edge, edge, size, BITS);
  arb_abs(size, certain);
  int beyond = arb_gt(size, edge) ? 1 : arb_le(size, edge) ? -1 : 0;
  arb_clear(edge), arb_clear(size);
  return beyond;
}

bool certain_overflows(const arb_t certain, const Format *format) { return beyond_largest(certain, format) == 1; }

/* What one answer is judged by. */
typedef struct Evidence {
  Sizer *sizer;
  uint32_t component;
  Tolerance tolerance;
  double found;
  bool nonzero;            /* what is certain is not 0 */
  long double size;        /* its absolute value */
  long double most, least; /* the error is between them */
} Evidence;

static Evidence gather(const arb_t certain, double found) {
  arb_t distance;
  arf_t bound;
  Evidence e = {.found = found, .nonzero = !arb_contains_zero(certain), .most = INFINITY, .least = INFINITY};
  e.size = fabsl(extended_of_ball(certain));
  if (!isfinite(found)) return e;
  arb_init(distance), arf_init(bound);
  arb_set_d(distance, found);
  arb_sub(distance, certain, distance, BITS);
  arb_get_abs_ubound_arf(bound, distance, BITS);
  e.most = extended_of_arf(bound);
  arb_get_abs_lbound_arf(bound, distance, BITS);
  e.least = extended_of_arf(bound);
  arb_clear(distance), arf_clear(bound);
  return e;
}

/* No answer that is no number is near anything. */
static bool within(long double error, long double bound) { return isfinite(bound) && error <= bound; }

static bool leaves_range(const Evidence *e) {
  long double exponent = sizer_exponent(e->sizer), end = e->tolerance.format->exponent;
  bool gone = !isfinite(e->found) || e->found == 0;
  return (gone ? 4 : 2) * exponent >= end;
}

/* Whether the numbers around an answer are as large as its error; they take runs of their own, and are not asked for
 * where the error is beyond what rounds on the way in any case. */
static bool within_near(const Evidence *e, const Sizes *here, long double error) {
  long double ku = e->tolerance.ulps * e->tolerance.format->unit;
  if (isfinite(here->running) && error > ku * here->running) return false;
  return within(error, ku * fminl(here->running, fmaxl(sizer_near(e->sizer, e->component), e->size)));
}

/* A derivative of this size that is made of the value, as c x / f is, is off as that is: as its formula's own rounding
 * may be, though the sizes of the derivative are not, or as the rule's own value is. */
static Judgement class_by_value(const Evidence *e, long double size, long double error) {
  long double ku = e->tolerance.ulps * e->tolerance.format->unit;
  bool few = error <= FEW_BITS * e->size;
  if (few && within(error, ku * size * sizer_of_value(e->sizer))) return JUDGED_LOSES;
  if (!within(error, OF_VALUE * size * e->tolerance.of_value)) return JUDGED_WRONG;
  return few ? JUDGED_LOSES : JUDGED_ILL; /* the value itself is judged by PRIM-VALUE */
}

/* Whether the inputs, to within their last digits, do not say an answer of this size, which may be 0 along these seeds
 * alone. An answer that is a number is off by no more than they account for to first order, and what a pole makes of
 * that; where every slope is 0 there is no pole, and it is a number. */
static bool is_ill(const Evidence *e, const Sizes *here, Sizes generic, long double error) {
  long double ku = e->tolerance.ulps * e->tolerance.format->unit;
  bool number = isfinite(e->found);
  if (number && error > POLE * ku * fmaxl(here->conditioning, generic.conditioning)) return false;
  if (e->nonzero && ku * here->conditioning >= e->size / 2) return true;
  if (generic.size == 0 && !number) return false;
  return generic.conditioning > 0 && ku * generic.conditioning >= FEW_BITS * generic.size;
}

static bool is_doubtful(const Sizes *sizes, long double ku) {
  return sizes->size > 0 && ku * sizes->conditioning >= sizes->size / 2;
}

bool answer_is_ill(Sizer *sizer, uint32_t components, Tolerance tolerance) {
  long double ku = tolerance.ulps * tolerance.format->unit;
  for (uint32_t i = 0; i < components; i++) {
    const Sizes *here = sizer_here(sizer, i);
    if (here == NULL) continue;
    Sizes generic = sizer_generic(sizer, i); /* of seeds that are 0 */
    if (is_doubtful(here, ku) || is_doubtful(&generic, ku)) return true;
  }
  return false;
}

/* A number where the formula has no derivative of its own, though the function has one: by the sizes of the formula a
 * few units beside, where it may have none either. */
static Judgement class_at_edge(const Evidence *e, long double error, long double ku) {
  Judgement open = leaves_range(e) ? JUDGED_RANGE : JUDGED_UNDECIDED;
  const Sizes *beside = sizer_beside(e->sizer, e->component, (double)ku);
  if (beside == NULL || is_ill(e, beside, *beside, error)) return open;
  long double around = fmaxl(sizer_near(e->sizer, e->component), sizer_path(e->sizer, e->component));
  if (within(error, ku * around)) return JUDGED_LOSES;
  return isfinite(around) && error > FEW_BITS * around ? JUDGED_WRONG : open;
}

/* The classes in their order, for an error of this size that is more than the value's own units. */
static Judgement classify(const Evidence *e, long double error) {
  const Sizes *here = sizer_here(e->sizer, e->component);
  long double ku = e->tolerance.ulps * e->tolerance.format->unit, y = e->size;
  if (here == NULL && isfinite(e->found)) return class_at_edge(e, error, ku);
  if (here == NULL) return leaves_range(e) ? JUDGED_RANGE : JUDGED_WRONG;
  long double least = e->tolerance.ulps * e->tolerance.format->least;
  if (within(error, ku * (y + here->conditioning) + least) || within_near(e, here, error)) return JUDGED_HOLDS;
  Sizes generic = sizer_generic(e->sizer, e->component);
  if (within(error, ku * fmaxl(generic.conditioning, generic.size))) return JUDGED_LOSES;
  if (is_ill(e, here, generic, error)) return JUDGED_ILL;
  if (leaves_range(e)) return JUDGED_RANGE;
  long double near = fmaxl(sizer_near(e->sizer, e->component), y);
  long double around = fmaxl(fmaxl(near, sizer_path(e->sizer, e->component)), sizer_norm(e->sizer, e->component));
  bool lost = within(error, ku * here->running);
  bool quotients = within(error, ku * sizer_quotients(e->sizer, e->component));
  long double there = near > 0 || !quotients ? near : generic.size; /* along these seeds it may be 0 all around */
  bool few = (lost || quotients) && error <= FEW_BITS * there;
  if (few || within(error, ku * fmaxl(around, here->normwise))) return JUDGED_LOSES;
  Judgement by_value = class_by_value(e, fmaxl(y, generic.size), error);
  if (by_value != JUDGED_WRONG) return by_value;
  bool tied = sizer_nearest_tie(e->sizer) <= TIE_UNITS * e->tolerance.format->unit;
  if (tied && isfinite(e->found)) return JUDGED_ILL;
  return lost || quotients ? JUDGED_UNSTABLE : JUDGED_WRONG;
}

static bool is_bad(Judgement judged) { return judged == JUDGED_WRONG || judged == JUDGED_UNSTABLE; }

static bool is_that_infinity(const arb_t certain, int beyond, double found) {
  return beyond == 1 && isinf(found) && (found > 0) == (arb_is_positive(certain) != 0);
}

static double in_units(long double error, long double size, const Format *format) {
  int exponent = 0;
  (void)frexpl(size, &exponent);
  long double unit = format->least;
  if (size > 0) unit = fmaxl(unit, ldexpl(format->unit, exponent));
  return (double)(error / unit);
}

/* Of an answer that holds by what its inputs or its formula are worth: how many units of that. */
static double in_allowed_units(const Evidence *e, long double error) {
  const Sizes *here = sizer_here(e->sizer, e->component);
  const Format *format = e->tolerance.format;
  if (here == NULL) return 0;
  long double near = fmaxl(sizer_near(e->sizer, e->component), e->size);
  long double by_inputs = error / (format->unit * (e->size + here->conditioning) + format->least);
  long double size = format->unit * fminl(here->running, near);
  return (double)(size > 0 ? fminl(by_inputs, error / size) : by_inputs);
}

Judgement judge_answer(Sizer *sizer, uint32_t component, const arb_t certain, double found, Tolerance tolerance,
                       double *off) {
  if (off != NULL) *off = 0;
  if (!arb_is_finite(certain)) return JUDGED_UNDECIDED;
  int beyond = beyond_largest(certain, tolerance.format);
  if (is_that_infinity(certain, beyond, found)) return JUDGED_HOLDS;
  if (beyond != -1) return beyond == 1 && tolerance.rounds ? JUDGED_RANGE : JUDGED_UNDECIDED;
  Evidence e = gather(certain, found);
  e.sizer = sizer, e.component = component, e.tolerance = tolerance;
  double units = in_units(e.most, e.size, tolerance.format);
  if (off != NULL) *off = units;
  if (units <= tolerance.ulps) return JUDGED_HOLDS;
  if (!tolerance.rounds)
    return in_units(e.least, e.size, tolerance.format) > tolerance.ulps ? JUDGED_WRONG : JUDGED_UNDECIDED;
  Judgement judged = classify(&e, e.most);
  if (judged == JUDGED_HOLDS && off != NULL) *off = in_allowed_units(&e, e.most);
  return is_bad(judged) && judged != classify(&e, e.least) ? JUDGED_UNDECIDED : judged;
}

Judgement judge_sum(const arb_t certain, const arb_t scale, double found, Tolerance tolerance, double *off) {
  *off = 0;
  if (!arb_is_finite(certain)) return JUDGED_UNDECIDED;
  int beyond = beyond_largest(certain, tolerance.format);
  if (beyond != -1) return is_that_infinity(certain, beyond, found) ? JUDGED_HOLDS : JUDGED_UNDECIDED;
  Evidence e = gather(certain, found);
  long double size = fabsl(extended_of_ball(scale));
  *off = in_units(e.most, size, tolerance.format);
  if (*off <= tolerance.ulps) return JUDGED_HOLDS;
  return in_units(e.least, size, tolerance.format) > tolerance.ulps ? JUDGED_WRONG : JUDGED_UNDECIDED;
}

/* ---------------------------------------------------------------- writing -- */

/* The shortest decimal that reads back as x. */
static int print_shortest(double x, char *out, size_t size) {
  int wrote = 0;
  if (fabs(x) < 1e6 && x == trunc(x)) return snprintf(out, size, "%.0f", x);
  for (int digits = 1; digits <= 17; digits++) {
    wrote = snprintf(out, size, "%.*g", digits, x);
    double back = 0;
    if (isnan(x) || (sscanf(out, "%lf", &back) == 1 && back == x)) break;
  }
  return wrote;
}

static void print_list(uint32_t count, const double *x, bool hexadecimal, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < count; i++) {
    char number[40];
    if (hexadecimal)
      (void)snprintf(number, sizeof number, "%a", x[i]);
    else
      (void)print_shortest(x[i], number, sizeof number);
    if (used + strlen(number) + 8 >= size) {
      (void)snprintf(out + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(out + used, size - used, "%s%s", i == 0 ? "" : ", ", number);
  }
}

void print_doubles(uint32_t count, const double *x, char *out, size_t size) { print_list(count, x, false, out, size); }
void print_hexadecimal(uint32_t count, const double *x, char *out, size_t size) {
  print_list(count, x, true, out, size);
}

/* Nothing is simpler than 0, and 1 is next. */
static double number_cost(double x) {
  char text[40];
  if (x == 0) return signbit(x) ? 0.75 : 0.25;
  return print_shortest(x, text, sizeof text) + (signbit(x) ? 0.5 : 0) + (x == 1 ? -0.25 : 0) +
         fmin(fabs(log2(fabs(x))), 1100) / 64;
}

#define TAIL_EXPONENT 10
#define SPECIAL_COST 100
#define TAIL_COST 10000

/* Ordinary inputs come before ties and zeros, and those before tails. */
static double rank_of(const double *x, uint32_t i) {
  double rank = 0;
  if (x[i] == 0) rank += SPECIAL_COST;
  for (uint32_t j = 0; j < i && x[i] != 0; j++) {
    if (x[j] == x[i]) return rank + SPECIAL_COST;
  }
  return x[i] != 0 && !(fabs(log2(fabs(x[i]))) <= TAIL_EXPONENT) ? rank + TAIL_COST : rank;
}

double point_cost(uint32_t count, const double *x) {
  double cost = 0;
  for (uint32_t i = 0; i < count; i++) cost += number_cost(x[i]) + rank_of(x, i);
  return cost;
}

double seed_cost(uint32_t count, const double *seed) {
  double cost = 0;
  for (uint32_t i = 0; i < count; i++) cost += seed[i] == 0 ? 0 : seed[i] == 1 ? 1 : seed[i] == trunc(seed[i]) ? 2 : 3;
  return cost;
}

double digits_kept(const arb_t certain, double found) {
  if (!isfinite(found) || !arb_is_finite(certain)) return 0;
  Evidence e = gather(certain, found);
  return e.most == 0 ? 16 : (double)fminl(16, fmaxl(0, log10l(e.size / e.most)));
}

long double relative_error(const arb_t certain, double found) {
  if (!isfinite(found) || found == 0 || !arb_is_finite(certain)) return 0;
  Evidence e = gather(certain, found);
  return e.nonzero && e.size > 0 ? e.most / e.size : 0;
}

void print_digits_lost(const arb_t certain, double found, const Format *format, char *out, size_t size) {
  out[0] = '\0';
  if (!isfinite(found) || !arb_is_finite(certain)) return;
  Evidence e = gather(certain, found);
  (void)snprintf(out, size, "%d digits agree, off by %.3g ulps", (int)digits_kept(certain, found),
                 in_units(e.most, e.size, format));
}
