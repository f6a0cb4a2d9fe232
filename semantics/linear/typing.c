#include "semantics/linear/typing.h"

#include "semantics/core/context.h"
#include "semantics/core/rules.h"

#define MAX_NESTING ((uint32_t)20000)
#define MAX_CONTEXT ((uint32_t)20000)

typedef struct Judgement {
  Store *store;
  Context context; /* G */
  uint32_t depth;
} Judgement;

/* G |- t : *type */
static Status cartesian(Judgement *j, TermId t, TypeId *type);
/* G; v:domain |- t : *type */
static Status linear(Judgement *j, TypeId domain, TermId t, TypeId *type);

/* ------------------------------------------------------ parts of the rules -- */

/* A type constructor's answer: none only beyond the limits on types, its
 * arguments being of the right sort. */
static Status made(TypeId candidate, TypeId *type) {
  *type = candidate;
  return type_is_none(candidate) ? STATUS_LIMIT : STATUS_OK;
}

static bool is_sort(const Store *store, TypeId type, bool is_linear) {
  if (type_is_none(type) || type.id >= store->types.count) return false;
  return type_node(&store->types, type)->linear == is_linear;
}

static Status bind(Judgement *j, TypeId x) {
  return j->context.length < MAX_CONTEXT && context_push(&j->context, x) ? STATUS_OK : STATUS_LIMIT;
}

/* G, x:domain |- t : *type */
static Status cartesian_under(Judgement *j, TypeId x, TermId t, TypeId *type) {
  Status status = bind(j, x);
  if (status != STATUS_OK) return status;
  status = cartesian(j, t, type);
  context_pop(&j->context);
  return status;
}

/* G, x:T; v:domain |- t : *type */
static Status linear_under(Judgement *j, TypeId x, TypeId domain, TermId t, TypeId *type) {
  Status status = bind(j, x);
  if (status != STATUS_OK) return status;
  status = linear(j, domain, t, type);
  context_pop(&j->context);
  return status;
}

static Status expect(Status status, TypeId type, TypeId expected) {
  return status == STATUS_OK && !type_equal(type, expected) ? STATUS_ILL_TYPED : status;
}

/* G |- t : expected */
static Status check_cartesian(Judgement *j, TermId t, TypeId expected) {
  TypeId type = {0};
  return expect(cartesian(j, t, &type), type, expected);
}

/* G; v:domain |- t : expected */
static Status check_linear(Judgement *j, TypeId domain, TermId t, TypeId expected) {
  TypeId type = {0};
  return expect(linear(j, domain, t, &type), type, expected);
}

/* The components a and b of a type that must be of the form asked for. */
static Status split(const Judgement *j, TypeId type, TypeKind kind, TypeId *a, TypeId *b) {
  const TypeNode *node = type_node(&j->store->types, type);
  *a = node->a;
  *b = node->b;
  return node->kind == kind ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status cartesian_form(Judgement *j, TermId t, TypeKind kind, TypeId *a, TypeId *b) {
  TypeId type;
  Status status = cartesian(j, t, &type);
  return status == STATUS_OK ? split(j, type, kind, a, b) : status;
}

static Status linear_form(Judgement *j, TypeId domain, TermId t, TypeKind kind, TypeId *a, TypeId *b) {
  TypeId type;
  Status status = linear(j, domain, t, &type);
  return status == STATUS_OK ? split(j, type, kind, a, b) : status;
}

/* Array types: the element and the length. */
static Status split_array(Judgement *j, TypeId array, TypeId *element, uint32_t *n) {
  *element = type_element(&j->store->types, array);
  *n = type_node(&j->store->types, array)->n;
  return type_is_none(*element) ? STATUS_ILL_TYPED : STATUS_OK;
}

static Status cartesian_array(Judgement *j, TermId t, TypeId *element, uint32_t *n) {
  TypeId array;
  Status status = cartesian(j, t, &array);
  return status == STATUS_OK ? split_array(j, array, element, n) : status;
}

/* -------------------------------------------- the Cartesian judgement's rules -- */

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
  Status status = cartesian(j, t->kid[0], &first);
  if (status == STATUS_OK) status = cartesian(j, t->kid[1], &second);
  return status == STATUS_OK ? made(type_prod(&j->store->types, first, second), type) : status;
}

static Status cartesian_lam(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain = term_type_payload(t), codomain;
  if (!is_sort(j->store, domain, false)) return STATUS_ILL_TYPED;
  Status status = cartesian_under(j, domain, t->kid[0], &codomain);
  return status == STATUS_OK ? made(type_fun(&j->store->types, domain, codomain), type) : status;
}

static Status cartesian_app(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain;
  Status status = cartesian_form(j, t->kid[0], TYPE_FUN, &domain, type);
  return status == STATUS_OK ? check_cartesian(j, t->kid[1], domain) : status;
}

static Status cartesian_map(Judgement *j, const Term *t, TypeId *type) {
  TypeId element, image;
  uint32_t n;
  Status status = cartesian_array(j, t->kid[0], &element, &n);
  if (status == STATUS_OK) status = cartesian_under(j, element, t->kid[1], &image);
  return status == STATUS_OK ? made(type_array(&j->store->types, image, n), type) : status;
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
  Status status = cartesian_under(j, type_int(&j->store->types), t->kid[0], &element);
  return status == STATUS_OK ? made(type_array(&j->store->types, element, t->payload), type) : status;
}

static Status cartesian_llam(Judgement *j, const Term *t, TypeId *type) {
  TypeId domain = term_type_payload(t), codomain;
  if (!is_sort(j->store, domain, true)) return STATUS_ILL_TYPED;
  Status status = linear(j, domain, t->kid[0], &codomain);
  return status == STATUS_OK ? made(type_lfun(&j->store->types, domain, codomain), type) : status;
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
    status = cartesian(j, t->kid[0], &other);
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
  case TERM_LVAR:
  case TERM_LETV:
  case TERM_LOP:
  case TERM_COPOWER:
  case TERM_CASE:
  case TERM_LAPP:
  case TERM_ZERO:
  case TERM_PLUS:
  case TERM_LSUM:
  case TERM_ONEHOT:
  case TERM_DMAP:
  case TERM_DMAPT:
  case TERM_NONE:
  case TERM_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status cartesian(Judgement *j, TermId t, TypeId *type) {
  if (j->depth == 0) return STATUS_LIMIT;
  j->depth--;
  Status status = cartesian_rule(j, term(j->store, t), type);
  j->depth++;
  return status;
}

/* ----------------------------------------------- the linear judgement's rules -- */

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
  Status status = linear(j, domain, t->kid[0], &first);
  if (status == STATUS_OK) status = linear(j, domain, t->kid[1], &second);
  return status == STATUS_OK ? made(type_linear_prod(&j->store->types, first, second), type) : status;
}

static Status linear_lam(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId y = term_type_payload(t), codomain;
  if (!is_sort(j->store, y, false)) return STATUS_ILL_TYPED;
  Status status = linear_under(j, y, domain, t->kid[0], &codomain);
  return status == STATUS_OK ? made(type_power(&j->store->types, y, codomain), type) : status;
}

static Status linear_copower(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId key, weight;
  Status status = cartesian(j, t->kid[0], &key);
  if (status == STATUS_OK) status = linear(j, domain, t->kid[1], &weight);
  return status == STATUS_OK ? made(type_copower(&j->store->types, key, weight), type) : status;
}

static Status linear_case(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId key, weight;
  Status status = linear_form(j, domain, t->kid[0], TYPE_COPOWER, &key, &weight);
  if (status == STATUS_OK) status = linear_under(j, key, weight, t->kid[1], type);
  return status == STATUS_OK ? expect(status, *type, term_type_payload(t)) : status;
}

static Status linear_lapp(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId argument;
  Status status = cartesian_form(j, t->kid[0], TYPE_LFUN, &argument, type);
  return status == STATUS_OK ? check_linear(j, domain, t->kid[1], argument) : status;
}

static Status linear_build(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId element;
  Status status = linear_under(j, type_int(&j->store->types), domain, t->kid[0], &element);
  return status == STATUS_OK ? made(type_linear_array(&j->store->types, element, t->payload), type) : status;
}

/* The element type of G; v:domain |- t : T_^n. */
static Status linear_element(Judgement *j, TypeId domain, TermId t, TypeId *element) {
  TypeId array;
  uint32_t n;
  Status status = linear(j, domain, t, &array);
  return status == STATUS_OK ? split_array(j, array, element, &n) : status;
}

static Status linear_onehot(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeId element;
  Status status = check_cartesian(j, t->kid[0], type_int(&j->store->types));
  if (status == STATUS_OK) status = linear(j, domain, t->kid[1], &element);
  return status == STATUS_OK ? made(type_linear_array(&j->store->types, element, t->payload), type) : status;
}

/* G |- s : real^n, and real_^n besides. */
static Status real_vector(Judgement *j, TermId s, TypeId *linear_vector) {
  TypeId type;
  Status status = cartesian(j, s, &type);
  if (status != STATUS_OK) return status;
  const TypeNode *vector = type_node(&j->store->types, type);
  if (vector->kind != TYPE_REAL) return STATUS_ILL_TYPED;
  return made(type_linear_real(&j->store->types, vector->n), linear_vector);
}

static Status linear_dmap(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  TypeTable *types = &j->store->types;
  TypeId real = type_real(types, 1), scalar = type_linear_real(types, 1), state, both, row;
  Status status = real_vector(j, t->kid[0], type);
  if (status == STATUS_OK) status = linear(j, domain, t->kid[3], &state);
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
  if (status == STATUS_OK) status = linear(j, vector, t->kid[2], type);
  if (status == STATUS_OK) status = made(type_linear_prod(types, *type, scalar), &both);
  if (status == STATUS_OK) status = linear_under(j, real, scalar, t->kid[1], &row);
  return status == STATUS_OK ? expect(status, row, both) : status;
}

static Status linear_rule(Judgement *j, TypeId domain, const Term *t, TypeId *type) {
  Status status;
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
    status = cartesian(j, t->kid[0], &other);
    return status == STATUS_OK ? linear_under(j, other, domain, t->kid[1], type) : status;
  /* G; v:T_ |- t : S_   G; v:S_ |- s : R_
   * -------------------------------------
   * G; v:T_ |- let v = t in s : R_                                       */
  case TERM_LETV:
    RULE(LINL_LETV);
    status = linear(j, domain, t->kid[0], &other);
    return status == STATUS_OK ? linear(j, other, t->kid[1], type) : status;
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
    status = linear_form(j, domain, t->kid[0], TYPE_POWER, &other, type);
    return status == STATUS_OK ? check_cartesian(j, t->kid[1], other) : status;
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
    status = linear(j, domain, t->kid[0], type);
    return status == STATUS_OK ? check_linear(j, domain, t->kid[1], *type) : status;
  /* G, i:Int; v:P_ |- t : S_
   * ---------------------------------
   * G; v:P_ |- build n (i. t) : S_^n                                     */
  case TERM_BUILD: RULE(LINL_BUILD); return linear_build(j, domain, t, type);
  /* G |- i : Int   G; v:P_ |- t : S_^n
   * ----------------------------------
   * G; v:P_ |- index i t : S_                                            */
  case TERM_INDEX:
    RULE(LINL_INDEX);
    status = check_cartesian(j, t->kid[0], type_int(&j->store->types));
    return status == STATUS_OK ? linear_element(j, domain, t->kid[1], type) : status;
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
  case TERM_VAR:
  case TERM_OP:
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_LLAM:
  case TERM_NONE:
  case TERM_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status linear(Judgement *j, TypeId domain, TermId t, TypeId *type) {
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
  if (status == STATUS_OK) status = cartesian(&j, t, type);
  context_close(&j.context);
  return status;
}

Status linear_infer_linear(Store *store, const TypeId *context, uint32_t length, TypeId domain, TermId t,
                           TypeId *type) {
  Judgement j;
  Status status = enter(&j, store, context, length);
  if (status == STATUS_OK && !is_sort(store, domain, true)) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = linear(&j, domain, t, type);
  context_close(&j.context);
  return status;
}
