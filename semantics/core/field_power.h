/* Powers and inverses modulo p = 2^61 - 1: part of field.h. */
#ifndef ADJUDGE_CORE_FIELD_POWER_H
#define ADJUDGE_CORE_FIELD_POWER_H

#include "semantics/core/field.h"

static inline uint64_t field_power(uint64_t a, uint64_t exponent) {
  uint64_t result = 1;
  while (exponent != 0) {
    uint64_t half = exponent / 2, square = field_mul(a, a);
    if (exponent % 2 != 0) result = field_mul(result, a);
    a = square;
    exponent = half;
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

#endif
