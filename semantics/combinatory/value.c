#include "semantics/combinatory/value.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

#include <string.h>

Status pf_pair(Arena *arena, const PfValue *a, const PfValue *b, PfValue *out) {
  PfValue *parts = arena_array(arena, 2, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  parts[0] = *a;
  parts[1] = *b;
  *out = (PfValue){2, NULL, parts};
  return STATUS_OK;
}

Status pf_array(Arena *arena, bool real, uint32_t n, const PfValue *elements, PfValue *out) {
  if (!real) {
    PfValue *parts = arena_array(arena, n, sizeof *parts);
    if (parts == NULL) return STATUS_LIMIT;
    if (n != 0) memcpy(parts, elements, n * sizeof *parts);
    *out = (PfValue){n, NULL, parts};
    return STATUS_OK;
  }
  Scalar *scalars = arena_array(arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    if (elements[k].scalars == NULL || elements[k].n != 1) return STATUS_STUCK;
    scalars[k] = elements[k].scalars[0];
  }
  *out = pf_vector(n, scalars);
  return STATUS_OK;
}

/* ---------------------------------------------------------- flat values -- */

static Status read_flat(Arena *arena, const TypeTable *types, TypeId type, const Scalar **flat, uint32_t depth,
                        PfValue *out);

static Status read_parts(Arena *arena, const TypeTable *types, const TypeNode *node, const Scalar **flat,
                         uint32_t depth, PfValue *out) {
  uint32_t n = node->kind == TYPE_PROD ? 2 : node->n;
  PfValue *parts = arena_array(arena, n, sizeof *parts);
  if (parts == NULL || depth == 0) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    TypeId part = node->kind == TYPE_PROD && k == 1 ? node->b : node->a;
    TRY(read_flat(arena, types, part, flat, depth - 1, &parts[k]));
  }
  *out = (PfValue){n, NULL, parts};
  return STATUS_OK;
}

static Status read_flat(Arena *arena, const TypeTable *types, TypeId type, const Scalar **flat, uint32_t depth,
                        PfValue *out) {
  const TypeNode *node = type_node(types, type);
  switch (node->kind) {
  case TYPE_UNIT: *out = (PfValue){0, NULL, NULL}; return STATUS_OK;
  case TYPE_REAL:
    *out = pf_vector(node->n, *flat);
    *flat += node->n;
    return STATUS_OK;
  case TYPE_PROD:
  case TYPE_ARRAY: return read_parts(arena, types, node, flat, depth, out);
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR:
  case TYPE_INT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status pf_read_flat(Arena *arena, const TypeTable *types, TypeId type, const Scalar **flat, PfValue *out) {
  return read_flat(arena, types, type, flat, PF_VALUE_DEPTH, out);
}

static Status write_flat(const TypeTable *types, TypeId type, const PfValue *value, uint32_t depth, Scalar **flat) {
  const TypeNode *node = type_node(types, type);
  if (node->dim == 0) return STATUS_OK;
  if (depth == 0) return STATUS_LIMIT;
  if (node->kind == TYPE_REAL) {
    if (value->scalars == NULL || value->n != node->n) return STATUS_STUCK;
    memcpy(*flat, value->scalars, node->n * sizeof **flat);
    *flat += node->n;
    return STATUS_OK;
  }
  if (node->kind != TYPE_PROD && node->kind != TYPE_ARRAY) return STATUS_STUCK;
  uint32_t n = node->kind == TYPE_PROD ? 2 : node->n;
  if (value->parts == NULL || value->n != n) return STATUS_STUCK;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    TypeId part = node->kind == TYPE_PROD && k == 1 ? node->b : node->a;
    status = write_flat(types, part, &value->parts[k], depth - 1, flat);
  }
  return status;
}

Status pf_write_flat(const TypeTable *types, TypeId type, const PfValue *value, Scalar **flat) {
  return write_flat(types, type, value, PF_VALUE_DEPTH, flat);
}
