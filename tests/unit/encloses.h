/* Enclosures beside exact rationals. */
#ifndef ADJUDGE_TESTS_ENCLOSES_H
#define ADJUDGE_TESTS_ENCLOSES_H

#include "semantics/rings/rings.h"

#include <gmp.h>
#include <math.h>

/* Exactly: the rational is in the enclosure. */
static inline bool encloses(Ring *enclosure, Scalar a, Ring *rational, Scalar b) {
  double value = enclosure_value(enclosure, a), bound = enclosure_bound(enclosure, a);
  if (bound == HUGE_VAL) return true;
  mpq_t distance, other;
  mpq_inits(distance, other, NULL);
  rational_get(rational, b, distance);
  mpq_set_d(other, value);
  mpq_sub(distance, distance, other);
  mpq_abs(distance, distance);
  mpq_set_d(other, bound);
  bool inside = mpq_cmp(distance, other) <= 0;
  mpq_clears(distance, other, NULL);
  return inside;
}

#endif
