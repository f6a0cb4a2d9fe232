/* The numbers of a ring as a value domain. */
#include "semantics/combinatory/domain.h"

static PfNumbers *numbers(PfDomain *domain) { return (PfNumbers *)(void *)domain; }

static Scalar numbers_integer(PfDomain *domain, int64_t n) { return ring_integer(numbers(domain)->ring, n); }

static Scalar numbers_constant(PfDomain *domain, ConstantId constant, uint32_t i) {
  const Constant *c = constant_get(&numbers(domain)->store->constants, constant);
  return ring_constant(numbers(domain)->ring, c, c->length == 1 ? 0 : i);
}

static Scalar numbers_unary(PfDomain *domain, OpCode op, ConstantId exponent, Scalar a) {
  PfNumbers *self = numbers(domain);
  Store *store = self->store;
  OpId id = op_make_each(&store->ops, &store->types, op, 1, exponent);
  Scalar out = a;
  Status status = id.id == 0 ? STATUS_LIMIT : op_value(&store->ops, &store->constants, self->ring, id, &a, NULL, &out);
  if (status != STATUS_OK) pf_domain_fail(domain, status);
  return out;
}

static Scalar numbers_binary(PfDomain *domain, OpCode op, Scalar a, Scalar b) {
  Ring *ring = numbers(domain)->ring;
  if (op == OP_ADD) return ring_add(ring, a, b);
  if (op == OP_SUB) return ring_sub(ring, a, b);
  if (op == OP_MUL) return ring_mul(ring, a, b);
  pf_domain_fail(domain, STATUS_STUCK);
  return a;
}

static void numbers_given(PfDomain *domain, OpId op, const Scalar *x, const Scalar *y, Scalar *out) {
  PfNumbers *self = numbers(domain);
  Status status = op_value(&self->store->ops, &self->store->constants, self->ring, op, x, y, out);
  if (status != STATUS_OK) pf_domain_fail(domain, status);
}

static Scalar numbers_name(PfDomain *domain, Scalar a) {
  (void)domain;
  return a;
}

static Scalar numbers_load(PfDomain *domain, Scalar a) {
  const Scalar *loaded = numbers(domain)->loaded;
  return loaded == NULL ? a : loaded[a.word];
}

static PfChoice numbers_choose(PfDomain *domain, Scalar condition) {
  bool negative = false;
  Status status = pf_negative(numbers(domain)->ring, condition, &negative);
  if (status != STATUS_OK) pf_domain_fail(domain, status);
  return negative ? PF_FIRST : PF_SECOND;
}

static uint32_t numbers_open(PfDomain *domain, uint32_t again) {
  (void)again;
  pf_domain_fail(domain, STATUS_STUCK); /* one branch runs */
  return 0;
}

static void numbers_close(PfDomain *domain) { pf_domain_fail(domain, STATUS_STUCK); }

static void numbers_join(PfDomain *domain, Scalar condition, const uint32_t block[2], uint32_t n, const Scalar *first,
                         const Scalar *second, Scalar *out) {
  (void)condition, (void)block, (void)n, (void)first, (void)second, (void)out;
  pf_domain_fail(domain, STATUS_STUCK);
}

static void numbers_component(PfDomain *domain, uint32_t i) {
  PfNumbers *self = numbers(domain);
  (void)i;
  if (self->ring->status != STATUS_OK) pf_domain_fail(domain, ring_take_status(self->ring));
}

static const PfDomainOps numbers_ops = {numbers_integer, numbers_constant, numbers_unary, numbers_binary,
                                        numbers_given,   numbers_name,     numbers_load,  numbers_choose,
                                        numbers_open,    numbers_close,    numbers_join,  numbers_component};

PfNumbers pf_numbers(Store *store, Ring *ring, const Scalar *loaded) {
  return (PfNumbers){{&numbers_ops, STATUS_OK}, store, ring, loaded};
}

Status pf_negative(Ring *ring, Scalar a, bool *negative) {
  *negative = ring_test(ring, RING_LESS, a, ring_integer(ring, 0));
  return ring_take_status(ring);
}
