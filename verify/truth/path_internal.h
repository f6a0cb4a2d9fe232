/* Inside paths; for verify/truth/path*.c alone. */
#ifndef ADJUDGE_VERIFY_PATH_INTERNAL_H
#define ADJUDGE_VERIFY_PATH_INTERNAL_H

#include "verify/truth/bounded.h"
#include "verify/truth/path.h"
#include "verify/truth/symbolic_internal.h"
#include "verify/truth/thin.h"

static inline Signs signs_of(int sign) { return sign < 0 ? SIGNS_MINUS : sign > 0 ? SIGNS_PLUS : SIGNS_ZERO; }
static inline Signs signs_negated(Signs signs) {
  return (signs & SIGNS_ZERO) | (signs & SIGNS_MINUS ? SIGNS_PLUS : 0) | (signs & SIGNS_PLUS ? SIGNS_MINUS : 0);
}
static inline Signs signs_times(Signs signs, int sign) { return sign < 0 ? signs_negated(signs) : signs; }

/* Which of the outcomes the path takes, equalities last: the first, where it has not been there. */
uint32_t path_choose(Ring *ring, Path *path, uint32_t sides, uint32_t equalities);
/* Adds a guard; NULL at a limit. */
PathStep *path_note(Ring *ring, Path *path, const fmpz_mpoly_struct *guard, Signs signs, bool chosen);
/* After p = 0 has been noted: replaces an input, and sees whether an earlier guard forbids it. */
void path_equate(Ring *ring, Path *path, const fmpz_mpoly_struct *p);
/* thin.c: thin_zeros of a polynomial; and whether p has atoms and is 0 wherever it is defined. */
Thinness thin_polynomial(Ring *ring, const fmpz_mpoly_struct *p);
bool thin_vanishes(Ring *ring, const fmpz_mpoly_struct *p);

/* p = c x + q with a number c and no x in q as x = -q/c; false when p is none. Failures are the ring's. */
bool path_solve(Ring *ring, const fmpz_mpoly_struct *p, PathReplaced *input);

#endif
