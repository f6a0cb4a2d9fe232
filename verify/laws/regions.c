#include "verify/laws/regions.h"

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

bool regions_refute(Regions *regions) { return regions->path.length == 0; }

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
  const Path *path = &regions->path;
  if (path->length == 0) return true;
  return has_point(regions, located) &&
         path_boundaries_thin(regions->subject->ring, path, located->ring, located->inputs, located->point);
}

/* Tests that the derivatives ask refine the region of the source. */
void regions_leave(Regions *regions, const Subject *located, RegionVerdict verdict) {
  PathPlace place = regions_locate(regions, located);
  regions->visited++;
  regions->tests = regions->tests || regions->path.length > 0;
  if (verdict == REGION_PROVED && !is_thin(regions, located)) verdict = REGION_OPEN;
  regions->count[verdict]++;
  regions->unsure = regions->unsure || place == PATH_UNKNOWN;
  regions->inside += place == PATH_INSIDE;
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

ForAll regions_close(Regions *regions, Subject *located, bool again) {
  const uint32_t *count = regions->count;
  symbolic_set_path(regions->subject->ring, NULL);
  if (count[REGION_LIMIT] > 0) return FOR_ALL_GUARD;
  if (count[REGION_UNABLE] > 0 || count[REGION_PROVED] + count[REGION_OPEN] == 0) return FOR_ALL_OUTSIDE;
  if (!regions->unsure && regions->inside != 1) {
    judge_refute(located, LAW_TIERS, 0, "symbolic", what("the regions part the inputs"), "the point in one region",
                 regions->inside == 0 ? "in none" : "in more than one");
  }
  if (!again) count_proofs(regions, located);
  if (count[REGION_OPEN] > 0) return FOR_ALL_OPEN;
  return regions->tests ? FOR_ALL_PATHS : FOR_ALL_SYMBOLIC;
}
