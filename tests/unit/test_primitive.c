/* Campaigns on primitives: rules over binary64 as other systems shipped them.
 *
 * Each case is a specification and a rule in C.  The right rule of each holds; a wrong
 * one, most of them a bug that a real system had, is refuted in the property that
 * should see it. */
#include "tests/unit/plain_rule.h"
#include "tests/unit/specification.h"
#include "verify/primitive/judge.h"
#include "verify/primitive/oracle.h"
#include "verify/primitive/report.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Case {
  const char *name, *specification;
  Function value, jvp, vjp;
  int refuted; /* PropertyId, or -1: all hold */
} Case;

static int exit_code(const PrimitiveReport *report) {
  static const Primitive subject = {.size_count = 0};
  Account account = primitive_report_account(&subject, report);
  return account_exit(&account, false);
}

/* Gives the digest of all calls. */
static uint64_t judge_case(const Case *c, PrimitiveReport *report) {
  Store *store = store_new(1u << 20);
  Primitive primitive;
  assert_non_null(store);
  assert_non_null(report);
  specification_read(store, &primitive, "%s", c->specification);
  PlainRule rule = {.primitive = &primitive, .function = {c->value, c->jvp, c->vjp}};
  rule.rule = (Rule){.kind = "test", .call = call_plain, .free = free_plain};
  for (int k = 0; k < RULE_CALLS; k++) rule.rule.offers[k] = rule.function[k] != NULL;
  CampaignOptions options = {.seed = 1, .samples = 100};
  assert_int_equal(campaign_primitive(&primitive, &rule.rule, &options, report), STATUS_OK);
  primitive_free(&primitive);
  store_free(store);
  return rule.asked;
}

/* ------------------------------------------- what campaigns were before -- */

/* What was asked and told of each case: a digest of the calls, how many instances were of which class, property by
 * property, and a digest of the witnesses, but for the numbers that the rules gave, which are of the C library's last
 * digits. It says nothing of what is right: nothing changes unseen. */
typedef struct Transcript {
  const char *name;
  uint64_t asked, witnesses;
  const char *counts;
} Transcript;

static const Transcript transcripts[] = {
#include "tests/unit/transcripts.def"
};

static uint64_t digest_of_witnesses(const PrimitiveReport *report) {
  uint64_t hash = DIGEST_EMPTY;
  for (int property = 0; property < PROPERTY_COUNT; property++) {
    hash = digest_bytes(hash, report->result[property].reason, strlen(report->result[property].reason));
    for (int judged = 0; judged < JUDGEMENTS; judged++) {
      const Finding *f = &report->result[property].finding[judged];
      const char *texts[] = {f->where, f->input, f->hexadecimal, f->seed, f->what, f->certain};
      if (!f->present) continue;
      for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = digest_bytes(hash, texts[i], strlen(texts[i]) + 1);
    }
  }
  return hash;
}

/* 1 if it is another than before, which is written. */
static int differs(const Case *c, uint64_t asked, const PrimitiveReport *report) {
  char counts[1024];
  uint64_t witnesses = digest_of_witnesses(report);
  print_counts(report, counts, sizeof counts);
  for (size_t i = 0; i < sizeof transcripts / sizeof *transcripts; i++) {
    const Transcript *t = &transcripts[i];
    if (strcmp(t->name, c->name) == 0 && t->asked == asked && t->witnesses == witnesses &&
        strcmp(t->counts, counts) == 0)
      return 0;
  }
  print_error("{\"%s\", 0x%016llXu, 0x%016llXu,\n \"%s\"},\n", c->name, (unsigned long long)asked,
              (unsigned long long)witnesses, counts);
  return 1;
}

static int check_case(const Case *c) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  uint64_t asked = judge_case(c, report);
  for (int k = 0; k < PROPERTY_COUNT; k++) {
    PropertyVerdict verdict = property_verdict(&report->result[k]);
    const Finding *finding = &report->result[k].finding[JUDGED_WRONG];
    if (c->refuted < 0 && verdict == VERDICT_REFUTED)
      fail_msg("%s is right: %s at %s: certified %s, found %s", c->name, property_name((PropertyId)k), finding->input,
               finding->certain, finding->found);
    if (k == c->refuted && verdict != VERDICT_REFUTED)
      fail_msg("%s: %s is %s", c->name, property_name((PropertyId)k), verdict_name(verdict));
    if (k == c->refuted) assert_true(finding->present);
  }
  assert_int_equal(exit_code(report), c->refuted < 0 ? 0 : 1);
  int changed = differs(c, asked, report);
  free(report);
  return changed;
}

/* With one argument and a real result jvp and vjp are the same multiplication. */
#define SLOPE_1(name, slope)                                                                                           \
  static void name##_slope(const double *x, const double *s, double *o) { o[0] = (slope)*s[0]; }
#define VALUE_1(name, formula)                                                                                         \
  static void name##_value(const double *x, const double *s, double *o) { (void)s, o[0] = (formula); }

/* ---- sigmoid and its like */
static double logistic(double x) { return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)); }
VALUE_1(sigmoid, logistic(x[0]))
SLOPE_1(sigmoid, logistic(x[0]) * logistic(-x[0]))
SLOPE_1(sigmoid_zero, x[0] == 0 ? 0 : logistic(x[0]) * logistic(-x[0]))
SLOPE_1(sigmoid_half, logistic(x[0]) * logistic(-x[0]) / 2)
static const char sigmoid[] = "primitive f (x : real) : real\nvalue = 1 / (1 + exp (neg x))\nbranch = x = 0\n";

VALUE_1(log_sigmoid, x[0] >= 0 ? -log1p(exp(-x[0])) : x[0] - log1p(exp(x[0])))
SLOPE_1(log_sigmoid, logistic(-x[0]))
SLOPE_1(log_sigmoid_zero, x[0] == 0 ? 0 : logistic(-x[0]))
SLOPE_1(log_sigmoid_tail, x[0] > 20 ? -exp(-x[0]) : logistic(-x[0]))
static const char log_sigmoid[] =
    "primitive f (x : real) : real\nvalue = neg (log (1 + exp (neg x)))\nbranch = x = 0\nbranch = x = 20\n";

VALUE_1(inverse_sinh, asinh(x[0]))
SLOPE_1(inverse_sinh, 1 / hypot(1, x[0]))
SLOPE_1(inverse_sinh_zero, x[0] == 0 ? 0 : 1 / hypot(1, x[0]))
SLOPE_1(inverse_sinh_minus, 1 / sqrt(fabs(x[0] * x[0] - 1)))
static const char inverse_sinh[] = "primitive f (x : real) : real\nvalue = library asinh\n";

/* ---- kinks */
static double sign_of(double x) { return (double)((x > 0) - (x < 0)); }
VALUE_1(magnitude, fabs(x[0]))
SLOPE_1(magnitude, sign_of(x[0]))
static void magnitude_nan_jvp(const double *x, const double *s, double *o) { o[0] = x[0] / fabs(x[0]) * s[0]; }
static void magnitude_one_vjp(const double *x, const double *s, double *o) { o[0] = x[0] >= 0 ? s[0] : -s[0]; }
SLOPE_1(magnitude_two, x[0] == 0 ? 2 : sign_of(x[0]))
static const char magnitude_any[] = "primitive f (x : real) : real\nvalue = abs x\nkink = x = 0 : any\n";
static const char magnitude[] = "primitive f (x : real) : real\nvalue = abs x\nkink = x = 0 : 0\n";

static void maximum_value(const double *x, const double *s, double *o) { (void)s, o[0] = fmax(x[0], x[1]); }
static double share(double a, double b) { return a > b ? 1 : a < b ? 0 : 0.5; }
static void maximum_jvp(const double *x, const double *s, double *o) {
  o[0] = share(x[0], x[1]) * s[0] + share(x[1], x[0]) * s[1];
}
static void maximum_vjp(const double *x, const double *s, double *o) {
  o[0] = share(x[0], x[1]) * s[0], o[1] = share(x[1], x[0]) * s[0];
}
static void maximum_both_vjp(const double *x, const double *s, double *o) {
  o[0] = x[0] >= x[1] ? s[0] : 0, o[1] = x[1] >= x[0] ? s[0] : 0;
}
/* of three numbers; at a tie to the first, or to all that are largest */
static uint32_t largest(const double *x) {
  uint32_t at = x[1] > x[0] ? 1 : 0;
  return x[2] > x[at] ? 2 : at;
}
static void largest_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[largest(x)]; }
static void largest_jvp(const double *x, const double *v, double *o) { o[0] = v[largest(x)]; }
static void largest_vjp(const double *x, const double *w, double *o) {
  for (uint32_t i = 0; i < 3; i++) o[i] = i == largest(x) ? w[0] : 0;
}
static void largest_all_vjp(const double *x, const double *w, double *o) {
  for (uint32_t i = 0; i < 3; i++) o[i] = x[i] == x[largest(x)] ? w[0] : 0;
}
static const char largest_any[] = "primitive f (x : real^3) : real\nvalue = max (max (x!0) (x!1)) (x!2)\n"
                                  "kink = x!0 = x!1 : any\nkink = x!1 = x!2 : any\nkink = x!0 = x!2 : any\n";

/* x^y, of which both slopes are 0 at x = 0: y > 1 there */
static void power_value(const double *x, const double *s, double *o) { (void)s, o[0] = pow(x[0], x[1]); }
static double power_by_exponent(const double *x) { return x[0] == 0 ? 0 : pow(x[0], x[1]) * log(x[0]); }
static void power_jvp(const double *x, const double *v, double *o) {
  o[0] = x[1] * pow(x[0], x[1] - 1) * v[0] + power_by_exponent(x) * v[1];
}
static void power_vjp(const double *x, const double *w, double *o) {
  o[0] = x[1] * pow(x[0], x[1] - 1) * w[0], o[1] = power_by_exponent(x) * w[0];
}
static void power_nan_vjp(const double *x, const double *w, double *o) {
  o[0] = x[1] * pow(x[0], x[1] - 1) * w[0], o[1] = pow(x[0], x[1]) * log(x[0]) * w[0];
}
static const char power[] = "primitive f (x : real) (y : real) : real\nvalue = pow x y\n"
                            "domain = x >= 0\ndomain = y > 1\nkink = x = 0 : (0, 0)\n";

static const char maximum[] = "primitive f (x : real) (y : real) : real\nvalue = max x y\nkink = x = y : (0.5, 0.5)\n";

/* ---- products with zeros */
static void product_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0] * x[1] * x[2]; }
static void product_jvp(const double *x, const double *s, double *o) {
  o[0] = x[1] * x[2] * s[0] + x[0] * x[2] * s[1] + x[0] * x[1] * s[2];
}
static void product_vjp(const double *x, const double *s, double *o) {
  o[0] = x[1] * x[2] * s[0], o[1] = x[0] * x[2] * s[0], o[2] = x[0] * x[1] * s[0];
}
static void product_divided_vjp(const double *x, const double *s, double *o) {
  for (int i = 0; i < 3; i++) o[i] = x[i] == 0 ? 0 : x[0] * x[1] * x[2] / x[i] * s[0];
}
static void product_assigned_vjp(const double *x, const double *s, double *o) {
  o[0] = x[1] * x[2] * s[0], o[1] = x[0] * x[2] * s[0], o[1] = x[0] * x[1] * s[0], o[2] = 0;
}
static const char product[] = "primitive f (x : real^3) : real\nvalue = x ! 0 * x ! 1 * x ! 2\nulps = 100000\n";

/* ---- seeds, factors, partials */
VALUE_1(square, x[0] * x[0])
SLOPE_1(square, 2 * x[0])
static void square_seed_vjp(const double *x, const double *s, double *o) { o[0] = x[0] * s[0] + x[0]; }
static void square_thousandth_jvp(const double *x, const double *s, double *o) { o[0] = 2.002 * x[0] * s[0]; }
static void square_seed_cubed_vjp(const double *x, const double *s, double *o) {
  o[0] = 2 * x[0] * (s[0] + s[0] * (s[0] - 1) * (s[0] - 2));
}
static void square_seed_squared_vjp(const double *x, const double *s, double *o) {
  o[0] = 2 * x[0] * s[0] * fabs(s[0]);
}
static void square_dead_jvp(const double *x, const double *s, double *o) { (void)x, (void)s, o[0] = 0; }
static void square_value_wrong(const double *x, const double *s, double *o) { (void)s, o[0] = x[0] * fabs(x[0]); }
static void square_counting_jvp(const double *x, const double *s, double *o) {
  static unsigned calls;
  o[0] = 2 * x[0] * s[0] * (1 + (calls++ % 2 == 0 ? 0 : DBL_EPSILON));
}
static const char square_small[] = "primitive f (x : real) : real\nvalue = x * x * 1e-300\nrange = 0 2e308\n";
VALUE_1(square_small, x[0] * 1e-300 * x[0])
SLOPE_1(square_small, x[0] * 2e-300)
SLOPE_1(square_small_largest, fabs(x[0]) == DBL_MAX ? 0 : x[0] * 2e-300)
static const char square[] = "primitive f (x : real) : real\nvalue = x * x\n";

VALUE_1(tangent, tan(x[0]))
SLOPE_1(tangent, 1 + tan(x[0]) * tan(x[0]))
SLOPE_1(tangent_minus, 1 - tan(x[0]) * tan(x[0]))
static const char tangent[] = "primitive f (x : real) : real\nvalue = tan x\ndomain = cos x /= 0\n";

VALUE_1(reciprocal, 1 / x[0])
SLOPE_1(reciprocal, -1 / x[0] / x[0])
SLOPE_1(reciprocal_plus, 1 / x[0] / x[0])
static const char reciprocal[] = "primitive f (x : real) : real\nvalue = 1 / x\ndomain = x /= 0\n";

static void angle_value(const double *x, const double *s, double *o) { (void)s, o[0] = atan2(x[0], x[1]); }
static void angle_jvp(const double *x, const double *s, double *o) {
  double h = hypot(x[0], x[1]);
  o[0] = x[1] / h / h * s[0] - x[0] / h / h * s[1];
}
static void angle_vjp(const double *x, const double *s, double *o) {
  double h = hypot(x[0], x[1]);
  o[0] = x[1] / h / h * s[0], o[1] = -(x[0] / h / h) * s[0];
}
static void angle_swapped_vjp(const double *x, const double *s, double *o) {
  double h = hypot(x[0], x[1]);
  o[1] = x[1] / h / h * s[0], o[0] = -(x[0] / h / h) * s[0];
}
static const char angle[] = "primitive f (y : real) (x : real) : real\nvalue = library atan2\ndomain = y /= 0\n"
                            "domain = y * y > 1e-200\ndomain = y * y < 1e200\ndomain = x * x < 1e200\n";

/* dot(x, x): both operands are x, and both paths count. */
static void self_dot_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0] * x[0] + x[1] * x[1]; }
static void self_dot_jvp(const double *x, const double *s, double *o) { o[0] = 2 * (x[0] * s[0] + x[1] * s[1]); }
static void self_dot_vjp(const double *x, const double *s, double *o) {
  o[0] = 2 * x[0] * s[0], o[1] = 2 * x[1] * s[0];
}
static void self_dot_once_vjp(const double *x, const double *s, double *o) { o[0] = x[0] * s[0], o[1] = x[1] * s[0]; }
static const char self_dot[] = "primitive f (x : real^2) : real\nvalue = dot x x\n";
static const char norm_bilinear[] = "primitive f (x : real) (y : real) : real\nvalue = x * x + y * y\nbilinear\n";
static const char times_bilinear[] = "primitive f (x : real) (y : real) : real\nvalue = x * y\nbilinear\n";
static const char root_at_zero[] = "primitive f (x : real) : real\nvalue = sqrt x\ndomain = x >= 0\n";
VALUE_1(root, sqrt(x[0]))
SLOPE_1(root, 0.5 / sqrt(x[0]))
static void times_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0] * x[1]; }
static void times_jvp(const double *x, const double *s, double *o) { o[0] = x[1] * s[0] + x[0] * s[1]; }
static void times_vjp(const double *x, const double *s, double *o) { o[0] = x[1] * s[0], o[1] = x[0] * s[0]; }
static void broadcast_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0], o[1] = x[0]; }
static void broadcast_jvp(const double *x, const double *s, double *o) { (void)x, o[0] = s[0], o[1] = s[0]; }
static void broadcast_vjp(const double *x, const double *s, double *o) { (void)x, o[0] = s[0] + s[1]; }
static void broadcast_first_vjp(const double *x, const double *s, double *o) { (void)x, o[0] = s[0]; }
static const char broadcast[] = "primitive f (x : real) : real^2\nvalue = build 2 (i. x)\nlinear\n";

/* what is left of x: the quotient goes towards 0, not down */
static double multiples(const double *x) { return round((x[0] - fmod(x[0], x[1])) / x[1]); }
static void remainder_value(const double *x, const double *s, double *o) { (void)s, o[0] = fmod(x[0], x[1]); }
static void remainder_jvp(const double *x, const double *s, double *o) { o[0] = s[0] - multiples(x) * s[1]; }
static void remainder_vjp(const double *x, const double *s, double *o) { o[0] = s[0], o[1] = -multiples(x) * s[0]; }
static void remainder_floor_vjp(const double *x, const double *s, double *o) {
  o[0] = s[0], o[1] = -floor(x[0] / x[1]) * s[0];
}
static const char remains[] = "primitive f (x : real) (y : real) : real\nvalue = library fmod\ndomain = y /= 0\n"
                              "domain = (x * x - y * y) * (x + 2 * y) * (x + 3 * y) < 0\n";
static const char remains_everywhere[] =
    "primitive f (x : real) (y : real) : real\nvalue = library fmod\ndomain = y /= 0\n";

#define ALL_1(name) name##_value, name##_slope, name##_slope
#define ALL(name) name##_value, name##_jvp, name##_vjp

static const Case cases[] = {
    {"sigmoid", sigmoid, ALL_1(sigmoid), -1},
    {"sigmoid'(0) = 0", sigmoid, sigmoid_value, sigmoid_zero_slope, sigmoid_slope, PROPERTY_JVP},
    {"half of sigmoid'", sigmoid, sigmoid_value, sigmoid_slope, sigmoid_half_slope, PROPERTY_VJP},
    {"log sigmoid", log_sigmoid, ALL_1(log_sigmoid), -1},
    {"log_sigmoid'(0) = 0", log_sigmoid, log_sigmoid_value, log_sigmoid_slope, log_sigmoid_zero_slope, PROPERTY_VJP},
    {"wrong sign of a tail of 1e-11", log_sigmoid, log_sigmoid_value, log_sigmoid_slope, log_sigmoid_tail_slope,
     PROPERTY_VJP},
    {"asinh", inverse_sinh, ALL_1(inverse_sinh), -1},
    {"asinh'(0) = 0", inverse_sinh, inverse_sinh_value, inverse_sinh_zero_slope, inverse_sinh_slope, PROPERTY_JVP},
    {"asinh' of acosh", inverse_sinh, inverse_sinh_value, inverse_sinh_slope, inverse_sinh_minus_slope, PROPERTY_VJP},
    {"abs", magnitude, ALL_1(magnitude), -1},
    {"forward NaN at the kink", magnitude, magnitude_value, magnitude_nan_jvp, magnitude_slope, PROPERTY_KINK},
    {"reverse 1 at the kink", magnitude, magnitude_value, magnitude_slope, magnitude_one_vjp, PROPERTY_KINK},
    {"max", maximum, ALL(maximum), -1},
    {"abs with any slope at 0", magnitude_any, ALL_1(magnitude), -1},
    {"slope 1 at 0, which is one of any", magnitude_any, magnitude_value, magnitude_one_vjp, magnitude_one_vjp, -1},
    {"no number at the kink, where any will do", magnitude_any, magnitude_value, magnitude_nan_jvp, magnitude_slope,
     PROPERTY_KINK},
    {"slope 2 at the kink, where any in between will do", magnitude_any, magnitude_value, magnitude_two_slope,
     magnitude_slope, PROPERTY_KINK},
    {"the first of the largest", largest_any, ALL(largest), -1},
    {"ties of three to all", largest_any, largest_value, largest_jvp, largest_all_vjp, PROPERTY_KINK},
    {"x^y from 0 on", power, ALL(power), -1},
    {"d(x^y)/dy at x = 0 is 0 log 0", power, power_value, power_jvp, power_nan_vjp, PROPERTY_KINK},
    {"ties to both", maximum, maximum_value, maximum_jvp, maximum_both_vjp, PROPERTY_KINK},
    {"product", product, ALL(product), -1},
    {"product divided by the entry", product, product_value, product_jvp, product_divided_vjp, PROPERTY_VJP},
    {"= for +=", product, product_value, product_jvp, product_assigned_vjp, PROPERTY_VJP},
    {"square", square, ALL_1(square), -1},
    {"a term without the seed", square, square_value, square_slope, square_seed_vjp, PROPERTY_LINEAR},
    {"right at seeds 0, 1 and 2", square, square_value, square_slope, square_seed_cubed_vjp, PROPERTY_VJP},
    {"the seed squared", square, square_value, square_slope, square_seed_squared_vjp, PROPERTY_LINEAR},
    {"a thousandth off", square, square_value, square_thousandth_jvp, square_slope, PROPERTY_JVP},
    {"no derivative at all", square, square_value, square_dead_jvp, square_slope, PROPERTY_DOT},
    {"a factor that changes from call to call", square, square_value, square_counting_jvp, square_slope, PROPERTY_SAME},
    {"a small square", square_small, ALL_1(square_small), -1},
    {"wrong at the largest numbers alone", square_small, square_small_value, square_small_slope,
     square_small_largest_slope, PROPERTY_VJP},
    {"another function", square, square_value_wrong, square_slope, square_slope, PROPERTY_VALUE},
    {"tan", tangent, ALL_1(tangent), -1},
    {"tan' = 1 - tan^2", tangent, tangent_value, tangent_minus_slope, tangent_slope, PROPERTY_JVP},
    {"1/x", reciprocal, ALL_1(reciprocal), -1},
    {"(1/x)' = 1/x^2", reciprocal, reciprocal_value, reciprocal_slope, reciprocal_plus_slope, PROPERTY_VJP},
    {"atan2", angle, ALL(angle), -1},
    {"partials of atan2 swapped", angle, angle_value, angle_jvp, angle_swapped_vjp, PROPERTY_VJP},
    {"dot x x", self_dot, ALL(self_dot), -1},
    {"an aliased operand counted once", self_dot, self_dot_value, self_dot_jvp, self_dot_once_vjp, PROPERTY_VJP},
    {"x^2 + y^2 called bilinear", norm_bilinear, NULL, times_jvp, times_vjp, PROPERTY_CLAIM},
    {"x y called bilinear", times_bilinear, ALL(times), -1},
    {"remainder", remains, ALL(remainder), -1},
    {"remainder by floor", remains, remainder_value, remainder_jvp, remainder_floor_vjp, PROPERTY_VJP},
    {"remainder called smooth everywhere", remains_everywhere, ALL(remainder), PROPERTY_DOMAIN},
    {"broadcast", broadcast, ALL(broadcast), -1},
    {"gradient not summed over the broadcast axis", broadcast, broadcast_value, broadcast_jvp, broadcast_first_vjp,
     PROPERTY_VJP},
};

/* A kink that nobody declares refutes no rule, but is no pass: the report says what the rule gives. */
static void undeclared_kinks(void **state) {
  static const struct {
    const char *specification;
    Function value, slope;
    const char *input, *given;
  } table[] = {
      {root_at_zero, root_value, root_slope, "0", "the rule gives jvp inf vjp inf"},
      {"primitive f (x : real) : real\nvalue = abs x\n", magnitude_value, magnitude_slope, "0",
       "the rule gives jvp 0 vjp 0"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    PrimitiveReport *report = calloc(1, sizeof *report);
    Case one = {"kink", table[i].specification, table[i].value, table[i].slope, table[i].slope, -1};
    (void)judge_case(&one, report);
    const PropertyResult *result = &report->result[PROPERTY_DOMAIN];
    assert_int_equal(property_verdict(result), VERDICT_UNDECIDED);
    assert_string_equal(result->finding[JUDGED_UNDECLARED].input, table[i].input);
    assert_non_null(strstr(result->finding[JUDGED_UNDECLARED].found, table[i].given));
    assert_int_equal(property_verdict(&report->result[PROPERTY_JVP]), VERDICT_HOLDS);
    assert_int_equal(exit_code(report), 3);
    free(report);
  }
}

static void rules_that_shipped(void **state) {
  (void)state;
  int changed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) changed += check_case(&cases[i]);
  assert_int_equal(changed, 0);
}

/* ---- x^2 y with its third derivative, and the value beside its first */
static void cubic_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0] * x[0] * x[1]; }
static void cubic_jvp(const double *x, const double *v, double *o) {
  o[0] = 2 * x[0] * x[1] * v[0] + x[0] * x[0] * v[1];
}
static void cubic_jvp3(const double *x, const double *s, double *o) {
  const double *v = s, *u = s + 2, *t = s + 4;
  (void)x, o[0] = 2 * (v[0] * u[0] * t[1] + v[0] * u[1] * t[0] + v[1] * u[0] * t[0]);
}
static void cubic_short_jvp3(const double *x, const double *s, double *o) {
  const double *v = s, *u = s + 2, *t = s + 4;
  (void)x, o[0] = 2 * (v[0] * u[0] * t[1] + v[0] * u[1] * t[0]);
}
static void cubic_other_primal(const double *x, const double *v, double *o) { o[0] = x[0] * x[0] * (x[1] + v[1]); }

static void third_derivatives_and_primals(void **state) {
  (void)state;
  static const struct {
    Function jvp3, primal;
    int refuted;
  } table[] = {{cubic_jvp3, cubic_value, -1},
               {cubic_short_jvp3, cubic_value, PROPERTY_THRICE},
               {cubic_jvp3, cubic_other_primal, PROPERTY_VALUE}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Primitive primitive;
    Store *store = store_new(1u << 20);
    PrimitiveReport *report = calloc(1, sizeof *report);
    specification_read(store, &primitive, "%s", "primitive f (x : real) (y : real) : real\nvalue = x * x * y\n");
    PlainRule rule = {.primitive = &primitive,
                      .function = {[RULE_VALUE] = cubic_value,
                                   [RULE_JVP] = cubic_jvp,
                                   [RULE_JVP3] = table[i].jvp3,
                                   [RULE_PRIMAL] = table[i].primal}};
    rule.rule = (Rule){.kind = "test", .call = call_plain, .free = free_plain};
    for (int k = 0; k < RULE_CALLS; k++) rule.rule.offers[k] = rule.function[k] != NULL;
    CampaignOptions options = {.seed = 1, .samples = 20};
    assert_int_equal(campaign_primitive(&primitive, &rule.rule, &options, report), STATUS_OK);
    assert_true(report->result[PROPERTY_THRICE].count[JUDGED_HOLDS] > 100);
    for (int k = 0; k < PROPERTY_COUNT; k++)
      assert_int_equal(property_verdict(&report->result[k]) == VERDICT_REFUTED, k == table[i].refuted);
    free(report);
    primitive_free(&primitive);
    store_free(store);
  }
}

/* A rule of the language is put into every program that its types allow, and each of them is read: none is undecided.
 */
static void placed_everywhere(void **state) {
  (void)state;
  static const struct {
    const char *specification;
    uint64_t programs; /* at least */
  } table[] = {
      {"primitive f (x : real) : real\nvalue = x * x\njvp = scale(2 * x; v)\nvjp = scale(2 * x; v)\n", 500},
      {"primitive f (x : real^2) : real\nvalue = dot x x\n"
       "jvp = scale(2 * x ! 0; v ! 0) + scale(2 * x ! 1; v ! 1)\n"
       "vjp = onehot 2 0 (scale(2 * x ! 0; v)) + onehot 2 1 (scale(2 * x ! 1; v))\n",
       100},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Primitive primitive;
    Store *store = store_new(1u << 20);
    PrimitiveReport *report = calloc(1, sizeof *report);
    specification_read(store, &primitive, "%s", table[i].specification);
    Rule *rule = rule_of_text(&primitive);
    CampaignOptions options = {.seed = 1, .samples = 5};
    assert_int_equal(campaign_primitive(&primitive, rule, &options, report), STATUS_OK);
    const PropertyResult *result = &report->result[PROPERTY_PROGRAM];
    assert_true(property_total(result) > table[i].programs);
    assert_int_equal(result->count[JUDGED_UNDECIDED], 0);
    assert_int_equal(result->count[JUDGED_WRONG], 0);
    rule->free(rule);
    free(report);
    primitive_free(&primitive);
    store_free(store);
  }
}

/* Of a rule that is wrong outside of the domain only, a program that is nowhere inside says nothing. */
static void programs_outside_the_domain(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  Primitive primitive;
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(
      store, &primitive, "%s",
      "primitive f (x : real) : real\nvalue = x * x\nvjp = scale(2 * max x 1000; v)\ndomain = x > 1000\n");
  Rule *rule = rule_of_text(&primitive);
  CampaignOptions options = {.seed = 1, .samples = 5};
  assert_int_equal(campaign_primitive(&primitive, rule, &options, report), STATUS_OK);
  const PropertyResult *result = &report->result[PROPERTY_PROGRAM];
  assert_int_equal(result->count[JUDGED_WRONG], 0);
  assert_true(result->count[JUDGED_UNDECIDED] > 0);
  rule->free(rule);
  free(report);
  primitive_free(&primitive);
  store_free(store);
}

static uint32_t asked_pairs[3]; /* (0, 0), (0, 1) in either order, (1, 1) */
static void pair_value(const double *x, const double *seed, double *out) {
  (void)seed;
  out[0] = x[0] * x[1], out[1] = x[1] * x[1];
}
static void pair_jvp2(const double *x, const double *seed, double *out) {
  (void)x;
  bool basis = true;
  for (int i = 0; i < 4; i += 2) basis = basis && seed[i] + seed[i + 1] == 1 && seed[i] * seed[i + 1] == 0;
  if (basis) asked_pairs[(int)(seed[1] + seed[3])]++;
  out[0] = seed[0] * seed[3] + seed[1] * seed[2], out[1] = 2 * seed[1] * seed[3];
}

/* Of two inputs each is asked for by itself at every point. */
static void second_derivatives_by_each_input(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  Primitive primitive;
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(store, &primitive, "%s",
                     "primitive f (x : real) (y : real) : real * real\nvalue = (x * y, y * y)\n");
  PlainRule rule = {.primitive = &primitive};
  rule.function[RULE_VALUE] = pair_value, rule.function[RULE_JVP2] = pair_jvp2;
  rule.rule = (Rule){.kind = "test", .call = call_plain, .free = free_plain};
  rule.rule.offers[RULE_VALUE] = rule.rule.offers[RULE_JVP2] = true;
  CampaignOptions options = {.seed = 1, .samples = 10};
  assert_int_equal(campaign_primitive(&primitive, &rule.rule, &options, report), STATUS_OK);
  const uint64_t *twice = report->result[PROPERTY_TWICE].count;
  assert_true(twice[JUDGED_HOLDS] > 200);
  assert_int_equal(twice[JUDGED_HOLDS] + twice[JUDGED_RANGE], property_total(&report->result[PROPERTY_TWICE]));
  uint64_t points = report->calls / 5;
  assert_true(points > 100 && asked_pairs[0] >= points && asked_pairs[1] > points / 2 && asked_pairs[2] >= points);
  primitive_free(&primitive);
  store_free(store);
  free(report);
}

/* Where something is refuted, it is not said besides that nothing of the rules was decided. */
static void refuted_is_decided(void **state) {
  (void)state;
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  static const Primitive subject = {.size_count = 0};
  assert_true(primitive_report_account(&subject, report).undecided > 0);
  report->result[PROPERTY_PROGRAM].count[JUDGED_WRONG] = 1;
  Account account = primitive_report_account(&subject, report);
  assert_true(account.refuted && account.undecided == 0);
  free(report);
}

static double less[2]; /* of the value at 1, and at 2 */
static void less_value(const double *x, const double *s, double *o) {
  (void)s, o[0] = x[0] - (x[0] == 1 ? less[0] : x[0] == 2 ? less[1] : 0);
}

/* What is said of answers that lose digits, as the formula does, is the fewest that one of them kept. */
static void fewest_digits(void **state) {
  (void)state;
  static const struct {
    double less[2];
    uint64_t loses;
    int digits;
  } table[] = {{{2e-13, 0}, 1, 12}, {{0, 4e-14}, 1, 13}, {{2e-13, 4e-14}, 2, 12}, {{2e-14, 4e-13}, 2, 12}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Case rule = {"less", "primitive f (x : real) : real\nvalue = (x + 1000) - 1000\n", less_value, NULL, NULL, -1};
    PrimitiveReport *report = calloc(1, sizeof *report);
    memcpy(less, table[i].less, sizeof less);
    judge_case(&rule, report);
    const PropertyResult *value = &report->result[PROPERTY_VALUE];
    assert_int_equal(value->count[JUDGED_LOSES], table[i].loses);
    assert_int_equal((int)value->digits, table[i].digits);
    free(report);
  }
}

/* A witness at n = 0 is made no simpler by n = 1/2, which is no Int, though numbers other than 0 are simpler. */
static void witnesses_have_whole_ints(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  Primitive primitive;
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(store, &primitive, "%s",
                     "primitive f (n : Int) (x : real) : real\nvalue = x / toReal n\njvp = scale(1 / toReal n; v)\n");
  Rule *rule = rule_of_text(&primitive);
  CampaignOptions options = {.seed = 1, .samples = 100};
  assert_int_equal(campaign_primitive(&primitive, rule, &options, report), STATUS_OK);
  assert_string_equal(report->result[PROPERTY_DOMAIN].finding[JUDGED_WRONG].input, "0, 1");
  rule->free(rule);
  primitive_free(&primitive);
  store_free(store);
  free(report);
}

/* At a removable point the value and the slope are limits, of functions of the library too. */
static void removable_points(void **state) {
  (void)state;
  static const struct {
    const char *term;
    double value, slope, at;
  } table[] = {
      {"(x * x - 1) / (x - 1)", 2, 1, 1},
      {"log x / (x - 1)", 1, -0.5, 1},
      {"sin x / x", 1, 0, 0},
      {"sinh x / x", 1, 0, 0},
      {"(cosh x - 1) / x", 0, 0.5, 0},
      {"expm1 x / x", 1, 0.5, 0},
      {"log1p x / x", 1, -0.5, 0},
      {"asinh x / x", 1, 0, 0},
      {"atanh x / x", 1, 0, 0},
      {"(exp2 x - 1) / x", 0.69314718055994531, 0.24022650695910071, 0},
      {"log2 (1 + x) / x", 1.4426950408889634, -0.72134752044448170, 0},
      {"log10 (1 + x) / x", 0.43429448190325183, -0.21714724095162591, 0},
      {"(pow 2 x - 1) / x", 0.69314718055994531, 0.24022650695910071, 0},
      {"(pow 0 (1 + x) + x) / x", 1, 0, 0},
      {"(hypot x 1 - 1) / x", 0, 0.5, 0},
      {"(acosh (2 + x) - acosh 2) / x", 0.57735026918962576, -0.19245008972987526, 0},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[160];
    Primitive primitive;
    Certain certain;
    Store *store = store_new(1u << 16);
    (void)snprintf(text, sizeof text, "primitive f (x : real) : real\nvalue = %s\nremovable = x = %g\n", table[i].term,
                   table[i].at);
    specification_read(store, &primitive, "%s", text);
    Oracle *oracle = oracle_new(&primitive, NULL);
    assert_true(certain_init(&certain, &primitive));
    oracle_at(oracle, &table[i].at, &certain);
    if (certain.state != ORACLE_DEFINED) fail_msg("%s: no limit", table[i].term);
    assert_true(fabs(arf_get_d(arb_midref(certain.value), ARF_RND_NEAR) - table[i].value) < 1e-15);
    assert_true(fabs(arf_get_d(arb_midref(certain.jacobian), ARF_RND_NEAR) - table[i].slope) < 1e-15);
    certain_clear(&certain);
    oracle_free(oracle);
    primitive_free(&primitive);
    store_free(store);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(removable_points),
      cmocka_unit_test(placed_everywhere),
      cmocka_unit_test(refuted_is_decided),
      cmocka_unit_test(fewest_digits),
      cmocka_unit_test(programs_outside_the_domain),
      cmocka_unit_test(second_derivatives_by_each_input),
      cmocka_unit_test(third_derivatives_and_primals),
      cmocka_unit_test(witnesses_have_whole_ints),
      cmocka_unit_test(rules_that_shipped),
      cmocka_unit_test(undeclared_kinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
