/* f : V -o W and f : V -> W: the spaces that nodes say, node by node.  A table holds
 * children below their parents, so the walk upward meets each once. */
#include "semantics/frechet/terms.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

typedef struct Checking {
  const HilTerms *terms;
  const HilSpaces *spaces;
} Checking;

static const HilMap *map_at(const Checking *in, HilMapId m) { return hil_map(in->terms, m); }
static const HilSpaceNode *node_at(const Checking *in, HilSpace v) { return hil_space(in->spaces, v); }

/* --------------------------------------------------------------- vectors -- */

static Status check_vector(const HilSpaces *spaces, HilSpace space, const HilVector *v, uint32_t depth) {
  const HilSpaceNode *node = hil_space(spaces, space);
  Status status = STATUS_OK;
  bool direct = node->kind == HIL_SPACE_DIRECT;
  if (depth == 0) return STATUS_LIMIT;
  switch (v->kind) {
  case HIL_ZERO: return STATUS_OK;
  case HIL_INTEGER:
  case HIL_CONSTANT:
  case HIL_SCALAR: return node->kind == HIL_SPACE_REAL ? STATUS_OK : STATUS_ILL_TYPED;
  case HIL_REALS:
    if (!direct || v->n != hil_width(spaces, space)) return STATUS_ILL_TYPED;
    return v->n == 0 || hil_space(spaces, node->a)->kind == HIL_SPACE_REAL ? STATUS_OK : STATUS_ILL_TYPED;
  case HIL_TUPLE:
    if (!direct || v->n != hil_width(spaces, space)) return STATUS_ILL_TYPED;
    for (uint32_t x = 0; x < v->n && status == STATUS_OK; x++) {
      status = check_vector(spaces, hil_part(spaces, space, x), &v->parts[x], depth - 1);
    }
    return status;
  case HIL_INJECT:
    if (!direct || v->n >= hil_width(spaces, space)) return STATUS_ILL_TYPED;
    return check_vector(spaces, hil_part(spaces, space, (uint32_t)v->n), v->a, depth - 1);
  case HIL_SCALE: return check_vector(spaces, space, v->a, depth - 1);
  case HIL_SUM:
    for (int64_t i = 0; i < v->n && status == STATUS_OK; i++) {
      status = check_vector(spaces, space, &v->parts[i], depth - 1);
    }
    return status;
  case HIL_TENSOR:
    if (node->kind != HIL_SPACE_TENSOR) return STATUS_ILL_TYPED;
    status = check_vector(spaces, node->a, v->a, depth - 1);
    return status == STATUS_OK ? check_vector(spaces, node->b, v->b, depth - 1) : status;
  }
  return STATUS_ILL_TYPED;
}

Status hil_check(const HilSpaces *spaces, HilSpace space, const HilVector *v) {
  return check_vector(spaces, space, v, HIL_DEPTH);
}

/* ------------------------------------------------------ linear functions -- */

/* The direct sum over the members' spaces. */
static bool members_fit(const Checking *in, const HilMap *m, bool dom, bool cod) {
  if (dom && (!hil_is_direct(in->spaces, m->dom) || hil_width(in->spaces, m->dom) != m->n)) return false;
  if (cod && (!hil_is_direct(in->spaces, m->cod) || hil_width(in->spaces, m->cod) != m->n)) return false;
  for (uint32_t x = 0; x < m->n; x++) {
    const HilMap *f = map_at(in, hil_map_member(in->terms, m, x));
    HilSpace from = dom ? hil_part(in->spaces, m->dom, x) : m->dom;
    HilSpace to = cod ? hil_part(in->spaces, m->cod, x) : m->cod;
    if (!hil_same(f->dom, from) || !hil_same(f->cod, to)) return false;
  }
  return !dom || !cod || node_at(in, m->dom)->index.id == node_at(in, m->cod)->index.id;
}

static bool map_fits(const Checking *in, const HilMap *m) {
  const HilMap *f = map_at(in, m->a);
  return hil_is_power(in->spaces, m->dom, f->dom) && hil_is_power(in->spaces, m->cod, f->cod) &&
         node_at(in, m->dom)->index.id == node_at(in, m->cod)->index.id;
}

static bool part_fits(const Checking *in, HilSpace sum, uint32_t x, HilSpace part) {
  return hil_is_direct(in->spaces, sum) && x < hil_width(in->spaces, sum) &&
         hil_same(hil_part(in->spaces, sum, x), part);
}

static bool red_fits(const Checking *in, const HilMap *m) {
  const HilSpaceNode *dom = node_at(in, m->dom), *cod = node_at(in, m->cod);
  if (dom->kind != HIL_SPACE_DIRECT || cod->kind != HIL_SPACE_DIRECT || !dom->uniform || !cod->uniform) return false;
  if (hil_width(in->spaces, m->dom) != 0 && hil_width(in->spaces, m->cod) != 0 && !hil_same(dom->a, cod->a))
    return false;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->pairs[i].x >= hil_width(in->spaces, m->dom) || m->pairs[i].y >= hil_width(in->spaces, m->cod)) return false;
  }
  return true;
}

/* V(x)U -o W(x)U with w : W(x)V, or W(x)V -o W(x)U with w : V(x)U */
static Status check_section(const Checking *in, const HilMap *m) {
  const HilSpaceNode *w = node_at(in, m->space), *dom = node_at(in, m->dom), *cod = node_at(in, m->cod);
  if (w->kind != HIL_SPACE_TENSOR || dom->kind != HIL_SPACE_TENSOR || cod->kind != HIL_SPACE_TENSOR)
    return STATUS_ILL_TYPED;
  bool left = m->kind == HILMAP_LEFT;
  bool fits = left ? hil_same(w->b, dom->a) && hil_same(w->a, cod->a) && hil_same(dom->b, cod->b)
                   : hil_same(w->a, dom->b) && hil_same(w->b, cod->b) && hil_same(dom->a, cod->a);
  return fits ? hil_check(in->spaces, m->space, m->w) : STATUS_ILL_TYPED;
}

static bool is_unit(const Checking *in, HilSpace tensor, bool left, HilSpace v) {
  const HilSpaceNode *t = node_at(in, tensor);
  if (t->kind != HIL_SPACE_TENSOR) return false;
  return node_at(in, left ? t->a : t->b)->kind == HIL_SPACE_REAL && hil_same(left ? t->b : t->a, v);
}

static bool is_assoc(const Checking *in, HilSpace left, HilSpace right) {
  const HilSpaceNode *l = node_at(in, left), *r = node_at(in, right);
  const HilSpaceNode *uv = node_at(in, l->a), *vw = node_at(in, r->b);
  return l->kind == HIL_SPACE_TENSOR && r->kind == HIL_SPACE_TENSOR && uv->kind == HIL_SPACE_TENSOR &&
         vw->kind == HIL_SPACE_TENSOR && hil_same(uv->a, r->a) && hil_same(uv->b, vw->a) && hil_same(l->b, vw->b);
}

static bool is_distributed(const Checking *in, HilSpace tensor, HilSpace sum) {
  const HilSpaceNode *t = node_at(in, tensor), *s = node_at(in, sum);
  const HilSpaceNode *a = node_at(in, t->a);
  if (t->kind != HIL_SPACE_TENSOR || s->kind != HIL_SPACE_DIRECT || a->kind != HIL_SPACE_DIRECT) return false;
  if (a->index.id != s->index.id) return false;
  for (uint32_t x = 0; x < hil_width(in->spaces, sum); x++) {
    const HilSpaceNode *part = node_at(in, hil_part(in->spaces, sum, x));
    if (part->kind != HIL_SPACE_TENSOR || !hil_same(part->a, hil_part(in->spaces, t->a, x)) || !hil_same(part->b, t->b))
      return false;
  }
  return true;
}

static bool is_zipped(const Checking *in, HilSpace pair, HilSpace sum) {
  const HilSpaces *spaces = in->spaces;
  if (!hil_is_direct(spaces, pair) || !hil_is_direct(spaces, sum) || hil_width(spaces, pair) != 2) return false;
  for (uint32_t i = 0; i < 2; i++) {
    HilSpace side = hil_part(spaces, pair, i);
    if (!hil_is_direct(spaces, side) || node_at(in, side)->index.id != node_at(in, sum)->index.id) return false;
    for (uint32_t x = 0; x < hil_width(spaces, sum); x++) {
      HilSpace part = hil_part(spaces, sum, x);
      if (!hil_is_direct(spaces, part) || hil_width(spaces, part) != 2) return false;
      if (!hil_same(hil_part(spaces, part, i), hil_part(spaces, side, x))) return false;
    }
  }
  return true;
}

static bool is_curried(const Checking *in, HilSpace tensor, HilSpace power) {
  const HilSpaceNode *t = node_at(in, tensor), *p = node_at(in, power);
  const HilSpaceNode *a = node_at(in, t->a), *b = node_at(in, t->b), *part = node_at(in, p->a);
  const HilIndexNode *index = hil_index(in->spaces, p->index);
  return t->kind == HIL_SPACE_TENSOR && a->kind == HIL_SPACE_DIRECT && b->kind == HIL_SPACE_DIRECT &&
         p->kind == HIL_SPACE_DIRECT && a->uniform && b->uniform && p->uniform && index->kind == HIL_INDEX_TIMES &&
         index->a.id == a->index.id && index->b.id == b->index.id && part->kind == HIL_SPACE_TENSOR &&
         hil_same(part->a, a->a) && hil_same(part->b, b->a);
}

static Status fits(bool yes) { return yes ? STATUS_OK : STATUS_ILL_TYPED; }

static Status check_map(const Checking *in, const HilMap *m) {
  const HilMap *a = map_at(in, m->a), *b = map_at(in, m->b);
  switch (m->kind) {
  /* id : V -o V                                                          */
  case HILMAP_ID: RULE(HIL_T_ID); return fits(hil_same(m->dom, m->cod));
  /* g : V -o W and f : U -o V give g . f : U -o W                        */
  case HILMAP_COMP:
    RULE(HIL_T_COMP);
    return fits(hil_same(a->dom, b->cod) && hil_same(m->dom, b->dom) && hil_same(m->cod, a->cod));
  /* 0 : V -o W                                                           */
  case HILMAP_ZERO: return STATUS_OK;
  /* iota_x : V_x -o (+)V_x and pi_x back                                 */
  case HILMAP_INJ: RULE(HIL_T_PART); return fits(part_fits(in, m->cod, m->n, m->dom));
  case HILMAP_PROJ: return fits(part_fits(in, m->dom, m->n, m->cod));
  /* f_x : V_x -o W_x give Pi f_x, Delta f : (+)V_x -o (+)W_x             */
  case HILMAP_PAR:
  case HILMAP_DELTA: RULE(HIL_T_PARALLEL); return fits(members_fit(in, m, true, true));
  case HILMAP_MAP: return fits(map_fits(in, m));
  /* f_x : V -o W_x give <f_x> : V -o (+)W_x; [g_x] likewise              */
  case HILMAP_TUPLE: RULE(HIL_T_TUPLING); return fits(members_fit(in, m, false, true));
  case HILMAP_COTUPLE: return fits(members_fit(in, m, true, false));
  /* f, g : V -o W give f + g : V -o W                                    */
  case HILMAP_PLUS:
    RULE(HIL_T_PLUS);
    return fits(hil_same(a->dom, m->dom) && hil_same(b->dom, m->dom) && hil_same(a->cod, m->cod) &&
                hil_same(b->cod, m->cod));
  /* R a subset of X x Y gives red_R : V^X -o V^Y                         */
  case HILMAP_RED: RULE(HIL_T_RED); return fits(red_fits(in, m));
  /* w : W(x)V gives (w*) : V(x)U -o W(x)U; (*w) likewise                 */
  case HILMAP_LEFT:
  case HILMAP_RIGHT: RULE(HIL_T_SECTION); return check_section(in, m);
  /* unitary operators and their inverses                                 */
  case HILMAP_UNIT_L: RULE(HIL_T_UNITARY); return fits(is_unit(in, m->cod, true, m->dom));
  case HILMAP_UNIT_L_INV: return fits(is_unit(in, m->dom, true, m->cod));
  case HILMAP_UNIT_R: return fits(is_unit(in, m->cod, false, m->dom));
  case HILMAP_UNIT_R_INV: return fits(is_unit(in, m->dom, false, m->cod));
  case HILMAP_TRANSPOSE: {
    const HilSpaceNode *s = node_at(in, m->dom), *t = node_at(in, m->cod);
    return fits(s->kind == HIL_SPACE_TENSOR && t->kind == HIL_SPACE_TENSOR && hil_same(s->a, t->b) &&
                hil_same(s->b, t->a));
  }
  case HILMAP_ASSOC: return fits(is_assoc(in, m->dom, m->cod));
  case HILMAP_ASSOC_INV: return fits(is_assoc(in, m->cod, m->dom));
  case HILMAP_DISTRIB: return fits(is_distributed(in, m->dom, m->cod));
  case HILMAP_DISTRIB_INV: return fits(is_distributed(in, m->cod, m->dom));
  case HILMAP_ZIP: return fits(is_zipped(in, m->dom, m->cod));
  case HILMAP_UNZIP: return fits(is_zipped(in, m->cod, m->dom));
  case HILMAP_CURRY: return fits(is_curried(in, m->dom, m->cod));
  case HILMAP_UNCURRY: return fits(is_curried(in, m->cod, m->dom));
  case HILMAP_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status hil_map_check(const HilTerms *terms, HilMapId m) {
  Checking in = {terms, &terms->spaces};
  if (hil_terms_status(terms) != STATUS_OK) return hil_terms_status(terms);
  if (m.id == 0) return STATUS_ILL_TYPED;
  for (uint32_t i = 1; i <= m.id; i++) {
    TRY(check_map(&in, &terms->maps[i]));
  }
  return STATUS_OK;
}

/* -------------------------------------------------------------- functions -- */

static bool functions_fit(const Checking *in, const HilFun *f) {
  if (!hil_is_direct(in->spaces, f->dom) || !hil_is_direct(in->spaces, f->cod)) return false;
  if (node_at(in, f->dom)->index.id != node_at(in, f->cod)->index.id) return false;
  if (f->kind == HILFUN_MAP) {
    const HilFun *g = hil_fun(in->terms, f->a);
    return hil_is_power(in->spaces, f->dom, g->dom) && hil_is_power(in->spaces, f->cod, g->cod);
  }
  if (hil_width(in->spaces, f->dom) != f->n) return false;
  for (uint32_t x = 0; x < f->n; x++) {
    const HilFun *g = hil_fun(in->terms, hil_fun_member(in->terms, f, x));
    if (!hil_same(g->dom, hil_part(in->spaces, f->dom, x)) || !hil_same(g->cod, hil_part(in->spaces, f->cod, x)))
      return false;
  }
  return true;
}

/* g1 : A -o W(x)V, g2 : B -o V(x)U and h : W(x)U -o C give <> : A x B -> C */
static bool bilinear_fits(const Checking *in, const HilFun *f) {
  HilBilinear b = in->terms->bilinears[f->bilinear.id];
  const HilMap *g1 = map_at(in, b.g1), *g2 = map_at(in, b.g2), *h = map_at(in, b.h);
  const HilSpaceNode *w = node_at(in, g1->cod), *x = node_at(in, g2->cod), *u = node_at(in, h->dom);
  if (w->kind != HIL_SPACE_TENSOR || x->kind != HIL_SPACE_TENSOR || u->kind != HIL_SPACE_TENSOR) return false;
  return hil_same(w->b, x->a) && hil_same(u->a, w->a) && hil_same(u->b, x->b) && hil_same(h->cod, f->cod) &&
         part_fits(in, f->dom, 0, g1->dom) && part_fits(in, f->dom, 1, g2->dom) && hil_width(in->spaces, f->dom) == 2;
}

static Status check_fun(const Checking *in, const HilFun *f) {
  const HilFun *a = hil_fun(in->terms, f->a), *b = hil_fun(in->terms, f->b), *c = hil_fun(in->terms, f->c);
  switch (f->kind) {
  /* g : V -> W and f : U -> V give g o f : U -> W                        */
  case HILFUN_COMP:
    RULE(HIL_F_COMP);
    return fits(hil_same(a->dom, b->cod) && hil_same(f->dom, b->dom) && hil_same(f->cod, a->cod));
  /* f_x : V_x -> W_x give Pi f_x : (+)V_x -> (+)W_x                      */
  case HILFUN_PAR:
  case HILFUN_MAP: RULE(HIL_F_PARALLEL); return fits(functions_fit(in, f));
  /* h : V -o W gives h : V -> W                                          */
  case HILFUN_LINEAR:
    RULE(HIL_F_LINEAR);
    return fits(hil_same(f->dom, map_at(in, f->map)->dom) && hil_same(f->cod, map_at(in, f->map)->cod));
  case HILFUN_BILINEAR: RULE(HIL_F_BILINEAR); return fits(bilinear_fits(in, f));
  /* w : W gives K_w : V -> W                                             */
  case HILFUN_CONST: RULE(HIL_F_CONST); return hil_check(in->spaces, f->cod, f->w);
  /* p : R -> R                                                           */
  case HILFUN_PRIM:
    RULE(HIL_F_PRIM);
    return fits(hil_same(f->dom, f->cod) && node_at(in, f->dom)->kind == HIL_SPACE_REAL);
  /* p : V -> W as it was declared: the translation gives its spaces      */
  case HILFUN_GIVEN:
    RULE(HIL_F_GIVEN);
    return fits(f->given.id != 0 && node_at(in, f->dom)->dense && node_at(in, f->cod)->dense);
  /* c : V -> R and f, g : V -> W give if c then f else g : V -> W        */
  case HILFUN_IF:
    RULE(HIL_F_IF);
    return fits(node_at(in, a->cod)->kind == HIL_SPACE_REAL && hil_same(a->dom, f->dom) && hil_same(b->dom, f->dom) &&
                hil_same(c->dom, f->dom) && hil_same(b->cod, f->cod) && hil_same(c->cod, f->cod));
  case HILFUN_KIND_COUNT: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

Status hil_fun_check(const HilTerms *terms, HilFunId f) {
  Checking in = {terms, &terms->spaces};
  if (hil_terms_status(terms) != STATUS_OK) return hil_terms_status(terms);
  if (f.id == 0) return STATUS_ILL_TYPED;
  Status status = STATUS_OK;
  for (uint32_t i = 1; i < terms->map_count && status == STATUS_OK; i++) status = check_map(&in, &terms->maps[i]);
  for (uint32_t i = 1; i <= f.id && status == STATUS_OK; i++) status = check_fun(&in, &terms->functions[i]);
  return status;
}
