/* A function of one real input over an interval: certified numbers at points, enclosures
 * on cells, and what lies where neither is to be had. */
#ifndef ADJUDGE_VERIFY_CURVE_H
#define ADJUDGE_VERIFY_CURVE_H

#include "verify/truth/germ.h"

/* On [from, to] the function and its derivative lie between these, for certain, where
 * `value`, `slope` say so.  Doubles, rounded outward.  `undefined`: nowhere defined. */
typedef struct CurveCell {
  double from, to;
  bool value, slope, undefined;
  double low, high, slope_low, slope_high;
} CurveCell;

/* At a point: by germs, to the nearest double. */
typedef struct CurvePoint {
  double x, value, slope;
  bool has_value, has_slope;
} CurvePoint;

/* A place that no cell decides, in [from, to]: a kink, a jump, an edge, a pole. */
typedef struct CurveSpot {
  double from, to;
  CurvePoint point; /* at the simplest number in it */
  char at[48];      /* that number, exact or "about" */
  const char *says; /* what germs certify there, in a few words */
  bool differentiable;
  bool narrow; /* as no cell is halved further; else there was no more time, and other numbers in it were not looked at
                */
  bool certified; /* what it says is; else it is not known, or was not asked */
} CurveSpot;

typedef struct Curve {
  CurveCell *cells;
  CurvePoint *points;
  CurveSpot *spots;
  uint32_t cell_count, point_count, spot_count;
  uint32_t open_count; /* cells of which nothing is known: the spots */
} Curve;

#define CURVE_CELLS_MOST 4096u

/* What is followed: a program with one real result, at the point `x` but for the flat input `slot`, a real.  x[slot] is
 * changed.  Over the machine's store and arena; its ring is not asked. */
typedef struct CurveOf {
  Machine machine;
  Certified *certified;
  CertifiedOptions options; /* of order 1 */
  const Program *program;
  mpq_t *x;
  const bool *is_int;
  uint32_t inputs, slot;
  uint32_t germs; /* how many spots are asked by germs, points then by enclosures alone; 0: all, and points too */
} CurveOf;

/* From `low` to `high` in `cells` cells.  False without memory; to be freed in either case. */
bool curve_follow(const CurveOf *of, const mpq_t low, const mpq_t high, uint32_t cells, Curve *curve);
void curve_free(Curve *curve);
/* The heights that a picture shows: all, unless the outer twentieths reach further than three times the rest, so that
 * poles do not press what lies between them flat.  False where too little is known. */
bool curve_heights(const Curve *curve, double *least, double *most);

#endif
