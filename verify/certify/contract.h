/* C with a contract: its text, of a tape.  See README.md. */
#ifndef ADJUDGE_VERIFY_CERTIFY_CONTRACT_H
#define ADJUDGE_VERIFY_CERTIFY_CONTRACT_H

#include "ad/code/tape.h"

#include <stdio.h>

typedef struct Contract {
  const Tape *tape;
  const char *name;   /* of the program, a C identifier */
  const char *source; /* its text, for the reader */
  FILE *out;
} Contract;

typedef struct ProvedFunction {
  const char *c, *logic, *slope, *c_slope, *inside, *bound;
} ProvedFunction;

const ProvedFunction *proved_function(RingFunction f);

/* The points of a statement: x, or X = x + h d. */
typedef enum Side { AT_X, AT_SHIFTED } Side;

/* Terms of ACSL: the value of a node, its derivative along d, the rest of its increment, the slope of an operation of
 * one operand and its second difference quotient. */
void contract_value(const Contract *to, uint32_t k, Side side);
void contract_tangent(const Contract *to, uint32_t k);
void contract_rest(const Contract *to, uint32_t k);
void contract_slope(const Contract *to, uint32_t k);
void contract_second(const Contract *to, uint32_t k);
/* "x0, x1", of the letter. */
void contract_list(const Contract *to, const char *before, const char *letter);
/* A number as C and ACSL both read it. */
void contract_number(const Contract *to, const TapeNode *node);
/* Numbers have no names. */
bool contract_names(const Tape *tape, uint32_t k);

/* NAME.h: meaning, derivative, contracts. */
void contract_header(const Contract *to);
/* NAME.c: value and gradient, statement by statement. */
void contract_code(const Contract *to);
/* NAME_increment.c: that the derivative in the header is one. */
void contract_increment(const Contract *to);

#endif
