/* Sums in normal form: f1 + (f2 + ..), no summand a sum, no two that a rule makes one. */
#include "ad/frechet/optimiser.h"

static const HilMapId none = {0};

/* f_x + g_x for families over one index set. */
static HilMapId *add_each(Optimising *o, const HilMap *f, const HilMap *g) {
  uint32_t n = f->kind == HILMAP_MAP ? g->n : f->n;
  HilMapId *members = frechet_members_new(o, n);
  for (uint32_t x = 0; members != NULL && x < n; x++) {
    members[x] = frechet_plus(o, frechet_member(o, f, x), frechet_member(o, g, x));
    if (members[x].id == 0) return NULL;
  }
  return members;
}

/* Pi f_x + Pi g_x ~> Pi (f_x + g_x)   f^X + g^X ~> (f + g)^X */
static HilMapId add_parallel(Optimising *o, const HilMap *f, const HilMap *g) {
  if (f->kind == HILMAP_MAP && g->kind == HILMAP_MAP) {
    if (!frechet_may(o, FRECHET_RULE_PLUS_PAR)) return none;
    HilMapId both = frechet_plus(o, f->a, g->a);
    return both.id == 0 ? none : frechet_map(o, f->dom, both);
  }
  bool mixed = f->kind == HILMAP_MAP || g->kind == HILMAP_MAP;
  if (mixed && frechet_width(o, f->dom) != 2) return none;
  if (!frechet_may(o, FRECHET_RULE_PLUS_PAR)) return none;
  HilMapId *members = add_each(o, f, g);
  HilMapKind kind = f->kind == HILMAP_DELTA || g->kind == HILMAP_DELTA ? HILMAP_DELTA : HILMAP_PAR;
  return members == NULL ? none : frechet_parallel(o, kind, f->dom, f->cod, members);
}

/* The direct sum, of few parts, that f injects into first or projects from last; its part
 * in *x. */
static HilSpace end_of(Optimising *o, HilMapId f, bool tuple, uint32_t *x) {
  HilMapKind kind = tuple ? HILMAP_INJ : HILMAP_PROJ;
  HilMap m = frechet_at(o, f);
  HilMapId end = f;
  if (tuple && m.kind == HILMAP_COMP) end = m.a;
  while (!tuple && frechet_is(o, end, HILMAP_COMP)) end = frechet_at(o, end).b;
  const HilMap last = frechet_at(o, end);
  HilSpace sum = tuple ? last.cod : last.dom;
  if (last.kind != kind || frechet_width(o, sum) > FRECHET_FEW) return (HilSpace){0};
  *x = last.n;
  return sum;
}

/* iota_x . h without iota_x: h */
static HilMapId after_injection(Optimising *o, HilMapId f) {
  const HilMap m = frechet_at(o, f);
  return m.kind == HILMAP_INJ ? hilmap_id(o->terms, m.dom) : m.b;
}

/* h . pi_x without pi_x: h */
static HilMapId before_projection(Optimising *o, HilMapId f) {
  const HilMap m = frechet_at(o, f);
  if (m.kind == HILMAP_PROJ) return hilmap_id(o->terms, m.cod);
  if (frechet_is(o, m.b, HILMAP_PROJ)) return m.a;
  if (!frechet_enter(o)) return none;
  HilMapId h = before_projection(o, m.b);
  return frechet_leave(o, h.id == 0 ? none : frechet_compose(o, m.a, h));
}

/* The members that f has as a tupling, or cotupling; the parts of others are 0. */
static HilMapId *spread(Optimising *o, HilMapId f, bool tuple, HilSpace sum, uint32_t x) {
  const HilMap m = frechet_at(o, f);
  uint32_t n = frechet_width(o, sum);
  HilMapId *members = frechet_members_new(o, n);
  if (members == NULL) return NULL;
  bool whole = m.kind == (tuple ? HILMAP_TUPLE : HILMAP_COTUPLE);
  for (uint32_t i = 0; i < n; i++) {
    HilSpace part = hil_part(&o->terms->spaces, sum, i);
    if (whole)
      members[i] = hil_map_member(o->terms, &m, i);
    else if (i != x)
      members[i] = tuple ? hilmap_zero(o->terms, m.dom, part) : hilmap_zero(o->terms, part, m.cod);
    else
      members[i] = tuple ? after_injection(o, f) : before_projection(o, f);
    if (members[i].id == 0) return NULL;
  }
  return members;
}

/* <f_x> + <g_x> ~> <f_x + g_x>, an injection iota_x . f being <0,..,f,..,0>; and cotuplings */
static HilMapId add_spread(Optimising *o, HilMapId f, HilMapId g, bool tuple) {
  HilMapKind kind = tuple ? HILMAP_TUPLE : HILMAP_COTUPLE;
  uint32_t x = 0, y = 0;
  bool f_whole = frechet_is(o, f, kind), g_whole = frechet_is(o, g, kind);
  const HilMap m = frechet_at(o, f), k = frechet_at(o, g);
  HilSpace f_sum = f_whole ? (tuple ? m.cod : m.dom) : end_of(o, f, tuple, &x);
  HilSpace g_sum = g_whole ? (tuple ? k.cod : k.dom) : end_of(o, g, tuple, &y);
  if (f_sum.id == 0 || !hil_same(f_sum, g_sum)) return none;
  FrechetRule rule = f_whole && g_whole ? (tuple ? FRECHET_RULE_PLUS_TUPLE : FRECHET_RULE_PLUS_COTUPLE)
                                        : (tuple ? FRECHET_RULE_PLUS_INJ : FRECHET_RULE_PLUS_PROJ);
  if (!frechet_may(o, rule)) return none;
  HilMapId *left = spread(o, f, tuple, f_sum, x), *right = spread(o, g, tuple, f_sum, y);
  if (left == NULL || right == NULL) return none;
  for (uint32_t i = 0; i < frechet_width(o, f_sum); i++) {
    left[i] = frechet_plus(o, left[i], right[i]);
    if (left[i].id == 0) return none;
  }
  return tuple ? frechet_tuple(o, m.dom, f_sum, left) : frechet_cotuple(o, f_sum, m.cod, left);
}

/* Two summands as one; none if no rule says so. */
static HilMapId merge(Optimising *o, HilMapId f_id, HilMapId g_id) {
  const HilMap f = frechet_at(o, f_id), g = frechet_at(o, g_id);
  if (frechet_is_parallel(f.kind) && frechet_is_parallel(g.kind)) return add_parallel(o, &f, &g);
  HilMapId one = add_spread(o, f_id, g_id, true);
  if (one.id == 0) one = add_spread(o, f_id, g_id, false);
  return one.id != 0 ? one : frechet_plus_sections(o, f_id, g_id);
}

/* f put into a sum: with a summand that it makes one with, else in front. */
static HilMapId insert(Optimising *o, HilMapId f, HilMapId sum) {
  const HilMap m = frechet_at(o, sum);
  bool more = m.kind == HILMAP_PLUS;
  HilMapId one = merge(o, f, more ? m.a : sum);
  if (one.id != 0) return more ? frechet_plus(o, one, m.b) : one;
  if (!more || !frechet_enter(o)) return none;
  HilMapId rest = insert(o, f, m.b);
  return frechet_leave(o, rest.id == 0 ? none : frechet_plus(o, m.a, rest));
}

static HilMapId plus(Optimising *o, HilMapId f_id, HilMapId g_id) {
  const HilMap f = frechet_at(o, f_id), g = frechet_at(o, g_id);
  /* 0 + f ~> f   f + 0 ~> f */
  if (f.kind == HILMAP_ZERO && frechet_may(o, FRECHET_RULE_ZERO_PLUS)) return g_id;
  if (g.kind == HILMAP_ZERO && frechet_may(o, FRECHET_RULE_PLUS_ZERO)) return f_id;
  /* (f + g) + h ~> f + (g + h) */
  if (f.kind == HILMAP_PLUS && frechet_may(o, FRECHET_RULE_PLUS_ASSOC))
    return frechet_plus(o, f.a, frechet_plus(o, f.b, g_id));
  HilMapId sum = insert(o, f_id, g_id);
  return sum.id != 0 ? sum : hilmap_plus(o->terms, f_id, g_id);
}

HilMapId frechet_plus(Optimising *o, HilMapId f, HilMapId g) {
  if (f.id == 0 || g.id == 0 || !frechet_enter(o)) return none;
  return frechet_leave(o, plus(o, f, g));
}
