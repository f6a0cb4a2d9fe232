/* What a campaign keeps of its judgements: counts, and of each class the witness that is easiest said. */
#include "tests/unit/specification.h"
#include "verify/primitive/check.h"

#include <math.h>

/* A campaign of one chunk, whose points are given. */
typedef struct Desk {
  Store *store;
  Primitive primitive;
  Rule rule;
  Campaign c;
} Desk;

static void open_desk(Desk *desk, const char *specification, const double *x, uint32_t count) {
  *desk = (Desk){.store = store_new(1u << 16)};
  Campaign *c = &desk->c;
  assert_non_null(desk->store);
  specification_read(desk->store, &desk->primitive, "%s", specification);
  c->primitive = &desk->primitive;
  c->rule = &desk->rule;
  c->report = calloc(1, sizeof *c->report);
  c->oracle = oracle_new(c->primitive, NULL);
  c->sizer = sizer_new(c->primitive, c->oracle);
  c->tolerance = (Tolerance){64, true, &format_double, 0};
  assert_true(c->report != NULL && c->oracle != NULL && c->sizer != NULL);
  assert_true(points_given(&c->points, c->primitive, x, count));
  c->count = count;
  for (uint32_t k = 0; k < count; k++) {
    assert_true(certain_init(&c->certain[k], c->primitive));
    oracle_at(c->oracle, chunk_point(c, k), &c->certain[k]);
    c->claimed[k] = 1;
    c->cost[k] = NAN;
  }
}

static void close_desk(Desk *desk) {
  Campaign *c = &desk->c;
  for (uint32_t k = 0; k < c->count; k++) certain_clear(&c->certain[k]);
  points_free(&c->points);
  sizer_free(c->sizer);
  oracle_free(c->oracle);
  free(c->report);
  primitive_free(&desk->primitive);
  store_free(desk->store);
}

static const PropertyResult *result_of(const Desk *desk, PropertyId property) {
  return &desk->c.report->result[property];
}

/* Of a slope of x * x * y by x that should be 2 x y. */
#define PRODUCT "primitive f (x : real) (y : real) : real\nvalue = x * x * y\n"

static Judgement judge(Desk *desk, uint32_t k, Judgement judgement, const double *seed, int component, double found) {
  Occasion occasion = {k, seed, 2, "tangent", component};
  return count_judgement(&desk->c, PROPERTY_JVP, judgement, 1, &occasion, desk->c.certain[k].jacobian, found);
}

/* A witness says where it is, by decimals and exactly, along what, what is certain and what was found. */
static void a_witness(void **state) {
  (void)state;
  static const double x[] = {3, 0.5}, seed[] = {1, 0};
  Desk desk;
  open_desk(&desk, PRODUCT, x, 1);
  assert_int_equal(judge(&desk, 0, JUDGED_WRONG, seed, 1, 2.5), JUDGED_WRONG);
  const PropertyResult *result = result_of(&desk, PROPERTY_JVP);
  const Finding *finding = &result->finding[JUDGED_WRONG];
  assert_int_equal(result->count[JUDGED_WRONG], 1);
  assert_int_equal(result->wrong, 1 << 1);
  assert_true(finding->present && finding->component == 1 && finding->kind == POINT_SPECIAL);
  assert_string_equal(finding->where, "special value");
  assert_string_equal(finding->input, "3, 0.5");
  assert_string_equal(finding->hexadecimal, "0x1.8p+1, 0x1p-1");
  assert_string_equal(finding->seed, "1, 0");
  assert_string_equal(finding->what, "tangent, component 1");
  assert_string_equal(finding->certain, "3.0000000000000000000");
  assert_string_equal(finding->found, "2.5");
  assert_string_equal(finding->error, "0 digits agree, off by 1.13e+15 ulps");
  assert_true(finding->inputs == 2 && finding->x[0] == 3 && finding->x[1] == 0.5);
  close_desk(&desk);
}

/* What is easier said comes in its place: the point first, then the seed; of none, and of no component, nothing is
 * said. */
static void the_simplest_witness(void **state) {
  (void)state;
  static const double x[] = {3.5, 0.5, 3, 2, 2, 3.25}, plain[] = {1, 0}, long_seed[] = {0.5, 3};
  Desk desk;
  open_desk(&desk, PRODUCT, x, 3);
  const Finding *finding = &result_of(&desk, PROPERTY_JVP)->finding[JUDGED_WRONG];
  (void)judge(&desk, 0, JUDGED_WRONG, long_seed, 0, 0);
  assert_string_equal(finding->what, "tangent, component 0");
  (void)judge(&desk, 0, JUDGED_WRONG, plain, 3, 0);
  assert_string_equal(finding->what, "tangent, component 3");
  (void)judge(&desk, 0, JUDGED_WRONG, plain, 4, 0); /* as easy */
  assert_string_equal(finding->what, "tangent, component 3");
  (void)judge(&desk, 0, JUDGED_WRONG, NULL, -1, 0); /* no seed is the least */
  assert_string_equal(finding->what, "tangent");
  assert_string_equal(finding->seed, "");
  (void)judge(&desk, 1, JUDGED_WRONG, long_seed, 5, 0); /* an easy point is worth more than a seed */
  assert_string_equal(finding->input, "3, 2");
  (void)judge(&desk, 2, JUDGED_WRONG, NULL, 6, 0);
  assert_string_equal(finding->input, "3, 2");
  assert_int_equal(result_of(&desk, PROPERTY_JVP)->wrong, 1 << 0 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6);
  desk.c.shrinking = true;
  desk.c.cost[1] = -1; /* as if it were easier still */
  (void)judge(&desk, 1, JUDGED_WRONG, plain, 63, 0);
  (void)judge(&desk, 1, JUDGED_WRONG, NULL, 64, 0);
  assert_string_equal(finding->where, "special value, made simpler");
  assert_int_equal(result_of(&desk, PROPERTY_JVP)->wrong >> 7, (uint64_t)1 << 56);
  close_desk(&desk);
}

/* Of what holds the most that an answer was off by is kept, of what loses digits the fewest that it kept. */
static void counts(void **state) {
  (void)state;
  static const double x[] = {3, 0.5};
  Desk desk;
  open_desk(&desk, PRODUCT, x, 1);
  const PropertyResult *result = result_of(&desk, PROPERTY_JVP);
  Occasion occasion = {0, NULL, 0, "tangent", 0};
  for (int k = 1; k <= 3; k++) {
    const double off[] = {2, 5, 4};
    assert_int_equal(
        count_judgement(&desk.c, PROPERTY_JVP, JUDGED_HOLDS, off[k - 1], &occasion, desk.c.certain[0].jacobian, 3),
        JUDGED_HOLDS);
  }
  assert_true(result->count[JUDGED_HOLDS] == 3 && result->worst == 5 && !result->finding[JUDGED_HOLDS].present);
  (void)judge(&desk, 0, JUDGED_LOSES, NULL, 0, 3.00003); /* 5 digits */
  assert_true(fabs(result->digits - 5) < 0.01);
  (void)judge(&desk, 0, JUDGED_LOSES, NULL, 0, 3.003); /* 3 */
  (void)judge(&desk, 0, JUDGED_LOSES, NULL, 0, 3.0003);
  assert_true(result->count[JUDGED_LOSES] == 3 && fabs(result->digits - 3) < 0.01);
  (void)judge(&desk, 0, JUDGED_UNSTABLE, NULL, 0, 4);
  assert_string_equal(result->finding[JUDGED_UNSTABLE].error,
                      "0 digits agree, off by 2.25e+15 ulps; formula right, digits gone");
  (void)judge(&desk, 0, JUDGED_UNDECIDED, NULL, 0, 4);
  assert_true(result->count[JUDGED_UNSTABLE] == 1 && result->count[JUDGED_UNDECIDED] == 1);
  assert_true(fabs(result->digits - 3) < 0.01 && result->wrong == 0); /* these are others' */
  close_desk(&desk);
}

/* Digits that are fewer than `accuracy` says are wrong. */
static void declared_accuracy(void **state) {
  (void)state;
  static const double x[] = {3, 0.5};
  Desk desk;
  open_desk(&desk, PRODUCT "accuracy = 4\n", x, 1);
  const PropertyResult *result = result_of(&desk, PROPERTY_JVP);
  assert_int_equal(judge(&desk, 0, JUDGED_LOSES, NULL, 0, 3.00003), JUDGED_LOSES);
  assert_int_equal(judge(&desk, 0, JUDGED_LOSES, NULL, 0, 3.003), JUDGED_WRONG);
  assert_int_equal(judge(&desk, 0, JUDGED_ILL, NULL, 0, 3.003), JUDGED_ILL); /* that is no loss of the rule's */
  assert_true(fabs(result->digits - 5) < 0.01);
  assert_non_null(strstr(result->finding[JUDGED_WRONG].error, "; fewer digits than the declared accuracy"));
  close_desk(&desk);
}

/* From the least number to the largest of `range`, and at 0, leaving the range of the format is no excuse; an Int is
 * in no range. */
static void declared_range(void **state) {
  (void)state;
  static const double x[] = {0.5, 2, 0, 2, 2, -4, 0.5, -0.5, 4, 4, 0.25, 2, 2, 5, 2, 0.25};
  static const Judgement with_range[] = {JUDGED_WRONG, JUDGED_WRONG, JUDGED_WRONG, JUDGED_WRONG,
                                         JUDGED_WRONG, JUDGED_RANGE, JUDGED_RANGE, JUDGED_RANGE};
  for (int declared = 0; declared < 2; declared++) {
    Desk desk;
    open_desk(&desk, declared ? PRODUCT "range = 0.5 4\n" : PRODUCT, x, 8);
    for (uint32_t k = 0; k < 8; k++)
      assert_int_equal(judge(&desk, k, JUDGED_RANGE, NULL, 0, 7), declared ? with_range[k] : JUDGED_RANGE);
    assert_int_equal(judge(&desk, 0, JUDGED_ILL, NULL, 0, 7), JUDGED_ILL);
    const Finding *finding = &result_of(&desk, PROPERTY_JVP)->finding[JUDGED_WRONG];
    assert_true(finding->present == (declared != 0));
    if (declared) assert_non_null(strstr(finding->error, "; inside the declared range"));
    close_desk(&desk);
  }
  Desk desk;
  static const double counted[] = {100, 2};
  open_desk(&desk, "primitive f (n : Int) (x : real) : real\nvalue = toReal n * x\nrange = 0.5 4\n", counted, 1);
  assert_int_equal(judge(&desk, 0, JUDGED_RANGE, NULL, 0, 7), JUDGED_WRONG);
  close_desk(&desk);
}

/* The exact input of a point of many numbers is not kept, only said. */
static void a_point_of_many(void **state) {
  (void)state;
  double x[FINDING_INPUTS + 1] = {1};
  for (uint32_t more = 0; more < 2; more++) {
    Desk desk;
    char specification[80];
    (void)snprintf(specification, sizeof specification, "primitive f (x : real^%u) : real\nvalue = sum x\n",
                   FINDING_INPUTS + more);
    open_desk(&desk, specification, x, 1);
    (void)judge(&desk, 0, JUDGED_WRONG, NULL, 0, 7);
    assert_int_equal(result_of(&desk, PROPERTY_JVP)->finding[JUDGED_WRONG].inputs, more ? 0 : FINDING_INPUTS);
    close_desk(&desk);
  }
}

/* What a rule that fails is said to do at one point. */
static Judgement fails(const char *specification, const double *x, const char *certain) {
  Desk desk;
  open_desk(&desk, specification, x, 1);
  (void)strcpy(desk.rule.message, "it fell");
  count_failure(&desk.c, RULE_JVP, &(Occasion){0, (double[]){1, 1, 1}, desk.primitive.tangents, "tangent", -1});
  const PropertyResult *result = result_of(&desk, PROPERTY_RAISES);
  Judgement judged = JUDGED_HOLDS;
  while (judged < JUDGEMENTS && result->count[judged] == 0) judged++;
  if (judged < JUDGEMENTS) {
    assert_string_equal(result->finding[judged].certain, certain);
    assert_string_equal(result->finding[judged].found, "it fell");
  }
  close_desk(&desk);
  return judged;
}

/* The same of a function of one real. */
static Judgement fails_at(const char *value, double x, const char *certain) {
  char specification[200];
  (void)snprintf(specification, sizeof specification, "primitive f (x : real) : real\nvalue = %s\n", value);
  return fails(specification, &x, certain);
}

/* Each value and each entry of the Jacobian may be what is too large. */
static void failures_of_many(void **state) {
  (void)state;
  static const struct {
    const char *slope;
    double large;
  } sides[] = {{"exp (2 * y)", 354.8},
               {"exp (y / 2)", 1420}}; /* of the first the slope alone, of the other the value */
  for (size_t side = 0; side < 2; side++) {
    for (int at = 0; at < 3; at++) {
      char specification[200];
      double x[3] = {1, 2, 3};
      x[at] = sides[side].large;
      (void)snprintf(specification, sizeof specification, "primitive f (x : real^3) : real^3\nvalue = map (y. %s) x\n",
                     sides[side].slope);
      assert_int_equal(fails(specification, x, "beyond the largest number"), JUDGED_RANGE);
      x[at] = 3.5;
      assert_int_equal(fails(specification, x, "differentiable here"), JUDGED_WRONG);
    }
  }
}

/* A call that fails where the derivative is there is wrong, unless numbers leave the format or say nothing. */
static void failures(void **state) {
  (void)state;
  static const char here[] = "differentiable here";
  assert_int_equal(fails_at("x * x", 2, here), JUDGED_WRONG);
  assert_int_equal(fails_at("exp x", 710, "beyond the largest number"), JUDGED_RANGE);
  assert_int_equal(fails_at("exp x * exp x", 354.9, "beyond the largest number"), JUDGED_RANGE); /* the slope is */
  assert_int_equal(fails_at("sqrt (x * x + 1)", 1e200, "differentiable here, by numbers near the largest or the least"),
                   JUDGED_RANGE);
  assert_int_equal(fails_at("1 / (x - 1)", 1 + 0x1p-52, here), JUDGED_ILL);
  assert_int_equal(fails_at("log x", -1, ""), JUDGEMENTS);
  assert_int_equal(fails("primitive f (x : real) : real\nvalue = exp x\nrange = 1 1000\n", (double[]){710}, here),
                   JUDGED_WRONG); /* it is promised */
}

/* Outside the domain failures are counted, and the first is an example. */
static void failures_outside(void **state) {
  (void)state;
  static const double x[] = {-1, -2};
  Desk desk;
  open_desk(&desk, "primitive f (x : real) : real\nvalue = log x\n", x, 2);
  for (uint32_t k = 0; k < 2; k++) {
    (void)snprintf(desk.rule.message, sizeof desk.rule.message, "number %u", k);
    count_failure(&desk.c, RULE_VALUE, &(Occasion){k, NULL, 0, "value", -1});
  }
  assert_int_equal(desk.c.report->outside, 2);
  assert_string_equal(desk.c.report->outside_example, "at -1: number 0");
  desk.c.claimed[0] = 0; /* it claims nothing there, so that what is there does not count */
  desk.c.certain[0].state = ORACLE_DEFINED;
  count_failure(&desk.c, RULE_VALUE, &(Occasion){0, NULL, 0, "value", -1});
  assert_int_equal(desk.c.report->outside, 3);
  close_desk(&desk);
}

static Judgement undefined_at(const char *specification, double x, RuleCall what, bool rounds) {
  Desk desk;
  open_desk(&desk, specification, &x, 1);
  desk.c.tolerance.rounds = rounds;
  count_undefined(&desk.c, PROPERTY_JVP, what, &(Occasion){0, (double[]){1}, 1, "tangent", -1});
  const PropertyResult *result = result_of(&desk, PROPERTY_JVP);
  Judgement judged = JUDGED_HOLDS;
  while (judged < JUDGEMENTS && result->count[judged] == 0) judged++;
  assert_string_equal(result->finding[judged].found, "says that it is undefined");
  close_desk(&desk);
  return judged;
}

/* A rule that says "undefined" where the derivative is there is wrong by terms; what rounds may come to an edge. */
static void undefined(void **state) {
  (void)state;
  static const char square[] = "primitive f (x : real) : real\nvalue = x * x\n",
                    pole[] = "primitive f (x : real) : real\nvalue = 1 / (x - 1)\n",
                    root[] = "primitive f (x : real) : real\nvalue = sqrt (x * x + 1)\n",
                    ranged[] = "primitive f (x : real) : real\nvalue = sqrt (x * x + 1)\nrange = 1 1e300\n";
  assert_int_equal(undefined_at(square, 2, RULE_JVP, true), JUDGED_WRONG);
  assert_int_equal(undefined_at(pole, 1 + 0x1p-52, RULE_JVP, true), JUDGED_ILL);
  assert_int_equal(undefined_at(pole, 1 + 0x1p-52, RULE_PRIMAL, true), JUDGED_ILL);
  assert_int_equal(undefined_at(pole, 1 + 0x1p-52, RULE_JVP, false), JUDGED_WRONG);
  assert_int_equal(undefined_at(root, 1e200, RULE_JVP, true), JUDGED_RANGE);
  assert_int_equal(undefined_at(ranged, 1e200, RULE_JVP, true), JUDGED_WRONG);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_witness),         cmocka_unit_test(the_simplest_witness), cmocka_unit_test(counts),
      cmocka_unit_test(declared_accuracy), cmocka_unit_test(declared_range),       cmocka_unit_test(a_point_of_many),
      cmocka_unit_test(failures),          cmocka_unit_test(failures_of_many),     cmocka_unit_test(failures_outside),
      cmocka_unit_test(undefined),
  };
  return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
