/* Compositions in normal form: g1 . (g2 . (g3 . ..)), no factor a composition but an atom,
 * no two neighbours that a rule makes one. */
#include "ad/frechet/optimiser.h"

static const HilMapId none = {0};

static HilMapId zero(Optimising *o, HilMapId g, HilMapId f) {
  return hilmap_zero(o->terms, frechet_at(o, f).dom, frechet_at(o, g).cod);
}

/* Whether V is the inverse of U, both unitary operators between the same spaces. */
static bool are_inverse(const HilMap *u, const HilMap *v) {
  static const HilMapKind pairs[][2] = {
      {HILMAP_UNIT_L, HILMAP_UNIT_L_INV}, {HILMAP_UNIT_R, HILMAP_UNIT_R_INV},   {HILMAP_TRANSPOSE, HILMAP_TRANSPOSE},
      {HILMAP_ASSOC, HILMAP_ASSOC_INV},   {HILMAP_DISTRIB, HILMAP_DISTRIB_INV}, {HILMAP_ZIP, HILMAP_UNZIP},
      {HILMAP_CURRY, HILMAP_UNCURRY},
  };
  if (!hil_same(u->dom, v->cod) || !hil_same(u->cod, v->dom)) return false;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    if (u->kind == pairs[i][0] && v->kind == pairs[i][1]) return true;
    if (u->kind == pairs[i][1] && v->kind == pairs[i][0]) return true;
  }
  return false;
}

typedef enum Side { EACH_AFTER, EACH_WITH } Side;

/* f_x . h (AFTER) or f_x . h_x (WITH) for each member of `family`. */
static HilMapId *compose_each(Optimising *o, const HilMap *family, Side side, HilMapId h) {
  uint32_t n = family->kind == HILMAP_MAP ? frechet_width(o, family->dom) : family->n;
  if (side == EACH_WITH && frechet_at(o, h).kind != HILMAP_MAP) n = frechet_at(o, h).n;
  HilMapId *members = frechet_members_new(o, n);
  for (uint32_t x = 0; members != NULL && x < n; x++) {
    const HilMap other = frechet_at(o, h);
    HilMapId f = frechet_member(o, family, x);
    if (side == EACH_AFTER)
      members[x] = frechet_compose(o, f, h);
    else
      members[x] = frechet_compose(o, f, frechet_member(o, &other, x));
    if (members[x].id == 0) return NULL;
  }
  return members;
}

/* --------------------------------------------------- two parallel functions -- */

/* Pi f_x . Pi g_x ~> Pi (f_x . g_x)   f^X . g^X ~> (f . g)^X;  a map stays whole beside a
 * family, but over two indexes. */
static HilMapId fuse(Optimising *o, const HilMap *g, HilMapId f_id) {
  const HilMap f = frechet_at(o, f_id);
  if (g->kind == HILMAP_MAP && f.kind == HILMAP_MAP) {
    if (!frechet_may(o, FRECHET_RULE_MAP_MAP)) return none;
    HilMapId both = frechet_compose(o, g->a, f.a);
    return both.id == 0 ? none : frechet_map(o, f.dom, both);
  }
  bool mixed = g->kind == HILMAP_MAP || f.kind == HILMAP_MAP;
  if (mixed && frechet_width(o, f.dom) != 2) return none;
  if (!frechet_may(o, FRECHET_RULE_PAR_PAR)) return none;
  HilMapId *members = compose_each(o, g, EACH_WITH, f_id);
  HilMapKind kind = g->kind == HILMAP_DELTA || f.kind == HILMAP_DELTA ? HILMAP_DELTA : HILMAP_PAR;
  return members == NULL ? none : frechet_parallel(o, kind, f.dom, g->cod, members);
}

/* Pi [f_x, g_x] . zip ~> [Pi f_x, Pi g_x]   unzip . Pi <f_x, g_x> ~> <Pi f_x, Pi g_x> */
static HilMapId through_zip(Optimising *o, const HilMap *par, HilMapKind kind, HilSpace pair) {
  uint32_t n = frechet_width(o, par->dom);
  HilMapId sides[2];
  bool map = par->kind == HILMAP_MAP;
  for (uint32_t x = 0; x < n; x++) {
    const HilMap member = frechet_at(o, frechet_member(o, par, x));
    if (member.kind != kind || member.n != 2) return none;
  }
  if (n == 0 || !frechet_may(o, kind == HILMAP_TUPLE ? FRECHET_RULE_UNZIP_PAR : FRECHET_RULE_PAR_ZIP)) return none;
  for (uint32_t i = 0; i < 2; i++) {
    HilSpace side = hil_part(&o->terms->spaces, pair, i);
    HilMapId *members = frechet_members_new(o, n);
    if (members == NULL) return none;
    for (uint32_t x = 0; x < n; x++) {
      const HilMap member = frechet_at(o, frechet_member(o, par, x));
      members[x] = hil_map_member(o->terms, &member, i);
    }
    HilSpace dom = kind == HILMAP_TUPLE ? par->dom : side, cod = kind == HILMAP_TUPLE ? side : par->cod;
    sides[i] = map ? frechet_map(o, dom, members[0]) : frechet_parallel(o, par->kind, dom, cod, members);
    if (sides[i].id == 0) return none;
  }
  if (kind == HILMAP_TUPLE) return frechet_tuple(o, par->dom, pair, sides);
  return frechet_cotuple(o, pair, par->cod, sides);
}

/* -------------------------------------------------------------- by the left -- */

/* pi_x . f */
static HilMapId after_projection(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  if (f.kind == HILMAP_INJ && frechet_may(o, FRECHET_RULE_PROJ_INJ))
    return f.n == g.n ? hilmap_id(o->terms, f.dom) : zero(o, g_id, f_id);
  if (f.kind == HILMAP_TUPLE && frechet_may(o, FRECHET_RULE_PROJ_TUPLE)) return hil_map_member(o->terms, &f, g.n);
  if (frechet_is_parallel(f.kind) && frechet_may(o, FRECHET_RULE_PROJ_PAR))
    return frechet_compose(o, frechet_member(o, &f, g.n), hilmap_proj(o->terms, f.dom, g.n));
  if (f.kind == HILMAP_PLUS && frechet_may(o, FRECHET_RULE_PROJ_PLUS)) {
    HilMapId first = frechet_compose(o, g_id, f.a), second = frechet_compose(o, g_id, f.b);
    return frechet_plus(o, first, second);
  }
  return none;
}

/* Pi g_x . f */
static HilMapId after_parallel(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  if (frechet_is_parallel(f.kind)) return fuse(o, &g, f_id);
  if (f.kind == HILMAP_ZIP) return through_zip(o, &g, HILMAP_COTUPLE, f.dom);
  if (f.kind == HILMAP_INJ && frechet_may(o, FRECHET_RULE_PAR_INJ))
    return frechet_compose(o, hilmap_inj(o->terms, g.cod, f.n), frechet_member(o, &g, f.n));
  if (f.kind != HILMAP_TUPLE || !frechet_may(o, FRECHET_RULE_PAR_TUPLE)) return none;
  HilMapId *members = compose_each(o, &g, EACH_WITH, f_id);
  return members == NULL ? none : frechet_tuple(o, f.dom, g.cod, members);
}

/* sum_x g_x . f_x */
static HilMapId sum_each(Optimising *o, const HilMap *g, HilMapId f_id) {
  HilMapId *members = compose_each(o, g, EACH_WITH, f_id);
  HilMapId sum = hilmap_zero(o->terms, frechet_at(o, f_id).dom, g->cod);
  for (uint32_t x = g->n; members != NULL && x > 0; x--) {
    sum = x == g->n ? members[x - 1] : frechet_plus(o, members[x - 1], sum);
    if (sum.id == 0) return none;
  }
  return members == NULL ? none : sum;
}

/* [g_x] . f */
static HilMapId after_cotuple(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  if (f.kind == HILMAP_INJ && frechet_may(o, FRECHET_RULE_COTUPLE_INJ)) return hil_map_member(o->terms, &g, f.n);
  if (f.kind == HILMAP_TUPLE && frechet_may(o, FRECHET_RULE_COTUPLE_TUPLE)) return sum_each(o, &g, f_id);
  if (!frechet_is_parallel(f.kind) || !frechet_may(o, FRECHET_RULE_COTUPLE_PAR)) return none;
  HilMapId *members = compose_each(o, &g, EACH_WITH, f_id);
  return members == NULL ? none : frechet_cotuple(o, f.dom, g.cod, members);
}

/* (g + h) . f, <g_x> . f: f goes in where none of its parts is computed twice. */
static HilMapId after_sharing(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  bool family = f.kind == HILMAP_TUPLE || f.kind == HILMAP_PAR || f.kind == HILMAP_DELTA;
  if (f.kind != HILMAP_INJ && (!family || !frechet_once(o, g_id, f_id))) return none;
  if (g.kind == HILMAP_PLUS && frechet_may(o, FRECHET_RULE_PLUS_COMP)) {
    HilMapId first = frechet_compose(o, g.a, f_id), second = frechet_compose(o, g.b, f_id);
    return frechet_plus(o, first, second);
  }
  if (g.kind != HILMAP_TUPLE || !frechet_may(o, FRECHET_RULE_TUPLE_COMP)) return none;
  HilMapId *members = compose_each(o, &g, EACH_AFTER, f_id);
  return members == NULL ? none : frechet_tuple(o, f.dom, g.cod, members);
}

/* Two neighbours as one, in normal form; none if no rule says so. */
static HilMapId pair(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  if (are_inverse(&g, &f) && frechet_may(o, FRECHET_RULE_UNITARY)) return hilmap_id(o->terms, f.dom);
  if (g.kind == HILMAP_RED || f.kind == HILMAP_RED) return frechet_compose_red(o, g_id, f_id);
  if (g.kind == HILMAP_PROJ) return after_projection(o, g_id, f_id);
  if (frechet_is_parallel(g.kind)) return after_parallel(o, g_id, f_id);
  if (g.kind == HILMAP_COTUPLE) return after_cotuple(o, g_id, f_id);
  if (g.kind == HILMAP_PLUS || g.kind == HILMAP_TUPLE) return after_sharing(o, g_id, f_id);
  if (g.kind == HILMAP_UNZIP && frechet_is_parallel(f.kind)) return through_zip(o, &f, HILMAP_TUPLE, g.cod);
  return frechet_compose_sections(o, g_id, f_id);
}

/* Whether it is red_{1 x Y} or red_{X x 1}, and Pi f_x is a family of few functions that are
 * not all of one kind: arrays stay whole. */
static bool spreads(const Optimising *o, const HilMap *red, const HilMap *par, bool out) {
  if (red->kind != HILMAP_RED || (par->kind != HILMAP_PAR && par->kind != HILMAP_DELTA)) return false;
  HilSpace one = out ? red->dom : red->cod, many = out ? red->cod : red->dom;
  if (frechet_width(o, one) != 1 || frechet_width(o, many) != red->n || red->n > FRECHET_FEW) return false;
  for (uint32_t x = 1; x < par->n; x++) {
    if (frechet_at(o, frechet_member(o, par, x)).kind != frechet_at(o, frechet_member(o, par, 0)).kind) return true;
  }
  return false;
}

/* Pi f_x . (red_{1 x Y} . iota) ~> <f_x>   pi . (red_{X x 1} . Pi g_x) ~> [g_x], and h after it */
static HilMapId spread_family(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  if (f.kind != HILMAP_COMP) return none;
  bool more = frechet_is(o, f.b, HILMAP_COMP) && !frechet_is_atom(o, f.b), out = frechet_is_parallel(g.kind);
  const HilMap red = frechet_at(o, f.a), inner = frechet_at(o, more ? frechet_at(o, f.b).a : f.b);
  if (out ? inner.kind != HILMAP_INJ : g.kind != HILMAP_PROJ) return none;
  const HilMap *par = out ? &g : &inner;
  if (!spreads(o, &red, par, out) || !frechet_may(o, out ? FRECHET_RULE_PAR_REP : FRECHET_RULE_SUM_PAR)) return none;
  HilMapId *members = frechet_members_new(o, par->n);
  for (uint32_t x = 0; members != NULL && x < par->n; x++) members[x] = frechet_member(o, par, x);
  if (members == NULL) return none;
  HilMapId one = out ? frechet_tuple(o, inner.dom, g.cod, members) : frechet_cotuple(o, inner.dom, g.cod, members);
  return more ? frechet_compose(o, one, frechet_at(o, f.b).b) : one;
}

/* |_| . (section . (unit . h)) as an atom . h; none where it is none. */
static HilMapId regroup(Optimising *o, HilMapId g, HilMapId f_id) {
  const HilMap f = frechet_at(o, f_id);
  if (f.kind != HILMAP_COMP) return none;
  const HilMap rest = frechet_at(o, f.b);
  bool more = rest.kind == HILMAP_COMP && !frechet_is_atom(o, f.b);
  HilMapId atom = frechet_atom(o, g, f.a, more ? rest.a : f.b);
  return atom.id == 0 || !more ? atom : frechet_compose(o, atom, rest.b);
}

static HilMapId compose(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  /* id . f ~> f   f . id ~> f   0 . f ~> 0   f . 0 ~> 0 */
  if (g.kind == HILMAP_ID && frechet_may(o, FRECHET_RULE_ID_COMP)) return f_id;
  if (f.kind == HILMAP_ID && frechet_may(o, FRECHET_RULE_COMP_ID)) return g_id;
  if (g.kind == HILMAP_ZERO && frechet_may(o, FRECHET_RULE_ZERO_COMP)) return zero(o, g_id, f_id);
  if (f.kind == HILMAP_ZERO && frechet_may(o, FRECHET_RULE_COMP_ZERO)) return zero(o, g_id, f_id);
  /* (h . g) . f ~> h . (g . f) */
  if (g.kind == HILMAP_COMP && !frechet_is_atom(o, g_id) && frechet_may(o, FRECHET_RULE_COMP_ASSOC))
    return frechet_compose(o, g.a, frechet_compose(o, g.b, f_id));
  bool more = f.kind == HILMAP_COMP && !frechet_is_atom(o, f_id);
  HilMapId one = pair(o, g_id, more ? f.a : f_id);
  if (one.id != 0) return more ? frechet_compose(o, one, f.b) : one;
  one = spread_family(o, g_id, f_id);
  if (one.id == 0) one = regroup(o, g_id, f_id);
  return one.id != 0 ? one : hilmap_comp(o->terms, g_id, f_id);
}

HilMapId frechet_compose(Optimising *o, HilMapId g, HilMapId f) {
  if (g.id == 0 || f.id == 0 || !frechet_enter(o)) return none;
  return frechet_leave(o, compose(o, g, f));
}
