/* A function of one real input over an interval: certified numbers at points, enclosures
 * on cells, and what lies where neither is to be had. */
#ifndef ADJUDGE_CLI_CURVE_H
#define ADJUDGE_CLI_CURVE_H

#include "verify/cli/certified_point.h"

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
  char at[32];      /* that number, exact */
  const char *says; /* what germs certify there, in a few words */
  bool differentiable;
} CurveSpot;

typedef struct Curve {
  CurveCell *cells;
  CurvePoint *points;
  CurveSpot *spots;
  uint32_t cell_count, point_count, spot_count;
} Curve;

#define CURVE_CELLS_MOST 4096u

/* Follows the flat input `slot` of the point's program from `low` to `high`, in `cells` cells.  False, having written
 * the error, without memory.  All of it is the session's. */
bool curve_follow(CertifiedPoint *point, size_t slot, const mpq_t low, const mpq_t high, uint32_t cells, Curve *curve);

#endif
