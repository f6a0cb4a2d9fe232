/* Deterministic random inputs: each is a function of (seed, stream, position)
 * alone, so that a case can be replayed without those before it. */
#ifndef ADJUDGE_TESTS_POINTS_H
#define ADJUDGE_TESTS_POINTS_H

#include "semantics/rings/field.h"
#include "semantics/rings/rings.h"
#include "verify/enumerate/space.h"

#include <float.h>
#include <math.h>

/* Streams of one seed that must not meet are told apart by their seeds. */
enum { SEED_FIELD = 0x66, SEED_RATIONAL = 0x72, SEED_DOUBLE = 0x64, SEED_SPECIAL = 0x73 };

static inline uint64_t word(uint64_t seed, int kind, uint64_t stream, uint64_t index) {
  return random_word(seed ^ (uint64_t)kind << 56, stream, index);
}

/* Uniform in 0..bound-1 but for a bias below bound/2^64. */
static inline uint64_t below(uint64_t w, uint32_t bound) { return (uint64_t)(((Rank)w * bound) >> 64); }

/* n residues, uniform modulo 2^61 - 1. */
static inline void points_field(uint64_t seed, uint64_t stream, uint32_t n, Scalar *out) {
  for (uint32_t i = 0; i < n; i++) {
    uint64_t index = i, residue;
    /* 61 bits are p itself once in 2^61 draws, and then drawn again. */
    do {
      residue = word(seed, SEED_FIELD, stream, index) >> 3;
      index += (uint64_t)1 << 32;
    } while (residue == FIELD_P);
    out[i] = (Scalar){residue};
  }
}

/* n rationals a/b in lowest terms with |a| <= height and 1 <= b <= height
 * (1 <= height < 2^30), as scalars of a ring of ring_rational_new. */
static inline void points_rational(Ring *ring, uint64_t seed, uint64_t stream, uint32_t n, uint32_t height,
                                   Scalar *out) {
  mpq_t value;
  mpq_init(value);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t a = below(word(seed, SEED_RATIONAL, stream, 2 * (uint64_t)i), 2 * height + 1);
    uint64_t b = below(word(seed, SEED_RATIONAL, stream, 2 * (uint64_t)i + 1), height);
    mpq_set_si(value, (long)a - (long)height, (unsigned long)b + 1);
    mpq_canonicalize(value);
    out[i] = rational_make(ring, value);
  }
  mpq_clear(value);
}

static inline double generic_double(uint64_t w) {
  double unit = ldexp((double)(w >> 12), -52); /* in [0, 1) */
  double magnitude = 0.1 + 1.9 * unit;
  return (w & 1) != 0 ? -magnitude : magnitude;
}

/* n doubles, uniform in 0.1 <= |x| < 2, of either sign: away from zero, from
 * overflow, and almost surely from ties. */
static inline void points_double(uint64_t seed, uint64_t stream, uint32_t n, double *out) {
  for (uint32_t i = 0; i < n; i++) out[i] = generic_double(word(seed, SEED_DOUBLE, stream, i));
}

/* Values at which floating-point programs go wrong: zeros of both signs, units
 * and their neighbours, subnormals, the ends of the range; then what is no real
 * number. */
#define POINT_FINITE_SPECIALS 20u
#define POINT_SPECIALS (POINT_FINITE_SPECIALS + 3u)
static inline double point_special(uint32_t i) {
  static const double specials[POINT_SPECIALS] = {0.0,
                                                  -0.0,
                                                  1.0,
                                                  -1.0,
                                                  2.0,
                                                  -2.0,
                                                  0.5,
                                                  -0.5,
                                                  1.0 + DBL_EPSILON,
                                                  1.0 - DBL_EPSILON / 2,
                                                  0x1p-1074,
                                                  -0x1p-1074,
                                                  DBL_MIN - 0x1p-1074,
                                                  DBL_MIN,
                                                  0x1p-537,
                                                  0x1p53 + 2.0,
                                                  0x1p511,
                                                  -0x1p511,
                                                  DBL_MAX,
                                                  -DBL_MAX,
                                                  INFINITY,
                                                  -INFINITY,
                                                  NAN};
  return specials[i < POINT_SPECIALS ? i : 0];
}

/* n doubles, each a finite special value or, as often, one of points_double.
 * With n >= 2 half of all points repeat their first value in the second place:
 * a tie. */
static inline void points_special(uint64_t seed, uint64_t stream, uint32_t n, double *out) {
  for (uint32_t i = 0; i < n; i++) {
    uint64_t w = word(seed, SEED_SPECIAL, stream, i);
    bool special = (w & 1) != 0;
    out[i] = special ? point_special((uint32_t)below(w, POINT_FINITE_SPECIALS))
                     : generic_double(word(seed, SEED_DOUBLE, stream, i));
  }
  if (n >= 2 && (word(seed, SEED_SPECIAL, stream, UINT64_MAX) & 1) != 0) out[1] = out[0];
}

#endif
