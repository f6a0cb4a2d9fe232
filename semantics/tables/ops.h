/* Primitive operations and elementary linear operations: what they are called, their
 * types and their values.  Their nodes and tables: op_nodes.h. */
#ifndef ADJUDGE_TABLES_OPS_H
#define ADJUDGE_TABLES_OPS_H

#include "semantics/rings/functions.h"
#include "semantics/rings/ring.h"
#include "semantics/tables/op_nodes.h"

/* As an operation, function f of the library has the code op_of_function(f), above OP_CODE_COUNT: no switch over the
 * operations of ops.def has a case for it, and each asks op_is_function before. */
static inline OpCode op_of_function(FunctionCode code) { return (OpCode)(OP_CODE_COUNT + 1 + (int)code); }
static inline bool op_is_function(OpCode code) { return code > OP_CODE_COUNT; }
static inline FunctionCode op_function(OpCode code) { return (FunctionCode)((int)code - OP_CODE_COUNT - 1); }
/* How many constants stand before the operands. */
static inline uint32_t op_parameters(OpCode code) {
  return op_is_function(code) ? function_info(op_function(code))->parameters : 0;
}

typedef enum OpShape {
  SHAPE_CONST,
  SHAPE_EACH,
  SHAPE_EACH2,
  SHAPE_SUM,
  SHAPE_DOT,
  SHAPE_SCALE,
  SHAPE_MATVEC,
  SHAPE_REPLICATE,
  SHAPE_INT,
  SHAPE_INT2,
  SHAPE_TOREAL,
  SHAPE_TEST,
  SHAPE_INTTEST,
  SHAPE_GIVEN,
  SHAPE_SLOPE
} OpShape;

typedef struct OpInfo {
  const char *name;
  OpShape shape;
  const char *derivative, *transpose; /* concrete linear terms; see ops.def */
  const char *domain, *kinks;
} OpInfo;

typedef struct LopInfo {
  const char *name, *cartesian, *ldom, *cdom;
} LopInfo;

/* Of a function of the library, its shape is EACH or EACH2, and its derivatives are made of its slopes. */
const OpInfo *op_info(OpCode code);
const LopInfo *lop_info(LopCode code);

/* An operation that is declared while a store lives, not in ops.def: a primitive under
 * examination.  Its operands are one or two real^n, its result is real^m.  Its derivative
 * is what is claimed of it: a term for Dop, or one for Dop^t, and the same as numbers. */
struct OpGiven {
  const char *name; /* kept by whoever declares it, as `state` is */
  uint32_t arity;
  TypeId operand[OP_MAX_ARITY], result;
  void *state;
  /* [[op]], as op_value; and the matrix of the claimed derivative by operand k, a row for each scalar of
   * the result. */
  Status (*value)(void *state, Ring *ring, const Scalar *x, const Scalar *y, Scalar *out);
  Status (*slope)(void *state, Ring *ring, uint32_t k, const Scalar *x, const Scalar *y, Scalar *out);
  uint32_t derivative, transpose; /* ids of terms as lop_body answers; 0: none is claimed */
};

/* Instances.  Sizes that a shape does not use must be given as 0; id 0 is
 * answered when the sizes make no type or memory is exhausted. */
OpId op_make(OpTable *table, TypeTable *types, OpCode code, uint32_t n, uint32_t m);
OpId op_make_constant(OpTable *table, TypeTable *types, uint32_t n, ConstantId value);
OpId op_make_power(OpTable *table, TypeTable *types, uint32_t n, ConstantId exponent);
/* An operation of one operand or two on real^n, `constant` being the exponent of POW, the
 * parameters of a function of the library, or none. */
OpId op_make_each(OpTable *table, TypeTable *types, OpCode code, uint32_t n, ConstantId constant);
OpId op_make_int(OpTable *table, TypeTable *types, int64_t value);
/* Declares an operation; id 0 for types that are not its own, too. */
OpId op_make_given(OpTable *table, TypeTable *types, const OpGiven *given);
/* The matrix of the claimed derivative of a given operation by operand k, as an operation of
 * the same operands: real^(m * n), row-major. */
OpId op_make_slope(OpTable *table, TypeTable *types, OpId op, uint32_t k);
/* An elementary linear operation (code below LOP_DERIVATIVE). */
LopId lop_make(OpTable *table, TypeTable *types, LopCode code, uint32_t n, uint32_t m);
/* Dop and Dop^t; id 0 if `op` has no real operand. */
LopId lop_derivative(OpTable *table, TypeTable *types, OpId op);
LopId lop_transpose(OpTable *table, TypeTable *types, OpId op);

/* What is declared of a GIVEN or SLOPE. */
static inline const OpGiven *op_given(const OpTable *table, const OpNode *op) { return &table->given[op->integer]; }

/* What it is called: of a declared operation, as it was declared. */
const char *op_name(const OpTable *table, const OpNode *op);

/* Whether operand `i` of the operation is real (and so has a tangent). */
bool op_operand_is_real(const OpTable *table, const TypeTable *types, OpId op, uint32_t i);

/* Whether the operation is a test: then its result is a truth value. */
static inline bool op_is_test(const OpNode *op) {
  OpShape shape = op_info(op->code)->shape;
  return shape == SHAPE_TEST || shape == SHAPE_INTTEST;
}

/* [[op]]: flat operands to a flat result, over the ring.  x and y are the
 * operands (NULL when absent), `out` has room for the result.  Int operands
 * and results are the two's complement word of the scalar; the result of a test
 * is the word 1 for true (inl ()) and 0 for false (inr ()).  Answers DOMAIN,
 * UNABLE or LIMIT from the ring; Int overflow is DOMAIN. */
MUST_CHECK Status op_value(const OpTable *table, const ConstantTable *constants, Ring *ring, OpId op, const Scalar *x,
                           const Scalar *y, Scalar *out);

static inline Scalar scalar_from_int(int64_t n) { return (Scalar){(uint64_t)n}; }
static inline int64_t scalar_to_int(Scalar a) { return (int64_t)a.word; }

#endif
