/* What a report comes to: what was refuted, is missing and is undecided, by which the exit code is; and the table of
 * all that was counted, by laws and engines. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "tests/unit/reports.h"

/* A scope of one program, of which AD-FWD holds of one engine. */
static ReportScope one_scope(void) {
  ReportScope scope = {.scope = {.name = "programs", .space = "", .count = 1}, .result = {.done = 1}};
  scope.result.tally.programs = 1;
  scope.result.tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] = scope.result.tally.instances[OUTCOME_HOLDS] = 1;
  return scope;
}

static void count_one(ReportScope *scope, LawId law, int slot, Outcome outcome) {
  scope->result.tally.count[law][slot][outcome]++;
  scope->result.tally.instances[outcome]++;
}

static Account account_of(ReportScope *scope, const char *const *asked, uint32_t count, bool allow) {
  Report report = {.scopes = scope, .count = 1, .asked = asked, .asked_count = count};
  return report_account(&report, (ReportGate){.allow_undecided = allow});
}

static void assert_undecided(const Account *account, const char *text) {
  assert_int_equal(account->undecided, text[0] == '\0' ? 0 : 1);
  assert_string_equal(account->undecided_text, text);
}

/* One instance of one engine is enough to decide something, to refute and to differ. */
static void one_is_enough(void **state) {
  (void)state;
  static const struct {
    Outcome outcome;
    bool decides, refuted, differs;
  } table[] = {{OUTCOME_PROVED, true, false, false},   {OUTCOME_DECIDED, true, false, false},
               {OUTCOME_HOLDS, true, false, false},    {OUTCOME_REFUTED, false, true, false},
               {OUTCOME_DIFFERS, false, false, true},  {OUTCOME_UNDECIDED, false, false, false},
               {OUTCOME_REFUSED, false, false, false}, {OUTCOME_DOMAIN, false, false, false}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    ReportScope scope = {.scope = {.name = "programs", .space = "", .count = 1}, .result = {.done = 1}};
    count_one(&scope, LAW_AD_FWD, LAW_ENGINES - 1, table[k].outcome);
    Account account = account_of(&scope, NULL, 0, true);
    assert_int_equal(account.refuted, table[k].refuted);
    assert_int_equal(account.differs, table[k].differs);
    assert_int_equal(account.missing, 0);
    bool law_lacks = table[k].outcome == OUTCOME_UNDECIDED || table[k].outcome == OUTCOME_DOMAIN;
    assert_int_equal(account.undecided, (table[k].decides ? 0 : 1) + (law_lacks ? 1 : 0));
    assert_string_equal(account.undecided_text, table[k].decides ? "" : "programs: nothing was decided");
  }
}

/* A law that was tried and never decided is told, the first and the last one too, and one that was asked, by name or
 * pattern, and never tried. */
static void laws_without_a_decision(void **state) {
  (void)state;
  static const LawId laws[] = {(LawId)0, (LawId)(LAW_COUNT - 1), LAW_AD_REV};
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    ReportScope scope = one_scope();
    char text[120];
    scope.result.tally.count[LAW_AD_FWD][1][OUTCOME_HOLDS] = 0;
    scope.result.tally.count[LAW_AD_PRIMAL][1][OUTCOME_HOLDS] = 1;
    count_one(&scope, laws[k], 2, OUTCOME_UNDECIDED);
    (void)snprintf(text, sizeof text, "law %s: no instance was decided", law_info(laws[k])->name);
    Account account = account_of(&scope, NULL, 0, true);
    assert_undecided(&account, text);
    scope.result.tally.count[laws[k]][2][OUTCOME_UNDECIDED] = 0;
    scope.result.tally.count[laws[k]][2][OUTCOME_REFUSED] = 1; /* no trial */
    account = account_of(&scope, NULL, 0, true);
    assert_undecided(&account, "");
  }
  const char *const asked[] = {"AD-FWD", law_info((LawId)(LAW_COUNT - 1))->name};
  ReportScope scope = one_scope();
  Account account = account_of(&scope, asked, 1, true);
  assert_undecided(&account, "");
  account = account_of(&scope, asked, 2, true);
  assert_int_equal(account.undecided, 1);
  assert_non_null(strstr(account.undecided_text, asked[1]));
  count_one(&scope, (LawId)(LAW_COUNT - 1), 1, OUTCOME_HOLDS);
  account = account_of(&scope, asked, 2, true);
  assert_undecided(&account, "");
  scope.result.tally.count[LAW_COUNT - 1][1][OUTCOME_HOLDS] = 0;
  count_one(&scope, (LawId)(LAW_COUNT - 1), 1, OUTCOME_REFUTED);
  account = account_of(&scope, asked, 2, true);
  assert_undecided(&account, "");
  assert_true(account.refuted);
}

/* Instances that are undecided, at a limit, or of no ring, unless they are allowed. */
static void instances_undecided(void **state) {
  (void)state;
  static const Outcome outcomes[] = {OUTCOME_UNDECIDED, OUTCOME_LIMIT, OUTCOME_UNABLE};
  for (int k = 0; k < 3; k++) {
    ReportScope scope = one_scope();
    char text[120];
    count_one(&scope, LAW_AD_FWD, 2, outcomes[k]);
    Account account = account_of(&scope, NULL, 0, true);
    assert_undecided(&account, "");
    account = account_of(&scope, NULL, 0, false);
    (void)snprintf(text, sizeof text, "programs: %d instances undecided, %d at a limit, %d not available in the ring",
                   k == 0, k == 1, k == 2);
    assert_undecided(&account, text);
  }
  ReportScope scope = one_scope();
  for (int k = 0; k < 2; k++) count_one(&scope, LAW_AD_FWD, 2, k == 0 ? OUTCOME_LIMIT : OUTCOME_UNABLE);
  Account account = account_of(&scope, NULL, 0, false);
  assert_undecided(&account, "programs: 0 instances undecided, 1 at a limit, 1 not available in the ring");
}

/* What was not done, and how much of it. */
static void what_is_missing(void **state) {
  (void)state;
  static const char *const texts[] = {
      "programs: 1 program could not be read",
      "programs: 2 programs could not be read",
      "programs: 5 of 7 programs were checked, then the run was interrupted; missing: --shard 2/3",
      "programs: 6 of 7 programs were checked; 1 could not be made, were not judged to the end, or ended each worker",
      "programs: nothing was merged: 1 audited programs are not what their parts make them",
      "programs: 1 witness was not made small: the run was interrupted",
      "programs: 2 witnesses were not made small: the run was interrupted"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    ReportScope scope = one_scope();
    scope.scope.count = scope.result.done = 7;
    if (k < 2) scope.scope.not_read = (uint32_t)k + 1;
    if (k == 2) scope.result.done = 5, scope.result.interrupted = true;
    if (k == 2) (void)snprintf(scope.missing, sizeof scope.missing, "--shard 2/3");
    if (k == 3) scope.result.done = 6, scope.result.lost = 1;
    if (k == 4) scope.result.tally.apart = 1;
    if (k >= 5) scope.as_found = (uint32_t)k - 4;
    Account account = account_of(&scope, NULL, 0, false);
    assert_int_equal(account.missing, 1);
    assert_string_equal(account.missing_text, texts[k]);
    assert_int_equal(account.undecided, 0);
  }
  Account account = report_account(&(Report){.count = 0}, (ReportGate){.strict = false});
  assert_string_equal(account.missing_text, "no programs were looked at");
  ReportScope scope = one_scope();
  account = report_account(&(Report){.scopes = &scope, .count = 1, .page_lacks = true}, (ReportGate){.strict = false});
  assert_string_equal(account.missing_text, "parts of the page were not made: a process died, or was interrupted");
  account =
      report_account(&(Report){.scopes = &scope, .count = 1, .journal_lacks = true}, (ReportGate){.strict = false});
  assert_string_equal(account.missing_text, "the journal could not be written to its end");
}

static bool write_table(const Report *report, FILE *out) { return report_print(report, out, true); }

static void expect_lines(ReportScope *scope, const char *const *there, const char *const *absent) {
  Report report = {.command = "test", .scopes = scope, .count = 1};
  char *text = text_of(&report, write_table);
  expect_all(text, there);
  for (; *absent != NULL; absent++) {
    if (strstr(text, *absent) != NULL) fail_msg("there: %s\nin %s", *absent, text);
  }
  free(text);
}

/* Each count stands in its place, and what counts nothing is not told. */
static void counts_in_their_places(void **state) {
  (void)state;
  ReportScope scope = one_scope();
  Tally *tally = &scope.result.tally;
  static const char *const nothing[] = {
      "  regions:", "  boundaries:", "  solver:", "  skipped:", "  certificates:", "  for all inputs:", NULL};
  static const char *const none[] = {NULL};
  expect_lines(&scope, none, nothing);
  for (int o = 0; o < OUTCOME_COUNT; o++) {
    tally->count[LAW_AD_FWD][0][o] = 11 + (uint64_t)o;
    tally->instances[o] += 11 + (uint64_t)o;
  }
  for (uint64_t i = 0; i < 4; i++) tally->regions[i] = 101 + i;
  for (uint64_t i = 0; i < 5; i++) tally->boundaries[i] = 201 + i;
  for (uint64_t i = 0; i < 4; i++) tally->solver[i] = 301 + i;
  for (uint64_t i = 0; i < 2; i++) tally->certificates[i] = 401 + i;
  for (uint64_t i = 0; i < FOR_ALL_COUNT; i++) tally->for_all[i] = 501 + i;
  tally->certified = 9;
  tally->follows[LAW_AD_FWD][0] = 77;
  tally->looked[LAW_AD_FWD][0] = 66;
  static const char *const lines[] = {
      "programs: 1 of 1 programs\n",
      /* proved decided holds refuted differs undecided, and 17 + 18 + 19 + 20 skipped */
      "  AD-FWD               -                                    11           12           13        14        16"
      "        15        74  66 of 1, by merging 77\n",
      "  skipped: 17 outside the domain, 18 not available in the ring, 19 at a limit, 20 not in the engine's "
      "language\n",
      "  certificates: 401 derivatives are proved by one, 402 are decided by a tier alone\n",
      "  for all inputs: 1506 programs decided (501 polynomials, 502 by normal forms, 503 by regions), 504 but for a "
      "thin "
      "set, 507 defined nowhere, 505 open, 506 too large, 508 outside the fragment\n",
      "  of the other 1519 programs 9 hold at a point by certified enclosures (T3)\n",
      "  regions: 101 decided, 102 open, 103 empty, 104 outside the domain\n",
      "  boundaries: 201 smooth to first order, 202 kinks, 203 jumps, 204 edges, 205 undecided\n",
      "  solver: 301 questions without a point, 302 with one, 303 given up, 304 lost\n", NULL};
  expect_lines(&scope, lines, none);
}

/* One of a kind is told, whichever it is. */
static void one_of_a_kind(void **state) {
  (void)state;
  static const char *const none[] = {NULL};
  static const char *const kinds[] = {
      "  regions:", "  boundaries:", "  solver:", "  certificates:", "  for all inputs:"};
  static const int sizes[] = {4, 5, 4, 2, FOR_ALL_COUNT};
  for (int kind = 0; kind < 5; kind++) {
    for (int i = 0; i < sizes[kind]; i++) {
      ReportScope scope = one_scope();
      Tally *tally = &scope.result.tally;
      uint64_t *const counts[] = {tally->regions, tally->boundaries, tally->solver, tally->certificates,
                                  tally->for_all};
      const char *const there[] = {kinds[kind], NULL}, *const rest[] = {"of the other 1 programs", NULL};
      counts[kind][i] = 1;
      expect_lines(&scope, there, none);
      bool left = kind == 4 && (i == FOR_ALL_OPEN || i == FOR_ALL_GUARD || i == FOR_ALL_OUTSIDE);
      expect_lines(&scope, left ? rest : none, left ? none : rest);
    }
  }
  static const Outcome skipped[] = {OUTCOME_DOMAIN, OUTCOME_UNABLE, OUTCOME_LIMIT, OUTCOME_REFUSED};
  static const char *const said[] = {"  skipped:", NULL};
  for (int k = 0; k < 4; k++) {
    ReportScope scope = one_scope();
    count_one(&scope, LAW_AD_FWD, 1, skipped[k]);
    expect_lines(&scope, said, none);
  }
}

/* Rules that nothing applied, the first and the last one too; one that was applied once is none. */
static void rules_never_applied(void **state) {
  (void)state;
  ReportScope scope = one_scope();
  char first[120], last[120], count[80];
  for (int rule = 0; rule < RULE_COUNT; rule++) rule_hits[rule] = 1;
  rule_hits[0] = rule_hits[RULE_COUNT - 1] = 0;
  (void)snprintf(count, sizeof count, "\nrules: %d of %d exercised; never: ", RULE_COUNT - 2, RULE_COUNT);
  (void)snprintf(first, sizeof first, "; never: %s, ", rule_info((RuleId)0)->id);
  (void)snprintf(last, sizeof last, ", %s\n", rule_info((RuleId)(RULE_COUNT - 1))->id);
  const char *const there[] = {count, first, last, NULL}, *const absent[] = {rule_info((RuleId)1)->id, NULL};
  expect_lines(&scope, there, absent);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_is_enough),          cmocka_unit_test(laws_without_a_decision),
      cmocka_unit_test(instances_undecided),    cmocka_unit_test(what_is_missing),
      cmocka_unit_test(counts_in_their_places), cmocka_unit_test(one_of_a_kind),
      cmocka_unit_test(rules_never_applied),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
