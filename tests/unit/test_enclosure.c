/* Enclosures contain the truth, and the dual numbers' derivatives are those of
 * calculus. */
#include "semantics/rings/rings.h"
#include "tests/unit/encloses.h"
#include "tests/unit/random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static double random_unit(void) { return (double)(random_next() >> 11) * 0x1p-53; }

/* Of either sign, with exponents from -spread to spread. */
static double random_double(int spread) {
  double magnitude = ldexp(1 + random_unit(), (int)(random_next() % (uint64_t)(2 * spread + 1)) - spread);
  return random_next() % 2 == 0 ? magnitude : -magnitude;
}

static ConstantTable constants;

static const Constant *ratio(int64_t numerator, uint64_t denominator) {
  return constant_get(&constants, constant_from_ratio(&constants, numerator, denominator));
}

/* ----------------------------------------------- against exact rationals -- */

/* One random operation on both rings. */
static void step(Ring *ring, Scalar *pool, int count, uint64_t choice) {
  Scalar a = pool[(choice >> 8) % (uint64_t)count], b = pool[(choice >> 16) % (uint64_t)count];
  switch (choice % 7) {
  case 0: pool[count] = ring_add(ring, a, b); break;
  case 1: pool[count] = ring_sub(ring, a, b); break;
  case 2: pool[count] = ring_mul(ring, a, b); break;
  case 3: pool[count] = ring_div(ring, a, b); break;
  case 4:
    pool[count] = ring_constant(ring, ratio((int64_t)(choice >> 24 & 63) - 31, (choice >> 32 & 15) + 1), 0);
    break;
  case 5: pool[count] = ring_power(ring, a, ratio((int64_t)(choice >> 24 & 7) - 3, 1)); break;
  default: pool[count] = choice >> 63 == 0 ? ring_max(ring, a, b) : ring_function(ring, RING_ABS, a); break;
  }
}

static void random_expressions(Ring *enclosure, Ring *rational, int spread, int rounds, int *decided, int *exact) {
  enum { STEPS = 10, INPUTS = 3 };
  mpq_t q;
  mpq_init(q);
  for (int k = 0; k < rounds; k++) {
    Scalar near[STEPS + INPUTS], truth[STEPS + INPUTS];
    for (int i = 0; i < INPUTS; i++) {
      double x = spread == 0 ? (double)(random_next() % 9) - 4 : random_double(spread);
      mpq_set_d(q, x);
      near[i] = enclosure_make(enclosure, x, 0);
      truth[i] = rational_make(rational, q);
    }
    for (int count = INPUTS; count < STEPS + INPUTS; count++) {
      uint64_t choice = random_next();
      step(rational, truth, count, choice);
      step(enclosure, near, count, choice);
      Status known = ring_take_status(rational), seen = ring_take_status(enclosure);
      if (known == STATUS_DOMAIN) assert_int_equal(seen, STATUS_DOMAIN);
      if (known != STATUS_OK || seen != STATUS_OK) break;
      assert_true(encloses(enclosure, near[count], rational, truth[count]));
      bool less = ring_test(enclosure, RING_LESS, near[count], near[choice % (uint64_t)count]);
      if (ring_take_status(enclosure) == STATUS_OK)
        assert_true(less == ring_test(rational, RING_LESS, truth[count], truth[choice % (uint64_t)count]));
      (*decided)++;
      *exact += enclosure_bound(enclosure, near[count]) == 0;
    }
    ring_release(rational, 2);
    ring_release(enclosure, 2);
  }
  mpq_clear(q);
}

static void enclosures_contain_the_rationals(void **state) {
  (void)state;
  Ring *enclosure = ring_enclosure_new(), *rational = ring_rational_new(200000);
  int decided = 0, exact = 0;
  random_state = 1;
  random_expressions(enclosure, rational, 0, 4000, &decided, &exact);
  assert_true(exact > decided / 2); /* small integers stay exact */
  random_expressions(enclosure, rational, 3, 4000, &decided, &exact);
  random_expressions(enclosure, rational, 1000, 1500, &decided, &exact); /* overflow, underflow */
  random_expressions(enclosure, rational, 30, 1500, &decided, &exact);
  assert_true(decided > 30000);
  ring_destroy(rational);
  ring_destroy(enclosure);
}

/* Decimals are no doubles; sums, products and quotients of them are known besides, and so are ties. */
static void ratios_are_known(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  Scalar step = ring_constant(e, ratio(1, 200), 0), x = ring_integer(e, 1), tenth = ring_constant(e, ratio(1, 10), 0);
  for (int k = 0; k < 199; k++) {
    assert_true(ring_test(e, RING_LESS, step, x));
    x = ring_sub(e, x, step);
  }
  assert_true(enclosure_bound(e, x) > 0 && !ring_test(e, RING_LESS, step, x) && !ring_test(e, RING_LESS, x, step));
  assert_true(enclosure_bound(e, ring_sub(e, x, step)) == 0 && enclosure_value(e, ring_sub(e, x, step)) == 0);
  Scalar half = ring_div(e, tenth, ring_constant(e, ratio(1, 5), 0)), tenths = ring_mul(e, tenth, ring_integer(e, 10));
  assert_true(enclosure_value(e, half) == 0.5 && enclosure_bound(e, half) == 0);
  assert_true(enclosure_value(e, tenths) == 1 && enclosure_bound(e, tenths) == 0);
  assert_true(enclosure_value(e, ring_max(e, ring_neg(e, x), ring_neg(e, step))) == -enclosure_value(e, x));
  Scalar third = ring_constant(e, ratio(1, 3), 0), more = ring_add(e, third, enclosure_make(e, 0x1p-58, 0));
  assert_true(ring_test(e, RING_LESS, third, more) && !ring_test(e, RING_LESS, more, third)); /* they overlap */
  Scalar seventh = ring_div(e, ring_integer(e, 1), ring_integer(e, 7)), one = ring_mul(e, ring_integer(e, 7), seventh);
  assert_true(enclosure_value(e, one) == 1 && enclosure_bound(e, one) == 0);
  assert_int_equal(ring_take_status(e), STATUS_OK);
  /* what is released is forgotten: the next number in its place is another */
  size_t mark = ring_mark(e);
  third = ring_constant(e, ratio(1, 3), 0);
  ring_release(e, mark);
  Scalar near = enclosure_make(e, 1.0 / 3, 0x1p-54);
  assert_true(near.word == third.word);
  (void)ring_test(e, RING_LESS, near, ring_constant(e, ratio(1, 3), 0));
  assert_int_equal(ring_take_status(e), STATUS_UNABLE);
  /* beyond 64 bits nothing is known */
  for (int k = 0; k < 30; k++) tenth = ring_mul(e, tenth, step);
  (void)ring_test(e, RING_LESS, tenth, ring_mul(e, ring_integer(e, 1), ring_sub(e, tenth, ring_integer(e, 0))));
  assert_int_equal(ring_take_status(e), STATUS_OK); /* the same scalar */
  (void)ring_test(e, RING_LESS, ring_add(e, tenth, step), ring_add(e, step, tenth));
  assert_int_equal(ring_take_status(e), STATUS_UNABLE);
  ring_destroy(e);
}

/* -------------------------------------------- functions, by long double -- */

static long double function_truth(RingFunction function, long double x) {
  switch (function) {
  case RING_SIN: return sinl(x);
  case RING_COS: return cosl(x);
  case RING_TAN: return tanl(x);
  case RING_EXP: return expl(x);
  case RING_LOG: return logl(x);
  case RING_SQRT: return sqrtl(x);
  case RING_TANH: return tanhl(x);
  case RING_SIGMOID: return 1 / (1 + expl(-x));
  case RING_ABS: return fabsl(x);
  case RING_SIGN: return (long double)((x > 0) - (x < 0));
  }
  return 0;
}

/* Half an ulp of long double and more, for the reference itself. */
static long double reference_error(long double x) { return fabsl(x) * 0x1p-61L + 0x1p-16000L; }

static bool contains(Ring *e, Scalar a, long double truth) {
  long double distance = fabsl((long double)enclosure_value(e, a) - truth);
  return distance <= (long double)enclosure_bound(e, a) + reference_error(truth);
}

/* Five points, for widths above 2^-51 |x|: from near the left end to near the right: never outside, where
 * the sum is rounded. */
static long double within(double x, double width, int i) {
  return (long double)x + ((long double)i - 2) * 0.4999L * (long double)width;
}

#define FUNCTIONS ((int)RING_SIGN + 1)

static void functions_enclose(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  random_state = 2;
  for (int f = 0; f < FUNCTIONS; f++) {
    int decided = 0;
    for (int k = 0; k < 20000; k++) {
      double x = random_double(k % 3 == 0 ? 1 : 8), width = k % 4 == 0 ? 0 : ldexp(fabs(x), -(int)(random_next() % 50));
      if ((f == RING_LOG || f == RING_SQRT) && k % 8 != 0) x = fabs(x);
      Scalar a = ring_function(e, (RingFunction)f, enclosure_make(e, x, width));
      if (ring_take_status(e) == STATUS_OK) {
        decided++;
        for (int i = 0; i <= 4; i++) {
          long double at = within(x, width, i);
          assert_true(contains(e, a, function_truth((RingFunction)f, at)));
        }
        double ulps = enclosure_bound(e, a) / (fabs(enclosure_value(e, a)) * DBL_EPSILON + DBL_TRUE_MIN);
        if (width == 0) assert_true(ulps <= 10); /* and not needlessly wide */
      }
      ring_release(e, 2);
    }
    assert_true(decided > 5000);
  }
  ring_destroy(e);
}

static void fractional_powers_enclose(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  random_state = 3;
  for (int k = 0; k < 20000; k++) {
    int64_t p = (int64_t)(random_next() % 41) - 20;
    uint64_t q = random_next() % 9 + 2;
    double x = fabs(random_double(6)), width = k % 2 == 0 ? 0 : ldexp(x, -(int)(random_next() % 50) - 1);
    Scalar a = ring_power(e, enclosure_make(e, x, width), ratio(p, q));
    /* wide enclosures multiplied out may straddle 0, whose reciprocal is DOMAIN */
    bool integer = p % (int64_t)q == 0;
    if (ring_take_status(e) != STATUS_OK) assert_true(integer && p < 0);
    for (int i = 0; i <= 4 && !integer; i++) {
      long double truth = powl(within(x, width, i), (long double)p / (long double)q);
      long double own_error = fabsl(truth) * 0x1p-50L * 0x1p-5L; /* p/q is rounded, |log x| < 5 */
      assert_true(contains(e, a, truth - own_error) || contains(e, a, truth + own_error));
    }
    ring_release(e, 2);
  }
  (void)ring_power(e, enclosure_make(e, -1, 0.5), ratio(1, 2));
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  (void)ring_power(e, ring_integer(e, 0), ratio(-1, 2));
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  ring_destroy(e);
}

/* Room for the error of the same operation in long double, 2^-8 of a double's. */
static Scalar widen(Ring *e, Scalar a) {
  double value = enclosure_value(e, a);
  return enclosure_make(e, value, enclosure_bound(e, a) + fabs(value) * 0x1p-61 + DBL_TRUE_MIN);
}

/* Whole expressions, in step with long double. */
static void expressions_enclose(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  random_state = 4;
  int decided = 0;
  for (int k = 0; k < 20000; k++) {
    double x = random_double(2);
    Scalar a = enclosure_make(e, x, 0);
    long double truth = x;
    for (int i = 0; i < 6; i++) {
      RingFunction f = (RingFunction)(random_next() % (uint64_t)FUNCTIONS);
      double c = random_double(1);
      Scalar value = widen(e, ring_function(e, f, a)), scaled = widen(e, ring_mul(e, a, enclosure_make(e, c, 0)));
      a = widen(e, ring_add(e, value, scaled));
      if (ring_take_status(e) != STATUS_OK) break;
      truth = function_truth(f, truth) + truth * (long double)c;
      assert_true(contains(e, a, truth) || enclosure_bound(e, a) == HUGE_VAL);
      decided++;
    }
    ring_release(e, 2);
  }
  assert_true(decided > 30000);
  ring_destroy(e);
}

static void straddling_is_outside(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  Scalar wide = enclosure_make(e, 1e-3, 1e-2), one = ring_integer(e, 1), third = ring_constant(e, ratio(1, 3), 0);
  assert_true(enclosure_bound(e, third) > 0 && enclosure_bound(e, third) <= 0x1p-54);
  assert_true(enclosure_bound(e, ring_constant(e, ratio(3, 8), 0)) == 0);
  static const RingFunction functions[] = {RING_LOG, RING_SQRT, RING_SIGN, RING_ABS};
  for (int i = 0; i < 4; i++) {
    (void)ring_function(e, functions[i], wide);
    assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  }
  (void)ring_div(e, one, wide);
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  (void)ring_function(e, RING_TAN, enclosure_make(e, 1.57, 0.01));
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  (void)ring_max(e, wide, ring_integer(e, 0));
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  Scalar root = ring_function(e, RING_SQRT, third);
  (void)ring_min(e, root, root);
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  assert_true(ring_equal(e, ring_max(e, one, one), one));
  assert_true(enclosure_value(e, ring_function(e, RING_SQRT, ring_integer(e, 0))) == 0);
  Scalar nothing = enclosure_make(e, NAN, 0);
  assert_true(enclosure_bound(e, nothing) == HUGE_VAL);
  assert_true(enclosure_bound(e, ring_function(e, RING_COS, nothing)) <= 2);
  assert_int_equal(ring_take_status(e), STATUS_OK);
  (void)ring_function(e, RING_SIGN, nothing);
  assert_int_equal(ring_take_status(e), STATUS_DOMAIN);
  enclosure_reset_magnitude(e);
  (void)ring_mul(e, ring_integer(e, -12), third);
  assert_true(enclosure_magnitude(e) == 12);
  ring_destroy(e);
}

/* -------------------------------------------------------- dual numbers -- */

static Scalar of_kind(Ring *ring, int kind, Scalar x) {
  if (kind < FUNCTIONS) return ring_function(ring, (RingFunction)kind, x);
  Scalar one = ring_integer(ring, 1), square = ring_mul(ring, x, x);
  switch (kind - FUNCTIONS) {
  case 0: return ring_power(ring, x, ratio(5, 1));
  case 1: return ring_power(ring, x, ratio(-3, 1));
  case 2: return ring_power(ring, x, ratio(7, 3));
  case 3: return ring_power(ring, x, ratio(-1, 2));
  case 4: return ring_div(ring, ring_sub(ring, x, square), ring_add(ring, one, square));
  case 5: return ring_max(ring, square, x);
  case 6: return ring_min(ring, square, x);
  case 7: return ring_neg(ring, ring_mul(ring, square, x));
  default: return x;
  }
}

#define KINDS (FUNCTIONS + 8)

/* By the mean value theorem (f(x+h) - f(x-h)) / 2h is f' somewhere between, so it
 * lies in the dual's enclosure of f' over [x-h, x+h]. */
static void derivatives_contain_difference_quotients(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new(), *dual = ring_dual_new(e);
  random_state = 5;
  for (int kind = 0; kind < KINDS; kind++) {
    int decided = 0;
    for (int k = 0; k < 2000; k++) {
      double h = 0x1p-12, x = ldexp(nearbyint(ldexp(random_double(2), 20)), -20);
      Scalar over = dual_make(dual, enclosure_make(e, x, h), ring_integer(e, 1));
      Scalar slope = dual_epsilon(dual, of_kind(dual, kind, over));
      Scalar right = of_kind(e, kind, enclosure_make(e, x + h, 0));
      Scalar left = of_kind(e, kind, enclosure_make(e, x - h, 0));
      Scalar quotient = ring_div(e, ring_sub(e, right, left), enclosure_make(e, 2 * h, 0));
      Status status = ring_take_status(dual), below = ring_take_status(e);
      if (status == STATUS_OK && below == STATUS_OK) {
        double distance = fabs(enclosure_value(e, slope) - enclosure_value(e, quotient));
        assert_true(distance <= enclosure_bound(e, slope) + enclosure_bound(e, quotient));
        decided += enclosure_bound(e, slope) <= 0x1p-3 * (1 + fabs(enclosure_value(e, slope)));
      }
      ring_release(dual, 2);
      ring_release(e, 2);
    }
    assert_true(decided > 700);
  }
  ring_destroy(dual);
  ring_destroy(e);
}

/* f(x + eps) over doubles, and the status. */
static Status dual_at(int kind, double x, double *value, double *slope) {
  Ring *doubles = ring_double_new(), *dual = ring_dual_new(doubles);
  Scalar result = of_kind(dual, kind, dual_make(dual, scalar_from_double(x), scalar_from_double(1)));
  *value = scalar_to_double(dual_real(dual, result));
  *slope = scalar_to_double(dual_epsilon(dual, result));
  Status status = ring_take_status(dual);
  ring_destroy(dual);
  ring_destroy(doubles);
  return status;
}

static bool near(double found, double expected) { return fabs(found - expected) <= fabs(expected) * 0x1p-48; }

static void derivatives_known_from_calculus(void **state) {
  (void)state;
  static const struct {
    RingFunction function;
    double x, value, slope;
  } known[] = {
      {RING_SIN, 0, 0, 1},
      {RING_COS, 1, 0.54030230586813977, -0.8414709848078965},
      {RING_TAN, 1, 1.5574077246549023, 3.4255188208147597},
      {RING_EXP, 1, 2.7182818284590451, 2.7182818284590451},
      {RING_LOG, 4, 1.3862943611198906, 0.25},
      {RING_SQRT, 4, 2, 0.25},
      {RING_TANH, 0, 0, 1},
      {RING_TANH, 20, 1, 1.6993417021166355e-17},
      {RING_SIGMOID, 0, 0.5, 0.25},
      {RING_ABS, -3, 3, -1},
      {RING_ABS, 0, 0, 0},
      {RING_ABS, -0.0, 0, 0},
      {RING_SIGN, -3, -1, 0},
      {RING_SIGN, 0, 0, 0},
  };
  double value, slope;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    assert_int_equal(dual_at((int)known[i].function, known[i].x, &value, &slope), STATUS_OK);
    if (!near(slope, known[i].slope)) print_error("case %zu: %.17g\n", i, slope);
    assert_true(near(value, known[i].value) && near(slope, known[i].slope));
  }
  assert_int_equal(dual_at(RING_SQRT, 0, &value, &slope), STATUS_DOMAIN);
  assert_int_equal(dual_at(RING_LOG, 0, &value, &slope), STATUS_DOMAIN);
  assert_int_equal(dual_at(RING_SIGN, NAN, &value, &slope), STATUS_DOMAIN);
  assert_int_equal(dual_at(FUNCTIONS + 2, 0, &value, &slope), STATUS_DOMAIN); /* 0^(7/3) */
  assert_int_equal(dual_at(FUNCTIONS + 1, 0, &value, &slope), STATUS_DOMAIN); /* 0^-3 */
  assert_int_equal(dual_at(FUNCTIONS + 5, 1, &value, &slope), STATUS_OK);     /* max(x^2, x) at 1: (2 + 1)/2 */
  assert_true(value == 1 && slope == 1.5);
  assert_int_equal(dual_at(FUNCTIONS + 6, 0, &value, &slope), STATUS_OK); /* min(x^2, x) at 0: (0 + 1)/2 */
  assert_true(value == 0 && slope == 0.5);
}

/* x^0 is the constant 1; x^n has its derivative at 0 too. */
static void powers_at_zero(void **state) {
  (void)state;
  Ring *rational = ring_rational_new(1000), *dual = ring_dual_new(rational);
  Scalar x = dual_make(dual, ring_integer(rational, 0), ring_integer(rational, 1));
  for (int64_t n = 0; n < 6; n++) {
    Scalar result = ring_power(dual, x, ratio(n, 1));
    assert_true(ring_equal(rational, dual_real(dual, result), ring_integer(rational, n == 0)));
    assert_true(ring_equal(rational, dual_epsilon(dual, result), ring_integer(rational, n == 1)));
  }
  assert_int_equal(ring_take_status(dual), STATUS_OK);
  ring_destroy(dual);
  ring_destroy(rational);
}

/* Duals of duals give second derivatives: the eps eps' part. */
static void second_derivatives(void **state) {
  (void)state;
  Ring *doubles = ring_double_new(), *once = ring_dual_new(doubles), *twice = ring_dual_new(once);
  static const double expected[][2] = {{RING_SIN, -0.479425538604203},
                                       {RING_COS, -0.8775825618903728},
                                       {RING_TAN, 1.4186890138709112},
                                       {RING_EXP, 1.6487212707001282},
                                       {RING_LOG, -4},
                                       {RING_SQRT, -0.70710678118654752},
                                       {RING_TANH, -0.7268619813835873},
                                       {RING_SIGMOID, -0.05755679485232076}};
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    Scalar one = ring_integer(once, 1);
    Scalar inner = dual_make(once, scalar_from_double(0.5), scalar_from_double(1));
    Scalar result = of_kind(twice, (int)expected[i][0], dual_make(twice, inner, one));
    double found = scalar_to_double(dual_epsilon(once, dual_epsilon(twice, result)));
    if (!near(found, expected[i][1])) print_error("function %zu: %.17g\n", i, found);
    assert_true(near(found, expected[i][1]));
  }
  ring_destroy(twice);
  ring_destroy(once);
  ring_destroy(doubles);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(enclosures_contain_the_rationals),
      cmocka_unit_test(ratios_are_known),
      cmocka_unit_test(functions_enclose),
      cmocka_unit_test(fractional_powers_enclose),
      cmocka_unit_test(expressions_enclose),
      cmocka_unit_test(straddling_is_outside),
      cmocka_unit_test(derivatives_contain_difference_quotients),
      cmocka_unit_test(derivatives_known_from_calculus),
      cmocka_unit_test(powers_at_zero),
      cmocka_unit_test(second_derivatives),
  };
  if (!constant_table_init(&constants)) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  constant_table_free(&constants);
  return failures;
}
