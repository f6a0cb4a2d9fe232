/* The adjoint calculus, Thm. 6.5 and its completion: m* : W -o V for m : V -o W. */
#include "ad/frechet/frechet.h"

#include "semantics/frechet/cases.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static Status adjoint(HilTerms *terms, HilMapId id, uint32_t depth, HilMapId *out);

static Status give(HilTerms *terms, HilMapId map, HilMapId *out) {
  *out = map;
  return hil_terms_status(terms);
}

static HilIndex index_of(const HilTerms *terms, HilSpace sum) { return hil_space(&terms->spaces, sum)->index; }

/*   (Pi f_x)* = Pi f_x*, (Delta f)* = Delta (f_x*), <f_x>* = [f_x*], [g_x]* = <g_x*> */
static Status adjoint_members(HilTerms *terms, const HilMap *m, uint32_t depth, HilMapId *out) {
  HilMapId *members = arena_array(terms->arena, m->n, sizeof *members);
  if (members == NULL) return STATUS_LIMIT;
  for (uint32_t x = 0; x < m->n; x++) {
    TRY(adjoint(terms, hil_map_member(terms, m, x), depth, &members[x]));
  }
  if (m->kind == HILMAP_TUPLE) return give(terms, hilmap_cotuple(terms, m->dom, index_of(terms, m->cod), members), out);
  if (m->kind == HILMAP_COTUPLE) return give(terms, hilmap_tuple(terms, m->cod, index_of(terms, m->dom), members), out);
  return give(terms, hilmap_par(terms, m->kind, index_of(terms, m->dom), members), out);
}

/*   red_R* = red_(R^t), R^t = {(y,x) | (x,y) in R} */
static Status adjoint_red(HilTerms *terms, const HilMap *m, HilMapId *out) {
  HilPair *turned = arena_array(terms->arena, m->n, sizeof *turned);
  if (turned == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < m->n; i++) turned[i] = (HilPair){m->pairs[i].y, m->pairs[i].x};
  bool empty = hil_width(&terms->spaces, m->dom) == 0;
  HilSpace v = hil_space(&terms->spaces, empty ? m->cod : m->dom)->a;
  if (v.id == 0) v = hil_space_zero(&terms->spaces);
  return give(terms, hilmap_red(terms, v, index_of(terms, m->cod), index_of(terms, m->dom), m->n, turned), out);
}

/* w^t : V(x)W for a formal w : W(x)V */
static Status transpose(HilTerms *terms, const HilVector *w, uint32_t depth, HilVector *out) {
  if (depth == 0) return STATUS_LIMIT;
  *out = *w;
  if (w->kind == HIL_TENSOR) {
    out->a = w->b;
    out->b = w->a;
  } else if (w->kind == HIL_SCALE) {
    HilVector *inner = arena_alloc(terms->arena, sizeof *inner);
    if (inner == NULL) return STATUS_LIMIT;
    out->a = inner;
    return transpose(terms, w->a, depth - 1, inner);
  } else if (w->kind == HIL_SUM) {
    HilVector *parts = arena_array(terms->arena, (size_t)w->n, sizeof *parts);
    if (parts == NULL) return STATUS_LIMIT;
    out->parts = parts;
    for (int64_t i = 0; i < w->n; i++) {
      TRY(transpose(terms, &w->parts[i], depth - 1, &parts[i]));
    }
  }
  return w->kind == HIL_ZERO || w->kind == HIL_TENSOR || w->kind == HIL_SUM ? STATUS_OK : STATUS_STUCK;
}

/*   (w*)* = (w^t*), (*w)* = (*w^t) */
static Status adjoint_contraction(HilTerms *terms, const HilMap *m, uint32_t depth, HilMapId *out) {
  HilVector *turned = arena_alloc(terms->arena, sizeof *turned);
  if (turned == NULL) return STATUS_LIMIT;
  TRY(transpose(terms, m->w, depth, turned));
  HilSpaceNode t = *hil_space(&terms->spaces, m->space), dom = *hil_space(&terms->spaces, m->dom);
  HilSpace space = hil_space_tensor(&terms->spaces, t.b, t.a);
  if (m->kind == HILMAP_LEFT) return give(terms, hilmap_left(terms, space, turned, dom.b), out);
  return give(terms, hilmap_right(terms, space, turned, dom.a), out);
}

/* The kind of the inverse of a unitary operator. */
static HilMapKind inverse(HilMapKind kind) {
  switch (kind) {
  case HILMAP_UNIT_L: return HILMAP_UNIT_L_INV;
  case HILMAP_UNIT_L_INV: return HILMAP_UNIT_L;
  case HILMAP_UNIT_R: return HILMAP_UNIT_R_INV;
  case HILMAP_UNIT_R_INV: return HILMAP_UNIT_R;
  case HILMAP_TRANSPOSE: return HILMAP_TRANSPOSE;
  case HILMAP_ASSOC: return HILMAP_ASSOC_INV;
  case HILMAP_ASSOC_INV: return HILMAP_ASSOC;
  case HILMAP_DISTRIB: return HILMAP_DISTRIB_INV;
  case HILMAP_DISTRIB_INV: return HILMAP_DISTRIB;
  case HILMAP_ZIP: return HILMAP_UNZIP;
  case HILMAP_UNZIP: return HILMAP_ZIP;
  case HILMAP_CURRY: return HILMAP_UNCURRY;
  case HILMAP_UNCURRY: return HILMAP_CURRY;
  case HILMAP_ID:
  case HILMAP_COMP:
  case HILMAP_ZERO:
  case HILMAP_INJ:
  case HILMAP_PROJ:
  case HILMAP_PAR:
  case HILMAP_MAP:
  case HILMAP_DELTA:
  case HILMAP_TUPLE:
  case HILMAP_COTUPLE:
  case HILMAP_PLUS:
  case HILMAP_RED:
  case HILMAP_LEFT:
  case HILMAP_RIGHT:
  case HILMAP_KIND_COUNT: return HILMAP_KIND_COUNT;
  }
  return HILMAP_KIND_COUNT;
}

static Status adjoint_two(HilTerms *terms, const HilMap *m, uint32_t depth, HilMapId *a, HilMapId *b) {
  TRY(adjoint(terms, m->a, depth, a));
  return adjoint(terms, m->b, depth, b);
}

static Status adjoint_rule(HilTerms *terms, const HilMap *m, uint32_t depth, HilMapId *out) {
  HilMapId a, b;
  switch (m->kind) {
  /* id* = id                                                             */
  case HILMAP_ID: RULE(FRA_ID); return give(terms, hilmap_id(terms, m->dom), out);
  /* (g . f)* = f* . g*                                                   */
  case HILMAP_COMP:
    RULE(FRA_COMP);
    TRY(adjoint_two(terms, m, depth, &a, &b));
    return give(terms, hilmap_comp(terms, b, a), out);
  /* 0* = 0                                                               */
  case HILMAP_ZERO: RULE(FRA_ZERO); return give(terms, hilmap_zero(terms, m->cod, m->dom), out);
  /* iota_x* = pi_x;  pi_x* = iota_x                                      */
  case HILMAP_INJ: RULE(FRA_INJ); return give(terms, hilmap_proj(terms, m->cod, m->n), out);
  case HILMAP_PROJ: RULE(FRA_PROJ); return give(terms, hilmap_inj(terms, m->dom, m->n), out);
  /* (Pi f_x)* = Pi f_x*;  (Delta f)* = Delta (f_x*)                      */
  case HILMAP_PAR: RULE(FRA_PAR); return adjoint_members(terms, m, depth, out);
  case HILMAP_DELTA: RULE(FRA_DELTA); return adjoint_members(terms, m, depth, out);
  /* (f^X)* = (f*)^X                                                      */
  case HILMAP_MAP:
    RULE(FRA_MAP);
    TRY(adjoint(terms, m->a, depth, &a));
    return give(terms, hilmap_map(terms, index_of(terms, m->dom), a), out);
  /* <f_x>* = [f_x*];  [g_x]* = <g_x*>                                    */
  case HILMAP_TUPLE:
  case HILMAP_COTUPLE: RULE(FRA_TUPLE); return adjoint_members(terms, m, depth, out);
  /* (f + g)* = f* + g*                                                   */
  case HILMAP_PLUS:
    RULE(FRA_PLUS);
    TRY(adjoint_two(terms, m, depth, &a, &b));
    return give(terms, hilmap_plus(terms, a, b), out);
  /* red_R* = red_(R^t)                                                   */
  case HILMAP_RED: RULE(FRA_RED); return adjoint_red(terms, m, out);
  /* (w*)* = (w^t*);  (*w)* = (*w^t)                                      */
  case HILMAP_LEFT:
  case HILMAP_RIGHT: RULE(FRA_SECTION); return adjoint_contraction(terms, m, depth, out);
  /* U* = U^-1 for a unitary operator                                     */
  case HILMAP_ANY_UNITARY:
  case HILMAP_UNIT_L_INV:
  case HILMAP_UNIT_R_INV:
    RULE(FRA_UNITARY);
    return give(terms, hilmap_unitary_between(terms, inverse(m->kind), m->cod, m->dom), out);
  case HILMAP_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status adjoint(HilTerms *terms, HilMapId id, uint32_t depth, HilMapId *out) {
  if (id.id == 0) return STATUS_ILL_TYPED;
  if (depth == 0) return STATUS_LIMIT;
  const HilMap m = *hil_map(terms, id); /* the table may move */
  return adjoint_rule(terms, &m, depth - 1, out);
}

Status frechet_adjoint(HilTerms *terms, HilMapId m, HilMapId *out) { return adjoint(terms, m, HIL_DEPTH, out); }
