/* Matrices: the values of real_^n, n rows of N columns. */
#include "semantics/chad/linear/values.h"
#include "semantics/memory/try.h"

#include <string.h>

static size_t row_bytes(const Run *run) { return (size_t)run->columns * sizeof(Scalar); }

/* A matrix of n rows, to be filled in at *entries. */
static Status matrix_new(Run *run, uint32_t n, Scalar **entries, Value *out) {
  *entries = arena_array(run->machine->arena, (size_t)n * run->columns, sizeof **entries);
  *out = (Value){VALUE_MATRIX, n, {run->columns}, *entries};
  return *entries == NULL ? STATUS_LIMIT : STATUS_OK;
}

Status matrix_zero(Run *run, uint32_t n, Value *out) {
  Scalar *entries;
  TRY(matrix_new(run, n, &entries, out));
  Scalar zero = ring_integer(run->machine->ring, 0);
  for (size_t i = 0; i < (size_t)n * run->columns; i++) entries[i] = zero;
  return STATUS_OK;
}

Status matrix_identity(Run *run, uint32_t n, uint32_t offset, Value *out) {
  Scalar *entries;
  TRY(matrix_new(run, n, &entries, out));
  Scalar zero = ring_integer(run->machine->ring, 0), one = ring_integer(run->machine->ring, 1);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < run->columns; j++) *entries++ = j == offset + i ? one : zero;
  }
  return STATUS_OK;
}

Value matrix_row(const Run *run, const Value *matrix, uint32_t k) {
  return (Value){VALUE_MATRIX, 1, {run->columns}, value_scalars(matrix) + (size_t)k * run->columns};
}

Status matrix_add(Run *run, const Value *a, const Value *b, Value *out) {
  if (a->kind != VALUE_MATRIX || b->kind != VALUE_MATRIX || a->n != b->n) return STATUS_STUCK;
  const Scalar *left = value_scalars(a), *right = value_scalars(b);
  Scalar *entries;
  uint32_t n = a->n;
  TRY(matrix_new(run, n, &entries, out));
  Ring *ring = run->machine->ring;
  for (size_t i = 0; i < (size_t)n * run->columns; i++) entries[i] = ring_add(ring, left[i], right[i]);
  return ring_take_status(ring);
}

Status matrix_stack(Run *run, const Value *rows, uint32_t n, Value *out) {
  Scalar *entries;
  TRY(matrix_new(run, n, &entries, out));
  for (uint32_t k = 0; k < n; k++) {
    if (rows[k].kind != VALUE_MATRIX || rows[k].n != 1) return STATUS_STUCK;
    memcpy(entries + (size_t)k * run->columns, rows[k].data, row_bytes(run));
  }
  return STATUS_OK;
}

/* A linear combination of rows, gathered into `row`: the first summand is
 * written, the others are added. */
typedef struct Combination {
  Run *run;
  Scalar *row;
  bool empty;
} Combination;

/* row += coefficient * of; a NULL coefficient is 1. */
static void combine(Combination *sum, const Scalar *coefficient, const Scalar *of) {
  Ring *ring = sum->run->machine->ring;
  for (uint32_t j = 0; j < sum->run->columns; j++) {
    Scalar product = coefficient == NULL ? of[j] : ring_mul(ring, *coefficient, of[j]);
    sum->row[j] = sum->empty ? product : ring_add(ring, sum->row[j], product);
  }
  sum->empty = false;
}

static void combine_end(Combination *sum) {
  if (!sum->empty) return;
  for (uint32_t j = 0; j < sum->run->columns; j++) sum->row[j] = ring_integer(sum->run->machine->ring, 0);
}

Status matrix_sum(Run *run, const Value *matrix, Value *out) {
  const Scalar *rows = value_scalars(matrix);
  uint32_t n = matrix->n;
  Scalar *entries;
  TRY(matrix_new(run, 1, &entries, out));
  Combination sum = {run, entries, true};
  for (uint32_t k = 0; k < n; k++) combine(&sum, NULL, rows + (size_t)k * run->columns);
  combine_end(&sum);
  return ring_take_status(run->machine->ring);
}

/* -------------------------------------- the elementary linear operations, lops.def -- */

/* Row r of [[lop]](x) after the matrix: the formula of lops.def, read at row r. */
static void lop_row(const LopNode *lop, uint32_t r, const Scalar *x, const Scalar *v, Combination *w) {
  size_t n = lop->n, columns = w->run->columns;
  Ring *ring = w->run->machine->ring;
  switch (lop->code) {
  case LOP_NEG: /* w_i = -v_i */
    for (size_t j = 0; j < columns; j++) w->row[j] = ring_neg(ring, v[r * columns + j]);
    w->empty = false;
    break;
  case LOP_SCALE: /* w_i = x_i v_i */ combine(w, &x[r], v + r * columns); break;
  case LOP_SCALAR: /* w_i = x v_i */ combine(w, &x[0], v + r * columns); break;
  case LOP_ALONG: /* w_i = x_i v */ combine(w, &x[r], v); break;
  case LOP_DOT: /* w = sum_i x_i v_i */
    for (size_t i = 0; i < n; i++) combine(w, &x[i], v + i * columns);
    break;
  case LOP_MATVEC: /* w_j = sum_i x_ji v_i */
    for (size_t i = 0; i < n; i++) combine(w, &x[r * n + i], v + i * columns);
    break;
  case LOP_MATVEC_T: /* w_i = sum_j x_ji v_j */
    for (size_t j = 0; j < lop->m; j++) combine(w, &x[j * n + r], v + j * columns);
    break;
  case LOP_APPLY: /* w_j = sum_i v_ji x_i */
    for (size_t i = 0; i < n; i++) combine(w, &x[i], v + (r * n + i) * columns);
    break;
  case LOP_OUTER: /* w_ji = v_j x_i, at r = j n + i */ combine(w, &x[r % n], v + (r / n) * columns); break;
  case LOP_DERIVATIVE:
  case LOP_TRANSPOSE:
  case LOP_CODE_COUNT: break;
  }
}

Status matrix_apply(Run *run, LopId id, const Value *x, const Value *matrix, Value *out) {
  const Store *store = run->machine->store;
  const LopNode *lop = lop_node(&store->ops, id);
  if (matrix->kind != VALUE_MATRIX || matrix->n != type_node(&store->types, lop->ldom)->n) return STATUS_STUCK;
  if (lop->arity == 1) {
    uint32_t n = type_node(&store->types, lop->operand[0])->n;
    if (x == NULL || x->kind != VALUE_REALS || x->n != n) return STATUS_STUCK;
  }
  Scalar *entries;
  uint32_t rows = type_node(&store->types, lop->cdom)->n;
  const Scalar *v = value_scalars(matrix);
  TRY(matrix_new(run, rows, &entries, out));
  for (uint32_t r = 0; r < rows; r++) {
    Combination w = {run, entries + (size_t)r * run->columns, true};
    lop_row(lop, r, x == NULL ? NULL : value_scalars(x), v, &w);
    combine_end(&w);
  }
  return ring_take_status(run->machine->ring);
}
