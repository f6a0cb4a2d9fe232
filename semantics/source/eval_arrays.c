/* The source interpreter on arrays: map, zipWith, build and index. */
#include "semantics/memory/try.h"
#include "semantics/source/interpreter.h"

Status put_entry(Machine *machine, Entries *entries, uint32_t k, const Value *value) {
  bool real = value->kind == VALUE_REAL && !entries->dynamic;
  if (k == 0 && real) entries->scalars = arena_array(machine->arena, entries->n, sizeof(Scalar));
  if (k == 0 && !real) entries->values = arena_array(machine->arena, entries->n, sizeof(Value));
  if (entries->scalars == NULL && entries->values == NULL) return STATUS_LIMIT;
  if (real != (entries->scalars != NULL)) return STATUS_STUCK;
  if (real)
    entries->scalars[k] = value->scalar;
  else
    entries->values[k] = *value;
  return STATUS_OK;
}

Value array_of(const Entries *entries) {
  if (entries->dynamic) return (Value){VALUE_VEC, entries->n, {0}, entries->values};
  if (entries->values != NULL) return (Value){VALUE_ARRAY, entries->n, {0}, entries->values};
  if (entries->n == 1) return real_value(entries->scalars[0]);
  return (Value){VALUE_VECTOR, entries->n, {0}, (const void *)entries->scalars};
}

/* [w0,...] with E, x=ak, y=bk |- t => wk: map when b is NULL (no y), zipWith else.
 * Two Vec of different lengths are outside the domain. */
static Status evaluate_each(Machine *machine, const Value *a, const Value *b, TermId t, const Environment *env,
                            Value *out) {
  if (!is_array(a) || (b != NULL && !is_array(b))) return STATUS_STUCK;
  bool dynamic = a->kind == VALUE_VEC;
  if (b != NULL && a->n != b->n) return dynamic ? STATUS_DOMAIN : STATUS_STUCK;
  Entries entries = {a->n, NULL, NULL, dynamic};
  for (uint32_t k = 0; k < a->n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = entry(a, k);
    if (b != NULL) {
      inner = bind(machine, inner);
      if (inner == NULL) return STATUS_LIMIT;
      inner->value = entry(b, k);
    }
    TRY(source_evaluate(machine, t, inner, out));
    TRY(put_entry(machine, &entries, k, out));
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

Status evaluate_map(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array;
  TRY(source_evaluate(machine, t->kid[0], env, &array));
  return evaluate_each(machine, &array, NULL, t->kid[1], env, out);
}

Status evaluate_zipwith(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value a, b;
  TRY(source_evaluate(machine, t->kid[0], env, &a));
  TRY(source_evaluate(machine, t->kid[1], env, &b));
  return evaluate_each(machine, &a, &b, t->kid[2], env, out);
}

Status evaluate_build(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Entries entries = {t->payload, NULL, NULL, false};
  for (uint32_t k = 0; k < entries.n; k++) {
    Environment *inner = bind(machine, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = int_value(k);
    TRY(source_evaluate(machine, t->kid[0], inner, out));
    TRY(put_entry(machine, &entries, k, out));
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

Status evaluate_index(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value i, array;
  TRY(source_evaluate(machine, t->kid[0], env, &i));
  TRY(source_evaluate(machine, t->kid[1], env, &array));
  if (i.kind != VALUE_INT || !is_array(&array)) return STATUS_STUCK;
  int64_t k = scalar_to_int(i.scalar);
  if (k < 0 || k >= array.n) return STATUS_DOMAIN;
  *out = entry(&array, (uint32_t)k);
  return STATUS_OK;
}
