/* Operations of the shared table in the language of the notes. */
#include "semantics/linmap/from_source.h"

/* The constants first..first+n-1 at index i, by halving. */
static const LmTerm *choose(FromSource *tr, const LmTerm *i, ConstantId constant, uint32_t first, uint32_t n) {
  LmBuilder *b = tr->b;
  if (n <= 1) {
    const mpq_t *exact = &constant_get(&b->store->constants, constant)->exact[first];
    mpq_t copy; /* interning may move the table */
    mpq_init(copy);
    mpq_set(copy, *exact);
    ConstantId one = constant_intern(&b->store->constants, &copy, 1);
    mpq_clear(copy);
    return lm_constant(b, one);
  }
  uint32_t half = n / 2;
  const LmTerm *test = lm_prim2(b, LM_PRIM_LT, i, lm_natural(b, first + half));
  return lm_if(b, test, choose(tr, i, constant, first, half), choose(tr, i, constant, first + half, n - half));
}

static const LmTerm *translate_constant(FromSource *tr, const OpNode *op) {
  LmBuilder *b = tr->b;
  uint32_t given = constant_get(&b->store->constants, op->constant)->length;
  if (op->n == 1) return choose(tr, NULL, op->constant, 0, 1);
  LmSymbol i = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  return linmap_from_build(tr, i, op->n, choose(tr, index, op->constant, 0, given == 1 || op->n == 0 ? 1 : op->n));
}

/* if x < 0 then -x else if 0 < x then x else 0: at 0 the convention. */
static const LmTerm *absolute(FromSource *tr, const LmTerm *x) {
  LmBuilder *b = tr->b;
  const LmTerm *zero = lm_number(b, 0);
  const LmTerm *above = lm_if(b, lm_prim2(b, LM_PRIM_LT, zero, x), x, zero);
  return lm_if(b, lm_prim2(b, LM_PRIM_LT, x, zero), lm_prim(b, LM_PRIM_NEG, x), above);
}
static const LmTerm *translate_abs(FromSource *tr, const LmTerm *x) {
  FromHeld v = linmap_from_hold(tr, x);
  if (x == NULL) return NULL;
  if (linmap_from_is_real(x)) return linmap_from_release(tr, &v, absolute(tr, v.use));
  LmSymbol i = lm_fresh(tr->b);
  FromHeld e = linmap_from_hold(tr, linmap_from_entry(tr, lm_var(tr->b, i, lm_nat(tr->b)), v.use));
  return linmap_from_release(tr, &v,
                             linmap_from_build(tr, i, x->type->n, linmap_from_release(tr, &e, absolute(tr, e.use))));
}

/* fold (\t. pi1 t + pi1 (pi2 t) * pi2 (pi2 t)) 0 (build(sz x, \i. (x[i], y[i]))) */
static const LmTerm *translate_dot(FromSource *tr, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  if (linmap_from_is_real(x)) return lm_prim2(b, LM_PRIM_MUL, x, y);
  FromHeld u = linmap_from_hold(tr, x), v = linmap_from_hold(tr, y);
  LmSymbol i = lm_fresh(b), t = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  const LmTerm *pairs = lm_pair(b, linmap_from_entry(tr, index, u.use), linmap_from_entry(tr, index, v.use));
  const LmTerm *zipped = lm_build(b, i, lm_prim(b, LM_PRIM_SZ, u.use), x->type->n, pairs);
  const LmType *pair = lm_pair_type(b, lm_real(b), lm_real(b));
  const LmTerm *step = lm_var(b, t, lm_pair_type(b, lm_real(b), pair)), *entries = lm_pi(b, 1, step);
  const LmTerm *product = lm_prim2(b, LM_PRIM_MUL, lm_pi(b, 0, entries), lm_pi(b, 1, entries));
  const LmTerm *body = lm_prim2(b, LM_PRIM_ADD, lm_pi(b, 0, step), product);
  return linmap_from_release(tr, &u, linmap_from_release(tr, &v, lm_fold(b, t, body, lm_number(b, 0), zipped)));
}

static const LmTerm *translate_scale(FromSource *tr, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  FromHeld k = linmap_from_hold(tr, x), v = linmap_from_hold(tr, y);
  LmSymbol i = lm_fresh(b);
  const LmTerm *product = lm_prim2(b, LM_PRIM_MUL, k.use, linmap_from_entry(tr, lm_var(b, i, lm_nat(b)), v.use));
  return linmap_from_release(tr, &k,
                             linmap_from_release(tr, &v, linmap_from_build(tr, i, linmap_from_length(y), product)));
}

/* build(m, \j. sum(build(n, \i. x[j*n+i] * y[i]))) */
static const LmTerm *translate_matvec(FromSource *tr, const OpNode *op, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  FromHeld a = linmap_from_hold(tr, x), v = linmap_from_hold(tr, y);
  LmSymbol i = lm_fresh(b), j = lm_fresh(b);
  const LmTerm *row = lm_prim2(b, LM_PRIM_NMUL, lm_var(b, j, lm_nat(b)), lm_natural(b, op->n));
  const LmTerm *column = lm_var(b, i, lm_nat(b)), *place = lm_prim2(b, LM_PRIM_NADD, row, column);
  const LmTerm *product =
      lm_prim2(b, LM_PRIM_MUL, linmap_from_entry(tr, place, a.use), linmap_from_entry(tr, column, v.use));
  const LmTerm *terms = linmap_from_build(tr, i, op->n, product);
  const LmTerm *sum = linmap_from_is_real(terms) ? terms : lm_prim(b, LM_PRIM_SUM, terms);
  return linmap_from_release(tr, &a, linmap_from_release(tr, &v, linmap_from_build(tr, j, op->m, sum)));
}

static const LmTerm *translate_replicate(FromSource *tr, const OpNode *op, const LmTerm *x) {
  FromHeld held = linmap_from_hold(tr, x);
  return linmap_from_release(tr, &held, linmap_from_build(tr, lm_fresh(tr->b), op->n, held.use));
}

LmPrim linmap_prim_of(OpCode code) {
  switch (code) {
  case OP_ADD: return LM_PRIM_ADD;
  case OP_SUB: return LM_PRIM_SUB;
  case OP_MUL: return LM_PRIM_MUL;
  case OP_NEG: return LM_PRIM_NEG;
  case OP_DIV: return LM_PRIM_DIV;
  case OP_SIN: return LM_PRIM_SIN;
  case OP_COS: return LM_PRIM_COS;
  case OP_TAN: return LM_PRIM_TAN;
  case OP_EXP: return LM_PRIM_EXP;
  case OP_LOG: return LM_PRIM_LOG;
  case OP_SQRT: return LM_PRIM_SQRT;
  case OP_TANH: return LM_PRIM_TANH;
  case OP_SIGMOID: return LM_PRIM_SIGMOID;
  case OP_SIGN: return LM_PRIM_SIGN;
  case OP_MAX: return LM_PRIM_MAX;
  case OP_MIN: return LM_PRIM_MIN;
  case OP_IADD: return LM_PRIM_NADD;
  case OP_ISUB: return LM_PRIM_NSUB;
  case OP_IMUL: return LM_PRIM_NMUL;
  case OP_IDIV: return LM_PRIM_NDIV;
  case OP_IMOD: return LM_PRIM_NMOD;
  case OP_IMIN: return LM_PRIM_NMIN;
  case OP_IMAX: return LM_PRIM_NMAX;
  case OP_TOREAL: return LM_PRIM_TOREAL;
  case OP_LESS:
  case OP_ILESS: return LM_PRIM_LT;
  case OP_LESSEQ:
  case OP_ILESSEQ: return LM_PRIM_LE;
  case OP_EQUAL:
  case OP_IEQUAL: return LM_PRIM_EQ;
  case OP_CONST:
  case OP_POW:
  case OP_ABS:
  case OP_SUM:
  case OP_DOT:
  case OP_SCALE:
  case OP_MATVEC:
  case OP_REPLICATE:
  case OP_INT:
  case OP_GIVEN:
  case OP_SLOPE:
  case OP_CODE_COUNT: return LM_PRIM_COUNT;
  }
  return LM_PRIM_COUNT;
}

/* A function of the library at reals; of arrays, at each entry. */
static const LmTerm *translate_function(FromSource *tr, const OpNode *op, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  bool two = op->arity == 2;
  OpId one = op_make_each(&b->store->ops, &b->store->types, op->code, 1, op->constant);
  if (x == NULL || (two && y == NULL)) return NULL;
  if (linmap_from_is_real(x)) return lm_given(b, one, two ? lm_pair(b, x, y) : x);
  FromHeld u = linmap_from_hold(tr, x), v = linmap_from_hold(tr, two ? y : x);
  LmSymbol i = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b)), *a = linmap_from_entry(tr, index, u.use);
  const LmTerm *value = lm_given(b, one, two ? lm_pair(b, a, linmap_from_entry(tr, index, v.use)) : a);
  const LmTerm *all = linmap_from_build(tr, i, op->n, value);
  if (two) all = linmap_from_release(tr, &v, all);
  return linmap_from_release(tr, &u, all);
}

const LmTerm *linmap_from_op(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const OpNode op = *op_node(&b->store->ops, term_op_payload(t));
  const LmTerm *x = op.arity > 0 ? linmap_from(tr, scope, t->kid[0]) : NULL;
  const LmTerm *y = op.arity > 1 ? linmap_from(tr, scope, t->kid[1]) : NULL;
  if (op_is_function(op.code)) return translate_function(tr, &op, x, y);
  LmPrim prim = linmap_prim_of(op.code);
  if (prim != LM_PRIM_COUNT) return op.arity == 1 ? lm_prim(b, prim, x) : lm_prim2(b, prim, x, y);
  if (op.code == OP_CONST) return translate_constant(tr, &op);
  if (op.code == OP_INT) return lm_natural(b, op.integer);
  if (op.code == OP_POW) return lm_pow(b, op.constant, x);
  if (op.code == OP_ABS) return translate_abs(tr, x);
  if (op.code == OP_SUM) return linmap_from_is_real(x) ? x : lm_prim(b, LM_PRIM_SUM, x);
  if (op.code == OP_DOT) return translate_dot(tr, x, y);
  if (op.code == OP_SCALE) return translate_scale(tr, x, y);
  if (op.code == OP_MATVEC) return translate_matvec(tr, &op, x, y);
  if (op.code == OP_GIVEN) return lm_given(b, term_op_payload(t), op.arity == 1 ? x : lm_pair(b, x, y));
  if (op.code == OP_REPLICATE) return translate_replicate(tr, &op, x);
  return linmap_from_refuse(tr, op_info(op.code)->name);
}
