/* Primitive operations on the tape: the value by the table of operations, and
 * for each scalar of the result one node with the partial derivatives. */
#include "semantics/dualnum/partial.h"
#include "semantics/dualnum/taping.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

Status tape_vector(Taping *taping, uint32_t n, Scalar **values, uint32_t **ids, Note *out) {
  size_t bytes = sizeof(NoteVector) + (size_t)n * sizeof(Scalar) + (ids == NULL ? 0 : (size_t)n * sizeof(uint32_t));
  NoteVector *vector = arena_alloc(taping->machine->arena, bytes);
  if (vector == NULL) return STATUS_LIMIT;
  Scalar *scalars = (Scalar *)(vector + 1);
  uint32_t *places = ids == NULL ? NULL : (uint32_t *)(scalars + n);
  *vector = (NoteVector){places, scalars};
  *values = scalars;
  if (ids != NULL) *ids = places;
  *out = (Note){NOTE_VECTOR, n, {0}, vector};
  return STATUS_OK;
}

/* The operand's scalars, if the note has the operand's type. */
static Status open_operand(const Taping *taping, TypeId type, const Note *note, Operand *operand) {
  const TypeNode *node = type_node(&taping->machine->store->types, type);
  *operand = (Operand){&note->scalar, NULL};
  if (node->kind == TYPE_INT) return note->kind == NOTE_INT ? STATUS_OK : STATUS_STUCK;
  if (node->n == 1 && note->kind == NOTE_REAL) {
    if (note->n != TAPE_CONSTANT) operand->ids = &note->n;
    return STATUS_OK;
  }
  if (note->kind != NOTE_VECTOR || note->n != node->n) return STATUS_STUCK;
  const NoteVector *vector = note->data;
  *operand = (Operand){vector->values, vector->ids};
  return STATUS_OK;
}

/* d r / d x_k at component i of an operation that acts on each, if x_k is no constant. */
static void edge_each(Taping *taping, const OpNode *op, uint32_t k, const Operand *x, uint32_t i, const Scalar *value) {
  uint32_t id = operand_id(&x[k], i);
  if (id == TAPE_CONSTANT) return;
  Machine *machine = taping->machine;
  Scalar second = op->arity == 2 ? x[1].values[i] : x[0].values[i];
  tape_edge(taping->tape, id, dual_partial(machine->store, machine->ring, op, k, x[0].values[i], second, value));
}

/* An edge with a partial that is at hand, if the operand's scalar is no constant. */
static void edge(Taping *taping, const Operand *x, uint32_t i, Scalar partial) {
  uint32_t id = operand_id(x, i);
  if (id != TAPE_CONSTANT) tape_edge(taping->tape, id, partial);
}

/* The node of the edges since `first`; none if there are none. */
static uint32_t node_since(Tape *tape, uint32_t first) {
  return tape->edges == first ? TAPE_CONSTANT : tape_node(tape);
}

/* sum_i a[at + i] b[i]: of one scalar two edges, of more a row. */
static bool record_product(Taping *taping, const Operand *a, uint32_t at, const Operand *b, uint32_t n, uint32_t *id) {
  uint32_t first = taping->tape->edges;
  if (n > 1) {
    const TapeRow row = {
        .n = n, .x = a->ids == NULL ? NULL : a->ids + at, .y = b->ids, .a = a->values + at, .b = b->values};
    return tape_row(taping->tape, &row, id);
  }
  for (uint32_t i = 0; i < n; i++) {
    edge(taping, a, at + i, b->values[i]);
    edge(taping, b, i, a->values[at + i]);
  }
  *id = node_since(taping->tape, first);
  return true;
}

/* Nodes of an operation that acts on each component. */
static void record_each(Taping *taping, const OpNode *op, const Operand *x, const Scalar *values, uint32_t *ids) {
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t first = taping->tape->edges;
    for (uint32_t k = 0; k < op->arity; k++) edge_each(taping, op, k, x, i, &values[i]);
    ids[i] = node_since(taping->tape, first);
  }
}

static bool record_sum(Taping *taping, const OpNode *op, const Operand *x, uint32_t *id) {
  uint32_t first = taping->tape->edges;
  if (op->n > 1) {
    const TapeRow row = {.n = op->n, .x = x->ids};
    return tape_row(taping->tape, &row, id);
  }
  for (uint32_t i = 0; i < op->n; i++) edge(taping, x, i, ring_integer(taping->machine->ring, 1));
  *id = node_since(taping->tape, first);
  return true;
}

static void record_scale(Taping *taping, const OpNode *op, const Operand *x, uint32_t *ids) {
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t first = taping->tape->edges;
    edge(taping, &x[0], 0, x[1].values[i]);
    edge(taping, &x[1], i, x[0].values[0]);
    ids[i] = node_since(taping->tape, first);
  }
}

/* Of a declared operation: the entries of the matrices that are claimed. */
static bool record_given(Taping *taping, OpId id, const Operand *x, uint32_t *ids) {
  Machine *machine = taping->machine;
  Store *store = machine->store;
  const OpNode op = *op_node(&store->ops, id);
  uint32_t m = type_node(&store->types, op.result)->n;
  const Scalar *matrix[OP_MAX_ARITY] = {NULL, NULL};
  uint32_t n[OP_MAX_ARITY] = {0, 0};
  uint64_t edges = 0;
  for (uint32_t k = 0; k < op.arity; k++) {
    n[k] = type_node(&store->types, op.operand[k])->n;
    OpId slope = op_make_slope(&store->ops, &store->types, id, k);
    Scalar *entries = arena_array(machine->arena, (size_t)m * n[k], sizeof *entries);
    if (slope.id == 0 || entries == NULL) return false;
    edges += (uint64_t)m * n[k];
    Status status = op_value(&store->ops, &store->constants, machine->ring, slope, x[0].values, x[1].values, entries);
    if (status != STATUS_OK) ring_fail(machine->ring, status);
    if (status != STATUS_OK) return true; /* the status is taken by whoever asked */
    matrix[k] = entries;
  }
  if (edges > TAPE_LIMIT || !tape_reserve(taping->tape, m, (uint32_t)edges)) return false;
  for (uint32_t i = 0; i < m; i++) {
    uint32_t first = taping->tape->edges;
    for (uint32_t k = 0; k < op.arity; k++) {
      for (uint32_t j = 0; j < n[k]; j++) edge(taping, &x[k], j, matrix[k][(size_t)i * n[k] + j]);
    }
    ids[i] = node_since(taping->tape, first);
  }
  return true;
}

/* G |- op(x1,...,xn) => r, with (i_k, d op / d x_k) for each x_k as the entry of r */
static bool record(Taping *taping, OpId id, const OpNode *op, const Operand *x, const Scalar *values, uint32_t *ids) {
  RULE(TAPE_OP);
  switch (op_info(op->code)->shape) {
  case SHAPE_EACH:
  case SHAPE_EACH2: record_each(taping, op, x, values, ids); return true;
  case SHAPE_SUM: return record_sum(taping, op, x, ids);
  case SHAPE_DOT: return record_product(taping, &x[0], 0, &x[1], op->n, &ids[0]);
  case SHAPE_SCALE: record_scale(taping, op, x, ids); return true;
  case SHAPE_MATVEC:
    for (uint32_t j = 0; j < op->m; j++) {
      if (!record_product(taping, &x[0], j * op->n, &x[1], op->n, &ids[j])) return false;
    }
    return true;
  case SHAPE_GIVEN: return record_given(taping, id, x, ids);
  case SHAPE_REPLICATE:
    for (uint32_t i = 0; i < op->n; i++) ids[i] = operand_id(&x[0], 0);
    return true;
  case SHAPE_CONST:
  case SHAPE_ANY_OF_INTS:
  case SHAPE_SLOPE: return true;
  }
  return true;
}

/* How many edges the nodes of the operation have at most; UINT32_MAX if too many. */
static uint32_t edges_at_most(const OpNode *op) {
  OpShape shape = op_info(op->code)->shape;
  bool rows = op->n > 1 && (shape == SHAPE_SUM || shape == SHAPE_DOT || shape == SHAPE_MATVEC);
  uint64_t m = shape == SHAPE_MATVEC ? op->m : 1, edges = rows ? 0 : 2 * (op->n * m) + 2;
  return edges > TAPE_LIMIT ? UINT32_MAX : (uint32_t)edges;
}

static Status tape_value(Taping *taping, OpId id, const Operand *x, Scalar *values) {
  Machine *machine = taping->machine;
  return op_value(&machine->store->ops, &machine->store->constants, machine->ring, id, x[0].values, x[1].values,
                  values);
}

Status tape_add(Taping *taping, uint32_t n, const Note *a, const Note *b, Note *out) {
  const TypeId type = type_real(&taping->machine->store->types, n);
  Ring *ring = taping->machine->ring;
  Operand x[2];
  Scalar *values = &out->scalar, one = ring_integer(ring, 1);
  uint32_t *ids = &out->n;
  *out = (Note){NOTE_REAL, TAPE_CONSTANT, {0}, NULL};
  Status status = open_operand(taping, type, a, &x[0]);
  if (status == STATUS_OK) status = open_operand(taping, type, b, &x[1]);
  bool active = status == STATUS_OK && (x[0].ids != NULL || x[1].ids != NULL);
  if (status == STATUS_OK && n != 1) status = tape_vector(taping, n, &values, active ? &ids : NULL, out);
  if (status == STATUS_OK && active && !tape_reserve(taping->tape, n, 2 * n)) status = STATUS_LIMIT;
  for (uint32_t i = 0; i < n && status == STATUS_OK; i++) {
    values[i] = ring_add(ring, x[0].values[i], x[1].values[i]);
    if (!active) continue;
    uint32_t first = taping->tape->edges;
    edge(taping, &x[0], i, one);
    edge(taping, &x[1], i, one);
    ids[i] = node_since(taping->tape, first);
  }
  return status == STATUS_OK ? ring_take_status(ring) : status;
}

/* inl () where the test holds, else inr (): no scalar in it. */
static Status put_test(Taping *taping, OpId id, const Operand *x, Note *out) {
  static const Note nothing = {NOTE_UNIT, 0, {0}, NULL};
  Scalar holds;
  Status status = tape_value(taping, id, x, &holds);
  if (status == STATUS_OK) *out = (Note){scalar_to_int(holds) != 0 ? NOTE_INL : NOTE_INR, 0, {0}, &nothing};
  return status;
}

static Status put_results(Taping *taping, OpId id, const OpNode *op, const Operand *x, bool active, uint32_t n,
                          Note *out) {
  Scalar *values = &out->scalar;
  uint32_t *ids = &out->n, scratch = TAPE_CONSTANT;
  *out = (Note){NOTE_REAL, TAPE_CONSTANT, {0}, NULL};
  if (n != 1) {
    TRY(tape_vector(taping, n, &values, active ? &ids : NULL, out));
  }
  Status status = tape_value(taping, id, x, values);
  if (status != STATUS_OK || !active) return status;
  if (!tape_reserve(taping->tape, n, edges_at_most(op))) return STATUS_LIMIT;
  if (!record(taping, id, op, x, values, n == 1 ? &scratch : ids)) return STATUS_LIMIT;
  if (n == 1) out->n = scratch;
  return ring_take_status(taping->machine->ring);
}

Status tape_operation(Taping *taping, OpId id, const Note *kid, Note *out) {
  const Store *store = taping->machine->store;
  const OpNode node = *op_node(&store->ops, id), *op = &node; /* a copy: reading slopes moves the table */
  static const Scalar nothing = {0};
  Operand x[OP_MAX_ARITY] = {{&nothing, NULL}, {&nothing, NULL}};
  bool active = false;
  for (uint32_t k = 0; k < op->arity; k++) {
    TRY(open_operand(taping, op->operand[k], &kid[k], &x[k]));
    active = active || x[k].ids != NULL;
  }
  const TypeNode *result = type_node(&store->types, op->result);
  if (op_is_test(op)) return put_test(taping, id, x, out);
  if (result->kind == TYPE_INT) {
    *out = (Note){NOTE_INT, 0, {0}, NULL};
    return tape_value(taping, id, x, &out->scalar);
  }
  return put_results(taping, id, op, x, active, result->n, out);
}
