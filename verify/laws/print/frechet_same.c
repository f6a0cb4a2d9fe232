#include <stdio.h> /* before gmp.h */

#include "verify/laws/print/frechet_same.h"

static bool same_index(const FrechetPair *pair, HilIndex x, HilIndex y) {
  const HilIndexNode *a = hil_index(&pair->one->spaces, x), *b = hil_index(&pair->other->spaces, y);
  if (a->kind != b->kind || a->size != b->size) return false;
  bool leaf = a->kind == HIL_INDEX_NUMBER || a->kind == HIL_INDEX_NATURALS;
  return leaf || (same_index(pair, a->a, b->a) && same_index(pair, a->b, b->b));
}

static bool same_space(const FrechetPair *pair, HilSpace v, HilSpace w) {
  const HilSpaceNode *a = hil_space(&pair->one->spaces, v), *b = hil_space(&pair->other->spaces, w);
  if (a->kind != b->kind || a->dim != b->dim || a->uniform != b->uniform) return false;
  if (a->kind == HIL_SPACE_TENSOR) return same_space(pair, a->a, b->a) && same_space(pair, a->b, b->b);
  if (a->kind != HIL_SPACE_DIRECT) return true;
  if (!same_index(pair, a->index, b->index)) return false;
  if (a->uniform) return a->a.id == 0 ? b->a.id == 0 : same_space(pair, a->a, b->a);
  for (uint32_t x = 0; x < hil_width(&pair->one->spaces, v); x++)
    if (!same_space(pair, hil_part(&pair->one->spaces, v, x), hil_part(&pair->other->spaces, w, x))) return false;
  return true;
}

/* ----------------------------------------------------------------- vectors -- */

/* A number that is written out: zero and literals. */
static bool literal(const Store *store, const HilVector *v, mpq_t out) {
  const Constant *c = constant_get(&store->constants, v->constant);
  bool zero = v->kind == HIL_ZERO || (v->kind == HIL_SUM && v->n == 0);
  if (zero)
    mpq_set_ui(out, 0, 1);
  else if (v->kind == HIL_INTEGER)
    mpq_set_si(out, v->n, 1);
  else if (v->kind == HIL_CONSTANT)
    mpq_set(out, c->exact[c->length == 1 ? 0 : v->n]);
  return zero || v->kind == HIL_INTEGER || v->kind == HIL_CONSTANT;
}

static bool same_vector(const FrechetPair *pair, const HilVector *v, const HilVector *w) {
  mpq_t a, b;
  while (v->kind == HIL_SUM && v->n == 1) v = &v->parts[0]; /* (u) is u */
  while (w->kind == HIL_SUM && w->n == 1) w = &w->parts[0];
  mpq_init(a);
  mpq_init(b);
  bool one = literal(pair->store, v, a), other = literal(pair->store, w, b), equal = mpq_equal(a, b) != 0;
  mpq_clear(a);
  mpq_clear(b);
  if (one || other) return one && other && equal;
  if (v->kind != w->kind || v->n != w->n) return false;
  bool parts = v->kind == HIL_TUPLE || v->kind == HIL_SUM;
  for (int64_t i = 0; parts && i < v->n; i++)
    if (!same_vector(pair, &v->parts[i], &w->parts[i])) return false;
  if (v->kind == HIL_INJECT) return same_vector(pair, v->a, w->a);
  if (v->kind == HIL_TENSOR) return same_vector(pair, v->a, w->a) && same_vector(pair, v->b, w->b);
  return parts;
}

/* -------------------------------------------------------- linear functions -- */

static bool same_map(const FrechetPair *pair, HilMapId f, HilMapId g) {
  const HilMap *a = hil_map(pair->one, f), *b = hil_map(pair->other, g);
  if (f.id == 0 || g.id == 0) return f.id == g.id;
  if (a->kind != b->kind || a->n != b->n) return false;
  if (!same_space(pair, a->dom, b->dom) || !same_space(pair, a->cod, b->cod)) return false;
  for (uint32_t i = 0; a->kind == HILMAP_RED && i < a->n; i++)
    if (a->pairs[i].x != b->pairs[i].x || a->pairs[i].y != b->pairs[i].y) return false;
  if (a->kind == HILMAP_LEFT || a->kind == HILMAP_RIGHT)
    return same_space(pair, a->space, b->space) && same_vector(pair, a->w, b->w);
  bool members =
      a->kind == HILMAP_PAR || a->kind == HILMAP_DELTA || a->kind == HILMAP_TUPLE || a->kind == HILMAP_COTUPLE;
  for (uint32_t x = 0; members && x < a->n; x++)
    if (!same_map(pair, hil_map_member(pair->one, a, x), hil_map_member(pair->other, b, x))) return false;
  return same_map(pair, a->a, b->a) && same_map(pair, a->b, b->b);
}

/* --------------------------------------------------------------- functions -- */

static bool same_parts(const FrechetPair *pair, const HilFun *a, const HilFun *b) {
  const HilBilinear *p = &pair->one->bilinears[a->bilinear.id], *q = &pair->other->bilinears[b->bilinear.id];
  switch (a->kind) {
  case HILFUN_COMP: return hil_fun_same(pair, a->a, b->a) && hil_fun_same(pair, a->b, b->b);
  case HILFUN_PAR:
    for (uint32_t x = 0; x < a->n; x++)
      if (!hil_fun_same(pair, hil_fun_member(pair->one, a, x), hil_fun_member(pair->other, b, x))) return false;
    return a->n == b->n;
  case HILFUN_MAP: return hil_fun_same(pair, a->a, b->a);
  case HILFUN_LINEAR: return same_map(pair, a->map, b->map);
  case HILFUN_BILINEAR:
    return same_map(pair, p->h, q->h) && same_map(pair, p->g1, q->g1) && same_map(pair, p->g2, q->g2);
  case HILFUN_CONST: return same_vector(pair, a->w, b->w);
  case HILFUN_PRIM: return a->op == b->op && a->constant.id == b->constant.id;
  case HILFUN_GIVEN: return a->given.id == b->given.id;
  case HILFUN_IF:
    return hil_fun_same(pair, a->a, b->a) && hil_fun_same(pair, a->b, b->b) && hil_fun_same(pair, a->c, b->c);
  case HILFUN_KIND_COUNT: break;
  }
  return false;
}

bool hil_fun_same(const FrechetPair *pair, HilFunId f, HilFunId g) {
  const HilFun *a = hil_fun(pair->one, f), *b = hil_fun(pair->other, g);
  if (a->kind != b->kind || !same_space(pair, a->dom, b->dom) || !same_space(pair, a->cod, b->cod)) return false;
  return same_parts(pair, a, b);
}
