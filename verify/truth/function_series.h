/* Power series of the library of functions, by Arb and by Cauchy's integral: no table of
 * derivatives is in them, but what the incomplete gamma function is the integral of, where its argument is wide. */
#ifndef ADJUDGE_VERIFY_FUNCTION_SERIES_H
#define ADJUDGE_VERIFY_FUNCTION_SERIES_H

#include "semantics/rings/function_values.h"
#include "semantics/rings/ring.h"

/* f(x(t), y(t)) up to t^(n-1), at arguments whose constant terms are INSIDE (function_place); not finite where no
 * bound is found.  The output is none of the arguments. */
void function_series(const RingCall *call, arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n,
                     slong precision);

#endif
