/* Truth tier T3: balls, jets, certified derivatives, and the comparison that
 * refutes for certain; against known series and the other tiers. */
#include "verify/truth/truth_certified.h"

#include "build.h"
#include "tests/unit/points.h"
#include "verify/enumerate/space.h"
#include "verify/truth/truth_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Truth *truth;
static Certified *certified;

/* Rounded up. */
static double ball_radius(const Ring *ring, Scalar a) {
  arf_t exact;
  arf_init(exact);
  arf_set_mag(exact, arb_radref(ball_get(ring, a)));
  double radius = arf_get_d(exact, ARF_RND_UP);
  arf_clear(exact);
  return radius;
}

/* A double stands for itself, exactly: one that was rounded needs a ball. */
static CertifiedComparison certified_compare_double(const arb_t of, double candidate, slong digits) {
  arb_t exact;
  arb_init(exact);
  arb_set_d(exact, candidate);
  CertifiedComparison comparison = certified_compare(of, exact, digits);
  arb_clear(exact);
  return comparison;
}

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 20);
  truth = truth_new(S);
  certified = certified_new(truth);
  return S == NULL || truth == NULL || certified == NULL;
}

static int tear_down(void **state) {
  (void)state;
  certified_free(certified);
  truth_free(truth);
  store_free(S);
  flint_cleanup();
  return 0;
}

static TermId rational(int64_t numerator, uint64_t denominator) {
  ConstantId c = constant_from_ratio(&S->constants, numerator, denominator);
  return term_op(S, op_make_constant(&S->ops, &S->types, 1, c), TERM_NONE_ID, TERM_NONE_ID);
}

static const Constant *ratio(int64_t numerator, uint64_t denominator) {
  return constant_get(&S->constants, constant_from_ratio(&S->constants, numerator, denominator));
}

/* x : real |- t : real at a/b along 1. */
static Status run(TermId t, int64_t a, unsigned long b, const CertifiedOptions *options, Enclosures *out) {
  TypeId real = R(1);
  Program p = program_of(t, &real, 1, real);
  mpq_t x[1], v[1];
  mpq_init(x[0]);
  mpq_init(v[0]);
  mpq_set_si(x[0], a, b);
  mpq_canonicalize(x[0]);
  mpq_set_ui(v[0], 1, 1);
  Status status = truth_certified(certified, &p, (const mpq_t *)x, (const mpq_t *)v, options, out);
  mpq_clear(x[0]);
  mpq_clear(v[0]);
  return status;
}

static bool contains_ratio(const arb_t ball, int64_t numerator, ulong denominator) {
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_si(q, numerator, denominator);
  bool contains = arb_contains_fmpq(ball, q) != 0;
  fmpq_clear(q);
  return contains;
}

/* ---------------------------------------------------------------- balls -- */

static void balls_are_exact_where_they_can_be(void **state) {
  (void)state;
  Ring *balls = ring_ball_new(53);
  mpq_t q;
  mpq_init(q);
  /* 2^200 + 2^-200 has 401 bits: exact at any precision; 1/3 is not */
  mpq_set_ui(q, 1, 1);
  mpq_mul_2exp(q, q, 400);
  mpz_add_ui(mpq_numref(q), mpq_numref(q), 1);
  mpq_div_2exp(q, q, 200);
  Scalar dyadic = ball_make_rational(balls, q), tenth = ball_make_double(balls, 0.1);
  assert_true(arb_is_exact(ball_get(balls, dyadic)));
  assert_true(ball_midpoint(balls, tenth) == 0.1 && ball_radius(balls, tenth) == 0);
  mpq_set_ui(q, 1, 3);
  Scalar third = ball_make_rational(balls, q);
  assert_true(ball_radius(balls, third) > 0 && ball_radius(balls, third) < 0x1p-53);
  assert_true(contains_ratio(ball_get(balls, third), 1, 3));
  Scalar difference = ring_sub(balls, ring_mul(balls, third, ring_integer(balls, 3)), ring_integer(balls, 1));
  assert_true(arb_contains_zero(ball_get(balls, difference)));
  assert_true(ball_overlaps(balls, difference, ring_integer(balls, 0)));
  assert_false(ball_overlaps(balls, tenth, third));
  assert_int_equal(ring_take_status(balls), STATUS_OK);
  (void)ball_make_double(balls, (double)INFINITY);
  assert_int_equal(ring_take_status(balls), STATUS_DOMAIN);
  /* digits that are certain */
  char text[128];
  ball_set_precision(balls, 128);
  (void)ring_print(balls, ring_function(balls, RING_SIN, ring_integer(balls, 1)), text, sizeof text);
  assert_string_equal(text, "[0.84147098480789650665250232163029899962 +/- 3.95e-39]");
  mpq_clear(q);
  ring_destroy(balls);
}

static void assert_overlaps(const arb_t ball, Ring *doubles, Scalar a) {
  arb_t other;
  mag_t bound;
  if (isinf(enclosure_bound(doubles, a))) return;
  arb_init(other), mag_init(bound);
  arb_set_d(other, enclosure_value(doubles, a));
  mag_set_d(bound, enclosure_bound(doubles, a));
  arb_add_error_mag(other, bound);
  assert_true(arb_overlaps(ball, other));
  arb_clear(other), mag_clear(bound);
}

/* Every function, against binary64 with its error bounds, and to nearly all bits. */
static void functions_of_balls(void **state) {
  (void)state;
  Ring *balls = ring_ball_new(106), *jets = ring_jet_new(0, 106), *doubles = ring_enclosure_new();
  double x[400];
  points_double(13, 0, 400, x);
  for (int i = 0; i < 400; i++) {
    Scalar a = ball_make_double(balls, x[i]), b = enclosure_make(doubles, x[i], 0),
           j = jet_make(jets, ball_get(balls, a));
    for (int f = RING_SIN; f <= RING_SIGN; f++) {
      Scalar y = ring_function(balls, (RingFunction)f, a), z = ring_function(doubles, (RingFunction)f, b);
      Scalar term = ring_function(jets, (RingFunction)f, j);
      Status status = ring_take_status(doubles);
      assert_int_equal(ring_take_status(balls), status);
      assert_int_equal(ring_take_status(jets), status);
      if (status != STATUS_OK) continue;
      assert_overlaps(ball_get(balls, y), doubles, z);
      assert_overlaps(jet_coefficient(jets, term, 0), doubles, z);
      assert_true(arb_is_exact(ball_get(balls, y)) || arb_rel_accuracy_bits(ball_get(balls, y)) > 95);
    }
    Scalar root = ring_power(balls, ring_mul(balls, a, a), ratio(3, 2));
    assert_overlaps(ball_get(balls, root), doubles, ring_power(doubles, ring_mul(doubles, b, b), ratio(3, 2)));
    assert_true(arb_rel_accuracy_bits(ball_get(balls, root)) > 95);
    assert_int_equal(ring_take_status(balls), STATUS_OK);
    ring_release(balls, 2);
    ring_release(jets, 2);
    ring_release(doubles, 2);
  }
  ring_destroy(balls);
  ring_destroy(jets);
  ring_destroy(doubles);
}

/* [-1, 1] / 8 */
static Scalar around_zero(Ring *balls) {
  arb_t ball;
  arb_init(ball);
  mag_set_d(arb_radref(ball), 0.125);
  Scalar scalar = ball_make(balls, ball);
  arb_clear(ball);
  return scalar;
}

static void refuses(Ring *ring, Status status, bool imprecise, bool jets) {
  assert_int_equal(ring_take_status(ring), status);
  assert_int_equal(jets ? jet_take_imprecise(ring) : ball_take_imprecise(ring), status != STATUS_OK && imprecise);
}

static void edges_of_domains(void **state) {
  (void)state;
  Ring *balls = ring_ball_new(64);
  Scalar zero = ring_integer(balls, 0), one_ = ring_integer(balls, 1), minus = ring_integer(balls, -1);
  Scalar wide = around_zero(balls);
  static const RingFunction straddled[] = {RING_LOG, RING_SQRT, RING_ABS, RING_SIGN};
  for (size_t i = 0; i < 4; i++) {
    (void)ring_function(balls, straddled[i], wide);
    refuses(balls, STATUS_DOMAIN, true, false);
  }
  (void)ring_div(balls, one_, wide);
  refuses(balls, STATUS_DOMAIN, true, false);
  (void)ring_max(balls, wide, zero);
  refuses(balls, STATUS_DOMAIN, true, false);
  (void)ring_min(balls, ring_neg(balls, wide), wide);
  refuses(balls, STATUS_DOMAIN, true, false);
  (void)ring_power(balls, wide, ratio(1, 2));
  refuses(balls, STATUS_DOMAIN, true, false);
  (void)ring_power(balls, wide, ratio(-1, 1));
  refuses(balls, STATUS_DOMAIN, true, false);
  /* tan at a ball around pi/2 */
  Scalar right = ring_add(balls, ball_make_double(balls, 1.5707963267948966), wide);
  (void)ring_function(balls, RING_TAN, right);
  refuses(balls, STATUS_DOMAIN, true, false);
  /* outside for certain */
  (void)ring_div(balls, one_, zero);
  refuses(balls, STATUS_DOMAIN, false, false);
  (void)ring_function(balls, RING_LOG, zero);
  refuses(balls, STATUS_DOMAIN, false, false);
  (void)ring_function(balls, RING_SQRT, minus);
  refuses(balls, STATUS_DOMAIN, false, false);
  (void)ring_power(balls, minus, ratio(1, 2));
  refuses(balls, STATUS_DOMAIN, false, false);
  /* the conventions at the exact zero */
  assert_true(ring_equal(balls, ring_function(balls, RING_SQRT, zero), zero));
  assert_true(ring_equal(balls, ring_function(balls, RING_ABS, zero), zero));
  assert_true(ring_equal(balls, ring_function(balls, RING_SIGN, zero), zero));
  assert_true(ring_equal(balls, ring_power(balls, zero, ratio(1, 2)), zero));
  assert_true(ring_equal(balls, ring_power(balls, zero, ratio(0, 1)), one_));
  assert_true(ring_equal(balls, ring_max(balls, wide, wide), wide));
  refuses(balls, STATUS_OK, false, false);
  ring_destroy(balls);
}

/* The first failure says whether it was for want of precision. */
static void the_first_failure_counts(void **state) {
  (void)state;
  Ring *balls = ring_ball_new(64);
  (void)ring_function(balls, RING_LOG, ring_integer(balls, -1));
  (void)ring_function(balls, RING_LOG, around_zero(balls));
  refuses(balls, STATUS_DOMAIN, false, false);
  /* beyond every exponent: e^e^e^e^e^7 */
  Scalar tower = ring_integer(balls, 7);
  for (int i = 0; i < 5; i++) tower = ring_function(balls, RING_EXP, tower);
  refuses(balls, STATUS_LIMIT, true, false);
  ring_destroy(balls);
}

/* ----------------------------------------------------------------- jets -- */

static void assert_series(Ring *jets, Scalar a, uint32_t count, const int64_t *numerator, const ulong *denominator) {
  assert_int_equal(ring_take_status(jets), STATUS_OK);
  for (uint32_t k = 0; k < count; k++) {
    arb_srcptr ball = jet_coefficient(jets, a, k);
    assert_true(contains_ratio(ball, numerator[k], denominator[k]));
    assert_true(arb_is_exact(ball) || arb_contains_zero(ball) || arb_rel_accuracy_bits(ball) > 80);
    assert_true(mag_cmp_2exp_si(arb_radref(ball), -80) < 0);
  }
}

static Scalar line(Ring *jets, int64_t a, unsigned long b) {
  mpq_t x, v;
  mpq_init(x);
  mpq_init(v);
  mpq_set_si(x, a, b);
  mpq_set_ui(v, 1, 1);
  Scalar scalar = jet_make_line(jets, x, v);
  mpq_clear(x);
  mpq_clear(v);
  return scalar;
}

/* Taylor coefficients at 0 or 1, orders 2 to 6. */
static void known_series(void **state) {
  (void)state;
  for (uint32_t order = 2; order <= 6; order++) {
    Ring *jets = ring_jet_new(order, 106);
    uint32_t n = order + 1;
    Scalar s = line(jets, 0, 1), one_ = ring_integer(jets, 1), at_one = line(jets, 1, 1);
    assert_series(jets, ring_function(jets, RING_SIN, s), n, (int64_t[]){0, 1, 0, -1, 0, 1, 0},
                  (ulong[]){1, 1, 1, 6, 1, 120, 1});
    assert_series(jets, ring_function(jets, RING_COS, s), n, (int64_t[]){1, 0, -1, 0, 1, 0, -1},
                  (ulong[]){1, 1, 2, 1, 24, 1, 720});
    assert_series(jets, ring_function(jets, RING_TAN, s), n, (int64_t[]){0, 1, 0, 1, 0, 2, 0},
                  (ulong[]){1, 1, 1, 3, 1, 15, 1});
    assert_series(jets, ring_function(jets, RING_EXP, s), n, (int64_t[]){1, 1, 1, 1, 1, 1, 1},
                  (ulong[]){1, 1, 2, 6, 24, 120, 720});
    assert_series(jets, ring_function(jets, RING_TANH, s), n, (int64_t[]){0, 1, 0, -1, 0, 2, 0},
                  (ulong[]){1, 1, 1, 3, 1, 15, 1});
    assert_series(jets, ring_function(jets, RING_SIGMOID, s), n, (int64_t[]){1, 1, 0, -1, 0, 1, 0},
                  (ulong[]){2, 4, 1, 48, 1, 480, 1});
    assert_series(jets, ring_div(jets, one_, ring_sub(jets, one_, s)), n, (int64_t[]){1, 1, 1, 1, 1, 1, 1},
                  (ulong[]){1, 1, 1, 1, 1, 1, 1});
    static const int64_t log_n[] = {0, 1, -1, 1, -1, 1, -1}, root_n[] = {1, 1, -1, 1, -5, 7, -21};
    static const ulong log_d[] = {1, 1, 2, 3, 4, 5, 6}, root_d[] = {1, 2, 8, 16, 128, 256, 1024};
    assert_series(jets, ring_function(jets, RING_LOG, at_one), n, log_n, log_d);
    assert_series(jets, ring_function(jets, RING_SQRT, at_one), n, root_n, root_d);
    assert_series(jets, ring_power(jets, at_one, ratio(1, 2)), n, root_n, root_d);
    assert_series(jets, ring_power(jets, at_one, ratio(-2, 1)), n, (int64_t[]){1, -2, 3, -4, 5, -6, 7},
                  (ulong[]){1, 1, 1, 1, 1, 1, 1});
    assert_series(jets, ring_power(jets, s, ratio(3, 1)), n, (int64_t[]){0, 0, 0, 1, 0, 0, 0},
                  (ulong[]){1, 1, 1, 1, 1, 1, 1});
    ring_destroy(jets);
  }
}

static void kinks_of_jets(void **state) {
  (void)state;
  Ring *jets = ring_jet_new(2, 64), *values = ring_jet_new(0, 64);
  Scalar zero = line(jets, 0, 1), minus = line(jets, -2, 1), twice = ring_add(jets, zero, zero);
  assert_series(jets, ring_function(jets, RING_ABS, minus), 3, (int64_t[]){2, -1, 0}, (ulong[]){1, 1, 1});
  assert_series(jets, ring_function(jets, RING_ABS, zero), 3, (int64_t[]){0, 0, 0}, (ulong[]){1, 1, 1});
  assert_series(jets, ring_function(jets, RING_SIGN, minus), 3, (int64_t[]){-1, 0, 0}, (ulong[]){1, 1, 1});
  assert_series(jets, ring_max(jets, zero, twice), 3, (int64_t[]){0, 3, 0}, (ulong[]){1, 2, 1});
  assert_series(jets, ring_min(jets, zero, twice), 3, (int64_t[]){0, 3, 0}, (ulong[]){1, 2, 1});
  assert_series(jets, ring_max(jets, minus, zero), 3, (int64_t[]){0, 1, 0}, (ulong[]){1, 1, 1});
  assert_series(jets, ring_min(jets, minus, twice), 3, (int64_t[]){-2, 1, 0}, (ulong[]){1, 1, 1});
  (void)ring_function(jets, RING_SQRT, zero);
  refuses(jets, STATUS_DOMAIN, false, true);
  (void)ring_power(jets, zero, ratio(1, 2));
  refuses(jets, STATUS_DOMAIN, false, true);
  (void)ring_function(jets, RING_LOG, zero);
  refuses(jets, STATUS_DOMAIN, false, true);
  /* 3 (1/3 + s) - 1 has a constant term around 0 */
  Scalar third = ring_sub(jets, ring_mul(jets, line(jets, 1, 3), ring_integer(jets, 3)), ring_integer(jets, 1));
  static const RingFunction undecided[] = {RING_LOG, RING_SQRT, RING_ABS, RING_SIGN};
  for (size_t i = 0; i < 4; i++) {
    (void)ring_function(jets, undecided[i], third);
    refuses(jets, STATUS_DOMAIN, true, true);
  }
  (void)ring_max(jets, third, zero);
  refuses(jets, STATUS_DOMAIN, true, true);
  (void)ring_div(jets, zero, third);
  refuses(jets, STATUS_DOMAIN, true, true);
  /* of order 0, sqrt 0 is a value */
  assert_true(ring_equal(values, ring_function(values, RING_SQRT, line(values, 0, 1)), ring_integer(values, 0)));
  refuses(values, STATUS_OK, false, true);
  char text[256];
  (void)ring_print(jets, minus, text, sizeof text);
  assert_string_equal(text, "-2.0000000000000000000 + 1.0000000000000000000 s^1 + 0 s^2");
  assert_null(ring_jet_new(JET_MAX_ORDER + 1, 64));
  ring_destroy(jets);
  ring_destroy(values);
}

/* --------------------------------------------------- certified programs -- */

/* x ((1 + 10^-30) - 1) */
static TermId cancelling(void) {
  TermId tiny = rational(1, 1000000000000000ull);
  tiny = mul(tiny, tiny);
  return mul(var(0), op2(OP_SUB, 1, add(rational(1, 1), tiny), rational(1, 1)));
}

static void precision_rises_until_the_digits_are_there(void **state) {
  (void)state;
  Enclosures e;
  char text[128];
  enclosures_init(&e);
  CertifiedOptions options = {.order = 1, .digits = 16};
  assert_int_equal(run(op1(OP_SIN, 1, var(0)), 1, 1, &options, &e), STATUS_OK);
  assert_int_equal(e.precision, 106); /* 16 digits are more than 53 bits */
  options.digits = 10;
  assert_int_equal(run(op1(OP_SIN, 1, var(0)), 1, 1, &options, &e), STATUS_OK);
  assert_int_equal(e.precision, 53);
  assert_int_equal(run(cancelling(), 3, 1, &options, &e), STATUS_OK);
  assert_int_equal(e.precision, 212);
  (void)ball_print(enclosure_of(&e, 0, 0), 12, text, sizeof text);
  assert_memory_equal(text, "[3.00000000000e-30 +/- ", 22);
  /* at the limit the last enclosures are left, with their precision */
  options.limit = 100;
  assert_int_equal(run(cancelling(), 3, 1, &options, &e), STATUS_LIMIT);
  assert_int_equal(e.precision, 100);
  assert_true(arb_contains_zero(enclosure_of(&e, 0, 0)));
  /* x - x + sin^2 + cos^2 - 1 is 0 by cancelling and never has digits */
  TermId s = op1(OP_SIN, 1, var(0)), c = op1(OP_COS, 1, var(0));
  TermId one_ = op2(OP_SUB, 1, add(mul(s, s), mul(c, c)), rational(1, 1));
  options.limit = 0;
  assert_int_equal(run(one_, 1, 1, &options, &e), STATUS_LIMIT);
  assert_int_equal(e.precision, CERTIFIED_LIMIT);
  assert_true(arb_contains_zero(enclosure_of(&e, 0, 0)));
  /* no digits are enough where none are asked for; else the value too must have them, and not its slope alone */
  options.digits = 0;
  assert_int_equal(run(one_, 1, 1, &options, &e), STATUS_OK);
  assert_int_equal(e.precision, 53);
  options.digits = 1;
  assert_int_equal(run(one_, 1, 1, &options, &e), STATUS_LIMIT);
  assert_int_equal(run(add(one_, rational(2, 1)), 1, 1, &options, &e), STATUS_LIMIT); /* and its slope too */
  options.digits = 10;
  assert_int_equal(run(add(one_, op2(OP_SUB, 1, var(0), rational(1, 1))), 1, 1, &options, &e), STATUS_LIMIT);
  assert_false(certified_has_digits(enclosure_of(&e, 0, 0), 10));
  assert_true(certified_has_digits(enclosure_of(&e, 0, 1), 10));
  enclosures_clear(&e);
}

/* A decimal digit takes 3.32 bits: ten take 34. */
static void digits_are_counted_in_bits(void **state) {
  (void)state;
  arb_t ball;
  arb_init(ball);
  arb_one(ball);
  assert_true(certified_has_digits(ball, 1000));
  for (slong k = 20; k < 50; k++) {
    mag_set_ui_2exp_si(arb_radref(ball), 1, -k);
    assert_int_equal(certified_has_digits(ball, 10), arb_rel_accuracy_bits(ball) >= 34);
  }
  arb_clear(ball);
}

static void domains_at_every_precision(void **state) {
  (void)state;
  Enclosures e;
  enclosures_init(&e);
  CertifiedOptions options = {.order = 1, .digits = 10, .limit = 212};
  TermId third = op2(OP_SUB, 1, mul(var(0), rational(3, 1)), rational(1, 1));
  assert_int_equal(run(op1(OP_LOG, 1, var(0)), 0, 1, &options, &e), STATUS_DOMAIN);
  assert_int_equal(e.precision, 0);
  assert_int_equal(run(op1(OP_SQRT, 1, var(0)), 0, 1, &options, &e), STATUS_DOMAIN);
  assert_int_equal(run(op1(OP_SQRT, 1, var(0)), -1, 1, &options, &e), STATUS_DOMAIN);
  /* 3 x - 1 at 1/3: not certain at any precision */
  assert_int_equal(run(op1(OP_LOG, 1, third), 1, 3, &options, &e), STATUS_LIMIT);
  assert_int_equal(e.precision, 0);
  assert_true(e.straddles);
  /* log (sin x - x) for tiny x < 0: a ball around 0 until there is precision */
  TermId small = op1(OP_LOG, 1, op2(OP_SUB, 1, op1(OP_SIN, 1, var(0)), var(0)));
  options.limit = 0;
  assert_int_equal(run(small, -1, 1ul << 40, &options, &e), STATUS_OK);
  assert_true(e.precision > 106);
  assert_int_equal(run(small, 1, 1ul << 40, &options, &e), STATUS_DOMAIN);
  /* of order 0, sqrt 0 = 0 */
  options.order = 0;
  assert_int_equal(run(op1(OP_SQRT, 1, var(0)), 0, 1, &options, &e), STATUS_OK);
  assert_true(arb_is_zero(enclosure_of(&e, 0, 0)));
  for (int x = -1; x <= 1; x++) { /* a tie is told */
    assert_int_equal(run(op1(OP_ABS, 1, var(0)), x, 1, &options, &e), STATUS_OK);
    assert_int_equal(e.tied, x == 0);
  }
  options.order = JET_MAX_ORDER + 1;
  assert_int_equal(run(var(0), 0, 1, &options, &e), STATUS_LIMIT);
  enclosures_clear(&e);
}

/* D^k of exp(2 x) is 2^k exp(2 x); arrays, pairs and Ints lie flat. */
static void higher_orders_and_flat_values(void **state) {
  (void)state;
  Enclosures e;
  arb_t expected;
  arb_init(expected);
  enclosures_init(&e);
  CertifiedOptions options = {.order = 6, .digits = 20};
  assert_int_equal(run(op1(OP_EXP, 1, mul(rational(2, 1), var(0))), 1, 2, &options, &e), STATUS_OK);
  for (uint32_t k = 0; k <= 6; k++) {
    arb_const_e(expected, 200);
    arb_mul_2exp_si(expected, expected, k);
    assert_true(arb_overlaps(enclosure_of(&e, 0, k), expected));
    assert_true(arb_rel_accuracy_bits(enclosure_of(&e, 0, k)) > 66);
  }
  /* k : Int, a : real^2 |- (k, dot a a * toReal k) at (3, (1, 2)) along (9, (1, 0)) */
  TypeId context[2] = {integer(), R(2)};
  OpId to_real = op_make(&S->ops, &S->types, OP_TOREAL, 0, 0), dot = op_make(&S->ops, &S->types, OP_DOT, 2, 0);
  TermId t = mul(term_op(S, dot, var(0), var(0)), term_op(S, to_real, var(1), TERM_NONE_ID));
  Program p = program_of(pair(var(1), t), context, 2, prod(integer(), R(1)));
  static const int input[] = {3, 1, 2}, along[] = {9, 1, 0};
  mpq_t x[3], v[3];
  for (int i = 0; i < 3; i++) {
    mpq_init(x[i]), mpq_init(v[i]);
    mpq_set_si(x[i], input[i], 1), mpq_set_si(v[i], along[i], 1);
  }
  options.order = 2; /* first with a real in the Int's place */
  Program swapped = program_of(pair(t, var(1)), context, 2, prod(R(1), integer()));
  assert_int_equal(truth_certified(certified, &swapped, (const mpq_t *)x, (const mpq_t *)v, &options, &e), STATUS_OK);
  assert_int_equal(truth_certified(certified, &p, (const mpq_t *)x, (const mpq_t *)v, &options, &e), STATUS_OK);
  static const int64_t result[2][3] = {{3, 0, 0}, {15, 6, 6}};
  assert_true(e.is_int[0] && !e.is_int[1]);
  for (uint32_t i = 0; i < 2; i++) {
    for (uint32_t k = 0; k < 3; k++) assert_true(arb_equal_si(enclosure_of(&e, i, k), result[i][k]));
  }
  mpq_set_si(x[0], 1, 2); /* no Int */
  assert_int_equal(truth_certified(certified, &p, (const mpq_t *)x, (const mpq_t *)v, &options, &e), STATUS_DOMAIN);
  for (int i = 0; i < 3; i++) mpq_clear(x[i]), mpq_clear(v[i]);
  p = program_of(lam(R(1), var(0)), context, 0, fun(R(1), R(1)));
  assert_int_equal(truth_certified(certified, &p, NULL, NULL, &options, &e), STATUS_ILL_TYPED);
  enclosures_clear(&e);
  arb_clear(expected);
}

/* Whatever was asked before: rings of some orders are kept, and enclosures are used again. */
static void orders_in_turn(void **state) {
  (void)state;
  static const uint32_t orders[] = {1, 3, 4, 3, 6, 0, 2, 1, 5};
  Enclosures e;
  enclosures_init(&e);
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    CertifiedOptions options = {.order = orders[i], .digits = 10};
    assert_int_equal(run(op1(OP_EXP, 1, op2(OP_SUB, 1, var(0), rational(1, 3))), 1, 3, &options, &e), STATUS_OK);
    assert_int_equal(e.order, orders[i]);
    for (uint32_t k = 0; k <= orders[i]; k++) {
      assert_true(arb_contains_si(enclosure_of(&e, 0, k), 1));
      assert_true(certified_has_digits(enclosure_of(&e, 0, k), 10));
    }
  }
  enclosures_clear(&e);
  assert_int_equal(e.outputs, 0);
}

/* ---------------------------------------------------------------- solver -- */

static bool always(void) { return true; }

/* One solver, made when it is asked for, which knows who may stop it, before and after. */
static void the_solver(void **state) {
  (void)state;
  Certified *own = certified_new(truth);
  assert_non_null(own);
  assert_true(certified_truth(own) == truth);
  certified_renew(own);
  assert_int_equal(certified_lost(own), 0);
  Smt *smt = certified_solver(own);
  assert_true(smt != NULL && certified_solver(own) == smt);
  assert_int_equal(certified_lost(own), 0);
  assert_int_equal(smt_check(smt, NULL, 0, NULL), SMT_LOST);
  assert_int_equal(certified_lost(own), 1);
  certified_stop_when(own, always);
  assert_true(certified_solver(own) == smt);
  assert_int_equal(smt_check(smt, "(assert (< 2.0 1.0))", 0, NULL), SMT_UNKNOWN);
  certified_stop_when(own, NULL);
  assert_int_equal(smt_check(certified_solver(own), "(assert (< 2.0 1.0))", 0, NULL), SMT_UNSAT);
  certified_free(own);
  certified_free(NULL);
}

/* -------------------------------------------------------------- verdicts -- */

static void wrong_derivatives_are_disjoint(void **state) {
  (void)state;
  Enclosures e;
  enclosures_init(&e);
  CertifiedOptions options = {.order = 1, .digits = 20};
  assert_int_equal(run(op1(OP_SIN, 1, var(0)), 1, 1, &options, &e), STATUS_OK);
  arb_srcptr slope = enclosure_of(&e, 0, 1);
  assert_int_equal(certified_compare_double(slope, -cos(1.0), 10).verdict, CERTIFIED_DISJOINT);
  assert_int_equal(certified_compare_double(slope, cos(1.0) + 1e-11, 10).verdict, CERTIFIED_DISJOINT);
  /* the rounded double is not the number itself; with half an ulp about it, it is */
  assert_int_equal(certified_compare_double(slope, cos(1.0), 10).verdict, CERTIFIED_DISJOINT);
  arb_t candidate;
  arb_init(candidate);
  arb_set_d(candidate, cos(1.0));
  mag_set_d(arb_radref(candidate), 0x1p-53);
  CertifiedComparison c = certified_compare(slope, candidate, 10);
  assert_int_equal(c.verdict, CERTIFIED_AGREES);
  assert_in_range(c.digits, 15, 16);
  /* a tail of 1e-11 is seen through such a ball, and is not through a wide one */
  arb_set_d(candidate, cos(1.0) + 1e-11);
  mag_set_d(arb_radref(candidate), 0x1p-53);
  assert_int_equal(certified_compare(slope, candidate, 10).verdict, CERTIFIED_DISJOINT);
  mag_set_d(arb_radref(candidate), 1e-6);
  c = certified_compare(slope, candidate, 10);
  assert_int_equal(c.verdict, CERTIFIED_UNDECIDED);
  assert_in_range(c.digits, 4, 6);
  assert_int_equal(certified_compare(slope, candidate, 4).verdict, CERTIFIED_AGREES);
  arb_pos_inf(candidate);
  assert_int_equal(certified_compare(slope, candidate, 1).verdict, CERTIFIED_UNDECIDED);
  /* what contains 0 has no digits of its own; an exact 0 has all */
  arb_zero(candidate);
  c = certified_compare_double(candidate, 0, 100);
  assert_int_equal(c.verdict, CERTIFIED_AGREES);
  assert_int_equal(c.digits, CERTIFIED_EXACT);
  mag_set_d(arb_radref(candidate), 1e-300);
  assert_int_equal(certified_compare_double(candidate, 0, 1).verdict, CERTIFIED_UNDECIDED);
  arb_clear(candidate);
  enclosures_clear(&e);
}

/* --------------------------------------------------- the tiers agree -- */

#define WIDEST SPACE_MAX_CONTEXT

typedef struct Agreement {
  uint32_t compared, domain, limit;
} Agreement;

static void assert_holds(const arb_t ball, Ring *exact, Scalar a) {
  mpq_t q;
  fmpq_t f;
  mpq_init(q);
  fmpq_init(f);
  rational_get(exact, a, q);
  fmpq_set_mpq(f, q);
  assert_true(arb_contains_fmpq(ball, f));
  mpq_clear(q);
  fmpq_clear(f);
}

static void agree_with_rationals(const Program *p, uint64_t index, Ring *exact, Enclosures *e, Agreement *count) {
  Scalar x[WIDEST], v[WIDEST], value[WIDEST], slope[WIDEST];
  mpq_t point[WIDEST], along[WIDEST];
  size_t mark = ring_mark(exact);
  points_rational(exact, 11, 2 * index, WIDEST, 3, x); /* low: zeros and ties are met */
  points_rational(exact, 11, 2 * index + 1, WIDEST, 50, v);
  for (int i = 0; i < WIDEST; i++) {
    mpq_init(point[i]), mpq_init(along[i]);
    rational_get(exact, x[i], point[i]), rational_get(exact, v[i], along[i]);
  }
  CertifiedOptions options = {.order = 1, .digits = 10, .limit = 424};
  Status expected = truth_rational_dual(truth, exact, p, x, v, value, slope);
  Status found = truth_certified(certified, p, (const mpq_t *)point, (const mpq_t *)along, &options, e);
  if (expected == STATUS_OK) {
    /* a divisor that cancels to 0 in no ball, or a result that does */
    assert_true(found == STATUS_OK || found == STATUS_LIMIT);
    count->limit += found == STATUS_LIMIT;
    for (uint32_t i = 0; i < e->outputs && e->precision > 0; i++) {
      assert_holds(enclosure_of(e, i, 0), exact, value[i]);
      assert_holds(enclosure_of(e, i, 1), exact, slope[i]);
      count->compared++;
    }
  } else {
    assert_int_equal(expected, STATUS_DOMAIN);
    assert_true(found == STATUS_DOMAIN || (found == STATUS_LIMIT && e->precision == 0));
    count->domain++;
  }
  for (int i = 0; i < WIDEST; i++) mpq_clear(point[i]), mpq_clear(along[i]);
  ring_release(exact, mark);
}

static void agree_with_doubles(const Program *p, uint64_t index, Ring *doubles, Enclosures *e, Agreement *count) {
  double x[WIDEST], v[WIDEST];
  Scalar value[WIDEST], slope[WIDEST];
  mpq_t point[WIDEST], along[WIDEST];
  size_t mark = ring_mark(doubles);
  points_double(12, 2 * index, WIDEST, x);
  points_double(12, 2 * index + 1, WIDEST, v);
  if (index % 4 == 0) x[1] = x[0]; /* a tie */
  if (index % 8 == 0) x[0] = 0;
  for (int i = 0; i < WIDEST; i++) {
    mpq_init(point[i]), mpq_init(along[i]);
    mpq_set_d(point[i], x[i]), mpq_set_d(along[i], v[i]);
  }
  CertifiedOptions options = {.order = 1, .digits = 15, .limit = 212};
  Status expected = truth_enclosure_dual(truth, doubles, p, x, v, value, slope);
  Status found = truth_certified(certified, p, (const mpq_t *)point, (const mpq_t *)along, &options, e);
  if (expected == STATUS_OK) {
    assert_true(found == STATUS_OK || found == STATUS_LIMIT);
    count->limit += found == STATUS_LIMIT;
    for (uint32_t i = 0; i < e->outputs && e->precision > 0; i++) {
      assert_overlaps(enclosure_of(e, i, 0), doubles, value[i]);
      assert_overlaps(enclosure_of(e, i, 1), doubles, slope[i]);
      count->compared++;
    }
  } else {
    count->domain++;
  }
  for (int i = 0; i < WIDEST; i++) mpq_clear(point[i]), mpq_clear(along[i]);
  ring_release(doubles, mark);
}

static Agreement agree_on(const char *name, Ring *ring,
                          void (*agree)(const Program *, uint64_t, Ring *, Enclosures *, Agreement *)) {
  char error[512];
  Agreement count = {0};
  Enclosures e;
  Space *space = space_open(S, name, error, sizeof error);
  assert_non_null(space);
  enclosures_init(&e);
  for (uint64_t k = 0; k < 3000; k++) {
    SpaceCase c;
    uint32_t mark = store_mark(S);
    assert_int_equal(space_unrank(space, space_random(space, 5, k), &c), STATUS_OK);
    agree(&c.program, k, ring, &e, &count);
    store_release(S, mark);
  }
  enclosures_clear(&e);
  space_close(space);
  return count;
}

static void tiers_agree(void **state) {
  (void)state;
  Ring *exact = ring_rational_new(100000), *doubles = ring_enclosure_new();
  Agreement division = agree_on("division", exact, agree_with_rationals);
  Agreement analytic = agree_on("analytic", doubles, agree_with_doubles);
  ring_destroy(exact);
  ring_destroy(doubles);
  assert_true(division.compared > 2000 && division.domain > 100);
  assert_true(analytic.compared > 2000);
  /* nearly all are decided */
  assert_true(10 * division.limit < division.compared && 10 * analytic.limit < analytic.compared);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(balls_are_exact_where_they_can_be),
      cmocka_unit_test(functions_of_balls),
      cmocka_unit_test(edges_of_domains),
      cmocka_unit_test(the_first_failure_counts),
      cmocka_unit_test(known_series),
      cmocka_unit_test(kinks_of_jets),
      cmocka_unit_test(precision_rises_until_the_digits_are_there),
      cmocka_unit_test(domains_at_every_precision),
      cmocka_unit_test(higher_orders_and_flat_values),
      cmocka_unit_test(orders_in_turn),
      cmocka_unit_test(digits_are_counted_in_bits),
      cmocka_unit_test(the_solver),
      cmocka_unit_test(wrong_derivatives_are_disjoint),
      cmocka_unit_test(tiers_agree),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
