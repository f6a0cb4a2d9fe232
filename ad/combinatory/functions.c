/* D of the functions of the library, by the slopes of functions.def. */
#include "ad/combinatory/combinatory.h"
#include "semantics/chad/linear/derivatives.h"
#include "semantics/memory/try.h"

static Scalar power(Combinatory *d, int64_t above, uint64_t below, Scalar a) {
  ConstantId exponent = constant_from_ratio(&d->maps->store->constants, above, below);
  if (exponent.id == 0) pf_domain_fail(d->domain, STATUS_LIMIT);
  return d->domain->status == STATUS_OK ? d->domain->ops->unary(d->domain, OP_POW, exponent, a) : a;
}

/* op(x, y) by the operations that the domain has, as in the translation: sqrt is a power, and x / y a product. */
static Scalar apply(Combinatory *d, OpId id, Scalar x, Scalar y) {
  PfDomain *domain = d->domain;
  const OpNode op = *op_node(&d->maps->store->ops, id);
  Scalar out = x;
  if (op.code == OP_CONST) return domain->ops->constant(domain, op.constant, 0);
  if (op.code == OP_SQRT) return power(d, 1, 2, x);
  if (op.code == OP_DIV) return domain->ops->binary(domain, OP_MUL, x, power(d, -1, 1, y));
  if (op.arity == 1) return domain->ops->unary(domain, op.code, op.constant, x);
  if (!op_is_function(op.code)) return domain->ops->binary(domain, op.code, x, y);
  domain->ops->given(domain, id, &x, &y, &out);
  return out;
}

/* A slope's term at the operands. */
static Scalar value_of(Combinatory *d, TermId id, const Scalar *operand, uint32_t arity) {
  const Term t = *term(d->maps->store, id);
  Scalar kid[OP_MAX_ARITY] = {{0}, {0}};
  if (t.kind == TERM_VAR) return operand[arity - 1 - t.payload];
  for (uint32_t k = 0; k < OP_MAX_ARITY && t.kid[k].id != 0; k++) kid[k] = value_of(d, t.kid[k], operand, arity);
  return apply(d, term_op_payload(&t), kid[0], kid[1]);
}

static Scalar slope(Combinatory *d, OpId op, uint32_t k, Scalar x, Scalar y) {
  const Scalar operand[OP_MAX_ARITY] = {x, y};
  uint32_t arity = op_node(&d->maps->store->ops, op)->arity;
  TermId by = op_slope(d->maps->store, op, k);
  if (by.id == 0) pf_domain_fail(d->domain, STATUS_LIMIT);
  return by.id == 0 ? x : value_of(d, by, operand, arity);
}

/* The function at one component. */
static OpId at_one(Combinatory *d, OpCode code, ConstantId parameters) {
  Store *store = d->maps->store;
  OpId op = op_make_each(&store->ops, &store->types, code, 1, parameters);
  if (op.id == 0) pf_domain_fail(d->domain, STATUS_LIMIT);
  return op;
}

Scalar combinatory_function_slope(Combinatory *d, const PfTerm *t, Scalar x) {
  OpId op = at_one(d, t->op, t->constant);
  return op.id == 0 ? x : slope(d, op, 0, x, x);
}

/*   D f (x, y) = (f (x, y), (+) . ((f'_1(x, y) *) (+) (f'_2(x, y) *))), at each component */
Status combinatory_function(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  const OpNode node = *op_node(&d->maps->store->ops, (OpId){t->k});
  PfDomain *domain = d->domain;
  OpId op = at_one(d, node.code, node.constant);
  uint32_t n = node.n;
  Scalar *values = arena_array(d->arena, n, sizeof *values), *slopes[2];
  PfValue named;
  for (uint32_t k = 0; k < 2; k++) slopes[k] = arena_array(d->arena, n, sizeof(Scalar));
  if (values == NULL || slopes[0] == NULL || slopes[1] == NULL || op.id == 0) return STATUS_LIMIT;
  if (x->parts == NULL || x->n != 2) return STATUS_STUCK;
  TRY(pf_name_value(domain, d->arena, x, d->depth, &named));
  for (uint32_t i = 0; i < n; i++) {
    Scalar a = named.parts[0].scalars[i], b = named.parts[1].scalars[i];
    domain->ops->component(domain, i);
    values[i] = apply(d, op, a, b);
    for (uint32_t k = 0; k < 2 && m != NULL; k++) slopes[k][i] = slope(d, op, k, a, b);
  }
  if (n > 1) domain->ops->component(domain, UINT32_MAX);
  *y = pf_vector(n, values);
  if (m == NULL || domain->status != STATUS_OK) return domain->status;
  PfValue left = pf_vector(n, slopes[0]), right = pf_vector(n, slopes[1]);
  PfMapId by_x = pfmap_left(d->maps, BILINEAR_TIMES, n, 0, &left);
  PfMapId by_y = pfmap_left(d->maps, BILINEAR_TIMES, n, 0, &right);
  *m = pfmap_comp(d->maps, pfmap_add(d->maps, t->cod), pfmap_par(d->maps, by_x, by_y));
  return d->maps->status;
}
