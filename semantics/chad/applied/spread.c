/* Arrays that are 0 nearly everywhere: what the transposes of indexing make, one
 * entry at a time.  They stay sums until an entry is asked for; then all summands
 * are added into one array, which is kept.  So n entries take n additions and not
 * n^2, as writing in place would. */
#include "semantics/chad/applied/value.h"

/* Additions of entries that making the array takes, and 1 at least: no fewer than summands. */
static uint32_t additions(const Value *value, uint32_t n) {
  if (!value_is_spread(value) || *value_forced(value) != NULL) return n == 0 ? 1 : n;
  return value->kind == VALUE_SUM ? value->count : 1;
}

/* A sum that takes more additions than a few arrays have entries becomes an array
 * at once: summands may be shared, and sums of sums would grow without end. */
Status spread_plus(Interpreter *in, AppliedTypeId type, const Value *a, const Value *b, const Value **out) {
  uint64_t n = applied_type(in->tables, type)->n,
           count = (uint64_t)additions(a, (uint32_t)n) + additions(b, (uint32_t)n);
  const Value *sum;
  if (count > UINT32_MAX) return STATUS_LIMIT;
  TRY(value_forceable(in, (Value){.kind = VALUE_SUM, .count = (uint32_t)count, .type = type, .a = a, .b = b}, &sum));
  *out = sum;
  return count > 4 * n + 16 ? spread_dense(in, sum, out) : STATUS_OK;
}

/* ------------------------------------------------------------------ entries -- */

/* The array under way: scalars of real^n, or items of any other array. */
typedef struct Entries {
  AppliedTypeId element;
  uint32_t n;
  Scalar *scalars;
  const Value **items, *zero;
} Entries;

static Status entries_of_zero(Interpreter *in, AppliedTypeId type, Entries *entries) {
  const AppliedType *array = applied_type(in->tables, type);
  bool real = array->kind == APPLIED_TYPE_REAL;
  *entries = (Entries){.element = applied_type_element(in->tables, type), .n = applied_type(in->tables, type)->n};
  TRY(value_zero(in, entries->element, &entries->zero));
  if (real) {
    entries->scalars = arena_array(in->machine->arena, entries->n, sizeof *entries->scalars);
    if (entries->scalars == NULL) return STATUS_LIMIT;
    for (uint32_t k = 0; k < entries->n; k++) entries->scalars[k] = value_scalars(entries->zero)[0];
    return STATUS_OK;
  }
  entries->items = arena_array(in->machine->arena, entries->n, sizeof *entries->items);
  if (entries->items == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < entries->n; k++) entries->items[k] = entries->zero;
  return STATUS_OK;
}

/* entries_k := entries_k + v */
static OWN_FRAME Status add_entry(Interpreter *in, Entries *entries, uint32_t k, const Value *v) {
  if (entries->items != NULL) {
    if (entries->items[k] != entries->zero)
      return value_plus(in, entries->element, entries->items[k], v, &entries->items[k]);
    entries->items[k] = v;
    return STATUS_OK;
  }
  if (v->kind != VALUE_REAL || v->count != 1) return STATUS_STUCK;
  entries->scalars[k] = ring_add(in->machine->ring, entries->scalars[k], value_scalars(v)[0]);
  return ring_take_status(in->machine->ring);
}

static OWN_FRAME Status add_array(Interpreter *in, Entries *entries, const Value *array) {
  if ((array->kind != VALUE_REAL && array->kind != VALUE_ARRAY) || array->count != entries->n) return STATUS_STUCK;
  if (array->kind == VALUE_REAL && entries->scalars != NULL) {
    for (uint32_t k = 0; k < entries->n; k++)
      entries->scalars[k] = ring_add(in->machine->ring, entries->scalars[k], value_scalars(array)[k]);
    return ring_take_status(in->machine->ring);
  }
  for (uint32_t k = 0; k < entries->n; k++) {
    const Value *entry;
    TRY(value_index(in, array, k, &entry));
    TRY(add_entry(in, entries, k, entry));
  }
  return STATUS_OK;
}

static OWN_FRAME Status add_summand(Interpreter *in, Entries *entries, const Value *summand) {
  if (summand->kind != VALUE_ONEHOT) return add_array(in, entries, summand);
  int64_t i = scalar_to_int(value_scalars(summand->a)[0]);
  return i < 0 || i >= (int64_t)entries->n ? STATUS_OK : add_entry(in, entries, (uint32_t)i, summand->b);
}

static Status array_of(Interpreter *in, const Entries *entries, const Value **out) {
  if (entries->items == NULL)
    return value_make(in, (Value){.kind = VALUE_REAL, .count = entries->n, .a = entries->scalars}, out);
  return value_make(in, (Value){.kind = VALUE_ARRAY, .count = entries->n, .a = entries->items}, out);
}

/* All summands from the left; one that has its entries already counts as an array. */
static OWN_FRAME Status force(Interpreter *in, const Value *value, const Value **out) {
  Entries entries;
  uint32_t waiting = 0;
  const Value **stack = arena_array(in->machine->arena, (size_t)value->count + 1, sizeof *stack);
  if (stack == NULL) return STATUS_LIMIT;
  TRY(entries_of_zero(in, value->type, &entries));
  while (value != NULL) {
    if (value_is_spread(value) && *value_forced(value) != NULL) value = *value_forced(value);
    if (value->kind == VALUE_SUM) {
      stack[waiting++] = value->b;
      value = value->a;
      continue;
    }
    TRY(add_summand(in, &entries, value));
    value = waiting == 0 ? NULL : stack[--waiting];
  }
  return array_of(in, &entries, out);
}

Status spread_dense(Interpreter *in, const Value *value, const Value **out) {
  *out = value;
  if (!value_is_spread(value)) return STATUS_OK;
  if (*value_forced(value) == NULL) {
    Elsewhere back;
    bool outlives = scratch_outlives(in, value);
    TRY(interpreter_enter(in));
    if (outlives) scratch_keep(in, &back);
    Status status = force(in, value, out);
    if (outlives) scratch_kept(in, &back);
    interpreter_leave(in);
    TRY(status);
    *value_forced(value) = *out;
  }
  *out = *value_forced(value);
  return STATUS_OK;
}

/* real^1 is real, whose values are scalars at once. */
Status spread_onehot(Interpreter *in, AppliedTypeId type, const Value *i, const Value *v, const Value **out) {
  const Value *at;
  TRY(value_forceable(in, (Value){.kind = VALUE_ONEHOT, .type = type, .a = i, .b = v}, &at));
  *out = at;
  const AppliedType *array = applied_type(in->tables, type);
  return array->kind == APPLIED_TYPE_REAL && array->n == 1 ? spread_dense(in, at, out) : STATUS_OK;
}
