/* Paths: a program with tests on signs, split into leaves.
 *
 * abs, sign, max, min and comparisons ask for the sign of a scalar.  Over the
 * symbolic ring the sign of a normal form is not known; a path answers it and
 * notes the answer as a guard, a set of signs of a polynomial, so that a run is
 * the run at every input where all its guards hold.  The answers to one question
 * part the three signs: x < 0 and x >= 0 for a comparison or abs, all three for
 * sign, x /= 0 and x = 0 for ==.  So the leaves part the inputs without holes.
 * The paths of a program are explored by running it again with the last answer
 * turned round.  Answers are taken from the path first: from a guard noted before,
 * from bounds of the atoms (exp u > 0, |sin u| <= 1, even powers), and only then
 * chosen.
 *
 * A leaf with an equality, p = 0, may be thin (thin.h); p is irreducible then, and
 * where it is c x + q with a number c and no x in q, later questions see -q/c in the
 * place of x. */
#ifndef ADJUDGE_VERIFY_PATH_H
#define ADJUDGE_VERIFY_PATH_H

#include "verify/truth/ring_symbolic.h"

#define PATH_MAX_STEPS 24u /* tests in one run; more are LIMIT */

/* A set of signs, by bits. */
typedef unsigned Signs;
#define SIGNS_NONE 0u
#define SIGNS_MINUS 1u
#define SIGNS_ZERO 2u
#define SIGNS_PLUS 4u
#define SIGNS_APART (SIGNS_MINUS | SIGNS_PLUS)
#define SIGNS_ALL (SIGNS_APART | SIGNS_ZERO)

typedef struct PathStep {
  Scalar guard; /* a polynomial in variables and atoms: primitive, without squares, leading coefficient positive */
  Signs signs;  /* of the guard in this leaf */
  bool chosen;  /* there are other answers; else it follows from bounds */
  bool active;  /* beside a leaf (PathBeside): the guard may be 0 there */
} PathStep;

/* An input that an equality replaces. */
typedef struct PathReplaced {
  uint32_t variable;
  Scalar by;
} PathReplaced;

typedef struct Path {
  PathStep step[PATH_MAX_STEPS]; /* of the present run, in order of the tests */
  uint32_t length;
  uint32_t choice[PATH_MAX_STEPS];                          /* which answer to give, */
  uint32_t sides[PATH_MAX_STEPS], outcomes[PATH_MAX_STEPS]; /* of how many that are no equalities, of how many */
  uint32_t choices, taken;
  PathReplaced replaced[PATH_MAX_STEPS];
  uint32_t replacements;
  uint32_t source, domain;   /* steps, and obligations of the ring, that are the source's; UINT32_MAX: all */
  bool open;                 /* equalities are not chosen any more: */
  bool apart;                /* every test parts all three signs, although two have one answer */
  bool left, thick;          /* some were left, and some that are not known to be thin */
  bool empty;                /* an equality contradicts an earlier guard: no input has these signs */
  const struct Path *beside; /* NULL, or the leaf beside which this path is */
  bool lost;                 /* which side of some guard lies beside the whole leaf is not known */
} Path;

/* The first path: of every test the first answer. */
void path_open(Path *path);
/* Before each run along the path. */
void path_rewind(Path *path);
/* After a run: turns round the last answer that has another and drops those
 * after it.  False when every path has been run. */
bool path_next(Path *path);
/* Opens a path of the leaves that touch the leaf: where what is asked is 0 on all of the
 * leaf both strict signs are taken in turn, and elsewhere the sign that it has there; `lost` where
 * that is not known.  The leaf's guards are in the ring. */
void path_open_beside(Path *path, const Path *leaf);

/* Whether an equality is among the guards. */
bool path_has_equality(const Path *path);

/* The path that answers tests over the ring; NULL, as at first: they are UNABLE.
 * Guards are scalars of the ring, and released with it. */
void symbolic_set_path(Ring *ring, Path *path);

/* Which of the classes, that part the signs, has the sign of a on the ring's path: 0 .. count - 1.
 * Failures are the ring's: UNABLE without a path and for a number whose sign is not known,
 * LIMIT at too many tests, DOMAIN when the path turns out to be empty. */
uint32_t symbolic_ask(Ring *ring, Scalar a, uint32_t count, const Signs *classes);
/* The sign of a, asked as one of three. */
int symbolic_sign(Ring *ring, Scalar a);
/* Whether a < 0, with 0 above. */
bool symbolic_is_negative(Ring *ring, Scalar a);

/* The signs that a may have on the leaf, by what is known; nothing is chosen or noted. */
Signs path_signs(Ring *ring, const Path *leaf, Scalar a);
/* a where the leaf's equalities replace inputs; the ring's status says whether it has a value
 * there.  What it divides by, and takes to be positive, are obligations of the ring. */
Scalar path_restrict(Ring *ring, const Path *leaf, Scalar a);
/* Whether a is 0 on the whole leaf: by its restriction, or because an equality divides it. */
bool path_vanishes(Ring *ring, const Path *leaf, Scalar a);

/* Whether at each point of the leaf a cone with inner points lies in the region of `side`, a path beside the leaf;
 * or, where side is the leaf, within its own source's guards.  Then what is differentiable at the point, and is the
 * region's formula in the region, has the formula's derivative.  False when that is not known. */
bool path_touches(Ring *ring, const Path *leaf, const Path *side);

/* The next root, from place *next on, of an argument whose zeros may lie inside the domain: there the
 * program has a value, and perhaps a derivative, and no normal form does.  Not where the argument is never 0 on the
 * leaf, and not where its gradient never is at its zeros, since it is negative beside them; of cbrt, which has values
 * there, all the same.  False when there is none. */
bool path_next_root(Ring *ring, const Path *leaf, uint32_t *next, Scalar *argument);

/* The sign of a guard at a point of enclosures; 0 when it is not known. */
int path_sign_at(Ring *ring, Scalar guard, Ring *enclosure, uint32_t count, const Scalar *point);

typedef enum PathPlace { PATH_INSIDE, PATH_OUTSIDE, PATH_UNKNOWN } PathPlace;

/* Whether the point, of scalars of an enclosure ring, lies in the leaf. */
PathPlace path_locate(Ring *ring, const Path *path, Ring *enclosure, uint32_t count, const Scalar *point);

#endif
