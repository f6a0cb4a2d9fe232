/* The vector spaces of section 2.2, entry by entry, and flat forms. */
#include "semantics/linmap/meaning.h"
#include "semantics/memory/try.h"

Status lm_value_parts(LmEval *eval, LmValueKind kind, uint32_t n, LmValue *out) {
  *out = (LmValue){.kind = kind, .n = n};
  if (n == 0) return STATUS_OK;
  out->part = arena_array(eval->machine->arena, n, sizeof *out->part);
  return out->part == NULL ? STATUS_LIMIT : STATUS_OK;
}

Status lm_value_pair(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out) {
  LmValue pair;
  TRY(lm_value_parts(eval, LM_VALUE_TUPLE, 2, &pair));
  pair.part[0] = *a;
  pair.part[1] = *b;
  *out = pair;
  return STATUS_OK;
}

static uint32_t part_count(const LmType *type) {
  return type->kind == LM_TYPE_TUPLE || type->kind == LM_TYPE_VEC ? type->n : 0;
}
static const LmType *part_type(const LmType *type, uint32_t k) {
  return type->part[type->kind == LM_TYPE_TUPLE ? k : 0];
}
static LmValueKind parts_kind(const LmType *type) { return type->kind == LM_TYPE_VEC ? LM_VALUE_VEC : LM_VALUE_TUPLE; }

/* A value of the type by its scalars; `tangent`: of dT; without `flat`, zero. */
static Status read_value(LmEval *eval, const LmType *type, bool tangent, const Scalar **flat, LmValue *out) {
  switch (type->kind) {
  case LM_TYPE_NAT:
  case LM_TYPE_BOOL:
    if (tangent) return lm_value_parts(eval, LM_VALUE_TUPLE, 0, out);
    *out = (LmValue){.kind = type->kind == LM_TYPE_NAT ? LM_VALUE_NAT : LM_VALUE_BOOL};
    if (flat != NULL) out->scalar = *(*flat)++;
    return STATUS_OK;
  case LM_TYPE_REAL:
    *out = (LmValue){.kind = LM_VALUE_REAL};
    out->scalar = flat == NULL ? ring_integer(eval->machine->ring, 0) : *(*flat)++;
    return STATUS_OK;
  case LM_TYPE_TUPLE:
  case LM_TYPE_VEC: {
    Status status = lm_value_parts(eval, parts_kind(type), part_count(type), out);
    for (uint32_t k = 0; k < part_count(type) && status == STATUS_OK; k++)
      status = read_value(eval, part_type(type, k), tangent, flat, &out->part[k]);
    return status;
  }
  case LM_TYPE_MAP: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status lm_value_zero(LmEval *eval, const LmType *type, LmValue *out) { return read_value(eval, type, true, NULL, out); }
Status lm_value_read(LmEval *eval, const LmType *type, const Scalar **flat, LmValue *out) {
  return read_value(eval, type, false, flat, out);
}
Status lm_tangent_read(LmEval *eval, const LmType *type, const Scalar **flat, LmValue *out) {
  return read_value(eval, type, true, flat, out);
}

uint64_t linmap_slots(const LmType *type) {
  uint64_t slots = type->kind == LM_TYPE_TUPLE || type->kind == LM_TYPE_VEC || type->kind == LM_TYPE_MAP ? 0 : 1;
  if (type->kind == LM_TYPE_VEC) return type->n * linmap_slots(type->part[0]);
  for (uint32_t k = 0; k < part_count(type); k++) slots += linmap_slots(type->part[k]);
  return slots;
}

void lm_value_write(const LmValue *value, Scalar **flat) {
  switch (value->kind) {
  case LM_VALUE_NAT:
  case LM_VALUE_BOOL:
  case LM_VALUE_REAL: *(*flat)++ = value->scalar; return;
  case LM_VALUE_TUPLE:
  case LM_VALUE_VEC:
    for (uint32_t k = 0; k < value->n; k++) lm_value_write(&value->part[k], flat);
    return;
  case LM_VALUE_MAP: return;
  }
}

Status lm_value_settle(LmEval *eval, ArenaMark mark, const LmType *type, Scalar *buffer, LmValue *value) {
  if (value->kind == LM_VALUE_TUPLE || value->kind == LM_VALUE_VEC) {
    Scalar *end = buffer;
    const Scalar *start = buffer;
    lm_value_write(value, &end);
    arena_release(eval->machine->arena, mark);
    return lm_value_read(eval, type, &start, value);
  }
  arena_release(eval->machine->arena, mark);
  return STATUS_OK;
}

/* ------------------------------------------------------------ entry by entry -- */

typedef Scalar (*Entry)(Ring *ring, Scalar a, Scalar b);

static Status combine(LmEval *eval, Entry entry, const LmValue *a, const LmValue *b, LmValue *out) {
  if (a->kind != b->kind || a->n != b->n) return STATUS_STUCK;
  switch (a->kind) {
  case LM_VALUE_REAL:
    *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = entry(eval->machine->ring, a->scalar, b->scalar)};
    return STATUS_OK;
  case LM_VALUE_TUPLE:
  case LM_VALUE_VEC: {
    LmValue sum;
    Status status = lm_value_parts(eval, a->kind, a->n, &sum);
    for (uint32_t k = 0; k < a->n && status == STATUS_OK; k++)
      status = combine(eval, entry, &a->part[k], &b->part[k], &sum.part[k]);
    *out = sum;
    return status;
  }
  case LM_VALUE_NAT:
  case LM_VALUE_BOOL:
  case LM_VALUE_MAP: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Scalar add_entry(Ring *ring, Scalar a, Scalar b) { return ring_add(ring, a, b); }
static Scalar multiply_entry(Ring *ring, Scalar a, Scalar b) { return ring_mul(ring, a, b); }

Status lm_value_add(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out) {
  return combine(eval, add_entry, a, b, out);
}
Status lm_value_multiply(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out) {
  return combine(eval, multiply_entry, a, b, out);
}

Status lm_value_times(LmEval *eval, Scalar k, const LmValue *a, LmValue *out) {
  if (a->kind == LM_VALUE_REAL) {
    *out = (LmValue){.kind = LM_VALUE_REAL, .scalar = ring_mul(eval->machine->ring, k, a->scalar)};
    return STATUS_OK;
  }
  if (a->kind != LM_VALUE_TUPLE && a->kind != LM_VALUE_VEC) return STATUS_STUCK;
  LmValue product;
  Status status = lm_value_parts(eval, a->kind, a->n, &product);
  for (uint32_t i = 0; i < a->n && status == STATUS_OK; i++)
    status = lm_value_times(eval, k, &a->part[i], &product.part[i]);
  *out = product;
  return status;
}

Status lm_value_accumulate(LmEval *eval, LmValue *acc, const LmValue *a) {
  if (acc->kind != a->kind || acc->n != a->n) return STATUS_STUCK;
  if (a->kind == LM_VALUE_REAL) {
    acc->scalar = ring_add(eval->machine->ring, acc->scalar, a->scalar);
    return STATUS_OK;
  }
  if (a->kind != LM_VALUE_TUPLE && a->kind != LM_VALUE_VEC) return STATUS_STUCK;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < a->n && status == STATUS_OK; k++)
    status = lm_value_accumulate(eval, &acc->part[k], &a->part[k]);
  return status;
}
