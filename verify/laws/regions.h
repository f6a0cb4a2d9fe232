/* The regions into which tests on signs part a program's inputs (tier T4), and
 * what is proved in them.  Private to verify/laws.
 *
 * A law instance is proved when it is proved in every open region that may hold
 * a point; boundaries have measure zero, and what happens on them is reported
 * apart.  A program without tests has one region.  The regions must part the
 * inputs: the point at which the program was located lies in one of them, and
 * in none that is said to hold no point; else TIERS is refuted. */
#ifndef ADJUDGE_VERIFY_REGIONS_H
#define ADJUDGE_VERIFY_REGIONS_H

#include "verify/laws/subject.h"
#include "verify/truth/path.h"
#include "verify/truth/smt_query.h"

typedef enum RegionVerdict {
  REGION_PROVED,
  REGION_OPEN,      /* something was not decided */
  REGION_EMPTY,     /* no input has these signs */
  REGION_UNDEFINED, /* the program is defined nowhere in it */
  REGION_LIMIT,     /* normal forms or paths too long */
  REGION_UNABLE     /* what no normal form has */
} RegionVerdict;

typedef struct Regions {
  Subject *subject; /* over the symbolic ring */
  Path path;
  /* a bit for each evaluator in which the instance is proved: in the present
   * region, and in all regions so far */
  uint8_t here[LAW_COUNT][LAW_ENGINES], all[LAW_COUNT][LAW_ENGINES];
  uint32_t count[REGION_UNABLE + 1]; /* regions by verdict */
  uint32_t visited;
  PathPlace place; /* of the located point in the present region */
  uint32_t inside; /* regions with the located point */
  bool unsure;     /* it is not known whether one region has it */
  bool tests;      /* some path has a guard */
  bool thick;      /* some boundary may be more than that */
} Regions;

void regions_open(Regions *regions, Subject *subject);
/* Before and after a run along a path. */
void regions_enter(Regions *regions);
void regions_leave(Regions *regions, const Subject *located, RegionVerdict verdict);
/* Notes that an instance is proved in this region, in the k-th evaluator. */
void regions_prove(Regions *regions, LawId law, int slot, int k);
/* Whether two vectors that differ as rational functions differ at an input: the
 * region must be known to have one.  Then *at is the subject over the exact
 * rationals at a point of the region, and both vectors are read there, where any
 * seeds are 1, 2, ...; over the symbolic ring, as they are, without tests. */
bool regions_refute(Regions *regions, Subject *at, uint32_t length, Scalar *expected, Scalar *found);
/* Where the located point lies; to be asked when the source has been run. */
PathPlace regions_locate(Regions *regions, const Subject *located);
bool regions_next(Regions *regions);
/* Counts what is proved in all regions, unless another tier has: `again`. */
ForAll regions_close(Regions *regions, Subject *located, bool again);

#endif
