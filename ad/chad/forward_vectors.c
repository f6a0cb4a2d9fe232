/* ->D on dynamic arrays: a tangent of Vec T is a function from indices to tangents
 * of T, looked at below the length alone. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(vbuild k (i.t)) = let k = fst D(k) in let ys = vbuild k (i. D_{G,i}(t)) in
 *     ⟨map (p. fst p) ys, λ_v. λi. dᵢ•⟨v,⟨⟩⟩⟩ */
Dual forward_vbuild(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_VBUILD);
  Store *s = chad->store;
  ChadBuild build = chad_vbuild_open(chad, g, t, forward_term);
  uint32_t i = chad_bind(chad);
  TermId element = chad_d(chad, build.ys.level, i, term_pair(s, chad->v, term_unit(s)));
  chad_unbind(chad, 1);
  return chad_vbuild_close(chad, g, &build, chad_tabulate(chad, TYPE_DYNAMIC, element));
}

/*   D(length t) = let x = fst D(t) in ⟨length x, λ_v. 0_⟩ */
Dual forward_length(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_LENGTH);
  Store *s = chad->store;
  DualLet x = chad_let_primal(chad, forward_term(chad, g, t->kid[0]), chad->names.x);
  TermId linear = term_llam(s, g->tangent, term_zero(s, type_linear_unit(&s->types)));
  TermId pair = term_pair(s, term_length(s, chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, pair), type_int(&s->types)};
}

/*   D(filter (x.b) as) = let ⟨z,z'⟩ = D(as) in let ks = the indices kept in
 *     ⟨gather ks z, λ_v. let v = z'•v in λj. v ks_j⟩ */
Dual forward_filter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_FILTER);
  Store *s = chad->store;
  ChadFilter filter = chad_filter_open(chad, g, t, forward_term);
  uint32_t j = chad_bind(chad);
  TermId entry = term_app(s, chad->v, term_index(s, chad_var(chad, j), chad_var(chad, filter.kept.level)));
  chad_unbind(chad, 1);
  TermId linear = term_letv(s, chad_dx(chad, &filter.array, chad->v), chad_tabulate(chad, TYPE_DYNAMIC, entry));
  return chad_filter_close(chad, g, &filter, linear);
}

/*   D(append a b) = let ⟨a,a'⟩ = D(a) in let ⟨b,b'⟩ = D(b) in ⟨append a b, λ_v. let v = ⟨a'•v, b'•v⟩ in
 *     λj. if j < length a then (fst v) j else (snd v) (j - length a)⟩ */
Dual forward_append(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_APPEND);
  Store *s = chad->store;
  DualLet a = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet b = chad_let_dual(chad, forward_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  uint32_t j = chad_bind(chad);
  TermId length = term_length(s, chad_x(chad, &a)), at = chad_var(chad, j);
  TermId first = term_app(s, chad_part(chad, "f"), at);
  TermId second = term_app(s, chad_part(chad, "s"), chad_int_op(chad, OP_ISUB, at, length));
  TermId entry = term_if(s, chad_int_op(chad, OP_ILESS, at, length), first, second);
  chad_unbind(chad, 1);
  TermId tangents = term_pair(s, chad_dx(chad, &a, chad->v), chad_dx(chad, &b, chad->v));
  TermId linear = term_letv(s, tangents, chad_tabulate(chad, TYPE_DYNAMIC, entry));
  TermId primal = term_append(s, chad_x(chad, &a), chad_x(chad, &b));
  TermId pair = term_pair(s, primal, term_llam(s, g->tangent, linear));
  pair = chad_in_dual(chad, &b, pair);
  return (Dual){chad_in_dual(chad, &a, pair), a.bound.type};
}

/*   D(vscatter k is as) = let k = fst D(k) in let is = fst D(is) in let ⟨x,x'⟩ = D(as) in ⟨vscatter k is x,
 *     λ_v. let v = x'•v in λi. bigsum (length is) (j. if is_j == i then v j else 0_)⟩ */
Dual forward_vscatter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_VSCATTER);
  Store *s = chad->store;
  ChadScatter scatter = chad_scatter_open(chad, g, t, forward_term);
  TypeId element = chad_type2(chad, term_type_payload(t));
  uint32_t i = chad_bind(chad), j = chad_bind(chad);
  TermId entry = chad_where_index(chad, &scatter, i, j, term_app(s, chad->v, chad_var(chad, j)), element);
  chad_unbind(chad, 1);
  TermId linear = term_letv(s, chad_dx(chad, &scatter.array, chad->v), chad_tabulate(chad, TYPE_DYNAMIC, entry));
  return chad_scatter_close(chad, g, &scatter, t, linear);
}
