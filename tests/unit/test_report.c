/* The HTML page: texts of programs are escaped, every part of a refutation is there,
 * counts by size add up, and the picture shows them. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "tests/unit/programs.h"
#include "verify/campaign/families.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/merge.h"
#include "verify/campaign/plots.h"
#include "verify/campaign/report.h"
#include "verify/campaign/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A page, malloc'ed. */
/* What is written of a report, to be freed. */
static char *text_of(const Report *report, bool (*write)(const Report *report, FILE *out)) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  assert_true(write(report, out));
  (void)fclose(out);
  return text;
}

static bool write_junit(const Report *report, FILE *out) { return report_write_junit(report, out), true; }
static bool write_table(const Report *report, FILE *out) { return report_print(report, out, true); }

static char *json_of(const Report *report) { return text_of(report, report_write_json); }
static char *junit_of(const Report *report) { return text_of(report, write_junit); }
static char *table_of(const Report *report) { return text_of(report, write_table); }

static char *page_of(ReportScope *scope) {
  Report report = {.command = "test", .seed = 7, .scopes = scope, .count = 1};
  return text_of(&report, report_write_html);
}

static ReportScope *scope_new(void) {
  ReportScope *scope = calloc(1, sizeof *scope);
  assert_non_null(scope);
  scope->scope = (Scope){.name = "a <b>scope</b> & more", .space = "", .count = 12};
  (void)snprintf(scope->scope.details, sizeof scope->scope.details, "types: <script>alert(1)</script>");
  scope->result.done = 12;
  Tally *tally = &scope->result.tally;
  tally->programs = 12;
  tally->by_size[1][SIZE_PROVED] = 4;
  tally->by_size[2][SIZE_HOLDS] = 7;
  tally->by_size[tally_size_row(100)][SIZE_REFUTED] = 1;
  tally->count[LAW_AD_FWD][1][OUTCOME_HOLDS] = tally->instances[OUTCOME_HOLDS] = 123;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = tally->instances[OUTCOME_REFUTED] = 1;
  return scope;
}

static void test_rows(void **state) {
  (void)state;
  for (uint64_t size = 0; size < 40; size++) {
    assert_int_equal(tally_size_row(size), size < TALLY_EXACT ? size : TALLY_EXACT);
  }
  assert_int_equal(tally_size_row(63), TALLY_EXACT);
  assert_int_equal(tally_size_row(64), TALLY_EXACT + 1);
  assert_int_equal(tally_size_row(UINT64_MAX), TALLY_SIZES - 1);
  for (uint32_t row = 0; row < TALLY_SIZES; row++) assert_int_equal(tally_size_row(tally_row_size(row)), row);
}

static void test_page(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  Refutation refutation;
  memset(&refutation, 0, sizeof refutation);
  Witness *w = &refutation.witness;
  w->present = true;
  w->outcome = OUTCOME_REFUTED;
  w->law = LAW_AD_FWD;
  w->engine = 1;
  refutation.program = (char[]){"def f (x : real) = x < 1 && \"<img>\""};
  (void)snprintf(w->evaluator, sizeof w->evaluator, "applied");
  (void)snprintf(w->input, sizeof w->input, "0.5 +/- 0");
  (void)snprintf(w->expected, sizeof w->expected, "11.25");
  (void)snprintf(w->found, sizeof w->found, "-11.25 <");
  (void)snprintf(refutation.certified, sizeof refutation.certified, "f(x) = [1.5 +/- 1e-20]");
  (void)snprintf(refutation.rules, sizeof refutation.rules, "FWD_OP (CHAD 7.4)");
  (void)snprintf(refutation.replay, sizeof refutation.replay, "replay 'poly,size=3:1' --law AD-FWD");
  scope->refutations = &refutation;
  scope->refutation_count = 1;
  char *page = page_of(scope);
  static const char *const there[] = {"a &lt;b&gt;scope&lt;/b&gt; &amp; more",
                                      "types: &lt;script&gt;",
                                      "x &lt; 1 &amp;&amp; &quot;&lt;img&gt;&quot;",
                                      "REFUTED <a href=\"#AD-FWD\">AD-FWD</a>",
                                      "CHAD Thm. 8.3",
                                      "chad-forward",
                                      "applied",
                                      "0.5 +/- 0",
                                      "11.25",
                                      "-11.25 &lt;",
                                      "f(x) = [1.5 +/- 1e-20]",
                                      "FWD_OP (CHAD 7.4)",
                                      "adjudge replay ",
                                      "poly,size=3:1",
                                      "title=\"123 holds 1 refuted \"",
                                      "</body></html>"};
  static const char *const absent[] = {"types: <script", "<img", "<b>scope"};
  for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
    if (strstr(page, there[i]) == NULL) fail_msg("not in the page: %s", there[i]);
  }
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    if (strstr(page, absent[i]) != NULL) fail_msg("in the page: %s", absent[i]);
  }
  free(page);
  free(scope);
}

/* A bar for each size, its parts as many percent as the verdicts. */
static void test_pictures(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  uint64_t(*rows)[SIZE_VERDICTS] = scope->result.tally.by_size;
  memset(rows, 0, sizeof scope->result.tally.by_size);
  rows[3][SIZE_PROVED] = 30;
  rows[3][SIZE_UNDECIDED] = 10;
  rows[7][SIZE_REFUTED] = 5;
  char *page = page_of(scope);
  assert_non_null(strstr(page, "height=\"82.5\"><title>30 proved"));
  assert_non_null(strstr(page, "height=\"27.5\"><title>10 undecided"));
  assert_non_null(strstr(page, "height=\"110.0\"><title>5 refuted"));
  assert_non_null(strstr(page, "programs of each size: 3: 40, 7: 5"));
  free(page);
  memset(rows, 0, sizeof scope->result.tally.by_size);
  page = page_of(scope);
  assert_null(strstr(page, "<svg"));
  free(page);
  free(scope);
}

/* ------------------------------------------------------------- differences -- */

/* Every word of the schema that a list of words has may stand there, and no other. */
static void test_words_of_the_schema(void **state) {
  static const char *const engines_asked[] = {"all", "chad"};
  static const char *const commands[] = {"verify", "bmc", "sample", "replay"};
  char error[200], *text = json_of(&(Report){.seed = 1});
  json_t *report = json_loads(text, 0, NULL), *header = json_object_get(report, "header");
  (void)state;
  assert_int_equal(json_array_append_new(json_object_get(header, "laws"), json_string("AD-FWD")), 0);
  assert_int_equal(json_array_append_new(json_object_get(header, "spaces"), json_string("poly")), 0);
  for (int k = 0; k < 4; k++) {
    (void)json_object_set_new(header, "engines", json_string(engines_asked[k % 2]));
    (void)json_object_set_new(header, "command", json_string(commands[k]));
    assert_false(schema_accepts(report, error, sizeof error)); /* it has no scopes; its header is right */
    if (strstr(error, "scopes: too few") == NULL) fail_msg("%s: %s", engines_asked[k], error);
  }
  (void)json_object_set_new(header, "engines", json_string("al"));
  assert_false(schema_accepts(report, error, sizeof error));
  assert_non_null(strstr(error, "header.engines: none of the words"));
  json_decref(report);
  free(text);
}

static void expect_all(const char *text, const char *const *there) {
  for (; *there != NULL; there++) {
    if (strstr(text, *there) == NULL) fail_msg("not there: %s\nin %s", *there, text);
  }
}

static void fill_difference(Refutation *difference) {
  static char program[] = "def f (x : real) = relu (relu x) - relu x";
  memset(difference, 0, sizeof *difference);
  Witness *w = &difference->witness;
  w->present = true;
  w->outcome = OUTCOME_DIFFERS;
  w->law = LAW_KINK;
  w->engine = 1;
  w->index = 5;
  difference->program = program;
  (void)snprintf(w->input, sizeof w->input, "0");
  (void)snprintf(w->expected, sizeof w->expected, "0");
  (void)snprintf(w->found, sizeof w->found, "-1/4");
}

/* A space with a difference, and nothing refuted. */
static ReportScope *scope_with(Refutation *difference) {
  ReportScope *scope = scope_new();
  Tally *tally = &scope->result.tally;
  scope->scope.name = scope->scope.space = "poly,size=2";
  scope->scope.total = 12;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = tally->instances[OUTCOME_REFUTED] = 0;
  tally->count[LAW_KINK][1][OUTCOME_DIFFERS] = tally->instances[OUTCOME_DIFFERS] = 2;
  tally->count[LAW_KINK][1][OUTCOME_HOLDS] = 3;
  memset(tally->by_size[tally_size_row(100)], 0, sizeof tally->by_size[0]);
  tally->by_size[3][SIZE_DIFFERS] = 1;
  tally->by_size[4][SIZE_OUTSIDE] = 6;
  tally->programs = 18;
  tally->for_all[FOR_ALL_ALMOST] = 6;
  tally->for_all[FOR_ALL_DECIDED] = 4;
  for (uint32_t k = 0; k < 16; k++) tally->degree[k] = k + 1;
  tally->widest = 0x1p-30;
  scope->result.done = scope->scope.count = scope->scope.total = 18;
  fill_difference(difference);
  scope->refutations = difference;
  scope->refutation_count = 1;
  return scope;
}

/* Counted apart in every form, never a pass, never a failure unless strict. */
static void test_differences(void **state) {
  (void)state;
  Refutation difference;
  ReportScope *scope = scope_with(&difference);
  Report report = {.command = "test", .seed = 7, .scopes = scope, .count = 1};
  static const char *const page_has[] = {"Where AD and the derivative part",
                                         "DIFFERS <a href=\"#KINK\">KINK</a>",
                                         "relu (relu x) - relu x",
                                         "-1/4",
                                         "nothing refuted",
                                         "<td class=\"differs\"",
                                         "title=\"3 holds 2 differs \"",
                                         "6 but for a thin set",
                                         NULL};
  char *page = page_of(scope);
  expect_all(page, page_has);
  assert_null(strstr(page, "REFUTED"));
  free(page);
  static const char *const junit_has[] = {"tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\"",
                                          "<property name=\"differs\" value=\"2\"/>",
                                          "<system-out>def f (x : real) = relu (relu x) - relu x\n"
                                          "input (0)\nexpected (0)\nfound (-1/4)\nagain: adjudge \n</system-out>",
                                          NULL};
  char *junit = junit_of(&report);
  expect_all(junit, junit_has);
  assert_null(strstr(junit, "<failure"));
  free(junit);
  char *table = table_of(&report);
  static const char *const table_has[] = {"DIFFERS KINK", "0 refuted, 2 differ, 0 undecided", "4 programs decided",
                                          "6 but for a thin set", NULL};
  expect_all(table, table_has);
  free(table);
  Account account = report_account(&report, (ReportGate){.allow_undecided = false});
  assert_int_equal(account_exit(&account, false), 0);
  assert_int_equal(account_exit(&account, true), 1);
  free(scope);
}

/* A line on regions, one on boundaries and one on the solver, each as soon as one of its numbers, or two, are not 0. */
static void test_regions(void **state) {
  (void)state;
  enum { BOUNDARIES = 5, REGIONS = 4, SOLVER = 4, NUMBERS = BOUNDARIES + REGIONS + SOLVER };
  for (int pair = 0; pair < NUMBERS * NUMBERS; pair++) {
    int kinds[] = {pair / NUMBERS, pair % NUMBERS};
    if (kinds[0] > kinds[1]) continue;
    ReportScope *scope = scope_new();
    Report report = {.scopes = scope, .count = 1};
    Tally *tally = &scope->result.tally;
    bool said[3] = {false};
    for (int i = 0; i < 2; i++) {
      int kind = kinds[i], list = kind < BOUNDARIES ? 0 : kind < BOUNDARIES + REGIONS ? 1 : 2;
      uint64_t *of[] = {tally->boundaries, tally->regions, tally->solver};
      of[list][list == 0 ? kind : (kind - BOUNDARIES) % REGIONS] = 7;
      said[list] = true;
    }
    char *table = table_of(&report);
    assert_true((strstr(table, "  boundaries: ") != NULL) == said[0]);
    assert_true((strstr(table, "  regions: ") != NULL) == said[1]);
    assert_true((strstr(table, "  solver: ") != NULL) == said[2]);
    free(table);
    free(scope);
  }
}

/* And one on what was skipped, for each reason alone and for each two, of which no one hides the other. */
static void test_skipped(void **state) {
  (void)state;
  static const Outcome reasons[] = {OUTCOME_DOMAIN, OUTCOME_UNABLE, OUTCOME_LIMIT, OUTCOME_REFUSED};
  for (int k = 0; k < 16; k++) {
    char said[200];
    int n[4];
    ReportScope *scope = scope_new();
    Report report = {.scopes = scope, .count = 1};
    for (int i = 0; i < 4; i++)
      scope->result.tally.count[LAW_AD_FWD][1][reasons[i]] = (uint64_t)(n[i] = i == k / 4 || i == k % 4 ? 7 : 0);
    char *table = table_of(&report);
    (void)snprintf(said, sizeof said,
                   "skipped: %d outside the domain, %d not available in the ring, %d at a limit, %d not in", n[0], n[1],
                   n[2], n[3]);
    if (strstr(table, said) == NULL) fail_msg("not there: %s", said);
    free(table);
    for (int i = 0; i < 4; i++) scope->result.tally.count[LAW_AD_FWD][1][reasons[i]] = 0;
    table = table_of(&report);
    assert_null(strstr(table, "\n  skipped: "));
    free(table);
    free(scope);
  }
}

/* What is undecided is named with its law, whether an engine is asked or, in the first column, none. */
static void test_undecided_named(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  Report report = {.scopes = scope, .count = 1};
  scope->result.tally.count[LAW_SMOOTH][0][OUTCOME_UNDECIDED] = 3;
  scope->result.tally.count[LAW_AD_DEFINED][0][OUTCOME_UNDECIDED] = 4;
  scope->result.tally.count[LAW_AD_DEFINED][1][OUTCOME_UNDECIDED] = 5;
  char *table = table_of(&report);
  assert_non_null(strstr(table, "instances: "));
  assert_non_null(strstr(table, "SMOOTH 3"));
  assert_non_null(strstr(table, "AD-DEFINED 9"));
  free(table);
  free(scope);
}

/* Each law is of one family; systems are the first words of the engines' names; and the
 * page shows one symbol for what is worst in a cell. */
static void test_families(void **state) {
  (void)state;
  uint32_t families = 0;
  while (family_at(families) != NULL) families++;
  assert_true(families <= FAMILIES_MOST && system_count() + 1 <= SYSTEMS_MOST);
  bool used[FAMILIES_MOST] = {false};
  for (int law = 0; law < LAW_COUNT; law++) {
    if (family_of((LawId)law) >= families) fail_msg("%s has no family", law_info((LawId)law)->name);
    used[family_of((LawId)law)] = true;
  }
  for (uint32_t k = 0; k < families; k++) {
    if (!used[k]) fail_msg("no law is of the family %s", family_at(k)->title);
  }
  static const char *const systems[] = {"no engine", "chad", "combinatory", "frechet", "linmap", "dual"};
  assert_int_equal(system_count() + 1, sizeof systems / sizeof *systems);
  for (uint32_t k = 0; k <= system_count(); k++) {
    int length = 0;
    const char *name = system_name(k, &length);
    assert_int_equal(length, strlen(systems[k]));
    assert_memory_equal(name, systems[k], (size_t)length);
  }
  for (int slot = 1; engines[slot - 1] != NULL; slot++) {
    assert_memory_equal(engines[slot - 1]->name, systems[system_of(slot)], strlen(systems[system_of(slot)]));
  }
}

static void test_marks(void **state) {
  (void)state;
  uint64_t n[OUTCOME_COUNT] = {0};
  assert_int_equal(mark_of(n), MARK_NONE);
  n[OUTCOME_REFUSED] = 3;
  assert_int_equal(mark_of(n), MARK_SKIPPED);
  n[OUTCOME_LIMIT] = 1;
  assert_int_equal(mark_of(n), MARK_OPEN);
  n[OUTCOME_PROVED] = 5;
  assert_int_equal(mark_of(n), MARK_PART); /* never a P while one is open */
  n[OUTCOME_LIMIT] = 0;
  assert_int_equal(mark_of(n), MARK_PROVED);
  n[OUTCOME_HOLDS] = 1;
  assert_int_equal(mark_of(n), MARK_MIXED);
  n[OUTCOME_PROVED] = 0;
  assert_int_equal(mark_of(n), MARK_HOLDS);
  n[OUTCOME_UNDECIDED] = 1;
  assert_int_equal(mark_of(n), MARK_PART);
  n[OUTCOME_DIFFERS] = 1;
  assert_int_equal(mark_of(n), MARK_DIFFERS);
  n[OUTCOME_REFUTED] = 1;
  assert_int_equal(mark_of(n), MARK_REFUTED);
}

static void test_figures(void **state) {
  (void)state;
  char out[FIGURE_SIZE];
  assert_string_equal(figure(0, out), "0");
  assert_string_equal(figure(999, out), "999");
  assert_string_equal(figure(1000, out), "1,000");
  assert_string_equal(figure(1234567, out), "1,234,567");
  assert_string_equal(figure(~(Rank)0, out), "340,282,366,920,938,463,463,374,607,431,768,211,455");
}

/* JSON keeps it apart from refutations, and merging brings it back. */
static void test_difference_merged(void **state) {
  (void)state;
  Refutation difference;
  ReportScope *scope = scope_with(&difference);
  Report report = {.command = "bmc", .seed = 7, .scopes = scope, .count = 1};
  report.options.laws = law_set_all();
  char path[] = "/tmp/adjudge-report-XXXXXX", error[MERGE_ERROR] = "", *before = json_of(&report);
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, before, strlen(before)), strlen(before));
  (void)close(descriptor);
  Merge *merge = calloc(1, sizeof *merge);
  assert_non_null(merge);
  if (!merge_add(merge, path, error)) fail_msg("%s", error);
  (void)unlink(path);
  static const char *const json_has[] = {
      "\"differs\": 2",     "\"refutations\": []", "\"decided_outside_a_thin_set\": 6",
      "\"differences\": [", "\"found\": \"-1/4\"", NULL};
  expect_all(before, json_has);
  assert_int_equal(tally_total(&merge->report.scopes[0].result.tally, OUTCOME_DIFFERS), 2);
  char *after = json_of(&merge->report);
  assert_string_equal(before, after);
  free(before), free(after);
  merge_free(merge);
  free(merge);
  free(scope);
}

/* Half of a space of 24 programs, the k-th, as JSON. */
static char *half(uint32_t k, const BatteryOptions *options, uint64_t seed) {
  ReportScope *scope = scope_new();
  scope->scope.name = scope->scope.space = "poly,size=2";
  scope->scope.first = 12 * k;
  scope->scope.total = 24;
  scope->scope.shard = k + 1, scope->scope.shards = 2;
  scope->result.tally.count[LAW_AD_FWD][1][OUTCOME_REFUTED] = 0;
  Report report = {.command = "bmc", .seed = seed, .options = *options, .scopes = scope, .count = 1};
  char *text = json_of(&report);
  free(scope);
  return text;
}

/* What merge says of the first half and then a second: "" when it takes both.  A text of
 * the second is changed first. */
static void expect_merged(char *second, const char *from, const char *to, const char *says) {
  char path[] = "/tmp/adjudge-report-XXXXXX", error[MERGE_ERROR] = "", *changed = NULL;
  BatteryOptions options = {.laws = law_set_all()};
  char *texts[] = {half(0, &options, 7), second}, *place = strstr(second, from);
  Merge *merge = calloc(1, sizeof *merge);
  assert_non_null(merge);
  assert_non_null(place);
  size_t room = strlen(second) + strlen(to) + 1;
  changed = calloc(1, room);
  assert_non_null(changed);
  (void)snprintf(changed, room, "%.*s%s%s", (int)(place - second), second, to, place + strlen(from));
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  for (int i = 0; i < 2; i++) {
    const char *text = i == 0 ? texts[0] : changed;
    assert_int_equal(ftruncate(descriptor, 0), 0);
    assert_int_equal(pwrite(descriptor, text, strlen(text), 0), strlen(text));
    bool good = merge_add(merge, path, error);
    if (i == 0 || says[0] == '\0') {
      if (!good) fail_msg("%s", error);
    } else {
      assert_false(good);
      if (strstr(error, says) == NULL) fail_msg("%s: %s", says, error);
    }
  }
  (void)close(descriptor);
  (void)unlink(path);
  merge_free(merge);
  free(merge), free(changed), free(texts[0]), free(second);
}

static void test_parts(void **state) {
  (void)state;
  BatteryOptions same = {.laws = law_set_all()}, quick = same, chad = same, few = same;
  quick.quick = true;
  chad.engines = ENGINES_CHAD;
  few.laws.on[LAW_KINK] = false;
  expect_merged(half(1, &same, 7), "", "", "");
  expect_merged(half(0, &same, 7), "", "", "that another report covers");
  expect_merged(half(1, &same, 8), "", "", "differs from that of those before: seed");
  expect_merged(half(1, &quick, 7), "", "", "differs from that of those before: depth");
  expect_merged(half(1, &chad, 7), "", "", "differs from that of those before: engines");
  expect_merged(half(1, &few, 7), "", "", "differs from that of those before: laws");
  expect_merged(half(1, &same, 7), "\"shard\": \"2/2\"", "\"shard\": \"1/2\"", "which part of a space it covers");
  expect_merged(half(1, &same, 7), "\"shard\": \"2/2\"", "\"shard\": \"2/3\"", "which part of a space it covers");
  expect_merged(half(1, &same, 7), "\"shard\": \"2/2\"", "\"drawn\": true", "it is of a sample");
  expect_merged(half(1, &same, 7), "\"complete\": true", "\"complete\": false", "it is incomplete");
  expect_merged(half(1, &same, 7), "\"interrupted\": false", "\"interrupted\": true", "it is incomplete");
  expect_merged(half(1, &same, 7), "\"lost\": 0", "\"lost\": 0, \"found\": 0", "unknown key found");
  expect_merged(half(1, &same, 7), "\"lost\": 0", "\"lost\": -5", "scopes[0].lost: too small");
  expect_merged(half(1, &same, 7), "\"holds\": 7", "\"holds\": 8", "do not add up");
  expect_merged(half(1, &same, 7), "\"holds\": 123", "\"holds\": \"123\"", "not of type integer");
  expect_merged(half(1, &same, 7), "\"refuted\": 0,\n     \"undecided\": 0,\n     \"differs\": 0,\n     \"domain\"",
                "\"refuted\": 1,\n     \"undecided\": 0,\n     \"differs\": 0,\n     \"domain\"",
                "its refutations are not those that it counts");
}

static bool add_text(Merge *merge, const char *text, char *error) {
  char path[] = "/tmp/adjudge-report-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
  bool good = merge_add(merge, path, error);
  (void)close(descriptor), (void)unlink(path);
  return good;
}

/* Part k of two, of a space of 3000 programs: other numbers in all that is counted, which add up. */
static void fill_part(ReportScope *scope, uint32_t k) {
  *scope = (ReportScope){.scope = {.name = "poly,size=2", .space = "poly,size=2", .first = 1000 * k, .total = 3000}};
  uint64_t programs = 1000 * (k + 1), next = 3 + 7 * k;
  scope->scope.count = scope->result.done = programs;
  Tally *tally = &scope->result.tally;
  static const LawId laws[] = {(LawId)0, LAW_AD_FWD, LAW_AD_REV, LAW_KINK, (LawId)(LAW_COUNT - 1)};
  int last = 0;
  while (engines[last] != NULL) last++;
  for (uint32_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    const int slots[] = {0, 1 + (int)k, last};
    for (int i = 0; i < 3; i++) {
      uint64_t *counts = tally->count[laws[l]][slots[i]];
      for (int o = 0; o < OUTCOME_COUNT; o++) {
        if (o != OUTCOME_REFUTED && o != OUTCOME_DIFFERS) tally->instances[o] += counts[o] = next += 2;
      }
      tally->looked[laws[l]][slots[i]] = next += 2;
      tally->follows[laws[l]][slots[i]] = 1 + l;
    }
  }
  tally->programs = programs;
  for (uint32_t row = 1; row < 40; row += 19) {
    for (int v = 0; v < SIZE_VERDICTS; v++) programs -= tally->by_size[row][v] = 1 + (uint64_t)v + row % 3 + k;
    tally->merged += tally->by_size[row][SIZE_MERGED];
  }
  tally->by_size[3][SIZE_HOLDS] = programs;
  tally->audited = next += 2;
  for (int i = 0; i < FOR_ALL_COUNT; i++) tally->for_all[i] = 20 + (uint64_t)i + k;
  tally->certified = 30 + k;
  for (int i = 0; i < 4; i++) tally->regions[i] = next += 2, tally->solver[i] = next += 2;
  for (int i = 0; i < 5; i++) tally->boundaries[i] = next += 2;
  for (int i = 0; i < 2; i++) tally->certificates[i] = next += 2;
  for (int i = 0; i < 16; i++) tally->degree[i] = next += 2;
  tally->inside[1] = (uint64_t)1 << (2 + k), tally->inside[2 + k] = 2;
  if (k == 1) tally->inside[TERM_KIND_COUNT - 1] = (uint64_t)1 << (TERM_KIND_COUNT - 1);
  tally->widest = k == 0 ? 0.25 : 0.125;
}

/* Field by field: constructs stand in others in one part alone. */
static void sum_tallies(Tally *sum, const Tally *other) {
  uint64_t into[offsetof(Tally, worst_slope) / sizeof(uint64_t)], from[sizeof into / sizeof *into];
  memcpy(into, sum, sizeof into);
  memcpy(from, other, sizeof from);
  for (size_t i = 0; i < sizeof into / sizeof *into; i++) into[i] += from[i];
  memcpy(sum, into, sizeof into);
}

/* Two parts give what one run of both would have written, in either order; a rule was exercised if it was in one. */
static void test_counts_merged(void **state) {
  (void)state;
  ReportScope *scopes = calloc(3, sizeof *scopes);
  assert_non_null(scopes);
  for (uint32_t k = 0; k < 2; k++) fill_part(&scopes[k], k);
  scopes[2] = scopes[0];
  sum_tallies(&scopes[2].result.tally, &scopes[1].result.tally);
  scopes[2].scope.count = scopes[2].result.done = 3000;
  char *text[3];
  for (int k = 0; k < 3; k++) {
    memset(rule_hits, 0, RULE_COUNT * sizeof *rule_hits);
    for (int rule = 2; rule < 7; rule++) rule_hits[rule] = k == 2 || rule % 2 == k;
    Report report = {.command = "bmc", .seed = 7, .scopes = &scopes[k], .count = 1};
    report.options.laws = law_set_all();
    text[k] = json_of(&report);
  }
  for (int turn = 0; turn < 2; turn++) {
    char error[MERGE_ERROR] = "";
    Merge *merge = calloc(1, sizeof *merge);
    assert_non_null(merge);
    memset(rule_hits, 0, RULE_COUNT * sizeof *rule_hits);
    for (int k = 0; k < 2; k++) {
      if (!add_text(merge, text[turn == 0 ? k : 1 - k], error)) fail_msg("%s", error);
    }
    for (int rule = 0; rule < RULE_COUNT; rule++) assert_int_equal(rule_hits[rule] > 0, rule >= 2 && rule < 7);
    char *whole = json_of(&merge->report);
    assert_string_equal(whole, text[2]);
    merge_free(merge);
    free(merge), free(whole);
  }
  memset(rule_hits, 0, RULE_COUNT * sizeof *rule_hits);
  for (int k = 0; k < 3; k++) free(text[k]);
  free(scopes);
}

/* A part with refutations of two laws, the first at the first program of the part, the second at the last. */
static char *refuted_part(uint32_t k, const LawId *laws, uint64_t first) {
  static char program[] = "def f (x : real) = x";
  ReportScope *scope = scope_new();
  Refutation *refutations = calloc(2, sizeof *refutations);
  assert_non_null(refutations);
  scope->scope = (Scope){.name = "poly,size=2",
                         .space = "poly,size=2",
                         .first = 12 * k,
                         .count = 12,
                         .total = 24,
                         .shard = k + 1,
                         .shards = 2};
  Tally *tally = &scope->result.tally;
  tally->count[LAW_AD_FWD][1][OUTCOME_REFUTED] = 0;
  for (int i = 0; i < 2; i++) {
    Witness *witness = &refutations[i].witness;
    tally->count[laws[i]][1][OUTCOME_REFUTED] = 3;
    *witness = (Witness){.present = true, .outcome = OUTCOME_REFUTED, .law = laws[i], .engine = 1};
    witness->index = first + (i == 0 ? 0 : 11);
    refutations[i].program = program;
  }
  scope->refutations = refutations;
  scope->refutation_count = 2;
  Report report = {.command = "bmc", .seed = 7, .scopes = scope, .count = 1};
  report.options.laws = law_set_all();
  char *text = json_of(&report);
  free(refutations), free(scope);
  return text;
}

/* Of a hundred parts one is there: as many of the others are named as there is room for, and the rest counted. */
static void test_many_missing(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  scope->scope = (Scope){.name = "poly,size=2", .space = "poly,size=2", .first = 36, .count = 12, .total = 1200};
  scope->scope.shard = 4, scope->scope.shards = 100;
  scope->result.tally.count[LAW_AD_FWD][1][OUTCOME_REFUTED] = 0;
  Report report = {.command = "bmc", .seed = 7, .scopes = scope, .count = 1};
  report.options.laws = law_set_all();
  char *text = json_of(&report), error[MERGE_ERROR] = "", wanted[32];
  Merge *merge = calloc(1, sizeof *merge);
  assert_non_null(merge);
  if (!add_text(merge, text, error)) fail_msg("%s", error);
  merge_name_missing(merge);
  const char *at = merge->report.scopes[0].missing;
  unsigned named = 0, more = 0;
  for (unsigned k = 1; strncmp(at, " and ", 5) != 0; k++) {
    if (k == 4) continue;
    int length = snprintf(wanted, sizeof wanted, "%s--shard %u/100", named == 0 ? "" : ", ", k);
    assert_memory_equal(at, wanted, (size_t)length);
    at += length, named++;
  }
  assert_int_equal(sscanf(at, " and %u more", &more), 1);
  assert_int_equal(named + more, 99);
  assert_true(named > 3 && more > 1);
  merge_free(merge);
  free(merge), free(text), free(scope);
}

/* What is no report says why. */
static void test_no_reports(void **state) {
  (void)state;
  char error[MERGE_ERROR] = "";
  Merge *merge = calloc(1, sizeof *merge);
  assert_non_null(merge);
  assert_false(merge_add(merge, "/nowhere/report.json", error));
  assert_string_equal(error, "cannot be opened: No such file or directory");
  assert_false(merge_add(merge, "/", error));
  assert_string_equal(error, "cannot be read: Is a directory");
  assert_false(add_text(merge, "[\n{]", error));
  assert_non_null(strstr(error, "line 2: "));
  assert_non_null(strstr(error, "; parts are what --report writes"));
  merge_free(merge), free(merge);
}

/* Of each law the witness of the lowest index, in the order of laws, whichever part comes first; one that is not of its
 * part is refused. */
static void test_witnesses_merged(void **state) {
  (void)state;
  static const LawId laws[2][2] = {{LAW_AD_REV, LAW_KINK}, {LAW_AD_FWD, LAW_AD_REV}};
  static const struct {
    LawId law;
    uint64_t index;
  } expected[] = {{LAW_AD_FWD, 12}, {LAW_AD_REV, 0}, {LAW_KINK, 11}};
  char *parts[] = {refuted_part(0, laws[0], 0), refuted_part(1, laws[1], 12)}, error[MERGE_ERROR] = "";
  assert_true(LAW_AD_FWD < LAW_AD_REV && LAW_AD_REV < LAW_KINK);
  for (int turn = 0; turn < 2; turn++) {
    Merge *merge = calloc(1, sizeof *merge);
    assert_non_null(merge);
    for (int k = 0; k < 2; k++) {
      if (!add_text(merge, parts[turn == 0 ? k : 1 - k], error)) fail_msg("%s", error);
    }
    const ReportScope *scope = &merge->report.scopes[0];
    assert_int_equal(scope->refutation_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
      const Witness *witness = &scope->refutations[i].witness;
      assert_int_equal(witness->law, expected[i].law);
      assert_true(witness->index == expected[i].index && witness->seed == 7);
    }
    merge_free(merge), free(merge);
  }
  for (int k = 0; k < 2; k++) {
    free(parts[k]);
    parts[k] = refuted_part(1, laws[1], k == 0 ? 11 : 13); /* one before the part, one beyond it */
    Merge *merge = calloc(1, sizeof *merge);
    assert_non_null(merge);
    assert_false(add_text(merge, parts[k], error));
    assert_non_null(strstr(error, "a witness is not one of its part"));
    merge_free(merge), free(merge), free(parts[k]);
  }
}

/* Numbers that cannot be of one run are refused; those at the end of what can are not. */
static void test_numbers_of_parts(void **state) {
  (void)state;
  static const char *const changes[][3] = {
      {"\"open_for_all_inputs\": 0", "\"open_for_all_inputs\": 12", ""},
      {"\"open_for_all_inputs\": 0", "\"open_for_all_inputs\": 13", "more programs are decided, or open"},
      {"\"too_large_for_all_inputs\": 0", "\"too_large_for_all_inputs\": 13", "more programs are decided, or open"},
      {"\"outside_for_all_inputs\": 0", "\"outside_for_all_inputs\": 13", "more programs are decided, or open"},
      {"\"decided_outside_a_thin_set\": 0", "\"decided_outside_a_thin_set\": 13", "more programs are decided, or open"},
      {"\"defined_nowhere\": 0", "\"defined_nowhere\": 13", "more programs are decided, or open"},
      {"\"decided_for_all_inputs\": 0", "\"decided_for_all_inputs\": 12", ""},
      {"\"decided_for_all_inputs\": 0", "\"decided_for_all_inputs\": 13", "more programs are decided, or open"},
      {"\"of_these_by_regions\": 0", "\"of_these_by_regions\": 1", "more is decided in parts than in all"},
      {"\"of_these_by_normal_forms\": 0", "\"of_these_by_normal_forms\": 1", "more is decided in parts than in all"},
      {"\"certified_at_a_point\": 0", "\"certified_at_a_point\": 1", "more programs are certified than are open"},
      {"\"law\": \"AD-FWD\"", "\"law\": \"AD-NOT\"", "no such law or engine: AD-NOT"},
      {"\"engine\": \"chad", "\"engine\": \"not chad", "no such law or engine"},
      {"\"holds\": 123", "\"holds\": 0", "a row without counts: AD-FWD"},
      {"\"size\": 1,", "\"size\": 2,", "its sizes are out of order"},
      {"\"size\": 2,", "\"size\": 1,", "its sizes are out of order"},
      {"\"size\": 2,", "\"size\": 33,", "its sizes are out of order"},
      {"\"done\": \"12\"", "\"done\": \"11\"", "it is incomplete"},
      {"\"audited\": 0", "\"audited\": 1", ""},
      {"\"programs\": 0", "\"programs\": 12", ""},
      {"\"programs\": 0", "\"programs\": 13", "a law looked at more programs than there are"},
      {"\"by_merging\": 0", "\"by_merging\": 1", "its programs by merging do not add up"},
      {"\"of\": \"24\"", "\"of\": \"25\"", "which part of a space it covers"},
      {"\"of\": \"24\"", "\"of\": \"0\"", "is not a part of a space or a sample"},
      {"\"details\": \"types", "\"details\": \"type", "another description of the space"},
      {"\"first\": \"12\"", "\"first\": \"13\"", "which part of a space it covers"},
  };
  BatteryOptions same = {.laws = law_set_all()};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    expect_merged(half(1, &same, 7), changes[i][0], changes[i][1], changes[i][2]);
}

/* What is missing is told as --shard takes it. */
static void test_missing_named(void **state) {
  (void)state;
  BatteryOptions options = {.laws = law_set_all()};
  for (uint32_t k = 0; k < 2; k++) {
    char path[] = "/tmp/adjudge-report-XXXXXX", error[MERGE_ERROR] = "", *text = half(k, &options, 7);
    Merge *merge = calloc(1, sizeof *merge);
    int descriptor = mkstemp(path);
    assert_true(merge != NULL && descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    (void)close(descriptor);
    if (!merge_add(merge, path, error)) fail_msg("%s", error);
    (void)unlink(path);
    merge_name_missing(merge);
    assert_string_equal(merge->report.scopes[0].missing, k == 0 ? "--shard 2/2" : "--shard 1/2");
    Account account = report_account(&merge->report, (ReportGate){.allow_undecided = true});
    assert_non_null(strstr(account.missing_text, k == 0 ? "; missing: --shard 2/2" : "; missing: --shard 1/2"));
    merge_free(merge);
    free(merge), free(text);
  }
}

/* A refutation in one part is one of the whole, with its witness; so is that of a part alone. */
static void test_refuted_part(void **state) {
  (void)state;
  Refutation found;
  ReportScope *scope = scope_with(&found);
  Tally *tally = &scope->result.tally;
  found.witness.outcome = OUTCOME_REFUTED;
  tally->count[LAW_KINK][1][OUTCOME_DIFFERS] = 0, tally->count[LAW_KINK][1][OUTCOME_REFUTED] = 2;
  scope->scope.total = 18 + 12;
  Report report = {.command = "bmc", .seed = 7, .scopes = scope, .count = 1};
  report.options.laws = law_set_all();
  ReportScope *other = scope_new();
  other->scope = (Scope){.name = "poly,size=2", .space = "poly,size=2", .first = 18, .count = 12, .total = 30};
  (void)snprintf(other->scope.details, sizeof other->scope.details, "%s", scope->scope.details);
  other->result.tally.count[LAW_AD_FWD][1][OUTCOME_REFUTED] = 0;
  Report rest = report;
  rest.scopes = other;
  char path[] = "/tmp/adjudge-report-XXXXXX", error[MERGE_ERROR], *texts[] = {json_of(&report), json_of(&rest)};
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  Merge *merge = calloc(1, sizeof *merge);
  assert_non_null(merge);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(ftruncate(descriptor, 0), 0);
    assert_int_equal(pwrite(descriptor, texts[i], strlen(texts[i]), 0), strlen(texts[i]));
    if (!merge_add(merge, path, error)) fail_msg("%s", error);
    Account account = report_account(&merge->report, (ReportGate){.allow_undecided = true});
    assert_int_equal(account_exit(&account, false), 1);
    assert_int_equal(account.missing, i == 0);
    assert_int_equal(merge->report.scopes[0].refutation_count, 1);
    assert_string_equal(merge->report.scopes[0].refutations[0].witness.found, "-1/4");
  }
  merge_free(merge);
  memset(merge, 0, sizeof *merge);
  free(texts[0]);
  found.witness.index = 18; /* of the other part */
  texts[0] = json_of(&report);
  assert_int_equal(ftruncate(descriptor, 0), 0);
  assert_int_equal(pwrite(descriptor, texts[0], strlen(texts[0]), 0), strlen(texts[0]));
  assert_false(merge_add(merge, path, error));
  (void)close(descriptor);
  (void)unlink(path);
  merge_free(merge);
  free(merge), free(texts[0]), free(texts[1]), free(scope), free(other);
}

/* ----------------------------------------------------------------- programs -- */

static const char *file_of(void *state, Rank k) {
  (void)state, (void)k;
  return "file.adj";
}
static const char *name_of(void *state, Rank k) {
  (void)state;
  return k == 0 ? "first" : k == 1 ? "second" : "beyond";
}

/* Each program of a file is in the page once, and none besides. */
static void test_programs(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  ProgramVerdict *verdicts = calloc(3, sizeof *verdicts);
  assert_non_null(verdicts);
  verdicts[0].refuted = true;
  scope->scope.count = 2, scope->scope.label = file_of, scope->scope.title = name_of;
  scope->result.programs = verdicts;
  char *page = page_of(scope);
  const char *first = strstr(page, "<span class=\"tag refuted\">"), *second = strstr(page, "</span> <b>second</b>");
  assert_true(first != NULL && second != NULL && first < second && strstr(first, "</span> <b>first</b>") != NULL);
  assert_null(strstr(page, "beyond"));
  free(page), free(verdicts), free(scope);
}

static uint32_t times(const char *text, const char *word) {
  uint32_t count = 0;
  for (; (text = strstr(text, word)) != NULL; text++) count++;
  return count;
}

static bool write_page(const Report *report, FILE *out) { return report_print(report, out, false); }

/* In JUnit a law is skipped where it decided nothing, whatever else there was. */
static void test_junit_skipped(void **state) {
  (void)state;
  static const Outcome passes[] = {OUTCOME_PROVED, OUTCOME_DECIDED, OUTCOME_HOLDS};
  for (uint32_t k = 0; k < 9; k++) {
    ReportScope *scope = scope_new();
    Report report = {.scopes = scope, .count = 1};
    uint64_t *n = scope->result.tally.count[LAW_AD_FWD][1];
    n[OUTCOME_REFUTED] = n[OUTCOME_HOLDS] = 0, n[OUTCOME_UNDECIDED] = 3;
    n[passes[k / 3]] = k % 3;
    char *junit = junit_of(&report);
    assert_int_equal(times(junit, "<skipped message=\"nothing decided\"/>"), k % 3 == 0);
    assert_int_equal(times(junit, k % 3 == 0 ? "skipped=\"1\"" : "skipped=\"0\""), 1);
    free(junit), free(scope);
  }
}

/* Of many programs those that are not decided are listed, twelve of them, and the others counted; of twelve all. */
static void test_programs_listed(void **state) {
  (void)state;
  for (uint32_t open = 0; open <= 16; open++) {
    for (uint32_t count = open < 12 ? 12 : open; count <= 17; count++) {
      char more[80];
      ReportScope *scope = scope_new();
      ProgramVerdict verdicts[17] = {{.tried = false}};
      Report report = {.scopes = scope, .count = 1};
      for (uint32_t k = open; k < count; k++) verdicts[k].tried = true, verdicts[k].found = FOR_ALL_DECIDED;
      scope->scope.count = count, scope->scope.label = file_of, scope->scope.title = name_of;
      scope->result.programs = verdicts;
      char *page = text_of(&report, write_page);
      assert_int_equal(times(page, "file.adj: "), count == 12 ? 12 : open < 12 ? open : 12);
      (void)snprintf(more, sizeof more, "  and %u more that are not decided: --full\n", open > 12 ? open - 12 : 0);
      assert_int_equal(times(page, more), open > 12);
      assert_int_equal(times(page, "more that are not decided"), open > 12);
      assert_int_equal(times(page, "all programs of files are decided"), count > 12 && open == 0);
      free(page), free(scope);
    }
  }
}

static Status make_program(void *state, Rank index, SpaceCase *out) {
  const Module *module = state;
  *out = (SpaceCase){.program = module->definitions[index].program};
  return STATUS_OK;
}

/* What gradients cost is measured of each program that runs, and pairs of constructs are counted; what is written stays
 * in the picture, the numbers of a scale beside its lines. */
static void test_plots(void **state) {
  (void)state;
  Store *store = store_new((uint32_t)1 << 20);
  assert_non_null(store);
  Module module = module_read(store, "def f (x : real) (y : real) = x * y  def g (x : real^3) (i : Int) = sum x  "
                                     "def h (x : real) = let y = sin x in y * y + x");
  ReportScope scope = {.scope = {.count = 3, .make = make_program, .state = &module}};
  char *text = plots_make(store, &scope, 1);
  assert_non_null(text);
  static const char *const has[] = {"of 3 programs drawn evenly", "; 3 programs ran there",
                                    "3 pairs of constructs came up", NULL}; /* let op, op op, op var */
  expect_all(text, has);
  const char *at = text, *axis = strstr(text, "nodes of the program</text>");
  int line = 0, label = 0, lines = 0, lowest = 0, last = 0;
  while ((at = strstr(at, "<path class=\"a\" d=\"M0 ")) != NULL) {
    assert_int_equal(sscanf(at, "<path class=\"a\" d=\"M0 %dH560\"/><text x=\"-4\" y=\"%d\"", &line, &label), 2);
    assert_true(label > line && label < line + 8);
    at++, lines++;
  }
  assert_true(lines >= 2);
  for (at = text; at < axis && (at = strstr(at, "<text x=\"")) != NULL && at < axis; at++) {
    assert_int_equal(sscanf(strstr(at, "y=\""), "y=\"%d\"", &last), 1);
    assert_true(last >= -8 && last <= 180); /* viewBox */
    lowest = last > lowest ? last : lowest;
  }
  assert_true(last == lowest && last > 150); /* the axis' name below everything */
  free(text);
  text_free_module(&module);
  store_free(store);
}

/* A run that was cut short shows it in every form, whatever held. */
static void test_incomplete(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  scope->result.tally.count[LAW_AD_FWD][1][OUTCOME_REFUTED] = scope->result.tally.instances[OUTCOME_REFUTED] = 0;
  Report report = {.command = "bmc", .scopes = scope, .count = 1};
  Account account = report_account(&report, (ReportGate){.allow_undecided = true});
  assert_int_equal(account_exit(&account, true), 0);
  scope->result.done = 11;
  account = report_account(&report, (ReportGate){.allow_undecided = true});
  assert_int_equal(account_exit(&account, false), 4);
  static const char *const said[] = {"11 of 12 programs were checked", NULL};
  expect_all(account.missing_text, said);
  static const char *const junit_has[] = {"errors=\"1\"", "<error message=", "11 of 12 programs", NULL};
  static const char *const json_has[] = {"\"complete\": false", NULL};
  static const char *const page_has[] = {">incomplete</p>", "Incomplete: not every program was checked", NULL};
  char *junit = junit_of(&report), *json = json_of(&report), *page = page_of(scope);
  expect_all(junit, junit_has);
  expect_all(json, json_has);
  expect_all(page, page_has);
  free(junit), free(json), free(page);
  free(scope);
}

/* The worst that happened colours a cell: one instance undecided, and it is no longer green. */
static void test_undecided_cell(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  uint64_t *n = scope->result.tally.count[LAW_AD_FWD][1];
  n[OUTCOME_REFUTED] = 0, n[OUTCOME_PROVED] = 9, n[OUTCOME_UNDECIDED] = 1;
  char *page = page_of(scope);
  assert_non_null(strstr(page, "<td class=\"part\" title=\"9 proved"));
  assert_null(strstr(page, "<td class=\"proved\""));
  free(page);
  free(scope);
}

/* Of two witnesses of a law a refutation is kept, then the lower index. */
static void test_witness_before(void **state) {
  (void)state;
  Witness none = {.present = false}, far = {.present = true, .outcome = OUTCOME_DIFFERS, .index = 9};
  Witness near = {.present = true, .outcome = OUTCOME_DIFFERS, .index = 1};
  Witness refuted = {.present = true, .outcome = OUTCOME_REFUTED, .index = 20};
  assert_true(witness_before(&far, &none));
  assert_false(witness_before(&none, &far));
  assert_true(witness_before(&near, &far));
  assert_false(witness_before(&near, &near));
  assert_true(witness_before(&refuted, &near));
  assert_false(witness_before(&near, &refuted));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_page),
      cmocka_unit_test(test_pictures),
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_skipped),
      cmocka_unit_test(test_words_of_the_schema),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_figures),
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_difference_merged),
      cmocka_unit_test(test_counts_merged),
      cmocka_unit_test(test_witnesses_merged),
      cmocka_unit_test(test_many_missing),
      cmocka_unit_test(test_no_reports),
      cmocka_unit_test(test_numbers_of_parts),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_missing_named),
      cmocka_unit_test(test_refuted_part),
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_programs_listed),
      cmocka_unit_test(test_junit_skipped),
      cmocka_unit_test(test_plots),
      cmocka_unit_test(test_incomplete),
      cmocka_unit_test(test_undecided_cell),
      cmocka_unit_test(test_undecided_named),
      cmocka_unit_test(test_witness_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
