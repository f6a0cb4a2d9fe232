/* The rings of this project.  Each constructor gives NULL when memory is
 * exhausted; ring_destroy frees.  See ring.h for what a ring offers. */
#ifndef ADJUDGE_RINGS_RINGS_H
#define ADJUDGE_RINGS_RINGS_H

#include "semantics/rings/field_power.h"
#include "semantics/rings/ring.h"

#include <string.h>

/* Residues modulo p = 2^61 - 1.  EXACT, FIELD.  No order: abs, sign, max, min
 * and the analytic functions are UNABLE; so is a non-integer power. */
Ring *ring_field_new(void);

/* IEEE binary64.  ORDERED, FIELD, ANALYTIC.  Operations follow IEEE except that
 * what is mathematically undefined (division by zero, log or sqrt of a negative
 * number, log 0, 0 to a negative power, a negative number to a power that is no
 * integer) and what compares with NaN (abs, sign, max, min) is DOMAIN.  Otherwise
 * infinities and NaN are carried.  sign(-0) = sign(0) = 0, x^0 = 1 for every x, and
 * other integer powers are repeated products, the reciprocal of one when
 * negative.  -0 compares equal to 0, and NaN to NaN. */
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
 * bound), |value - true| <= bound provided libm errs by at most 4 ulp and the
 * rounding mode is to nearest.  Exact results have bound 0; of literals as 0.1,
 * and what arithmetic makes of them, short ratios are known besides, so that ties
 * of them are seen.  What is not finite
 * becomes 0 +/- infinity: any real.  ORDERED, FIELD, ANALYTIC.  DOMAIN when the
 * enclosure of a divisor, or of an argument of abs or sign, straddles 0; when
 * that of log, sqrt or a power that is no integer is not positive (sqrt 0 and
 * 0^c with c > 0, exactly known, are 0); and in max and min when the enclosures
 * overlap and are not both known exactly. */
Ring *ring_enclosure_new(void);
/* bound >= 0; an input taken exactly has bound 0. */
Scalar enclosure_make(Ring *ring, double value, double bound);
double enclosure_value(const Ring *ring, Scalar a);
double enclosure_bound(const Ring *ring, Scalar a);
/* decimal - value, rounded away from 0, of a decimal that printf wrote for that number: by so much is a bound larger
 * about the decimal. */
double decimal_excess(const char *decimal, double value);
/* The largest magnitude of a value made since the last reset: against it a
 * width is small or large. */
double enclosure_magnitude(const Ring *ring);
void enclosure_reset_magnitude(Ring *ring);

/* Exact rationals (GMP).  EXACT, ORDERED, FIELD.  A rational whose numerator
 * and denominator together exceed `limit_bits` is LIMIT.  Roots and analytic
 * functions are UNABLE. */
Ring *ring_rational_new(size_t limit_bits);
Scalar rational_make(Ring *ring, const mpq_t value);
void rational_get(const Ring *ring, Scalar a, mpq_t out);
/* As snprintf; what has no room is "about 1.00000000000000000000e+200". */
int rational_text(const mpq_t a, char *buffer, size_t size);

/* Dual numbers a + b eps, eps^2 = 0, over `base` (not owned).  Traits of the
 * base.  Every function has its own derivative here, written from calculus and
 * not taken from the table of primitives: this ring is a truth tier.  At kinks the
 * conventions: |x|' = 0 at 0, max and min take half each at a tie, sign' = 0.
 * DOMAIN where there is no derivative (sqrt, and powers that are no integer, at 0).
 * Failures of the base become failures of this ring.  Releasing this ring also
 * releases what was made in the base after the first operation forgotten: take
 * what is to be kept out of the base first. */
Ring *ring_dual_new(Ring *base);
/* The same along the path that is run at the point, on a guard's boundary too. */
Ring *ring_dual_path_new(Ring *base);
Scalar dual_make(Ring *ring, Scalar real, Scalar epsilon);
Scalar dual_real(const Ring *ring, Scalar a);
Scalar dual_epsilon(const Ring *ring, Scalar a);

/* Fractions numerator/denominator over F_p, never cancelled: division is
 * multiplication by the flipped fraction, and a/b + c/d = (a d + c b)/(b d).  A
 * denominator of 0 is DOMAIN; in formal mode it is carried instead, so that
 * numerator and denominator are polynomials of the inputs at every point.
 * EXACT, FIELD.  UNABLE for non-rational functions. */
Ring *ring_fraction_new(void);
void fraction_set_formal(Ring *ring, bool formal);
Scalar fraction_make(Ring *ring, uint64_t numerator, uint64_t denominator);
uint64_t fraction_numerator(const Ring *ring, Scalar a);
uint64_t fraction_denominator(const Ring *ring, Scalar a);

/* Degree bounds of numerator and denominator, for what ring_fraction computes,
 * without cancelling: degrees add under * and take the maximum under +, and
 * constants have degree 0 over 0.  A scalar packs both; they saturate.  Division
 * by 0 is not seen here.  UNABLE for non-rational functions. */
Ring *ring_degree_new(void);
Scalar degree_make(uint32_t numerator, uint32_t denominator);
uint32_t degree_numerator(Scalar a);
uint32_t degree_denominator(Scalar a);
/* Whether every divisor since the last reset was a constant: then the results
 * are polynomials, and the field computes them without fractions. */
bool degree_is_polynomial(const Ring *ring);
void degree_reset(Ring *ring);

#endif
