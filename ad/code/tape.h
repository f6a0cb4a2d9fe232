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
  TAPE_FUNCTION  /* f a */
} TapeOp;

typedef struct TapeNode {
  TapeOp op;
  uint32_t a, b; /* operands, below the node */
  RingFunction f;
  int64_t numerator, denominator;
  bool used;   /* an output depends on it */
  bool active; /* it depends on an input */
} TapeNode;

typedef struct Tape {
  TapeNode *nodes; /* the inputs first */
  uint32_t count, inputs, outputs;
  uint32_t *output; /* the node of each */
} Tape;

#define TAPE_MOST 4096u

/* In the arena. UNABLE, and *missing names it (a string literal), for what no tape has; LIMIT beyond TAPE_MOST. */
MUST_CHECK Status tape_record(Store *store, Arena *arena, const Program *program, Tape *tape, const char **missing);

#endif
