/* Dynamic arrays: vbuild, length, filter and append. */
#include "semantics/chad/linear/cartesian.h"
#include "semantics/memory/try.h"

#include <string.h>

/* No entries for k <= 0, as no steps of iterate. */
Status cartesian_vbuild(Run *run, const Term *t, Environment *env, Value *out) {
  Value count;
  TermId body = t->kid[1];
  Status status = run_entry(run, t->kid[0], env, &count);
  if (status != STATUS_OK) return status;
  if (count.kind != VALUE_INT) return STATUS_STUCK;
  int64_t n = scalar_to_int(count.scalar);
  TypeId index = type_int(&run->machine->store->types);
  if (n <= 0) return cartesian_no_body(run, true, env, &index, 1, body, out);
  if (n > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  Value *values = arena_array(run->machine->arena, (size_t)n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    Environment *inner = substitute(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = (Value){VALUE_INT, 0, scalar_from_int(k), NULL};
    status = run_entry(run, body, inner, &values[k]);
  }
  return status == STATUS_OK ? cartesian_array_of(run, true, values, (uint32_t)n, out) : status;
}

static Status vec_of(Run *run, TermId t, Environment *env, Value *out) {
  Status status = run_entry(run, t, env, out);
  return status == STATUS_OK && out->kind != VALUE_VEC ? STATUS_STUCK : status;
}

Status cartesian_length(Run *run, const Term *t, Environment *env, Value *out) {
  Status status = vec_of(run, t->kid[0], env, out);
  if (status == STATUS_OK) *out = (Value){VALUE_INT, 0, scalar_from_int(out->n), NULL};
  return status;
}

/* The type of a Vec that lost its entries is that of the Vec. */
Status cartesian_filter(Run *run, const Term *t, Environment *env, Value *out) {
  Value array, holds;
  TermId test = t->kid[1];
  Status status = vec_of(run, t->kid[0], env, &array);
  if (status != STATUS_OK) return status;
  Value *kept = arena_array(run->machine->arena, array.n, sizeof *kept);
  uint32_t count = 0;
  if (kept == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < array.n; k++) {
    Environment *inner = substitute(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = value_parts(&array)[k];
    status = run_entry(run, test, inner, &holds);
    if (status != STATUS_OK) return status;
    if (holds.kind != VALUE_INL && holds.kind != VALUE_INR) return STATUS_STUCK;
    if (holds.kind == VALUE_INL) kept[count++] = value_parts(&array)[k];
  }
  TypeId type = {(uint32_t)array.scalar.word};
  if (count == 0 && array.n > 0) status = canonical_type(run, &array, &type);
  *out = (Value){VALUE_VEC, count, {count == 0 ? type.id : 0}, kept};
  return status;
}

Status cartesian_append(Run *run, const Term *t, Environment *env, Value *out) {
  Value a, b;
  TermId second = t->kid[1];
  TRY(vec_of(run, t->kid[0], env, &a));
  TRY(vec_of(run, second, env, &b));
  *out = a.n == 0 ? b : a;
  if (a.n == 0 || b.n == 0) return STATUS_OK;
  if (a.n > TYPE_MAX_LENGTH - b.n) return STATUS_LIMIT;
  Value *both = arena_array(run->machine->arena, (size_t)a.n + b.n, sizeof *both);
  if (both == NULL) return STATUS_LIMIT;
  memcpy(both, a.data, a.n * sizeof *both);
  memcpy(both + a.n, b.data, b.n * sizeof *both);
  *out = (Value){VALUE_VEC, a.n + b.n, {0}, both};
  return STATUS_OK;
}
