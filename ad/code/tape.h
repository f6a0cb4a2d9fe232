/* A first-order program as a tape: what its run over the reals comes down to, each value once. The source interpreter
 * is run over a ring that records; whatever asks for the sign of a number is refused. */
#ifndef ADJUDGE_AD_CODE_TAPE_H
#define ADJUDGE_AD_CODE_TAPE_H

#include "semantics/evaluator.h"

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
  TAPE_ENTRY,       /* of input a, an array, what it has at the indices of the loops that the node stands in */
  TAPE_SUM,         /* the sum of a over the index of the innermost of its loops */
  TAPE_SIZE,        /* how many i there are; with a = 1, how many j */
  TAPE_ACCUMULATOR, /* what the fold has of the entries before i; there is one fold */
  TAPE_FOLD         /* b before the first entry, and a, which the accumulator is in, after each */
} TapeOp;

/* clang-format off */
/* What is no operation and no function of values: for the last cases of a switch. */
#define TAPE_ANY_OTHER TAPE_INPUT: case TAPE_NUMBER: case TAPE_ENTRY: case TAPE_SIZE: case TAPE_SUM: \
  case TAPE_ACCUMULATOR: case TAPE_FOLD
/* clang-format on */

typedef struct TapeNode {
  TapeOp op;
  uint32_t a, b; /* operands, below the node */
  RingFunction f;
  int64_t numerator, denominator;
  bool used;      /* an output depends on it */
  bool active;    /* it depends on an input */
  bool sized;     /* it depends on a size */
  uint32_t depth; /* of the loops that it stands in: 0, none; 1, that over i; 2, that over j in it too */
} TapeNode;

/* The cells of an argument: one, one for each i, for each j, for each i and j, row after row. */
typedef enum TapeExtent { EXTENT_ONE, EXTENT_ROWS, EXTENT_COLUMNS, EXTENT_AREA } TapeExtent;

typedef struct Tape {
  TapeNode *nodes; /* the inputs first */
  uint32_t count, inputs, outputs;
  uint32_t *output; /* the node of each */
  /* With loops: an input is an argument, `extent` what cells each has; of the one output whether it is an array, of the
   * node that it has at each i. NULL: without loops. */
  TapeExtent *extent;
  bool each;
  bool nested; /* a sum over j stands in the loop over i; there is one */
} Tape;

#define TAPE_MOST 4096u

/* In the arena. UNABLE, and *missing names it (a string literal), for what no tape has; LIMIT beyond TAPE_MOST. */
MUST_CHECK Status tape_record(Store *store, Arena *arena, const Program *program, Tape *tape, const char **missing);

/* The sizes that stay: how many i there are, and j; 0 for no j. */
typedef struct TapeSizes {
  uint32_t rows, columns;
} TapeSizes;

/* The same with one loop over arrays of `rows` entries in place of what is done for each: whatever the size, as long as
 * it is no other number in the program. Pointwise operations, map, zipWith, build, sums and folds that are not nested;
 * one matrix of rows and columns times a vector; and the sizes as numbers. */
MUST_CHECK Status tape_record_loop(Store *store, Arena *arena, const Program *program, TapeSizes sizes, Tape *tape,
                                   const char **missing);

#endif
