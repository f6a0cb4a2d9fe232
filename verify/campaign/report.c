#include "verify/campaign/report.h"

#include "ad/engine.h"
#include "semantics/core/rules.h"
#include "verify/campaign/programs.h"
#include "verify/laws/frechet_equations.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *engine_name(int slot) { return slot == 0 ? "-" : engines[slot - 1]->name; }

static bool decided(const Tally *tally) {
  return tally_total(tally, OUTCOME_HOLDS) + tally_total(tally, OUTCOME_PROVED) > 0;
}

int report_exit_code(const Report *report, bool allow_undecided) {
  bool undecided = false;
  for (uint32_t i = 0; i < report->count; i++) {
    const ScopeResult *result = &report->scopes[i].result;
    if (tally_total(&result->tally, OUTCOME_REFUTED) > 0 || result->crashed > 0) return 1;
    undecided = undecided || result->interrupted || result->lost > 0 || !decided(&result->tally);
    if (allow_undecided) continue;
    undecided = undecided || tally_total(&result->tally, OUTCOME_UNDECIDED) > 0 ||
                tally_total(&result->tally, OUTCOME_LIMIT) > 0 || tally_total(&result->tally, OUTCOME_UNABLE) > 0;
  }
  return undecided ? 3 : 0;
}

/* --------------------------------------------------------------- table -- */

static void print_row(FILE *out, const char *law, const char *engine, const uint64_t *n) {
  unsigned long long skipped = n[OUTCOME_DOMAIN] + n[OUTCOME_UNABLE] + n[OUTCOME_LIMIT] + n[OUTCOME_REFUSED];
  (void)fprintf(out, "  %-20s %-26s %12llu %12llu %9llu %9llu %9llu\n", law, engine,
                (unsigned long long)n[OUTCOME_PROVED], (unsigned long long)n[OUTCOME_HOLDS],
                (unsigned long long)n[OUTCOME_REFUTED], (unsigned long long)n[OUTCOME_UNDECIDED], skipped);
}

/* Rows of laws first..last added into one, one row an engine. */
static void print_group(FILE *out, const Tally *tally, const char *name, LawId first, LawId last) {
  for (int engine = 0; engine < LAW_ENGINES; engine++) {
    uint64_t sum[OUTCOME_COUNT] = {0};
    for (int law = (int)first; law <= (int)last; law++) {
      for (int o = 0; o < OUTCOME_COUNT; o++) sum[o] += tally->count[law][engine][o];
    }
    if (!outcomes_none(sum)) print_row(out, name, engine_name(engine), sum);
  }
}

static void print_laws(FILE *out, const Tally *tally, bool full) {
  for (int law = 0; law < LAW_COUNT; law++) {
    LawId last = (LawId)law;
    const char *name = law_info((LawId)law)->name;
    if (!full && law == LAW_BE_LET_BETA) {
      last = law_of_equation((EquationId)(EQUATION_COUNT - 1));
      name = "BE-*, ITER, ARR-*";
    } else if (!full && law == LAW_LM_AT_COMPOSE) {
      last = LAW_LM_VS_PLUS_TIMES;
      name = "LM-* (linear maps)";
    } else if (!full && law == LAW_FR_APPLY) {
      last = (LawId)((int)LAW_FR_APPLY + FR_EQUATION_COUNT - 1);
      name = "FR-* (Frechet)";
    } else if (!full && law == LAW_SIMP_LAM_APP_LET) {
      last = law_of_simplification((SimplifyRule)(SIMPLIFY_COUNT - 1));
      name = "SIMP-* (Table 1)";
    }
    print_group(out, tally, name, (LawId)law, last);
    law = (int)last;
  }
}

static void print_refutation(FILE *out, const Refutation *refutation) {
  const Witness *w = refutation->shrunk.present ? &refutation->shrunk : &refutation->witness;
  const LawInfo *law = law_info(w->law);
  (void)fprintf(out, "\n  REFUTED %s: %s (%s)\n", law->name, law->statement, law->source);
  (void)fprintf(out, "    engine %s, evaluator %s, %s\n", engine_name(w->engine), w->evaluator[0] ? w->evaluator : "-",
                w->what);
  if (refutation->shrunk_program != NULL) {
    (void)fprintf(out, "    smallest program found, %llu nodes:\n      %s\n",
                  (unsigned long long)refutation->shrunk_size, refutation->shrunk_program);
  }
  if (refutation->program != NULL) (void)fprintf(out, "    from: %s\n", refutation->program);
  (void)fprintf(out, "    at input  (%s)\n    tangent   (%s)\n", w->input, w->tangent);
  if (w->cotangent[0] != '\0') (void)fprintf(out, "    cotangent (%s)\n", w->cotangent);
  (void)fprintf(out, "    expected  (%s)\n    found     (%s)\n", w->expected, w->found);
  if (refutation->certified[0] != '\0') (void)fprintf(out, "    certified %s\n", refutation->certified);
  if (refutation->rules[0] != '\0') (void)fprintf(out, "    rules     %s\n", refutation->rules);
  (void)fprintf(out, "    again: adjudge %s\n", refutation->replay);
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
    (void)fprintf(out, "  regions: %llu proved, %llu open, %llu empty, %llu outside the domain\n",
                  (unsigned long long)r[0], (unsigned long long)r[1], (unsigned long long)r[2],
                  (unsigned long long)r[3]);
  }
  if (b[0] + b[1] + b[2] + b[3] + b[4] > 0) {
    (void)fprintf(out, "  boundaries: %llu smooth to first order, %llu kinks, %llu jumps, %llu edges, %llu undecided\n",
                  (unsigned long long)b[0], (unsigned long long)b[1], (unsigned long long)b[2],
                  (unsigned long long)b[3], (unsigned long long)b[4]);
  }
  if (s[0] + s[1] + s[2] + s[3] > 0) {
    (void)fprintf(out, "  solver: %llu questions without a point, %llu with one, %llu given up, %llu at a limit\n",
                  (unsigned long long)s[0], (unsigned long long)s[1], (unsigned long long)s[2],
                  (unsigned long long)s[3]);
  }
}

static void print_scope(FILE *out, const ReportScope *scope, bool full) {
  const ScopeResult *result = &scope->result;
  const Tally *tally = &result->tally;
  char count[48], done[48];
  (void)rank_print(scope->scope.count, count, sizeof count);
  (void)rank_print(result->done, done, sizeof done);
  (void)fprintf(out, "\n%s: %s of %s programs, %.1f s\n", scope->scope.name, done, count, result->seconds);
  print_indented(out, scope->scope.details);
  (void)fprintf(out, "  %-20s %-26s %12s %12s %9s %9s %9s\n", "law", "engine", "proved", "holds", "refuted",
                "undecided", "skipped");
  print_laws(out, tally, full);
  unsigned long long skips[4] = {tally_total(tally, OUTCOME_DOMAIN), tally_total(tally, OUTCOME_UNABLE),
                                 tally_total(tally, OUTCOME_LIMIT), tally_total(tally, OUTCOME_REFUSED)};
  if (skips[0] + skips[1] + skips[2] + skips[3] > 0) {
    (void)fprintf(
        out,
        "  skipped: %llu outside the domain, %llu not available in the ring, %llu at a limit, %llu not in the "
        "engine's language\n",
        skips[0], skips[1], skips[2], skips[3]);
  }
  const uint64_t *for_all = tally->for_all;
  uint64_t tried = 0;
  for (int i = 0; i < FOR_ALL_COUNT; i++) tried += for_all[i];
  if (tried > 0) {
    (void)fprintf(
        out,
        "  for all inputs: %llu programs decided (%llu polynomials, %llu by normal forms, %llu by regions), %llu "
        "open, %llu too large, %llu outside the fragment\n",
        (unsigned long long)(for_all[FOR_ALL_DECIDED] + for_all[FOR_ALL_SYMBOLIC] + for_all[FOR_ALL_PATHS]),
        (unsigned long long)for_all[FOR_ALL_DECIDED], (unsigned long long)for_all[FOR_ALL_SYMBOLIC],
        (unsigned long long)for_all[FOR_ALL_PATHS], (unsigned long long)for_all[FOR_ALL_OPEN],
        (unsigned long long)for_all[FOR_ALL_GUARD], (unsigned long long)for_all[FOR_ALL_OUTSIDE]);
    uint64_t left = for_all[FOR_ALL_OPEN] + for_all[FOR_ALL_GUARD] + for_all[FOR_ALL_OUTSIDE];
    if (left > 0) {
      (void)fprintf(out, "  of the other %llu programs %llu hold at a point by certified enclosures (T3)\n",
                    (unsigned long long)left, (unsigned long long)tally->certified);
    }
  }
  print_regions(out, tally);
  programs_print(scope, out);
  if (result->lost > 0) (void)fprintf(out, "  %llu programs could not be made\n", (unsigned long long)result->lost);
  if (result->crashed > 0)
    (void)fprintf(out, "  %u workers died (killed, out of memory, or a defect): their programs were not all checked\n",
                  result->crashed);
  if (result->interrupted) (void)fprintf(out, "  interrupted: the counts are what was established until then\n");
  for (uint32_t i = 0; i < scope->refutation_count; i++) print_refutation(out, &scope->refutations[i]);
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

void report_print(const Report *report, FILE *out, bool full) {
  Tally total;
  double seconds = 0;
  memset(&total, 0, sizeof total);
  for (uint32_t i = 0; i < report->count; i++) {
    print_scope(out, &report->scopes[i], full);
    tally_add(&total, &report->scopes[i].result.tally);
    seconds += report->scopes[i].result.seconds;
  }
  if (full) print_rules(out);
  uint64_t skipped = tally_total(&total, OUTCOME_DOMAIN);
  skipped +=
      tally_total(&total, OUTCOME_UNABLE) + tally_total(&total, OUTCOME_LIMIT) + tally_total(&total, OUTCOME_REFUSED);
  (void)fprintf(out,
                "\ntotal: %llu programs, %llu law instances proved, %llu hold, %llu refuted, %llu undecided, %llu "
                "skipped, %.1f s\n",
                (unsigned long long)total.programs, (unsigned long long)tally_total(&total, OUTCOME_PROVED),
                (unsigned long long)tally_total(&total, OUTCOME_HOLDS),
                (unsigned long long)tally_total(&total, OUTCOME_REFUTED),
                (unsigned long long)tally_total(&total, OUTCOME_UNDECIDED), (unsigned long long)skipped, seconds);
}

void report_free(Report *report) {
  for (uint32_t i = 0; i < report->count; i++) {
    ReportScope *scope = &report->scopes[i];
    for (uint32_t k = 0; k < scope->refutation_count; k++) {
      free(scope->refutations[k].program);
      free(scope->refutations[k].shrunk_program);
    }
    free(scope->refutations);
    free(scope->result.programs);
  }
  free(report->scopes);
  report->scopes = NULL;
  report->count = 0;
}
