/* What C without and with loops shares. */
#ifndef ADJUDGE_VERIFY_CERTIFY_CODE_H
#define ADJUDGE_VERIFY_CERTIFY_CODE_H

#include "verify/certify/contract.h"

/* What is begun: the adjoints that have a variable. */
typedef struct Sweep {
  const Contract *to;
  bool begun[TAPE_MOST];
  uint32_t depth;              /* of loops: what is outside of them gets contributions, c3, */
  bool contributed[TAPE_MOST]; /* which are begun */
  bool looped;                 /* the loop is done: arrays have their gradients */
} Sweep;

void code_operand(const Contract *to, uint32_t k);
/* The operation of a node. */
void code_expression(const Contract *to, uint32_t k);
/* The beginning of a statement that adds to an adjoint. */
void code_add_to(Sweep *sweep, uint32_t k, bool minus);
/* The adjoints that a node hands on, and the invariant after it. */
void code_adjoint(Sweep *sweep, uint32_t k);
/* loops_code.c: the adjoint of a node times its derivative, in steps, and the invariant, of tapes with loops. */
void loops_steps(const Contract *to, uint32_t k);
void loops_invariant(const Sweep *sweep, const char *name, uint32_t below);

#endif
