/* AD-DEFINED at ordinary points: an engine that runs the branch which is not taken has no value where
 * there is a derivative (tests/mutants/dual-branch-eager.mutant). */
#include "semantics/text/text.h"
#include "verify/laws/battery.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 8u

static Tally tally;
static Witness witnesses[LAW_COUNT];

static void check(const char *text) {
  Module module;
  TextError error;
  Store *store = store_new(1u << 20);
  Battery *battery = battery_new(store);
  assert_non_null(battery);
  if (text_read_module(store, "test", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK)
    fail_msg("%s: %s", error.message, text);
  memset(&tally, 0, sizeof tally);
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    BatteryOptions options = {.seed = seed, .laws = law_set_all(), .engines = ENGINES_ALL};
    battery_check(battery, &module.definitions[0].program, 0, &options, &tally, witnesses);
  }
  if (tally_total(&tally, OUTCOME_DIFFERS) > 0 || tally_total(&tally, OUTCOME_REFUTED) > 0)
    fail_msg("%s: %s, not %s: %s", law_info(LAW_AD_DEFINED)->name, witnesses[LAW_AD_DEFINED].found,
             witnesses[LAW_AD_DEFINED].expected, text);
  assert_true(tally_total(&tally, OUTCOME_PROVED) > 0);
  text_free_module(&module);
  battery_free(battery);
  store_free(store);
}

static void test_dead_branch(void **state) {
  (void)state;
  check("def f (x : real) : real = if x < 0 then x else log x");
  check("def f (x : real) (y : real) : real = if x < 0 then x else sqrt x * y + sqrt x");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dead_branch)};
  return cmocka_run_group_tests_name("defined", tests, NULL, NULL);
}
