/* Where programs are defined: at no input, on thin sets, or where no point is drawn and the solver finds one. */
#include "tests/unit/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Tally tally;

/* What becomes of it in the tiers that decide for all inputs; FOR_ALL_COUNT: it was not tried. */
static ForAll found_of(const char *body) {
  char text[256];
  (void)snprintf(text, sizeof text, "def f (x : real) (y : real) : real = %s", body);
  Fixture *f = fixture_make(text, (BatteryOptions){.seed = 1, .laws = law_set_all(), .proofs = true});
  fixture_check(f);
  tally = f->tally;
  const ProgramVerdict *verdict = battery_verdict(f->battery);
  ForAll found = verdict->tried ? verdict->found : FOR_ALL_COUNT;
  fixture_free(f);
  return found;
}

static void check(const char *body, bool expected) {
  bool nowhere = found_of(body) == FOR_ALL_NOWHERE;
  if (nowhere != expected) fail_msg("%s: %s", expected ? "not seen to be defined nowhere" : "defined somewhere", body);
  assert_int_equal(tally.for_all[FOR_ALL_NOWHERE], expected);
  if (expected) assert_int_equal(outcomes_for_all(tally.instances), 0);
}

static void test_nowhere(void **state) {
  (void)state;
  check("log (-1)", true);
  check("1 / (x - x)", true);
  check("x / (x * x - x * x)", true);
  check("sqrt (cos 2) * x", true);
  check("log (sin 3 - 1) + y", true);
  check("log (-1 - x * x)", true);
  check("log (sin x - 2)", true);
  check("sqrt (-exp x)", true);
  check("if x < 3 then sqrt (x - 5) else log (2 - x)", true);
  check("if x < y then log (x - y) else sqrt (y - x - 1)", true);
  check("if x == 13 / 7 then log (-x) else log (-2)", true);
}

/* At one point, on a curve, or where no point was tried. */
static void test_somewhere(void **state) {
  (void)state;
  check("sqrt (-(x * x))", false);
  check("sqrt (x - x)", false);
  check("if x == 13 / 7 then x else log (-1)", false);
  check("if x == y then x else log (-1 - x * x)", false);
  check("if sin x == 1 then x else log (-2)", false);
  check("if x < 3 then sqrt (x - 2.99) else log (2 - x)", false);
  check("if x < 1000000 then log (-exp x) else x", false);
  check("log (x - 100000)", false);
  check("sqrt (-abs x)", false);
}

/* Far from where points are drawn, or on narrow sets. */
static void test_found(void **state) {
  (void)state;
  static const char *const bodies[] = {"sqrt (x - 100) * y",
                                       "log (x - 100000)",
                                       "sqrt (-1000 - x) + log (y - x - 5000)",
                                       "if 300 < x and x < 301 and y < -70 then x * y else log (-1)",
                                       "if x * x + y * y < 1/1000000 then x / y else log (-1)",
                                       "if (x - 1/3) * (x - 1/3) < 1/100000000000 then sin x else log (-1)"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    if (found_of(bodies[i]) == FOR_ALL_COUNT) fail_msg("no point was found: %s", bodies[i]);
    if (outcomes_for_all(tally.instances) == 0) fail_msg("nothing was decided for all inputs: %s", bodies[i]);
  }
}

/* More leaves, and more work, than are looked at: there may be a point in the last one. */
static void test_limits(void **state) {
  (void)state;
  check("if x == 0 then log (-1) else log (-1)", true);
  check("log (-1) + max (max (max (x + y) (x - y)) (max (x * y) y)) (max (max (y * y) x) (max (x * x) (y - x)))", true);
  check("log (-1 - (x + 2 * y + 3) ^ 60 * (x - 3 * y + 1) ^ 60)", false); /* it is, and too long to be seen */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nowhere), cmocka_unit_test(test_somewhere),
                                     cmocka_unit_test(test_found), cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests_name("domain", tests, NULL, NULL);
}
