/* Linear maps as matrices: m : s -o t has a row for each scalar of dt and a
 * column for each of ds (the last column of Fig. 3). */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/meaning.h"
#include "semantics/memory/try.h"
#include "semantics/rings/products.h"
#include "semantics/tables/rules.h"

typedef struct Matrix {
  LmMap head;
  uint32_t rows, columns;
  Scalar *entry; /* by rows */
} Matrix;

#define MATRIX_MOST ((uint64_t)1 << 24)

static const Matrix *matrix_of(const LmValue *value) { return (const Matrix *)(const void *)value->map; }
static Scalar *at(const Matrix *m, uint32_t row, uint32_t column) {
  return &m->entry[(size_t)row * m->columns + column];
}

static Status open_matrix(LmEval *eval, const LmType *from, const LmType *to, Matrix **out) {
  uint64_t entries = (uint64_t)from->dim * to->dim;
  Matrix *m = arena_alloc(eval->machine->arena, sizeof *m);
  if (m == NULL || entries > MATRIX_MOST) return STATUS_LIMIT;
  *m = (Matrix){{&linmap_matrices, from, to}, to->dim, from->dim, NULL};
  m->entry = arena_array(eval->machine->arena, entries + 1, sizeof(Scalar));
  if (m->entry == NULL) return STATUS_LIMIT;
  Scalar zero = ring_integer(eval->machine->ring, 0);
  for (uint64_t i = 0; i < entries; i++) m->entry[i] = zero;
  *out = m;
  return STATUS_OK;
}

static void copy_block(const Matrix *m, uint32_t row, uint32_t column, const Matrix *block) {
  for (uint32_t i = 0; i < block->rows; i++)
    for (uint32_t j = 0; j < block->columns; j++) *at(m, row + i, column + j) = *at(block, i, j);
}

static void diagonal(const Matrix *m, uint32_t row, uint32_t column, uint32_t n, Scalar k) {
  for (uint32_t i = 0; i < n; i++) *at(m, row + i, column + i) = k;
}

/* Block k of `n` maps: one under the other, or side by side. */
static Status stack(LmEval *eval, const LmSpec *spec, bool vertical, const Matrix *out) {
  uint32_t offset = 0;
  for (uint32_t k = 0; k < spec->n; k++) {
    LmValue map;
    Status status = STATUS_OK;
    if (spec->family != NULL)
      status = spec->family->at(eval, spec->family, k, &map);
    else
      map = spec->maps[k];
    if (status != STATUS_OK) return status;
    const Matrix *block = matrix_of(&map);
    copy_block(out, vertical ? offset : 0, vertical ? 0 : offset, block);
    offset += vertical ? block->rows : block->columns;
  }
  return STATUS_OK;
}

/* A(k+1) = M(k) o (1_s x (A(k) x P_k)), A(0) the projection on acc. */
static Status fold_matrix(LmEval *eval, const LmSteps *steps, const LmType *s, const LmType *a, const LmType *b,
                          Matrix *out) {
  uint32_t n = steps->v.n;
  LmValue acc = steps->acc, t, map;
  diagonal(out, 0, s->dim, a->dim, ring_integer(eval->machine->ring, 1));
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = lm_value_pair(eval, &acc, &steps->v.part[k], &t);
    if (status == STATUS_OK) status = steps->derivative(eval, steps, &t, &map);
    if (status == STATUS_OK) status = steps->primal(eval, steps, &t, &acc);
    if (status != STATUS_OK) return status;
    const Matrix *m = matrix_of(&map);
    Matrix inner = {out->head, m->columns, out->columns, NULL};
    if ((uint64_t)inner.rows * inner.columns > MATRIX_MOST) return STATUS_LIMIT;
    inner.entry = arena_array(eval->machine->arena, (size_t)inner.rows * inner.columns + 1, sizeof(Scalar));
    Scalar *entry = arena_array(eval->machine->arena, (size_t)out->rows * out->columns + 1, sizeof(Scalar));
    if (inner.entry == NULL || entry == NULL) return STATUS_LIMIT;
    Scalar zero = ring_integer(eval->machine->ring, 0), one = ring_integer(eval->machine->ring, 1);
    for (size_t i = 0; i < (size_t)inner.rows * inner.columns; i++) inner.entry[i] = zero;
    diagonal(&inner, 0, 0, s->dim, one);
    copy_block(&inner, s->dim, 0, out);
    diagonal(&inner, s->dim + a->dim, s->dim + a->dim + k * b->dim, b->dim, one);
    out->entry = entry;
    products_multiply(eval->machine->ring, m->rows, m->columns, inner.columns, m->entry, inner.entry, entry);
  }
  return status;
}

static void diagonal_of(const LmValue *k, const Matrix *m, Scalar *flat) {
  Scalar *end = flat;
  lm_value_write(k, &end);
  for (uint32_t i = 0; i < m->rows; i++) *at(m, i, i) = flat[i];
}

static Status fill(LmEval *eval, const LmSpec *spec, Matrix *m) {
  Ring *ring = eval->machine->ring;
  Scalar one = ring_integer(ring, 1), *flat;
  switch (spec->kind) {
  /* the zero matrix */
  case LM_ZERO: RULE(LMM_ZERO); return STATUS_OK;
  /* the identity matrix */
  case LM_ONE:
    RULE(LMM_ONE);
    diagonal(m, 0, 0, m->rows, one);
    return STATUS_OK;
  case LM_SCALE:
    RULE(LMM_SCALE);
    diagonal(m, 0, 0, m->rows, spec->k.scalar);
    return STATUS_OK;
  case LM_DIAG:
    RULE(LMM_DIAG);
    flat = arena_array(eval->machine->arena, (size_t)m->rows + 1, sizeof *flat);
    if (flat == NULL) return STATUS_LIMIT;
    diagonal_of(&spec->k, m, flat);
    return STATUS_OK;
  /* the matrix product */
  case LM_COMPOSE:
    RULE(LMM_COMPOSE);
    products_multiply(ring, m->rows, matrix_of(&spec->maps[0])->columns, m->columns, matrix_of(&spec->maps[0])->entry,
                      matrix_of(&spec->maps[1])->entry, m->entry);
    return STATUS_OK;
  /* the matrix sum */
  case LM_PLUS:
    RULE(LMM_PLUS);
    products_sum(ring, (size_t)m->rows * m->columns, matrix_of(&spec->maps[0])->entry, matrix_of(&spec->maps[1])->entry,
                 m->entry);
    return STATUS_OK;
  /* vertical juxtaposition */
  case LM_VCAT: RULE(LMM_VCAT); return stack(eval, spec, true, m);
  case LM_VCATV: RULE(LMM_VCATV); return stack(eval, spec, true, m);
  case LM_LAMBDA: RULE(LMM_LAMBDA); return stack(eval, spec, true, m);
  /* horizontal juxtaposition */
  case LM_HCAT: RULE(LMM_HCAT); return stack(eval, spec, false, m);
  case LM_HCATV: RULE(LMM_HCATV); return stack(eval, spec, false, m);
  case LM_TLAMBDA: RULE(LMM_TLAMBDA); return stack(eval, spec, false, m);
  case LM_TRANSPOSE:
    RULE(LMM_TRANSPOSE);
    products_transpose(m->columns, m->rows, matrix_of(&spec->maps[0])->entry, m->entry);
    return STATUS_OK;
  case LM_PICK:
    RULE(LMM_PICK);
    diagonal(m, 0, (uint32_t)spec->index * m->rows, m->rows, one);
    return STATUS_OK;
  case LM_OUTER:
    RULE(LMM_OUTER);
    diagonal(m, 0, 0, m->rows, one);
    return STATUS_OK;
  case LM_LMFOLD:
    RULE(LMM_LMFOLD);
    return fold_matrix(eval, spec->steps, spec->from->part[0], spec->to, spec->from->part[1]->part[1]->part[0], m);
  case LM_ANY_PLAIN:
  case LM_LET:
  case LM_IF: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status make(LmEval *eval, const LmSpec *spec, const LmMap **out) {
  Matrix *m = NULL;
  TRY(open_matrix(eval, spec->from, spec->to, &m));
  TRY(fill(eval, spec, m));
  *out = &m->head;
  return ring_take_status(eval->machine->ring);
}

/* The product with a flat vector, on the right or on the left. */
static Status product(LmEval *eval, const LmMap *map, const LmValue *x, bool reverse, LmValue *out) {
  const Matrix *m = (const Matrix *)(const void *)map;
  Ring *ring = eval->machine->ring;
  uint32_t n = reverse ? m->columns : m->rows, k = reverse ? m->rows : m->columns;
  Scalar *flat = arena_array(eval->machine->arena, (size_t)n + k + 1, sizeof *flat);
  if (flat == NULL) return STATUS_LIMIT;
  Scalar *end = flat, *image = flat + k;
  lm_value_write(x, &end);
  if (end != image) return STATUS_STUCK;
  if (reverse)
    dense_apply_transposed(ring, m->rows, m->columns, m->entry, flat, image);
  else
    dense_apply(ring, m->rows, m->columns, m->entry, flat, image);
  const Scalar *read = image;
  Status status = lm_tangent_read(eval, reverse ? map->from : map->to, &read, out);
  Status left = ring_take_status(ring);
  return status != STATUS_OK ? status : left;
}

static Status apply(LmEval *eval, const LmMap *m, const LmValue *x, LmValue *out) {
  return product(eval, m, x, false, out);
}
static Status reverse(LmEval *eval, const LmValue *r, const LmMap *m, LmValue *out) {
  return product(eval, m, r, true, out);
}

const LmRep linmap_matrices = {"matrix", make, apply, reverse};
