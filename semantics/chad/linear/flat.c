/* Values across the interface, and the evaluator itself. */
#include "semantics/chad/linear/environment.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"

#include <string.h>

/* --------------------------------------------------------- Cartesian values -- */

static Status read_parts(Machine *machine, const TypeId *types, uint32_t n, const Scalar **input, Value *out) {
  Value *parts = arena_array(machine->arena, n, sizeof *parts);
  if (parts == NULL || machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = canonical_read(machine, out->kind == VALUE_PAIR ? types[k] : types[0], input, &parts[k]);
  }
  machine->depth++;
  out->data = parts;
  return status;
}

static Status read_scalars(Machine *machine, uint32_t n, const Scalar **input, Value *out) {
  Scalar *scalars = arena_array(machine->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  if (n > 0) memcpy(scalars, *input, n * sizeof *scalars);
  *input += n;
  *out = (Value){VALUE_REALS, n, {0}, scalars};
  return STATUS_OK;
}

Status canonical_read(Machine *machine, TypeId type, const Scalar **input, Value *out) {
  const TypeNode *node = type_node(&machine->store->types, type);
  const TypeId types[2] = {node->a, node->b};
  switch (node->kind) {
  case TYPE_UNIT: *out = (Value){VALUE_UNIT, 0, {0}, NULL}; return STATUS_OK;
  case TYPE_INT: *out = (Value){VALUE_INT, 0, *(*input)++, NULL}; return STATUS_OK;
  case TYPE_REAL: return read_scalars(machine, node->n, input, out);
  case TYPE_PROD: *out = (Value){VALUE_PAIR, 0, {0}, NULL}; return read_parts(machine, types, 2, input, out);
  case TYPE_ARRAY:
    *out = (Value){VALUE_ARRAY, node->n, {node->n == 0 ? type.id : 0}, NULL};
    return read_parts(machine, types, node->n, input, out);
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status write_leaf(const TypeNode *node, const Value *value, Scalar **output) {
  const Scalar *scalars = value_scalars(value);
  if (value->kind != (node->kind == TYPE_INT ? VALUE_INT : VALUE_REALS)) return STATUS_STUCK;
  if (node->kind == TYPE_INT) scalars = &value->scalar;
  if (node->kind == TYPE_REAL && value->n != node->n) return STATUS_STUCK;
  if (node->dim > 0) memcpy(*output, scalars, node->dim * sizeof **output);
  *output += node->dim;
  return STATUS_OK;
}

Status canonical_write(Machine *machine, TypeId type, const Value *value, Scalar **output) {
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->dim == 0) return STATUS_OK;
  if (node->kind == TYPE_INT || node->kind == TYPE_REAL) return write_leaf(node, value, output);
  bool pair = node->kind == TYPE_PROD;
  if (value->kind != (pair ? VALUE_PAIR : VALUE_ARRAY) || (!pair && value->n != node->n)) return STATUS_STUCK;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (pair ? 2 : node->n) && status == STATUS_OK; k++) {
    status = canonical_write(machine, pair && k == 1 ? node->b : node->a, &value_parts(value)[k], output);
  }
  machine->depth++;
  return status;
}

/* ------------------------------------------------------------ linear values -- */

/* The rows of a value of first-order linear type, in flat order; moves *rows. */
static Status canonical_rows(Run *run, TypeId type, const Value *value, const Scalar ***rows) {
  Machine *machine = run->machine;
  const TypeNode *node = type_node(&machine->store->types, type);
  if (node->dim == 0) return STATUS_OK;
  if (node->kind == TYPE_LREAL) {
    if (value->kind != VALUE_MATRIX || value->n != node->n) return STATUS_STUCK;
    for (uint32_t k = 0; k < node->n; k++) *(*rows)++ = value_scalars(value) + (size_t)k * run->columns;
    return STATUS_OK;
  }
  bool pair = node->kind == TYPE_LPROD;
  if (value->kind != (pair ? VALUE_LINEAR_PAIR : VALUE_LINEAR_ARRAY)) return STATUS_STUCK;
  if (!pair && value->n != node->n) return STATUS_STUCK;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (pair ? 2 : node->n) && status == STATUS_OK; k++) {
    status = canonical_rows(run, pair && k == 1 ? node->b : node->a, &value_parts(value)[k], rows);
  }
  machine->depth++;
  return status;
}

/* ---------------------------------------------------------------- interface -- */

Status operational_run(Run *run, const Program *program, const Scalar *input, Environment **env, Value *out) {
  *env = NULL;
  for (uint32_t i = 0; i < program->length; i++) {
    Environment *inner = substitute(run, *env);
    if (inner == NULL) return STATUS_LIMIT;
    TRY(canonical_read(run->machine, program->context[i], &input, &inner->value));
    inner->type = program->context[i];
    *env = inner;
  }
  return operational_cartesian(run, program->term, *env, out);
}

static Status operational_eval(Machine *machine, const Program *program, const Scalar *input, Scalar *output) {
  const TypeNode *type = type_node(&machine->store->types, program->type);
  if (type->linear || type->dim == TYPE_NOT_FLAT) return STATUS_ILL_TYPED;
  Run run = {machine, 0};
  Environment *env;
  Value value;
  TRY(operational_run(&run, program, input, &env, &value));
  return canonical_write(machine, program->type, &value, &output);
}

Status operational_apply_identity(Run *run, const Value *function, TypeId domain, Value *out) {
  if (function->kind != VALUE_LINEAR_FUNCTION) return STATUS_STUCK;
  TRY(evaluator_crosses(&run->machine->store->types, domain));
  run->columns = type_node(&run->machine->store->types, domain)->dim;
  Linear *v = arena_alloc(run->machine->arena, sizeof *v);
  if (v == NULL) return STATUS_LIMIT;
  v->type = domain;
  v->term = TERM_NONE_ID;
  TRY(canonical_identity(run, domain, &v->value));
  return operational_linear(run, term(run->machine->store, (TermId){function->n})->kid[0], function->data, v, out);
}

/* The matrix whose rows are given, at each seed. */
static Status multiply(const Run *run, const Scalar *const *rows, uint32_t height, uint32_t seeds, const Scalar *seed,
                       Scalar *image) {
  Ring *ring = run->machine->ring;
  for (uint32_t k = 0; k < seeds; k++) {
    const Scalar *v = seed + (size_t)k * run->columns;
    for (uint32_t i = 0; i < height; i++) {
      Scalar sum = ring_integer(ring, 0);
      for (uint32_t j = 0; j < run->columns; j++) {
        Scalar product = ring_mul(ring, rows[i][j], v[j]);
        sum = j == 0 ? product : ring_add(ring, sum, product);
      }
      image[(size_t)k * height + i] = sum;
    }
  }
  return ring_take_status(ring);
}

static Status operational_eval_linear(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                                      const Scalar *seed, Scalar *primal, Scalar *image) {
  const TypeTable *types = &machine->store->types;
  const TypeNode both = *type_node(types, program->type), arrow = *type_node(types, both.b);
  uint32_t height = type_node(types, arrow.b)->dim;
  if (both.kind != TYPE_PROD || arrow.kind != TYPE_LFUN) return STATUS_ILL_TYPED;
  TRY(evaluator_crosses(types, both.a));
  TRY(evaluator_crosses(types, arrow.b));
  Run run = {machine, 0};
  Environment *env;
  Value value, result;
  TRY(operational_run(&run, program, input, &env, &value));
  if (value.kind != VALUE_PAIR) return STATUS_STUCK;
  TRY(canonical_write(machine, both.a, &value_parts(&value)[0], &primal));
  TRY(operational_apply_identity(&run, &value_parts(&value)[1], arrow.a, &result));
  const Scalar **rows = arena_array(machine->arena, height, sizeof *rows), **next = rows;
  if (rows == NULL) return STATUS_LIMIT;
  TRY(canonical_rows(&run, arrow.b, &result, &next));
  return multiply(&run, rows, height, seeds, seed, image);
}

const Evaluator operational_evaluator = {"operational", true, operational_eval, operational_eval_linear};
