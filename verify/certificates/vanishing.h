/* Hypotheses that hold nowhere: that something is the inverse of 0. */
#ifndef ADJUDGE_CERTIFICATES_VANISHING_H
#define ADJUDGE_CERTIFICATES_VANISHING_H

#include "verify/kernel/claims.h"

/* NULL, or what is wrong: that the source has a denominator that is 0 at a point of integers modulo 2^61 - 1 that have
 * nothing to do with one another, functions being any, and so, but for one chance in 10^18, is 0 everywhere.
 * `inverse_of` tells of each input 1 + the node that it is the inverse of, or 0; `newest` of each node 1 + the last
 * input that it uses, or 0.  An input is the inverse of a node of those before it. */
const char *vanishing_wrong(const Certificate *c, const uint32_t *inverse_of, const uint32_t *newest);

#endif
