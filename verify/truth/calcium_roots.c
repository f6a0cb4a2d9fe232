#include "verify/truth/calcium_roots.h"

#include <stdbool.h>

#define ROOT_BITS 64 /* of a rational, of whose root calcium may take square factors out */

/* Calcium looks for square factors by elliptic curves, for seconds where there are 2,000 bits. They are not needed: it
 * finds how formal roots depend on each other, too. */
static bool formal_root(ca_t out, const ca_t c, ca_ctx_t context) {
  if (!CA_IS_QQ(c, context) || fmpq_sgn(CA_FMPQ(c)) <= 0) return false;
  if (fmpz_bits(CA_FMPQ_NUMREF(c)) + fmpz_bits(CA_FMPQ_DENREF(c)) <= ROOT_BITS) return false;
  if (fmpz_is_square(CA_FMPQ_NUMREF(c)) && fmpz_is_square(CA_FMPQ_DENREF(c))) return false;
  ca_sqrt_inert(out, c, context);
  return true;
}

void calcium_root(ca_t out, const ca_t c, ca_ctx_t context) {
  if (!formal_root(out, c, context)) ca_sqrt(out, c, context);
}

void calcium_power(ca_t out, const ca_t c, const fmpq_t exponent, ca_ctx_t context) {
  bool halves = fmpz_cmp_ui(fmpq_denref(exponent), 2) == 0;
  if (halves && fmpz_is_one(fmpq_numref(exponent)))
    calcium_root(out, c, context);
  else if (halves && formal_root(out, c, context))
    ca_pow_fmpz(out, out, fmpq_numref(exponent), context);
  else
    ca_pow_fmpq(out, c, exponent, context);
}
