/* Whether the zeros of a function are thin: of measure zero, and nowhere dense.
 *
 * A polynomial in variables and atoms is a function where its atoms are defined.
 * Roots are eliminated, the newest first, by the resultant with what they satisfy
 * (a + b sqrt p by a^2 - b^2 p): where the function is 0 the resultant is.  Then
 * exponentials, sines and cosines of polynomials and logarithms of quotients are
 * written in those of monomials and of irreducible factors, which are independent
 * over the rational functions (Ax, On Schanuel's conjectures, 1971; Kolchin,
 * Algebraic groups and algebraic dependence, 1968): the zeros are thin as soon as
 * one coefficient is not 0.  What has deeper atoms is thin where it is analytic
 * everywhere by its form, and has one value that is not 0. */
#ifndef ADJUDGE_VERIFY_THIN_H
#define ADJUDGE_VERIFY_THIN_H

#include "semantics/rings/ring.h"

typedef enum Thinness {
  THIN_UNKNOWN,
  THIN_YES,
  THIN_VANISHES /* the function is 0 wherever it is defined */
} Thinness;

/* Of a scalar of the symbolic ring, which is left as it was. */
Thinness thin_zeros(Ring *ring, Scalar a);

#endif
