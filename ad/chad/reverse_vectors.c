/* <-D on dynamic arrays: a cotangent of Vec T is a formal sum of !i (x) w, w a
 * cotangent of T at the index i, and is taken apart by case. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(vbuild k (i.t)) = let k = fst D(k) in let ys = vbuild k (i. D_{G,i}(t)) in
 *     ⟨map (p. fst p) ys, λ_v. case v of !i⊗v → fst (dᵢ•v)⟩ */
Dual reverse_vbuild(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_VBUILD);
  Store *s = chad->store;
  ChadBuild build = chad_vbuild_open(chad, g, t, reverse_term);
  uint32_t i = chad_bind(chad);
  TermId element = term_fst(s, chad_d(chad, build.ys.level, i, chad->v));
  chad_unbind(chad, 1);
  return chad_vbuild_close(chad, g, &build, term_case(s, chad->names.i, g->tangent, chad->v, element));
}

/*   D(length t) = let x = fst D(t) in ⟨length x, λ_v. 0_⟩ */
Dual reverse_length(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_LENGTH);
  Store *s = chad->store;
  DualLet x = chad_let_primal(chad, reverse_term(chad, g, t->kid[0]), chad->names.x);
  TermId linear = term_llam(s, type_linear_unit(&s->types), term_zero(s, g->tangent));
  TermId pair = term_pair(s, term_length(s, chad_x(chad, &x)), linear);
  return (Dual){chad_in_dual(chad, &x, pair), type_int(&s->types)};
}

/*   λ_v. let v = (case v of !i⊗v → let v = dᵢ•v in ⟨fst v, !i⊗(snd v)⟩) in fst v + z'•(snd v) */
TermId reverse_vec_map(Chad *chad, const Gamma *g, const DualLet *z, uint32_t ys) {
  RULE(REV_VEC_MAP);
  Store *s = chad->store;
  TypeId type = type_linear_prod(&s->types, g->tangent, chad_type2(chad, z->bound.type));
  uint32_t i = chad_bind(chad);
  TermId parts = term_pair(s, chad_part(chad, "f"), term_copower(s, chad_var(chad, i), chad_part(chad, "s")));
  TermId body = term_letv(s, chad_d(chad, ys, i, chad->v), parts);
  chad_unbind(chad, 1);
  TermId sum = term_plus(s, chad_part(chad, "f"), chad_dx(chad, z, chad_part(chad, "s")));
  return term_letv(s, term_case(s, chad->names.i, type, chad->v, body), sum);
}

/*   λ_v. let v = (case v of !i⊗v → let v = dᵢ•v in ⟨⟨fst (fst v), !i⊗(snd (fst v))⟩, !i⊗(snd v)⟩) in
 *     (fst (fst v) + a'•(snd (fst v))) + b'•(snd v) */
TermId reverse_vec_zipwith(Chad *chad, const Gamma *g, const DualLet *a, const DualLet *b, uint32_t ys) {
  RULE(REV_VEC_ZIPWITH);
  Store *s = chad->store;
  TypeId first = type_linear_prod(&s->types, g->tangent, chad_type2(chad, a->bound.type));
  TypeId type = type_linear_prod(&s->types, first, chad_type2(chad, b->bound.type));
  uint32_t i = chad_bind(chad);
  TermId at_a = term_copower(s, chad_var(chad, i), chad_part(chad, "sf"));
  TermId at_b = term_copower(s, chad_var(chad, i), chad_part(chad, "s"));
  TermId parts = term_pair(s, term_pair(s, chad_part(chad, "ff"), at_a), at_b);
  TermId body = term_letv(s, chad_d(chad, ys, i, chad->v), parts);
  chad_unbind(chad, 1);
  TermId sum = term_plus(s, chad_part(chad, "ff"), chad_dx(chad, a, chad_part(chad, "sf")));
  sum = term_plus(s, sum, chad_dx(chad, b, chad_part(chad, "s")));
  return term_letv(s, term_case(s, chad->names.i, type, chad->v, body), sum);
}

/* case v of !j⊗v → !is_j⊗v, for the indices at that level */
static TermId move_keys(Chad *chad, uint32_t indices, TypeId tangent) {
  Store *s = chad->store;
  uint32_t j = chad_bind(chad);
  TermId body = term_copower(s, term_index(s, chad_var(chad, j), chad_var(chad, indices)), chad->v);
  chad_unbind(chad, 1);
  return term_case(s, chad->names.i, tangent, chad->v, body);
}

/*   λ_v. x'•(case v of !j⊗v → !is_j⊗v) */
TermId reverse_vec_gather(Chad *chad, const ChadIndexed *open) {
  RULE(REV_VEC_GATHER);
  TypeId tangent = chad_type2(chad, open->array.bound.type);
  return chad_dx(chad, &open->array, move_keys(chad, open->indices.primal, tangent));
}

/*   D(filter (x.b) as) = let ⟨z,z'⟩ = D(as) in let ks = the indices kept in
 *     ⟨gather ks z, λ_v. z'•(case v of !j⊗v → !ks_j⊗v)⟩ */
Dual reverse_filter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_FILTER);
  ChadFilter filter = chad_filter_open(chad, g, t, reverse_term);
  TypeId tangent = chad_type2(chad, filter.array.bound.type);
  TermId linear = chad_dx(chad, &filter.array, move_keys(chad, filter.kept.level, tangent));
  return chad_filter_close(chad, g, &filter, linear);
}

/*   D(append a b) = let ⟨a,a'⟩ = D(a) in let ⟨b,b'⟩ = D(b) in ⟨append a b, λ_v. case v of !j⊗v →
 *     if j < length a then a'•(!j⊗v) else b'•(!(j - length a)⊗v)⟩ */
Dual reverse_append(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_APPEND);
  Store *s = chad->store;
  DualLet a = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet b = chad_let_dual(chad, reverse_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  uint32_t j = chad_bind(chad);
  TermId length = term_length(s, chad_x(chad, &a)), at = chad_var(chad, j);
  TermId first = chad_dx(chad, &a, term_copower(s, at, chad->v));
  TermId second = chad_dx(chad, &b, term_copower(s, chad_int_op(chad, OP_ISUB, at, length), chad->v));
  TermId body = term_if(s, chad_int_op(chad, OP_ILESS, at, length), first, second);
  chad_unbind(chad, 1);
  TermId linear = term_case(s, chad->names.i, g->tangent, chad->v, body);
  TermId primal = term_append(s, chad_x(chad, &a), chad_x(chad, &b));
  TermId pair = term_pair(s, primal, term_llam(s, chad_type2(chad, a.bound.type), linear));
  pair = chad_in_dual(chad, &b, pair);
  return (Dual){chad_in_dual(chad, &a, pair), a.bound.type};
}

/*   D(vscatter k is as) = let k = fst D(k) in let is = fst D(is) in let ⟨x,x'⟩ = D(as) in ⟨vscatter k is x,
 *     λ_v. x'•(case v of !i⊗v → bigsum (length is) (j. if is_j == i then !j⊗v else 0_))⟩ */
Dual reverse_vscatter(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_VSCATTER);
  Store *s = chad->store;
  ChadScatter scatter = chad_scatter_open(chad, g, t, reverse_term);
  TypeId tangent = chad_type2(chad, scatter.array.bound.type);
  uint32_t i = chad_bind(chad), j = chad_bind(chad);
  TermId entry = term_copower(s, chad_var(chad, j), chad->v);
  TermId body = chad_where_index(chad, &scatter, i, j, entry, tangent);
  chad_unbind(chad, 1);
  TermId linear = chad_dx(chad, &scatter.array, term_case(s, chad->names.i, tangent, chad->v, body));
  return chad_scatter_close(chad, g, &scatter, t, linear);
}
