/* Operations on polynomials of a bounded cost: within the bound they answer what FLINT answers, beyond it nothing. */
#include "tests/unit/random.h"
#include "verify/truth/bounded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { VARIABLES = 3, TRIALS = 400 };

static fmpz_mpoly_ctx_t context;

/* Of so many terms at most, of degrees below 4 and small coefficients; not 0. */
static void randomize(fmpz_mpoly_t p, int terms) {
  fmpz_mpoly_zero(p, context);
  for (int t = 0; t < terms || fmpz_mpoly_is_zero(p, context); t++) {
    ulong exponent[VARIABLES];
    for (int i = 0; i < VARIABLES; i++) exponent[i] = (ulong)random_between(0, 3);
    fmpz_mpoly_set_coeff_si_ui(p, random_between(-6, 6), exponent, context);
  }
}

static int set_up(void **state) {
  (void)state;
  fmpz_mpoly_ctx_init(context, VARIABLES, ORD_LEX);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  fmpz_mpoly_ctx_clear(context);
  return 0;
}

static void products_are_divided(void **state) {
  (void)state;
  fmpz_mpoly_t p, q, product, quotient;
  fmpz_mpoly_init(p, context), fmpz_mpoly_init(q, context);
  fmpz_mpoly_init(product, context), fmpz_mpoly_init(quotient, context);
  for (int trial = 0; trial < TRIALS; trial++) {
    randomize(p, 1 + trial % 7);
    randomize(q, 1 + trial % 5);
    fmpz_mpoly_mul(product, p, q, context);
    assert_true(bounded_divides(quotient, product, q, context));
    assert_true(fmpz_mpoly_equal(quotient, p, context));
    assert_true(bounded_divides(quotient, product, p, context));
    fmpz_mpoly_add_si(product, product, trial % 3 + 1, context);
    bool divides = fmpz_mpoly_divides(p, product, q, context) != 0;
    assert_int_equal(bounded_divides(quotient, product, q, context), divides);
  }
  fmpz_mpoly_clear(p, context), fmpz_mpoly_clear(q, context);
  fmpz_mpoly_clear(product, context), fmpz_mpoly_clear(quotient, context);
}

/* (x y + z)^m in the first generator, and another of degree n. */
static bool resultant(ulong m, ulong n, bool *same) {
  fmpz_mpoly_t p, q, mine, theirs;
  fmpz_mpoly_init(p, context), fmpz_mpoly_init(q, context);
  fmpz_mpoly_init(mine, context), fmpz_mpoly_init(theirs, context);
  fmpz_mpoly_set_coeff_si_ui(p, 1, (ulong[]){1, 1, 0}, context);
  fmpz_mpoly_set_coeff_si_ui(p, 1, (ulong[]){0, 0, 1}, context);
  (void)fmpz_mpoly_pow_ui(p, p, m, context);
  fmpz_mpoly_set_coeff_si_ui(q, 1, (ulong[]){n, 0, 1}, context);
  fmpz_mpoly_set_coeff_si_ui(q, -2, (ulong[]){0, 1, 0}, context);
  bool found = bounded_resultant(mine, p, q, 0, context);
  *same = found && fmpz_mpoly_resultant(theirs, p, q, 0, context) && fmpz_mpoly_equal(mine, theirs, context);
  fmpz_mpoly_clear(p, context), fmpz_mpoly_clear(q, context);
  fmpz_mpoly_clear(mine, context), fmpz_mpoly_clear(theirs, context);
  return found;
}

static void resultants_have_a_bound(void **state) {
  (void)state;
  bool same;
  for (ulong m = 1; m < 4; m++) {
    for (ulong n = 1; n < 4; n++) {
      assert_true(resultant(m, n, &same));
      assert_true(same);
    }
  }
  assert_false(resultant(300, 2, &same));
  assert_false(resultant(2, 300, &same));
}

static void factors_are_found(void **state) {
  (void)state;
  fmpz_mpoly_t p, q;
  fmpz_mpoly_init(p, context), fmpz_mpoly_init(q, context);
  for (int trial = 0; trial < TRIALS / 10; trial++) {
    fmpz_mpoly_factor_t factors;
    fmpz_mpoly_factor_init(factors, context);
    randomize(p, 2);
    randomize(q, 2);
    fmpz_mpoly_mul(p, p, q, context);
    assert_true(bounded_factor(factors, p, context));
    assert_true(fmpz_mpoly_factor_expand(q, factors, context));
    assert_true(fmpz_mpoly_equal(p, q, context));
    fmpz_mpoly_factor_clear(factors, context);
  }
  fmpz_mpoly_clear(p, context), fmpz_mpoly_clear(q, context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_are_divided),
      cmocka_unit_test(resultants_have_a_bound),
      cmocka_unit_test(factors_are_found),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
