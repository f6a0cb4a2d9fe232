#include "verify/campaign/report.h"

#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "verify/campaign/figures.h"
#include "verify/campaign/page.h"
#include "verify/campaign/program_pages.h"
#include "verify/campaign/reproduce.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *engine_name(int slot) { return slot == 0 ? "-" : engines[slot - 1]->name; }

static bool decided(const Tally *tally) {
  uint64_t for_all = tally_total(tally, OUTCOME_PROVED) + tally_total(tally, OUTCOME_DECIDED);
  return for_all + tally_total(tally, OUTCOME_HOLDS) > 0;
}

bool report_differs(const Refutation *refutation) { return refutation->witness.outcome == OUTCOME_DIFFERS; }

const Witness *report_witness(const Refutation *refutation) {
  return refutation->shrunk.present ? &refutation->shrunk : &refutation->witness;
}

uint32_t report_differences(const ReportScope *scope) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < scope->refutation_count; i++) count += report_differs(&scope->refutations[i]);
  return count;
}

/* ------------------------------------------------------------- account -- */

static bool decides(const uint64_t *n) { return outcomes_passed(n) + n[OUTCOME_DIFFERS] > 0; }

void report_account_programs(Account *account, const ReportScope *scope) {
  const ScopeResult *result = &scope->result;
  char done[48], count[48], lost[120] = "";
  uint32_t not_read = scope->scope.not_read;
  if (not_read > 0)
    account_missing(account, "%.200s: %" PRIu32 " program%s could not be read", scope->scope.name, not_read,
                    not_read == 1 ? "" : "s");
  if (result->done == scope->scope.count) return;
  (void)rank_print(result->done, done, sizeof done);
  (void)rank_print(scope->scope.count, count, sizeof count);
  if (result->lost > 0)
    (void)snprintf(lost, sizeof lost, "; %llu could not be made, were not judged to the end, or ended each worker",
                   (unsigned long long)result->lost);
  account_missing(account, "%.200s: %s of %s programs were checked%s%s%s%s", scope->scope.name, done, count,
                  result->interrupted ? ", then the run was interrupted" : "", lost,
                  scope->missing[0] == '\0' ? "" : "; missing: ", scope->missing);
}

static void account_instances(Account *account, const ReportScope *scope) {
  const Tally *tally = &scope->result.tally;
  unsigned long long undecided = tally_total(tally, OUTCOME_UNDECIDED), limit = tally_total(tally, OUTCOME_LIMIT),
                     unable = tally_total(tally, OUTCOME_UNABLE);
  if (undecided + limit + unable == 0) return;
  account_undecided(account, "%.200s: %llu instances undecided, %llu at a limit, %llu not available in the ring",
                    scope->scope.name, undecided, limit, unable);
}

static void sum_law(const Tally *tally, int law, uint64_t *sum) {
  for (int slot = 0; slot < LAW_ENGINES; slot++) {
    for (int o = 0; o < OUTCOME_COUNT; o++) sum[o] += tally->count[law][slot][o];
  }
}

/* Each law by name or pattern; of all laws those that were tried, an engine's refusal
 * being no trial. */
static void account_laws(Account *account, const Report *report, const Tally *total) {
  for (uint32_t k = 0; k < report->asked_count; k++) {
    uint64_t sum[OUTCOME_COUNT] = {0};
    for (int law = 0; law < LAW_COUNT; law++) {
      if (law_named((LawId)law, report->asked[k])) sum_law(total, law, sum);
    }
    if (!decides(sum) && sum[OUTCOME_REFUTED] == 0)
      account_undecided(account, "law %.100s: no instance was decided", report->asked[k]);
  }
  for (int law = 0; law < LAW_COUNT; law++) {
    uint64_t sum[OUTCOME_COUNT] = {0};
    sum_law(total, law, sum);
    sum[OUTCOME_REFUSED] = 0;
    if (!outcomes_none(sum) && !decides(sum) && sum[OUTCOME_REFUTED] == 0)
      account_undecided(account, "law %s: no instance was decided", law_info((LawId)law)->name);
  }
}

Account report_account(const Report *report, ReportGate gate) {
  Account account = {.refuted = false};
  Tally *total = calloc(1, sizeof *total);
  for (uint32_t i = 0; i < report->count; i++) {
    const ReportScope *scope = &report->scopes[i];
    account.refuted = account.refuted || tally_total(&scope->result.tally, OUTCOME_REFUTED) > 0;
    account.differs = account.differs || tally_total(&scope->result.tally, OUTCOME_DIFFERS) > 0;
    report_account_programs(&account, scope);
    if (scope->result.tally.apart > 0)
      account_missing(&account, "%.200s: nothing was merged: %llu audited programs are not what their parts make them",
                      scope->scope.name, (unsigned long long)scope->result.tally.apart);
    if (scope->as_found > 0)
      account_missing(&account, "%.200s: %" PRIu32 " witness%s not made small: the run was interrupted",
                      scope->scope.name, scope->as_found, scope->as_found == 1 ? " was" : "es were");
    if (!decided(&scope->result.tally)) account_undecided(&account, "%.200s: nothing was decided", scope->scope.name);
    if (!gate.allow_undecided) account_instances(&account, scope);
    if (total != NULL) tally_add(total, &scope->result.tally);
  }
  if (report->count == 0) account_missing(&account, "no programs were looked at");
  if (report->page_lacks)
    account_missing(&account, "parts of the page were not made: a process died, or was interrupted");
  if (report->journal_lacks) account_missing(&account, "the journal could not be written to its end");
  if (total == NULL)
    account_missing(&account, "limit: out of memory");
  else
    account_laws(&account, report, total);
  free(total);
  return account;
}

/* --------------------------------------------------------------- table -- */

static void print_row(FILE *out, const char *law, const char *engine, const uint64_t *n, const Tally *tally,
                      uint64_t looked, uint64_t follows) {
  char figures[3][FIGURE_SIZE];
  unsigned long long skipped = n[OUTCOME_DOMAIN] + n[OUTCOME_UNABLE] + n[OUTCOME_LIMIT] + n[OUTCOME_REFUSED];
  (void)fprintf(out, "  %-20s %-26s %12llu %12llu %12llu %9llu %9llu %9llu %9llu  %s of %s%s%s\n", law, engine,
                (unsigned long long)n[OUTCOME_PROVED], (unsigned long long)n[OUTCOME_DECIDED],
                (unsigned long long)n[OUTCOME_HOLDS], (unsigned long long)n[OUTCOME_REFUTED],
                (unsigned long long)n[OUTCOME_DIFFERS], (unsigned long long)n[OUTCOME_UNDECIDED], skipped,
                figure(looked, figures[0]), figure(tally->programs, figures[1]), follows == 0 ? "" : ", by merging ",
                follows == 0 ? "" : figure(follows, figures[2]));
}

static void print_laws(FILE *out, const Tally *tally) {
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      const uint64_t *n = tally->count[law][slot];
      if (outcomes_none(n) && tally->follows[law][slot] == 0) continue;
      print_row(out, law_info((LawId)law)->name, engine_name(slot), n, tally, tally->looked[law][slot],
                tally->follows[law][slot]);
    }
  }
}

static void print_indented(FILE *out, const char *lines) {
  for (size_t length = strcspn(lines, "\n"); lines[0] != '\0'; length = strcspn(lines, "\n")) {
    (void)fprintf(out, "  %.*s\n", (int)length, lines);
    lines += length + (lines[length] == '\n');
  }
}

/* What tests on signs part, and what the solver was asked. */
static void print_regions(FILE *out, const Tally *tally) {
  const uint64_t *r = tally->regions, *b = tally->boundaries, *s = tally->solver;
  if (r[0] + r[1] + r[2] + r[3] > 0) {
    (void)fprintf(out, "  regions: %llu decided, %llu open, %llu empty, %llu outside the domain\n",
                  (unsigned long long)r[0], (unsigned long long)r[1], (unsigned long long)r[2],
                  (unsigned long long)r[3]);
  }
  if (b[0] + b[1] + b[2] + b[3] + b[4] > 0) {
    (void)fprintf(out, "  boundaries: %llu smooth to first order, %llu kinks, %llu jumps, %llu edges, %llu undecided\n",
                  (unsigned long long)b[0], (unsigned long long)b[1], (unsigned long long)b[2],
                  (unsigned long long)b[3], (unsigned long long)b[4]);
  }
  if (s[0] + s[1] + s[2] + s[3] > 0) {
    (void)fprintf(out, "  solver: %llu questions without a point, %llu with one, %llu given up, %llu lost\n",
                  (unsigned long long)s[0], (unsigned long long)s[1], (unsigned long long)s[2],
                  (unsigned long long)s[3]);
  }
}

static void print_certificates(FILE *out, const Tally *tally) {
  const uint64_t *count = tally->certificates;
  if (count[0] + count[1] == 0) return;
  (void)fprintf(out, "  certificates: %llu derivatives are proved by one, %llu are decided by a tier alone\n",
                (unsigned long long)count[0], (unsigned long long)count[1]);
}

/* A row for each law and engine. */
static void print_scope(FILE *out, const ReportScope *scope) {
  const ScopeResult *result = &scope->result;
  const Tally *tally = &result->tally;
  char count[48], done[48];
  (void)rank_print(scope->scope.count, count, sizeof count);
  (void)rank_print(result->done, done, sizeof done);
  (void)fprintf(out, "\n%s: %s of %s programs\n", scope->scope.name, done, count);
  print_indented(out, scope->scope.details);
  (void)fprintf(out, "  %-20s %-26s %12s %12s %12s %9s %9s %9s %9s  %s\n", "law", "engine", "proved", "decided",
                "holds", "refuted", "differs", "undecided", "skipped", "programs");
  print_laws(out, tally);
  unsigned long long skips[4] = {tally_total(tally, OUTCOME_DOMAIN), tally_total(tally, OUTCOME_UNABLE),
                                 tally_total(tally, OUTCOME_LIMIT), tally_total(tally, OUTCOME_REFUSED)};
  if (skips[0] + skips[1] + skips[2] + skips[3] > 0) {
    (void)fprintf(
        out,
        "  skipped: %llu outside the domain, %llu not available in the ring, %llu at a limit, %llu not in the "
        "engine's language\n",
        skips[0], skips[1], skips[2], skips[3]);
  }
  print_certificates(out, tally);
  const uint64_t *for_all = tally->for_all;
  uint64_t tried = 0;
  for (int i = 0; i < FOR_ALL_COUNT; i++) tried += for_all[i];
  if (tried > 0) {
    (void)fprintf(
        out,
        "  for all inputs: %llu programs decided (%llu polynomials, %llu by normal forms, %llu by regions), %llu "
        "but for a thin set, %llu defined nowhere, %llu open, %llu too large, %llu outside the fragment\n",
        (unsigned long long)tally_decided(tally), (unsigned long long)for_all[FOR_ALL_DECIDED],
        (unsigned long long)for_all[FOR_ALL_SYMBOLIC], (unsigned long long)for_all[FOR_ALL_PATHS],
        (unsigned long long)for_all[FOR_ALL_ALMOST], (unsigned long long)for_all[FOR_ALL_NOWHERE],
        (unsigned long long)for_all[FOR_ALL_OPEN], (unsigned long long)for_all[FOR_ALL_GUARD],
        (unsigned long long)for_all[FOR_ALL_OUTSIDE]);
    uint64_t left = for_all[FOR_ALL_OPEN] + for_all[FOR_ALL_GUARD] + for_all[FOR_ALL_OUTSIDE];
    if (left > 0) {
      (void)fprintf(out, "  of the other %llu programs %llu hold at a point by certified enclosures (T3)\n",
                    (unsigned long long)left, (unsigned long long)tally->certified);
    }
  }
  print_regions(out, tally);
}

/* Which rules of the sheets the runs applied: coverage as a fact. */
static void print_rules(FILE *out) {
  uint32_t exercised = 0;
  for (int rule = 0; rule < RULE_COUNT; rule++) exercised += rule_hits[rule] > 0;
  (void)fprintf(out, "\nrules: %u of %u exercised", exercised, (unsigned)RULE_COUNT);
  const char *before = "; never: ";
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    if (rule_hits[rule] > 0) continue;
    (void)fprintf(out, "%s%s", before, rule_info((RuleId)rule)->id);
    before = ", ";
  }
  (void)fprintf(out, "\n");
}

static void print_total(FILE *out, const Tally *total) {
  static const struct {
    Outcome outcome;
    const char *word;
  } shown[] = {{OUTCOME_PROVED, "law instances proved"},
               {OUTCOME_DECIDED, "decided"},
               {OUTCOME_HOLDS, "hold"},
               {OUTCOME_REFUTED, "refuted"},
               {OUTCOME_DIFFERS, "differ"},
               {OUTCOME_UNDECIDED, "undecided"}};
  char number[FIGURE_SIZE];
  (void)fprintf(out, "\ntotal: %s programs", figure(total->programs, number));
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
    (void)fprintf(out, ", %s %s", figure(tally_total(total, shown[i].outcome), number), shown[i].word);
  (void)fprintf(out, ", %s skipped\n", figure(tally_skipped(total), number));
}

bool report_print(const Report *report, FILE *out, bool full) {
  Tally *total = calloc(1, sizeof *total);
  if (total == NULL) return false;
  for (uint32_t i = 0; i < report->count; i++) tally_add(total, &report->scopes[i].result.tally);
  page_print(report, total, out, full);
  for (uint32_t i = 0; i < report->count && full; i++) print_scope(out, &report->scopes[i]);
  if (full) print_rules(out);
  print_total(out, total);
  free(total);
  return true;
}

void report_free(Report *report) {
  for (uint32_t i = 0; i < report->count; i++) {
    ReportScope *scope = &report->scopes[i];
    for (uint32_t k = 0; k < scope->refutation_count; k++) {
      free(scope->refutations[k].program);
      free(scope->refutations[k].shrunk_program);
      reproduction_free(&scope->refutations[k].again);
    }
    free(scope->refutations);
    program_pages_free(scope);
    free(scope->result.programs);
  }
  free(report->scopes);
  report->scopes = NULL;
  report->count = 0;
}
