/* D of the unary primitives: D rho x = (rho x, (rho' x *)). */
#include "ad/combinatory/combinatory.h"

#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

static const ConstantId no_exponent = {0};

static Scalar unary(PfDomain *domain, OpCode op, Scalar a) { return domain->ops->unary(domain, op, no_exponent, a); }

static Scalar binary(PfDomain *domain, OpCode op, Scalar a, Scalar b) { return domain->ops->binary(domain, op, a, b); }

/* r - 1 */
static ConstantId one_less(Store *store, ConstantId r) {
  mpq_t less;
  mpq_init(less);
  mpq_set_si(less, 1, 1);
  mpq_sub(less, constant_get(&store->constants, r)->exact[0], less);
  ConstantId result = constant_intern(&store->constants, &less, 1);
  mpq_clear(less);
  return result;
}

/*   D (pow r) x = (pow r x, (r pow(r-1) x *)) */
static Scalar slope_of_power(Combinatory *d, ConstantId r, Scalar x) {
  ConstantId less = one_less(d->maps->store, r);
  if (less.id == 0) pf_domain_fail(d->domain, STATUS_LIMIT);
  if (d->domain->status != STATUS_OK) return x;
  Scalar power = d->domain->ops->unary(d->domain, OP_POW, less, x);
  return binary(d->domain, OP_MUL, d->domain->ops->constant(d->domain, r, 0), power);
}

/* rho' at x, of which y is the named value. */
static Scalar slope(Combinatory *d, const PfTerm *t, Scalar x, Scalar y) {
  PfDomain *domain = d->domain;
  if (op_is_function(t->op)) return combinatory_function_slope(d, t, x);
  Scalar one = domain->ops->integer(domain, 1);
  switch (t->op) {
  /* D sin x = (sin x, (cos x *))   D cos x = (cos x, (~(sin x) *))       */
  case OP_SIN: RULE(COMB_SIN); return unary(domain, OP_COS, x);
  case OP_COS: RULE(COMB_COS); return unary(domain, OP_NEG, unary(domain, OP_SIN, x));
  /* D exp x = (y, (y *))   D ln x = (ln x, (pow(~1) x *))                */
  case OP_EXP: RULE(COMB_EXP); return y;
  case OP_LOG: {
    RULE(COMB_LN);
    ConstantId minus_one = constant_from_ratio(&d->maps->store->constants, -1, 1);
    if (minus_one.id == 0) pf_domain_fail(domain, STATUS_LIMIT);
    return domain->ops->unary(domain, OP_POW, minus_one, x);
  }
  case OP_POW: RULE(COMB_POW); return slope_of_power(d, t->constant, x);
  /* with y the value: tan' = 1 + y y   tanh' = 1 - y y   sigmoid' = y (1 - y)   abs' = sign */
  case OP_TAN: RULE(COMB_TAN); return binary(domain, OP_ADD, one, binary(domain, OP_MUL, y, y));
  case OP_TANH: RULE(COMB_TANH); return binary(domain, OP_SUB, one, binary(domain, OP_MUL, y, y));
  case OP_SIGMOID: RULE(COMB_SIGMOID); return binary(domain, OP_MUL, y, binary(domain, OP_SUB, one, y));
  case OP_ABS: RULE(COMB_ABS); return unary(domain, OP_SIGN, x);
  case OP_ANY_NO_FUNCTION:
  case OP_SIGN:
  case OP_ANY_ARITHMETIC: pf_domain_fail(domain, STATUS_STUCK); return y;
  }
  return y;
}

/* Whose derivative is 0 everywhere: sign, pow 0, and what jumps from number to number. */
static bool is_flat(Combinatory *d, const PfTerm *t) {
  if (op_is_function(t->op)) return function_info(op_function(t->op))->slope[0][0] == '0';
  if (t->op != OP_POW) return t->op == OP_SIGN;
  return mpq_sgn(constant_get(&d->maps->store->constants, t->constant)->exact[0]) == 0;
}

/* Of which the slope is written with the value. */
static bool uses_value(OpCode op) { return op == OP_EXP || op == OP_TAN || op == OP_TANH || op == OP_SIGMOID; }

Status combinatory_unary(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m) {
  PfDomain *domain = d->domain;
  Scalar *values = arena_array(d->arena, t->n, sizeof *values), *slopes = arena_array(d->arena, t->n, sizeof *slopes);
  bool full = d->binding == COMBINATORY_FULL, flat = is_flat(d, t);
  if (values == NULL || slopes == NULL) return STATUS_LIMIT;
  if (x->n != t->n || x->parts != NULL) return STATUS_STUCK;
  for (uint32_t i = 0; i < t->n; i++) {
    domain->ops->component(domain, i);
    Scalar a = full ? domain->ops->name(domain, x->scalars[i]) : x->scalars[i];
    values[i] = domain->ops->unary(domain, t->op, t->constant, a);
    if (m == NULL || flat) continue;
    if (full && uses_value(t->op)) values[i] = domain->ops->name(domain, values[i]);
    slopes[i] = slope(d, t, a, values[i]);
  }
  if (t->n > 1) domain->ops->component(domain, UINT32_MAX);
  *y = pf_vector(t->n, values);
  if (m == NULL || domain->status != STATUS_OK) return domain->status;
  PfValue section = pf_vector(t->n, slopes);
  *m = flat ? pfmap_zero(d->maps, t->dom, t->cod) : pfmap_left(d->maps, BILINEAR_TIMES, t->n, 0, &section);
  return d->maps->status;
}
