/* <-D on arrays: CHAD 10, and the extension's rules for static arrays, in which
 * the D-pairs of the elements are computed once and kept in an array ys, and
 * d_i = snd (index i ys). */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

static const TermKind path_fst[] = {TERM_FST}, path_snd[] = {TERM_SND};
static const TermKind path_fst_fst[] = {TERM_FST, TERM_FST}, path_fst_snd[] = {TERM_FST, TERM_SND};

/*   build n (i. dᵢ•(index i v)) */
static TermId pull_back(Chad *chad, uint32_t ys, uint32_t n) {
  Store *s = chad->store;
  uint32_t i = chad_bind(chad);
  TermId element = chad_d(chad, ys, i, term_index(s, chad_var(chad, i), chad->v));
  chad_unbind(chad, 1);
  return term_build(s, chad->names.i, n, element);
}

/*   D(map(x.t, s)) = let y = λx. D_{G,x}(t) in let ⟨z,z'⟩ = D(s) in
 *                    ⟨map(x. fst (y x), z), λ_v. Dmapᵗ(x. (snd (y x))•v, z, v. z'•v; v)⟩ */
static Dual map_real(Chad *chad, const MapParts *map) {
  RULE(REV_MAP);
  Store *s = chad->store;
  TypeId real = type_real(&s->types, 1);
  Let y = chad_let(chad, chad->names.y, term_lam(s, map->x, real, map->body.term));
  DualLet z = chad_let_dual(chad, map->array, chad->names.z, chad->names.dz);
  (void)chad_bind(chad);
  TermId y_x = term_app(s, chad_var(chad, y.level), term_var(s, 0));
  chad_unbind(chad, 1);
  TermId primal = term_map(s, map->x, term_fst(s, y_x), chad_x(chad, &z));
  TermId derivative = term_lapp(s, term_snd(s, y_x), chad->v);
  TermId linear = term_dmapt(s, map->x, derivative, chad_x(chad, &z), chad_dx(chad, &z, chad->v), chad->v);
  TermId pair = term_pair(s, primal, term_llam(s, chad_type2(chad, map->array.type), linear));
  pair = chad_in_dual(chad, &z, pair);
  return (Dual){chad_in(chad, &y, pair), map->array.type};
}

static TermId map_linear(Chad *chad, const DualLet *z, uint32_t ys, uint32_t n) {
  RULE(REV_MAP_ANY);
  Store *s = chad->store;
  TermId context = term_lsum(s, chad_unzip(chad, n, path_fst, 1));
  TermId sum = term_plus(s, context, chad_dx(chad, z, chad_unzip(chad, n, path_snd, 1)));
  return term_letv(s, pull_back(chad, ys, n), sum);
}

/*   D(map(x.t, s)) = let ⟨z,z'⟩ = D(s) in let ys = map(x. D_{G,x}(t), z) in
 *     ⟨build n (i. fst (index i ys)), λ_v. let v = build n (i. dᵢ•(index i v)) in
 *       sum (build n (i. fst (index i v))) + z'•(build n (i. snd (index i v)))⟩ */
static Dual map_any(Chad *chad, const Gamma *g, MapParts *map) {
  Store *s = chad->store;
  uint32_t n = chad_length(chad, map->array.type);
  TypeId type = type_array(&s->types, map->body.type, n);
  chad_map_move(chad, map);
  DualLet z = chad_let_dual(chad, map->array, chad->names.z, chad->names.dz);
  Let ys = chad_let(chad, chad->names.ys, term_map(s, map->x, map->body.term, chad_x(chad, &z)));
  TermId linear = n == TYPE_DYNAMIC ? reverse_vec_map(chad, g, &z, ys.level) : map_linear(chad, &z, ys.level, n);
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), term_llam(s, chad_type2(chad, type), linear));
  pair = chad_in(chad, &ys, pair);
  return (Dual){chad_in_dual(chad, &z, pair), type};
}

Dual reverse_map(Chad *chad, const Gamma *g, const Term *t) {
  MapParts map = chad_map_parts(chad, g, t, reverse_term);
  return map.real ? map_real(chad, &map) : map_any(chad, g, &map);
}

static TermId zip_linear(Chad *chad, const DualLet *a, const DualLet *b, uint32_t ys, uint32_t n) {
  RULE(REV_ZIPWITH);
  Store *s = chad->store;
  TermId sum = term_lsum(s, chad_unzip(chad, n, path_fst_fst, 2));
  sum = term_plus(s, sum, chad_dx(chad, a, chad_unzip(chad, n, path_fst_snd, 2)));
  sum = term_plus(s, sum, chad_dx(chad, b, chad_unzip(chad, n, path_snd, 1)));
  return term_letv(s, pull_back(chad, ys, n), sum);
}

/*   D(zipWith(x y.t, a, b)) = let ⟨a,a'⟩ = D(a) in let ⟨b,b'⟩ = D(b) in let ys = zipWith(x y. D_{G,x,y}(t), a, b) in
 *     ⟨build n (i. fst (index i ys)), λ_v. let v = build n (i. dᵢ•(index i v)) in
 *       sum (build n (i. fst (fst (index i v)))) + a'•(build n (i. snd (fst (index i v))))
 *       + b'•(build n (i. snd (index i v)))⟩ */
Dual reverse_zipwith(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  DualLet a = chad_let_dual(chad, reverse_term(chad, g, t->kid[0]), chad->names.x, chad->names.dx);
  DualLet b = chad_let_dual(chad, reverse_term(chad, g, t->kid[1]), chad->names.y, chad->names.dy);
  uint32_t n = chad_length(chad, a.bound.type);
  ZipBody zip = chad_zip_body(chad, g, t, a.bound.type, b.bound.type, reverse_term);
  TypeId type = type_array(&s->types, zip.body.type, n);
  Let ys =
      chad_let(chad, chad->names.ys, term_zipwith(s, zip.x, zip.y, zip.body.term, chad_x(chad, &a), chad_x(chad, &b)));
  TermId linear =
      n == TYPE_DYNAMIC ? reverse_vec_zipwith(chad, g, &a, &b, ys.level) : zip_linear(chad, &a, &b, ys.level, n);
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), term_llam(s, chad_type2(chad, type), linear));
  pair = chad_in(chad, &ys, pair);
  pair = chad_in_dual(chad, &b, pair);
  return (Dual){chad_in_dual(chad, &a, pair), type};
}

/*   D(build n (i.t)) = let ys = build n (i. D_{G,i}(t)) in
 *     ⟨build n (i. fst (index i ys)), λ_v. sum (build n (i. fst (dᵢ•(index i v))))⟩ */
Dual reverse_build(Chad *chad, const Gamma *g, const Term *t) {
  RULE(REV_BUILD);
  Store *s = chad->store;
  uint32_t n = t->payload;
  Dual body = chad_build_body(chad, g, t, reverse_term);
  TypeId type = type_array(&s->types, body.type, n);
  Let ys = chad_let(chad, chad->names.ys, term_build(s, chad_name(t->name, chad->names.i), n, body.term));
  uint32_t i = chad_bind(chad);
  TermId element = term_fst(s, chad_d(chad, ys.level, i, term_index(s, chad_var(chad, i), chad->v)));
  chad_unbind(chad, 1);
  TermId linear = term_lsum(s, term_build(s, chad->names.i, n, element));
  TermId pair = term_pair(s, chad_primals(chad, ys.level, n), term_llam(s, chad_type2(chad, type), linear));
  return (Dual){chad_in(chad, &ys, pair), type};
}

/*   D(index i a) = let i = fst D(i) in let ⟨a,a'⟩ = D(a) in ⟨index i a, λ_v. a'•(onehot n i v)⟩,
 *   of a Vec ⟨index i a, λ_v. a'•(!i⊗v)⟩ */
Dual reverse_index(Chad *chad, const Gamma *g, const Term *t) {
  Store *s = chad->store;
  DualLet i = chad_let_primal(chad, reverse_term(chad, g, t->kid[0]), chad->names.i);
  DualLet a = chad_let_dual(chad, reverse_term(chad, g, t->kid[1]), chad->names.x, chad->names.dx);
  TypeId type = type_element(&s->types, a.bound.type);
  uint32_t n = chad_length(chad, a.bound.type);
  if (n == TYPE_DYNAMIC)
    RULE(REV_VEC_INDEX);
  else
    RULE(REV_INDEX);
  TermId onehot = chad_delta(chad, n, chad_x(chad, &i), chad->v, chad_type2(chad, type));
  TermId linear = term_llam(s, chad_type2(chad, type), chad_dx(chad, &a, onehot));
  TermId pair = term_pair(s, term_index(s, chad_x(chad, &i), chad_x(chad, &a)), linear);
  pair = chad_in_dual(chad, &a, pair);
  return (Dual){chad_in_dual(chad, &i, pair), type};
}
