/* A first-order program as a tape: what its run over the reals comes down to, each value once. The source interpreter
 * is run over a ring that records; whatever asks for the sign of a number is refused. */
#ifndef ADJUDGE_AD_CODE_TAPE_H
#define ADJUDGE_AD_CODE_TAPE_H

#include "semantics/core/evaluator.h"

typedef enum TapeOp {
  TAPE_INPUT,    /* scalar a of the input */
  TAPE_NUMBER,   /* numerator / denominator */
  TAPE_PLUS,     /* a + b */
  TAPE_MINUS,    /* a - b */
  TAPE_TIMES,    /* a b */
  TAPE_NEGATIVE, /* - a */
  TAPE_INVERSE,  /* 1 / a */
  TAPE_FUNCTION, /* f a */
  /* of tapes with loops: */
  TAPE_ENTRY,       /* entry i of input a, an array; i is the index of the loop that the node stands in */
  TAPE_SUM,         /* the sum over i of a */
  TAPE_ACCUMULATOR, /* what the fold has of the entries before i; there is one fold */
  TAPE_FOLD         /* b before the first entry, and a, which the accumulator is in, after each */
} TapeOp;

typedef struct TapeNode {
  TapeOp op;
  uint32_t a, b; /* operands, below the node */
  RingFunction f;
  int64_t numerator, denominator;
  bool used;    /* an output depends on it */
  bool active;  /* it depends on an input */
  bool indexed; /* it depends on the index */
} TapeNode;

typedef struct Tape {
  TapeNode *nodes; /* the inputs first */
  uint32_t count, inputs, outputs;
  uint32_t *output; /* the node of each */
  /* With loops: an input is an argument, `is_array` those of them that are arrays; of the one output whether it is one,
   * of the node that it has at each index. NULL: without loops. */
  bool *is_array;
  bool each;
} Tape;

#define TAPE_MOST 4096u

/* In the arena. UNABLE, and *missing names it (a string literal), for what no tape has; LIMIT beyond TAPE_MOST. */
MUST_CHECK Status tape_record(Store *store, Arena *arena, const Program *program, Tape *tape, const char **missing);

/* The same with one loop over arrays of `size` entries in place of what is done for each: whatever the size, as long as
 * it is no other number in the program. Pointwise operations, map, zipWith, build, sums and folds that are not nested.
 */
MUST_CHECK Status tape_record_loop(Store *store, Arena *arena, const Program *program, uint32_t size, Tape *tape,
                                   const char **missing);

#endif
