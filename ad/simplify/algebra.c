/* algebra: the laws of the ring.  They hold in every commutative ring; over
 * IEEE numbers 0*x ⇝ 0 and x + 0 ⇝ x have exceptions (NaN, infinities, -0). */
#include "ad/simplify/choices.h"
#include "ad/simplify/rewriter.h"
#include "semantics/tables/cases.h"

/* Whether t is the constant `value` at every index. */
static bool is_constant(const Simplifier *s, TermId t, int64_t value) {
  const Term *node = term(s->store, t);
  if (node->kind != TERM_OP) return false;
  const OpNode *op = op_node(&s->store->ops, term_op_payload(node));
  if (op->code == OP_INT) return op->integer == value;
  if (op->code != OP_CONST) return false;
  const Constant *constant = constant_get(&s->store->constants, op->constant);
  for (uint32_t i = 0; i < constant->length; i++) {
    if (mpq_cmp_si(constant->exact[i], value, 1) != 0) return false;
  }
  return true;
}

static bool constant_is(const Simplifier *s, ConstantId id, int64_t value) {
  const Constant *constant = constant_get(&s->store->constants, id);
  return constant->length == 1 && mpq_cmp_si(constant->exact[0], value, 1) == 0;
}

/* The constant of the operation's result type. */
static TermId constant_result(Simplifier *s, const OpNode *op, int64_t value) {
  Store *store = s->store;
  ConstantId id = constant_from_ratio(&store->constants, value, 1);
  uint32_t n = type_node(&store->types, op->result)->n;
  OpId constant = op_make_constant(&store->ops, &store->types, n, id);
  return term_op(store, constant, TERM_NONE_ID, TERM_NONE_ID);
}

static Known known(const Simplifier *s, TermId t) { return (Known){is_constant(s, t, 0), is_constant(s, t, 1)}; }

static TermId chosen(Simplifier *s, const OpNode *op, Choice choice, TermId x, TermId y) {
  Store *store = s->store;
  switch (choice) {
  case CHOICE_NONE: return TERM_NONE_ID;
  case CHOICE_LEFT: return x;
  case CHOICE_RIGHT: return y;
  case CHOICE_NEG_RIGHT: /* there is no negation of Ints */
    if (op->code != OP_SUB) return TERM_NONE_ID;
    return term_op(store, op_make(&store->ops, &store->types, OP_NEG, op->n, 0), y, TERM_NONE_ID);
  }
  return TERM_NONE_ID;
}

/* neg (neg x) ⇝ x   neg 0 ⇝ 0 */
static TermId negation(Simplifier *s, TermId x) {
  if (is_constant(s, x, 0)) return x;
  const Term *inner = term(s->store, x);
  bool negated = inner->kind == TERM_OP && op_node(&s->store->ops, term_op_payload(inner))->code == OP_NEG;
  return negated ? inner->kid[0] : TERM_NONE_ID;
}

/* 1 .* x ⇝ x   0 .* x ⇝ 0   x .* 0 ⇝ 0 */
static TermId scaling(Simplifier *s, const OpNode *op, TermId x, TermId y) {
  if (is_constant(s, x, 1) || is_constant(s, y, 0)) return y;
  return is_constant(s, x, 0) ? constant_result(s, op, 0) : TERM_NONE_ID;
}

static TermId operation(Simplifier *s, const Term *t) {
  const OpNode op = *op_node(&s->store->ops, term_op_payload(t));
  TermId x = t->kid[0], y = t->kid[1];
  switch (op.code) {
  case OP_ADD:
  case OP_IADD: return chosen(s, &op, choice_sum(known(s, x), known(s, y)), x, y);
  case OP_SUB:
  case OP_ISUB: return chosen(s, &op, choice_difference(known(s, x), known(s, y)), x, y);
  case OP_MUL:
  case OP_IMUL: return chosen(s, &op, choice_product(known(s, x), known(s, y)), x, y);
  case OP_NEG: return negation(s, x);
  case OP_SCALE: return scaling(s, &op, x, y);
  /* x / 1 ⇝ x */
  case OP_DIV: return is_constant(s, y, 1) ? x : TERM_NONE_ID;
  /* x^1 ⇝ x   x^0 ⇝ 1 */
  case OP_POW:
    if (constant_is(s, op.constant, 1)) return x;
    return constant_is(s, op.constant, 0) ? constant_result(s, &op, 1) : TERM_NONE_ID;
  /* sum 0 ⇝ 0 */
  case OP_SUM: return is_constant(s, x, 0) ? constant_result(s, &op, 0) : TERM_NONE_ID;
  /* 0 · x ⇝ 0   x · 0 ⇝ 0   and for matrices */
  case OP_DOT:
  case OP_MATVEC: return is_constant(s, x, 0) || is_constant(s, y, 0) ? constant_result(s, &op, 0) : TERM_NONE_ID;
  case OP_ANY_FUNCTION:
  case OP_CONST:
  case OP_SQRT:
  case OP_MAX:
  case OP_MIN:
  case OP_REPLICATE:
  case OP_INT:
  case OP_IDIV:
  case OP_IMOD:
  case OP_IMIN:
  case OP_IMAX:
  case OP_TOREAL:
  case OP_ANY_TEST:
  case OP_GIVEN:
  case OP_SLOPE:
  case OP_CODE_COUNT: return TERM_NONE_ID;
  }
  return TERM_NONE_ID;
}

/* neg(; neg(; s)) ⇝ s */
static TermId linear_negation(Simplifier *s, TermId t) {
  const Term *inner = term(s->store, t);
  bool negated = inner->kind == TERM_LOP && lop_node(&s->store->ops, term_lop_payload(inner))->code == LOP_NEG;
  return negated ? inner->kid[3] : TERM_NONE_ID;
}

static TermId linear_operation(Simplifier *s, const Term *t) {
  const LopNode lop = *lop_node(&s->store->ops, term_lop_payload(t));
  switch (lop.code) {
  case LOP_NEG: return linear_negation(s, t->kid[3]);
  /* scale(1; s) ⇝ s   scale(0; s) ⇝ 0_ */
  case LOP_SCALE:
  case LOP_SCALAR:
    if (is_constant(s, t->kid[0], 1)) return t->kid[3];
    return is_constant(s, t->kid[0], 0) ? term_zero(s->store, lop.cdom) : TERM_NONE_ID;
  /* lop(0; s) ⇝ 0_, each being linear in its Cartesian operand */
  case LOP_ALONG:
  case LOP_DOT:
  case LOP_MATVEC:
  case LOP_MATVEC_T:
  case LOP_APPLY:
  case LOP_OUTER: return is_constant(s, t->kid[0], 0) ? term_zero(s->store, lop.cdom) : TERM_NONE_ID;
  case LOP_DERIVATIVE:
  case LOP_TRANSPOSE:
  case LOP_CODE_COUNT: return TERM_NONE_ID;
  }
  return TERM_NONE_ID;
}

TermId rule_algebra(Simplifier *s, const Term *t) {
  if (t->kind == TERM_OP) return operation(s, t);
  return t->kind == TERM_LOP ? linear_operation(s, t) : TERM_NONE_ID;
}
