/* Spaces and vectors, and maps by construct. */
#include "verify/laws/frechet/generate.h"

#include "semantics/frechet/cases.h"
#include "semantics/memory/try.h"
#include "verify/enumerate/space.h"
#include "verify/truth/ring_symbolic.h"

#define STREAM 1u
#define TRIES 64u       /* at a map of a kind */
#define FOR_VECTORS 20u /* variables that vectors in terms may use */
#define NONE ((HilMapId){0})

uint32_t draw_choice(Draw *draw, uint32_t n) { return (uint32_t)(random_word(draw->seed, STREAM, draw->drawn++) % n); }

/* ----------------------------------------------------------------- spaces -- */

HilIndex draw_index(Draw *draw) {
  HilSpaces *spaces = &draw->terms.spaces;
  uint32_t form = draw_choice(draw, 16);
  if (form == 0) return hil_index_number(spaces, 0);
  if (form < 12 && draw->endless) return hil_index_naturals(spaces, 1 + form % 3);
  if (form < 12) return hil_index_number(spaces, 1 + form % 3);
  HilIndex a = hil_index_number(spaces, 1 + draw_choice(draw, 2)),
           b = hil_index_number(spaces, 1 + draw_choice(draw, 2));
  return form < 14 ? hil_index_times(spaces, a, b) : hil_index_plus(spaces, a, b);
}

static uint64_t dim_of(const Draw *draw, HilSpace space) { return hil_space(&draw->terms.spaces, space)->dim; }

static HilSpace direct(Draw *draw, HilIndex x, uint32_t depth) {
  HilSpaces *spaces = &draw->terms.spaces;
  HilSpace parts[4];
  uint32_t n = hil_index(spaces, x)->size;
  for (uint32_t i = 0; i < n && i < 4; i++) parts[i] = draw_space(draw, depth);
  return hil_space_direct(spaces, x, parts);
}

static HilSpace any_space(Draw *draw, uint32_t depth) {
  HilSpaces *spaces = &draw->terms.spaces;
  HilSpace real = hil_space_real(spaces), v, w;
  uint32_t form = draw_choice(draw, depth == 0 ? 4 : 8);
  switch (form) {
  case 0: return draw_choice(draw, 8) == 0 ? hil_space_zero(spaces) : real;
  case 1: return real;
  case 2:
  case 3: return hil_space_power(spaces, draw_index(draw), real);
  case 4: v = draw_space(draw, depth - 1); return hil_space_power(spaces, draw_index(draw), v);
  case 5: return direct(draw, draw_index(draw), depth - 1);
  default:
    v = draw_space(draw, depth - 1);
    w = draw_space(draw, depth - 1);
    return hil_space_tensor(spaces, v, w);
  }
}

HilSpace draw_space(Draw *draw, uint32_t depth) {
  HilSpace space = any_space(draw, depth);
  uint32_t most = depth == 0 ? DRAW_MOST_DIM / 2 : DRAW_MOST_DIM;
  return dim_of(draw, space) <= most ? space : hil_space_real(&draw->terms.spaces);
}

/* ---------------------------------------------------------------- vectors -- */

static Scalar draw_scalar(Draw *draw) {
  Ring *ring = draw->machine.ring;
  if (draw->variables < FOR_VECTORS) return symbolic_variable(ring, draw->variables++);
  int64_t n = (int64_t)draw_choice(draw, 6) - 3;
  return ring_integer(ring, n >= 0 ? n + 1 : n);
}

Scalar *draw_argument(Draw *draw, HilSpace space) {
  uint64_t n = dim_of(draw, space);
  Scalar *flat = arena_array(draw->machine.arena, (size_t)n + 1, sizeof *flat);
  if (flat == NULL || n > DRAW_VARIABLES - draw->variables) return NULL;
  for (uint64_t i = 0; i < n; i++) flat[i] = symbolic_variable(draw->machine.ring, draw->variables++);
  return flat;
}

/* e_i */
static Status basis(Draw *draw, HilSpace space, uint64_t i, HilVector *out) {
  const HilSpaces *spaces = &draw->terms.spaces;
  const HilSpaceNode *node = hil_space(spaces, space);
  HilVector a, b;
  *out = hil_one;
  if (node->kind == HIL_SPACE_TENSOR) {
    uint64_t columns = dim_of(draw, node->b);
    TRY(basis(draw, node->a, i / columns, &a));
    TRY(basis(draw, node->b, i % columns, &b));
    return hil_tensor(&draw->machine, &a, &b, out);
  }
  for (uint32_t x = 0; node->kind == HIL_SPACE_DIRECT && x < hil_width(spaces, space); x++) {
    uint64_t n = dim_of(draw, hil_part(spaces, space, x));
    if (i < n) {
      TRY(basis(draw, hil_part(spaces, space, x), i, &a));
      return hil_inject(&draw->machine, x, &a, out);
    }
    i -= n;
  }
  return STATUS_OK;
}

/* sum_i e_i (x) row i */
static Status formal_tensor(Draw *draw, const HilSpaceNode *node, const Scalar *coordinates, HilVector *out) {
  uint64_t rows = dim_of(draw, node->a), columns = dim_of(draw, node->b);
  HilVector *parts = arena_array(draw->machine.arena, (size_t)rows + 1, sizeof *parts), e, row;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint64_t i = 0; i < rows; i++) {
    TRY(basis(draw, node->a, i, &e));
    TRY(draw_formal(draw, node->b, coordinates + i * columns, &row));
    TRY(hil_tensor(&draw->machine, &e, &row, &parts[i]));
  }
  *out = (HilVector){.kind = HIL_SUM, .n = (int64_t)rows, .parts = parts};
  return STATUS_OK;
}

Status draw_formal(Draw *draw, HilSpace space, const Scalar *coordinates, HilVector *out) {
  const HilSpaces *spaces = &draw->terms.spaces;
  const HilSpaceNode *node = hil_space(spaces, space);
  *out = hil_zero;
  if (node->kind == HIL_SPACE_REAL) *out = hil_scalar(coordinates[0]);
  if (node->kind == HIL_SPACE_TENSOR) return formal_tensor(draw, node, coordinates, out);
  if (node->kind != HIL_SPACE_DIRECT) return STATUS_OK;
  uint32_t n = hil_width(spaces, space);
  bool reals = node->uniform && n != 0 && hil_space(spaces, node->a)->kind == HIL_SPACE_REAL;
  if (reals && draw_choice(draw, 2) == 0) {
    *out = hil_reals(n, coordinates);
    return STATUS_OK;
  }
  HilVector *parts = arena_array(draw->machine.arena, n + 1, sizeof *parts);
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < n; x++) {
    TRY(draw_formal(draw, hil_part(spaces, space, x), coordinates, &parts[x]));
    coordinates += dim_of(draw, hil_part(spaces, space, x));
  }
  *out = (HilVector){.kind = HIL_TUPLE, .n = n, .parts = parts};
  return STATUS_OK;
}

/* The parts of a tuple, or two summands. */
static const HilVector *vector_of_parts(Draw *draw, HilSpace space, bool sum, uint32_t depth) {
  const HilSpaces *spaces = &draw->terms.spaces;
  uint32_t n = sum ? 2 : hil_width(spaces, space);
  HilVector *parts = arena_array(draw->machine.arena, n + 1, sizeof *parts);
  for (uint32_t x = 0; x < n && parts != NULL; x++) {
    const HilVector *one = draw_vector(draw, sum ? space : hil_part(spaces, space, x), depth);
    if (one == NULL) return NULL;
    parts[x] = *one;
  }
  return hil_keep(&draw->machine, (HilVector){.kind = sum ? HIL_SUM : HIL_TUPLE, .n = n, .parts = parts});
}

const HilVector *draw_vector(Draw *draw, HilSpace space, uint32_t depth) {
  const HilSpaces *spaces = &draw->terms.spaces;
  const HilSpaceNode node = *hil_space(spaces, space);
  HilVector out = hil_zero;
  uint32_t form = depth == 0 ? 9 : draw_choice(draw, 10);
  if (form == 0 && draw_choice(draw, 3) == 0) return hil_keep(&draw->machine, hil_zero);
  if (form <= 2) return vector_of_parts(draw, space, true, depth - 1);
  if (form == 3) {
    out = (HilVector){.kind = HIL_SCALE, .scalar = draw_scalar(draw), .a = draw_vector(draw, space, depth - 1)};
    return hil_keep(&draw->machine, out);
  }
  if (node.kind == HIL_SPACE_REAL) {
    out = draw_choice(draw, 4) == 0 ? (HilVector){.kind = HIL_INTEGER, .n = (int64_t)draw_choice(draw, 4) - 1}
                                    : hil_scalar(draw_scalar(draw));
  } else if (node.kind == HIL_SPACE_TENSOR) {
    const HilVector *a = draw_vector(draw, node.a, depth == 0 ? 0 : depth - 1);
    const HilVector *b = draw_vector(draw, node.b, depth == 0 ? 0 : depth - 1);
    out = (HilVector){.kind = HIL_TENSOR, .a = a, .b = b};
  } else if (node.kind == HIL_SPACE_DIRECT && form == 4 && hil_width(spaces, space) != 0) {
    uint32_t x = draw_choice(draw, hil_width(spaces, space));
    out = (HilVector){.kind = HIL_INJECT, .n = x, .a = draw_vector(draw, hil_part(spaces, space, x), depth - 1)};
  } else if (node.kind == HIL_SPACE_DIRECT) {
    return vector_of_parts(draw, space, false, depth == 0 ? 0 : depth - 1);
  }
  return hil_keep(&draw->machine, out);
}

/* ------------------------------------------------------------------- maps -- */

/* |_| . (w*) . (_(x)1) for w : W(x)V */
static HilMapId by_tensor(Draw *draw, HilSpace dom, HilSpace cod) {
  HilTerms *terms = &draw->terms;
  HilSpace real = hil_space_real(&terms->spaces), space = hil_space_tensor(&terms->spaces, cod, dom);
  HilMapId section = hilmap_left(terms, space, draw_vector(draw, space, 2), real);
  HilMapId out = hilmap_unitary(terms, HILMAP_UNIT_R_INV, hil_space_tensor(&terms->spaces, cod, real));
  return hilmap_comp(terms, out, hilmap_comp(terms, section, hilmap_unitary(terms, HILMAP_UNIT_R, dom)));
}

HilMapId draw_map_between(Draw *draw, HilSpace dom, HilSpace cod) {
  HilTerms *terms = &draw->terms;
  uint32_t form = draw_choice(draw, 6);
  if (form == 0 && draw_choice(draw, 3) == 0) return hilmap_zero(terms, dom, cod);
  if (form == 1 && hil_same(dom, cod)) return hilmap_id(terms, dom);
  if (form == 2 && hil_same(dom, cod))
    return hilmap_multiple(terms, draw_vector(draw, hil_space_real(&terms->spaces), 0), dom);
  return by_tensor(draw, dom, cod);
}

static HilMapId with_members(Draw *draw, HilMapKind kind, HilSpace dom, uint32_t depth) {
  HilTerms *terms = &draw->terms;
  HilMapId members[4];
  bool tuple = kind == HILMAP_TUPLE;
  HilIndex x = tuple ? draw_index(draw) : hil_space(&terms->spaces, dom)->index;
  uint32_t n = hil_index(&terms->spaces, x)->size;
  HilSpace cod = draw_space(draw, 1);
  if (n > 4) return NONE;
  for (uint32_t i = 0; i < n; i++) {
    HilSpace from = tuple ? dom : hil_part(&terms->spaces, dom, i);
    members[i] = kind == HILMAP_COTUPLE ? draw_map_between(draw, from, cod) : draw_map_from(draw, from, depth);
  }
  if (tuple) return hilmap_tuple(terms, dom, x, members);
  if (kind == HILMAP_COTUPLE) return hilmap_cotuple(terms, cod, x, members);
  return hilmap_par(terms, kind, x, members);
}

static HilMapId reduction(Draw *draw, HilSpace dom) {
  HilTerms *terms = &draw->terms;
  HilSpaceNode node = *hil_space(&terms->spaces, dom);
  HilIndex y = draw_index(draw);
  uint32_t nx = hil_width(&terms->spaces, dom), ny = hil_index(&terms->spaces, y)->size, count = 0;
  HilPair pairs[16];
  HilSpace v = nx == 0 ? draw_space(draw, 0) : node.a;
  for (uint32_t i = 0; i < nx * ny && i < 16; i++) {
    if (draw_choice(draw, 2) == 0) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  return hilmap_red(terms, v, node.index, y, count, pairs);
}

static HilMapId injection(Draw *draw, HilSpace dom) {
  HilTerms *terms = &draw->terms;
  HilSpace parts[4];
  uint32_t n = 1 + draw_choice(draw, 3), x = draw_choice(draw, n);
  for (uint32_t i = 0; i < n; i++) parts[i] = i == x ? dom : draw_space(draw, 0);
  return hilmap_inj(terms, hil_space_direct(&terms->spaces, hil_index_number(&terms->spaces, n), parts), x);
}

static HilMapId a_section(Draw *draw, HilMapKind kind, HilSpaceNode dom) {
  HilTerms *terms = &draw->terms;
  HilSpace other = draw_space(draw, 1);
  bool left = kind == HILMAP_LEFT;
  HilSpace space =
      left ? hil_space_tensor(&terms->spaces, other, dom.a) : hil_space_tensor(&terms->spaces, dom.b, other);
  const HilVector *w = draw_vector(draw, space, 2);
  return left ? hilmap_left(terms, space, w, dom.b) : hilmap_right(terms, space, w, dom.a);
}

static HilMapId of_two(Draw *draw, HilMapKind kind, HilSpace dom, uint32_t depth) {
  HilMapId f = draw_map_from(draw, dom, depth);
  HilSpace cod = hil_map(&draw->terms, f)->cod;
  if (f.id == 0) return NONE;
  if (kind == HILMAP_PLUS) return hilmap_plus(&draw->terms, f, draw_map_between(draw, dom, cod));
  return hilmap_comp(&draw->terms, draw_map_from(draw, cod, depth), f);
}

/* The construct at this domain; none where it does not fit. */
static HilMapId construct(Draw *draw, HilMapKind kind, HilSpace dom, uint32_t depth) {
  HilTerms *terms = &draw->terms;
  const HilSpaceNode node = *hil_space(&terms->spaces, dom);
  bool sum = node.kind == HIL_SPACE_DIRECT, full = sum && hil_width(&terms->spaces, dom) != 0;
  bool deep = depth != 0;
  switch (kind) {
  case HILMAP_ID: return hilmap_id(terms, dom);
  case HILMAP_ZERO: return hilmap_zero(terms, dom, draw_space(draw, 1));
  case HILMAP_COMP:
  case HILMAP_PLUS: return deep ? of_two(draw, kind, dom, depth - 1) : by_tensor(draw, dom, draw_space(draw, 0));
  case HILMAP_INJ: return injection(draw, dom);
  case HILMAP_PROJ: return full ? hilmap_proj(terms, dom, draw_choice(draw, hil_width(&terms->spaces, dom))) : NONE;
  case HILMAP_PAR:
  case HILMAP_DELTA: return sum && deep ? with_members(draw, kind, dom, depth - 1) : NONE;
  case HILMAP_COTUPLE: return sum ? with_members(draw, kind, dom, 0) : NONE;
  case HILMAP_TUPLE: return deep ? with_members(draw, kind, dom, depth - 1) : NONE;
  case HILMAP_MAP:
    return full && node.uniform && deep ? hilmap_map(terms, node.index, draw_map_from(draw, node.a, depth - 1)) : NONE;
  case HILMAP_RED: return sum && node.uniform ? reduction(draw, dom) : NONE;
  case HILMAP_LEFT:
  case HILMAP_RIGHT: return node.kind == HIL_SPACE_TENSOR ? a_section(draw, kind, node) : NONE;
  case HILMAP_UNIT_L_INV:
    return node.kind == HIL_SPACE_TENSOR && hil_same(node.a, hil_space_real(&terms->spaces))
               ? hilmap_unitary(terms, kind, dom)
               : NONE;
  case HILMAP_UNIT_R_INV:
    return node.kind == HIL_SPACE_TENSOR && hil_same(node.b, hil_space_real(&terms->spaces))
               ? hilmap_unitary(terms, kind, dom)
               : NONE;
  case HILMAP_ANY_UNITARY: return hilmap_unitary(terms, kind, dom);
  case HILMAP_KIND_COUNT: return NONE;
  }
  return NONE;
}

/* The same, typed and small, with the terms as they were where it is not. */
static HilMapId attempt(Draw *draw, HilMapKind kind, HilSpace dom, uint32_t depth) {
  HilTerms saved = draw->terms;
  HilMapId m = construct(draw, kind, dom, depth);
  Status status = hil_terms_status(&draw->terms);
  if (status == STATUS_LIMIT) return NONE;
  if (m.id != 0 && status == STATUS_OK && dim_of(draw, hil_map(&draw->terms, m)->cod) <= DRAW_MOST_DIM &&
      hil_map_check(&draw->terms, m) == STATUS_OK)
    return m;
  draw->terms = saved;
  return NONE;
}

HilMapId draw_map_from(Draw *draw, HilSpace dom, uint32_t depth) {
  for (uint32_t i = 0; i < 6; i++) {
    HilMapId m = attempt(draw, (HilMapKind)draw_choice(draw, HILMAP_KIND_COUNT), dom, depth);
    if (m.id != 0) return m;
  }
  return attempt(draw, HILMAP_COMP, dom, 0);
}

/* A domain that fits the construct, mostly. */
static HilSpace domain(Draw *draw, HilMapKind kind) {
  HilSpaces *spaces = &draw->terms.spaces;
  HilSpace real = hil_space_real(spaces), v = draw_space(draw, 1), w = draw_space(draw, 1), parts[4];
  HilIndex x = draw_index(draw), y = draw_index(draw);
  uint32_t n = hil_index(spaces, x)->size;
  switch (kind) {
  case HILMAP_PROJ:
  case HILMAP_PAR:
  case HILMAP_DELTA:
  case HILMAP_COTUPLE: return direct(draw, x, 1);
  case HILMAP_MAP:
  case HILMAP_RED: return hil_space_power(spaces, x, v);
  case HILMAP_UNIT_L_INV: return hil_space_tensor(spaces, real, v);
  case HILMAP_UNIT_R_INV: return hil_space_tensor(spaces, v, real);
  case HILMAP_LEFT:
  case HILMAP_RIGHT:
  case HILMAP_TRANSPOSE: return hil_space_tensor(spaces, v, w);
  case HILMAP_ASSOC: return hil_space_tensor(spaces, hil_space_tensor(spaces, v, w), draw_space(draw, 0));
  case HILMAP_ASSOC_INV: return hil_space_tensor(spaces, v, hil_space_tensor(spaces, w, draw_space(draw, 0)));
  case HILMAP_DISTRIB: v = direct(draw, x, 1); return hil_space_tensor(spaces, v, w);
  case HILMAP_DISTRIB_INV:
    for (uint32_t i = 0; i < n; i++) parts[i] = hil_space_tensor(spaces, draw_space(draw, 0), w);
    return hil_space_direct(spaces, x, parts);
  case HILMAP_ZIP: v = direct(draw, x, 0); return hil_space_pair(spaces, v, direct(draw, x, 0));
  case HILMAP_UNZIP:
    for (uint32_t i = 0; i < n; i++) {
      HilSpace first = draw_space(draw, 0);
      parts[i] = hil_space_pair(spaces, first, draw_space(draw, 0));
    }
    return hil_space_direct(spaces, x, parts);
  case HILMAP_CURRY: return hil_space_tensor(spaces, hil_space_power(spaces, x, v), hil_space_power(spaces, y, w));
  case HILMAP_UNCURRY: return hil_space_power(spaces, hil_index_times(spaces, x, y), hil_space_tensor(spaces, v, w));
  case HILMAP_ID:
  case HILMAP_COMP:
  case HILMAP_ZERO:
  case HILMAP_INJ:
  case HILMAP_TUPLE:
  case HILMAP_PLUS:
  case HILMAP_UNIT_L:
  case HILMAP_UNIT_R:
  case HILMAP_KIND_COUNT: return v;
  }
  return v;
}

HilMapId draw_map(Draw *draw, HilMapKind kind, uint32_t depth) {
  for (uint32_t i = 0; i < TRIES; i++) {
    HilSpace dom = domain(draw, kind);
    uint32_t variables = draw->variables;
    HilMapId m = dim_of(draw, dom) > DRAW_MOST_DIM ? NONE : attempt(draw, kind, dom, depth);
    if (m.id != 0) return m;
    draw->variables = variables;
  }
  return NONE;
}
