/* Derivations of sums, iteration and array combinators. */
#include "semantics/chad/monoid/derive.h"

static TypeId type_of(const Derivation *d, int kid) { return d->kid[kid]->type; }
static TypeId integer(Deriver *dv) { return type_int(&dv->store->types); }
static TypeId element_of(Deriver *dv, TypeId array) { return type_element(&dv->store->types, array); }

static OWN_FRAME Status derive_injection(Deriver *dv, Derivation *d, const Term *t) {
  const TypeNode sum = *node_of(dv, term_type_payload(t));
  TRY(require(sum.kind == TYPE_SUM));
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(require(type_equal(type_of(d, 0), t->kind == TERM_INL ? sum.a : sum.b)));
  return conclude(d, term_type_payload(t));
}

static OWN_FRAME Status derive_roll(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TypeId mu = t->kind == TERM_ROLL ? term_type_payload(t) : type_of(d, 0);
  TRY(require(node_of(dv, mu)->kind == TYPE_MU));
  TypeId unrolled = type_unroll(&dv->store->types, mu);
  if (t->kind == TERM_UNROLL) return conclude(d, unrolled);
  TRY(require(type_equal(type_of(d, 0), unrolled)));
  return conclude(d, mu);
}

/* In either judgement: the branches are of it. */
static OWN_FRAME Status derive_match(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  const TypeNode sum = *node_of(dv, type_of(d, 0));
  TRY(require(sum.kind == TYPE_SUM));
  TRY(child_under(dv, d, 1, sum.a, d->domain, t->kid[1]));
  TRY(child_under(dv, d, 2, sum.b, d->domain, t->kid[2]));
  TRY(require(type_equal(type_of(d, 1), type_of(d, 2))));
  return conclude(d, type_of(d, 1));
}

static OWN_FRAME Status derive_iterate(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(child(dv, d, 1, no_type, t->kid[1]));
  TRY(child_under(dv, d, 2, type_of(d, 1), no_type, t->kid[2]));
  TRY(require(type_equal(type_of(d, 0), integer(dv)) && type_equal(type_of(d, 1), type_of(d, 2))));
  return conclude(d, type_of(d, 1));
}

static OWN_FRAME Status derive_while(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TypeId state = type_of(d, 0);
  TRY(child_under(dv, d, 1, state, no_type, t->kid[1]));
  TRY(child_under(dv, d, 2, state, no_type, t->kid[2]));
  TRY(require(type_equal(type_of(d, 1), type_bool(&dv->store->types)) && type_equal(type_of(d, 2), state)));
  return conclude(d, state);
}

static OWN_FRAME Status derive_fold(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(child(dv, d, 1, no_type, t->kid[1]));
  TypeId state = type_of(d, 0), element = element_of(dv, type_of(d, 1));
  uint32_t length = dv->length, n = node_of(dv, type_of(d, 1))->n;
  Status status = bind(dv, state);
  if (status == STATUS_OK) status = child_under(dv, d, 2, element, no_type, t->kid[2]);
  dv->length = length;
  if (status == STATUS_OK) status = require(type_equal(type_of(d, 2), state));
  if (status != STATUS_OK || t->kind == TERM_FOLD) return status == STATUS_OK ? conclude(d, state) : status;
  return conclude(d, type_array(&dv->store->types, state, type_length_after(n)));
}

static OWN_FRAME Status derive_total(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TypeId element = element_of(dv, type_of(d, 0));
  TRY(require(type_equal(element, term_type_payload(t)) && type_is_additive(&dv->store->types, element)));
  return conclude(d, element);
}

static OWN_FRAME Status derive_gather(Deriver *dv, Derivation *d, const Term *t) {
  TypeTable *types = &dv->store->types;
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(child(dv, d, 1, no_type, t->kid[1]));
  TypeId element = element_of(dv, type_of(d, 1));
  uint32_t m = node_of(dv, type_of(d, 0))->n, n = node_of(dv, type_of(d, 1))->n;
  TRY(require(type_equal(element_of(dv, type_of(d, 0)), integer(dv)) && !type_is_none(element)));
  TRY(require((m == TYPE_DYNAMIC) == (n == TYPE_DYNAMIC)));
  if (t->kind == TERM_GATHER) return conclude(d, type_array(types, element, m));
  bool fits = m == n && n != TYPE_DYNAMIC && type_is_additive(types, element);
  TRY(require(fits && type_equal(element_of(dv, term_type_payload(t)), element)));
  return conclude(d, term_type_payload(t));
}

static OWN_FRAME Status derive_letrec(Deriver *dv, Derivation *d, const Term *t) {
  const TypeNode function = *node_of(dv, term_type_payload(t));
  uint32_t length = dv->length;
  TRY(require(function.kind == TYPE_FUN));
  Status status = bind(dv, term_type_payload(t));
  if (status == STATUS_OK) status = child_under(dv, d, 0, function.a, no_type, t->kid[0]);
  if (status == STATUS_OK) status = require(type_equal(type_of(d, 0), function.b));
  if (status == STATUS_OK) status = child(dv, d, 1, no_type, t->kid[1]);
  dv->length = length;
  return status == STATUS_OK ? conclude(d, type_of(d, 1)) : status;
}

/* ------------------------------------------------------------ dynamic arrays -- */

static OWN_FRAME Status derive_vbuild(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(child_under(dv, d, 1, integer(dv), no_type, t->kid[1]));
  TRY(require(type_equal(type_of(d, 0), integer(dv))));
  return conclude(d, type_vec(&dv->store->types, type_of(d, 1)));
}

/* filter, append and length: of a Vec. */
static OWN_FRAME Status derive_of_vec(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  const TypeNode vec = *node_of(dv, type_of(d, 0));
  TRY(require(vec.kind == TYPE_VEC));
  if (t->kind == TERM_LENGTH) return conclude(d, integer(dv));
  if (t->kind == TERM_APPEND) {
    TRY(child(dv, d, 1, no_type, t->kid[1]));
    TRY(require(type_equal(type_of(d, 1), type_of(d, 0))));
  } else {
    TRY(child_under(dv, d, 1, vec.a, no_type, t->kid[1]));
    TRY(require(type_equal(type_of(d, 1), type_bool(&dv->store->types))));
  }
  return conclude(d, type_of(d, 0));
}

static OWN_FRAME Status derive_vscatter(Deriver *dv, Derivation *d, const Term *t) {
  TypeTable *types = &dv->store->types;
  TypeId element = term_type_payload(t), whole = type_vec(types, element);
  for (int i = 0; i < 3; i++) TRY(child(dv, d, i, no_type, t->kid[i]));
  bool counted = type_equal(type_of(d, 0), integer(dv)) && type_equal(type_of(d, 1), type_vec(types, integer(dv)));
  TRY(require(counted && type_equal(type_of(d, 2), whole) && type_is_additive(types, element)));
  return conclude(d, whole);
}

Status derive_control(Deriver *dv, Derivation *d, const Term *t) {
  switch ((int)t->kind) {
  case TERM_INL:
  case TERM_INR: return derive_injection(dv, d, t);
  case TERM_MATCH: return derive_match(dv, d, t);
  case TERM_ITERATE: return derive_iterate(dv, d, t);
  case TERM_WHILE: return derive_while(dv, d, t);
  case TERM_FOLD:
  case TERM_SCAN: return derive_fold(dv, d, t);
  case TERM_TOTAL: return derive_total(dv, d, t);
  case TERM_ROLL:
  case TERM_UNROLL: return derive_roll(dv, d, t);
  case TERM_LETREC: return derive_letrec(dv, d, t);
  case TERM_VBUILD: return derive_vbuild(dv, d, t);
  case TERM_LENGTH:
  case TERM_FILTER:
  case TERM_APPEND: return derive_of_vec(dv, d, t);
  case TERM_VSCATTER: return derive_vscatter(dv, d, t);
  default: return derive_gather(dv, d, t);
  }
}

Status derive_linear_control(Deriver *dv, Derivation *d, const Term *t) {
  if (t->kind == TERM_MATCH) return derive_match(dv, d, t);
  TRY(child(dv, d, 0, no_type, t->kid[0]));
  TRY(require(type_equal(type_of(d, 0), integer(dv))));
  if (t->kind == TERM_BIGSUM) {
    TRY(child_under(dv, d, 1, integer(dv), d->domain, t->kid[1]));
    TRY(require(type_equal(type_of(d, 1), term_type_payload(t))));
    return conclude(d, type_of(d, 1));
  }
  TRY(child(dv, d, 1, d->domain, t->kid[1]));
  TRY(child_under(dv, d, 2, integer(dv), type_of(d, 1), t->kid[2]));
  TRY(require(type_equal(type_of(d, 2), type_of(d, 1))));
  return conclude(d, type_of(d, 1));
}
