/* [[m]]: a linear map applied to a vector, over any value domain. */
#include "semantics/combinatory/maps.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

typedef struct Applying {
  PfDomain *domain;
  Arena *arena;
  const PfMapTable *table;
  uint32_t depth;
} Applying;

static Status apply(Applying *to, PfMapId m, const PfValue *x, PfValue *out);

static bool is_pair(const PfValue *x) { return x->parts != NULL && x->n == 2; }

static const TypeNode *node_of(const Applying *to, TypeId type) { return type_node(&to->table->store->types, type); }

static bool is_vector(const Applying *to, TypeId array) { return node_of(to, array)->kind == TYPE_REAL; }

/* The value of the type with these scalars, in order. */
static Status unflatten(Applying *to, TypeId type, const Scalar *scalars, PfValue *out) {
  return pf_read_flat(to->arena, &to->table->store->types, type, &scalars, out);
}

static Status apply_zero(Applying *to, TypeId type, PfValue *out) {
  uint32_t dim = node_of(to, type)->dim;
  Scalar *zeros = arena_array(to->arena, dim, sizeof *zeros), zero = to->domain->ops->integer(to->domain, 0);
  if (zeros == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < dim; i++) zeros[i] = zero;
  return unflatten(to, type, zeros, out);
}

static Status apply_neg(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfDomain *domain = to->domain;
  uint32_t dim = node_of(to, m->dom)->dim;
  Scalar *scalars = arena_array(to->arena, dim, sizeof *scalars), *end = scalars;
  if (scalars == NULL) return STATUS_LIMIT;
  Status status = pf_write_flat(&to->table->store->types, m->dom, x, &end);
  for (uint32_t i = 0; i < dim && status == STATUS_OK; i++) {
    domain->ops->component(domain, i);
    scalars[i] = domain->ops->unary(domain, OP_NEG, (ConstantId){0}, scalars[i]);
  }
  if (dim > 1) domain->ops->component(domain, UINT32_MAX);
  return status == STATUS_OK ? unflatten(to, m->cod, scalars, out) : status;
}

/* Of which bilinear primitives a section uses parts of its argument more than once. */
static bool repeats_argument(const PfMap *m) {
  switch (m->bilinear) {
  case BILINEAR_TIMES:
  case BILINEAR_DOT: return false;
  case BILINEAR_SCALE: return m->kind == PFMAP_RIGHT;
  case BILINEAR_CROSS: return true;
  case BILINEAR_MATVEC: return m->kind == PFMAP_LEFT;
  case BILINEAR_OUTER: return true;
  case BILINEAR_COUNT: return true;
  }
  return true;
}

static Status apply_section(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfDomain *domain = to->domain;
  PfValue named = *x;
  Scalar *loaded = arena_array(to->arena, m->value.n, sizeof *loaded);
  if (loaded == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < m->value.n; i++) loaded[i] = domain->ops->load(domain, m->value.scalars[i]);
  if (repeats_argument(m)) {
    TRY(pf_name_value(domain, to->arena, x, to->depth, &named));
  }
  PfValue e = pf_vector(m->value.n, loaded);
  bool left = m->kind == PFMAP_LEFT;
  return pf_bilinear_value(domain, to->arena, m->bilinear, m->n, m->m, left ? &e : &named, left ? &named : &e, out);
}

static Status apply_branch(Applying *to, PfMapId m, uint32_t again, const PfValue *x, uint32_t *block, Scalar *flat) {
  PfDomain *domain = to->domain;
  PfValue value;
  Scalar *end = flat;
  *block = domain->ops->open(domain, again);
  Status status = apply(to, m, x, &value);
  domain->ops->close(domain);
  return status == STATUS_OK ? pf_write_flat(&to->table->store->types, pfmap_get(to->table, m)->cod, &value, &end)
                             : status;
}

/* In a domain of numbers only the branch taken is applied; among residual terms
 * both are, each under its own bindings. */
static Status apply_if(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfDomain *domain = to->domain;
  Scalar condition = domain->ops->load(domain, m->condition);
  PfChoice choice = domain->ops->choose(domain, condition);
  if (domain->status != STATUS_OK) return domain->status;
  if (choice != PF_BOTH) return apply(to, choice == PF_FIRST ? m->a : m->b, x, out);
  uint32_t dim = node_of(to, m->cod)->dim, block[2];
  Scalar *scalars = arena_array(to->arena, 3 * (size_t)dim, sizeof *scalars);
  PfValue named;
  if (scalars == NULL) return STATUS_LIMIT;
  Status status = pf_name_value(domain, to->arena, x, to->depth, &named);
  if (status == STATUS_OK) status = apply_branch(to, m->a, m->block[0], &named, &block[0], scalars);
  if (status == STATUS_OK) status = apply_branch(to, m->b, m->block[1], &named, &block[1], scalars + dim);
  if (status != STATUS_OK) return status;
  domain->ops->join(domain, condition, block, dim, scalars, scalars + dim, scalars + 2 * (size_t)dim);
  return unflatten(to, m->cod, scalars + 2 * (size_t)dim, out);
}

static Status apply_par(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfValue first, second;
  if (!is_pair(x)) return STATUS_STUCK;
  Status status = apply(to, m->a, &x->parts[0], &first);
  if (status == STATUS_OK) status = apply(to, m->b, &x->parts[1], &second);
  return status == STATUS_OK ? pf_pair(to->arena, &first, &second, out) : status;
}

static Status apply_family(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfDomain *domain = to->domain;
  PfValue *elements = arena_array(to->arena, m->n, sizeof *elements);
  if (elements == NULL) return STATUS_LIMIT;
  if (x->n != m->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < m->n; i++) {
    PfValue element = pf_element(x, i);
    domain->ops->component(domain, i);
    TRY(apply(to, pfmap_member(to->table, m, i), &element, &elements[i]));
  }
  if (m->n > 1) domain->ops->component(domain, UINT32_MAX);
  return pf_array(to->arena, is_vector(to, m->cod), m->n, elements, out);
}

static Status apply_repl(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfValue *elements = arena_array(to->arena, m->n, sizeof *elements), named;
  if (elements == NULL) return STATUS_LIMIT;
  TRY(pf_name_value(to->domain, to->arena, x, to->depth, &named));
  for (uint32_t i = 0; i < m->n; i++) elements[i] = named;
  return pf_array(to->arena, is_vector(to, m->cod), m->n, elements, out);
}

static Status apply_sum(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfDomain *domain = to->domain;
  if (x->n != m->n) return STATUS_STUCK;
  if (m->n == 0) return apply_zero(to, m->cod, out);
  *out = pf_element(x, 0);
  for (uint32_t i = 1; i < m->n; i++) {
    PfValue element = pf_element(x, i), sum;
    domain->ops->component(domain, i);
    TRY(pf_sum_values(domain, to->arena, OP_ADD, out, &element, to->depth, &sum));
    *out = sum;
  }
  if (m->n > 1) domain->ops->component(domain, UINT32_MAX);
  return STATUS_OK;
}

static Status apply_zip(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfValue *pairs = arena_array(to->arena, m->n, sizeof *pairs);
  if (pairs == NULL) return STATUS_LIMIT;
  if (!is_pair(x) || x->parts[0].n != m->n || x->parts[1].n != m->n) return STATUS_STUCK;
  for (uint32_t i = 0; i < m->n; i++) {
    PfValue first = pf_element(&x->parts[0], i), second = pf_element(&x->parts[1], i);
    if (pf_pair(to->arena, &first, &second, &pairs[i]) != STATUS_OK) return STATUS_LIMIT;
  }
  *out = (PfValue){m->n, NULL, pairs};
  return STATUS_OK;
}

static Status apply_unzip(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  const TypeNode *arrays = node_of(to, m->cod);
  PfValue *elements = arena_array(to->arena, m->n, sizeof *elements), side[2];
  if (elements == NULL) return STATUS_LIMIT;
  if (x->n != m->n || (m->n != 0 && x->parts == NULL)) return STATUS_STUCK;
  for (uint32_t k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < m->n; i++) {
      if (!is_pair(&x->parts[i])) return STATUS_STUCK;
      elements[i] = x->parts[i].parts[k];
    }
    TRY(pf_array(to->arena, is_vector(to, k == 0 ? arrays->a : arrays->b), m->n, elements, &side[k]));
  }
  return pf_pair(to->arena, &side[0], &side[1], out);
}

static Status apply_put(Applying *to, const PfMap *m, const PfValue *x, PfValue *out) {
  PfValue *elements = arena_array(to->arena, m->n, sizeof *elements), zero;
  if (elements == NULL) return STATUS_LIMIT;
  TRY(apply_zero(to, m->dom, &zero));
  for (uint32_t i = 0; i < m->n; i++) elements[i] = i == m->k ? *x : zero;
  return pf_array(to->arena, is_vector(to, m->cod), m->n, elements, out);
}

static Status apply_rule(Applying *to, PfMapId id, const PfValue *x, PfValue *out) {
  const PfMap *m = pfmap_get(to->table, id);
  PfValue y;
  Status status;
  switch (m->kind) {
  /* 0 x = 0                                                              */
  case PFMAP_ZERO: RULE(PFA_ZERO); return apply_zero(to, m->cod, out);
  /* Id x = x                                                             */
  case PFMAP_ID:
    RULE(PFA_ID);
    *out = *x;
    return STATUS_OK;
  /* Delta x = (x, x), x named                                            */
  case PFMAP_DUP:
    RULE(PFA_DUP);
    status = pf_name_value(to->domain, to->arena, x, to->depth, &y);
    return status == STATUS_OK ? pf_pair(to->arena, &y, &y, out) : status;
  /* (+) (x, y) = x + y                                                   */
  case PFMAP_ADD:
    RULE(PFA_ADD);
    if (!is_pair(x)) return STATUS_STUCK;
    return pf_sum_values(to->domain, to->arena, OP_ADD, &x->parts[0], &x->parts[1], to->depth, out);
  /* ~ x = -x                                                             */
  case PFMAP_NEG: RULE(PFA_NEG); return apply_neg(to, m, x, out);
  /* pi1 (x, y) = x;  pi2 (x, y) = y                                      */
  case PFMAP_FST:
  case PFMAP_SND:
    RULE(PFA_FST);
    if (!is_pair(x)) return STATUS_STUCK;
    *out = x->parts[m->kind == PFMAP_FST ? 0 : 1];
    return STATUS_OK;
  /* (m1 (+) m2) (x, y) = (m1 x, m2 y)                                    */
  case PFMAP_PAR: RULE(PFA_PAR); return apply_par(to, m, x, out);
  /* (m1 . m2) x = m1 (m2 x)                                              */
  case PFMAP_COMP:
    RULE(PFA_COMP);
    status = apply(to, m->b, x, &y);
    return status == STATUS_OK ? apply(to, m->a, &y, out) : status;
  /* (e <>) x = e <> x;  (<> e) x = x <> e                                */
  case PFMAP_LEFT:
  case PFMAP_RIGHT: RULE(PFA_SECTION); return apply_section(to, m, x, out);
  /* (if e then m1 M else m2 M) x = m1 x if e < 0, else m2 x              */
  case PFMAP_IF: RULE(PFA_IF); return apply_if(to, m, x, out);
  /* <m1,...,mn> [xi] = [mi xi]                                           */
  case PFMAP_FAMILY: RULE(PFA_FAMILY); return apply_family(to, m, x, out);
  /* repl n x = [x,...,x], x named                                        */
  case PFMAP_REPL: RULE(PFA_REPL); return apply_repl(to, m, x, out);
  /* sum n [xi] = x1 + ... + xn                                           */
  case PFMAP_SUM: RULE(PFA_SUM); return apply_sum(to, m, x, out);
  /* zip ([xi], [yi]) = [(xi, yi)], and unzip back                        */
  case PFMAP_ZIP: RULE(PFA_ZIP); return apply_zip(to, m, x, out);
  case PFMAP_UNZIP: RULE(PFA_UNZIP); return apply_unzip(to, m, x, out);
  /* at k [xi] = xk                                                       */
  case PFMAP_AT:
    RULE(PFA_AT);
    if (m->k >= x->n) return STATUS_STUCK;
    *out = pf_element(x, m->k);
    return STATUS_OK;
  /* put k x = [0,..,x,..,0], x at place k                                */
  case PFMAP_PUT: RULE(PFA_PUT); return apply_put(to, m, x, out);
  case PFMAP_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

static Status apply(Applying *to, PfMapId m, const PfValue *x, PfValue *out) {
  if (to->depth == 0) return STATUS_LIMIT;
  to->depth--;
  Status status = apply_rule(to, m, x, out);
  to->depth++;
  return status == STATUS_OK ? to->domain->status : status;
}

Status pfmap_apply(PfDomain *domain, Arena *arena, const PfMapTable *table, PfMapId m, const PfValue *x, uint32_t depth,
                   PfValue *out) {
  Applying to = {domain, arena, table, depth};
  Status status = apply(&to, m, x, out);
  domain->ops->component(domain, 0);
  return status == STATUS_OK ? domain->status : status;
}
