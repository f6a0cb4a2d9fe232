/* The value of a function in coordinates. */
#include "semantics/memory/try.h"
#include "verify/laws/frechet/dense.h"

#define DEPTH 64u

static Status value(const Dense *dense, HilFunId f, const Cell *x, uint32_t depth, Cell *out);

static Status image(const Dense *dense, HilMapId m, const Cell *x, Cell **out) {
  Matrix matrix;
  TRY(dense_matrix(dense, m, &matrix));
  return dense_image(dense, &matrix, x, out);
}

/* h (sum_k (g1 u)_ik (g2 v)_kj)_ij */
static Status bilinear(const Dense *dense, HilBilinear b, const Cell *u, Cell **out) {
  const HilTerms *terms = dense->terms;
  const Cell *v = u + dense_dim(dense, hil_map(terms, b.g1)->dom);
  const HilSpaceNode *left = hil_space(&terms->spaces, hil_map(terms, b.g1)->cod);
  const HilSpaceNode *right = hil_space(&terms->spaces, hil_map(terms, b.g2)->cod);
  Matrix p = {.rows = dense_dim(dense, left->a), .columns = dense_dim(dense, left->b)}, product;
  Matrix q = {.rows = dense_dim(dense, right->a), .columns = dense_dim(dense, right->b)};
  TRY(image(dense, b.g1, u, &p.cells));
  TRY(image(dense, b.g2, v, &q.cells));
  TRY(dense_product(dense, &p, &q, &product));
  return image(dense, b.h, product.cells, out);
}

/* a^r for a whole number r. */
static Status power(Machine *machine, ConstantId exponent, Scalar a, Scalar *out) {
  const Constant *r = constant_get(&machine->store->constants, exponent);
  Ring *ring = machine->ring;
  if (mpz_cmp_ui(mpq_denref(r->exact[0]), 1) != 0 || mpz_cmpabs_ui(mpq_numref(r->exact[0]), 16) > 0)
    return STATUS_UNABLE;
  int64_t n = mpz_get_si(mpq_numref(r->exact[0]));
  *out = ring_integer(ring, 1);
  for (int64_t i = 0; i < (n < 0 ? -n : n); i++) *out = ring_mul(ring, *out, a);
  if (n < 0) *out = ring_div(ring, ring_integer(ring, 1), *out);
  return STATUS_OK;
}

static Status primitive(Machine *machine, const HilFun *f, Scalar a, Scalar *out) {
  static const struct {
    OpCode op;
    RingFunction function;
  } named[] = {{OP_SIN, RING_SIN},         {OP_COS, RING_COS}, {OP_TAN, RING_TAN},
               {OP_EXP, RING_EXP},         {OP_LOG, RING_LOG}, {OP_TANH, RING_TANH},
               {OP_SIGMOID, RING_SIGMOID}, {OP_ABS, RING_ABS}, {OP_SIGN, RING_SIGN}};
  if (f->op == OP_POW) return power(machine, f->constant, a, out);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (named[i].op != f->op) continue;
    *out = ring_function(machine->ring, named[i].function, a);
    return STATUS_OK;
  }
  return STATUS_UNABLE;
}

/* f_x at the parts. */
static Status members(const Dense *dense, const HilFun *f, const Cell *x, uint32_t depth, Cell *out) {
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < hil_width(&dense->terms->spaces, f->cod) && status == STATUS_OK; i++) {
    HilFunId member = f->kind == HILFUN_MAP ? f->a : hil_fun_member(dense->terms, f, i);
    status = value(dense, member, x, depth, out);
    x += dense_dim(dense, hil_fun(dense->terms, member)->dom);
    out += dense_dim(dense, hil_fun(dense->terms, member)->cod);
  }
  return status;
}

static Status composed(const Dense *dense, const HilFun *f, const Cell *x, uint32_t depth, Cell *out) {
  Cell *middle =
      arena_array(dense->machine->arena, dense_dim(dense, hil_fun(dense->terms, f->b)->cod) + 1, sizeof *middle);
  if (middle == NULL) return STATUS_LIMIT;
  TRY(value(dense, f->b, x, depth, middle));
  return value(dense, f->a, middle, depth, out);
}

static Status value(const Dense *dense, HilFunId id, const Cell *x, uint32_t depth, Cell *out) {
  const HilFun *f = hil_fun(dense->terms, id);
  Cell *found = NULL;
  Scalar y;
  Status status = STATUS_STUCK;
  if (depth-- == 0) return STATUS_LIMIT;
  switch (f->kind) {
  case HILFUN_COMP: return composed(dense, f, x, depth, out);
  case HILFUN_PAR:
  case HILFUN_MAP: return members(dense, f, x, depth, out);
  case HILFUN_LINEAR: status = image(dense, f->map, x, &found); break;
  case HILFUN_BILINEAR: status = bilinear(dense, dense->terms->bilinears[f->bilinear.id], x, &found); break;
  case HILFUN_CONST: return dense_vector(dense, f->cod, f->w, out);
  case HILFUN_PRIM:
    status = primitive(dense->machine, f, cell_scalar(dense->machine->ring, *x), &y);
    if (status == STATUS_OK) *out = cell_of(y);
    return status;
  case HILFUN_IF:
  case HILFUN_GIVEN: return STATUS_UNABLE;
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  for (uint32_t i = 0; i < dense_dim(dense, f->cod) && status == STATUS_OK; i++) out[i] = found[i];
  return status;
}

Status dense_value(const Dense *dense, HilFunId f, const Cell *x, Cell *out) { return value(dense, f, x, DEPTH, out); }
