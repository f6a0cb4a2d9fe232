/* The derivative of a straight-line program, as a straight-line program, by the rules
 * of sum and product.
 *
 * Of a program of n inputs: 2 n inputs, a point and a direction, then four nodes for
 * each of its nodes above the inputs: the value, two products, the derivative.  Proved
 * (T-CERT, proofs/laws/derive.c): they denote what the program denotes at the point,
 * and the derivative of that along the direction, in every commutative ring. */
#ifndef ADJUDGE_KERNEL_DERIVE_H
#define ADJUDGE_KERNEL_DERIVE_H

#include "semantics/straight/straight_code.h"

/* The most nodes of a program, so that those of its derivative are numbers of 32 bits. */
#define DERIVE_MOST_NODES 268435456u

/* The node that is the value of node k; that of `nodes`, one past the last, is how many nodes there are. */
/*@ requires small: k <= DERIVE_MOST_NODES && inputs <= DERIVE_MOST_NODES;
    assigns \nothing;
    ensures place: \result == value_at(inputs, k); */
static inline uint32_t value_node(uint32_t inputs, uint32_t k) {
  return k < inputs ? k : 2 * inputs + 4 * (k - inputs);
}

/* The node that is the derivative of node k. */
/*@ requires small: k < DERIVE_MOST_NODES && inputs <= DERIVE_MOST_NODES;
    assigns \nothing;
    ensures place: \result == slope_at(inputs, k); */
static inline uint32_t slope_node(uint32_t inputs, uint32_t k) {
  return k < inputs ? inputs + k : 2 * inputs + 4 * (k - inputs) + 3;
}

/* Writes the nodes of values and derivatives; `zero` is the constant 0. */
/*@ requires program: straight(code, inputs, constants, nodes) && inputs <= nodes;
    requires small: nodes < DERIVE_MOST_NODES && zero < constants;
    requires arrays: \valid_read(code + (0 .. nodes - 1)) && \valid(to + (0 .. value_at(inputs, nodes) - 1));
    requires apart: \separated(to + (0 .. value_at(inputs, nodes) - 1), code + (0 .. nodes - 1));
    assigns to[0 .. value_at(inputs, nodes) - 1];
    ensures program: straight(to, 2 * inputs, constants, value_at(inputs, nodes));
    ensures kept: nodes_kept{Pre, Post}(code, nodes);
    ensures derived: derived(code, to, inputs, zero, nodes); */
void derive(const StraightNode *code, uint32_t inputs, uint32_t nodes, uint32_t zero, StraightNode *to)
    /*@ ghost (uint32_t constants) */;

#endif
