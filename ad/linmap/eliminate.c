/* Linear maps applied, by the meanings of Fig. 4 and the laws of Fig. 5: what is left
 * has no map in it.  An argument that a map uses more than once gets a name. */
#include "ad/linmap/optimise.h"
#include "semantics/linmap/cases.h"

static bool is(const LmTerm *t, LmKind kind) { return t != NULL && t->kind == kind; }

/* -------------------------------------------------------------------- values -- */

/* (x1,..) + (y1,..) is (x1 + y1,..). */
static const LmTerm *sum_parts(Optimiser *o, const LmTerm *x, const LmTerm *y) {
  const LmTerm **parts = arena_array(o->b->arena, (size_t)x->count + 1, sizeof *parts);
  if (parts == NULL) o->b->status = STATUS_LIMIT;
  for (uint32_t k = 0; parts != NULL && k < x->count; k++) parts[k] = linmap_sum(o, x->kid[k], y->kid[k]);
  return parts == NULL ? NULL : lm_tuple(o->b, parts, x->count);
}

const LmTerm *linmap_sum(Optimiser *o, const LmTerm *x, const LmTerm *y) {
  if (is(x, LM_LET) && linmap_may(o, LINMAP_RULE_VALUES))
    return lm_let(o->b, x->x, x->kid[0], linmap_sum(o, x->kid[1], y));
  if (is(y, LM_LET) && linmap_may(o, LINMAP_RULE_VALUES))
    return lm_let(o->b, y->x, y->kid[0], linmap_sum(o, x, y->kid[1]));
  if (is(x, LM_TUPLE) && is(y, LM_TUPLE) && linmap_may(o, LINMAP_RULE_VALUES)) return sum_parts(o, x, y);
  if (is(y, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return x;
  if (is(x, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return y;
  return lm_prim2(o->b, LM_PRIM_ADD, x, y);
}

/* k * x, pi_k x, with 0 and tuples seen through. */
static const LmTerm *linmap_multiple(Optimiser *o, const LmTerm *k, const LmTerm *x) {
  if (is(x, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return x;
  if (x != NULL && x->type->kind == LM_TYPE_REAL) return lm_prim2(o->b, LM_PRIM_MUL, k, x);
  return lm_prim2(o->b, LM_PRIM_TIMES, k, x);
}

static const LmTerm *linmap_part(Optimiser *o, uint32_t k, const LmTerm *x) {
  if (is(x, LM_TUPLE) && linmap_may(o, LINMAP_RULE_VALUES)) return x->kid[k];
  if (is(x, LM_LET) && linmap_may(o, LINMAP_RULE_VALUES))
    return lm_let(o->b, x->x, x->kid[0], linmap_part(o, k, x->kid[1]));
  if (is(x, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return lm_null(o->b, x->type->part[k]);
  return lm_pi(o->b, k, x);
}

static const LmTerm *entry(Optimiser *o, const LmTerm *i, const LmTerm *v) {
  if (is(v, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return lm_null(o->b, v->type->part[0]);
  return lm_prim2(o->b, LM_PRIM_IX, i, v);
}

/* sum(build(n, \i. if i = e then x else 0)), e without i. */
static const LmTerm *delta_sum(Optimiser *o, const LmTerm *build) {
  LmBuilder *b = o->b;
  const LmTerm *body = build->kid[1];
  if (!is(body, LM_IF) || !is(body->kid[0], LM_PRIM) || body->kid[0]->prim != LM_PRIM_EQ) return NULL;
  if (!is(body->kid[2], LM_NULL) || !is(body->kid[0]->kid[0], LM_TUPLE)) return NULL;
  const LmTerm *i = body->kid[0]->kid[0]->kid[0], *e = body->kid[0]->kid[0]->kid[1];
  if (!(is(i, LM_VAR) && i->x == build->x)) {
    const LmTerm *other = i;
    i = e;
    e = other;
  }
  if (!is(i, LM_VAR) || i->x != build->x || e->type->kind != LM_TYPE_NAT || linmap_occurs(e, build->x)) return NULL;
  if (!linmap_may(o, LINMAP_RULE_DELTA_SUM)) return NULL;
  const LmTerm *none = lm_null(b, build->type->part[0]), *found = lm_let(b, build->x, e, body->kid[1]);
  const LmTerm *below = lm_if(b, lm_prim2(b, LM_PRIM_LT, e, lm_natural(b, build->n)), found, none);
  return lm_if(b, lm_prim2(b, LM_PRIM_LE, lm_natural(b, 0), e), below, none);
}

static const LmTerm *sum_of(Optimiser *o, const LmTerm *v) {
  if (is(v, LM_NULL) && linmap_may(o, LINMAP_RULE_VALUES)) return lm_null(o->b, v->type->part[0]);
  const LmTerm *found = is(v, LM_BUILD) ? delta_sum(o, v) : NULL;
  return found != NULL ? found : lm_prim(o->b, LM_PRIM_SUM, v);
}

/* build(n, \i. 0) is 0. */
static const LmTerm *build_of(Optimiser *o, const LmTerm *build, const LmTerm *body) {
  const LmTerm *built = lm_build(o->b, build->x, build->kid[0], build->n, body);
  if (is(body, LM_NULL) && built != NULL && linmap_may(o, LINMAP_RULE_VALUES)) return lm_null(o->b, built->type);
  return built;
}

const LmTerm *linmap_optimise_value(Optimiser *o, const LmTerm *t) {
  if (t == NULL || t->kind != LM_PRIM) return t;
  const LmTerm *e = t->kid[0], *better = NULL;
  if (t->prim == LM_PRIM_PI) return linmap_part(o, t->n, e);
  if (t->prim == LM_PRIM_SUM) return sum_of(o, e);
  if (!is(e, LM_TUPLE) || e->count != 2) return t;
  if (t->prim == LM_PRIM_ADD && (is(e->kid[0], LM_NULL) || is(e->kid[1], LM_NULL)))
    better = linmap_sum(o, e->kid[0], e->kid[1]);
  if (t->prim == LM_PRIM_TIMES && is(e->kid[1], LM_NULL)) better = linmap_multiple(o, e->kid[0], e->kid[1]);
  return better == NULL ? t : better;
}

/* --------------------------------------------------------------------- names -- */

/* let x = e in .. for what may be used several times; an atom is itself. */
typedef struct Named {
  LmSymbol x;
  const LmTerm *bound, *use;
} Named;

static bool is_atom(const LmTerm *t) { return is(t, LM_VAR) || is(t, LM_NULL) || is(t, LM_REAL) || is(t, LM_NAT); }
static Named name(Optimiser *o, const LmTerm *e) {
  if (e == NULL || is_atom(e)) return (Named){0, NULL, e};
  if (is(e, LM_TUPLE)) {
    bool atoms = true;
    for (uint32_t k = 0; k < e->count; k++) atoms = atoms && is_atom(e->kid[k]);
    if (atoms) return (Named){0, NULL, e};
  }
  LmSymbol x = lm_fresh(o->b);
  return (Named){x, e, lm_var(o->b, x, e->type)};
}
static const LmTerm *in(Optimiser *o, const Named *a, const LmTerm *body) {
  if (a->bound == NULL) return body;
  return body == NULL ? NULL : lm_let(o->b, a->x, a->bound, body);
}

static const LmTerm **room(Optimiser *o, uint32_t n) {
  const LmTerm **terms = arena_array(o->b->arena, (size_t)n + 1, sizeof *terms);
  if (terms == NULL) o->b->status = STATUS_LIMIT;
  return terms;
}

/* A family of maps that stands there: V and H of a build, L and L'. */
typedef struct Family {
  LmSymbol i;
  const LmTerm *size, *map;
  uint32_t n;
} Family;
static bool family_of(Optimiser *o, const LmTerm *m, Family *family) {
  if (m->kind == LM_LAMBDA || m->kind == LM_TLAMBDA) {
    *family = (Family){m->x, lm_natural(o->b, m->n), m->kid[0], m->n};
    return true;
  }
  const LmTerm *v = m->kid[0];
  if (v->kind != LM_BUILD) return false;
  *family = (Family){v->x, v->kid[0], v->kid[1], v->n};
  return true;
}

/* build(n, \i'. f(i', m[i'/i])) */
typedef const LmTerm *(*Each)(Optimiser *o, const LmTerm *i, const LmTerm *map, const LmTerm *x);
static const LmTerm *each(Optimiser *o, const Family *family, Each f, const LmTerm *x) {
  LmSymbol fresh = lm_fresh(o->b);
  const LmTerm *i = lm_var(o->b, fresh, lm_nat(o->b));
  const LmTerm *body = f(o, i, linmap_substitute(o->b, family->map, family->i, i), x);
  if (body == NULL) return NULL;
  const LmTerm *build = lm_build(o->b, fresh, family->size, family->n, body);
  return build == NULL ? NULL : build_of(o, build, body);
}

static const LmTerm *at_all(Optimiser *o, const LmTerm *i, const LmTerm *map, const LmTerm *x) {
  (void)i;
  return linmap_at(o, map, x);
}
static const LmTerm *at_entry(Optimiser *o, const LmTerm *i, const LmTerm *map, const LmTerm *x) {
  return linmap_at(o, map, entry(o, i, x));
}
static const LmTerm *back_all(Optimiser *o, const LmTerm *i, const LmTerm *map, const LmTerm *r) {
  (void)i;
  return linmap_back(o, r, map);
}
static const LmTerm *back_entry(Optimiser *o, const LmTerm *i, const LmTerm *map, const LmTerm *r) {
  return linmap_back(o, entry(o, i, r), map);
}

/* ------------------------------------------------------------------- folds -- */

/* FFold (\t. e) (\y. let t = pi1 y in e' . (ds, pi2 y)) acc v dacc dv */
static const LmTerm *at_fold(Optimiser *o, const LmTerm *m, const LmTerm *x) {
  LmBuilder *b = o->b;
  LmSymbol y = lm_fresh(b), t = lm_fresh(b);
  const LmType *step = lm_pair_type(b, m->kid[2]->type, m->kid[3]->type->part[0]);
  const LmTerm *vy = lm_var(b, y, lm_pair_type(b, step, lm_tangent(b, step))), *vt = lm_var(b, t, step);
  const LmTerm *map = linmap_substitute(b, linmap_freshen(b, m->kid[1]), m->x, vt);
  const LmTerm *tangent = lm_pair(b, linmap_part(o, 0, x), lm_pi(b, 1, vy));
  const LmTerm *body = lm_let(b, t, lm_pi(b, 0, vy), linmap_at(o, map, tangent));
  const LmTerm *both = linmap_part(o, 1, x);
  const LmTerm *dacc = linmap_part(o, 0, both), *dv = linmap_part(o, 1, both);
  const LmTerm *kids[6] = {m->kid[0], body, m->kid[2], m->kid[3], dacc, dv};
  return lm_make(b, &(LmTerm){.kind = LM_FFOLD, .x = m->x, .y = y}, kids, 6, lm_tangent(b, m->type->part[1]));
}

/* Whether the first part is 0 in every branch; and the term with () in its place. */
static bool first_is_null(const LmTerm *t) {
  while (is(t, LM_LET)) t = t->kid[1];
  if (is(t, LM_IF)) return first_is_null(t->kid[1]) && first_is_null(t->kid[2]);
  return is(t, LM_TUPLE) && is(t->kid[0], LM_NULL);
}
static const LmTerm *without_first(LmBuilder *b, const LmTerm *t) {
  if (t->kind == LM_LET) return lm_let(b, t->x, t->kid[0], without_first(b, t->kid[1]));
  if (t->kind == LM_IF) {
    const LmTerm *yes = without_first(b, t->kid[1]);
    return lm_if(b, t->kid[0], yes, without_first(b, t->kid[2]));
  }
  return lm_pair(b, lm_tuple(b, NULL, 0), t->kid[1]);
}

/* A fold whose step does not look at s: ds is 0, and need not be added up n times.
 * let f = RFold .. in (0, pi2 f) */
static const LmTerm *narrow(Optimiser *o, const LmTerm *fold, const LmType *s) {
  LmBuilder *b = o->b;
  const LmTerm *kids[5] = {fold->kid[0], without_first(b, fold->kid[1]), fold->kid[2], fold->kid[3], fold->kid[4]};
  const LmType *type = lm_pair_type(b, lm_tuple_type(b, NULL, 0), fold->type->part[1]);
  LmSymbol f = lm_fresh(b);
  const LmTerm *narrowed = lm_make(b, fold, kids, 5, type);
  return lm_let(b, f, narrowed, lm_pair(b, lm_null(b, s), lm_pi(b, 1, lm_var(b, f, type))));
}

/* RFold (\t. e) (\y. let t = pi1 y in pi2 y .R e') acc v r */
static const LmTerm *back_fold(Optimiser *o, const LmTerm *r, const LmTerm *m) {
  LmBuilder *b = o->b;
  LmSymbol y = lm_fresh(b), t = lm_fresh(b);
  const LmType *step = lm_pair_type(b, m->kid[2]->type, m->kid[3]->type->part[0]);
  const LmTerm *vy = lm_var(b, y, lm_pair_type(b, step, r == NULL ? NULL : r->type)), *vt = lm_var(b, t, step);
  const LmTerm *map = linmap_substitute(b, linmap_freshen(b, m->kid[1]), m->x, vt);
  const LmTerm *body = lm_let(b, t, lm_pi(b, 0, vy), linmap_back(o, lm_pi(b, 1, vy), map));
  const LmTerm *kids[5] = {m->kid[0], body, m->kid[2], m->kid[3], r};
  const LmTerm *fold =
      lm_make(b, &(LmTerm){.kind = LM_RFOLD, .x = m->x, .y = y}, kids, 5, lm_tangent(b, m->type->part[0]));
  if (fold == NULL || !first_is_null(body) || !linmap_may(o, LINMAP_RULE_VALUES)) return fold;
  return narrow(o, fold, m->type->part[0]->part[0]);
}

/* ------------------------------------------------------------------- m . x -- */

static const LmTerm *at_parts(Optimiser *o, const LmTerm *m, const LmTerm *x) {
  const LmTerm **parts = room(o, m->count), *sum = NULL;
  for (uint32_t k = 0; parts != NULL && k < m->count; k++) {
    bool vertical = m->kind == LM_VCAT;
    parts[k] = linmap_at(o, m->kid[k], vertical ? x : linmap_part(o, k, x));
    if (!vertical) sum = k == 0 ? parts[0] : linmap_sum(o, sum, parts[k]);
  }
  if (parts == NULL) return NULL;
  if (m->kind == LM_VCAT) return lm_tuple(o->b, parts, m->count);
  return m->count == 0 ? lm_null(o->b, m->type->part[1]) : sum;
}

static const LmTerm *at_rule(Optimiser *o, const LmTerm *m, const LmTerm *x) {
  LmBuilder *b = o->b;
  const LmTerm *first;
  Family family;
  switch (m->kind) {
  case LM_ZERO: return lm_null(b, m->type->part[1]);
  case LM_ONE: return x;
  case LM_SCALE: return linmap_multiple(o, m->kid[0], x);
  case LM_DIAG: return is(x, LM_NULL) ? x : lm_prim2(b, LM_PRIM_MUL, m->kid[0], x);
  case LM_COMPOSE: return linmap_at(o, m->kid[0], linmap_at(o, m->kid[1], x));
  case LM_PLUS: first = linmap_at(o, m->kid[0], x); return linmap_sum(o, first, linmap_at(o, m->kid[1], x));
  case LM_VCAT:
  case LM_HCAT: return at_parts(o, m, x);
  case LM_VCATV:
  case LM_LAMBDA: return family_of(o, m, &family) ? each(o, &family, at_all, x) : lm_apply(b, m, x);
  case LM_HCATV:
  case LM_TLAMBDA: return family_of(o, m, &family) ? sum_of(o, each(o, &family, at_entry, x)) : lm_apply(b, m, x);
  case LM_TRANSPOSE: return linmap_back(o, x, m->kid[0]);
  case LM_PICK: return entry(o, m->kid[0], x);
  case LM_OUTER:
    for (uint32_t k = 0; k < m->n; k++) x = linmap_part(o, 0, x);
    return x;
  case LM_LMFOLD: return at_fold(o, m, x);
  case LM_LET: return lm_let(b, m->x, m->kid[0], linmap_at(o, m->kid[1], x));
  case LM_IF: first = linmap_at(o, m->kid[1], x); return lm_if(b, m->kid[0], first, linmap_at(o, m->kid[2], x));
  case LM_ANY_PLAIN: return lm_apply(b, m, x);
  }
  return NULL;
}

const LmTerm *linmap_at(Optimiser *o, const LmTerm *m, const LmTerm *x) {
  if (m == NULL || x == NULL || o->b->status != STATUS_OK) return NULL;
  if (!linmap_may(o, LINMAP_RULE_APPLY)) return lm_apply(o->b, m, x);
  Named a = name(o, x);
  return in(o, &a, at_rule(o, m, a.use));
}

/* ------------------------------------------------------------------ r .R m -- */

static const LmTerm *back_parts(Optimiser *o, const LmTerm *r, const LmTerm *m) {
  const LmTerm **parts = room(o, m->count), *sum = NULL;
  for (uint32_t k = 0; parts != NULL && k < m->count; k++) {
    bool vertical = m->kind == LM_VCAT;
    parts[k] = linmap_back(o, vertical ? linmap_part(o, k, r) : r, m->kid[k]);
    if (vertical) sum = k == 0 ? parts[0] : linmap_sum(o, sum, parts[k]);
  }
  if (parts == NULL) return NULL;
  if (m->kind == LM_HCAT) return lm_tuple(o->b, parts, m->count);
  return m->count == 0 ? lm_null(o->b, m->type->part[0]) : sum;
}

/* ((r,0),0).. */
static const LmTerm *back_outer(Optimiser *o, const LmTerm *r, const LmTerm *m) {
  for (uint32_t k = m->n; k-- > 0;) {
    const LmType *wide = m->type->part[0];
    for (uint32_t j = 0; j < k; j++) wide = wide->part[0];
    r = lm_pair(o->b, r, lm_null(o->b, wide->part[1]));
  }
  return r;
}

static const LmTerm *back_rule(Optimiser *o, const LmTerm *r, const LmTerm *m) {
  LmBuilder *b = o->b;
  const LmTerm *first;
  Family family;
  switch (m->kind) {
  case LM_ZERO: return lm_null(b, m->type->part[0]);
  case LM_ONE: return r;
  case LM_SCALE: return linmap_multiple(o, m->kid[0], r);
  case LM_DIAG: return is(r, LM_NULL) ? r : lm_prim2(b, LM_PRIM_MUL, m->kid[0], r);
  case LM_COMPOSE: return linmap_back(o, linmap_back(o, r, m->kid[0]), m->kid[1]);
  case LM_PLUS: first = linmap_back(o, r, m->kid[0]); return linmap_sum(o, first, linmap_back(o, r, m->kid[1]));
  case LM_VCAT:
  case LM_HCAT: return back_parts(o, r, m);
  case LM_VCATV:
  case LM_LAMBDA: return family_of(o, m, &family) ? sum_of(o, each(o, &family, back_entry, r)) : lm_rapply(b, r, m);
  case LM_HCATV:
  case LM_TLAMBDA: return family_of(o, m, &family) ? each(o, &family, back_all, r) : lm_rapply(b, r, m);
  case LM_TRANSPOSE: return linmap_at(o, m->kid[0], r);
  case LM_PICK: return is(r, LM_NULL) ? lm_null(b, m->type->part[0]) : lm_delta(b, m->type->part[0]->n, m->kid[0], r);
  case LM_OUTER: return back_outer(o, r, m);
  case LM_LMFOLD: return back_fold(o, r, m);
  case LM_LET: return lm_let(b, m->x, m->kid[0], linmap_back(o, r, m->kid[1]));
  case LM_IF: first = linmap_back(o, r, m->kid[1]); return lm_if(b, m->kid[0], first, linmap_back(o, r, m->kid[2]));
  case LM_ANY_PLAIN: return lm_rapply(b, r, m);
  }
  return NULL;
}

const LmTerm *linmap_back(Optimiser *o, const LmTerm *r, const LmTerm *m) {
  if (m == NULL || r == NULL || o->b->status != STATUS_OK) return NULL;
  if (!linmap_may(o, LINMAP_RULE_REVERSE)) return lm_rapply(o->b, r, m);
  Named a = name(o, r);
  return in(o, &a, back_rule(o, a.use, m));
}

/* -------------------------------------------------------------------- m^T -- */

static const LmTerm *transposed_parts(Optimiser *o, const LmTerm *m) {
  const LmTerm **parts = room(o, m->count);
  for (uint32_t k = 0; parts != NULL && k < m->count; k++) parts[k] = linmap_transposed(o, m->kid[k]);
  if (parts == NULL) return NULL;
  return m->kind == LM_VCAT ? lm_hcat(o->b, parts, m->count, m->type->part[0])
                            : lm_vcat(o->b, parts, m->count, m->type->part[1]);
}

static const LmTerm *transposed_family(Optimiser *o, const LmTerm *m) {
  LmBuilder *b = o->b;
  Family family;
  if (!family_of(o, m, &family)) return lm_transpose(b, m);
  const LmTerm *map = linmap_transposed(o, family.map);
  if (m->kind == LM_LAMBDA) return lm_tlambda(b, m->x, m->n, map);
  if (m->kind == LM_TLAMBDA) return lm_lambda(b, m->x, m->n, map);
  const LmTerm *maps = lm_build(b, family.i, family.size, family.n, map);
  return m->kind == LM_VCATV ? lm_hcatv(b, maps) : lm_vcatv(b, maps);
}

const LmTerm *linmap_transposed(Optimiser *o, const LmTerm *m) {
  LmBuilder *b = o->b;
  if (m == NULL || b->status != STATUS_OK) return NULL;
  switch (m->kind) {
  case LM_ZERO: return lm_zero(b, m->type->part[1], m->type->part[0]);
  case LM_ONE:
  case LM_SCALE:
  case LM_DIAG: return m;
  case LM_COMPOSE: return lm_compose(b, linmap_transposed(o, m->kid[1]), linmap_transposed(o, m->kid[0]));
  case LM_PLUS: return lm_plus(b, linmap_transposed(o, m->kid[0]), linmap_transposed(o, m->kid[1]));
  case LM_VCAT:
  case LM_HCAT: return transposed_parts(o, m);
  case LM_VCATV:
  case LM_HCATV:
  case LM_LAMBDA:
  case LM_TLAMBDA: return transposed_family(o, m);
  case LM_TRANSPOSE: return m->kid[0];
  case LM_LET: return lm_let(b, m->x, m->kid[0], linmap_transposed(o, m->kid[1]));
  case LM_IF: return lm_if(b, m->kid[0], linmap_transposed(o, m->kid[1]), linmap_transposed(o, m->kid[2]));
  case LM_ANY_PLAIN:
  case LM_PICK:
  case LM_OUTER:
  case LM_LMFOLD: return lm_transpose(b, m);
  }
  return NULL;
}
