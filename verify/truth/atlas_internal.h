/* Inside the atlas; for verify/truth/atlas*.c alone. */
#ifndef ADJUDGE_VERIFY_ATLAS_INTERNAL_H
#define ADJUDGE_VERIFY_ATLAS_INTERNAL_H

#include "verify/truth/atlas.h"
#include "verify/truth/flint_compat.h"

#define SURVEY_REGIONS 64u
#define SURVEY_PAIRS 256u
#define SURVEY_EDGES 64u
#define SURVEY_RUNS 256u    /* of the source, in search of edges */
#define SURVEY_WORK 100000u /* of one run: products of terms */

/* One run of the source. */
typedef struct Side {
  Path path;
  Scalar *value;   /* of each output */
  Scalar *columns; /* d output / d x_i: columns[i * outputs + o] */
} Side;

/* A leaf with an equality: what the program is on a part of a boundary, where tests of its own part that. */
typedef struct Edge {
  Path path;
  fmpz_mpoly_t guard; /* whose zeros it is */
} Edge;

typedef struct Survey {
  const AtlasTools *tools;
  const Program *program;
  uint32_t inputs, outputs;
  Path *leaf; /* the paths of regions */
  Path *bare; /* and of those in which the program is defined nowhere: lacking of them */
  uint32_t lacking;
  Edge *edge; /* edges of them; `unread`: there are more, or some that could not be run */
  uint32_t edges;
  bool unread;
  Side side[2];     /* the two that are compared */
  Side on;          /* the program on an edge */
  SmtValue *values; /* of the last model */
  Ring *numbers;    /* a symbolic ring, for what is read at a witness */
} Survey;

Status survey_run(Survey *survey, Side *side);
/* Whether side[0] lies on one side alone of the guard of that step, by another step that asks for its sign. */
bool survey_has_one_side(const Survey *survey, uint32_t step);
/* Looks at the boundary where the guard of that step of side[0] is 0. */
Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas);
/* The same where side[1] is defined nowhere: the edge of side[0], whose obligations are the first of that number. */
Status survey_edge(Survey *survey, uint32_t step, uint32_t obligations, Atlas *atlas);

#endif
