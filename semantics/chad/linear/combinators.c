/* fold, scan, total, gather and scatter. */
#include "semantics/chad/linear/cartesian.h"
#include "semantics/memory/try.h"

/* ------------------------------------------------------------ fold and scan -- */

/* *out := w with t[*out/a, ak/x] => w */
static Status fold_step(Run *run, TermId t, const Value *array, uint32_t k, Environment *env, Value *out) {
  Environment *outer = substitute(run, env), *inner = outer == NULL ? NULL : substitute(run, outer);
  if (inner == NULL) return STATUS_LIMIT;
  outer->value = *out;
  inner->value = entry(array, k);
  return run_entry(run, t, inner, out);
}

static Status fold_operands(Run *run, const Term *t, Environment *env, Value *out, Value *array) {
  Status status = run_entry(run, t->kid[0], env, out);
  if (status == STATUS_OK) status = run_entry(run, t->kid[1], env, array);
  return status == STATUS_OK && !is_array(array) ? STATUS_STUCK : status;
}

Status cartesian_fold(Run *run, const Term *t, Environment *env, Value *out) {
  Value array = {.n = 0};
  TermId body = t->kid[2];
  Status status = fold_operands(run, t, env, out, &array);
  for (uint32_t k = 0; k < array.n && status == STATUS_OK; k++) status = fold_step(run, body, &array, k, env, out);
  return status;
}

Status cartesian_scan(Run *run, const Term *t, Environment *env, Value *out) {
  Value array = {.n = 0};
  TermId body = t->kid[2];
  Status status = fold_operands(run, t, env, out, &array);
  if (status != STATUS_OK) return status;
  Value *prefixes = arena_array(run->machine->arena, (size_t)array.n + 1, sizeof *prefixes);
  if (prefixes == NULL) return STATUS_LIMIT;
  prefixes[0] = *out;
  for (uint32_t k = 0; k < array.n && status == STATUS_OK; k++) {
    status = fold_step(run, body, &array, k, env, out);
    prefixes[k + 1] = *out;
  }
  return status == STATUS_OK ? cartesian_array_of(run, array.kind == VALUE_VEC, prefixes, array.n + 1, out) : status;
}

/* --------------------------------------------------------------------- sums -- */

static Status add(Run *run, TypeId type, const Value *a, const Value *b, Value *out);

/* a + b of real^n; 0 without operands. */
static Status add_reals(Run *run, uint32_t n, const Value *a, const Value *b, Value *out) {
  Ring *ring = run->machine->ring;
  Scalar *sums = arena_array(run->machine->arena, n, sizeof *sums);
  if (sums == NULL) return STATUS_LIMIT;
  if (a != NULL && (a->kind != VALUE_REALS || b->kind != VALUE_REALS || a->n != n || b->n != n)) return STATUS_STUCK;
  for (uint32_t k = 0; k < n; k++)
    sums[k] = a == NULL ? ring_integer(ring, 0) : ring_add(ring, value_scalars(a)[k], value_scalars(b)[k]);
  *out = (Value){VALUE_REALS, n, {0}, sums};
  return ring_take_status(ring);
}

static Status add_parts(Run *run, TypeId type, const Value *a, const Value *b, Value *out) {
  const TypeNode node = *type_node(&run->machine->store->types, type);
  bool pair = node.kind == TYPE_PROD;
  uint32_t n = pair ? 2 : node.n;
  ValueKind kind = pair ? VALUE_PAIR : VALUE_ARRAY;
  if (a != NULL && (a->kind != kind || b->kind != kind || (!pair && (a->n != n || b->n != n)))) return STATUS_STUCK;
  Value *parts = arena_array(run->machine->arena, n, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = add(run, pair && k == 1 ? node.b : node.a, a == NULL ? NULL : &value_parts(a)[k],
                 a == NULL ? NULL : &value_parts(b)[k], &parts[k]);
  }
  *out = (Value){kind, pair ? 0 : n, {pair || n > 0 ? 0 : type.id}, parts};
  return status;
}

/* a + b of the type, and its 0 where both are NULL. */
static Status add(Run *run, TypeId type, const Value *a, const Value *b, Value *out) {
  Machine *machine = run->machine;
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->kind == TYPE_REAL) return add_reals(run, node->n, a, b, out);
  *out = (Value){VALUE_UNIT, 0, {0}, NULL};
  if (node->kind == TYPE_UNIT) return STATUS_OK;
  if (node->kind != TYPE_PROD && node->kind != TYPE_ARRAY) return STATUS_STUCK;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = add_parts(run, type, a, b, out);
  machine->depth++;
  return status;
}

Status cartesian_total(Run *run, const Term *t, Environment *env, Value *out) {
  Value array;
  TypeId element = term_type_payload(t);
  Status status = run_entry(run, t->kid[0], env, &array);
  if (status != STATUS_OK) return status;
  if (!is_array(&array)) return STATUS_STUCK;
  if (array.n == 0) return add(run, element, NULL, NULL, out);
  *out = entry(&array, 0);
  for (uint32_t k = 1; k < array.n && status == STATUS_OK; k++) {
    Value so_far = *out, next = entry(&array, k);
    status = add(run, element, &so_far, &next, out);
  }
  return status;
}

/* ------------------------------------------------------- gather and scatter -- */

static Status indexed_operands(Run *run, TermId is, TermId as, Environment *env, Value *indices, Value *array) {
  TRY(run_entry(run, is, env, indices));
  TRY(run_entry(run, as, env, array));
  bool values = indices->kind == VALUE_ARRAY || indices->kind == VALUE_VEC;
  bool ints = values && (indices->n == 0 || value_parts(indices)[0].kind == VALUE_INT);
  return ints && is_array(array) ? STATUS_OK : STATUS_STUCK;
}

static int64_t index_at(const Value *indices, uint32_t k) { return scalar_to_int(value_parts(indices)[k].scalar); }

/* The array of no entries, with entries as those of another array. */
static Status none_of(Run *run, const Value *array, Value *out) {
  TypeId type;
  TRY(canonical_type(run, array, &type));
  return cartesian_none(run, array->kind == VALUE_VEC, type_element(&run->machine->store->types, type), out);
}

Status cartesian_gather(Run *run, const Term *t, Environment *env, Value *out) {
  Value indices, array;
  TRY(indexed_operands(run, t->kid[0], t->kid[1], env, &indices, &array));
  if (indices.n == 0) return none_of(run, &array, out);
  Value *values = arena_array(run->machine->arena, indices.n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < indices.n; k++) {
    int64_t i = index_at(&indices, k);
    if (i < 0 || i >= array.n) return STATUS_DOMAIN;
    values[k] = entry(&array, (uint32_t)i);
  }
  return cartesian_array_of(run, indices.kind == VALUE_VEC, values, indices.n, out);
}

/* The n sums of the entries by their indices. */
static Status scatter(Run *run, TypeId element, uint32_t n, const Value *indices, const Value *array, Value **sums) {
  Status status = STATUS_OK;
  *sums = arena_array(run->machine->arena, n, sizeof **sums);
  if (*sums == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) status = add(run, element, NULL, NULL, *sums + k);
  for (uint32_t k = 0; k < array->n && status == STATUS_OK; k++) {
    int64_t i = index_at(indices, k);
    if (i < 0 || i >= n) return STATUS_DOMAIN;
    Value so_far = (*sums)[i], next = entry(array, k);
    status = add(run, element, &so_far, &next, *sums + i);
  }
  return status;
}

Status cartesian_scatter(Run *run, const Term *t, Environment *env, Value *out) {
  TypeTable *types = &run->machine->store->types;
  TypeId type = term_type_payload(t), element = type_element(types, type);
  uint32_t n = type_node(types, type)->n;
  Value indices, array, *sums;
  TRY(indexed_operands(run, t->kid[0], t->kid[1], env, &indices, &array));
  if (indices.n != array.n) return STATUS_STUCK;
  TRY(scatter(run, element, n, &indices, &array, &sums));
  return n > 0 ? cartesian_array_of(run, false, sums, n, out) : cartesian_none(run, false, element, out);
}

Status cartesian_vscatter(Run *run, const Term *t, Environment *env, Value *out) {
  TypeId element = term_type_payload(t);
  Value count, indices, array, *sums;
  TermId is = t->kid[1], as = t->kid[2];
  TRY(run_entry(run, t->kid[0], env, &count));
  TRY(indexed_operands(run, is, as, env, &indices, &array));
  if (count.kind != VALUE_INT) return STATUS_STUCK;
  if (indices.n != array.n) return STATUS_DOMAIN;
  int64_t k = scalar_to_int(count.scalar);
  if (k > TYPE_MAX_LENGTH) return STATUS_LIMIT;
  uint32_t n = k < 0 ? 0 : (uint32_t)k;
  TRY(scatter(run, element, n, &indices, &array, &sums));
  return n > 0 ? cartesian_array_of(run, true, sums, n, out) : cartesian_none(run, true, element, out);
}
