/* What is certain of a program at one point, to second order: each line of it is asked for once, since answers of
 * several modes, seeds, outputs and components are judged by the same. */
#ifndef ADJUDGE_VERIFY_POINT_TRUTH_H
#define ADJUDGE_VERIFY_POINT_TRUTH_H

#include "verify/primitive/oracle.h"

typedef struct PointTruth {
  Oracle *oracle;  /* not owned, */
  const double *x; /* nor are these */
  uint32_t inputs, outputs;
  bool twice; /* second derivatives will be asked for */
  bool known; /* `first` is filled */
  Certain first;
  unsigned char *asked; /* of each pair of inputs: whether its line was asked for, and is certain */
  arb_ptr second;       /* D^2 f(x)[v, v], v = e_i + e_j, or e_i where i = j: [pair * outputs + output] */
} PointTruth;

/* False without memory; to be cleared in either case. */
bool point_truth_open(PointTruth *truth, Oracle *oracle, const Primitive *primitive, const double *x);
void point_truth_clear(PointTruth *truth);

/* Value and Jacobian. */
const Certain *point_truth_first(PointTruth *truth);
/* D^2 f(x)[e_i, e_j] of one output; false where it is not certain. */
bool point_truth_second(PointTruth *truth, uint32_t output, uint32_t i, uint32_t j, arb_t out);

#endif
