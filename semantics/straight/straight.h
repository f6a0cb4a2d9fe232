/* Straight-line programs: what a polynomial program comes down to.
 *
 * A node is an input, a constant, or a sum, difference, product or opposite of
 * nodes below it; nodes 0 .. inputs-1 are the inputs.  The source interpreter,
 * run over the ring that records (ring_straight.c), leaves the program that it
 * was given as such nodes, whatever its constructs: a let is a node used twice, a
 * pair is two nodes.  Run again over another ring, at as many points as one likes,
 * they cost an operation a node and nothing else.  Proved: T-EVAL and T-DUAL for
 * these programs (proofs/laws/straight.c). */
#ifndef ADJUDGE_STRAIGHT_STRAIGHT_H
#define ADJUDGE_STRAIGHT_STRAIGHT_H

#include "semantics/straight/straight_code.h"

/* The value of every node, at the inputs x. */
/*@ requires program: straight(code, inputs, constants, nodes);
    requires arrays: straight_arrays(code, constant, x, inputs, constants, nodes);
    requires room: straight_room(constant, x, w, inputs, constants, nodes);
    requires words: members(x, 0, inputs) && members(constant, 0, constants);
    assigns w[0 .. nodes - 1], ring_state;
    ensures words: members(w, 0, nodes);
    ensures denotes: \forall integer k; 0 <= k < nodes ==> value(w[k].word) == ev{Pre}(code, constant, x, k); */
void straight_values(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                     Scalar *w) /*@ ghost (uint32_t inputs, uint32_t constants) */;

/* The value of every node and its derivative along dx, by dual numbers. */
/*@ requires program: straight(code, inputs, constants, nodes);
    requires arrays: straight_arrays(code, constant, x, inputs, constants, nodes);
    requires along: \valid_read(dx + (0 .. inputs - 1));
    requires room: dual_room(constant, x, dx, w, inputs, constants, nodes);
    requires words: members(x, 0, inputs) && members(constant, 0, constants) && members(dx, 0, inputs);
    assigns w[0 .. nodes - 1], ring_state;
    ensures words: duals(w, nodes);
    ensures denotes: \forall integer k; 0 <= k < nodes ==> value(w[k].real.word) == ev{Pre}(code, constant, x, k);
    ensures derivative: \forall integer k; 0 <= k < nodes ==>
      value(w[k].epsilon.word) == dv{Pre}(code, constant, x, dx, k); */
void straight_duals(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                    const Scalar *dx, Dual *w) /*@ ghost (uint32_t inputs, uint32_t constants) */;

#endif
