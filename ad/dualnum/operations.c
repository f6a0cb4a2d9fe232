/* D[op]: what an operation does to dual numbers.  An operation on arrays is
 * taken apart into the scalars of its result, each one number whose body sums
 * over the operands that it is made from. */
#include "ad/dualnum/transform.h"

static OpId scalar_op(Dualnum *d, OpCode code) {
  OpId op = op_make(&d->store->ops, &d->store->types, code, 1, 0);
  if (op.id == 0) (void)dual_fail(d, STATUS_LIMIT);
  return op;
}

/* The operation at one component. */
static OpId at_one(Dualnum *d, const OpNode *op) {
  OpId one = op_make_each(&d->store->ops, &d->store->types, op->code, 1, op->constant);
  if (one.id == 0) (void)dual_fail(d, STATUS_LIMIT);
  return one;
}

/* The number at level x; of an array, its entry j. */
static DualTermId entry(Dualnum *d, uint32_t x, DualTermId j) {
  return j.id == 0 ? t_var(d, x) : t_index(d, j, t_var(d, x));
}
static DualTermId value(Dualnum *d, uint32_t x, DualTermId j) { return t_fst(d, entry(d, x, j)); }

/* (op(x, y), d_1 op(x, y) + d_2 op(x, y)) for numbers at levels */
static DualTermId scalar(Dualnum *d, OpId op, uint32_t arity, const uint32_t *level) {
  DualTermId none = {0};
  DualTermId x = value(d, level[0], none), y = arity == 2 ? value(d, level[1], none) : none;
  DualTermId body = number_through(d, t_var(d, level[0]), op, 0, x, y);
  if (arity == 2) body = number_plus(d, body, number_through(d, t_var(d, level[1]), op, 1, x, y));
  return number_make(d, t_op(d, op, x, y), body);
}

/* The same at each of n components; an operand of one component is used whole. */
static DualTermId componentwise(Dualnum *d, const OpNode *op, const uint32_t *level, OpId one, bool first_whole) {
  if (op->n == 1) return scalar(d, one, op->arity, level);
  DualEach each = dual_each(d);
  DualBound bound[OP_MAX_ARITY];
  uint32_t inner[OP_MAX_ARITY] = {0, 0};
  for (uint32_t k = 0; k < op->arity; k++) {
    DualTermId j = {0};
    if (!first_whole || k != 0) j = t_var(d, each.j);
    bound[k] = dual_let(d, entry(d, level[k], j));
    inner[k] = bound[k].level;
  }
  DualTermId body = scalar(d, one, op->arity, inner);
  for (uint32_t k = op->arity; k-- > 0;) body = dual_in(d, &bound[k], body);
  return dual_all(d, &each, op->n, body);
}

/* build n (j. fst x!(from + j)), the plain values of a row */
static DualTermId plain_row(Dualnum *d, uint32_t x, uint32_t n, DualTermId from) {
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  uint32_t j = dual_open(d);
  DualTermId at = from.id == 0 ? t_var(d, j) : t_op(d, add, from, t_var(d, j));
  DualTermId row = value(d, x, at);
  dual_close(d);
  return t_build(d, n, row);
}

static DualTermId dual_sum(Dualnum *d, OpId op, uint32_t n, uint32_t x) {
  DualTermId values = plain_row(d, x, n, (DualTermId){0});
  uint32_t j = dual_open(d);
  DualTermId body = number_plain(d, entry(d, x, t_var(d, j)));
  dual_close(d);
  return number_make(d, t_op(d, op, values, (DualTermId){0}), number_sum(d, n, body));
}

/* sum_j a!(from + j) b!j as one number */
static DualTermId inner_product(Dualnum *d, uint32_t n, uint32_t a, DualTermId from, uint32_t b) {
  OpId dot = op_make(&d->store->ops, &d->store->types, OP_DOT, n, 0), times = scalar_op(d, OP_MUL);
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  DualTermId none = {0}, left = plain_row(d, a, n, from);
  DualTermId product = t_op(d, dot, left, plain_row(d, b, n, none));
  uint32_t j = dual_open(d);
  DualTermId at = from.id == 0 ? t_var(d, j) : t_op(d, add, from, t_var(d, j));
  DualBound x = dual_let(d, entry(d, a, at));
  DualBound y = dual_let(d, entry(d, b, t_var(d, j)));
  DualTermId vx = value(d, x.level, none), vy = value(d, y.level, none);
  DualTermId first = number_through(d, t_var(d, x.level), times, 0, vx, vy);
  DualTermId body = number_plus(d, first, number_through(d, t_var(d, y.level), times, 1, vx, vy));
  body = dual_in(d, &x, dual_in(d, &y, body));
  dual_close(d);
  return number_make(d, product, number_sum(d, n, body));
}

static DualTermId dual_matvec(Dualnum *d, const OpNode *op, const uint32_t *level) {
  OpId times = op_make(&d->store->ops, &d->store->types, OP_IMUL, 0, 0);
  if (op->m == 1) return inner_product(d, op->n, level[0], (DualTermId){0}, level[1]);
  DualEach row = dual_each(d);
  DualBound from = dual_let(d, t_op(d, times, t_var(d, row.j), t_int(d, op->n)));
  DualTermId product = inner_product(d, op->n, level[0], t_var(d, from.level), level[1]);
  return dual_all(d, &row, op->m, dual_in(d, &from, product));
}

/* A constant of n components has n numbers. */
static DualTermId constant(Dualnum *d, OpId op, uint32_t n) {
  DualTermId none = {0};
  if (n == 1) return number_make(d, t_op(d, op, none, none), number_zero(d));
  DualBound values = dual_let(d, t_op(d, op, none, none));
  DualEach each = dual_each(d);
  DualTermId number = number_make(d, t_index(d, t_var(d, each.j), t_var(d, values.level)), number_zero(d));
  return dual_in(d, &values, dual_all(d, &each, n, number));
}

static DualTermId replicate(Dualnum *d, uint32_t n, uint32_t x) {
  (void)dual_open(d);
  DualTermId number = t_var(d, x);
  dual_close(d);
  return dual_give(d, t_build(d, n, number));
}

/* Entry (i, j) of a claimed matrix of n columns, at the level; i or j may be none. */
static DualTermId slope_entry(Dualnum *d, const uint32_t *size, uint32_t level, DualTermId i, DualTermId j) {
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  OpId times = op_make(&d->store->ops, &d->store->types, OP_IMUL, 0, 0);
  uint32_t m = size[0], n = size[1];
  DualTermId none = {0}, at = i.id != 0 && n != 1 ? t_op(d, times, i, t_int(d, n)) : i;
  if (n != 1) at = at.id == 0 ? j : t_op(d, add, at, j);
  return m == 1 && n == 1 ? t_var(d, level) : t_index(d, at.id == none.id ? t_int(d, 0) : at, t_var(d, level));
}

/* sum_j p'(i, j) dx_j: each goes through a product with the entry. */
static DualTermId given_row(Dualnum *d, const uint32_t *size, uint32_t x, uint32_t slope, DualTermId i) {
  OpId times = scalar_op(d, OP_MUL);
  DualTermId none = {0};
  if (size[1] == 1)
    return number_through(d, t_var(d, x), times, 0, value(d, x, none), slope_entry(d, size, slope, i, none));
  uint32_t j = dual_open(d);
  DualBound number = dual_let(d, entry(d, x, t_var(d, j)));
  DualTermId weight = slope_entry(d, size, slope, i, t_var(d, j));
  DualTermId body = number_through(d, t_var(d, number.level), times, 0, value(d, number.level, none), weight);
  body = dual_in(d, &number, body);
  dual_close(d);
  return number_sum(d, size[1], body);
}

/* A declared operation: its values, and the matrices that are claimed of it. */
static DualTermId given(Dualnum *d, OpId id, const OpNode *op, const uint32_t *level) {
  const TypeTable *types = &d->store->types;
  DualTermId none = {0}, i = none, plain[OP_MAX_ARITY] = {none, none};
  DualBound operand[OP_MAX_ARITY] = {0}, slope[OP_MAX_ARITY] = {0}, values;
  uint32_t size[OP_MAX_ARITY][2] = {{0}}, m = type_node(types, op->result)->n;
  for (uint32_t k = 0; k < op->arity; k++) {
    uint32_t n = type_node(types, op->operand[k])->n;
    size[k][0] = m;
    size[k][1] = n;
    operand[k] = dual_let(d, n == 1 ? value(d, level[k], none) : plain_row(d, level[k], n, none));
    plain[k] = t_var(d, operand[k].level);
  }
  values = dual_let(d, t_op(d, id, plain[0], plain[1]));
  for (uint32_t k = 0; k < op->arity; k++)
    slope[k] = dual_let(d, t_op(d, op_make_slope(&d->store->ops, &d->store->types, id, k), plain[0], plain[1]));
  DualEach each = {0};
  if (m != 1) {
    each = dual_each(d);
    i = t_var(d, each.j);
  }
  DualTermId body = given_row(d, size[0], level[0], slope[0].level, i);
  if (op->arity == 2) body = number_plus(d, body, given_row(d, size[1], level[1], slope[1].level, i));
  DualTermId result = t_var(d, values.level);
  DualTermId out = number_make(d, m == 1 ? result : t_index(d, i, result), body);
  if (m != 1) out = dual_all(d, &each, m, out);
  for (uint32_t k = op->arity; k-- > 0;) out = dual_in(d, &slope[k], out);
  out = dual_in(d, &values, out);
  for (uint32_t k = op->arity; k-- > 0;) out = dual_in(d, &operand[k], out);
  return out;
}

DualTermId dual_operation(Dualnum *d, OpId id, const uint32_t *level) {
  const OpNode op = *op_node(&d->store->ops, id); /* a copy: making operations moves the table */
  DualTermId none = {0}, x = op.arity > 0 ? t_var(d, level[0]) : none, y = op.arity > 1 ? t_var(d, level[1]) : none;
  switch (op_info(op.code)->shape) {
  case SHAPE_CONST: RULE(DN_CONSTANT); return constant(d, id, op.n);
  case SHAPE_EACH:
  case SHAPE_EACH2: RULE(DN_OPERATION); return componentwise(d, &op, level, at_one(d, &op), false);
  case SHAPE_SCALE: return componentwise(d, &op, level, scalar_op(d, OP_MUL), true);
  case SHAPE_SUM: RULE(DN_SUM); return dual_sum(d, id, op.n, level[0]);
  case SHAPE_DOT: RULE(DN_PRODUCT); return inner_product(d, op.n, level[0], none, level[1]);
  case SHAPE_MATVEC: return dual_matvec(d, &op, level);
  case SHAPE_REPLICATE: return replicate(d, op.n, level[0]);
  /* tests look at the values */
  case SHAPE_TEST: return dual_give(d, t_op(d, id, t_fst(d, x), t_fst(d, y)));
  case SHAPE_INT:
  case SHAPE_INT2:
  case SHAPE_INTTEST: RULE(DN_INT); return dual_give(d, t_op(d, id, x, y));
  case SHAPE_GIVEN: RULE(DN_GIVEN); return given(d, id, &op, level);
  case SHAPE_SLOPE: break;
  case SHAPE_TOREAL: return number_make(d, t_op(d, id, x, none), number_zero(d));
  }
  return dual_fail(d, STATUS_STUCK);
}
