/* Tupled differentiation: value and linear map together, so that nothing is
 * computed twice (Fig. 7, and Fig. 8 where functions take maps too).
 *
 * The variable xt of the output is the pair of x and its map; value first. */
#include "ad/linmap/linmap.h"
#include "semantics/linmap/cases.h"
#include "semantics/tables/rules.h"

/* f at a, of Fig. 8. */
typedef struct Instance {
  uint32_t definition;
  const LmType *space;
  uint32_t made; /* its number in `out` */
} Instance;

typedef struct Tupled {
  LmBuilder *b;
  const LmProgram *program;
  LmProgram *out;
  bool polymorphic;
  Instance *instances; /* LM_DEFINITIONS of them */
  uint32_t count;
} Tupled;

static const LmTerm *nabla(Tupled *tp, const LmType *s, const LmTerm *e);
static uint32_t instance(Tupled *tp, uint32_t definition, const LmType *space);

static const LmTerm *value_of(Tupled *tp, const LmTerm *pair) { return lm_pi(tp->b, 0, pair); }
static const LmTerm *map_of(Tupled *tp, const LmTerm *pair) { return lm_pi(tp->b, 1, pair); }
/* (T, s -o T) */
static const LmType *pair_type(Tupled *tp, const LmType *s, const LmType *type) {
  return lm_pair_type(tp->b, type, lm_map_type(tp->b, s, type));
}

/* let a = e in ..., for a new a. */
typedef struct Named {
  LmSymbol x;
  const LmTerm *bound, *use;
} Named;
static Named name(Tupled *tp, const LmTerm *bound) {
  LmSymbol x = lm_fresh(tp->b);
  return (Named){x, bound, lm_var(tp->b, x, bound == NULL ? NULL : bound->type)};
}
static const LmTerm *in(Tupled *tp, const Named *a, const LmTerm *body) { return lm_let(tp->b, a->x, a->bound, body); }

/* (v, m) for v : T and m : s -o T. */
static const LmTerm *pair(Tupled *tp, const LmTerm *v, const LmTerm *m) { return lm_pair(tp->b, v, m); }

static const LmTerm *nabla_tuple(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  Named *parts = arena_array(b->arena, (size_t)e->count + 1, sizeof *parts);
  const LmTerm **values = arena_array(b->arena, (size_t)e->count + 1, sizeof *values);
  const LmTerm **maps = arena_array(b->arena, (size_t)e->count + 1, sizeof *maps);
  if (parts == NULL || values == NULL || maps == NULL) b->status = STATUS_LIMIT;
  for (uint32_t k = 0; b->status == STATUS_OK && k < e->count; k++) {
    parts[k] = name(tp, nabla(tp, s, e->kid[k]));
    values[k] = value_of(tp, parts[k].use);
    maps[k] = map_of(tp, parts[k].use);
  }
  if (b->status != STATUS_OK) return NULL;
  const LmTerm *result = pair(tp, lm_tuple(b, values, e->count), lm_vcat(b, maps, e->count, s));
  for (uint32_t k = e->count; k-- > 0;) result = in(tp, &parts[k], result);
  return result;
}

/* (p(x), dp(x) o m) */
static const LmTerm *nabla_prim(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  Named a = name(tp, nabla(tp, s, e->kid[0]));
  Named x = name(tp, value_of(tp, a.use));
  const LmTerm *operand = x.use;
  const LmTerm *value = lm_make(b, e, &operand, 1, e->type);
  const LmTerm *map = lm_compose(b, linmap_prim_derivative(b, e, x.use, true), map_of(tp, a.use));
  return in(tp, &a, in(tp, &x, pair(tp, value, map)));
}

/* Fig. 7: let a = D[e] in let r = df(pi1 a) in (pi1 r, pi2 r o pi2 a). */
static const LmTerm *nabla_call(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  Named a = name(tp, nabla(tp, s, e->kid[0]));
  const LmType *from = e->kid[0]->type;
  Named r = name(tp, lm_call(b, instance(tp, e->n, from), pair_type(tp, from, e->type), value_of(tp, a.use)));
  const LmTerm *map = lm_compose(b, map_of(tp, r.use), map_of(tp, a.use));
  return in(tp, &a, in(tp, &r, pair(tp, value_of(tp, r.use), map)));
}

/* let q = build(pi1 D[n], \i. let it = (i,0) in D[e]) in let p = Phi q in (pi1 p, V(pi2 p)) */
static const LmTerm *nabla_build(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  const LmTerm *i = lm_var(b, e->x, lm_nat(b));
  const LmTerm *body = nabla(tp, s, e->kid[1]);
  body = lm_let(b, linmap_derived(e->x, LM_TUPLED), pair(tp, i, lm_zero(b, s, lm_nat(b))), body);
  Named q = name(tp, lm_build(b, e->x, value_of(tp, nabla(tp, s, e->kid[0])), e->n, body));
  LmSymbol j = lm_fresh(b);
  const LmTerm *entry = lm_prim2(b, LM_PRIM_IX, lm_var(b, j, lm_nat(b)), q.use), *size = lm_prim(b, LM_PRIM_SZ, q.use);
  const LmTerm *values = lm_build(b, j, size, e->n, value_of(tp, entry));
  const LmTerm *maps = lm_build(b, j, size, e->n, map_of(tp, entry));
  return in(tp, &q, pair(tp, values, lm_vcatv(b, maps)));
}

/* fold (\(at,bt). let tt = ((pi1 at, pi1 bt), pi2 at x pi2 bt) in D[e]) D[acc]
 *      (build (sz v) (\i. ((pi1 D[v])[i], P_i o pi2 D[v]))) */
static const LmTerm *nabla_fold(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  Named v = name(tp, nabla(tp, s, e->kid[2]));
  if (v.bound == NULL) return NULL;
  const LmType *vector = e->kid[2]->type, *entry = vector->part[0];
  LmSymbol i = lm_fresh(b), both = lm_fresh(b);
  const LmTerm *index = lm_var(b, i, lm_nat(b)), *values = value_of(tp, v.use);
  const LmTerm *map = lm_compose(b, lm_pick(b, index, vector), map_of(tp, v.use));
  const LmTerm *bt = pair(tp, lm_prim2(b, LM_PRIM_IX, index, values), map);
  const LmTerm *vts = lm_build(b, i, lm_prim(b, LM_PRIM_SZ, values), vector->n, bt);
  const LmType *a = e->kid[1]->type;
  const LmTerm *step = lm_var(b, both, lm_pair_type(b, pair_type(tp, s, a), pair_type(tp, s, entry)));
  const LmTerm *at = lm_pi(b, 0, step), *bt_of = lm_pi(b, 1, step);
  const LmTerm *t = lm_pair(b, value_of(tp, at), value_of(tp, bt_of));
  const LmTerm *tt = pair(tp, t, lm_vcat2(b, map_of(tp, at), map_of(tp, bt_of)));
  const LmTerm *body = lm_let(b, linmap_derived(e->x, LM_TUPLED), tt, nabla(tp, s, e->kid[0]));
  return in(tp, &v, lm_fold(b, both, body, nabla(tp, s, e->kid[1]), vts));
}

static const LmTerm *nabla_rule(Tupled *tp, const LmType *s, const LmTerm *e) {
  LmBuilder *b = tp->b;
  const LmTerm *first, *second;
  switch (e->kind) {
  /* D[k] = (k, 0)                                                           */
  case LM_REAL:
  case LM_NAT:
  case LM_NULL: RULE(LMU_CONSTANT); return pair(tp, e, lm_zero(b, s, e->type));
  /* D[x] = xt                                                               */
  case LM_VAR: RULE(LMU_VAR); return lm_var(b, linmap_derived(e->x, LM_TUPLED), pair_type(tp, s, e->type));
  case LM_CALL:
    if (!tp->polymorphic) {
      RULE(LMU_CALL);
      return nabla_call(tp, s, e);
    }
    /* Fig. 8: D[f(e)] = df(D[e])                                            */
    RULE(LMU_CALL_POLYMORPHIC);
    first = nabla(tp, s, e->kid[0]);
    return lm_call(b, instance(tp, e->n, s), pair_type(tp, s, e->type), first);
  /* dp(x, m) = (p x, dp(x) o m)                                             */
  case LM_PRIM: RULE(LMU_PRIM); return nabla_prim(tp, s, e);
  /* D[(e1,e2)] = ((pi1 a1, pi1 a2), pi2 a1 x pi2 a2)                        */
  case LM_TUPLE: RULE(LMU_TUPLE); return nabla_tuple(tp, s, e);
  /* D[let x = e1 in e2] = let xt = D[e1] in D[e2]                           */
  case LM_LET:
    RULE(LMU_LET);
    first = nabla(tp, s, e->kid[0]);
    return lm_let(b, linmap_derived(e->x, LM_TUPLED), first, nabla(tp, s, e->kid[1]));
  /* D[if b e1 e2] = if pi1 D[b] then D[e1] else D[e2]                       */
  case LM_IF:
    RULE(LMU_IF);
    first = value_of(tp, nabla(tp, s, e->kid[0]));
    second = nabla(tp, s, e->kid[1]);
    return lm_if(b, first, second, nabla(tp, s, e->kid[2]));
  case LM_BUILD: RULE(LMU_BUILD); return nabla_build(tp, s, e);
  case LM_FOLD: RULE(LMU_FOLD); return nabla_fold(tp, s, e);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED: break;
  }
  b->status = STATUS_UNABLE;
  return NULL;
}

static const LmTerm *nabla(Tupled *tp, const LmType *s, const LmTerm *e) {
  return tp->b->status == STATUS_OK ? nabla_rule(tp, s, e) : NULL;
}

/* ------------------------------------------------------------- definitions -- */

/* Fig. 7: df(x) = let xt = (x, 1) in D_S[e].   Fig. 8: df(xt) = D_a[e]. */
static uint32_t define(Tupled *tp, const LmDefinition *f, const LmType *space) {
  LmBuilder *b = tp->b;
  LmSymbol xt = linmap_derived(f->x, LM_TUPLED);
  const LmTerm *body = nabla(tp, space, f->body);
  if (tp->polymorphic) {
    RULE(LMU_DEFINITION_POLYMORPHIC);
    return lm_define(b, tp->out, f->name, xt, pair_type(tp, space, f->from), body);
  }
  RULE(LMU_DEFINITION);
  body = lm_let(b, xt, pair(tp, lm_var(b, f->x, f->from), lm_one(b, f->from)), body);
  return lm_define(b, tp->out, f->name, f->x, f->from, body);
}

static uint32_t instance(Tupled *tp, uint32_t definition, const LmType *space) {
  for (uint32_t k = 0; k < tp->count; k++) {
    const Instance *known = &tp->instances[k];
    if (known->definition == definition && linmap_type_equal(known->space, space)) return known->made;
  }
  uint32_t made = define(tp, &tp->program->definitions[definition], space);
  if (tp->b->status == STATUS_OK) tp->instances[tp->count++] = (Instance){definition, space, made};
  return made;
}

/* Definitions are made when first called, the last one by us. */
static Status transform(LmBuilder *b, const LmProgram *program, const LmType *space, bool polymorphic, LmProgram *out) {
  Tupled tupled = {.b = b, .program = program, .out = out, .polymorphic = polymorphic};
  *out = (LmProgram){0};
  tupled.instances = arena_array(b->arena, LM_DEFINITIONS, sizeof(Instance));
  if (tupled.instances == NULL || program->count == 0) return STATUS_LIMIT;
  const LmDefinition *last = &program->definitions[program->count - 1];
  (void)instance(&tupled, program->count - 1, space == NULL ? last->from : space);
  return b->status;
}

Status linmap_tupled(LmBuilder *b, const LmProgram *program, LmProgram *out) {
  return transform(b, program, NULL, false, out);
}
Status linmap_polymorphic(LmBuilder *b, const LmProgram *program, const LmType *space, LmProgram *out) {
  return transform(b, program, space, true, out);
}
