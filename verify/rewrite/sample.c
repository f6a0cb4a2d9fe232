#include "verify/rewrite/sample.h"

#include "semantics/tables/cases.h"
#include "verify/rewrite/observe.h"

Sampler sampler_make(Store *store, uint64_t seed) { return (Sampler){store, seed, OBSERVE_DEPTH}; }

TermId sample_fail(Sampler *s, Status status) {
  if (s->store->status == STATUS_OK) s->store->status = status;
  return TERM_NONE_ID;
}

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_word(Sampler *s) {
  uint64_t z = s->state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* ----------------------------------------------------------- arithmetic -- */

/* Sixteenths between -2 and 2 without 0: exact in every ring that has them. */
TermId sample_literal(Sampler *s) {
  uint64_t word = next_word(s);
  int64_t numerator = (int64_t)((word >> 1) % 32) + 1;
  ConstantId value = constant_from_ratio(&s->store->constants, (word & 1) != 0 ? numerator : -numerator, 16);
  OpId op = op_make_constant(&s->store->ops, &s->store->types, 1, value);
  return term_op(s->store, op, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId apply(Sampler *s, OpCode code, uint32_t n, TermId x, TermId y) {
  return term_op(s->store, op_make(&s->store->ops, &s->store->types, code, n, 0), x, y);
}
static TermId add(Sampler *s, TermId x, TermId y) { return apply(s, OP_ADD, 1, x, y); }
static TermId mul(Sampler *s, TermId x, TermId y) { return apply(s, OP_MUL, 1, x, y); }
static TermId to_real(Sampler *s, TermId i) { return apply(s, OP_TOREAL, 0, i, TERM_NONE_ID); }

static TermId integer(Sampler *s, uint32_t i) {
  OpId op = op_make_int(&s->store->ops, &s->store->types, i);
  return term_op(s->store, op, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId var(Sampler *s, uint32_t index) { return term_var(s->store, index); }
static TermId let(Sampler *s, TermId t, TermId body) { return term_let(s->store, NAME_NONE, t, body); }

TermId sample_lift(Sampler *s, TermId t, int32_t by) {
  if (t.id == 0) return sample_fail(s, STATUS_ILL_TYPED);
  return term_shift(s->store, t, 0, by);
}

TermId sample_element(Sampler *s, uint32_t i, TermId e) { return term_index(s->store, integer(s, i), e); }

/* a + b r.  Literals are drawn in an order that C fixes, here and below, so that
 * a seed gives one term with every compiler. */
static TermId affine(Sampler *s, TermId r) {
  TermId constant = sample_literal(s);
  return add(s, constant, mul(s, sample_literal(s), r));
}

/* let q = q in ((a + b r) + c q) q + (d + e r) */
TermId sample_mix(Sampler *s, TermId r, TermId q) {
  TermId r1 = sample_lift(s, r, 1);
  TermId factor = affine(s, r1);
  factor = add(s, factor, mul(s, sample_literal(s), var(s, 0)));
  TermId rest = affine(s, r1);
  return let(s, q, add(s, mul(s, factor, var(s, 0)), rest));
}

/* The mixture of r with q, q being a term under one identifier more than r. */
static TermId mix_under(Sampler *s, TermId r, TermId q) { return sample_mix(s, sample_lift(s, r, 1), q); }

/* The mixture of r with index 0 : Int. */
static TermId mix_index(Sampler *s, TermId r) { return mix_under(s, r, to_real(s, var(s, 0))); }

/* --------------------------------------------------- Cartesian elimination -- */

/* The real of e_i against weights that differ, under i. */
static TermId weighed_element(Sampler *s, TypeId element, TermId e) {
  TermId item = term_index(s->store, var(s, 0), sample_lift(s, e, 1));
  TermId weight = affine(s, to_real(s, var(s, 0)));
  return mul(s, weight, sample_real_of(s, element, item));
}

/* build n (i. real of e_i) against weights that differ. */
static TermId real_of_array(Sampler *s, TypeId element, uint32_t n, TermId e) {
  TermId body = weighed_element(s, element, e);
  return apply(s, OP_SUM, n, term_build(s->store, NAME_NONE, n, body), TERM_NONE_ID);
}

/* let e = e in total (vbuild (length e) (i. real of e_i)), and a summand for the length. */
static TermId real_of_vec(Sampler *s, TypeId element, TermId e) {
  TermId length = term_length(s->store, var(s, 0));
  TermId all = term_vbuild(s->store, NAME_NONE, length, weighed_element(s, element, var(s, 0)));
  TermId sum = term_total(s->store, type_real(&s->store->types, 1), all);
  return let(s, e, add(s, sum, mul(s, sample_literal(s), to_real(s, length))));
}

static TermId real_of(Sampler *s, TypeId type, TermId e) {
  const TypeNode node = *type_node(&s->store->types, type);
  switch (node.kind) {
  case TYPE_REAL: return node.n == 1 ? e : real_of_array(s, type_real(&s->store->types, 1), node.n, e);
  case TYPE_ARRAY: return real_of_array(s, node.a, node.n, e);
  case TYPE_VEC: return real_of_vec(s, node.a, e);
  case TYPE_INT: return to_real(s, e);
  case TYPE_PROD: {
    TermId first = sample_real_of(s, node.a, term_fst(s->store, e));
    TermId second = sample_real_of(s, node.b, term_snd(s->store, e));
    return add(s, first, mul(s, sample_literal(s), second));
  }
  case TYPE_SUM: { /* a real of whichever component is there, told apart by a summand */
    TermId first = sample_real_of(s, node.a, var(s, 0)), second = sample_real_of(s, node.b, var(s, 0));
    return term_match(s->store, NAME_NONE, NAME_NONE, e, first, add(s, second, sample_literal(s)));
  }
  case TYPE_FUN: {
    TermId argument = sample_value(s, node.a, sample_literal(s));
    return sample_real_of(s, node.b, term_app(s->store, e, argument));
  }
  /* Neither has a real to show in the Cartesian judgement. */
  case TYPE_UNIT:
  case TYPE_LFUN: return sample_literal(s);
  case TYPE_ANY_LINEAR:
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE: break;
  }
  return sample_fail(s, STATUS_ILL_TYPED);
}

TermId sample_real_of(Sampler *s, TypeId type, TermId e) {
  if (s->depth == 0) return sample_fail(s, STATUS_LIMIT);
  s->depth--;
  TermId result = real_of(s, type, e);
  s->depth++;
  return result;
}

/* -------------------------------------------------- Cartesian introduction -- */

/* build n (i. let z = mix(r, i) in element at z) */
static TermId array_value(Sampler *s, TypeId element, uint32_t n, TermId r) {
  TermId mixture = mix_index(s, r);
  return term_build(s->store, NAME_NONE, n, let(s, mixture, sample_value(s, element, var(s, 0))));
}

/* The same of 0, 1 or 2 elements. */
static TermId vec_value(Sampler *s, TypeId element, TermId r) {
  TermId mixture = mix_index(s, r), length = integer(s, (uint32_t)(next_word(s) % 3));
  return term_vbuild(s->store, NAME_NONE, length, let(s, mixture, sample_value(s, element, var(s, 0))));
}

static TermId value(Sampler *s, TypeId type, TermId r) {
  Store *store = s->store;
  const TypeNode node = *type_node(&store->types, type);
  switch (node.kind) {
  case TYPE_REAL: return node.n == 1 ? sample_mix(s, r, r) : array_value(s, type_real(&store->types, 1), node.n, r);
  case TYPE_ARRAY: return array_value(s, node.a, node.n, r);
  case TYPE_VEC: return vec_value(s, node.a, r);
  case TYPE_UNIT: return term_unit(store);
  case TYPE_INT: return integer(s, (uint32_t)(next_word(s) % 2));
  case TYPE_SUM:
    return next_word(s) % 2 == 0 ? term_inl(store, type, sample_value(s, node.a, r))
                                 : term_inr(store, type, sample_value(s, node.b, r));
  case TYPE_PROD: {
    TermId first = sample_value(s, node.a, r);
    return term_pair(store, first, sample_value(s, node.b, r));
  }
  case TYPE_FUN: {
    TermId mixture = mix_under(s, r, sample_real_of(s, node.a, var(s, 0)));
    return term_lam(store, NAME_NONE, node.a, let(s, mixture, sample_value(s, node.b, var(s, 0))));
  }
  case TYPE_LFUN: return term_llam(store, node.a, sample_linear(s, node.a, term_lvar(store), node.b, r));
  case TYPE_ANY_LINEAR:
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE: break;
  }
  return sample_fail(s, STATUS_ILL_TYPED);
}

TermId sample_value(Sampler *s, TypeId type, TermId r) {
  if (s->depth == 0) return sample_fail(s, STATUS_LIMIT);
  s->depth--;
  TermId result = value(s, type, r);
  s->depth++;
  return result;
}

/* -------------------------------------------------------------- linear -- */

static TermId lop1(Sampler *s, LopCode code, uint32_t n, TermId x, TermId e) {
  return term_lop(s->store, lop_make(&s->store->ops, &s->store->types, code, n, 0), x, TERM_NONE_ID, e);
}

static TermId functional(Sampler *s, TypeId domain, TermId e, TermId r);

/* case e of !y >< v -> let z = mix(r, y) in functional at z */
static TermId fold_copower(Sampler *s, const TypeNode *node, TermId e, TermId r) {
  TermId mixture = mix_under(s, r, sample_real_of(s, node->a, var(s, 0)));
  TermId body = functional(s, node->b, term_lvar(s->store), var(s, 0));
  return term_case(s->store, NAME_NONE, type_linear_real(&s->store->types, 1), e, let(s, mixture, body));
}

/* sum (build n (i. let z = mix(r, i) in functional of e_i at z)) */
static TermId fold_array(Sampler *s, const TypeNode *node, TermId e, TermId r) {
  TermId item = term_index(s->store, var(s, 1), sample_lift(s, e, 2));
  TermId mixture = mix_index(s, r);
  TermId body = let(s, mixture, functional(s, node->a, item, var(s, 0)));
  return term_lsum(s->store, term_build(s->store, NAME_NONE, node->n, body));
}

static TermId functional_at(Sampler *s, TypeId domain, TermId e, TermId r) {
  Store *store = s->store;
  const TypeNode node = *type_node(&store->types, domain);
  switch (node.kind) {
  case TYPE_LREAL: {
    TermId weights = sample_value(s, type_real(&store->types, node.n), r);
    return lop1(s, node.n == 1 ? LOP_SCALE : LOP_DOT, node.n, weights, e);
  }
  case TYPE_LUNIT: return term_zero(store, type_linear_real(&store->types, 1));
  case TYPE_LPROD: {
    TermId first = functional(s, node.a, term_fst(store, e), r);
    return term_plus(store, first, functional(s, node.b, term_snd(store, e), r));
  }
  case TYPE_POWER: {
    TermId first = functional(s, node.b, term_app(store, e, sample_value(s, node.a, r)), r);
    return term_plus(store, first, functional(s, node.b, term_app(store, e, sample_value(s, node.a, r)), r));
  }
  case TYPE_COPOWER: return fold_copower(s, &node, e, r);
  case TYPE_LARRAY: return fold_array(s, &node, e, r);
  case TYPE_ANY_CARTESIAN: break;
  }
  return sample_fail(s, STATUS_ILL_TYPED);
}

/* A linear term of type real_ in which v stands in e : domain. */
static TermId functional(Sampler *s, TypeId domain, TermId e, TermId r) {
  if (s->depth == 0) return sample_fail(s, STATUS_LIMIT);
  s->depth--;
  TermId result = functional_at(s, domain, e, r);
  s->depth++;
  return result;
}

/* Two summands, each a vector of weights along a functional: rank 2. */
static TermId linear_vector(Sampler *s, TypeId domain, TermId e, uint32_t n, TermId r) {
  TypeId vector = type_real(&s->store->types, n);
  TermId sum = TERM_NONE_ID;
  for (int i = 0; i < 2; i++) {
    TermId weights = sample_value(s, vector, r);
    TermId summand = lop1(s, LOP_ALONG, n, weights, functional(s, domain, e, r));
    sum = i == 0 ? summand : term_plus(s->store, sum, summand);
  }
  return sum;
}

/* !k >< linear at k, for two keys. */
static TermId linear_copower(Sampler *s, TypeId domain, TermId e, const TypeNode *node, TermId r) {
  TermId sum = TERM_NONE_ID;
  for (int i = 0; i < 2; i++) {
    TermId key = sample_value(s, node->a, r);
    TermId summand = term_copower(s->store, key, sample_linear(s, domain, e, node->b, r));
    sum = i == 0 ? summand : term_plus(s->store, sum, summand);
  }
  return sum;
}

static TermId linear(Sampler *s, TypeId domain, TermId e, TypeId codomain, TermId r) {
  Store *store = s->store;
  const TypeNode node = *type_node(&store->types, codomain);
  switch (node.kind) {
  case TYPE_LREAL: return node.n == 1 ? functional(s, domain, e, r) : linear_vector(s, domain, e, node.n, r);
  case TYPE_LUNIT: return term_unit(store);
  case TYPE_LPROD: {
    TermId first = sample_linear(s, domain, e, node.a, r);
    return term_pair(store, first, sample_linear(s, domain, e, node.b, r));
  }
  case TYPE_POWER: {
    TermId mixture = mix_under(s, r, sample_real_of(s, node.a, var(s, 0)));
    TermId body = sample_linear(s, domain, sample_lift(s, e, 2), node.b, var(s, 0));
    return term_lam(store, NAME_NONE, node.a, let(s, mixture, body));
  }
  case TYPE_COPOWER: return linear_copower(s, domain, e, &node, r);
  case TYPE_LARRAY: {
    TermId body = sample_linear(s, domain, sample_lift(s, e, 2), node.a, var(s, 0));
    return term_build(store, NAME_NONE, node.n, let(s, mix_index(s, r), body));
  }
  case TYPE_ANY_CARTESIAN: break;
  }
  return sample_fail(s, STATUS_ILL_TYPED);
}

TermId sample_linear(Sampler *s, TypeId domain, TermId e, TypeId codomain, TermId r) {
  if (s->depth == 0) return sample_fail(s, STATUS_LIMIT);
  s->depth--;
  TermId result = linear(s, domain, e, codomain, r);
  s->depth++;
  return result;
}
