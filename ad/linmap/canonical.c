/* Canonical differentiation, Fig. 6: what it all means.
 *
 * The map of a variable x is the variable Dx of the output, bound beside it; a
 * binder of x that shadows another binds Dx that shadows its Dx.  Applied, the
 * result may take time exponential in a chain of lets. */
#include "ad/linmap/linmap.h"
#include "semantics/linmap/cases.h"
#include "semantics/tables/printed.h"

typedef struct Canonical {
  LmBuilder *b;
  uint32_t originals; /* df of definition k is at originals + k */
} Canonical;

static const LmTerm *nabla(Canonical *c, const LmType *s, const LmTerm *e);

static const LmTerm *d_var(Canonical *c, const LmType *s, LmSymbol x, const LmType *type) {
  return lm_var(c->b, linmap_derived(x, LM_TANGENT), lm_map_type(c->b, s, type));
}

static const LmTerm *nabla_tuple(Canonical *c, const LmType *s, const LmTerm *e) {
  const LmTerm **maps = arena_array(c->b->arena, (size_t)e->count + 1, sizeof *maps);
  if (maps == NULL) c->b->status = STATUS_LIMIT;
  for (uint32_t k = 0; maps != NULL && k < e->count; k++) maps[k] = nabla(c, s, e->kid[k]);
  return maps == NULL ? NULL : lm_vcat(c->b, maps, e->count, s);
}

/* The variables that occur free in e, other than t, each once. */
typedef struct Free {
  LmBuilder *b;
  const LmTerm **vars;
  uint32_t count, capacity;
} Free;

static void add_free(Free *free, const LmTerm *var) {
  for (uint32_t k = 0; k < free->count; k++)
    if (free->vars[k]->x == var->x) return;
  if (free->count < free->capacity)
    free->vars[free->count++] = var;
  else
    free->b->status = STATUS_LIMIT;
}

typedef struct Bound {
  const struct Bound *outer;
  LmSymbol x;
} Bound;

static void collect(Free *free, const Bound *bound, const LmTerm *t) {
  if (t->kind == LM_VAR) {
    for (; bound != NULL; bound = bound->outer)
      if (bound->x == t->x) return;
    add_free(free, t);
    return;
  }
  for (uint32_t k = 0; k < t->count; k++) {
    Bound inner = {bound, t->x};
    collect(free, linmap_binds_x(t, k) ? &inner : bound, t->kid[k]);
  }
}

#define FREE_MOST 4096u

/* lmFold (\t. e) (\t. e') acc v o (1 x (D[acc] x D[v])), where e' is
 * let Dx = Dx o (1 >< 0) for each free x in let Dt = 0 >< 1 in D[e]. */
static const LmTerm *nabla_fold(Canonical *c, const LmType *s, const LmTerm *e) {
  LmBuilder *b = c->b;
  const LmTerm *body = e->kid[0], *acc = e->kid[1], *v = e->kid[2];
  const LmType *step = lm_pair_type(b, acc->type, v->type->part[0]), *wide = lm_pair_type(b, s, step);
  const LmTerm *map = nabla(c, wide, body);
  const LmTerm *dt = lm_hcat2(b, lm_zero(b, s, step), lm_one(b, step));
  map = lm_let(b, linmap_derived(e->x, LM_TANGENT), dt, map);
  Free free = {.b = b, .capacity = FREE_MOST};
  free.vars = arena_array(b->arena, FREE_MOST, sizeof *free.vars);
  if (free.vars == NULL) b->status = STATUS_LIMIT;
  Bound bound = {NULL, e->x};
  if (b->status == STATUS_OK) collect(&free, &bound, body);
  const LmTerm *out = lm_hcat2(b, lm_one(b, s), lm_zero(b, step, s));
  for (uint32_t k = 0; k < free.count; k++) {
    const LmTerm *x = free.vars[k];
    map = lm_let(b, linmap_derived(x->x, LM_TANGENT), lm_compose(b, d_var(c, s, x->x, x->type), out), map);
  }
  const LmTerm *of_acc = nabla(c, s, acc), *both = lm_vcat2(b, of_acc, nabla(c, s, v));
  return lm_compose(b, lm_lmfold(b, e->x, body, map, acc, v), lm_vcat2(b, lm_one(b, s), both));
}

static const LmTerm *nabla_build(Canonical *c, const LmType *s, const LmTerm *e) {
  LmBuilder *b = c->b;
  const LmTerm *map = nabla(c, s, e->kid[1]);
  map = lm_let(b, linmap_derived(e->x, LM_TANGENT), lm_zero(b, s, lm_nat(b)), map);
  return lm_vcatv(b, lm_build(b, e->x, e->kid[0], e->n, map));
}

/* let x = e1 in let Dx = D[e1] in D[e2], where an x in D[e1] is the new one */
static const LmTerm *let_as_printed(Canonical *c, const LmType *s, const LmTerm *e) {
  const LmTerm *map = nabla(c, s, e->kid[0]);
  map = lm_let(c->b, linmap_derived(e->x, LM_TANGENT), map, nabla(c, s, e->kid[1]));
  return lm_let(c->b, e->x, e->kid[0], map);
}

static const LmTerm *nabla_rule(Canonical *c, const LmType *s, const LmTerm *e) {
  LmBuilder *b = c->b;
  const LmTerm *map;
  switch (e->kind) {
  /* D[k] = 0                                                                */
  case LM_REAL:
  case LM_NAT:
  case LM_NULL: RULE(LMC_CONSTANT); return lm_zero(b, s, e->type);
  /* D[x] = Dx                                                               */
  case LM_VAR: RULE(LMC_VAR); return d_var(c, s, e->x, e->type);
  /* D[f(e)] = df(e) o D[e]                                                  */
  case LM_CALL:
    RULE(LMC_CALL);
    map = lm_call(b, c->originals + e->n, lm_map_type(b, e->kid[0]->type, e->type), e->kid[0]);
    return lm_compose(b, map, nabla(c, s, e->kid[0]));
  case LM_PRIM:
    RULE(LMC_PRIM);
    map = linmap_prim_derivative(b, e, e->kid[0], false);
    if (as_printed(RULE_LMC_PRIM)) return lm_apply(b, map, nabla(c, s, e->kid[0]));
    return lm_compose(b, map, nabla(c, s, e->kid[0]));
  /* D[(e1,e2)] = D[e1] x D[e2]                                              */
  case LM_TUPLE: RULE(LMC_TUPLE); return nabla_tuple(c, s, e);
  /* D[let x = e1 in e2] = let Dx = D[e1] in let x = e1 in D[e2]             */
  case LM_LET:
    RULE(LMC_LET);
    if (as_printed(RULE_LMC_LET)) return let_as_printed(c, s, e);
    map = lm_let(b, e->x, e->kid[0], nabla(c, s, e->kid[1]));
    return lm_let(b, linmap_derived(e->x, LM_TANGENT), nabla(c, s, e->kid[0]), map);
  /* D[if b e1 e2] = if b then D[e1] else D[e2]                              */
  case LM_IF:
    RULE(LMC_IF);
    map = nabla(c, s, e->kid[1]);
    return lm_if(b, e->kid[0], map, nabla(c, s, e->kid[2]));
  /* D[build(n, \i. e)] = V(build(n, \i. let Di = 0 in D[e]))                */
  case LM_BUILD: RULE(LMC_BUILD); return nabla_build(c, s, e);
  case LM_FOLD: RULE(LMC_FOLD); return nabla_fold(c, s, e);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED: break;
  }
  b->status = STATUS_UNABLE;
  return NULL;
}

static const LmTerm *nabla(Canonical *c, const LmType *s, const LmTerm *e) {
  return c->b->status == STATUS_OK ? nabla_rule(c, s, e) : NULL;
}

Status linmap_canonical(LmBuilder *b, const LmProgram *program, LmProgram *out) {
  Canonical canonical = {b, program->count};
  *out = (LmProgram){0};
  for (uint32_t k = 0; k < program->count; k++) {
    const LmDefinition *f = &program->definitions[k];
    (void)lm_define(b, out, f->name, f->x, f->from, f->body);
  }
  for (uint32_t k = 0; k < program->count && b->status == STATUS_OK; k++) {
    /* df(x) = let Dx = 1 in D[e]                                            */
    RULE(LMC_DEFINITION);
    const LmDefinition *f = &program->definitions[k];
    const LmTerm *map = nabla(&canonical, f->from, f->body);
    map = lm_let(b, linmap_derived(f->x, LM_TANGENT), lm_one(b, f->from), map);
    (void)lm_define(b, out, f->name, f->x, f->from, map);
  }
  return b->status;
}
