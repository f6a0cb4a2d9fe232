/* The HTML page: texts of programs are escaped, every part of a refutation is there,
 * counts by size add up, and the picture shows them. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "tests/unit/programs.h"
#include "tests/unit/reports.h"
#include "verify/campaign/families.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/plots.h"
#include "verify/campaign/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool write_junit(const Report *report, FILE *out) { return report_write_junit(report, out), true; }
static bool write_table(const Report *report, FILE *out) { return report_print(report, out, true); }

static char *junit_of(const Report *report) { return text_of(report, write_junit); }
static char *table_of(const Report *report) { return text_of(report, write_table); }

static char *page_of(ReportScope *scope) {
  Report report = {.command = "test", .seed = 7, .scopes = scope, .count = 1};
  return text_of(&report, report_write_html);
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

/* In JSON the first and the last law, size and pair of constructs are told; of a scope whose label is not known no
 * source, and of one that is whole no part. */
static void test_json_ends(void **state) {
  (void)state;
  ReportScope *scope = scope_new();
  Tally *tally = &scope->result.tally;
  enum { LAST = TERM_KIND_COUNT - 1 };
  tally->count[0][0][OUTCOME_HOLDS] = 3;
  tally->count[LAW_COUNT - 1][2][OUTCOME_HOLDS] = 4;
  tally->by_size[0][SIZE_HOLDS] = 5;
  tally->by_size[TALLY_SIZES - 1][SIZE_HOLDS] = 6;
  tally->inside[1] = (uint64_t)1 << LAST | 2;
  tally->inside[LAST] = (uint64_t)1 << 1;
  scope->scope.shard = scope->scope.shards = 1;
  Report report = {.scopes = scope, .count = 1};
  char *text = json_of(&report);
  json_t *root = json_loads(text, 0, NULL), *told = json_array_get(json_object_get(root, "scopes"), 0);
  assert_non_null(told);
  json_t *laws = json_object_get(told, "laws"), *sizes = json_object_get(told, "sizes");
  assert_int_equal(json_array_size(laws), 3);
  json_t *first = json_array_get(laws, 0), *last = json_array_get(laws, 2);
  assert_string_equal(json_string_value(json_object_get(first, "law")), law_info((LawId)0)->name);
  assert_string_equal(json_string_value(json_object_get(first, "engine")), "-");
  assert_int_equal(json_integer_value(json_object_get(first, "holds")), 3);
  assert_string_equal(json_string_value(json_object_get(last, "law")), law_info((LawId)(LAW_COUNT - 1))->name);
  assert_string_equal(json_string_value(json_object_get(last, "engine")), engines[1]->name);
  assert_int_equal(json_integer_value(json_object_get(json_array_get(sizes, 0), "holds")), 5);
  size_t rows = json_array_size(sizes);
  assert_int_equal(json_integer_value(json_object_get(json_array_get(sizes, rows - 1), "holds")), 6);
  json_t *inside = json_object_get(told, "inside");
  static const int pairs[][2] = {{1, 1}, {1, LAST}, {LAST, 1}};
  assert_int_equal(json_array_size(inside), 3);
  for (size_t k = 0; k < 3; k++) {
    char pair[80];
    (void)snprintf(pair, sizeof pair, "%s %s", term_info((TermKind)pairs[k][0])->name,
                   term_info((TermKind)pairs[k][1])->name);
    assert_string_equal(json_string_value(json_array_get(inside, k)), pair);
  }
  assert_null(json_object_get(told, "shard"));
  assert_null(json_object_get(told, "source"));
  json_decref(root);
  free(text);
  report_free(&report);
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

/* Texts that have the form that is asked of them where they stand, and such as have it but for one sign. */
static void test_forms_of_the_schema(void **state) {
  (void)state;
  static const struct {
    const char *key, *text;
    bool good;
  } table[] = {
      {"version", "0.1.0", true},
      {"version", "10.09.123", true},
      {"version", "1.0", false},
      {"version", "1.0.0.0", false},
      {"version", "1..0", false},
      {"version", "1,0,0", false},
      {"version", "/.0.0", false},
      {"version", ":.0.0", false},
      {"version", ".0.0", false},
      {"version", "1.0.", false},
      {"source", "0123456789abcdef", true},
      {"source", "0123456789abcde", false},
      {"source", "0123456789abcdef0", false},
      {"source", "0123456789abcdeg", false},
      {"source", "0123456789abcde`", false},
      {"source", "0123456789abcd-f", false},
      {"source", "0123456789Abcdef", false},
      {"first", "0", true},
      {"first", "907", true},
      {"first", "1", true},
      {"first", "00", false},
      {"first", "", false},
      {"first", "-1", false},
      {"first", "1 ", false},
      {"scope", "a", true},
      {"scope", "", false},
      {"shard", "1/1", true},
      {"shard", "10/205", true},
      {"shard", "0/1", false},
      {"shard", "1/", false},
      {"shard", "1", false},
      {"shard", "1/01", false},
      {"shard", "1/1/1", false},
  };
  Report report = {.seed = 1, .scopes = scope_new(), .count = 1};
  char error[200], *text = json_of(&report);
  json_t *root = json_loads(text, 0, NULL), *header = json_object_get(root, "header");
  json_t *scope = json_array_get(json_object_get(root, "scopes"), 0);
  assert_int_equal(json_array_append_new(json_object_get(header, "laws"), json_string("AD-FWD")), 0);
  assert_int_equal(json_array_append_new(json_object_get(header, "spaces"), json_string("poly")), 0);
  (void)json_object_set_new(header, "command", json_string("verify"));
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    json_t *whole = json_deep_copy(root);
    bool of_scope = json_object_get(scope, table[k].key) != NULL || strcmp(table[k].key, "shard") == 0;
    json_t *part = of_scope ? json_array_get(json_object_get(whole, "scopes"), 0) : json_object_get(whole, "header");
    (void)json_object_set_new(part, table[k].key, json_string(table[k].text));
    if (schema_accepts(whole, error, sizeof error) != table[k].good)
      fail_msg("%s \"%s\": %s", table[k].key, table[k].text, table[k].good ? error : "it is taken");
    if (!table[k].good) assert_non_null(strstr(error, table[k].key));
    json_decref(whole);
  }
  const char *const keys[] = {"tool", "rules_not_exercised"}; /* the first and the last */
  for (size_t k = 0; k < 2; k++) {
    json_t *part = json_incref(json_object_get(root, keys[k]));
    (void)json_object_del(root, keys[k]);
    assert_false(schema_accepts(root, error, sizeof error));
    assert_non_null(strstr(error, keys[k]));
    (void)json_object_set_new(root, keys[k], part);
    assert_true(schema_accepts(root, error, sizeof error));
  }
  json_decref(root);
  free(text);
  report_free(&report);
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
      cmocka_unit_test(test_json_ends),
      cmocka_unit_test(test_page),
      cmocka_unit_test(test_pictures),
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_skipped),
      cmocka_unit_test(test_words_of_the_schema),
      cmocka_unit_test(test_forms_of_the_schema),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_figures),
      cmocka_unit_test(test_differences),
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
