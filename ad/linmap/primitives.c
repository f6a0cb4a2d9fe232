/* Derivatives of built-in functions (Fig. 2, and the sheet's for the rest). */
#include "ad/linmap/linmap.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/linmap/cases.h"
#include "semantics/tables/rules.h"

/* The operands of a built-in function of two. */
static const LmTerm *operand(LmBuilder *b, uint32_t k, const LmTerm *e) {
  return e->kind == LM_TUPLE ? e->kid[k] : lm_pi(b, k, e);
}
static const LmTerm *x_of(LmBuilder *b, const LmTerm *e) { return operand(b, 0, e); }
static const LmTerm *y_of(LmBuilder *b, const LmTerm *e) { return operand(b, 1, e); }
static const LmTerm *times(LmBuilder *b, const LmTerm *x, const LmTerm *y) { return lm_prim2(b, LM_PRIM_MUL, x, y); }

/* The number k in every entry of the type. */
static const LmTerm *spread(LmBuilder *b, const LmType *type, const LmTerm *k) {
  if (type == NULL || type->kind == LM_TYPE_REAL) return k;
  if (type->kind == LM_TYPE_VEC) {
    const LmTerm *entry = spread(b, type->part[0], k);
    return lm_build(b, lm_fresh(b), lm_natural(b, type->n), type->n, entry);
  }
  const LmTerm **parts = arena_array(b->arena, (size_t)type->n + 1, sizeof *parts);
  if (parts == NULL) b->status = STATUS_LIMIT;
  for (uint32_t k2 = 0; parts != NULL && k2 < type->n; k2++) parts[k2] = spread(b, type->part[k2], k);
  return lm_tuple(b, parts, type->n);
}
static const LmTerm *constant(LmBuilder *b, const LmType *type, int64_t k) { return spread(b, type, lm_number(b, k)); }

/* D(k), which is S(k) at R. */
static const LmTerm *diagonal(LmBuilder *b, const LmTerm *k) {
  if (k == NULL) return NULL;
  return k->type->kind == LM_TYPE_REAL ? lm_scale(b, k->type, k) : lm_diag(b, k);
}
static const LmTerm *minus_one(LmBuilder *b, const LmType *type) { return lm_scale(b, type, lm_number(b, -1)); }

/* c x^(c-1), and for c = 0 the constant 0: x^0 is the constant 1. */
static const LmTerm *power_slope(LmBuilder *b, const LmTerm *p, const LmTerm *x) {
  ConstantTable *constants = &b->store->constants;
  mpq_t less;
  mpq_init(less);
  mpq_set(less, constant_get(constants, p->constant)->exact[0]);
  bool zero = mpq_sgn(less) == 0;
  mpq_t one;
  mpq_init(one);
  mpq_set_ui(one, 1, 1);
  mpq_sub(less, less, one);
  ConstantId exponent = constant_intern(constants, &less, 1);
  mpq_clear(less);
  mpq_clear(one);
  if (zero) return constant(b, x->type, 0);
  return times(b, spread(b, x->type, lm_constant(b, p->constant)), lm_pow(b, exponent, x));
}

/* f'(x) for p(x) = f(x), entry by entry. */
static const LmTerm *slope(LmBuilder *b, const LmTerm *p, const LmTerm *x) {
  const LmTerm *one = constant(b, x->type, 1), *fx = lm_prim(b, p->prim, x);
  switch (p->prim) {
  case LM_PRIM_SIN: RULE(LMD_SIN); return lm_prim(b, LM_PRIM_COS, x);
  case LM_PRIM_COS: RULE(LMD_COS); return lm_prim(b, LM_PRIM_NEG, lm_prim(b, LM_PRIM_SIN, x));
  case LM_PRIM_TAN: RULE(LMD_TAN); return lm_prim2(b, LM_PRIM_ADD, one, times(b, fx, fx));
  case LM_PRIM_EXP: RULE(LMD_EXP); return fx;
  case LM_PRIM_LOG: RULE(LMD_LOG); return lm_prim2(b, LM_PRIM_DIV, one, x);
  case LM_PRIM_SQRT: RULE(LMD_SQRT); return lm_prim2(b, LM_PRIM_DIV, one, times(b, constant(b, x->type, 2), fx));
  case LM_PRIM_POW: RULE(LMD_POW); return power_slope(b, p, x);
  case LM_PRIM_TANH: RULE(LMD_TANH); return lm_prim2(b, LM_PRIM_SUB, one, times(b, fx, fx));
  case LM_PRIM_SIGMOID: RULE(LMD_SIGMOID); return times(b, fx, lm_prim2(b, LM_PRIM_SUB, one, fx));
  case LM_PRIM_ANY_NO_FUNCTION: break;
  }
  b->status = STATUS_STUCK;
  return NULL;
}

/* g = (1 + sign(x - y)) / 2 */
static const LmTerm *share(LmBuilder *b, const LmTerm *x, const LmTerm *y) {
  const LmTerm *sign = lm_prim(b, LM_PRIM_SIGN, lm_prim2(b, LM_PRIM_SUB, x, y));
  const LmTerm *twice = lm_prim2(b, LM_PRIM_ADD, constant(b, x->type, 1), sign);
  return lm_prim2(b, LM_PRIM_DIV, twice, constant(b, x->type, 2));
}
static const LmTerm *shares(LmBuilder *b, const LmTerm *g) {
  if (g == NULL) return NULL;
  return lm_hcat2(b, diagonal(b, g), diagonal(b, lm_prim2(b, LM_PRIM_SUB, constant(b, g->type, 1), g)));
}

static const LmTerm *quotient(LmBuilder *b, const LmTerm *x, const LmTerm *y) {
  const LmTerm *first = lm_prim2(b, LM_PRIM_DIV, constant(b, y->type, 1), y);
  const LmTerm *second = lm_prim(b, LM_PRIM_NEG, lm_prim2(b, LM_PRIM_DIV, x, times(b, y, y)));
  return lm_hcat2(b, diagonal(b, first), diagonal(b, second));
}

/* 0 >< .. 1 .. >< 0 */
static const LmTerm *projection(LmBuilder *b, const LmTerm *p, const LmType *from) {
  const LmTerm **maps = arena_array(b->arena, (size_t)from->n + 1, sizeof *maps);
  if (maps == NULL) b->status = STATUS_LIMIT;
  for (uint32_t k = 0; maps != NULL && k < from->n; k++)
    maps[k] = k == p->n ? lm_one(b, p->type) : lm_zero(b, from->part[k], p->type);
  return maps == NULL ? NULL : lm_hcat(b, maps, from->n, p->type);
}

/* 0 >< H(build(sz v, \j. if i = j then 1 else 0)); or 0 >< P_i. */
static const LmTerm *indexing(LmBuilder *b, const LmTerm *e, bool projections) {
  const LmType *vector = e->type->part[1], *entry = vector->part[0];
  const LmTerm *i = x_of(b, e), *selection;
  if (projections) {
    selection = lm_pick(b, i, vector);
  } else {
    LmSymbol j = lm_fresh(b);
    const LmTerm *same = lm_prim2(b, LM_PRIM_EQ, i, lm_var(b, j, lm_nat(b)));
    const LmTerm *maps = lm_if(b, same, lm_one(b, entry), lm_zero(b, entry, entry));
    selection = lm_hcatv(b, lm_build(b, j, lm_prim(b, LM_PRIM_SZ, y_of(b, e)), vector->n, maps));
  }
  return lm_hcat2(b, lm_zero(b, lm_nat(b), entry), selection);
}

static const LmTerm *summing(LmBuilder *b, const LmTerm *e) {
  const LmTerm *ones = lm_one(b, e->type->part[0]);
  return lm_hcatv(b, lm_build(b, lm_fresh(b), lm_prim(b, LM_PRIM_SZ, e), e->type->n, ones));
}

/* S(k[i n + j]) at j of n, and that at i of m; a real has no index. */
static const LmTerm *matrix(LmBuilder *b, const LmTerm *k, const LmType *from, const LmType *to) {
  if (k == NULL) return NULL;
  bool row = from->kind == LM_TYPE_REAL, column = to->kind == LM_TYPE_REAL;
  LmSymbol i = lm_fresh(b), j = lm_fresh(b);
  const LmTerm *at = column ? lm_natural(b, 0) : lm_var(b, i, lm_nat(b));
  if (!row) {
    const LmTerm *first = lm_prim2(b, LM_PRIM_NMUL, at, lm_natural(b, from->n));
    at = lm_prim2(b, LM_PRIM_NADD, first, lm_var(b, j, lm_nat(b)));
  }
  const LmTerm *entry = k->type->kind == LM_TYPE_REAL ? k : lm_prim2(b, LM_PRIM_IX, at, k);
  const LmTerm *map = lm_scale(b, lm_real(b), entry);
  if (!row) map = lm_hcatv(b, lm_build(b, j, lm_natural(b, from->n), from->n, map));
  return column ? map : lm_vcatv(b, lm_build(b, i, lm_natural(b, to->n), to->n, map));
}

/* A slope of functions.def at reals. */
static const LmTerm *slope_term(LmBuilder *b, TermId id, const LmTerm *const *operand, uint32_t arity) {
  const Term t = *term(b->store, id);
  if (t.kind == TERM_VAR) return operand[arity - 1 - t.payload];
  const OpNode op = *op_node(&b->store->ops, term_op_payload(&t));
  if (op.code == OP_CONST) return lm_constant(b, op.constant);
  const LmTerm *x = slope_term(b, t.kid[0], operand, arity);
  const LmTerm *y = op.arity == 2 ? slope_term(b, t.kid[1], operand, arity) : NULL;
  if (op.code == OP_POW) return lm_pow(b, op.constant, x);
  if (op_is_function(op.code)) return lm_given(b, term_op_payload(&t), y == NULL ? x : lm_pair(b, x, y));
  LmPrim prim = linmap_prim_of(op.code);
  if (prim == LM_PRIM_COUNT) b->status = STATUS_STUCK;
  if (prim == LM_PRIM_COUNT) return NULL;
  return y == NULL ? lm_prim(b, prim, x) : lm_prim2(b, prim, x, y);
}

/* dp(x) = S(p'(x)), and dp(x, y) = S(p'_1(x, y)) >< S(p'_2(x, y)) */
static const LmTerm *function(LmBuilder *b, OpId op, uint32_t arity, const LmTerm *e) {
  const LmTerm *operand[OP_MAX_ARITY] = {arity == 2 ? x_of(b, e) : e, arity == 2 ? y_of(b, e) : e};
  const LmTerm *side[OP_MAX_ARITY] = {NULL, NULL};
  for (uint32_t k = 0; k < arity; k++) {
    TermId slope = op_slope(b->store, op, k);
    if (slope.id == 0) b->status = STATUS_LIMIT;
    if (slope.id == 0) return NULL;
    side[k] = diagonal(b, slope_term(b, slope, operand, arity));
  }
  return arity == 1 ? side[0] : lm_hcat2(b, side[0], side[1]);
}

static const LmTerm *given(LmBuilder *b, const LmTerm *p, const LmTerm *e) {
  OpTable *ops = &b->store->ops;
  const LmTerm *side[OP_MAX_ARITY] = {NULL, NULL};
  OpId op = {(uint32_t)p->integer};
  uint32_t arity = op_node(ops, op)->arity;
  if (op_is_function(op_node(ops, op)->code)) return function(b, op, arity, e);
  if (op_node(ops, op)->code == OP_SLOPE) return lm_zero(b, e->type, p->type); /* of a derivative none is claimed */
  for (uint32_t k = 0; k < arity; k++) {
    const LmTerm *slope = lm_given(b, op_make_slope(ops, &b->store->types, op, k), e);
    LmSymbol held = lm_fresh(b);
    const LmTerm *use = lm_var(b, held, slope == NULL ? NULL : slope->type);
    side[k] = lm_let(b, held, slope, matrix(b, use, arity == 1 ? e->type : e->type->part[k], p->type));
  }
  return arity == 1 ? side[0] : lm_hcat2(b, side[0], side[1]);
}

const LmTerm *linmap_prim_derivative(LmBuilder *b, const LmTerm *p, const LmTerm *e, bool projections) {
  if (e == NULL || b->status != STATUS_OK) return NULL;
  const LmType *type = p->type;
  switch (p->prim) {
  /* d+(x,y) = 1 >< 1                                                        */
  case LM_PRIM_ADD: RULE(LMD_ADD); return lm_hcat2(b, lm_one(b, type), lm_one(b, type));
  /* d-(x,y) = 1 >< S(-1)                                                    */
  case LM_PRIM_SUB: RULE(LMD_SUB); return lm_hcat2(b, lm_one(b, type), minus_one(b, type));
  /* d*(x,y) = D(y) >< D(x)                                                  */
  case LM_PRIM_MUL: RULE(LMD_MUL); return lm_hcat2(b, diagonal(b, y_of(b, e)), diagonal(b, x_of(b, e)));
  /* d/(x,y) = D(1/y) >< D(-(x/(y*y)))                                       */
  case LM_PRIM_DIV: RULE(LMD_DIV); return quotient(b, x_of(b, e), y_of(b, e));
  /* D(g) >< D(1-g): the larger; at a tie half each                          */
  case LM_PRIM_MAX: RULE(LMD_MAX); return shares(b, share(b, x_of(b, e), y_of(b, e)));
  case LM_PRIM_MIN: RULE(LMD_MIN); return shares(b, share(b, y_of(b, e), x_of(b, e)));
  /* dneg(x) = S(-1)                                                         */
  case LM_PRIM_NEG: RULE(LMD_NEG); return minus_one(b, type);
  /* D(f'(x))                                                                */
  case LM_PRIM_ANY_FUNCTION: return diagonal(b, slope(b, p, e));
  /* dpi_k = 0 >< .. 1 .. >< 0                                               */
  case LM_PRIM_PI: RULE(LMD_PI); return projection(b, p, e->type);
  /* dixR(i,v) = 0 >< H(build(sz v, \j. if i = j then 1 else 0))             */
  case LM_PRIM_IX: RULE(LMD_IX); return indexing(b, e, projections);
  /* dsum(v) = H(build(sz v, \i. 1))                                         */
  case LM_PRIM_SUM: RULE(LMD_SUM); return summing(b, e);
  /* dsz(v) = 0, and so all that is of N or B, or locally constant           */
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_SIGN:
  case LM_PRIM_SZ:
  case LM_PRIM_TOREAL: RULE(LMD_CONSTANT); return lm_zero(b, e->type, type);
  /* dp(x) = V(build(m, \i. H(build(n, \j. S(p'(x)[i n + j]))))) of each operand, p' what is claimed */
  case LM_PRIM_GIVEN: RULE(LMD_GIVEN); return given(b, p, e);
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: break;
  }
  b->status = STATUS_UNABLE;
  return NULL;
}
