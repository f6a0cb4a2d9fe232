/* Paths: a program with tests on signs, split into open regions.
 *
 * abs, sign, max, min and comparisons ask for the sign of a scalar.  Over the
 * symbolic ring the sign of a normal form is not known; a path answers it and
 * notes the answer as a guard, p < 0 or p > 0, so that a run is the run at every
 * input where all its guards hold.  The paths of a program are explored by
 * running it again with the last answer turned round.  Answers are taken from
 * the path first: from a guard noted before, from bounds of the atoms (exp u > 0,
 * |sin u| <= 1, even powers), and only then chosen.
 *
 * The guards' zeros, the boundaries, belong to no region.  They are thin, that
 * is of measure zero, when path_boundaries_thin says so. */
#ifndef ADJUDGE_VERIFY_PATH_H
#define ADJUDGE_VERIFY_PATH_H

#include "verify/truth/ring_symbolic.h"

#define PATH_MAX_STEPS 24u /* tests in one run; more are LIMIT */

typedef struct PathStep {
  Scalar guard; /* a polynomial in variables and atoms: primitive, without squares, leading coefficient positive */
  int sign;     /* of the guard in this region: -1 or +1; 0: only that it is not 0 */
  bool chosen;  /* there is another side; else it follows from bounds */
} PathStep;

typedef struct Path {
  PathStep step[PATH_MAX_STEPS]; /* of the present run, in order of the tests */
  uint32_t length;
  int choice[PATH_MAX_STEPS]; /* the answers to give */
  uint32_t choices, taken;
} Path;

/* The first path: every test is negative. */
void path_open(Path *path);
/* Before each run along the path. */
void path_rewind(Path *path);
/* After a run: turns round the last answer that was negative and drops those
 * after it.  False when every path has been run. */
bool path_next(Path *path);

/* The path that answers tests over the ring; NULL, as at first: they are UNABLE.
 * Guards are scalars of the ring, and released with it. */
void symbolic_set_path(Ring *ring, Path *path);
/* The sign of a scalar on the ring's path; 0 for the normal form 0 alone.
 * Failures are the ring's: UNABLE without a path, LIMIT at too many tests. */
int symbolic_sign(Ring *ring, Scalar a);

/* Whether a is 0 on the path: only as the normal form 0.  Elsewhere it is not 0 in
 * the region, which is noted and parts nothing.  Failures as above. */
bool symbolic_is_zero(Ring *ring, Scalar a);

typedef enum PathPlace { PATH_INSIDE, PATH_OUTSIDE, PATH_UNKNOWN } PathPlace;

/* Whether the point, of scalars of an enclosure ring, lies in the region. */
PathPlace path_locate(Ring *ring, const Path *path, Ring *enclosure, uint32_t count, const Scalar *point);
/* Whether every boundary of the region is known to have measure zero: each
 * guard is a function analytic on a connected set with the guard's zeros in it,
 * and not zero at the point or another.  Polynomials without atoms always are; with no
 * enclosure ring, NULL, no others. */
bool path_boundaries_thin(Ring *ring, const Path *path, Ring *enclosure, uint32_t count, const Scalar *point);

#endif
