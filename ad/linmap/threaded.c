/* Threaded differentiation: a let extends the context that maps come from, instead
 * of binding a map that may be applied many times. */
#include "ad/linmap/threaded.h"
#include "semantics/linmap/cases.h"
#include "semantics/tables/rules.h"

/* Inside a column a variable without a tangent, whose map comes from the context outside, has 0. */
static const LmTerm *nabla_var(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  while (scope != NULL && scope->x != e->x) scope = scope->outer;
  if (scope == NULL) th->b->status = STATUS_ILL_TYPED;
  if (scope == NULL || scope->map == NULL) return NULL;
  if (scope->map->kind == LM_ZERO || (th->mode == THREADED_INSIDE && e->type->dim == 0))
    return lm_zero(th->b, c.s, e->type);
  if (scope->level == c.level) return scope->map;
  return lm_compose(th->b, scope->map, lm_outer(th->b, c.level - scope->level, c.s));
}

static const LmTerm *nabla_tuple(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  const LmTerm **maps = arena_array(th->b->arena, (size_t)e->count + 1, sizeof *maps);
  if (maps == NULL) th->b->status = STATUS_LIMIT;
  for (uint32_t k = 0; maps != NULL && k < e->count; k++) maps[k] = threaded_nabla(th, c, scope, e->kid[k]);
  return maps == NULL ? NULL : lm_vcat(th->b, maps, e->count, c.s);
}

/* Under a variable x of type t that the context is extended by: dx = 0 >< 1. */
static const LmTerm *nabla_under(Threaded *th, Context c, const Scope *scope, LmSymbol x, const LmType *t,
                                 const LmTerm *e) {
  LmBuilder *b = th->b;
  Context wide = {lm_pair_type(b, c.s, t), c.level + 1};
  Scope inner = {scope, x, lm_hcat2(b, lm_zero(b, c.s, t), lm_one(b, t)), wide.level};
  return threaded_nabla(th, wide, &inner, e);
}

static const LmTerm *nabla_let(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  LmBuilder *b = th->b;
  const LmTerm *body = nabla_under(th, c, scope, e->x, e->kid[0]->type, e->kid[1]);
  const LmTerm *bound = threaded_nabla(th, c, scope, e->kid[0]);
  return lm_compose(b, lm_let(b, e->x, e->kid[0], body), lm_vcat2(b, lm_one(b, c.s), bound));
}

static const LmTerm *nabla_fold(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  LmBuilder *b = th->b;
  const LmTerm *body = e->kid[0], *acc = e->kid[1], *v = e->kid[2];
  const LmTerm *map = nabla_under(th, c, scope, e->x, lm_pair_type(b, acc->type, v->type->part[0]), body);
  const LmTerm *of_acc = threaded_nabla(th, c, scope, acc),
               *both = lm_vcat2(b, of_acc, threaded_nabla(th, c, scope, v));
  return lm_compose(b, lm_lmfold(b, e->x, body, map, acc, v), lm_vcat2(b, lm_one(b, c.s), both));
}

static const LmTerm *nabla_build(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  LmBuilder *b = th->b;
  Scope inner = {scope, e->x, lm_zero(b, c.s, lm_nat(b)), c.level};
  const LmTerm *map = threaded_nabla(th, c, &inner, e->kid[1]);
  return lm_vcatv(b, lm_build(b, e->x, e->kid[0], e->n, map));
}

static const LmTerm *nabla_rule(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  LmBuilder *b = th->b;
  const LmTerm *map;
  switch (e->kind) {
  /* D_s[k] = 0                                                              */
  case LM_REAL:
  case LM_NAT:
  case LM_NULL: RULE(LMH_CONSTANT); return lm_zero(b, c.s, e->type);
  /* D_s[x] = dx                                                             */
  case LM_VAR: RULE(LMH_VAR); return nabla_var(th, c, scope, e);
  /* D_s[f(e)] = df(e) o D_s[e]                                              */
  case LM_CALL:
    RULE(LMH_CALL);
    map = lm_call(b, th->originals + e->n, lm_map_type(b, e->kid[0]->type, e->type), e->kid[0]);
    return lm_compose(b, map, threaded_nabla(th, c, scope, e->kid[0]));
  case LM_PRIM:
    RULE(LMH_PRIM);
    map = linmap_prim_derivative(b, e, e->kid[0], true);
    return lm_compose(b, map, threaded_nabla(th, c, scope, e->kid[0]));
  /* D_s[(e1,e2)] = D_s[e1] x D_s[e2]                                        */
  case LM_TUPLE: RULE(LMH_TUPLE); return nabla_tuple(th, c, scope, e);
  /* D_s[let x=e1 in e2] = (let x = e1 in D_(s,t1)[e2][dy := dy o (1 >< 0), dx := 0 >< 1]) o (1 x D_s[e1]) */
  case LM_LET: RULE(LMH_LET); return nabla_let(th, c, scope, e);
  /* D_s[if b e1 e2] = if b then D_s[e1] else D_s[e2]                        */
  case LM_IF:
    RULE(LMH_IF);
    map = threaded_nabla(th, c, scope, e->kid[1]);
    return lm_if(b, e->kid[0], map, threaded_nabla(th, c, scope, e->kid[2]));
  /* D_s[build(n, \i. e)] = V(build(n, \i. D_s[e][di := 0]))                 */
  case LM_BUILD: RULE(LMH_BUILD); return nabla_build(th, c, scope, e);
  /* D_s[fold (\t.e) acc v] = lmFold (\t.e) (\t.e') acc v o (1 x (D_s[acc] x D_s[v])),
   * e' = D_(s,(a,b))[e][dx := dx o (1 >< 0), dt := 0 >< 1]                  */
  case LM_FOLD: RULE(LMH_FOLD); return nabla_fold(th, c, scope, e);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED: break;
  }
  b->status = STATUS_UNABLE;
  return NULL;
}

const LmTerm *threaded_nabla(Threaded *th, Context c, const Scope *scope, const LmTerm *e) {
  if (th->b->status != STATUS_OK) return NULL;
  const LmTerm *x = th->mode == THREADED_MIXED ? mixed_direction(th->b, scope, e) : NULL;
  return x != NULL ? mixed_column(th, c, scope, e, x) : nabla_rule(th, c, scope, e);
}

static Status transform(LmBuilder *b, ThreadedMode mode, const LmProgram *program, LmProgram *out) {
  Threaded threaded = {b, program->count, mode};
  *out = (LmProgram){0};
  for (uint32_t k = 0; k < program->count; k++) {
    const LmDefinition *f = &program->definitions[k];
    (void)lm_define(b, out, f->name, f->x, f->from, f->body);
  }
  for (uint32_t k = 0; k < program->count && b->status == STATUS_OK; k++) {
    /* df(x) = D_S[e][dx := 1]                                               */
    RULE(LMH_DEFINITION);
    const LmDefinition *f = &program->definitions[k];
    Scope argument = {NULL, f->x, lm_one(b, f->from), 0};
    (void)lm_define(b, out, f->name, f->x, f->from,
                    threaded_nabla(&threaded, (Context){f->from, 0}, &argument, f->body));
  }
  return b->status;
}

Status linmap_threaded(LmBuilder *b, const LmProgram *program, LmProgram *out) {
  return transform(b, THREADED_PURE, program, out);
}
Status linmap_mixed(LmBuilder *b, const LmProgram *program, LmProgram *out) {
  return transform(b, THREADED_MIXED, program, out);
}
