/* What ->D and <-D of sums, iteration and folds share: the extension's rules, in
 * which only the linear halves differ. */
#include "ad/chad/transform.h"
#include "semantics/core/rules.h"

#include <string.h>

TermId chad_part(Chad *chad, const char *path) {
  TermId t = chad->v;
  for (size_t i = strlen(path); i-- > 0;) t = path[i] == 'f' ? term_fst(chad->store, t) : term_snd(chad->store, t);
  return t;
}

TermId chad_int(Chad *chad, int64_t k) {
  Store *s = chad->store;
  return term_op(s, op_make_int(&s->ops, &s->types, k), TERM_NONE_ID, TERM_NONE_ID);
}

TermId chad_int_plus(Chad *chad, TermId t, int64_t k) {
  Store *s = chad->store;
  return term_op(s, op_make(&s->ops, &s->types, OP_IADD, 0, 0), t, chad_int(chad, k));
}

DualLet chad_branch(Chad *chad, const Gamma *gamma, Scope *scope, TypeId bound, TermId t, ChadTransform transform) {
  Gamma gamma_x = chad_extend(chad, gamma, scope, bound, chad_bind(chad));
  // cppcheck-suppress returnDanglingLifetime ; a DualLet holds ids, no Gamma
  return chad_let_dual(chad, transform(chad, &gamma_x, t), chad->names.y, chad->names.dy);
}

/* --------------------------------------------------------------- iteration -- */

/*   p.step = let x = fst p in let ⟨z,z'⟩ = D_{G,x}(t) in ⟨z, step of x' = snd p and z'⟩, under p */
static TermId iteration_step(Chad *chad, const Gamma *gamma, NameId name, TypeId type, TermId t,
                             ChadTransform transform, ChadStep step) {
  Store *s = chad->store;
  Scope scope;
  uint32_t p = chad_bind(chad);
  Let x = chad_let(chad, chad_name(name, chad->names.x), term_fst(s, chad_var(chad, p)));
  Gamma gamma_x = chad_extend(chad, gamma, &scope, type, x.level);
  DualLet z = chad_let_dual(chad, transform(chad, &gamma_x, t), chad->names.z, chad->names.dz);
  TermId linear = step(chad, gamma, term_snd(s, chad_var(chad, p)), &z);
  TermId body = term_pair(s, chad_x(chad, &z), linear);
  body = chad_in_dual(chad, &z, body);
  body = chad_in(chad, &x, body);
  chad_unbind(chad, 1);
  return body;
}

/*   D(iterate k (x.t) s) = iterate (fst D(k)) (p.step) D(s) */
Dual chad_iterate(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform, ChadStep step) {
  Store *s = chad->store;
  Dual count = transform(chad, gamma, t->kid[0]), start = transform(chad, gamma, t->kid[1]);
  TermId body = iteration_step(chad, gamma, t->name, start.type, t->kid[2], transform, step);
  return (Dual){term_iterate(s, chad->names.pair, term_fst(s, count.term), body, start.term), start.type};
}

/*   D(while (x.b) (x.t) s) = while (p. let x = fst p in fst D_{G,x}(b)) (p.step) D(s) */
Dual chad_while(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform, ChadStep step) {
  Store *s = chad->store;
  Scope scope;
  Dual start = transform(chad, gamma, t->kid[0]);
  uint32_t p = chad_bind(chad);
  Let x = chad_let(chad, chad_name(t->name, chad->names.x), term_fst(s, chad_var(chad, p)));
  Gamma gamma_x = chad_extend(chad, gamma, &scope, start.type, x.level);
  TermId guard = chad_in(chad, &x, term_fst(s, transform(chad, &gamma_x, t->kid[1]).term));
  chad_unbind(chad, 1);
  TermId body = iteration_step(chad, gamma, t->name, start.type, t->kid[2], transform, step);
  return (Dual){term_while(s, chad->names.pair, guard, body, start.term), start.type};
}

/* ------------------------------------------------------------ fold and scan -- */

/* p x. let a = fst p in D_{G,a,x}(t), under p and x */
static TermId fold_body(Chad *chad, const Gamma *gamma, const Term *t, TypeId state, TypeId element,
                        ChadTransform transform, TypeId *tangents) {
  Scope scope_a, scope_x;
  uint32_t p = chad_bind(chad), x = chad_bind(chad);
  Let a = chad_let(chad, chad_name(t->name, chad->names.x), term_fst(chad->store, chad_var(chad, p)));
  Gamma gamma_a = chad_extend(chad, gamma, &scope_a, state, a.level);
  Gamma gamma_x = chad_extend(chad, &gamma_a, &scope_x, element, x);
  *tangents = gamma_x.tangent;
  TermId body = chad_in(chad, &a, transform(chad, &gamma_x, t->kid[2]).term);
  chad_unbind(chad, 2);
  return body;
}

ChadFold chad_fold_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  Store *s = chad->store;
  ChadFold fold = {.n = 0};
  fold.start = chad_let_dual(chad, transform(chad, gamma, t->kid[0]), chad->names.x, chad->names.dx);
  fold.array = chad_let_dual(chad, transform(chad, gamma, t->kid[1]), chad->names.z, chad->names.dz);
  fold.state = fold.start.bound.type;
  fold.element = type_element(&s->types, fold.array.bound.type);
  fold.n = chad_length(chad, fold.array.bound.type);
  TypeId tangents = {0};
  TermId body = fold_body(chad, gamma, t, fold.state, fold.element, transform, &tangents);
  TypeId state = chad_type2(chad, fold.state);
  bool forward = chad->mode == CHAD_FORWARD;
  TermId none = term_llam(s, forward ? tangents : state, term_zero(s, forward ? state : tangents));
  TermId start = term_pair(s, chad_x(chad, &fold.start), none);
  NameId element = chad_name((NameId){t->payload}, chad->names.y);
  fold.ys =
      chad_let(chad, chad->names.ys, term_scan(s, chad->names.pair, element, body, start, chad_x(chad, &fold.array)));
  return fold;
}

TermId chad_fold_step(Chad *chad, const ChadFold *fold, TermId i, TermId t) {
  Store *s = chad->store;
  TermId pair = term_index(s, chad_int_plus(chad, i, 1), chad_var(chad, fold->ys.level));
  return term_lapp(s, term_snd(s, pair), t);
}

TermId chad_fold_count(Chad *chad, const ChadFold *fold) {
  return fold->n == TYPE_DYNAMIC ? term_length(chad->store, chad_x(chad, &fold->array)) : chad_int(chad, fold->n);
}

Dual chad_fold_close(Chad *chad, const Gamma *gamma, const ChadFold *fold, bool scan, TermId linear) {
  Store *s = chad->store;
  uint32_t prefixes = type_length_after(fold->n);
  TypeId type = scan ? type_array(&s->types, fold->state, prefixes) : fold->state;
  TermId last = term_fst(s, term_index(s, chad_fold_count(chad, fold), chad_var(chad, fold->ys.level)));
  TermId primal = scan ? chad_primals(chad, fold->ys.level, prefixes) : last;
  TypeId domain = chad->mode == CHAD_FORWARD ? gamma->tangent : chad_type2(chad, type);
  TermId pair = term_pair(s, primal, term_llam(s, domain, linear));
  pair = chad_in(chad, &fold->ys, pair);
  pair = chad_in_dual(chad, &fold->array, pair);
  return (Dual){chad_in_dual(chad, &fold->start, pair), type};
}

/* ------------------------------------------------------- gather and scatter -- */

ChadIndexed chad_indexed_open(Chad *chad, const Gamma *gamma, const Term *t, ChadTransform transform) {
  TypeTable *types = &chad->store->types;
  ChadIndexed open;
  open.indices = chad_let_primal(chad, transform(chad, gamma, t->kid[0]), chad->names.i);
  open.array = chad_let_dual(chad, transform(chad, gamma, t->kid[1]), chad->names.x, chad->names.dx);
  open.m = chad_length(chad, open.indices.bound.type);
  if (t->kind == TERM_GATHER) {
    open.n = chad_length(chad, open.array.bound.type);
    open.type = type_array(types, type_element(types, open.array.bound.type), open.m);
  } else {
    open.type = term_type_payload(t);
    open.n = chad_length(chad, open.type);
  }
  return open;
}

Dual chad_indexed_close(Chad *chad, const Gamma *gamma, const ChadIndexed *open, TermKind kind, TermId linear) {
  Store *s = chad->store;
  TermId is = chad_x(chad, &open->indices), array = chad_x(chad, &open->array);
  TermId primal =
      kind == TERM_GATHER ? term_gather(s, is, array) : term_scatter(s, chad_type1(chad, open->type), is, array);
  TypeId domain = chad->mode == CHAD_FORWARD ? gamma->tangent : chad_type2(chad, open->type);
  TermId pair = term_pair(s, primal, term_llam(s, domain, linear));
  pair = chad_in_dual(chad, &open->array, pair);
  return (Dual){chad_in_dual(chad, &open->indices, pair), open->type};
}

TermId chad_read_at(Chad *chad, const ChadIndexed *open) {
  Store *s = chad->store;
  uint32_t j = chad_bind(chad);
  TermId at = term_index(s, chad_var(chad, j), chad_x(chad, &open->indices));
  TermId body = chad_at(chad, open->n, at, chad->v, chad_type2(chad, type_element(&s->types, open->type)));
  chad_unbind(chad, 1);
  return chad_tabulate(chad, open->m, body);
}

TermId chad_add_at(Chad *chad, const ChadIndexed *open) {
  Store *s = chad->store;
  uint32_t j = chad_bind(chad);
  TermId at = term_index(s, chad_var(chad, j), chad_x(chad, &open->indices));
  TermId body = term_onehot(s, open->n, at, term_index(s, chad_var(chad, j), chad->v));
  chad_unbind(chad, 1);
  return term_lsum(s, term_build(s, chad->names.i, open->m, body));
}
