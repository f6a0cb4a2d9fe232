/* Where a primitive is looked at: the points at which rules are known to go wrong,
 * and random ones. */
#ifndef ADJUDGE_VERIFY_POINTS_PRIMITIVE_H
#define ADJUDGE_VERIFY_POINTS_PRIMITIVE_H

#include "verify/primitive/oracle.h"

typedef enum PointKind {
  POINT_ORDINARY, /* few digits, sizes from 1/4 to 4, no two the same */
  POINT_SPECIAL,  /* 0, -0, 1, subnormal, largest, ties, ... */
  POINT_LADDER,   /* where exponentials saturate, and powers of two between those and the tails */
  POINT_TAIL,     /* powers of two to the ends of binary64 */
  POINT_BOUNDARY, /* of the claimed domain, and an ulp to each side */
  POINT_BRANCH,   /* where the implementation or a text changes its formula, an ulp to each side, 2^-20 of it, and 1 */
  POINT_CONSTANT, /* at a constant of the specification's text, at a quotient of two, and beside them */
  POINT_KINK,     /* on a declared kink */
  POINT_NEAR_KINK,
  POINT_RANDOM,
  POINT_INFINITE, /* with an infinity or NaN: no mathematics there */
  POINT_KINDS
} PointKind;

const char *point_kind_name(PointKind kind);

typedef struct PointSet {
  uint32_t count, capacity, inputs;
  double *x; /* count * inputs */
  PointKind *kind;
  bool full; /* a limit was met */
} PointSet;

#define POINTS_MOST 20000u

/* The same for the same seed; false without memory. */
bool points_make(PointSet *points, const Primitive *primitive, Oracle *oracle, uint64_t seed, uint32_t samples);
/* These, and no others; each may be on a declared kink. */
bool points_given(PointSet *points, const Primitive *primitive, const double *x, uint32_t count);
void points_free(PointSet *points);

#endif
