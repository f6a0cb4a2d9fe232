/* D on sums, iteration, recursion and two array combinators (section 9): all
 * homomorphic, since none of them looks at scalars but by tests. */
#include "ad/dualnum/transform.h"

#define NONE ((DualTermId){0})

/* D[inl t] = inl D[t] */
DualTermId dual_inject(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_SUMS);
  TypeId component, sum = term_type_payload(t);
  DualTypeId target = dualnum_type(d->table, d->stage, d->context, sum);
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &component));
  DualTermKind kind = t->kind == TERM_INL ? DUAL_TERM_INL : DUAL_TERM_INR;
  *type = sum;
  return dual_in(d, &x, dual_give(d, t_typed(d, kind, 0, target, t_var(d, x.level), NONE)));
}

/* D[case r of {inl x -> t; inr y -> s}] = case D[r] of {inl x -> D[t]; inr y -> D[s]} */
DualTermId dual_match(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId sum;
  DualTermId branch[2];
  DualBound r = dual_bind(d, dual_transform(d, scope, t->kid[0], &sum));
  const TypeNode node = *type_node(&d->store->types, sum);
  for (int k = 0; k < 2; k++) {
    DualScope inner = {scope, k == 0 ? node.a : node.b, dual_open(d)};
    branch[k] = dual_transform(d, &inner, t->kid[k + 1], type);
    dual_close(d);
  }
  DualTermId whole = dual_term(d->table, DUAL_TERM_CASE, 0, (DualTypeId){0}, t_var(d, r.level), branch[0], branch[1]);
  return dual_in(d, &r, whole);
}

/* D[roll t] = roll D[t], D[unroll t] = unroll D[t] */
DualTermId dual_roll(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_ROLL);
  TypeId inner;
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &inner));
  bool roll = t->kind == TERM_ROLL;
  *type = roll ? term_type_payload(t) : type_unroll(&d->store->types, inner);
  DualTypeId target = roll ? dualnum_type(d->table, d->stage, d->context, *type) : (DualTypeId){0};
  DualTermKind kind = roll ? DUAL_TERM_ROLL : DUAL_TERM_UNROLL;
  return dual_in(d, &x, dual_give(d, t_typed(d, kind, 0, target, t_var(d, x.level), NONE)));
}

DualLoop dual_loop_open(Dualnum *d) {
  DualLoop loop = {.outer = d->id};
  uint32_t p = dual_open(d);
  loop.state = dual_let(d, in_monad(d) ? t_fst(d, t_var(d, p)) : t_var(d, p));
  if (in_monad(d)) {
    loop.id = dual_let(d, t_snd(d, t_var(d, p)));
    d->id = loop.id.level;
  }
  return loop;
}

static DualTermId dual_loop_body(Dualnum *d, const DualLoop *loop, DualTermId body) {
  if (in_monad(d)) body = dual_in(d, &loop->id, body);
  body = dual_in(d, &loop->state, body);
  dual_close(d);
  d->id = loop->outer;
  return body;
}

DualTermId dual_loop_close(Dualnum *d, const DualLoop *loop, DualTermId count, DualTermId start, DualTermId body) {
  body = dual_loop_body(d, loop, body);
  return dual_term(d->table, DUAL_TERM_ITERATE, 0, (DualTypeId){0}, count, dual_give(d, start), body);
}

DualTermId dual_iterate(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_ITERATE);
  TypeId integer, next;
  DualBound k = dual_bind(d, dual_transform(d, scope, t->kid[0], &integer));
  DualBound s = dual_bind(d, dual_transform(d, scope, t->kid[1], type));
  DualLoop loop = dual_loop_open(d);
  DualScope inner = {scope, *type, loop.state.level};
  DualTermId body = dual_transform(d, &inner, t->kid[2], &next);
  body = dual_loop_close(d, &loop, t_var(d, k.level), t_var(d, s.level), body);
  return dual_in(d, &k, dual_in(d, &s, body));
}

/* D[while (x. b) (x. t) s]: no number leaves the test, and so its IDs are free again. */
DualTermId dual_while(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_WHILE);
  TypeId truth, next;
  DualBound s = dual_bind(d, dual_transform(d, scope, t->kid[0], type));
  DualTermId start = dual_give(d, t_var(d, s.level)), part[2];
  for (int k = 0; k < 2; k++) {
    DualLoop loop = dual_loop_open(d);
    DualScope inner = {scope, *type, loop.state.level};
    part[k] = dual_transform(d, &inner, t->kid[k + 1], k == 0 ? &truth : &next);
    if (k == 0 && in_monad(d)) part[k] = t_fst(d, part[k]);
    part[k] = dual_loop_body(d, &loop, part[k]);
  }
  return dual_in(d, &s, dual_term(d->table, DUAL_TERM_WHILE, 0, (DualTypeId){0}, start, part[0], part[1]));
}

/* fold (a x. t) s as: the state is (a, j), x = as!j */
DualTermId dual_fold(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId array, next;
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  DualBound s = dual_bind(d, dual_transform(d, scope, t->kid[0], type));
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[1], &array));
  DualLoop loop = dual_loop_open(d);
  DualBound a = dual_let(d, t_fst(d, t_var(d, loop.state.level)));
  DualBound j = dual_let(d, t_snd(d, t_var(d, loop.state.level)));
  DualBound x = dual_let(d, t_index(d, t_var(d, j.level), t_var(d, xs.level)));
  DualScope outer = {scope, *type, a.level}, inner = {&outer, type_element(&d->store->types, array), x.level};
  DualBound r = dual_bind(d, dual_transform(d, &inner, t->kid[2], &next));
  DualTermId body = dual_give(d, t_pair(d, t_var(d, r.level), t_op(d, add, t_var(d, j.level), t_int(d, 1))));
  body = dual_in(d, &a, dual_in(d, &j, dual_in(d, &x, dual_in(d, &r, body))));
  DualTermId start = t_pair(d, t_var(d, s.level), t_int(d, 0));
  DualTermId count =
      dual_is_vec(d, array) ? t_length(d, t_var(d, xs.level)) : t_int(d, type_node(&d->store->types, array)->n);
  body = dual_loop_close(d, &loop, count, start, body);
  DualBound last = dual_bind(d, body);
  body = dual_in(d, &last, dual_give(d, t_fst(d, t_var(d, last.level))));
  return dual_in(d, &s, dual_in(d, &xs, body));
}

/* D[letrec f = \x. s in t] = letrec f = \x. D[s] in D[t], with IDs \x. \i. D[s] */
DualTermId dual_letrec(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_LETREC);
  TypeId function = term_type_payload(t), result;
  DualTypeId target = dualnum_type(d->table, d->stage, d->context, function);
  uint32_t outer = d->id;
  DualScope f = {scope, function, dual_open(d)};
  DualScope x = {&f, type_node(&d->store->types, function)->a, dual_open(d)};
  if (in_monad(d)) d->id = dual_open(d);
  DualTermId body = dual_transform(d, &x, t->kid[0], &result);
  if (in_monad(d)) body = t_typed(d, DUAL_TERM_LAM, 0, dual_type_int(d->table), body, NONE);
  d->depth = f.level + 1;
  d->id = outer;
  DualTermId rest = dual_transform(d, &f, t->kid[1], type);
  dual_close(d);
  return t_typed(d, DUAL_TERM_LETREC, 0, target, body, rest);
}

DualTermId dual_gather(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_GATHER);
  TypeId indices, array;
  DualBound is = dual_bind(d, dual_transform(d, scope, t->kid[0], &indices));
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[1], &array));
  if (dual_is_vec(d, array)) {
    *type = array;
    return dual_in(d, &is, dual_in(d, &xs, dual_vec_gather(d, &is, &xs, array)));
  }
  uint32_t m = type_node(&d->store->types, indices)->n, j = dual_open(d);
  DualTermId at = t_index(d, t_var(d, j), t_var(d, is.level));
  DualTermId entry = t_index(d, at, t_var(d, xs.level));
  dual_close(d);
  *type = type_array(&d->store->types, type_element(&d->store->types, array), m);
  return dual_in(d, &is, dual_in(d, &xs, dual_give(d, t_build(d, m, entry))));
}
