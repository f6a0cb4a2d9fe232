/* The derivatives of functions, as certificates take them. */
#ifndef ADJUDGE_CERTIFICATES_SLOPES_H
#define ADJUDGE_CERTIFICATES_SLOPES_H

#include "semantics/rings/rings.h"
#include "semantics/straight/ring_straight.h"

/* f'(x) as a term of x, y = f(x), inverses and other functions, for `what` a function (rings.h).  What a certificate
 * says of a function rests on these lines, and on function_slopes.c: it takes them for hypotheses. */
Scalar certified_slope(Ring *ring, uint32_t what, Scalar x, Scalar y);

/* Records the slopes of all functions among the symbols of the recording ring, and of the functions in these; *slope
 * has the node of each (0 of an inverse).  Not OK where one is not known, and at a limit. */
MUST_CHECK Status record_slopes(Ring *straight, uint32_t slope[STRAIGHT_SYMBOLS]);

#endif
