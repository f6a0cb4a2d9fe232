#include "verify/campaign/merge.h"

#include "ad/engine.h"
#include "semantics/core/rules.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------- reading -- */

/* The text of a key, "" when it has none. */
static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

static void copy_text(const json_t *object, const char *key, char *out, size_t size) {
  (void)snprintf(out, size, "%s", text_of(object, key));
}

static uint64_t count_of(const json_t *object, const char *key) {
  json_int_t n = json_integer_value(json_object_get(object, key));
  return n < 0 ? 0 : (uint64_t)n;
}

static bool rank_of(const json_t *object, const char *key, Rank *out) { return rank_parse(text_of(object, key), out); }

/* -1 for a name that is no engine's. */
static int slot_of(const char *name) {
  if (strcmp(name, "-") == 0) return 0;
  for (int k = 0; engines[k] != NULL; k++) {
    if (strcmp(engines[k]->name, name) == 0) return k + 1;
  }
  return -1;
}

static void add_counts(const json_t *object, const char *const *names, int length, uint64_t *out) {
  for (int i = 0; i < length; i++) out[i] += count_of(object, names[i]);
}

static bool add_laws(const json_t *rows, Tally *tally) {
  size_t i;
  const json_t *row;
  json_array_foreach(rows, i, row) {
    LawId law = law_find(text_of(row, "law"));
    int slot = slot_of(text_of(row, "engine"));
    if (law == LAW_COUNT || slot < 0) return false;
    for (int o = 0; o < OUTCOME_COUNT; o++) {
      uint64_t n = count_of(row, outcome_name((Outcome)o));
      tally->count[law][slot][o] += n;
      tally->instances[o] += n;
    }
  }
  return json_is_array(rows);
}

static bool add_sizes(const json_t *rows, Tally *tally) {
  size_t i;
  const json_t *row;
  json_array_foreach(rows, i, row) {
    uint64_t *counts = tally->by_size[tally_size_row(count_of(row, "size"))];
    for (int v = 0; v < SIZE_VERDICTS; v++) {
      uint64_t n = count_of(row, report_verdicts[v]);
      counts[v] += n;
      tally->programs += n;
    }
  }
  return json_is_array(rows);
}

static void add_for_all(const json_t *scope, Tally *tally) {
  uint64_t symbolic = count_of(scope, "of_these_by_normal_forms"), paths = count_of(scope, "of_these_by_regions");
  tally->for_all[FOR_ALL_DECIDED] += count_of(scope, "decided_for_all_inputs") - symbolic - paths;
  tally->for_all[FOR_ALL_SYMBOLIC] += symbolic;
  tally->for_all[FOR_ALL_PATHS] += paths;
  tally->for_all[FOR_ALL_OPEN] += count_of(scope, "open_for_all_inputs");
  tally->for_all[FOR_ALL_GUARD] += count_of(scope, "too_large_for_all_inputs");
  tally->for_all[FOR_ALL_OUTSIDE] += count_of(scope, "outside_for_all_inputs");
  tally->certified += count_of(scope, "certified_at_a_point");
  add_counts(json_object_get(scope, "regions"), report_regions, 4, tally->regions);
  add_counts(json_object_get(scope, "boundaries"), report_boundaries, 5, tally->boundaries);
  add_counts(json_object_get(scope, "solver"), report_solver, 4, tally->solver);
}

static bool add_result(const json_t *scope, ScopeResult *result) {
  Tally *tally = &result->tally;
  const json_t *degrees = json_object_get(scope, "degrees");
  Rank done = 0;
  double widest = json_number_value(json_object_get(scope, "widest_enclosure"));
  if (!rank_of(scope, "done", &done) || !add_laws(json_object_get(scope, "laws"), tally)) return false;
  if (!add_sizes(json_object_get(scope, "sizes"), tally)) return false;
  add_for_all(scope, tally);
  for (size_t i = 0; i < 16; i++) {
    json_int_t n = json_integer_value(json_array_get(degrees, i));
    tally->degree[i] += n < 0 ? 0 : (uint64_t)n;
  }
  if (widest > tally->widest) tally->widest = widest;
  result->done += done;
  result->interrupted = result->interrupted || json_is_true(json_object_get(scope, "interrupted"));
  result->lost += count_of(scope, "lost");
  result->crashed += (uint32_t)count_of(scope, "crashed");
  return true;
}

/* --------------------------------------------------------- refutations -- */

static bool read_witness(const json_t *object, LawId law, uint64_t seed, Witness *out) {
  int slot = slot_of(text_of(object, "engine"));
  memset(out, 0, sizeof *out);
  if (slot < 0 || !rank_of(object, "index", &out->index)) return false;
  out->present = true;
  out->law = law;
  out->engine = slot;
  out->seed = seed;
  copy_text(object, "evaluator", out->evaluator, sizeof out->evaluator);
  copy_text(object, "what", out->what, sizeof out->what);
  copy_text(object, "input", out->input, sizeof out->input);
  copy_text(object, "tangent", out->tangent, sizeof out->tangent);
  copy_text(object, "cotangent", out->cotangent, sizeof out->cotangent);
  copy_text(object, "exact_input", out->exact_input, sizeof out->exact_input);
  copy_text(object, "exact_tangent", out->exact_tangent, sizeof out->exact_tangent);
  copy_text(object, "exact_cotangent", out->exact_cotangent, sizeof out->exact_cotangent);
  copy_text(object, "expected", out->expected, sizeof out->expected);
  copy_text(object, "found", out->found, sizeof out->found);
  return true;
}

static char *read_program(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? NULL : strdup(text);
}

static bool read_refutation(const json_t *object, uint64_t seed, Refutation *out) {
  LawId law = law_find(text_of(object, "law"));
  const json_t *smallest = json_object_get(object, "smallest_witness");
  memset(out, 0, sizeof *out);
  if (law == LAW_COUNT || !read_witness(json_object_get(object, "witness"), law, seed, &out->witness)) return false;
  if (smallest != NULL && !read_witness(smallest, law, seed, &out->shrunk)) return false;
  out->shrunk_size = count_of(object, "smallest_size");
  copy_text(object, "certified", out->certified, sizeof out->certified);
  copy_text(object, "rules", out->rules, sizeof out->rules);
  copy_text(object, "replay", out->replay, sizeof out->replay);
  out->program = read_program(object, "program");
  out->shrunk_program = read_program(object, "smallest_program");
  return true;
}

static void free_refutation(Refutation *refutation) {
  free(refutation->program);
  free(refutation->shrunk_program);
}

/* Keeps the refutation with the lowest index of each law, in the order of laws. */
static void keep_refutation(ReportScope *scope, Refutation *found) {
  uint32_t k = 0;
  while (k < scope->refutation_count && scope->refutations[k].witness.law < found->witness.law) k++;
  Refutation *at = &scope->refutations[k];
  if (k < scope->refutation_count && at->witness.law == found->witness.law) {
    Refutation *loser = found->witness.index < at->witness.index ? at : found;
    free_refutation(loser);
    if (loser == at) *at = *found;
    return;
  }
  memmove(at + 1, at, (scope->refutation_count - k) * sizeof *at);
  *at = *found;
  scope->refutation_count++;
}

static bool add_refutations(const json_t *list, uint64_t seed, ReportScope *scope) {
  size_t i;
  const json_t *object;
  json_array_foreach(list, i, object) {
    Refutation *found = malloc(sizeof *found);
    bool good = found != NULL && read_refutation(object, seed, found);
    if (good) keep_refutation(scope, found);
    free(found);
    if (!good) return false;
  }
  return json_is_array(list);
}

/* -------------------------------------------------------------- scopes -- */

/* The scope of that name and space, added if there is none; NULL without memory. */
static ReportScope *scope_of(Merge *merge, const json_t *object, Rank total) {
  Report *report = &merge->report;
  const char *name = text_of(object, "scope"), *space = text_of(object, "space");
  for (uint32_t i = 0; i < report->count; i++) {
    const Scope *scope = &report->scopes[i].scope;
    if (strcmp(scope->name, name) == 0 && strcmp(scope->space, space) == 0) return &report->scopes[i];
  }
  ReportScope *scopes = realloc(report->scopes, (report->count + 1) * sizeof *scopes);
  if (scopes == NULL) return NULL;
  report->scopes = scopes;
  MergeName **names = realloc(merge->names, (report->count + 1) * sizeof *names);
  if (names == NULL) return NULL;
  merge->names = names;
  names[report->count] = malloc(sizeof **names);
  if (names[report->count] == NULL) return NULL;
  MergeName *own = names[report->count];
  (void)snprintf(own->name, sizeof own->name, "%s", name);
  (void)snprintf(own->space, sizeof own->space, "%s", space);
  ReportScope *scope = &scopes[report->count];
  memset(scope, 0, sizeof *scope);
  scope->refutations = calloc(LAW_COUNT + 1, sizeof *scope->refutations);
  scope->scope.name = own->name;
  scope->scope.space = own->space;
  scope->scope.count = scope->scope.total = total;
  copy_text(object, "details", scope->scope.details, sizeof scope->scope.details);
  report->count++;
  return scope->refutations == NULL ? NULL : scope;
}

static bool add_part(Merge *merge, MergePart part, char *error) {
  for (uint32_t i = 0; i < merge->part_count; i++) {
    const MergePart *other = &merge->parts[i];
    if (other->scope != part.scope || part.first >= other->first + other->count ||
        other->first >= part.first + part.count)
      continue;
    (void)snprintf(error, MERGE_ERROR, "it covers programs of '%s' that another report covers",
                   merge->report.scopes[part.scope].scope.name);
    return false;
  }
  MergePart *parts = realloc(merge->parts, (merge->part_count + 1) * sizeof *parts);
  if (parts == NULL) return false;
  merge->parts = parts;
  parts[merge->part_count++] = part;
  return true;
}

static bool add_scope(Merge *merge, const json_t *object, char *error) {
  Rank first = 0, count = 0, total = 0;
  bool known = rank_of(object, "first", &first) && rank_of(object, "programs", &count) && rank_of(object, "of", &total);
  if (known && total == 0) {
    (void)snprintf(error, MERGE_ERROR, "'%s' is not a part of a space: files and samples are not merged",
                   text_of(object, "scope"));
    return false;
  }
  if (!known || count > total || first > total - count) {
    (void)snprintf(error, MERGE_ERROR, "it does not say which part of a space it covers");
    return false;
  }
  ReportScope *scope = scope_of(merge, object, total);
  if (scope == NULL) return false;
  MergePart part = {(uint32_t)(scope - merge->report.scopes), first, count};
  if (scope->scope.total != total || !add_part(merge, part, error)) return false;
  return add_result(object, &scope->result) &&
         add_refutations(json_object_get(object, "refutations"), merge->report.seed, scope);
}

/* A rule was exercised if some part exercised it. */
static bool add_exercised(const json_t *never) {
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    size_t i;
    const json_t *id;
    bool absent = false;
    json_array_foreach(never, i, id) {
      const char *text = json_string_value(id);
      absent = absent || (text != NULL && strcmp(text, rule_info((RuleId)rule)->id) == 0);
    }
    if (!absent) rule_hits[rule]++;
  }
  return json_is_array(never);
}

static bool add_report(Merge *merge, const json_t *root, char *error) {
  unsigned long long seed = strtoull(text_of(root, "seed"), NULL, 10);
  const json_t *scopes = json_object_get(root, "scopes");
  if (strcmp(text_of(root, "tool"), "adjudge") != 0 || !json_is_array(scopes)) {
    (void)snprintf(error, MERGE_ERROR, "it is no report of adjudge");
    return false;
  }
  if (merge->part_count > 0 && merge->report.seed != seed) {
    (void)snprintf(error, MERGE_ERROR, "it has seed %llu, those before have %llu", seed,
                   (unsigned long long)merge->report.seed);
    return false;
  }
  merge->report.seed = seed;
  size_t i;
  const json_t *scope;
  json_array_foreach(scopes, i, scope) {
    if (!add_scope(merge, scope, error)) return false;
  }
  return add_exercised(json_object_get(root, "rules_not_exercised"));
}

bool merge_add(Merge *merge, const char *path, char *error) {
  json_error_t where;
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
  if (root == NULL) {
    (void)snprintf(error, MERGE_ERROR, "line %d: %.200s", where.line, where.text);
    return false;
  }
  (void)snprintf(error, MERGE_ERROR, "it was not written by this version of adjudge");
  merge->report.command = "verify";
  bool good = add_report(merge, root, error);
  json_decref(root);
  return good;
}

Rank merge_missing(const Merge *merge, uint32_t scope) {
  Rank missing = merge->report.scopes[scope].scope.total;
  for (uint32_t i = 0; i < merge->part_count; i++) {
    if (merge->parts[i].scope == scope) missing -= merge->parts[i].count;
  }
  return missing;
}

void merge_free(Merge *merge) {
  for (uint32_t i = 0; i < merge->report.count; i++) free(merge->names[i]);
  free(merge->names);
  free(merge->parts);
  report_free(&merge->report);
}
