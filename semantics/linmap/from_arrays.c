/* The array forms of the shared source language, and conditionals. */
#include "semantics/linmap/from_source.h"

/* v[i] for an index that may be out of range. */
static const LmTerm *entry(FromSource *tr, const LmTerm *i, const LmTerm *v) {
  LmBuilder *b = tr->b;
  if (linmap_from_is_real(v)) {
    FromHeld held = linmap_from_hold(tr, v);
    v = linmap_from_release(tr, &held, lm_build(b, lm_fresh(b), lm_natural(b, 1), 1, held.use));
  }
  return lm_prim2(b, LM_PRIM_IX, i, v);
}
/* map (x. t, s): let v = s in build(sz v, \i. let x = v[i] in t) */
static const LmTerm *from_map(FromSource *tr, const FromScope *scope, const Term *t) {
  FromHeld v = linmap_from_hold(tr, linmap_from(tr, scope, t->kid[0]));
  uint32_t n = linmap_from_length(v.bound);
  LmSymbol i = lm_fresh(tr->b);
  FromScope inner = {scope, linmap_from_binder(tr, scope, t->name, t->kid[1], 1), linmap_from_element(v.bound)};
  if (v.bound == NULL) return NULL;
  const LmTerm *body = linmap_from(tr, &inner, t->kid[1]);
  const LmTerm *x = linmap_from_entry(tr, lm_var(tr->b, i, lm_nat(tr->b)), v.use);
  return linmap_from_release(tr, &v, linmap_from_build(tr, i, n, lm_let(tr->b, inner.x, x, body)));
}

/* Two arrays, then let x = a[i] in let y = b[i] in t.  b[i] does not see x. */
static const LmTerm *from_zipwith(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  FromHeld first = linmap_from_hold(tr, linmap_from(tr, scope, t->kid[0])),
           second = linmap_from_hold(tr, linmap_from(tr, scope, t->kid[1]));
  if (first.bound == NULL || second.bound == NULL) return NULL;
  LmSymbol i = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b));
  FromScope x = {scope, lm_fresh_named(b, t->name), linmap_from_element(first.bound)};
  FromScope y = {&x, lm_fresh_named(b, (NameId){t->payload}), linmap_from_element(second.bound)};
  const LmTerm *body = linmap_from(tr, &y, t->kid[2]);
  body = lm_let(b, y.x, linmap_from_entry(tr, index, second.use), body);
  body = lm_let(b, x.x, linmap_from_entry(tr, index, first.use), body);
  return linmap_from_release(
      tr, &first, linmap_from_release(tr, &second, linmap_from_build(tr, i, linmap_from_length(first.bound), body)));
}

static const LmTerm *from_build(FromSource *tr, const FromScope *scope, const Term *t) {
  FromScope inner = {scope, linmap_from_binder(tr, scope, t->name, t->kid[0], 1), lm_nat(tr->b)};
  return linmap_from_build(tr, inner.x, t->payload, linmap_from(tr, &inner, t->kid[0]));
}

static const LmTerm *from_index(FromSource *tr, const FromScope *scope, const Term *t) {
  const LmTerm *i = linmap_from(tr, scope, t->kid[0]);
  return entry(tr, i, linmap_from(tr, scope, t->kid[1]));
}

/* gather is as: build(sz is, \j. as[is[j]]) */
static const LmTerm *from_gather(FromSource *tr, const FromScope *scope, const Term *t) {
  FromHeld is = linmap_from_hold(tr, linmap_from(tr, scope, t->kid[0]));
  FromHeld as = linmap_from_hold(tr, linmap_from(tr, scope, t->kid[1]));
  if (is.bound == NULL || as.bound == NULL) return NULL;
  LmSymbol j = lm_fresh(tr->b);
  const LmTerm *i = lm_prim2(tr->b, LM_PRIM_IX, lm_var(tr->b, j, lm_nat(tr->b)), is.use);
  const LmTerm *body = linmap_from_build(tr, j, is.bound->type->n, entry(tr, i, as.use));
  return linmap_from_release(tr, &is, linmap_from_release(tr, &as, body));
}

/* fold (a x. t) s as: fold (\z. let a = pi1 z in let x = pi2 z in t) s as */
static const LmTerm *from_fold(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const LmTerm *acc = linmap_from(tr, scope, t->kid[0]), *v = linmap_from(tr, scope, t->kid[1]);
  if (acc == NULL || v == NULL) return NULL;
  if (linmap_from_is_real(v)) {
    FromHeld held = linmap_from_hold(tr, v);
    v = linmap_from_release(tr, &held, lm_build(b, lm_fresh(b), lm_natural(b, 1), 1, held.use));
  }
  FromScope a = {scope, lm_fresh_named(b, t->name), acc->type};
  FromScope x = {&a, lm_fresh_named(b, (NameId){t->payload}), v->type->part[0]};
  LmSymbol z = lm_fresh(b);
  const LmTerm *step = lm_var(b, z, lm_pair_type(b, a.type, x.type));
  const LmTerm *body = lm_let(b, x.x, lm_pi(b, 1, step), linmap_from(tr, &x, t->kid[2]));
  return lm_fold(b, z, lm_let(b, a.x, lm_pi(b, 0, step), body), acc, v);
}

/* iterate k (x. t) s, k a literal: fold (\z. let x = pi1 z in t) s (build(k, \i. ())) */
static const LmTerm *from_iterate(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const LmTerm *k = linmap_from(tr, scope, t->kid[0]), *s = linmap_from(tr, scope, t->kid[1]);
  if (k == NULL || s == NULL) return NULL;
  if (k->kind != LM_NAT || k->integer > TYPE_MAX_LENGTH) return linmap_from_refuse(tr, "iterate with a computed count");
  uint32_t n = k->integer < 0 ? 0 : (uint32_t)k->integer;
  const LmTerm *unit = lm_tuple(b, NULL, 0), *v = lm_build(b, lm_fresh(b), lm_natural(b, n), n, unit);
  FromScope x = {scope, linmap_from_binder(tr, scope, t->name, t->kid[2], 1), s->type};
  LmSymbol z = lm_fresh(b);
  const LmTerm *step = lm_var(b, z, lm_pair_type(b, s->type, unit == NULL ? NULL : unit->type));
  return lm_fold(b, z, lm_let(b, x.x, lm_pi(b, 0, step), linmap_from(tr, &x, t->kid[2])), s, v);
}

static const LmTerm *from_total(FromSource *tr, const FromScope *scope, const Term *t) {
  const LmTerm *v = linmap_from(tr, scope, t->kid[0]);
  return linmap_from_is_real(v) ? v : lm_prim(tr->b, LM_PRIM_SUM, v);
}

/* inl () and inr (): 0 == 0 and 0 == 1. */
static const LmTerm *from_truth(FromSource *tr, const Term *t, bool holds) {
  if (t->payload != type_bool(&tr->b->store->types).id) return linmap_from_refuse(tr, "sums other than truth values");
  return lm_prim2(tr->b, LM_PRIM_EQ, lm_natural(tr->b, 0), lm_natural(tr->b, holds ? 0 : 1));
}

/* case r of {inl x -> t; inr y -> s}, r : 1 + 1: if r then let x = () in t else let y = () in s */
static const LmTerm *from_match(FromSource *tr, const FromScope *scope, const Term *t) {
  LmBuilder *b = tr->b;
  const LmTerm *test = linmap_from(tr, scope, t->kid[0]), *unit = lm_tuple(b, NULL, 0);
  if (test == NULL || unit == NULL) return NULL;
  FromScope x = {scope, lm_fresh_named(b, t->name), unit->type};
  FromScope y = {scope, lm_fresh_named(b, (NameId){t->payload}), unit->type};
  const LmTerm *yes = linmap_from(tr, &x, t->kid[1]), *no = linmap_from(tr, &y, t->kid[2]);
  if (yes == NULL || no == NULL) return NULL;
  if (linmap_occurs(yes, x.x)) yes = lm_let(b, x.x, unit, yes);
  if (linmap_occurs(no, y.x)) no = lm_let(b, y.x, unit, no);
  return lm_if(b, test, yes, no);
}

const LmTerm *linmap_from_array(FromSource *tr, const FromScope *scope, const Term *t) {
  if (t->kind == TERM_MAP) return from_map(tr, scope, t);
  if (t->kind == TERM_ZIPWITH) return from_zipwith(tr, scope, t);
  if (t->kind == TERM_BUILD) return from_build(tr, scope, t);
  if (t->kind == TERM_INDEX) return from_index(tr, scope, t);
  if (t->kind == TERM_GATHER) return from_gather(tr, scope, t);
  if (t->kind == TERM_FOLD) return from_fold(tr, scope, t);
  if (t->kind == TERM_ITERATE) return from_iterate(tr, scope, t);
  if (t->kind == TERM_TOTAL) return from_total(tr, scope, t);
  if (t->kind == TERM_INL || t->kind == TERM_INR) return from_truth(tr, t, t->kind == TERM_INL);
  if (t->kind == TERM_MATCH) return from_match(tr, scope, t);
  return linmap_from_refuse(tr, "this form");
}
