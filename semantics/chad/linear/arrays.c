#include "semantics/chad/linear/arrays.h"
#include "semantics/chad/linear/environment.h"
#include "semantics/memory/try.h"

/* The frames of these rules are large: a premise within them counts as two
 * nested calls. */
static Status run_linear(const LinearArrays *at, TermId t, Environment *env, Linear *v, Value *out) {
  Machine *machine = at->run->machine;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = operational_linear(at->run, t, env, v, out);
  machine->depth++;
  return status;
}

static bool is_row(const Value *value) { return value->kind == VALUE_MATRIX && value->n == 1; }

static bool is_linear_array(const Value *value) {
  return value->kind == VALUE_MATRIX || value->kind == VALUE_LINEAR_ARRAY;
}

static Value entry(const LinearArrays *at, const Value *array, uint32_t k) {
  return array->kind == VALUE_MATRIX ? matrix_row(at->run, array, k) : value_parts(array)[k];
}

/* The array of n >= 1 values: their rows stacked when they are of type real_. */
static Status array_of(const LinearArrays *at, Value *values, uint32_t n, Value *out) {
  if (is_row(&values[0])) return matrix_stack(at->run, values, n, out);
  *out = (Value){VALUE_LINEAR_ARRAY, n, {0}, values};
  return STATUS_OK;
}

static Status substitute_linear(const LinearArrays *at, const Value *value, Linear **v) {
  *v = arena_alloc(at->run->machine->arena, sizeof **v);
  if (*v == NULL) return STATUS_LIMIT;
  **v = (Linear){*value, {0}, {0}};
  return STATUS_OK;
}

static Value int_value(uint32_t k) { return (Value){VALUE_INT, 0, scalar_from_int(k), NULL}; }

Status linear_build(const LinearArrays *at, const Term *t, Value *out) {
  TypeTable *types = &at->run->machine->store->types;
  uint32_t n = t->payload;
  if (n == 0) { /* the type of no values */
    TypeId index = type_int(types), element;
    TRY(canonical_infer(at->run, at->env, &index, 1, at->v, t->kid[0], &element));
    return canonical_zero(at->run, type_linear_array(types, element, 0), out);
  }
  Value *values = arena_array(at->run->machine->arena, n, sizeof *values);
  if (values == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) {
    Environment *env;
    Value index = int_value(k);
    TRY(substitute_value(at->run, at->env, &index, &env));
    TRY(run_linear(at, t->kid[0], env, at->v, &values[k]));
  }
  return array_of(at, values, n, out);
}

Status linear_index(const LinearArrays *at, const Term *t, Value *out) {
  Value index, array;
  TRY(operational_cartesian(at->run, t->kid[0], at->env, &index));
  TRY(run_linear(at, t->kid[1], at->env, at->v, &array));
  if (index.kind != VALUE_INT || !is_linear_array(&array)) return STATUS_STUCK;
  int64_t k = scalar_to_int(index.scalar);
  if (k < 0 || k >= array.n) return STATUS_DOMAIN;
  *out = entry(at, &array, (uint32_t)k);
  return STATUS_OK;
}

/* w0 + (w1 + (... + last)), over `values`. */
static Status sum_onto(const LinearArrays *at, const Value *values, uint32_t n, const Value *last, Value *out) {
  Status status = STATUS_OK;
  *out = *last;
  while (n-- > 0 && status == STATUS_OK) {
    Value tail = *out;
    status = canonical_plus(at->run, &values[n], &tail, out);
  }
  return status;
}

Status linear_sum(const LinearArrays *at, const Term *t, Value *out) {
  Value array;
  TRY(run_linear(at, t->kid[0], at->env, at->v, &array));
  if (array.kind == VALUE_MATRIX) return matrix_sum(at->run, &array, out);
  if (array.kind != VALUE_LINEAR_ARRAY) return STATUS_STUCK;
  if (array.n == 0) {
    TypeId type = {(uint32_t)array.scalar.word};
    return canonical_zero(at->run, type_element(&at->run->machine->store->types, type), out);
  }
  const Value *values = value_parts(&array);
  return sum_onto(at, values, array.n - 1, &values[array.n - 1], out);
}

Status linear_onehot(const LinearArrays *at, const Term *t, Value *out) {
  Machine *machine = at->run->machine;
  uint32_t n = t->payload;
  Value index, value, none;
  TypeId type;
  TRY(operational_cartesian(at->run, t->kid[0], at->env, &index));
  TRY(run_linear(at, t->kid[1], at->env, at->v, &value));
  TRY(canonical_type(at->run, &value, &type));
  if (index.kind != VALUE_INT) return STATUS_STUCK;
  if (n == 0) return canonical_zero(at->run, type_linear_array(&machine->store->types, type, 0), out);
  Value *values = arena_array(machine->arena, n, sizeof *values);
  TRY(values == NULL ? STATUS_LIMIT : canonical_zero(at->run, type, &none));
  for (uint32_t k = 0; k < n; k++) values[k] = scalar_to_int(index.scalar) == k ? value : none;
  return array_of(at, values, n, out);
}

/* --------------------------------------------------------- Dmap and Dmap^t -- */

/* s => [ci], and t run with x = ck and v = the value given. */
static Status run_body(const LinearArrays *at, const Term *t, const Value *constants, uint32_t k, const Value *v,
                       Value *out) {
  Value c = {VALUE_REALS, 1, {0}, value_scalars(constants) + k};
  Environment *env;
  Linear *w;
  TRY(substitute_value(at->run, at->env, &c, &env));
  TRY(substitute_linear(at, v, &w));
  return run_linear(at, t->kid[1], env, w, out);
}

static Status linear_pair_of(const LinearArrays *at, const Value *a, const Value *b, Value *out) {
  Value *parts = arena_alloc(at->run->machine->arena, 2 * sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  parts[0] = *a;
  parts[1] = *b;
  *out = (Value){VALUE_LINEAR_PAIR, 0, {0}, parts};
  return STATUS_OK;
}

Status linear_dmap(const LinearArrays *at, const Term *t, Value *out) {
  Value c, b, argument;
  Linear *w = arena_alloc(at->run->machine->arena, sizeof *w);
  if (w == NULL) return STATUS_LIMIT;
  w->type = (TypeId){0};
  w->term = TERM_NONE_ID;
  TRY(operational_cartesian(at->run, t->kid[0], at->env, &c));
  TRY(run_linear(at, t->kid[3], at->env, at->v, &w->value));
  TRY(run_linear(at, t->kid[2], at->env, w, &b));
  if (c.kind != VALUE_REALS || b.kind != VALUE_MATRIX || c.n != b.n) return STATUS_STUCK;
  Value *rows = arena_array(at->run->machine->arena, c.n, sizeof *rows);
  if (rows == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < c.n; k++) {
    Value row = matrix_row(at->run, &b, k);
    TRY(linear_pair_of(at, &w->value, &row, &argument));
    TRY(run_body(at, t, &c, k, &argument, &rows[k]));
  }
  return matrix_stack(at->run, rows, c.n, out);
}

Status linear_dmapt(const LinearArrays *at, const Term *t, Value *out) {
  Value c, u, pair, rows_value, w;
  Linear *b;
  TRY(operational_cartesian(at->run, t->kid[0], at->env, &c));
  TRY(run_linear(at, t->kid[3], at->env, at->v, &u));
  if (c.kind != VALUE_REALS || u.kind != VALUE_MATRIX || c.n != u.n) return STATUS_STUCK;
  Value *states = arena_array(at->run->machine->arena, c.n, sizeof *states);
  Value *rows = arena_array(at->run->machine->arena, c.n, sizeof *rows);
  if (states == NULL || rows == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < c.n; k++) {
    Value row = matrix_row(at->run, &u, k);
    TRY(run_body(at, t, &c, k, &row, &pair));
    if (pair.kind != VALUE_LINEAR_PAIR) return STATUS_STUCK;
    states[k] = value_parts(&pair)[0];
    rows[k] = value_parts(&pair)[1];
  }
  TRY(matrix_stack(at->run, rows, c.n, &rows_value));
  TRY(substitute_linear(at, &rows_value, &b));
  TRY(run_linear(at, t->kid[2], at->env, b, &w));
  return sum_onto(at, states, c.n, &w, out);
}
