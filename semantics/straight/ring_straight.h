/* The ring that records: what an evaluator computes over it is left as a straight-line program. */
#ifndef ADJUDGE_STRAIGHT_RING_STRAIGHT_H
#define ADJUDGE_STRAIGHT_RING_STRAIGHT_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"
#include "semantics/straight/straight_code.h"

/* Straight-line programs over what is not yet known (straight.h): a scalar is a node,
 * and an operation makes the next one.  An evaluator that runs over this ring leaves
 * its program's polynomials as nodes.  Whatever is no ring operation, division among
 * it, is UNABLE; more than `limit` nodes are LIMIT.  Nodes are forgotten by straight_begin
 * alone. */
Ring *ring_straight_new(uint32_t limit);
/* Forgets all nodes; those of the inputs are 0 .. inputs-1. */
void straight_begin(Ring *ring, uint32_t inputs);
/* The same for programs with quotients, rational constants and functions: the last `room` inputs, at most
 * STRAIGHT_SYMBOLS, stand for inverses and functions of nodes, and a quotient is a product with an inverse.  Where
 * there is room each node is made once, whichever of the operands of a sum or a product comes first, and 0 + a, a - 0,
 * 0 a and 1 a are no nodes: what runs over commutative rings that do the same up to their laws leaves the same nodes
 * more often. */
#define STRAIGHT_SYMBOLS 16u
#define STRAIGHT_INVERSE 0u
#define STRAIGHT_FUNCTION(f) (1u + (uint32_t)(f)) /* a RingFunction; not abs and sign */
#define STRAIGHT_LIBRARY(f) (64u + (uint32_t)(f)) /* a FunctionCode of one operand, smooth where it is defined */
#define STRAIGHT_POWER_MOST 4095u
#define STRAIGHT_POWER(p, q) (1u << 24 | (p) << 12 | (q)) /* x^(p/q), 0 < p < q <= STRAIGHT_POWER_MOST */
typedef struct StraightSymbol {
  uint32_t what, of; /* of a node */
  uint64_t residue;  /* its value modulo p at a point drawn once: symbols that differ there are not one */
} StraightSymbol;
/* The inputs are those of a point, one in all recordings, others, and then the room. */
void straight_begin_symbols(Ring *ring, uint32_t point, uint32_t others, uint32_t room);
/* How many symbols there are; those of the inputs that stand for them, in order. */
uint32_t straight_symbols(const Ring *ring, const StraightSymbol **symbols);
Scalar straight_symbol(const Ring *ring, uint32_t i);
/* What was recorded; valid until the next operation. */
StraightProgram straight_recorded(const Ring *ring);
/* The program's constants as scalars of a ring. */
MUST_CHECK Status straight_constants(Ring *ring, const StraightProgram *program, Scalar *out);

#endif
