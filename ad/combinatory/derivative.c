/* D : (V -> W) => V => (W * (V |-> W)) M: differentiation of point-free terms in
 * the let-binding monad. */
#include "ad/combinatory/combinatory.h"

#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

static TypeTable *types_of(Combinatory *d) { return &d->maps->store->types; }

static bool is_pair(const PfValue *x) { return x->parts != NULL && x->n == 2; }

static bool is_vector(Combinatory *d, TypeId array) { return type_kind(types_of(d), array) == TYPE_REAL; }

static Status name(Combinatory *d, const PfValue *x, PfValue *named) {
  return pf_name_value(d->domain, d->arena, x, d->depth, named);
}

/* Sets the map, if one is wanted. */
static Status with(Combinatory *d, PfMapId map, PfMapId *m) {
  *m = map;
  return d->maps->status;
}

/*   D (g o f) x = let (fx, f'x) = D f x; (gfx, g'fx) = D g fx in (gfx, g'fx . f'x) */
static Status derive_comp(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue fx;
  PfMapId f, g;
  Status status = combinatory_derive(d, t->b, x, &fx, m == NULL ? NULL : &f);
  if (status == STATUS_OK) status = combinatory_derive(d, t->a, &fx, y, m == NULL ? NULL : &g);
  return status == STATUS_OK && m != NULL ? with(d, pfmap_comp(d->maps, g, f), m) : status;
}

/*   D (f x g) x = let (fx, f'x) = D f (pi1 x); (gy, g'y) = D g (pi2 x) in ((fx, gy), f'x (+) g'y) */
static Status derive_par(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue fx, gy;
  PfMapId f, g;
  if (!is_pair(x)) return STATUS_STUCK;
  Status status = combinatory_derive(d, t->a, &x->parts[0], &fx, m == NULL ? NULL : &f);
  if (status == STATUS_OK) status = combinatory_derive(d, t->b, &x->parts[1], &gy, m == NULL ? NULL : &g);
  if (status == STATUS_OK) status = pf_pair(d->arena, &fx, &gy, y);
  return status == STATUS_OK && m != NULL ? with(d, pfmap_par(d->maps, f, g), m) : status;
}

/*   D (K y) x = (y, 0) */
static Status derive_const(Combinatory *d, const PfTerm *t, PfValue *y, PfMapId *m) {
  uint32_t n = t->constant.id == 0 ? 0 : type_node(types_of(d), t->cod)->n;
  Scalar *scalars = arena_array(d->arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    d->domain->ops->component(d->domain, i);
    scalars[i] = d->domain->ops->constant(d->domain, t->constant, i);
  }
  if (n > 1) d->domain->ops->component(d->domain, UINT32_MAX);
  *y = t->constant.id == 0 ? (PfValue){0, NULL, NULL} : pf_vector(n, scalars);
  return m == NULL ? STATUS_OK : with(d, pfmap_zero(d->maps, t->dom, t->cod), m);
}

/*   D ~ x = (~x, ~) */
static Status derive_neg(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  Scalar *scalars = arena_array(d->arena, t->n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  if (x->n != t->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    d->domain->ops->component(d->domain, i);
    scalars[i] = d->domain->ops->unary(d->domain, OP_NEG, (ConstantId){0}, x->scalars[i]);
  }
  if (t->n > 1) d->domain->ops->component(d->domain, UINT32_MAX);
  *y = pf_vector(t->n, scalars);
  return m == NULL ? STATUS_OK : with(d, pfmap_neg(d->maps, t->dom), m);
}

/*   D (+) x = ((+) x, (+))    D (-) x = ((-) x, (+) . (Id (+) ~)) */
static Status derive_add(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  if (!is_pair(x)) return STATUS_STUCK;
  OpCode op = t->kind == PF_ADD ? OP_ADD : OP_SUB;
  Status status = pf_sum_values(d->domain, d->arena, op, &x->parts[0], &x->parts[1], d->depth, y);
  if (status != STATUS_OK || m == NULL) return status;
  PfMapId add = pfmap_add(d->maps, t->cod);
  if (t->kind == PF_ADD) return with(d, add, m);
  PfMapId signs = pfmap_par(d->maps, pfmap_identity(d->maps, t->cod), pfmap_neg(d->maps, t->cod));
  return with(d, pfmap_comp(d->maps, add, signs), m);
}

/*   D <> x = (<> x, (+) . ((<> (pi2 x)) (+) ((pi1 x) <>)))   for bilinear <> only */
static Status derive_binary(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue first, second;
  if (!is_pair(x)) return STATUS_STUCK;
  Status status = name(d, &x->parts[0], &first);
  if (status == STATUS_OK) status = name(d, &x->parts[1], &second);
  if (status == STATUS_OK) {
    status = pf_bilinear_value(d->domain, d->arena, t->bilinear, t->n, t->m, &first, &second, y);
  }
  if (status != STATUS_OK || m == NULL) return status;
  PfMapId right = pfmap_right(d->maps, t->bilinear, t->n, t->m, &second);
  PfMapId left = pfmap_left(d->maps, t->bilinear, t->n, t->m, &first);
  return with(d, pfmap_comp(d->maps, pfmap_add(d->maps, t->cod), pfmap_par(d->maps, right, left)), m);
}

static Status derive_branch(Combinatory *d, PfId p, const PfValue *x, uint32_t *block, Scalar *flat, PfMapId *m) {
  PfValue y;
  *block = d->domain->ops->open(d->domain, 0);
  Status status = combinatory_derive(d, p, x, &y, m);
  d->domain->ops->close(d->domain);
  return status == STATUS_OK ? pf_write_flat(types_of(d), pf_term(d->terms, p)->cod, &y, &flat) : status;
}

/*   D (if p0 then p1 else p2) x = (if e0 then C1 e1 else C2 e2, if e0 then C1 m1 else C2 m2)
 * with e0 the value of p0 at x, its D discarded.  Numbers run the branch taken. */
static Status derive_if(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue condition, shared;
  Status status = name(d, x, &shared);
  if (status == STATUS_OK) status = combinatory_derive(d, t->a, &shared, &condition, NULL);
  if (status != STATUS_OK) return status;
  if (condition.n != 1) return STATUS_STUCK;
  Scalar e0 = d->domain->ops->name(d->domain, condition.scalars[0]);
  PfChoice choice = d->domain->ops->choose(d->domain, e0);
  if (d->domain->status != STATUS_OK) return d->domain->status;
  if (choice != PF_BOTH) return combinatory_derive(d, choice == PF_FIRST ? t->b : t->c, &shared, y, m);
  uint32_t dim = type_node(types_of(d), t->cod)->dim, block[2];
  Scalar *flat = arena_array(d->arena, 3 * (size_t)dim, sizeof *flat);
  PfMapId m1, m2;
  if (flat == NULL) return STATUS_LIMIT;
  status = derive_branch(d, t->b, &shared, &block[0], flat, m == NULL ? NULL : &m1);
  if (status == STATUS_OK) status = derive_branch(d, t->c, &shared, &block[1], flat + dim, m == NULL ? NULL : &m2);
  if (status != STATUS_OK) return status;
  const Scalar *joined = flat + 2 * (size_t)dim;
  d->domain->ops->join(d->domain, e0, block, dim, flat, flat + dim, flat + 2 * (size_t)dim);
  status = pf_read_flat(d->arena, types_of(d), t->cod, &joined, y);
  return status == STATUS_OK && m != NULL ? with(d, pfmap_if(d->maps, e0, block, m1, m2), m) : status;
}

/*   D (map p) x = let (yi, mi) = D p xi for each i in ((y1..yn), <m1..mn>), and so for a family */
static Status derive_each(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue *elements = arena_array(d->arena, t->n, sizeof *elements);
  PfMapId *members = arena_array(d->arena, t->n, sizeof *members);
  if (elements == NULL || members == NULL) return STATUS_LIMIT;
  if (x->n != t->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    PfId p = t->kind == PF_MAP ? t->a : pf_member(d->terms, t, i);
    PfValue element = pf_element(x, i);
    d->domain->ops->component(d->domain, i);
    TRY(combinatory_derive(d, p, &element, &elements[i], m == NULL ? NULL : &members[i]));
  }
  if (t->n > 1) d->domain->ops->component(d->domain, UINT32_MAX);
  Status status = pf_array(d->arena, is_vector(d, t->cod), t->n, elements, y);
  if (status != STATUS_OK || m == NULL) return status;
  TypeId v = type_element(types_of(d), t->dom), w = type_element(types_of(d), t->cod);
  return with(d, pfmap_family(d->maps, v, w, t->n, members), m);
}

/*   D (repl n) x = (repl n x, repl n) */
static Status derive_repl(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue *elements = arena_array(d->arena, t->n, sizeof *elements), named;
  if (elements == NULL) return STATUS_LIMIT;
  Status status = name(d, x, &named);
  for (uint32_t i = 0; i < t->n; i++) elements[i] = named;
  if (status == STATUS_OK) status = pf_array(d->arena, is_vector(d, t->cod), t->n, elements, y);
  return status == STATUS_OK && m != NULL ? with(d, pfmap_repl(d->maps, t->n, t->dom), m) : status;
}

/*   D (sum n) x = (sum n x, sum n) */
static Status derive_sum(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  uint32_t dim = type_node(types_of(d), t->cod)->dim;
  if (x->n != t->n) return STATUS_STUCK;
  if (t->n == 0) {
    Scalar *zeros = arena_array(d->arena, dim, sizeof *zeros);
    const Scalar *flat = zeros;
    if (zeros == NULL) return STATUS_LIMIT;
    for (uint32_t i = 0; i < dim; i++) zeros[i] = d->domain->ops->integer(d->domain, 0);
    TRY(pf_read_flat(d->arena, types_of(d), t->cod, &flat, y));
  } else {
    *y = pf_element(x, 0);
  }
  for (uint32_t i = 1; i < t->n; i++) {
    PfValue element = pf_element(x, i), sum;
    d->domain->ops->component(d->domain, i);
    TRY(pf_sum_values(d->domain, d->arena, OP_ADD, y, &element, d->depth, &sum));
    *y = sum;
  }
  if (t->n > 1) d->domain->ops->component(d->domain, UINT32_MAX);
  return m == NULL ? STATUS_OK : with(d, pfmap_sum(d->maps, t->n, t->cod), m);
}

/*   D zip x = (zip x, zip) */
static Status derive_zip(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue *elements = arena_array(d->arena, t->n, sizeof *elements);
  if (elements == NULL) return STATUS_LIMIT;
  if (!is_pair(x) || x->parts[0].n != t->n || x->parts[1].n != t->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    PfValue first = pf_element(&x->parts[0], i), second = pf_element(&x->parts[1], i);
    if (pf_pair(d->arena, &first, &second, &elements[i]) != STATUS_OK) return STATUS_LIMIT;
  }
  *y = (PfValue){t->n, NULL, elements};
  if (m == NULL) return STATUS_OK;
  TypeNode arrays = *type_node(types_of(d), t->dom);
  TypeId v = type_element(types_of(d), arrays.a), w = type_element(types_of(d), arrays.b);
  return with(d, pfmap_zip(d->maps, t->n, v, w), m);
}

/*   D pi_i x = (pi_i x, pi_i) */
static Status derive_projection(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  TypeNode pair = *type_node(types_of(d), t->dom);
  if (!is_pair(x)) return STATUS_STUCK;
  *y = x->parts[t->kind == PF_FST ? 0 : 1];
  if (m == NULL) return STATUS_OK;
  bool first = t->kind == PF_FST;
  return with(d, first ? pfmap_fst(d->maps, pair.a, pair.b) : pfmap_snd(d->maps, pair.a, pair.b), m);
}

/*   D Delta x = ((x, x), Delta), x named */
static Status derive_dup(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfValue named;
  Status status = name(d, x, &named);
  if (status == STATUS_OK) status = pf_pair(d->arena, &named, &named, y);
  return status == STATUS_OK && m != NULL ? with(d, pfmap_dup(d->maps, t->dom), m) : status;
}

/*   D (at k) x = (xk, at k) */
static Status derive_at(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  if (x->n != t->n) return STATUS_STUCK;
  if (t->k >= t->n) return STATUS_DOMAIN;
  *y = pf_element(x, t->k);
  return m == NULL ? STATUS_OK : with(d, pfmap_at(d->maps, t->n, t->k, t->cod), m);
}

static Status derive_rule(Combinatory *d, PfId p, const PfValue *x, PfValue *y, PfMapId *m) {
  const PfTerm *t = pf_term(d->terms, p);
  switch (t->kind) {
  case PF_COMP: RULE(COMB_COMP); return derive_comp(d, t, x, y, m);
  case PF_PAR: RULE(COMB_PAR); return derive_par(d, t, x, y, m);
  case PF_FST:
  case PF_SND: RULE(COMB_PROJ); return derive_projection(d, t, x, y, m);
  case PF_CONST: RULE(COMB_CONST); return derive_const(d, t, y, m);
  case PF_DUP: RULE(COMB_DUP); return derive_dup(d, t, x, y, m);
  /* D Id x = (x, Id)                                                     */
  case PF_ID:
    RULE(COMB_ID);
    *y = *x;
    return m == NULL ? STATUS_OK : with(d, pfmap_identity(d->maps, t->dom), m);
  case PF_UNARY: RULE(COMB_UNARY); return combinatory_unary(d, t, x, y, m);
  case PF_GIVEN: RULE(COMB_GIVEN); return combinatory_given(d, t, x, y, m);
  case PF_NEG: RULE(COMB_NEG); return derive_neg(d, t, x, y, m);
  case PF_ADD:
  case PF_SUB: RULE(COMB_ADD); return derive_add(d, t, x, y, m);
  case PF_BINARY: RULE(COMB_BINARY); return derive_binary(d, t, x, y, m);
  case PF_IF: RULE(COMB_IF); return derive_if(d, t, x, y, m);
  case PF_MAP:
  case PF_FAMILY: RULE(COMB_MAP); return derive_each(d, t, x, y, m);
  case PF_REPL: RULE(COMB_REPL); return derive_repl(d, t, x, y, m);
  case PF_SUM: RULE(COMB_SUM); return derive_sum(d, t, x, y, m);
  case PF_ZIP: RULE(COMB_ZIP); return derive_zip(d, t, x, y, m);
  case PF_AT: RULE(COMB_AT); return derive_at(d, t, x, y, m);
  case PF_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status combinatory_derive(Combinatory *d, PfId p, const PfValue *x, PfValue *y, PfMapId *m) {
  if (d->depth == 0) return STATUS_LIMIT;
  d->depth--;
  Status status = derive_rule(d, p, x, y, m);
  d->depth++;
  return status == STATUS_OK ? d->domain->status : status;
}
