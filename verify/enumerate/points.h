/* Deterministic random inputs: each is a function of (seed, stream, position)
 * alone, so that a case can be replayed without those before it. */
#ifndef ADJUDGE_VERIFY_POINTS_H
#define ADJUDGE_VERIFY_POINTS_H

#include "semantics/rings/rings.h"

/* n residues, uniform modulo 2^61 - 1. */
void points_field(uint64_t seed, uint64_t stream, uint32_t n, Scalar *out);

/* n rationals a/b in lowest terms with |a| <= height and 1 <= b <= height
 * (1 <= height < 2^30), as scalars of a ring of ring_rational_new. */
void points_rational(Ring *ring, uint64_t seed, uint64_t stream, uint32_t n, uint32_t height, Scalar *out);

/* n doubles, uniform in 0.1 <= |x| < 2, of either sign: away from zero, from
 * overflow, and almost surely from ties. */
void points_double(uint64_t seed, uint64_t stream, uint32_t n, double *out);

/* Values at which floating-point programs go wrong: zeros of both signs, units
 * and their neighbours, subnormals, the ends of the range; then what is no real
 * number. */
#define POINT_FINITE_SPECIALS 20u
#define POINT_SPECIALS (POINT_FINITE_SPECIALS + 3u)
double point_special(uint32_t i); /* i < POINT_SPECIALS */

/* n doubles, each a finite special value or, as often, one of points_double.
 * With n >= 2 half of all points repeat their first value in the second place:
 * a tie. */
void points_special(uint64_t seed, uint64_t stream, uint32_t n, double *out);

#endif
