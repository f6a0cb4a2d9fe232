/* The source interpreter on dynamic arrays: vbuild, length, filter and append. */
#include "semantics/memory/try.h"
#include "semantics/source/interpreter.h"

#include <string.h>

/* No elements for k <= 0, as no steps of iterate. */
Status evaluate_vbuild(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value count;
  TRY(source_evaluate(machine, t->kid[0], env, &count));
  if (count.kind != VALUE_INT) return STATUS_STUCK;
  int64_t n = scalar_to_int(count.scalar);
  if (n > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  Entries entries = {n < 0 ? 0 : (uint32_t)n, NULL, NULL, true};
  for (uint32_t k = 0; k < entries.n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = int_value(k);
    TRY(source_evaluate(machine, t->kid[1], inner, out));
    TRY(put_entry(machine, &entries, k, out));
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

static Status evaluate_vec(Machine *machine, TermId t, const Environment *env, Value *out) {
  Status status = source_evaluate(machine, t, env, out);
  return status == STATUS_OK && out->kind != VALUE_VEC ? STATUS_STUCK : status;
}

Status evaluate_length(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Status status = evaluate_vec(machine, t->kid[0], env, out);
  if (status == STATUS_OK) *out = int_value(out->n);
  return status;
}

Status evaluate_filter(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array, holds;
  TRY(evaluate_vec(machine, t->kid[0], env, &array));
  Value *kept = arena_array(machine->arena, array.n, sizeof *kept);
  uint32_t count = 0;
  if (kept == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < array.n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = parts(&array)[k];
    TRY(source_evaluate(machine, t->kid[1], inner, &holds));
    if (holds.kind != VALUE_INL && holds.kind != VALUE_INR) return STATUS_STUCK;
    if (holds.kind == VALUE_INL) kept[count++] = parts(&array)[k];
  }
  *out = (Value){VALUE_VEC, count, {0}, kept};
  return STATUS_OK;
}

Status evaluate_append(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value a, b;
  TRY(evaluate_vec(machine, t->kid[0], env, &a));
  TRY(evaluate_vec(machine, t->kid[1], env, &b));
  Value *both = arena_array(machine->arena, (size_t)a.n + b.n, sizeof *both);
  if (both == NULL || a.n > TYPE_MAX_LENGTH - b.n) return STATUS_LIMIT;
  if (a.n > 0) memcpy(both, a.parts, a.n * sizeof *both);
  if (b.n > 0) memcpy(both + a.n, b.parts, b.n * sizeof *both);
  *out = (Value){VALUE_VEC, a.n + b.n, {0}, both};
  return STATUS_OK;
}
