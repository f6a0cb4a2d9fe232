/* The ring of limits against functions that have them: each scalar stands for a function L + c t + p/t of t > 0 near 0,
 * evaluated at values of t.  What is decided must be so of the values of sums, products, ...; how much is decided
 * is counted, as a ring that decides nothing would pass too. */
#include "semantics/rings/function_values.h"
#include "semantics/rings/rings.h"
#include "verify/truth/limit_item.h"
#include "verify/truth/ring_limit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* The limit is near the last, and of the others 1 - exp (-1/t) is not rounded to 1. */
static const double ts[] = {0.25, 0.2, 1e-6};

typedef struct Term {
  int64_t number;
  int slope, pole;
} Term;

static const Term terms[] = {{0, 0, 0}, {1, 0, 0},  {2, 0, 0},  {-1, 0, 0}, {0, 1, 0}, {0, -1, 0},
                             {1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {2, -1, 0}, {0, 0, 1}, {0, 0, -1}};
enum { TERMS = sizeof terms / sizeof *terms };

static double term_at(const Term *term, double t) { return (double)term->number + term->slope * t + term->pole / t; }

static Scalar term_limit(Ring *ring, const Term *term) {
  if (term->pole != 0) return limit_make(ring, term->pole > 0 ? HUGE_VAL : -HUGE_VAL);
  if (term->slope == 0) return ring_integer(ring, term->number);
  return limit_put(ring, (Limit){0, ring_integer(limit_balls(ring), term->number), term->slope});
}

typedef struct Counts {
  int decided, outside, undecided; /* no others: what is approached from an unknown side */
} Counts;

/* What the ring says of a function whose values these are. */
static void check(Ring *ring, Scalar found, const double *at, Counts *counts) {
  Status status = ring_take_status(ring);
  if (status == STATUS_UNABLE) {
    counts->undecided++;
    return;
  }
  if (status == STATUS_DOMAIN) {
    counts->outside++;
    assert_true(isfinite(at[1]) == 0);
    return;
  }
  assert_int_equal(status, STATUS_OK);
  Limit limit = limit_get(ring, found);
  assert_true(abs(limit.infinite) <= 1 && (abs(limit.side) <= 1 || limit.side == SIDE_UNKNOWN));
  counts->decided += limit.side != SIDE_UNKNOWN;
  if (limit.infinite != 0) {
    assert_true(limit.infinite * at[1] > fmax(limit.infinite * at[0], 0));
    return;
  }
  double number = arf_get_d(arb_midref(limit_ball(ring, found)), ARF_RND_NEAR);
  assert_true(fabs(at[2] - number) < 0.02);
  for (int k = 0; k < 2; k++) {
    if (limit.side == 0) assert_true(fabs(at[k] - number) < 1e-12);
    if (limit.side == 1 || limit.side == -1) assert_true(limit.side * (at[k] - number) > 0);
  }
}

static void assert_counts(const Counts *counts, const Counts *expected) {
  assert_int_equal(counts->decided, expected->decided);
  assert_int_equal(counts->outside, expected->outside);
  assert_int_equal(counts->undecided, expected->undecided);
}

/* ---------------------------------------------------------- two operands -- */

typedef struct Operation {
  double (*value)(double, double);
  Scalar (*limit)(Ring *, Scalar, Scalar);
  Counts counts;
} Operation;

static double plus(double a, double b) { return a + b; }
static double minus(double a, double b) { return a - b; }
static double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }
static double quotient(double a, double b) { return b == 0 ? NAN : a / b; }
static double power(double a, double b) { return a > 0 || (a == 0 && b > 0) ? pow(a, b) : NAN; }
static double angle(double a, double b) { return a == 0 && b == 0 ? NAN : atan2(a, b); }
static double with_sign(double a, double b) { return b == 0 ? NAN : copysign(a, b); }

static Scalar call(Ring *ring, FunctionCode code, Scalar a, Scalar b) {
  const RingCall of = {code, NULL};
  return ring_call(ring, &of, a, b);
}
static Scalar limit_pow(Ring *ring, Scalar a, Scalar b) { return call(ring, FUNCTION_POW, a, b); }
static Scalar limit_atan2(Ring *ring, Scalar a, Scalar b) { return call(ring, FUNCTION_ATAN2, a, b); }
static Scalar limit_hypot(Ring *ring, Scalar a, Scalar b) { return call(ring, FUNCTION_HYPOT, a, b); }
static Scalar limit_fmod(Ring *ring, Scalar a, Scalar b) { return call(ring, FUNCTION_FMOD, a, b); }
static Scalar limit_copysign(Ring *ring, Scalar a, Scalar b) { return call(ring, FUNCTION_COPYSIGN, a, b); }

static void operations_have_their_limits(void **state) {
  (void)state;
  static const Operation operations[] = {
      {plus, ring_add, {124, 0, 2}},
      {minus, ring_sub, {124, 0, 2}},
      {product, ring_mul, {130, 0, 8}},
      {quotient, ring_div, {114, 12, 8}},
      {fmax, ring_max, {138, 0, 0}},
      {fmin, ring_min, {138, 0, 0}},
      {power, limit_pow, {28, 6, 68}},
      {angle, limit_atan2, {25, 1, 18}},
      {hypot, limit_hypot, {60, 0, 8}},
      {fmod, limit_fmod, {32, 4, 82}},
      {with_sign, limit_copysign, {54, 4, 46}},
  };
  Ring *ring = ring_limit_new(64);
  for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
    const Operation *operation = &operations[k];
    Counts counts = {0, 0, 0};
    for (size_t i = 0; i < (size_t)TERMS * TERMS; i++) {
      const Term *a = &terms[i / TERMS], *b = &terms[i % TERMS];
      Scalar x = term_limit(ring, a), y = term_limit(ring, b);
      double at[3];
      for (int j = 0; j < 3; j++) at[j] = operation->value(term_at(a, ts[j]), term_at(b, ts[j]));
      check(ring, operation->limit(ring, x, y), at, &counts);
    }
    assert_counts(&counts, &operation->counts);
  }
  ring_destroy(ring);
}

/* Of two that tend to one limit from one side nothing is said, and nothing of two infinities. */
static void orders_are_those_of_values(void **state) {
  (void)state;
  Ring *ring = ring_limit_new(64);
  int undecided = 0;
  for (size_t i = 0; i < (size_t)TERMS * TERMS; i++) {
    const Term *a = &terms[i / TERMS], *b = &terms[i % TERMS];
    Scalar x = term_limit(ring, a), y = term_limit(ring, b);
    bool less = ring_test(ring, RING_LESS, x, y), equal = ring_test(ring, RING_EQUAL, x, y);
    if (ring_take_status(ring) != STATUS_OK) {
      undecided++;
      continue;
    }
    assert_int_equal(less, term_at(a, ts[1]) < term_at(b, ts[1]));
    assert_int_equal(equal, i / TERMS == i % TERMS);
  }
  assert_int_equal(undecided, 8);
  ring_destroy(ring);
}

/* ------------------------------------------------------------ one operand -- */

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static double sign(double x) { return (x > 0) - (x < 0); }
static double inverse(double x) { return x == 0 ? NAN : 1 / x; }
static double square(double x) { return x * x; }
static double one(double x) { return (void)x, 1; }
static double inverse_root(double x) { return x > 0 ? 1 / sqrt(x) : NAN; }
static double three_halves(double x) { return x * sqrt(x); }

/* I_0 and I_1, by their series. */
static double bessel_i0(double x) {
  double sum = 0, term = 1;
  for (int k = 1; k < 40; term *= x * x / 4 / k / k, k++) sum += term;
  return sum;
}
static double bessel_i1(double x) {
  double sum = 0, term = x / 2;
  for (int k = 1; k < 40; term *= x * x / 4 / k / (k + 1), k++) sum += term;
  return sum;
}

static const struct {
  double (*value)(double);
  RingFunction function;
  Counts counts;
} functions[] = {
    {exp, RING_EXP, {12, 0, 0}},   {log, RING_LOG, {7, 5, 0}},          {sqrt, RING_SQRT, {8, 4, 0}},
    {tanh, RING_TANH, {12, 0, 0}}, {sigmoid, RING_SIGMOID, {12, 0, 0}}, {fabs, RING_ABS, {12, 0, 0}},
    {sign, RING_SIGN, {12, 0, 0}}, {sin, RING_SIN, {4, 0, 2}},          {cos, RING_COS, {4, 0, 2}},
};

static const struct {
  double (*value)(double);
  int64_t numerator;
  uint64_t denominator;
  Counts counts;
} powers[] = {{inverse, -1, 1, {11, 1, 0}},
              {one, 0, 1, {12, 0, 0}},
              {square, 2, 1, {12, 0, 0}},
              {inverse_root, -1, 2, {7, 5, 0}},
              {three_halves, 3, 2, {8, 4, 0}}};

static const struct {
  double (*value)(double);
  FunctionCode code;
  Counts counts;
} calls[] = {
    {atan, FUNCTION_ATAN, {6, 0, 0}},     {sinh, FUNCTION_SINH, {6, 0, 0}},    {cosh, FUNCTION_COSH, {6, 0, 0}},
    {asinh, FUNCTION_ASINH, {6, 0, 0}},   {acosh, FUNCTION_ACOSH, {3, 3, 5}},  {exp2, FUNCTION_EXP2, {6, 0, 0}},
    {expm1, FUNCTION_EXPM1, {6, 0, 0}},   {log1p, FUNCTION_LOG1P, {4, 2, 1}},  {log2, FUNCTION_LOG2, {3, 3, 3}},
    {log10, FUNCTION_LOG10, {3, 3, 3}},   {cbrt, FUNCTION_CBRT, {6, 0, 2}},    {floor, FUNCTION_FLOOR, {6, 0, 6}},
    {erf, FUNCTION_ERF, {6, 0, 0}},       {erfc, FUNCTION_ERFC, {6, 0, 0}},    {lgamma, FUNCTION_LGAMMA, {3, 2, 4}},
    {tgamma, FUNCTION_TGAMMA, {3, 2, 4}}, {j0, FUNCTION_J0, {4, 0, 0}},        {j1, FUNCTION_J1, {4, 0, 0}},
    {bessel_i0, FUNCTION_I0, {6, 0, 0}},  {bessel_i1, FUNCTION_I1, {6, 0, 0}}, {ceil, FUNCTION_CEIL, {6, 0, 6}},
    {trunc, FUNCTION_TRUNC, {6, 0, 4}},   {round, FUNCTION_ROUND, {6, 0, 0}},  {asin, FUNCTION_ASIN, {3, 1, 6}},
};

typedef Scalar (*Applied)(Ring *ring, const void *what, Scalar x);

static Scalar apply_function(Ring *ring, const void *what, Scalar x) {
  return ring_function(ring, *(const RingFunction *)what, x);
}
static Scalar apply_power(Ring *ring, const void *what, Scalar x) { return ring_power(ring, x, what); }
static Scalar apply_call(Ring *ring, const void *what, Scalar x) {
  return call(ring, *(const FunctionCode *)what, x, x);
}

static void check_terms(Ring *ring, double (*value)(double), Applied applied, const void *what,
                        const Counts *expected) {
  Counts counts = {0, 0, 0};
  for (size_t i = 0; i < TERMS; i++) {
    const Term *a = &terms[i];
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = value(term_at(a, ts[k]));
    check(ring, applied(ring, what, term_limit(ring, a)), at, &counts);
  }
  assert_counts(&counts, expected);
}

static void functions_have_their_limits(void **state) {
  (void)state;
  Ring *ring = ring_limit_new(64);
  ConstantTable constants;
  assert_true(constant_table_init(&constants));
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
    check_terms(ring, functions[k].value, apply_function, &functions[k].function, &functions[k].counts);
  for (size_t k = 0; k < sizeof powers / sizeof *powers; k++) {
    ConstantId exponent = constant_from_ratio(&constants, powers[k].numerator, powers[k].denominator);
    check_terms(ring, powers[k].value, apply_power, constant_get(&constants, exponent), &powers[k].counts);
  }
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
    check_terms(ring, calls[k].value, apply_call, &calls[k].code, &calls[k].counts);
  constant_table_free(&constants);
  ring_destroy(ring);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_have_their_limits),
      cmocka_unit_test(orders_are_those_of_values),
      cmocka_unit_test(functions_have_their_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
