/* Square roots and powers of calcium's numbers. */
#ifndef ADJUDGE_TRUTH_CALCIUM_ROOTS_H
#define ADJUDGE_TRUTH_CALCIUM_ROOTS_H

#if __has_include(<flint/ca.h>)
#include <flint/ca.h>
#else
#include <calcium/ca.h>
#endif

/* The root of c, and c to an exponent, as calcium has them; of a rational of many digits in time that its digits allow.
 * `out` may be c. */
void calcium_root(ca_t out, const ca_t c, ca_ctx_t context);
void calcium_power(ca_t out, const ca_t c, const fmpq_t exponent, ca_ctx_t context);

#endif
