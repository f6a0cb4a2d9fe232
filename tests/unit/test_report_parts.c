/* Reports of parts merge to that of the whole, and what does not belong together is refused. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "tests/unit/reports.h"
#include "verify/campaign/merge.h"

#include <unistd.h>

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_difference_merged),
      cmocka_unit_test(test_counts_merged),
      cmocka_unit_test(test_witnesses_merged),
      cmocka_unit_test(test_many_missing),
      cmocka_unit_test(test_no_reports),
      cmocka_unit_test(test_numbers_of_parts),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_missing_named),
      cmocka_unit_test(test_refuted_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
