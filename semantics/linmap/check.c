/* The typing judgement: G |- e : t, with G by symbols, the innermost binding first. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/language.h"
#include "semantics/tables/rules.h"

typedef struct Gamma {
  const struct Gamma *outer;
  LmSymbol x;
  const LmType *type;
} Gamma;

typedef struct Check {
  LmBuilder *b;
  const LmProgram *program;
  const LmType *const *results; /* of the definitions before the one at hand */
  uint32_t known;
} Check;

static const LmType *infer(Check *c, const Gamma *gamma, const LmTerm *t);

static const LmType *fail(Check *c) {
  if (c->b->status == STATUS_OK) c->b->status = STATUS_ILL_TYPED;
  return NULL;
}
static const LmType *require(Check *c, bool condition, const LmType *type) {
  return condition && type != NULL ? type : fail(c);
}
static bool is(const LmType *type, LmTypeKind kind) { return type != NULL && type->kind == kind; }
static bool is_pair(const LmType *type) { return is(type, LM_TYPE_TUPLE) && type->n == 2; }
static bool is_map(const LmType *type, const LmType *from, const LmType *to) {
  return is(type, LM_TYPE_MAP) && (from == NULL || linmap_type_equal(type->part[0], from)) &&
         (to == NULL || linmap_type_equal(type->part[1], to));
}
static bool is_vector_space(Check *c, const LmType *type) {
  return type != NULL && linmap_type_plain(type) && linmap_type_equal(type, lm_tangent(c->b, type));
}

/* ------------------------------------------------------------- primitives -- */

/* Operands of the same kind of numbers. */
static const LmType *check_prim2(Check *c, const LmTerm *t, const LmType *from) {
  if (!is_pair(from)) return fail(c);
  const LmType *x = from->part[0], *y = from->part[1];
  bool same = linmap_type_equal(x, y), nats = is(x, LM_TYPE_NAT) && same;
  bool numbers = nats || (is(x, LM_TYPE_REAL) && same);
  switch (t->prim) {
  case LM_PRIM_ANY_OF_TWO: return require(c, same && is_vector_space(c, x), x);
  case LM_PRIM_IX: return require(c, is(x, LM_TYPE_NAT) && is(y, LM_TYPE_VEC), is(y, LM_TYPE_VEC) ? y->part[0] : NULL);
  case LM_PRIM_ANY_NAT: return require(c, nats, x);
  case LM_PRIM_ANY_TEST: return require(c, numbers, lm_bool(c->b));
  case LM_PRIM_TIMES: return require(c, is(x, LM_TYPE_REAL) && is_vector_space(c, y), y);
  case LM_PRIM_DELTA: return require(c, is(x, LM_TYPE_NAT) && is_vector_space(c, y), lm_vec_type(c->b, y, t->n));
  case LM_PRIM_ANY_OF_ONE: return fail(c);
  }
  return fail(c);
}

static bool is_reals(const LmType *type, uint32_t n) {
  if (n == 1) return is(type, LM_TYPE_REAL);
  return is(type, LM_TYPE_VEC) && type->n == n && is(type->part[0], LM_TYPE_REAL);
}

/* (real^n1, real^n2) -> real^m as the table of operations says */
static const LmType *check_given(Check *c, const LmTerm *t, const LmType *from) {
  const Store *store = c->b->store;
  if (t->integer <= 0 || t->integer >= store->ops.op_count) return fail(c);
  const OpNode *op = op_node(&store->ops, (OpId){(uint32_t)t->integer});
  if (op->code != OP_GIVEN && op->code != OP_SLOPE && !op_is_function(op->code)) return fail(c);
  bool fits = op->arity == 1 || (is(from, LM_TYPE_TUPLE) && from->n == 2);
  for (uint32_t k = 0; fits && k < op->arity; k++)
    fits = is_reals(op->arity == 1 ? from : from->part[k], type_node(&store->types, op->operand[k])->n);
  uint32_t n = type_node(&store->types, op->result)->n;
  return require(c, fits, n == 1 ? lm_real(c->b) : lm_vec_type(c->b, lm_real(c->b), n));
}

static const LmType *check_prim(Check *c, const LmTerm *t, const LmType *from) {
  switch (t->prim) {
  case LM_PRIM_ANY_FUNCTION:
  case LM_PRIM_NEG:
  case LM_PRIM_SIGN: return require(c, is_vector_space(c, from), from);
  case LM_PRIM_PI: return is(from, LM_TYPE_TUPLE) && t->n < from->n ? from->part[t->n] : fail(c);
  case LM_PRIM_SUM: return is(from, LM_TYPE_VEC) ? require(c, is_vector_space(c, from), from->part[0]) : fail(c);
  case LM_PRIM_SZ: return require(c, is(from, LM_TYPE_VEC), lm_nat(c->b));
  case LM_PRIM_TOREAL: return require(c, is(from, LM_TYPE_NAT), lm_real(c->b));
  case LM_PRIM_GIVEN: return check_given(c, t, from);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_OF_TWO:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_IX:
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_COUNT: return check_prim2(c, t, from);
  }
  return fail(c);
}

/* ------------------------------------------------------------- child types -- */

static const LmType *infer_under(Check *c, const Gamma *gamma, LmSymbol x, const LmType *type, const LmTerm *t) {
  Gamma inner = {gamma, x, type};
  return type == NULL ? fail(c) : infer(c, &inner, t);
}

/* n-ary pairing of maps: all from (or to) one space, whose other ends are a tuple. */
static const LmType *check_cat(Check *c, const Gamma *gamma, const LmTerm *t, bool vertical) {
  const LmType *stated = t->type;
  if (!is(stated, LM_TYPE_MAP)) return fail(c);
  const LmType *shared = stated->part[vertical ? 0 : 1], *parts = stated->part[vertical ? 1 : 0];
  if (!is(parts, LM_TYPE_TUPLE) || parts->n != t->count) return fail(c);
  for (uint32_t k = 0; k < t->count; k++) {
    const LmType *m = infer(c, gamma, t->kid[k]);
    bool right = vertical ? is_map(m, shared, parts->part[k]) : is_map(m, parts->part[k], shared);
    if (!right) return fail(c);
  }
  return stated;
}

static const LmType *check_tuple(Check *c, const Gamma *gamma, const LmTerm *t) {
  if (!is(t->type, LM_TYPE_TUPLE) || t->type->n != t->count) return fail(c);
  for (uint32_t k = 0; k < t->count; k++)
    if (!linmap_type_equal(infer(c, gamma, t->kid[k]), t->type->part[k])) return fail(c);
  return t->type;
}

static const LmType *check_vector_of_maps(Check *c, const Gamma *gamma, const LmTerm *t, bool vertical) {
  const LmType *v = infer(c, gamma, t->kid[0]);
  if (!is(v, LM_TYPE_VEC) || !is(v->part[0], LM_TYPE_MAP)) return fail(c);
  const LmType *s = v->part[0]->part[0], *r = v->part[0]->part[1];
  return vertical ? lm_map_type(c->b, s, lm_vec_type(c->b, r, v->n)) : lm_map_type(c->b, lm_vec_type(c->b, s, v->n), r);
}

static const LmType *check_lambda(Check *c, const Gamma *gamma, const LmTerm *t, bool vertical) {
  const LmType *m = infer_under(c, gamma, t->x, lm_nat(c->b), t->kid[0]);
  if (!is(m, LM_TYPE_MAP)) return fail(c);
  return vertical ? lm_map_type(c->b, m->part[0], lm_vec_type(c->b, m->part[1], t->n))
                  : lm_map_type(c->b, lm_vec_type(c->b, m->part[0], t->n), m->part[1]);
}

/* fold, and the three made from it: acc : a, v : Vec b, (x : (a,b)) e : a; then for
 * lmFold (x) m : (s,(a,b)) -o a, and so on by Fig. 12.  Which kids are acc and v
 * depends on the kind. */
static const LmType *check_fold(Check *c, const Gamma *gamma, const LmTerm *t, uint32_t acc) {
  const LmType *a = infer(c, gamma, t->kid[acc]), *v = infer(c, gamma, t->kid[acc + 1]);
  if (!is(v, LM_TYPE_VEC) || a == NULL) return fail(c);
  const LmType *step = lm_pair_type(c->b, a, v->part[0]);
  return linmap_type_equal(infer_under(c, gamma, t->x, step, t->kid[0]), a) ? step : fail(c);
}

static const LmType *check_lmfold(Check *c, const Gamma *gamma, const LmTerm *t) {
  const LmType *step = check_fold(c, gamma, t, 2);
  const LmType *m = infer_under(c, gamma, t->x, step, t->kid[1]);
  if (!is(m, LM_TYPE_MAP) || !is_pair(m->part[0]) || !is_map(m, NULL, step->part[0])) return fail(c);
  if (!linmap_type_equal(m->part[0]->part[1], step)) return fail(c);
  const LmType *both = lm_pair_type(c->b, step->part[0], lm_vec_type(c->b, step->part[1], t->kid[3]->type->n));
  return lm_map_type(c->b, lm_pair_type(c->b, m->part[0]->part[0], both), step->part[0]);
}

static const LmType *check_ffold(Check *c, const Gamma *gamma, const LmTerm *t) {
  const LmType *step = check_fold(c, gamma, t, 2), *tangent = lm_tangent(c->b, step);
  const LmType *e = infer_under(c, gamma, t->y, lm_pair_type(c->b, step, tangent), t->kid[1]);
  const LmType *da = infer(c, gamma, t->kid[4]), *dv = infer(c, gamma, t->kid[5]);
  if (tangent == NULL || !linmap_type_equal(e, tangent->part[0]) || !linmap_type_equal(da, e)) return fail(c);
  return linmap_type_equal(dv, lm_vec_type(c->b, tangent->part[1], t->kid[3]->type->n)) ? e : fail(c);
}

static const LmType *check_rfold(Check *c, const Gamma *gamma, const LmTerm *t) {
  const LmType *step = check_fold(c, gamma, t, 2), *tangent = lm_tangent(c->b, step);
  if (tangent == NULL) return fail(c);
  const LmType *e = infer_under(c, gamma, t->y, lm_pair_type(c->b, step, tangent->part[0]), t->kid[1]);
  const LmType *dr = infer(c, gamma, t->kid[4]);
  if (!is_pair(e) || !linmap_type_equal(e->part[1], tangent) || !linmap_type_equal(dr, tangent->part[0]))
    return fail(c);
  const LmType *vectors = lm_vec_type(c->b, tangent->part[1], t->kid[3]->type->n);
  return lm_pair_type(c->b, e->part[0], lm_pair_type(c->b, tangent->part[0], vectors));
}

static const LmType *check_outer(Check *c, const LmTerm *t) {
  if (!is(t->type, LM_TYPE_MAP)) return fail(c);
  const LmType *from = t->type->part[0];
  for (uint32_t k = 0; k < t->n; k++) {
    if (!is_pair(from)) return fail(c);
    from = from->part[0];
  }
  return require(c, linmap_type_equal(from, t->type->part[1]), t->type);
}

static const LmType *lookup(Check *c, const Gamma *gamma, LmSymbol x) {
  for (; gamma != NULL; gamma = gamma->outer)
    if (gamma->x == x) return gamma->type;
  return fail(c);
}

/* ------------------------------------------------------------------- rules -- */

static const LmType *infer_map(Check *c, const Gamma *gamma, const LmTerm *t);

static const LmType *infer_rule(Check *c, const Gamma *gamma, const LmTerm *t) {
  const LmType *first, *second;
  switch (t->kind) {
  /* G |- x : G(x), the innermost x                                          */
  case LM_VAR: RULE(LMT_VAR); return lookup(c, gamma, t->x);
  /* G |- k : R          G |- k : N                                          */
  case LM_REAL: RULE(LMT_CONSTANT); return lm_real(c->b);
  case LM_NAT: RULE(LMT_NATURAL); return lm_nat(c->b);
  /* f : S -> T   G |- e : S
   * -----------------------
   * G |- f(e) : T                                                           */
  case LM_CALL:
    RULE(LMT_CALL);
    first = infer(c, gamma, t->kid[0]);
    if (t->n >= c->known || !linmap_type_equal(first, c->program->definitions[t->n].from)) return fail(c);
    return c->results[t->n];
  /* p : S -> T   G |- e : S
   * -----------------------
   * G |- p(e) : T                                                           */
  case LM_PRIM: RULE(LMT_PRIM); return check_prim(c, t, infer(c, gamma, t->kid[0]));
  /* G |- ei : ti
   * ----------------------------
   * G |- (e1,...,en) : (t1,...,tn)                                          */
  case LM_TUPLE: RULE(LMT_TUPLE); return check_tuple(c, gamma, t);
  /* G |- e1 : s   G, x:s |- e2 : t
   * ------------------------------
   * G |- let x = e1 in e2 : t                                               */
  case LM_LET: RULE(LMT_LET); return infer_under(c, gamma, t->x, infer(c, gamma, t->kid[0]), t->kid[1]);
  /* G |- b : B   G |- e1 : t   G |- e2 : t
   * --------------------------------------
   * G |- if b then e1 else e2 : t                                           */
  case LM_IF:
    RULE(LMT_IF);
    first = infer(c, gamma, t->kid[1]);
    second = infer(c, gamma, t->kid[2]);
    return require(c, is(infer(c, gamma, t->kid[0]), LM_TYPE_BOOL) && linmap_type_equal(first, second), first);
  /* G |- e1 : N   G, i:N |- e2 : t
   * ------------------------------
   * G |- build(e1, \i. e2) : Vec t                                          */
  case LM_BUILD:
    RULE(LMT_BUILD);
    first = infer_under(c, gamma, t->x, lm_nat(c->b), t->kid[1]);
    return require(c, is(infer(c, gamma, t->kid[0]), LM_TYPE_NAT), lm_vec_type(c->b, first, t->n));
  /* G, t:(a,b) |- e : a   G |- acc : a   G |- v : Vec b
   * ---------------------------------------------------
   * G |- fold (\t. e) acc v : a                                             */
  case LM_FOLD:
    RULE(LMT_FOLD);
    first = check_fold(c, gamma, t, 1);
    return first == NULL ? NULL : first->part[0];
  /* G |- 0 : dT                                                             */
  case LM_NULL: RULE(LMT_NULL); return require(c, is_vector_space(c, t->type), t->type);
  /* G |- m : s -o t   G |- dx : ds
   * ------------------------------
   * G |- m . dx : dt                                                        */
  case LM_APPLY:
    RULE(LMT_APPLY);
    first = infer(c, gamma, t->kid[0]);
    second = infer(c, gamma, t->kid[1]);
    if (!is(first, LM_TYPE_MAP) || !linmap_type_equal(lm_tangent(c->b, first->part[0]), second)) return fail(c);
    return lm_tangent(c->b, first->part[1]);
  /* G |- dr : dt   G |- m : s -o t
   * ------------------------------
   * G |- dr .R m : ds                                                       */
  case LM_RAPPLY:
    RULE(LMT_RAPPLY);
    first = infer(c, gamma, t->kid[0]);
    second = infer(c, gamma, t->kid[1]);
    if (!is(second, LM_TYPE_MAP) || !linmap_type_equal(lm_tangent(c->b, second->part[1]), first)) return fail(c);
    return lm_tangent(c->b, second->part[0]);
  /* Fig. 12                                                                 */
  case LM_FFOLD: RULE(LMT_FFOLD); return check_ffold(c, gamma, t);
  case LM_RFOLD: RULE(LMT_RFOLD); return check_rfold(c, gamma, t);
  case LM_ANY_MAP:
  case LM_KIND_COUNT: return infer_map(c, gamma, t);
  }
  return fail(c);
}

/* The operators of Fig. 3: types as stated there. */
static const LmType *infer_map(Check *c, const Gamma *gamma, const LmTerm *t) {
  const LmType *first, *second;
  switch (t->kind) {
  /* 0 : s -o t   1 : s -o s                                                 */
  case LM_ZERO: RULE(LMT_ZERO); return require(c, is(t->type, LM_TYPE_MAP), t->type);
  case LM_ONE: RULE(LMT_ONE); return require(c, is_map(t->type, t->type->part[1], NULL), t->type);
  /* S : R -> (s -o s)                                                       */
  case LM_SCALE:
    RULE(LMT_SCALE);
    first = infer(c, gamma, t->kid[0]);
    return require(c, is(first, LM_TYPE_REAL) && is(t->type, LM_TYPE_MAP) && is_map(t->type, t->type->part[1], NULL),
                   t->type);
  /* D : s -> (s -o s)                                                       */
  case LM_DIAG:
    RULE(LMT_DIAG);
    first = infer(c, gamma, t->kid[0]);
    return require(c, is_vector_space(c, first), lm_map_type(c->b, first, first));
  /* o : (s -o t, r -o s) -> (r -o t)                                        */
  case LM_COMPOSE:
    RULE(LMT_COMPOSE);
    first = infer(c, gamma, t->kid[0]);
    second = infer(c, gamma, t->kid[1]);
    if (!is(first, LM_TYPE_MAP) || !is_map(second, NULL, first->part[0])) return fail(c);
    return lm_map_type(c->b, second->part[0], first->part[1]);
  /* (+) : (s -o t, s -o t) -> (s -o t)                                      */
  case LM_PLUS:
    RULE(LMT_PLUS);
    first = infer(c, gamma, t->kid[0]);
    return require(c, is(first, LM_TYPE_MAP) && linmap_type_equal(first, infer(c, gamma, t->kid[1])), first);
  /* x : (s -o t1, s -o t2) -> (s -o (t1,t2))                                */
  case LM_VCAT: RULE(LMT_VCAT); return check_cat(c, gamma, t, true);
  /* >< : (t1 -o s, t2 -o s) -> ((t1,t2) -o s)                               */
  case LM_HCAT: RULE(LMT_HCAT); return check_cat(c, gamma, t, false);
  /* V : Vec (s -o t) -> (s -o Vec t)                                        */
  case LM_VCATV: RULE(LMT_VCATV); return check_vector_of_maps(c, gamma, t, true);
  /* H : Vec (t -o s) -> (Vec t -o s)                                        */
  case LM_HCATV: RULE(LMT_HCATV); return check_vector_of_maps(c, gamma, t, false);
  /* L : (N -> (s -o t)) -> (s -o (N -> t)), N below n                       */
  case LM_LAMBDA: RULE(LMT_LAMBDA); return check_lambda(c, gamma, t, true);
  /* L' : (N -> (t -o s)) -> ((N -> t) -o s)                                 */
  case LM_TLAMBDA: RULE(LMT_TLAMBDA); return check_lambda(c, gamma, t, false);
  /* ^T : (s -o t) -> (t -o s)                                               */
  case LM_TRANSPOSE:
    RULE(LMT_TRANSPOSE);
    first = infer(c, gamma, t->kid[0]);
    return is(first, LM_TYPE_MAP) ? lm_map_type(c->b, first->part[1], first->part[0]) : fail(c);
  /* P : N -> (Vec t -o t)                                                   */
  case LM_PICK:
    RULE(LMT_PICK);
    first = infer(c, gamma, t->kid[0]);
    if (!is(first, LM_TYPE_NAT) || !is(t->type, LM_TYPE_MAP) || !is(t->type->part[0], LM_TYPE_VEC)) return fail(c);
    return require(c, is_map(t->type, NULL, t->type->part[0]->part[0]), t->type);
  /* (1 >< 0) o ... o (1 >< 0) : (((s,t1),t2),...) -o s                      */
  case LM_OUTER: RULE(LMT_OUTER); return check_outer(c, t);
  /* Fig. 12                                                                 */
  case LM_LMFOLD: RULE(LMT_LMFOLD); return check_lmfold(c, gamma, t);
  case LM_ANY_PLAIN:
  case LM_LET:
  case LM_IF: return fail(c);
  }
  return fail(c);
}

/* The depth of a term was bounded when it was made. */
static const LmType *infer(Check *c, const Gamma *gamma, const LmTerm *t) {
  if (c->b->status != STATUS_OK) return NULL;
  const LmType *type = infer_rule(c, gamma, t);
  return linmap_type_equal(type, t->type) ? type : fail(c);
}

Status linmap_check(LmBuilder *b, const LmProgram *program) {
  if (b->status != STATUS_OK) return b->status;
  const LmType **results = arena_array(b->arena, program->count, sizeof *results);
  if (results == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < program->count; k++) {
    Check check = {b, program, results, k};
    Gamma argument = {NULL, program->definitions[k].x, program->definitions[k].from};
    results[k] = infer(&check, &argument, program->definitions[k].body);
    if (results[k] == NULL) return b->status == STATUS_OK ? STATUS_ILL_TYPED : b->status;
  }
  return STATUS_OK;
}
