/* Cauchy's integral against the series of the same functions, and its refusal of
 * discs on which a function is not analytic. */
#include "verify/truth/cauchy.h"
#include "verify/truth/ring_jet.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void f_sine(acb_t value, const acb_t z, slong precision, void *state) {
  (void)state;
  acb_sin(value, z, precision);
}
static void f_log(acb_t value, const acb_t z, slong precision, void *state) {
  (void)state;
  acb_log_analytic(value, z, 1, precision);
}
/* What must not be given: finite across the cut. */
static void f_plain_log(acb_t value, const acb_t z, slong precision, void *state) {
  (void)state;
  acb_log(value, z, precision);
}
static void f_inverse(acb_t value, const acb_t z, slong precision, void *state) {
  (void)state;
  acb_mul(value, z, z, precision);
  acb_add_ui(value, value, 1, precision);
  acb_inv(value, value, precision);
}

/* 3/2 + s */
static Scalar at_three_halves(Ring *jets) {
  mpq_t x, v;
  mpq_init(x);
  mpq_init(v);
  mpq_set_ui(x, 3, 2);
  mpq_set_ui(v, 1, 1);
  Scalar scalar = jet_make_line(jets, x, v);
  mpq_clear(x);
  mpq_clear(v);
  return scalar;
}

/* The jets of the same functions. */
static Scalar jet_of(Ring *jets, CauchyFunction f, Scalar s) {
  if (f == f_sine) return ring_function(jets, RING_SIN, s);
  if (f == f_log) return ring_function(jets, RING_LOG, s);
  return ring_div(jets, ring_integer(jets, 1), ring_add(jets, ring_mul(jets, s, s), ring_integer(jets, 1)));
}

#define ORDER 6

static void cauchy_agrees_with_jets(void **state) {
  (void)state;
  static const CauchyFunction functions[] = {f_sine, f_log, f_inverse};
  Ring *jets = ring_jet_new(ORDER, 256);
  arb_t x, radius;
  arb_ptr found = _arb_vec_init(ORDER + 1);
  arb_init(x), arb_init(radius);
  arb_set_d(x, 1.5);
  arb_set_d(radius, 1.25);
  for (size_t i = 0; i < 3; i++) {
    Scalar series = jet_of(jets, functions[i], at_three_halves(jets));
    Status status = certified_cauchy_coefficients(functions[i], NULL, x, radius, ORDER + 1, 256, found);
    assert_int_equal(status, STATUS_OK);
    for (uint32_t k = 0; k <= ORDER; k++) {
      assert_true(arb_overlaps(&found[k], jet_coefficient(jets, series, k)));
      /* the error is the aliasing one, 2^-127 M/R^k, and not much more */
      assert_true(mag_cmp_2exp_si(arb_radref(&found[k]), -115) < 0);
      assert_true(mag_cmp_2exp_si(arb_radref(&found[k]), -135) > 0);
    }
  }
  _arb_vec_clear(found, ORDER + 1);
  arb_clear(x), arb_clear(radius);
  ring_destroy(jets);
}

/* Of the first two coefficients. */
static Status asked(CauchyFunction f, const arb_t x, const arb_t radius, arb_ptr found) {
  return certified_cauchy_coefficients(f, NULL, x, radius, 2, 128, found);
}

static void cauchy_refuses_what_is_not_analytic(void **state) {
  (void)state;
  arb_t x, radius;
  arb_ptr found = _arb_vec_init(2);
  arb_init(x), arb_init(radius);
  arb_set_d(x, 1);
  arb_set_d(radius, 0.875);
  assert_int_equal(asked(f_log, x, radius, found), STATUS_OK);
  arb_set_d(radius, 1.125); /* the disc holds the branch point */
  assert_int_equal(asked(f_log, x, radius, found), STATUS_DOMAIN);
  arb_set_d(x, -1); /* across the cut */
  arb_set_d(radius, 0.5);
  assert_int_equal(asked(f_log, x, radius, found), STATUS_DOMAIN);
  /* the plain logarithm would have been accepted there, with a wrong answer: the true -1 */
  assert_int_equal(asked(f_plain_log, x, radius, found), STATUS_OK);
  assert_false(arb_contains_si(&found[1], -1));
  arb_set_d(x, 1.5);
  arb_set_d(radius, 1.875); /* |1.5 - i| < 1.875: a pole */
  assert_int_equal(asked(f_inverse, x, radius, found), STATUS_DOMAIN);
  arb_zero(radius);
  assert_int_equal(asked(f_sine, x, radius, found), STATUS_DOMAIN);
  arb_one(radius);
  assert_int_equal(certified_cauchy_coefficients(f_sine, NULL, x, radius, CAUCHY_POINTS + 1, 128, found),
                   STATUS_DOMAIN);
  _arb_vec_clear(found, 2);
  arb_clear(x), arb_clear(radius);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cauchy_agrees_with_jets),
      cmocka_unit_test(cauchy_refuses_what_is_not_analytic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
