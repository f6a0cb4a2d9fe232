/* Arithmetic modulo the Mersenne prime p = 2^61 - 1, in 64-bit words.
 *
 * Residues are canonical: 0 <= a < p.  No 128-bit type is used, so that the
 * code can be read by the verifier of C as it stands. */
#ifndef ADJUDGE_CORE_FIELD_H
#define ADJUDGE_CORE_FIELD_H

#include <stdint.h>

#define FIELD_P (((uint64_t)1 << 61) - 1)

/* a < 2^64 to its residue: 2^61 = 1 modulo p. */
static inline uint64_t field_reduce(uint64_t a) {
  uint64_t folded = (a & FIELD_P) + (a >> 61);
  return folded >= FIELD_P ? folded - FIELD_P : folded;
}

static inline uint64_t field_add(uint64_t a, uint64_t b) {
  uint64_t sum = a + b;
  return sum >= FIELD_P ? sum - FIELD_P : sum;
}

static inline uint64_t field_sub(uint64_t a, uint64_t b) { return a >= b ? a - b : a + FIELD_P - b; }

static inline uint64_t field_neg(uint64_t a) { return a == 0 ? 0 : FIELD_P - a; }

/* With a = ah 2^31 + al, b alike: ab = 2 ah bh + (ah bl + al bh) 2^31 + al bl
 * modulo p, and each summand below stays within 64 bits:
 * 2^61 + 2^32 + 2^61 + 2^62 < 2^64. */
static inline uint64_t field_mul(uint64_t a, uint64_t b) {
  const uint64_t low31 = ((uint64_t)1 << 31) - 1, low30 = ((uint64_t)1 << 30) - 1;
  uint64_t ah = a >> 31, al = a & low31, bh = b >> 31, bl = b & low31;
  uint64_t middle = ah * bl + al * bh;
  return field_reduce(2 * (ah * bh) + (middle >> 30) + ((middle & low30) << 31) + al * bl);
}

static inline uint64_t field_power(uint64_t a, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = field_mul(result, a);
    a = field_mul(a, a);
  }
  return result;
}

/* By Euclid's algorithm on (p, a), half the time of Fermat's a^(p-2).  Modulo p,
 * r = t a and s = u a throughout, and s |t| + r |u| = p bounds t and u.  Since p
 * is prime it ends with s = 1.  The inverse of 0 is 0, which callers test for
 * first. */
static inline uint64_t field_inverse(uint64_t a) {
  uint64_t r = FIELD_P, s = a;
  int64_t t = 0, u = 1;
  while (s > 1) {
    uint64_t quotient = r / s, rest = r % s;
    int64_t next = t - (int64_t)quotient * u;
    r = s;
    s = rest;
    t = u;
    u = next;
  }
  if (s == 0) return 0;
  return u < 0 ? (uint64_t)(u + (int64_t)FIELD_P) : (uint64_t)u;
}

static inline uint64_t field_from_int(int64_t n) {
  uint64_t magnitude = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;
  uint64_t residue = field_reduce(magnitude);
  return n < 0 ? field_neg(residue) : residue;
}

#endif
