#include "verify/campaign/merge.h"

#include "ad/engine.h"
#include "semantics/tables/rules.h"
#include "verify/campaign/header.h"
#include "verify/campaign/schema.h"
#include "verify/campaign/scopes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MORE_ROOM 24u /* for " and 123456789 more" */

/* ------------------------------------------------------------- reading -- */

/* The text of a key, "" when it has none. */
static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

static void copy_text(const json_t *object, const char *key, char *out, size_t size) {
  (void)snprintf(out, size, "%s", text_of(object, key));
}

/* The schema has seen to it that it is a count. */
static uint64_t count_of(const json_t *object, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(object, key));
}

static bool refuse(char *error, const char *what, const char *detail) {
  (void)snprintf(error, MERGE_ERROR, "%s%.200s", what, detail);
  return false;
}

static bool rank_of(const json_t *object, const char *key, Rank *out) { return rank_parse(text_of(object, key), out); }

/* The place of an engine in tallies, looked for from `from` on; -1 for a name that is no engine's. */
static int slot_from(const char *name, int from) {
  int count = 0;
  if (strcmp(name, "-") == 0) return 0;
  while (engines[count] != NULL) count++;
  for (int k = 0; k < count; k++) {
    int slot = 1 + (from + k) % count;
    if (strcmp(engines[slot - 1]->name, name) == 0) return slot;
  }
  return -1;
}
static int slot_of(const char *name) { return slot_from(name, 0); }

/* Rows stand in the order of laws: it is this one, or one of the next. */
static LawId law_from(const char *name, LawId from) {
  for (int k = 0; k < LAW_COUNT; k++) {
    LawId law = (LawId)(((int)from + k) % LAW_COUNT);
    if (strcmp(law_info(law)->name, name) == 0) return law;
  }
  return LAW_COUNT;
}

static void add_counts(const json_t *object, const char *const *names, int length, uint64_t *out) {
  for (int i = 0; i < length; i++) out[i] += count_of(object, names[i]);
}

/* Whether b was added to a without going round. */
static bool add_count(uint64_t *a, uint64_t b) { return !__builtin_add_overflow(*a, b, a); }

/* What one part counts of each law. */
typedef struct PartLaws {
  uint64_t most; /* programs that a law looked at, and that it follows for */
  uint64_t most_merged;
  uint64_t refuted[LAW_COUNT], differs[LAW_COUNT];
} PartLaws;

/* Rows in the order of laws and engines, each once and none empty. */
static bool add_laws(const json_t *rows, const LawSet *laws, Tally *tally, PartLaws *part, char *error) {
  size_t i;
  const json_t *row;
  int before = -1;
  json_array_foreach(rows, i, row) {
    const char *name = text_of(row, "law");
    LawId law = law_from(name, before < 0 ? 0 : (LawId)(before / LAW_ENGINES));
    int slot = slot_from(text_of(row, "engine"), before < 0 ? 0 : before % LAW_ENGINES);
    int place = (int)law * LAW_ENGINES + slot;
    uint64_t looked = count_of(row, "programs"), follows = count_of(row, "by_merging");
    bool good = true, empty = follows == 0;
    if (law == LAW_COUNT || slot < 0) return refuse(error, "no such law or engine: ", name);
    if (!laws->on[law]) return refuse(error, "its header does not name its law ", name);
    if (place <= before) return refuse(error, "its laws are out of order, or one stands twice: ", name);
    before = place;
    for (int o = 0; o < OUTCOME_COUNT; o++) {
      uint64_t n = count_of(row, outcome_name((Outcome)o));
      empty = empty && n == 0;
      good = add_count(&tally->count[law][slot][o], n) && add_count(&tally->instances[o], n) && good;
    }
    good = add_count(&tally->looked[law][slot], looked) && add_count(&tally->follows[law][slot], follows) && good;
    good = good && !__builtin_add_overflow(looked, follows, &looked);
    if (!good) return refuse(error, "counts are too large: ", name);
    part->most = looked > part->most ? looked : part->most;
    part->most_merged = follows > part->most_merged ? follows : part->most_merged;
    part->refuted[law] += count_of(row, outcome_name(OUTCOME_REFUTED));
    part->differs[law] += count_of(row, outcome_name(OUTCOME_DIFFERS));
    if (empty) return refuse(error, "a row without counts: ", name);
  }
  return true;
}

static bool add_merged(const json_t *scope, const PartLaws *part, Tally *tally, char *error) {
  uint64_t merged = count_of(scope, "by_merging"), sum = 0;
  size_t i;
  const json_t *row;
  json_array_foreach(json_object_get(scope, "sizes"), i, row) sum += count_of(row, report_verdicts[SIZE_MERGED]);
  if (part->most_merged > merged || sum != merged) return refuse(error, "its programs by merging do not add up", "");
  bool good = add_count(&tally->merged, merged) && add_count(&tally->audited, count_of(scope, "audited")) &&
              add_count(&tally->apart, count_of(scope, "audited_apart"));
  return good || refuse(error, "counts are too large", "");
}

/* Sizes in order, each the least of its row; *programs is their sum. */
static bool add_sizes(const json_t *rows, Tally *tally, uint64_t *programs, char *error) {
  size_t i;
  const json_t *row;
  int before = -1;
  *programs = 0;
  json_array_foreach(rows, i, row) {
    uint64_t size = count_of(row, "size"), *counts = tally->by_size[tally_size_row(size)];
    int place = (int)tally_size_row(size);
    if (place <= before || tally_row_size((uint32_t)place) != size)
      return refuse(error, "its sizes are out of order, one stands twice, or is none", "");
    before = place;
    for (int v = 0; v < SIZE_VERDICTS; v++) {
      uint64_t n = count_of(row, report_verdicts[v]);
      if (!add_count(&counts[v], n) || !add_count(programs, n)) return refuse(error, "counts are too large", "");
    }
  }
  return true;
}

static bool add_for_all(const json_t *scope, Tally *tally, uint64_t programs, char *error) {
  uint64_t decided = count_of(scope, "decided_for_all_inputs"), symbolic = count_of(scope, "of_these_by_normal_forms");
  uint64_t paths = count_of(scope, "of_these_by_regions"), certified = count_of(scope, "certified_at_a_point");
  const uint64_t left[] = {count_of(scope, "open_for_all_inputs"), count_of(scope, "too_large_for_all_inputs"),
                           count_of(scope, "outside_for_all_inputs")};
  uint64_t almost = count_of(scope, "decided_outside_a_thin_set"), nowhere = count_of(scope, "defined_nowhere");
  uint64_t all = decided;
  if (symbolic > decided || paths > decided - symbolic)
    return refuse(error, "more is decided in parts than in all", "");
  bool good = add_count(&all, left[0]) && add_count(&all, left[1]) && add_count(&all, left[2]) &&
              add_count(&all, almost) && add_count(&all, nowhere);
  if (!good || all > programs) return refuse(error, "more programs are decided, or open, than there are", "");
  if (certified > left[0] + left[1] + left[2]) return refuse(error, "more programs are certified than are open", "");
  tally->for_all[FOR_ALL_DECIDED] += decided - symbolic - paths;
  tally->for_all[FOR_ALL_SYMBOLIC] += symbolic;
  tally->for_all[FOR_ALL_PATHS] += paths;
  tally->for_all[FOR_ALL_ALMOST] += almost;
  tally->for_all[FOR_ALL_NOWHERE] += nowhere;
  tally->for_all[FOR_ALL_OPEN] += left[0];
  tally->for_all[FOR_ALL_GUARD] += left[1];
  tally->for_all[FOR_ALL_OUTSIDE] += left[2];
  tally->certified += certified;
  add_counts(json_object_get(scope, "certificates"), report_certificates, 2, tally->certificates);
  add_counts(json_object_get(scope, "regions"), report_regions, 4, tally->regions);
  add_counts(json_object_get(scope, "boundaries"), report_boundaries, 5, tally->boundaries);
  add_counts(json_object_get(scope, "solver"), report_solver, 4, tally->solver);
  return true;
}

/* 0 for a name that is no construct's. */
static int kind_of(const char *name, size_t length) {
  for (int kind = 1; kind < TERM_KIND_COUNT; kind++) {
    const char *own = term_info((TermKind)kind)->name;
    if (strlen(own) == length && strncmp(own, name, length) == 0) return kind;
  }
  return 0;
}

static bool add_inside(const json_t *pairs, Tally *tally, char *error) {
  size_t i;
  const json_t *pair;
  json_array_foreach(pairs, i, pair) {
    const char *text = json_string_value(pair), *space = text + strcspn(text, " ");
    int outer = kind_of(text, (size_t)(space - text)),
        inner = *space == '\0' ? 0 : kind_of(space + 1, strlen(space + 1));
    if (outer == 0 || inner == 0) return refuse(error, "no such constructs: ", text);
    tally->inside[outer] |= (uint64_t)1 << inner;
  }
  return true;
}

static bool add_result(const json_t *scope, const LawSet *laws, ScopeResult *result, PartLaws *part, char *error) {
  Tally *tally = &result->tally;
  const json_t *degrees = json_object_get(scope, "degrees");
  Rank done = 0, count = 0;
  uint64_t programs = 0;
  double widest = json_number_value(json_object_get(scope, "widest_enclosure"));
  if (!rank_of(scope, "done", &done) || !rank_of(scope, "programs", &count)) return refuse(error, "no number", "");
  if (done != count || json_is_true(json_object_get(scope, "interrupted")) || count_of(scope, "lost") > 0)
    return refuse(error, "it is incomplete: not every program of its part was checked: ", text_of(scope, "scope"));
  if (!add_laws(json_object_get(scope, "laws"), laws, tally, part, error)) return false;
  if (!add_sizes(json_object_get(scope, "sizes"), tally, &programs, error)) return false;
  if (part->most > done) return refuse(error, "a law looked at more programs than there are", "");
  if (programs != done) return refuse(error, "its sizes do not add up to its programs", "");
  if (!add_merged(scope, part, tally, error)) return false;
  if (!add_for_all(scope, tally, programs - count_of(scope, "by_merging"), error)) return false;
  for (size_t i = 0; i < 16; i++) {
    uint64_t n = (uint64_t)json_integer_value(json_array_get(degrees, i));
    if (!add_count(&tally->degree[i], n)) return refuse(error, "counts are too large", "");
  }
  if (!add_inside(json_object_get(scope, "inside"), tally, error)) return false;
  if (widest > tally->widest) tally->widest = widest;
  tally->programs += programs;
  result->done += done;
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

static bool read_refutation(const json_t *object, Outcome outcome, uint64_t seed, Refutation *out) {
  LawId law = law_find(text_of(object, "law"));
  const json_t *smallest = json_object_get(object, "smallest_witness");
  memset(out, 0, sizeof *out);
  if (law == LAW_COUNT || !read_witness(json_object_get(object, "witness"), law, seed, &out->witness)) return false;
  if (smallest != NULL && !read_witness(smallest, law, seed, &out->shrunk)) return false;
  out->witness.outcome = out->shrunk.outcome = outcome;
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

/* Keeps the refutation or difference of each law that witness_before puts first, in
 * the order of laws. */
static void keep_refutation(ReportScope *scope, Refutation *found) {
  uint32_t k = 0;
  while (k < scope->refutation_count && scope->refutations[k].witness.law < found->witness.law) k++;
  Refutation *at = &scope->refutations[k];
  if (k < scope->refutation_count && at->witness.law == found->witness.law) {
    Refutation *loser = witness_before(&found->witness, &at->witness) ? at : found;
    free_refutation(loser);
    if (loser == at) *at = *found;
    return;
  }
  memmove(at + 1, at, (scope->refutation_count - k) * sizeof *at);
  *at = *found;
  scope->refutation_count++;
}

static bool add_refutations(const json_t *list, Outcome outcome, uint64_t seed, MergePart part, ReportScope *scope) {
  size_t i;
  const json_t *object;
  json_array_foreach(list, i, object) {
    Refutation *found = malloc(sizeof *found);
    bool good = found != NULL && read_refutation(object, outcome, seed, found);
    bool here = found != NULL && found->witness.index >= part.first && found->witness.index - part.first < part.count;
    good = good && (here || scope->scope.drawn);
    if (good)
      keep_refutation(scope, found);
    else if (found != NULL)
      free_refutation(found);
    free(found);
    if (!good) return false;
  }
  return true;
}

/* How often each law stands in a list of witnesses; false for one that there is not. */
static bool count_witnesses(const json_t *list, uint32_t *times) {
  size_t i;
  const json_t *object;
  json_array_foreach(list, i, object) {
    LawId law = law_find(text_of(object, "law"));
    if (law == LAW_COUNT) return false;
    times[law]++;
  }
  return true;
}

/* Each law that is refuted, or differs, has one witness, and no other has any. */
static bool check_witnesses(const json_t *scope, const PartLaws *part, char *error) {
  uint32_t bad[LAW_COUNT] = {0}, apart[LAW_COUNT] = {0};
  if (!count_witnesses(json_object_get(scope, "refutations"), bad) ||
      !count_witnesses(json_object_get(scope, "differences"), apart))
    return refuse(error, "a refutation of no law", "");
  for (int law = 0; law < LAW_COUNT; law++) {
    const char *name = law_info((LawId)law)->name;
    bool refuted = part->refuted[law] > 0, differs = !refuted && part->differs[law] > 0;
    if (bad[law] != (refuted ? 1 : 0)) return refuse(error, "its refutations are not those that it counts: ", name);
    if (apart[law] != (differs ? 1 : 0)) return refuse(error, "its differences are not those that it counts: ", name);
  }
  return true;
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
  scope->scope.drawn = json_is_true(json_object_get(object, "drawn"));
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

/* "k/n", if it says so, and then it is that part. */
static bool read_shard(const json_t *object, Rank total, MergePart *part) {
  const char *text = text_of(object, "shard");
  if (text[0] == '\0') return true;
  if (sscanf(text, "%9u/%9u", &part->shard, &part->shards) != 2 || part->shard > part->shards) return false;
  return part->first == shard_first(total, part->shard, part->shards) &&
         part->first + part->count == shard_first(total, part->shard + 1, part->shards);
}

static bool add_scope(Merge *merge, const json_t *object, char *error) {
  Rank first = 0, count = 0, total = 0;
  bool known = rank_of(object, "first", &first) && rank_of(object, "programs", &count) && rank_of(object, "of", &total);
  if (known && total == 0) {
    (void)snprintf(error, MERGE_ERROR, "'%s' is not a part of a space or a sample: files are not merged",
                   text_of(object, "scope"));
    return false;
  }
  MergePart part = {.first = first, .count = count, .shard = 1, .shards = 1};
  if (!known || count > total || first > total - count || !read_shard(object, total, &part)) {
    (void)snprintf(error, MERGE_ERROR, "it does not say which part of a space it covers");
    return false;
  }
  if (count == 0 && part.shards == 1) return refuse(error, "its part of a space is empty", "");
  ReportScope *scope = scope_of(merge, object, total);
  if (scope == NULL) return refuse(error, "limit: out of memory", "");
  part.scope = (uint32_t)(scope - merge->report.scopes);
  const Report *report = &merge->report;
  if (scope->scope.total != total) return refuse(error, "another length of the space ", text_of(object, "scope"));
  if (scope->scope.drawn != json_is_true(json_object_get(object, "drawn")))
    return refuse(error, "it is of a sample, and those before are not, or the other way: ", text_of(object, "scope"));
  if (strcmp(scope->scope.details, text_of(object, "details")) != 0)
    return refuse(error, "another description of the space ", text_of(object, "scope"));
  if (!add_part(merge, part, error)) return false;
  PartLaws laws = {.most = 0};
  if (!add_result(object, &report->options.laws, &scope->result, &laws, error) ||
      !check_witnesses(object, &laws, error))
    return false;
  (void)snprintf(error, MERGE_ERROR, "a witness is not one of its part");
  return add_refutations(json_object_get(object, "refutations"), OUTCOME_REFUTED, report->seed, part, scope) &&
         add_refutations(json_object_get(object, "differences"), OUTCOME_DIFFERS, report->seed, part, scope);
}

/* A rule was exercised if some part exercised it.  The list is in the order of rules. */
static bool add_exercised(const json_t *never, char *error) {
  size_t next = 0;
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *absent = json_string_value(json_array_get(never, next));
    if (absent != NULL && strcmp(absent, rule_info((RuleId)rule)->id) == 0)
      next++;
    else
      rule_hits[rule]++;
  }
  return next == json_array_size(never) || refuse(error, "it lists rules that there are not, or twice", "");
}

/* The first header is that of the whole; the others must say the same. */
static bool add_header(Merge *merge, json_t *root, char *error) {
  const char *other;
  json_t *header = json_object_get(root, "header"), *scopes = json_object_get(root, "scopes");
  const json_t *spaces = json_object_get(header, "spaces");
  size_t i;
  const json_t *scope;
  if (merge->header == NULL) {
    if (!header_read(header, &merge->report, &other)) return refuse(error, "its header is of another build: ", other);
    merge->header = json_incref(header);
  }
  other = header_difference(merge->header, header);
  if (other != NULL) return refuse(error, "its header differs from that of those before: ", other);
  if (json_array_size(scopes) != json_array_size(spaces)) return refuse(error, "its header names other spaces", "");
  json_array_foreach(scopes, i, scope) {
    if (!json_equal(json_object_get(scope, "scope"), json_array_get(spaces, i)))
      return refuse(error, "its header names other spaces", "");
  }
  return json_is_true(json_object_get(root, "complete")) ||
         refuse(error, "it is incomplete: the run was interrupted, or lost programs", "");
}

static bool add_report(Merge *merge, json_t *root, char *error) {
  size_t i;
  const json_t *scope;
  if (!schema_accepts(root, error, MERGE_ERROR) || !add_header(merge, root, error)) return false;
  json_array_foreach(json_object_get(root, "scopes"), i, scope) {
    if (!add_scope(merge, scope, error)) return false;
  }
  return add_exercised(json_object_get(root, "rules_not_exercised"), error);
}

bool merge_add(Merge *merge, const char *path, char *error) {
  json_error_t where;
  errno = 0;
  FILE *file = fopen(path, "rb");
  json_t *root = file == NULL ? NULL : json_loadf(file, JSON_REJECT_DUPLICATES, &where);
  if (file == NULL || ferror(file) != 0)
    (void)snprintf(error, MERGE_ERROR, "cannot be %s: %s", file == NULL ? "opened" : "read", strerror(errno));
  else if (root == NULL)
    (void)snprintf(error, MERGE_ERROR, "line %d: %.200s; parts are what --report writes", where.line, where.text);
  if (file != NULL) (void)fclose(file);
  if (root == NULL) return false;
  bool good = add_report(merge, root, error);
  json_decref(root);
  return good;
}

/* Of scope i, of which all parts are of as many: those that are not there. */
static void name_missing(Merge *merge, uint32_t i) {
  ReportScope *scope = &merge->report.scopes[i];
  uint32_t shards = 0, more = 0;
  size_t used = 0;
  for (uint32_t p = 0; p < merge->part_count; p++) {
    if (merge->parts[p].scope != i) continue;
    if (shards != 0 && shards != merge->parts[p].shards) return;
    shards = merge->parts[p].shards;
  }
  bool *there = shards == 0 ? NULL : calloc((size_t)shards + 1, sizeof *there);
  for (uint32_t p = 0; p < merge->part_count && there != NULL; p++) {
    if (merge->parts[p].scope == i) there[merge->parts[p].shard] = true;
  }
  for (uint32_t k = 1; k <= shards && there != NULL; k++) {
    bool empty = shard_first(scope->scope.total, k, shards) == shard_first(scope->scope.total, k + 1, shards);
    if (there[k] || empty) continue;
    int wrote = snprintf(scope->missing + used, sizeof scope->missing - used, "%s--shard %u/%u", used == 0 ? "" : ", ",
                         k, shards);
    if (more > 0 || wrote < 0 || (size_t)wrote >= sizeof scope->missing - used - MORE_ROOM) {
      scope->missing[used] = '\0';
      more++;
    } else {
      used += (size_t)wrote;
    }
  }
  if (more > 0) (void)snprintf(scope->missing + used, sizeof scope->missing - used, " and %u more", more);
  free(there);
}

void merge_name_missing(Merge *merge) {
  for (uint32_t i = 0; i < merge->report.count; i++) name_missing(merge, i);
}

void merge_free(Merge *merge) {
  for (uint32_t i = 0; i < merge->report.count; i++) free(merge->names[i]);
  free(merge->names);
  free(merge->parts);
  free((void *)merge->report.asked);
  json_decref(merge->header);
  report_free(&merge->report);
}
