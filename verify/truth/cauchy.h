/* The Taylor series of an analytic function that is only given as values, rigorously.
 *
 * Cauchy's integral on a circle of radius r = R/4 about x by the trapezoid rule
 * with N = 64 points: the k-th Taylor coefficient is
 *   a_k = (1/N) sum_j f(x + r w^j) (r w^j)^-k,  w = e^(2 pi i/N),
 * but for the coefficients a_(k+N), a_(k+2N), ... that the points cannot tell from
 * it, which with |a_m| <= M/R^m add up to at most (M/R^k) 2 4^-64
 * (Trefethen and Weideman, The exponentially convergent trapezoidal rule, SIAM
 * Review 56(3), 2014, section 2). */
#ifndef ADJUDGE_VERIFY_CAUCHY_H
#define ADJUDGE_VERIFY_CAUCHY_H

#include "semantics/memory/status.h"
#include "verify/truth/arb_compat.h"

#include <stdint.h>

#define CAUCHY_POINTS 64u

/* Encloses f on the box z.  The answer must not be finite unless f is analytic on
 * the whole box: use acb_log_analytic, acb_sqrt_analytic, acb_pow_analytic with
 * analytic = 1, since a plain acb_log is finite across its cut. */
typedef void (*CauchyFunction)(acb_t value, const acb_t z, slong precision, void *state);

/* Encloses the first n Taylor coefficients of f at x, n <= CAUCHY_POINTS, given R > 0, where f is real on the reals:
 * f of a conjugate is the conjugate of f.  The bound M and analyticity come from enclosures of f on boxes that cover
 * the disc |z - x| <= R: DOMAIN when these are not finite. */
MUST_CHECK Status certified_cauchy_coefficients(CauchyFunction f, void *state, const arb_t x, const arb_t R, uint32_t n,
                                                slong precision, arb_ptr coefficients);

#endif
