/* D[t]: the homomorphism, and the identifiers of the target. */
#include "ad/dualnum/transform.h"
#include "semantics/tables/cases.h"

#define NONE ((DualTermId){0})

DualTermId dual_fail(Dualnum *d, Status status) {
  if (d->status == STATUS_OK) d->status = status;
  return NONE;
}

/* ------------------------------------------------------------------- terms -- */

DualTermId t_op(Dualnum *d, OpId op, DualTermId x, DualTermId y) {
  if (op.id == 0) return dual_fail(d, STATUS_LIMIT);
  return dual_term(d->table, DUAL_TERM_OP, op.id, (DualTypeId){0}, x, y, NONE);
}

DualTermId t_int(Dualnum *d, int64_t n) {
  return t_op(d, op_make_int(&d->store->ops, &d->store->types, n), NONE, NONE);
}

DualTermId t_real(Dualnum *d, int64_t n) {
  ConstantId constant = constant_from_ratio(&d->store->constants, n, 1);
  return t_op(d, op_make_constant(&d->store->ops, &d->store->types, 1, constant), NONE, NONE);
}

DualTermId t_build(Dualnum *d, uint32_t n, DualTermId body) {
  return t_typed(d, DUAL_TERM_BUILD, n, (DualTypeId){0}, body, NONE);
}

DualTermId t_sum(Dualnum *d, uint32_t n, DualTypeId type, DualTermId body) {
  return t_typed(d, DUAL_TERM_SUM, n, type, body, NONE);
}

DualTermId t_sum_to(Dualnum *d, DualTermId count, DualTypeId type, DualTermId body) {
  return t_typed(d, DUAL_TERM_SUM, 0, type, body, count);
}

DualBound dual_let(Dualnum *d, DualTermId t) {
  return (DualBound){.term = t, .level = dual_open(d), .outer = d->id, .threaded = false};
}

/* let p = t in let x = fst p in let i = snd p in ... */
DualBound dual_bind(Dualnum *d, DualTermId t) {
  if (!in_monad(d)) return dual_let(d, t);
  (void)dual_open(d);
  DualBound bound = {.term = t, .level = dual_open(d), .outer = d->id, .threaded = true};
  d->id = dual_open(d);
  return bound;
}

DualTermId dual_in(Dualnum *d, const DualBound *bound, DualTermId body) {
  d->id = bound->outer;
  dual_close(d);
  if (!bound->threaded) return t_make(d, DUAL_TERM_LET, bound->term, body);
  dual_close(d);
  dual_close(d);
  uint32_t pair = d->depth;
  DualTermId inner = t_make(d, DUAL_TERM_LET, t_snd(d, t_var(d, pair)), body);
  DualTermId middle = t_make(d, DUAL_TERM_LET, t_fst(d, t_var(d, pair)), inner);
  return t_make(d, DUAL_TERM_LET, bound->term, middle);
}

DualTermId dual_give(Dualnum *d, DualTermId t) { return in_monad(d) ? t_pair(d, t, t_var(d, d->id)) : t; }

DualEach dual_each(Dualnum *d) {
  DualEach each = {.outer = d->id};
  each.j = dual_open(d);
  if (in_monad(d)) d->id = dual_open(d);
  return each;
}

DualTermId dual_all(Dualnum *d, const DualEach *each, uint32_t n, DualTermId body) {
  d->id = each->outer;
  d->depth = each->j;
  if (!in_monad(d)) return t_build(d, n, body);
  return t_typed(d, DUAL_TERM_THREAD, n, (DualTypeId){0}, body, t_var(d, d->id));
}

/* -------------------------------------------------------------- the source -- */

static const DualScope *lookup(const DualScope *scope, uint32_t index) {
  while (scope != NULL && index-- > 0) scope = scope->outer;
  return scope;
}

static uint32_t length_of(const Dualnum *d, TypeId array) { return type_node(&d->store->types, array)->n; }

/* D[x] = x */
static DualTermId variable(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_VAR);
  const DualScope *found = lookup(scope, t->payload);
  if (found == NULL) return dual_fail(d, STATUS_ILL_TYPED);
  *type = found->type;
  return dual_give(d, t_var(d, found->level));
}

/* D[let x = t in s] = let x = D[t] in D[s] */
static DualTermId let(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_LET);
  TypeId bound_type;
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &bound_type));
  DualScope inner = {scope, bound_type, x.level};
  return dual_in(d, &x, dual_transform(d, &inner, t->kid[1], type));
}

/* D[(t, s)] = (D[t], D[s]) */
static DualTermId pair(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_PAIR);
  TypeId a, b;
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &a));
  DualBound y = dual_bind(d, dual_transform(d, scope, t->kid[1], &b));
  DualTermId both = dual_give(d, t_pair(d, t_var(d, x.level), t_var(d, y.level)));
  *type = type_prod(&d->store->types, a, b);
  return dual_in(d, &x, dual_in(d, &y, both));
}

/* D[fst t] = fst D[t] */
static DualTermId project(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_PROJECT);
  TypeId product;
  bool first = t->kind == TERM_FST;
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &product));
  const TypeNode *node = type_node(&d->store->types, product);
  *type = first ? node->a : node->b;
  DualTermId component = t_one(d, first ? DUAL_TERM_FST : DUAL_TERM_SND, t_var(d, x.level));
  return dual_in(d, &x, dual_give(d, component));
}

/* D[\x. t] = \x. D[t], in the monad \x. \i. D[t] */
static DualTermId lambda(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_LAM);
  TypeId source = term_type_payload(t), body_type;
  DualTypeId domain = dualnum_type(d->table, d->stage, d->context, source);
  uint32_t outer = d->id;
  DualScope inner = {scope, source, dual_open(d)};
  if (in_monad(d)) d->id = dual_open(d);
  DualTermId body = dual_transform(d, &inner, t->kid[0], &body_type);
  if (in_monad(d)) body = t_typed(d, DUAL_TERM_LAM, 0, dual_type_int(d->table), body, NONE);
  d->depth = inner.level;
  d->id = outer;
  *type = type_fun(&d->store->types, source, body_type);
  return dual_give(d, t_typed(d, DUAL_TERM_LAM, 0, domain, body, NONE));
}

/* D[t s] = D[t] D[s], in the monad D[t] D[s] i */
static DualTermId application(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_APP);
  TypeId function, argument;
  DualBound f = dual_bind(d, dual_transform(d, scope, t->kid[0], &function));
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[1], &argument));
  DualTermId result = t_make(d, DUAL_TERM_APP, t_var(d, f.level), t_var(d, x.level));
  if (in_monad(d)) result = t_make(d, DUAL_TERM_APP, result, t_var(d, d->id));
  *type = type_node(&d->store->types, function)->b;
  return dual_in(d, &f, dual_in(d, &x, result));
}

/* D[op(t1..tn)]: the arguments left to right, then the operation on their numbers. */
static DualTermId operation(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  OpId op = term_op_payload(t);
  uint32_t arity = op_node(&d->store->ops, op)->arity;
  uint32_t level[OP_MAX_ARITY] = {0, 0};
  DualBound bound[OP_MAX_ARITY];
  TypeId operand;
  for (uint32_t k = 0; k < arity; k++) {
    bound[k] = dual_bind(d, dual_transform(d, scope, t->kid[k], &operand));
    level[k] = bound[k].level;
  }
  DualTermId result = dual_operation(d, op, level);
  for (uint32_t k = arity; k-- > 0;) result = dual_in(d, &bound[k], result);
  *type = op_node(&d->store->ops, op)->result;
  return result;
}

/* ------------------------------------------------------------------ arrays -- */

/* D[map(x. t, s)]: x = D[s]!j for each j, one after the other; zipWith has y too. */
static DualTermId mapped(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_MAP);
  bool zip = t->kind == TERM_ZIPWITH;
  TypeId a, b = {0}, body_type;
  DualBound ys = {.level = 0}, y = {.level = 0};
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[0], &a));
  if (zip) ys = dual_bind(d, dual_transform(d, scope, t->kid[1], &b));
  if (dual_is_vec(d, a)) {
    DualTermId all = dual_vec_map(d, scope, t->kid[zip ? 2 : 1], &xs, a, zip ? &ys : NULL, b, type);
    return dual_in(d, &xs, zip ? dual_in(d, &ys, all) : all);
  }
  DualEach each = dual_each(d);
  DualBound x = dual_let(d, t_index(d, t_var(d, each.j), t_var(d, xs.level)));
  DualScope inner = {scope, type_element(&d->store->types, a), x.level}, second = inner;
  if (zip) {
    y = dual_let(d, t_index(d, t_var(d, each.j), t_var(d, ys.level)));
    second = (DualScope){&inner, type_element(&d->store->types, b), y.level};
  }
  DualTermId body = dual_transform(d, &second, t->kid[zip ? 2 : 1], &body_type);
  if (zip) body = dual_in(d, &y, body);
  body = dual_all(d, &each, length_of(d, a), dual_in(d, &x, body));
  if (zip) body = dual_in(d, &ys, body);
  *type = type_array(&d->store->types, body_type, length_of(d, a));
  return dual_in(d, &xs, body);
}

/* D[build n (i. t)] = build n (i. D[t]) */
static DualTermId build(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_BUILD);
  TypeId body_type;
  DualEach each = dual_each(d);
  DualScope inner = {scope, type_int(&d->store->types), each.j};
  DualTermId body = dual_transform(d, &inner, t->kid[0], &body_type);
  *type = type_array(&d->store->types, body_type, t->payload);
  return dual_all(d, &each, t->payload, body);
}

/* D[index i t] = index D[i] D[t] */
static DualTermId index_of(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_INDEX);
  TypeId integer, array;
  DualBound i = dual_bind(d, dual_transform(d, scope, t->kid[0], &integer));
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[1], &array));
  *type = type_element(&d->store->types, array);
  DualTermId entry = dual_give(d, t_index(d, t_var(d, i.level), t_var(d, xs.level)));
  return dual_in(d, &i, dual_in(d, &xs, entry));
}

/* ------------------------------------------------------------------- rules -- */

static DualTermId rule(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  switch (t->kind) {
  case TERM_VAR: return variable(d, scope, t, type);
  case TERM_LET: return let(d, scope, t, type);
  case TERM_OP: return operation(d, scope, t, type);
  /* D[()] = () */
  case TERM_UNIT:
    RULE(DN_UNIT);
    *type = type_unit(&d->store->types);
    return dual_give(d, t_leaf(d, DUAL_TERM_UNIT));
  case TERM_PAIR: return pair(d, scope, t, type);
  case TERM_FST:
  case TERM_SND: return project(d, scope, t, type);
  case TERM_LAM: return lambda(d, scope, t, type);
  case TERM_APP: return application(d, scope, t, type);
  case TERM_MAP:
  case TERM_ZIPWITH: return mapped(d, scope, t, type);
  case TERM_BUILD: return build(d, scope, t, type);
  case TERM_INDEX: return index_of(d, scope, t, type);
  case TERM_INL:
  case TERM_INR: return dual_inject(d, scope, t, type);
  case TERM_MATCH: return dual_match(d, scope, t, type);
  case TERM_ROLL:
  case TERM_UNROLL: return dual_roll(d, scope, t, type);
  case TERM_ITERATE: return dual_iterate(d, scope, t, type);
  case TERM_LETREC: return dual_letrec(d, scope, t, type);
  case TERM_FOLD: return dual_fold(d, scope, t, type);
  case TERM_GATHER: return dual_gather(d, scope, t, type);
  case TERM_VBUILD: return dual_vbuild(d, scope, t, type);
  case TERM_LENGTH: return dual_length(d, scope, t, type);
  case TERM_FILTER: return dual_filter(d, scope, t, type);
  case TERM_APPEND: return dual_append(d, scope, t, type);
  case TERM_WHILE: return dual_while(d, scope, t, type);
  case TERM_SCAN: return dual_scan(d, scope, t, type);
  case TERM_TOTAL: return dual_total(d, scope, t, type);
  case TERM_SCATTER: return dual_scatter(d, scope, t, type);
  case TERM_VSCATTER: return dual_vscatter(d, scope, t, type);
  case TERM_ANY_LINEAR:
  case TERM_LLAM: return dual_fail(d, STATUS_ILL_TYPED);
  }
  return dual_fail(d, STATUS_ILL_TYPED);
}

DualTermId dual_transform(Dualnum *d, const DualScope *scope, TermId id, TypeId *type) {
  *type = (TypeId){0};
  if (d->status != STATUS_OK) return NONE;
  if (d->nesting == 0 || d->table->full) return dual_fail(d, STATUS_LIMIT);
  d->nesting--;
  const Term t = *term(d->store, id);
  DualTermId result = rule(d, scope, &t, type);
  d->nesting++;
  return result;
}
