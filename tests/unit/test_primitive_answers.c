/* Campaigns at one point: where answers overflow, and where there are none. */
#include "tests/unit/plain_rule.h"
#include "tests/unit/specification.h"
#include "verify/primitive/judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void logarithms_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0], o[1] = log(x[1]); }
static RuleAnswer no_answer = RULE_FAILED;
static bool fail_plain(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                       RuleAnswer *answers) {
  (void)what, (void)x, (void)seed, (void)out;
  for (uint32_t k = 0; k < count; k++) answers[k] = no_answer;
  (void)strcpy(rule->message, "no");
  return true;
}
static void uncalled(const double *x, const double *s, double *o) { (void)x, (void)s, (void)o; } /* fail_plain is */
static void infinite_slope(const double *x, const double *s, double *o) { (void)x, o[0] = INFINITY * s[0]; }
static void exponential_value(const double *x, const double *s, double *o) { (void)s, o[0] = exp(x[0]); }

/* What a rule is found to be at the one point that it is asked at. */
static PrimitiveReport *judge_at(PlainRule rule, const char *specification, double *point) {
  Primitive primitive;
  Store *store = store_new(1u << 20);
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(store, &primitive, "%s", specification);
  rule.primitive = &primitive;
  rule.rule.kind = "test", rule.rule.free = free_plain, rule.rule.points = point, rule.rule.point_count = 1;
  for (int k = 0; k < RULE_CALLS; k++) rule.rule.offers[k] = rule.function[k] != NULL;
  CampaignOptions options = {.seed = 1, .samples = 1, .first_only = true};
  assert_int_equal(campaign_primitive(&primitive, &rule.rule, &options, report), STATUS_OK);
  primitive_free(&primitive);
  store_free(store);
  return report;
}

/* Where an entry of the Jacobian, the last one too, is beyond all doubles a rule may fail, which is told; and numbers
 * that are infinite are in no sum of products. */
static void beyond_all_doubles(void **state) {
  (void)state;
  double point[] = {1, 0x1p-1074}, large[] = {710};
  PlainRule failing = {.rule = {.call = fail_plain}, .function = {[RULE_VJP] = logarithms_value}};
  PrimitiveReport *report =
      judge_at(failing, "primitive f (x : real) (y : real) : real * real\nvalue = (x, log y)\n", point);
  const Finding *finding = &report->result[PROPERTY_RAISES].finding[JUDGED_RANGE];
  assert_true(finding->present && report->result[PROPERTY_RAISES].count[JUDGED_WRONG] == 0);
  assert_string_equal(finding->certain, "beyond the largest number");
  free(report);
  PlainRule infinite = {
      .rule = {.call = call_plain},
      .function = {[RULE_VALUE] = exponential_value, [RULE_JVP] = infinite_slope, [RULE_VJP] = infinite_slope}};
  report = judge_at(infinite, "primitive f (x : real) : real\nvalue = exp x\n", large);
  assert_int_equal(property_verdict(&report->result[PROPERTY_JVP]), VERDICT_HOLDS);
  assert_int_equal(property_verdict(&report->result[PROPERTY_DOT]), VERDICT_NOT_ASKED);
  free(report);
}

static void identity_value(const double *x, const double *s, double *o) { (void)s, o[0] = x[0]; }
static void second_wrong(const double *x, const double *s, double *o) { (void)s, o[0] = x[0], o[1] = 4 * x[0] + 1; }
static void second_right(const double *x, const double *s, double *o) { (void)x, o[0] = s[0], o[1] = 4 * s[0]; }

static void identity_slope(const double *x, const double *s, double *o) { (void)x, o[0] = s[0]; }
static void primal_of_zero(const double *x, const double *s, double *o) { o[0] = x[0] + (s[0] == 0); }
static void primal_of_others(const double *x, const double *s, double *o) { o[0] = x[0] + (s[0] != 0); }

/* The value beside a derivative is asked for along 0, along 1 and along other numbers. */
static void values_beside_derivatives(void **state) {
  (void)state;
  static const struct {
    Function primal;
    uint64_t wrong;
  } table[] = {{identity_value, 0}, {primal_of_zero, 1}, {primal_of_others, 2}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    double point[] = {3};
    PlainRule rule = {.rule = {.call = call_plain},
                      .function = {[RULE_JVP] = identity_slope, [RULE_PRIMAL] = table[k].primal}};
    PrimitiveReport *report = judge_at(rule, "primitive f (x : real) : real\nvalue = x\n", point);
    assert_int_equal(report->result[PROPERTY_VALUE].count[JUDGED_WRONG], table[k].wrong);
    assert_int_equal(report->result[PROPERTY_VALUE].count[JUDGED_HOLDS], 3 - table[k].wrong);
    free(report);
  }
}

/* What is wrong is told with the number of its own component; and calls are counted, one for each seed. */
static void each_component_is_told(void **state) {
  (void)state;
  static const char specification[] = "primitive f (x : real) : real * real\nvalue = (x, 4 * x)\n";
  double point[] = {3};
  PlainRule value = {.rule = {.call = call_plain}, .function = {[RULE_VALUE] = second_wrong}};
  PrimitiveReport *report = judge_at(value, specification, point);
  const Finding *finding = &report->result[PROPERTY_VALUE].finding[JUDGED_WRONG];
  assert_int_equal(finding->component, 1);
  assert_string_equal(finding->certain, "4.0000000000000000000"); /* at 1, which is simpler than 3 */
  assert_string_equal(finding->found, "5");
  assert_int_equal(report->calls, 1);
  free(report);
  PlainRule jvp = {.rule = {.call = call_plain}, .function = {[RULE_JVP] = second_right}};
  report = judge_at(jvp, specification, point);
  assert_int_equal(report->calls, 12); /* at 0, 1, a, 2 a, b and the axis, and all of them once more */
  free(report);
}

/* Where it is not known whether there is a value, or a derivative, no domain is right or wrong. */
static void undecided_places(void **state) {
  (void)state;
#define ZERO "tgamma (x + 1/2) - (x - 1/2) * tgamma (x - 1/2)" /* for all x, which nothing here knows */
  static const struct {
    const char *value, *domain, *found; /* of the declared domain, at 2 */
  } table[] = {{"log (" ZERO ")", "", "undecided"},
               {"abs (" ZERO ")", "", "undecided"},
               {"log (" ZERO ")", "x > 5", "undecided"},
               {"x", "sin x * sin x + cos x * cos x > 1", "undecided"},
               {"x", ZERO " > 0", "undecided"},
               {"abs (x - 2)", "", "undeclared kink"},
               {"abs (x - 2)", "x > 5", "holds"},
               {"log (x - 2)", "", "refuted"},
               {"log (x - 3)", "", "refuted"},
               {"log (x - 3)", "x > 5", "holds"},
               {"x", "x > 5", "holds"},
               {"x", "", "holds"}};
#undef ZERO
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[200], counts[400], found[40];
    double point[] = {2};
    PlainRule rule = {.rule = {.call = call_plain}, .function = {[RULE_VALUE] = identity_value}};
    (void)snprintf(text, sizeof text, "primitive f (x : real) : real\nvalue = %s\n%s%s\n", table[k].value,
                   table[k].domain[0] == '\0' ? "" : "domain = ", table[k].domain);
    PrimitiveReport *report = judge_at(rule, text, point);
    print_counts(report, counts, sizeof counts);
    (void)snprintf(found, sizeof found, "; DOMAIN %s 1", table[k].found);
    if (strstr(counts, found) == NULL) fail_msg("%s, %s: %s", table[k].value, table[k].domain, counts);
    free(report);
  }
}

/* What is counted of a rule that fails, that says it is undefined, that does not know. */
#define REFUTED_FAILED "1 0 0 0; TYPE undecided 1; RAISES refuted 14; DOMAIN holds 1"
#define REFUTED_UNDEFINED                                                                                              \
  "1 0 0 0; TYPE undecided 1; SAME holds 15; VALUE refuted 1; JVP refuted 7; VJP refuted 6; DOMAIN holds 1"
#define RANGE_FAILED "1 0 0 0; TYPE undecided 1; RAISES range 14; DOMAIN holds 1"
#define RANGE_UNDEFINED                                                                                                \
  "1 0 0 0; TYPE undecided 1; SAME holds 15; VALUE range 1; JVP range 7; VJP range 6; DOMAIN holds 1"
#define UNKNOWN "1 0 0 0; TYPE undecided 1; SAME holds 15; DOMAIN holds 1"

/* What a rule is that answers nothing, by what it says and where: in the domain, on its edge, at a kink, where numbers
 * come near the ends of the format or of a declared range, and where the inputs do not say the value. */
static void answers_that_are_none(void **state) {
  (void)state;
  static const char same[] = "primitive f (x : real) (y : real) : real\nvalue = x + y\n";
  static const char ranged[] = "primitive f (x : real) (y : real) : real\nvalue = x + y\nrange = 1e-90 1e90\n";
  static const char single[] = "primitive f (x : real) (y : real) : real\nvalue = x + y\nprecision = single\n";
  static const char edge[] = "primitive f (x : real) (y : real) : real\nvalue = x + y\ndomain = x > y\n";
  static const char kink[] = "primitive f (x : real) (y : real) : real\nvalue = max x y\nkink = x = y : any\n";
  static const struct {
    const char *specification;
    double x[2];
    const char *failed, *undefined, *unknown; /* counts */
  } table[] = {
      {same, {2, 3}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {same, {0x1p255, 0}, RANGE_FAILED, RANGE_UNDEFINED, UNKNOWN},
      {same, {0x1p256, 0}, RANGE_FAILED, RANGE_UNDEFINED, UNKNOWN},
      {same, {0x1p-255, 0}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {same,
       {0x1p-256, 0},
       "1 0 0 0; TYPE undecided 1; RAISES range 28 refuted 14; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; SAME holds 15; VALUE range 6 refuted 1; JVP range 42 refuted 7; VJP range 36 "
       "refuted 6; DOMAIN holds 1",
       UNKNOWN},
      {same, {1, -1 + 0x1p-45}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {same, {1, -1 + 0x1p-44}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {same,
       {1, -1 + 0x1p-46},
       "1 0 0 0; TYPE undecided 1; RAISES ill-conditioned 14; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; SAME holds 15; VALUE ill-conditioned 1 refuted 28; JVP refuted 7; VJP refuted 6; "
       "DOMAIN holds 1",
       UNKNOWN},
      {same, {1, -1}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {ranged, {0x1p256, 0}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {ranged, {0x1p300, 0}, RANGE_FAILED, RANGE_UNDEFINED, UNKNOWN},
      {single, {0x1p31, 0}, RANGE_FAILED, RANGE_UNDEFINED, UNKNOWN},
      {single, {0x1p32, 0}, RANGE_FAILED, RANGE_UNDEFINED, UNKNOWN},
      {edge, {1, 0}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
      {edge,
       {0, 0},
       "1 0 0 13; TYPE undecided 1; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; DOMAIN holds 1"},
      {edge,
       {0, 1},
       "1 0 0 13; TYPE undecided 1; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; DOMAIN holds 1",
       "1 0 0 0; TYPE undecided 1; DOMAIN holds 1"},
      {kink,
       {1, 1},
       "1 0 0 13; TYPE undecided 1; RAISES refuted 224; DOMAIN holds 1; KINK refuted 2",
       "1 0 0 0; TYPE undecided 1; VALUE refuted 16; JVP refuted 112; VJP refuted 96; DOMAIN holds 1; KINK refuted 2",
       "1 0 0 0; TYPE undecided 1; DOMAIN holds 1; KINK refuted 2"},
      {kink, {1, 2}, REFUTED_FAILED, REFUTED_UNDEFINED, UNKNOWN},
  };
  static const RuleAnswer answers[] = {RULE_FAILED, RULE_UNDEFINED, RULE_UNKNOWN};
  int others = 0;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    const char *before[] = {table[k].failed, table[k].undefined, table[k].unknown};
    for (size_t a = 0; a < 3; a++) {
      char counts[400];
      double x[] = {table[k].x[0], table[k].x[1]};
      PlainRule silent = {.rule = {.call = fail_plain}, .function = {uncalled, uncalled, uncalled}};
      no_answer = answers[a];
      PrimitiveReport *report = judge_at(silent, table[k].specification, x);
      print_counts(report, counts, sizeof counts);
      if (strcmp(counts, before[a]) != 0) others++, print_error("row %zu, %zu: now %s\n", k, a, counts);
      free(report);
    }
  }
  no_answer = RULE_FAILED;
  assert_int_equal(others, 0);
}

/* What FLINT keeps of gamma functions. */
static int clean_up(void **state) {
  (void)state;
  flint_cleanup();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beyond_all_doubles),    cmocka_unit_test(values_beside_derivatives),
      cmocka_unit_test(undecided_places),      cmocka_unit_test(each_component_is_told),
      cmocka_unit_test(answers_that_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, clean_up);
}
