#include "verify/rewrite/observe.h"

#include "semantics/tables/cases.h"
#include "verify/rewrite/sample.h"

TermId observe_inhabitant(Store *store, TypeId type, uint64_t seed) {
  Sampler s = sampler_make(store, seed);
  TermId r = sample_literal(&s);
  return sample_value(&s, type, r);
}

TermId observe_linear_inhabitant(Store *store, TypeId domain, TypeId codomain, uint64_t seed) {
  Sampler s = sampler_make(store, seed);
  TermId r = sample_literal(&s);
  return sample_linear(&s, domain, term_lvar(store), codomain, r);
}

static bool is_flat(const Store *store, TypeId type) { return type_node(&store->types, type)->dim != TYPE_NOT_FLAT; }

/* A real that depends on the reals of the context's identifiers. */
static TermId context_real(Sampler *s, const TypeId *context, uint32_t length) {
  TermId sum = sample_literal(s);
  OpId plus = op_make(&s->store->ops, &s->store->types, OP_ADD, 1, 0);
  for (uint32_t i = 0; i < length; i++) {
    TermId seen = sample_real_of(s, context[length - 1 - i], term_var(s->store, i));
    TermId summand = sample_mix(s, sample_literal(s), seen);
    sum = term_op(s->store, plus, sum, summand);
  }
  return sum;
}

/* ------------------------------------------------------------- closing -- */

/* let r = real of G0 in let x1 = e1 in ... let xn = en in t: x_i is the
 * identifier of G0, or an inhabitant at r; t itself does not change. */
static TermId close_term(Sampler *s, const Program *program, const TypeId *flat, uint32_t flat_length) {
  uint32_t n = program->length, kept = flat_length;
  TermId real = context_real(s, flat, flat_length), body = program->term;
  for (uint32_t i = n; i-- > 0;) { /* e_i stands under r and x_1 .. x_(i-1) */
    TypeId type = program->context[i];
    TermId image = TERM_NONE_ID;
    if (is_flat(s->store, type)) {
      kept--;
      image = term_var(s->store, (flat_length - 1 - kept) + 1 + i);
    } else {
      image = sample_value(s, type, term_var(s->store, i));
    }
    body = term_let(s->store, NAME_NONE, image, body);
  }
  return term_let(s->store, NAME_NONE, real, body);
}

Status observe_close(Store *store, const Program *program, uint64_t seed, TypeId *contexts, Program *closed) {
  Sampler s = sampler_make(store, seed);
  uint32_t count = 0;
  for (uint32_t i = 0; i < program->length; i++) {
    if (is_flat(store, program->context[i])) contexts[count++] = program->context[i];
  }
  *closed = (Program){program->term, contexts, count, program->type};
  if (count < program->length) closed->term = close_term(&s, program, contexts, count);
  return store_take_status(store);
}

/* ------------------------------------------- linear functions, first-order -- */

/* A first-order linear type, and a linear term of it or from it. */
typedef struct LinearView {
  TypeId type;
  TermId term;
} LinearView;

static LinearView view_fail(Sampler *s, Status status) { return (LinearView){{0}, sample_fail(s, status)}; }

static LinearView pair_of(Sampler *s, LinearView first, LinearView second) {
  TypeId type = type_linear_prod(&s->store->types, first.type, second.type);
  return (LinearView){type, term_pair(s->store, first.term, second.term)};
}

static LinearView produce(Sampler *s, TypeId type, TermId e, TermId r);

/* build n (i. produce at e_i), of type^n. */
static LinearView produce_array(Sampler *s, const TypeNode *node, TermId e, TermId r) {
  TermId item = term_index(s->store, term_var(s->store, 0), sample_lift(s, e, 1));
  LinearView view = produce(s, node->a, item, sample_lift(s, r, 1));
  view.type = type_linear_array(&s->store->types, view.type, node->n);
  view.term = term_build(s->store, NAME_NONE, node->n, view.term);
  return view;
}

/* The type that `produce` starts from: `type` with each power or copower
 * replaced by the type of its values. */
static TypeId producer_type(const Sampler *s, TypeId type, uint32_t depth) {
  TypeTable *types = &s->store->types;
  const TypeNode node = *type_node(types, type);
  if (depth == 0) return (TypeId){0};
  if (node.dim != TYPE_NOT_FLAT) return type;
  switch (node.kind) {
  case TYPE_LPROD: {
    TypeId first = producer_type(s, node.a, depth - 1);
    return type_linear_prod(types, first, producer_type(s, node.b, depth - 1));
  }
  case TYPE_LARRAY: return type_linear_array(types, producer_type(s, node.a, depth - 1), node.n);
  case TYPE_POWER:
  case TYPE_COPOWER: return producer_type(s, node.b, depth - 1);
  case TYPE_ANY_CARTESIAN:
  case TYPE_LREAL:
  case TYPE_LUNIT: break;
  }
  return (TypeId){0};
}

/* A linear term of type `type` in which v stands in e : view.type, first-order. */
static LinearView produce_at(Sampler *s, TypeId type, TermId e, TermId r) {
  const TypeNode node = *type_node(&s->store->types, type);
  if (node.dim != TYPE_NOT_FLAT) return (LinearView){type, e};
  if (node.kind == TYPE_LARRAY) return produce_array(s, &node, e, r);
  if (node.kind == TYPE_LPROD) {
    LinearView first = produce(s, node.a, term_fst(s->store, e), r);
    LinearView second = produce(s, node.b, term_snd(s->store, e), r);
    return pair_of(s, first, second);
  }
  TypeId domain = producer_type(s, type, s->depth);
  return (LinearView){domain, sample_linear(s, domain, e, type, r)};
}

static LinearView produce(Sampler *s, TypeId type, TermId e, TermId r) {
  if (s->depth == 0) return view_fail(s, STATUS_LIMIT);
  s->depth--;
  LinearView view = produce_at(s, type, e, r);
  s->depth++;
  return view;
}

static LinearView consume(Sampler *s, TypeId type, TermId e, TermId r);

/* case e of !y >< v -> let z = mix(r, y) in linear at z, into two copies of the
 * values' type. */
static LinearView consume_copower(Sampler *s, const TypeNode *node, TermId e, TermId r) {
  Store *store = s->store;
  TypeId values = producer_type(s, node->b, s->depth), codomain = type_linear_prod(&store->types, values, values);
  TermId real = sample_real_of(s, node->a, term_var(store, 0));
  TermId mixture = sample_mix(s, sample_lift(s, r, 1), real);
  TermId body = sample_linear(s, node->b, term_lvar(store), codomain, term_var(store, 0));
  TermId fold = term_case(store, NAME_NONE, codomain, e, term_let(store, NAME_NONE, mixture, body));
  return (LinearView){codomain, fold};
}

static LinearView consume_at(Sampler *s, TypeId type, TermId e, TermId r) {
  Store *store = s->store;
  const TypeNode node = *type_node(&store->types, type);
  if (node.dim != TYPE_NOT_FLAT) return (LinearView){type, e};
  switch (node.kind) {
  case TYPE_LPROD: {
    LinearView first = consume(s, node.a, term_fst(store, e), r);
    return pair_of(s, first, consume(s, node.b, term_snd(store, e), r));
  }
  case TYPE_POWER: {
    LinearView first = consume(s, node.b, term_app(store, e, sample_value(s, node.a, r)), r);
    return pair_of(s, first, consume(s, node.b, term_app(store, e, sample_value(s, node.a, r)), r));
  }
  case TYPE_COPOWER: return consume_copower(s, &node, e, r);
  case TYPE_LARRAY: {
    TermId item = term_index(store, term_var(store, 0), sample_lift(s, e, 1));
    LinearView view = consume(s, node.a, item, sample_lift(s, r, 1));
    TypeId array = type_linear_array(&store->types, view.type, node.n);
    return (LinearView){array, term_build(store, NAME_NONE, node.n, view.term)};
  }
  case TYPE_ANY_CARTESIAN:
  case TYPE_LREAL:
  case TYPE_LUNIT: break;
  }
  return view_fail(s, STATUS_ILL_TYPED);
}

/* A linear term of first-order type in which v stands in e : type. */
static LinearView consume(Sampler *s, TypeId type, TermId e, TermId r) {
  if (s->depth == 0) return view_fail(s, STATUS_LIMIT);
  s->depth--;
  LinearView view = consume_at(s, type, e, r);
  s->depth++;
  return view;
}

/* --------------------------------------------------------- observations -- */

/* What is seen of a value: a first-order one, and a linear term from v : from to
 * first-order type `to` (id 0: none). */
typedef struct View {
  TermId primal, image;
  TypeId type, from, to;
} View;

static View observe(Sampler *s, TypeId type, TermId e, TermId r);

/* Both; a side that shows nothing is left out. */
static View both(Sampler *s, View a, View b) {
  Store *store = s->store;
  TypeTable *types = &store->types;
  TypeId unit = type_unit(types);
  View view = a;
  if (type_equal(a.type, unit)) {
    view.primal = b.primal;
    view.type = b.type;
  } else if (!type_equal(b.type, unit)) {
    view.primal = term_pair(store, a.primal, b.primal);
    view.type = type_prod(types, a.type, b.type);
  }
  if (a.image.id == 0) {
    view.image = b.image;
    view.from = b.from;
    view.to = b.to;
  } else if (b.image.id != 0) {
    TermId v = term_lvar(store);
    TermId first = term_letv(store, term_fst(store, v), a.image);
    view.image = term_pair(store, first, term_letv(store, term_snd(store, v), b.image));
    view.from = type_linear_prod(types, a.from, b.from);
    view.to = type_linear_prod(types, a.to, b.to);
  }
  return view;
}

/* e : S'_ -o R'_ is seen as c(e @ p(v)). */
static View observe_map(Sampler *s, const TypeNode *node, TermId e, TermId r) {
  Store *store = s->store;
  TermId v = term_lvar(store);
  LinearView source = produce(s, node->a, v, r);
  LinearView image = consume(s, node->b, v, r);
  TermId applied = term_lapp(store, e, source.term);
  if (!type_equal(image.type, node->b)) applied = term_letv(store, applied, image.term);
  return (View){term_unit(store), applied, type_unit(&store->types), source.type, image.type};
}

static View observe_at(Sampler *s, TypeId type, TermId e, TermId r) {
  Store *store = s->store;
  const TypeNode node = *type_node(&store->types, type);
  if (node.dim != TYPE_NOT_FLAT && !node.linear) return (View){.primal = e, .type = type};
  switch (node.kind) {
  case TYPE_PROD: {
    View first = observe(s, node.a, term_fst(store, e), r);
    return both(s, first, observe(s, node.b, term_snd(store, e), r));
  }
  case TYPE_VEC:
  case TYPE_SUM: return (View){.primal = sample_real_of(s, type, e), .type = type_real(&store->types, 1)};
  case TYPE_FUN: return observe(s, node.b, term_app(store, e, sample_value(s, node.a, r)), r);
  case TYPE_LFUN: return observe_map(s, &node, e, r);
  case TYPE_ARRAY: {
    View view = {.primal = term_unit(store), .type = type_unit(&store->types)};
    for (uint32_t i = 0; i < node.n && i < OBSERVE_ELEMENTS; i++) {
      view = both(s, view, observe(s, node.a, sample_element(s, i, e), r));
    }
    return view;
  }
  case TYPE_ANY_LINEAR:
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE:
  case TYPE_REAL:
  case TYPE_UNIT:
  case TYPE_INT: break;
  }
  sample_fail(s, STATUS_ILL_TYPED);
  return (View){.primal = TERM_NONE_ID};
}

static View observe(Sampler *s, TypeId type, TermId e, TermId r) {
  if (s->depth == 0) return sample_fail(s, STATUS_LIMIT), (View){.primal = TERM_NONE_ID};
  s->depth--;
  View view = observe_at(s, type, e, r);
  s->depth++;
  return view;
}

Status observe_program(Store *store, const Program *program, uint64_t seed, Program *observation, bool *linear) {
  *observation = *program;
  *linear = false;
  if (type_is_none(program->type)) return STATUS_ILL_TYPED;
  if (is_flat(store, program->type)) return STATUS_OK;
  Sampler s = sampler_make(store, seed);
  /* let r = real of G in let z = t in (primal, \v. image) */
  TermId real = context_real(&s, program->context, program->length), t = sample_lift(&s, program->term, 1);
  View view = observe(&s, program->type, term_var(store, 0), term_var(store, 1));
  TermId body = view.primal;
  observation->type = view.type;
  if (view.image.id != 0) {
    *linear = true;
    body = term_pair(store, body, term_llam(store, view.from, view.image));
    observation->type = type_prod(&store->types, view.type, type_lfun(&store->types, view.from, view.to));
  }
  observation->term = term_let(store, NAME_NONE, real, term_let(store, NAME_NONE, t, body));
  return store_take_status(store);
}
