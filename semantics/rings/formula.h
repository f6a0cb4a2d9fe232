/* Formulas of numbers, of which functions.def makes the meaning of a function:
 *
 *   sum = product {(+ | -) product}     product = factor {(* | /) factor}
 *   factor = - factor | number | x | y | (sum) | name(sum) | name(sum, sum)
 *
 * A name is that of a ring's function or of a function of the library. */
#ifndef ADJUDGE_RINGS_FORMULA_H
#define ADJUDGE_RINGS_FORMULA_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"

/* A trait beside those of ring.h: the ring looks at operations as the program has them, and
 * is asked for a function as one even where it is a formula. */
#define RING_WHOLE_FUNCTIONS 256u

/* A function of the library: by its formula, or the ring's own.  `y` is not looked at by functions of one operand. */
Scalar function_value(Ring *ring, const RingCall *call, Scalar x, Scalar y);

#endif
