/* Values of the applied language: making them, 0 and + by recursion on the
 * type, and the flat form of first-order values. */
#include "semantics/chad/applied/value.h"

Status value_make(Interpreter *in, Value value, const Value **out) {
  Value *made = arena_alloc(in->machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = value;
  *out = made;
  return STATUS_OK;
}

Status value_forceable(Interpreter *in, Value value, const Value **out) {
  Forceable *made = arena_alloc(in->machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = (Forceable){value, NULL, in->scratch.entry};
  *out = &made->value;
  return STATUS_OK;
}

/* The scalars stand where b would, which no value of scalars has. */
static Status with_scalars(Interpreter *in, ValueKind kind, uint32_t n, Scalar **scalars, const Value **out) {
  size_t before = offsetof(Value, b);
  Value *made = arena_alloc(in->machine->arena, before + (n == 0 ? 1 : n) * sizeof(Scalar));
  if (made == NULL) return STATUS_LIMIT;
  *scalars = (Scalar *)(void *)((unsigned char *)made + before);
  *made = (Value){.kind = kind, .count = n, .a = *scalars};
  *out = made;
  return STATUS_OK;
}

Status value_real(Interpreter *in, uint32_t n, Scalar **scalars, const Value **out) {
  return with_scalars(in, VALUE_REAL, n, scalars, out);
}

Status value_int(Interpreter *in, int64_t n, const Value **out) {
  Scalar *word;
  TRY(with_scalars(in, VALUE_INT, 1, &word, out));
  *word = scalar_from_int(n);
  return STATUS_OK;
}

Status value_array(Interpreter *in, AppliedTypeId type, uint32_t count, const Value *const *items, const Value **out) {
  const AppliedType *array = applied_type(in->tables, type);
  if (count != array->n && array->n != TYPE_DYNAMIC) return STATUS_STUCK;
  if (array->kind == APPLIED_TYPE_ARRAY)
    return value_make(in, (Value){.kind = VALUE_ARRAY, .count = count, .a = items}, out);
  Scalar *scalars;
  TRY(value_real(in, array->n, &scalars, out));
  for (uint32_t i = 0; i < array->n; i++) {
    if (items[i]->kind != VALUE_REAL || items[i]->count != 1) return STATUS_STUCK;
    scalars[i] = value_scalars(items[i])[0];
  }
  return STATUS_OK;
}

Status value_index(Interpreter *in, const Value *array, int64_t i, const Value **out) {
  TRY(spread_dense(in, array, &array));
  if (array->kind != VALUE_REAL && array->kind != VALUE_ARRAY) return STATUS_STUCK;
  if (i < 0 || i >= (int64_t)array->count) return STATUS_DOMAIN;
  if (array->kind == VALUE_ARRAY) {
    *out = value_items(array)[i];
    return STATUS_OK;
  }
  return value_make(in, (Value){.kind = VALUE_REAL, .count = 1, .a = &value_scalars(array)[i]}, out);
}

/* ---------------------------------------------------------------- zero -- */

static OWN_FRAME Status zero_real(Interpreter *in, uint32_t n, const Value **out) {
  Scalar *scalars;
  TRY(value_real(in, n, &scalars, out));
  Scalar zero = ring_integer(in->machine->ring, 0);
  for (uint32_t i = 0; i < n; i++) scalars[i] = zero;
  return ring_take_status(in->machine->ring);
}

static OWN_FRAME Status zero_array(Interpreter *in, const AppliedType *type, const Value **out) {
  const Value *zero, **items = arena_array(in->machine->arena, type->n, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  TRY(value_zero(in, type->a, &zero));
  for (uint32_t i = 0; i < type->n; i++) items[i] = zero;
  return value_make(in, (Value){.kind = VALUE_ARRAY, .count = type->n, .a = items}, out);
}

static Status zero_node(Interpreter *in, const AppliedType *type, const Value **out) {
  const Value *a, *b;
  switch (type->kind) {
  /* 0_{real^n} = (0,...,0), 0_1 = (), 0_{T * S} = (0_T, 0_S), 0_{T^n} = [0_T,...] */
  case APPLIED_TYPE_REAL: RULE(APPE_ZERO_FIRST_ORDER); return zero_real(in, type->n, out);
  case APPLIED_TYPE_UNIT: return value_make(in, (Value){.kind = VALUE_UNIT}, out);
  case APPLIED_TYPE_PROD:
    TRY(value_zero(in, type->a, &a));
    TRY(value_zero(in, type->b, &b));
    return value_make(in, (Value){.kind = VALUE_PAIR, .a = a, .b = b}, out);
  case APPLIED_TYPE_ARRAY: return zero_array(in, type, out);
  /* 0_{T -> S} = \x. 0_S, 0_{LFun(T, S)} = \x. 0_S */
  case APPLIED_TYPE_FUN:
  case APPLIED_TYPE_LFUN:
    RULE(APPE_ZERO_FUN);
    return value_make(in, (Value){.kind = VALUE_ZERO_FUN, .type = type->b}, out);
  /* 0_{Copower(T, S)} = [] */
  case APPLIED_TYPE_COPOWER: RULE(APPE_ZERO_COPOWER); return value_make(in, (Value){.kind = VALUE_NIL}, out);
  case APPLIED_TYPE_NONE:
  case APPLIED_TYPE_SUM:
  case APPLIED_TYPE_MU:
  case APPLIED_TYPE_INT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* 0 is made once for each type of an evaluation. */
Status value_zero(Interpreter *in, AppliedTypeId type, const Value **out) {
  *out = applied_type(in->tables, type)->zero;
  if (*out != NULL) return STATUS_OK;
  Elsewhere back;
  TRY(interpreter_enter(in));
  scratch_keep(in, &back);
  Status status = zero_node(in, applied_type(in->tables, type), out);
  scratch_kept(in, &back);
  interpreter_leave(in);
  if (status == STATUS_OK) in->tables->types[type.id].zero = *out;
  return status;
}

/* ---------------------------------------------------------------- plus -- */

static OWN_FRAME Status plus_real(Interpreter *in, const Value *a, const Value *b, const Value **out) {
  Scalar *scalars;
  if (a->kind != VALUE_REAL || b->kind != VALUE_REAL || a->count != b->count) return STATUS_STUCK;
  TRY(value_real(in, a->count, &scalars, out));
  for (uint32_t i = 0; i < a->count; i++)
    scalars[i] = ring_add(in->machine->ring, value_scalars(a)[i], value_scalars(b)[i]);
  return ring_take_status(in->machine->ring);
}

static OWN_FRAME Status plus_array(Interpreter *in, AppliedTypeId element, const Value *a, const Value *b,
                                   const Value **out) {
  if (a->kind != VALUE_ARRAY || b->kind != VALUE_ARRAY || a->count != b->count) return STATUS_STUCK;
  const Value **items = arena_array(in->machine->arena, a->count, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < a->count; i++) TRY(value_plus(in, element, value_items(a)[i], value_items(b)[i], &items[i]));
  return value_make(in, (Value){.kind = VALUE_ARRAY, .count = a->count, .a = items}, out);
}

/* Neither is [], which is 0. */
static OWN_FRAME Status plus_list(Interpreter *in, const Value *a, const Value *b, const Value **out) {
  if (a->kind < VALUE_NIL || b->kind < VALUE_NIL) return STATUS_STUCK;
  if (a->count > UINT32_MAX - b->count) return STATUS_LIMIT;
  return value_make(in, (Value){.kind = VALUE_APPEND, .count = a->count + b->count, .a = a, .b = b}, out);
}

static Status plus_node(Interpreter *in, AppliedTypeId id, const Value *a, const Value *b, const Value **out) {
  AppliedType type = *applied_type(in->tables, id);
  const Value *first, *second;
  /* 0 + b = b, a + 0 = a: most of what a derivative adds is 0 */
  if (type.zero != NULL && (a == type.zero || b == type.zero)) {
    *out = a == type.zero ? b : a;
    return STATUS_OK;
  }
  if (value_is_spread(a) || value_is_spread(b)) return spread_plus(in, id, a, b, out);
  switch (type.kind) {
  /* + at real^n, 1, products and arrays is componentwise */
  case APPLIED_TYPE_REAL: RULE(APPE_PLUS_FIRST_ORDER); return plus_real(in, a, b, out);
  case APPLIED_TYPE_UNIT: *out = a; return STATUS_OK;
  case APPLIED_TYPE_PROD:
    if (a->kind != VALUE_PAIR || b->kind != VALUE_PAIR) return STATUS_STUCK;
    TRY(value_plus(in, type.a, a->a, b->a, &first));
    TRY(value_plus(in, type.b, a->b, b->b, &second));
    return value_make(in, (Value){.kind = VALUE_PAIR, .a = first, .b = second}, out);
  case APPLIED_TYPE_ARRAY: return plus_array(in, type.a, a, b, out);
  /* f +_{T -> S} g = \x. f x +_S g x; the same at LFun(T, S) */
  case APPLIED_TYPE_FUN:
  case APPLIED_TYPE_LFUN:
    RULE(APPE_PLUS_FUN);
    return value_make(in, (Value){.kind = VALUE_PLUS_FUN, .type = type.b, .a = a, .b = b}, out);
  /* + at Copower(T, S) appends */
  case APPLIED_TYPE_COPOWER: RULE(APPE_PLUS_COPOWER); return plus_list(in, a, b, out);
  case APPLIED_TYPE_NONE:
  case APPLIED_TYPE_SUM:
  case APPLIED_TYPE_MU:
  case APPLIED_TYPE_INT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status value_plus(Interpreter *in, AppliedTypeId type, const Value *a, const Value *b, const Value **out) {
  TRY(interpreter_enter(in));
  Status status = plus_node(in, type, a, b, out);
  interpreter_leave(in);
  return status;
}

/* ---------------------------------------------------------------- flat -- */

static OWN_FRAME Status array_from_flat(Interpreter *in, AppliedType type, const Scalar **flat, const Value **out) {
  const Value **items = arena_array(in->machine->arena, type.n, sizeof *items);
  if (items == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < type.n; i++) TRY(value_from_flat(in, type.a, flat, &items[i]));
  return value_make(in, (Value){.kind = VALUE_ARRAY, .count = type.n, .a = items}, out);
}

static Status from_flat_node(Interpreter *in, AppliedType type, const Scalar **flat, const Value **out) {
  const Value *first, *second;
  const Scalar *scalars = *flat;
  switch (type.kind) {
  case APPLIED_TYPE_REAL:
    *flat += type.n;
    return value_make(in, (Value){.kind = VALUE_REAL, .count = type.n, .a = scalars}, out);
  case APPLIED_TYPE_UNIT: return value_make(in, (Value){.kind = VALUE_UNIT}, out);
  case APPLIED_TYPE_INT: *flat += 1; return value_make(in, (Value){.kind = VALUE_INT, .a = scalars}, out);
  case APPLIED_TYPE_PROD:
    TRY(value_from_flat(in, type.a, flat, &first));
    TRY(value_from_flat(in, type.b, flat, &second));
    return value_make(in, (Value){.kind = VALUE_PAIR, .a = first, .b = second}, out);
  case APPLIED_TYPE_ARRAY: return array_from_flat(in, type, flat, out);
  case APPLIED_TYPE_NONE:
  case APPLIED_TYPE_SUM:
  case APPLIED_TYPE_MU:
  case APPLIED_TYPE_FUN:
  case APPLIED_TYPE_LFUN:
  case APPLIED_TYPE_COPOWER: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status value_from_flat(Interpreter *in, AppliedTypeId type, const Scalar **flat, const Value **out) {
  TRY(interpreter_enter(in));
  Status status = from_flat_node(in, *applied_type(in->tables, type), flat, out);
  interpreter_leave(in);
  return status;
}

static Status scalars_to_flat(const Scalar *scalars, uint32_t count, Scalar **flat, const Scalar *end) {
  if (count > (size_t)(end - *flat)) return STATUS_STUCK;
  for (uint32_t i = 0; i < count; i++) *(*flat)++ = scalars[i];
  return STATUS_OK;
}

Status value_to_flat(Interpreter *in, const Value *value, Scalar **flat, Scalar *end) {
  TRY(spread_dense(in, value, &value));
  if (value->kind == VALUE_REAL) return scalars_to_flat(value_scalars(value), value->count, flat, end);
  if (value->kind == VALUE_INT) return scalars_to_flat(value_scalars(value), 1, flat, end);
  if (value->kind == VALUE_UNIT) return STATUS_OK;
  Status status = STATUS_STUCK;
  TRY(interpreter_enter(in));
  if (value->kind == VALUE_PAIR) {
    status = value_to_flat(in, value->a, flat, end);
    if (status == STATUS_OK) status = value_to_flat(in, value->b, flat, end);
  } else if (value->kind == VALUE_ARRAY) {
    status = STATUS_OK;
    for (uint32_t i = 0; i < value->count && status == STATUS_OK; i++)
      status = value_to_flat(in, value_items(value)[i], flat, end);
  }
  interpreter_leave(in);
  return status;
}
