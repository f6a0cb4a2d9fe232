/* C with a contract: its text, of a tape.  See README.md. */
#ifndef ADJUDGE_VERIFY_CERTIFY_CONTRACT_H
#define ADJUDGE_VERIFY_CERTIFY_CONTRACT_H

#include "ad/code/tape.h"

#include <stdio.h>

/* What a parameter hands over: scalars of one of these, `count` from `first` on. */
typedef enum Role { ROLE_INPUTS, ROLE_SEEDS, ROLE_VALUES, ROLE_GRADIENT } Role;

typedef struct Parameter {
  char name[64];
  Role role;
  uint32_t first, count;
  bool pointer;
} Parameter;

#define SIGNATURE_MOST 64u

/* The function that the contract is of. */
typedef struct Signature {
  char function[256];
  char declaration[2048]; /* "void f_gradient(const double *x, ...)" */
  Parameter parameter[SIGNATURE_MOST];
  uint32_t count;
  bool returns_value;
  bool adds;          /* the gradient to what is there, as somebody else's may; false: it sets it */
  const char *theirs; /* the text that has the function, somebody else's; NULL: it is ours */
} Signature;

/* Values and gradients that are certified, rounded, row after row; `count` rows.  With each how far what doubles
 * compute may be off: twelve digits, or what rounding loses where terms cancel. */
typedef struct CertifiedRows {
  uint32_t count;
  double *x, *w, *y, *g, *off_y, *off_g;
} CertifiedRows;

#define CONTRACT_NO_INPUT UINT32_MAX

typedef struct Contract {
  const Tape *tape;
  const char *name;             /* of the program, a C identifier */
  const char *source;           /* its text, for the reader */
  const char *const *component; /* of each input, "x1" or "a_2": what goals and tests call it */
  const Signature *signature;
  const CertifiedRows *rows;
  /* What somebody else's function computes, and which input of the program each of its own is (CONTRACT_NO_INPUT:
   * none); NULL where it is not read. */
  const Tape *theirs;
  const uint32_t *given;
  const char *index; /* of loops, as it is called here: "i" */
  bool labels;       /* in a predicate, whose labels are P, of what is read, and L, of gradients; else Pre and here */
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
/* "x0, x1", of the letter; "real x0, vector x1" with `before` "real ". */
void contract_list(const Contract *to, const char *before, const char *letter);
/* ", n, i" of tapes with loops, ", n, m, i, j" of nested: what is so deep in them depends on besides; "integer " before
 * each. */
void contract_sizes(const Contract *to, uint32_t depth, const char *before);
/* "(n)" or "(n, m)", of what depends on sizes and on no input. */
void contract_sizes_alone(const Contract *to, const char *before);
/* What is defined by recursion on how many entries are taken. */
static inline bool contract_recursive(const TapeNode *node) {
  return node->op == TAPE_SUM || node->op == TAPE_FOLD || node->op == TAPE_ACCUMULATOR;
}
static inline bool contract_loops(const Contract *to) { return to->tape->extent != NULL; }
/* A number as C and ACSL both read it. */
void contract_number(const Contract *to, const TapeNode *node);
/* The size that the node is, as both call it. */
const char *contract_size(const TapeNode *node);
/* Numbers have no names. */
bool contract_names(const Tape *tape, uint32_t k);

/* The signature of what is written here, NAME_gradient(x, w, y, g). */
void signature_ours(const Contract *to, Signature *signature);
/* The contract of the function, and its declaration. */
void signature_contract(const Contract *to);

/* In the arena: rows with seeds, or with 1 for each; no more are looked for than `wanted`, and fewer may be found.
 * LIMIT without memory. */
MUST_CHECK Status rows_certified(Store *store, Arena *arena, const Program *program, const Tape *tape, bool seeds,
                                 uint32_t wanted, CertifiedRows *rows);

/* What the test says at the end of a gradient that is added to what is there. */
#define CERTIFIED_ADDS "adds to the gradient"

/* NAME_test.c: the function beside certified rows. */
void contract_test(const Contract *to);
/* NAME.c, where the function is somebody else's. */
void contract_theirs(const Contract *to);
/* NAME.h: meaning, derivative, contracts. */
void contract_header(const Contract *to);
/* NAME.c: value and gradient, statement by statement. */
void contract_code(const Contract *to);
/* Of tapes with loops, as above: the sum, fold or accumulator that a node is, the function's contract, its code, the
 * proof. */
void loops_meaning(const Contract *to, uint32_t k);
void loops_derivative(const Contract *to, uint32_t k);
void loops_rest(const Contract *to, uint32_t k);
void loops_contract(const Contract *to);
void loops_code(const Contract *to);
void loops_increment(const Contract *to);

/* NAME_increment.c: that the derivative in the header is one. */
void contract_increment(const Contract *to);

/* "terminates" and "exits": without them a contract says nothing of what does not return. */
#define CONTRACT_RETURNS "terminates always: \\true; exits never: \\false;"

#endif
