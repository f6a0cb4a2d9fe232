#include "verify/laws/regions.h"

#include "verify/laws/kinks.h"

#include <stdlib.h>
#include <string.h>

/* The most paths of one program. */
#define REGIONS_MOST 64u
#define REGIONS_THOROUGH 512u

void regions_open(Regions *regions, Subject *subject) {
  memset(regions, 0, sizeof *regions);
  memset(regions->all, 0xff, sizeof regions->all);
  regions->subject = subject;
  path_open(&regions->path);
  symbolic_set_path(subject->ring, &regions->path);
}

void regions_enter(Regions *regions) {
  path_rewind(&regions->path);
  memset(regions->here, 0, sizeof regions->here);
  regions->place = PATH_UNKNOWN;
}

void regions_prove(Regions *regions, LawId law, int slot, int k) {
  regions->here[law][slot] = (uint8_t)(regions->here[law][slot] | 1u << k);
}

/* ------------------------------------------------------------- solver -- */

/* A point with all signs of the path, by the solver; `defined`: where the program
 * and what was run of its derivatives are.  `value` has room for the ring's
 * variables. */
static SmtAnswer find_point(const Regions *regions, bool defined, SmtValue *value, bool *atoms) {
  SmtQuery query;
  smt_query_open(&query, regions->subject->ring);
  smt_query_path(&query, &regions->path, SMT_WITHOUT_NONE);
  if (defined) smt_query_obligations(&query, 0);
  *atoms = smt_query_has_atoms(&query);
  SmtAnswer answer = smt_query_check(&query, regions->subject->battery->smt, value);
  smt_query_close(&query);
  return answer;
}

static SmtValue *new_values(const Subject *subject) {
  uint32_t count = symbolic_variable_count(subject->ring);
  SmtValue *values = arena_array(&subject->battery->scratch, count, sizeof *values);
  for (uint32_t i = 0; values != NULL && i < count; i++) mpq_inits(values[i].low, values[i].high, NULL);
  return values;
}

static void free_values(const Subject *subject, SmtValue *values) {
  uint32_t count = symbolic_variable_count(subject->ring);
  for (uint32_t i = 0; values != NULL && i < count; i++) mpq_clears(values[i].low, values[i].high, NULL);
}

/* Whether no input has the signs of the path. */
static bool is_empty(const Regions *regions) {
  bool atoms = false;
  SmtValue *values = new_values(regions->subject);
  bool empty = regions->path.length > 0 && values != NULL && find_point(regions, false, values, &atoms) == SMT_UNSAT;
  free_values(regions->subject, values);
  return empty;
}

/* Whether the guards have their signs at a point of exact rationals: checked here,
 * by substitution, and not taken from the solver. */
static bool is_inside(const Regions *regions, Ring *rational, uint32_t count, const Scalar *point) {
  for (uint32_t i = 0; i < regions->path.length; i++) {
    const PathStep *step = &regions->path.step[i];
    Scalar value = symbolic_evaluate(regions->subject->ring, step->guard, rational, count, point);
    int sign = ring_compare(rational, value, ring_integer(rational, 0));
    if (sign == 0 || (step->sign != 0 && sign != step->sign)) return false;
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
  *at = *subject;
  if (regions->path.length == 0) return true;
  Ring *rational = subject->battery->rational;
  SmtValue *values = new_values(subject);
  Scalar *point = subject_scalars(subject, count);
  if (values != NULL && point != NULL && find_point(regions, true, values, &atoms) == SMT_SAT && !atoms)
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

static bool is_thin(const Regions *regions, const Subject *located) {
  Ring *enclosure = has_point(regions, located) ? located->ring : NULL;
  return path_boundaries_thin(regions->subject->ring, &regions->path, enclosure, located->inputs, located->point);
}

static const char *verdict_name(RegionVerdict verdict) {
  switch (verdict) {
  case REGION_PROVED: return "proved";
  case REGION_OPEN: return "open";
  case REGION_EMPTY: return "empty";
  case REGION_UNDEFINED: return "outside the domain";
  case REGION_LIMIT: return "at a limit";
  case REGION_UNABLE: return "not in the fragment";
  }
  return "";
}

/* A region for people: emptiness and a point are asked for although no proof
 * needs them. */
static void tell(const Regions *regions, RegionSink *sink, RegionVerdict verdict) {
  Ring *ring = regions->subject->ring;
  bool atoms = false;
  if (sink->count == sink->capacity) {
    uint32_t capacity = sink->capacity == 0 ? 8 : 2 * sink->capacity;
    RegionLine *lines = realloc(sink->lines, capacity * sizeof *lines);
    if (lines == NULL) return;
    sink->lines = lines;
    sink->capacity = capacity;
  }
  RegionLine *line = &sink->lines[sink->count++];
  *line = (RegionLine){.verdict = verdict_name(verdict)};
  path_text(ring, &regions->path, line->guards, sizeof line->guards);
  SmtValue *values = regions->path.length == 0 || verdict == REGION_EMPTY ? NULL : new_values(regions->subject);
  if (values == NULL) return;
  SmtAnswer answer = find_point(regions, verdict != REGION_UNDEFINED, values, &atoms);
  if (answer == SMT_SAT && !atoms) point_text(ring, regions->subject->inputs, values, line->point, sizeof line->point);
  if (answer == SMT_UNSAT && is_empty(regions)) line->verdict = verdict_name(REGION_EMPTY);
  free_values(regions->subject, values);
}

/* Tests that the derivatives ask refine the region of the source. */
void regions_leave(Regions *regions, const Subject *located, RegionVerdict verdict) {
  PathPlace place = regions_locate(regions, located);
  regions->visited++;
  regions->tests = regions->tests || regions->path.length > 0;
  if (verdict == REGION_PROVED && !is_thin(regions, located)) verdict = REGION_OPEN;
  if (verdict == REGION_OPEN && is_empty(regions)) verdict = REGION_EMPTY;
  regions->count[verdict]++;
  if (located->sink != NULL) tell(regions, located->sink, verdict);
  regions->unsure = regions->unsure || place == PATH_UNKNOWN;
  regions->inside += place == PATH_INSIDE && verdict != REGION_EMPTY;
  if (verdict != REGION_PROVED && verdict != REGION_OPEN) return;
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) regions->all[law][slot] &= regions->here[law][slot];
  }
}

bool regions_next(Regions *regions) {
  uint32_t most = regions->subject->options->thorough ? REGIONS_THOROUGH : REGIONS_MOST;
  if (regions->count[REGION_LIMIT] > 0 || regions->count[REGION_UNABLE] > 0) return false;
  if (!path_next(&regions->path)) return false;
  if (regions->visited < most) return true;
  regions->count[REGION_LIMIT]++;
  return false;
}

static void count_proofs(const Regions *regions, Subject *located) {
  for (int law = 0; law < LAW_COUNT; law++) {
    for (int slot = 0; slot < LAW_ENGINES; slot++) {
      if (!law_on(located, (LawId)law)) continue;
      for (unsigned bits = regions->all[law][slot]; bits != 0; bits &= bits - 1) {
        judge_count(located, (LawId)law, slot, OUTCOME_PROVED);
      }
    }
  }
}

static void count_regions(const Regions *regions, const Subject *located) {
  static const RegionVerdict kinds[4] = {REGION_PROVED, REGION_OPEN, REGION_EMPTY, REGION_UNDEFINED};
  if (!regions->tests) return;
  for (int i = 0; i < 4; i++) located->tally->regions[i] += regions->count[kinds[i]];
  located->battery->verdict.regions = regions->count[REGION_PROVED] + regions->count[REGION_OPEN];
}

ForAll regions_close(Regions *regions, Subject *located, bool again) {
  const uint32_t *count = regions->count;
  symbolic_set_path(regions->subject->ring, NULL);
  if (count[REGION_LIMIT] > 0) return FOR_ALL_GUARD;
  if (count[REGION_UNABLE] > 0) return FOR_ALL_OUTSIDE;
  if (!regions->unsure && regions->inside != 1) {
    judge_refute(located, LAW_TIERS, 0, "symbolic", what("the regions part the inputs"), "the point in one region",
                 regions->inside == 0 ? "in none" : "in more than one");
  }
  if (count[REGION_PROVED] + count[REGION_OPEN] == 0) return FOR_ALL_OUTSIDE;
  if (!again) count_proofs(regions, located);
  if (!again) count_regions(regions, located);
  if (count[REGION_OPEN] > 0) return FOR_ALL_OPEN;
  return regions->tests ? FOR_ALL_PATHS : FOR_ALL_SYMBOLIC;
}
