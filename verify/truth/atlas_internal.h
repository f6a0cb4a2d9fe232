/* Inside the atlas; for verify/truth/atlas*.c alone. */
#ifndef ADJUDGE_VERIFY_ATLAS_INTERNAL_H
#define ADJUDGE_VERIFY_ATLAS_INTERNAL_H

#include "verify/truth/atlas.h"
#include "verify/truth/flint_compat.h"
#include "verify/truth/symbolic_internal.h"

#define SURVEY_REGIONS 64u
#define SURVEY_PAIRS 256u
#define SURVEY_EDGES 64u
#define SURVEY_RUNS 256u    /* of the source, in search of edges */
#define SURVEY_WORK 100000u /* of one run: products of terms */

/* One run of the source. */
typedef struct Side {
  Path path;
  uint32_t first, last; /* obligations of the ring that are its own: from, to before */
  Scalar *value;        /* of each output */
  Scalar *columns;      /* d output / d x_i: columns[i * outputs + o] */
} Side;

/* A leaf with an equality: what the program is on a part of a boundary, where tests of its own part that. */
typedef struct Edge {
  Path path;
  fmpz_mpoly_t guard; /* whose zeros it is */
} Edge;

/* How a guard that has one sign beside the boundary is to that of the boundary: where that is 0 it is too, as x y and
 * exp x - 1 where x is. */
typedef enum Kin { KIN_NONE, KIN_SAME, KIN_MULTIPLE } Kin;

typedef struct Survey {
  const AtlasTools *tools;
  const Program *program;
  uint32_t inputs, outputs;
  Path *leaf; /* the paths of regions */
  Path *bare; /* and of those in which the program is defined nowhere: lacking of them */
  uint32_t lacking;
  Path *hollow; /* and of those whose guards hold nowhere inside, but perhaps where one is 0: hollows of them */
  uint32_t hollows;
  bool thin;  /* side[1] is one of these, which has values on the boundary and no slopes */
  Edge *edge; /* edges of them; `unread`: there are more, or some that could not be run */
  uint32_t edges;
  bool unread;
  Side side[2];               /* the two that are compared */
  Kin kin[2][PATH_MAX_STEPS]; /* of each step of both sides to the boundary that is looked at */
  Side on;                    /* the program on an edge */
  SmtValue *values;           /* of the last model */
  Ring *numbers;              /* a symbolic ring, for what is read at a witness */
} Survey;

Status survey_run(Survey *survey, Side *side);
static inline const fmpz_mpoly_struct *atlas_polynomial(const Survey *survey, Scalar guard) {
  return &symbolic_at(survey->tools->symbolic, guard)->num;
}
/* Of side[0]: the guard of that step, whose zeros are the boundary. */
static inline Scalar survey_guard(const Survey *survey, uint32_t step) { return survey->side[0].path.step[step].guard; }
static inline bool atlas_is_apart(const PathStep *step) { return (step->signs & SIGNS_APART) == SIGNS_APART; }

/* ---- atlas_witness.c: points of boundaries */

#define SURVEY_DEFINED UINT32_MAX /* all obligations, of both sides */
/* What is asked of a boundary: the guard is 0, and every other guard of either
 * side that has one sign there is not; the first obligations hold.  What only must not be 0 beside it, as x in
 * x /= 0 where x < 0 is asked next, may be 0 on it. */
void survey_open_facet(Survey *survey, uint32_t step, uint32_t obligations, SmtQuery *query);
/* The point as constants of the ring of numbers; NULL unless it is rational. */
Scalar *survey_point(Survey *survey, const SmtValue *values);
/* The sign of a guard at the point: 2 when it is not known. */
int survey_sign_at(Survey *survey, Scalar guard, const Scalar *point);
/* Whether the model is a point of the boundary, checked by substitution. */
bool survey_is_on_boundary(Survey *survey, uint32_t step, const Scalar *point);
void survey_drop_point(const Survey *survey, Boundary *boundary);
/* The last model, in the place of another. */
bool survey_keep_point(const Survey *survey, Boundary *boundary);
/* What a scalar is at the witness, in words. */
void survey_describe(Survey *survey, Scalar a, char *out, size_t size);
/* Asks for a point of the boundary where the difference (may be NULL) is not 0, and takes it for a witness. */
SmtAnswer survey_find_witness(Survey *survey, uint32_t step, uint32_t obligations, const Scalar *difference,
                              Boundary *boundary);
/* Of one input: the point where the guard is 0, if it is solved for that. */
bool survey_take_only_point(Survey *survey, Scalar guard, Boundary *boundary);

/* ---- atlas_sides.c: what two sides are on the boundary, and the program itself */

typedef enum Agreement { AGREE, DIFFER, UNSURE } Agreement;
/* Values first, then first derivatives. */
BoundaryKind survey_judge(Survey *survey, uint32_t step, Boundary *boundary);
/* Whether both sides have values and derivatives at the witness; true where it is no point of exact numbers, at which
 * the solver has seen to that. */
bool survey_has_values(Survey *survey, const Boundary *boundary);
/* Where both sides agree the program itself may differ from them, at the witness or on a part of the boundary. */
Agreement survey_agrees_there(Survey *survey, Boundary *boundary);
Agreement survey_agrees_on_edges(Survey *survey, uint32_t step, Boundary *boundary);

/* ---- atlas_meeting.c */

/* Whether the first divides the second. */
bool atlas_divides(const SymbolicRing *self, const fmpz_mpoly_struct *a, const fmpz_mpoly_struct *b);
bool atlas_has_atoms(const SymbolicRing *self, const fmpz_mpoly_struct *p);
/* What a scalar is where an input is replaced: its zeros are none or thin, or it is 0. */
typedef enum Solved { SOLVED_UNKNOWN, SOLVED_ZERO, SOLVED_THIN } Solved;
Solved atlas_solved(Ring *ring, const PathReplaced *input, Scalar a);
/* Sets `kin` for the boundary where the guard of that step of side[0] is 0; the others speak of that. */
void survey_find_kin(Survey *survey, uint32_t step);
/* Whether a guard of either side is a multiple of the boundary's: on which part of it the sides lie beside each other
 * is not known then. */
bool survey_has_multiple(const Survey *survey);
/* The next of the other guards, from a place on, that is not known to be 0 on no more than a part of the boundary
 * without inner points in it; false when there is none. */
bool survey_crossing(Survey *survey, uint32_t step, int *side, uint32_t *i);
/* Whether the other guards are 0 on no more than a part of the boundary without inner points in it. */
bool survey_is_generic(Survey *survey, uint32_t step);
/* Whether what the obligations from `first` on ask not to be 0, or to be positive, is 0 on no more than such a part. */
bool survey_is_defined(Survey *survey, uint32_t step, uint32_t first, uint32_t last);
/* Where the two do not meet with all other guards apart from 0: whether they may meet in more than such a part. */
bool survey_meets_elsewhere(Survey *survey, uint32_t step);
/* Whether an atom of the query, or a quotient in one, may end where nothing that is asserted says so: an argument of
 * log at 0. */
bool atlas_has_edges(const SmtQuery *query);
/* Whether the guard is known to have both signs at the witness. */
bool survey_crosses(Survey *survey, uint32_t step, const Boundary *boundary);
/* Whether side[0] lies on one side alone of the guard of that step, by another step that asks for its sign. */
bool survey_has_one_side(const Survey *survey, uint32_t step);
/* Looks at the boundary where the guard of that step of side[0] is 0. */
Status survey_boundary(Survey *survey, uint32_t step, Atlas *atlas);
/* Adds where the argument of a root is 0 inside the domain: the program has a value there, and perhaps no derivative.
 */
Status survey_root(Survey *survey, SymbolicObligation what, Atlas *atlas);
/* The same where side[1] is defined nowhere: the edge of side[0]. */
Status survey_edge(Survey *survey, uint32_t step, Atlas *atlas);

#endif
