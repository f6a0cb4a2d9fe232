/* Proofs by normal forms in the battery: what is proved, what is refuted, and
 * above all what must stay open.  The derivative of one program is judged
 * against another: equal programs must be proved, others must not. */
#include "tests/unit/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const BatteryOptions options = {.engines = ENGINES_CHAD, .seed = 1};

static Fixture *fixture_new(void) {
  Fixture *f = fixture_make(NULL, options);
  f->options.laws = law_set_all();
  return f;
}

static void check_proved(const char *source, const char *impostor) {
  Fixture *f = fixture_new();
  ForAll found = fixture_judge(f, source, impostor);
  if (found != FOR_ALL_SYMBOLIC) fail_msg("%d, not proved:\n%s\n%s", found, source, impostor);
  static const LawId one[] = {LAW_AD_FWD, LAW_AD_REV, LAW_AD_DOT};
  for (size_t i = 0; i < 3; i++) assert_int_equal(fixture_count(f, one[i], OUTCOME_DECIDED), 1);
  assert_int_equal(fixture_count(f, LAW_AD_PRIMAL, OUTCOME_DECIDED), 2);
  assert_int_equal(fixture_count(f, LAW_HOM_ADD, OUTCOME_DECIDED), 2);
  assert_int_equal(fixture_count(f, LAW_TIERS, OUTCOME_HOLDS), 2);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

/* Not proved; refuted if `sure`. */
static void check_not_proved(const char *source, const char *impostor, bool sure) {
  Fixture *f = fixture_new();
  ForAll found = fixture_judge(f, source, impostor);
  assert_true(sure || found == FOR_ALL_OPEN);
  assert_int_equal(fixture_count(f, LAW_AD_FWD, OUTCOME_DECIDED), 0);
  assert_int_equal(fixture_count(f, LAW_AD_REV, OUTCOME_DECIDED), 0);
  assert_int_equal(fixture_count(f, LAW_AD_FWD, OUTCOME_REFUTED), sure);
  assert_int_equal(fixture_count(f, LAW_AD_REV, OUTCOME_REFUTED), sure);
  assert_int_equal(f->witnesses[LAW_AD_FWD].present, sure);
  fixture_free(f);
}

#define SHOWPIECE "def f (x : real) (y : real) = sin (x * y) * exp x / (1 + x * x)"

static void test_proved(void **state) {
  (void)state;
  check_proved(SHOWPIECE, SHOWPIECE);
  check_proved(SHOWPIECE,
               "def g (x : real) (y : real) = exp x * (sin (y * x) / (x * x + 1)) * (sin y ^ 2 + cos y ^ 2)");
  check_proved("def f (x : real) (y : real) = x / y", "def g (x : real) (y : real) = x * y ^ -1");
  check_proved("def f (x : real) (y : real) = x ^ (3/2) * log y", "def g (x : real) (y : real) = log y * sqrt x * x");
  check_proved("def f (x : real) (y : real) = tan x + tanh y + sigmoid (x * y)",
               "def g (x : real) (y : real) = sin x / cos x + sigmoid (y * x) + tanh y");
  check_proved("def f (v : real^3) = sum (map (x. sin x / x) v)", "def g (v : real^3) = dot (sin v) (1 / v)");
  /* defined at more points than it must */
  check_proved("def f (x : real) (y : real) = x * y / y", "def g (x : real) (y : real) = x");
}

static void test_open(void **state) {
  (void)state;
  check_not_proved(SHOWPIECE, "def g (x : real) (y : real) = sin (x * y) * exp x / (1 - x * x)", false);
  check_not_proved(SHOWPIECE, "def g (x : real) (y : real) = sin (x * y) * exp x / (1 + x * x) + y", false);
  check_not_proved("def f (x : real) = sin x", "def g (x : real) = neg (sin x)", false);
  check_not_proved("def f (x : real) = sqrt (x * x)", "def g (x : real) = x", false);
  /* equal where defined, but not defined everywhere that the source is */
  check_not_proved("def f (x : real) (y : real) = x", "def g (x : real) (y : real) = x * y / y", false);
  check_not_proved("def f (x : real) = x * x", "def g (x : real) = x * sqrt x * sqrt x", false);
}

static void test_refuted(void **state) {
  (void)state;
  check_not_proved("def f (x : real) (y : real) = x * x / y", "def g (x : real) (y : real) = x * x / y + y", true);
  check_not_proved("def f (x : real) = x ^ 3 + x ^ 4", "def g (x : real) = 4 * x ^ 3 / 3 + x ^ 4", true);
}

/* Through the whole battery: each program is counted by one tier. */
static void check_tier(const char *text, ForAll expected, Outcome outcome, uint64_t proofs) {
  Fixture *f = fixture_new();
  f->module = module_read(f->store, text);
  battery_check(f->battery, fixture_program(f, 0), 16, &f->options, &f->tally, f->witnesses);
  for (int k = 0; k < FOR_ALL_COUNT; k++) {
    if (f->tally.for_all[k] != (k == (int)expected)) fail_msg("not in tier %d: %s", (int)expected, text);
  }
  assert_int_equal(fixture_count(f, LAW_AD_FWD, outcome), proofs);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

static void test_tiers(void **state) {
  (void)state;
  check_tier("def f (x : real) (y : real) = x * x * y", FOR_ALL_DECIDED, OUTCOME_PROVED, 1);
  check_tier("def f (x : real) (y : real) = x / y + x / x", FOR_ALL_SYMBOLIC, OUTCOME_PROVED, 1);
  check_tier("def f (x : real) = neg 2 / 2 + x", FOR_ALL_SYMBOLIC, OUTCOME_PROVED, 1); /* divided by 2 * 2 too */
  check_tier("def f (x : real) = (\\(g : real -> real). g (g x)) (\\y. sin y)", FOR_ALL_SYMBOLIC, OUTCOME_PROVED, 1);
  check_tier("def f (x : real) = sin (cos (sin (cos (sin (cos (sin x))))))", FOR_ALL_SYMBOLIC, OUTCOME_PROVED, 1);
  check_tier("def f (x : real) (y : real) = abs x * y", FOR_ALL_PATHS, OUTCOME_PROVED, 1);
  check_tier("def f (x : real) (y : real) = (x + 1 / y) ^ 200", FOR_ALL_GUARD, OUTCOME_DECIDED, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_proved),
      cmocka_unit_test(test_open),
      cmocka_unit_test(test_refuted),
      cmocka_unit_test(test_tiers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
