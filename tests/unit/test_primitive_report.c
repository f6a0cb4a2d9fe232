/* What a report of a campaign on a primitive says, against what was counted, field by field: reports of random counts,
 * in JSON and as text. */
#include "tests/unit/specification.h"
#include "verify/enumerate/space.h"
#include "verify/primitive/report.h"

#define REPORTS 200u

static const char text[] =
    "primitive f (x : real) : real\nvalue = x * x\njvp = scale(2 * x; v)\nvjp = scale(2 * x; v)\n"
    "kink = x = 0 : 0\nlinear\n";
/* The lines of that text: its header's where a property has none. */
enum { HEADER_LINE = 1, VALUE_LINE, JVP_LINE, VJP_LINE, KINK_LINE, CLAIM_LINE };

static uint64_t word(uint64_t report, uint64_t k) { return random_word(11, report, k); }

/* Small counts, most of them 0; what a finding is of says which rule it is about. */
static void draw(PrimitiveReport *report, uint64_t seed) {
  static const char *const sides[] = {"jvp, component 1", "vjp, component 1", "the cotangent of x",
                                      "AD-REV of f f",    "AD-FWD",           "what the reverse rule gives"};
  uint64_t often = 2 + seed % 20;
  *report = (PrimitiveReport){
      .calls = word(seed, 1) % 1000, .interrupted = word(seed, 2) % 4 == 0, .points_full = word(seed, 3) % 4 == 0};
  for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
    PropertyResult *r = &report->result[i];
    r->decided = word(seed, 4 + i) % 3 == 0, r->proved = word(seed, 4 + i) % 2 == 0;
    for (uint32_t j = 0; j < JUDGEMENTS; j++) {
      uint64_t k = 100 + 40 * i + 2 * j;
      r->count[j] = word(seed, k) % often == 0 ? 1 + word(seed, k + 1) % 90 : 0;
      Finding *f = &r->finding[j];
      f->present = r->count[j] > 0 && j != JUDGED_HOLDS;
      (void)snprintf(f->what, sizeof f->what, "%s", sides[word(seed, k + 1000) % 6]);
      (void)snprintf(f->input, sizeof f->input, "%u.%u", i, j);
    }
  }
  for (uint32_t i = 0; i < POINT_KINDS; i++) report->points[i] = word(seed, 50 + i) % 100;
}

/* The worst that was counted names it. */
static const char *verdict_of(const PropertyResult *r) {
  static const struct {
    Judgement counted;
    const char *verdict;
  } worst_first[] = {{JUDGED_WRONG, "REFUTED"},
                     {JUDGED_UNSTABLE, "UNSTABLE"},
                     {JUDGED_DIFFERS, "DIFFERS"},
                     {JUDGED_UNDECLARED, "UNDECIDED"}};
  for (size_t i = 0; i < sizeof worst_first / sizeof *worst_first; i++)
    if (r->count[worst_first[i].counted] > 0) return worst_first[i].verdict;
  if (r->decided) return r->proved ? "PROVED" : "DECIDED";
  if (r->count[JUDGED_HOLDS] > 0 || r->count[JUDGED_LOSES] > 0) return "HOLDS";
  return r->count[JUDGED_ILL] > 0 || r->count[JUDGED_RANGE] > 0 || r->count[JUDGED_UNDECIDED] > 0 ? "UNDECIDED" : "-";
}

static long long number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) fail_msg("no number '%s'", key);
  return json_integer_value(value);
}

static const char *string(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_string(value) ? json_string_value(value) : "";
}

/* The line of the rule that was found wrong. */
static long long line_of(const PrimitiveReport *report, PropertyId property, const Finding *f) {
  switch ((int)property) {
  case PROPERTY_VALUE: return VALUE_LINE;
  case PROPERTY_JVP: return JVP_LINE;
  case PROPERTY_VJP: return VJP_LINE;
  case PROPERTY_KINK: return KINK_LINE;
  case PROPERTY_CLAIM: return CLAIM_LINE;
  case PROPERTY_DOMAIN: return HEADER_LINE; /* it has no line of its own here */
  case PROPERTY_DOT:
    if (!f->present) return HEADER_LINE;
    return report->result[PROPERTY_JVP].count[JUDGED_WRONG] > 0 ? JVP_LINE : VJP_LINE;
  default: break;
  }
  if (!f->present) return HEADER_LINE;
  return strstr(f->what, "jvp") != NULL || strcmp(f->what, "AD-FWD") == 0 ? JVP_LINE : VJP_LINE;
}

static void check_property(const PrimitiveReport *report, PropertyId property, const json_t *said) {
  const uint64_t *count = report->result[property].count;
  const Finding *f = &report->result[property].finding[count[JUDGED_WRONG] > 0 ? JUDGED_WRONG : JUDGED_UNSTABLE];
  assert_string_equal(string(said, "property"), property_name(property));
  assert_int_equal(number(said, "line"), line_of(report, property, f));
  assert_int_equal(number(said, "refuted"), count[JUDGED_WRONG] + count[JUDGED_UNSTABLE]);
  assert_int_equal(number(said, "holds"), count[JUDGED_HOLDS] + count[JUDGED_LOSES]);
  assert_int_equal(number(said, "differs"), count[JUDGED_DIFFERS]);
  assert_int_equal(number(said, "undecided"),
                   count[JUDGED_ILL] + count[JUDGED_RANGE] + count[JUDGED_UNDECLARED] + count[JUDGED_UNDECIDED]);
  const json_t *example = json_object_get(said, "counterexample");
  assert_string_equal(string(example, "input"), f->present ? f->input : "");
  assert_string_equal(string(said, "verdict"), verdict_of(&report->result[property]));
  uint64_t total = count[JUDGED_HOLDS];
  const char *name;
  json_t *one;
  json_object_foreach(json_object_get(said, "classes"), name, one) {
    uint32_t j = 0;
    while (j < JUDGEMENTS && strcmp(judgement_name((Judgement)j), name) != 0) j++;
    assert_true(j < JUDGEMENTS && count[j] > 0);
    assert_int_equal(number(one, "count"), count[j]);
    total += count[j];
  }
  assert_int_equal(total, property_total(&report->result[property])); /* no class is left out */
}

/* The text says of each class how many of all, and in all. */
static void check_text(const Primitive *primitive, const Rule *rule, const PrimitiveReport *report) {
  char *said = NULL, wanted[200];
  size_t size;
  FILE *out = open_memstream(&said, &size);
  assert_non_null(out);
  primitive_report_print(primitive, rule, report, out);
  assert_int_equal(fclose(out), 0);
  const char *all = strstr(said, "  in all:");
  assert_non_null(all);
  for (uint32_t j = 0; j < JUDGEMENTS; j++) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
      const PropertyResult *r = &report->result[i];
      sum += r->count[j];
      if (r->count[j] == 0 || j == JUDGED_HOLDS) continue;
      (void)snprintf(wanted, sizeof wanted, "      %llu of %llu instances %s", (unsigned long long)r->count[j],
                     (unsigned long long)property_total(r), judgement_name((Judgement)j));
      if (strstr(said, wanted) == NULL) fail_msg("'%s' is not in\n%s", wanted, said);
    }
    (void)snprintf(wanted, sizeof wanted, " %llu %s", (unsigned long long)sum, judgement_name((Judgement)j));
    assert_int_equal(sum > 0, strstr(all, wanted) != NULL);
  }
  assert_int_equal(report->interrupted, strstr(said, "interrupted: ") != NULL);
  free(said);
}

static void test_fields(void **state) {
  (void)state;
  static PrimitiveReport report;
  static const Rule rule = {.kind = "test"};
  Store *store = store_new((uint32_t)1 << 20);
  Primitive primitive;
  specification_read(store, &primitive, "%s", text);
  for (uint64_t seed = 0; seed < REPORTS; seed++) {
    draw(&report, seed);
    json_t *said = primitive_report_json(&primitive, &rule, &report);
    json_t *properties = json_object_get(said, "properties");
    assert_int_equal(json_array_size(properties), PROPERTY_COUNT);
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) check_property(&report, (PropertyId)i, json_array_get(properties, i));
    for (uint32_t i = 0; i < POINT_KINDS; i++)
      assert_int_equal(number(json_object_get(said, "points"), point_kind_name((PointKind)i)), report.points[i]);
    assert_int_equal(number(said, "calls"), report.calls);
    assert_int_equal(json_is_true(json_object_get(said, "interrupted")), report.interrupted);
    json_decref(said);
    if (seed < 40) check_text(&primitive, &rule, &report);
  }
  primitive_free(&primitive);
  store_free(store);
}

/* All that a report can say, once, and once more where little happened. */
static void fill(PrimitiveReport *report) {
  PropertyResult *r = report->result;
  static const Finding wrong = {.present = true,
                                .where = "special value",
                                .input = "0.1, 2",
                                .hexadecimal = "0x1.999999999999ap-4, 0x1p+1",
                                .seed = "1, 0",
                                .what = "tangent, component 0",
                                .certain = "[0.2 +/- 1e-20]",
                                .found = "0.25",
                                .error = "0 digits agree"};
  static const Finding plain = {.present = true, .input = "2, 2", .hexadecimal = "2, 2", .what = "the call"};
  r[PROPERTY_VALUE].count[JUDGED_HOLDS] = 8, r[PROPERTY_VALUE].count[JUDGED_LOSES] = 1;
  r[PROPERTY_VALUE].digits = 12, r[PROPERTY_VALUE].finding[JUDGED_LOSES] = wrong;
  r[PROPERTY_JVP].count[JUDGED_HOLDS] = 6, r[PROPERTY_JVP].count[JUDGED_WRONG] = 1;
  r[PROPERTY_JVP].finding[JUDGED_WRONG] = wrong, r[PROPERTY_JVP].worst = 3;
  r[PROPERTY_VJP].count[JUDGED_HOLDS] = 7, r[PROPERTY_VJP].worst = 1.5;
  r[PROPERTY_SAME].count[JUDGED_HOLDS] = 1, r[PROPERTY_SAME].worst = 1;
  r[PROPERTY_LINEAR].count[JUDGED_UNSTABLE] = 1, r[PROPERTY_LINEAR].finding[JUDGED_UNSTABLE] = plain;
  r[PROPERTY_DOMAIN].count[JUDGED_UNDECLARED] = 1, r[PROPERTY_DOMAIN].finding[JUDGED_UNDECLARED] = plain;
  r[PROPERTY_DOT].count[JUDGED_UNDECIDED] = 1, r[PROPERTY_DOT].finding[JUDGED_UNDECIDED] = plain;
  r[PROPERTY_DOT].count[JUDGED_ILL] = 2;
  (void)snprintf(r[PROPERTY_DOT].reason, sizeof r[PROPERTY_DOT].reason, "why it is so");
  (void)snprintf(r[PROPERTY_TWICE].reason, sizeof r[PROPERTY_TWICE].reason, "no second derivative is offered");
  for (int k = 0; k < RULE_CALLS; k++) report->box[k] = -1;
}

/* What is written of a report. */
static char *text_of_report(const Primitive *primitive, const PrimitiveReport *report) {
  static const Rule rule = {.kind = "test"};
  char *said = NULL;
  size_t size;
  FILE *out = open_memstream(&said, &size);
  assert_non_null(out);
  primitive_report_print(primitive, &rule, report, out);
  assert_int_equal(fclose(out), 0);
  return said;
}

static void test_text(void **state) {
  (void)state;
  static const char expected[] =
      "\n"
      "f (test.prim, rules: test) with n = 2, m = 3\n"
      "  PRIM-TYPE     -                 \n"
      "  PRIM-RAISES   -                 \n"
      "  PRIM-SAME     HOLDS 1           the same call gives the same bits, asked again, and alone as in a batch\n"
      "  PRIM-LINEAR   UNSTABLE          the rules are linear in the (co)tangent\n"
      "      1 of 1 instances unstable; the simplest:\n"
      "      input          2, 2\n"
      "      what           the call\n"
      "  PRIM-VALUE    HOLDS 9           the implementation computes the function\n"
      "      1 of 9 instances loses digits, keeping 12 digits or more, such as at 0.1, 2: certified [0.2 +/- 1e-20], "
      "found 0.25\n"
      "  PRIM-JVP      REFUTED           jvp is the Jacobian applied to the tangent\n"
      "      1 of 7 instances refuted; the simplest:\n"
      "      where          special value\n"
      "      input          0.1, 2\n"
      "                     0x1.999999999999ap-4, 0x1p+1\n"
      "      (co)tangent    1, 0\n"
      "      what           tangent, component 0\n"
      "      certified      [0.2 +/- 1e-20]\n"
      "      found          0.25\n"
      "                     0 digits agree\n"
      "  PRIM-VJP      HOLDS 7           vjp is the transposed Jacobian applied to the cotangent\n"
      "      off by at most 1.5 ulps\n"
      "  PRIM-DOT      UNDECIDED         <jvp v, w> = <v, vjp w>\n"
      "      note: why it is so\n"
      "      2 of 3 instances ill-conditioned\n"
      "      1 of 3 instances undecided, such as at 2, 2\n"
      "  PRIM-TWICE    -                 no second derivative is offered\n"
      "  PRIM-THRICE   -                 \n"
      "  PRIM-DOMAIN   UNDECIDED         the primitive is differentiable wherever it claims to be\n"
      "      1 of 1 instances undeclared kink; the simplest:\n"
      "      input          2, 2\n"
      "      what           the call\n"
      "  PRIM-KINK     -                 \n"
      "  PRIM-SPECIAL  -                 \n"
      "  PRIM-CLAIM    -                 \n"
      "  PRIM-PROGRAM  -                 \n"
      "  66 points (1 ordinary, 2 special value, 3 ladder, 4 tail, 5 edge of the domain, 6 branch point, 7 constant, 8 "
      "kink, 9 next to a kink, 10 random, 11 infinity or NaN): defined at 60, undefined at 5, undecided at 1; 700 "
      "calls\n"
      "  in all: 22 holds, 1 loses digits, 2 ill-conditioned, 1 unstable, 1 refuted, 1 undeclared kink, 1 undecided\n";
  static const char more[] = "  value judged without overflow or underflow for |x| from 2^-0 to 2^0\n"
                             "  enclosure judged without overflow or underflow for |x| from 2^-7 to 2^7\n"
                             "  note: 1 calls failed where nothing is claimed, the first jvp at 9\n"
                             "  note: the rule ended 1 time, and not when the same calls were asked again: signal 11\n"
                             "  broken down: the counts are what was established until then: x\n"
                             "  limit: more points were left out\n"
                             "  interrupted: the counts are what was established until then\n";
  Store *store = store_new((uint32_t)1 << 20);
  Primitive primitive;
  PrimitiveReport *report = calloc(1, sizeof *report);
  assert_non_null(report);
  specification_read(store, &primitive, "primitive f {n = 2, m = 3} (x : real^n) : real\nvalue = sum x\n");
  fill(report);
  report->defined = 60, report->undefined = 5, report->undecided = 1, report->calls = 700;
  for (int k = 0; k < POINT_KINDS; k++) report->points[k] = (uint64_t)k + 1;
  char *said = text_of_report(&primitive, report);
  assert_string_equal(said, expected);
  free(said);
  report->outside = report->unrepeated = 1, report->points_full = report->interrupted = true;
  report->box[RULE_VALUE] = 0, report->box[RULE_CALLS - 1] = 7;
  (void)snprintf(report->outside_example, sizeof report->outside_example, "jvp at 9");
  (void)snprintf(report->unrepeated_example, sizeof report->unrepeated_example, "signal 11");
  (void)snprintf(report->broken, sizeof report->broken, "x");
  said = text_of_report(&primitive, report);
  assert_memory_equal(said, expected, strlen(expected));
  assert_string_equal(said + strlen(expected), more);
  free(said);
  json_t *object = primitive_report_json(&primitive, &(Rule){.kind = "test"}, report);
  assert_int_equal(number(json_object_get(object, "sizes"), "n"), 2);
  assert_int_equal(number(json_object_get(object, "sizes"), "m"), 3);
  json_decref(object);
  free(report);
  primitive_free(&primitive);
  store_free(store);
}

/* Beside a counterexample of jvp or vjp stands code of other languages at its point, and beside all a picture; not of
 * functions of the library, of which nobody else knows what they are. */
static void test_code(void **state) {
  (void)state;
  static const char *const values[] = {"x * y", "library atan2"};
  static const Rule rule = {.kind = "test"};
  for (int own = 0; own < 2; own++) {
    Store *store = store_new((uint32_t)1 << 20);
    Primitive primitive;
    PrimitiveReport *report = calloc(1, sizeof *report);
    assert_non_null(report);
    specification_read(store, &primitive, "primitive f (x : real) (y : real) : real\nvalue = %s\n", values[own]);
    fill(report);
    report->result[PROPERTY_VJP].count[JUDGED_WRONG] = report->result[PROPERTY_VALUE].count[JUDGED_WRONG] = 1;
    report->result[PROPERTY_VJP].finding[JUDGED_WRONG] = report->result[PROPERTY_VALUE].finding[JUDGED_LOSES];
    report->result[PROPERTY_VALUE].finding[JUDGED_WRONG] = report->result[PROPERTY_VALUE].finding[JUDGED_LOSES];
    report->result[PROPERTY_JVP].finding[JUDGED_WRONG].input[0] = '?'; /* it is said to the last bit besides */
    report->result[PROPERTY_VJP].finding[JUDGED_WRONG].hexadecimal[0] = '\0';
    (void)snprintf(report->result[PROPERTY_VJP].finding[JUDGED_WRONG].seed, FINDING_TEXT, "5");
    json_t *said = primitive_report_json(&primitive, &rule, report), *properties = json_object_get(said, "properties");
    assert_int_equal(strncmp(string(said, "picture"), "<svg", 4) == 0, own == 0);
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
      const json_t *example = json_object_get(json_array_get(properties, i), "counterexample");
      bool coded = own == 0 && (i == PROPERTY_JVP || i == PROPERTY_VJP);
      assert_int_equal(string(example, "python")[0] != '\0', coded);
      assert_int_equal(string(example, "c")[0] != '\0', coded);
      if (!coded) continue;
      assert_non_null(strstr(string(example, "python"), "x = [0.10000000000000001, 2]\n"));
      assert_non_null(strstr(string(example, "python"), i == PROPERTY_JVP ? "\nv = [1, 0]\n" : "\nw = [5]\n"));
      assert_non_null(strstr(string(example, "c"), i == PROPERTY_JVP ? " v[N] = {1, 0};" : " w[M] = {5};"));
    }
    json_decref(said);
    free(report);
    primitive_free(&primitive);
    store_free(store);
  }
}

/* 1 for what is refuted, whatever else is there, or differs where that is asked; 4 where something is missing; 3 where
 * a property, or the rules, are not decided; else 0. */
static int code_of(const PrimitiveReport *report, bool strict) {
  bool open = false, rules = false;
  for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
    const uint64_t *count = report->result[i].count;
    const char *verdict = verdict_of(&report->result[i]);
    if (count[JUDGED_WRONG] + count[JUDGED_UNSTABLE] > 0 || (strict && count[JUDGED_DIFFERS] > 0)) return 1;
    open = open || strcmp(verdict, "UNDECIDED") == 0 || count[JUDGED_UNDECLARED] > 0;
    rules =
        rules || ((i == PROPERTY_JVP || i == PROPERTY_VJP) && strlen(verdict) > 1 && strcmp(verdict, "UNDECIDED") != 0);
  }
  if (report->interrupted || report->points_full) return 4;
  return open || !rules ? 3 : 0;
}

static void test_exit_codes(void **state) {
  (void)state;
  static PrimitiveReport report;
  static const Primitive subject = {.size_count = 0};
  uint32_t seen[5] = {0};
  for (uint64_t seed = 0; seed < 10 * REPORTS; seed++) {
    draw(&report, seed);
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) { /* of some nothing is wrong, of some all is decided */
      uint64_t *count = report.result[i].count;
      if (seed % 4 > 0) count[JUDGED_WRONG] = count[JUDGED_UNSTABLE] = 0;
      if (seed % 4 > 1) count[JUDGED_UNDECLARED] = 0, report.result[i].decided = seed % 3 > 0;
      if (seed % 4 > 2) count[JUDGED_DIFFERS] = 0;
    }
    Account account = primitive_report_account(&subject, &report);
    for (int strict = 0; strict < 2; strict++) {
      int code = code_of(&report, strict == 1);
      assert_int_equal(account_exit(&account, strict == 1), code);
      seen[code]++;
    }
  }
  assert_true(seen[0] > 9 && seen[1] > 9 && seen[3] > 9 && seen[4] > 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fields), cmocka_unit_test(test_text),
                                     cmocka_unit_test(test_code), cmocka_unit_test(test_exit_codes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
