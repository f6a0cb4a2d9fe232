/* The gradient of a straight-line program: reverse AD at its shortest.
 *
 * The program is its own tape: each node names the nodes that it was made from, and
 * the partial derivatives are 1, -1 and the values of the factors.  One sweep
 * downwards gives the gradient, proved (T-GRAD, proofs/laws/gradient.c): along every
 * direction it is the derivative of what the program denotes. */
#ifndef ADJUDGE_DUAL_GRADIENT_H
#define ADJUDGE_DUAL_GRADIENT_H

#include "semantics/straight/straight_code.h"

/* adjoint[0 .. inputs - 1] becomes the gradient of the node `output`; w are the values
 * of the nodes, and adjoint has room for each.  Failures are the ring's. */
/*@ requires program: straight(code, inputs, constants, nodes);
    requires output: output < nodes && inputs <= nodes;
    requires arrays: gradient_arrays(code, w, adjoint, t, nodes);
    requires inputs: straight_arrays(code, constant, x, inputs, constants, nodes);
    requires values: \forall integer k; 0 <= k < nodes ==> value(w[k].word) == ev(code, constant, x, k);
    requires along: \forall integer k; 0 <= k < nodes ==> value(t[k].word) == dv(code, constant, x, t, k);
    requires words: members(w, 0, nodes);
    assigns adjoint[0 .. nodes - 1], ring_state;
    ensures words: members(adjoint, 0, nodes);
    ensures gradient: dot(adjoint, t, inputs) == dv{Pre}(code, constant, x, t, output); */
void straight_gradient(Ring *ring, const StraightNode *code, uint32_t inputs, uint32_t nodes, const Scalar *w,
                       uint32_t output, Scalar *adjoint)
    /*@ ghost (uint32_t constants, const Scalar *constant, const Scalar *x, const Scalar *t) */;

#endif
