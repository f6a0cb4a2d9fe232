/* Where AD and the derivative part: what SMOOTH, AD-DEFINED and KINK count of small programs, what PRIM-TWICE says
 * of rules at their ties, and the pattern of a program with branches. */
#include "tests/unit/fixture.h"
#include "tests/unit/specification.h"
#include "verify/battery/battery.h"
#include "verify/cli/commands.h"
#include "verify/primitive/campaign.h"
#include "verify/primitive/rule_germs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static Store *store;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  return store == NULL;
}

static int tear_down(void **state) {
  (void)state;
  store_free(store);
  return 0;
}

static Fixture *judge(const char *text) {
  Fixture *f = fixture_make(text, (BatteryOptions){.thorough = true, .seed = 1});
  f->options.laws.on[LAW_SMOOTH] = f->options.laws.on[LAW_AD_DEFINED] = f->options.laws.on[LAW_KINK] = true;
  fixture_check(f);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  return f;
}

static void check_differs(const char *text, LawId law) {
  Fixture *f = judge(text);
  if (fixture_count(f, law, OUTCOME_DIFFERS) == 0) fail_msg("%s does not differ: %s", law_info(law)->name, text);
  fixture_free(f);
}

static void check_holds(const char *text, LawId law) {
  Fixture *f = judge(text);
  if (fixture_count(f, law, OUTCOME_HOLDS) == 0) fail_msg("%s is not asked: %s", law_info(law)->name, text);
  if (fixture_count(f, law, OUTCOME_DIFFERS) != 0) fail_msg("%s differs: %s", law_info(law)->name, text);
  fixture_free(f);
}

static void test_laws(void **state) {
  (void)state;
  check_differs("def f (x : real) = max 0 (max 0 x) - max 0 x", LAW_SMOOTH); /* 0, and -1/4 by AD */
  check_differs("def f (x : real) = abs x * sign x", LAW_SMOOTH);            /* 1, and 0 by AD */
  check_holds("def f (x : real) = max 0 x + min 0 x", LAW_SMOOTH);           /* 1/2 + 1/2 */
  check_differs("def f (x : real) = sqrt (max x 0)", LAW_AD_DEFINED);        /* 0 at -1, and 0 / 0 by AD */
  check_holds("def f (x : real) = sqrt (x * x + 1)", LAW_AD_DEFINED);
  check_holds("def f (x : real) = abs x", LAW_KINK);
}

/* ----------------------------------------------------------------- rules -- */

static uint64_t differing; /* of what was judged last: where AD of the rule gives another number */

/* PRIM-TWICE: what is undecided of it, or -1 where it is refuted. */
static int64_t judge_twice(const char *value, const char *slope) {
  Primitive primitive;
  CampaignOptions options = {.seed = 1, .samples = 20};
  PrimitiveReport *report = calloc(1, sizeof *report);
  specification_read(store, &primitive, "primitive f (x : real) : real\nvalue = %s\njvp = scale(%s; v)\n", value,
                     slope);
  Rule *rule = rule_of_text(&primitive);
  assert_true(rule != NULL && report != NULL);
  assert_int_equal(campaign_primitive(&primitive, rule, &options, report), STATUS_OK);
  const PropertyResult *result = &report->result[PROPERTY_TWICE];
  int64_t undecided = result->count[JUDGED_WRONG] > 0 ? -1 : (int64_t)result->count[JUDGED_UNDECIDED];
  assert_true(result->count[JUDGED_HOLDS] + result->count[JUDGED_WRONG] > 0);
  differing = result->count[JUDGED_DIFFERS];
  rule->free(rule);
  primitive_free(&primitive);
  free(report);
  return undecided;
}

/* The conventions' derivative of sign x * abs x is 0 at 0, its own is 1. */
static void test_rules_at_ties(void **state) {
  (void)state;
  assert_int_equal(judge_twice("x * x", "2 * (sign x * abs x)"), 0);
  assert_true(differing > 0);
  assert_int_not_equal(judge_twice("max x 0 + log (1 + exp (-(abs x)))",
                                   "(1 + sign x) / 2 - sign x * exp (-(abs x)) / (1 + exp (-(abs x)))"),
                       -1);
  assert_int_equal(judge_twice("x * x", "3 * (sign x * abs x)"), -1);
  assert_int_equal(judge_twice("x * x", "2 * x"), 0);
  assert_int_equal(differing, 0);
}

/* Where digits cancel the rule is run with more of them, and along no direction its derivative is exactly 0. */
static void test_rules_in_tails(void **state) {
  (void)state;
  assert_true(judge_twice("log (1 + exp x)", "exp x / (1 + exp x)") <= 3); /* at the largest number */
  assert_int_equal(judge_twice("log (1 + exp x)", "exp x / (1 + exp (x + 1))"), -1);
}

/* The derivative of x -> s(x) v at x = 0 and v = 1 by the germs of its rules, forward and reverse; NAN where none is
 * certified. */
static double germ_slope(const char *slope) {
  Primitive primitive;
  Arena values;
  mpq_t x, u;
  arb_t out;
  const double seed = 1;
  double found[2] = {NAN, NAN};
  specification_read(store, &primitive,
                     "primitive f (x : real) : real\nvalue = x * x\njvp = scale(%s; v)\nvjp = scale(%s; v)\n", slope,
                     slope);
  arena_init(&values, (size_t)1 << 20);
  mpq_init(x), mpq_init(u), arb_init(out);
  mpq_set_ui(u, 1, 1);
  for (int reverse = 0; reverse < 2; reverse++) {
    if (!rule_germs(&primitive, &values, reverse != 0, (const mpq_t *)&x, (const mpq_t *)&u, &seed, out)) continue;
    found[reverse] = arf_get_d(arb_midref(out), ARF_RND_NEAR);
    assert_true(arb_rel_accuracy_bits(out) > 60 || found[reverse] == 0);
  }
  mpq_clear(x), mpq_clear(u), arb_clear(out);
  arena_free(&values);
  primitive_free(&primitive);
  assert_true(found[0] == found[1] || (isnan(found[0]) && isnan(found[1])));
  return found[0];
}

/* The rule at the point and its germs on both sides have one value and one slope, or there is no derivative. */
static void test_germs_of_rules(void **state) {
  static const char *const none[] = {
      "abs x",                      /* two slopes */
      "if x < 0 then x else 3 * x", /* two slopes */
      "if x < 0 then 1 + x else x", /* another value on the left, one slope */
      "if 0 < x then 1 + x else x", /* another value on the right, one slope */
      "if x == 0 then 1 else x",    /* another value at the point, one slope */
      "sign x",                     /* three values */
      "sqrt (abs x)",               /* no slope */
  };
  (void)state;
  assert_true(germ_slope("7 + 3 * x") == 3);
  assert_true(germ_slope("sign x * abs x") == 1);
  assert_true(germ_slope("if x < 0 then x * x else 4 * (x * x)") == 0);
  assert_true(germ_slope("if x < 0 then -(abs x) - x else exp x - 1 - x") == 0);
  assert_true(germ_slope("let s = sin x * sin x + cos x * cos x - 1 in if s < 0 then abs x else 2 * x") ==
              2); /* s is 0 on both sides */
  for (size_t k = 0; k < sizeof none / sizeof *none; k++)
    if (!isnan(germ_slope(none[k]))) fail_msg("%s has a derivative at 0", none[k]);
}

/* -------------------------------------------------------------- patterns -- */

static void check_pattern(const char *body, const char *row) {
  char name[] = "/tmp/pattern-XXXXXX.adj", *answer = NULL, *complaint = NULL;
  size_t length;
  int file = mkstemps(name, 4);
  assert_true(file >= 0);
  FILE *program = fdopen(file, "w");
  (void)fprintf(program, "def f (x : real) (y : real) (z : real) = %s\n", body);
  (void)fclose(program);
  FILE *out = open_memstream(&answer, &length), *err = open_memstream(&complaint, &length);
  char *words[] = {(char *)"adjudge", (char *)"sparsity", name, (char *)"--check", (char *)"0", NULL};
  (void)cli_main(5, words, out, err); /* exit code 3 without a check */
  (void)fclose(out), (void)fclose(err);
  if (strstr(answer, row) == NULL) fail_msg("%s: not %s:\n%s%s", body, row, answer, complaint);
  free(answer), free(complaint);
  (void)unlink(name);
}

/* A static pattern is that of every branch, defined at the numbers that it meets or not. */
static void test_pattern_of_branches(void **state) {
  (void)state;
  check_pattern("if x < 0 then y else z", "\n.xx\n");
  check_pattern("if x < 0 then y else log (x - 5)", "\nxx.\n");
  check_pattern("if x < 0 then y else acosh x * z", "\nxxx\n");
  check_pattern("if x < 0 then y else y", "\n.x.\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_laws), cmocka_unit_test(test_rules_at_ties),
                                     cmocka_unit_test(test_rules_in_tails), cmocka_unit_test(test_germs_of_rules),
                                     cmocka_unit_test(test_pattern_of_branches)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
