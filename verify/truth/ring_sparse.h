/* Integer polynomials in normal form: two scalars are one polynomial exactly when they compare equal.
 *
 * A program run over variables is decided by its outputs: no point is tried, no bound guessed.  What leaves the form
 * (a coefficient beyond 64 bits, a degree beyond SPARSE_DEGREE in one variable, too many terms) is LIMIT and never
 * wraps; quotients, roots, order and fractions are UNABLE. */
#ifndef ADJUDGE_VERIFY_RING_SPARSE_H
#define ADJUDGE_VERIFY_RING_SPARSE_H

#include "semantics/rings/ring.h"

#define SPARSE_VARIABLES 16u
#define SPARSE_DEGREE 127u
#define SPARSE_TERMS 4096u

/* The exponents, a byte each, that of variable 0 the lowest. */
__extension__ typedef unsigned __int128 Monomial;

typedef struct SparseTerm {
  Monomial monomial;
  int64_t coefficient; /* not 0 */
} SparseTerm;

/* NULL without memory. */
Ring *ring_sparse_new(void);
/* The k-th variable, k < SPARSE_VARIABLES. */
Scalar sparse_variable(Ring *ring, uint32_t k);
/* The formal derivative with respect to it. */
Scalar sparse_derivative(Ring *ring, Scalar a, uint32_t k);
/* The terms by falling monomials, and their number; valid until the next operation. */
const SparseTerm *sparse_terms(const Ring *ring, Scalar a, uint32_t *count);

#endif
