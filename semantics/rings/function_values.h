/* The meaning of the library of functions, by Arb: certified enclosures, from which the
 * values of every ring of numbers come. */
#ifndef ADJUDGE_RINGS_FUNCTION_VALUES_H
#define ADJUDGE_RINGS_FUNCTION_VALUES_H

#include "semantics/rings/arb_compat.h"
#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"

/* Where the arguments are, all of those that the balls hold. */
typedef enum FunctionPlace {
  PLACE_INSIDE,  /* the function is analytic there */
  PLACE_EDGE,    /* one point, at which it has a value and no derivative */
  PLACE_OUTSIDE, /* it has no value there */
  PLACE_UNKNOWN  /* not decided: smaller balls, or more bits, may */
} FunctionPlace;

/* `y` is not looked at by functions of one operand. */
FunctionPlace function_place(const RingCall *call, arb_srcptr x, arb_srcptr y, slong precision);

/* Encloses the value at a place that is INSIDE or EDGE; not finite where Arb finds no bound. */
void function_enclose(const RingCall *call, arb_ptr out, arb_srcptr x, arb_srcptr y, slong precision);

/* The value at numbers, rounded to nearest (within 2^-60 of half a unit in the last place).  Of an
 * infinity, NaN.  DOMAIN outside; LIMIT where Arb gives no digits. */
MUST_CHECK Status function_of_doubles(const RingCall *call, double x, double y, double *out);

/* A value and a bound of its distance from those at all of x +- x_bound, y +- y_bound.  DOMAIN unless all these are
 * INSIDE, or are one point at the EDGE. */
MUST_CHECK Status function_of_enclosures(const RingCall *call, const double x[2], const double y[2], double out[2]);

/* Encloses a parameter. */
void function_parameter(arb_t out, const mpq_t q, slong precision);

#endif
