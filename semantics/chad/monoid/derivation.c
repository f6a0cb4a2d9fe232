/* From terms to typing derivations, in both judgements of CHAD Fig. 5. */
#include "semantics/chad/linear/derivatives.h"
#include "semantics/chad/monoid/derive.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

/* ----------------------------------------------- rules of both judgements -- */

static OWN_FRAME Status derive_pair(Deriver *dv, Derivation *d, const Term *t) {
  bool linear = d->domain.id != 0;
  Status status = child(dv, d, 0, d->domain, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->domain, t->kid[1]);
  if (status != STATUS_OK) return status;
  TypeId a = d->kid[0]->type, b = d->kid[1]->type;
  return conclude(d, linear ? type_linear_prod(&dv->store->types, a, b) : type_prod(&dv->store->types, a, b));
}

static OWN_FRAME Status derive_projection(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, d->domain, t->kid[0]));
  const TypeNode *pair = node_of(dv, d->kid[0]->type);
  if (pair->kind != (d->domain.id != 0 ? TYPE_LPROD : TYPE_PROD)) return STATUS_ILL_TYPED;
  return conclude(d, t->kind == TERM_FST ? pair->a : pair->b);
}

static OWN_FRAME Status derive_lam(Deriver *dv, Derivation *d, const Term *t) {
  TypeId bound = term_type_payload(t);
  TRY(child_under(dv, d, 0, bound, d->domain, t->kid[0]));
  TypeTable *types = &dv->store->types;
  return conclude(d, d->domain.id != 0 ? type_power(types, bound, d->kid[0]->type)
                                       : type_fun(types, bound, d->kid[0]->type));
}

static OWN_FRAME Status derive_app(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, d->domain, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, no_type, t->kid[1]);
  if (status != STATUS_OK) return status;
  const TypeNode *function = node_of(dv, d->kid[0]->type);
  if (function->kind != (d->domain.id != 0 ? TYPE_POWER : TYPE_FUN)) return STATUS_ILL_TYPED;
  if (!type_equal(function->a, d->kid[1]->type)) return STATUS_ILL_TYPED;
  return conclude(d, function->b);
}

static OWN_FRAME Status derive_let(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = child_under(dv, d, 1, d->kid[0]->type, d->domain, t->kid[1]);
  return status == STATUS_OK ? conclude(d, d->kid[1]->type) : status;
}

static TypeId array_of(Deriver *dv, bool linear, TypeId element, uint32_t n) {
  return linear ? type_linear_array(&dv->store->types, element, n) : type_array(&dv->store->types, element, n);
}

static OWN_FRAME Status derive_build(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child_under(dv, d, 0, type_int(&dv->store->types), d->domain, t->kid[0]);
  return status == STATUS_OK ? conclude(d, array_of(dv, d->domain.id != 0, d->kid[0]->type, t->payload)) : status;
}

/* index and onehot: an Int and a term of the judgement. */
static OWN_FRAME Status derive_indexed(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->domain, t->kid[1]);
  if (status != STATUS_OK) return status;
  if (node_of(dv, d->kid[0]->type)->kind != TYPE_INT) return STATUS_ILL_TYPED;
  return conclude(d, t->kind == TERM_INDEX ? type_element(&dv->store->types, d->kid[1]->type)
                                           : array_of(dv, true, d->kid[1]->type, t->payload));
}

/* --------------------------------------------- the Cartesian judgement -- */

static OWN_FRAME Status derive_operands(Deriver *dv, Derivation *d, const Term *t, uint32_t arity,
                                        const TypeId *operand) {
  TypeId expected[OP_MAX_ARITY] = {operand[0], operand[1]};
  for (uint32_t i = 0; i < arity && i < OP_MAX_ARITY; i++) {
    TRY(child(dv, d, (int)i, no_type, t->kid[i]));
    if (!type_equal(d->kid[i]->type, expected[i])) return STATUS_ILL_TYPED;
  }
  return STATUS_OK;
}

static OWN_FRAME Status derive_op(Deriver *dv, Derivation *d, const Term *t) {
  OpNode op = *op_node(&dv->store->ops, term_op_payload(t));
  Status status = derive_operands(dv, d, t, op.arity, op.operand);
  return status == STATUS_OK ? conclude(d, op.result) : status;
}

/* map and zipWith: the arrays, and the body under their elements. */
static OWN_FRAME Status derive_map(Deriver *dv, Derivation *d, const Term *t) {
  int arrays = t->kind == TERM_MAP ? 1 : 2;
  uint32_t length = dv->length, n = 0;
  TypeId element[2];
  for (int i = 0; i < arrays; i++) {
    TRY(child(dv, d, i, no_type, t->kid[i]));
    uint32_t m = node_of(dv, d->kid[i]->type)->n;
    element[i] = type_element(&dv->store->types, d->kid[i]->type);
    if (element[i].id == 0 || (i > 0 && n != m)) return STATUS_ILL_TYPED;
    n = m;
  }
  Status status = STATUS_OK;
  for (int i = 0; i < arrays && status == STATUS_OK; i++) status = bind(dv, element[i]);
  if (status == STATUS_OK) status = child(dv, d, arrays, no_type, t->kid[arrays]);
  dv->length = length;
  return status == STATUS_OK ? conclude(d, array_of(dv, false, d->kid[arrays]->type, n)) : status;
}

static OWN_FRAME Status derive_llam(Deriver *dv, Derivation *d, const Term *t) {
  TypeId domain = term_type_payload(t);
  if (!node_of(dv, domain)->linear) return STATUS_ILL_TYPED;
  Status status = child(dv, d, 0, domain, t->kid[0]);
  return status == STATUS_OK ? conclude(d, type_lfun(&dv->store->types, domain, d->kid[0]->type)) : status;
}

static Status derive_cartesian(Deriver *dv, Derivation *d, const Term *t) {
  RULE(MON_TYPE_CARTESIAN);
  switch (t->kind) {
  case TERM_VAR:
    if (t->payload >= dv->length) return STATUS_ILL_TYPED;
    return conclude(d, dv->context[dv->length - 1 - t->payload]);
  case TERM_LET: return derive_let(dv, d, t);
  case TERM_OP: return derive_op(dv, d, t);
  case TERM_UNIT: return conclude(d, type_unit(&dv->store->types));
  case TERM_PAIR: return derive_pair(dv, d, t);
  case TERM_FST:
  case TERM_SND: return derive_projection(dv, d, t);
  case TERM_LAM: return derive_lam(dv, d, t);
  case TERM_APP: return derive_app(dv, d, t);
  case TERM_MAP:
  case TERM_ZIPWITH: return derive_map(dv, d, t);
  case TERM_BUILD: return derive_build(dv, d, t);
  case TERM_INDEX: return derive_indexed(dv, d, t);
  case TERM_LLAM: return derive_llam(dv, d, t);
  case TERM_ANY_EXTENSION:
  case TERM_MATCH: return derive_control(dv, d, t);
  case TERM_ANY_LINEAR: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

/* ------------------------------------------------ the linear judgement -- */

/* The body of Dop or Dop^t in the context of the operands alone. */
static OWN_FRAME Status derive_body(Deriver *dv, LopId lop, const Derivation **out) {
  for (const KnownBody *known = dv->known; known != NULL; known = known->next) {
    if (known->lop.id == lop.id) return *out = known->body, STATUS_OK;
  }
  TermId body;
  TRY(lop_body(dv->store, lop, &body));
  LopNode node = *lop_node(&dv->store->ops, lop);
  Deriver inner = {.machine = dv->machine, .store = dv->store, .length = node.arity, .capacity = FIRST_CONTEXT};
  inner.context = arena_array(dv->machine->arena, FIRST_CONTEXT, sizeof *inner.context);
  KnownBody *known = arena_alloc(dv->machine->arena, sizeof *known);
  if (inner.context == NULL || known == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < node.arity; i++) inner.context[i] = node.operand[i];
  TRY(derive_judgement(&inner, node.ldom, body, out));
  *known = (KnownBody){lop, *out, dv->known};
  dv->known = known;
  return require(type_equal((*out)->type, node.cdom));
}

static OWN_FRAME Status derive_lop(Deriver *dv, Derivation *d, const Term *t) {
  LopNode lop = *lop_node(&dv->store->ops, term_lop_payload(t));
  Status status = derive_operands(dv, d, t, lop.arity, lop.operand);
  if (status == STATUS_OK) status = child(dv, d, 3, d->domain, t->kid[3]);
  if (status == STATUS_OK) status = require(type_equal(d->kid[3]->type, lop.ldom));
  if (status == STATUS_OK && (lop.code == LOP_DERIVATIVE || lop.code == LOP_TRANSPOSE))
    status = derive_body(dv, term_lop_payload(t), &d->body);
  return status == STATUS_OK ? conclude(d, lop.cdom) : status;
}

static OWN_FRAME Status derive_copower(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->domain, t->kid[1]);
  if (status != STATUS_OK) return status;
  return conclude(d, type_copower(&dv->store->types, d->kid[0]->type, d->kid[1]->type));
}

static OWN_FRAME Status derive_case(Deriver *dv, Derivation *d, const Term *t) {
  TRY(child(dv, d, 0, d->domain, t->kid[0]));
  TypeNode copower = *node_of(dv, d->kid[0]->type);
  if (copower.kind != TYPE_COPOWER) return STATUS_ILL_TYPED;
  Status status = child_under(dv, d, 1, copower.a, copower.b, t->kid[1]);
  if (status == STATUS_OK) status = require(type_equal(d->kid[1]->type, term_type_payload(t)));
  return status == STATUS_OK ? conclude(d, d->kid[1]->type) : status;
}

static OWN_FRAME Status derive_letv(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, d->domain, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->kid[0]->type, t->kid[1]);
  return status == STATUS_OK ? conclude(d, d->kid[1]->type) : status;
}

static OWN_FRAME Status derive_lapp(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->domain, t->kid[1]);
  if (status != STATUS_OK) return status;
  const TypeNode *function = node_of(dv, d->kid[0]->type);
  if (function->kind != TYPE_LFUN || !type_equal(function->a, d->kid[1]->type)) return STATUS_ILL_TYPED;
  return conclude(d, function->b);
}

static OWN_FRAME Status derive_plus(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, d->domain, t->kid[0]);
  if (status == STATUS_OK) status = child(dv, d, 1, d->domain, t->kid[1]);
  if (status == STATUS_OK) status = require(type_equal(d->kid[0]->type, d->kid[1]->type));
  return status == STATUS_OK ? conclude(d, d->kid[0]->type) : status;
}

static OWN_FRAME Status derive_lsum(Deriver *dv, Derivation *d, const Term *t) {
  Status status = child(dv, d, 0, d->domain, t->kid[0]);
  return status == STATUS_OK ? conclude(d, type_element(&dv->store->types, d->kid[0]->type)) : status;
}

/* G,x:real; v:T_*real_ |- t : real_   G |- s : real^n   G; v:T_ |- r : real_^n   G; v:R_ |- u : T_ */
static OWN_FRAME Status derive_dmap(Deriver *dv, Derivation *d, const Term *t) {
  TypeTable *types = &dv->store->types;
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = require(node_of(dv, d->kid[0]->type)->kind == TYPE_REAL);
  if (status == STATUS_OK) status = child(dv, d, 3, d->domain, t->kid[3]);
  if (status != STATUS_OK) return status;
  TypeId scalar = type_linear_real(types, 1), vector = type_linear_real(types, node_of(dv, d->kid[0]->type)->n);
  TypeId argument = type_linear_prod(types, d->kid[3]->type, scalar);
  status = child_under(dv, d, 1, type_real(types, 1), argument, t->kid[1]);
  if (status == STATUS_OK) status = child(dv, d, 2, d->kid[3]->type, t->kid[2]);
  if (status != STATUS_OK) return status;
  if (!type_equal(d->kid[1]->type, scalar) || !type_equal(d->kid[2]->type, vector)) return STATUS_ILL_TYPED;
  return conclude(d, vector);
}

/* G,x:real; v:real_ |- t : T_*real_   G |- s : real^n   G; v:real_^n |- r : T_   G; v:R_ |- u : real_^n */
static OWN_FRAME Status derive_dmapt(Deriver *dv, Derivation *d, const Term *t) {
  TypeTable *types = &dv->store->types;
  Status status = child(dv, d, 0, no_type, t->kid[0]);
  if (status == STATUS_OK) status = require(node_of(dv, d->kid[0]->type)->kind == TYPE_REAL);
  if (status != STATUS_OK) return status;
  TypeId scalar = type_linear_real(types, 1), vector = type_linear_real(types, node_of(dv, d->kid[0]->type)->n);
  status = child_under(dv, d, 1, type_real(types, 1), scalar, t->kid[1]);
  if (status == STATUS_OK) status = child(dv, d, 2, vector, t->kid[2]);
  if (status == STATUS_OK) status = child(dv, d, 3, d->domain, t->kid[3]);
  if (status != STATUS_OK) return status;
  TypeId image = type_linear_prod(types, d->kid[2]->type, scalar);
  if (!type_equal(d->kid[1]->type, image) || !type_equal(d->kid[3]->type, vector)) return STATUS_ILL_TYPED;
  return conclude(d, d->kid[2]->type);
}

static Status derive_linear(Deriver *dv, Derivation *d, const Term *t) {
  RULE(MON_TYPE_LINEAR);
  switch (t->kind) {
  case TERM_LET: return derive_let(dv, d, t);
  case TERM_UNIT: return conclude(d, type_linear_unit(&dv->store->types));
  case TERM_PAIR: return derive_pair(dv, d, t);
  case TERM_FST:
  case TERM_SND: return derive_projection(dv, d, t);
  case TERM_LAM: return derive_lam(dv, d, t);
  case TERM_APP: return derive_app(dv, d, t);
  case TERM_BUILD: return derive_build(dv, d, t);
  case TERM_INDEX:
  case TERM_ONEHOT: return derive_indexed(dv, d, t);
  case TERM_LVAR: return conclude(d, d->domain);
  case TERM_LETV: return derive_letv(dv, d, t);
  case TERM_LOP: return derive_lop(dv, d, t);
  case TERM_COPOWER: return derive_copower(dv, d, t);
  case TERM_CASE: return derive_case(dv, d, t);
  case TERM_LAPP: return derive_lapp(dv, d, t);
  case TERM_ZERO:
    if (!node_of(dv, term_type_payload(t))->linear) return STATUS_ILL_TYPED;
    return conclude(d, term_type_payload(t));
  case TERM_PLUS: return derive_plus(dv, d, t);
  case TERM_LSUM: return derive_lsum(dv, d, t);
  case TERM_DMAP: return derive_dmap(dv, d, t);
  case TERM_DMAPT: return derive_dmapt(dv, d, t);
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_LITER: return derive_linear_control(dv, d, t);
  case TERM_ANY_CARTESIAN: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status derive_judgement(Deriver *dv, TypeId domain, TermId t, const Derivation **out) {
  Machine *machine = dv->machine;
  if (machine->depth < DERIVE_LEVEL || machine->fuel == 0) return STATUS_LIMIT;
  Derivation *d = arena_alloc(machine->arena, sizeof *d);
  if (d == NULL) return STATUS_LIMIT;
  Term node = *term(dv->store, t);
  *d = (Derivation){.kind = node.kind, .payload = node.payload, .domain = domain};
  machine->depth -= DERIVE_LEVEL;
  machine->fuel--;
  Status status = domain.id == 0 ? derive_cartesian(dv, d, &node) : derive_linear(dv, d, &node);
  machine->depth += DERIVE_LEVEL;
  *out = d;
  return status;
}

Status derivation_make(Machine *machine, const Program *program, const Derivation **out) {
  Deriver dv = {.machine = machine, .store = machine->store, .capacity = program->length + FIRST_CONTEXT};
  dv.context = arena_array(machine->arena, dv.capacity, sizeof *dv.context);
  if (dv.context == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < program->length; i++) dv.context[i] = program->context[i];
  dv.length = program->length;
  dv.store->types.exhausted = false;
  TRY(store_judged(dv.store, derive_judgement(&dv, no_type, program->term, out)));
  return require(type_equal((*out)->type, program->type));
}
