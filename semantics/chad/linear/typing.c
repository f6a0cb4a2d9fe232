/* G; v:T_ |- t : S_, the linear judgement of the linear target language (CHAD
 * Fig. 5), and the interface of both. */
#include "semantics/chad/linear/judgement.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

static Status linear_lop(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  if (t->payload == 0 || t->payload >= j->store->ops.lop_count) return STATUS_ILL_TYPED;
  const LopNode *lop = lop_node(&j->store->ops, term_lop_payload(t));
  *type = lop->cdom;
  for (uint32_t i = 0; i < TERM_KIDS - 1; i++) {
    Status status = STATUS_ILL_TYPED;
    if (i < lop->arity)
      status = check_cartesian(j, t->kid[i], lop->operand[i]);
    else if (t->kid[i].id == 0)
      status = STATUS_OK;
    if (status != STATUS_OK) return status;
  }
  return check_linear(j, domain, t->kid[3], lop->ldom);
}

static Status linear_pair(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId first, second;
  TRY(judge_linear(j, domain, t->kid[0], &first));
  TRY(judge_linear(j, domain, t->kid[1], &second));
  return made(type_linear_prod(&j->store->types, first, second), type);
}

static Status linear_lam(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId y = term_type_payload(t), codomain;
  if (!is_sort(j->store, y, false)) return STATUS_ILL_TYPED;
  TRY(linear_under(j, y, domain, t->kid[0], &codomain));
  return made(type_power(&j->store->types, y, codomain), type);
}

static Status linear_copower(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId key, weight;
  TRY(judge_cartesian(j, t->kid[0], &key));
  TRY(judge_linear(j, domain, t->kid[1], &weight));
  return made(type_copower(&j->store->types, key, weight), type);
}

static Status linear_case(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId key, weight;
  Status status = linear_form(j, domain, t->kid[0], TYPE_COPOWER, &key, &weight);
  if (status == STATUS_OK) status = linear_under(j, key, weight, t->kid[1], type);
  return status == STATUS_OK ? expect(status, *type, term_type_payload(t)) : status;
}

static Status linear_lapp(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId argument;
  TRY(cartesian_form(j, t->kid[0], TYPE_LFUN, &argument, type));
  return check_linear(j, domain, t->kid[1], argument);
}

static Status linear_build(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId element;
  TRY(linear_under(j, type_int(&j->store->types), domain, t->kid[0], &element));
  return made(type_linear_array(&j->store->types, element, t->payload), type);
}

/* The element type of G; v:domain |- t : T_^n. */
static Status linear_element(Judgement *j, TypeId domain, TermId t, TypeId *element) {
  TypeId array;
  uint32_t n;
  TRY(judge_linear(j, domain, t, &array));
  return split_array(j, array, element, &n);
}

static Status linear_onehot(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId element;
  TRY(check_cartesian(j, t->kid[0], type_int(&j->store->types)));
  TRY(judge_linear(j, domain, t->kid[1], &element));
  return made(type_linear_array(&j->store->types, element, t->payload), type);
}

/* G |- s : real^n, and real_^n besides. */
static Status real_vector(Judgement *j, TermId s, TypeId *linear_vector) {
  TypeId type;
  TRY(judge_cartesian(j, s, &type));
  const TypeNode *vector = type_node(&j->store->types, type);
  if (vector->kind != TYPE_REAL) return STATUS_ILL_TYPED;
  return made(type_linear_real(&j->store->types, vector->n), linear_vector);
}

static Status linear_dmap(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId real = type_real(types, 1), scalar = type_linear_real(types, 1), state, both, row;
  Status status = real_vector(j, t->kid[0], type);
  if (status == STATUS_OK) status = judge_linear(j, domain, t->kid[3], &state);
  if (status == STATUS_OK) status = check_linear(j, state, t->kid[2], *type);
  if (status == STATUS_OK) status = made(type_linear_prod(types, state, scalar), &both);
  if (status == STATUS_OK) status = linear_under(j, real, both, t->kid[1], &row);
  return status == STATUS_OK ? expect(status, row, scalar) : status;
}

static Status linear_dmapt(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId real = type_real(types, 1), scalar = type_linear_real(types, 1), vector, both = {0}, row;
  Status status = real_vector(j, t->kid[0], &vector);
  if (status == STATUS_OK) status = check_linear(j, domain, t->kid[3], vector);
  if (status == STATUS_OK) status = judge_linear(j, vector, t->kid[2], type);
  if (status == STATUS_OK) status = made(type_linear_prod(types, *type, scalar), &both);
  if (status == STATUS_OK) status = linear_under(j, real, scalar, t->kid[1], &row);
  return status == STATUS_OK ? expect(status, row, both) : status;
}

/* ------------------------------------------------------- sums and iteration -- */

static Status linear_match(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId left, right, second;
  Status status = cartesian_form(j, t->kid[0], TYPE_SUM, &left, &right);
  if (status == STATUS_OK) status = linear_under(j, left, domain, t->kid[1], type);
  if (status == STATUS_OK) status = linear_under(j, right, domain, t->kid[2], &second);
  return status == STATUS_OK ? expect(status, second, *type) : status;
}

static Status linear_bigsum(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId integer = type_int(&j->store->types);
  Status status = check_cartesian(j, t->kid[0], integer);
  if (status == STATUS_OK) status = linear_under(j, integer, domain, t->kid[1], type);
  return status == STATUS_OK ? expect(status, *type, term_type_payload(t)) : status;
}

static Status linear_liter(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId integer = type_int(&j->store->types), next;
  Status status = check_cartesian(j, t->kid[0], integer);
  if (status == STATUS_OK) status = judge_linear(j, domain, t->kid[1], type);
  if (status == STATUS_OK) status = linear_under(j, integer, *type, t->kid[2], &next);
  return status == STATUS_OK ? expect(status, next, *type) : status;
}

static Status linear_rule(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId other;
  switch (t->kind) {
  /* --------------------
   * G; v:T_ |- v : T_                                                    */
  case TERM_LVAR: RULE(LINL_V); return made(domain, type);
  /* G |- t : T   G, x:T; v:S_ |- s : R_
   * -----------------------------------
   * G; v:S_ |- let x = t in s : R_                                       */
  case TERM_LET:
    RULE(LINL_LET);
    TRY(judge_cartesian(j, t->kid[0], &other));
    return linear_under(j, other, domain, t->kid[1], type);
  /* G; v:T_ |- t : S_   G; v:S_ |- s : R_
   * -------------------------------------
   * G; v:T_ |- let v = t in s : R_                                       */
  case TERM_LETV:
    RULE(LINL_LETV);
    TRY(judge_linear(j, domain, t->kid[0], &other));
    return judge_linear(j, other, t->kid[1], type);
  /* G |- ti : real^ni   G; v:T_ |- s : LDom(lop)
   * --------------------------------------------
   * G; v:T_ |- lop(t1,...,tk; s) : CDom(lop)                             */
  case TERM_LOP: RULE(LINL_LOP); return linear_lop(j, domain, t, type);
  /* -------------------
   * G; v:T_ |- () : 1_                                                   */
  case TERM_UNIT: RULE(LINL_UNIT); return made(type_linear_unit(&j->store->types), type);
  /* G; v:T_ |- t : S_   G; v:T_ |- s : R_
   * -------------------------------------
   * G; v:T_ |- (t, s) : S_*R_                                            */
  case TERM_PAIR: RULE(LINL_PAIR); return linear_pair(j, domain, t, type);
  /* G; v:T_ |- t : S_*R_
   * ----------------------
   * G; v:T_ |- fst t : S_                                                */
  case TERM_FST: RULE(LINL_FST); return linear_form(j, domain, t->kid[0], TYPE_LPROD, type, &other);
  /* G; v:T_ |- t : S_*R_
   * ----------------------
   * G; v:T_ |- snd t : R_                                                */
  case TERM_SND: RULE(LINL_SND); return linear_form(j, domain, t->kid[0], TYPE_LPROD, &other, type);
  /* G, y:S; v:T_ |- t : R_
   * ----------------------------
   * G; v:T_ |- \y. t : S -> R_                                           */
  case TERM_LAM: RULE(LINL_LAM); return linear_lam(j, domain, t, type);
  /* G; v:T_ |- t : S -> R_   G |- s : S
   * -----------------------------------
   * G; v:T_ |- t s : R_                                                  */
  case TERM_APP:
    RULE(LINL_APP);
    TRY(linear_form(j, domain, t->kid[0], TYPE_POWER, &other, type));
    return check_cartesian(j, t->kid[1], other);
  /* G |- t : S   G; v:T_ |- s : R_
   * ------------------------------
   * G; v:T_ |- !t >< s : !S >< R_                                        */
  case TERM_COPOWER: RULE(LINL_COPOWER); return linear_copower(j, domain, t, type);
  /* G; v:T_ |- t : !S >< R_   G, y:S; v:R_ |- s : R'_
   * -------------------------------------------------
   * G; v:T_ |- case t of !y >< v -> s : R'_                              */
  case TERM_CASE: RULE(LINL_CASE); return linear_case(j, domain, t, type);
  /* G |- t : R_ -o S_   G; v:T_ |- s : R_
   * -------------------------------------
   * G; v:T_ |- t @ s : S_                                                */
  case TERM_LAPP: RULE(LINL_LAPP); return linear_lapp(j, domain, t, type);
  /* --------------------
   * G; v:T_ |- 0_ : S_                                                   */
  case TERM_ZERO:
    RULE(LINL_ZERO);
    *type = term_type_payload(t);
    return is_sort(j->store, *type, true) ? STATUS_OK : STATUS_ILL_TYPED;
  /* G; v:T_ |- t : S_   G; v:T_ |- s : S_
   * -------------------------------------
   * G; v:T_ |- t + s : S_                                                */
  case TERM_PLUS:
    RULE(LINL_PLUS);
    TRY(judge_linear(j, domain, t->kid[0], type));
    return check_linear(j, domain, t->kid[1], *type);
  /* G, i:Int; v:P_ |- t : S_
   * ---------------------------------
   * G; v:P_ |- build n (i. t) : S_^n                                     */
  case TERM_BUILD: RULE(LINL_BUILD); return linear_build(j, domain, t, type);
  /* G |- i : Int   G; v:P_ |- t : S_^n
   * ----------------------------------
   * G; v:P_ |- index i t : S_                                            */
  case TERM_INDEX:
    RULE(LINL_INDEX);
    TRY(check_cartesian(j, t->kid[0], type_int(&j->store->types)));
    return linear_element(j, domain, t->kid[1], type);
  /* G; v:P_ |- t : S_^n
   * -----------------------
   * G; v:P_ |- sum t : S_                                                */
  case TERM_LSUM: RULE(LINL_LSUM); return linear_element(j, domain, t->kid[0], type);
  /* G |- i : Int   G; v:P_ |- t : S_
   * ----------------------------------
   * G; v:P_ |- onehot n i t : S_^n                                       */
  case TERM_ONEHOT: RULE(LINL_ONEHOT); return linear_onehot(j, domain, t, type);
  /* G, x:real; v:T_*real_ |- t : real_   G |- s : real^n
   * G; v:T_ |- r : real_^n               G; v:R_ |- u : T_
   * ------------------------------------------------------
   * G; v:R_ |- Dmap(x.t, s, v.r; u) : real_^n                            */
  case TERM_DMAP: RULE(LINL_DMAP); return linear_dmap(j, domain, t, type);
  /* G, x:real; v:real_ |- t : T_*real_   G |- s : real^n
   * G; v:real_^n |- r : T_               G; v:R_ |- u : real_^n
   * -----------------------------------------------------------
   * G; v:R_ |- Dmap^t(x.t, s, v.r; u) : T_                               */
  case TERM_DMAPT: RULE(LINL_DMAPT); return linear_dmapt(j, domain, t, type);
  /* G |- r : T + S   G, x:T; v:P_ |- t : R_   G, y:S; v:P_ |- s : R_
   * ----------------------------------------------------------------
   * G; v:P_ |- case r of {inl x -> t; inr y -> s} : R_                   */
  case TERM_MATCH: RULE(LINL_MATCH); return linear_match(j, domain, t, type);
  /* G |- k : Int   G, i:Int; v:P_ |- t : R_
   * ---------------------------------------
   * G; v:P_ |- bigsum k (i. t) : R_                                      */
  case TERM_BIGSUM: RULE(LINL_BIGSUM); return linear_bigsum(j, domain, t, type);
  /* G |- k : Int   G, i:Int; v:S_ |- t : S_   G; v:P_ |- s : S_
   * -----------------------------------------------------------
   * G; v:P_ |- liter k (i. t) s : S_                                     */
  case TERM_LITER: RULE(LINL_LITER); return linear_liter(j, domain, t, type);
  case TERM_ANY_CARTESIAN: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status judge_linear(Judgement *j, TypeId domain, TermId t, TypeId *type) {
  if (j->depth == 0) return STATUS_LIMIT;
  j->depth--;
  Status status = linear_rule(j, domain, term(j->store, t), type);
  j->depth++;
  return status;
}

/* ---------------------------------------------------------------- interface -- */

static Status enter(Judgement *j, Store *store, const TypeId *context, uint32_t length) {
  j->store = store;
  j->depth = MAX_NESTING;
  bool copied = context_open(&j->context, context, length);
  if (!copied || length > MAX_CONTEXT) return STATUS_LIMIT;
  for (uint32_t i = 0; i < length; i++) {
    if (!is_sort(store, context[i], false)) return STATUS_ILL_TYPED;
  }
  return STATUS_OK;
}

Status linear_infer_cartesian(Store *store, const TypeId *context, uint32_t length, TermId t, TypeId *type) {
  Judgement j;
  Status status = enter(&j, store, context, length);
  if (status == STATUS_OK) status = judge_cartesian(&j, t, type);
  context_close(&j.context);
  return status;
}

Status linear_infer_linear(Store *store, const TypeId *context, uint32_t length, TypeId domain, TermId t,
                           TypeId *type) {
  Judgement j;
  Status status = enter(&j, store, context, length);
  if (status == STATUS_OK && !is_sort(store, domain, true)) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = judge_linear(&j, domain, t, type);
  context_close(&j.context);
  return status;
}
