/* What ->D and <-D of dynamic arrays share.  A Vec is a size and a function on its
 * indices, so CHAD's exponentials give its (co)tangents: forward the power
 * Int -> D(T)2, in reverse the copower !Int (x) D(T)2.  No zero needs a size. */
#include "ad/chad/transform.h"

TermId chad_int_op(Chad *chad, OpCode code, TermId i, TermId j) {
  Store *s = chad->store;
  return term_op(s, op_make(&s->ops, &s->types, code, 0, 0), i, j);
}

/* if index 0 == i then t else 0_, i being a term under one identifier less */
static TermId where_equal(Chad *chad, TermId i, TermId t, TypeId type) {
  Store *s = chad->store;
  TermId equal = chad_int_op(chad, OP_IEQUAL, term_var(s, 0), term_shift(s, i, 0, 1));
  return term_if(s, equal, t, term_zero(s, type));
}

TermId chad_at(Chad *chad, uint32_t n, TermId i, TermId t, TypeId type) {
  Store *s = chad->store;
  if (n != TYPE_DYNAMIC) return term_index(s, i, t);
  if (chad->mode == CHAD_FORWARD) return term_app(s, t, i);
  return term_case(s, chad->names.i, type, t, where_equal(chad, i, chad->v, type));
}

TermId chad_delta(Chad *chad, uint32_t n, TermId i, TermId t, TypeId type) {
  Store *s = chad->store;
  if (n != TYPE_DYNAMIC) return term_onehot(s, n, i, t);
  if (chad->mode == CHAD_REVERSE) return term_copower(s, i, t);
  TermId body = where_equal(chad, i, term_shift(s, t, 0, 1), type);
  return term_lam(s, chad->names.i, type_int(&s->types), body);
}

TermId chad_tabulate(Chad *chad, uint32_t n, TermId t) {
  Store *s = chad->store;
  if (n != TYPE_DYNAMIC) return term_build(s, chad->names.i, n, t);
  return term_lam(s, chad->names.i, type_int(&s->types), t);
}

/* λ_v. linear, from D(G)2 to D(T)2 or back. */
static TermId linear_half(Chad *chad, const Gamma *gamma, TypeId type, TermId linear) {
  TypeId domain = chad->mode == CHAD_FORWARD ? gamma->tangent : chad_type2(chad, type);
  return term_llam(chad->store, domain, linear);
}

ChadBuild chad_vbuild_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  Store *s = chad->store;
  Scope scope;
  ChadBuild build = {.count = chad_let_primal(chad, transform(chad, gamma, t->kid[0]), chad->names.x)};
  uint32_t i = chad_bind(chad);
  Gamma gamma_i = chad_extend(chad, gamma, &scope, type_int(&s->types), i);
  Dual body = transform(chad, &gamma_i, t->kid[1]);
  chad_unbind(chad, 1);
  build.type = type_vec(&s->types, body.type);
  TermId pairs = term_vbuild(s, chad_name(t->name, chad->names.i), chad_x(chad, &build.count), body.term);
  build.ys = chad_let(chad, chad->names.ys, pairs);
  return build;
}

Dual chad_vbuild_close(Chad *chad, const Gamma *gamma, const ChadBuild *build, TermId linear) {
  TermId primal = chad_primals(chad, build->ys.level, TYPE_DYNAMIC);
  TermId pair = term_pair(chad->store, primal, linear_half(chad, gamma, build->type, linear));
  pair = chad_in(chad, &build->ys, pair);
  return (Dual){chad_in_dual(chad, &build->count, pair), build->type};
}

ChadFilter chad_filter_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  Store *s = chad->store;
  Scope scope;
  ChadFilter filter = {.array = chad_let_dual(chad, transform(chad, gamma, t->kid[0]), chad->names.z, chad->names.dz)};
  TypeId element = type_element(&s->types, filter.array.bound.type);
  TermId all = term_vbuild(s, chad->names.i, term_length(s, chad_x(chad, &filter.array)), term_var(s, 0));
  uint32_t i = chad_bind(chad);
  TermId entry = term_index(s, chad_var(chad, i), chad_x(chad, &filter.array));
  Let x = chad_let(chad, chad_name(t->name, chad->names.x), entry);
  Gamma gamma_x = chad_extend(chad, gamma, &scope, element, x.level);
  TermId test = term_fst(s, transform(chad, &gamma_x, t->kid[1]).term);
  test = chad_in(chad, &x, test);
  chad_unbind(chad, 1);
  filter.kept = chad_let(chad, chad->names.y, term_filter(s, chad->names.i, test, all));
  return filter;
}

Dual chad_filter_close(Chad *chad, const Gamma *gamma, const ChadFilter *filter, TermId linear) {
  TypeId type = filter->array.bound.type;
  TermId primal = term_gather(chad->store, chad_var(chad, filter->kept.level), chad_x(chad, &filter->array));
  TermId pair = term_pair(chad->store, primal, linear_half(chad, gamma, type, linear));
  pair = chad_in(chad, &filter->kept, pair);
  return (Dual){chad_in_dual(chad, &filter->array, pair), type};
}

ChadScatter chad_scatter_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  ChadScatter scatter;
  scatter.count = chad_let_primal(chad, transform(chad, gamma, t->kid[0]), chad->names.x);
  scatter.indices = chad_let_primal(chad, transform(chad, gamma, t->kid[1]), chad->names.i);
  scatter.array = chad_let_dual(chad, transform(chad, gamma, t->kid[2]), chad->names.x, chad->names.dx);
  return scatter;
}

Dual chad_scatter_close(Chad *chad, const Gamma *gamma, const ChadScatter *scatter, const Term *t, TermId linear) {
  TypeId element = term_type_payload(t), type = scatter->array.bound.type;
  TermId count = chad_x(chad, &scatter->count), is = chad_x(chad, &scatter->indices);
  TermId primal = term_vscatter(chad->store, chad_type1(chad, element), count, is, chad_x(chad, &scatter->array));
  TermId pair = term_pair(chad->store, primal, linear_half(chad, gamma, type, linear));
  pair = chad_in_dual(chad, &scatter->array, pair);
  pair = chad_in_dual(chad, &scatter->indices, pair);
  return (Dual){chad_in_dual(chad, &scatter->count, pair), type};
}

TermId chad_where_index(Chad *chad, const ChadScatter *scatter, uint32_t i, uint32_t j, TermId t, TypeId type) {
  Store *s = chad->store;
  TermId at = term_index(s, chad_var(chad, j), chad_x(chad, &scatter->indices));
  TermId here = chad_int_op(chad, OP_IEQUAL, at, chad_var(chad, i));
  TermId body = term_if(s, here, t, term_zero(s, type));
  chad_unbind(chad, 1);
  return term_bigsum(s, chad->names.i, type, term_length(s, chad_x(chad, &scatter->indices)), body);
}
