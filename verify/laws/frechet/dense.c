#include "verify/laws/frechet/dense.h"
#include "semantics/frechet/cases.h"
#include "semantics/memory/try.h"

#define DEPTH 64u /* of the terms of instances */

/* ------------------------------------------------------------------ cells -- */

Cell cell_of(Scalar a) { return (Cell){true, a}; }

static Cell cell_mul(Ring *ring, Cell a, Cell b) {
  if (!a.some || !b.some) return (Cell){.some = false};
  return cell_of(ring_mul(ring, a.scalar, b.scalar));
}

static Cell cell_add(Ring *ring, Cell a, Cell b) {
  if (!a.some) return b;
  return b.some ? cell_of(ring_add(ring, a.scalar, b.scalar)) : a;
}

Scalar cell_scalar(Ring *ring, Cell a) { return a.some ? a.scalar : ring_integer(ring, 0); }

Cell cells_inner(Ring *ring, uint32_t n, const Cell *a, const Cell *b) {
  Cell sum = {.some = false};
  for (uint32_t i = 0; i < n; i++) sum = cell_add(ring, sum, cell_mul(ring, a[i], b[i]));
  return sum;
}

static Cell unit(const Dense *dense) { return cell_of(ring_integer(dense->machine->ring, 1)); }

static HilSpace part(const Dense *dense, HilSpace sum, uint32_t x) { return hil_part(&dense->terms->spaces, sum, x); }
static uint32_t width(const Dense *dense, HilSpace sum) { return hil_width(&dense->terms->spaces, sum); }

/* Where V_x begins in (+)V_x. */
static uint32_t offset(const Dense *dense, HilSpace sum, uint32_t x) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < x; i++) at += dense_dim(dense, part(dense, sum, i));
  return at;
}

/* ---------------------------------------------------------------- vectors -- */

static Status add_vector(const Dense *dense, HilSpace space, const HilVector *v, Cell factor, uint32_t depth,
                         Cell *out);

static Cell literal(const Dense *dense, const HilVector *v) {
  const Constant *c;
  if (v->kind == HIL_SCALAR) return cell_of(v->scalar);
  if (v->kind == HIL_INTEGER) return cell_of(ring_integer(dense->machine->ring, v->n));
  c = constant_get(&dense->machine->store->constants, v->constant);
  return cell_of(ring_constant(dense->machine->ring, c, c->length == 1 ? 0 : (uint32_t)v->n));
}

/* sum_ij u_i v_j e_i (x) e_j */
static Status add_tensor(const Dense *dense, const HilSpaceNode *node, const HilVector *v, Cell factor, uint32_t depth,
                         Cell *out) {
  Ring *ring = dense->machine->ring;
  uint32_t m = dense_dim(dense, node->a), n = dense_dim(dense, node->b);
  Cell *a = arena_array(dense->machine->arena, m + 1, sizeof *a);
  Cell *b = arena_array(dense->machine->arena, n + 1, sizeof *b);
  if (a == NULL || b == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < m; i++) a[i] = (Cell){.some = false};
  for (uint32_t j = 0; j < n; j++) b[j] = (Cell){.some = false};
  Status status = add_vector(dense, node->a, v->a, factor, depth, a);
  if (status == STATUS_OK) status = add_vector(dense, node->b, v->b, unit(dense), depth, b);
  for (uint32_t i = 0; i < m && status == STATUS_OK; i++) {
    for (uint32_t j = 0; j < n; j++) out[i * n + j] = cell_add(ring, out[i * n + j], cell_mul(ring, a[i], b[j]));
  }
  return status;
}

/* out += factor · v */
static Status add_vector(const Dense *dense, HilSpace space, const HilVector *v, Cell factor, uint32_t depth,
                         Cell *out) {
  Ring *ring = dense->machine->ring;
  const HilSpaceNode *node = hil_space(&dense->terms->spaces, space);
  bool direct = node->kind == HIL_SPACE_DIRECT;
  Status status = STATUS_OK;
  if (depth == 0) return STATUS_LIMIT;
  switch (v->kind) {
  case HIL_ZERO: return STATUS_OK;
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR:
    if (node->kind != HIL_SPACE_REAL) return STATUS_STUCK;
    *out = cell_add(ring, *out, cell_mul(ring, factor, literal(dense, v)));
    return STATUS_OK;
  case HIL_REALS:
    if ((uint64_t)v->n != node->dim) return STATUS_STUCK;
    for (int64_t i = 0; i < v->n; i++) out[i] = cell_add(ring, out[i], cell_mul(ring, factor, cell_of(v->scalars[i])));
    return STATUS_OK;
  case HIL_TUPLE:
    if (!direct || v->n != width(dense, space)) return STATUS_STUCK;
    for (uint32_t x = 0; x < width(dense, space) && status == STATUS_OK; x++) {
      status = add_vector(dense, part(dense, space, x), &v->parts[x], factor, depth - 1, out + offset(dense, space, x));
    }
    return status;
  case HIL_INJECT: {
    uint32_t x = (uint32_t)v->n;
    if (!direct || x >= width(dense, space)) return STATUS_STUCK;
    return add_vector(dense, part(dense, space, x), v->a, factor, depth - 1, out + offset(dense, space, x));
  }
  case HIL_SCALE: return add_vector(dense, space, v->a, cell_mul(ring, factor, cell_of(v->scalar)), depth - 1, out);
  case HIL_SUM:
    for (int64_t i = 0; i < v->n && status == STATUS_OK; i++)
      status = add_vector(dense, space, &v->parts[i], factor, depth - 1, out);
    return status;
  case HIL_TENSOR:
    return node->kind == HIL_SPACE_TENSOR ? add_tensor(dense, node, v, factor, depth - 1, out) : STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status dense_vector(const Dense *dense, HilSpace space, const HilVector *v, Cell *out) {
  for (uint32_t i = 0; i < dense_dim(dense, space); i++) out[i] = (Cell){.some = false};
  return add_vector(dense, space, v, unit(dense), DEPTH, out);
}

/* --------------------------------------------------------------- matrices -- */

static Status matrix(const Dense *dense, HilMapId id, uint32_t depth, Matrix *out);

static Status make(const Dense *dense, uint32_t rows, uint32_t columns, Matrix *out) {
  size_t count = (size_t)rows * columns;
  *out = (Matrix){rows, columns, arena_array(dense->machine->arena, count + 1, sizeof *out->cells)};
  if (out->cells == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < count; i++) out->cells[i] = (Cell){.some = false};
  return STATUS_OK;
}

static Cell *cell_at(const Matrix *m, uint32_t i, uint32_t j) { return &m->cells[(size_t)i * m->columns + j]; }

/* m += block, its first entry at (i, j). */
static void add_block(const Dense *dense, const Matrix *m, uint32_t i, uint32_t j, const Matrix *block) {
  for (uint32_t r = 0; r < block->rows; r++) {
    for (uint32_t c = 0; c < block->columns; c++) {
      Cell *cell = cell_at(m, i + r, j + c);
      *cell = cell_add(dense->machine->ring, *cell, *cell_at(block, r, c));
    }
  }
}

static void add_identity(const Dense *dense, const Matrix *m, uint32_t i, uint32_t j, uint32_t n) {
  Ring *ring = dense->machine->ring;
  for (uint32_t k = 0; k < n; k++) {
    Cell *cell = cell_at(m, i + k, j + k);
    *cell = cell_add(ring, *cell, unit(dense));
  }
}

Status dense_transpose(const Dense *dense, const Matrix *m, Matrix *out) {
  Status status = make(dense, m->columns, m->rows, out);
  for (uint32_t i = 0; i < m->rows && status == STATUS_OK; i++) {
    for (uint32_t j = 0; j < m->columns; j++) *cell_at(out, j, i) = *cell_at(m, i, j);
  }
  return status;
}

Status dense_product(const Dense *dense, const Matrix *a, const Matrix *b, Matrix *out) {
  Ring *ring = dense->machine->ring;
  if (a->columns != b->rows) return STATUS_STUCK;
  Status status = make(dense, a->rows, b->columns, out);
  for (uint32_t i = 0; i < a->rows && status == STATUS_OK; i++) {
    for (uint32_t k = 0; k < a->columns; k++) {
      Cell factor = *cell_at(a, i, k);
      for (uint32_t j = 0; j < b->columns && factor.some; j++)
        *cell_at(out, i, j) = cell_add(ring, *cell_at(out, i, j), cell_mul(ring, factor, *cell_at(b, k, j)));
    }
  }
  return status;
}

Status dense_image(const Dense *dense, const Matrix *m, const Cell *v, Cell **out) {
  *out = arena_array(dense->machine->arena, m->rows + 1, sizeof **out);
  if (*out == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < m->rows; i++) {
    (*out)[i] = cells_inner(dense->machine->ring, m->columns, m->cells + (size_t)i * m->columns, v);
  }
  return STATUS_OK;
}

/* --------------------------------------------------- unitary: permutations -- */

/* to[i]: the place that coordinate i of ((+)V_x)(+)((+)W_x) has in (+)(V_x(+)W_x). */
static void zip_places(const Dense *dense, HilSpace apart, uint32_t *to) {
  HilSpace v = part(dense, apart, 0), w = part(dense, apart, 1);
  uint32_t at = 0, i = 0, j = dense_dim(dense, v);
  for (uint32_t x = 0; x < width(dense, v); x++) {
    for (uint32_t k = 0; k < dense_dim(dense, part(dense, v, x)); k++) to[i++] = at++;
    for (uint32_t k = 0; k < dense_dim(dense, part(dense, w, x)); k++) to[j++] = at++;
  }
}

/* The same of V^X(x)W^Y in (V(x)W)^(XxY). */
static void curry_places(const Dense *dense, const HilSpaceNode *product, uint32_t *to) {
  uint32_t nx = width(dense, product->a), ny = width(dense, product->b), i = 0;
  uint32_t m = nx == 0 ? 0 : dense_dim(dense, product->a) / nx, n = ny == 0 ? 0 : dense_dim(dense, product->b) / ny;
  for (uint32_t x = 0; x < nx; x++) {
    for (uint32_t k = 0; k < m; k++) {
      for (uint32_t y = 0; y < ny; y++) {
        for (uint32_t l = 0; l < n; l++) to[i++] = ((x * ny + y) * m + k) * n + l;
      }
    }
  }
}

/* Units, assoc and distrib leave coordinates where they are. */
static Status permutation(const Dense *dense, const HilMap *m, Matrix *out) {
  uint32_t n = dense_dim(dense, m->dom);
  uint32_t *to = arena_array(dense->machine->arena, n + 1, sizeof *to);
  Status status = make(dense, dense_dim(dense, m->cod), n, out);
  if (to == NULL || status != STATUS_OK) return STATUS_LIMIT;
  if (out->rows != n) return STATUS_STUCK;
  bool turned = m->kind == HILMAP_UNZIP || m->kind == HILMAP_UNCURRY;
  HilSpace from = turned ? m->cod : m->dom;
  const HilSpaceNode *node = hil_space(&dense->terms->spaces, from);
  for (uint32_t i = 0; i < n; i++) to[i] = i;
  if (m->kind == HILMAP_ZIP || m->kind == HILMAP_UNZIP) zip_places(dense, from, to);
  if (m->kind == HILMAP_CURRY || m->kind == HILMAP_UNCURRY) curry_places(dense, node, to);
  for (uint32_t i = 0; i < n && m->kind == HILMAP_TRANSPOSE; i++) {
    uint32_t columns = dense_dim(dense, node->b), rows = dense_dim(dense, node->a);
    to[i] = i % columns * rows + i / columns;
  }
  for (uint32_t i = 0; i < n; i++) *cell_at(out, turned ? i : to[i], turned ? to[i] : i) = unit(dense);
  return STATUS_OK;
}

/* ----------------------------------------------------------- by construct -- */

/* f_x in its place: rows by the codomain's parts unless [g_x], columns by the domain's
 * unless <f_x>. */
static Status blocks(const Dense *dense, const HilMap *m, uint32_t depth, Matrix *out) {
  bool tuple = m->kind == HILMAP_TUPLE, cotuple = m->kind == HILMAP_COTUPLE, map = m->kind == HILMAP_MAP;
  uint32_t n = width(dense, cotuple ? m->dom : m->cod);
  Matrix block;
  Status status = STATUS_OK;
  for (uint32_t x = 0; x < n && status == STATUS_OK; x++) {
    if (!map || x == 0) status = matrix(dense, map ? m->a : hil_map_member(dense->terms, m, x), depth, &block);
    if (status != STATUS_OK) return status;
    add_block(dense, out, cotuple ? 0 : offset(dense, m->cod, x), tuple ? 0 : offset(dense, m->dom, x), &block);
  }
  return status;
}

/* w : W(x)V.  (w*) takes e_k(x)e_u to sum_i w_ik e_i(x)e_u; with w : V(x)U, (*w) takes
 * e_i(x)e_k to sum_u w_ku e_i(x)e_u. */
static Status section(const Dense *dense, const HilMap *m, const Matrix *out) {
  const HilSpaceNode *t = hil_space(&dense->terms->spaces, m->space);
  bool left = m->kind == HILMAP_LEFT;
  uint32_t rows = dense_dim(dense, t->a), columns = dense_dim(dense, t->b);
  uint32_t inner = left ? columns : rows, across = left ? rows : columns;
  uint32_t others = inner == 0 ? 0 : out->columns / inner;
  Cell *w = arena_array(dense->machine->arena, (size_t)rows * columns + 1, sizeof *w);
  if (w == NULL) return STATUS_LIMIT;
  Status status = dense_vector(dense, m->space, m->w, w);
  for (uint32_t o = 0; o < others && status == STATUS_OK; o++) {
    for (uint32_t i = 0; i < across; i++) {
      for (uint32_t k = 0; k < inner; k++) {
        if (left)
          *cell_at(out, i * others + o, k * others + o) = w[i * columns + k];
        else
          *cell_at(out, o * across + i, o * inner + k) = w[k * columns + i];
      }
    }
  }
  return status;
}

static Status of_two(const Dense *dense, const HilMap *m, uint32_t depth, Matrix *out) {
  Matrix a, b;
  TRY(matrix(dense, m->a, depth, &a));
  TRY(matrix(dense, m->b, depth, &b));
  if (m->kind == HILMAP_COMP) return dense_product(dense, &a, &b, out);
  add_block(dense, out, 0, 0, &a);
  add_block(dense, out, 0, 0, &b);
  return STATUS_OK;
}

/* A copy of V from place x to place y for each pair. */
static void reduction(const Dense *dense, const HilMap *m, const Matrix *out) {
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t n = dense_dim(dense, part(dense, m->dom, m->pairs[i].x));
    add_identity(dense, out, m->pairs[i].y * n, m->pairs[i].x * n, n);
  }
}

static Status matrix_rule(const Dense *dense, const HilMap *m, uint32_t depth, Matrix *out) {
  switch (m->kind) {
  case HILMAP_ID: add_identity(dense, out, 0, 0, out->rows); return STATUS_OK;
  case HILMAP_ZERO: return STATUS_OK;
  case HILMAP_INJ: add_identity(dense, out, offset(dense, m->cod, m->n), 0, out->columns); return STATUS_OK;
  case HILMAP_PROJ: add_identity(dense, out, 0, offset(dense, m->dom, m->n), out->rows); return STATUS_OK;
  case HILMAP_COMP:
  case HILMAP_PLUS: return of_two(dense, m, depth, out);
  case HILMAP_PAR:
  case HILMAP_MAP:
  case HILMAP_DELTA:
  case HILMAP_TUPLE:
  case HILMAP_COTUPLE: return blocks(dense, m, depth, out);
  case HILMAP_RED: reduction(dense, m, out); return STATUS_OK;
  case HILMAP_LEFT:
  case HILMAP_RIGHT: return section(dense, m, out);
  case HILMAP_ANY_UNITARY:
  case HILMAP_UNIT_L_INV:
  case HILMAP_UNIT_R_INV: return permutation(dense, m, out);
  case HILMAP_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status matrix(const Dense *dense, HilMapId id, uint32_t depth, Matrix *out) {
  const HilMap *m = hil_map(dense->terms, id);
  if (depth == 0) return STATUS_LIMIT;
  TRY(make(dense, dense_dim(dense, m->cod), dense_dim(dense, m->dom), out));
  return matrix_rule(dense, m, depth - 1, out);
}

Status dense_matrix(const Dense *dense, HilMapId m, Matrix *out) { return matrix(dense, m, DEPTH, out); }
