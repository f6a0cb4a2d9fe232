/* What a campaign says of a wrong rule: the witness made simple, the one call that ends a rule, and the pages.
 *
 * The rules here are functions of C that answer as another program would, and that stop answering as one would. */
#include "tests/unit/specification.h"
#include "verify/primitive/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char plane[] = "primitive plane (x : real) (y : real) (z : real) : real\nvalue = x * y + z\n";

typedef struct TestRule {
  Rule rule;
  bool (*ends)(const struct TestRule *self, uint32_t count, const double *x, const double *seed);
  const char *lines;               /* further ones of the specification, or NULL */
  double slope;                    /* of z, where x is between 2.2 and 3.3, y between -0.9 and -0.3: 1 is right */
  uint32_t calls, restarts, since; /* since: calls since it was started last */
  bool dead, stays;                /* stays: it cannot be started again */
  bool late;                       /* it ends by giving no answer in time */
  double timeout;                  /* 0: a second */
} TestRule;

static bool answer(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                   RuleAnswer *answers) {
  TestRule *self = (TestRule *)rule;
  uint32_t size = what == RULE_VJP ? 3 : 1;
  self->calls++;
  self->since++;
  if (self->dead || (self->ends != NULL && what == RULE_JVP && self->ends(self, count, x, seed))) {
    (void)snprintf(rule->message, sizeof rule->message, "the program ended <before> it answered");
    self->dead = true;
    rule->late = self->late;
    return false;
  }
  for (uint32_t k = 0; k < count; k++) {
    const double *p = x + 3 * (size_t)k;
    double *o = out + (size_t)size * k, z = p[0] > 2.2 && p[0] < 3.3 && p[1] < -0.3 && p[1] > -0.9 ? self->slope : 1;
    answers[k] = RULE_ANSWERED;
    if (what == RULE_VALUE) o[0] = p[0] * p[1] + p[2];
    if (what == RULE_JVP) o[0] = p[1] * seed[3 * k] + p[0] * seed[3 * k + 1] + z * seed[3 * k + 2];
    if (what == RULE_VJP) o[0] = p[1] * seed[k], o[1] = p[0] * seed[k], o[2] = z * seed[k];
  }
  return true;
}

static bool start_again(Rule *rule) {
  TestRule *self = (TestRule *)rule;
  self->restarts++;
  self->since = 0;
  self->dead = self->stays;
  if (self->stays) (void)snprintf(rule->message, sizeof rule->message, "it cannot be started");
  return !self->stays;
}

/* The report of a campaign with the rule, and its JSON in an array. */
static json_t *campaign(TestRule *rule, PrimitiveReport *report) {
  Store *store = store_new(1u << 20);
  Primitive primitive;
  assert_non_null(store);
  specification_read(store, &primitive, "%s%s", plane, rule->lines == NULL ? "" : rule->lines);
  rule->rule = (Rule){.kind = "test", .call = answer, .restart = start_again};
  rule->rule.timeout = rule->timeout > 0 ? rule->timeout : 1;
  rule->rule.offers[RULE_VALUE] = rule->rule.offers[RULE_JVP] = rule->rule.offers[RULE_VJP] = true;
  CampaignOptions options = {.seed = 1, .samples = 400};
  assert_int_equal(campaign_primitive(&primitive, &rule->rule, &options, report), STATUS_OK);
  json_t *campaigns = json_array();
  (void)json_array_append_new(campaigns, primitive_report_json(&primitive, &rule->rule, report));
  primitive_free(&primitive);
  store_free(store);
  return campaigns;
}

/* ------------------------------------------------------- simple witnesses -- */

static void witnesses_are_made_simple(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1.01};
  (void)state;
  json_decref(campaign(&rule, report));
  const Finding *finding = &report->result[PROPERTY_JVP].finding[JUDGED_WRONG];
  assert_true(finding->present);
  assert_string_equal(finding->input, "3, -0.8, 1"); /* one digit each, no zero and no tie */
  assert_string_equal(report->result[PROPERTY_VJP].finding[JUDGED_WRONG].input, "3, -0.8, 1");
  assert_non_null(strstr(finding->where, "made simpler"));
  /* the counts are those of the points alone: fewer are refuted than asked */
  assert_true(report->result[PROPERTY_JVP].count[JUDGED_WRONG] < report->result[PROPERTY_JVP].count[JUDGED_HOLDS]);
  free(report);
}

/* Points are as many, and properties decided as often, with a rule that is right: nothing is made simpler. */
static void counts_stay(void **state) {
  PrimitiveReport *right = calloc(1, sizeof *right), *wrong = calloc(1, sizeof *wrong);
  TestRule rule = {.slope = 1}, other = {.slope = 1.01};
  (void)state;
  json_decref(campaign(&rule, right));
  json_decref(campaign(&other, wrong));
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    assert_int_equal(property_total(&right->result[i]), property_total(&wrong->result[i]));
  }
  assert_int_equal(right->defined, wrong->defined);
  free(right);
  free(wrong);
}

/* -------------------------------------------------- rules that stop answering -- */

/* At one input of value 2, 2, 2 and a seed with a 1 in its second place. */
static bool ends_at_two(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)self;
  for (uint32_t k = 0; k < count; k++) {
    const double *p = x + 3 * (size_t)k, *v = seed + 3 * (size_t)k;
    if (p[0] == 2 && p[1] == 2 && p[2] == 2 && v[0] == 0 && v[1] == 1) return true;
  }
  return false;
}

static int exit_code(const PrimitiveReport *report) {
  static const Primitive subject = {.size_count = 0};
  Account account = primitive_report_account(&subject, report);
  return account_exit(&account, false);
}

static void the_one_call_is_found(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_at_two};
  (void)state;
  json_decref(campaign(&rule, report));
  const PropertyResult *result = &report->result[PROPERTY_RAISES];
  const Finding *finding = &result->finding[JUDGED_WRONG];
  assert_int_equal(property_verdict(result), VERDICT_REFUTED);
  assert_int_equal(property_verdict(&report->result[PROPERTY_TYPE]), VERDICT_HOLDS);
  assert_string_equal(finding->input, "2, 2, 2");
  assert_string_equal(finding->seed, "0, 1, 0");
  assert_true(property_verdict(&report->result[PROPERTY_JVP]) == VERDICT_HOLDS); /* it was started again */
  assert_in_range(rule.restarts, 2, 4 * (2 * 10 + 1));                           /* halves of at most 2^10 calls */
  assert_int_equal(exit_code(report), 1);
  free(report);
}

/* Outside its domain a rule may end: that is a note, and it is asked there no more. */
static bool ends_below(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)self, (void)seed;
  for (uint32_t k = 0; k < count; k++) {
    if (x[3 * (size_t)k] < 0) return true;
  }
  return false;
}

static void ending_outside_is_a_note(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_below, .lines = "domain = x > 0\n"};
  (void)state;
  json_decref(campaign(&rule, report));
  assert_int_equal(property_verdict(&report->result[PROPERTY_RAISES]), VERDICT_HOLDS);
  assert_int_equal(property_verdict(&report->result[PROPERTY_VJP]), VERDICT_HOLDS);
  assert_true(report->outside > 0);
  assert_in_range(rule.restarts, 1, 4 * (2 * 10 + 1));
  assert_int_equal(exit_code(report), 0);
  free(report);
}

/* Batches of more than one call are too much for it: no input is to blame. */
static bool ends_in_batches(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)self, (void)x, (void)seed;
  return count > 1;
}

static void no_call_is_blamed_for_a_batch(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_in_batches};
  (void)state;
  json_decref(campaign(&rule, report));
  const Finding *finding = &report->result[PROPERTY_RAISES].finding[JUDGED_WRONG];
  assert_non_null(strstr(finding->what, "no call alone does it"));
  assert_string_equal(finding->input, "");
  free(report);
}

/* It broke down once: it is asked again, everything holds, and that is no pass. */
static bool ends_once(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)count, (void)x, (void)seed;
  return self->restarts == 0;
}

static void breaking_down_once_refutes_nothing(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report), *right = calloc(1, sizeof *right);
  TestRule rule = {.slope = 1, .ends = ends_once}, other = {.slope = 1};
  (void)state;
  json_decref(campaign(&rule, report));
  json_decref(campaign(&other, right));
  assert_int_equal(report->unrepeated, 1);
  assert_string_equal(report->unrepeated_example, "the program ended <before> it answered");
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    assert_int_equal(property_verdict(&report->result[i]), property_verdict(&right->result[i]));
    assert_int_equal(property_total(&report->result[i]), property_total(&right->result[i]));
  }
  assert_int_equal(exit_code(right), 0);
  assert_int_equal(exit_code(report), 3);
  free(report);
  free(right);
}

/* What cannot be started again is asked no more, and the campaign is incomplete. */
static void staying_down_refutes_nothing(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_once, .stays = true};
  (void)state;
  json_t *campaigns = campaign(&rule, report);
  const json_t *first = json_array_get(campaigns, 0);
  assert_string_equal(report->broken, "the rule could not be started again: it cannot be started");
  assert_string_equal(json_string_value(json_object_get(first, "broken")), report->broken);
  assert_int_equal(report->result[PROPERTY_RAISES].count[JUDGED_WRONG], 0);
  assert_int_equal(exit_code(report), 4);
  json_decref(campaigns);
  free(report);
}

/* Nor is what ends ever again, at other calls each time. */
static bool ends_after_two(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)count, (void)x, (void)seed;
  return self->since > 2;
}

static void what_ends_ever_again_is_given_up(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_after_two};
  (void)state;
  json_decref(campaign(&rule, report));
  assert_true(report->unrepeated > 5);
  assert_non_null(strstr(report->broken, "the rule ended once more, and is not started again"));
  assert_int_equal(report->result[PROPERTY_RAISES].count[JUDGED_WRONG], 0);
  assert_int_equal(exit_code(report), 4);
  free(report);
}

#define CALL_US 50        /* of a slow rule */
#define CALLS_IN_TIME 400 /* fewer than a chunk has */

/* Each call takes its time, and so many together too long. */
static bool is_slow(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)self, (void)x, (void)seed;
  if (count <= CALLS_IN_TIME) (void)usleep(count * CALL_US);
  return count > CALLS_IN_TIME;
}

/* A slow rule is asked for fewer at a time, and is right. */
static void slow_rules_are_right(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report), *quick = calloc(1, sizeof *quick);
  TestRule rule = {.slope = 1, .ends = is_slow, .late = true, .timeout = CALLS_IN_TIME * CALL_US * 1e-6};
  TestRule other = {.slope = 1};
  (void)state;
  json_decref(campaign(&rule, report));
  json_decref(campaign(&other, quick));
  for (int i = 0; i < PROPERTY_COUNT; i++)
    assert_int_equal(property_total(&report->result[i]), property_total(&quick->result[i]));
  assert_int_equal(report->unrepeated, 0);
  assert_int_equal(exit_code(report), 0);
  free(report);
  free(quick);
}

/* It hangs in large batches, whose calls take no time: that is no finding about a call, and no pass. */
static bool hangs_in_batches(const TestRule *self, uint32_t count, const double *x, const double *seed) {
  (void)self, (void)x, (void)seed;
  return count > CALLS_IN_TIME;
}

static void hanging_for_no_reason_is_no_pass(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = hangs_in_batches, .late = true};
  (void)state;
  json_decref(campaign(&rule, report));
  assert_int_equal(report->result[PROPERTY_RAISES].count[JUDGED_WRONG], 0);
  assert_int_equal(report->unrepeated, 1);
  assert_int_equal(exit_code(report), 3);
  free(report);
}

/* ------------------------------------------------------------------ pages -- */

static char *written(void (*write)(const json_t *, const Account *, FILE *), const json_t *campaigns,
                     const Account *account) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  write(campaigns, account, out);
  (void)fclose(out);
  return text;
}

static void pages_say_what_json_says(void **state) {
  PrimitiveReport *report = calloc(1, sizeof *report);
  TestRule rule = {.slope = 1, .ends = ends_at_two};
  (void)state;
  json_t *campaigns = campaign(&rule, report);
  Account account = {.missing = 1, .missing_text = "a <file> was not read"};
  char *junit = written(primitive_write_junit, campaigns, &account);
  char *html = written(primitive_write_html, campaigns, &account);
  assert_non_null(strstr(junit, "<error message=\"a &lt;file&gt; was not read\"/>"));
  assert_non_null(strstr(html, "<b>Incomplete</b>: a &lt;file&gt; was not read"));
  assert_non_null(strstr(junit, "<testsuite name=\"plane\" tests=\"15\" failures=\"1\" errors=\"0\""));
  assert_non_null(strstr(junit, "instances refuted: the rules answer everywhere in the domain"));
  assert_non_null(strstr(junit, "&lt;before&gt;"));
  assert_null(strstr(junit, "<before>"));
  assert_non_null(strstr(html, "<span class=\"tag refuted\">REFUTED</span>"));
  assert_non_null(strstr(html, "<dt>input</dt><dd>2, 2, 2</dd>"));
  assert_null(strstr(html, "<before>"));
  free(junit);
  free(html);
  json_decref(campaigns);
  free(report);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(witnesses_are_made_simple),
      cmocka_unit_test(counts_stay),
      cmocka_unit_test(the_one_call_is_found),
      cmocka_unit_test(ending_outside_is_a_note),
      cmocka_unit_test(no_call_is_blamed_for_a_batch),
      cmocka_unit_test(pages_say_what_json_says),
      cmocka_unit_test(breaking_down_once_refutes_nothing),
      cmocka_unit_test(staying_down_refutes_nothing),
      cmocka_unit_test(what_ends_ever_again_is_given_up),
      cmocka_unit_test(slow_rules_are_right),
      cmocka_unit_test(hanging_for_no_reason_is_no_pass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
