/* What rules answer at infinities and at NaN: both must tell the same, and what the specification's `limits` says. */
#include "tests/unit/plain_rule.h"
#include "tests/unit/specification.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define PI_2 0x1.921fb54442d18p+0

/* A rule of a function of one real, or of two of which the first is looked at, that answers so anywhere. */
typedef struct Told {
  double value, jvp, vjp;
  RuleAnswer jvp_answer, vjp_answer;
} Told;

static Told told;

static bool call_told(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                      RuleAnswer *answers) {
  PlainRule *self = (PlainRule *)rule;
  uint32_t inputs = self->primitive->inputs;
  (void)x;
  for (uint32_t k = 0; k < count; k++) {
    answers[k] = what == RULE_JVP ? told.jvp_answer : what == RULE_VJP ? told.vjp_answer : RULE_ANSWERED;
    if (what == RULE_VALUE) out[k] = told.value;
    if (what == RULE_JVP) out[k] = seed[(size_t)k * inputs] == 0 ? 0 : told.jvp * seed[(size_t)k * inputs];
    if (what != RULE_VJP) continue;
    for (uint32_t i = 0; i < inputs; i++) out[(size_t)k * inputs + i] = 0;
    out[(size_t)k * inputs] = seed[k] == 0 ? 0 : told.vjp * seed[k];
  }
  return true;
}

/* What the two rules have for the Jacobian of a function of two reals with two results. */
static double matrix[2][2][2];

static bool call_matrices(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                          RuleAnswer *answers) {
  (void)rule;
  for (uint32_t k = 0; k < count; k++) {
    answers[k] = RULE_ANSWERED;
    for (int r = 0; r < 2; r++) {
      double *sum = &out[2 * k + (uint32_t)r];
      *sum = what == RULE_VALUE ? copysign(PI_2, x[2 * k + (uint32_t)r]) : 0;
      for (int s = 0; s < 2 && what != RULE_VALUE; s++)
        *sum += (what == RULE_JVP ? matrix[0][r][s] : matrix[1][s][r]) * seed[2 * k + (uint32_t)s];
    }
  }
  return true;
}

typedef bool (*Calling)(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                        RuleAnswer *answers);

static PrimitiveReport *judged(const char *specification, const double *point, Calling call) {
  Primitive primitive;
  Store *store = store_new(1u << 20);
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(store, &primitive, "%s", specification);
  double points[2] = {point[0], point[1]};
  PlainRule rule = {.primitive = &primitive};
  rule.rule = (Rule){.kind = "test", .call = call, .free = free_plain, .points = points, .point_count = 1};
  rule.rule.offers[RULE_VALUE] = rule.rule.offers[RULE_JVP] = rule.rule.offers[RULE_VJP] = true;
  CampaignOptions options = {.seed = 1, .samples = 1, .first_only = true};
  assert_int_equal(campaign_primitive(&primitive, &rule.rule, &options, report), STATUS_OK);
  primitive_free(&primitive);
  store_free(store);
  return report;
}

static PrimitiveReport *judge_at(const char *specification, const double *point) {
  return judged(specification, point, call_told);
}

#define ATAN "primitive f (x : real) : real\nvalue = atan x\n"
#define EXP "primitive f (x : real) : real\nvalue = exp x\n"
#define BOTH "primitive f (x : real) (y : real) : real\nvalue = atan x + y - y\n"
#define LIMITS "limits\n"

static void answers_are_judged(void **state) {
  (void)state;
  static const struct {
    const char *specification;
    double point[2];
    Told told;
    int holds, wrong, loses, undecided;
  } table[] = {
      /* atan tends to pi / 2, its slope to 0 */
      {ATAN LIMITS, {INFINITY}, {PI_2, 0, 0, 0, 0}, 4, 0, 0, 0},
      {ATAN LIMITS, {-INFINITY}, {-PI_2, 0, 0, 0, 0}, 4, 0, 0, 0},
      {ATAN LIMITS, {-INFINITY}, {PI_2, 0, 0, 0, 0}, 3, 1, 0, 0},
      {ATAN LIMITS, {INFINITY}, {1.5, 0, 0, 0, 0}, 3, 1, 0, 0},
      {ATAN LIMITS, {INFINITY}, {INFINITY, 0, 0, 0, 0}, 3, 1, 0, 0},
      {ATAN LIMITS, {INFINITY}, {NAN, 0, 0, 0, 0}, 3, 1, 0, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2 * (1 + 3e-15), 0, 0, 0, 0}, 4, 0, 0, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2 * (1 + 1e-12), 0, 0, 0, 0}, 3, 0, 1, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2, 1e-15, 1e-15, 0, 0}, 2, 0, 0, 2},
      {ATAN LIMITS, {INFINITY}, {PI_2, 1e-10, 1e-10, 0, 0}, 2, 0, 2, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2, 0.5, 0.5, 0, 0}, 2, 2, 0, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2, 0, 0.5, 0, 0}, 2, 2, 0, 0},
      {ATAN LIMITS, {INFINITY}, {PI_2, 0, 0, RULE_UNDEFINED, 0}, 2, 0, 0, 1},
      /* rounding is of the size of the inputs that are finite */
      {BOTH LIMITS, {INFINITY, 1}, {PI_2 * (1 + 1e-11), 0, 0, 0, 0}, 6, 0, 1, 0},
      {BOTH LIMITS, {INFINITY, -1e6}, {PI_2 * (1 + 1e-11), 0, 0, 0, 0}, 6, 0, 0, 1},
      /* exp to infinity, and to 0 */
      {EXP LIMITS, {INFINITY}, {INFINITY, INFINITY, INFINITY, 0, 0}, 4, 0, 0, 0},
      {EXP LIMITS, {INFINITY}, {-INFINITY, INFINITY, INFINITY, 0, 0}, 3, 1, 0, 0},
      {EXP LIMITS, {INFINITY}, {1e300, INFINITY, INFINITY, 0, 0}, 3, 1, 0, 0},
      {EXP LIMITS, {-INFINITY}, {0, 0, 0, 0, 0}, 4, 0, 0, 0},
      /* without limits both rules are compared alone */
      {ATAN, {INFINITY}, {1.5, 0.5, 0.5, 0, 0}, 1, 0, 0, 0},
      {ATAN, {INFINITY}, {PI_2, 1, 1 + 1e-14, 0, 0}, 1, 0, 0, 0},
      {ATAN, {INFINITY}, {PI_2, 1, 1 + 1e-12, 0, 0}, 0, 1, 0, 0},
      {ATAN, {INFINITY}, {PI_2, 1, -1, 0, 0}, 0, 1, 0, 0},
      {ATAN, {INFINITY}, {PI_2, NAN, NAN, 0, 0}, 0, 0, 0, 1},
      {ATAN, {INFINITY}, {PI_2, NAN, 1, 0, 0}, 0, 0, 0, 1},
      {ATAN, {INFINITY}, {PI_2, 0, 0, RULE_UNDEFINED, 0}, 0, 0, 0, 1},
      {ATAN, {INFINITY}, {PI_2, 0, 0, RULE_UNDEFINED, RULE_UNDEFINED}, 0, 0, 0, 0},
      /* a NaN that goes in comes out */
      {ATAN, {NAN}, {NAN, NAN, NAN, 0, 0}, 1, 0, 0, 0},
      {ATAN, {NAN}, {1, NAN, NAN, 0, 0}, 1, 0, 0, 1},
      {ATAN, {NAN}, {NAN, NAN, 1, 0, 0}, 0, 0, 0, 1},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    told = table[k].told;
    PrimitiveReport *report = judge_at(table[k].specification, table[k].point);
    const uint64_t *count = report->result[PROPERTY_SPECIAL].count;
    int found[] = {(int)count[JUDGED_HOLDS], (int)count[JUDGED_WRONG], (int)count[JUDGED_LOSES],
                   (int)count[JUDGED_UNDECIDED]};
    if (found[0] != table[k].holds || found[1] != table[k].wrong || found[2] != table[k].loses ||
        found[3] != table[k].undecided)
      fail_msg("row %zu: %d %d %d %d", k, found[0], found[1], found[2], found[3]);
    free(report);
  }
}

/* The limit is told beside what is not it, by its sign where it is infinite; where none is claimed it is a note. */
static void limits_are_told(void **state) {
  (void)state;
  static const struct {
    const char *specification;
    double x, value;
    const char *certain, *found, *reason;
  } table[] = {
      {EXP LIMITS, INFINITY, 5, "inf", "5", ""},
      {"primitive f (x : real) : real\nvalue = neg (exp x)\n" LIMITS, INFINITY, 5, "-inf", "5", ""},
      {ATAN LIMITS, INFINITY, -INFINITY, "[1.5707963267948966192 +/- 3.14e-20]", "-inf", ""},
      {ATAN, INFINITY, 1, NULL, NULL,
       "at inf the value tends to [1.5707963267948966192 +/- 3.14e-20], and is 1: `limits` has that judged"},
      {EXP, -INFINITY, 1, NULL, NULL, "at -inf the value tends to 0, and is 1: `limits` has that judged"},
      {ATAN, INFINITY, PI_2, NULL, NULL, ""},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    told = (Told){.value = table[k].value};
    PrimitiveReport *report = judge_at(table[k].specification, (const double[]){table[k].x, 0});
    const PropertyResult *result = &report->result[PROPERTY_SPECIAL];
    const Finding *finding = &result->finding[JUDGED_WRONG];
    assert_int_equal(finding->present, table[k].certain != NULL);
    assert_string_equal(finding->certain, table[k].certain == NULL ? "" : table[k].certain);
    assert_string_equal(finding->found, table[k].found == NULL ? "" : table[k].found);
    assert_string_equal(result->reason, table[k].reason);
    free(report);
  }
}

/* Each entry of the Jacobian is compared in its place, between both rules, and with the limits, which are 0. */
static void entries_in_their_places(void **state) {
  (void)state;
  static const char plain[] = "primitive f (x : real) (y : real) : real * real\nvalue = (atan x, atan y)\n";
  static const char limited[] = "primitive f (x : real) (y : real) : real * real\nvalue = (atan x, atan y)\n" LIMITS;
  static const char *const seeds[] = {"1, 0", "0, 1"};
  const double point[] = {INFINITY, -INFINITY};
  for (int entry = 0; entry < 4; entry++) {
    int result = entry / 2, input = entry % 2;
    for (int k = 0; k < 8; k++) (&matrix[0][0][0])[k] = 1 + k % 4;
    PrimitiveReport *report = judged(plain, point, call_matrices);
    assert_int_equal(report->result[PROPERTY_SPECIAL].count[JUDGED_HOLDS], 4);
    free(report);
    matrix[0][result][input] = 7;
    report = judged(plain, point, call_matrices);
    const PropertyResult *special = &report->result[PROPERTY_SPECIAL];
    assert_int_equal(special->count[JUDGED_HOLDS], 3);
    assert_int_equal(special->count[JUDGED_WRONG], 1);
    assert_string_equal(special->finding[JUDGED_WRONG].certain, "7");
    const char digit[] = {(char)('1' + entry), '\0'};
    assert_string_equal(special->finding[JUDGED_WRONG].found, digit);
    assert_string_equal(special->finding[JUDGED_WRONG].seed, seeds[input]);
    free(report);
    memset(matrix, 0, sizeof matrix);
    report = judged(limited, point, call_matrices);
    assert_int_equal(report->result[PROPERTY_SPECIAL].count[JUDGED_HOLDS], 2 + 2 * 4 + 4);
    free(report);
    matrix[0][result][input] = matrix[1][result][input] = 0.5;
    report = judged(limited, point, call_matrices);
    special = &report->result[PROPERTY_SPECIAL];
    assert_int_equal(special->count[JUDGED_HOLDS], 2 + 2 * 3 + 4);
    assert_int_equal(special->count[JUDGED_WRONG], 2);
    assert_string_equal(special->finding[JUDGED_WRONG].certain, "0");
    assert_string_equal(special->finding[JUDGED_WRONG].seed, seeds[input]);
    free(report);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_judged), cmocka_unit_test(limits_are_told),
                                     cmocka_unit_test(entries_in_their_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
