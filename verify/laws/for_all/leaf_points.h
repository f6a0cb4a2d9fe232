/* Points of leaves with equalities on which a rule was not proved: where it may be wrong
 * at nothing but these, and no sample comes to them.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_LEAF_POINTS_H
#define ADJUDGE_VERIFY_LEAF_POINTS_H

#include "verify/battery/subject.h"
#include "verify/truth/path.h"

#define LEAF_POINTS 16u

typedef struct LeafPoints {
  uint32_t count, inputs;
  mpq_t *x[LEAF_POINTS];
} LeafPoints;

void leaf_points_free(LeafPoints *points);
/* Keeps a solver's point, if it is rational, unless it is kept already or there is no room. */
void leaf_points_keep(LeafPoints *points, uint32_t inputs, const SmtValue *value);
/* Looks for a point of the leaf by small numbers for the inputs that its equalities leave, and where one replaces no
 * input, as x^2 + y^2 = 25, by whole numbers for the inputs that it asks for, if they are three at most; false when
 * none is found. */
bool leaf_points_find(LeafPoints *points, Subject *subject, const Path *leaf);
/* The laws at each of them that is not looked at anyway. */
void leaf_points_judge(const LeafPoints *points, Subject *located);

#endif
