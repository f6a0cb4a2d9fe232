/* The report as JSON, for machines, and for `adjudge merge`, which reads it back. */
#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "semantics/text/json_text.h"
#include "verify/campaign/header.h"
#include "verify/campaign/programs.h"
#include "verify/campaign/report.h"

#include <jansson.h>

static const char *engine_name(int slot) { return slot == 0 ? "-" : engines[slot - 1]->name; }

static json_t *json_count(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *json_rows(const Tally *tally) {
  json_t *rows = json_array();
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int engine = 0; engine < LAW_ENGINES; engine++) {
      const uint64_t *n = tally->count[law][engine];
      if (outcomes_none(n) && tally->follows[law][engine] == 0) continue;
      json_t *row = json_object();
      (void)json_object_set_new(row, "law", json_string(law_info((LawId)law)->name));
      (void)json_object_set_new(row, "engine", json_string(engine_name(engine)));
      (void)json_object_set_new(row, "programs", json_count(tally->looked[law][engine]));
      (void)json_object_set_new(row, "by_merging", json_count(tally->follows[law][engine]));
      for (int o = 0; o < OUTCOME_COUNT; o++) {
        (void)json_object_set_new(row, outcome_name((Outcome)o), json_count(n[o]));
      }
      (void)json_array_append_new(rows, row);
    }
  }
  return rows;
}

const char *const report_verdicts[SIZE_VERDICTS] = {"refuted",         "differs", "proved",    "decided",
                                                    "decided_outside", "holds",   "undecided", "by_merging"};

/* Programs by size and verdict; sizes from 32 on are powers of two, meaning up to
 * the next one. */
static json_t *json_sizes(const Tally *tally) {
  json_t *rows = json_array();
  for (uint32_t row = 0; row < TALLY_SIZES; row++) {
    const uint64_t *n = tally->by_size[row];
    if (tally_row_total(tally, row) == 0) continue;
    json_t *object = json_object();
    (void)json_object_set_new(object, "size", json_count(tally_row_size(row)));
    for (int v = 0; v < SIZE_VERDICTS; v++) (void)json_object_set_new(object, report_verdicts[v], json_count(n[v]));
    (void)json_array_append_new(rows, object);
  }
  return rows;
}

static json_t *json_witness(const Witness *w) {
  json_t *object = json_object();
  char index[48];
  (void)rank_print(w->index, index, sizeof index);
  json_set_text(object, "index", index);
  json_set_text(object, "engine", engine_name(w->engine));
  json_set_text(object, "evaluator", w->evaluator);
  json_set_text(object, "what", w->what);
  json_set_text(object, "input", w->input);
  json_set_text(object, "tangent", w->tangent);
  json_set_text(object, "cotangent", w->cotangent);
  json_set_text(object, "exact_input", w->exact_input);
  json_set_text(object, "exact_tangent", w->exact_tangent);
  json_set_text(object, "exact_cotangent", w->exact_cotangent);
  json_set_text(object, "expected", w->expected);
  json_set_text(object, "found", w->found);
  return object;
}

static json_t *json_refutation(const Refutation *refutation) {
  json_t *object = json_object();
  const LawInfo *law = law_info(refutation->witness.law);
  json_set_text(object, "law", law->name);
  json_set_text(object, "statement", law->statement);
  json_set_text(object, "source", law->source);
  json_set_text(object, "program", refutation->program);
  (void)json_object_set_new(object, "witness", json_witness(&refutation->witness));
  if (refutation->shrunk.present) {
    json_set_text(object, "smallest_program", refutation->shrunk_program);
    (void)json_object_set_new(object, "smallest_size", json_count(refutation->shrunk_size));
    (void)json_object_set_new(object, "smallest_witness", json_witness(&refutation->shrunk));
  }
  json_set_text(object, "certified", refutation->certified);
  json_set_text(object, "rules", refutation->rules);
  json_set_text(object, "replay", refutation->replay);
  return object;
}

static json_t *json_refutations(const ReportScope *scope, bool differences) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < scope->refutation_count; i++) {
    const Refutation *refutation = &scope->refutations[i];
    if (report_differs(refutation) == differences) (void)json_array_append_new(list, json_refutation(refutation));
  }
  return list;
}

static json_t *json_unexercised(void) {
  json_t *rules = json_array();
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    if (rule_hits[rule] == 0) (void)json_array_append_new(rules, json_string(rule_info((RuleId)rule)->id));
  }
  return rules;
}

const char *const report_certificates[2] = {"checked", "none"};
const char *const report_regions[4] = {"decided", "open", "empty", "outside_the_domain"};
const char *const report_boundaries[5] = {"smooth", "kink", "jump", "edge", "undecided"};
const char *const report_solver[4] = {"unsat", "sat", "unknown", "lost"};

static json_t *json_counts(const uint64_t *counts, const char *const *names, int length) {
  json_t *object = json_object();
  for (int i = 0; i < length; i++) (void)json_object_set_new(object, names[i], json_count(counts[i]));
  return object;
}

/* "fold map": a map stood in a fold. */
static json_t *json_inside(const Tally *tally) {
  json_t *list = json_array();
  for (int a = 1; a < TERM_KIND_COUNT; a++) {
    for (int b = 1; b < TERM_KIND_COUNT; b++) {
      if ((tally->inside[a] >> b & 1) == 0) continue;
      json_t *pair = json_sprintf("%s %s", term_info((TermKind)a)->name, term_info((TermKind)b)->name);
      (void)json_array_append_new(list, pair);
    }
  }
  return list;
}

static json_t *json_scope(const ReportScope *scope) {
  const ScopeResult *result = &scope->result;
  const Tally *tally = &result->tally;
  json_t *object = json_object(), *degrees = json_array();
  char text[48];
  json_set_text(object, "scope", scope->scope.name);
  json_set_text(object, "space", scope->scope.space);
  json_set_text(object, "details", scope->scope.details);
  (void)rank_print(scope->scope.first, text, sizeof text);
  json_set_text(object, "first", text);
  (void)rank_print(scope->scope.total, text, sizeof text);
  json_set_text(object, "of", text);
  if (scope->scope.shards > 1) {
    (void)snprintf(text, sizeof text, "%u/%u", scope->scope.shard, scope->scope.shards);
    json_set_text(object, "shard", text);
  }
  if (scope->scope.index != NULL || scope->scope.drawn) (void)json_object_set_new(object, "drawn", json_true());
  (void)rank_print(scope->scope.count, text, sizeof text);
  json_set_text(object, "programs", text);
  (void)rank_print(result->done, text, sizeof text);
  json_set_text(object, "done", text);
  (void)json_object_set_new(object, "by_merging", json_count(tally->merged));
  (void)json_object_set_new(object, "audited", json_count(tally->audited));
  (void)json_object_set_new(object, "audited_apart", json_count(tally->apart));
  (void)json_object_set_new(object, "interrupted", json_boolean(result->interrupted));
  if (scope->scope.label != NULL) {
    (void)snprintf(text, sizeof text, "%016llx", (unsigned long long)scope->scope.source);
    json_set_text(object, "source", text);
  }
  (void)json_object_set_new(object, "lost", json_count(result->lost));
  (void)json_object_set_new(object, "decided_for_all_inputs", json_count(tally_decided(tally)));
  (void)json_object_set_new(object, "of_these_by_normal_forms", json_count(result->tally.for_all[FOR_ALL_SYMBOLIC]));
  (void)json_object_set_new(object, "of_these_by_regions", json_count(result->tally.for_all[FOR_ALL_PATHS]));
  (void)json_object_set_new(object, "decided_outside_a_thin_set", json_count(tally->for_all[FOR_ALL_ALMOST]));
  (void)json_object_set_new(object, "defined_nowhere", json_count(tally->for_all[FOR_ALL_NOWHERE]));
  (void)json_object_set_new(object, "open_for_all_inputs", json_count(result->tally.for_all[FOR_ALL_OPEN]));
  (void)json_object_set_new(object, "too_large_for_all_inputs", json_count(result->tally.for_all[FOR_ALL_GUARD]));
  (void)json_object_set_new(object, "outside_for_all_inputs", json_count(result->tally.for_all[FOR_ALL_OUTSIDE]));
  (void)json_object_set_new(object, "regions", json_counts(tally->regions, report_regions, 4));
  (void)json_object_set_new(object, "boundaries", json_counts(tally->boundaries, report_boundaries, 5));
  (void)json_object_set_new(object, "solver", json_counts(tally->solver, report_solver, 4));
  (void)json_object_set_new(object, "certificates", json_counts(tally->certificates, report_certificates, 2));
  (void)json_object_set_new(object, "certified_at_a_point", json_count(result->tally.certified));
  if (scope->scope.label != NULL) (void)json_object_set_new(object, "programs_of_files", programs_json(scope));
  (void)json_object_set_new(object, "sizes", json_sizes(&result->tally));
  (void)json_object_set_new(object, "laws", json_rows(&result->tally));
  for (int i = 0; i < 16; i++) (void)json_array_append_new(degrees, json_count(result->tally.degree[i]));
  (void)json_object_set_new(object, "degrees", degrees);
  (void)json_object_set_new(object, "inside", json_inside(tally));
  (void)json_object_set_new(object, "widest_enclosure", json_real(result->tally.widest));
  (void)json_object_set_new(object, "refutations", json_refutations(scope, false));
  (void)json_object_set_new(object, "differences", json_refutations(scope, true));
  return object;
}

bool report_write_json(const Report *report, FILE *out) {
  json_t *root = json_object(), *scopes = json_array();
  Account account = report_account(report, (ReportGate){.allow_undecided = true});
  json_set_text(root, "tool", "adjudge");
  (void)json_object_set_new(root, "header", header_json(report));
  (void)json_object_set_new(root, "complete", json_boolean(account.missing == 0));
  for (uint32_t i = 0; i < report->count; i++) (void)json_array_append_new(scopes, json_scope(&report->scopes[i]));
  (void)json_object_set_new(root, "scopes", scopes);
  (void)json_object_set_new(root, "rules_not_exercised", json_unexercised());
  bool written = root != NULL && json_dumpf(root, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
  json_decref(root);
  return written;
}
