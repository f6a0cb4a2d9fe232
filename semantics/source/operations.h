/* The operations on reals, of one operand and of two: those that the interpreter's core has. */
#ifndef ADJUDGE_SOURCE_OPERATIONS_H
#define ADJUDGE_SOURCE_OPERATIONS_H

#include "semantics/tables/op_nodes.h"

/*@ assigns \nothing;
    ensures unary: \result <==> unary(code); */
static inline bool is_unary(OpCode code) { return code == OP_NEG || (code >= OP_SIN && code <= OP_SIGN); }

/*@ assigns \nothing;
    ensures binary: \result <==> binary(code); */
static inline bool is_binary(OpCode code) {
  return code == OP_ADD || code == OP_SUB || code == OP_MUL || code == OP_DIV || code == OP_MAX || code == OP_MIN;
}

#endif
