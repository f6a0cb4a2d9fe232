/* Exact real numbers: signs of what nearly cancels, however many digits it takes up to the limit, and what is 0. */
#include "verify/truth/exact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define WORK ((uint64_t)1 << 20)
#define KNOWN_BITS 40000

/* sqrt 2, or exp 2, both ways. */
static void irrational(Exact *exact, bool transcendental, ca_t number, arb_t ball) {
  if (transcendental) {
    ca_set_ui(number, 2, exact->context), ca_exp(number, number, exact->context);
    arb_set_ui(ball, 2), arb_exp(ball, ball, KNOWN_BITS);
  } else {
    ca_sqrt_ui(number, 2, exact->context);
    arb_sqrt_ui(ball, 2, KNOWN_BITS);
  }
}

/* The sign of the number less a rational that has so many of its bits, and whether it is right. */
static int sign_beside(bool transcendental, slong bits, bool *right) {
  Exact exact;
  ca_t number, near;
  arb_t ball, rounded;
  fmpq_t q;
  exact_init(&exact, WORK);
  ca_init(number, exact.context), ca_init(near, exact.context);
  arb_init(ball), arb_init(rounded), fmpq_init(q);
  irrational(&exact, transcendental, number, ball);
  arb_set_round(rounded, ball, bits);
  arf_get_fmpq(q, arb_midref(rounded));
  ca_set_fmpq(near, q, exact.context);
  ca_sub(number, number, near, exact.context);
  arb_set_fmpq(rounded, q, KNOWN_BITS);
  arb_sub(ball, ball, rounded, KNOWN_BITS);
  int sign = exact_sign(&exact, number);
  *right = sign == (arb_is_positive(ball) != 0) - (arb_is_negative(ball) != 0);
  fmpq_clear(q), arb_clear(rounded), arb_clear(ball);
  ca_clear(near, exact.context), ca_clear(number, exact.context);
  exact_clear(&exact);
  return sign;
}

static void signs_beside_rationals(void **state) {
  (void)state;
  for (int transcendental = 0; transcendental < 2; transcendental++) {
    bool right;
    for (slong bits = 10; bits < 4000; bits += 333) {
      (void)sign_beside(transcendental != 0, bits, &right);
      if (!right) fail_msg("with %ld bits in common", (long)bits);
    }
    assert_int_equal(sign_beside(transcendental != 0, 30000, &right), EXACT_SIGN_UNKNOWN);
  }
}

static void signs_that_are_known_at_once(void **state) {
  (void)state;
  Exact exact;
  ca_t root, square;
  mpq_t q;
  exact_init(&exact, WORK);
  ca_init(root, exact.context), ca_init(square, exact.context);
  mpq_init(q);
  for (int sign = -1; sign <= 1; sign++) {
    mpq_set_si(q, sign, 3);
    mpq_canonicalize(q);
    exact_set_rational(&exact, root, q);
    assert_int_equal(exact_sign(&exact, root), sign);
  }
  ca_sqrt_ui(root, 2, exact.context);
  ca_mul(square, root, root, exact.context);
  ca_sub_ui(square, square, 2, exact.context);
  assert_int_equal(exact_sign(&exact, square), 0);
  ca_unknown(square, exact.context);
  assert_int_equal(exact_sign(&exact, square), EXACT_SIGN_UNKNOWN);
  mpq_clear(q);
  ca_clear(square, exact.context), ca_clear(root, exact.context);
  exact_clear(&exact);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signs_beside_rationals),
      cmocka_unit_test(signs_that_are_known_at_once),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
