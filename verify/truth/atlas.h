/* The atlas of a program with tests on signs: its regions, and what happens on the
 * boundaries between them.
 *
 * On a boundary p = 0 two regions meet.  Where their values differ the program
 * jumps; where the values agree and first derivatives do not, it has a kink;
 * where both agree the join is smooth to first order.  What has one normal form
 * on both sides, or a difference divisible by p, agrees; else the solver is asked
 * for a point of the boundary, in the closure of both regions and of no third,
 * where they differ.  Such a point is a witness once it has been checked by
 * substitution.  Nothing is smooth that has not been compared: where other guards
 * are 0 on all of a boundary, or regions meet where several are 0 at once
 * (atlas_meeting.c), it is undecided.  Whether a region has points is not always
 * known: that both sides lie beside a witness is, where the guard `crosses` there.
 * A derivative at a kink is a convention, and is none of the atlas's business. */
#ifndef ADJUDGE_VERIFY_ATLAS_H
#define ADJUDGE_VERIFY_ATLAS_H

#include "verify/truth/smt_query.h"
#include "verify/truth/truth_symbolic.h"

typedef enum BoundaryKind {
  BOUNDARY_SMOOTH,
  BOUNDARY_KINK,
  BOUNDARY_JUMP,
  BOUNDARY_EDGE,     /* one side is defined or has a derivative on its own side alone */
  BOUNDARY_UNDECIDED /* the solver gave up, or found no point that could be checked */
} BoundaryKind;

#define BOUNDARY_KINDS (BOUNDARY_UNDECIDED + 1)

#define ATLAS_TEXT 192

typedef struct Boundary {
  BoundaryKind kind;
  char guard[ATLAS_TEXT]; /* "x = 0" */
  SmtValue *point;        /* one for each input; NULL: there is no witness */
  bool crosses;           /* known at the witness: both sides lie beside it */
  bool single;            /* the witness is all of it */
  bool rational;          /* the witness is a point of rationals, checked exactly; else enclosed */
  uint32_t output, input; /* where the sides differ: of a jump, the output alone */
  char side[2][64];       /* what it is on either side, at the witness */
} Boundary;

typedef struct Atlas {
  uint32_t regions, empty; /* regions that may have points, and those that have none */
  Boundary *boundaries;    /* each once, in order of the regions */
  uint32_t count, capacity;
  uint32_t skipped; /* pairs of regions that were not looked at */
  bool limit;       /* there are more regions than were looked at */
} Atlas;

typedef struct AtlasTools {
  Store *store;
  Truth *truth;
  Smt *smt;
  Ring *symbolic; /* its variables are the inputs */
  Arena *arena;   /* scratch */
} AtlasTools;

/* The program is first-order, without Ints in its context and type; `inputs` and
 * `outputs` are its flat dimensions.  LIMIT without memory, and the status of a
 * run of the program that failed; what was found until then stands. */
MUST_CHECK Status atlas_explore(const AtlasTools *tools, const Program *program, uint32_t inputs, uint32_t outputs,
                                Atlas *atlas);
void atlas_free(Atlas *atlas, uint32_t inputs);

const char *boundary_kind_name(BoundaryKind kind);

/* "x < 0": the guard against 0, with `relation` one of "<", "=", ">", "/=". */
void guard_text(Ring *ring, Scalar guard, const char *relation, char *out, size_t size);
/* All guards of the path: "x < 0, x + y > 0"; "everywhere" without guards. */
void path_text(Ring *ring, const Path *path, char *out, size_t size);
/* "x = 1/2, y = 0"; an enclosed number as "x in [1.41, 1.42]". */
void point_text(const Ring *ring, uint32_t inputs, const SmtValue *point, char *out, size_t size);

#endif
