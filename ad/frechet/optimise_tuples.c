/* Parallel functions, maps, tuplings and cotuplings in normal form. */
#include "ad/frechet/optimiser.h"

#define COMPARED 40u /* nesting to which terms are compared */

static bool all(const Optimising *o, uint32_t n, const HilMapId *members, HilMapKind kind) {
  for (uint32_t x = 0; x < n; x++) {
    if (!frechet_is(o, members[x], kind)) return false;
  }
  return true;
}

static bool alike(const Optimising *o, uint32_t n, const HilMapId *members) {
  for (uint32_t x = 1; x < n; x++) {
    if (!frechet_same(o, members[0], members[x], COMPARED)) return false;
  }
  return true;
}

/* The only member that is not 0; n if it is not the only one. */
static uint32_t only(const Optimising *o, uint32_t n, const HilMapId *members) {
  uint32_t found = n;
  for (uint32_t x = 0; x < n; x++) {
    if (frechet_is(o, members[x], HILMAP_ZERO)) continue;
    if (found < n) return n;
    found = x;
  }
  return found;
}

/* Pi id ~> id   Pi 0 ~> 0   Pi f ~> f^X */
HilMapId frechet_parallel(Optimising *o, HilMapKind kind, HilSpace dom, HilSpace cod, const HilMapId *members) {
  uint32_t n = frechet_width(o, dom);
  if (all(o, n, members, HILMAP_ID) && frechet_may(o, FRECHET_RULE_PAR_ID)) return hilmap_id(o->terms, dom);
  if (all(o, n, members, HILMAP_ZERO) && frechet_may(o, FRECHET_RULE_PAR_ZERO)) return hilmap_zero(o->terms, dom, cod);
  HilIndex index = frechet_index(o, dom);
  if (n > 1 && alike(o, n, members) && frechet_may(o, FRECHET_RULE_PAR_MAP))
    return hilmap_map(o->terms, index, members[0]);
  return hilmap_par(o->terms, kind, index, members);
}

/* id^X ~> id   0^X ~> 0 */
HilMapId frechet_map(Optimising *o, HilSpace dom, HilMapId f) {
  HilIndex index = frechet_index(o, dom);
  if (frechet_is(o, f, HILMAP_ID) && frechet_may(o, FRECHET_RULE_PAR_ID)) return hilmap_id(o->terms, dom);
  if (frechet_is(o, f, HILMAP_ZERO) && frechet_may(o, FRECHET_RULE_PAR_ZERO)) {
    HilSpace cod = hil_space_power(&o->terms->spaces, index, frechet_at(o, f).cod);
    return hilmap_zero(o->terms, dom, cod);
  }
  return hilmap_map(o->terms, index, f);
}

/* f if it is pi_x . f, or f . iota_x; none otherwise. */
static HilMapId without(const Optimising *o, HilMapId member, bool tuple, uint32_t x, HilSpace sum) {
  const HilMap m = frechet_at(o, member);
  HilMapKind kind = tuple ? HILMAP_PROJ : HILMAP_INJ;
  if (m.kind != HILMAP_COMP) return (HilMapId){0};
  const HilMap part = frechet_at(o, tuple ? m.a : m.b);
  if (part.kind != kind || part.n != x || !hil_same(tuple ? part.dom : part.cod, sum)) return (HilMapId){0};
  return tuple ? m.b : m.a;
}

/* <pi_x . f> ~> f   [f . iota_x] ~> f,   and <pi_x> ~> id   [iota_x] ~> id */
static HilMapId eta(Optimising *o, HilSpace sum, bool tuple, const HilMapId *members) {
  uint32_t n = frechet_width(o, sum);
  const HilMapId none = {0};
  HilMapId common = none;
  for (uint32_t x = 0; x < n; x++) {
    const HilMap m = frechet_at(o, members[x]);
    bool plain = m.kind == (tuple ? HILMAP_PROJ : HILMAP_INJ) && m.n == x && hil_same(tuple ? m.dom : m.cod, sum);
    HilMapId f = plain ? none : without(o, members[x], tuple, x, sum);
    if (!plain && f.id == 0) return none;
    if (x == 0) common = f;
    if (f.id != common.id && !frechet_same(o, f, common, COMPARED)) return none;
  }
  if (n == 0 || !frechet_may(o, FRECHET_RULE_TUPLE_ETA)) return none;
  return common.id == 0 ? hilmap_id(o->terms, sum) : common;
}

/* <0,..,0> ~> 0   <0,..,f_x,..,0> ~> iota_x . f_x   <pi_x . f> ~> f */
HilMapId frechet_tuple(Optimising *o, HilSpace dom, HilSpace cod, const HilMapId *members) {
  uint32_t n = frechet_width(o, cod), x;
  if (all(o, n, members, HILMAP_ZERO) && frechet_may(o, FRECHET_RULE_TUPLE_ZERO))
    return hilmap_zero(o->terms, dom, cod);
  x = only(o, n, members);
  if (x < n && frechet_may(o, FRECHET_RULE_TUPLE_ONE))
    return frechet_compose(o, hilmap_inj(o->terms, cod, x), members[x]);
  HilMapId short_form = eta(o, cod, true, members);
  return short_form.id != 0 ? short_form : hilmap_tuple(o->terms, dom, frechet_index(o, cod), members);
}

/* [0,..,0] ~> 0   [0,..,f_x,..,0] ~> f_x . pi_x   [f . iota_x] ~> f */
HilMapId frechet_cotuple(Optimising *o, HilSpace dom, HilSpace cod, const HilMapId *members) {
  uint32_t n = frechet_width(o, dom), x;
  if (all(o, n, members, HILMAP_ZERO) && frechet_may(o, FRECHET_RULE_TUPLE_ZERO))
    return hilmap_zero(o->terms, dom, cod);
  x = only(o, n, members);
  if (x < n && frechet_may(o, FRECHET_RULE_TUPLE_ONE))
    return frechet_compose(o, members[x], hilmap_proj(o->terms, dom, x));
  HilMapId short_form = eta(o, dom, false, members);
  return short_form.id != 0 ? short_form : hilmap_cotuple(o->terms, cod, frechet_index(o, dom), members);
}
