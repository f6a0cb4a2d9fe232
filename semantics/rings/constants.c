#include "semantics/rings/constants.h"

#include "semantics/rings/field_power.h"
#include "semantics/rings/rationals.h"

#include <math.h>

double rational_to_double(const mpq_t value) {
  if (mpq_sgn(value) == 0) return 0.0;
  mpz_t numerator, denominator, quotient, remainder;
  mpz_inits(numerator, denominator, quotient, remainder, NULL);
  mpz_abs(numerator, mpq_numref(value));
  mpz_set(denominator, mpq_denref(value));
  /* A quotient of 55 or 56 bits holds two bits beyond the 53 of a double; its
   * lowest bit is made sticky.  Below 2^-1074 fewer bits are taken, so that
   * ldexp rounds once and the conversion to double is exact. */
  long shift = 55 - ((long)mpz_sizeinbase(numerator, 2) - (long)mpz_sizeinbase(denominator, 2));
  if (shift > 1076) shift = 1076;
  if (shift >= 0)
    mpz_mul_2exp(numerator, numerator, (mp_bitcnt_t)shift);
  else
    mpz_mul_2exp(denominator, denominator, (mp_bitcnt_t)-shift);
  mpz_tdiv_qr(quotient, remainder, numerator, denominator);
  uint64_t bits = mpz_get_ui(quotient);
  if (mpz_sgn(remainder) != 0) bits |= 1;
  double result = shift < -4096 ? INFINITY : ldexp((double)bits, (int)-shift);
  mpz_clears(numerator, denominator, quotient, remainder, NULL);
  return mpq_sgn(value) < 0 ? -result : result;
}

bool rational_residue(const mpq_t value, uint64_t *residue) {
  uint64_t numerator = mpz_fdiv_ui(mpq_numref(value), FIELD_P);
  uint64_t denominator = mpz_fdiv_ui(mpq_denref(value), FIELD_P);
  *residue = denominator == 0 ? 0 : field_mul(numerator, field_inverse(denominator));
  return denominator != 0;
}

uint64_t rational_mix(uint64_t h, const mpq_t value) {
  h = h * 0x9E3779B97F4A7C15u ^ mpz_fdiv_ui(mpq_numref(value), FIELD_P);
  return h * 0xC2B2AE3D27D4EB4Fu ^ mpz_fdiv_ui(mpq_denref(value), FIELD_P);
}

ConstantId constant_from_ratio(ConstantTable *table, int64_t numerator, uint64_t denominator) {
  if (denominator == 0) return (ConstantId){0};
  mpq_t value[1];
  mpq_init(value[0]);
  mpq_set_si(value[0], numerator, denominator);
  mpq_canonicalize(value[0]);
  ConstantId id = constant_intern(table, (const mpq_t *)value, 1);
  mpq_clear(value[0]);
  return id;
}
