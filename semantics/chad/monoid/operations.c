/* [[op]] once more, each operation by its definition, for the denotation.
 *
 * The other evaluators share op_value (core/ops.c); nothing of it is here, nor is this anywhere else, so that an error
 * in one of the two parts the evaluators (SEM-ADEQ).  Shared are the scalars: a ring's own operations and functions. */
#include "semantics/chad/monoid/hom.h"
#include "semantics/rings/formula.h"

/* Exact for all that two Ints give. */
__extension__ typedef __int128 Wide;

/* x^k = x ... x as long as k is below. */
#define POWER_PRODUCTS 8

/* ---------------------------------------------------------------- Ints -- */

static Wide magnitude(Wide a) { return a < 0 ? -a : a; }

/* The one r with 0 <= r < b, or b < r <= 0, such that b divides a - r. */
static Wide residue_of(Wide a, Wide b) {
  Wide rest = magnitude(a) % magnitude(b); /* of |a|, from 0 */
  bool same_side = (a < 0) == (b < 0);
  if (rest != 0 && !same_side) rest = magnitude(b) - rest;
  return b < 0 ? -rest : rest;
}

/* The sum, difference, product, quotient and remainder of whole numbers, and the lesser and greater. */
static Status whole(OpCode code, Wide a, Wide b, Wide *out) {
  if ((code == OP_IDIV || code == OP_IMOD) && b == 0) return STATUS_DOMAIN;
  Wide above = a - b;
  if (code == OP_IADD) *out = a + b;
  if (code == OP_ISUB) *out = above;
  if (code == OP_IMUL) *out = a * b;
  if (code == OP_IDIV) *out = (a - residue_of(a, b)) / b;
  if (code == OP_IMOD) *out = residue_of(a, b);
  if (code == OP_IMIN) *out = above > 0 ? b : a;
  if (code == OP_IMAX) *out = above > 0 ? a : b;
  return STATUS_OK;
}

static Status denote_whole(const OpNode *op, const Scalar *x, const Scalar *y, Scalar *out) {
  Wide result = op->integer;
  Status status = STATUS_OK;
  if (op->code != OP_INT) status = whole(op->code, scalar_to_int(x[0]), scalar_to_int(y[0]), &result);
  if (status != STATUS_OK) return status;
  out[0] = scalar_from_int((int64_t)result);
  return result < INT64_MIN || result > INT64_MAX ? STATUS_DOMAIN : STATUS_OK;
}

/* n = 1 + ... + 1 by doubling, digit by digit; -n for negative ones. */
static Scalar real_of(Ring *ring, int64_t n) {
  uint64_t left = (uint64_t)magnitude(n);
  Scalar one = ring_integer(ring, 1), sum = ring_integer(ring, 0);
  bool begun = false;
  for (int digit = 63; digit >= 0; digit--) {
    bool is_set = left >> digit & 1;
    if (begun) sum = ring_add(ring, sum, sum);
    if (is_set) sum = begun ? ring_add(ring, sum, one) : one;
    begun = begun || is_set;
  }
  return n < 0 ? ring_neg(ring, sum) : sum;
}

/* --------------------------------------------------------------- tests -- */

static Status denote_test(Ring *ring, OpCode code, const Scalar *x, const Scalar *y, Scalar *out) {
  int64_t a = scalar_to_int(x[0]), b = scalar_to_int(y[0]);
  bool holds = code == OP_ILESS     ? a < b
               : code == OP_ILESSEQ ? a <= b
               : code == OP_IEQUAL  ? a == b
               : code == OP_LESS    ? ring_test(ring, RING_LESS, x[0], y[0])
               : code == OP_LESSEQ  ? ring_test(ring, RING_LESS_EQUAL, x[0], y[0])
                                    : ring_test(ring, RING_EQUAL, x[0], y[0]);
  out[0] = scalar_from_int(holds ? 1 : 0);
  return ring_take_status(ring);
}

/* --------------------------------------------------------------- reals -- */

/* c is a natural number, and small: x^c is a product. */
static bool is_product(const Constant *c) {
  return mpz_cmp_ui(mpq_denref(c->exact[0]), 1) == 0 && mpq_sgn(c->exact[0]) > 0 &&
         mpz_cmp_ui(mpq_numref(c->exact[0]), POWER_PRODUCTS) < 0;
}

static Scalar power_of(Ring *ring, Scalar x, const Constant *c) {
  if (!is_product(c)) return ring_power(ring, x, c);
  Scalar product = x;
  for (unsigned long k = mpz_get_ui(mpq_numref(c->exact[0])); k > 1; k--) product = ring_mul(ring, product, x);
  return product;
}

/* A function of one real. */
static Status denote_function(Ring *ring, const OpNode *op, const Constant *c, Scalar x, Scalar *out) {
  static const RingFunction functions[OP_CODE_COUNT] = {
      [OP_SIN] = RING_SIN,   [OP_COS] = RING_COS,         [OP_TAN] = RING_TAN, [OP_EXP] = RING_EXP,
      [OP_LOG] = RING_LOG,   [OP_SQRT] = RING_SQRT,       [OP_ABS] = RING_ABS, [OP_SIGN] = RING_SIGN,
      [OP_TANH] = RING_TANH, [OP_SIGMOID] = RING_SIGMOID,
  };
  *out = op->code == OP_NEG   ? ring_neg(ring, x)
         : op->code == OP_POW ? power_of(ring, x, c)
                              : ring_function(ring, functions[op->code], x);
  return ring_take_status(ring);
}

/* A function of two reals. */
static Status denote_function2(Ring *ring, OpCode code, Scalar x, Scalar y, Scalar *out) {
  *out = code == OP_ADD   ? ring_add(ring, x, y)
         : code == OP_SUB ? ring_sub(ring, x, y)
         : code == OP_MUL ? ring_mul(ring, x, y)
         : code == OP_DIV ? ring_div(ring, x, y)
         : code == OP_MAX ? ring_max(ring, x, y)
                          : ring_min(ring, x, y);
  return ring_take_status(ring);
}

/* One of the library (functions.def), in the ring's own meaning of it. */
static Status denote_library(Ring *ring, const OpNode *op, const Constant *c, Scalar x, Scalar y, Scalar *out) {
  const RingCall call = {op_function(op->code), (const mpq_t *)c->exact};
  *out = function_value(ring, &call, x, y);
  return ring_take_status(ring);
}

/* out_i = f(x_i), f(x_i, y_i) */
static Status denote_each(Ring *ring, const OpNode *op, const Constant *c, const Scalar *x, const Scalar *y,
                          Scalar *out) {
  for (uint32_t i = 0; i < op->n; i++) {
    TRY(op_is_function(op->code) ? denote_library(ring, op, c, x[i], (op->arity == 2 ? y : x)[i], &out[i])
        : op->arity == 1         ? denote_function(ring, op, c, x[i], &out[i])
                                 : denote_function2(ring, op->code, x[i], y[i], &out[i]));
  }
  return STATUS_OK;
}

/* x_0 y_0 + ... + x_(n-1) y_(n-1); without y, each y_i is 1. */
static Scalar denote_sum(Ring *ring, uint32_t n, const Scalar *x, const Scalar *y) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < n; i++) {
    Scalar summand = y == NULL ? x[i] : ring_mul(ring, x[i], y[i]);
    sum = i == 0 ? summand : ring_add(ring, sum, summand);
  }
  return sum;
}

/* A vector of c, of x, of x y_i, or of the products of the rows of x with y. */
static Status denote_vector(Ring *ring, const OpNode *op, const Constant *c, const Scalar *x, const Scalar *y,
                            Scalar *out) {
  bool is_matrix = op->code == OP_MATVEC;
  uint32_t entries = is_matrix ? op->m : op->n;
  for (uint32_t i = 0; i < entries; i++) {
    out[i] = is_matrix              ? denote_sum(ring, op->n, x + (size_t)i * op->n, y)
             : op->code == OP_CONST ? ring_constant(ring, c, c->length > 1 ? i : 0)
             : op->code == OP_SCALE ? ring_mul(ring, x[0], y[i])
                                    : x[0];
  }
  return ring_take_status(ring);
}

Status denote_operation(Machine *machine, OpId id, const Scalar *x, const Scalar *y, Scalar *out) {
  const Store *store = machine->store;
  const OpNode *op = op_node(&store->ops, id);
  const Constant *c = constant_get(&store->constants, op->constant);
  Ring *ring = machine->ring;
  switch (op_info(op->code)->shape) {
  case SHAPE_EACH:
  case SHAPE_EACH2: return denote_each(ring, op, c, x, y, out);
  case SHAPE_SUM: out[0] = denote_sum(ring, op->n, x, NULL); return ring_take_status(ring);
  case SHAPE_DOT: out[0] = denote_sum(ring, op->n, x, y); return ring_take_status(ring);
  case SHAPE_CONST:
  case SHAPE_SCALE:
  case SHAPE_MATVEC:
  case SHAPE_REPLICATE: return denote_vector(ring, op, c, x, y, out);
  case SHAPE_INT:
  case SHAPE_INT2: return denote_whole(op, x, y, out);
  case SHAPE_TOREAL: out[0] = real_of(ring, scalar_to_int(x[0])); return ring_take_status(ring);
  case SHAPE_TEST:
  case SHAPE_INTTEST: return denote_test(ring, op->code, x, y, out);
  case SHAPE_GIVEN: return op_given(&store->ops, op)->value(op_given(&store->ops, op)->state, ring, x, y, out);
  case SHAPE_SLOPE: return op_given(&store->ops, op)->slope(op_given(&store->ops, op)->state, ring, op->n, x, y, out);
  }
  return STATUS_STUCK;
}
