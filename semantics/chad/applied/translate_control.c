/* The translation of sums, iteration and array combinators: to themselves. */
#include "semantics/chad/applied/translate.h"

static OWN_FRAME Status give_annotated(Translator *tr, AppliedTerm term, TypeId annotation, TypeId type, Judged *out) {
  if (type.id == 0 || annotation.id == 0) return STATUS_ILL_TYPED;
  term.type = applied_translate_type(tr->tables, tr->store, annotation);
  return term.type.id == 0 ? STATUS_LIMIT : applied_give(tr, term, type, out);
}

/* t^T under one more identifier. */
static OWN_FRAME Status under(Translator *tr, TypeId bound, TermId t, Judged *out) {
  TRY(applied_push(tr, bound));
  TRY(applied_cartesian(tr, t, out));
  applied_pop(tr);
  return STATUS_OK;
}

/* The same, of the type expected. */
static OWN_FRAME Status check_under(Translator *tr, TypeId bound, TermId t, TypeId expected, Judged *out) {
  TRY(under(tr, bound, t, out));
  return type_equal(out->type, expected) ? STATUS_OK : STATUS_ILL_TYPED;
}

static OWN_FRAME Status translate_injection(Translator *tr, const Term *t, Judged *out) {
  TypeId sum = term_type_payload(t), a, b;
  Judged component;
  bool left = t->kind == TERM_INL;
  TRY(applied_expect(tr, sum, TYPE_SUM, &a, &b));
  TRY(applied_cartesian(tr, t->kid[0], &component));
  if (!type_equal(component.type, left ? a : b)) return STATUS_ILL_TYPED;
  AppliedTerm term = {.kind = left ? APPLIED_INL : APPLIED_INR, .kid = {component.term}};
  return give_annotated(tr, term, sum, sum, out);
}

static OWN_FRAME Status translate_match(Translator *tr, const Term *t, Judged *out) {
  Judged sum, left, right;
  TypeId a, b;
  TRY(applied_cartesian(tr, t->kid[0], &sum));
  TRY(applied_expect(tr, sum.type, TYPE_SUM, &a, &b));
  TRY(under(tr, a, t->kid[1], &left));
  TRY(check_under(tr, b, t->kid[2], left.type, &right));
  AppliedTerm term = {.kind = APPLIED_MATCH, .kid = {sum.term, left.term, right.term}};
  return applied_give(tr, term, left.type, out);
}

static OWN_FRAME Status translate_iterate(Translator *tr, const Term *t, Judged *out) {
  Judged count, start, body;
  TRY(applied_cartesian(tr, t->kid[0], &count));
  TRY(applied_cartesian(tr, t->kid[1], &start));
  if (type_kind(&tr->store->types, count.type) != TYPE_INT) return STATUS_ILL_TYPED;
  TRY(check_under(tr, start.type, t->kid[2], start.type, &body));
  AppliedTerm term = {.kind = APPLIED_ITERATE, .kid = {count.term, start.term, body.term}};
  return applied_give(tr, term, start.type, out);
}

static OWN_FRAME Status translate_while(Translator *tr, const Term *t, Judged *out) {
  Judged start, guard, body;
  TRY(applied_cartesian(tr, t->kid[0], &start));
  TRY(check_under(tr, start.type, t->kid[1], type_bool(&tr->store->types), &guard));
  TRY(check_under(tr, start.type, t->kid[2], start.type, &body));
  AppliedTerm term = {.kind = APPLIED_WHILE, .kid = {start.term, guard.term, body.term}};
  return applied_give(tr, term, start.type, out);
}

static OWN_FRAME Status translate_fold(Translator *tr, const Term *t, Judged *out) {
  Judged start, array, body;
  TypeId element, type;
  uint32_t n;
  bool fold = t->kind == TERM_FOLD;
  TRY(applied_cartesian(tr, t->kid[0], &start));
  TRY(applied_cartesian(tr, t->kid[1], &array));
  TRY(applied_expect_array(tr, array.type, &element, &n));
  TRY(applied_push(tr, start.type));
  TRY(check_under(tr, element, t->kid[2], start.type, &body));
  applied_pop(tr);
  type = fold ? start.type : type_array(&tr->store->types, start.type, type_length_after(n));
  AppliedTerm term = {.kind = fold ? APPLIED_FOLD : APPLIED_SCAN, .kid = {start.term, array.term, body.term}};
  return give_annotated(tr, term, type, type, out);
}

static OWN_FRAME Status translate_total(Translator *tr, const Term *t, Judged *out) {
  Judged array;
  TypeId element;
  uint32_t n;
  TRY(applied_cartesian(tr, t->kid[0], &array));
  TRY(applied_expect_array(tr, array.type, &element, &n));
  if (!type_equal(element, term_type_payload(t)) || !type_is_additive(&tr->store->types, element))
    return STATUS_ILL_TYPED;
  return give_annotated(tr, (AppliedTerm){.kind = APPLIED_TOTAL, .kid = {array.term}}, element, element, out);
}

static OWN_FRAME Status translate_indexed(Translator *tr, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  Judged indices, array;
  TypeId index, element;
  uint32_t m, n;
  bool gather = t->kind == TERM_GATHER;
  TRY(applied_cartesian(tr, t->kid[0], &indices));
  TRY(applied_cartesian(tr, t->kid[1], &array));
  TRY(applied_expect_array(tr, indices.type, &index, &m));
  TRY(applied_expect_array(tr, array.type, &element, &n));
  TypeId type = gather ? type_array(types, element, m) : term_type_payload(t);
  bool alike = (m == TYPE_DYNAMIC) == (n == TYPE_DYNAMIC);
  bool fits = gather ? alike
                     : (m == n && n != TYPE_DYNAMIC && type_equal(type_element(types, type), element) &&
                        type_is_additive(types, element));
  if (type_kind(types, index) != TYPE_INT || !fits) return STATUS_ILL_TYPED;
  AppliedTerm term = {.kind = gather ? APPLIED_GATHER : APPLIED_SCATTER, .kid = {indices.term, array.term}};
  return give_annotated(tr, term, type, type, out);
}

static OWN_FRAME Status translate_roll(Translator *tr, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  Judged inner;
  TRY(applied_cartesian(tr, t->kid[0], &inner));
  TypeId mu = t->kind == TERM_ROLL ? term_type_payload(t) : inner.type;
  if (type_kind(types, mu) != TYPE_MU) return STATUS_ILL_TYPED;
  TypeId unrolled = type_unroll(types, mu);
  if (t->kind == TERM_ROLL) {
    if (!type_equal(inner.type, unrolled)) return STATUS_ILL_TYPED;
    return give_annotated(tr, (AppliedTerm){.kind = APPLIED_ROLL, .kid = {inner.term}}, mu, mu, out);
  }
  return applied_give(tr, (AppliedTerm){.kind = APPLIED_UNROLL, .kid = {inner.term}}, unrolled, out);
}

/* ------------------------------------------------------------ dynamic arrays -- */

static bool is_vec(const Translator *tr, TypeId type) { return type_kind(&tr->store->types, type) == TYPE_VEC; }

static OWN_FRAME Status translate_vbuild(Translator *tr, const Term *t, Judged *out) {
  Judged count, body;
  TypeId integer = type_int(&tr->store->types);
  TRY(applied_cartesian(tr, t->kid[0], &count));
  if (!type_equal(count.type, integer)) return STATUS_ILL_TYPED;
  TRY(under(tr, integer, t->kid[1], &body));
  TypeId type = type_vec(&tr->store->types, body.type);
  return give_annotated(tr, (AppliedTerm){.kind = APPLIED_VBUILD, .kid = {count.term, body.term}}, type, type, out);
}

static OWN_FRAME Status translate_filter(Translator *tr, const Term *t, Judged *out) {
  Judged array, test;
  TRY(applied_cartesian(tr, t->kid[0], &array));
  if (!is_vec(tr, array.type)) return STATUS_ILL_TYPED;
  TypeId element = type_element(&tr->store->types, array.type), truth = type_bool(&tr->store->types);
  TRY(check_under(tr, element, t->kid[1], truth, &test));
  AppliedTerm term = {.kind = APPLIED_FILTER, .kid = {array.term, test.term}};
  return give_annotated(tr, term, array.type, array.type, out);
}

static OWN_FRAME Status translate_append(Translator *tr, const Term *t, Judged *out) {
  Judged a, b;
  TRY(applied_cartesian(tr, t->kid[0], &a));
  TRY(applied_cartesian(tr, t->kid[1], &b));
  if (!is_vec(tr, a.type) || !type_equal(a.type, b.type)) return STATUS_ILL_TYPED;
  return give_annotated(tr, (AppliedTerm){.kind = APPLIED_APPEND, .kid = {a.term, b.term}}, a.type, a.type, out);
}

static OWN_FRAME Status translate_vscatter(Translator *tr, const Term *t, Judged *out) {
  TypeTable *types = &tr->store->types;
  TypeId element = term_type_payload(t), integer = type_int(types), expected[3];
  Judged part[3];
  expected[0] = integer;
  expected[1] = type_vec(types, integer);
  expected[2] = type_vec(types, element);
  for (int i = 0; i < 3; i++) {
    TRY(applied_cartesian(tr, t->kid[i], &part[i]));
    if (!type_equal(part[i].type, expected[i])) return STATUS_ILL_TYPED;
  }
  if (!type_is_additive(types, element)) return STATUS_ILL_TYPED;
  AppliedTerm term = {.kind = APPLIED_VSCATTER, .kid = {part[0].term, part[1].term, part[2].term}};
  return give_annotated(tr, term, expected[2], expected[2], out);
}

static OWN_FRAME Status translate_length(Translator *tr, const Term *t, Judged *out) {
  Judged array;
  TRY(applied_cartesian(tr, t->kid[0], &array));
  if (!is_vec(tr, array.type)) return STATUS_ILL_TYPED;
  AppliedTerm term = {.kind = APPLIED_LENGTH, .kid = {array.term}};
  return applied_give(tr, term, type_int(&tr->store->types), out);
}

static OWN_FRAME Status translate_letrec(Translator *tr, const Term *t, Judged *out) {
  TypeId function = term_type_payload(t), a, b;
  Judged body, rest;
  TRY(applied_expect(tr, function, TYPE_FUN, &a, &b));
  TRY(applied_push(tr, function));
  TRY(check_under(tr, a, t->kid[0], b, &body));
  TRY(applied_cartesian(tr, t->kid[1], &rest));
  applied_pop(tr);
  AppliedTerm term = {.kind = APPLIED_LETREC, .kid = {body.term, rest.term}};
  return give_annotated(tr, term, function, rest.type, out);
}

Status applied_control(Translator *tr, const Term *t, Judged *out) {
  switch ((int)t->kind) {
  /* (inl t)^T = inl t^T,  (inr t)^T = inr t^T */
  case TERM_INL:
  case TERM_INR: RULE(APPT_INJECTION); return translate_injection(tr, t, out);
  /* (case r of {inl x -> t; inr y -> s})^T = case r^T of {inl x -> t^T; inr y -> s^T} */
  case TERM_MATCH: RULE(APPT_MATCH); return translate_match(tr, t, out);
  /* (iterate k (x. t) s)^T = iterate k^T (x. t^T) s^T,  while alike */
  case TERM_ITERATE: RULE(APPT_ITERATE); return translate_iterate(tr, t, out);
  case TERM_WHILE: RULE(APPT_WHILE); return translate_while(tr, t, out);
  /* (fold (a x. t) s as)^T = fold (a x. t^T) s^T as^T,  scan alike */
  case TERM_FOLD:
  case TERM_SCAN: RULE(APPT_FOLD); return translate_fold(tr, t, out);
  /* (total t)^T = total t^T,  gather and scatter alike */
  case TERM_TOTAL: RULE(APPT_TOTAL); return translate_total(tr, t, out);
  case TERM_GATHER:
  case TERM_SCATTER: RULE(APPT_GATHER); return translate_indexed(tr, t, out);
  /* (roll t)^T = roll t^T,  (unroll t)^T = unroll t^T */
  case TERM_ROLL:
  case TERM_UNROLL: RULE(APPT_ROLL); return translate_roll(tr, t, out);
  /* (vbuild k (i. t))^T = vbuild k^T (i. t^T),  length, filter, append and vscatter alike */
  case TERM_VBUILD: RULE(APPT_VEC); return translate_vbuild(tr, t, out);
  case TERM_LENGTH: return translate_length(tr, t, out);
  case TERM_FILTER: return translate_filter(tr, t, out);
  case TERM_APPEND: return translate_append(tr, t, out);
  case TERM_VSCATTER: return translate_vscatter(tr, t, out);
  /* (letrec f = \x. s in t)^T = letrec f = \x. s^T in t^T */
  default: RULE(APPT_LETREC); return translate_letrec(tr, t, out);
  }
}
