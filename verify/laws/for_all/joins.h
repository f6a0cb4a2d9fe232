/* Truth where pieces of a program meet.  Private to verify/laws.
 *
 * On a leaf with an equality the derivative of the leaf's own code is no truth: f is
 * what the leaves beside it are.  Where one of these touches a point x with a cone
 * (path_touches) and its formula N is continuously differentiable there, then f'(x),
 * if it exists, is N'(x), and f(x) = N(x).  So a derivative that is N' on the leaf is
 * right; and where two such formulas differ, in value or slope, or the leaf's value is
 * none of theirs, f has no derivative and nothing is to be compared.  So it is where all
 * formulas that can touch the leaf agree, or none of them has its value: some touches. */
#ifndef ADJUDGE_VERIFY_JOINS_H
#define ADJUDGE_VERIFY_JOINS_H

#include "verify/battery/subject.h"
#include "verify/truth/path.h"
#include "verify/truth/thin.h"

#define JOINS_MOST 8u

/* A formula that is f beside the leaf, on the leaf. */
typedef struct Piece {
  Scalar *value, *columns; /* columns[i * outputs + o] is d output / d x_i */
  bool touches;            /* every point of the leaf, with a cone; else some, perhaps */
} Piece;

typedef struct Joins {
  Piece piece[JOINS_MOST + 1];
  uint32_t count;
  bool complete;   /* no other piece touches a point of the leaf */
  bool continuous; /* all have the leaf's value */
  bool nowhere;    /* f is differentiable at no point of the leaf */
  bool claims;     /* that it is, is claimed: all pieces must agree */
} Joins;

/* The pieces beside the leaf along which the subject, over the symbolic ring, has been run: `own` is
 * what it is there, and the first `obligations` of the ring are its own. */
void joins_find(Subject *subject, const Path *leaf, const Piece *own, uint32_t obligations, Joins *joins);
/* The source's value and columns along the ring's path. */
MUST_CHECK Status joins_run(Subject *subject, Scalar *value, Scalar *columns);
/* Whether `found`, images linear in seeds, is right wherever f is differentiable: `expected` gives, for a
 * piece, what it should be there. */
typedef void (*JoinsExpected)(void *state, const Scalar *columns, Scalar *out);
bool joins_agree(Subject *subject, const Path *leaf, const Joins *joins, uint32_t length, const Scalar *found,
                 JoinsExpected expected, void *state);

#endif
