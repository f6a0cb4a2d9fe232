/* 0_ and + by type, and the identity matrix arranged by a first-order type. */
#include "semantics/chad/linear/cases.h"
#include "semantics/chad/linear/values.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/printed.h"

/* --------------------------------------------------------------------- 0_ -- */

static Status zero_rule(Run *run, TypeId type, Value *out);

Status canonical_zero(Run *run, TypeId type, Value *out) {
  if (run->machine->depth == 0 || run->machine->fuel == 0) return STATUS_LIMIT;
  run->machine->depth--;
  run->machine->fuel--;
  Status status = zero_rule(run, type, out);
  run->machine->depth++;
  return status;
}

static Status zero_pair(Run *run, TypeId a, TypeId b, Value *out) {
  Value *parts = arena_alloc(run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  *out = (Value){VALUE_LINEAR_PAIR, 0, {0}, parts};
  TRY(canonical_zero(run, a, &parts[0]));
  return canonical_zero(run, b, &parts[1]);
}

static Status zero_array(Run *run, TypeId type, TypeId element, uint32_t n, Value *out) {
  Value *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  *out = (Value){VALUE_LINEAR_ARRAY, n, {n == 0 ? type.id : 0}, parts};
  if (n == 0) return STATUS_OK;
  Status status = canonical_zero(run, element, &parts[0]);
  for (uint32_t k = 1; k < n; k++) parts[k] = parts[0];
  return status;
}

static Status zero_rule(Run *run, TypeId type, Value *out) {
  const TypeNode *node = type_node(&run->machine->store->types, type);
  switch (node->kind) {
  /* ----------------------
   * 0_ : real_^n => 0 matrix                                             */
  case TYPE_LREAL: RULE(OPER_ZERO_REAL); return matrix_zero(run, node->n, out);
  /* ---------------
   * 0_ : 1_ => ()                                                        */
  case TYPE_LUNIT:
    RULE(OPER_ZERO_UNIT);
    *out = (Value){VALUE_LINEAR_UNIT, 0, {0}, NULL};
    return STATUS_OK;
  /* ------------------------
   * 0_ : S_*R_ => (0_, 0_)                                               */
  case TYPE_LPROD: RULE(OPER_ZERO_PROD); return zero_pair(run, node->a, node->b, out);
  /* -----------------------
   * 0_ : T -> S_ => \x. 0_                                               */
  case TYPE_POWER:
    RULE(OPER_ZERO_POWER);
    *out = (Value){VALUE_POWER_ZERO, type.id, {0}, NULL};
    return STATUS_OK;
  /* ------------------
   * 0_ : !T >< S_ => []                                                  */
  case TYPE_COPOWER:
    RULE(OPER_ZERO_COPOWER);
    *out = (Value){VALUE_COPOWER, 0, {type.id}, NULL};
    return STATUS_OK;
  /* -----------------------
   * 0_ : S_^n => [0_,...,0_]                                             */
  case TYPE_LARRAY: RULE(OPER_ZERO_ARRAY); return zero_array(run, type, node->a, node->n, out);
  case TYPE_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* ---------------------------------------------------------------------- + -- */

static Status plus_rule(Run *run, const Value *a, const Value *b, Value *out);

Status canonical_plus(Run *run, const Value *a, const Value *b, Value *out) {
  if (run->machine->depth == 0 || run->machine->fuel == 0) return STATUS_LIMIT;
  run->machine->depth--;
  run->machine->fuel--;
  Status status = plus_rule(run, a, b, out);
  run->machine->depth++;
  return status;
}

static Status plus_parts(Run *run, const Value *a, const Value *b, uint32_t n, Value *out) {
  const Value *left = value_parts(a), *right = value_parts(b);
  Value *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  *out = (Value){a->kind, a->n, a->scalar, parts};
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = canonical_plus(run, &left[k], &right[k], &parts[k]);
  return status;
}

/* The list a followed by the list b: the cells of a are copied, those of b shared. */
static Status append(Run *run, const Value *a, const Value *b, Value *out) {
  Cell *from = value_cells(a), *first = value_cells(b);
  if (a->n > UINT32_MAX - b->n) return STATUS_LIMIT;
  Cell *cells = arena_array(run->machine->arena, a->n, sizeof *cells);
  if (cells == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < a->n; k++, from = from->next) {
    cells[k] = *from;
    cells[k].next = k + 1 < a->n ? &cells[k + 1] : first;
  }
  *out = (Value){VALUE_COPOWER, a->n + b->n, a->scalar, a->n == 0 ? first : cells};
  return STATUS_OK;
}

static bool is_power(const Value *value) {
  return value->kind == VALUE_POWER || value->kind == VALUE_POWER_ZERO || value->kind == VALUE_POWER_SUM;
}

static Status plus_power(Run *run, const Value *a, const Value *b, Value *out) {
  Value *parts = arena_alloc(run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL || !is_power(b)) return parts == NULL ? STATUS_LIMIT : STATUS_STUCK;
  parts[0] = *a;
  parts[1] = *b;
  *out = (Value){VALUE_POWER_SUM, 0, {0}, parts};
  return STATUS_OK;
}

static Status plus_rule(Run *run, const Value *a, const Value *b, Value *out) {
  switch (a->kind) {
  /* matrices lc, lc' of real_^n: lc + lc'                                */
  case VALUE_MATRIX: RULE(OPER_PLUS_REAL); return matrix_add(run, a, b, out);
  /* () + () => ()                                                        */
  case VALUE_LINEAR_UNIT:
    RULE(OPER_PLUS_UNIT);
    *out = *a;
    return b->kind == VALUE_LINEAR_UNIT ? STATUS_OK : STATUS_STUCK;
  /* (w, u) + (w', u') => (w + w', u + u')                                */
  case VALUE_LINEAR_PAIR:
    RULE(OPER_PLUS_PROD);
    return b->kind == VALUE_LINEAR_PAIR ? plus_parts(run, a, b, 2, out) : STATUS_STUCK;
  /* [wk] + [wk'] => [wk + wk'], as arrays                                */
  case VALUE_LINEAR_ARRAY:
    RULE(OPER_PLUS_ARRAY);
    if (b->kind != VALUE_LINEAR_ARRAY || a->n != b->n) return STATUS_STUCK;
    return plus_parts(run, a, b, a->n, out);
  /* \x. s1 + \x. s2 => \x. (s1 + s2)                                     */
  case VALUE_POWER:
  case VALUE_POWER_ZERO:
  case VALUE_POWER_SUM: RULE(OPER_PLUS_POWER); return plus_power(run, a, b, out);
  /* [!v1><w1,...] + [!v1'><w1',...] => [!v1><w1,...,!v1'><w1',...]       */
  case VALUE_COPOWER: RULE(OPER_PLUS_COPOWER); return b->kind == VALUE_COPOWER ? append(run, a, b, out) : STATUS_STUCK;
  case VALUE_ANY_CARTESIAN: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* ---------------------------------------------------- the initial value of v -- */

static Status identity_at(Run *run, TypeId type, uint32_t *offset, Value *out);

static Status identity_parts(Run *run, const TypeId *types, uint32_t n, uint32_t *offset, Value *out) {
  Value *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL || run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = identity_at(run, types[out->kind == VALUE_LINEAR_PAIR ? k : 0], offset, &parts[k]);
  }
  run->machine->depth++;
  out->data = parts;
  return status;
}

static Status identity_at(Run *run, TypeId type, uint32_t *offset, Value *out) {
  const TypeNode *node = type_node(&run->machine->store->types, type);
  const TypeId types[2] = {node->a, node->b};
  switch (node->kind) {
  case TYPE_LREAL: {
    Status status = matrix_identity(run, node->n, *offset, out);
    *offset += node->n;
    return status;
  }
  case TYPE_LUNIT: *out = (Value){VALUE_LINEAR_UNIT, 0, {0}, NULL}; return STATUS_OK;
  case TYPE_LPROD: *out = (Value){VALUE_LINEAR_PAIR, 0, {0}, NULL}; return identity_parts(run, types, 2, offset, out);
  case TYPE_LARRAY:
    *out = (Value){VALUE_LINEAR_ARRAY, node->n, {node->n == 0 ? type.id : 0}, NULL};
    return identity_parts(run, types, node->n, offset, out);
  case TYPE_ANY_CARTESIAN:
  case TYPE_POWER:
  case TYPE_COPOWER: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status canonical_identity(Run *run, TypeId type, Value *out) {
  uint32_t offset = 0;
  if (as_printed(RULE_OPER_V)) return matrix_identity(run, run->columns, 0, out);
  return identity_at(run, type, &offset, out);
}
