/* Jets by hand: the first three Taylor coefficients of powers and conventions, what is outside their domain for
 * certain, and where a tie is noted. */
#include "verify/truth/ring_jet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

enum { BITS = 128 };

static Ring *ring;

static Scalar line(int64_t above, uint64_t below) {
  mpq_t x, v;
  mpq_init(x), mpq_init(v);
  mpq_set_si(x, above, below), mpq_set_si(v, 1, 1);
  Scalar jet = jet_make_line(ring, x, v);
  mpq_clear(x), mpq_clear(v);
  return jet;
}

static Scalar power_of(Scalar a, int64_t above, uint64_t below) {
  mpq_t exact[1];
  double nearest[1] = {(double)above / (double)below};
  mpq_init(exact[0]);
  mpq_set_si(exact[0], above, below);
  const Constant exponent = {.length = 1, .exact = exact, .nearest = nearest};
  Scalar power = ring_power(ring, a, &exponent);
  mpq_clear(exact[0]);
  return power;
}

static void assert_jet(Scalar a, const double *expected) {
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  for (uint32_t k = 0; k <= jet_order(ring); k++) {
    arb_t number;
    arb_init(number);
    arb_set_d(number, expected[k]);
    assert_true(arb_contains(jet_coefficient(ring, a, k), number));
    assert_true(mag_cmp_2exp_si(arb_radref(jet_coefficient(ring, a, k)), -100) < 0);
    arb_clear(number);
  }
}

/* Which failed, for certain or for want of digits. */
static void assert_outside(Status status, bool imprecise) {
  assert_int_equal(ring_take_status(ring), status);
  assert_int_equal(jet_take_imprecise(ring), imprecise);
  assert_false(jet_take_imprecise(ring));
}

static void powers(void **state) {
  (void)state;
  static const struct {
    int64_t x, above;
    uint64_t below;
    double jet[3];
  } table[] = {{2, 3, 1, {8, 12, 6}},     {2, -2, 1, {0.25, -0.25, 0.1875}},
               {2, 0, 1, {1, 0, 0}},      {2, 1, 1, {2, 1, 0}},
               {0, 2, 1, {0, 0, 1}},      {0, 0, 1, {1, 0, 0}},
               {-1, 3, 1, {-1, 3, -3}},   {-1, -1, 1, {-1, -1, -1}},
               {4, 3, 2, {8, 3, 0.1875}}, {4, -1, 2, {0.5, -0.0625, 0.01171875}}};
  ring = ring_jet_new(2, BITS);
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    assert_jet(power_of(line(table[k].x, 1), table[k].above, table[k].below), table[k].jet);
    assert_false(jet_take_tied(ring));
  }
  (void)power_of(line(0, 1), -1, 1);
  assert_outside(STATUS_DOMAIN, false);
  (void)power_of(line(-1, 1), 1, 2);
  assert_outside(STATUS_DOMAIN, false);
  assert_false(jet_take_tied(ring));
  (void)power_of(line(0, 1), 3, 2); /* a value and no series */
  assert_outside(STATUS_DOMAIN, false);
  assert_true(jet_take_tied(ring));
  Scalar e = ring_function(ring, RING_EXP, ring_integer(ring, 1)), none = ring_sub(ring, e, power_of(e, 1, 1));
  (void)power_of(none, -1, 1);
  assert_outside(STATUS_DOMAIN, true);
  (void)power_of(none, 1, 2);
  assert_outside(STATUS_DOMAIN, true);
  ring_destroy(ring);
  ring = ring_jet_new(0, BITS);
  static const double zero[] = {0};
  assert_jet(power_of(line(0, 1), 3, 2), zero);
  assert_true(jet_take_tied(ring));
  (void)power_of(line(0, 1), -3, 2);
  assert_outside(STATUS_DOMAIN, false);
  ring_destroy(ring);
}

/* Conventions decide at the exact zero of what moves, and of no number. */
static void ties(void **state) {
  (void)state;
  static const double zero[] = {0, 0, 0}, two[] = {2, 1, 0}, turned[] = {2, -1, 0}, one[] = {1, 0, 0};
  ring = ring_jet_new(2, BITS);
  Scalar x = line(0, 1), minus = ring_neg(ring, x), y = line(2, 1);
  assert_jet(ring_function(ring, RING_ABS, x), zero);
  assert_true(jet_take_tied(ring) && !jet_take_tied(ring));
  assert_jet(ring_function(ring, RING_SIGN, x), zero);
  assert_true(jet_take_tied(ring));
  assert_jet(ring_max(ring, x, minus), zero);
  assert_true(jet_take_tied(ring));
  static const RingFunction smooth[] = {RING_SIN, RING_TAN, RING_EXP, RING_TANH, RING_COS, RING_SIGMOID};
  for (int k = 0; k < 6; k++) (void)ring_function(ring, smooth[k], x);
  (void)ring_function(ring, RING_ABS, ring_integer(ring, 0));
  (void)ring_max(ring, x, x);
  assert_jet(ring_function(ring, RING_ABS, y), two);
  assert_jet(ring_function(ring, RING_ABS, line(-2, 1)), turned);
  assert_jet(ring_function(ring, RING_SIGN, y), one);
  assert_jet(ring_max(ring, y, x), two);
  assert_jet(ring_min(ring, x, y), (const double[]){0, 1, 0});
  assert_false(jet_take_tied(ring));
  ring_destroy(ring);
}

/* By the first coefficients: at a tie of what moves apart there is no jet, in whichever coefficient it does. */
static void tests(void **state) {
  (void)state;
  ring = ring_jet_new(2, BITS);
  Scalar x = line(2, 1), again = line(2, 1), three = ring_integer(ring, 3), two = ring_integer(ring, 2);
  assert_false(ring_test(ring, RING_LESS, x, x));
  assert_true(ring_test(ring, RING_LESS_EQUAL, x, x) && ring_test(ring, RING_EQUAL, x, x));
  assert_true(ring_test(ring, RING_LESS, x, three) && !ring_test(ring, RING_LESS, three, x));
  assert_false(jet_take_tied(ring));
  assert_true(ring_test(ring, RING_LESS_EQUAL, x, again) && ring_test(ring, RING_EQUAL, x, again));
  assert_true(jet_take_tied(ring));
  assert_outside(STATUS_OK, false);
  (void)ring_test(ring, RING_LESS, x, two);
  assert_outside(STATUS_DOMAIN, false);
  Scalar square = ring_mul(ring, x, x),
         tangent = ring_sub(ring, ring_mul(ring, two, ring_mul(ring, two, x)), ring_integer(ring, 4));
  (void)ring_test(ring, RING_LESS, square, tangent); /* 4 + 4 s both, and s^2 */
  assert_outside(STATUS_DOMAIN, false);
  assert_false(ring_equal(ring, square, tangent));
  assert_false(ring_equal(ring, x, two));
  assert_true(ring_equal(ring, x, again));
  Scalar e = ring_function(ring, RING_EXP, ring_integer(ring, 1)), other = power_of(e, 1, 1);
  assert_false(ring_test(ring, RING_LESS_EQUAL, e, other));
  assert_outside(STATUS_UNABLE, true);
  ring_destroy(ring);
}

/* Numbers that are no longer numbers, in any coefficient. */
static void beyond(void **state) {
  (void)state;
  ring = ring_jet_new(2, BITS);
  for (int k = 0; k < 3; k++) {
    arb_ptr coefficients = _arb_vec_init(3);
    (void)jet_make(ring, coefficients);
    assert_outside(STATUS_OK, false);
    arb_pos_inf(coefficients + k);
    (void)jet_make(ring, coefficients);
    assert_outside(STATUS_LIMIT, true);
    _arb_vec_clear(coefficients, 3);
  }
  ring_destroy(ring);
  assert_null(ring_jet_new(JET_MAX_ORDER + 1, BITS));
}

int main(void) {
  const struct CMUnitTest all[] = {cmocka_unit_test(powers), cmocka_unit_test(ties), cmocka_unit_test(tests),
                                   cmocka_unit_test(beyond)};
  return cmocka_run_group_tests(all, NULL, NULL);
}
