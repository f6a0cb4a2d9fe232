/* Relational reductions: what is a tupling, a projection or another reduction. */
#include "ad/frechet/optimiser.h"

static const HilMapId none = {0};

/* red_{(x,x)} ~> id   red_{} ~> 0 */
HilMapId frechet_red(Optimising *o, HilMapId m) {
  const HilMap red = frechet_at(o, m);
  bool diagonal = hil_same(red.dom, red.cod) && red.n == frechet_width(o, red.dom);
  for (uint32_t i = 0; i < red.n && diagonal; i++) diagonal = red.pairs[i].x == red.pairs[i].y;
  if (red.n == 0 && frechet_may(o, FRECHET_RULE_RED_ID)) return hilmap_zero(o->terms, red.dom, red.cod);
  if (red.n != 0 && diagonal && frechet_may(o, FRECHET_RULE_RED_ID)) return hilmap_id(o->terms, red.dom);
  return m;
}

/* The only pair of R at y, or at x; none (n) if there is another or no pair. */
static uint32_t only_pair(const HilMap *red, bool at_y, uint32_t place) {
  uint32_t found = red->n;
  for (uint32_t i = 0; i < red->n; i++) {
    if ((at_y ? red->pairs[i].y : red->pairs[i].x) != place) continue;
    if (found != red->n) return red->n;
    found = i;
  }
  return found;
}

/* rep_2 ~> <id, id>: red_{1 x 2} . iota */
static HilMapId duplicate(Optimising *o, const HilMap *red, const HilMap *inj) {
  if (frechet_width(o, red->dom) != 1 || frechet_width(o, red->cod) != 2 || red->n != 2) return none;
  if (!frechet_may(o, FRECHET_RULE_DUP)) return none;
  HilMapId id = hilmap_id(o->terms, inj->dom);
  const HilMapId both[2] = {id, id};
  return hilmap_tuple(o->terms, inj->dom, frechet_index(o, red->cod), both);
}

/* Sigma_2 ~> [id, id]: pi . red_{2 x 1} */
static HilMapId add_two(Optimising *o, const HilMap *proj, const HilMap *red) {
  if (frechet_width(o, red->cod) != 1 || frechet_width(o, red->dom) != 2 || red->n != 2) return none;
  if (!frechet_may(o, FRECHET_RULE_SUM)) return none;
  HilMapId id = hilmap_id(o->terms, proj->cod);
  const HilMapId both[2] = {id, id};
  return hilmap_cotuple(o->terms, proj->cod, frechet_index(o, red->dom), both);
}

/* Additions of red_R: pairs less the y that have one. */
static uint64_t additions(const HilPair *pairs, uint64_t n, uint32_t *last, uint32_t width) {
  uint64_t sum = 0;
  for (uint32_t y = 0; y < width; y++) last[y] = 0;
  for (uint64_t i = 0; i < n; i++) sum += last[pairs[i].y]++ != 0;
  return sum;
}

static int compare(const HilPair *p, const HilPair *q) {
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

/* S;R into `out`, sorted as S is; false if a pair has two paths or there are more than `most`. */
static bool relate(const HilMap *s, const HilMap *r, uint64_t most, HilPair *out, uint64_t *count) {
  *count = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    for (uint32_t j = 0; j < r->n; j++) {
      if (r->pairs[j].x != s->pairs[i].y) continue;
      HilPair path = {s->pairs[i].x, r->pairs[j].y};
      if (*count == most) return false;
      for (uint64_t k = *count; k > 0 && out[k - 1].x == path.x; k--) {
        if (compare(&out[k - 1], &path) == 0) return false;
      }
      out[(*count)++] = path;
    }
  }
  return true;
}

/* red_R . red_S ~> red_(S;R) */
static HilMapId relate_both(Optimising *o, const HilMap *r, const HilMap *s) {
  uint32_t middle = frechet_width(o, s->cod), end = frechet_width(o, r->cod);
  uint64_t most = (uint64_t)r->n + s->n, count;
  HilSpace v = hil_space(&o->terms->spaces, r->cod)->a;
  uint32_t *last = arena_array(o->terms->arena, (size_t)middle + end, sizeof *last);
  HilPair *pairs = arena_array(o->terms->arena, most, sizeof *pairs);
  if (last == NULL || pairs == NULL) return frechet_fail(o, STATUS_LIMIT);
  if (v.id == 0 || (uint64_t)r->n * s->n > HIL_MAX_INDEX || !relate(s, r, most, pairs, &count)) return none;
  uint64_t before = additions(r->pairs, r->n, last, end) + additions(s->pairs, s->n, last, middle);
  if (additions(pairs, count, last, end) > before || !frechet_may(o, FRECHET_RULE_RED_RED)) return none;
  HilIndex from = frechet_index(o, s->dom), to = frechet_index(o, r->cod);
  HilMapId red = hilmap_red(o->terms, v, from, to, (uint32_t)count, pairs);
  return red.id == 0 ? none : frechet_red(o, red);
}

HilMapId frechet_compose_red(Optimising *o, HilMapId g_id, HilMapId f_id) {
  const HilMap g = frechet_at(o, g_id), f = frechet_at(o, f_id);
  uint32_t i;
  if (g.kind == HILMAP_RED && f.kind == HILMAP_RED) return relate_both(o, &g, &f);
  if (g.kind == HILMAP_RED && f.kind == HILMAP_INJ) {
    HilMapId both = duplicate(o, &g, &f);
    if (both.id != 0) return both;
    i = only_pair(&g, false, f.n);
    if (i < g.n && frechet_may(o, FRECHET_RULE_PROJ_RED)) return hilmap_inj(o->terms, g.cod, g.pairs[i].y);
  }
  if (g.kind == HILMAP_PROJ && f.kind == HILMAP_RED) {
    HilMapId both = add_two(o, &g, &f);
    if (both.id != 0) return both;
    i = only_pair(&f, true, g.n);
    if (i < f.n && frechet_may(o, FRECHET_RULE_PROJ_RED)) return hilmap_proj(o->terms, f.dom, f.pairs[i].x);
  }
  return none;
}
