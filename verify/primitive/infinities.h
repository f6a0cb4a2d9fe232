/* What a primitive's value and slopes tend to where inputs tend to infinities, for certain: by the
 * ring of limits (verify/truth/ring_limit.h), which leaves open what the limits of the parts do not
 * decide. */
#ifndef ADJUDGE_VERIFY_INFINITIES_H
#define ADJUDGE_VERIFY_INFINITIES_H

#include "verify/primitive/primitive.h"
#include "verify/truth/arb_compat.h"

typedef struct Limits Limits;
Limits *limits_new(const Primitive *primitive); /* NULL without memory */
void limits_free(Limits *limits);

/* Whether x, infinities among them, is inside the declared domain and off the kinks all around. */
bool limits_claimed(Limits *limits, const double *x);

/* The value's limit at x; or, `along` an input by its number among the tangents, the slope's.  False where it is not
 * decided.  Of a value the results are all outputs, Ints too, of a slope the cotangents. */
bool limits_value(Limits *limits, const double *x);
bool limits_slope(Limits *limits, const double *x, uint32_t along);
/* Of the last that was true: -1 or 1 for an infinity, 0 for a number, and the number. */
int limits_infinite(const Limits *limits, uint32_t result);
arb_srcptr limits_number(const Limits *limits, uint32_t result);

#endif
