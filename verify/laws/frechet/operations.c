/* Scalar operations of a linear function at a vector whose coordinates are all known and
 * none 0: sums and products construct by construct, each image realised.  What is 0 or 1
 * as a literal costs nothing (rules/frechet, COST-TENSOR), nor does what is 0 as a linear
 * function; neither does moving vectors. */
#include "verify/laws/frechet/optimiser.h"

#define NESTING 4000u

#define IS_ZERO UINT64_MAX

typedef struct Counting {
  const HilTerms *terms;
  uint64_t *of; /* by map, IS_ZERO where it is 0; tables hold children first */
} Counting;

static uint64_t dim(const Counting *c, HilSpace v) { return hil_space(&c->terms->spaces, v)->dim; }

/* Coordinates of v that may differ from 0, and whether all of them are the literal 1. */
typedef struct Support {
  uint64_t size;
  bool ones;
} Support;

static Support support(const HilVector *v, uint32_t depth) {
  Support out = {1, false}, part;
  switch (v->kind) {
  case HIL_ZERO: return (Support){0, true};
  case HIL_INTEGER: return (Support){v->n != 0, v->n == 1 || v->n == 0};
  case HIL_CONSTANT:
  case HIL_SCALAR: return out;
  case HIL_REALS: return (Support){(uint64_t)v->n, v->n == 0};
  case HIL_INJECT: return depth == 0 ? out : support(v->a, depth - 1);
  case HIL_SCALE: part = depth == 0 ? out : support(v->a, depth - 1); return (Support){part.size, part.size == 0};
  case HIL_TUPLE:
  case HIL_SUM:
    out = (Support){0, true};
    for (int64_t i = 0; i < v->n && depth != 0; i++) {
      part = support(&v->parts[i], depth - 1);
      out.ones = (v->kind == HIL_TUPLE || v->n == 1) && out.ones && part.ones;
      out.size += part.size;
    }
    return out;
  case HIL_TENSOR: return out;
  }
  return out;
}

/* For each of `columns`: the inner product with one side of each simple tensor, a factor,
 * the multiple of the other side.  Answers how many terms there are. */
static uint64_t of_tensor(const HilVector *w, bool left, uint64_t columns, bool scaled, uint32_t depth,
                          uint64_t *operations) {
  uint64_t terms = 0;
  if (depth == 0 || w->kind == HIL_ZERO) return 0;
  if (w->kind == HIL_SCALE) return of_tensor(w->a, left, columns, true, depth - 1, operations);
  for (int64_t i = 0; w->kind == HIL_SUM && i < w->n; i++)
    terms += of_tensor(&w->parts[i], left, columns, scaled, depth - 1, operations);
  if (w->kind != HIL_TENSOR) return terms;
  Support in = support(left ? w->b : w->a, NESTING), out = support(left ? w->a : w->b, NESTING);
  if (in.size == 0 || out.size == 0) return 0;
  uint64_t each = (in.ones ? 0 : in.size) + in.size - 1 + (out.ones ? 0 : out.size) + (scaled ? 1 : 0);
  *operations += columns * each;
  return 1;
}

static uint64_t of_section(const Counting *c, const HilMap *m) {
  bool left = m->kind == HILMAP_LEFT;
  const HilSpaceNode *dom = hil_space(&c->terms->spaces, m->dom);
  uint64_t columns = dim(c, left ? dom->b : dom->a), operations = 0;
  uint64_t terms = of_tensor(m->w, left, columns, false, NESTING, &operations);
  return operations + (terms > 1 ? (terms - 1) * dim(c, m->cod) : 0);
}

static uint64_t of_red(const Counting *c, const HilMap *m) {
  uint64_t sums = 0, part = m->n == 0 ? 0 : dim(c, m->dom) / hil_width(&c->terms->spaces, m->dom);
  for (uint32_t y = 0; y < hil_width(&c->terms->spaces, m->cod); y++) {
    uint64_t terms = 0;
    for (uint32_t i = 0; i < m->n; i++) terms += m->pairs[i].y == y;
    sums += terms > 1 ? terms - 1 : 0;
  }
  return sums * part;
}

static uint64_t cost(const Counting *c, HilMapId m) { return c->of[m.id] == IS_ZERO ? 0 : c->of[m.id]; }
static bool is_zero(const Counting *c, HilMapId m) { return c->of[m.id] == IS_ZERO; }

static uint64_t of_members(const Counting *c, const HilMap *m) {
  uint64_t sum = 0, terms = 0;
  for (uint32_t x = 0; x < m->n; x++) {
    HilMapId member = hil_map_member(c->terms, m, x);
    sum += cost(c, member);
    terms += !is_zero(c, member);
  }
  if (terms == 0) return IS_ZERO;
  return sum + (m->kind == HILMAP_COTUPLE ? (terms - 1) * dim(c, m->cod) : 0);
}

static uint64_t of_map(const Counting *c, const HilMap *m) {
  bool zero = is_zero(c, m->a), other = is_zero(c, m->b);
  if (m->kind == HILMAP_PAR || m->kind == HILMAP_DELTA || m->kind == HILMAP_TUPLE || m->kind == HILMAP_COTUPLE)
    return of_members(c, m);
  if (m->kind == HILMAP_ZERO) return IS_ZERO;
  if (m->kind == HILMAP_COMP) return zero || other ? IS_ZERO : cost(c, m->a) + cost(c, m->b);
  if (m->kind == HILMAP_PLUS && zero) return c->of[m->b.id];
  if (m->kind == HILMAP_PLUS) return cost(c, m->a) + cost(c, m->b) + (other ? 0 : dim(c, m->cod));
  if (m->kind == HILMAP_MAP) return zero ? IS_ZERO : hil_width(&c->terms->spaces, m->dom) * cost(c, m->a);
  if (m->kind == HILMAP_LEFT || m->kind == HILMAP_RIGHT) return of_section(c, m);
  return m->kind == HILMAP_RED ? of_red(c, m) : 0;
}

Status frechet_operations(Machine *machine, const HilTerms *terms, HilMapId m, uint64_t *operations) {
  Counting c = {terms, arena_array(machine->arena, (size_t)m.id + 1, sizeof *c.of)};
  if (c.of == NULL) return STATUS_LIMIT;
  c.of[0] = 0;
  for (uint32_t i = 1; i <= m.id; i++) c.of[i] = of_map(&c, &terms->maps[i]);
  *operations = cost(&c, m);
  return STATUS_OK;
}
