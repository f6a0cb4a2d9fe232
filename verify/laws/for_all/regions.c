#include "verify/laws/for_all/regions.h"

#include "semantics/memory/growing.h"
#include "verify/laws/boundary/kinks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most leaves of one program without equalities; with them twice as many. */
#define REGIONS_MOST 64u
#define REGIONS_THOROUGH 512u

/* Whether it is one of those that stand there: x = 1 is not in x = 1/2, nor y /= 0 in x-y /= 0. */
static bool is_named(const char *text, const char *separator, const char *condition) {
  size_t comma = strlen(separator), length = strlen(condition);
  for (const char *at = text; (at = strstr(at, condition)) != NULL; at++) {
    bool begins = at == text || (at >= text + comma && memcmp(at - comma, separator, comma) == 0);
    if (begins && (at[length] == '\0' || strncmp(at + length, separator, comma) == 0)) return true;
  }
  return false;
}

#define MORE "..." /* there was no room for others */
void verdict_add(char *text, const char *separator, const char *condition) {
  size_t used = strlen(text), length = strlen(condition), comma = used == 0 ? 0 : strlen(separator);
  if (length == 0 || is_named(text, separator, condition) || is_named(text, separator, MORE)) return;
  size_t kept = used == 0 ? 0 : strlen(separator) + strlen(MORE);
  if (used + comma + length + kept >= VERDICT_TEXT) condition = MORE, length = strlen(MORE);
  if (used + comma + length >= VERDICT_TEXT)
    used = VERDICT_TEXT - 1 - comma - length; /* over the end of the last one */
  (void)snprintf(text + used, VERDICT_TEXT - used, "%.*s%s", (int)comma, separator, condition);
}

void regions_open(Regions *regions, Subject *subject) {
  memset(regions, 0, sizeof *regions);
  memset(regions->all, 0xff, sizeof regions->all);
  regions->subject = subject;
  path_open(&regions->path);
  regions->path.apart = subject_has_claims(subject);
  symbolic_set_path(subject->ring, &regions->path);
}

void regions_enter(Regions *regions) {
  path_rewind(&regions->path);
  memset(regions->here, 0, sizeof regions->here);
  regions->place = PATH_UNKNOWN;
  regions->bare = regions->rooted = regions->thick = false;
  regions->touched = true;
  regions->roots[0] = '\0';
}

/* Whether the run asked of what is not defined everywhere. */
static bool asked_of_atoms(const Regions *regions, const Path *before) {
  const Path *path = &regions->path;
  for (uint32_t i = before->length; i < path->length; i++) {
    if (symbolic_has_atoms(regions->subject->ring, path->step[i].guard)) return true;
  }
  return false;
}

void regions_forget(Regions *regions, const Path *before) {
  Path *path = &regions->path;
  regions->bare = true;
  if (path->empty || !asked_of_atoms(regions, before)) return;
  memcpy(path->step, before->step, sizeof path->step);
  memcpy(path->replaced, before->replaced, sizeof path->replaced);
  path->length = before->length;
  path->replacements = before->replacements;
  regions->unsure = true; /* leaves that differ by what is forgotten are one */
}

/* What is proved of derivatives; the first two need truth at the leaf's boundaries too. */
static const LawId region_laws[REGION_LAWS] = {LAW_AD_FWD,   LAW_AD_REV,  LAW_AD_DOT,   LAW_AD_PRIMAL,
                                               LAW_HOM_ZERO, LAW_HOM_ADD, LAW_HOM_SCALE};

void regions_prove(Regions *regions, LawId law, int slot, int k) {
  for (int l = 0; l < REGION_LAWS; l++) {
    if (region_laws[l] == law) regions->here[l][slot] = (uint8_t)(regions->here[l][slot] | 1u << k);
  }
}

/* ------------------------------------------------------------- solver -- */

/* What is asked of the guards of the path from `first` to before `end`, and where the program and what was run of its
 * derivatives are defined.  `value` has room for the ring's variables. */
typedef struct Search {
  uint32_t end, obligations;
  bool inner; /* inside, not on a boundary that belongs to the leaf */
  int apart;  /* a step that is not to be 0 but what else it may be; -1: none */
} Search;

static SmtAnswer find_point(const Regions *regions, Search search, SmtValue *value, bool *atoms) {
  SmtQuery query;
  smt_query_open(&query, regions->subject->ring);
  smt_query_path(&query, &regions->path, 0, search.end, search.inner);
  if (search.apart >= 0) smt_query_assert(&query, regions->path.step[search.apart].guard, SMT_NONZERO);
  smt_query_obligations(&query, search.obligations, search.inner);
  *atoms = smt_query_has_atoms(&query);
  SmtAnswer answer = smt_query_check(&query, regions->subject->battery->smt, value);
  smt_query_close(&query);
  return answer;
}

static SmtValue *new_values(const Subject *subject) {
  uint32_t count = symbolic_variable_count(subject->ring);
  SmtValue *values = subject_room(subject, count, sizeof *values);
  for (uint32_t i = 0; values != NULL && i < count; i++) mpq_inits(values[i].low, values[i].high, NULL);
  return values;
}

static void free_values(const Subject *subject, SmtValue *values) {
  uint32_t count = symbolic_variable_count(subject->ring);
  for (uint32_t i = 0; values != NULL && i < count; i++) mpq_clears(values[i].low, values[i].high, NULL);
}

/* Whether the solver knows that no input is found. */
static bool holds_nothing(const Regions *regions, Search search) {
  bool atoms = false;
  SmtValue *values = new_values(regions->subject);
  bool empty = values != NULL && find_point(regions, search, values, &atoms) == SMT_UNSAT;
  free_values(regions->subject, values);
  return empty;
}

bool regions_hold_nothing(const Regions *regions) {
  for (uint32_t k = 0; k < regions->path.domain; k++) {
    if (symbolic_obligation_fails(regions->subject->ring, k)) return true;
  }
  return holds_nothing(regions, (Search){.end = UINT32_MAX, .obligations = regions->path.domain, .apart = -1});
}

/* Whether no input of the source has the signs of the path.  What a derivative asks counts only where
 * all of it is defined wherever the source is. */
static bool is_empty(const Regions *regions) {
  const Path *path = &regions->path;
  Search search = {.end = regions->bare ? path->source : UINT32_MAX, .obligations = path->domain, .apart = -1};
  return path->length > 0 && holds_nothing(regions, search);
}

/* Whether the guards have their signs at a point of exact rationals: checked here,
 * by substitution, and not taken from the solver. */
static bool is_inside(const Regions *regions, Ring *rational, uint32_t count, const Scalar *point) {
  for (uint32_t i = 0; i < regions->path.length; i++) {
    const PathStep *step = &regions->path.step[i];
    Scalar value = symbolic_evaluate(regions->subject->ring, step->guard, rational, count, point);
    int sign = ring_compare(rational, value, ring_integer(rational, 0));
    Signs signs = sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_NONE; /* inside */
    if ((step->signs & signs) == 0) return false;
  }
  return ring_take_status(rational) == STATUS_OK;
}

/* The rational point of the model, and seeds 1, 2, ...; false if it has none. */
static bool read_point(const Regions *regions, const SmtValue *values, Ring *rational, uint32_t count, Scalar *point) {
  uint32_t inputs = regions->subject->inputs;
  for (uint32_t i = 0; i < count; i++) {
    if (i < inputs && !mpq_equal(values[i].low, values[i].high)) return false;
    point[i] = i < inputs ? rational_make(rational, values[i].low) : ring_integer(rational, (int64_t)(i - inputs) + 1);
  }
  return is_inside(regions, rational, count, point);
}

bool regions_refute(Regions *regions, Subject *at, uint32_t length, Scalar *expected, Scalar *found) {
  Subject *subject = regions->subject;
  uint32_t count = symbolic_variable_count(subject->ring);
  bool atoms = false, refutes = false;
  Search inside = {.end = UINT32_MAX, .obligations = UINT32_MAX, .inner = true, .apart = -1};
  *at = *subject;
  if (regions->path.length == 0) return true;
  Ring *rational = subject->battery->rational;
  SmtValue *values = new_values(subject);
  Scalar *point = subject_scalars(subject, count);
  if (values != NULL && point != NULL && find_point(regions, inside, values, &atoms) == SMT_SAT && !atoms)
    refutes = read_point(regions, values, rational, count, point);
  free_values(subject, values);
  if (!refutes) return false;
  at->ring = rational;
  at->point = point;
  bool differ = false;
  for (uint32_t i = 0; i < length; i++) {
    expected[i] = symbolic_evaluate(subject->ring, expected[i], rational, count, point);
    found[i] = symbolic_evaluate(subject->ring, found[i], rational, count, point);
    differ = differ || !ring_equal(rational, expected[i], found[i]);
  }
  return ring_take_status(rational) == STATUS_OK && differ;
}

/* -------------------------------------------------------------- places -- */

/* The located point is one of enclosures as soon as there are tests. */
static bool has_point(const Regions *regions, const Subject *located) {
  return located->ring == regions->subject->battery->enclosure;
}

PathPlace regions_locate(Regions *regions, const Subject *located) {
  const Path *path = &regions->path;
  regions->place = path->length == 0 ? PATH_INSIDE : PATH_UNKNOWN;
  if (path->length > 0 && has_point(regions, located))
    regions->place = path_locate(regions->subject->ring, path, located->ring, located->inputs, located->point);
  return regions->place;
}

/* ---------------------------------------------------------- equalities -- */

/* Whether the equality of that step holds wherever it was asked: the solver knows of no other side. */
static bool always_holds(const Regions *regions, uint32_t step) {
  Search search = {.end = step, .obligations = regions->path.domain, .apart = (int)step};
  return holds_nothing(regions, search);
}

static Thinness thinness(const Regions *regions, uint32_t step) {
  return thin_zeros(regions->subject->ring, regions->path.step[step].guard);
}

void regions_find_roots(Regions *regions) {
  Ring *ring = regions->subject->ring;
  Scalar argument;
  for (uint32_t next = 0; path_next_root(ring, &regions->path, &next, &argument);) {
    char text[ATLAS_TEXT];
    regions->rooted = true;
    regions->thick = regions->thick || thin_zeros(ring, argument) != THIN_YES;
    guard_text(ring, argument, "=", text, sizeof text);
    verdict_add(regions->roots, ", ", text);
  }
}

bool regions_is_open(Regions *regions) {
  for (uint32_t i = 0; i < regions->path.length; i++) {
    if (regions->path.step[i].signs != SIGNS_ZERO) continue;
    if (thinness(regions, i) == THIN_YES || !always_holds(regions, i)) return false;
  }
  return true;
}

/* Whether what is left of the leaf is thin: it has an equality, or only its closed boundaries are left. */
static bool is_thin(const Regions *regions, bool proved) {
  const Path *path = &regions->path;
  bool thin = proved && !regions->thick;
  for (uint32_t i = 0; i < path->length; i++) {
    Signs signs = path->step[i].signs;
    if (signs == SIGNS_ZERO && thinness(regions, i) == THIN_YES) return true;
    if (!regions->touched && signs != SIGNS_ZERO && (signs & SIGNS_ZERO) != 0 && i < path->source)
      thin = thin && thinness(regions, i) == THIN_YES;
  }
  return thin;
}

/* A leaf between others. */
static bool is_boundary(const Regions *regions) { return path_has_equality(&regions->path) && is_thin(regions, false); }

/* Names the thin set that is left out. */
static void leave_out(Regions *regions, bool proved) {
  const Path *path = &regions->path;
  bool equality = !proved;
  if (proved) verdict_add(regions->outside, ", ", regions->roots);
  for (uint32_t i = 0; i < path->length && (equality || !regions->touched); i++) {
    char text[ATLAS_TEXT];
    Signs signs = path->step[i].signs;
    if (equality ? signs != SIGNS_ZERO : (signs & SIGNS_ZERO) == 0 || i >= path->source) continue;
    guard_text(regions->subject->ring, path->step[i].guard, "=", text, sizeof text);
    verdict_add(regions->outside, ", ", text);
  }
}

static const char *verdict_name(RegionVerdict verdict) {
  switch (verdict) {
  case REGION_DECIDED: return "decided";
  case REGION_OPEN: return "open";
  case REGION_EMPTY: return "empty";
  case REGION_UNDEFINED: return "outside the domain";
  case REGION_BARE: return "open: the program is defined, a derivative is not shown to be";
  case REGION_THIN: return "thin, not compared";
  case REGION_LIMIT: return "at a limit";
  case REGION_UNABLE: return "not in the fragment";
  }
  return "";
}

/* A region for people: emptiness and a point are asked for although no proof needs them.  What was proved of a thin one
 * is proved of all but what its edges are. */
static void tell(const Regions *regions, RegionSink *sink, RegionVerdict verdict, bool proved) {
  Ring *ring = regions->subject->ring;
  bool atoms = false;
  RegionLine *lines = heap_room(sink->lines, sink->count, &sink->capacity, 8, sizeof *lines);
  if (lines == NULL) return;
  sink->lines = lines;
  RegionLine *line = &sink->lines[sink->count++];
  *line = (RegionLine){.verdict = verdict_name(verdict)};
  line->boundary = is_boundary(regions);
  if (line->boundary && verdict == REGION_DECIDED) line->verdict = "agrees";
  if (verdict == REGION_THIN && proved) line->verdict = "decided but for a thin set";
  path_text(ring, &regions->path, line->guards, sizeof line->guards);
  SmtValue *values = regions->path.length == 0 || verdict == REGION_EMPTY ? NULL : new_values(regions->subject);
  if (values == NULL) return;
  Search search = {.end = UINT32_MAX,
                   .obligations = verdict == REGION_UNDEFINED ? 0 : regions->path.domain,
                   .inner = !path_has_equality(&regions->path),
                   .apart = -1};
  SmtAnswer answer = find_point(regions, search, values, &atoms);
  if (answer == SMT_SAT && !atoms) point_text(ring, regions->subject->inputs, values, line->point, sizeof line->point);
  if (answer == SMT_UNSAT && is_empty(regions)) line->verdict = verdict_name(REGION_EMPTY);
  free_values(regions->subject, values);
}

/* Names a leaf on which the program is defined nowhere. */
static void name_undefined(const Regions *regions) {
  char text[ATLAS_TEXT];
  path_text(regions->subject->ring, &regions->path, text, sizeof text);
  verdict_add(regions->subject->battery->verdict.undefined, "; ", text);
}

static void note_found(Regions *regions, bool inner) {
  Subject *subject = regions->subject;
  bool atoms = false;
  SmtValue *values = new_values(subject);
  Search search = {.end = UINT32_MAX, .obligations = regions->path.domain, .inner = inner, .apart = -1};
  if (values != NULL && find_point(regions, search, values, &atoms) == SMT_SAT)
    leaf_points_keep(&regions->points, subject->inputs, values); /* a suggestion where there are atoms */
  free_values(subject, values);
}

void regions_note_inside(Regions *regions) { note_found(regions, true); }

/* Whether numbers are asked for at a point of the leaf: what is proved on a leaf beside others is confirmed there, by
 * germs and exact runs, which know nothing of normal forms; and where somebody's rules claim a derivative on a leaf
 * with an equality that is not proved, they are asked. */
static bool wants_point(const Regions *regions, RegionVerdict found) {
  const Path *path = &regions->path;
  if (path->length == 0 || regions->points.count == LEAF_POINTS) return false;
  if (path_has_equality(path)) return found != REGION_DECIDED && subject_has_claims(regions->subject);
  return found == REGION_DECIDED;
}

static void note_point(Regions *regions) {
  if (!leaf_points_find(&regions->points, regions->subject, &regions->path)) note_found(regions, false);
}

/* What becomes of a leaf in which something is left. */
static RegionVerdict settle(Regions *regions, RegionVerdict verdict) {
  if (regions->path.empty) return REGION_EMPTY;
  if (verdict == REGION_DECIDED && regions->touched && !regions->rooted) return REGION_DECIDED;
  if (verdict == REGION_UNDEFINED) return verdict;
  bool limit = verdict == REGION_LIMIT || verdict == REGION_UNABLE;
  if (limit && !path_has_equality(&regions->path)) return verdict;
  if (!limit && is_empty(regions)) return REGION_EMPTY;
  if (is_thin(regions, verdict == REGION_DECIDED)) return REGION_THIN;
  return regions->bare ? REGION_BARE : limit ? verdict : REGION_OPEN;
}

/* Tests that the derivatives ask refine the leaf of the source. */
void regions_leave(Regions *regions, const Subject *located, RegionVerdict verdict) {
  PathPlace place = regions_locate(regions, located);
  bool edge = path_has_equality(&regions->path);
  RegionVerdict found = settle(regions, verdict);
  *(edge ? &regions->edges : &regions->visited) += 1;
  regions->tests = regions->tests || regions->path.length > 0;
  if (!edge || (found != REGION_DECIDED && found != REGION_EMPTY && found != REGION_UNDEFINED)) regions->count[found]++;
  if (located->sink != NULL) tell(regions, located->sink, found, verdict == REGION_DECIDED);
  bool cut = regions->path.taken < regions->path.choices; /* at a limit, before the choice that parts it from another */
  regions->unsure = regions->unsure || cut || place == PATH_UNKNOWN;
  regions->inside += place == PATH_INSIDE && found != REGION_EMPTY;
  if (found == REGION_UNDEFINED && !edge) name_undefined(regions);
  if (found == REGION_EMPTY || found == REGION_UNDEFINED) return;
  if (found == REGION_THIN) leave_out(regions, verdict == REGION_DECIDED);
  if (wants_point(regions, found)) note_point(regions);
  if (!regions->touched || regions->rooted) memset(regions->here, 0, 2 * sizeof regions->here[0]);
  for (int l = 0; l < REGION_LAWS; l++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) regions->all[l][slot] &= regions->here[l][slot];
  }
}

/* From now on no leaf with an equality is looked at: they are left out, where they are thin. */
static void leave_edges(Regions *regions) {
  Path *path = &regions->path;
  if (path->open) return;
  path->open = path->left = true;
  for (uint32_t i = 0; i < path->length; i++) {
    bool edge = path->step[i].signs == SIGNS_ZERO && symbolic_has_atoms(regions->subject->ring, path->step[i].guard);
    path->thick = path->thick || edge || thinness(regions, i) != THIN_YES;
  }
}

bool regions_next(Regions *regions) {
  uint32_t most = regions->subject->options->thorough ? REGIONS_THOROUGH : REGIONS_MOST;
  if (regions->count[REGION_LIMIT] > 0 || regions->count[REGION_UNABLE] > 0) return false;
  if (regions->edges >= 2 * most || regions->edge_work == 0) leave_edges(regions);
  if (!path_next(&regions->path)) return false;
  if (regions->visited < most) return true;
  regions->count[REGION_LIMIT]++;
  return false;
}

static void count_proofs(const Regions *regions, Subject *located) {
  for (int l = 0; l < REGION_LAWS; l++) {
    LawId law = region_laws[l];
    for (int slot = 0; law_on(located, law) && slot < LAW_ENGINES; slot++) {
      for (int k = 0; k < 8; k++) {
        if ((regions->all[l][slot] >> k & 1) == 0) continue;
        judge_count(located, law, slot, gate_outcome(derived_proof(located, law, slot, k)));
      }
    }
  }
}

static void count_regions(const Regions *regions, const Subject *located) {
  static const RegionVerdict kinds[4] = {REGION_DECIDED, REGION_OPEN, REGION_EMPTY, REGION_UNDEFINED};
  if (!regions->tests) return;
  located->tally->regions[1] += regions->count[REGION_BARE];
  for (int i = 0; i < 4; i++) located->tally->regions[i] += regions->count[kinds[i]];
  located->battery->verdict.regions = regions->count[REGION_DECIDED] + regions->count[REGION_OPEN];
}

ForAll regions_close(Regions *regions, Subject *located, bool again) {
  uint32_t *count = regions->count;
  if (regions->path.left) {
    count[regions->path.thick ? REGION_OPEN : REGION_THIN]++;
    memset(regions->all, 0, sizeof regions->all);
    verdict_add(regions->outside, ", ", "boundaries that were not looked at");
  }
  symbolic_set_path(regions->subject->ring, NULL);
  if (count[REGION_LIMIT] > 0) return FOR_ALL_GUARD;
  if (count[REGION_UNABLE] > 0) return FOR_ALL_OUTSIDE;
  if (!regions->unsure && regions->inside != 1) {
    judge_refute(located, LAW_TIERS, 0, "symbolic", what("the regions part the inputs"), "the point in one region",
                 regions->inside == 0 ? "in none" : "in more than one");
  }
  if (count[REGION_DECIDED] + count[REGION_OPEN] + count[REGION_BARE] + count[REGION_THIN] == 0) return FOR_ALL_OUTSIDE;
  if (!again) count_proofs(regions, located);
  verdict_add(located->battery->verdict.outside, ", ", regions->outside);
  if (!again) count_regions(regions, located);
  if (count[REGION_OPEN] + count[REGION_BARE] > 0) return FOR_ALL_OPEN;
  if (count[REGION_THIN] > 0) return FOR_ALL_ALMOST;
  return regions->tests ? FOR_ALL_PATHS : FOR_ALL_SYMBOLIC;
}
