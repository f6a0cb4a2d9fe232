/* Tapes with a loop: arrays of the size are what they have at each index. */
#include "ad/code/record.h"

#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/ops.h"

/* A scalar, an array by its entry at the index, or the index; an array of columns or a matrix, by its entry. */
typedef enum ShapeKind { SHAPE_SCALAR, SHAPE_ARRAY, SHAPE_INDEX_ITSELF, SHAPE_COLUMNS, SHAPE_AREA } ShapeKind;
typedef struct Shape {
  ShapeKind kind;
  Scalar node;
} Shape;

typedef struct Scope {
  Shape shape;
  const struct Scope *outer;
} Scope;

typedef struct Looping {
  Store *store;
  RecordRing *record;
  TapeSizes size;
  bool inside; /* of a loop */
  bool folded; /* there is a fold */
} Looping;

static Status refuse(Looping *l, const char *missing) {
  (void)record_refuse(&l->record->ring, missing);
  return STATUS_UNABLE;
}

/* What a real^n is; UNABLE of other sizes. */
static Status kind_of(const Looping *l, uint32_t n, ShapeKind *kind) {
  bool both = l->size.columns > 0;
  if (n == 1) return *kind = SHAPE_SCALAR, STATUS_OK;
  if (n == l->size.rows) return *kind = SHAPE_ARRAY, STATUS_OK;
  if (both && n == l->size.columns) return *kind = SHAPE_COLUMNS, STATUS_OK;
  if (both && n == l->size.rows * l->size.columns) return *kind = SHAPE_AREA, STATUS_OK;
  return STATUS_UNABLE;
}

static Status evaluate(Looping *l, TermId t, const Scope *scope, Shape *out);

/* What is done with whole arrays, and what is not nested. */
static Status enter(Looping *l) { return l->inside ? refuse(l, "loops in loops") : STATUS_OK; }

static Status total(Looping *l, ShapeKind of, Scalar entry, Shape *out) {
  const TapeNode node = {.op = TAPE_SUM, .a = (uint32_t)entry.word};
  TRY(enter(l));
  if (of != SHAPE_ARRAY) return refuse(l, "a sum over columns that is not of a row");
  *out = (Shape){SHAPE_SCALAR, record_put(&l->record->ring, node)};
  return STATUS_OK;
}

/* Of each row the sum over its columns. */
static Status matvec(Looping *l, const Shape *x, Shape *out) {
  TRY(enter(l));
  if (x[0].kind != SHAPE_AREA || x[1].kind != SHAPE_COLUMNS) return refuse(l, "a matrix of another size");
  Scalar entry = ring_mul(&l->record->ring, x[0].node, x[1].node);
  *out = (Shape){SHAPE_ARRAY, record_put(&l->record->ring, (TapeNode){.op = TAPE_SUM, .a = (uint32_t)entry.word})};
  return STATUS_OK;
}

static Status pointwise(Looping *l, const OpNode *op, const Shape *x, Shape *out) {
  Store *store = l->store;
  if (x[0].kind != SHAPE_SCALAR) TRY(enter(l));
  OpId one = op_make_each(&store->ops, &store->types, op->code, 1, op->constant);
  if (one.id == 0) return STATUS_LIMIT;
  out->kind = x[0].kind;
  return op_value(&store->ops, &store->constants, &l->record->ring, one, &x[0].node, op->arity > 1 ? &x[1].node : NULL,
                  &out->node);
}

static Status constant(Looping *l, const OpNode *op, Shape *out) {
  const Constant *c = constant_get(&l->store->constants, op->constant);
  if (op->n != 1 && c->length != 1) return refuse(l, "an array of different numbers");
  TRY(kind_of(l, op->n, &out->kind));
  out->node = ring_constant(&l->record->ring, c, 0);
  return op->n == 1 ? STATUS_OK : enter(l);
}

/* A whole number: a size, or one that is none. */
static Status whole(Looping *l, int64_t number, Shape *out) {
  static const int64_t most = (int64_t)1 << 53; /* that doubles have */
  Ring *ring = &l->record->ring;
  const uint32_t size[2] = {l->size.rows, l->size.columns};
  out->kind = SHAPE_SCALAR;
  for (uint32_t k = 0; k < 2; k++) {
    bool kept = size[k] != 0 && number == size[k];
    if (kept) return out->node = record_put(ring, (TapeNode){.op = TAPE_SIZE, .a = k}), STATUS_OK;
  }
  if (number < -most || number > most) return refuse(l, "a constant of more than 53 bits");
  out->node = ring_integer(ring, number);
  return STATUS_OK;
}

/* The whole number as a real. */
static Status to_real(Looping *l, TermId id, const Scope *scope, Shape *out) {
  TRY(evaluate(l, id, scope, out));
  return out->kind == SHAPE_INDEX_ITSELF ? refuse(l, "the index as a number") : STATUS_OK;
}

static Status operation(Looping *l, const Term *t, const Scope *scope, Shape *out) {
  const OpNode op = *op_node(&l->store->ops, (OpId){t->payload});
  if (op.code == OP_INT) return whole(l, op.integer, out);
  if (op.code == OP_TOREAL) return to_real(l, t->kid[0], scope, out);
  if (op_info(op.code)->shape == SHAPE_INT2) return refuse(l, "arithmetic of whole numbers");
  Shape x[2] = {{SHAPE_SCALAR, {0}}};
  ShapeKind kind;
  if (kind_of(l, op.n, &kind) != STATUS_OK) return refuse(l, "an array of another size");
  for (uint32_t k = 0; k < op.arity; k++) TRY(evaluate(l, t->kid[k], scope, &x[k]));
  Ring *ring = &l->record->ring;
  switch (op_info(op.code)->shape) {
  case SHAPE_CONST: return constant(l, &op, out);
  case SHAPE_EACH:
  case SHAPE_EACH2: return pointwise(l, &op, x, out);
  case SHAPE_SUM: return total(l, kind, x[0].node, out);
  case SHAPE_DOT: return total(l, kind, ring_mul(ring, x[0].node, x[1].node), out);
  case SHAPE_SCALE:
    TRY(enter(l));
    *out = (Shape){kind, ring_mul(ring, x[0].node, x[1].node)};
    return STATUS_OK;
  case SHAPE_REPLICATE:
    TRY(enter(l));
    *out = (Shape){kind, x[0].node};
    return STATUS_OK;
  case SHAPE_MATVEC: return matvec(l, x, out);
  case SHAPE_ANY_OF_INTS:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: break;
  }
  return refuse(l, op_name(&l->store->ops, &op));
}

/* The body for each entry of the arrays. */
static Status each(Looping *l, TermId body, const Shape *x, uint32_t n, const Scope *scope, Shape *out) {
  Scope inner[2] = {{x[0], scope}, {.outer = &inner[0]}};
  if (n > 1) inner[1].shape = x[1];
  TRY(enter(l));
  bool index = x[0].kind == SHAPE_INDEX_ITSELF;
  for (uint32_t k = 0; k < n && !index; k++) inner[k].shape.kind = SHAPE_SCALAR;
  l->inside = true;
  Status status = evaluate(l, body, &inner[n - 1], out);
  l->inside = false;
  if (status == STATUS_OK && out->kind != SHAPE_SCALAR) return refuse(l, "an array of arrays");
  out->kind = index ? SHAPE_ARRAY : x[0].kind;
  return status;
}

/* The body once, of an accumulator and an entry. */
static Status fold(Looping *l, const Term *t, const Scope *scope, Shape *out) {
  Shape start, array;
  Scope inner[2] = {{.outer = scope}, {.outer = &inner[0]}};
  TRY(evaluate(l, t->kid[0], scope, &start));
  TRY(evaluate(l, t->kid[1], scope, &array));
  TRY(enter(l));
  if (l->folded) return refuse(l, "more than one loop");
  if (start.kind != SHAPE_SCALAR || array.kind != SHAPE_ARRAY) return refuse(l, "a fold of an array of another size");
  l->folded = l->inside = true;
  inner[0].shape = (Shape){SHAPE_SCALAR, record_put(&l->record->ring, (TapeNode){.op = TAPE_ACCUMULATOR})};
  inner[1].shape = (Shape){SHAPE_SCALAR, array.node};
  Status status = evaluate(l, t->kid[2], &inner[1], out);
  l->inside = false;
  if (status == STATUS_OK && out->kind != SHAPE_SCALAR) return refuse(l, "a fold of arrays");
  const TapeNode node = {.op = TAPE_FOLD, .a = (uint32_t)out->node.word, .b = (uint32_t)start.node.word};
  if (status == STATUS_OK) *out = (Shape){SHAPE_SCALAR, record_put(&l->record->ring, node)};
  return status;
}

static Status at_index(Looping *l, const Term *t, const Scope *scope, Shape *out) {
  Shape index;
  TRY(evaluate(l, t->kid[0], scope, &index));
  if (index.kind != SHAPE_INDEX_ITSELF) return refuse(l, "an index that is not the loop's");
  TRY(evaluate(l, t->kid[1], scope, out));
  if (out->kind != SHAPE_ARRAY) return refuse(l, "an array of another size");
  out->kind = SHAPE_SCALAR;
  return STATUS_OK;
}

static Status variable(Looping *l, uint32_t index, const Scope *scope, Shape *out) {
  for (; index > 0 && scope != NULL; index--) scope = scope->outer;
  if (scope == NULL) return STATUS_STUCK;
  *out = scope->shape;
  return l->record->ring.status;
}

static Status evaluate(Looping *l, TermId id, const Scope *scope, Shape *out) {
  const Term t = *term(l->store, id);
  Shape x[2] = {{SHAPE_SCALAR, {0}}};
  Scope inner = {.outer = scope};
  switch ((int)t.kind) {
  case TERM_VAR: return variable(l, t.payload, scope, out);
  case TERM_LET: TRY(evaluate(l, t.kid[0], scope, &inner.shape)); return evaluate(l, t.kid[1], &inner, out);
  case TERM_OP: return operation(l, &t, scope, out);
  case TERM_MAP: TRY(evaluate(l, t.kid[0], scope, &x[0])); return each(l, t.kid[1], x, 1, scope, out);
  case TERM_ZIPWITH:
    TRY(evaluate(l, t.kid[0], scope, &x[0]));
    TRY(evaluate(l, t.kid[1], scope, &x[1]));
    return each(l, t.kid[2], x, 2, scope, out);
  case TERM_BUILD:
    if (t.payload != l->size.rows) return refuse(l, "an array of another size");
    x[0] = (Shape){.kind = SHAPE_INDEX_ITSELF};
    return each(l, t.kid[0], x, 1, scope, out);
  case TERM_FOLD: return fold(l, &t, scope, out);
  case TERM_INDEX: return at_index(l, &t, scope, out);
  default: return refuse(l, term_info(t.kind)->name);
  }
}

/* A real, or an array of a size, or of both. */
static Status argument(Looping *l, const TypeNode *type, uint32_t k, Scope *scope, TapeExtent *extent) {
  static const TapeExtent extents[] = {[SHAPE_SCALAR] = EXTENT_ONE,
                                       [SHAPE_ARRAY] = EXTENT_ROWS,
                                       [SHAPE_COLUMNS] = EXTENT_COLUMNS,
                                       [SHAPE_AREA] = EXTENT_AREA};
  ShapeKind kind;
  if (type->kind != TYPE_REAL || kind_of(l, type->dim, &kind) != STATUS_OK)
    return refuse(l, "an argument of another size");
  *extent = extents[kind];
  const TapeNode node = {.op = kind == SHAPE_SCALAR ? TAPE_INPUT : TAPE_ENTRY, .a = k};
  scope->shape = (Shape){kind, record_put(&l->record->ring, node)};
  return STATUS_OK;
}

static Status record(Looping *l, Arena *arena, const Program *program, Tape *tape) {
  const Scope *scope = NULL;
  Shape result;
  for (uint32_t k = 0; k < program->length; k++) {
    Scope *inner = arena_alloc(arena, sizeof *inner);
    if (inner == NULL) return STATUS_LIMIT;
    inner->outer = scope;
    TRY(argument(l, type_node(&l->store->types, program->context[k]), k, inner, &tape->extent[k]));
    scope = inner;
  }
  TRY(evaluate(l, program->term, scope, &result));
  TRY(ring_take_status(&l->record->ring));
  tape->output[0] = (uint32_t)result.node.word;
  tape->each = result.kind == SHAPE_ARRAY;
  return result.kind == SHAPE_COLUMNS || result.kind == SHAPE_AREA ? refuse(l, "a result of another size") : STATUS_OK;
}

/* Whether what stands in the loop over j uses what moves outside of it: its adjoint would be a sum over j. */
static bool reaches_out(const Tape *tape, const TapeNode *node) {
  bool two = node->op == TAPE_PLUS || node->op == TAPE_MINUS || node->op == TAPE_TIMES;
  const TapeNode *a = &tape->nodes[node->a], *b = &tape->nodes[node->b];
  return node->used && node->depth == 2 && node->op != TAPE_ENTRY &&
         ((a->active && a->depth < 2) || (two && b->active && b->depth < 2));
}

/* Of the loop over j in that over i, which is there. */
static const char *find_missing_inside(const Tape *tape) {
  uint32_t sums = 0;
  for (uint32_t k = 0; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    if (node->op == TAPE_FOLD && node->used) return "loops in a fold";
    if (reaches_out(tape, node)) return "a matrix or its vector by what is no entry of it";
    sums += node->op == TAPE_SUM && node->used && node->depth == 1;
  }
  return sums > 1 ? "more than one loop in a loop" : NULL;
}

/* One loop, that all arrays are in: what emitted C is of. */
static const char *find_missing(const Tape *tape) {
  uint32_t sums = 0;
  bool arrays = false;
  for (uint32_t k = 0; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    if (node->op == TAPE_ENTRY && !node->used) return "an array that no result depends on";
    if (node->op == TAPE_ACCUMULATOR && !node->used) return "a fold that does not use what it has so far";
    if (node->op == TAPE_SIZE && node->used && node->a == 1 && !tape->nested) return "columns of no matrix, counted";
    arrays = arrays || node->op == TAPE_ENTRY;
    if ((node->op != TAPE_SUM && node->op != TAPE_FOLD) || !node->used) continue;
    if (tape->nodes[node->a].depth == 0) return "a sum of what is the same at each index";
    sums += node->depth == 0;
  }
  if (tape->each && tape->nodes[tape->output[0]].depth == 0) return "an array of what is the same at each index";
  if (sums + tape->each > 1) return "more than one loop";
  if (!arrays) return "loops over no argument";
  if (sums + tape->each == 0) return "no loop";
  return tape->nested ? find_missing_inside(tape) : NULL;
}

Status tape_record_loop(Store *store, Arena *arena, const Program *program, TapeSizes sizes, Tape *tape,
                        const char **missing) {
  RecordRing ring = {.ring = {.ops = &record_ops}};
  Looping l = {.store = store, .record = &ring, .size = sizes};
  *tape = (Tape){.inputs = program->length, .outputs = 1};
  tape->output = arena_array(arena, 1, sizeof *tape->output);
  tape->extent = arena_array(arena, program->length + 1, sizeof *tape->extent);
  tape->nodes = ring.nodes = arena_array(arena, TAPE_MOST, sizeof *tape->nodes);
  if (tape->output == NULL || tape->extent == NULL || tape->nodes == NULL) return STATUS_LIMIT;
  Status status = record(&l, arena, program, tape);
  *missing = ring.missing == NULL ? "this construct" : ring.missing;
  if (status != STATUS_OK) return status;
  tape->count = ring.count;
  record_mark(tape);
  for (uint32_t k = 0; k < tape->count; k++) {
    const TapeNode *node = &tape->nodes[k];
    tape->nested = tape->nested || (node->op == TAPE_SUM && node->used && node->depth == 1);
  }
  const char *absent = find_missing(tape);
  if (absent != NULL) *missing = absent;
  return absent == NULL ? STATUS_OK : STATUS_UNABLE;
}
