/* The ring of jets: power series a_0 + a_1 s + ... + a_d s^d modulo s^(d+1) whose
 * coefficients are balls of Arb.
 *
 * Run on x + s v, a program f gives a_k = D^k f(x)[v, ..., v] / k!, enclosed: the
 * composition of Taylor series, with no rule of differentiation but those of
 * arb_poly (Johansson, Arb, 2017, section 4).  ORDERED, FIELD, ANALYTIC.
 *
 * What the constant terms do not decide is DOMAIN, as for balls (ring_ball.h).  At
 * the exact kink the conventions hold: abs is 0, sign is 0, max and min take half
 * of each operand at an exact tie.  sqrt and powers that are no integer have no
 * series at 0: DOMAIN, but for jets of order 0. */
#ifndef ADJUDGE_VERIFY_RING_JET_H
#define ADJUDGE_VERIFY_RING_JET_H

#include "verify/truth/ring_ball.h"

#define JET_MAX_ORDER 1000u

/* NULL without memory and above JET_MAX_ORDER. */
Ring *ring_jet_new(uint32_t order, slong precision);
uint32_t jet_order(const Ring *ring);
void jet_set_precision(Ring *ring, slong precision);
/* As ball_take_imprecise. */
bool jet_take_imprecise(Ring *ring);
/* Whether a convention decided at an exact tie since the last call: then the coefficients above the first
 * are those of the path, which need not be the function's.  Resets. */
bool jet_take_tied(Ring *ring);

/* order + 1 coefficients. */
Scalar jet_make(Ring *ring, arb_srcptr coefficients);
/* x + s v. */
Scalar jet_make_line(Ring *ring, const mpq_t x, const mpq_t v);
/* a_k for k <= order: valid until the next operation. */
arb_srcptr jet_coefficient(const Ring *ring, Scalar a, uint32_t k);

#endif
