/* AD-DEFINED at ordinary points: an engine that runs the branch which is not taken has no value where
 * there is a derivative (tests/mutants/dual-branch-eager.mutant); and at a point of each leaf on which
 * something is proved. */
#include "tests/unit/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 8u

static Tally tally;

static void run(const char *text, uint64_t seeds, BatteryOptions options) {
  Fixture *f = fixture_make(text, options);
  f->options.laws = law_set_all();
  for (f->options.seed = 1; f->options.seed <= seeds; f->options.seed++) fixture_check(f);
  tally = f->tally;
  const Witness *witness = &f->witnesses[LAW_AD_DEFINED];
  if (tally_total(&tally, OUTCOME_DIFFERS) > 0 || tally_total(&tally, OUTCOME_REFUTED) > 0)
    fail_msg("%s: %s, not %s: %s", law_info(LAW_AD_DEFINED)->name, witness->found, witness->expected, text);
  assert_true(outcomes_for_all(tally.instances) > 0);
  fixture_free(f);
}

static void test_dead_branch(void **state) {
  (void)state;
  BatteryOptions options = {.engines = ENGINES_ALL};
  run("def f (x : real) : real = if x < 0 then x else log x", SEEDS, options);
  run("def f (x : real) (y : real) : real = if x < 0 then x else sqrt x * y + sqrt x", SEEDS, options);
}

/* Three leaves, one of which no random point lies in: each engine has the germ's number at a point of each. */
static void test_confirmed(void **state) {
  (void)state;
  BatteryOptions options = {.engines = ENGINES_CHAD, .proofs = true};
  run("def f (x : real) : real = if x < 12.3 then x * x else (if x < 12.3001 then 3 * x else x)", 1, options);
  assert_int_equal(tally.for_all[FOR_ALL_PATHS], 1);
  assert_true(tally.count[LAW_AD_DEFINED][engine_slot(&chad_forward)][OUTCOME_HOLDS] >= 3);
  assert_true(tally.count[LAW_AD_DEFINED][engine_slot(&chad_reverse)][OUTCOME_HOLDS] >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dead_branch), cmocka_unit_test(test_confirmed)};
  return cmocka_run_group_tests_name("defined", tests, NULL, NULL);
}
