/* From the shared source language: names for indices, and what the notes' language
 * lacks spelled out in what it has. */
#include "semantics/linmap/language.h"

/* An identifier of the source in scope. */
typedef struct Scope {
  const struct Scope *outer;
  LmSymbol x;
  const LmType *type;
} Scope;

typedef struct Translation {
  LmBuilder *b;
  LmProgram *program;
  const char *missing;
  uint32_t nesting;
} Translation;

static const LmTerm *translate(Translation *tr, const Scope *scope, TermId id);

static const void *refuse(Translation *tr, const char *what) {
  if (tr->b->status == STATUS_OK) {
    tr->b->status = STATUS_UNABLE;
    tr->missing = what;
  }
  return NULL;
}

static const LmType *translate_type(Translation *tr, TypeId id) {
  LmBuilder *b = tr->b;
  const TypeNode node = *type_node(&b->store->types, id);
  if (tr->nesting == 0) b->status = STATUS_LIMIT;
  if (b->status != STATUS_OK) return NULL;
  const LmType *result = NULL;
  tr->nesting--;
  switch (node.kind) {
  case TYPE_REAL: result = node.n == 1 ? lm_real(b) : lm_vec_type(b, lm_real(b), node.n); break;
  case TYPE_UNIT: result = lm_tuple_type(b, NULL, 0); break;
  case TYPE_PROD: result = lm_pair_type(b, translate_type(tr, node.a), translate_type(tr, node.b)); break;
  case TYPE_INT: result = lm_nat(b); break;
  case TYPE_ARRAY: result = lm_vec_type(b, translate_type(tr, node.a), node.n); break;
  case TYPE_FUN: result = refuse(tr, "functions as values"); break;
  case TYPE_LFUN:
  case TYPE_LREAL:
  case TYPE_LUNIT:
  case TYPE_LPROD:
  case TYPE_POWER:
  case TYPE_COPOWER:
  case TYPE_LARRAY:
  case TYPE_NONE: result = refuse(tr, "linear types"); break;
  }
  tr->nesting++;
  return result;
}

/* ------------------------------------------------------------------- names -- */

static const Scope *scope_at(const Scope *scope, uint32_t index) {
  for (; scope != NULL && index > 0; index--) scope = scope->outer;
  return scope;
}

/* The name of a binder over `body`, in which it has index 0 and `next` the variable
 * around it: its name too where the body does not need that. */
static LmSymbol binder(Translation *tr, const Scope *scope, NameId hint, TermId body, uint32_t next) {
  bool shadow = scope != NULL && term_occurrences(tr->b->store, body, next) == 0;
  return shadow ? scope->x : lm_fresh_named(tr->b, hint);
}

/* let x = bound in body, for a new variable that nothing can shadow. */
typedef struct Held {
  LmSymbol x;
  const LmTerm *bound, *use;
} Held;
static Held hold(Translation *tr, const LmTerm *bound) {
  LmSymbol x = lm_fresh(tr->b);
  return (Held){x, bound, lm_var(tr->b, x, bound == NULL ? NULL : bound->type)};
}
static const LmTerm *release(Translation *tr, const Held *held, const LmTerm *body) {
  return lm_let(tr->b, held->x, held->bound, body);
}

/* ------------------------------------------------------------------ arrays -- */

static bool is_real(const LmTerm *t) { return t != NULL && t->type->kind == LM_TYPE_REAL; }

/* An array of one real is a real here. */
static const LmTerm *build_array(Translation *tr, LmSymbol i, uint32_t n, const LmTerm *body) {
  if (n == 1 && is_real(body)) return lm_let(tr->b, i, lm_natural(tr->b, 0), body);
  return lm_build(tr->b, i, lm_natural(tr->b, n), n, body);
}

/* v[i] for an index that may be out of range. */
static const LmTerm *entry(Translation *tr, const LmTerm *i, const LmTerm *v) {
  LmBuilder *b = tr->b;
  if (is_real(v)) {
    Held held = hold(tr, v);
    v = release(tr, &held, lm_build(b, lm_fresh(b), lm_natural(b, 1), 1, held.use));
  }
  return lm_prim2(b, LM_PRIM_IX, i, v);
}
/* v[i] for an index in range. */
static const LmTerm *entry_inside(Translation *tr, const LmTerm *i, const LmTerm *v) {
  return is_real(v) ? v : lm_prim2(tr->b, LM_PRIM_IX, i, v);
}

static uint32_t array_length(const LmTerm *v) { return v == NULL || is_real(v) ? 1 : v->type->n; }
static const LmType *element_type(const LmTerm *v) {
  return v == NULL ? NULL : is_real(v) ? v->type : v->type->part[0];
}

/* map (x. t, s): let v = s in build(sz v, \i. let x = v[i] in t) */
static const LmTerm *translate_map(Translation *tr, const Scope *scope, const Term *t) {
  Held v = hold(tr, translate(tr, scope, t->kid[0]));
  uint32_t n = array_length(v.bound);
  LmSymbol i = lm_fresh(tr->b);
  Scope inner = {scope, binder(tr, scope, t->name, t->kid[1], 1), element_type(v.bound)};
  if (v.bound == NULL) return NULL;
  const LmTerm *body = translate(tr, &inner, t->kid[1]);
  const LmTerm *x = entry_inside(tr, lm_var(tr->b, i, lm_nat(tr->b)), v.use);
  return release(tr, &v, build_array(tr, i, n, lm_let(tr->b, inner.x, x, body)));
}

/* Two arrays, then let x = a[i] in let y = b[i] in t.  b[i] does not see x. */
static const LmTerm *translate_zipwith(Translation *tr, const Scope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  Held first = hold(tr, translate(tr, scope, t->kid[0])), second = hold(tr, translate(tr, scope, t->kid[1]));
  if (first.bound == NULL || second.bound == NULL) return NULL;
  LmSymbol i = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  Scope x = {scope, lm_fresh_named(b, t->name), element_type(first.bound)};
  Scope y = {&x, lm_fresh_named(b, (NameId){t->payload}), element_type(second.bound)};
  const LmTerm *body = translate(tr, &y, t->kid[2]);
  body = lm_let(b, y.x, entry_inside(tr, index, second.use), body);
  body = lm_let(b, x.x, entry_inside(tr, index, first.use), body);
  return release(tr, &first, release(tr, &second, build_array(tr, i, array_length(first.bound), body)));
}

static const LmTerm *translate_build(Translation *tr, const Scope *scope, const Term *t) {
  Scope inner = {scope, binder(tr, scope, t->name, t->kid[0], 1), lm_nat(tr->b)};
  return build_array(tr, inner.x, t->payload, translate(tr, &inner, t->kid[0]));
}

/* --------------------------------------------------------------- operations -- */

/* The constants first..first+n-1 at index i, by halving. */
static const LmTerm *choose(Translation *tr, const LmTerm *i, ConstantId constant, uint32_t first, uint32_t n) {
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

static const LmTerm *translate_constant(Translation *tr, const OpNode *op) {
  LmBuilder *b = tr->b;
  uint32_t given = constant_get(&b->store->constants, op->constant)->length;
  if (op->n == 1) return choose(tr, NULL, op->constant, 0, 1);
  LmSymbol i = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  return build_array(tr, i, op->n, choose(tr, index, op->constant, 0, given == 1 || op->n == 0 ? 1 : op->n));
}

/* if x < 0 then -x else if 0 < x then x else 0: at 0 the convention. */
static const LmTerm *absolute(Translation *tr, const LmTerm *x) {
  LmBuilder *b = tr->b;
  const LmTerm *zero = lm_number(b, 0);
  const LmTerm *above = lm_if(b, lm_prim2(b, LM_PRIM_LT, zero, x), x, zero);
  return lm_if(b, lm_prim2(b, LM_PRIM_LT, x, zero), lm_prim(b, LM_PRIM_NEG, x), above);
}
static const LmTerm *translate_abs(Translation *tr, const LmTerm *x) {
  Held v = hold(tr, x);
  if (x == NULL) return NULL;
  if (is_real(x)) return release(tr, &v, absolute(tr, v.use));
  LmSymbol i = lm_fresh(tr->b);
  Held e = hold(tr, entry_inside(tr, lm_var(tr->b, i, lm_nat(tr->b)), v.use));
  return release(tr, &v, build_array(tr, i, x->type->n, release(tr, &e, absolute(tr, e.use))));
}

/* fold (\t. pi1 t + pi1 (pi2 t) * pi2 (pi2 t)) 0 (build(sz x, \i. (x[i], y[i]))) */
static const LmTerm *translate_dot(Translation *tr, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  if (is_real(x)) return lm_prim2(b, LM_PRIM_MUL, x, y);
  Held u = hold(tr, x), v = hold(tr, y);
  LmSymbol i = lm_fresh(b), t = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  const LmTerm *pairs = lm_pair(b, entry_inside(tr, index, u.use), entry_inside(tr, index, v.use));
  const LmTerm *zipped = lm_build(b, i, lm_prim(b, LM_PRIM_SZ, u.use), x->type->n, pairs);
  const LmType *pair = lm_pair_type(b, lm_real(b), lm_real(b));
  const LmTerm *step = lm_var(b, t, lm_pair_type(b, lm_real(b), pair)), *entries = lm_pi(b, 1, step);
  const LmTerm *product = lm_prim2(b, LM_PRIM_MUL, lm_pi(b, 0, entries), lm_pi(b, 1, entries));
  const LmTerm *body = lm_prim2(b, LM_PRIM_ADD, lm_pi(b, 0, step), product);
  return release(tr, &u, release(tr, &v, lm_fold(b, t, body, lm_number(b, 0), zipped)));
}

static const LmTerm *translate_scale(Translation *tr, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  Held k = hold(tr, x), v = hold(tr, y);
  LmSymbol i = lm_fresh(b);
  const LmTerm *product = lm_prim2(b, LM_PRIM_MUL, k.use, entry_inside(tr, lm_var(b, i, lm_nat(b)), v.use));
  return release(tr, &k, release(tr, &v, build_array(tr, i, array_length(y), product)));
}

/* build(m, \j. sum(build(n, \i. x[j*n+i] * y[i]))) */
static const LmTerm *translate_matvec(Translation *tr, const OpNode *op, const LmTerm *x, const LmTerm *y) {
  LmBuilder *b = tr->b;
  if (x == NULL || y == NULL) return NULL;
  Held a = hold(tr, x), v = hold(tr, y);
  LmSymbol i = lm_fresh(b), j = lm_fresh(b);
  const LmTerm *row = lm_prim2(b, LM_PRIM_NMUL, lm_var(b, j, lm_nat(b)), lm_natural(b, op->n));
  const LmTerm *column = lm_var(b, i, lm_nat(b)), *place = lm_prim2(b, LM_PRIM_NADD, row, column);
  const LmTerm *product = lm_prim2(b, LM_PRIM_MUL, entry_inside(tr, place, a.use), entry_inside(tr, column, v.use));
  const LmTerm *terms = build_array(tr, i, op->n, product);
  const LmTerm *sum = is_real(terms) ? terms : lm_prim(b, LM_PRIM_SUM, terms);
  return release(tr, &a, release(tr, &v, build_array(tr, j, op->m, sum)));
}

static const LmTerm *translate_replicate(Translation *tr, const OpNode *op, const LmTerm *x) {
  Held held = hold(tr, x);
  return release(tr, &held, build_array(tr, lm_fresh(tr->b), op->n, held.use));
}

/* The built-in function of the same meaning, or COUNT. */
static LmPrim same_prim(OpCode code) {
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
  case OP_IMIN: return LM_PRIM_NMIN;
  case OP_IMAX: return LM_PRIM_NMAX;
  case OP_TOREAL: return LM_PRIM_TOREAL;
  case OP_CONST:
  case OP_POW:
  case OP_ABS:
  case OP_SUM:
  case OP_DOT:
  case OP_SCALE:
  case OP_MATVEC:
  case OP_REPLICATE:
  case OP_INT:
  case OP_CODE_COUNT: return LM_PRIM_COUNT;
  }
  return LM_PRIM_COUNT;
}

static const LmTerm *translate_op(Translation *tr, const Scope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const OpNode op = *op_node(&b->store->ops, term_op_payload(t));
  const LmTerm *x = op.arity > 0 ? translate(tr, scope, t->kid[0]) : NULL;
  const LmTerm *y = op.arity > 1 ? translate(tr, scope, t->kid[1]) : NULL;
  LmPrim prim = same_prim(op.code);
  if (prim != LM_PRIM_COUNT) return op.arity == 1 ? lm_prim(b, prim, x) : lm_prim2(b, prim, x, y);
  if (op.code == OP_CONST) return translate_constant(tr, &op);
  if (op.code == OP_INT) return lm_natural(b, op.integer);
  if (op.code == OP_POW) return lm_pow(b, op.constant, x);
  if (op.code == OP_ABS) return translate_abs(tr, x);
  if (op.code == OP_SUM) return is_real(x) ? x : lm_prim(b, LM_PRIM_SUM, x);
  if (op.code == OP_DOT) return translate_dot(tr, x, y);
  if (op.code == OP_SCALE) return translate_scale(tr, x, y);
  if (op.code == OP_MATVEC) return translate_matvec(tr, &op, x, y);
  if (op.code == OP_REPLICATE) return translate_replicate(tr, &op, x);
  return refuse(tr, op_info(op.code)->name);
}

/* ------------------------------------------------------------------- rules -- */

/* (\x. t) s: a call of f(z) = let y1 = pi1 z in ... let x = pik z in t, where y1...
 * are the variables that t needs. */
static const LmTerm *translate_call(Translation *tr, const Scope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const Term *lambda = term(b->store, t->kid[0]);
  if (lambda->kind != TERM_LAM) return refuse(tr, "functions as values");
  const TermId body_id = lambda->kid[0];
  const LmType *type = translate_type(tr, term_type_payload(lambda));
  Scope inner = {scope, binder(tr, scope, lambda->name, body_id, 1), type};
  const LmTerm *body = type == NULL ? NULL : translate(tr, &inner, body_id);
  const LmTerm *argument = translate(tr, scope, t->kid[1]);
  uint32_t depth = 0, free = 0;
  for (const Scope *s = scope; s != NULL; s = s->outer) depth++;
  const LmTerm **parts = arena_array(b->arena, (size_t)depth + 1, sizeof(const LmTerm *));
  if (body == NULL || argument == NULL || parts == NULL) return NULL;
  uint32_t index = 0;
  for (const Scope *s = scope; s != NULL; s = s->outer, index++)
    if (term_occurrences(b->store, body_id, index + 1) != 0) parts[free++] = lm_var(b, s->x, s->type);
  parts[free] = argument;
  const LmTerm *tuple = lm_tuple(b, parts, free + 1);
  LmSymbol z = lm_fresh(b);
  const LmTerm *all = tuple == NULL ? NULL : lm_var(b, z, tuple->type);
  body = lm_let(b, inner.x, lm_pi(b, free, all), body);
  while (free-- > 0) body = lm_let(b, parts[free]->x, lm_pi(b, free, all), body);
  uint32_t f = lm_define(b, tr->program, NAME_NONE, z, all == NULL ? NULL : all->type, body);
  return body == NULL ? NULL : lm_call(b, f, body->type, tuple);
}

static const LmTerm *translate_let(Translation *tr, const Scope *scope, const Term *t) {
  const LmTerm *bound = translate(tr, scope, t->kid[0]);
  if (bound == NULL) return NULL;
  Scope inner = {scope, binder(tr, scope, t->name, t->kid[1], 1), bound->type};
  return lm_let(tr->b, inner.x, bound, translate(tr, &inner, t->kid[1]));
}

static const LmTerm *translate_rule(Translation *tr, const Scope *scope, TermId id) {
  LmBuilder *b = tr->b;
  const Term t = *term(b->store, id);
  const Scope *found;
  switch (t.kind) {
  case TERM_VAR:
    found = scope_at(scope, t.payload);
    if (found == NULL) b->status = STATUS_ILL_TYPED;
    return found == NULL ? NULL : lm_var(b, found->x, found->type);
  case TERM_LET: return translate_let(tr, scope, &t);
  case TERM_OP: return translate_op(tr, scope, &t);
  case TERM_UNIT: return lm_tuple(b, NULL, 0);
  case TERM_PAIR: {
    const LmTerm *first = translate(tr, scope, t.kid[0]);
    return lm_pair(b, first, translate(tr, scope, t.kid[1]));
  }
  case TERM_FST: return lm_pi(b, 0, translate(tr, scope, t.kid[0]));
  case TERM_SND: return lm_pi(b, 1, translate(tr, scope, t.kid[0]));
  case TERM_LAM: return refuse(tr, "functions as values");
  case TERM_APP: return translate_call(tr, scope, &t);
  case TERM_MAP: return translate_map(tr, scope, &t);
  case TERM_ZIPWITH: return translate_zipwith(tr, scope, &t);
  case TERM_BUILD: return translate_build(tr, scope, &t);
  case TERM_INDEX: {
    const LmTerm *i = translate(tr, scope, t.kid[0]);
    return entry(tr, i, translate(tr, scope, t.kid[1]));
  }
  case TERM_LVAR:
  case TERM_LETV:
  case TERM_LOP:
  case TERM_COPOWER:
  case TERM_CASE:
  case TERM_LLAM:
  case TERM_LAPP:
  case TERM_ZERO:
  case TERM_PLUS:
  case TERM_LSUM:
  case TERM_ONEHOT:
  case TERM_DMAP:
  case TERM_DMAPT:
  case TERM_NONE:
  case TERM_KIND_COUNT: return refuse(tr, "terms of the linear target language");
  }
  return NULL;
}

static const LmTerm *translate(Translation *tr, const Scope *scope, TermId id) {
  if (tr->nesting == 0 && tr->b->status == STATUS_OK) tr->b->status = STATUS_LIMIT;
  if (tr->b->status != STATUS_OK) return NULL;
  tr->nesting--;
  const LmTerm *result = translate_rule(tr, scope, id);
  tr->nesting++;
  return result;
}

/* The context, outermost first, is the argument: itself, or its parts by let. */
static void translate_program(Translation *tr, const Program *source) {
  LmBuilder *b = tr->b;
  uint32_t n = source->length;
  Scope *scopes = arena_array(b->arena, (size_t)n + 1, sizeof *scopes);
  const LmType **types = arena_array(b->arena, (size_t)n + 1, sizeof *types);
  if (scopes == NULL || types == NULL) {
    b->status = STATUS_LIMIT;
    return;
  }
  for (uint32_t k = 0; k < n; k++) {
    types[k] = translate_type(tr, source->context[k]);
    scopes[k] = (Scope){k == 0 ? NULL : &scopes[k - 1], lm_fresh_named(b, NAME_NONE), types[k]};
  }
  const LmTerm *body = translate(tr, n == 0 ? NULL : &scopes[n - 1], source->term);
  LmSymbol x = n == 1 ? scopes[0].x : lm_fresh(b);
  const LmType *from = n == 1 ? types[0] : lm_tuple_type(b, types, n);
  const LmTerm *all = from == NULL ? NULL : lm_var(b, x, from);
  for (uint32_t k = n; n > 1 && k-- > 0;) body = lm_let(b, scopes[k].x, lm_pi(b, k, all), body);
  (void)lm_define(b, tr->program, NAME_NONE, x, from, body);
}

Status linmap_from_source(LmBuilder *b, const Program *source, LmProgram *out, const char **missing) {
  Translation tr = {.b = b, .program = out, .missing = "", .nesting = LM_DEPTH};
  *out = (LmProgram){0};
  translate_program(&tr, source);
  *missing = tr.missing;
  return b->status;
}
