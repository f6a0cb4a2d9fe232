#include "verify/rewrite/positions.h"
#include "semantics/tables/cases.h"

#include <stdlib.h>

#define FIRST_CAPACITY 256u

static const TypeId no_type = {0};

const unsigned char *positions_order(TermKind kind) {
  static const unsigned char in_order[TERM_KIDS] = {0, 1, 2, 3}, operand_first[TERM_KIDS] = {0, 3, 1, 2};
  return kind == TERM_DMAP || kind == TERM_DMAPT ? operand_first : in_order;
}

/* ------------------------------------------------------------- entries -- */

static TypeId kind_part(const Positions *p, TypeId type, TypeKind kind, bool second) {
  const TypeNode *node = type_node(&p->store->types, type);
  if (node->kind != kind) return no_type;
  return second ? node->b : node->a;
}

/* The type of the identifier that `node` binds in child `kid`. */
static TypeId bound_type(const Positions *p, const Term *node, int kid, uint32_t which, const TypeId *types) {
  TypeTable *table = &p->store->types;
  switch (node->kind) {
  case TERM_LET: return types[0];
  case TERM_LAM: return term_type_payload(node);
  case TERM_MAP: return type_element(table, types[0]);
  case TERM_ZIPWITH: return type_element(table, types[which]);
  case TERM_BUILD:
  case TERM_VBUILD: return type_int(table);
  case TERM_FILTER: return type_element(table, types[0]);
  case TERM_CASE: return kind_part(p, types[0], TYPE_COPOWER, false);
  case TERM_DMAP:
  case TERM_DMAPT: return kid == 1 ? type_real(table, 1) : no_type;
  case TERM_MATCH: return kind_part(p, types[0], TYPE_SUM, kid == 2);
  case TERM_ITERATE: return types[1];
  case TERM_WHILE: return types[0];
  case TERM_FOLD:
  case TERM_SCAN: return which == 0 ? types[0] : type_element(table, types[1]);
  case TERM_LETREC:
    return which == 0 ? term_type_payload(node) : kind_part(p, term_type_payload(node), TYPE_FUN, false);
  case TERM_BIGSUM:
  case TERM_LITER: return type_int(table);
  case TERM_ANY_UNBINDING:
  case TERM_LLAM: break;
  }
  return no_type;
}

/* The type of v in child `kid`, where `node` rebinds it. */
static TypeId rebound_type(const Positions *p, const Term *node, int kid, const TypeId *types) {
  TypeTable *table = &p->store->types;
  switch (node->kind) {
  case TERM_LETV: return types[0];
  case TERM_CASE: return kind_part(p, types[0], TYPE_COPOWER, true);
  case TERM_LLAM: return term_type_payload(node);
  case TERM_DMAP: return kid == 1 ? type_linear_prod(table, types[3], type_linear_real(table, 1)) : types[3];
  case TERM_DMAPT: return kid == 1 ? type_linear_real(table, 1) : types[3];
  case TERM_LITER: return types[1];
  case TERM_ANY_EXTENSION:
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_NONE:
  case TERM_VAR:
  case TERM_LET:
  case TERM_OP:
  case TERM_UNIT:
  case TERM_PAIR:
  case TERM_FST:
  case TERM_SND:
  case TERM_LAM:
  case TERM_APP:
  case TERM_MAP:
  case TERM_ZIPWITH:
  case TERM_BUILD:
  case TERM_INDEX:
  case TERM_LVAR:
  case TERM_LOP:
  case TERM_COPOWER:
  case TERM_LAPP:
  case TERM_ZERO:
  case TERM_PLUS:
  case TERM_LSUM:
  case TERM_ONEHOT:
  case TERM_KIND_COUNT: break;
  }
  return no_type;
}

Entry positions_enter(const Positions *p, const Term *node, TypeId domain, int kid, const TypeId *types) {
  const TermInfo *info = term_info(node->kind);
  char mode = info->modes[kid];
  const uint32_t binders = (uint32_t)(info->binders[kid] - '0');
  Entry entry = {.binders = binders};
  entry.domain = mode == 'c' ? no_type : mode == 'r' ? rebound_type(p, node, kid, types) : domain;
  for (uint32_t i = 0; i < binders; i++) entry.bound[i] = bound_type(p, node, kid, i, types);
  return entry;
}

/* -------------------------------------------------------------- memory -- */

/* Doubles an array; NULL at a limit. */
static void *grow(void *array, uint32_t *capacity, size_t size) {
  if (*capacity >= POSITIONS_MAX) return NULL;
  uint32_t wanted = *capacity == 0 ? FIRST_CAPACITY : *capacity * 2;
  void *grown = realloc(array, wanted * size);
  if (grown != NULL) *capacity = wanted;
  return grown;
}

static bool push_type(Positions *p, TypeId type) {
  if (p->length == p->room) {
    TypeId *context = grow(p->context, &p->room, sizeof *context);
    if (context == NULL) return false;
    p->context = context;
  }
  p->context[p->length++] = type;
  return true;
}

bool positions_push(Positions *p, const Entry *entry) {
  uint32_t length = p->length;
  for (uint32_t i = 0; i < entry->binders; i++) {
    if (push_type(p, entry->bound[i])) continue;
    p->length = length;
    return false;
  }
  return true;
}

static bool reserve(Positions *p) {
  if (p->count < p->capacity) return true;
  Position *at = grow(p->at, &p->capacity, sizeof *at);
  if (at == NULL) return false;
  p->at = at;
  return true;
}

void positions_free(Positions *p) {
  free(p->at);
  free(p->context);
  p->at = NULL;
  p->context = NULL;
  p->capacity = p->room = 0;
}

/* -------------------------------------------------------------- typing -- */

/* The type of a term in the Cartesian judgement from those of its children. */
static TypeId cartesian_type(const Positions *p, const Term *node, const TypeId *types) {
  TypeTable *table = &p->store->types;
  switch (node->kind) {
  case TERM_VAR: return node->payload < p->length ? p->context[p->length - 1 - node->payload] : no_type;
  case TERM_LET: return types[1];
  case TERM_OP: return op_node(&p->store->ops, term_op_payload(node))->result;
  case TERM_UNIT: return type_unit(table);
  case TERM_PAIR: return type_prod(table, types[0], types[1]);
  case TERM_FST: return kind_part(p, types[0], TYPE_PROD, false);
  case TERM_SND: return kind_part(p, types[0], TYPE_PROD, true);
  case TERM_LAM: return type_fun(table, term_type_payload(node), types[0]);
  case TERM_APP: return kind_part(p, types[0], TYPE_FUN, true);
  case TERM_MAP: return type_array(table, types[1], type_node(table, types[0])->n);
  case TERM_ZIPWITH: return type_array(table, types[2], type_node(table, types[0])->n);
  case TERM_BUILD: return type_array(table, types[0], node->payload);
  case TERM_INDEX: return type_element(table, types[1]);
  case TERM_LLAM: return type_lfun(table, term_type_payload(node), types[0]);
  case TERM_INL:
  case TERM_INR: return term_type_payload(node);
  case TERM_MATCH:
  case TERM_ITERATE: return types[1];
  case TERM_WHILE:
  case TERM_FOLD: return types[0];
  case TERM_SCAN: return type_array(table, types[0], type_length_after(type_node(table, types[1])->n));
  case TERM_TOTAL: return term_type_payload(node);
  case TERM_GATHER: return type_array(table, type_element(table, types[1]), type_node(table, types[0])->n);
  case TERM_SCATTER: return term_type_payload(node);
  case TERM_VBUILD: return type_vec(table, types[1]);
  case TERM_LENGTH: return type_int(table);
  case TERM_FILTER:
  case TERM_APPEND: return types[0];
  case TERM_VSCATTER: return type_vec(table, term_type_payload(node));
  case TERM_LETREC: return types[1];
  case TERM_ROLL: return term_type_payload(node);
  case TERM_UNROLL: return type_unroll(table, types[0]);
  case TERM_ANY_LINEAR: break;
  }
  return no_type;
}

/* The same in the linear judgement with v : domain. */
static TypeId linear_type(const Positions *p, const Term *node, TypeId domain, const TypeId *types) {
  TypeTable *table = &p->store->types;
  switch (node->kind) {
  case TERM_LET:
  case TERM_LETV: return types[1];
  case TERM_UNIT: return type_linear_unit(table);
  case TERM_PAIR: return type_linear_prod(table, types[0], types[1]);
  case TERM_FST: return kind_part(p, types[0], TYPE_LPROD, false);
  case TERM_SND: return kind_part(p, types[0], TYPE_LPROD, true);
  case TERM_LAM: return type_power(table, term_type_payload(node), types[0]);
  case TERM_APP: return kind_part(p, types[0], TYPE_POWER, true);
  case TERM_BUILD: return type_linear_array(table, types[0], node->payload);
  case TERM_INDEX: return type_element(table, types[1]);
  case TERM_LVAR: return domain;
  case TERM_LOP: return lop_node(&p->store->ops, term_lop_payload(node))->cdom;
  case TERM_COPOWER: return type_copower(table, types[0], types[1]);
  case TERM_CASE:
  case TERM_ZERO: return term_type_payload(node);
  case TERM_LAPP: return kind_part(p, types[0], TYPE_LFUN, true);
  case TERM_PLUS: return types[0];
  case TERM_LSUM: return type_element(table, types[0]);
  case TERM_ONEHOT: return type_linear_array(table, types[1], node->payload);
  case TERM_DMAP: return type_linear_real(table, type_node(table, types[0])->n);
  case TERM_DMAPT: return types[2];
  case TERM_MATCH: return types[1];
  case TERM_BIGSUM: return term_type_payload(node);
  case TERM_LITER: return types[1];
  case TERM_ANY_CARTESIAN: break;
  }
  return no_type;
}

static TypeId fail(Positions *p, Status status) {
  if (p->status == STATUS_OK) p->status = status;
  return no_type;
}

/* Types the subterm t and all positions in it. */
static TypeId type_at(Positions *p, TermId t, TypeId domain) {
  if (p->depth == 0 || !reserve(p)) return fail(p, STATUS_LIMIT);
  const Term node = *term(p->store, t);
  if (node.kind == TERM_NONE || (term_info(node.kind)->target && !p->target)) return fail(p, STATUS_ILL_TYPED);
  uint32_t here = p->count++;
  const unsigned char *order = positions_order(node.kind);
  TypeId types[TERM_KIDS] = {no_type, no_type, no_type, no_type};
  p->depth--;
  for (int i = 0; i < TERM_KIDS; i++) {
    int kid = order[i];
    if (node.kid[kid].id == 0) continue;
    Entry entry = positions_enter(p, &node, domain, kid, types);
    if (!positions_push(p, &entry)) return fail(p, STATUS_LIMIT);
    types[kid] = type_at(p, node.kid[kid], entry.domain);
    positions_pop(p, &entry);
    if (type_is_none(types[kid])) return no_type;
  }
  p->depth++;
  TypeId type = type_is_none(domain) ? cartesian_type(p, &node, types) : linear_type(p, &node, domain, types);
  if (type_is_none(type)) return fail(p, STATUS_ILL_TYPED);
  p->at[here] = (Position){type, p->count, 0};
  if (p->visit != NULL && !p->visit(p->visitor, p, here, t, domain, types)) return fail(p, STATUS_LIMIT);
  return type;
}

Status positions_type(Positions *p, Store *store, const Program *program, bool target) {
  p->store = store;
  p->target = target;
  p->count = p->length = 0;
  p->depth = POSITIONS_DEPTH;
  p->status = STATUS_OK;
  for (uint32_t i = 0; i < program->length; i++) {
    if (!push_type(p, program->context[i])) return STATUS_LIMIT;
  }
  TypeId type = type_at(p, program->term, no_type);
  p->depth = POSITIONS_DEPTH;
  if (p->status != STATUS_OK) return p->status;
  return type_equal(type, program->type) ? STATUS_OK : STATUS_ILL_TYPED;
}
