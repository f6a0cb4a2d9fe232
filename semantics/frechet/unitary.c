/* The unitary operators at a vector: bilinear in simple tensors. */
#include "semantics/frechet/terms.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* One simple tensor under an operator; its factor is applied after it. */
static Status operate(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *a, const HilVector *b,
                      HilVector *out);

/* The operator on a formal sum of simple tensors, term by term. */
static Status each_simple(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v,
                          HilVector *out) {
  HilSimples simples;
  TRY(hil_simples(machine, v, &simples));
  HilVector *parts = arena_array(machine->arena, simples.count, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < simples.count; i++) {
    HilVector image;
    TRY(operate(machine, terms, m, simples.terms[i].a, simples.terms[i].b, &image));
    TRY(hil_scale(machine, simples.terms[i].factor, &image, &parts[i]));
  }
  return hil_sum(machine, &terms->spaces, m->cod, simples.count, parts, out);
}

/*   (u(x)v)(x)w |-> u(x)(v(x)w) and back, for a formal inner tensor */
static Status associate(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *a,
                        const HilVector *b, HilVector *out) {
  bool inverse = m->kind == HILMAP_ASSOC_INV;
  HilSimples inner;
  TRY(hil_simples(machine, inverse ? b : a, &inner));
  HilVector *parts = arena_array(machine->arena, inner.count, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inner.count; i++) {
    const HilSimple *s = &inner.terms[i];
    HilVector pair, whole;
    TRY(hil_tensor(machine, inverse ? a : s->b, inverse ? s->a : b, &pair));
    TRY(hil_tensor(machine, inverse ? &pair : s->a, inverse ? s->b : &pair, &whole));
    TRY(hil_scale(machine, s->factor, &whole, &parts[i]));
  }
  return hil_sum(machine, &terms->spaces, m->cod, inner.count, parts, out);
}

/*   u(x)w |-> (u_x(x)w)_x */
static Status distribute(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *a,
                         const HilVector *b, HilVector *out) {
  uint32_t n = hil_width(&terms->spaces, m->cod);
  HilVector *parts = arena_array(machine->arena, n, sizeof *parts), part;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < n; x++) {
    TRY(hil_coordinate(machine, a, n, x, &part));
    TRY(hil_tensor(machine, &part, b, &parts[x]));
  }
  return hil_tuple(machine, &terms->spaces, m->cod, parts, out);
}

/*   u(x)v |-> (u_x(x)v_y)_(x,y) */
static Status curry(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *a, const HilVector *b,
                    HilVector *out) {
  const HilSpaceNode *dom = hil_space(&terms->spaces, m->dom);
  uint32_t nx = hil_width(&terms->spaces, dom->a), ny = hil_width(&terms->spaces, dom->b);
  HilVector *parts = arena_array(machine->arena, (size_t)nx * ny, sizeof *parts), first, second;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < nx; x++) {
    Status status = hil_coordinate(machine, a, nx, x, &first);
    for (uint32_t y = 0; y < ny && status == STATUS_OK; y++) {
      status = hil_coordinate(machine, b, ny, y, &second);
      if (status == STATUS_OK) status = hil_tensor(machine, &first, &second, &parts[(size_t)x * ny + y]);
    }
    if (status != STATUS_OK) return status;
  }
  return hil_tuple(machine, &terms->spaces, m->cod, parts, out);
}

static Status operate(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *a, const HilVector *b,
                      HilVector *out) {
  HilFactor k;
  if (m->kind == HILMAP_UNIT_L_INV) { /* k(x)v |-> k·v */
    RULE(HIL_UNIT);
    TRY(hil_real(machine, a, &k));
    return hil_scale(machine, k, b, out);
  }
  if (m->kind == HILMAP_UNIT_R_INV) { /* v(x)k |-> k·v */
    TRY(hil_real(machine, b, &k));
    return hil_scale(machine, k, a, out);
  }
  if (m->kind == HILMAP_TRANSPOSE) { /* v(x)w |-> w(x)v */
    RULE(HIL_TRANSPOSE);
    return hil_tensor(machine, b, a, out);
  }
  if (m->kind == HILMAP_ASSOC || m->kind == HILMAP_ASSOC_INV) {
    RULE(HIL_ASSOC);
    return associate(machine, terms, m, a, b, out);
  }
  if (m->kind == HILMAP_DISTRIB) {
    RULE(HIL_DISTRIB);
    return distribute(machine, terms, m, a, b, out);
  }
  RULE(HIL_CURRY);
  return curry(machine, terms, m, a, b, out);
}

/* Adds iota_x a (x) iota_y b for the simple tensors of a vector; `y` is none for a (x) b. */
static Status gather(Machine *machine, const HilVector *v, uint32_t x, const uint32_t *y, uint32_t *count,
                     uint32_t capacity, HilVector *parts) {
  HilSimples simples;
  Status status = hil_simples(machine, v, &simples);
  if (status == STATUS_OK && simples.count > capacity - *count) status = STATUS_LIMIT;
  for (uint32_t i = 0; i < simples.count && status == STATUS_OK; i++) {
    HilVector a, b = *simples.terms[i].b, whole;
    status = hil_inject(machine, x, simples.terms[i].a, &a);
    if (status == STATUS_OK && y != NULL) status = hil_inject(machine, *y, simples.terms[i].b, &b);
    if (status == STATUS_OK) status = hil_tensor(machine, &a, &b, &whole);
    if (status == STATUS_OK) status = hil_scale(machine, simples.terms[i].factor, &whole, &parts[(*count)++]);
  }
  return status;
}

/*   (t_x)_x |-> sum_x (iota_x(x)id) t_x;  (t_(x,y)) |-> sum (iota_x(x)iota_y) t_(x,y) */
static Status gather_all(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, uint32_t ny,
                         HilVector *out) {
  uint32_t n = hil_width(&terms->spaces, m->dom), count = 0, capacity = 0;
  HilVector *at = arena_array(machine->arena, n, sizeof *at);
  if (at == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    HilSimples simples;
    TRY(hil_coordinate(machine, v, n, i, &at[i]));
    TRY(hil_simples(machine, &at[i], &simples));
    capacity += simples.count;
  }
  HilVector *parts = arena_array(machine->arena, capacity, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t y = ny == 0 ? 0 : i % ny;
    TRY(gather(machine, &at[i], ny == 0 ? i : i / ny, ny == 0 ? NULL : &y, &count, capacity, parts));
  }
  return hil_sum(machine, &terms->spaces, m->cod, count, parts, out);
}

/*   (v, w)_x = (v_x, w_x), both ways */
static Status zip(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, HilVector *out) {
  const HilSpaces *spaces = &terms->spaces;
  bool inverse = m->kind == HILMAP_UNZIP;
  uint32_t outer = hil_width(spaces, m->dom), n = inverse ? outer : hil_width(spaces, m->cod);
  uint32_t to = inverse ? 2 : n, inner = inverse ? n : 2;
  HilVector *parts = arena_array(machine->arena, to, sizeof *parts), whole;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < to; i++) {
    HilVector *column = arena_array(machine->arena, inner, sizeof *column);
    if (column == NULL) return STATUS_LIMIT;
    for (uint32_t j = 0; j < inner; j++) {
      TRY(hil_coordinate(machine, v, outer, j, &whole));
      TRY(hil_coordinate(machine, &whole, to, i, &column[j]));
    }
    TRY(hil_tuple(machine, spaces, hil_part(spaces, m->cod, i), column, &parts[i]));
  }
  return hil_tuple(machine, spaces, m->cod, parts, out);
}

Status hil_unitary(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, HilVector *out) {
  /* v |-> 1(x)v;  v |-> v(x)1                                            */
  if (m->kind == HILMAP_UNIT_L) return hil_tensor(machine, &hil_one, v, out);
  if (m->kind == HILMAP_UNIT_R) return hil_tensor(machine, v, &hil_one, out);
  if (m->kind == HILMAP_ZIP || m->kind == HILMAP_UNZIP) {
    RULE(HIL_ZIP);
    return zip(machine, terms, m, v, out);
  }
  if (m->kind == HILMAP_DISTRIB_INV) return gather_all(machine, terms, m, v, 0, out);
  if (m->kind == HILMAP_UNCURRY) {
    RULE(HIL_UNCURRY);
    uint32_t ny = hil_width(&terms->spaces, hil_space(&terms->spaces, m->cod)->b);
    return gather_all(machine, terms, m, v, ny, out);
  }
  return each_simple(machine, terms, m, v, out);
}
