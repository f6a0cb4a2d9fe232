/* Bilinear functions by definition, and the constructors of functions. */
#include "semantics/frechet/terms.h"
#include "semantics/tables/rules.h"

/* -------------------------------------------------------------- bilinears -- */

HilBilinearId hil_bilinear(HilTerms *terms, HilMapId h, HilMapId g1, HilMapId g2) {
  if (h.id == 0 || g1.id == 0 || g2.id == 0) hil_terms_fail(terms, STATUS_ILL_TYPED);
  if (hil_terms_status(terms) != STATUS_OK) return (HilBilinearId){0};
  HilBilinear *larger =
      hil_grown(terms->arena, terms->bilinears, terms->bilinear_count, &terms->bilinear_capacity, 1, sizeof *larger);
  if (larger == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilBilinearId){0};
  }
  terms->bilinears = larger;
  terms->bilinears[terms->bilinear_count] = (HilBilinear){h, g1, g2};
  return (HilBilinearId){terms->bilinear_count++};
}

/*   k·v = |(1(x)k) * (1(x)v)| */
HilBilinearId hil_bilinear_multiple(HilTerms *terms, HilSpace v) {
  RULE(HIL_B_MULTIPLE);
  HilSpace real = hil_space_real(&terms->spaces);
  return hil_bilinear(terms, hilmap_unitary(terms, HILMAP_UNIT_L_INV, hil_space_tensor(&terms->spaces, real, v)),
                      hilmap_unitary(terms, HILMAP_UNIT_L, real), hilmap_unitary(terms, HILMAP_UNIT_L, v));
}

/*   u (.) v = |(1(x)u) * (v(x)1)| */
HilBilinearId hil_bilinear_inner(HilTerms *terms, HilSpace v) {
  RULE(HIL_B_INNER);
  HilSpace real = hil_space_real(&terms->spaces);
  return hil_bilinear(terms, hilmap_unitary(terms, HILMAP_UNIT_L_INV, hil_space_tensor(&terms->spaces, real, real)),
                      hilmap_unitary(terms, HILMAP_UNIT_L, v), hilmap_unitary(terms, HILMAP_UNIT_R, v));
}

/* From R^(mn), row-major, to (R(x)R)^(m x n): a reindexing, and k |-> 1(x)k at each place. */
static HilMapId matrix_places(HilTerms *terms, uint32_t m, uint32_t n) {
  HilSpace real = hil_space_real(&terms->spaces);
  HilIndex flat = hil_index_number(&terms->spaces, m * n);
  HilIndex places =
      hil_index_times(&terms->spaces, hil_index_number(&terms->spaces, m), hil_index_number(&terms->spaces, n));
  HilPair *pairs = arena_array(terms->arena, (size_t)m * n, sizeof *pairs);
  if (pairs == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilMapId){0};
  }
  for (uint32_t i = 0; i < m * n; i++) pairs[i] = (HilPair){i, i};
  HilMapId red = hilmap_red(terms, real, flat, places, m * n, pairs);
  return hilmap_comp(terms, hilmap_map(terms, places, hilmap_unitary(terms, HILMAP_UNIT_L, real)), red);
}

/*   M * x = |M^ * (x(x)1)|, M^ the tensor of M */
HilBilinearId hil_bilinear_matrix(HilTerms *terms, uint32_t m, uint32_t n) {
  RULE(HIL_B_MATRIX);
  HilSpaces *spaces = &terms->spaces;
  HilSpace real = hil_space_real(spaces);
  HilSpace rows = hil_space_power(spaces, hil_index_number(spaces, m), real);
  HilSpace columns = hil_space_power(spaces, hil_index_number(spaces, n), real);
  HilMapId places = matrix_places(terms, m, n);
  HilMapId tensor = hilmap_unitary(terms, HILMAP_UNCURRY, hil_map(terms, places)->cod);
  return hil_bilinear(terms, hilmap_unitary(terms, HILMAP_UNIT_R_INV, hil_space_tensor(spaces, rows, real)),
                      hilmap_comp(terms, tensor, places), hilmap_unitary(terms, HILMAP_UNIT_R, columns));
}

/*   u x v = h (u(x)v), u(x)v = (u(x)1) * (1(x)v), h = (red_R - red_R') . curry and units out,
 *   R = {(23,1),(31,2),(12,3)}, R' = {(32,1),(13,2),(21,3)} */
HilBilinearId hil_bilinear_cross(HilTerms *terms) {
  RULE(HIL_B_CROSS);
  static const HilPair plus[] = {{5, 0}, {6, 1}, {1, 2}}, minus[] = {{7, 0}, {2, 1}, {3, 2}};
  HilSpaces *spaces = &terms->spaces;
  HilSpace real = hil_space_real(spaces);
  HilIndex three = hil_index_number(spaces, 3), places = hil_index_times(spaces, three, three);
  HilSpace v = hil_space_power(spaces, three, real);
  HilMapId curry = hilmap_unitary(terms, HILMAP_CURRY, hil_space_tensor(spaces, v, v));
  HilMapId out =
      hilmap_map(terms, places, hilmap_unitary(terms, HILMAP_UNIT_L_INV, hil_space_tensor(spaces, real, real)));
  HilMapId red = hilmap_red(terms, real, places, three, 3, plus);
  HilMapId other =
      hilmap_comp(terms, hilmap_multiple(terms, &hil_minus_one, v), hilmap_red(terms, real, places, three, 3, minus));
  HilMapId h = hilmap_comp(terms, hilmap_plus(terms, red, other), hilmap_comp(terms, out, curry));
  return hil_bilinear(terms, h, hilmap_unitary(terms, HILMAP_UNIT_R, v), hilmap_unitary(terms, HILMAP_UNIT_L, v));
}

/* g w, kept in the terms' arena. */
static const HilVector *image(HilTerms *terms, Machine *machine, HilMapId g, const HilVector *w) {
  Machine there = *machine;
  HilVector *kept = arena_alloc(terms->arena, sizeof *kept);
  there.arena = terms->arena;
  Status status = kept == NULL ? STATUS_LIMIT : hil_apply(&there, terms, g, w, kept);
  machine->fuel = there.fuel;
  if (status != STATUS_OK) hil_terms_fail(terms, status);
  return status == STATUS_OK ? kept : NULL;
}

/*   (u<>) = h . (g1 u *) . g2 */
HilMapId hil_section_left(HilTerms *terms, Machine *machine, HilBilinearId bilinear, const HilVector *u) {
  RULE(HIL_B_LEFT);
  HilBilinear b = terms->bilinears[bilinear.id];
  const HilVector *w = image(terms, machine, b.g1, u);
  if (w == NULL) return (HilMapId){0};
  HilSpace other = hil_space(&terms->spaces, hil_map(terms, b.g2)->cod)->b;
  HilMapId section = hilmap_left(terms, hil_map(terms, b.g1)->cod, w, other);
  return hilmap_comp(terms, b.h, hilmap_comp(terms, section, b.g2));
}

/*   (<>v) = h . (* g2 v) . g1 */
HilMapId hil_section_right(HilTerms *terms, Machine *machine, HilBilinearId bilinear, const HilVector *v) {
  RULE(HIL_B_RIGHT);
  HilBilinear b = terms->bilinears[bilinear.id];
  const HilVector *w = image(terms, machine, b.g2, v);
  if (w == NULL) return (HilMapId){0};
  HilSpace other = hil_space(&terms->spaces, hil_map(terms, b.g1)->cod)->a;
  HilMapId section = hilmap_right(terms, hil_map(terms, b.g2)->cod, w, other);
  return hilmap_comp(terms, b.h, hilmap_comp(terms, section, b.g1));
}

/* -------------------------------------------------------------- functions -- */

static HilFunId make(HilTerms *terms, HilFun f) {
  if (f.kind == HILFUN_CONST && f.w == NULL) hil_terms_fail(terms, STATUS_LIMIT);
  if (f.dom.id == 0 || f.cod.id == 0) hil_terms_fail(terms, STATUS_ILL_TYPED);
  if (hil_terms_status(terms) != STATUS_OK) return (HilFunId){0};
  HilFun *larger =
      hil_grown(terms->arena, terms->functions, terms->function_count, &terms->function_capacity, 1, sizeof *larger);
  if (larger == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilFunId){0};
  }
  terms->functions = larger;
  terms->functions[terms->function_count] = f;
  return (HilFunId){terms->function_count++};
}

HilFunId hilfun_comp(HilTerms *terms, HilFunId g, HilFunId f) {
  HilSpace dom = hil_fun(terms, f)->dom, cod = hil_fun(terms, g)->cod;
  return make(terms, (HilFun){.kind = HILFUN_COMP, .dom = dom, .cod = cod, .a = g, .b = f});
}

static bool put_members(HilTerms *terms, uint32_t n, const HilFunId *members) {
  uint32_t *larger =
      hil_grown(terms->arena, terms->members, terms->member_count, &terms->member_capacity, n, sizeof *larger);
  if (larger == NULL) return false;
  terms->members = larger;
  for (uint32_t x = 0; x < n; x++) terms->members[terms->member_count++] = members[x].id;
  return true;
}

HilFunId hilfun_par(HilTerms *terms, HilIndex x, uint32_t n, const HilFunId *members) {
  uint32_t first = terms->member_count;
  if (hil_index(&terms->spaces, x)->size != n) { /* x is none: a limit was met before */
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilFunId){0};
  }
  HilSpace *parts = arena_array(terms->arena, 2 * (size_t)n, sizeof *parts);
  if (parts == NULL || !put_members(terms, n, members)) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilFunId){0};
  }
  for (uint32_t i = 0; i < n; i++) {
    parts[i] = hil_fun(terms, members[i])->dom;
    parts[n + i] = hil_fun(terms, members[i])->cod;
  }
  HilSpace dom = hil_space_direct(&terms->spaces, x, parts), cod = hil_space_direct(&terms->spaces, x, parts + n);
  return make(terms, (HilFun){.kind = HILFUN_PAR, .dom = dom, .cod = cod, .n = n, .first = first});
}

HilFunId hilfun_map(HilTerms *terms, HilIndex x, HilFunId f) {
  HilSpace dom = hil_space_power(&terms->spaces, x, hil_fun(terms, f)->dom);
  HilSpace cod = hil_space_power(&terms->spaces, x, hil_fun(terms, f)->cod);
  return make(terms, (HilFun){.kind = HILFUN_MAP, .dom = dom, .cod = cod, .a = f});
}

HilFunId hilfun_linear(HilTerms *terms, HilMapId h) {
  const HilMap *map = hil_map(terms, h);
  return make(terms, (HilFun){.kind = HILFUN_LINEAR, .dom = map->dom, .cod = map->cod, .map = h});
}

HilFunId hilfun_bilinear(HilTerms *terms, HilBilinearId bilinear) {
  HilBilinear b = terms->bilinears[bilinear.id];
  HilSpace dom = hil_space_pair(&terms->spaces, hil_map(terms, b.g1)->dom, hil_map(terms, b.g2)->dom);
  return make(terms,
              (HilFun){.kind = HILFUN_BILINEAR, .dom = dom, .cod = hil_map(terms, b.h)->cod, .bilinear = bilinear});
}

HilFunId hilfun_const(HilTerms *terms, HilSpace dom, HilSpace cod, const HilVector *w) {
  return make(terms, (HilFun){.kind = HILFUN_CONST, .dom = dom, .cod = cod, .w = w});
}

HilFunId hilfun_prim(HilTerms *terms, OpCode op, ConstantId exponent) {
  HilSpace real = hil_space_real(&terms->spaces);
  return make(terms, (HilFun){.kind = HILFUN_PRIM, .dom = real, .cod = real, .op = op, .constant = exponent});
}

HilFunId hilfun_given(HilTerms *terms, HilSpace dom, HilSpace cod, OpId op) {
  return make(terms, (HilFun){.kind = HILFUN_GIVEN, .dom = dom, .cod = cod, .given = op});
}

HilFunId hilfun_if(HilTerms *terms, HilFunId c, HilFunId f, HilFunId g) {
  const HilFun *first = hil_fun(terms, f);
  return make(terms, (HilFun){.kind = HILFUN_IF, .dom = first->dom, .cod = first->cod, .a = c, .b = f, .c = g});
}

/*   <f, g> = (f x g) o rep_2 */
HilFunId hilfun_tuple2(HilTerms *terms, HilFunId f, HilFunId g) {
  RULE(HIL_F_TUPLE);
  HilIndex two = hil_index_number(&terms->spaces, 2);
  const HilFunId both[2] = {f, g};
  HilMapId rep = hilmap_rep(terms, two, hil_fun(terms, f)->dom);
  return hilfun_comp(terms, hilfun_par(terms, two, 2, both), hilfun_linear(terms, rep));
}

/* ------------------------------------------------------- sizes and depths -- */

/* What a node makes of two of its children's. */
typedef uint64_t Measure(uint64_t a, uint64_t b);

static uint64_t total(uint64_t a, uint64_t b) { return a + b > UINT32_MAX ? UINT32_MAX : a + b; }
static uint64_t deeper(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t *measure_maps(const HilTerms *terms, Arena *arena, Measure *both) {
  uint64_t *out = arena_array(arena, terms->map_count, sizeof *out);
  if (out != NULL) out[0] = 0;
  for (uint32_t i = 1; out != NULL && i < terms->map_count; i++) {
    const HilMap *map = &terms->maps[i];
    bool members = map->kind == HILMAP_PAR || map->kind == HILMAP_DELTA || map->kind == HILMAP_TUPLE ||
                   map->kind == HILMAP_COTUPLE;
    out[i] = both(out[map->a.id], out[map->b.id]);
    for (uint32_t x = 0; members && x < map->n; x++) out[i] = both(out[i], out[hil_map_member(terms, map, x).id]);
    out[i] = total(out[i], 1);
  }
  return out;
}

static uint64_t *measure_functions(const HilTerms *terms, Arena *arena, Measure *both) {
  const uint64_t *maps = measure_maps(terms, arena, both);
  uint64_t *out = maps == NULL ? NULL : arena_array(arena, terms->function_count, sizeof *out);
  if (out != NULL) out[0] = 0;
  for (uint32_t i = 1; out != NULL && i < terms->function_count; i++) {
    const HilFun *f = &terms->functions[i];
    const HilBilinear *b = &terms->bilinears[f->bilinear.id]; /* of none, maps that are none */
    out[i] = both(both(out[f->a.id], out[f->b.id]), both(out[f->c.id], maps[f->map.id]));
    out[i] = both(out[i], both(maps[b->h.id], both(maps[b->g1.id], maps[b->g2.id])));
    for (uint32_t x = 0; f->kind == HILFUN_PAR && x < f->n; x++)
      out[i] = both(out[i], out[hil_fun_member(terms, f, x).id]);
    out[i] = total(out[i], 1);
  }
  return out;
}

uint64_t *hil_map_sizes(const HilTerms *terms, Arena *arena) { return measure_maps(terms, arena, total); }
uint64_t *hil_fun_sizes(const HilTerms *terms, Arena *arena) { return measure_functions(terms, arena, total); }
uint64_t *hil_fun_depths(const HilTerms *terms, Arena *arena) { return measure_functions(terms, arena, deeper); }
