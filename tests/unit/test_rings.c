/* The rings: the field against GMP, one suite of laws over every ring, the
 * conventions of binary64, degrees against fractions, and storage. */
#include "semantics/rings/rings.h"
#include "tests/unit/random.h"
#include "verify/primitive/ring_tape.h"
#include "verify/truth/limit_item.h"
#include "verify/truth/ring_jet.h"
#include "verify/truth/ring_limit.h"
#include "verify/truth/ring_sparse.h"
#include "verify/truth/ring_symbolic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* -------------------------------------------------------- field.h and GMP -- */

static void check_pair(uint64_t a, uint64_t b, mpz_t p, mpz_t x, mpz_t y, mpz_t z) {
  mpz_set_ui(x, a);
  mpz_set_ui(y, b);
  mpz_mul(z, x, y);
  assert_int_equal(field_mul(a, b), mpz_fdiv_ui(z, FIELD_P));
  mpz_add(z, x, y);
  assert_int_equal(field_add(a, b), mpz_fdiv_ui(z, FIELD_P));
  mpz_sub(z, x, y);
  mpz_fdiv_r(z, z, p);
  assert_int_equal(field_sub(a, b), mpz_get_ui(z));
  mpz_neg(z, x);
  assert_int_equal(field_neg(a), mpz_fdiv_ui(z, FIELD_P));
}

static void field_agrees_with_gmp(void **state) {
  (void)state;
  static const uint64_t edges[] = {0,
                                   1,
                                   2,
                                   3,
                                   FIELD_P - 1,
                                   FIELD_P - 2,
                                   FIELD_P / 2,
                                   FIELD_P / 2 + 1,
                                   (1ull << 30) - 1,
                                   1ull << 30,
                                   (1ull << 31) - 1,
                                   1ull << 31,
                                   (1ull << 31) + 1,
                                   (1ull << 60) - 1,
                                   1ull << 60,
                                   ((1ull << 30) - 1) << 31};
  const size_t count = sizeof edges / sizeof edges[0];
  mpz_t p, x, y, z;
  mpz_inits(p, x, y, z, NULL);
  mpz_set_ui(p, FIELD_P);
  random_state = 1;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < count; j++) check_pair(edges[i], edges[j], p, x, y, z);
    for (int k = 0; k < 100; k++) check_pair(edges[i], random_next() % FIELD_P, p, x, y, z);
  }
  for (int k = 0; k < 1000000; k++) check_pair(random_next() % FIELD_P, random_next() % FIELD_P, p, x, y, z);
  mpz_clears(p, x, y, z, NULL);
}

static void field_reduction_powers_inverses(void **state) {
  (void)state;
  mpz_t p, x, y;
  mpz_inits(p, x, y, NULL);
  mpz_set_ui(p, FIELD_P);
  random_state = 2;
  /* The contract of field_inverse rests on it; below 2^64 GMP decides. */
  assert_int_not_equal(mpz_probab_prime_p(p, 40), 0);
  static const uint64_t words[] = {0, FIELD_P, FIELD_P + 1, 2 * FIELD_P, UINT64_MAX, UINT64_MAX - 7, 1ull << 61};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    assert_int_equal(field_reduce(words[i]), words[i] % FIELD_P);
  }
  static const int64_t ints[] = {0, 1, -1, INT64_MIN, INT64_MAX, (int64_t)FIELD_P, -(int64_t)FIELD_P};
  for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++) {
    mpz_set_si(x, ints[i]);
    assert_int_equal(field_from_int(ints[i]), mpz_fdiv_ui(x, FIELD_P));
  }
  for (int k = 0; k < 2000; k++) {
    uint64_t a = random_next() % FIELD_P, e = k < 100 ? (uint64_t)k : random_next();
    assert_int_equal(field_reduce(random_state), random_state % FIELD_P);
    mpz_set_ui(x, a);
    mpz_set_ui(y, e);
    mpz_powm(x, x, y, p);
    assert_int_equal(field_power(a, e), mpz_get_ui(x));
    if (a != 0) assert_int_equal(field_mul(a, field_inverse(a)), 1);
    assert_int_equal(field_inverse(a), field_power(a, FIELD_P - 2)); /* Fermat */
    assert_int_equal(field_mul((uint64_t)k + 1, field_inverse((uint64_t)k + 1)), 1);
    assert_int_equal(field_mul(FIELD_P - 1 - (uint64_t)k, field_inverse(FIELD_P - 1 - (uint64_t)k)), 1);
  }
  assert_int_equal(field_inverse(0), 0);
  mpz_clears(p, x, y, NULL);
}

/* -------------------------------------------------------- laws of rings -- */

typedef bool (*Same)(Ring *ring, Scalar a, Scalar b);

static bool same_exactly(Ring *ring, Scalar a, Scalar b) { return ring_equal(ring, a, b); }

static bool same_by_enclosure(Ring *ring, Scalar a, Scalar b) {
  double distance = fabs(enclosure_value(ring, a) - enclosure_value(ring, b));
  return distance <= enclosure_bound(ring, a) + enclosure_bound(ring, b);
}

static ConstantTable constants;

static const Constant *ratio(int64_t numerator, uint64_t denominator) {
  return constant_get(&constants, constant_from_ratio(&constants, numerator, denominator));
}

static void check_sums_and_products(Ring *r, Scalar a, Scalar b, Scalar c, Same same) {
  Scalar zero = ring_integer(r, 0), one = ring_integer(r, 1);
  assert_true(same(r, ring_add(r, a, b), ring_add(r, b, a)));
  assert_true(same(r, ring_add(r, ring_add(r, a, b), c), ring_add(r, a, ring_add(r, b, c))));
  assert_true(same(r, ring_add(r, a, zero), a));
  assert_true(same(r, ring_add(r, zero, a), a));
  assert_true(same(r, ring_sub(r, a, a), zero));
  assert_true(same(r, ring_add(r, a, ring_neg(r, a)), zero));
  assert_true(same(r, ring_sub(r, a, b), ring_add(r, a, ring_neg(r, b))));
  assert_true(same(r, ring_mul(r, a, b), ring_mul(r, b, a)));
  assert_true(same(r, ring_mul(r, ring_mul(r, a, b), c), ring_mul(r, a, ring_mul(r, b, c))));
  assert_true(same(r, ring_mul(r, a, one), a));
  assert_true(same(r, ring_mul(r, zero, a), zero));
  assert_true(same(r, ring_mul(r, a, ring_add(r, b, c)), ring_add(r, ring_mul(r, a, b), ring_mul(r, a, c))));
  assert_true(same(r, ring_mul(r, ring_neg(r, a), b), ring_neg(r, ring_mul(r, a, b))));
}

/* b is invertible. */
static void check_quotients_and_powers(Ring *r, Scalar a, Scalar b, Same same) {
  Scalar one = ring_integer(r, 1), square = ring_mul(r, a, a);
  assert_true(same(r, ring_mul(r, ring_div(r, a, b), b), a));
  assert_true(same(r, ring_div(r, b, b), one));
  assert_true(same(r, ring_div(r, a, b), ring_mul(r, a, ring_div(r, one, b))));
  assert_true(same(r, ring_power(r, a, ratio(0, 1)), one));
  assert_true(same(r, ring_power(r, a, ratio(1, 1)), a));
  assert_true(same(r, ring_power(r, a, ratio(2, 1)), square));
  assert_true(same(r, ring_power(r, a, ratio(5, 1)), ring_mul(r, ring_mul(r, square, square), a)));
  assert_true(same(r, ring_mul(r, ring_power(r, b, ratio(-3, 1)), ring_power(r, b, ratio(3, 1))), one));
  assert_int_equal(ring_take_status(r), STATUS_OK);
}

static void check_order(Ring *r, Scalar a, Scalar b, Same same) {
  Scalar sign = ring_function(r, RING_SIGN, a), magnitude = ring_function(r, RING_ABS, a);
  assert_true(same(r, ring_add(r, ring_max(r, a, b), ring_min(r, a, b)), ring_add(r, a, b)));
  assert_true(same(r, ring_max(r, a, b), ring_max(r, b, a)));
  assert_true(same(r, ring_neg(r, ring_max(r, a, b)), ring_min(r, ring_neg(r, a), ring_neg(r, b))));
  assert_true(same(r, magnitude, ring_max(r, a, ring_neg(r, a))));
  assert_true(same(r, ring_mul(r, sign, a), magnitude));
  assert_true(same(r, ring_max(r, a, a), a));
  assert_int_equal(ring_take_status(r), STATUS_OK);
}

static void check_integers(Ring *r, Same same) {
  static const int64_t numbers[] = {0, 1, -1, 2, 7, -12, 1000003};
  for (size_t i = 0; i < 7; i++) {
    for (size_t j = 0; j < 7; j++) {
      Scalar m = ring_integer(r, numbers[i]), n = ring_integer(r, numbers[j]);
      assert_true(same(r, ring_add(r, m, n), ring_integer(r, numbers[i] + numbers[j])));
      assert_true(same(r, ring_mul(r, m, n), ring_integer(r, numbers[i] * numbers[j])));
      assert_int_equal(ring_equal(r, m, n), i == j);
      assert_true(same(r, m, ring_constant(r, ratio(numbers[i], 1), 0)));
    }
  }
}

static void check_compare(Ring *r, Scalar a, Scalar b, Scalar c) {
  assert_int_equal(ring_compare(r, a, a), 0);
  assert_int_equal(ring_compare(r, a, b), -ring_compare(r, b, a));
  if (ring_compare(r, a, b) <= 0 && ring_compare(r, b, c) <= 0) assert_true(ring_compare(r, a, c) <= 0);
}

typedef Scalar (*Sample)(Ring *ring, bool invertible);

static void check_laws(Ring *ring, Sample sample, Same same, int rounds) {
  random_state = 3;
  size_t mark = ring_mark(ring);
  for (int k = 0; k < rounds; k++) {
    Scalar a = sample(ring, false), b = sample(ring, true), c = k % 7 == 0 ? a : sample(ring, false);
    check_sums_and_products(ring, a, b, c, same);
    check_quotients_and_powers(ring, a, b, same);
    check_compare(ring, a, b, c);
    if ((ring->ops->traits & RING_ORDERED) != 0) check_order(ring, a, c, same);
    ring_release(ring, mark);
    assert_int_equal(ring_mark(ring), mark);
  }
  check_integers(ring, same);
  ring_release(ring, mark);
  (void)ring_div(ring, ring_integer(ring, 3), ring_integer(ring, 0));
  assert_int_equal(ring_take_status(ring), STATUS_DOMAIN);
  (void)ring_power(ring, ring_integer(ring, 0), ratio(-1, 1));
  assert_int_equal(ring_take_status(ring), STATUS_DOMAIN);
}

static int64_t small_or_zero(bool invertible) {
  int64_t n = random_between(-4, 4);
  return n == 0 && invertible ? 5 : n;
}

static Scalar sample_field(Ring *ring, bool invertible) {
  if (random_next() % 4 == 0) return ring_integer(ring, small_or_zero(invertible));
  uint64_t word = random_next() % FIELD_P;
  return (Scalar){word == 0 && invertible ? 1 : word};
}

static Scalar sample_rational(Ring *ring, bool invertible) {
  if (random_next() % 4 == 0) return ring_integer(ring, small_or_zero(invertible));
  mpq_t q;
  mpq_init(q);
  mpq_set_si(q, random_between(-1000000, 1000000), (unsigned long)random_between(1, 1000000));
  if (mpq_sgn(q) == 0) mpq_set_si(q, 1, 3);
  mpq_canonicalize(q);
  Scalar scalar = rational_make(ring, q);
  mpq_clear(q);
  return scalar;
}

static Scalar sample_fraction(Ring *ring, bool invertible) {
  if (random_next() % 4 == 0) return ring_integer(ring, small_or_zero(invertible));
  return fraction_make(ring, random_next() % (FIELD_P - 1) + 1, random_next() % (FIELD_P - 1) + 1);
}

static double random_double(void) {
  double mantissa = (double)(int64_t)(random_next() >> 11) - 0x1p52;
  return ldexp(mantissa + 0.5, (int)random_between(-60, -40));
}

static Scalar sample_enclosure(Ring *ring, bool invertible) {
  if (random_next() % 4 == 0) return ring_integer(ring, small_or_zero(invertible));
  return enclosure_make(ring, random_double(), 0);
}

static bool same_ball(Ring *ring, Scalar a, Scalar b) { return ball_overlaps(ring, a, b); }

static bool same_jet(Ring *ring, Scalar a, Scalar b) {
  for (uint32_t k = 0; k <= jet_order(ring); k++) {
    if (!arb_overlaps(jet_coefficient(ring, a, k), jet_coefficient(ring, b, k))) return false;
  }
  return true;
}

static Scalar sample_ball(Ring *ring, bool invertible) {
  if (random_next() % 4 == 0) return ring_integer(ring, small_or_zero(invertible));
  return ball_make_double(ring, random_double());
}

static Scalar sample_jet(Ring *ring, bool invertible) {
  arb_ptr series = _arb_vec_init((slong)jet_order(ring) + 1);
  for (uint32_t k = 0; k <= jet_order(ring); k++) arb_set_d(series + k, random_double());
  if (random_next() % 4 == 0) arb_set_si(series, small_or_zero(invertible));
  Scalar scalar = jet_make(ring, series);
  _arb_vec_clear(series, (slong)jet_order(ring) + 1);
  return scalar;
}

static Ring *base, *inner;

static Scalar sample_dual_field(Ring *ring, bool invertible) {
  Scalar real = sample_field(base, invertible);
  return dual_make(ring, real, sample_field(base, false));
}
static Scalar sample_dual_rational(Ring *ring, bool invertible) {
  Scalar real = sample_rational(base, invertible);
  return dual_make(ring, real, sample_rational(base, false));
}
static Scalar sample_dual_dual(Ring *ring, bool invertible) {
  Scalar a = sample_rational(base, invertible), b = sample_rational(base, false);
  Scalar c = sample_rational(base, false), d = sample_rational(base, false);
  return dual_make(ring, dual_make(inner, a, b), dual_make(inner, c, d));
}

static void laws_of_balls_and_jets(void **state) {
  (void)state;
  Ring *balls = ring_ball_new(53);
  check_laws(balls, sample_ball, same_ball, 5000);
  ring_destroy(balls);
  for (uint32_t order = 0; order <= 3; order++) {
    Ring *jets = ring_jet_new(order, 53);
    check_laws(jets, sample_jet, same_jet, 1000);
    ring_destroy(jets);
  }
}

static void laws_of_exact_rings(void **state) {
  (void)state;
  Ring *field = ring_field_new(), *rational = ring_rational_new(100000), *fraction = ring_fraction_new();
  Ring *dual_field = ring_dual_new(field), *dual_rational = ring_dual_new(rational);
  Ring *dual_dual = ring_dual_new(dual_rational);
  check_laws(field, sample_field, same_exactly, 20000);
  check_laws(rational, sample_rational, same_exactly, 2000);
  check_laws(fraction, sample_fraction, same_exactly, 2000);
  base = field;
  check_laws(dual_field, sample_dual_field, same_exactly, 5000);
  base = rational;
  check_laws(dual_rational, sample_dual_rational, same_exactly, 500);
  inner = dual_rational;
  check_laws(dual_dual, sample_dual_dual, same_exactly, 200);
  assert_int_equal(dual_dual->ops->traits, RING_EXACT | RING_ORDERED | RING_FIELD);
  ring_destroy(dual_dual);
  ring_destroy(dual_rational);
  ring_destroy(dual_field);
  ring_destroy(fraction);
  ring_destroy(rational);
  ring_destroy(field);
}

/* Associativity and its kin are false bit for bit over doubles: both sides are
 * compared as enclosures, and the doubles are the enclosures' midpoints. */
static void laws_of_doubles_by_enclosure(void **state) {
  (void)state;
  Ring *enclosure = ring_enclosure_new(), *doubles = ring_double_new();
  check_laws(enclosure, sample_enclosure, same_by_enclosure, 20000);
  random_state = 4;
  for (int k = 0; k < 20000; k++) {
    double x = random_double(), y = random_double();
    Scalar a = scalar_from_double(x), b = scalar_from_double(y);
    Scalar p = enclosure_make(enclosure, x, 0), q = enclosure_make(enclosure, y, 0);
    double sum = enclosure_value(enclosure, ring_add(enclosure, p, q));
    assert_true(scalar_to_double(ring_add(doubles, a, b)) == sum);
    double product = enclosure_value(enclosure, ring_mul(enclosure, p, q));
    assert_true(scalar_to_double(ring_mul(doubles, a, b)) == product);
    double quotient = enclosure_value(enclosure, ring_div(enclosure, p, q));
    assert_true(scalar_to_double(ring_div(doubles, a, b)) == quotient);
    double sine = enclosure_value(enclosure, ring_function(enclosure, RING_SIN, p));
    assert_true(scalar_to_double(ring_function(doubles, RING_SIN, a)) == sine);
    ring_release(enclosure, 2);
  }
  assert_int_equal(ring_take_status(doubles), STATUS_OK);
  ring_destroy(doubles);
  ring_destroy(enclosure);
}

/* --------------------------------------------- conventions of binary64 -- */

static double apply(Ring *ring, RingFunction function, double x) {
  return scalar_to_double(ring_function(ring, function, scalar_from_double(x)));
}

static Status status_of(Ring *ring, RingFunction function, double x) {
  (void)apply(ring, function, x);
  return ring_take_status(ring);
}

static Status power_status(Ring *ring, double x, int64_t numerator, uint64_t denominator, double *value) {
  *value = scalar_to_double(ring_power(ring, scalar_from_double(x), ratio(numerator, denominator)));
  return ring_take_status(ring);
}

static void conventions_of_binary64(void **state) {
  (void)state;
  Ring *r = ring_double_new();
  assert_true(apply(r, RING_SIGN, -0.0) == 0 && apply(r, RING_SIGN, 0.0) == 0);
  assert_true(apply(r, RING_SIGN, -INFINITY) == -1 && apply(r, RING_SIGN, 5e-324) == 1);
  assert_int_equal(status_of(r, RING_SIGN, NAN), STATUS_DOMAIN);
  assert_int_equal(status_of(r, RING_ABS, NAN), STATUS_DOMAIN);
  assert_int_equal(status_of(r, RING_LOG, 0.0), STATUS_DOMAIN);
  assert_int_equal(status_of(r, RING_LOG, -1.0), STATUS_DOMAIN);
  assert_int_equal(status_of(r, RING_SQRT, -1.0), STATUS_DOMAIN);
  assert_int_equal(status_of(r, RING_SQRT, 0.0), STATUS_OK);
  assert_int_equal(status_of(r, RING_EXP, NAN), STATUS_OK);
  assert_true(apply(r, RING_SIGMOID, -1000) == 0 && apply(r, RING_SIGMOID, 1000) == 1);
  (void)ring_max(r, scalar_from_double(NAN), scalar_from_double(1));
  assert_int_equal(ring_take_status(r), STATUS_DOMAIN);
  (void)ring_min(r, scalar_from_double(1), scalar_from_double(NAN));
  assert_int_equal(ring_take_status(r), STATUS_DOMAIN);
  (void)ring_div(r, scalar_from_double(0), scalar_from_double(-0.0));
  assert_int_equal(ring_take_status(r), STATUS_DOMAIN);
  assert_int_equal(ring_compare(r, scalar_from_double(0), scalar_from_double(-0.0)), 0);
  assert_int_equal(ring_compare(r, scalar_from_double(NAN), scalar_from_double(-NAN)), 0);
  assert_int_equal(ring_compare(r, scalar_from_double(NAN), scalar_from_double(INFINITY)), 1);
  double value = 0;
  assert_int_equal(power_status(r, NAN, 0, 1, &value), STATUS_OK);
  assert_true(value == 1);
  assert_int_equal(power_status(r, 0, 0, 1, &value), STATUS_OK);
  assert_true(value == 1);
  assert_int_equal(power_status(r, -2, -3, 1, &value), STATUS_OK);
  assert_true(value == -0.125);
  assert_int_equal(power_status(r, 0, -1, 1, &value), STATUS_DOMAIN);
  assert_int_equal(power_status(r, -1, 1, 2, &value), STATUS_DOMAIN);
  assert_int_equal(power_status(r, 0, -1, 2, &value), STATUS_DOMAIN);
  assert_int_equal(power_status(r, 0, 1, 2, &value), STATUS_OK);
  assert_true(value == 0);
  assert_int_equal(power_status(r, 4, 1, 2, &value), STATUS_OK);
  assert_true(value == 2);
  ring_destroy(r);
}

static void what_a_ring_has_not(void **state) {
  (void)state;
  Ring *rings[] = {ring_field_new(), ring_fraction_new(), ring_degree_new(), ring_rational_new(1000)};
  for (size_t i = 0; i < 4; i++) {
    Ring *r = rings[i];
    Scalar one = ring_integer(r, 1);
    (void)ring_function(r, RING_SIN, one);
    assert_int_equal(ring_take_status(r), STATUS_UNABLE);
    (void)ring_power(r, one, ratio(1, 2));
    assert_int_equal(ring_take_status(r), STATUS_UNABLE);
    if ((r->ops->traits & RING_ORDERED) != 0) continue;
    (void)ring_max(r, one, one);
    assert_int_equal(ring_take_status(r), STATUS_UNABLE);
    (void)ring_function(r, RING_ABS, one);
    assert_int_equal(ring_take_status(r), STATUS_UNABLE);
  }
  Scalar big = ring_integer(rings[3], 3);
  (void)ring_power(rings[3], big, ratio(1000, 1));
  assert_int_equal(ring_take_status(rings[3]), STATUS_LIMIT);
  (void)ring_power(rings[3], big, ratio(INT64_MAX, 1));
  assert_int_equal(ring_take_status(rings[3]), STATUS_LIMIT);
  (void)ring_constant(rings[0], ratio(1, FIELD_P), 0);
  assert_int_equal(ring_take_status(rings[0]), STATUS_UNABLE);
  for (size_t i = 0; i < 4; i++) ring_destroy(rings[i]);
}

/* --------------------------------------------------- degrees and fractions -- */

/* A random rational function of s as a program over any ring: the same choices
 * for each seed. */
static Scalar random_function(Ring *ring, Scalar s, uint64_t seed, int steps) {
  Scalar pool[16] = {s, ring_integer(ring, 1), ring_integer(ring, 3)};
  uint64_t saved = random_state;
  random_state = seed;
  int count = 3;
  for (int i = 0; i < steps; i++) {
    Scalar a = pool[random_next() % (uint64_t)count], b = pool[random_next() % (uint64_t)count];
    switch (random_next() % 6) {
    case 0: pool[count++] = ring_add(ring, a, b); break;
    case 1: pool[count++] = ring_sub(ring, a, ring_add(ring, b, ring_constant(ring, ratio(22, 7), 0))); break;
    case 2: pool[count++] = ring_mul(ring, a, b); break;
    case 3: pool[count++] = ring_div(ring, a, b); break;
    case 4: pool[count++] = ring_power(ring, a, ratio(random_between(-3, 3), 1)); break;
    default: pool[count++] = ring_neg(ring, a); break;
    }
  }
  random_state = saved;
  return pool[count - 1];
}

/* Whether the values at 0..count-1 are those of a polynomial of degree less
 * than count - 1: their highest difference is 0. */
static bool top_difference_vanishes(uint64_t *values, uint32_t count) {
  for (uint32_t round = 1; round < count; round++) {
    for (uint32_t i = 0; i + round < count; i++) values[i] = field_sub(values[i + 1], values[i]);
  }
  return values[0] == 0;
}

static void degrees_bound_fractions(void **state) {
  (void)state;
  enum { MOST = 100 };
  Ring *degrees = ring_degree_new(), *fractions = ring_fraction_new();
  uint64_t numerators[MOST + 2], denominators[MOST + 2];
  int reached = 0, decided = 0, fields = 0;
  fraction_set_formal(fractions, true);
  for (uint64_t seed = 1; seed < 3000; seed++) {
    degree_reset(degrees);
    Scalar bound = random_function(degrees, degree_make(1, 0), seed, 8);
    uint32_t n = degree_numerator(bound), d = degree_denominator(bound);
    if (n > MOST || d > MOST) continue;
    if (degree_is_polynomial(degrees)) assert_int_equal(d, 0), fields++;
    for (int less = 0; less <= 1; less++) { /* one degree less must be noticed */
      uint32_t nodes_n = n + 2 - (uint32_t)less, nodes_d = d + 2 - (uint32_t)less;
      for (uint32_t s = 0; s < nodes_n || s < nodes_d; s++) {
        Scalar value = random_function(fractions, fraction_make(fractions, 1000003 + s, 1), seed, 8);
        if (s < nodes_n) numerators[s] = fraction_numerator(fractions, value);
        if (s < nodes_d) denominators[s] = fraction_denominator(fractions, value);
        ring_release(fractions, 2);
      }
      bool fits = top_difference_vanishes(numerators, nodes_n) && top_difference_vanishes(denominators, nodes_d);
      if (less == 0) assert_true(fits);
      if (less == 1 && n + d > 0) decided++, reached += !fits;
    }
  }
  assert_int_equal(ring_take_status(fractions), STATUS_OK);
  assert_true(fields > 100 && decided > 1000 && reached > decided / 2);
  ring_destroy(fractions);
  ring_destroy(degrees);
}

static void degrees_saturate(void **state) {
  (void)state;
  Ring *r = ring_degree_new();
  Scalar huge = ring_power(r, degree_make(1, 0), ratio(INT64_MAX, 1));
  assert_int_equal(degree_numerator(huge), UINT32_MAX);
  assert_int_equal(degree_numerator(ring_add(r, huge, degree_make(1, 5))), UINT32_MAX);
  assert_int_equal(degree_denominator(ring_div(r, degree_make(1, 1), huge)), UINT32_MAX);
  assert_false(degree_is_polynomial(r));
  ring_destroy(r);
}

/* A fraction 1/0 is outside the domain, unless it is only formal. */
static void formal_fractions(void **state) {
  (void)state;
  Ring *r = ring_fraction_new();
  Scalar x = fraction_make(r, 5, 1), zero = ring_sub(r, x, x);
  (void)ring_div(r, x, zero);
  assert_int_equal(ring_take_status(r), STATUS_DOMAIN);
  fraction_set_formal(r, true);
  Scalar infinite = ring_div(r, x, zero), back = ring_div(r, x, infinite);
  assert_int_equal(ring_take_status(r), STATUS_OK);
  assert_int_equal(fraction_denominator(r, infinite), 0);
  assert_int_equal(fraction_numerator(r, back), 0);
  assert_int_equal(fraction_denominator(r, back), 5);
  ring_destroy(r);
}

/* -------------------------------------------------------------- storage -- */

static void storage_is_reclaimed_and_reused(void **state) {
  (void)state;
  Ring *rational = ring_rational_new(100000), *dual = ring_dual_new(rational);
  Scalar half = ring_constant(rational, ratio(1, 2), 0), kept = dual_make(dual, half, half);
  size_t dual_mark = ring_mark(dual), rational_mark = ring_mark(rational);
  Scalar between = ring_integer(rational, 77); /* made in the base, before the first dual */
  for (int k = 0; k < 3000; k++) {
    Scalar a = kept;
    for (int i = 0; i < 5; i++) a = ring_mul(dual, a, ring_add(dual, kept, ring_integer(dual, k)));
    ring_release(dual, dual_mark);
    assert_int_equal(ring_mark(dual), dual_mark);
    assert_int_equal(ring_mark(rational), rational_mark + 1);
  }
  assert_true(ring_equal(rational, dual_epsilon(dual, kept), ring_constant(rational, ratio(2, 4), 0)));
  assert_true(ring_equal(rational, between, ring_integer(rational, 77)));
  /* 0 and 1 cost nothing and survive every release */
  ring_release(rational, 0);
  assert_int_equal(ring_integer(rational, 1).word, 1);
  ring_destroy(dual);
  ring_destroy(rational);
}

/* What is released is forgotten, by the ring that one is built on too, and what was there before stays. */
static void check_release(Ring *ring, const Ring *below) {
  Scalar three = ring_integer(ring, 3), nine = ring_mul(ring, three, three);
  size_t mark = ring_mark(ring), below_mark = ring_mark(below);
  for (int round = 0; round < 3; round++) {
    Scalar sum = ring_add(ring, nine, ring_integer(ring, 5)), product = ring_mul(ring, sum, three);
    assert_true(ring_equal(ring, product, ring_integer(ring, 42)));
    assert_true(ring_mark(ring) > mark);
    ring_release(ring, mark);
    assert_int_equal(ring_mark(ring), mark);
    assert_int_equal(ring_mark(below), below_mark);
  }
  assert_true(ring_equal(ring, nine, ring_integer(ring, 9)));
  assert_int_equal(ring_take_status(ring), STATUS_OK);
}

static void every_ring_forgets(void **state) {
  (void)state;
  Ring *limit = ring_limit_new(64);
  check_release(limit, limit_balls(limit));
  ring_destroy(limit);
  Ring *all[] = {ring_rational_new(1000),       ring_ball_new(64), ring_jet_new(2, 64), ring_sparse_new(),
                 ring_symbolic_new(1, 4, 1000), ring_tape_new()};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    check_release(all[i], all[i]);
    ring_destroy(all[i]);
  }
}

static void scalars_print(void **state) {
  (void)state;
  Ring *rational = ring_rational_new(1000), *dual = ring_dual_new(rational), *degree = ring_degree_new();
  Ring *field = ring_field_new(), *enclosure = ring_enclosure_new(), *doubles = ring_double_new();
  char text[64];
  Scalar third = ring_constant(rational, ratio(-1, 3), 0);
  assert_int_equal(ring_print(rational, third, text, sizeof text), 4);
  assert_string_equal(text, "-1/3");
  ring_print(dual, dual_make(dual, third, ring_integer(rational, 2)), text, sizeof text);
  assert_string_equal(text, "(-1/3) + (2) eps");
  assert_int_equal(ring_print(dual, ring_integer(dual, 1), text, 4), 13);
  assert_string_equal(text, "...");
  Scalar large = ring_integer(rational, 1);
  for (int k = 0; k < 80; k++) large = ring_mul(rational, large, ring_integer(rational, -10));
  assert_int_equal(ring_print(rational, large, text, sizeof text), 81);
  assert_string_equal(text, "about 1.00000000000000000000e+80");
  assert_int_equal(ring_print(rational, large, text, 20), 81);
  assert_string_equal(text, "...");
  assert_int_equal(ring_print(enclosure, enclosure_make(enclosure, 0.5, 0), text, 8), 9);
  assert_string_equal(text, "0.5 ...");
  ring_print(degree, degree_make(3, 1), text, sizeof text);
  assert_string_equal(text, "3/1");
  ring_print(field, ring_integer(field, -1), text, sizeof text);
  assert_string_equal(text, "2305843009213693950");
  ring_print(enclosure, enclosure_make(enclosure, 0.5, 0), text, sizeof text);
  assert_string_equal(text, "0.5 +/- 0");
  ring_print(doubles, scalar_from_double(0.1), text, sizeof text);
  assert_string_equal(text, "0.10000000000000001");
  Ring *all[] = {dual, rational, degree, field, enclosure, doubles};
  for (size_t i = 0; i < 6; i++) ring_destroy(all[i]);
}

/* A decimal as the ratio of two whole numbers, by strings. */
static void set_decimal(mpq_t out, const char *decimal) {
  size_t whole = strcspn(decimal, ".e"), fraction = decimal[whole] == '.' ? strcspn(decimal + whole + 1, "e") : 0;
  const char *e = strchr(decimal, 'e');
  long exponent = (e == NULL ? 0 : strtol(e + 1, NULL, 10)) - (long)fraction;
  char text[500];
  size_t length = (size_t)snprintf(text, sizeof text, "%.*s%.*s", (int)whole, decimal, (int)fraction,
                                   fraction == 0 ? "" : decimal + whole + 1);
  if (exponent < 0) length += (size_t)snprintf(text + length, sizeof text - length, "/1");
  for (long k = labs(exponent); k > 0; k--) text[length++] = '0';
  text[length] = '\0';
  assert_int_equal(mpq_set_str(out, text, 10), 0);
  mpq_canonicalize(out);
}

/* The interval that is written, read as decimals, has every number that an enclosure with a bound has. */
static void enclosures_are_written_outward(void **state) {
  (void)state;
  Ring *enclosure = ring_enclosure_new();
  mpq_t value, bound, written, about;
  mpq_inits(value, bound, written, about, NULL);
  char text[64];
  for (int i = 0; i < 20000; i++) {
    double x = ldexp(random_double(), i % 300 - 150);
    Scalar a = enclosure_make(enclosure, x, fabs(ldexp(random_double() * x, -50 - i % 9)));
    mpq_set_d(value, enclosure_value(enclosure, a));
    mpq_set_d(bound, enclosure_bound(enclosure, a));
    ring_print(enclosure, a, text, sizeof text);
    char *between = strstr(text, " +/- ");
    assert_non_null(between);
    *between = '\0';
    set_decimal(written, text);
    set_decimal(about, between + 5);
    mpq_sub(about, about, bound);
    mpq_sub(written, written, value);
    mpq_abs(written, written);
    if (mpq_cmp(written, about) > 0)
      fail_msg("%s +/- %s is not about %.17g +/- %.17g", text, between + 5, mpq_get_d(value), mpq_get_d(bound));
    ring_release(enclosure, 0);
  }
  mpq_clears(value, bound, written, about, NULL);
  ring_destroy(enclosure);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(field_agrees_with_gmp),
      cmocka_unit_test(field_reduction_powers_inverses),
      cmocka_unit_test(laws_of_exact_rings),
      cmocka_unit_test(laws_of_doubles_by_enclosure),
      cmocka_unit_test(conventions_of_binary64),
      cmocka_unit_test(what_a_ring_has_not),
      cmocka_unit_test(degrees_bound_fractions),
      cmocka_unit_test(degrees_saturate),
      cmocka_unit_test(formal_fractions),
      cmocka_unit_test(storage_is_reclaimed_and_reused),
      cmocka_unit_test(scalars_print),
      cmocka_unit_test(laws_of_balls_and_jets),
      cmocka_unit_test(enclosures_are_written_outward),
      cmocka_unit_test(every_ring_forgets),
  };
  if (!constant_table_init(&constants)) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  constant_table_free(&constants);
  return failures;
}
