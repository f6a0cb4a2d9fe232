/* ->D on sums, iteration and array combinators: the extension's rules. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(inl t) = let ⟨x,x'⟩ = D(t) in ⟨inl x, λ_v. ⟨x'•v, 0_⟩⟩,   inr alike on the other side */
static Dual forward_injection(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  TypeId type = term_type_payload(t), primal = chad_type1(chad, type);
  bool left = t->kind == TERM_INL;
  const TypeNode sum = *type_node(&s->types, type);
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId tangent = chad_dx(chad, &x, chad->v), zero = term_zero(s, chad_type2(chad, left ? sum.b : sum.a));
  TermId linear = left ? term_pair(s, tangent, zero) : term_pair(s, zero, tangent);
  TermId value = left ? term_inl(s, primal, chad_x(chad, &x)) : term_inr(s, primal, chad_x(chad, &x));
  TermId pair = term_pair(s, value, term_llam(s, g->tangent, linear));
  return (Dual){chad_in_dual(chad, &x, pair), type};
}

Dual forward_inl(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_INL);
  return forward_injection(chad, g, t);
}

Dual forward_inr(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_INR);
  return forward_injection(chad, g, t);
}

/*   D(case r of {inl x → t; inr y → s}) = let ⟨z,z'⟩ = D(r) in case z of
 *     { inl x → let ⟨u,u'⟩ = D_{G,x}(t) in ⟨u, λ_v. u'•⟨v, fst (z'•v)⟩⟩
 *     ; inr y → let ⟨u,u'⟩ = D_{G,y}(s) in ⟨u, λ_v. u'•⟨v, snd (z'•v)⟩⟩ } */
Dual forward_match(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_MATCH);
  Store *s = chad->store;
  DualLet z = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.z, chad->names.dz);
  const TypeNode sum = *type_node(&s->types, z.bound.type);
  TermId branch[2];
  TypeId type = {0};
  for (int k = 0; k < 2; k++) {
    Scope scope;
    DualLet u = chad_branch(chad, g, &scope, k == 0 ? sum.a : sum.b, t->kid[k + 1], forward_term);
    TermId scrutinee = chad_dx(chad, &z, chad->v);
    TermId component = k == 0 ? term_fst(s, scrutinee) : term_snd(s, scrutinee);
    TermId linear = chad_dx(chad, &u, term_pair(s, chad->v, component));
    branch[k] = chad_in_dual(chad, &u, term_pair(s, chad_x(chad, &u), term_llam(s, g->tangent, linear)));
    chad_unbind(chad, 1);
    type = u.bound.type;
  }
  TermId match = term_match(s, chad_name(t->name, chad->names.x), chad_name((NameId){t->payload}, chad->names.x),
                            chad_x(chad, &z), branch[0], branch[1]);
  return (Dual){chad_in_dual(chad, &z, match), type};
}

/*   λ_v. z'•⟨v, x'•v⟩, the step of iterate and while */
static TermId step_of(Chad *chad, const Gamma *g, TermId dx, const DualLet *z) {
  Store *s = chad->store;
  return term_llam(s, g->tangent, chad_dx(chad, z, term_pair(s, chad->v, term_lapp(s, dx, chad->v))));
}

Dual forward_iterate(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_ITERATE);
  return chad_iterate(chad, g, t, forward_term, step_of);
}

Dual forward_while(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_WHILE);
  return chad_while(chad, g, t, forward_term, step_of);
}

/*   D(letrec f = λx. s in t) = letrec f = λx. let ⟨u,u'⟩ = D_{G,f,x}(s) in ⟨u, λ_v. u'•⟨0_,v⟩⟩ in
 *                              let ⟨w,w'⟩ = D_{G,f}(t) in ⟨w, λ_v. w'•⟨v,0_⟩⟩,   s capturing nothing real */
Dual forward_letrec(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_LETREC);
  return chad_letrec(chad, g, t, forward_term);
}

/*   D(fold (a x.t) s as) = ... ⟨fst (index n ys), λ_v. snd (fst
 *     (liter n (i. ⟨⟨g, eᵢ•⟨⟨g,c⟩, index i E⟩⟩, E⟩) ⟨⟨v, s'•v⟩, z'•v⟩))⟩,   v = ⟨⟨g,c⟩,E⟩
 *   of a Vec with length z for n and E i for index i E */
Dual forward_fold(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  ChadFold fold = chad_fold_open(chad, g, t, forward_term);
  if (fold.n == TYPE_DYNAMIC)
    RULE(FWD_VEC_FOLD);
  else
    RULE(FWD_FOLD);
  uint32_t i = chad_bind(chad);
  TypeId element = chad_type2(chad, fold.element);
  TermId entry = chad_at(chad, fold.n, chad_var(chad, i), chad_part(chad, "s"), element);
  TermId next = chad_fold_step(chad, &fold, chad_var(chad, i), term_pair(s, chad_part(chad, "f"), entry));
  TermId step = term_pair(s, term_pair(s, chad_part(chad, "ff"), next), chad_part(chad, "s"));
  chad_unbind(chad, 1);
  TermId context = term_pair(s, chad->v, chad_dx(chad, &fold.start, chad->v));
  TermId start = term_pair(s, context, chad_dx(chad, &fold.array, chad->v));
  TermId last = term_liter(s, chad->names.i, chad_fold_count(chad, &fold), step, start);
  return chad_fold_close(chad, g, &fold, false, term_snd(s, term_fst(s, last)));
}

/*   D(scan (a x.t) s as) = ... ⟨build (n+1) (i. fst (index i ys)), λ_v. snd (liter n
 *     (i. let v = ⟨v, eᵢ•⟨⟨g,c⟩, index i E⟩⟩ in ⟨⟨⟨g, snd v⟩, E⟩, O + onehot (i+1) (snd v)⟩)
 *     ⟨⟨⟨v, s'•v⟩, z'•v⟩, onehot 0 (s'•v)⟩)⟩,   v = ⟨⟨⟨g,c⟩,E⟩,O⟩
 *   of a Vec with length z for n, E i for index i E and λq. if q == i then c else 0_ for onehot i c */
Dual forward_scan(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  ChadFold fold = chad_fold_open(chad, g, t, forward_term);
  if (fold.n == TYPE_DYNAMIC)
    RULE(FWD_VEC_SCAN);
  else
    RULE(FWD_SCAN);
  uint32_t i = chad_bind(chad), prefixes = type_length_after(fold.n);
  TypeId element = chad_type2(chad, fold.element), state_type = chad_type2(chad, fold.state);
  TermId entry = chad_at(chad, fold.n, chad_var(chad, i), chad_part(chad, "sf"), element);
  TermId next = chad_fold_step(chad, &fold, chad_var(chad, i), term_pair(s, chad_part(chad, "ff"), entry));
  TermId next_index = chad_int_plus(chad, chad_var(chad, i), 1);
  TermId output = chad_delta(chad, prefixes, next_index, chad_part(chad, "s"), state_type);
  TermId state = term_pair(s, term_pair(s, chad_part(chad, "ffff"), chad_part(chad, "s")), chad_part(chad, "sff"));
  TermId step = term_pair(s, state, term_plus(s, chad_part(chad, "sf"), output));
  step = term_letv(s, term_pair(s, chad->v, next), step);
  chad_unbind(chad, 1);
  TermId first = chad_dx(chad, &fold.start, chad->v);
  TermId start = term_pair(s, term_pair(s, chad->v, first), chad_dx(chad, &fold.array, chad->v));
  start = term_pair(s, start, chad_delta(chad, prefixes, chad_int(chad, 0), first, state_type));
  TermId last = term_liter(s, chad->names.i, chad_fold_count(chad, &fold), step, start);
  return chad_fold_close(chad, g, &fold, true, term_snd(s, last));
}

/*   D(total t) = let ⟨x,x'⟩ = D(t) in ⟨total x, λ_v. sum (x'•v)⟩,
 *   of a Vec ⟨total x, λ_v. let v = x'•v in bigsum (length x) (i. v i)⟩ */
Dual forward_total(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  TypeId type = term_type_payload(t);
  DualLet x = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId linear = chad_dx(chad, &x, chad->v);
  if (chad_length(chad, x.bound.type) == TYPE_DYNAMIC) {
    RULE(FWD_VEC_TOTAL);
    TermId entry = term_app(s, chad->v, term_var(s, 0));
    TermId count = term_length(s, chad_x(chad, &x));
    linear = term_letv(s, linear, term_bigsum(s, chad->names.i, chad_type2(chad, type), count, entry));
  } else {
    RULE(FWD_TOTAL);
    linear = term_lsum(s, linear);
  }
  linear = term_llam(s, g->tangent, linear);
  TermId pair = term_pair(s, term_total(s, chad_type1(chad, type), chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, pair), type};
}

/*   D(gather is as) = let is = fst D(is) in let ⟨x,x'⟩ = D(as) in
 *     ⟨gather is x, λ_v. let v = x'•v in build m (j. index is_j v)⟩,   of Vec λ_v. let v = x'•v in λj. v is_j */
Dual forward_gather(Chad *chad, const Gamma *g, const Term *t) {
  ChadIndexed open = chad_indexed_open(chad, g, t, forward_term);
  if (open.n == TYPE_DYNAMIC)
    RULE(FWD_VEC_GATHER);
  else
    RULE(FWD_GATHER);
  TermId linear = term_letv(chad->store, chad_dx(chad, &open.array, chad->v), chad_read_at(chad, &open));
  return chad_indexed_close(chad, g, &open, TERM_GATHER, linear);
}

/*   D(scatter n is as) = let is = fst D(is) in let ⟨x,x'⟩ = D(as) in
 *     ⟨scatter n is x, λ_v. let v = x'•v in sum (build m (j. onehot n is_j (index j v)))⟩ */
Dual forward_scatter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_SCATTER);
  ChadIndexed open = chad_indexed_open(chad, g, t, forward_term);
  TermId linear = term_letv(chad->store, chad_dx(chad, &open.array, chad->v), chad_add_at(chad, &open));
  return chad_indexed_close(chad, g, &open, TERM_SCATTER, linear);
}
