/* What a certificate may take for granted, whoever wrote it.
 *
 * The proved checker takes any hypotheses.  A certificate that assumes its own claim is no certificate: only what an
 * input is may be assumed, once, and in terms of those before it:
 *   q = 1 / b    b q = 1, and dq = - ((q q) db); b is not 0 everywhere (vanishing.h)
 *   y = f(b)     dy = s db, s a node of the program that is made of b and y, by numbers, quotients and functions:
 *                whatever f is, there is one of that slope, and none of a slope that is free */
#ifndef ADJUDGE_CERTIFICATES_ASSUMED_H
#define ADJUDGE_CERTIFICATES_ASSUMED_H

#include "verify/kernel/claims.h"

/* Of a certificate that holds: NULL, or what is wrong with its hypotheses. */
const char *assumed_wrong(const Certificate *c);

#endif
