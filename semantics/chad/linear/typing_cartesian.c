/* G |- t : T, the Cartesian judgement of the linear target language (CHAD Fig. 5). */
#include "semantics/chad/linear/judgement.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

static Status cartesian_op(Judgement *j, const Term *t, TypeId *type) {
  if (t->payload == 0 || t->payload >= j->store->ops.op_count) return STATUS_ILL_TYPED;
  const OpNode *op = op_node(&j->store->ops, term_op_payload(t));
  *type = op->result;
  for (uint32_t i = 0; i < TERM_KIDS; i++) {
    Status status = STATUS_ILL_TYPED;
    if (i < op->arity)
      status = check_cartesian(j, t->kid[i], op->operand[i]);
    else if (t->kid[i].id == 0)
      status = STATUS_OK;
    if (status != STATUS_OK) return status;
  }
  return STATUS_OK;
}

static Status cartesian_pair(Judgement *j, const Term *t, TypeId *type) {
  TypeId first, second;
  TRY(judge_cartesian(j, t->kid[0], &first));
  TRY(judge_cartesian(j, t->kid[1], &second));
  return made(type_prod(&j->store->types, first, second), type);
}

static Status cartesian_lam(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain = term_type_payload(t), codomain;
  if (!is_sort(j->store, domain, false)) return STATUS_ILL_TYPED;
  TRY(cartesian_under(j, domain, t->kid[0], &codomain));
  return made(type_fun(&j->store->types, domain, codomain), type);
}

static Status cartesian_app(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain;
  TRY(cartesian_form(j, t->kid[0], TYPE_FUN, &domain, type));
  return check_cartesian(j, t->kid[1], domain);
}

static Status cartesian_map(Judgement *j, const Term *t, TypeId *type) {
  TypeId element, image;
  uint32_t n;
  TRY(cartesian_array(j, t->kid[0], &element, &n));
  TRY(cartesian_under(j, element, t->kid[1], &image));
  return made(type_array(&j->store->types, image, n), type);
}

static Status cartesian_zipwith(Judgement *j, const Term *t, TypeId *type) {
  TypeId x, y, image;
  uint32_t n, m;
  Status status = cartesian_array(j, t->kid[0], &x, &n);
  if (status == STATUS_OK) status = cartesian_array(j, t->kid[1], &y, &m);
  if (status == STATUS_OK && n != m) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = bind(j, x);
  if (status != STATUS_OK) return status;
  status = cartesian_under(j, y, t->kid[2], &image);
  context_pop(&j->context);
  return status == STATUS_OK ? made(type_array(&j->store->types, image, n), type) : status;
}

static Status cartesian_build(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  TRY(cartesian_under(j, type_int(&j->store->types), t->kid[0], &element));
  return made(type_array(&j->store->types, element, t->payload), type);
}

static Status cartesian_llam(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain = term_type_payload(t), codomain;
  if (!is_sort(j->store, domain, true)) return STATUS_ILL_TYPED;
  TRY(judge_linear(j, domain, t->kid[0], &codomain));
  return made(type_lfun(&j->store->types, domain, codomain), type);
}

/* -------------------------------------------- sums, iteration and recursion -- */

/* The sum's type stands in the payload. */
static Status cartesian_injection(Judgement *j, const Term *t, TypeId *type) {
  TypeId left, right;
  *type = term_type_payload(t);
  if (!is_sort(j->store, *type, false)) return STATUS_ILL_TYPED;
  TRY(split(j, *type, TYPE_SUM, &left, &right));
  return check_cartesian(j, t->kid[0], t->kind == TERM_INL ? left : right);
}

static Status cartesian_match(Judgement *j, const Term *t, TypeId *type) {
  TypeId left, right;
  TRY(cartesian_form(j, t->kid[0], TYPE_SUM, &left, &right));
  TRY(cartesian_under(j, left, t->kid[1], type));
  return check_under(j, right, t->kid[2], *type);
}

static Status cartesian_iterate(Judgement *j, const Term *t, TypeId *type) {
  TRY(check_cartesian(j, t->kid[0], type_int(&j->store->types)));
  TRY(judge_cartesian(j, t->kid[1], type));
  return check_under(j, *type, t->kid[2], *type);
}

static Status cartesian_while(Judgement *j, const Term *t, TypeId *type) {
  TRY(judge_cartesian(j, t->kid[0], type));
  TRY(check_under(j, *type, t->kid[1], type_bool(&j->store->types)));
  return check_under(j, *type, t->kid[2], *type);
}

/* The mu stands in the payload of roll. */
static Status cartesian_roll(Judgement *j, const Term *t, TypeId *type) {
  *type = term_type_payload(t);
  if (!is_sort(j->store, *type, false) || type_kind(&j->store->types, *type) != TYPE_MU) return STATUS_ILL_TYPED;
  TypeId unrolled;
  TRY(made(type_unroll(&j->store->types, *type), &unrolled));
  return check_cartesian(j, t->kid[0], unrolled);
}

static Status cartesian_unroll(Judgement *j, const Term *t, TypeId *type) {
  TypeId mu;
  TRY(judge_cartesian(j, t->kid[0], &mu));
  if (type_kind(&j->store->types, mu) != TYPE_MU) return STATUS_ILL_TYPED;
  return made(type_unroll(&j->store->types, mu), type);
}

static Status cartesian_letrec(Judgement *j, const Term *t, TypeId *type) {
  TypeId function = term_type_payload(t), domain, codomain;
  if (!is_sort(j->store, function, false)) return STATUS_ILL_TYPED;
  Status status = split(j, function, TYPE_FUN, &domain, &codomain);
  if (status == STATUS_OK) status = bind(j, function);
  if (status != STATUS_OK) return status;
  status = check_under(j, domain, t->kid[0], codomain);
  if (status == STATUS_OK) status = judge_cartesian(j, t->kid[1], type);
  context_pop(&j->context);
  return status;
}

/* --------------------------------------------------------- array combinators -- */

/* fold and scan: T, the type of the accumulator, in *type. */
static Status cartesian_fold(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  uint32_t n;
  Status status = judge_cartesian(j, t->kid[0], type);
  if (status == STATUS_OK) status = cartesian_array(j, t->kid[1], &element, &n);
  if (status == STATUS_OK) status = bind(j, *type);
  if (status != STATUS_OK) return status;
  status = check_under(j, element, t->kid[2], *type);
  context_pop(&j->context);
  if (status != STATUS_OK || t->kind == TERM_FOLD) return status;
  if (n == TYPE_MAX_LENGTH) return STATUS_LIMIT;
  return made(type_array(&j->store->types, *type, type_length_after(n)), type);
}

static Status cartesian_total(Judgement *j, const Term *t, TypeId *type) {
  uint32_t n;
  Status status = cartesian_array(j, t->kid[0], type, &n);
  if (status == STATUS_OK && !type_is_additive(&j->store->types, *type)) return STATUS_ILL_TYPED;
  return expect(status, *type, term_type_payload(t));
}

/* Int^m and T^n, the operands of gather and scatter. */
static Status cartesian_indexed(Judgement *j, const Term *t, uint32_t *m, TypeId *element, uint32_t *n) {
  TypeId index;
  Status status = cartesian_array(j, t->kid[0], &index, m);
  if (status == STATUS_OK) status = expect(status, index, type_int(&j->store->types));
  return status == STATUS_OK ? cartesian_array(j, t->kid[1], element, n) : status;
}

static Status cartesian_gather(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  uint32_t m = 0, n = 0;
  Status status = cartesian_indexed(j, t, &m, &element, &n);
  if (status == STATUS_OK && (m == TYPE_DYNAMIC) != (n == TYPE_DYNAMIC)) return STATUS_ILL_TYPED;
  return status == STATUS_OK ? made(type_array(&j->store->types, element, m), type) : status;
}

static Status cartesian_scatter(Judgement *j, const Term *t, TypeId *type) {
  TypeId element = {0};
  uint32_t m = 0, n = 0;
  *type = term_type_payload(t);
  Status status = cartesian_indexed(j, t, &m, &element, &n);
  bool fits =
      m == n && n != TYPE_DYNAMIC && is_sort(j->store, *type, false) && type_is_additive(&j->store->types, element);
  if (status == STATUS_OK && !fits) status = STATUS_ILL_TYPED;
  return status == STATUS_OK ? expect(status, type_element(&j->store->types, *type), element) : status;
}

/* ------------------------------------------------------------ dynamic arrays -- */

static Status cartesian_vbuild(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  TRY(check_cartesian(j, t->kid[0], type_int(&j->store->types)));
  TRY(cartesian_under(j, type_int(&j->store->types), t->kid[1], &element));
  return made(type_vec(&j->store->types, element), type);
}

/* The type of the Vec t and that of its elements. */
static Status cartesian_vec(Judgement *j, TermId t, TypeId *type, TypeId *element) {
  TypeId none;
  TRY(judge_cartesian(j, t, type));
  return split(j, *type, TYPE_VEC, element, &none);
}

static Status cartesian_filter(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  TRY(cartesian_vec(j, t->kid[0], type, &element));
  return check_under(j, element, t->kid[1], type_bool(&j->store->types));
}

static Status cartesian_append(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  TRY(cartesian_vec(j, t->kid[0], type, &element));
  return check_cartesian(j, t->kid[1], *type);
}

/* The element type stands in the payload. */
static Status cartesian_vscatter(Judgement *j, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId element = term_type_payload(t), indices = type_vec(types, type_int(types));
  if (!is_sort(j->store, element, false) || !type_is_additive(types, element)) return STATUS_ILL_TYPED;
  TRY(made(type_vec(types, element), type));
  TRY(check_cartesian(j, t->kid[0], type_int(types)));
  TRY(check_cartesian(j, t->kid[1], indices));
  return check_cartesian(j, t->kid[2], *type);
}

static Status cartesian_rule(Judgement *j, const Term *t, TypeId *type) {
  Status status;
  TypeId other;
  uint32_t n;
  switch (t->kind) {
  /* -------------- x : T the rightmost x of G
   * G |- x : T                                                           */
  case TERM_VAR:
    RULE(LINC_VAR);
    *type = context_lookup(&j->context, t->payload);
    return type_is_none(*type) ? STATUS_ILL_TYPED : STATUS_OK;
  /* G |- t : T   G, x:T |- s : S
   * ----------------------------
   * G |- let x = t in s : S                                              */
  case TERM_LET:
    RULE(LINC_LET);
    status = judge_cartesian(j, t->kid[0], &other);
    return status == STATUS_OK ? cartesian_under(j, other, t->kid[1], type) : status;
  /* G |- ti : real^ni
   * ---------------------------  op : real^n1 * ... * real^nk -> real^m
   * G |- op(t1,...,tk) : real^m                                          */
  case TERM_OP: RULE(LINC_OP); return cartesian_op(j, t, type);
  /* -----------
   * G |- () : 1                                                          */
  case TERM_UNIT: RULE(LINC_UNIT); return made(type_unit(&j->store->types), type);
  /* G |- t : T   G |- s : S
   * -----------------------
   * G |- (t, s) : T*S                                                    */
  case TERM_PAIR: RULE(LINC_PAIR); return cartesian_pair(j, t, type);
  /* G |- t : T*S
   * --------------
   * G |- fst t : T                                                       */
  case TERM_FST: RULE(LINC_FST); return cartesian_form(j, t->kid[0], TYPE_PROD, type, &other);
  /* G |- t : T*S
   * --------------
   * G |- snd t : S                                                       */
  case TERM_SND: RULE(LINC_SND); return cartesian_form(j, t->kid[0], TYPE_PROD, &other, type);
  /* G, x:T |- t : S
   * --------------------
   * G |- \x. t : T -> S                                                  */
  case TERM_LAM: RULE(LINC_LAM); return cartesian_lam(j, t, type);
  /* G |- t : T -> S   G |- s : T
   * ----------------------------
   * G |- t s : S                                                         */
  case TERM_APP: RULE(LINC_APP); return cartesian_app(j, t, type);
  /* G |- s : T^n   G, x:T |- t : S
   * ------------------------------
   * G |- map(x. t, s) : S^n                                              */
  case TERM_MAP: RULE(LINC_MAP); return cartesian_map(j, t, type);
  /* G |- a : T^n   G |- b : S^n   G, x:T, y:S |- t : R
   * --------------------------------------------------
   * G |- zipWith(x y. t, a, b) : R^n                                     */
  case TERM_ZIPWITH: RULE(LINC_ZIPWITH); return cartesian_zipwith(j, t, type);
  /* G, i:Int |- t : T
   * ------------------------
   * G |- build n (i. t) : T^n                                            */
  case TERM_BUILD: RULE(LINC_BUILD); return cartesian_build(j, t, type);
  /* G |- i : Int   G |- t : T^n
   * ---------------------------
   * G |- index i t : T                                                   */
  case TERM_INDEX:
    RULE(LINC_INDEX);
    status = check_cartesian(j, t->kid[0], type_int(&j->store->types));
    return status == STATUS_OK ? cartesian_array(j, t->kid[1], type, &n) : status;
  /* G; v:T_ |- t : S_
   * -----------------------
   * G |- \v. t : T_ -o S_                                                */
  case TERM_LLAM: RULE(LINC_LLAM); return cartesian_llam(j, t, type);
  /* G |- t : T                      G |- t : S
   * ----------------------          ----------------------
   * G |- inl t : T + S              G |- inr t : T + S                   */
  case TERM_INL: RULE(LINC_INL); return cartesian_injection(j, t, type);
  case TERM_INR: RULE(LINC_INR); return cartesian_injection(j, t, type);
  /* G |- r : T + S   G, x:T |- t : R   G, y:S |- s : R
   * --------------------------------------------------
   * G |- case r of {inl x -> t; inr y -> s} : R                          */
  case TERM_MATCH: RULE(LINC_MATCH); return cartesian_match(j, t, type);
  /* G |- k : Int   G |- s : T   G, x:T |- t : T
   * -------------------------------------------
   * G |- iterate k (x. t) s : T                                          */
  case TERM_ITERATE: RULE(LINC_ITERATE); return cartesian_iterate(j, t, type);
  /* G |- s : T   G, x:T |- b : 1 + 1   G, x:T |- t : T
   * --------------------------------------------------
   * G |- while (x. b) (x. t) s : T                                       */
  case TERM_WHILE: RULE(LINC_WHILE); return cartesian_while(j, t, type);
  /* G |- s : R   G |- as : T^n   G, a:R, x:T |- t : R
   * -------------------------------------------------  scan alike, : R^(n+1)
   * G |- fold (a x. t) s as : R                                          */
  case TERM_FOLD: RULE(LINC_FOLD); return cartesian_fold(j, t, type);
  case TERM_SCAN: RULE(LINC_SCAN); return cartesian_fold(j, t, type);
  /* G |- t : T^n
   * ----------------
   * G |- total t : T                                                     */
  case TERM_TOTAL: RULE(LINC_TOTAL); return cartesian_total(j, t, type);
  /* G |- is : Int^m   G |- as : T^n     G |- is : Int^m   G |- as : T^m
   * -------------------------------     -------------------------------
   * G |- gather is as : T^m             G |- scatter n is as : T^n       */
  case TERM_GATHER: RULE(LINC_GATHER); return cartesian_gather(j, t, type);
  case TERM_SCATTER: RULE(LINC_SCATTER); return cartesian_scatter(j, t, type);
  /* G |- k : Int   G, i:Int |- t : T
   * --------------------------------
   * G |- vbuild k (i. t) : Vec T                                         */
  case TERM_VBUILD: RULE(LINC_VBUILD); return cartesian_vbuild(j, t, type);
  /* G |- t : Vec T
   * ------------------
   * G |- length t : Int                                                  */
  case TERM_LENGTH:
    RULE(LINC_LENGTH);
    status = cartesian_vec(j, t->kid[0], type, &other);
    *type = type_int(&j->store->types);
    return status;
  /* G |- t : Vec T   G, x:T |- b : 1 + 1
   * ------------------------------------
   * G |- filter (x. b) t : Vec T                                         */
  case TERM_FILTER: RULE(LINC_FILTER); return cartesian_filter(j, t, type);
  /* G |- t : Vec T   G |- s : Vec T
   * -------------------------------
   * G |- append t s : Vec T                                              */
  case TERM_APPEND: RULE(LINC_APPEND); return cartesian_append(j, t, type);
  /* G |- k : Int   G |- is : Vec Int   G |- as : Vec T
   * --------------------------------------------------  T as for total
   * G |- vscatter k is as : Vec T                                        */
  case TERM_VSCATTER: RULE(LINC_VSCATTER); return cartesian_vscatter(j, t, type);
  /* G, f:T -> S, x:T |- s : S   G, f:T -> S |- t : R
   * ------------------------------------------------
   * G |- letrec f = \x. s in t : R                                       */
  case TERM_LETREC: RULE(LINC_LETREC); return cartesian_letrec(j, t, type);
  /* G |- t : T[mu a. T/a]           G |- t : mu a. T
   * ----------------------          ----------------------------
   * G |- roll t : mu a. T           G |- unroll t : T[mu a. T/a]         */
  case TERM_ROLL: RULE(LINC_ROLL); return cartesian_roll(j, t, type);
  case TERM_UNROLL: RULE(LINC_UNROLL); return cartesian_unroll(j, t, type);
  case TERM_ANY_LINEAR: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status judge_cartesian(Judgement *j, TermId t, TypeId *type) {
  if (j->depth == 0) return STATUS_LIMIT;
  j->depth--;
  Status status = cartesian_rule(j, term(j->store, t), type);
  j->depth++;
  return status;
}
