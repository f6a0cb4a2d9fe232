#include "semantics/tables/ops.h"

#include "semantics/rings/formula.h"
#include "semantics/tables/op_table.h"

#include <stdlib.h>
#include <string.h>

static const OpInfo *function_as_op(FunctionCode code) {
  static const OpInfo infos[FUNCTION_COUNT] = {
#define FUNCTION(code, name, parameters, operands, by_x, by_y, domain, edges)                                          \
  [FUNCTION_##code] = {name, operands == 2 ? SHAPE_EACH2 : SHAPE_EACH, by_x, by_y, domain, edges},
#include "semantics/rings/functions.def"
#undef FUNCTION
  };
  return &infos[code];
}

const OpInfo *op_info(OpCode code) {
  if (op_is_function(code)) return function_as_op(op_function(code));
  static const OpInfo infos[OP_CODE_COUNT] = {
#define OP(code, name, shape, derivative, transpose, domain, kinks)                                                    \
  [OP_##code] = {name, SHAPE_##shape, derivative, transpose, domain, kinks},
#include "semantics/tables/ops.def"
#undef OP
  };
  return &infos[code];
}

const LopInfo *lop_info(LopCode code) {
  static const LopInfo infos[LOP_CODE_COUNT] = {
#define LOP(code, name, cartesian, ldom, cdom, formula) [LOP_##code] = {name, cartesian, ldom, cdom},
#include "semantics/tables/lops.def"
#undef LOP
  };
  return &infos[code];
}

void op_table_free(OpTable *table) {
  free(table->ops);
  free(table->lops);
  free(table->op_links);
  free(table->lop_links);
  free(table->given);
  *table = (OpTable){.capacity = 0};
}

/* ---------------------------------------------------------- signatures -- */

/* The product m*n as a length, or 0 with *fits false. */
static uint32_t area(uint32_t m, uint32_t n, bool *fits) {
  uint64_t product = (uint64_t)m * n;
  *fits = product <= TYPE_MAX_LENGTH;
  return *fits ? (uint32_t)product : 0;
}

/* The operands of the declared operation, and its result or the matrix by operand n. */
static bool sign_given(const OpTable *table, TypeTable *types, OpNode *op) {
  const OpGiven *given = op_given(table, op);
  bool fits = true;
  op->arity = given->arity;
  op->result = given->result;
  for (uint32_t k = 0; k < given->arity; k++) op->operand[k] = given->operand[k];
  if (op->code == OP_GIVEN) return true;
  uint32_t rows = type_node(types, given->result)->n, columns = type_node(types, given->operand[op->n])->n;
  op->result = type_real(types, area(rows, columns, &fits));
  return fits && !type_is_none(op->result);
}

/* Fills in arity, operand and result from code, n and m. */
static bool op_sign(const OpTable *table, TypeTable *types, OpNode *op) {
  bool fits = true;
  if (op->code == OP_GIVEN || op->code == OP_SLOPE) return sign_given(table, types, op);
  TypeId real = type_real(types, 1), vector = type_real(types, op->n);
  op->operand[0] = op->operand[1] = (TypeId){0};
  switch (op_info(op->code)->shape) {
  case SHAPE_CONST:
    op->arity = 0;
    op->result = vector;
    break;
  case SHAPE_EACH:
    op->arity = 1;
    op->operand[0] = vector;
    op->result = vector;
    break;
  case SHAPE_EACH2:
    op->arity = 2;
    op->operand[0] = op->operand[1] = vector;
    op->result = vector;
    break;
  case SHAPE_SUM:
    op->arity = 1;
    op->operand[0] = vector;
    op->result = real;
    break;
  case SHAPE_DOT:
    op->arity = 2;
    op->operand[0] = op->operand[1] = vector;
    op->result = real;
    break;
  case SHAPE_SCALE:
    op->arity = 2;
    op->operand[0] = real;
    op->operand[1] = vector;
    op->result = vector;
    break;
  case SHAPE_MATVEC:
    op->arity = 2;
    op->operand[0] = type_real(types, area(op->m, op->n, &fits));
    op->operand[1] = vector;
    op->result = type_real(types, op->m);
    break;
  case SHAPE_REPLICATE:
    op->arity = 1;
    op->operand[0] = real;
    op->result = vector;
    break;
  case SHAPE_INT:
    op->arity = 0;
    op->result = type_int(types);
    break;
  case SHAPE_INT2:
    op->arity = 2;
    op->operand[0] = op->operand[1] = op->result = type_int(types);
    break;
  case SHAPE_TOREAL:
    op->arity = 1;
    op->operand[0] = type_int(types);
    op->result = real;
    break;
  case SHAPE_TEST:
  case SHAPE_INTTEST:
    op->arity = 2;
    op->operand[0] = op->operand[1] = op_info(op->code)->shape == SHAPE_TEST ? real : type_int(types);
    op->result = type_bool(types);
    break;
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: return false;
  }
  for (uint32_t i = 0; i < op->arity; i++) fits = fits && !type_is_none(op->operand[i]);
  return fits && !type_is_none(op->result);
}

/* The linear real type of a shape word of lops.def. */
static TypeId shape_type(TypeTable *types, const char *shape, const LopNode *lop, bool linear) {
  bool fits = true;
  uint32_t length = 1;
  if (strcmp(shape, "n") == 0)
    length = lop->n;
  else if (strcmp(shape, "m") == 0)
    length = lop->m;
  else if (strcmp(shape, "mn") == 0)
    length = area(lop->m, lop->n, &fits);
  if (!fits) return (TypeId){0};
  return linear ? type_linear_real(types, length) : type_real(types, length);
}

/* real_^(n1) * ... * real_^(nk) over the real operands, left-nested, no unit. */
static TypeId op_tangents(TypeTable *types, const OpNode *op) {
  TypeId product = {0};
  for (uint32_t i = 0; i < op->arity; i++) {
    const TypeNode *operand = type_node(types, op->operand[i]);
    if (operand->kind != TYPE_REAL || op_is_test(op)) continue;
    TypeId tangent = type_linear_real(types, operand->n);
    product = type_is_none(product) ? tangent : type_linear_prod(types, product, tangent);
  }
  return product;
}

static bool lop_sign(const OpTable *table, TypeTable *types, LopNode *lop) {
  const LopInfo *info = lop_info(lop->code);
  if (lop->code == LOP_DERIVATIVE || lop->code == LOP_TRANSPOSE) {
    const OpNode *op = op_node(table, lop->op);
    TypeId tangents = op_tangents(types, op);
    if (op->code == OP_SLOPE) return false; /* the second derivative is not claimed */
    if (type_is_none(tangents) || type_kind(types, op->result) != TYPE_REAL) return false;
    TypeId result = type_linear_real(types, type_node(types, op->result)->n);
    lop->arity = op->arity;
    for (uint32_t i = 0; i < OP_MAX_ARITY; i++) lop->operand[i] = op->operand[i];
    lop->ldom = lop->code == LOP_DERIVATIVE ? tangents : result;
    lop->cdom = lop->code == LOP_DERIVATIVE ? result : tangents;
    return true;
  }
  lop->arity = info->cartesian[0] == '\0' ? 0 : 1;
  lop->operand[0] = lop->arity == 1 ? shape_type(types, info->cartesian, lop, false) : (TypeId){0};
  lop->operand[1] = (TypeId){0};
  lop->ldom = shape_type(types, info->ldom, lop, true);
  lop->cdom = shape_type(types, info->cdom, lop, true);
  return !type_is_none(lop->ldom) && !type_is_none(lop->cdom) && (lop->arity == 0 || !type_is_none(lop->operand[0]));
}

/* ----------------------------------------------------------- instances -- */

/* The one operation of these fields; its types are filled in if it is new. */
static OpId op_one(OpTable *table, TypeTable *types, OpNode op) {
  OpId known = op_find(table, op);
  return known.id != 0 || !op_sign(table, types, &op) ? known : op_intern(table, op);
}

static LopId lop_one(OpTable *table, TypeTable *types, LopNode lop) {
  LopId known = lop_find(table, lop);
  return known.id != 0 || !lop_sign(table, types, &lop) ? known : lop_intern(table, lop);
}

OpId op_make(OpTable *table, TypeTable *types, OpCode code, uint32_t n, uint32_t m) {
  if (code == OP_GIVEN || code == OP_SLOPE) return (OpId){0};
  return op_one(table, types, (OpNode){.code = code, .n = n, .m = m});
}

OpId op_make_constant(OpTable *table, TypeTable *types, uint32_t n, ConstantId value) {
  if (value.id == 0) return (OpId){0};
  return op_one(table, types, (OpNode){.code = OP_CONST, .n = n, .constant = value});
}

OpId op_make_power(OpTable *table, TypeTable *types, uint32_t n, ConstantId exponent) {
  if (exponent.id == 0) return (OpId){0};
  return op_one(table, types, (OpNode){.code = OP_POW, .n = n, .constant = exponent});
}

OpId op_make_each(OpTable *table, TypeTable *types, OpCode code, uint32_t n, ConstantId constant) {
  bool needed = code == OP_POW || op_parameters(code) > 0;
  if (needed != (constant.id != 0)) return (OpId){0};
  return op_one(table, types, (OpNode){.code = code, .n = n, .constant = constant});
}

OpId op_make_int(OpTable *table, TypeTable *types, int64_t value) {
  return op_one(table, types, (OpNode){.code = OP_INT, .integer = value});
}

OpId op_make_given(OpTable *table, TypeTable *types, const OpGiven *given) {
  bool reals = (given->arity == 1 || given->arity == 2) && type_kind(types, given->result) == TYPE_REAL;
  for (uint32_t k = 0; reals && k < given->arity; k++) reals = type_kind(types, given->operand[k]) == TYPE_REAL;
  OpGiven *grown = !reals || table->given_count == OP_TABLE_LIMIT
                       ? NULL
                       : realloc(table->given, ((size_t)table->given_count + 1) * sizeof *grown);
  if (grown == NULL) return (OpId){0};
  table->given = grown;
  grown[table->given_count] = *given;
  return op_one(table, types, (OpNode){.code = OP_GIVEN, .integer = table->given_count++});
}

OpId op_make_slope(OpTable *table, TypeTable *types, OpId op, uint32_t k) {
  const OpNode *node = op_node(table, op);
  if (op.id == 0 || node->code != OP_GIVEN || k >= node->arity) return (OpId){0};
  return op_one(table, types, (OpNode){.code = OP_SLOPE, .n = k, .integer = node->integer});
}

LopId lop_make(OpTable *table, TypeTable *types, LopCode code, uint32_t n, uint32_t m) {
  if (code >= LOP_DERIVATIVE) return (LopId){0};
  return lop_one(table, types, (LopNode){.code = code, .n = n, .m = m});
}

LopId lop_derivative(OpTable *table, TypeTable *types, OpId op) {
  if (op.id == 0) return (LopId){0};
  return lop_one(table, types, (LopNode){.code = LOP_DERIVATIVE, .op = op});
}

LopId lop_transpose(OpTable *table, TypeTable *types, OpId op) {
  if (op.id == 0) return (LopId){0};
  return lop_one(table, types, (LopNode){.code = LOP_TRANSPOSE, .op = op});
}

const char *op_name(const OpTable *table, const OpNode *op) {
  bool given = op->code == OP_GIVEN || op->code == OP_SLOPE;
  return given ? op_given(table, op)->name : op_info(op->code)->name;
}

bool op_operand_is_real(const OpTable *table, const TypeTable *types, OpId op, uint32_t i) {
  const OpNode *node = op_node(table, op);
  return type_kind(types, node->operand[i]) == TYPE_REAL && !op_is_test(node);
}

/* --------------------------------------------------------------- value -- */

/* w_j = sum_i x_ji y_i */
static void matvec_value(Ring *ring, const OpNode *op, const Scalar *x, const Scalar *y, Scalar *out) {
  for (uint32_t j = 0; j < op->m; j++) {
    Scalar sum = ring_integer(ring, 0);
    for (uint32_t i = 0; i < op->n; i++) {
      Scalar product = ring_mul(ring, x[(size_t)j * op->n + i], y[i]);
      sum = i == 0 ? product : ring_add(ring, sum, product);
    }
    out[j] = sum;
  }
}

static Scalar sum_value(Ring *ring, uint32_t n, const Scalar *x) {
  if (n == 0) return ring_integer(ring, 0);
  Scalar sum = x[0];
  for (uint32_t i = 1; i < n; i++) sum = ring_add(ring, sum, x[i]);
  return sum;
}

static Scalar dot_value(Ring *ring, uint32_t n, const Scalar *x, const Scalar *y) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < n; i++) {
    Scalar product = ring_mul(ring, x[i], y[i]);
    sum = i == 0 ? product : ring_add(ring, sum, product);
  }
  return sum;
}

static Status int_value(OpCode code, int64_t a, int64_t b, Scalar *out) {
  int64_t result = 0;
  bool overflow = code == OP_IADD   ? __builtin_add_overflow(a, b, &result)
                  : code == OP_ISUB ? __builtin_sub_overflow(a, b, &result)
                                    : __builtin_mul_overflow(a, b, &result);
  out[0] = scalar_from_int(result);
  return overflow ? STATUS_DOMAIN : STATUS_OK;
}

/* The quotient rounded toward minus infinity; -2^63 / -1 is no Int. */
static Status quotient_value(int64_t a, int64_t b, Scalar *out) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) return STATUS_DOMAIN;
  int64_t quotient = a / b; /* C rounds toward 0 */
  bool above = a % b != 0 && (a < 0) != (b < 0);
  out[0] = scalar_from_int(above ? quotient - 1 : quotient);
  return STATUS_OK;
}

/* a - b floor(a / b), which has the sign of b. */
static Status remainder_value(int64_t a, int64_t b, Scalar *out) {
  if (b == 0) return STATUS_DOMAIN;
  int64_t rest = b == -1 ? 0 : a % b; /* C rounds toward 0, and -2^63 % -1 is not defined */
  out[0] = scalar_from_int(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  return STATUS_OK;
}

static Status test_value(Ring *ring, RingTest test, Scalar x, Scalar y, Scalar *out) {
  out[0] = scalar_from_int(ring_test(ring, test, x, y));
  return ring_take_status(ring);
}

static Status int_test_value(RingTest test, int64_t a, int64_t b, Scalar *out) {
  out[0] = scalar_from_int(ring_test_order(test, (a > b) - (a < b)));
  return STATUS_OK;
}

static Status extremum_value(OpCode code, int64_t a, int64_t b, Scalar *out) {
  out[0] = scalar_from_int((code == OP_IMIN) == (a < b) ? a : b);
  return STATUS_OK;
}

/* f(x_i, y_i) */
static Status call_value(Ring *ring, const OpNode *op, const Constant *c, const Scalar *x, const Scalar *y,
                         Scalar *out) {
  const RingCall call = {op_function(op->code), (const mpq_t *)c->exact};
  for (uint32_t i = 0; i < op->n; i++) out[i] = function_value(ring, &call, x[i], op->arity == 2 ? y[i] : x[i]);
  return ring_take_status(ring);
}

#define EACH(expression)                                                                                               \
  for (uint32_t i = 0; i < op->n; i++) out[i] = (expression);                                                          \
  break

Status op_value(const OpTable *table, const ConstantTable *constants, Ring *ring, OpId id, const Scalar *x,
                const Scalar *y, Scalar *out) {
  const OpNode *op = op_node(table, id);
  const Constant *c = constant_get(constants, op->constant);
  if (op_is_function(op->code)) return call_value(ring, op, c, x, y, out);
  switch (op->code) {
  case OP_CONST: EACH(ring_constant(ring, c, c->length == 1 ? 0 : i));
  case OP_ADD: EACH(ring_add(ring, x[i], y[i]));
  case OP_SUB: EACH(ring_sub(ring, x[i], y[i]));
  case OP_MUL: EACH(ring_mul(ring, x[i], y[i]));
  case OP_NEG: EACH(ring_neg(ring, x[i]));
  case OP_DIV: EACH(ring_div(ring, x[i], y[i]));
  case OP_SIN: EACH(ring_function(ring, RING_SIN, x[i]));
  case OP_COS: EACH(ring_function(ring, RING_COS, x[i]));
  case OP_TAN: EACH(ring_function(ring, RING_TAN, x[i]));
  case OP_EXP: EACH(ring_function(ring, RING_EXP, x[i]));
  case OP_LOG: EACH(ring_function(ring, RING_LOG, x[i]));
  case OP_SQRT: EACH(ring_function(ring, RING_SQRT, x[i]));
  case OP_POW: EACH(ring_power(ring, x[i], c));
  case OP_TANH: EACH(ring_function(ring, RING_TANH, x[i]));
  case OP_SIGMOID: EACH(ring_function(ring, RING_SIGMOID, x[i]));
  case OP_ABS: EACH(ring_function(ring, RING_ABS, x[i]));
  case OP_SIGN: EACH(ring_function(ring, RING_SIGN, x[i]));
  case OP_MAX: EACH(ring_max(ring, x[i], y[i]));
  case OP_MIN: EACH(ring_min(ring, x[i], y[i]));
  case OP_SUM: out[0] = sum_value(ring, op->n, x); break;
  case OP_DOT: out[0] = dot_value(ring, op->n, x, y); break;
  case OP_SCALE: EACH(ring_mul(ring, x[0], y[i]));
  case OP_MATVEC: matvec_value(ring, op, x, y, out); break;
  case OP_REPLICATE: EACH(x[0]);
  case OP_INT: out[0] = scalar_from_int(op->integer); break;
  case OP_IADD:
  case OP_ISUB:
  case OP_IMUL: return int_value(op->code, scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_IDIV: return quotient_value(scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_IMOD: return remainder_value(scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_IMIN:
  case OP_IMAX: return extremum_value(op->code, scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_TOREAL: out[0] = ring_integer(ring, scalar_to_int(x[0])); break;
  case OP_LESS: return test_value(ring, RING_LESS, x[0], y[0], out);
  case OP_LESSEQ: return test_value(ring, RING_LESS_EQUAL, x[0], y[0], out);
  case OP_EQUAL: return test_value(ring, RING_EQUAL, x[0], y[0], out);
  case OP_ILESS: return int_test_value(RING_LESS, scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_ILESSEQ: return int_test_value(RING_LESS_EQUAL, scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_IEQUAL: return int_test_value(RING_EQUAL, scalar_to_int(x[0]), scalar_to_int(y[0]), out);
  case OP_GIVEN: return op_given(table, op)->value(op_given(table, op)->state, ring, x, y, out);
  case OP_SLOPE: return op_given(table, op)->slope(op_given(table, op)->state, ring, op->n, x, y, out);
  case OP_CODE_COUNT: return STATUS_STUCK;
  }
  return ring_take_status(ring);
}
