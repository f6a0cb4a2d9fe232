/* <-D on sums, iteration and array combinators: the extension's rules. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(inl t) = let ⟨x,x'⟩ = D(t) in ⟨inl x, λ_v. x'•(fst v)⟩,   inr with snd */
static Dual reverse_injection(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  TypeId type = term_type_payload(t), primal = chad_type1(chad, type);
  bool left = t->kind == TERM_INL;
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId linear = chad_dx(chad, &x, chad_part(chad, left ? "f" : "s"));
  TermId value = left ? term_inl(s, primal, chad_x(chad, &x)) : term_inr(s, primal, chad_x(chad, &x));
  TermId pair = term_pair(s, value, term_llam(s, chad_type2(chad, type), linear));
  return (Dual){chad_in_dual(chad, &x, pair), type};
}

Dual reverse_inl(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_INL);
  return reverse_injection(chad, g, t);
}

Dual reverse_inr(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_INR);
  return reverse_injection(chad, g, t);
}

/*   D(case r of {inl x → t; inr y → s}) = let ⟨z,z'⟩ = D(r) in case z of
 *     { inl x → let ⟨u,u'⟩ = D_{G,x}(t) in ⟨u, λ_v. let v = u'•v in fst v + z'•⟨snd v, 0_⟩⟩
 *     ; inr y → let ⟨u,u'⟩ = D_{G,y}(s) in ⟨u, λ_v. let v = u'•v in fst v + z'•⟨0_, snd v⟩⟩ } */
Dual reverse_match(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_MATCH);
  Store *s = chad->store;
  DualLet z = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.z, chad->names.dz);
  const TypeNode sum = *type_node(&s->types, z.bound.type);
  TermId branch[2];
  TypeId type = {0};
  for (int k = 0; k < 2; k++) {
    Scope scope;
    DualLet u = chad_branch(chad, g, &scope, k == 0 ? sum.a : sum.b, t->kid[k + 1], reverse_term);
    TermId zero = term_zero(s, chad_type2(chad, k == 0 ? sum.b : sum.a)), component = chad_part(chad, "s");
    TermId both = k == 0 ? term_pair(s, component, zero) : term_pair(s, zero, component);
    TermId linear = term_plus(s, chad_part(chad, "f"), chad_dx(chad, &z, both));
    linear = term_llam(s, chad_type2(chad, u.bound.type), term_letv(s, chad_dx(chad, &u, chad->v), linear));
    branch[k] = chad_in_dual(chad, &u, term_pair(s, chad_x(chad, &u), linear));
    chad_unbind(chad, 1);
    type = u.bound.type;
  }
  TermId match = term_match(s, chad_name(t->name, chad->names.x), chad_name((NameId){t->payload}, chad->names.x),
                            chad_x(chad, &z), branch[0], branch[1]);
  return (Dual){chad_in_dual(chad, &z, match), type};
}

/*   λ_v. let v = z'•v in fst v + x'•(snd v), the step of iterate and while */
static TermId step_of(Chad *chad, const Gamma *g, TermId dx, const DualLet *z) {
  (void)g;
  Store *s = chad->store;
  TermId sum = term_plus(s, chad_part(chad, "f"), term_lapp(s, dx, chad_part(chad, "s")));
  return term_llam(s, chad_type2(chad, z->bound.type), term_letv(s, chad_dx(chad, z, chad->v), sum));
}

Dual reverse_iterate(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_ITERATE);
  return chad_iterate(chad, g, t, reverse_term, step_of);
}

Dual reverse_while(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_WHILE);
  return chad_while(chad, g, t, reverse_term, step_of);
}

/*   D(letrec f = λx. s in t) = letrec f = λx. let ⟨u,u'⟩ = D_{G,f,x}(s) in ⟨u, λ_v. snd (u'•v)⟩ in
 *                              let ⟨w,w'⟩ = D_{G,f}(t) in ⟨w, λ_v. fst (w'•v)⟩,   s capturing nothing real */
Dual reverse_letrec(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_LETREC);
  return chad_letrec(chad, g, t, reverse_term);
}

/* ------------------------------------------------------------ fold and scan -- */

/* One step backwards at i = n-1-j, from v = ⟨⟨g,c⟩,E⟩, with `rest` of the state
 * beside it for scan: let v = ⟨v, eᵢ•c⟩ in ⟨⟨g + g₁, c₁⟩, E + onehot n i e⟩ where
 * eᵢ•c = ⟨⟨g₁,c₁⟩,e⟩; scan adds index i W to c₁ and keeps W. */
static TermId step_back(Chad *chad, const ChadFold *fold, bool scan) {
  Store *s = chad->store;
  uint32_t j = chad_bind(chad);
  bool dynamic = fold->n == TYPE_DYNAMIC;
  TypeId element = chad_type2(chad, fold->element), state_type = chad_type2(chad, fold->state);
  TermId last = dynamic ? chad_int_plus(chad, chad_fold_count(chad, fold), -1) : chad_int(chad, (int64_t)fold->n - 1);
  TermId from_end = term_op(s, op_make(&s->ops, &s->types, OP_ISUB, 0, 0), last, chad_var(chad, j));
  Let i = chad_let(chad, chad->names.i, from_end);
  TermId image = chad_fold_step(chad, fold, chad_var(chad, i.level), chad_part(chad, scan ? "sff" : "sf"));
  TermId g = term_plus(s, chad_part(chad, scan ? "ffff" : "fff"), chad_part(chad, "ffs")), c = chad_part(chad, "sfs");
  if (scan) {
    uint32_t prefixes = type_length_after(fold->n);
    c = term_plus(s, c, chad_at(chad, prefixes, chad_var(chad, i.level), chad_part(chad, "sf"), state_type));
  }
  TermId at = chad_delta(chad, fold->n, chad_var(chad, i.level), chad_part(chad, "ss"), element);
  TermId state = term_pair(s, term_pair(s, g, c), term_plus(s, chad_part(chad, scan ? "sff" : "sf"), at));
  if (scan) state = term_pair(s, state, chad_part(chad, "sf"));
  TermId step = chad_in(chad, &i, term_letv(s, term_pair(s, chad->v, image), state));
  chad_unbind(chad, 1);
  return step;
}

/*   let v = last state in g + (s'•c + z'•E) */
static TermId collect(Chad *chad, const ChadFold *fold, TermId last) {
  Store *s = chad->store;
  TermId start = chad_dx(chad, &fold->start, chad_part(chad, "sf"));
  TermId sum = term_plus(s, start, chad_dx(chad, &fold->array, chad_part(chad, "s")));
  return term_letv(s, last, term_plus(s, chad_part(chad, "ff"), sum));
}

/*   D(fold (a x.t) s as) = ... ⟨fst (index n ys), λ_v. let v = liter n (j. step back) ⟨⟨0_,v⟩,0_⟩ in
 *     g + (s'•c + z'•E)⟩,   v = ⟨⟨g,c⟩,E⟩
 *   of a Vec with length z for n and !i⊗e for onehot i e */
Dual reverse_fold(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  ChadFold fold = chad_fold_open(chad, g, t, reverse_term);
  if (fold.n == TYPE_DYNAMIC)
    RULE(REV_VEC_FOLD);
  else
    RULE(REV_FOLD);
  TermId none = term_zero(s, chad_type2(chad, fold.array.bound.type));
  TermId start = term_pair(s, term_pair(s, term_zero(s, g->tangent), chad->v), none);
  TermId step = step_back(chad, &fold, false);
  TermId last = term_liter(s, chad->names.i, chad_fold_count(chad, &fold), step, start);
  return chad_fold_close(chad, g, &fold, false, collect(chad, &fold, last));
}

/*   D(scan (a x.t) s as): as fold with W = v beside the state, c from index n v, and c₁ + index i W for c₁,
 *   index i W of a Vec being case W of !q⊗v → if q == i then v else 0_ */
Dual reverse_scan(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  ChadFold fold = chad_fold_open(chad, g, t, reverse_term);
  if (fold.n == TYPE_DYNAMIC)
    RULE(REV_VEC_SCAN);
  else
    RULE(REV_SCAN);
  TermId none = term_zero(s, chad_type2(chad, fold.array.bound.type));
  TermId count = chad_fold_count(chad, &fold);
  TermId final = chad_at(chad, type_length_after(fold.n), count, chad->v, chad_type2(chad, fold.state));
  TermId start = term_pair(s, term_pair(s, term_zero(s, g->tangent), final), none);
  TermId step = step_back(chad, &fold, true);
  TermId last = term_liter(s, chad->names.i, count, step, term_pair(s, start, chad->v));
  return chad_fold_close(chad, g, &fold, true, collect(chad, &fold, term_fst(s, last)));
}

/* ---------------------------------------------------------- sums over arrays -- */

/*   D(total t) = let ⟨x,x'⟩ = D(t) in ⟨total x, λ_v. x'•(build n (i. v))⟩,
 *   of a Vec ⟨total x, λ_v. x'•(bigsum (length x) (i. !i⊗v))⟩ */
Dual reverse_total(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  TypeId type = term_type_payload(t);
  DualLet x = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  TermId copies;
  if (chad_length(chad, x.bound.type) == TYPE_DYNAMIC) {
    RULE(REV_VEC_TOTAL);
    TermId copy = term_copower(s, term_var(s, 0), chad->v), count = term_length(s, chad_x(chad, &x));
    copies = term_bigsum(s, chad->names.i, chad_type2(chad, x.bound.type), count, copy);
  } else {
    RULE(REV_TOTAL);
    copies = term_build(s, chad->names.i, chad_length(chad, x.bound.type), chad->v);
  }
  TermId linear = term_llam(s, chad_type2(chad, type), chad_dx(chad, &x, copies));
  TermId pair = term_pair(s, term_total(s, chad_type1(chad, type), chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, pair), type};
}

/*   D(gather is as) = let is = fst D(is) in let ⟨x,x'⟩ = D(as) in
 *     ⟨gather is x, λ_v. x'•(sum (build m (j. onehot n is_j (index j v))))⟩ */
static TermId gather_linear(Chad *chad, const ChadIndexed *open) {
  RULE(REV_GATHER);
  return chad_dx(chad, &open->array, chad_add_at(chad, open));
}

Dual reverse_gather(Chad *chad, const Gamma *g, const Term *t) {
  ChadIndexed open = chad_indexed_open(chad, g, t, reverse_term);
  TermId linear = open.n == TYPE_DYNAMIC ? reverse_vec_gather(chad, &open) : gather_linear(chad, &open);
  return chad_indexed_close(chad, g, &open, TERM_GATHER, linear);
}

/*   D(scatter n is as) = let is = fst D(is) in let ⟨x,x'⟩ = D(as) in
 *     ⟨scatter n is x, λ_v. x'•(build m (j. index is_j v))⟩ */
Dual reverse_scatter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_SCATTER);
  ChadIndexed open = chad_indexed_open(chad, g, t, reverse_term);
  TermId linear = chad_dx(chad, &open.array, chad_read_at(chad, &open));
  return chad_indexed_close(chad, g, &open, TERM_SCATTER, linear);
}
