/* The tables of terms, and the constructors of linear functions. */
#include "semantics/frechet/terms.h"
#include "semantics/tables/rules.h"

#include <stdlib.h>
#include <string.h>

#define FIRST 64u

static const HilMapId no_map = {0};

Status hil_terms_init(HilTerms *terms, Arena *arena) {
  *terms = (HilTerms){.arena = arena, .map_count = 1, .bilinear_count = 1, .function_count = 1};
  terms->map_capacity = terms->bilinear_capacity = terms->function_capacity = terms->member_capacity = FIRST;
  terms->maps = arena_array(arena, FIRST, sizeof *terms->maps);
  terms->bilinears = arena_array(arena, FIRST, sizeof *terms->bilinears);
  terms->functions = arena_array(arena, FIRST, sizeof *terms->functions);
  terms->members = arena_array(arena, FIRST, sizeof *terms->members);
  if (terms->maps == NULL || terms->bilinears == NULL || terms->functions == NULL || terms->members == NULL)
    return STATUS_LIMIT;
  memset(&terms->maps[0], 0, sizeof terms->maps[0]);
  memset(&terms->bilinears[0], 0, sizeof terms->bilinears[0]);
  memset(&terms->functions[0], 0, sizeof terms->functions[0]);
  return hil_spaces_init(&terms->spaces, arena);
}

Status hil_terms_copy(const HilTerms *from, Arena *arena, HilTerms *to) {
  *to = *from;
  to->arena = arena;
  to->maps = arena_array(arena, to->map_capacity, sizeof *to->maps);
  to->members = arena_array(arena, to->member_capacity, sizeof *to->members);
  to->bilinears = arena_array(arena, to->bilinear_capacity, sizeof *to->bilinears);
  to->functions = arena_array(arena, to->function_capacity, sizeof *to->functions);
  if (to->maps == NULL || to->bilinears == NULL || to->functions == NULL || to->members == NULL) return STATUS_LIMIT;
  memcpy(to->maps, from->maps, from->map_count * sizeof *to->maps);
  memcpy(to->members, from->members, from->member_count * sizeof *to->members);
  memcpy(to->bilinears, from->bilinears, from->bilinear_count * sizeof *to->bilinears);
  memcpy(to->functions, from->functions, from->function_count * sizeof *to->functions);
  return hil_spaces_copy(&from->spaces, arena, &to->spaces);
}

static HilMapId fail(HilTerms *terms, Status status) {
  hil_terms_fail(terms, status);
  return no_map;
}

static HilMapId make(HilTerms *terms, HilMap map) {
  if (hil_terms_status(terms) != STATUS_OK) return no_map;
  bool section = map.kind == HILMAP_LEFT || map.kind == HILMAP_RIGHT;
  if (section && map.w == NULL) return fail(terms, STATUS_LIMIT);
  if (map.dom.id == 0 || map.cod.id == 0) return fail(terms, STATUS_ILL_TYPED);
  HilMap *maps = hil_grown(terms->arena, terms->maps, terms->map_count, &terms->map_capacity, 1, sizeof *maps);
  if (maps == NULL) return fail(terms, STATUS_LIMIT);
  terms->maps = maps;
  terms->maps[terms->map_count] = map;
  return (HilMapId){terms->map_count++};
}

static HilSpace dom_of(const HilTerms *terms, HilMapId m) { return hil_map(terms, m)->dom; }
static HilSpace cod_of(const HilTerms *terms, HilMapId m) { return hil_map(terms, m)->cod; }
static const HilSpaceNode *node_of(const HilTerms *terms, HilSpace v) { return hil_space(&terms->spaces, v); }

HilMapId hilmap_id(HilTerms *terms, HilSpace v) { return make(terms, (HilMap){.kind = HILMAP_ID, .dom = v, .cod = v}); }

HilMapId hilmap_comp(HilTerms *terms, HilMapId g, HilMapId f) {
  return make(terms, (HilMap){.kind = HILMAP_COMP, .dom = dom_of(terms, f), .cod = cod_of(terms, g), .a = g, .b = f});
}

HilMapId hilmap_zero(HilTerms *terms, HilSpace v, HilSpace w) {
  return make(terms, (HilMap){.kind = HILMAP_ZERO, .dom = v, .cod = w});
}

/* V_x; none where there is no such. */
static HilSpace part_of(const HilTerms *terms, HilSpace sum, uint32_t x) {
  bool there = hil_is_direct(&terms->spaces, sum) && x < hil_width(&terms->spaces, sum);
  return there ? hil_part(&terms->spaces, sum, x) : (HilSpace){0};
}

HilMapId hilmap_inj(HilTerms *terms, HilSpace sum, uint32_t x) {
  return make(terms, (HilMap){.kind = HILMAP_INJ, .dom = part_of(terms, sum, x), .cod = sum, .n = x});
}

HilMapId hilmap_proj(HilTerms *terms, HilSpace sum, uint32_t x) {
  return make(terms, (HilMap){.kind = HILMAP_PROJ, .dom = sum, .cod = part_of(terms, sum, x), .n = x});
}

static bool put_members(HilTerms *terms, uint32_t n, const HilMapId *members, uint32_t *first) {
  uint32_t *larger =
      hil_grown(terms->arena, terms->members, terms->member_count, &terms->member_capacity, n, sizeof *larger);
  if (larger == NULL) return false;
  terms->members = larger;
  *first = terms->member_count;
  for (uint32_t x = 0; x < n; x++) terms->members[terms->member_count++] = members[x].id;
  return true;
}

/* (+)_x of the domains, or codomains, of the members. */
static HilSpace sum_of(HilTerms *terms, HilIndex x, const HilMapId *members, bool domains) {
  uint32_t n = hil_index(&terms->spaces, x)->size;
  HilSpace *parts = arena_array(terms->arena, n, sizeof *parts);
  if (parts == NULL) {
    (void)fail(terms, STATUS_LIMIT);
    return (HilSpace){0};
  }
  for (uint32_t i = 0; i < n; i++) parts[i] = domains ? dom_of(terms, members[i]) : cod_of(terms, members[i]);
  return hil_space_direct(&terms->spaces, x, parts);
}

static HilMapId with_members(HilTerms *terms, HilMap map, HilIndex x, const HilMapId *members) {
  map.n = hil_index(&terms->spaces, x)->size;
  if (!put_members(terms, map.n, members, &map.first)) return fail(terms, STATUS_LIMIT);
  return make(terms, map);
}

HilMapId hilmap_par(HilTerms *terms, HilMapKind kind, HilIndex x, const HilMapId *members) {
  HilSpace dom = sum_of(terms, x, members, true), cod = sum_of(terms, x, members, false);
  return with_members(terms, (HilMap){.kind = kind, .dom = dom, .cod = cod}, x, members);
}

HilMapId hilmap_map(HilTerms *terms, HilIndex x, HilMapId f) {
  HilSpace dom = hil_space_power(&terms->spaces, x, dom_of(terms, f));
  HilSpace cod = hil_space_power(&terms->spaces, x, cod_of(terms, f));
  return make(terms, (HilMap){.kind = HILMAP_MAP, .dom = dom, .cod = cod, .a = f});
}

HilMapId hilmap_tuple(HilTerms *terms, HilSpace dom, HilIndex x, const HilMapId *members) {
  HilSpace cod = sum_of(terms, x, members, false);
  return with_members(terms, (HilMap){.kind = HILMAP_TUPLE, .dom = dom, .cod = cod}, x, members);
}

HilMapId hilmap_cotuple(HilTerms *terms, HilSpace cod, HilIndex x, const HilMapId *members) {
  HilSpace dom = sum_of(terms, x, members, true);
  return with_members(terms, (HilMap){.kind = HILMAP_COTUPLE, .dom = dom, .cod = cod}, x, members);
}

HilMapId hilmap_plus(HilTerms *terms, HilMapId f, HilMapId g) {
  return make(terms, (HilMap){.kind = HILMAP_PLUS, .dom = dom_of(terms, f), .cod = cod_of(terms, f), .a = f, .b = g});
}

static int compare_pairs(const void *a, const void *b) {
  const HilPair *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

HilMapId hilmap_red(HilTerms *terms, HilSpace v, HilIndex x, HilIndex y, uint32_t count, const HilPair *pairs) {
  HilPair *sorted = arena_array(terms->arena, count, sizeof *sorted);
  uint32_t kept = 0;
  if (sorted == NULL) return fail(terms, STATUS_LIMIT);
  if (count != 0) {
    memcpy(sorted, pairs, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_pairs);
  }
  for (uint32_t i = 0; i < count; i++) { /* a relation is a set */
    if (kept == 0 || compare_pairs(&sorted[kept - 1], &sorted[i]) != 0) sorted[kept++] = sorted[i];
  }
  return make(terms, (HilMap){.kind = HILMAP_RED,
                              .dom = hil_space_power(&terms->spaces, x, v),
                              .cod = hil_space_power(&terms->spaces, y, v),
                              .n = kept,
                              .pairs = sorted});
}

/* --------------------------------------------------- tensors, unitary maps -- */

static HilSpace tensor(HilTerms *terms, HilSpace v, HilSpace w) { return hil_space_tensor(&terms->spaces, v, w); }

HilMapId hilmap_left(HilTerms *terms, HilSpace space, const HilVector *w, HilSpace other) {
  HilSpaceNode t = *node_of(terms, space);
  if (t.kind != HIL_SPACE_TENSOR) return fail(terms, STATUS_ILL_TYPED);
  HilSpace dom = tensor(terms, t.b, other), cod = tensor(terms, t.a, other);
  return make(terms, (HilMap){.kind = HILMAP_LEFT, .dom = dom, .cod = cod, .w = w, .space = space});
}

HilMapId hilmap_right(HilTerms *terms, HilSpace space, const HilVector *w, HilSpace other) {
  HilSpaceNode t = *node_of(terms, space);
  if (t.kind != HIL_SPACE_TENSOR) return fail(terms, STATUS_ILL_TYPED);
  HilSpace dom = tensor(terms, other, t.a), cod = tensor(terms, other, t.b);
  return make(terms, (HilMap){.kind = HILMAP_RIGHT, .dom = dom, .cod = cod, .w = w, .space = space});
}

/* ((+)V_x)(x)W to (+)(V_x(x)W) and back; none if it is no such space. */
static HilSpace distributed(HilTerms *terms, HilSpace dom, bool inverse) {
  HilSpaces *spaces = &terms->spaces;
  HilSpace sum = inverse ? dom : node_of(terms, dom)->a;
  if (!hil_is_direct(spaces, sum)) return (HilSpace){0};
  HilSpace w = node_of(terms, dom)->b;
  HilIndex x = node_of(terms, sum)->index;
  uint32_t n = hil_width(spaces, sum);
  if (inverse && n == 0) return (HilSpace){0}; /* W is not known */
  HilSpace *parts = arena_array(terms->arena, n, sizeof *parts);
  if (parts == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilSpace){0};
  }
  for (uint32_t i = 0; i < n; i++) {
    HilSpace part = hil_part(spaces, sum, i);
    parts[i] = inverse ? node_of(terms, part)->a : tensor(terms, part, w);
    if (inverse) w = node_of(terms, part)->b;
  }
  HilSpace direct = hil_space_direct(spaces, x, parts);
  return inverse ? tensor(terms, direct, w) : direct;
}

/* ((+)V_x)(+)((+)W_x) to (+)(V_x(+)W_x) and back. */
static HilSpace zipped(HilTerms *terms, HilSpace dom, bool inverse) {
  HilSpaces *spaces = &terms->spaces;
  if (!hil_is_direct(spaces, dom) || (!inverse && hil_width(spaces, dom) != 2)) return (HilSpace){0};
  HilSpace first = inverse ? dom : hil_part(spaces, dom, 0), second = inverse ? dom : hil_part(spaces, dom, 1);
  if (!hil_is_direct(spaces, first) || !hil_is_direct(spaces, second)) return (HilSpace){0};
  HilIndex x = node_of(terms, first)->index;
  uint32_t n = hil_width(spaces, first);
  HilSpace *a = arena_array(terms->arena, n, sizeof *a), *b = arena_array(terms->arena, n, sizeof *b);
  if (a == NULL || b == NULL) {
    hil_terms_fail(terms, STATUS_LIMIT);
    return (HilSpace){0};
  }
  if (node_of(terms, second)->index.id != x.id) return (HilSpace){0};
  for (uint32_t i = 0; i < n; i++) {
    HilSpace part = hil_part(spaces, first, i);
    bool pair = inverse && hil_is_direct(spaces, part) && hil_width(spaces, part) == 2;
    if (inverse && !pair) return (HilSpace){0};
    a[i] = inverse ? hil_part(spaces, part, 0) : hil_space_pair(spaces, part, hil_part(spaces, second, i));
    if (inverse) b[i] = hil_part(spaces, part, 1);
  }
  HilSpace direct = hil_space_direct(spaces, x, a);
  return inverse ? hil_space_pair(spaces, direct, hil_space_direct(spaces, x, b)) : direct;
}

/* V^X(x)W^Y to (V(x)W)^(XxY) and back. */
static HilSpace curried(HilTerms *terms, HilSpace dom, bool inverse) {
  HilSpaces *spaces = &terms->spaces;
  HilSpaceNode node = *node_of(terms, dom);
  if (inverse) {
    if (node.kind != HIL_SPACE_DIRECT || !node.uniform) return (HilSpace){0};
    HilIndexNode index = *hil_index(spaces, node.index);
    HilSpaceNode part = *node_of(terms, node.a);
    if (index.kind != HIL_INDEX_TIMES || part.kind != HIL_SPACE_TENSOR) return (HilSpace){0};
    return tensor(terms, hil_space_power(spaces, index.a, part.a), hil_space_power(spaces, index.b, part.b));
  }
  HilSpaceNode a = *node_of(terms, node.a), b = *node_of(terms, node.b);
  if (node.kind != HIL_SPACE_TENSOR || a.kind != HIL_SPACE_DIRECT || b.kind != HIL_SPACE_DIRECT) return (HilSpace){0};
  if (!a.uniform || !b.uniform || a.a.id == 0 || b.a.id == 0) return (HilSpace){0};
  return hil_space_power(spaces, hil_index_times(spaces, a.index, b.index), tensor(terms, a.a, b.a));
}

static HilSpace unitary_codomain(HilTerms *terms, HilMapKind kind, HilSpace dom) {
  HilSpace real = hil_space_real(&terms->spaces);
  HilSpaceNode t = *node_of(terms, dom), inner;
  bool product = t.kind == HIL_SPACE_TENSOR;
  if (kind == HILMAP_UNIT_L) return tensor(terms, real, dom);
  if (kind == HILMAP_UNIT_R) return tensor(terms, dom, real);
  if (kind == HILMAP_DISTRIB && product) return distributed(terms, dom, false);
  if (kind == HILMAP_DISTRIB_INV) return distributed(terms, dom, true);
  if (kind == HILMAP_ZIP || kind == HILMAP_UNZIP) return zipped(terms, dom, kind == HILMAP_UNZIP);
  if (kind == HILMAP_CURRY || kind == HILMAP_UNCURRY) return curried(terms, dom, kind == HILMAP_UNCURRY);
  if (!product) return (HilSpace){0};
  if (kind == HILMAP_UNIT_L_INV) return t.b;
  if (kind == HILMAP_UNIT_R_INV) return t.a;
  if (kind == HILMAP_TRANSPOSE) return tensor(terms, t.b, t.a);
  inner = *node_of(terms, kind == HILMAP_ASSOC ? t.a : t.b);
  if (inner.kind != HIL_SPACE_TENSOR) return (HilSpace){0};
  if (kind == HILMAP_ASSOC) return tensor(terms, inner.a, tensor(terms, inner.b, t.b));
  if (kind == HILMAP_ASSOC_INV) return tensor(terms, tensor(terms, t.a, inner.a), inner.b);
  return (HilSpace){0};
}

HilMapId hilmap_unitary(HilTerms *terms, HilMapKind kind, HilSpace dom) {
  return hilmap_unitary_between(terms, kind, dom, unitary_codomain(terms, kind, dom));
}

HilMapId hilmap_unitary_between(HilTerms *terms, HilMapKind kind, HilSpace dom, HilSpace cod) {
  return make(terms, (HilMap){.kind = kind, .dom = dom, .cod = cod});
}

/* ---------------------------------------------------------------- derived -- */

/* {(0, y) | y} or {(x, 0) | x} */
static HilPair *star(HilTerms *terms, uint32_t n, bool from) {
  HilPair *pairs = arena_array(terms->arena, n, sizeof *pairs);
  if (pairs == NULL) (void)fail(terms, STATUS_LIMIT);
  for (uint32_t i = 0; pairs != NULL && i < n; i++) pairs[i] = from ? (HilPair){0, i} : (HilPair){i, 0};
  return pairs;
}

/*   Sigma_Y = pi . red_{Y x 1} */
HilMapId hilmap_sum(HilTerms *terms, HilIndex y, HilSpace v) {
  RULE(HIL_SIGMA);
  uint32_t n = hil_index(&terms->spaces, y)->size;
  HilPair *pairs = star(terms, n, false);
  if (pairs == NULL) return no_map;
  HilIndex one = hil_index_number(&terms->spaces, 1);
  HilMapId red = hilmap_red(terms, v, y, one, n, pairs);
  return hilmap_comp(terms, hilmap_proj(terms, hil_space_power(&terms->spaces, one, v), 0), red);
}

/*   rep_Y = red_{1 x Y} . iota */
HilMapId hilmap_rep(HilTerms *terms, HilIndex y, HilSpace v) {
  RULE(HIL_REP);
  uint32_t n = hil_index(&terms->spaces, y)->size;
  HilPair *pairs = star(terms, n, true);
  if (pairs == NULL) return no_map;
  HilIndex one = hil_index_number(&terms->spaces, 1);
  HilMapId red = hilmap_red(terms, v, one, y, n, pairs);
  return hilmap_comp(terms, red, hilmap_inj(terms, hil_space_power(&terms->spaces, one, v), 0));
}

/*   (k·) = |_| . ((1(x)k)*) . (1(x)_) */
HilMapId hilmap_multiple(HilTerms *terms, const HilVector *k, HilSpace v) {
  RULE(HIL_MULTIPLE);
  HilSpace real = hil_space_real(&terms->spaces);
  HilVector *w = arena_alloc(terms->arena, sizeof *w);
  if (w == NULL || k == NULL) return fail(terms, STATUS_LIMIT);
  *w = (HilVector){.kind = HIL_TENSOR, .a = &hil_one, .b = k};
  HilMapId left = hilmap_left(terms, tensor(terms, real, real), w, v);
  HilMapId unit = hilmap_unitary(terms, HILMAP_UNIT_L, v);
  HilMapId back = hilmap_unitary(terms, HILMAP_UNIT_L_INV, tensor(terms, real, v));
  return hilmap_comp(terms, back, hilmap_comp(terms, left, unit));
}
