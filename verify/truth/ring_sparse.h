/* Polynomials in variables and their inverses in normal form, coefficients rational: two scalars are one such
 * polynomial exactly when they compare equal.
 *
 * A program run over variables is decided by its outputs: no point is tried, no bound guessed.  What leaves the form
 * (a coefficient beyond 64 bits, a degree beyond SPARSE_DEGREE in one variable, too many terms) is LIMIT and never
 * wraps; quotients by a sum, roots and order are UNABLE.  A quotient by a monomial is defined where the variables in it
 * are not 0: which were divided by is kept beside the scalars, since x / x has lost it. */
#ifndef ADJUDGE_VERIFY_RING_SPARSE_H
#define ADJUDGE_VERIFY_RING_SPARSE_H

#include "semantics/rings/ring.h"

#define SPARSE_VARIABLES 16u
#define SPARSE_DEGREE 127u
#define SPARSE_TERMS 4096u

/* The exponents, a byte each, that of variable 0 the lowest, and that of its inverse the highest; one of both is 0. */
__extension__ typedef unsigned __int128 Monomial;

typedef struct SparseTerm {
  Monomial monomial;
  int64_t coefficient; /* not 0 */
  int64_t below;       /* what it is divided by: positive, and in lowest terms */
} SparseTerm;

/* NULL without memory. */
Ring *ring_sparse_new(void);
/* The k-th variable, k < SPARSE_VARIABLES. */
Scalar sparse_variable(Ring *ring, uint32_t k);
/* From now on the first `count` variables are used, and the places of the others are those of inverses. */
void sparse_begin(Ring *ring, uint32_t count);
/* The variables that were divided by since then, or since this was asked last: bit k for the k-th. */
uint32_t sparse_take_divided(Ring *ring);
/* The formal derivative with respect to it. */
Scalar sparse_derivative(Ring *ring, Scalar a, uint32_t k);
/* The terms by falling monomials, and their number; valid until the next operation. */
const SparseTerm *sparse_terms(const Ring *ring, Scalar a, uint32_t *count);

#endif
