/* Left sides of the optimiser's rules, drawn at random: composition, sums, families. */
#include "verify/laws/frechet/optimiser.h"

#define NONE ((HilMapId){0})

HilSpace left_space(Draw *d) { return draw_space(d, 0); }
HilMapId left_map(Draw *d, HilSpace v, HilSpace w) { return draw_map_between(d, v, w); }
bool left_coin(Draw *d) { return draw_choice(d, 2) == 0; }

/* A map that is not 0. */
static HilMapId some_map(Draw *d, HilSpace v, HilSpace w) {
  HilMapId m = left_map(d, v, w);
  while (m.id != 0 && hil_map(&d->terms, m)->kind == HILMAP_ZERO) m = left_map(d, v, w);
  return m;
}

/* Two or three members V_x -o W_x, as the kind of family wants them. */
typedef struct Family {
  uint32_t n;
  HilIndex x;
  HilSpace from[3], to[3]; /* all from[0] for a tupling; all to[0] for a cotupling */
  HilMapId f[3];
} Family;

static Family family(Draw *d, bool one_from, bool one_to) {
  Family out = {.n = 2 + draw_choice(d, 2)};
  out.x = hil_index_number(&d->terms.spaces, out.n);
  for (uint32_t i = 0; i < out.n; i++) {
    out.from[i] = one_from && i > 0 ? out.from[0] : left_space(d);
    out.to[i] = one_to && i > 0 ? out.to[0] : left_space(d);
    out.f[i] = left_map(d, out.from[i], out.to[i]);
  }
  return out;
}

/* Members after those of f, of f's number. */
static Family after(Draw *d, const Family *f, bool one_to) {
  Family out = *f;
  for (uint32_t i = 0; i < out.n; i++) {
    out.from[i] = f->to[i];
    out.to[i] = one_to && i > 0 ? out.to[0] : left_space(d);
    out.f[i] = left_map(d, out.from[i], out.to[i]);
  }
  return out;
}

/* Others between the same spaces. */
static Family beside(Draw *d, const Family *f) {
  Family out = *f;
  for (uint32_t i = 0; i < out.n; i++) out.f[i] = left_map(d, out.from[i], out.to[i]);
  return out;
}

static HilMapId par(Draw *d, const Family *f) {
  return hilmap_par(&d->terms, left_coin(d) ? HILMAP_PAR : HILMAP_DELTA, f->x, f->f);
}
static HilMapId tuple(Draw *d, const Family *f) { return hilmap_tuple(&d->terms, f->from[0], f->x, f->f); }
static HilMapId cotuple(Draw *d, const Family *f) { return hilmap_cotuple(&d->terms, f->to[0], f->x, f->f); }
static HilSpace sum(Draw *d, const Family *f, bool from) {
  return hil_space_direct(&d->terms.spaces, f->x, from ? f->from : f->to);
}
static HilMapId comp(Draw *d, HilMapId g, HilMapId f) { return hilmap_comp(&d->terms, g, f); }
static HilMapId plus(Draw *d, HilMapId f, HilMapId g) { return hilmap_plus(&d->terms, f, g); }
static HilMapId proj(Draw *d, HilSpace v, uint32_t x) { return hilmap_proj(&d->terms, v, x); }
static HilMapId inj(Draw *d, HilSpace v, uint32_t x) { return hilmap_inj(&d->terms, v, x); }
static HilMapId map(Draw *d, HilIndex x, HilMapId f) { return hilmap_map(&d->terms, x, f); }

/* ------------------------------------------------- composition and identity -- */

static HilMapId of_composition(Draw *d, FrechetRule rule) {
  HilTerms *t = &d->terms;
  HilSpace u = left_space(d), v = left_space(d), w = left_space(d);
  HilMapId f = left_map(d, u, v);
  if (rule == FRECHET_RULE_COMP_ASSOC) {
    HilMapId g = left_map(d, v, w);
    return comp(d, comp(d, left_map(d, w, left_space(d)), g), f);
  }
  if (rule == FRECHET_RULE_ID_COMP) return comp(d, hilmap_id(t, v), f);
  if (rule == FRECHET_RULE_COMP_ID) return comp(d, f, hilmap_id(t, u));
  if (rule == FRECHET_RULE_ZERO_COMP) return comp(d, hilmap_zero(t, v, w), f);
  if (rule == FRECHET_RULE_COMP_ZERO) return comp(d, f, hilmap_zero(t, w, u));
  static const HilMapKind pairs[][2] = {
      {HILMAP_UNIT_L, HILMAP_UNIT_L_INV}, {HILMAP_UNIT_R, HILMAP_UNIT_R_INV},   {HILMAP_TRANSPOSE, HILMAP_TRANSPOSE},
      {HILMAP_ASSOC, HILMAP_ASSOC_INV},   {HILMAP_DISTRIB, HILMAP_DISTRIB_INV}, {HILMAP_ZIP, HILMAP_UNZIP},
      {HILMAP_CURRY, HILMAP_UNCURRY},
  };
  uint32_t k = draw_choice(d, 7), way = draw_choice(d, 2);
  HilMapId unitary = draw_map(d, pairs[k][way], 0);
  HilSpace dom = hil_map(t, unitary)->dom, cod = hil_map(t, unitary)->cod;
  return unitary.id == 0 ? NONE : comp(d, hilmap_unitary_between(t, pairs[k][1 - way], cod, dom), unitary);
}

/* ------------------------------------------------------------------- sums -- */

/* f . pi_x + g . pi_y, or both tupled, after a tupling or a parallel function; x = y, which
 * would compute a part twice, is near. */
static HilMapId of_sharing(Draw *d, bool tupled, bool near) {
  Family h = family(d, true, false);
  HilSpace dom = sum(d, &h, false), w = left_space(d);
  HilMapId parts[2];
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t x = near ? 0 : i;
    parts[i] = comp(d, left_map(d, h.to[x], w), proj(d, dom, x));
  }
  HilMapId f =
      tupled ? hilmap_tuple(&d->terms, dom, hil_index_number(&d->terms.spaces, 2), parts) : plus(d, parts[0], parts[1]);
  uint32_t form = draw_choice(d, 3);
  if (form == 2) return comp(d, f, inj(d, dom, draw_choice(d, h.n)));
  return comp(d, f, form == 0 ? tuple(d, &h) : par(d, &h));
}

static HilMapId of_sums(Draw *d, FrechetRule rule, bool near) {
  HilTerms *t = &d->terms;
  HilSpace u = left_space(d), v = left_space(d);
  HilMapId f = left_map(d, u, v), g = left_map(d, u, v);
  if (rule == FRECHET_RULE_PLUS_ASSOC) return plus(d, plus(d, f, g), left_map(d, u, v));
  if (rule == FRECHET_RULE_ZERO_PLUS) return plus(d, hilmap_zero(t, u, v), f);
  if (rule == FRECHET_RULE_PLUS_ZERO) return plus(d, f, hilmap_zero(t, u, v));
  if (rule == FRECHET_RULE_PLUS_COMP) return of_sharing(d, false, near);
  bool tupled = rule == FRECHET_RULE_PLUS_TUPLE || rule == FRECHET_RULE_PLUS_INJ;
  Family a = family(d, tupled, rule == FRECHET_RULE_PLUS_COTUPLE || rule == FRECHET_RULE_PLUS_PROJ), b = beside(d, &a);
  if (rule == FRECHET_RULE_PLUS_PAR && left_coin(d)) return plus(d, map(d, a.x, f), map(d, a.x, g));
  if (rule == FRECHET_RULE_PLUS_PAR) {
    f = par(d, &a);
    return plus(d, f, par(d, &b));
  }
  if (rule == FRECHET_RULE_PLUS_TUPLE) return plus(d, tuple(d, &a), tuple(d, &b));
  if (rule == FRECHET_RULE_PLUS_COTUPLE) return plus(d, cotuple(d, &a), cotuple(d, &b));
  if (rule == FRECHET_RULE_PROJ_PLUS) {
    HilSpace w = sum(d, &a, false);
    f = left_map(d, u, w), g = left_map(d, u, w);
    return comp(d, proj(d, w, draw_choice(d, a.n)), plus(d, f, g));
  }
  uint32_t x = draw_choice(d, a.n), y = draw_choice(d, a.n);
  HilSpace all = sum(d, &a, !tupled);
  if (tupled) return plus(d, comp(d, inj(d, all, x), a.f[x]), comp(d, inj(d, all, y), b.f[y]));
  return plus(d, comp(d, a.f[x], proj(d, all, x)), comp(d, b.f[y], proj(d, all, y)));
}

/* --------------------------------------------------------------- families -- */

/* Families that are alike, 0, the identity, or have one member that is not 0. */
static HilMapId of_plain_families(Draw *d, FrechetRule rule, bool near) {
  HilTerms *t = &d->terms;
  uint32_t form = draw_choice(d, 2);
  bool ones = rule == FRECHET_RULE_TUPLE_ZERO || rule == FRECHET_RULE_TUPLE_ONE || rule == FRECHET_RULE_TUPLE_ETA;
  Family f = family(d, (ones && form == 0) || near, (ones && form == 1) || near);
  uint32_t keep = rule == FRECHET_RULE_TUPLE_ONE ? draw_choice(d, f.n) : f.n;
  HilSpace u = left_space(d), whole = sum(d, &f, form == 1);
  bool plain = draw_choice(d, 3) == 0;
  HilMapId through = form == 0 ? left_map(d, u, whole) : left_map(d, whole, u);
  for (uint32_t i = 0; i < f.n; i++) {
    HilMapId zero = hilmap_zero(t, f.from[i], f.to[i]);
    if (rule == FRECHET_RULE_PAR_ID) f.f[i] = hilmap_id(t, f.from[i]);
    if (rule == FRECHET_RULE_PAR_ZERO || rule == FRECHET_RULE_TUPLE_ZERO) f.f[i] = zero;
    if (rule == FRECHET_RULE_TUPLE_ONE) f.f[i] = i == keep ? some_map(d, f.from[i], f.to[i]) : zero;
    if (rule == FRECHET_RULE_PAR_MAP && !(near && i + 1 == f.n)) f.f[i] = f.f[0];
    uint32_t x = near ? (i + 1) % f.n : i;
    HilMapId part = rule != FRECHET_RULE_TUPLE_ETA ? NONE : form == 0 ? proj(d, whole, x) : inj(d, whole, x);
    if (rule == FRECHET_RULE_TUPLE_ETA)
      f.f[i] = plain ? part : form == 0 ? comp(d, part, through) : comp(d, through, part);
  }
  if (rule == FRECHET_RULE_TUPLE_ETA)
    return form == 0 ? hilmap_tuple(t, plain ? whole : u, f.x, f.f) : hilmap_cotuple(t, plain ? whole : u, f.x, f.f);
  if (ones) return form == 0 ? tuple(d, &f) : cotuple(d, &f);
  if (form == 0 || rule == FRECHET_RULE_PAR_MAP) return par(d, &f);
  return map(d, f.x, f.f[0]);
}

/* Pi [f_x, g_x] . zip, unzip . Pi <f_x, g_x>, of members that are not 0; f_x x g_x, between pairs too, is near. */
static HilMapId of_zip(Draw *d, bool tupled, bool near) {
  HilTerms *t = &d->terms;
  Family f = family(d, false, false), g = f, both = f;
  HilIndex two = hil_index_number(&t->spaces, 2);
  for (uint32_t i = 0; i < f.n; i++) {
    HilMapId pair[2] = {some_map(d, f.from[i], f.to[i]), NONE};
    if (near || tupled) g.to[i] = left_space(d);
    if (near || !tupled) g.from[i] = left_space(d);
    pair[1] = some_map(d, near || !tupled ? g.from[i] : f.from[i], near || tupled ? g.to[i] : f.to[i]);
    both.f[i] = near     ? hilmap_par(t, HILMAP_PAR, two, pair)
                : tupled ? hilmap_tuple(t, f.from[i], two, pair)
                         : hilmap_cotuple(t, f.to[i], two, pair);
  }
  HilSpace pair = hil_space_pair(&t->spaces, sum(d, &f, !tupled), sum(d, &g, !tupled));
  HilMapId all = par(d, &both), zip = hilmap_unitary(t, HILMAP_ZIP, pair);
  if (!tupled) return comp(d, all, zip);
  return comp(d, hilmap_unitary_between(t, HILMAP_UNZIP, hil_map(t, zip)->cod, pair), all);
}

static HilMapId of_families(Draw *d, FrechetRule rule, bool near) {
  bool from_one =
      rule == FRECHET_RULE_PAR_TUPLE || rule == FRECHET_RULE_COTUPLE_TUPLE || rule == FRECHET_RULE_PROJ_TUPLE;
  Family f = family(d, from_one, rule == FRECHET_RULE_COTUPLE_INJ);
  bool to_one = rule == FRECHET_RULE_COTUPLE_PAR || rule == FRECHET_RULE_COTUPLE_TUPLE;
  Family g = after(d, &f, to_one);
  uint32_t x = draw_choice(d, f.n);
  if (rule == FRECHET_RULE_MAP_MAP) return comp(d, map(d, f.x, g.f[0]), map(d, f.x, f.f[0]));
  if (rule == FRECHET_RULE_PAR_PAR) {
    HilMapId first = par(d, &f);
    return comp(d, par(d, &g), first);
  }
  if (rule == FRECHET_RULE_PAR_TUPLE) return comp(d, par(d, &g), tuple(d, &f));
  if (rule == FRECHET_RULE_COTUPLE_PAR) return comp(d, cotuple(d, &g), par(d, &f));
  if (rule == FRECHET_RULE_COTUPLE_TUPLE) return comp(d, cotuple(d, &g), tuple(d, &f));
  if (rule == FRECHET_RULE_TUPLE_COMP) return of_sharing(d, true, near);
  if (rule == FRECHET_RULE_PROJ_TUPLE) return comp(d, proj(d, sum(d, &f, false), x), tuple(d, &f));
  if (rule == FRECHET_RULE_COTUPLE_INJ) return comp(d, cotuple(d, &f), inj(d, sum(d, &f, true), x));
  if (rule == FRECHET_RULE_PROJ_PAR && left_coin(d)) {
    HilMapId all = map(d, f.x, f.f[0]);
    return comp(d, proj(d, hil_map(&d->terms, all)->cod, x), all);
  }
  if (rule == FRECHET_RULE_PROJ_PAR) return comp(d, proj(d, sum(d, &f, false), x), par(d, &f));
  if (rule == FRECHET_RULE_PAR_INJ) return comp(d, par(d, &f), inj(d, sum(d, &f, true), x));
  if (rule == FRECHET_RULE_PROJ_INJ) {
    HilSpace all = sum(d, &f, true);
    uint32_t y = left_coin(d) ? x : draw_choice(d, f.n);
    return comp(d, proj(d, all, x), inj(d, all, y));
  }
  return of_zip(d, rule == FRECHET_RULE_UNZIP_PAR, near);
}

HilMapId frechet_left_side(Draw *d, FrechetRule rule, bool *near) {
  bool conditional = rule == FRECHET_RULE_PLUS_COMP || rule == FRECHET_RULE_TUPLE_COMP ||
                     rule == FRECHET_RULE_TUPLE_ETA || rule == FRECHET_RULE_PAR_MAP || rule == FRECHET_RULE_RED_RED ||
                     rule == FRECHET_RULE_PROJ_RED || rule == FRECHET_RULE_RED_ID || rule == FRECHET_RULE_PAR_ZIP ||
                     rule == FRECHET_RULE_UNZIP_PAR;
  *near = draw_choice(d, 6) == 0 && conditional;
  if (rule <= FRECHET_RULE_UNITARY) return of_composition(d, rule);
  if (rule <= FRECHET_RULE_PLUS_PROJ) return of_sums(d, rule, *near);
  if (rule <= FRECHET_RULE_TUPLE_ETA) return of_plain_families(d, rule, *near);
  if (rule <= FRECHET_RULE_UNZIP_PAR) return of_families(d, rule, *near);
  return frechet_left_tensor(d, rule, near);
}
