/* The source interpreter on iteration and on array combinators beyond the maps.
 *
 * Steps are run in a C loop, each in an environment that extends the outer one:
 * the stack does not grow with the number of steps. */
#include "semantics/memory/try.h"
#include "semantics/source/interpreter.h"

/* --------------------------------------------------------------- iteration -- */

/* out := w with E, x=out |- t => w */
static Status step(Machine *machine, TermId t, const Environment *env, Value *out) {
  Environment *inner = bind(machine, env);
  if (inner == NULL) return STATUS_LIMIT;
  inner->value = *out;
  return source_evaluate(machine, t, inner, out);
}

Status evaluate_iterate(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value count;
  Status status = source_evaluate(machine, t->kid[0], env, &count);
  if (status == STATUS_OK && count.kind != VALUE_INT) return STATUS_STUCK;
  if (status == STATUS_OK) status = source_evaluate(machine, t->kid[1], env, out);
  int64_t n = status == STATUS_OK ? scalar_to_int(count.scalar) : 0;
  for (int64_t i = 0; i < n && status == STATUS_OK; i++) status = step(machine, t->kid[2], env, out);
  return status;
}

Status evaluate_while(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Status status = source_evaluate(machine, t->kid[0], env, out);
  while (status == STATUS_OK) {
    Value guard = *out;
    TRY(step(machine, t->kid[1], env, &guard));
    if (guard.kind != VALUE_INL) return guard.kind == VALUE_INR ? STATUS_OK : STATUS_STUCK;
    status = step(machine, t->kid[2], env, out);
  }
  return status;
}

/* ------------------------------------------------------------ fold and scan -- */

/* *out := w with E, a=*out, x=ak |- t => w */
static Status fold_step(Machine *machine, TermId t, const Value *array, uint32_t k, const Environment *env,
                        Value *out) {
  Environment *outer = bind(machine, env), *inner = outer == NULL ? NULL : bind(machine, outer);
  if (inner == NULL) return STATUS_LIMIT;
  outer->value = *out;
  inner->value = entry(array, k);
  return source_evaluate(machine, t, inner, out);
}

/* The start in *out, and the array. */
static Status fold_operands(Machine *machine, const Term *t, const Environment *env, Value *out, Value *array) {
  Status status = source_evaluate(machine, t->kid[0], env, out);
  if (status == STATUS_OK) status = source_evaluate(machine, t->kid[1], env, array);
  return status == STATUS_OK && !is_array(array) ? STATUS_STUCK : status;
}

Status evaluate_fold(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array = {.n = 0};
  Status status = fold_operands(machine, t, env, out, &array);
  for (uint32_t k = 0; k < array.n && status == STATUS_OK; k++) {
    status = fold_step(machine, t->kid[2], &array, k, env, out);
  }
  return status;
}

Status evaluate_scan(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array = {.n = 0};
  TRY(fold_operands(machine, t, env, out, &array));
  Entries entries = {array.n + 1, NULL, NULL, array.kind == VALUE_VEC};
  Status status = put_entry(machine, &entries, 0, out);
  for (uint32_t k = 0; k < array.n && status == STATUS_OK; k++) {
    status = fold_step(machine, t->kid[2], &array, k, env, out);
    if (status == STATUS_OK) status = put_entry(machine, &entries, k + 1, out);
  }
  if (status == STATUS_OK) *out = array_of(&entries);
  return status;
}

/* --------------------------------------------------------------------- sums -- */

/* 0 of the type, and a + b of it: componentwise. */
static Status zero(Machine *machine, TypeId type, Value *out);
static Status plus(Machine *machine, TypeId type, const Value *a, const Value *b, Value *out);

static Status enter(Machine *machine) {
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  return STATUS_OK;
}

/* count parts of the types: of a pair, or all of `types[0]`. */
static Status sum_parts(Machine *machine, const TypeId *types, uint32_t count, bool pair, const Value *a,
                        const Value *b, Value *out) {
  Value *made = arena_array(machine->arena, count, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  Status status = enter(machine);
  if (status != STATUS_OK) return status;
  for (uint32_t k = 0; k < count && status == STATUS_OK; k++) {
    TypeId type = types[pair ? k : 0];
    status = a == NULL ? zero(machine, type, &made[k]) : plus(machine, type, &parts(a)[k], &parts(b)[k], &made[k]);
  }
  machine->depth++;
  *out = (Value){pair ? VALUE_PAIR : VALUE_ARRAY, pair ? 0 : count, {0}, made};
  return status;
}

/* a + b of real^n, and 0 when a is NULL. */
static Status sum_vector(Machine *machine, uint32_t n, const Value *a, const Value *b, Value *out) {
  Ring *ring = machine->ring;
  if (a != NULL && (a->n != n || b->n != n)) return STATUS_STUCK;
  if (n == 1) {
    *out = real_value(a == NULL ? ring_integer(ring, 0) : ring_add(ring, a->scalar, b->scalar));
    return ring_take_status(ring);
  }
  Scalar *scalars = arena_array(machine->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  const Scalar *x = a == NULL ? NULL : vector(a), *y = a == NULL ? NULL : vector(b);
  for (uint32_t k = 0; k < n; k++) scalars[k] = a == NULL ? ring_integer(ring, 0) : ring_add(ring, x[k], y[k]);
  *out = (Value){VALUE_VECTOR, n, {0}, (const void *)scalars};
  return ring_take_status(ring);
}

static Status sum(Machine *machine, TypeId type, const Value *a, const Value *b, Value *out) {
  const TypeNode node = *type_node(&machine->store->types, type);
  const TypeId types[2] = {node.a, node.b};
  if (node.kind == TYPE_REAL) return sum_vector(machine, node.n, a, b, out);
  if (node.kind == TYPE_PROD) return sum_parts(machine, types, 2, true, a, b, out);
  if (node.kind == TYPE_ARRAY && node.n > 0) return sum_parts(machine, types, node.n, false, a, b, out);
  *out = (Value){node.kind == TYPE_ARRAY ? VALUE_VECTOR : VALUE_UNIT, 0, {0}, NULL};
  return node.kind == TYPE_ARRAY || node.kind == TYPE_UNIT ? STATUS_OK : STATUS_STUCK;
}

static Status zero(Machine *machine, TypeId type, Value *out) { return sum(machine, type, NULL, NULL, out); }
static Status plus(Machine *machine, TypeId type, const Value *a, const Value *b, Value *out) {
  return sum(machine, type, a, b, out);
}

Status evaluate_total(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value array;
  Status status = source_evaluate(machine, t->kid[0], env, &array);
  if (status != STATUS_OK) return status;
  if (!is_array(&array)) return STATUS_STUCK;
  if (array.n == 0) return zero(machine, term_type_payload(t), out);
  *out = entry(&array, 0);
  for (uint32_t k = 1; k < array.n && status == STATUS_OK; k++) {
    Value so_far = *out, next = entry(&array, k);
    status = plus(machine, term_type_payload(t), &so_far, &next, out);
  }
  return status;
}

/* ------------------------------------------------------- gather and scatter -- */

/* The indices, as Ints, and the array. */
static Status indexed_operands(Machine *machine, TermId is, TermId as, const Environment *env, Value *indices,
                               Value *array) {
  TRY(source_evaluate(machine, is, env, indices));
  TRY(source_evaluate(machine, as, env, array));
  bool values = indices->kind == VALUE_ARRAY || indices->kind == VALUE_VEC;
  bool ints = indices->n == 0 || (values && parts(indices)[0].kind == VALUE_INT);
  return ints && is_array(indices) && is_array(array) ? STATUS_OK : STATUS_STUCK;
}

static int64_t index_at(const Value *indices, uint32_t k) { return scalar_to_int(parts(indices)[k].scalar); }

Status evaluate_gather(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value indices, array;
  TRY(indexed_operands(machine, t->kid[0], t->kid[1], env, &indices, &array));
  Entries entries = {indices.n, NULL, NULL, indices.kind == VALUE_VEC};
  for (uint32_t k = 0; k < indices.n; k++) {
    int64_t i = index_at(&indices, k);
    if (i < 0 || i >= array.n) return STATUS_DOMAIN;
    Value value = entry(&array, (uint32_t)i);
    TRY(put_entry(machine, &entries, k, &value));
  }
  *out = array_of(&entries);
  return STATUS_OK;
}

/* The n sums of the entries by their indices; one out of range adds to no sum: a
 * domain error, as in reading. */
static Status scatter(Machine *machine, TypeId element, uint32_t n, const Value *indices, const Value *array,
                      Value **sums) {
  Status status = STATUS_OK;
  *sums = arena_array(machine->arena, n, sizeof **sums);
  if (*sums == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = zero(machine, element, *sums + k);
  for (uint32_t k = 0; k < array->n && status == STATUS_OK; k++) {
    int64_t i = index_at(indices, k);
    if (i < 0 || i >= n) return STATUS_DOMAIN;
    Value so_far = (*sums)[i], next = entry(array, k);
    status = plus(machine, element, &so_far, &next, *sums + i);
  }
  return status;
}

Status evaluate_scatter(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value indices, array, *sums;
  TRY(indexed_operands(machine, t->kid[0], t->kid[1], env, &indices, &array));
  if (indices.n != array.n) return STATUS_STUCK;
  TypeId element = type_element(&machine->store->types, term_type_payload(t));
  uint32_t n = type_node(&machine->store->types, term_type_payload(t))->n;
  Status status = scatter(machine, element, n, &indices, &array, &sums);
  Entries entries = {n, NULL, NULL, false};
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = put_entry(machine, &entries, k, &sums[k]);
  if (status == STATUS_OK) *out = array_of(&entries);
  return status;
}

/* Of unequal lengths the operands are outside the domain; no sums for k <= 0. */
Status evaluate_vscatter(Machine *machine, const Term *t, const Environment *env, Value *out) {
  Value count, indices, array, *sums;
  Status status = source_evaluate(machine, t->kid[0], env, &count);
  if (status == STATUS_OK) status = indexed_operands(machine, t->kid[1], t->kid[2], env, &indices, &array);
  if (status != STATUS_OK) return status;
  if (count.kind != VALUE_INT) return STATUS_STUCK;
  if (indices.n != array.n) return STATUS_DOMAIN;
  int64_t k = scalar_to_int(count.scalar);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  uint32_t n = k < 0 ? 0 : (uint32_t)k;
  status = scatter(machine, term_type_payload(t), n, &indices, &array, &sums);
  if (status == STATUS_OK) *out = (Value){VALUE_VEC, n, {0}, sums};
  return status;
}
