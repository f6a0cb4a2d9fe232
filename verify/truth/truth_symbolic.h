/* Tier T2: derivatives for all inputs, by formal differentiation. */
#ifndef ADJUDGE_VERIFY_TRUTH_SYMBOLIC_H
#define ADJUDGE_VERIFY_TRUTH_SYMBOLIC_H

#include "verify/truth/ring_symbolic.h"
#include "verify/truth/truth.h"

/* Runs a first-order source program once over the symbolic ring and
 * differentiates the normal forms of its results: value and D[[t]](x) . v, as
 * scalars of the ring.  The reals of x are variables of the ring, each once (else
 * ILL_TYPED); those of v are any scalars that do not move with x.  Int inputs are
 * words, and their v is ignored: what holds then holds for these Ints alone.  An
 * Int output has derivative 0.  No dual numbers and no derivative of the table of
 * primitives is used.  Where the program is defined is left in the ring as
 * obligations; the derivative is right wherever they hold. */
MUST_CHECK Status truth_symbolic(Truth *truth, Ring *symbolic, const Program *program, const Scalar *x, const Scalar *v,
                                 Scalar *value, Scalar *derivative);

#endif
