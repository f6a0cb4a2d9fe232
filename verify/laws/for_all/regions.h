/* The leaves into which tests on signs part a program's inputs (tier T4), and
 * what is proved in them.  Private to verify/laws.
 *
 * The leaves part the inputs without holes.  A law instance is proved when it is
 * proved in every leaf: that holds no point, in which the source is undefined, or in
 * which truth is known and is what is found.  A leaf with an equality is thin when the
 * zeros of its guard are (thin.h); where only thin leaves are left the instance is
 * proved outside them, which is less.  Emptiness may assume that the source's
 * operations are defined, and never the derivative's. */
#ifndef ADJUDGE_VERIFY_REGIONS_H
#define ADJUDGE_VERIFY_REGIONS_H

#include "verify/battery/subject.h"
#include "verify/laws/for_all/leaf_points.h"
#include "verify/truth/path.h"
#include "verify/truth/smt_query.h"
#include "verify/truth/thin.h"

typedef enum RegionVerdict {
  REGION_DECIDED,
  REGION_OPEN,      /* something was not decided */
  REGION_EMPTY,     /* no input has these signs */
  REGION_UNDEFINED, /* the program is defined nowhere in it */
  REGION_BARE,      /* open: the program is defined in it, and some derivative is not, for all that is known */
  REGION_THIN,      /* a thin leaf in which something was not decided */
  REGION_LIMIT,     /* normal forms or paths too long */
  REGION_UNABLE     /* what no normal form has */
} RegionVerdict;

#define REGION_LAWS 7

typedef struct Regions {
  Subject *subject; /* over the symbolic ring */
  Path path;
  /* of the laws in region_laws[] a bit for each evaluator in which the instance is proved: in the
   * present region, and in all regions so far */
  uint8_t here[REGION_LAWS][LAW_ENGINES], all[REGION_LAWS][LAW_ENGINES];
  uint32_t count[REGION_UNABLE + 1]; /* leaves without equalities by verdict, and those that are thin */
  uint64_t edge_work;                /* left for leaves with equalities */
  uint32_t visited, edges;           /* leaves without and with equalities */
  PathPlace place;                   /* of the located point in the present region */
  uint32_t inside;                   /* regions with the located point */
  bool unsure;                       /* it is not known whether one region has it */
  bool tests;                        /* some path has a guard */
  bool bare;                         /* of the present leaf: some derivative is not defined where the source is */
  bool touched;                      /* of the present leaf: its closed boundaries are, by the open leaf beside them */
  bool rooted, thick;         /* of the present leaf: roots are taken of what may be 0; on more than a thin set */
  char roots[VERDICT_TEXT];   /* their zeros */
  char outside[VERDICT_TEXT]; /* the thin sets that are left out: "x = 0" */
  LeafPoints points;          /* on them, where somebody's rules are to be asked */
} Regions;

void regions_open(Regions *regions, Subject *subject);
/* Before and after a run along a path. */
void regions_enter(Regions *regions);
void regions_leave(Regions *regions, const Subject *located, RegionVerdict verdict);
/* After the source's run: whether its own derivative is truth in the leaf, which has no equality then, or
 * one that holds wherever it is asked. */
bool regions_is_open(Regions *regions);
/* After the source's run: whether the solver shows that at no input of the leaf the source is defined. */
bool regions_hold_nothing(const Regions *regions);
/* After the source's run: keeps a point inside the leaf at which the source is defined, if the solver has one; with
 * atoms it is a suggestion. */
void regions_note_inside(Regions *regions);
/* After the source's run: looks for roots of what may be 0 inside the domain, where no normal form is truth. */
void regions_find_roots(Regions *regions);
/* After the run of a derivative that is not shown to be defined wherever the source is: the leaf is as before. */
void regions_forget(Regions *regions, const Path *before);
/* Notes that an instance of a law of derivatives is proved in this region, in the k-th evaluator. */
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
/* Adds a condition to those of a verdict, which `separator` parts, once; where there is no room dots. */
void verdict_add(char *text, const char *separator, const char *condition);

#endif
