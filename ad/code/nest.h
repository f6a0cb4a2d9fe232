/* A first-order program as nests of loops: what its run over the reals comes down to at each index of the loops, each
 * value once, whatever the lengths of the arrays.  Values are nodes of a recording (record.h) in which
 *
 *   TAPE_ENTRY        is entry `b` (a subscript) of array `a`,
 *   TAPE_SUM          is the sum of node `a` over the loops of set `b`,
 *   TAPE_ACCUMULATOR  is Int `a` as a real.
 *
 * A node stands in the loops whose indices it depends on, its path.  Loops of one length at one depth are one loop, so
 * that what is done in two of them is done once, and in one.  Arrays of at most NEST_SMALL entries are taken apart. */
#ifndef ADJUDGE_AD_CODE_NEST_H
#define ADJUDGE_AD_CODE_NEST_H

#include "ad/code/record.h"

#include <stdio.h>

#define NEST_LOOPS 64u
#define NEST_DIMENSIONS 6u
#define NEST_SMALL 4u
#define NEST_MOST 4096u /* Ints, subscripts, arrays, effects */
#define NEST_NONE UINT32_MAX

typedef uint64_t NestPath; /* a set of loops */

typedef struct NestLoop {
  uint32_t size, depth;
  bool sequential; /* each step reads what the one before has written */
} NestLoop;

typedef enum NestIntOp {
  NEST_NUMBER,
  NEST_INDEX,
  NEST_PLUS,
  NEST_MINUS,
  NEST_TIMES,
  NEST_DIV,
  NEST_MIN,
  NEST_MAX
} NestIntOp;

typedef struct NestInt {
  NestIntOp op;
  uint32_t a, b;     /* operands; INDEX: the loop */
  int64_t low, high; /* NUMBER: the number, twice */
  NestPath path;
} NestInt;

typedef struct NestSubscript {
  uint32_t n, at[NEST_DIMENSIONS]; /* Ints */
} NestSubscript;

typedef enum NestMemory {
  NEST_ARGUMENT,   /* of the function: entry j0, j1, ... is at offset + j0 stride0 + j1 stride1 + ... */
  NEST_SEED,       /* the same of the weights of its result */
  NEST_RESULT,     /* the same of its result */
  NEST_GRADIENT,   /* the same of the gradient by an argument */
  NEST_DIRECTION,  /* the same of a direction, of an argument */
  NEST_DERIVATIVE, /* the same of the derivative along it, of the result */
  NEST_TABLE,      /* of numbers */
  NEST_STORED,     /* what node `body` is at the indices of `loop` */
  NEST_STATE,      /* of a sequential loop: entry 0 before the first step, entry t + 1 after step t */
  NEST_ADJOINT     /* of a stored array or a state */
} NestMemory;

typedef struct NestArray {
  NestMemory memory;
  uint32_t dimensions, size[NEST_DIMENSIONS], stride[NEST_DIMENSIONS], offset;
  uint32_t argument;   /* ARGUMENT, GRADIENT, DIRECTION: which */
  ConstantId constant; /* TABLE */
  uint32_t body, loop[NEST_DIMENSIONS];
  NestPath path;    /* there is one array at each index of these loops */
  uint32_t steps;   /* STATE and its adjoint: the loop; else NEST_NONE */
  uint32_t adjoint; /* NEST_NONE where there is none; of an ADJOINT what it is the adjoint of */
} NestArray;

/* array[subscript] = value or += value at each index of the path. */
typedef struct NestEffect {
  uint32_t array, subscript, value;
  NestPath path;
  bool adds;
} NestEffect;

typedef struct Nest {
  Store *store;
  Arena *arena;
  RecordRing record;
  RingOps ops;
  NestPath path[TAPE_MOST]; /* of the first `placed` nodes */
  uint32_t placed;
  NestLoop loop[NEST_LOOPS];
  uint32_t loops, open[NEST_LOOPS], depth; /* the loops that what is read now stands in */
  NestInt integer[NEST_MOST];
  NestSubscript subscript[NEST_MOST];
  NestArray array[NEST_MOST];
  NestEffect effect[NEST_MOST];
  NestPath set[NEST_MOST];
  uint32_t integers, subscripts, arrays, effects, sets;
  const Program *program;
  const bool *by; /* of each argument: whether the gradient by it is asked for */
} Nest;

/* UNABLE with record.missing, or the limit, as the status of the ring. */
static inline bool nest_failed(const Nest *nest) { return nest->record.ring.status != STATUS_OK; }
static inline const TapeNode *nest_node(const Nest *nest, uint32_t k) { return &nest->record.nodes[k]; }
static inline NestPath nest_bit(uint32_t loop) { return (NestPath)1 << loop; }
static inline Scalar nest_scalar(uint32_t k) { return (Scalar){k}; }

/* The loop of that many steps at that depth. */
uint32_t nest_loop(Nest *nest, uint32_t size, uint32_t depth);
/* The loop of that many steps one deeper than those that are open, which is opened; a sequential one is always new. */
uint32_t nest_open(Nest *nest, uint32_t size, bool sequential);
void nest_close(Nest *nest);
/* Of a path the loop of that depth or, if there is none, the next deeper one; NEST_NONE after the last. */
uint32_t nest_from_depth(const Nest *nest, NestPath path, uint32_t depth);
/* The loops of a path, those around others first; their number. */
uint32_t nest_loops(const Nest *nest, NestPath path, uint32_t *loop);
NestPath nest_path(Nest *nest, uint32_t node);
/* The values that an operation or a function is of, the last first; their number.  Sums and entries have none of these.
 */
unsigned nest_operands(const TapeNode *node, uint32_t operand[2]);

uint32_t nest_integer(Nest *nest, int64_t n);
uint32_t nest_index(Nest *nest, uint32_t loop);
uint32_t nest_arithmetic(Nest *nest, NestIntOp op, uint32_t a, uint32_t b);
/* Of an Int what it is at these indices of the loops. */
int64_t nest_evaluate(const Nest *nest, uint32_t k, const int64_t *index);
uint32_t nest_subscript(Nest *nest, const uint32_t *at, uint32_t n);
NestPath nest_subscript_path(const Nest *nest, uint32_t subscript);

uint32_t nest_array(Nest *nest, const NestArray *array);
/* The entry of an array, or what is known to be there. */
uint32_t nest_entry(Nest *nest, uint32_t array, const uint32_t *at);
uint32_t nest_put(Nest *nest, TapeOp op, uint32_t a, uint32_t b);
uint32_t nest_multiply(Nest *nest, uint32_t a, uint32_t b);
uint32_t nest_add(Nest *nest, uint32_t a, uint32_t b);
uint32_t nest_negative(Nest *nest, uint32_t a);
/* The slope of the function at a, where its value is y. */
uint32_t nest_slope(Nest *nest, RingFunction f, uint32_t a, uint32_t y);
/* The sum over the loops. */
uint32_t nest_sum(Nest *nest, NestPath loops, uint32_t body);
/* order.c: the same over one loop, which may come to stand outside the one that it is in. */
uint32_t nest_sum_in_order(Nest *nest, uint32_t loop, uint32_t body);
void nest_effect(Nest *nest, const NestEffect *effect);

/* Reads the program.  UNABLE and *missing for what has no rule here. */
MUST_CHECK Status nest_read(Nest *nest, const char **missing);
/* factor.c: takes sums of the effects of the gradient before what is linear. */
void nest_factor(Nest *nest);
/* The gradient by the arguments of `by`, of the sum of results times weights. */
MUST_CHECK Status nest_reverse(Nest *nest);
/* The derivative of the results along a direction, of the arguments of `by`. */
MUST_CHECK Status nest_forward(Nest *nest);

typedef struct NestStyle {
  const char *name;            /* of the functions */
  const char *const *argument; /* names of C */
  const char *real, *suffix;   /* double and "", or float and "f" */
} NestStyle;

/* names.c: the argument's name, in C; NULL: no memory. */
const char *nest_argument_name(Arena *arena, const char *name);
/* What stands before functions with this code. */
void nest_write_head(const char *code, FILE *out);
/* Writes NAME_value, or NAME_gradient if the nest has been reversed, or NAME_derivative. */
MUST_CHECK Status nest_write(Nest *nest, const NestStyle *style, FILE *out);

#endif
