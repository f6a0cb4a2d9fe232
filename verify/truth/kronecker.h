/* Tier T2k: identities of integer polynomials, proved by one evaluation.
 *
 * A polynomial in x_0..x_{n-1} with integer coefficients of absolute value below
 * 2^(h-1) and degree at most d in each variable is determined by its value at
 * the Kronecker point x_i = 2^(h (d+1)^i): the coefficients are the digits of
 * that number in balanced base 2^h.  So two such polynomials are equal, for all
 * inputs, exactly when their values there are.  The bounds on degree and height
 * come from running the same evaluators over the ring of bounds; the values from
 * running them over exact rationals.  GMP is all it takes.
 *
 * The same digits give derivatives without calculus: the value of f(x + s v) at
 * a Kronecker point whose highest variable is s has D f(x) . v as its second
 * digit in the base s. */
#ifndef ADJUDGE_VERIFY_KRONECKER_H
#define ADJUDGE_VERIFY_KRONECKER_H

#include "semantics/evaluator.h"

/* Bounds of a polynomial with integer coefficients, in inputs and in seeds (the
 * variables that stand for a tangent or cotangent). */
typedef struct Bound {
  uint32_t degree; /* total degree in the inputs */
  uint32_t seeds;  /* total degree in the seeds */
  uint32_t bits;   /* the absolute values of the coefficients sum to at most 2^bits */
} Bound;

/* The ring of bounds: a scalar stands for every polynomial within them.
 * Division, functions, order and fractions are UNABLE; bounds out of range are
 * LIMIT. */
Ring *ring_bound_new(void);
Scalar bound_make(Bound bound);
Bound bound_get(Scalar a);

/* A Kronecker point: input i is 2^(digit (degree+1)^i), and above `inputs` such
 * variables seed j is 2^(digit (degree+1)^inputs (seeds+1)^j). */
typedef struct KroneckerPoint {
  uint32_t inputs;
  uint32_t degree, seeds; /* the largest degree in one input, in one seed */
  uint32_t digit;         /* bits of a digit */
} KroneckerPoint;

/* The longest number that a check may take, in bits. */
#define KRONECKER_MAX_BITS ((uint64_t)1 << 16)

/* The point for polynomials in `inputs` inputs within the bounds given, and for
 * their differences. */
KroneckerPoint kronecker_point(uint32_t inputs);
void kronecker_widen(KroneckerPoint *point, Scalar bound);
/* Whether numbers in the inputs, `displaced` more inputs and `seeds` seeds stay
 * within KRONECKER_MAX_BITS. */
bool kronecker_fits(const KroneckerPoint *point, uint32_t displaced, uint32_t seeds);
/* Input i, or seed j, at the point, as a scalar of a ring of rationals. */
Scalar kronecker_input(const KroneckerPoint *point, Ring *rational, uint32_t i);
Scalar kronecker_seed(const KroneckerPoint *point, Ring *rational, uint32_t j);

/* Needed between calls of kronecker_truth: rings and scratch memory. */
typedef struct Kronecker Kronecker;
Kronecker *kronecker_new(Store *store);
void kronecker_free(Kronecker *kronecker);
/* The rings of bounds and of rationals that it owns. */
Ring *kronecker_bounds(Kronecker *kronecker);
Ring *kronecker_rationals(Kronecker *kronecker);

/* Bounds of the outputs of f(x + s e_k), for every k, of a first-order source
 * program with the point's number of inputs; written to `bounds`. */
MUST_CHECK Status kronecker_source_bounds(Kronecker *kronecker, const Program *program, uint32_t inputs,
                                          Scalar *bounds);
/* Value and derivative of every output with respect to input k, as polynomials
 * in the inputs evaluated at the point, which must have been widened by the
 * source bounds and fit one displaced input. */
MUST_CHECK Status kronecker_truth(Kronecker *kronecker, const Program *program, const KroneckerPoint *point, uint32_t k,
                                  Scalar *value, Scalar *derivative);

#endif
