#include "semantics/source/typing.h"

#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/context.h"
#include "semantics/tables/rules.h"

typedef struct Judgement {
  Store *store;
  Context context; /* G */
  uint32_t depth;
} Judgement;

static Status infer(Judgement *j, TermId t, TypeId *type);

/* A type constructor's answer: none only beyond the limits on types. */
static Status made(TypeId candidate, TypeId *type) {
  *type = candidate;
  return type_is_none(candidate) ? STATUS_LIMIT : STATUS_OK;
}

/* G, x : domain |- t : *type */
static Status infer_under(Judgement *j, TypeId domain, TermId t, TypeId *type) {
  if (j->context.length >= TYPING_CONTEXT || !context_push(&j->context, domain)) return STATUS_LIMIT;
  Status status = infer(j, t, type);
  context_pop(&j->context);
  return status;
}

/* G |- t : expected */
static Status check(Judgement *j, TermId t, TypeId expected) {
  TypeId type;
  Status status = infer(j, t, &type);
  if (status == STATUS_OK && !type_equal(type, expected)) return STATUS_ILL_TYPED;
  return status;
}

/* G |- t : *type, of the form asked for */
static Status infer_form(Judgement *j, TermId t, TypeKind kind, TypeNode *type) {
  TypeId id;
  TRY(infer(j, t, &id));
  *type = *type_node(&j->store->types, id);
  return type->kind == kind ? STATUS_OK : STATUS_ILL_TYPED;
}

/* G |- t : element^*n */
static Status infer_array(Judgement *j, TermId t, TypeId *element, uint32_t *n) {
  TypeId array;
  TRY(infer(j, t, &array));
  *element = type_element(&j->store->types, array);
  *n = type_node(&j->store->types, array)->n;
  return type_is_none(*element) ? STATUS_ILL_TYPED : STATUS_OK;
}

static Status infer_op(Judgement *j, const Term *t, TypeId *type) {
  if (t->payload == 0 || t->payload >= j->store->ops.op_count) return STATUS_ILL_TYPED;
  const OpNode *op = op_node(&j->store->ops, term_op_payload(t));
  *type = op->result;
  for (uint32_t i = 0; i < TERM_KIDS; i++) {
    if (i >= op->arity) {
      if (t->kid[i].id != 0) return STATUS_ILL_TYPED;
      continue;
    }
    TRY(check(j, t->kid[i], op->operand[i]));
  }
  return STATUS_OK;
}

static Status infer_pair(Judgement *j, const Term *t, TypeId *type) {
  TypeId first, second;
  TRY(infer(j, t->kid[0], &first));
  TRY(infer(j, t->kid[1], &second));
  return made(type_prod(&j->store->types, first, second), type);
}

static Status infer_lam(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain = term_type_payload(t), codomain;
  if (domain.id >= j->store->types.count || !type_node(&j->store->types, domain)->source) return STATUS_ILL_TYPED;
  TRY(infer_under(j, domain, t->kid[0], &codomain));
  return made(type_fun(&j->store->types, domain, codomain), type);
}

static Status infer_app(Judgement *j, const Term *t, TypeId *type) {
  TypeNode function;
  TRY(infer_form(j, t->kid[0], TYPE_FUN, &function));
  *type = function.b;
  return check(j, t->kid[1], function.a);
}

static Status infer_map(Judgement *j, const Term *t, TypeId *type) {
  TypeId element, image;
  uint32_t n;
  TRY(infer_array(j, t->kid[0], &element, &n));
  TRY(infer_under(j, element, t->kid[1], &image));
  return made(type_array(&j->store->types, image, n), type);
}

static Status infer_zipwith(Judgement *j, const Term *t, TypeId *type) {
  TypeId x, y, image;
  uint32_t n, m;
  Status status = infer_array(j, t->kid[0], &x, &n);
  if (status == STATUS_OK) status = infer_array(j, t->kid[1], &y, &m);
  if (status != STATUS_OK) return status;
  if (n != m) return STATUS_ILL_TYPED;
  if (j->context.length >= TYPING_CONTEXT || !context_push(&j->context, x)) return STATUS_LIMIT;
  status = infer_under(j, y, t->kid[2], &image);
  context_pop(&j->context);
  return status == STATUS_OK ? made(type_array(&j->store->types, image, n), type) : status;
}

static Status infer_build(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  TRY(infer_under(j, type_int(&j->store->types), t->kid[0], &element));
  return made(type_array(&j->store->types, element, t->payload), type);
}

/* -------------------------------------------- sums, iteration and recursion -- */

/* The sum's type stands in the payload. */
static Status infer_injection(Judgement *j, const Term *t, TypeId *type) {
  *type = term_type_payload(t);
  if (type->id >= j->store->types.count) return STATUS_ILL_TYPED;
  const TypeNode sum = *type_node(&j->store->types, *type);
  if (sum.kind != TYPE_SUM || !sum.source) return STATUS_ILL_TYPED;
  return check(j, t->kid[0], t->kind == TERM_INL ? sum.a : sum.b);
}

static Status infer_match(Judgement *j, const Term *t, TypeId *type) {
  TypeNode sum;
  TypeId second = {0};
  Status status = infer_form(j, t->kid[0], TYPE_SUM, &sum);
  if (status == STATUS_OK) status = infer_under(j, sum.a, t->kid[1], type);
  if (status == STATUS_OK) status = infer_under(j, sum.b, t->kid[2], &second);
  return status == STATUS_OK && !type_equal(*type, second) ? STATUS_ILL_TYPED : status;
}

/* The mu stands in the payload of roll. */
static Status infer_roll(Judgement *j, const Term *t, TypeId *type) {
  *type = term_type_payload(t);
  if (type->id >= j->store->types.count || !type_node(&j->store->types, *type)->source) return STATUS_ILL_TYPED;
  if (type_kind(&j->store->types, *type) != TYPE_MU) return STATUS_ILL_TYPED;
  TypeId unrolled = {0};
  TRY(made(type_unroll(&j->store->types, *type), &unrolled));
  return check(j, t->kid[0], unrolled);
}

static Status infer_unroll(Judgement *j, const Term *t, TypeId *type) {
  TypeId mu = {0};
  TRY(infer(j, t->kid[0], &mu));
  if (type_kind(&j->store->types, mu) != TYPE_MU) return STATUS_ILL_TYPED;
  return made(type_unroll(&j->store->types, mu), type);
}

/* G, x:bound |- t : expected */
static Status check_under(Judgement *j, TypeId bound, TermId t, TypeId expected) {
  TypeId type;
  Status status = infer_under(j, bound, t, &type);
  return status == STATUS_OK && !type_equal(type, expected) ? STATUS_ILL_TYPED : status;
}

static Status infer_iterate(Judgement *j, const Term *t, TypeId *type) {
  TRY(check(j, t->kid[0], type_int(&j->store->types)));
  TRY(infer(j, t->kid[1], type));
  return check_under(j, *type, t->kid[2], *type);
}

static Status infer_while(Judgement *j, const Term *t, TypeId *type) {
  TRY(infer(j, t->kid[0], type));
  TRY(check_under(j, *type, t->kid[1], type_bool(&j->store->types)));
  return check_under(j, *type, t->kid[2], *type);
}

static Status infer_letrec(Judgement *j, const Term *t, TypeId *type) {
  TypeId function = term_type_payload(t);
  if (function.id >= j->store->types.count) return STATUS_ILL_TYPED;
  const TypeNode node = *type_node(&j->store->types, function);
  if (node.kind != TYPE_FUN || !node.source) return STATUS_ILL_TYPED;
  if (j->context.length >= TYPING_CONTEXT || !context_push(&j->context, function)) return STATUS_LIMIT;
  Status status = check_under(j, node.a, t->kid[0], node.b);
  if (status == STATUS_OK) status = infer(j, t->kid[1], type);
  context_pop(&j->context);
  return status;
}

/* --------------------------------------------------------- array combinators -- */

/* fold and scan: T, the type of the accumulator, in *type. */
static Status infer_fold(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  uint32_t n;
  Status status = infer(j, t->kid[0], type);
  if (status == STATUS_OK) status = infer_array(j, t->kid[1], &element, &n);
  if (status != STATUS_OK) return status;
  if (j->context.length >= TYPING_CONTEXT || !context_push(&j->context, *type)) return STATUS_LIMIT;
  status = check_under(j, element, t->kid[2], *type);
  context_pop(&j->context);
  if (status != STATUS_OK || t->kind == TERM_FOLD) return status;
  if (n == TYPE_MAX_LENGTH) return STATUS_LIMIT;
  return made(type_array(&j->store->types, *type, type_length_after(n)), type);
}

static Status infer_total(Judgement *j, const Term *t, TypeId *type) {
  uint32_t n;
  TRY(infer_array(j, t->kid[0], type, &n));
  return type_equal(*type, term_type_payload(t)) && type_is_additive(&j->store->types, *type) ? STATUS_OK
                                                                                              : STATUS_ILL_TYPED;
}

/* The two operands of gather and scatter: Int^m and an array. */
static Status infer_indexed(Judgement *j, const Term *t, uint32_t *m, TypeId *element, uint32_t *n) {
  TypeId index;
  Status status = infer_array(j, t->kid[0], &index, m);
  if (status == STATUS_OK && type_kind(&j->store->types, index) != TYPE_INT) status = STATUS_ILL_TYPED;
  return status == STATUS_OK ? infer_array(j, t->kid[1], element, n) : status;
}

static Status infer_gather(Judgement *j, const Term *t, TypeId *type) {
  TypeId element;
  uint32_t m, n;
  Status status = infer_indexed(j, t, &m, &element, &n);
  if (status == STATUS_OK && (m == TYPE_DYNAMIC) != (n == TYPE_DYNAMIC)) return STATUS_ILL_TYPED;
  return status == STATUS_OK ? made(type_array(&j->store->types, element, m), type) : status;
}

static Status infer_scatter(Judgement *j, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId element;
  uint32_t m, n;
  *type = term_type_payload(t);
  TRY(infer_indexed(j, t, &m, &element, &n));
  bool fits = m == n && n != TYPE_DYNAMIC && type->id < types->count && type_equal(type_element(types, *type), element);
  return fits && type_is_additive(types, element) ? STATUS_OK : STATUS_ILL_TYPED;
}

/* ------------------------------------------------------------ dynamic arrays -- */

static Status infer_vbuild(Judgement *j, const Term *t, TypeId *type) {
  TypeId integer = type_int(&j->store->types), element;
  TRY(check(j, t->kid[0], integer));
  TRY(infer_under(j, integer, t->kid[1], &element));
  return made(type_vec(&j->store->types, element), type);
}

static Status infer_filter(Judgement *j, const Term *t, TypeId *type) {
  TRY(infer(j, t->kid[0], type));
  const TypeNode vec = *type_node(&j->store->types, *type);
  return vec.kind == TYPE_VEC ? check_under(j, vec.a, t->kid[1], type_bool(&j->store->types)) : STATUS_ILL_TYPED;
}

static Status infer_append(Judgement *j, const Term *t, TypeId *type) {
  Status status = infer(j, t->kid[0], type);
  if (status == STATUS_OK && type_kind(&j->store->types, *type) != TYPE_VEC) return STATUS_ILL_TYPED;
  return status == STATUS_OK ? check(j, t->kid[1], *type) : status;
}

/* The element type stands in the payload. */
static Status infer_vscatter(Judgement *j, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId element = term_type_payload(t);
  bool additive = element.id != 0 && element.id < types->count && type_is_additive(types, element);
  if (!additive || !type_node(types, element)->source) return STATUS_ILL_TYPED;
  TRY(made(type_vec(types, element), type));
  TRY(check(j, t->kid[0], type_int(types)));
  TRY(check(j, t->kid[1], type_vec(types, type_int(types))));
  return check(j, t->kid[2], *type);
}

static Status infer_rule(Judgement *j, const Term *t, TypeId *type) {
  Status status;
  TypeNode product = {.kind = TYPE_NONE};
  switch (t->kind) {
  /* -------------- x : T the rightmost x of G
   * G |- x : T                                                           */
  case TERM_VAR:
    RULE(SRCT_VAR);
    *type = context_lookup(&j->context, t->payload);
    return type_is_none(*type) ? STATUS_ILL_TYPED : STATUS_OK;
  /* G |- t : T   G, x:T |- s : S
   * ----------------------------
   * G |- let x = t in s : S                                              */
  case TERM_LET:
    RULE(SRCT_LET);
    status = infer(j, t->kid[0], type);
    return status == STATUS_OK ? infer_under(j, *type, t->kid[1], type) : status;
  /* G |- ti : real^ni
   * ---------------------------  op : real^n1 * ... * real^nk -> real^m
   * G |- op(t1,...,tk) : real^m                                          */
  case TERM_OP: RULE(SRCT_OP); return infer_op(j, t, type);
  /* -----------
   * G |- () : 1                                                          */
  case TERM_UNIT: RULE(SRCT_UNIT); return made(type_unit(&j->store->types), type);
  /* G |- t : T   G |- s : S
   * -----------------------
   * G |- (t, s) : T*S                                                    */
  case TERM_PAIR: RULE(SRCT_PAIR); return infer_pair(j, t, type);
  /* G |- t : T*S
   * --------------
   * G |- fst t : T                                                       */
  case TERM_FST:
    RULE(SRCT_FST);
    status = infer_form(j, t->kid[0], TYPE_PROD, &product);
    *type = product.a;
    return status;
  /* G |- t : T*S
   * --------------
   * G |- snd t : S                                                       */
  case TERM_SND:
    RULE(SRCT_SND);
    status = infer_form(j, t->kid[0], TYPE_PROD, &product);
    *type = product.b;
    return status;
  /* G, x:T |- t : S
   * -------------------- T a source type
   * G |- \x. t : T -> S                                                  */
  case TERM_LAM: RULE(SRCT_LAM); return infer_lam(j, t, type);
  /* G |- t : T -> S   G |- s : T
   * ----------------------------
   * G |- t s : S                                                         */
  case TERM_APP: RULE(SRCT_APP); return infer_app(j, t, type);
  /* G |- s : T^n   G, x:T |- t : S
   * ------------------------------
   * G |- map(x. t, s) : S^n                                              */
  case TERM_MAP: RULE(SRCT_MAP); return infer_map(j, t, type);
  /* G |- a : T^n   G |- b : S^n   G, x:T, y:S |- t : R
   * --------------------------------------------------
   * G |- zipWith(x y. t, a, b) : R^n                                     */
  case TERM_ZIPWITH: RULE(SRCT_ZIPWITH); return infer_zipwith(j, t, type);
  /* G, i:Int |- t : T
   * ----------------------------
   * G |- build n (i. t) : T^n                                            */
  case TERM_BUILD: RULE(SRCT_BUILD); return infer_build(j, t, type);
  /* G |- i : Int   G |- t : T^n
   * ---------------------------
   * G |- index i t : T                                                   */
  case TERM_INDEX: {
    RULE(SRCT_INDEX);
    uint32_t n;
    status = check(j, t->kid[0], type_int(&j->store->types));
    return status == STATUS_OK ? infer_array(j, t->kid[1], type, &n) : status;
  }
  /* G |- t : T                      G |- t : S
   * ----------------------          ----------------------
   * G |- inl t : T + S              G |- inr t : T + S                   */
  case TERM_INL: RULE(SRCT_INL); return infer_injection(j, t, type);
  case TERM_INR: RULE(SRCT_INR); return infer_injection(j, t, type);
  /* G |- r : T + S   G, x:T |- t : R   G, y:S |- s : R
   * --------------------------------------------------
   * G |- case r of {inl x -> t; inr y -> s} : R                          */
  case TERM_MATCH: RULE(SRCT_MATCH); return infer_match(j, t, type);
  /* G |- k : Int   G |- s : T   G, x:T |- t : T
   * -------------------------------------------
   * G |- iterate k (x. t) s : T                                          */
  case TERM_ITERATE: RULE(SRCT_ITERATE); return infer_iterate(j, t, type);
  /* G |- s : T   G, x:T |- b : 1 + 1   G, x:T |- t : T
   * --------------------------------------------------
   * G |- while (x. b) (x. t) s : T                                       */
  case TERM_WHILE: RULE(SRCT_WHILE); return infer_while(j, t, type);
  /* G |- s : R   G |- as : T^n   G, a:R, x:T |- t : R
   * -------------------------------------------------  scan alike, : R^(n+1)
   * G |- fold (a x. t) s as : R                                          */
  case TERM_FOLD: RULE(SRCT_FOLD); return infer_fold(j, t, type);
  case TERM_SCAN: RULE(SRCT_SCAN); return infer_fold(j, t, type);
  /* G |- t : T^n
   * ----------------  T of real^m, 1, products and arrays
   * G |- total t : T                                                     */
  case TERM_TOTAL: RULE(SRCT_TOTAL); return infer_total(j, t, type);
  /* G |- is : Int^m   G |- as : T^n     G |- is : Int^m   G |- as : T^m
   * -------------------------------     -------------------------------  T as for total
   * G |- gather is as : T^m             G |- scatter n is as : T^n       */
  case TERM_GATHER: RULE(SRCT_GATHER); return infer_gather(j, t, type);
  case TERM_SCATTER: RULE(SRCT_SCATTER); return infer_scatter(j, t, type);
  /* G |- k : Int   G, i:Int |- t : T
   * --------------------------------
   * G |- vbuild k (i. t) : Vec T                                         */
  case TERM_VBUILD: RULE(SRCT_VBUILD); return infer_vbuild(j, t, type);
  /* G |- t : Vec T
   * ------------------
   * G |- length t : Int                                                  */
  case TERM_LENGTH:
    RULE(SRCT_LENGTH);
    status = infer_form(j, t->kid[0], TYPE_VEC, &product);
    *type = type_int(&j->store->types);
    return status;
  /* G |- t : Vec T   G, x:T |- b : 1 + 1
   * ------------------------------------
   * G |- filter (x. b) t : Vec T                                         */
  case TERM_FILTER: RULE(SRCT_FILTER); return infer_filter(j, t, type);
  /* G |- t : Vec T   G |- s : Vec T
   * -------------------------------
   * G |- append t s : Vec T                                              */
  case TERM_APPEND: RULE(SRCT_APPEND); return infer_append(j, t, type);
  /* G |- k : Int   G |- is : Vec Int   G |- as : Vec T
   * --------------------------------------------------  T as for total
   * G |- vscatter k is as : Vec T                                        */
  case TERM_VSCATTER: RULE(SRCT_VSCATTER); return infer_vscatter(j, t, type);
  /* G, f:T -> S, x:T |- s : S   G, f:T -> S |- t : R
   * ------------------------------------------------
   * G |- letrec f = \x. s in t : R                                       */
  case TERM_LETREC: RULE(SRCT_LETREC); return infer_letrec(j, t, type);
  /* G |- t : T[mu a. T/a]           G |- t : mu a. T
   * ----------------------          ----------------------------
   * G |- roll t : mu a. T           G |- unroll t : T[mu a. T/a]         */
  case TERM_ROLL: RULE(SRCT_ROLL); return infer_roll(j, t, type);
  case TERM_UNROLL: RULE(SRCT_UNROLL); return infer_unroll(j, t, type);
  case TERM_ANY_LINEAR:
  case TERM_LLAM: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status infer(Judgement *j, TermId t, TypeId *type) {
  if (j->depth == 0) return STATUS_LIMIT;
  j->depth--;
  Status status = infer_rule(j, term(j->store, t), type);
  j->depth++;
  return status;
}

Status source_infer(Store *store, const TypeId *context, uint32_t length, TermId t, TypeId *type) {
  if (length > TYPING_CONTEXT) return STATUS_LIMIT;
  for (uint32_t i = 0; i < length; i++) {
    if (context[i].id >= store->types.count) return STATUS_ILL_TYPED;
    if (!type_node(&store->types, context[i])->source) return STATUS_ILL_TYPED;
  }
  Judgement j = {.store = store, .depth = TYPING_DEPTH};
  bool room = context_open(&j.context, context, length);
  Status status = room ? infer(&j, t, type) : STATUS_LIMIT;
  context_close(&j.context);
  return status;
}
