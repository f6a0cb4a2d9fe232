/* [[f]]: a linear function at a vector, over any ring. */
#include "semantics/frechet/cases.h"
#include "semantics/frechet/terms.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

/* (+)_x of f_x at the coordinates; one member for a map. */
static Status apply_members(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v,
                            HilVector *out) {
  uint32_t n = hil_width(&terms->spaces, m->cod);
  HilVector *parts = arena_array(machine->arena, n, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < n; x++) {
    HilVector part;
    HilMapId f = m->kind == HILMAP_MAP ? m->a : hil_map_member(terms, m, x);
    Status status = STATUS_OK;
    if (m->kind != HILMAP_TUPLE) status = hil_coordinate(machine, v, n, x, &part);
    if (status == STATUS_OK) status = hil_apply(machine, terms, f, m->kind == HILMAP_TUPLE ? v : &part, &parts[x]);
    if (status != STATUS_OK) return status;
  }
  return hil_tuple(machine, &terms->spaces, m->cod, parts, out);
}

static Status apply_cotuple(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v,
                            HilVector *out) {
  HilVector *parts = arena_array(machine->arena, m->n, sizeof *parts), part;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < m->n; x++) {
    TRY(hil_coordinate(machine, v, m->n, x, &part));
    TRY(hil_apply(machine, terms, hil_map_member(terms, m, x), &part, &parts[x]));
  }
  return hil_sum(machine, &terms->spaces, m->cod, m->n, parts, out);
}

static Status apply_plus(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, HilVector *out) {
  HilVector parts[2];
  TRY(hil_apply(machine, terms, m->a, v, &parts[0]));
  TRY(hil_apply(machine, terms, m->b, v, &parts[1]));
  return hil_sum(machine, &terms->spaces, m->cod, 2, parts, out);
}

/* The pairs, grouped by y: those of y start at starts[y]. */
static uint32_t *group(Machine *machine, const HilMap *m, uint32_t n, uint32_t *xs) {
  uint32_t *starts = arena_array(machine->arena, (size_t)n + 2, sizeof *starts);
  if (starts == NULL) return NULL;
  for (uint32_t y = 0; y < n + 2; y++) starts[y] = 0;
  for (uint32_t i = 0; i < m->n; i++) starts[m->pairs[i].y + 2]++;
  for (uint32_t y = 0; y < n; y++) starts[y + 2] += starts[y + 1];
  for (uint32_t i = 0; i < m->n; i++) xs[starts[m->pairs[i].y + 1]++] = m->pairs[i].x;
  return starts;
}

/*   (red_R v)_y = sum over (x,y) in R of v_x */
static Status apply_red(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, HilVector *out) {
  uint32_t from = hil_width(&terms->spaces, m->dom), to = hil_width(&terms->spaces, m->cod);
  HilVector *coordinates = arena_array(machine->arena, from, sizeof *coordinates);
  HilVector *sums = arena_array(machine->arena, to, sizeof *sums);
  HilVector *parts = arena_array(machine->arena, m->n, sizeof *parts);
  uint32_t *xs = arena_array(machine->arena, m->n, sizeof *xs), *starts = xs == NULL ? NULL : group(machine, m, to, xs);
  if (coordinates == NULL || sums == NULL || parts == NULL || starts == NULL) return STATUS_LIMIT;
  Status status = STATUS_OK;
  for (uint32_t x = 0; x < from && status == STATUS_OK; x++)
    status = hil_coordinate(machine, v, from, x, &coordinates[x]);
  for (uint32_t y = 0; y < to && status == STATUS_OK; y++) {
    uint32_t count = 0;
    for (uint32_t i = starts[y]; i < starts[y + 1]; i++) parts[count++] = coordinates[xs[i]];
    status = hil_sum(machine, &terms->spaces, hil_part(&terms->spaces, m->cod, y), count, parts, &sums[y]);
  }
  return status == STATUS_OK ? hil_tuple(machine, &terms->spaces, m->cod, sums, out) : status;
}

/*   (w(x)v) * (v'(x)u) = (v (.) v') · (w(x)u), in each of two formal sums */
Status hil_contract(Machine *machine, const HilSpaces *spaces, HilSpace w_space, HilSpace x_space, const HilVector *w,
                    const HilVector *x, HilVector *out) {
  RULE(HIL_CONTRACT);
  HilSimples left, right;
  const HilSpaceNode *t = hil_space(spaces, w_space), *s = hil_space(spaces, x_space);
  if (t->kind != HIL_SPACE_TENSOR || s->kind != HIL_SPACE_TENSOR || !hil_same(t->b, s->a)) return STATUS_STUCK;
  TRY(hil_simples(machine, w, &left));
  TRY(hil_simples(machine, x, &right));
  size_t count = 0, most = (size_t)left.count * right.count;
  HilVector *parts = arena_array(machine->arena, most, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < left.count; i++) {
    for (uint32_t j = 0; j < right.count; j++) {
      HilFactor k;
      HilVector simple;
      TRY(hil_inner(machine, spaces, t->b, left.terms[i].b, right.terms[j].a, &k));
      if (k.kind == HIL_FACTOR_ZERO) continue;
      k = hil_factor_mul(machine->ring, hil_factor_mul(machine->ring, left.terms[i].factor, right.terms[j].factor), k);
      TRY(hil_tensor(machine, left.terms[i].a, right.terms[j].b, &simple));
      TRY(hil_scale(machine, k, &simple, &parts[count]));
      if (parts[count].kind != HIL_ZERO) count++;
    }
  }
  *out = count == 0   ? hil_zero
         : count == 1 ? parts[0]
                      : (HilVector){.kind = HIL_SUM, .n = (int64_t)count, .parts = parts};
  return STATUS_OK;
}

static Status apply_rule(Machine *machine, const HilTerms *terms, const HilMap *m, const HilVector *v, HilVector *out) {
  HilVector image;
  switch (m->kind) {
  /* id v = v                                                             */
  case HILMAP_ID:
    RULE(HIL_ID);
    *out = *v;
    return STATUS_OK;
  /* (g . f) v = g (f v)                                                  */
  case HILMAP_COMP:
    RULE(HIL_COMP);
    TRY(hil_apply(machine, terms, m->b, v, &image));
    return hil_apply(machine, terms, m->a, &image, out);
  /* 0 v = 0                                                              */
  case HILMAP_ZERO:
    RULE(HIL_ZEROS);
    *out = hil_zero;
    return STATUS_OK;
  /* (iota_x v)_x = v, and 0 at other indexes;  pi_x v = v_x              */
  case HILMAP_INJ: RULE(HIL_INJECTION); return hil_inject(machine, m->n, v, out);
  case HILMAP_PROJ:
    RULE(HIL_PROJECTION);
    return hil_coordinate(machine, v, hil_width(&terms->spaces, m->dom), m->n, out);
  /* (Pi f_x v)_x = f_x v_x;  (f^X v)_x = f v_x;  (Delta f v)_x = f_x v_x */
  case HILMAP_PAR:
  case HILMAP_MAP:
  case HILMAP_DELTA: RULE(HIL_PARALLEL); return apply_members(machine, terms, m, v, out);
  /* (<f_x> v)_x = f_x v                                                  */
  case HILMAP_TUPLE: RULE(HIL_TUPLING); return apply_members(machine, terms, m, v, out);
  /* [g_x] v = sum_x g_x v_x                                              */
  case HILMAP_COTUPLE: RULE(HIL_COTUPLING); return apply_cotuple(machine, terms, m, v, out);
  /* (f + g) v = f v + g v                                                */
  case HILMAP_PLUS: RULE(HIL_PLUS); return apply_plus(machine, terms, m, v, out);
  /* (red_R v)_y = sum_{(x,y) in R} v_x                                   */
  case HILMAP_RED: RULE(HIL_RED); return apply_red(machine, terms, m, v, out);
  /* (w*) v = w * v;  (*w) v = v * w                                      */
  case HILMAP_LEFT: RULE(HIL_SECTION); return hil_contract(machine, &terms->spaces, m->space, m->dom, m->w, v, out);
  case HILMAP_RIGHT: return hil_contract(machine, &terms->spaces, m->dom, m->space, v, m->w, out);
  case HILMAP_ANY_UNITARY:
  case HILMAP_UNIT_L_INV:
  case HILMAP_UNIT_R_INV: return hil_unitary(machine, terms, m, v, out);
  case HILMAP_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status hil_apply(Machine *machine, const HilTerms *terms, HilMapId m, const HilVector *v, HilVector *out) {
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  HilMap map = *hil_map(terms, m);
  Status status = apply_rule(machine, terms, &map, v, out);
  machine->depth++;
  return status;
}
