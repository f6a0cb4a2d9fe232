/* The optimiser: maps by the laws of Fig. 4, bottom up. */
#include "ad/linmap/optimise.h"

const char *linmap_rule_name(LinmapRule rule) {
  static const char *const names[LINMAP_RULE_COUNT] = {
#define LINMAP_RULE(id, name, law, formula) [LINMAP_RULE_##id] = name,
#include "ad/linmap/optimise.def"
#undef LINMAP_RULE
  };
  return names[rule];
}

const char *linmap_rule_formula(LinmapRule rule) {
  static const char *const formulas[LINMAP_RULE_COUNT] = {
#define LINMAP_RULE(id, name, law, formula) [LINMAP_RULE_##id] = formula,
#include "ad/linmap/optimise.def"
#undef LINMAP_RULE
  };
  return formulas[rule];
}

bool linmap_may(Optimiser *o, LinmapRule rule) {
  if ((o->rules >> rule & 1) == 0 || o->b->status != STATUS_OK) return false;
  if (o->fuel == 0) {
    o->b->status = STATUS_LIMIT;
    return false;
  }
  o->fuel--;
  return true;
}

static bool is(const LmTerm *t, LmKind kind) { return t != NULL && t->kind == kind; }
/* V or H of a build that stands there. */
static bool is_built(const LmTerm *t, LmKind kind) { return is(t, kind) && t->kid[0]->kind == LM_BUILD; }
static bool small(const LmTerm *t) { return t->size <= 8; }

static const LmTerm *compose(Optimiser *o, const LmTerm *m, const LmTerm *n) {
  return linmap_optimise_map(o, lm_compose(o->b, m, n));
}
static const LmTerm *plus(Optimiser *o, const LmTerm *m, const LmTerm *n) {
  return linmap_optimise_map(o, lm_plus(o->b, m, n));
}
static const LmTerm *multiply(Optimiser *o, const LmTerm *k, const LmTerm *l) {
  return lm_prim2(o->b, LM_PRIM_MUL, k, l);
}
static const LmTerm *add(Optimiser *o, const LmTerm *k, const LmTerm *l) { return lm_prim2(o->b, LM_PRIM_ADD, k, l); }

/* first (+) (m o n), made in this order. */
static const LmTerm *plus_of(Optimiser *o, const LmTerm *first, const LmTerm *m, const LmTerm *n) {
  return plus(o, first, compose(o, m, n));
}

/* ---------------------------------------------------------------- lets go out -- */

/* op(.., let x = e in m, ..) ~> let x = e in op(.., m, ..), for a map m that is no
 * operand under a binder; NULL if there is none. */
static const LmTerm *let_out(Optimiser *o, const LmTerm *t) {
  if (t->kind == LM_LET || t->kind == LM_LMFOLD || t->kind == LM_IF) return NULL;
  for (uint32_t k = 0; k < t->count; k++) {
    const LmTerm *let = t->kid[k];
    if (let->kind != LM_LET || let->type->kind != LM_TYPE_MAP || linmap_binds_x(t, k)) continue;
    if (!linmap_may(o, LINMAP_RULE_LET_OUT)) return NULL;
    const LmTerm **kids = arena_array(o->b->arena, (size_t)t->count + 1, sizeof *kids);
    if (kids == NULL) return NULL;
    for (uint32_t j = 0; j < t->count; j++) kids[j] = j == k ? let->kid[1] : t->kid[j];
    const LmTerm *inside = linmap_optimise_map(o, lm_make(o->b, t, kids, t->count, t->type));
    return lm_let(o->b, let->x, let->kid[0], inside);
  }
  return NULL;
}

/* -------------------------------------------------------------------- m o n -- */

/* (m1 >< .. >< mk) o (n1 x .. x nk) ~> (m1 o n1) (+) .. (+) (mk o nk) */
static const LmTerm *hcat_vcat(Optimiser *o, const LmTerm *m, const LmTerm *n) {
  const LmTerm *sum = NULL;
  for (uint32_t k = 0; k < m->count; k++) {
    const LmTerm *product = compose(o, m->kid[k], n->kid[k]);
    sum = sum == NULL ? product : plus(o, sum, product);
  }
  return sum == NULL ? lm_zero(o->b, n->type->part[0], m->type->part[1]) : sum;
}

/* Each part of a x or >< composed with a small map. */
static const LmTerm *compose_parts(Optimiser *o, const LmTerm *parts, const LmTerm *other, bool left) {
  const LmTerm **maps = arena_array(o->b->arena, (size_t)parts->count + 1, sizeof *maps);
  if (maps == NULL) {
    o->b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < parts->count; k++)
    maps[k] = left ? compose(o, parts->kid[k], other) : compose(o, other, parts->kid[k]);
  return left ? lm_vcat(o->b, maps, parts->count, other->type->part[0])
              : lm_hcat(o->b, maps, parts->count, other->type->part[1]);
}

/* V(build(n, \i. m)) o n ~> V(build(n, \i. m o n)), and m o H alike. */
static const LmTerm *compose_built(Optimiser *o, const LmTerm *v, const LmTerm *other, bool left) {
  const LmTerm *build = v->kid[0];
  const LmTerm *body = left ? compose(o, build->kid[1], other) : compose(o, other, build->kid[1]);
  const LmTerm *built = lm_build(o->b, build->x, build->kid[0], build->n, body);
  return left ? lm_vcatv(o->b, built) : lm_hcatv(o->b, built);
}

static const LmTerm *compose_scales(Optimiser *o, const LmTerm *t, const LmTerm *m, const LmTerm *n) {
  if (is(m, LM_SCALE) && is(n, LM_SCALE) && linmap_may(o, LINMAP_RULE_SCALE_SCALE))
    return lm_scale(o->b, t->type->part[0], multiply(o, m->kid[0], n->kid[0]));
  if (is(m, LM_DIAG) && is(n, LM_DIAG) && linmap_may(o, LINMAP_RULE_DIAG_DIAG))
    return lm_diag(o->b, multiply(o, m->kid[0], n->kid[0]));
  if (is(m, LM_SCALE) && is(n, LM_PLUS) && small(m) && linmap_may(o, LINMAP_RULE_COMPOSE_PLUS))
    return plus_of(o, compose(o, m, n->kid[0]), m, n->kid[1]);
  if (is(m, LM_PLUS) && is(n, LM_SCALE) && small(n) && linmap_may(o, LINMAP_RULE_PLUS_COMPOSE))
    return plus_of(o, compose(o, m->kid[0], n), m->kid[1], n);
  if (is(n, LM_SCALE) && !is(m, LM_SCALE) && !is(m, LM_VCAT) && linmap_may(o, LINMAP_RULE_SCALE_PAST))
    return compose(o, lm_scale(o->b, m->type->part[1], n->kid[0]), m);
  return NULL;
}

static const LmTerm *optimise_compose(Optimiser *o, const LmTerm *t) {
  const LmTerm *m = t->kid[0], *n = t->kid[1];
  const LmType *from = t->type->part[0], *to = t->type->part[1];
  if (is(m, LM_ZERO) && linmap_may(o, LINMAP_RULE_ZERO_COMPOSE)) return lm_zero(o->b, from, to);
  if (is(n, LM_ZERO) && linmap_may(o, LINMAP_RULE_COMPOSE_ZERO)) return lm_zero(o->b, from, to);
  if (is(m, LM_ONE) && linmap_may(o, LINMAP_RULE_ONE_COMPOSE)) return n;
  if (is(n, LM_ONE) && linmap_may(o, LINMAP_RULE_COMPOSE_ONE)) return m;
  if (is(m, LM_HCAT) && is(n, LM_VCAT) && m->count == n->count && linmap_may(o, LINMAP_RULE_HCAT_VCAT))
    return hcat_vcat(o, m, n);
  const LmTerm *scaled = compose_scales(o, t, m, n);
  if (scaled != NULL) return scaled;
  if (is(m, LM_VCAT) && small(n) && linmap_may(o, LINMAP_RULE_VCAT_COMPOSE)) return compose_parts(o, m, n, true);
  if (is(n, LM_HCAT) && small(m) && linmap_may(o, LINMAP_RULE_COMPOSE_HCAT)) return compose_parts(o, n, m, false);
  if (is_built(m, LM_VCATV) && small(n) && linmap_may(o, LINMAP_RULE_V_COMPOSE)) return compose_built(o, m, n, true);
  if (is_built(n, LM_HCATV) && small(m) && linmap_may(o, LINMAP_RULE_COMPOSE_H)) return compose_built(o, n, m, false);
  return NULL;
}

/* ------------------------------------------------------------------ m (+) n -- */

/* k for S(k); 1 for 1 beside a scale. */
static const LmTerm *factor(Optimiser *o, const LmTerm *m) {
  if (m->kind == LM_SCALE) return m->kid[0];
  return m->kind == LM_ONE && linmap_may(o, LINMAP_RULE_ONE_SCALE) ? lm_number(o->b, 1) : NULL;
}

static const LmTerm *optimise_plus(Optimiser *o, const LmTerm *t) {
  const LmTerm *m = t->kid[0], *n = t->kid[1];
  if (is(n, LM_ZERO) && linmap_may(o, LINMAP_RULE_PLUS_ZERO)) return m;
  if (is(m, LM_ZERO) && linmap_may(o, LINMAP_RULE_ZERO_PLUS)) return n;
  if (is(m, LM_DIAG) && is(n, LM_DIAG) && linmap_may(o, LINMAP_RULE_DIAG_PLUS))
    return lm_diag(o->b, add(o, m->kid[0], n->kid[0]));
  if ((is(m, LM_SCALE) || is(m, LM_ONE)) && (is(n, LM_SCALE) || is(n, LM_ONE))) {
    const LmTerm *k = factor(o, m), *l = factor(o, n);
    if (k != NULL && l != NULL && linmap_may(o, LINMAP_RULE_SCALE_PLUS))
      return lm_scale(o->b, t->type->part[0], add(o, k, l));
  }
  return NULL;
}

const LmTerm *linmap_optimise_map(Optimiser *o, const LmTerm *t) {
  if (t == NULL || o->b->status != STATUS_OK) return NULL;
  const LmTerm *better = let_out(o, t);
  if (better == NULL && t->kind == LM_COMPOSE) better = optimise_compose(o, t);
  if (better == NULL && t->kind == LM_PLUS) better = optimise_plus(o, t);
  if (better == NULL && t->kind == LM_TRANSPOSE && linmap_may(o, LINMAP_RULE_TRANSPOSE))
    better = linmap_transposed(o, t->kid[0]);
  return better == NULL ? t : better;
}

/* ------------------------------------------------------------------- bottom up -- */

static const LmTerm *call_inline(Optimiser *o, const LmTerm *t) {
  const LmDefinition *f = &o->program->definitions[t->n];
  const LmTerm *body = linmap_freshen(o->b, lm_let(o->b, f->x, t->kid[0], f->body));
  return body == NULL ? NULL : linmap_optimise(o, body);
}

static const LmTerm *optimise_let(Optimiser *o, const LmTerm *t) {
  bool map = t->kid[0]->type->kind == LM_TYPE_MAP;
  const LmTerm *bound = linmap_optimise(o, t->kid[0]);
  if (bound == NULL) return NULL;
  if (map && linmap_may(o, LINMAP_RULE_MAP_INLINE))
    return linmap_optimise(o, linmap_substitute(o->b, t->kid[1], t->x, bound));
  const LmTerm *body = linmap_optimise(o, t->kid[1]);
  if (body == NULL) return NULL;
  bool atom = bound->kind == LM_VAR || bound->kind == LM_REAL || bound->kind == LM_NAT;
  if (!map && (atom || linmap_uses(body, t->x) < 2) && linmap_may(o, LINMAP_RULE_LET_INLINE))
    return linmap_substitute(o->b, body, t->x, bound);
  return lm_let(o->b, t->x, bound, body);
}

const LmTerm *linmap_optimise(Optimiser *o, const LmTerm *t) {
  if (t == NULL || o->b->status != STATUS_OK) return NULL;
  if (o->fuel == 0) o->b->status = STATUS_LIMIT;
  if (o->fuel == 0) return NULL;
  o->fuel--;
  if (t->kind == LM_LET) return optimise_let(o, t);
  if (t->kind == LM_CALL && t->type->kind == LM_TYPE_MAP && linmap_may(o, LINMAP_RULE_CALL_INLINE))
    return call_inline(o, t);
  if (t->count == 0) return t;
  const LmTerm **kids = arena_array(o->b->arena, (size_t)t->count + 1, sizeof *kids);
  if (kids == NULL) {
    o->b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < t->count; k++) kids[k] = linmap_optimise(o, t->kid[k]);
  const LmTerm *rebuilt = lm_make(o->b, t, kids, t->count, t->type);
  if (rebuilt == NULL) return NULL;
  if (t->kind == LM_APPLY && linmap_may(o, LINMAP_RULE_APPLY)) return linmap_at(o, kids[0], kids[1]);
  if (t->kind == LM_RAPPLY && linmap_may(o, LINMAP_RULE_REVERSE)) return linmap_back(o, kids[0], kids[1]);
  return t->type->kind == LM_TYPE_MAP ? linmap_optimise_map(o, rebuilt) : linmap_optimise_value(o, rebuilt);
}
