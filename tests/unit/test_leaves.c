/* Certificates of programs with tests: one on each path.  What is proved, what stays decided by a tier alone, and
 * that derivatives of other programs have none. */
#include "tests/unit/fixture.h"
#include "verify/battery/subject.h"

static Fixture *fixture_new(const char *text) {
  BatteryOptions options = {.laws = law_set_all(), .engines = ENGINES_CHAD, .proofs = true, .seed = 1};
  return fixture_make(text, options);
}

static void check(const char *text, bool proved) {
  Fixture *f = fixture_new(text);
  fixture_check(f);
  const ProgramVerdict *verdict = battery_verdict(f->battery);
  if (!for_all_decided(verdict->found) || verdict->proved != proved)
    fail_msg("%s: %s", verdict->proved ? "proved" : "not proved", text);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

static void test_proved(void **state) {
  (void)state;
  check("def f (x : real) : real = abs x * x", true);
  check("def f (x : real) : real = abs (x * x - 1) + sign x", true);
  check("def f (x : real) (y : real) : real = max x y * min x (2 * y)", true);
  check("def f (x : real) (y : real) : real = if x * y < 1 then x / y else y", true);
  check("def f (x : real) : real = if x < 0 then x else exp x * log (x + 1)", true);
  check("def f (x : real) : real = if x < 1 then (if x < 2 then x else x * x) else (if x < 0 then 1 else log x)", true);
  check("def f (x : real) : real = if 2 < 3 then x else x * x", true);
}

/* A difference that is 0 everywhere has neither sign: what stands in either branch says nothing of the program.  Of
 * one with functions that is not seen. */
static void test_decided(void **state) {
  (void)state;
  check("def f (x : real) : real = if (x + 1) * (x + 1) - x * x - 2 * x - 1 < 0 then x else x * x", false);
  check("def f (x : real) : real = if sin x * sin x + cos x * cos x < 1 then x else x * x", false);
  check("def f (x : real) : real = if exp x < 1 then x else x * x", false);
  check("def f (x : real) : real = abs (abs (abs (abs (abs (abs (abs (x - 1) - 2) - 4) - 8) - 16) - 32) - 64)", false);
}

/* Whether the derivatives of the other program have certificates for the first. */
static bool has_proofs(const char *source, const char *other) {
  Fixture *f = fixture_new(NULL);
  Module modules[2] = {module_read(f->store, source), module_read(f->store, other)};
  Subject subject = fixture_subject(f, &modules[0].definitions[0].program);
  Subject stranger = fixture_subject(f, &modules[1].definitions[0].program);
  subject_derive(&subject);
  subject_derive(&stranger);
  for (int e = 0; e < SUBJECT_ENGINES; e++) subject.derived[e] = stranger.derived[e];
  laws_certificates(&subject);
  uint32_t proofs = 0;
  for (int e = 0; e < SUBJECT_ENGINES; e++) proofs += subject.derived[e].proof[0].by_certificate;
  assert_true(proofs == 0 || proofs == SUBJECT_ENGINES);
  for (int k = 0; k < 2; k++) text_free_module(&modules[k]);
  fixture_free(f);
  return proofs > 0;
}

static void test_others(void **state) {
  (void)state;
  static const char *const source = "def f (x : real) (y : real) : real = if x < y then x * y else x * x";
  assert_true(has_proofs(source, source));
  assert_true(has_proofs(source, "def f (x : real) (y : real) : real = if y <= x then x * x else y * x"));
  assert_true(has_proofs(source, "def f (x : real) (y : real) : real = if y - x < 0 then x * x else y * x"));
  static const char *const product = "def f (x : real) (y : real) : real = if x * y < x + y then x * y else x * x";
  assert_true(has_proofs(product, "def f (x : real) (y : real) : real = if x + y <= x * y then x * x else x * y"));
  assert_false(has_proofs(product, "def f (x : real) (y : real) : real = if x + y <= x * y then x * y else x * x"));
  assert_false(has_proofs(source, "def f (x : real) (y : real) : real = if x < y then x * x else x * y"));
  assert_false(has_proofs(source, "def f (x : real) (y : real) : real = if x < y then x * y else x * x * x"));
  assert_false(has_proofs(source, "def f (x : real) (y : real) : real = if x < 1 then x * y else x * x"));
  assert_false(has_proofs(source, "def f (x : real) (y : real) : real = x * y"));
  assert_false(has_proofs("def f (x : real) (y : real) : real = x * y", source));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_proved), cmocka_unit_test(test_decided),
                                     cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
