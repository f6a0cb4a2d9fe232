/* The derivative of a declared primitive at a point: the matrices that are claimed of
 * it, as rows of multiples; and their transposes. */
#include "ad/frechet/frechet.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/memory/try.h"

typedef struct Given {
  Machine *machine;
  HilTerms *terms;
  const HilFun *f;
  bool adjoint;
  OpNode op;
} Given;

/* (k·) : R -o R, its factor kept with the terms. */
static HilMapId multiple(const Given *at, Scalar k) {
  HilVector *factor = arena_alloc(at->terms->arena, sizeof *factor);
  if (factor != NULL) *factor = hil_scalar(k);
  return hilmap_multiple(at->terms, factor, hil_space_real(&at->terms->spaces));
}

/* [(k_1·), ..., (k_n·)] : V -o R, `stride` from one to the next; V is R^n, or R for n = 1. */
static HilMapId row(const Given *at, HilSpace v, uint32_t n, const Scalar *k, uint32_t stride) {
  if (!hil_is_direct(&at->terms->spaces, v)) return multiple(at, k[0]);
  HilMapId *members = arena_array(at->machine->arena, n, sizeof *members);
  if (members == NULL) return (HilMapId){0};
  for (uint32_t j = 0; j < n; j++) members[j] = multiple(at, k[(size_t)j * stride]);
  HilIndex index = hil_space(&at->terms->spaces, v)->index;
  return hilmap_cotuple(at->terms, hil_space_real(&at->terms->spaces), index, members);
}

/* <row_1, ..., row_m> : V -o W of an m x n matrix, or of its transpose, W -o V. */
static HilMapId matrix(const Given *at, HilSpace v, HilSpace w, uint32_t m, uint32_t n, const Scalar *k) {
  HilTerms *terms = at->terms;
  HilSpace dom = at->adjoint ? w : v, cod = at->adjoint ? v : w;
  uint32_t rows = at->adjoint ? n : m, columns = at->adjoint ? m : n, stride = at->adjoint ? n : 1;
  if (m == 0 || n == 0) return hilmap_zero(terms, dom, cod);
  if (!hil_is_direct(&terms->spaces, cod)) return row(at, dom, columns, k, stride);
  HilMapId *members = arena_array(at->machine->arena, rows, sizeof *members);
  if (members == NULL) return (HilMapId){0};
  for (uint32_t i = 0; i < rows; i++) members[i] = row(at, dom, columns, k + (size_t)i * (at->adjoint ? 1 : n), stride);
  return hilmap_tuple(terms, dom, hil_space(&terms->spaces, cod)->index, members);
}

/* Of a function of the library: its slopes on the diagonal. */
static Status diagonal(const Given *at, uint32_t k, const Scalar *x, const Scalar *y, Scalar *entries) {
  Store *store = at->machine->store;
  OpId one = op_make_each(&store->ops, &store->types, at->op.code, 1, at->op.constant);
  uint32_t n = at->op.n;
  Status status = one.id == 0 ? STATUS_LIMIT : STATUS_OK;
  for (size_t i = 0; i < (size_t)n * n; i++) entries[i] = ring_integer(at->machine->ring, 0);
  for (uint32_t i = 0; i < n && status == STATUS_OK; i++)
    status = op_slope_value(store, at->machine->ring, one, k, x[i], y[i], &entries[(size_t)i * n + i]);
  return status;
}

static Status claimed(const Given *at, uint32_t k, const Scalar *x, const Scalar *y, Scalar *entries) {
  Store *store = at->machine->store;
  if (op_is_function(at->op.code)) return diagonal(at, k, x, y, entries);
  OpId slope = op_make_slope(&store->ops, &store->types, at->f->given, k);
  if (slope.id == 0) return STATUS_LIMIT;
  return op_value(&store->ops, &store->constants, at->machine->ring, slope, x, y, entries);
}

/* The claimed matrix by operand k, between its space and the result's. */
static Status side(const Given *at, uint32_t k, const Scalar *x, const Scalar *y, HilMapId *out) {
  Store *store = at->machine->store;
  uint32_t m = type_node(&store->types, at->op.result)->n, n = type_node(&store->types, at->op.operand[k])->n;
  Scalar *entries = arena_array(at->machine->arena, (size_t)m * n, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  TRY(claimed(at, k, x, y, entries));
  HilSpace v = at->op.arity == 1 ? at->f->dom : hil_part(&at->terms->spaces, at->f->dom, k);
  *out = matrix(at, v, at->f->cod, m, n, entries);
  if (out->id == 0) return STATUS_LIMIT;
  if (at->op.arity == 2 && at->adjoint) *out = hilmap_comp(at->terms, hilmap_inj(at->terms, at->f->dom, k), *out);
  if (at->op.arity == 2 && !at->adjoint) *out = hilmap_comp(at->terms, *out, hilmap_proj(at->terms, at->f->dom, k));
  return hil_terms_status(at->terms);
}

Status frechet_given(Machine *machine, HilTerms *terms, const HilFun *f, const HilVector *x, bool adjoint,
                     HilMapId *out) {
  const Given at = {machine, terms, f, adjoint, *op_node(&machine->store->ops, f->given)};
  Scalar *flat = arena_array(machine->arena, (size_t)hil_space(&terms->spaces, f->dom)->dim, sizeof *flat);
  if (flat == NULL) return STATUS_LIMIT;
  Status status = hil_write(machine, &terms->spaces, f->dom, x, flat);
  const Scalar *y = flat + type_node(&machine->store->types, at.op.operand[0])->n;
  HilMapId second;
  if (status == STATUS_OK) status = side(&at, 0, flat, y, out);
  if (status != STATUS_OK || at.op.arity == 1) return status;
  TRY(side(&at, 1, flat, y, &second));
  *out = hilmap_plus(terms, *out, second);
  return hil_terms_status(terms);
}
