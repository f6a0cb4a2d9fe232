/* Inside the atlas; for verify/truth/atlas*.c alone. */
#ifndef ADJUDGE_VERIFY_ATLAS_INTERNAL_H
#define ADJUDGE_VERIFY_ATLAS_INTERNAL_H

#include "verify/truth/atlas.h"

#define SURVEY_REGIONS 64u
#define SURVEY_PAIRS 256u
#define SURVEY_WORK 100000u /* of one run: products of terms */

/* One run of the source. */
typedef struct Side {
  Path path;
  Scalar *value;   /* of each output */
  Scalar *columns; /* d output / d x_i: columns[i * outputs + o] */
} Side;

typedef struct Survey {
  const AtlasTools *tools;
  const Program *program;
  uint32_t inputs, outputs;
  Path *leaf; /* the paths of regions */
  Path *bare; /* and of those in which the program is defined nowhere: lacking of them */
  uint32_t lacking;
  Side side[2];     /* the two that are compared */
  SmtValue *values; /* of the last model */
  Ring *numbers;    /* a symbolic ring, for what is read at a witness */
} Survey;

Status survey_run(Survey *survey, Side *side);
/* Looks at the boundary where the guard of that step of side[0] is 0. */
Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas);
/* The same where side[1] is defined nowhere: the edge of side[0], whose obligations are the first of that number. */
Status survey_edge(Survey *survey, uint32_t step, uint32_t obligations, Atlas *atlas);

#endif
