#include "semantics/dualnum/value.h"
#include "semantics/dualnum/cases.h"
#include "semantics/memory/try.h"

Status dual_pair(DualRun *run, const DualValue *a, const DualValue *b, DualValue *out) {
  DualValue *parts = arena_alloc(run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  parts[0] = *a;
  parts[1] = *b;
  *out = dual_boxed(DUAL_VALUE_PAIR, parts);
  return STATUS_OK;
}

/* A real, or a pair whose first component is one. */
static bool is_number(const DualValue *value) {
  return value->kind == DUAL_VALUE_REAL ||
         (value->kind == DUAL_VALUE_PAIR && dual_parts(value)[0].kind == DUAL_VALUE_REAL);
}

DualValue dual_array_value(uint32_t n, const DualValue *values) {
  if (n == 1 && is_number(&values[0])) return values[0];
  return (DualValue){DUAL_VALUE_ARRAY, n, {0}, values};
}

bool dual_is_array(const DualValue *value, uint32_t *n) {
  *n = value->kind == DUAL_VALUE_ARRAY ? value->n : 1;
  return value->kind == DUAL_VALUE_ARRAY || is_number(value);
}

const DualValue *dual_entry(const DualValue *array, uint32_t k) {
  return array->kind == DUAL_VALUE_ARRAY ? &dual_parts(array)[k] : array;
}

/* -------------------------------------------------------------------- flat -- */

static Status read_parts(DualRun *run, const DualTypeNode *node, const Scalar **input, DualValue *out) {
  bool pair = node->kind == DUAL_PROD;
  uint32_t n = pair ? 2 : node->n;
  DualValue *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL || run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = dual_read(run, pair && k == 1 ? node->b : node->a, input, &parts[k]);
  }
  run->machine->depth++;
  *out = pair ? dual_boxed(DUAL_VALUE_PAIR, parts) : (DualValue){DUAL_VALUE_ARRAY, n, {0}, parts};
  return status;
}

Status dual_read(DualRun *run, DualTypeId type, const Scalar **input, DualValue *out) {
  const DualTypeNode *node = dual_type_node(&run->program->table, type);
  switch (node->kind) {
  case DUAL_REAL: *out = dual_real_value(*(*input)++); return STATUS_OK;
  case DUAL_INT: *out = (DualValue){DUAL_VALUE_INT, 0, *(*input)++, NULL}; return STATUS_OK;
  case DUAL_UNIT: *out = (DualValue){DUAL_VALUE_UNIT, 0, {0}, NULL}; return STATUS_OK;
  case DUAL_PROD:
  case DUAL_ARRAY: return read_parts(run, node, input, out);
  case DUAL_ANY_NO_NUMBERS: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status write_parts(DualRun *run, const DualTypeNode *node, const DualValue *value, Scalar **output) {
  bool pair = node->kind == DUAL_PROD;
  if (value->kind != (pair ? DUAL_VALUE_PAIR : DUAL_VALUE_ARRAY)) return STATUS_STUCK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (pair ? 2 : node->n) && status == STATUS_OK; k++) {
    status = dual_write(run, pair && k == 1 ? node->b : node->a, &dual_parts(value)[k], output);
  }
  run->machine->depth++;
  return status;
}

Status dual_write(DualRun *run, DualTypeId type, const DualValue *value, Scalar **output) {
  const DualTypeNode *node = dual_type_node(&run->program->table, type);
  switch (node->kind) {
  case DUAL_REAL:
  case DUAL_INT:
    if (value->kind != (node->kind == DUAL_REAL ? DUAL_VALUE_REAL : DUAL_VALUE_INT)) return STATUS_STUCK;
    *(*output)++ = value->scalar;
    return STATUS_OK;
  case DUAL_UNIT: return value->kind == DUAL_VALUE_UNIT ? STATUS_OK : STATUS_STUCK;
  case DUAL_PROD:
  case DUAL_ARRAY: return write_parts(run, node, value, output);
  case DUAL_ANY_NO_NUMBERS: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

/* ----------------------------------------------------------------- monoids -- */

static Status zero_parts(DualRun *run, const DualTypeNode *node, DualValue *out) {
  if (run->machine->depth == 0) return STATUS_LIMIT;
  DualValue a, b;
  run->machine->depth--;
  Status status = dual_zero(run, node->a, &a);
  if (status == STATUS_OK && node->kind == DUAL_PROD) status = dual_zero(run, node->b, &b);
  run->machine->depth++;
  if (status != STATUS_OK) return status;
  if (node->kind == DUAL_PROD) return dual_pair(run, &a, &b, out);
  DualValue *entries = arena_array(run->machine->arena, node->n, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < node->n; k++) entries[k] = a;
  *out = (DualValue){DUAL_VALUE_ARRAY, node->n, {0}, entries};
  return STATUS_OK;
}

static Status zero_staged(DualRun *run, DualTypeId cotangent, DualValue *out) {
  DualStagedValue *staged = arena_alloc(run->machine->arena, sizeof *staged);
  if (staged == NULL) return STATUS_LIMIT;
  staged->calls = NULL;
  *out = dual_boxed(DUAL_VALUE_STAGED, staged);
  return dual_zero(run, cotangent, &staged->cotangent);
}

Status dual_zero(DualRun *run, DualTypeId type, DualValue *out) {
  const DualTypeNode *node = dual_type_node(&run->program->table, type);
  switch (node->kind) {
  case DUAL_REAL: *out = dual_real_value(ring_integer(run->machine->ring, 0)); return STATUS_OK;
  case DUAL_UNIT: *out = dual_boxed(DUAL_VALUE_UNIT, NULL); return STATUS_OK;
  case DUAL_PROD:
  case DUAL_ARRAY: return zero_parts(run, node, out);
  /* 0_Staged = (0, {}) */
  case DUAL_STAGED_T: return zero_staged(run, node->a, out);
  /* 0 is id */
  case DUAL_ENDO: *out = dual_boxed(DUAL_VALUE_ENDO, NULL); return STATUS_OK;
  /* 0 is [] */
  case DUAL_CONTRIB: *out = dual_boxed(DUAL_VALUE_CONTRIB, NULL); return STATUS_OK;
  case DUAL_ANY_NO_MONOID: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status plus_parts(DualRun *run, const DualValue *a, const DualValue *b, DualValue *out) {
  uint32_t n = a->kind == DUAL_VALUE_PAIR ? 2 : a->n;
  if (a->n != b->n) return STATUS_STUCK;
  DualValue *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL || run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = dual_plus(run, &dual_parts(a)[k], &dual_parts(b)[k], &parts[k]);
  }
  run->machine->depth++;
  *out = (DualValue){a->kind, a->n, {0}, parts};
  return status;
}

/* (c, m) + (c', m') = (c + c', m u m') */
static Status plus_staged(DualRun *run, const DualStagedValue *a, const DualStagedValue *b, DualValue *out) {
  RULE(DUAL_STAGED_PLUS);
  DualStagedValue *sum = arena_alloc(run->machine->arena, sizeof *sum);
  if (sum == NULL) return STATUS_LIMIT;
  *out = dual_boxed(DUAL_VALUE_STAGED, sum);
  TRY(dual_plus(run, &a->cotangent, &b->cotangent, &sum->cotangent));
  return dual_tree_union(run, a->calls, b->calls, &sum->calls);
}

static Status plus_contrib(DualRun *run, const DualContrib *a, const DualContrib *b, DualValue *out) {
  DualContrib *append = arena_alloc(run->machine->arena, sizeof *append);
  if (append == NULL) return STATUS_LIMIT;
  *append = (DualContrib){.first = a, .second = b};
  *out = dual_boxed(DUAL_VALUE_CONTRIB, append);
  return STATUS_OK;
}

Status dual_plus(DualRun *run, const DualValue *a, const DualValue *b, DualValue *out) {
  Status status = dual_step(run);
  if (status != STATUS_OK || a->kind != b->kind) return status != STATUS_OK ? status : STATUS_STUCK;
  switch (a->kind) {
  case DUAL_VALUE_UNIT: *out = *a; return STATUS_OK;
  case DUAL_VALUE_REAL:
    *out = dual_real_value(ring_add(run->machine->ring, a->scalar, b->scalar));
    return ring_take_status(run->machine->ring);
  case DUAL_VALUE_PAIR:
  case DUAL_VALUE_ARRAY: return plus_parts(run, a, b, out);
  case DUAL_VALUE_STAGED: return plus_staged(run, a->data, b->data, out);
  case DUAL_VALUE_ENDO:
    if (a->data == NULL || b->data == NULL) {
      *out = a->data == NULL ? *b : *a;
      return STATUS_OK;
    }
    return dual_endo_make(run, &(DualEndo){.kind = ENDO_COMPOSE, .first = a->data, .second = b->data}, out);
  case DUAL_VALUE_CONTRIB:
    if (a->data == NULL || b->data == NULL) {
      *out = a->data == NULL ? *b : *a;
      return STATUS_OK;
    }
    return plus_contrib(run, a->data, b->data, out);
  case DUAL_VALUE_INT:
  case DUAL_VALUE_CLOSURE:
  case DUAL_VALUE_INL:
  case DUAL_VALUE_INR:
  case DUAL_VALUE_LINEAR: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}
