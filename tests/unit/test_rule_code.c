/* Rules that were read from C: what doubles give where there is no value among the reals. */
#include "semantics/rings/function_values.h"
#include "semantics/rings/functions.h"
#include "semantics/rings/rings.h"
#include "tests/unit/specification.h"
#include "verify/primitive/campaign.h"
#include "verify/primitive/ring_machine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static RuleAnswer ask(const char *slope, double x, bool code, double *out) {
  Store *store = store_new(1u << 20);
  Primitive primitive;
  RuleAnswer answer = RULE_FAILED;
  double seed = 1;
  specification_read(store, &primitive, "primitive f (x : real) : real\nvalue = x\nvjp = scale((%s); v)\n", slope);
  Rule *rule = code ? rule_of_code(&primitive) : rule_of_text(&primitive);
  assert_non_null(rule);
  assert_true(rule->call(rule, RULE_VJP, 1, &x, &seed, out, &answer));
  rule->free(rule);
  primitive_free(&primitive);
  store_free(store);
  return answer;
}

static void without_a_value(void **state) {
  (void)state;
  static const struct {
    const char *slope;
    double x;
    RuleAnswer answer;
    double number;
  } table[] = {
      {"2 * x * copysign 1 x + 3", 0, RULE_COMPUTED, 3},
      {"copysign 1 x", -0.0, RULE_COMPUTED, -1},
      {"atan2 x x", 0, RULE_COMPUTED, 0},
      {"pow x x", 0, RULE_COMPUTED, 1},
      {"1 / (1 / x)", 0, RULE_COMPUTED, 0},
      {"x^(-1)", 0, RULE_UNDEFINED, NAN},
      {"1 / (x^(-1) + 1)", 0, RULE_COMPUTED, 0},
      {"exp (log (x * x)) + 2", 0, RULE_COMPUTED, 2},
      {"let t = log x in 4", -1, RULE_COMPUTED, 4},
      {"max (log x) 5 + min (1 / x) 6 + abs (1 / x) * 0", -1, RULE_UNDECIDED, NAN},
      {"max (1 / x) 5 - min (1 / x) 6", 0, RULE_UNDEFINED, NAN},
      {"x / x", 0, RULE_UNDEFINED, NAN},
      {"1 / x", 0, RULE_UNDEFINED, NAN},
      {"if x / x < 1 then 1 else 2", 0, RULE_UNDECIDED, NAN},
      {"if 1 / x > 1 then 1 else 2", 0, RULE_COMPUTED, 1},
      {"let t = log x in x * x", -1e200, RULE_UNDECIDED, NAN},
      {"let t = log x in 1 / (x * x)", -1e-200, RULE_UNDECIDED, NAN},
      {"2 * x", 1, RULE_ANSWERED, 2},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double out = NAN;
    RuleAnswer found = ask(table[i].slope, table[i].x, true, &out);
    if (found != table[i].answer) print_message("%s at %g\n", table[i].slope, table[i].x);
    assert_int_equal(found, table[i].answer);
    assert_true(isnan(table[i].number) ? isnan(out) : out == table[i].number);
    assert_int_equal(ask(table[i].slope, table[i].x, false, &out),
                     table[i].answer == RULE_ANSWERED ? RULE_ANSWERED : RULE_UNDEFINED);
  }
}

static uint64_t wrong_of(bool code, const char *value, const char *slope) {
  Store *store = store_new(1u << 20);
  Primitive primitive;
  PrimitiveReport *report = calloc(1, sizeof *report);
  CampaignOptions options = {.seed = 1, .samples = 5, .first_only = true};
  assert_non_null(report);
  specification_read(store, &primitive, "primitive f (x : real) : real\nvalue = %s\nvjp = scale((%s); v)\n", value,
                     slope);
  Rule *rule = code ? rule_of_code(&primitive) : rule_of_text(&primitive);
  assert_int_equal(campaign_primitive(&primitive, rule, &options, report), STATUS_OK);
  uint64_t wrong = report->result[PROPERTY_VJP].count[JUDGED_WRONG];
  rule->free(rule);
  primitive_free(&primitive);
  store_free(store);
  free(report);
  return wrong;
}

static uint64_t wrong_answers(const char *slope) { return wrong_of(true, "x * abs x", slope); }

/* Numbers by doubles are judged where the reals have none; no number is wrong, unless it was too large on the way. */
static void judged_by_doubles(void **state) {
  (void)state;
  assert_int_equal(wrong_answers("2 * x * copysign 1 x"), 0);
  assert_int_equal(wrong_answers("let t = log x in 2 * abs x"), 0);
  assert_true(wrong_answers("2 * x * copysign 1 x + (if x == 0 then 1 else 0)") > 0);
  assert_true(wrong_answers("2 * x * x / abs x") > 0);
}

/* Whether code computes where a region ends is asked there: code that gives no number at 1 is wrong as often as the
 * term. */
static void no_number_at_a_kink(void **state) {
  (void)state;
  static const char value[] = "(x - 1) * abs (x - 1)", slope[] = "2 * (x - 1) * (x - 1) / abs (x - 1)";
  uint64_t wrong = wrong_of(true, value, slope);
  assert_true(wrong > 0);
  assert_int_equal(wrong, wrong_of(false, value, slope));
  assert_int_equal(wrong_of(true, value, "2 * (x - 1) * copysign 1 (x - 1)"), 0);
}

/* Where the function has a value among the reals as well, it is that; what is no function of C's is not known. */
static void functions_are_themselves(void **state) {
  (void)state;
  Ring *ring = ring_machine_new();
  uint32_t known = 0;
  assert_non_null(ring);
  for (uint32_t code = 0; code < FUNCTION_COUNT; code++) {
    if (function_info(code)->parameters > 0) continue;
    const RingCall f = {.function = code};
    double x = code == FUNCTION_ACOSH ? 1.75 : 0.75, y = 0.5, expected = 0;
    double found = scalar_to_double(ring_call(ring, &f, scalar_from_double(x), scalar_from_double(y)));
    if (ring_take_status(ring) != STATUS_OK) continue;
    known++;
    assert_int_equal(function_of_doubles(&f, x, y, &expected), STATUS_OK);
    assert_true(fabs(found - expected) <= 0x1p-50 * fabs(expected));
  }
  assert_int_equal(known, 27);
  static const RingFunction functions[] = {RING_SIN, RING_COS,  RING_TAN,  RING_EXP,
                                           RING_LOG, RING_SQRT, RING_TANH, RING_ABS};
  Ring *doubles = ring_double_new();
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    Scalar x = scalar_from_double(0.75);
    double found = scalar_to_double(ring_function(ring, functions[i], x));
    assert_true(found == scalar_to_double(ring_function(doubles, functions[i], x)));
  }
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  ring_destroy(doubles);
  ring_destroy(ring);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_value), cmocka_unit_test(judged_by_doubles),
                                     cmocka_unit_test(no_number_at_a_kink), cmocka_unit_test(functions_are_themselves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
