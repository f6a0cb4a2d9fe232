/* The rings of this project.  Each constructor gives NULL when memory is
 * exhausted; ring_destroy frees.  See ring.h for what a ring offers. */
#ifndef ADJUDGE_CORE_RINGS_H
#define ADJUDGE_CORE_RINGS_H

#include "semantics/core/ring.h"

#include <string.h>

/* Residues modulo p = 2^61 - 1.  EXACT, FIELD.  No order: abs, sign, max, min
 * and the analytic functions are UNABLE; so is a non-integer power. */
Ring *ring_field_new(void);

/* IEEE binary64.  ORDERED, FIELD, ANALYTIC.  Operations follow IEEE except that
 * what is mathematically undefined (division by zero, log or sqrt of a negative
 * number, log 0, 0 to a negative power, comparison with NaN) is DOMAIN.  Infinities
 * and NaN given as input are carried. */
Ring *ring_double_new(void);
static inline Scalar scalar_from_double(double x) {
  Scalar bits;
  memcpy(&bits.word, &x, sizeof bits.word);
  return bits;
}
static inline double scalar_to_double(Scalar a) {
  double x;
  memcpy(&x, &a.word, sizeof x);
  return x;
}

/* binary64 with a running bound on the rounding error: a scalar is (value,
 * bound), |value - true| <= bound provided libm errs by at most 4 ulp.
 * ORDERED (DOMAIN where the enclosure straddles the test), FIELD, ANALYTIC. */
Ring *ring_enclosure_new(void);
Scalar enclosure_make(Ring *ring, double value, double bound);
double enclosure_value(const Ring *ring, Scalar a);
double enclosure_bound(const Ring *ring, Scalar a);

/* Exact rationals (GMP).  EXACT, ORDERED, FIELD.  A rational whose numerator
 * and denominator together exceed `limit_bits` is LIMIT. */
Ring *ring_rational_new(size_t limit_bits);
Scalar rational_make(Ring *ring, const mpq_t value);
void rational_get(const Ring *ring, Scalar a, mpq_t out);

/* Dual numbers a + b eps, eps^2 = 0, over `base` (not owned).  Traits of the
 * base.  Every function has its own derivative here, written from calculus and
 * not taken from the table of primitives: this ring is a truth tier. */
Ring *ring_dual_new(Ring *base);
Scalar dual_make(Ring *ring, Scalar real, Scalar epsilon);
Scalar dual_real(const Ring *ring, Scalar a);
Scalar dual_epsilon(const Ring *ring, Scalar a);

/* Fractions numerator/denominator over F_p, never cancelled: division is
 * multiplication by the flipped fraction, DOMAIN when that denominator is 0.
 * EXACT, FIELD. */
Ring *ring_fraction_new(void);
Scalar fraction_make(Ring *ring, uint64_t numerator, uint64_t denominator);
uint64_t fraction_numerator(const Ring *ring, Scalar a);
uint64_t fraction_denominator(const Ring *ring, Scalar a);

/* Degree bounds of numerator and denominator: the max-plus ring, in which x is
 * (deg, deg), degrees add under * and take the maximum under +.  A scalar packs
 * both; the bound holds for what ring_fraction computes, without cancelling.
 * Division by a constant 0 is not seen here.  UNABLE for non-rational functions. */
Ring *ring_degree_new(void);
Scalar degree_make(uint32_t numerator, uint32_t denominator);
uint32_t degree_numerator(Scalar a);
uint32_t degree_denominator(Scalar a);

#endif
