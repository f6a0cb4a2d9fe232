/* ->D on arrays: CHAD 10, and the extension's rules for static arrays, in which
 * the D-pairs of the elements are computed once and kept in an array ys, and
 * d_i = snd (index i ys). */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

/*   D(map(x.t, s)) = let y = λx. D_{G,x}(t) in let ⟨z,z'⟩ = D(s) in
 *                    ⟨map(x. fst (y x), z), λ_v. Dmap(x. (snd (y x))•v, z, v. z'•v; v)⟩ */
static Dual map_real(Chad *chad, const Gamma *g, const MapParts *map) {
  RULE(FWD_MAP);
  Store *s = chad->store;
  TypeId real = type_real(&s->types, 1);
  Let y = chad_let(chad, chad->names.y, term_lam(s, map->x, real, map->body.term));
  DualLet z = chad_let_dual(chad, map->array, chad->names.z, chad->names.dz);
  (void)chad_bind(chad);
  TermId y_x = term_app(s, chad_var(chad, y.level), term_var(s, 0));
  chad_unbind(chad, 1);
  TermId primal = term_map(s, map->x, term_fst(s, y_x), chad_x(chad, &z));
  TermId derivative = term_lapp(s, term_snd(s, y_x), chad->v);
  TermId linear = term_dmap(s, map->x, derivative, chad_x(chad, &z), chad_dx(chad, &z, chad->v), chad->v);
  TermId pair = term_pair(s, primal, term_llam(s, g->tangent, linear));
  pair = chad_in_dual(chad, &z, pair);
  return (Dual){chad_in(chad, &y, pair), map->array.type};
}

/*   D(map(x.t, s)) = let ⟨z,z'⟩ = D(s) in let ys = map(x. D_{G,x}(t), z) in
 *     ⟨build n (i. fst (index i ys)), λ_v. let v = ⟨v, z'•v⟩ in build n (i. dᵢ•⟨fst v, index i (snd v)⟩)⟩
 *   of a Vec                        λ_v. let v = ⟨v, z'•v⟩ in λi. dᵢ•⟨fst v, (snd v) i⟩ */
static Dual map_any(Chad *chad, const Gamma *g, MapParts *map) {
  Store *s = chad->store;
  TermId v = chad->v;
  uint32_t n = chad_length(chad, map->array.type);
  if (n == TYPE_DYNAMIC)
    RULE(FWD_VEC_MAP);
  else
    RULE(FWD_MAP_ANY);
  TypeId tangent = chad_type2(chad, type_element(&s->types, map->array.type));
  chad_map_move(chad, map);
  DualLet z = chad_let_dual(chad, map->array, chad->names.z, chad->names.dz);
  Let ys = chad_let(chad, chad->names.ys, term_map(s, map->x, map->body.term, chad_x(chad, &z)));
  uint32_t i = chad_bind(chad);
  TermId entry = chad_at(chad, n, chad_var(chad, i), term_snd(s, v), tangent);
  TermId element = chad_d(chad, ys.level, i, term_pair(s, term_fst(s, v), entry));
  chad_unbind(chad, 1);
  TermId linear = chad_tabulate(chad, n, element);
  linear = term_letv(s, term_pair(s, v, chad_dx(chad, &z, v)), linear);
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), term_llam(s, g->tangent, linear));
  pair = chad_in(chad, &ys, pair);
  return (Dual){chad_in_dual(chad, &z, pair), type_array(&s->types, map->body.type, n)};
}

Dual forward_map(Chad *chad, const Gamma *g, const Term *t) {
  MapParts map = chad_map_parts(chad, g, t, forward_term);
  return map.real ? map_real(chad, g, &map) : map_any(chad, g, &map);
}

/*   D(zipWith(x y.t, a, b)) = let ⟨a,a'⟩ = D(a) in let ⟨b,b'⟩ = D(b) in let ys = zipWith(x y. D_{G,x,y}(t), a, b) in
 *     ⟨build n (i. fst (index i ys)), λ_v. let v = ⟨⟨v,a'•v⟩,b'•v⟩ in
 *       build n (i. dᵢ•⟨⟨fst (fst v), index i (snd (fst v))⟩, index i (snd v)⟩)⟩,   of Vec
 *       λi. dᵢ•⟨⟨fst (fst v), (snd (fst v)) i⟩, (snd v) i⟩ */
Dual forward_zipwith(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  TermId v = chad->v;
  DualLet a = chad_let_dual(chad, forward_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet b = chad_let_dual(chad, forward_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  uint32_t n = chad_length(chad, a.bound.type);
  if (n == TYPE_DYNAMIC)
    RULE(FWD_VEC_ZIPWITH);
  else
    RULE(FWD_ZIPWITH);
  TypeId x = chad_type2(chad, type_element(&s->types, a.bound.type));
  TypeId y = chad_type2(chad, type_element(&s->types, b.bound.type));
  ZipBody zip = chad_zip_body(chad, g, t, a.bound.type, b.bound.type, forward_term);
  Let ys =
      chad_let(chad, chad->names.ys, term_zipwith(s, zip.x, zip.y, zip.body.term, chad_x(chad, &a), chad_x(chad, &b)));
  uint32_t i = chad_bind(chad);
  TermId entry_a = chad_at(chad, n, chad_var(chad, i), term_snd(s, term_fst(s, v)), x);
  TermId entry_b = chad_at(chad, n, chad_var(chad, i), term_snd(s, v), y);
  TermId argument = term_pair(s, term_pair(s, term_fst(s, term_fst(s, v)), entry_a), entry_b);
  TermId element = chad_d(chad, ys.level, i, argument);
  chad_unbind(chad, 1);
  TermId linear = chad_tabulate(chad, n, element);
  TermId tangents = term_pair(s, term_pair(s, v, chad_dx(chad, &a, v)), chad_dx(chad, &b, v));
  linear = term_letv(s, tangents, linear);
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), term_llam(s, g->tangent, linear));
  pair = chad_in(chad, &ys, pair);
  pair = chad_in_dual(chad, &b, pair);
  return (Dual){chad_in_dual(chad, &a, pair), type_array(&s->types, zip.body.type, n)};
}

/*   D(build n (i.t)) = let ys = build n (i. D_{G,i}(t)) in
 *     ⟨build n (i. fst (index i ys)), λ_v. build n (i. dᵢ•⟨v,⟨⟩⟩)⟩ */
Dual forward_build(Chad *chad, const Gamma *g, const Term *t) {
  RULE(FWD_BUILD);
  Store *s = chad->store;
  uint32_t n = t->payload;
  Dual body = chad_build_body(chad, g, t, forward_term);
  Let ys = chad_let(chad, chad->names.ys, term_build(s, chad_name(t->name, chad->names.i), n, body.term));
  uint32_t i = chad_bind(chad);
  TermId element = chad_d(chad, ys.level, i, term_pair(s, chad->v, term_unit(s)));
  chad_unbind(chad, 1);
  TermId linear = term_llam(s, g->tangent, term_build(s, chad->names.i, n, element));
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), linear);
  return (Dual){chad_in(chad, &ys, pair), type_array(&s->types, body.type, n)};
}

/*   D(index i a) = let i = fst D(i) in let ⟨a,a'⟩ = D(a) in ⟨index i a, λ_v. index i (a'•v)⟩,
 *   of a Vec ⟨index i a, λ_v. (a'•v) i⟩ */
Dual forward_index(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  DualLet i = chad_let_primal(chad, forward_term(chad, g, t->kid[0]), chad->names.i);
  DualLet a = chad_let_dual(chad, forward_term(chad, g, t->kid[1]), chad->names.x, chad->names.dx);
  TypeId type = type_element(&s->types, a.bound.type);
  uint32_t n = chad_length(chad, a.bound.type);
  if (n == TYPE_DYNAMIC)
    RULE(FWD_VEC_INDEX);
  else
    RULE(FWD_INDEX);
  TermId linear = chad_at(chad, n, chad_x(chad, &i), chad_dx(chad, &a, chad->v), chad_type2(chad, type));
  TermId pair = term_pair(s, term_index(s, chad_x(chad, &i), chad_x(chad, &a)), term_llam(s, g->tangent, linear));
  pair = chad_in_dual(chad, &a, pair);
  return (Dual){chad_in_dual(chad, &i, pair), type};
}
