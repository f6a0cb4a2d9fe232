/* Residual terms: a value domain whose scalars are code.
 *
 * A scalar is a node of a table, in which operands stand before what uses them.  A
 * named node is a let binding.  Where a condition is not known, each branch is a
 * block of nodes of its own, and `join` nodes choose between their results. */
#ifndef ADJUDGE_AD_COMBINATORY_RESIDUAL_H
#define ADJUDGE_AD_COMBINATORY_RESIDUAL_H

#include "semantics/combinatory/domain.h"

#include <stdio.h>

typedef enum ResidualKind {
  RESIDUAL_INPUT,    /* the k-th scalar of the input */
  RESIDUAL_SEED,     /* the k-th scalar of the (co)tangent */
  RESIDUAL_INTEGER,  /* an integer that a rule writes */
  RESIDUAL_CONSTANT, /* component k of a constant */
  RESIDUAL_UNARY,    /* op a */
  RESIDUAL_BINARY,   /* a op b */
  RESIDUAL_GIVEN,    /* component k of the declared operation `given` at arguments from `a` on */
  RESIDUAL_JOIN      /* a or b, by the condition of branch k */
} ResidualKind;

typedef struct ResidualNode {
  ResidualKind kind;
  OpCode op;
  uint32_t a, b, k;
  ConstantId constant; /* CONSTANT; the exponent of POW */
  int64_t integer;
  OpId given;
  uint32_t block;  /* in which it is computed */
  uint32_t name;   /* of its let binding; 0 for none */
  uint32_t height; /* of the tree without names that stands at it */
} ResidualNode;

/* Trees higher than this get a name, whatever the policy. */
#define RESIDUAL_HEIGHT 100u

typedef struct ResidualBlock {
  uint32_t outer, again; /* `again`: the block whose bindings it starts with, or 0 */
  uint32_t branch;       /* of which it is a part */
  bool first;            /* run where the condition is negative */
} ResidualBlock;

typedef struct ResidualBranch {
  uint32_t condition, block[2];
} ResidualBranch;

/* Tables in the arena; entry 0 of nodes, blocks and branches is none, block 1 the
 * outermost. */
typedef struct Residual {
  PfDomain domain;
  Store *store;
  Arena *arena;
  ResidualNode *nodes;
  uint32_t count, capacity;
  ResidualBlock *blocks;
  uint32_t block_count, block_capacity;
  ResidualBranch *branches;
  uint32_t branch_count, branch_capacity;
  uint32_t *arguments; /* nodes: the operands of declared operations, one after another */
  uint32_t argument_count, argument_capacity;
  uint32_t block;   /* under construction */
  uint32_t names;   /* given so far: the next is one more */
  uint32_t muted;   /* components that are like one before: not counted */
  uint64_t counted; /* nodes, what is alike at each index counted once */
  uint32_t zero, one;
} Residual;

MUST_CHECK Status residual_init(Residual *residual, Store *store, Arena *arena);
/* A copy to be added to, with storage in `arena`; the domain's operations take
 * the copy. */
MUST_CHECK Status residual_copy(const Residual *from, Arena *arena, Residual *to);

Scalar residual_input(Residual *residual, uint32_t k);
Scalar residual_seed(Residual *residual, uint32_t k);

/* The values of all nodes below `count` that are in blocks run, by node, over the
 * machine's ring; `values` has room for them. */
MUST_CHECK Status residual_evaluate(Machine *machine, const Residual *residual, const Scalar *input, const Scalar *seed,
                                    Scalar *values);

/* How the k-th scalar of the input, and of the seed, is called. */
typedef struct ResidualNames {
  const void *state;
  void (*input)(const void *state, uint32_t k, FILE *out);
  void (*seed)(const void *state, uint32_t k, FILE *out);
} ResidualNames;

/* What is around a term: nothing, + or -, *, or a function. */
typedef enum ResidualPlace { RESIDUAL_ALONE, RESIDUAL_TERM, RESIDUAL_OPERAND, RESIDUAL_ARGUMENT } ResidualPlace;

/* A term as the paper writes it, up to names. */
void residual_print(const Residual *residual, const ResidualNames *names, Scalar a, ResidualPlace place, FILE *out);
/* The bindings of a block from node `from` on, `let v = e`, each on a line. */
void residual_print_lets(const Residual *residual, const ResidualNames *names, uint32_t block, uint32_t from,
                         uint32_t indent, FILE *out);
/* The same as C: declarations of doubles, and an expression. */
void residual_emit_block(const Residual *residual, uint32_t block, uint32_t indent, FILE *out);
void residual_emit(const Residual *residual, Scalar a, FILE *out);
/* Whether some node is this function. */
bool residual_uses(const Residual *residual, OpCode op);

#define RESIDUAL_DEPTH 4000u /* of blocks and trees; what is deeper is written `...`, which is no code */

#endif
