/* Whether nodes are a straight-line program. */
#ifndef ADJUDGE_KERNEL_FORMED_H
#define ADJUDGE_KERNEL_FORMED_H

#include "semantics/straight/straight_code.h"

/* Exactly if the inputs come first and each node is above its operands (proofs/laws/formed.c). */
/*@ requires nodes: \valid_read(code + (0 .. nodes - 1));
    assigns \nothing;
    ensures formed: \result <==> straight(code, inputs, constants, nodes); */
bool straight_formed(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes);

#endif
