/* D on dynamic arrays (section 9): homomorphic.  The target makes a Vec one entry
 * after another, in a loop whose state is (what there is, j), so that in the monad
 * each entry begins with the ID that the one before ends with. */
#include "ad/dualnum/transform.h"

#define NONE ((DualTermId){0})

/* An open `iterate n (p. let acc = fst p in let j = snd p in ...) (acc, 0)`. */
typedef struct Growing {
  DualLoop loop;
  DualBound acc, j;
} Growing;

static Growing grow(Dualnum *d) {
  Growing g = {.loop = dual_loop_open(d)};
  g.acc = dual_let(d, t_fst(d, t_var(d, g.loop.state.level)));
  g.j = dual_let(d, t_snd(d, t_var(d, g.loop.state.level)));
  return g;
}

/* `next` is the acc after this step, given; the last one, given. */
static DualTermId grown(Dualnum *d, const Growing *g, DualTermId count, DualTermId first, DualTermId next) {
  OpId add = op_make(&d->store->ops, &d->store->types, OP_IADD, 0, 0);
  DualBound acc = dual_bind(d, next);
  DualTermId body = dual_give(d, t_pair(d, t_var(d, acc.level), t_op(d, add, t_var(d, g->j.level), t_int(d, 1))));
  body = dual_in(d, &g->acc, dual_in(d, &g->j, dual_in(d, &acc, body)));
  body = dual_loop_close(d, &g->loop, count, t_pair(d, first, t_int(d, 0)), body);
  DualBound last = dual_bind(d, body);
  return dual_in(d, &last, dual_give(d, t_fst(d, t_var(d, last.level))));
}

/* snoc acc t, given, for t plain */
static DualTermId with(Dualnum *d, const Growing *g, DualTermId t) {
  return dual_give(d, t_make(d, DUAL_TERM_SNOC, t_var(d, g->acc.level), t));
}

/* The same for t given. */
static DualTermId with_given(Dualnum *d, const Growing *g, DualTermId t) {
  DualBound entry = dual_bind(d, t);
  return dual_in(d, &entry, with(d, g, t_var(d, entry.level)));
}

/* x = as!j, plain */
static DualBound let_entry(Dualnum *d, const Growing *g, const DualBound *as) {
  return dual_let(d, t_index(d, t_var(d, g->j.level), t_var(d, as->level)));
}

static DualTermId nil(Dualnum *d, TypeId vec) {
  return t_typed(d, DUAL_TERM_VNIL, 0, dualnum_type(d->table, d->stage, d->context, vec), NONE, NONE);
}

/* D[vbuild k (i. t)] */
DualTermId dual_vbuild(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_VEC);
  TypeId integer, element;
  DualBound k = dual_bind(d, dual_transform(d, scope, t->kid[0], &integer));
  Growing g = grow(d);
  DualScope inner = {scope, integer, g.j.level};
  DualTermId next = with_given(d, &g, dual_transform(d, &inner, t->kid[1], &element));
  *type = type_vec(&d->store->types, element);
  return dual_in(d, &k, grown(d, &g, t_var(d, k.level), nil(d, *type), next));
}

DualTermId dual_length(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId vec;
  DualBound x = dual_bind(d, dual_transform(d, scope, t->kid[0], &vec));
  *type = type_int(&d->store->types);
  return dual_in(d, &x, dual_give(d, t_length(d, t_var(d, x.level))));
}

/* map (x. t) xs, and zipWith (x y. t) xs ys: as many steps as the longer one has
 * entries, so that unequal lengths are outside the domain. */
DualTermId dual_vec_map(Dualnum *d, const DualScope *scope, TermId body, const DualBound *xs, TypeId a,
                        const DualBound *ys, TypeId b, TypeId *type) {
  TypeId element;
  DualBound y = {.level = 0};
  DualTermId count = t_length(d, t_var(d, xs->level));
  OpId max = op_make(&d->store->ops, &d->store->types, OP_IMAX, 0, 0);
  if (ys != NULL) count = t_op(d, max, count, t_length(d, t_var(d, ys->level)));
  Growing g = grow(d);
  DualBound x = let_entry(d, &g, xs);
  DualScope first = {scope, type_element(&d->store->types, a), x.level}, second = first;
  if (ys != NULL) {
    y = let_entry(d, &g, ys);
    second = (DualScope){&first, type_element(&d->store->types, b), y.level};
  }
  DualTermId next = with_given(d, &g, dual_transform(d, &second, body, &element));
  if (ys != NULL) next = dual_in(d, &y, next);
  next = dual_in(d, &x, next);
  *type = type_vec(&d->store->types, element);
  return grown(d, &g, count, nil(d, *type), next);
}

/* D[filter (x. b) as]: case D[b] of {inl _ -> snoc acc x; inr _ -> acc} */
DualTermId dual_filter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId truth;
  DualBound as = dual_bind(d, dual_transform(d, scope, t->kid[0], type));
  Growing g = grow(d);
  DualBound x = let_entry(d, &g, &as);
  DualScope inner = {scope, type_element(&d->store->types, *type), x.level};
  DualBound holds = dual_bind(d, dual_transform(d, &inner, t->kid[1], &truth));
  (void)dual_open(d);
  DualTermId kept = with(d, &g, t_var(d, x.level)), dropped = dual_give(d, t_var(d, g.acc.level));
  dual_close(d);
  DualTermId next = dual_term(d->table, DUAL_TERM_CASE, 0, (DualTypeId){0}, t_var(d, holds.level), kept, dropped);
  next = dual_in(d, &x, dual_in(d, &holds, next));
  return dual_in(d, &as, grown(d, &g, t_length(d, t_var(d, as.level)), nil(d, *type), next));
}

/* D[append a b]: the entries of b after a */
DualTermId dual_append(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId other;
  DualBound a = dual_bind(d, dual_transform(d, scope, t->kid[0], type));
  DualBound b = dual_bind(d, dual_transform(d, scope, t->kid[1], &other));
  Growing g = grow(d);
  DualTermId next = with(d, &g, t_index(d, t_var(d, g.j.level), t_var(d, b.level)));
  DualTermId all = grown(d, &g, t_length(d, t_var(d, b.level)), t_var(d, a.level), next);
  return dual_in(d, &a, dual_in(d, &b, all));
}

/* scan (a x. t) s as: the states so far are a Vec, and the last is a.  Of an array of
 * n, the array of the n + 1 states. */
DualTermId dual_scan(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  RULE(DN_SCAN);
  TypeId state, array, next_state;
  DualBound s = dual_bind(d, dual_transform(d, scope, t->kid[0], &state));
  DualBound xs = dual_bind(d, dual_transform(d, scope, t->kid[1], &array));
  bool dynamic = dual_is_vec(d, array);
  uint32_t n = type_node(&d->store->types, array)->n;
  DualTermId count = dynamic ? t_length(d, t_var(d, xs.level)) : t_int(d, n);
  Growing g = grow(d);
  DualBound a = let_entry(d, &g, &g.acc), x = let_entry(d, &g, &xs);
  DualScope outer = {scope, state, a.level}, inner = {&outer, type_element(&d->store->types, array), x.level};
  DualTermId next = with_given(d, &g, dual_transform(d, &inner, t->kid[2], &next_state));
  next = dual_in(d, &a, dual_in(d, &x, next));
  TypeId states = type_vec(&d->store->types, state);
  DualTermId first = t_make(d, DUAL_TERM_SNOC, nil(d, states), t_var(d, s.level));
  DualTermId all = grown(d, &g, count, first, next);
  *type = dynamic ? states : type_array(&d->store->types, state, n + 1);
  if (!dynamic) {
    DualBound vec = dual_bind(d, all);
    uint32_t j = dual_open(d);
    DualTermId entry = t_index(d, t_var(d, j), t_var(d, vec.level));
    dual_close(d);
    all = dual_in(d, &vec, dual_give(d, t_build(d, n + 1, entry)));
  }
  return dual_in(d, &s, dual_in(d, &xs, all));
}

DualTermId dual_vscatter(Dualnum *d, const DualScope *scope, const Term *t, TypeId *type) {
  TypeId integer, indices, array;
  DualBound k = dual_bind(d, dual_transform(d, scope, t->kid[0], &integer));
  DualBound is = dual_bind(d, dual_transform(d, scope, t->kid[1], &indices));
  DualBound as = dual_bind(d, dual_transform(d, scope, t->kid[2], &array));
  DualTermId m = t_length(d, t_var(d, as.level));
  DualBound groups = dual_let(d, t_group(d, t_var(d, k.level), t_var(d, is.level), m));
  Growing g = grow(d);
  DualBound picked = let_entry(d, &g, &groups);
  DualTermId next = with_given(d, &g, dual_scattered(d, as.level, picked.level, term_type_payload(t)));
  next = dual_in(d, &picked, next);
  *type = array;
  DualTermId all = grown(d, &g, t_length(d, t_var(d, groups.level)), nil(d, array), next);
  return dual_in(d, &k, dual_in(d, &is, dual_in(d, &as, dual_in(d, &groups, all))));
}

DualTermId dual_vec_gather(Dualnum *d, const DualBound *is, const DualBound *xs, TypeId type) {
  Growing g = grow(d);
  DualTermId at = t_index(d, t_var(d, g.j.level), t_var(d, is->level));
  DualTermId next = with(d, &g, t_index(d, at, t_var(d, xs->level)));
  return grown(d, &g, t_length(d, t_var(d, is->level)), nil(d, type), next);
}
