/* Conversion to CL, Fig. 10, with pruning, and typing, Fig. 11. */
#include "semantics/linmap/cases.h"
#include "semantics/linmap/cl.h"
#include "semantics/tables/printed.h"

/* G = (x1:t1,...,xn:tn) */
typedef struct Gamma {
  const LmSymbol *x;
  const LmType *const *type;
  uint32_t n;
  const LmType *tuple; /* T(G) */
} Gamma;

typedef struct Conversion {
  LmBuilder *b;
  ClPruning pruning;
} Conversion;

static const ClTerm *convert(Conversion *c, const Gamma *gamma, const LmTerm *e);

static const ClTerm *make(Conversion *c, ClTerm shape, const ClTerm *const *kids, uint32_t count) {
  if (c->b->status != STATUS_OK) return NULL;
  ClTerm *t = arena_alloc(c->b->arena, sizeof *t);
  const ClTerm **copy = arena_array(c->b->arena, (size_t)count + 1, sizeof *copy);
  if (t == NULL || copy == NULL || shape.from == NULL || shape.to == NULL) {
    c->b->status = STATUS_LIMIT;
    return NULL;
  }
  *t = shape;
  t->kid = copy;
  t->count = count;
  t->depth = 1;
  for (uint32_t k = 0; k < count; k++) {
    copy[k] = kids[k];
    if (kids[k] == NULL) return NULL;
    if (kids[k]->depth >= t->depth) t->depth = kids[k]->depth + 1;
  }
  if (t->depth <= 2 * LM_DEPTH) return t;
  c->b->status = STATUS_LIMIT;
  return NULL;
}

static const ClTerm *seq(Conversion *c, const ClTerm *first, const ClTerm *second) {
  if (first == NULL || second == NULL) return NULL;
  ClTerm shape = {.kind = CL_SEQ, .from = first->from, .to = second->to};
  return make(c, shape, (const ClTerm *const[]){first, second}, 2);
}

static Gamma gamma_of(Conversion *c, const LmSymbol *x, const LmType *const *type, uint32_t n) {
  return (Gamma){x, type, n, lm_tuple_type(c->b, type, n)};
}

/* G, x:t */
static Gamma extend(Conversion *c, const Gamma *gamma, LmSymbol x, const LmType *type) {
  LmSymbol *xs = arena_array(c->b->arena, (size_t)gamma->n + 1, sizeof *xs);
  const LmType **types = arena_array(c->b->arena, (size_t)gamma->n + 1, sizeof *types);
  if (xs == NULL || types == NULL) {
    c->b->status = STATUS_LIMIT;
    return *gamma;
  }
  for (uint32_t k = 0; k < gamma->n; k++) {
    xs[k] = gamma->x[k];
    types[k] = gamma->type[k];
  }
  xs[gamma->n] = x;
  types[gamma->n] = type;
  return gamma_of(c, xs, types, gamma->n + 1);
}

/* phi(G, x): the last x in G; G's length if there is none. */
static uint32_t phi(const Gamma *gamma, LmSymbol x) {
  for (uint32_t k = gamma->n; k-- > 0;)
    if (gamma->x[k] == x) return k;
  return gamma->n;
}

static const ClTerm *convert_var(Conversion *c, const Gamma *gamma, const LmTerm *e) {
  uint32_t k = phi(gamma, e->x);
  if (k == gamma->n) c->b->status = STATUS_ILL_TYPED;
  const LmTerm *selection = lm_pi(c->b, k, lm_var(c->b, 0, gamma->tuple));
  return make(c, (ClTerm){.kind = CL_F, .from = gamma->tuple, .to = e->type, .leaf = selection}, NULL, 0);
}

static const ClTerm *convert_tuple(Conversion *c, const Gamma *gamma, const LmTerm *e) {
  const ClTerm **kids = arena_array(c->b->arena, (size_t)e->count + 1, sizeof *kids);
  if (kids == NULL) c->b->status = STATUS_LIMIT;
  for (uint32_t k = 0; kids != NULL && k < e->count; k++) kids[k] = convert(c, gamma, e->kid[k]);
  return kids == NULL ? NULL : make(c, (ClTerm){.kind = CL_TUPLE, .from = gamma->tuple, .to = e->type}, kids, e->count);
}

static const ClTerm *convert_rule(Conversion *c, const Gamma *gamma, const LmTerm *e) {
  const ClTerm *kids[3] = {NULL, NULL, NULL};
  ClTerm shape = {.from = gamma->tuple, .to = e->type, .n = e->n};
  Gamma inner;
  if (gamma->tuple == NULL) return NULL;
  switch (e->kind) {
  /* C[k] G = K(k)                                                           */
  case LM_REAL:
  case LM_NAT:
    RULE(CLC_CONSTANT);
    shape.kind = CL_K;
    shape.leaf = e;
    return make(c, shape, NULL, 0);
  /* C[x] G = F(pi_phi(G,x))                                                 */
  case LM_VAR: RULE(CLC_VAR); return convert_var(c, gamma, e);
  /* C[f(e)] G = C[e] G ; F(f)                                               */
  case LM_CALL:
  case LM_PRIM: {
    RULE(CLC_CALL);
    ClTerm f = {.kind = CL_F, .from = e->kid[0]->type, .to = e->type, .leaf = e};
    if (as_printed(RULE_CLC_CALL)) return seq(c, make(c, f, NULL, 0), convert(c, gamma, e->kid[0]));
    return seq(c, convert(c, gamma, e->kid[0]), make(c, f, NULL, 0));
  }
  /* C[(e1,...,en)] G = (C[e1] G,...,C[en] G)                                */
  case LM_TUPLE: RULE(CLC_TUPLE); return convert_tuple(c, gamma, e);
  /* C[let x = er in eb] G = L(x, C[er] G, C[eb](G,x))                       */
  case LM_LET:
    RULE(CLC_LET);
    shape.kind = CL_LET;
    inner = extend(c, gamma, e->x, e->kid[0]->type);
    kids[0] = convert(c, gamma, e->kid[0]);
    kids[1] = convert(c, &inner, e->kid[1]);
    return make(c, shape, kids, 2);
  /* C[if e1 e2 e3] G = IF(C[e1] G, C[e2] G, C[e3] G)                        */
  case LM_IF:
    RULE(CLC_IF);
    shape.kind = CL_IF;
    for (int k = 0; k < 3; k++) kids[k] = convert(c, gamma, e->kid[k]);
    return make(c, shape, kids, 3);
  /* C[build es (\i. ee)] G = B(C[es] G, i, C[ee](G,i))                      */
  case LM_BUILD:
    RULE(CLC_BUILD);
    shape.kind = CL_BUILD;
    inner = extend(c, gamma, e->x, lm_nat(c->b));
    kids[0] = convert(c, gamma, e->kid[0]);
    kids[1] = convert(c, &inner, e->kid[1]);
    return make(c, shape, kids, 2);
  /* C[fold (\x. e) acc v] G = FO(x, C[e](G,x), C[acc] G, C[v] G)            */
  case LM_FOLD:
    RULE(CLC_FOLD);
    shape.kind = CL_FOLD;
    inner = extend(c, gamma, e->x, lm_pair_type(c->b, e->kid[1]->type, e->kid[2]->type->part[0]));
    kids[0] = convert(c, &inner, e->kid[0]);
    kids[1] = convert(c, gamma, e->kid[1]);
    kids[2] = convert(c, gamma, e->kid[2]);
    return make(c, shape, kids, 3);
  case LM_ANY_MAP:
  case LM_ANY_APPLIED:
  case LM_NULL: break;
  }
  c->b->status = STATUS_UNABLE;
  return NULL;
}

/* C[e] G = P[phi(G,v1),...,phi(G,vm)/n] ; C[e] G', the vi free in e, in the order of G. */
static const ClTerm *convert_pruned(Conversion *c, const Gamma *gamma, const LmTerm *e) {
  RULE(CLC_PRUNE);
  LmSymbol *xs = arena_array(c->b->arena, (size_t)gamma->n + 1, sizeof *xs);
  const LmType **types = arena_array(c->b->arena, (size_t)gamma->n + 1, sizeof *types);
  uint32_t *selected = arena_array(c->b->arena, (size_t)gamma->n + 1, sizeof *selected), m = 0;
  if (xs == NULL || types == NULL || selected == NULL) {
    c->b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < gamma->n; k++) {
    if (phi(gamma, gamma->x[k]) != k || !linmap_occurs(e, gamma->x[k])) continue;
    xs[m] = gamma->x[k];
    types[m] = gamma->type[k];
    selected[m++] = k;
  }
  Gamma kept = gamma_of(c, xs, types, m);
  ClTerm prune = {.kind = CL_P, .from = gamma->tuple, .to = kept.tuple, .selected = selected, .n = m};
  return seq(c, make(c, prune, NULL, 0), convert_rule(c, &kept, e));
}

static const ClTerm *convert(Conversion *c, const Gamma *gamma, const LmTerm *e) {
  if (c->b->status != STATUS_OK) return NULL;
  bool prune = c->pruning == CL_PRUNE_EVERYWHERE || (c->pruning == CL_PRUNE_LETS && e->kind == LM_LET);
  return prune ? convert_pruned(c, gamma, e) : convert_rule(c, gamma, e);
}

Status linmap_to_cl(LmBuilder *b, const LmProgram *program, ClPruning pruning, ClProgram *out) {
  Conversion c = {b, pruning};
  out->count = program->count;
  out->body = arena_array(b->arena, program->count, sizeof *out->body);
  out->argument = arena_array(b->arena, program->count, sizeof *out->argument);
  if (out->body == NULL || out->argument == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < program->count && b->status == STATUS_OK; k++) {
    /* f(x) = e is F(f) = I ; C[e](x:T)                                      */
    RULE(CLC_DEFINITION);
    const LmDefinition *f = &program->definitions[k];
    Gamma gamma = gamma_of(&c, &f->x, &f->from, 1);
    ClTerm identity = {.kind = CL_I, .from = gamma.tuple, .to = gamma.tuple};
    out->argument[k] = f->from;
    out->body[k] = seq(&c, make(&c, identity, NULL, 0), convert(&c, &gamma, f->body));
  }
  return b->status;
}

/* ------------------------------------------------------------------ typing -- */

static bool same(const LmType *a, const LmType *b) { return a != NULL && linmap_type_equal(a, b); }

/* S |> T */
static const LmType *extended(LmBuilder *b, const LmType *s, const LmType *t) {
  const LmType **parts = arena_array(b->arena, (size_t)s->n + 1, sizeof *parts);
  if (parts == NULL) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < s->n; k++) parts[k] = s->part[k];
  parts[s->n] = t;
  return lm_tuple_type(b, parts, s->n + 1);
}

static bool typed_leaf(const ClProgram *program, const ClTerm *c) {
  if (c->kind == CL_K) return same(c->leaf->type, c->to);
  if (c->leaf->kind == LM_CALL)
    return same(program->argument[c->leaf->n], c->from) && same(program->body[c->leaf->n]->to, c->to);
  return same(c->leaf->kid[0]->type, c->from) && same(c->leaf->type, c->to);
}

static bool typed_parts(const ClTerm *c) {
  if (c->to->kind != LM_TYPE_TUPLE || c->to->n != c->count) return false;
  for (uint32_t k = 0; k < c->count; k++)
    if (!same(c->kid[k]->from, c->from) || !same(c->kid[k]->to, c->to->part[k])) return false;
  return true;
}

static bool typed_selection(const ClTerm *c) {
  if (c->from->kind != LM_TYPE_TUPLE || c->to->kind != LM_TYPE_TUPLE || c->to->n != c->n) return false;
  for (uint32_t k = 0; k < c->n; k++)
    if (c->selected[k] >= c->from->n || !same(c->from->part[c->selected[k]], c->to->part[k])) return false;
  return true;
}

/* The rules of Fig. 11, the children being typed. */
static bool typed_rule(LmBuilder *b, const ClProgram *program, const ClTerm *c) {
  const ClTerm *first = c->count > 0 ? c->kid[0] : c, *second = c->count > 1 ? c->kid[1] : c;
  switch (c->kind) {
  case CL_I: return same(c->from, c->to);
  case CL_K:
  case CL_F: return typed_leaf(program, c);
  case CL_P: return typed_selection(c);
  case CL_SEQ: return same(first->from, c->from) && same(first->to, second->from) && same(second->to, c->to);
  case CL_TUPLE: return typed_parts(c);
  case CL_IF:
    return first->to->kind == LM_TYPE_BOOL && same(first->from, c->from) && same(second->from, c->from) &&
           same(second->to, c->to) && same(c->kid[2]->from, c->from) && same(c->kid[2]->to, c->to);
  case CL_LET:
    return same(first->from, c->from) && same(extended(b, c->from, first->to), second->from) && same(second->to, c->to);
  case CL_BUILD:
    return first->to->kind == LM_TYPE_NAT && same(first->from, c->from) &&
           same(extended(b, c->from, lm_nat(b)), second->from) && same(lm_vec_type(b, second->to, c->n), c->to);
  case CL_FOLD: {
    const LmType *v = c->kid[2]->to;
    if (v->kind != LM_TYPE_VEC || !same(second->to, c->to) || !same(first->to, c->to)) return false;
    const LmType *step = lm_pair_type(b, second->to, v->part[0]);
    return same(second->from, c->from) && same(c->kid[2]->from, c->from) &&
           same(extended(b, c->from, step), first->from);
  }
  case CL_KIND_COUNT: return false;
  }
  return false;
}

static bool typed(LmBuilder *b, const ClProgram *program, const ClTerm *c) {
  for (uint32_t k = 0; k < c->count; k++)
    if (!typed(b, program, c->kid[k])) return false;
  return b->status == STATUS_OK && typed_rule(b, program, c);
}

Status cl_check(LmBuilder *b, const ClProgram *program) {
  for (uint32_t k = 0; k < program->count; k++) {
    const ClTerm *c = program->body[k];
    if (!typed(b, program, c) || !same(lm_tuple_type(b, &program->argument[k], 1), c->from))
      return b->status == STATUS_OK ? STATUS_ILL_TYPED : b->status;
  }
  return STATUS_OK;
}
