/* G |- t : T and G; z:S |- b : T, the judgements of the dual-numbers languages.
 *
 * One function serves both: `z` is the type of the linear identifier, none in the
 * Cartesian judgement.  Where a constructor stands is in terms.def.  In bodies of
 * resource-linear functions there is s besides, G; z:S; s:R |- r : T: its uses are
 * counted, and there is to be one. */
#include "semantics/dualnum/cases.h"
#include "semantics/dualnum/dual.h"
#include "semantics/memory/try.h"
#include "semantics/tables/context.h"
#include "semantics/tables/rules.h"

#define NO_TYPE ((DualTypeId){0})

typedef struct Judgement {
  DualTable *table;
  Context context; /* the ids of dual types */
  uint32_t depth;
  DualTypeId resource; /* of s in the innermost resource-linear function, */
  uint32_t uses;       /* and how often s was met there */
} Judgement;

static Status infer(Judgement *j, DualTermId t, DualTypeId z, DualTypeId *type);

static const DualTypeNode *node_of(const Judgement *j, DualTypeId type) { return dual_type_node(j->table, type); }

static Status made(DualTypeId candidate, DualTypeId *type) {
  *type = candidate;
  return candidate.id == 0 ? STATUS_LIMIT : STATUS_OK;
}

/* t has exactly the type */
static Status check(Judgement *j, DualTermId t, DualTypeId z, DualTypeId expected) {
  DualTypeId type;
  Status status = infer(j, t, z, &type);
  return status == STATUS_OK && type.id != expected.id ? STATUS_ILL_TYPED : status;
}

/* t has a type of the kind */
static Status infer_kind(Judgement *j, DualTermId t, DualTypeId z, DualTypeKind kind, DualTypeNode *node) {
  DualTypeId type;
  TRY(infer(j, t, z, &type));
  *node = *node_of(j, type);
  return node->kind == kind ? STATUS_OK : STATUS_ILL_TYPED;
}

/* t under one more identifier */
static Status infer_under(Judgement *j, DualTypeId x, DualTermId t, DualTypeId z, DualTypeId *type) {
  if (!context_push(&j->context, (TypeId){x.id})) return STATUS_LIMIT;
  Status status = infer(j, t, z, type);
  context_pop(&j->context);
  return status;
}

/* Whether 0 and + are defined: types of (co)tangents, Staged, endofunctions, Contrib. */
static bool is_monoid(const Judgement *j, DualTypeId type) {
  const DualTypeNode *node = node_of(j, type);
  switch (node->kind) {
  case DUAL_REAL:
  case DUAL_UNIT:
  case DUAL_STAGED_T:
  case DUAL_ENDO:
  case DUAL_CONTRIB: return true;
  case DUAL_PROD: return is_monoid(j, node->a) && is_monoid(j, node->b);
  case DUAL_ARRAY: return node->n != TYPE_DYNAMIC && is_monoid(j, node->a);
  case DUAL_ANY_NO_MONOID: return false; /* s passes from one to the next by name, not by + */
  }
  return false;
}

/* ------------------------------------------------------------- Cartesian -- */

static Status infer_op(Judgement *j, const DualTerm *t, DualTypeId *type) {
  const Store *store = j->table->store;
  if (t->payload == 0 || t->payload >= store->ops.op_count) return STATUS_ILL_TYPED;
  const OpNode *op = op_node(&store->ops, (OpId){t->payload});
  for (uint32_t k = 0; k < op->arity; k++) {
    DualTypeId operand = dual_plain(j->table, op->operand[k]);
    TRY(check(j, t->kid[k], NO_TYPE, operand));
  }
  return made(dual_plain(j->table, op->result), type);
}

static Status infer_pair(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeId a, b;
  TRY(infer(j, t->kid[0], z, &a));
  TRY(infer(j, t->kid[1], z, &b));
  return made(dual_type_prod(j->table, a, b), type);
}

static Status infer_app(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeNode function = {.kind = DUAL_NO_TYPE};
  Status status = infer_kind(j, t->kid[0], NO_TYPE, DUAL_FUN, &function);
  *type = function.b;
  return status == STATUS_OK ? check(j, t->kid[1], NO_TYPE, function.a) : status;
}

static Status infer_index(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeId array;
  TRY(check(j, t->kid[0], NO_TYPE, dual_type_int(j->table)));
  TRY(infer(j, t->kid[1], z, &array));
  *type = node_of(j, array)->kind == DUAL_ARRAY ? node_of(j, array)->a : array;
  /* one number is its own array */
  return dual_type_array(j->table, *type, 1).id == array.id || type->id != array.id ? STATUS_OK : STATUS_ILL_TYPED;
}

static Status infer_build(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeId element;
  bool dynamic = t->kid[1].id != 0;
  TRY(dynamic ? check(j, t->kid[1], NO_TYPE, dual_type_int(j->table)) : STATUS_OK);
  TRY(infer_under(j, dual_type_int(j->table), t->kid[0], z, &element));
  return made(dual_type_array(j->table, element, dynamic ? TYPE_DYNAMIC : t->payload), type);
}

static Status infer_thread(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeId integer = dual_type_int(j->table), result;
  TRY(check(j, t->kid[1], NO_TYPE, integer));
  if (!context_push(&j->context, (TypeId){integer.id})) return STATUS_LIMIT;
  Status status = infer_under(j, integer, t->kid[0], NO_TYPE, &result);
  context_pop(&j->context);
  if (status != STATUS_OK) return status;
  const DualTypeNode node = *node_of(j, result);
  if (node.kind != DUAL_PROD || node.b.id != integer.id) return STATUS_ILL_TYPED;
  return made(dual_type_prod(j->table, dual_type_array(j->table, node.a, t->payload), integer), type);
}

/* T is made of N, 1, products and arrays of static length. */
static bool is_made_of(const Judgement *j, DualTypeId type, DualTypeId number, uint32_t depth) {
  const DualTypeNode *node = node_of(j, type);
  if (type.id == number.id || node->kind == DUAL_UNIT) return true;
  if (depth == 0) return false;
  if (node->kind == DUAL_PROD) {
    return is_made_of(j, node->a, number, depth - 1) && is_made_of(j, node->b, number, depth - 1);
  }
  return node->kind == DUAL_ARRAY && node->n != TYPE_DYNAMIC && is_made_of(j, node->a, number, depth - 1);
}

/* A number is its own array. */
static Status infer_pointwise(Judgement *j, const DualTerm *t, DualTypeId *type) {
  if (t->type.id == 0 || t->payload == 0 || t->payload >= j->table->type_count) return STATUS_ILL_TYPED;
  DualTypeId integer = dual_type_int(j->table), numbers = dual_type_array(j->table, t->type, TYPE_DYNAMIC), body;
  bool threaded = t->kid[2].id != 0;
  DualTypeId element = {t->payload}, array;
  if (!is_made_of(j, element, t->type, j->depth)) return STATUS_ILL_TYPED;
  Status status = infer(j, t->kid[0], NO_TYPE, &array);
  if (status == STATUS_OK && threaded) status = check(j, t->kid[2], NO_TYPE, integer);
  if (status != STATUS_OK) return status;
  bool one = array.id == dual_type_array(j->table, element, 1).id;
  if (!one && (node_of(j, array)->kind != DUAL_ARRAY || node_of(j, array)->a.id != element.id)) return STATUS_ILL_TYPED;
  if (!context_push(&j->context, (TypeId){numbers.id})) return STATUS_LIMIT;
  status = threaded ? infer_under(j, integer, t->kid[1], NO_TYPE, &body) : infer(j, t->kid[1], NO_TYPE, &body);
  context_pop(&j->context);
  if (status != STATUS_OK) return status;
  DualTypeId expected = threaded ? dual_type_prod(j->table, t->type, integer) : t->type;
  if (body.id != expected.id) return STATUS_ILL_TYPED;
  return made(threaded ? dual_type_prod(j->table, element, integer) : element, type);
}

/* inl t : T + S for t : T, inr t for t : S */
static Status infer_injection(Judgement *j, const DualTerm *t, DualTypeId *type) {
  const DualTypeNode sum = *node_of(j, t->type);
  *type = t->type;
  if (sum.kind != DUAL_SUM) return STATUS_ILL_TYPED;
  return check(j, t->kid[0], NO_TYPE, t->kind == DUAL_TERM_INL ? sum.a : sum.b);
}

static Status infer_case(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeNode sum = {.kind = DUAL_NO_TYPE};
  DualTypeId second;
  Status status = infer_kind(j, t->kid[0], NO_TYPE, DUAL_SUM, &sum);
  if (status == STATUS_OK) status = infer_under(j, sum.a, t->kid[1], NO_TYPE, type);
  if (status == STATUS_OK) status = infer_under(j, sum.b, t->kid[2], NO_TYPE, &second);
  return status == STATUS_OK && type->id != second.id ? STATUS_ILL_TYPED : status;
}

/* roll t : mu x. T for t : T[mu x. T/x], and unroll back */
static Status infer_roll(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeNode mu;
  *type = t->type;
  if (t->kind == DUAL_TERM_ROLL) {
    DualTypeId unrolled = dual_type_unroll(j->table, t->type);
    return unrolled.id == 0 ? STATUS_ILL_TYPED : check(j, t->kid[0], NO_TYPE, unrolled);
  }
  TRY(infer(j, t->kid[0], NO_TYPE, type));
  mu = *node_of(j, *type);
  return mu.kind == DUAL_MU ? made(dual_type_unroll(j->table, *type), type) : STATUS_ILL_TYPED;
}

/* [] : Vec T, snoc t s : Vec T for t : Vec T and s : T, length t : Int */
static Status infer_vec(Judgement *j, const DualTerm *t, DualTypeId *type) {
  Status status = STATUS_OK;
  *type = t->type;
  if (t->kind != DUAL_TERM_VNIL) status = infer(j, t->kid[0], NO_TYPE, type);
  if (status != STATUS_OK) return status;
  const DualTypeNode vec = *node_of(j, *type);
  if (vec.kind != DUAL_ARRAY || vec.n != TYPE_DYNAMIC) return STATUS_ILL_TYPED;
  if (t->kind == DUAL_TERM_LENGTH) return made(dual_type_int(j->table), type);
  return t->kind == DUAL_TERM_SNOC ? check(j, t->kid[1], NO_TYPE, vec.a) : STATUS_OK;
}

static Status infer_iterate(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeId next;
  Status status = check(j, t->kid[0], NO_TYPE, dual_type_int(j->table));
  if (status == STATUS_OK) status = infer(j, t->kid[1], NO_TYPE, type);
  if (status == STATUS_OK) status = infer_under(j, *type, t->kid[2], NO_TYPE, &next);
  return status == STATUS_OK && next.id != type->id ? STATUS_ILL_TYPED : status;
}

static Status infer_while(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeId truth = dual_type(j->table, DUAL_SUM, dual_type_unit(j->table), dual_type_unit(j->table), 0);
  DualTypeId next = NO_TYPE;
  Status status = infer(j, t->kid[0], NO_TYPE, type);
  if (status == STATUS_OK) status = infer_under(j, *type, t->kid[1], NO_TYPE, &next);
  if (status == STATUS_OK && next.id != truth.id) return STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = infer_under(j, *type, t->kid[2], NO_TYPE, &next);
  return status == STATUS_OK && next.id != type->id ? STATUS_ILL_TYPED : status;
}

static Status infer_group(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeId integer = dual_type_int(j->table);
  DualTypeNode indices = {.kind = DUAL_NO_TYPE};
  TRY(check(j, t->kid[0], NO_TYPE, integer));
  TRY(infer_kind(j, t->kid[1], NO_TYPE, DUAL_ARRAY, &indices));
  TRY(check(j, t->kid[2], NO_TYPE, integer));
  if (indices.a.id != integer.id) return STATUS_ILL_TYPED;
  DualTypeId group = dual_type_array(j->table, integer, TYPE_DYNAMIC);
  return made(dual_type_array(j->table, group, TYPE_DYNAMIC), type);
}

static Status infer_letrec(Judgement *j, const DualTerm *t, DualTypeId *type) {
  const DualTypeNode function = *node_of(j, t->type);
  DualTypeId body;
  if (function.kind != DUAL_FUN) return STATUS_ILL_TYPED;
  if (!context_push(&j->context, (TypeId){t->type.id})) return STATUS_LIMIT;
  Status status = infer_under(j, function.a, t->kid[0], NO_TYPE, &body);
  if (status == STATUS_OK && body.id != function.b.id) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = infer(j, t->kid[1], NO_TYPE, type);
  context_pop(&j->context);
  return status;
}

static Status infer_llam(Judgement *j, const DualTerm *t, DualTypeId *type) {
  DualTypeId body;
  if (!is_monoid(j, t->type)) return STATUS_ILL_TYPED;
  TRY(infer(j, t->kid[0], t->type, &body));
  bool good = is_monoid(j, body) || body.id == dual_type_update(j->table).id;
  return good ? made(dual_type_lfun(j->table, t->type, body), type) : STATUS_ILL_TYPED;
}

/* ---------------------------------------------------------------- linear -- */

static Status infer_lapp(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeNode function = {.kind = DUAL_NO_TYPE};
  Status status = infer_kind(j, t->kid[0], NO_TYPE, DUAL_LFUN, &function);
  *type = function.b;
  return status == STATUS_OK ? check(j, t->kid[1], z, function.a) : status;
}

static Status infer_partial(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  const Store *store = j->table->store;
  *type = dual_type_real(j->table);
  if (t->payload == 0 || t->payload >= store->ops.op_count) return STATUS_ILL_TYPED;
  const OpNode *op = op_node(&store->ops, (OpId){t->payload});
  OpShape shape = op_info(op->code)->shape;
  if (op->n != 1 || (shape != SHAPE_EACH && shape != SHAPE_EACH2) || t->type.id >= op->arity) return STATUS_ILL_TYPED;
  Status status = check(j, t->kid[0], NO_TYPE, *type);
  if (status == STATUS_OK && op->arity == 2) status = check(j, t->kid[1], NO_TYPE, *type);
  return status == STATUS_OK ? check(j, t->kid[2], z, *type) : status;
}

static Status infer_plus(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  Status status = infer(j, t->kid[0], z, type);
  if (status == STATUS_OK && !is_monoid(j, *type)) return STATUS_ILL_TYPED;
  return status == STATUS_OK ? check(j, t->kid[1], z, *type) : status;
}

static Status infer_sum(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeId body;
  *type = t->type;
  if (!is_monoid(j, t->type)) return STATUS_ILL_TYPED;
  Status status = t->kid[1].id == 0 ? STATUS_OK : check(j, t->kid[1], NO_TYPE, dual_type_int(j->table));
  if (status == STATUS_OK) status = infer_under(j, dual_type_int(j->table), t->kid[0], z, &body);
  return status == STATUS_OK && body.id != t->type.id ? STATUS_ILL_TYPED : status;
}

static Status infer_onehot(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  TRY(check(j, t->kid[0], NO_TYPE, dual_type_int(j->table)));
  TRY(check(j, t->kid[1], z, t->type));
  return made(dual_type_array(j->table, t->type, t->payload), type);
}

/* d : Int * (real -o m), or Int * Contrib */
static Status infer_call(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTable *table = j->table;
  DualTypeId real = dual_type_real(table);
  bool entry = t->kind == DUAL_TERM_ENTRY;
  *type = entry ? dual_type(table, DUAL_CONTRIB, NO_TYPE, NO_TYPE, 0) : t->type;
  DualTypeKind kind = node_of(j, *type)->kind;
  bool update = t->type.id != 0 && t->type.id == dual_type_update(table).id;
  if (!entry && !update && kind != DUAL_STAGED_T && kind != DUAL_ENDO) return STATUS_ILL_TYPED;
  DualTypeId second = entry ? *type : dual_type_lfun(table, real, *type);
  TRY(check(j, t->kid[0], NO_TYPE, dual_type_prod(table, dual_type_int(table), second)));
  return check(j, t->kid[1], z, real);
}

/* SCotan : c -o Staged c, and for c an endofunction; SResolve goes back. */
static Status infer_staged(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTable *table = j->table;
  DualTypeId b;
  TRY(infer(j, t->kid[0], z, &b));
  DualTypeNode node = *node_of(j, b);
  bool endo = node.kind == DUAL_ENDO;
  if (t->kind == DUAL_TERM_SCOTAN) {
    DualTypeId staged = dual_type(table, DUAL_STAGED_T, endo ? node.a : b, NO_TYPE, 0);
    return made(endo ? dual_type_endo(table, staged) : staged, type);
  }
  if (endo) node = *node_of(j, node.a);
  *type = node.a;
  return node.kind == DUAL_STAGED_T && node.a.id == t->type.id ? STATUS_OK : STATUS_ILL_TYPED;
}

/* \a. b + a : endo T for b : T; f : endo T acting inside T * S, S * T, T^n */
static Status infer_endo(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTable *table = j->table;
  DualTypeId b;
  DualTypeNode node;
  if (t->kind == DUAL_TERM_ADDER) {
    TRY(infer(j, t->kid[0], z, &b));
    return made(dual_type_endo(table, b), type);
  }
  bool at = t->kind == DUAL_TERM_ENDO_AT;
  TRY(at ? check(j, t->kid[0], NO_TYPE, dual_type_int(table)) : STATUS_OK);
  TRY(infer_kind(j, t->kid[at ? 1 : 0], z, DUAL_ENDO, &node));
  DualTypeId whole = at                              ? dual_type_array(table, node.a, t->payload)
                     : t->kind == DUAL_TERM_ENDO_FST ? dual_type_prod(table, node.a, t->type)
                                                     : dual_type_prod(table, t->type, node.a);
  return made(dual_type_endo(table, whole), type);
}

/* SOneHot i b, and what turns collectors and contributions into real^n */
static Status infer_collect(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTable *table = j->table;
  DualTypeId real = dual_type_real(table), inner = dual_type(table, DUAL_CONTRIB, NO_TYPE, NO_TYPE, 0);
  DualTypeId endo = dual_type_endo(table, dual_type(table, DUAL_COLLECT, NO_TYPE, NO_TYPE, 0));
  bool map = t->kind == DUAL_TERM_GATHER_MAP;
  *type = dual_type_array(table, real, t->payload);
  if (t->kind == DUAL_TERM_GATHER_ARRAY || map) inner = endo;
  if (t->kind == DUAL_TERM_SONEHOT) {
    inner = real;
    *type = t->type.id == 0 ? endo : t->type;
    if (t->type.id != 0 && t->type.id != dual_type_update(table).id) return STATUS_ILL_TYPED;
  }
  TRY(map ? STATUS_OK : check(j, t->kid[0], NO_TYPE, dual_type_int(table)));
  return check(j, t->kid[map ? 0 : 1], z, inner);
}

/* --------------------------------------------------------------- resource -- */

/* What s may stand in: it is passed on, and put into nothing. */
static bool passes_on(DualTermKind kind) {
  return kind == DUAL_TERM_RES || kind == DUAL_TERM_RAPP || kind == DUAL_TERM_RITERATE || kind == DUAL_TERM_SFREEZE;
}

static Status infer_res(Judgement *j, DualTypeId *type) {
  j->uses++;
  *type = j->resource;
  return j->resource.id == 0 ? STATUS_ILL_TYPED : STATUS_OK;
}

/* f : T ->R S and r : T */
static Status infer_rapp(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeNode function = {.kind = DUAL_NO_TYPE};
  TRY(infer_kind(j, t->kid[0], z, DUAL_RFUN, &function));
  *type = function.b;
  return check(j, t->kid[1], z, function.a);
}

/* f : T ->R T for each j, without s, and r : T */
static Status infer_riterate(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  const DualTypeId integer = dual_type_int(j->table), resource = j->resource;
  DualTypeId function;
  TRY(t->kid[2].id == 0 ? STATUS_OK : check(j, t->kid[2], NO_TYPE, integer));
  j->resource = NO_TYPE;
  Status status = infer_under(j, integer, t->kid[0], z, &function);
  j->resource = resource;
  if (status == STATUS_OK) status = infer(j, t->kid[1], z, type);
  if (status != STATUS_OK) return status;
  return function.id == dual_type(j->table, DUAL_RFUN, *type, *type, 0).id ? STATUS_OK : STATUS_ILL_TYPED;
}

/* Nothing but the scalars of the inputs' array is left of Staged. */
static Status infer_freeze(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeNode staged = {.kind = DUAL_NO_TYPE};
  TRY(check(j, t->kid[0], NO_TYPE, dual_type_int(j->table)));
  TRY(infer_kind(j, t->kid[1], z, DUAL_COLLECT, &staged));
  return made(dual_type_array(j->table, dual_type_real(j->table), t->payload), type);
}

/* The body uses s once; what is around it has an s of its own, or none. */
static Status infer_rlam(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  const uint32_t outer = j->uses;
  DualTypeId body;
  j->resource = t->type;
  j->uses = 0;
  Status status = infer(j, t->kid[0], z, &body);
  if (status == STATUS_OK && j->uses != 1) status = STATUS_ILL_TYPED;
  j->uses = outer;
  return status == STATUS_OK ? made(dual_type(j->table, DUAL_RFUN, t->type, body, 0), type) : status;
}

/* i : Int, and f : Staged ->R real^n, out of which Staged does not come */
static Status infer_alloc(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  DualTypeNode function = {.kind = DUAL_NO_TYPE};
  TRY(check(j, t->kid[0], NO_TYPE, dual_type_int(j->table)));
  TRY(infer_kind(j, t->kid[1], z, DUAL_RFUN, &function));
  *type = dual_type_array(j->table, dual_type_real(j->table), t->payload);
  return node_of(j, function.a)->kind == DUAL_COLLECT && function.b.id == type->id ? STATUS_OK : STATUS_ILL_TYPED;
}

/* ----------------------------------------------------------------- rules -- */

static Status infer_rule(Judgement *j, const DualTerm *t, DualTypeId z, DualTypeId *type) {
  Status status;
  DualTypeNode node = {.kind = DUAL_NO_TYPE};
  switch (t->kind) {
  /* as in the source language; identifiers are levels                       */
  case DUAL_TERM_VAR:
    RULE(DUALT_SOURCE);
    if (t->payload >= j->context.length) return STATUS_ILL_TYPED;
    type->id = context_lookup(&j->context, j->context.length - 1 - t->payload).id;
    return STATUS_OK;
  case DUAL_TERM_LET:
    status = infer(j, t->kid[0], NO_TYPE, type);
    return status == STATUS_OK ? infer_under(j, *type, t->kid[1], z, type) : status;
  case DUAL_TERM_OP: return infer_op(j, t, type);
  case DUAL_TERM_UNIT: return made(dual_type_unit(j->table), type);
  case DUAL_TERM_PAIR: return infer_pair(j, t, z, type);
  case DUAL_TERM_FST:
  case DUAL_TERM_SND:
    status = infer_kind(j, t->kid[0], z, DUAL_PROD, &node);
    *type = t->kind == DUAL_TERM_FST ? node.a : node.b;
    return status;
  case DUAL_TERM_LAM: {
    DualTypeId body;
    status = infer_under(j, t->type, t->kid[0], NO_TYPE, &body);
    return status == STATUS_OK ? made(dual_type_fun(j->table, t->type, body), type) : status;
  }
  case DUAL_TERM_APP: return infer_app(j, t, type);
  case DUAL_TERM_INDEX: return infer_index(j, t, z, type);
  case DUAL_TERM_BUILD: return infer_build(j, t, z, type);
  case DUAL_TERM_INL:
  case DUAL_TERM_INR: return infer_injection(j, t, type);
  case DUAL_TERM_CASE: return infer_case(j, t, type);
  case DUAL_TERM_ROLL:
  case DUAL_TERM_UNROLL: return infer_roll(j, t, type);
  /* G |- t : Vec T   G |- s : T
   * ---------------------------  [] : Vec T,  length t : Int
   * G |- snoc t s : Vec T                                                   */
  case DUAL_TERM_VNIL:
  case DUAL_TERM_SNOC:
  case DUAL_TERM_LENGTH: RULE(DUALT_VEC); return infer_vec(j, t, type);
  /* G |- k : Int   G |- is : Int^n or Vec Int   G |- m : Int
   * --------------------------------------------------------
   * G |- group k is m : Vec (Vec Int)                                       */
  case DUAL_TERM_GROUP: RULE(DUALT_GROUP); return infer_group(j, t, type);
  /* G |- as : array of T   G |- s : Int   G, ys:Vec N, i:Int |- t : N * Int
   * ----------------------------------------------------------------------- T made of N, 1, products, arrays
   * G |- pointwise (ys i. t) as s : T * Int                                 */
  case DUAL_TERM_POINTWISE: RULE(DUALT_POINTWISE); return infer_pointwise(j, t, type);
  case DUAL_TERM_ITERATE: return infer_iterate(j, t, type);
  case DUAL_TERM_WHILE: return infer_while(j, t, type);
  case DUAL_TERM_LETREC: return infer_letrec(j, t, type);
  /* G |- s : Int   G, j:Int, i:Int |- t : T * Int
   * ---------------------------------------------
   * G |- thread n (j i. t) s : T^n * Int                                    */
  case DUAL_TERM_THREAD: RULE(DUALT_THREAD); return infer_thread(j, t, type);
  /* G; z:T |- b : S
   * ------------------------ T, S types of a monoid
   * G |- \_(z : T). b : T -o S                                              */
  case DUAL_TERM_LLAM: RULE(DUALT_LLAM); return infer_llam(j, t, type);
  /* ---------------
   * G; z:T |- z : T                                                         */
  case DUAL_TERM_Z: RULE(DUALT_Z); return made(z, type);
  /* G |- d : T -o S   G; z:R |- b : T
   * ---------------------------------
   * G; z:R |- d b : S                                                       */
  case DUAL_TERM_LAPP: RULE(DUALT_LAPP); return infer_lapp(j, t, z, type);
  /* G |- x, y : real   G; z:R |- b : real
   * -------------------------------------
   * G; z:R |- d_k op(x, y)(b) : real                                        */
  case DUAL_TERM_PARTIAL: RULE(DUALT_PARTIAL); return infer_partial(j, t, z, type);
  /* 0_T, b + c, sum n (j. b) at the types of monoids; onehot at arrays      */
  case DUAL_TERM_ZERO:
    RULE(DUALT_MONOID);
    *type = t->type;
    return is_monoid(j, t->type) ? STATUS_OK : STATUS_ILL_TYPED;
  case DUAL_TERM_PLUS: return infer_plus(j, t, z, type);
  case DUAL_TERM_SUM: return infer_sum(j, t, z, type);
  case DUAL_TERM_ONEHOT: return infer_onehot(j, t, z, type);
  /* the interfaces of Staged, of endofunctions and of Contrib               */
  case DUAL_TERM_SCALL:
  case DUAL_TERM_ENTRY: RULE(DUALT_STAGED); return infer_call(j, t, z, type);
  case DUAL_TERM_SCOTAN:
  case DUAL_TERM_SRESOLVE: return infer_staged(j, t, z, type);
  case DUAL_TERM_ADDER:
  case DUAL_TERM_ENDO_FST:
  case DUAL_TERM_ENDO_SND:
  case DUAL_TERM_ENDO_AT: return infer_endo(j, t, z, type);
  case DUAL_TERM_SONEHOT:
  case DUAL_TERM_GATHER_MAP:
  case DUAL_TERM_GATHER_ARRAY:
  case DUAL_TERM_SWEEP: return infer_collect(j, t, z, type);
  /* G; z:S; s:T |- r : U, s used once
   * -----------------------------------
   * G; z:S |- \_R (s : T). r : T ->R U                                     */
  case DUAL_TERM_RLAM: RULE(DUALT_RLAM); return infer_rlam(j, t, z, type);
  case DUAL_TERM_SALLOC: return infer_alloc(j, t, z, type);
  /* --------------------
   * G; z:S; s:R |- s : R                                                    */
  case DUAL_TERM_RES: RULE(DUALT_RES); return infer_res(j, type);
  /* G; z:S; s:R |- f : T ->R U   G; z:S; s:R |- r : T
   * ------------------------------------------------- s used in one of them
   * G; z:S; s:R |- f r : U                                                  */
  case DUAL_TERM_RAPP: RULE(DUALT_RAPP); return infer_rapp(j, t, z, type);
  case DUAL_TERM_RITERATE: return infer_riterate(j, t, z, type);
  case DUAL_TERM_SFREEZE: RULE(DUALT_SALLOC); return infer_freeze(j, t, z, type);
  case DUAL_TERM_NONE:
  case DUAL_TERM_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status infer(Judgement *j, DualTermId id, DualTypeId z, DualTypeId *type) {
  *type = NO_TYPE;
  if (j->depth == 0) return STATUS_LIMIT;
  const DualTerm t = *dual_get(j->table, id);
  const DualTermInfo *info = dual_term_info(t.kind);
  if (z.id == 0 ? !info->cartesian : !info->linear) return STATUS_ILL_TYPED;
  const DualTypeId resource = j->resource;
  if (!passes_on(t.kind)) j->resource = NO_TYPE;
  j->depth--;
  Status status = infer_rule(j, &t, z, type);
  j->depth++;
  j->resource = resource;
  return status;
}

Status dual_infer(DualTable *table, const DualTypeId *context, uint32_t length, DualTermId t, DualTypeId *type) {
  Judgement j = {.table = table, .depth = 4 * DUAL_DEPTH};
  bool room = context_open(&j.context, NULL, 0);
  for (uint32_t i = 0; i < length && room; i++) room = context_push(&j.context, (TypeId){context[i].id});
  Status status = room ? infer(&j, t, NO_TYPE, type) : STATUS_LIMIT;
  context_close(&j.context);
  return status == STATUS_ILL_TYPED && table->full ? STATUS_LIMIT : status;
}

Status dual_check(DualProgram *program) {
  DualTable *table = &program->table;
  bool forward = program->stage == DUAL_FORWARD;
  DualTypeId context[2] = {program->input, program->input_linear}, type;
  DualTypeId second =
      forward ? program->output_linear : dual_type_lfun(table, program->output_linear, program->input_linear);
  DualTypeId stated = dual_type_prod(table, program->output, second);
  Status status = dual_infer(table, context, forward ? 2 : 1, program->wrap, &type);
  return status == STATUS_OK && type.id != stated.id ? STATUS_ILL_TYPED : status;
}
