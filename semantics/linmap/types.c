/* Types of the language, in the builder's arena. */
#include "semantics/linmap/language.h"

static const LmType *make(LmBuilder *b, LmTypeKind kind, uint32_t n, const LmType *const *parts, uint32_t count) {
  if (b->status != STATUS_OK) return NULL;
  LmType *type = arena_alloc(b->arena, sizeof *type);
  const LmType **copy = count == 0 ? NULL : arena_array(b->arena, count, sizeof *copy);
  uint64_t dim = kind == LM_TYPE_REAL ? 1 : 0;
  uint32_t nesting = 0;
  if (type == NULL || (count != 0 && copy == NULL)) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < count; k++) {
    copy[k] = parts[k];
    if (parts[k] == NULL) return NULL;
    if (parts[k]->nesting > nesting) nesting = parts[k]->nesting;
    dim += kind == LM_TYPE_MAP ? 0 : kind == LM_TYPE_VEC ? (uint64_t)n * parts[k]->dim : parts[k]->dim;
  }
  *type = (LmType){kind, n, (uint32_t)dim, nesting + 1, copy};
  if (dim > TYPE_MAX_LENGTH || nesting >= LM_DEPTH) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  return type;
}

/* Those without parts, once. */
static const LmType nat = {LM_TYPE_NAT, 0, 0, 1, NULL}, truth = {LM_TYPE_BOOL, 0, 0, 1, NULL},
                    real = {LM_TYPE_REAL, 0, 1, 1, NULL};

const LmType *lm_nat(LmBuilder *b) { return b->status == STATUS_OK ? &nat : NULL; }
const LmType *lm_bool(LmBuilder *b) { return b->status == STATUS_OK ? &truth : NULL; }
const LmType *lm_real(LmBuilder *b) { return b->status == STATUS_OK ? &real : NULL; }
const LmType *lm_tuple_type(LmBuilder *b, const LmType *const *parts, uint32_t n) {
  return make(b, LM_TYPE_TUPLE, n, parts, n);
}
const LmType *lm_pair_type(LmBuilder *b, const LmType *s, const LmType *t) {
  return make(b, LM_TYPE_TUPLE, 2, (const LmType *const[]){s, t}, 2);
}
const LmType *lm_vec_type(LmBuilder *b, const LmType *element, uint32_t n) {
  return make(b, LM_TYPE_VEC, n, &element, 1);
}
const LmType *lm_map_type(LmBuilder *b, const LmType *from, const LmType *to) {
  return make(b, LM_TYPE_MAP, 0, (const LmType *const[]){from, to}, 2);
}

/* Whether dT is T itself. */
static bool is_tangent(const LmType *type) {
  switch (type->kind) {
  case LM_TYPE_NAT:
  case LM_TYPE_BOOL:
  case LM_TYPE_MAP: return false;
  case LM_TYPE_REAL: return true;
  case LM_TYPE_TUPLE:
    for (uint32_t k = 0; k < type->n; k++)
      if (!is_tangent(type->part[k])) return false;
    return true;
  case LM_TYPE_VEC: return is_tangent(type->part[0]);
  }
  return false;
}

const LmType *lm_tangent(LmBuilder *b, const LmType *type) {
  if (type == NULL || b->status != STATUS_OK) return NULL;
  if (is_tangent(type)) return type;
  switch (type->kind) {
  case LM_TYPE_NAT:
  case LM_TYPE_BOOL: return lm_tuple_type(b, NULL, 0);
  case LM_TYPE_REAL: return type;
  case LM_TYPE_TUPLE: {
    const LmType **parts = type->n == 0 ? NULL : arena_array(b->arena, type->n, sizeof *parts);
    if (parts == NULL) b->status = STATUS_LIMIT;
    for (uint32_t k = 0; parts != NULL && k < type->n; k++) parts[k] = lm_tangent(b, type->part[k]);
    return lm_tuple_type(b, parts, type->n);
  }
  case LM_TYPE_VEC: return lm_vec_type(b, lm_tangent(b, type->part[0]), type->n);
  case LM_TYPE_MAP: b->status = STATUS_ILL_TYPED; return NULL;
  }
  return NULL;
}

bool linmap_type_equal(const LmType *a, const LmType *b) {
  if (a == b) return true;
  if (a == NULL || b == NULL || a->kind != b->kind || a->n != b->n || a->nesting != b->nesting) return false;
  uint32_t count = a->kind == LM_TYPE_TUPLE ? a->n : a->kind == LM_TYPE_VEC ? 1 : a->kind == LM_TYPE_MAP ? 2 : 0;
  for (uint32_t k = 0; k < count; k++)
    if (!linmap_type_equal(a->part[k], b->part[k])) return false;
  return true;
}

bool linmap_type_plain(const LmType *type) {
  if (type == NULL || type->kind == LM_TYPE_MAP) return false;
  uint32_t count = type->kind == LM_TYPE_TUPLE ? type->n : type->kind == LM_TYPE_VEC ? 1 : 0;
  for (uint32_t k = 0; k < count; k++)
    if (!linmap_type_plain(type->part[k])) return false;
  return true;
}
