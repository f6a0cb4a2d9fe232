/* Left sides of the optimiser's rules, drawn at random: relational reduction, units,
 * sections of contraction. */
#include "verify/laws/frechet/optimiser.h"

#define NONE ((HilMapId){0})
#define MOST 3u

static HilSpace real(Draw *d) { return hil_space_real(&d->terms.spaces); }
static HilSpace tensor(Draw *d, HilSpace v, HilSpace w) { return hil_space_tensor(&d->terms.spaces, v, w); }
static HilIndex number(Draw *d, uint32_t n) { return hil_index_number(&d->terms.spaces, n); }
static HilMapId comp(Draw *d, HilMapId g, HilMapId f) { return hilmap_comp(&d->terms, g, f); }
/* A space of two or three reals, or of pairs of such. */
static HilSpace array(Draw *d) { return hil_space_power(&d->terms.spaces, number(d, 2 + draw_choice(d, 2)), real(d)); }

static const HilVector *keep(Draw *d, HilVector v) { return hil_keep(&d->machine, v); }

/* u (x) v, or a multiple of it, with these for some of the parts. */
static const HilVector *simple(Draw *d, HilSpace v, HilSpace w, const HilVector *a, const HilVector *b) {
  const HilVector *left = a != NULL ? a : draw_vector(d, v, 0), *right = b != NULL ? b : draw_vector(d, w, 0);
  const HilVector *k = draw_vector(d, real(d), 0);
  const HilVector *pair = keep(d, (HilVector){.kind = HIL_TENSOR, .a = left, .b = right});
  if (k == NULL || k->kind != HIL_SCALAR || left_coin(d)) return pair;
  return keep(d, (HilVector){.kind = HIL_SCALE, .scalar = k->scalar, .a = pair});
}

/* ------------------------------------------------------------- reductions -- */

static HilMapId red(Draw *d, HilSpace v, uint32_t nx, uint32_t ny, uint32_t count, const HilPair *pairs) {
  return hilmap_red(&d->terms, v, number(d, nx), number(d, ny), count, pairs);
}

/* Each x with at most one y. */
static uint32_t partial(Draw *d, uint32_t nx, uint32_t ny, HilPair *pairs) {
  uint32_t count = 0;
  for (uint32_t x = 0; x < nx; x++) {
    if (draw_choice(d, 4) != 0) pairs[count++] = (HilPair){x, draw_choice(d, ny)};
  }
  return count;
}

/* Any relation. */
static uint32_t relation(Draw *d, uint32_t nx, uint32_t ny, HilPair *pairs) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < nx * ny; i++) {
    if (left_coin(d)) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  return count;
}

/* A pair (x, y) alone at its y, but if near. */
static HilMapId with_projection(Draw *d, HilSpace v, uint32_t nx, uint32_t ny, bool near) {
  HilPair pairs[MOST * MOST + 1];
  uint32_t y = draw_choice(d, ny), count = 1;
  pairs[0] = (HilPair){draw_choice(d, nx), y};
  for (uint32_t i = 0; i < nx * ny; i++) {
    if ((i % ny != y || near) && left_coin(d)) pairs[count++] = (HilPair){i / ny, i % ny};
  }
  bool turned = left_coin(d);
  for (uint32_t i = 0; turned && i < count; i++) pairs[i] = (HilPair){pairs[i].y, pairs[i].x};
  HilMapId r = turned ? red(d, v, ny, nx, count, pairs) : red(d, v, nx, ny, count, pairs);
  HilSpace at = turned ? hil_map(&d->terms, r)->dom : hil_map(&d->terms, r)->cod;
  if (turned) return comp(d, r, hilmap_inj(&d->terms, at, y));
  return comp(d, hilmap_proj(&d->terms, at, y), r);
}

/* Pi (f, id, ..) . rep, Sigma . Pi (f, id, ..), f being no identity */
static HilMapId of_spreading(Draw *d, bool out) {
  uint32_t n = 2 + draw_choice(d, 2);
  HilSpace v = left_space(d);
  HilMapId members[3];
  for (uint32_t i = 0; i < n; i++) members[i] = hilmap_id(&d->terms, v);
  members[0] = left_map(d, v, v);
  if (hil_map(&d->terms, members[0])->kind == HILMAP_ID) members[0] = hilmap_multiple(&d->terms, &hil_minus_one, v);
  HilMapId par = hilmap_par(&d->terms, left_coin(d) ? HILMAP_PAR : HILMAP_DELTA, number(d, n), members);
  if (out) return comp(d, par, hilmap_rep(&d->terms, number(d, n), v));
  HilMapId all = hilmap_sum(&d->terms, number(d, n), v);
  const HilMap sum = *hil_map(&d->terms, all);
  return comp(d, sum.a, comp(d, sum.b, par));
}

static HilMapId of_reductions(Draw *d, FrechetRule rule, bool near) {
  HilSpace v = left_space(d);
  uint32_t nx = 1 + draw_choice(d, MOST), ny = 1 + draw_choice(d, MOST), nz = 1 + draw_choice(d, MOST), n, m;
  HilPair first[MOST * MOST], second[MOST * MOST];
  if (rule == FRECHET_RULE_PAR_REP || rule == FRECHET_RULE_SUM_PAR)
    return of_spreading(d, rule == FRECHET_RULE_PAR_REP);
  if (rule == FRECHET_RULE_DUP) return hilmap_rep(&d->terms, number(d, 2), v);
  if (rule == FRECHET_RULE_SUM) return hilmap_sum(&d->terms, number(d, 2), v);
  if (rule == FRECHET_RULE_PROJ_RED) return with_projection(d, v, nx, ny, near);
  if (rule == FRECHET_RULE_RED_ID) {
    if (draw_choice(d, 3) == 0) return red(d, v, nx, ny, 0, first);
    for (uint32_t x = 0; x < nx; x++) first[x] = (HilPair){x, near ? (x + 1) % nx : x};
    return red(d, v, nx, nx, nx, first);
  }
  n = near ? relation(d, nx, ny, first) : partial(d, nx, ny, first);
  m = near ? relation(d, ny, nz, second) : partial(d, ny, nz, second);
  HilMapId s = red(d, v, nx, ny, n, first), r = red(d, v, ny, nz, m, second);
  return comp(d, r, s);
}

/* ---------------------------------------------------------- units, sections -- */

/* out . section . in */
static HilMapId between_units(Draw *d, HilMapKind out, HilMapId section, HilMapKind in, HilSpace from) {
  HilTerms *t = &d->terms;
  HilMapId first = hilmap_unitary(t, in, from), last = hilmap_unitary(t, out, hil_map(t, section)->cod);
  return comp(d, last, comp(d, section, first));
}

/* |w*| for w : W(x)V */
static HilMapId at_vector(Draw *d, HilSpace w_space, HilSpace v, const HilVector *w) {
  HilMapId section = hilmap_left(&d->terms, tensor(d, w_space, v), w, real(d));
  return between_units(d, HILMAP_UNIT_R_INV, section, HILMAP_UNIT_R, v);
}

/* a (.) : V -o R and ·b : R -o W as their definitions have them, the sections first or last */
static HilMapId inner(Draw *d, HilSpace v) {
  HilSpace one = real(d);
  const HilVector *a = draw_vector(d, v, 0);
  if (left_coin(d)) {
    const HilVector *w = keep(d, (HilVector){.kind = HIL_TENSOR, .a = &hil_one, .b = a});
    HilMapId section = hilmap_left(&d->terms, tensor(d, one, v), w, one);
    return between_units(d, HILMAP_UNIT_L_INV, section, HILMAP_UNIT_R, v);
  }
  const HilVector *w = keep(d, (HilVector){.kind = HIL_TENSOR, .a = a, .b = &hil_one});
  HilMapId section = hilmap_right(&d->terms, tensor(d, v, one), w, one);
  return between_units(d, HILMAP_UNIT_L_INV, section, HILMAP_UNIT_L, v);
}

static HilMapId times_vector(Draw *d, HilSpace w_space) {
  HilSpace one = real(d);
  const HilVector *b = draw_vector(d, w_space, 0);
  const HilVector *w = keep(d, (HilVector){.kind = HIL_TENSOR, .a = &hil_one, .b = b});
  HilMapId section = hilmap_right(&d->terms, tensor(d, one, w_space), w, one);
  return between_units(d, HILMAP_UNIT_L_INV, section, HILMAP_UNIT_L, one);
}

static HilMapId multiple(Draw *d, HilSpace v) { return hilmap_multiple(&d->terms, draw_vector(d, real(d), 0), v); }

/* Sections between units that are not those of (k·) and |w*|. */
static HilMapId of_units(Draw *d) {
  HilSpace one = real(d), v = array(d);
  const HilVector *k = draw_vector(d, tensor(d, one, one), 1);
  uint32_t form = draw_choice(d, 3);
  if (form == 0) return inner(d, one);
  if (form == 1) {
    const HilVector *w = draw_vector(d, tensor(d, v, one), 1);
    return between_units(d, HILMAP_UNIT_R_INV, hilmap_left(&d->terms, tensor(d, v, one), w, one), HILMAP_UNIT_L, one);
  }
  return between_units(d, HILMAP_UNIT_R_INV, hilmap_right(&d->terms, tensor(d, one, one), k, v), HILMAP_UNIT_R, v);
}

static HilMapId of_right_section(Draw *d) {
  HilSpace one = real(d), v = array(d), u = array(d), space = tensor(d, v, u);
  const HilVector *w = draw_vector(d, space, 2);
  return between_units(d, HILMAP_UNIT_L_INV, hilmap_right(&d->terms, space, w, one), HILMAP_UNIT_L, v);
}

/* Two sections (v*), (w*), or (*w), (*v), after one another or added. */
static HilMapId of_sections(Draw *d, bool added) {
  HilTerms *t = &d->terms;
  HilSpace a = array(d), b = array(d), c = array(d), u = left_space(d);
  HilSpace first = tensor(d, b, c), second = added ? first : tensor(d, a, b);
  uint32_t form = draw_choice(d, 3);
  const HilVector *v, *w;
  v = added ? draw_vector(d, second, 2) : simple(d, a, b, NULL, NULL);
  w = added ? draw_vector(d, first, 2) : simple(d, b, c, NULL, NULL);
  HilMapId x, y;
  if (form == 0) {
    x = hilmap_left(t, second, v, u);
    y = hilmap_left(t, first, w, u);
  } else if (form == 1) {
    x = added ? hilmap_right(t, second, v, u) : hilmap_right(t, first, w, u);
    y = added ? hilmap_right(t, first, w, u) : hilmap_right(t, second, v, u);
  } else {
    x = added ? at_vector(d, b, c, v) : at_vector(d, a, b, v);
    y = at_vector(d, b, c, w);
  }
  return added ? hilmap_plus(t, x, y) : comp(d, x, y);
}

static HilMapId of_multiples(Draw *d, FrechetRule rule) {
  HilSpace v = left_space(d), a = array(d), b = array(d);
  HilMapId k = multiple(d, v);
  if (rule == FRECHET_RULE_MULTIPLE_UNIT) {
    static const HilVector zero = {.kind = HIL_INTEGER};
    return hilmap_multiple(&d->terms, left_coin(d) ? &hil_one : &zero, v);
  }
  if (rule == FRECHET_RULE_MULTIPLES) return comp(d, k, multiple(d, v));
  if (rule == FRECHET_RULE_MULTIPLE_PLUS && draw_choice(d, 3) == 0)
    return left_coin(d) ? hilmap_plus(&d->terms, k, hilmap_id(&d->terms, v))
                        : hilmap_plus(&d->terms, hilmap_id(&d->terms, v), k);
  if (rule == FRECHET_RULE_MULTIPLE_PLUS) return hilmap_plus(&d->terms, k, multiple(d, v));
  HilMapId w = at_vector(d, a, b, simple(d, a, b, NULL, NULL));
  return left_coin(d) ? comp(d, multiple(d, a), w) : comp(d, w, multiple(d, b));
}

static HilMapId zero_section(Draw *d) {
  HilSpace v = left_space(d), w = left_space(d), space = tensor(d, v, w), other = left_space(d);
  return left_coin(d) ? hilmap_left(&d->terms, space, &hil_zero, other)
                      : hilmap_right(&d->terms, space, &hil_zero, other);
}

/* |w*| + |w'*| or two sections, w and w' with the unit on one side and no 0 on the other. */
static HilMapId of_one_side(Draw *d) {
  HilSpace v = array(d), one = real(d), u = left_space(d);
  bool right = left_coin(d), whole = left_coin(d);
  HilMapId f[2];
  for (uint32_t i = 0; i < 2; i++) {
    const Scalar *flat = draw_argument(d, v);
    const HilVector *side = flat == NULL ? NULL : keep(d, hil_reals(hil_width(&d->terms.spaces, v), flat));
    if (side == NULL) return NONE;
    const HilVector *w = right ? simple(d, one, v, &hil_one, side) : simple(d, v, one, side, &hil_one);
    HilSpace space = right ? tensor(d, one, v) : tensor(d, v, one);
    f[i] = !whole ? hilmap_left(&d->terms, space, w, u) : (right ? at_vector(d, one, v, w) : at_vector(d, v, one, w));
  }
  return hilmap_plus(&d->terms, f[0], f[1]);
}

HilMapId frechet_left_tensor(Draw *d, FrechetRule rule, bool *near) {
  if (rule == FRECHET_RULE_TENSOR_PLUS) return of_one_side(d);
  if (rule <= FRECHET_RULE_PROJ_RED) return of_reductions(d, rule, *near);
  if (rule == FRECHET_RULE_UNITS) return of_units(d);
  if (rule == FRECHET_RULE_RIGHT_LEFT) return of_right_section(d);
  if (rule == FRECHET_RULE_SECTION_ZERO) return zero_section(d);
  if (rule == FRECHET_RULE_RANK_ONE) {
    HilMapId row = inner(d, array(d)), column = times_vector(d, array(d));
    return comp(d, column, comp(d, multiple(d, real(d)), row));
  }
  if (rule == FRECHET_RULE_SECTIONS || rule == FRECHET_RULE_SECTION_PLUS)
    return of_sections(d, rule == FRECHET_RULE_SECTION_PLUS);
  return of_multiples(d, rule);
}
