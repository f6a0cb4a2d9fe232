/* AD-DEFINED at ordinary points: an engine that runs the branch which is not taken has no value where
 * there is a derivative (tests/mutants/dual-branch-eager.mutant); and at a point of each leaf on which
 * something is proved. */
#include "semantics/text/text.h"
#include "verify/laws/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 8u

static Tally tally;
static Witness witnesses[LAW_COUNT];

static void run(const char *text, uint64_t seeds, BatteryOptions options) {
  Module module;
  TextError error;
  Store *store = store_new(1u << 20);
  Battery *battery = battery_new(store);
  assert_non_null(battery);
  if (text_read_module(store, "test", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK)
    fail_msg("%s: %s", error.message, text);
  memset(&tally, 0, sizeof tally);
  options.laws = law_set_all();
  for (options.seed = 1; options.seed <= seeds; options.seed++)
    battery_check(battery, &module.definitions[0].program, 0, &options, &tally, witnesses);
  if (tally_total(&tally, OUTCOME_DIFFERS) > 0 || tally_total(&tally, OUTCOME_REFUTED) > 0)
    fail_msg("%s: %s, not %s: %s", law_info(LAW_AD_DEFINED)->name, witnesses[LAW_AD_DEFINED].found,
             witnesses[LAW_AD_DEFINED].expected, text);
  assert_true(outcomes_for_all(tally.instances) > 0);
  text_free_module(&module);
  battery_free(battery);
  store_free(store);
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
