/* Random well-typed terms of every constructor, in either judgement; cart and lin
 * are the two generators. */
#ifndef ADJUDGE_TESTS_RANDOM_TERMS_H
#define ADJUDGE_TESTS_RANDOM_TERMS_H

#include "semantics/chad/linear/typing.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SCOPE 64u

/* A generator of well-typed terms, in either judgement. */
typedef struct Generator {
  Store *store;
  uint64_t state;
  TypeId scope[MAX_SCOPE];
  uint32_t length;
} Generator;

static uint32_t below(Generator *g, uint32_t bound) {
  uint64_t z = (g->state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (uint32_t)((z ^ (z >> 31)) % bound);
}

/* Lengths are mostly small; 0 is one of them. */
static uint32_t length(Generator *g) { return below(g, 8) == 0 ? 0 : 1 + below(g, 3); }
/* Where an array of static length and a Vec will do. */
static uint32_t any_length(Generator *g) { return below(g, 5) == 0 ? TYPE_DYNAMIC : length(g); }

static TypeId linear_type(Generator *g, uint32_t depth);

static TypeId type(Generator *g, uint32_t depth);

/* Lists, trees, and lists of trees that hold lists. */
static TypeId data_type(Generator *g, uint32_t depth) {
  TypeTable *t = &g->store->types;
  TypeId element = type(g, depth), self = type_self(t, 0);
  switch (below(g, 3)) {
  case 0: return type_mu(t, type_sum(t, type_unit(t), type_prod(t, element, self)));
  case 1: return type_mu(t, type_sum(t, element, type_prod(t, self, self)));
  default: {
    TypeId list = type_mu(t, type_sum(t, type_unit(t), type_prod(t, type_self(t, 1), self)));
    return type_mu(t, type_sum(t, type_unit(t), type_prod(t, element, list)));
  }
  }
}

static TypeId type(Generator *g, uint32_t depth) {
  TypeTable *t = &g->store->types;
  uint32_t choice = depth == 0 ? below(g, 4) : below(g, 14);
  switch (choice) {
  case 0: return type_real(t, 1);
  case 1: return type_real(t, length(g));
  case 2: return type_int(t);
  case 3: return below(g, 3) == 0 ? type_unit(t) : type_real(t, 1);
  case 4:
  case 5: return type_prod(t, type(g, depth - 1), type(g, depth - 1));
  case 6: return type_array(t, type(g, depth - 1), length(g));
  case 7: return type_lfun(t, linear_type(g, depth - 1), linear_type(g, depth - 1));
  case 8: return type_sum(t, type(g, depth - 1), type(g, depth - 1));
  case 9: return type_bool(t);
  case 10: return type_vec(t, type(g, depth - 1));
  case 11: return data_type(g, depth - 1);
  default: return type_fun(t, type(g, depth - 1), type(g, depth - 1));
  }
}

static TypeId linear_type(Generator *g, uint32_t depth) {
  TypeTable *t = &g->store->types;
  uint32_t choice = depth == 0 ? below(g, 3) : below(g, 8);
  switch (choice) {
  case 0: return type_linear_real(t, 1);
  case 1: return type_linear_real(t, length(g));
  case 2: return below(g, 3) == 0 ? type_linear_unit(t) : type_linear_real(t, 2);
  case 3:
  case 4: return type_linear_prod(t, linear_type(g, depth - 1), linear_type(g, depth - 1));
  case 5: return type_power(t, type(g, depth - 1), linear_type(g, depth - 1));
  case 6: return type_copower(t, type(g, depth - 1), linear_type(g, depth - 1));
  default: return type_linear_array(t, linear_type(g, depth - 1), length(g));
  }
}

static NameId hint(Generator *g) {
  static const char *const hints[] = {"x", "y", "f", "x1", "x'", "v", "case", "sin", "let", "", "o", "D", "scale", "2"};
  const char *text = hints[below(g, sizeof hints / sizeof *hints)];
  return name_make(g->store, text, strlen(text));
}

/* --------------------------------------------------------------- Cartesian -- */

static TermId cart(Generator *g, TypeId wanted, uint32_t depth);
static TermId lin(Generator *g, TypeId domain, TypeId wanted, uint32_t depth);

static void bind(Generator *g, TypeId t) { g->scope[g->length++] = t; }

static TermId variable(Generator *g, TypeId wanted) {
  uint32_t start = g->length == 0 ? 0 : below(g, g->length);
  for (uint32_t k = 0; k < g->length; k++) {
    uint32_t index = (start + k) % g->length;
    if (type_equal(g->scope[g->length - 1 - index], wanted)) return term_var(g->store, index);
  }
  return TERM_NONE_ID;
}

static ConstantId constant(Generator *g, uint32_t n) {
  static const int64_t numerators[] = {0, 1, 2, -1, 3, -7, 12345678901};
  static const uint64_t denominators[] = {1, 1, 2, 3, 8, 10};
  mpq_t values[3];
  uint32_t count = n >= 2 && n <= 3 && below(g, 3) == 0 ? n : 1;
  for (uint32_t i = 0; i < count; i++) {
    mpq_init(values[i]);
    mpq_set_si(values[i], numerators[below(g, 7)], denominators[below(g, 6)]);
    mpq_canonicalize(values[i]);
  }
  ConstantId id = constant_intern(&g->store->constants, (const mpq_t *)values, count);
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
  return id;
}

static TermId op2(Generator *g, OpId op, uint32_t depth) {
  OpNode node = *op_node(&g->store->ops, op);
  TermId x = node.arity > 0 ? cart(g, node.operand[0], depth) : TERM_NONE_ID;
  TermId y = node.arity > 1 ? cart(g, node.operand[1], depth) : TERM_NONE_ID;
  return term_op(g->store, op, x, y);
}

/* An operation with this result. */
static TermId operation(Generator *g, TypeId wanted, uint32_t depth) {
  OpTable *ops = &g->store->ops;
  TypeTable *types = &g->store->types;
  uint32_t n = type_node(types, wanted)->n, other = length(g);
  OpCode code = OP_ADD + below(g, OP_GIVEN - OP_ADD);
  if (type_kind(types, wanted) == TYPE_INT) {
    static const OpCode codes[] = {OP_IADD, OP_ISUB, OP_IMUL, OP_IDIV, OP_IMOD, OP_IMIN, OP_IMAX};
    return op2(g, op_make(ops, types, codes[below(g, 6)], 0, 0), depth);
  }
  switch (op_info(code)->shape) {
  case SHAPE_EACH:
  case SHAPE_EACH2:
    if (code == OP_POW) return op2(g, op_make_power(ops, types, n, constant(g, 1)), depth);
    return op2(g, op_make(ops, types, code, n, 0), depth);
  case SHAPE_SCALE:
  case SHAPE_REPLICATE: return op2(g, op_make(ops, types, code, n, 0), depth);
  case SHAPE_MATVEC: return op2(g, op_make(ops, types, code, other, n), depth);
  case SHAPE_SUM:
  case SHAPE_DOT:
    if (n == 1) return op2(g, op_make(ops, types, code, other, 0), depth);
    break;
  case SHAPE_TOREAL:
    if (n == 1) return op2(g, op_make(ops, types, code, 0, 0), depth);
    break;
  case SHAPE_CONST:
  case SHAPE_INT:
  case SHAPE_TEST:
  case SHAPE_INTTEST:
  case SHAPE_INT2:
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: break;
  }
  return op2(g, op_make_constant(ops, types, n, constant(g, n)), depth);
}

static TermId array_form(Generator *g, TypeId wanted, uint32_t depth) {
  TypeTable *types = &g->store->types;
  TypeId element = type_element(types, wanted), x = type(g, 1), y = type(g, 1);
  uint32_t n = type_node(types, wanted)->n, choice = n == TYPE_DYNAMIC ? 1 + below(g, 2) : below(g, 3);
  uint32_t before = g->length;
  NameId name = hint(g);
  TermId a = TERM_NONE_ID, b = TERM_NONE_ID;
  if (choice > 0) a = cart(g, type_array(types, x, n), depth);
  if (choice > 1) b = cart(g, type_array(types, y, n), depth);
  bind(g, choice == 0 ? type_int(types) : x);
  if (choice > 1) bind(g, y);
  TermId body = cart(g, element, depth);
  g->length = before;
  if (choice == 0) return term_build(g->store, name, n, body);
  return choice == 1 ? term_map(g->store, name, body, a) : term_zipwith(g->store, name, hint(g), body, a, b);
}

/* vbuild, filter, append or vscatter; map and zipWith; length elsewhere. */
static TermId vec_form(Generator *g, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeTable *types = &s->types;
  TypeId element = type_element(types, wanted), integer = type_int(types);
  uint32_t choice = depth == 0 ? 0 : below(g, 6);
  NameId name = hint(g);
  if (choice == 3 && !type_is_additive(types, element)) choice = 2;
  if (choice > 3) return array_form(g, wanted, depth - 1);
  if (choice == 2) {
    TermId first = cart(g, wanted, depth - 1);
    return term_append(s, first, cart(g, wanted, depth - 1));
  }
  TermId a = cart(g, choice == 1 ? wanted : integer, depth == 0 ? 0 : depth - 1);
  if (choice == 3) {
    TermId indices = cart(g, type_vec(types, integer), depth - 1);
    return term_vscatter(s, element, a, indices, cart(g, wanted, depth - 1));
  }
  bind(g, choice == 1 ? element : integer);
  TermId body = cart(g, choice == 1 ? type_bool(types) : element, depth == 0 ? 0 : depth - 1);
  g->length--;
  return choice == 1 ? term_filter(s, name, body, a) : term_vbuild(s, name, a, body);
}

/* inl t or inr t, or a comparison at 1 + 1. */
static TermId sum_form(Generator *g, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeNode node = *type_node(&s->types, wanted);
  if (depth > 0 && type_equal(wanted, type_bool(&s->types)) && below(g, 2) == 0)
    return op2(g, op_make(&s->ops, &s->types, OP_LESS + below(g, OP_GIVEN - OP_LESS), 0, 0), depth - 1);
  return below(g, 2) == 0 ? term_inl(s, wanted, cart(g, node.a, depth)) : term_inr(s, wanted, cart(g, node.b, depth));
}

/* A body under identifiers of these types, the second none if there is one. */
static TermId body_under(Generator *g, TypeId domain, TypeId x, TypeId y, TypeId wanted, uint32_t depth) {
  uint32_t before = g->length;
  bind(g, x);
  if (!type_is_none(y)) bind(g, y);
  TermId body = type_is_none(domain) ? cart(g, wanted, depth) : lin(g, domain, wanted, depth);
  g->length = before;
  return body;
}

static TermId match_form(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  TypeTable *types = &g->store->types;
  const TypeId none = {0};
  bool data = below(g, 3) == 0;
  TypeId mu = data ? data_type(g, 1) : none;
  TypeId sum = data               ? type_unroll(types, mu)
               : below(g, 2) == 0 ? type_bool(types)
                                  : type_sum(types, type(g, 1), type(g, 1));
  TypeNode node = *type_node(types, sum);
  TermId r = data ? term_unroll(g->store, cart(g, mu, depth)) : cart(g, sum, depth);
  TermId t = body_under(g, domain, node.a, none, wanted, depth);
  return term_match(g->store, hint(g), hint(g), r, t, body_under(g, domain, node.b, none, wanted, depth));
}

static TermId fold_form(Generator *g, TypeId wanted, bool scan, uint32_t depth) {
  TypeTable *types = &g->store->types;
  uint32_t whole = type_node(types, wanted)->n;
  uint32_t n = !scan ? any_length(g) : whole == TYPE_DYNAMIC ? whole : whole - 1;
  TypeId element = type(g, 1), state = scan ? type_element(types, wanted) : wanted, none = {0};
  TermId s = cart(g, state, depth), array = cart(g, type_array(types, element, n), depth);
  TermId t = body_under(g, none, state, element, state, depth);
  return scan ? term_scan(g->store, hint(g), hint(g), t, s, array) : term_fold(g->store, hint(g), hint(g), t, s, array);
}

static TermId letrec_form(Generator *g, TypeId wanted, uint32_t depth) {
  TypeId x = type(g, 1), y = type(g, 1), function = type_fun(&g->store->types, x, y), none = {0};
  TermId s = body_under(g, none, function, x, y, depth), t = body_under(g, none, function, none, wanted, depth);
  return term_letrec(g->store, hint(g), function, s, t);
}

/* gather, scatter or scan, where the type is an array. */
static TermId indexed_form(Generator *g, TypeId wanted, uint32_t depth) {
  TypeTable *types = &g->store->types;
  TypeId element = type_element(types, wanted), integer = type_int(types);
  uint32_t n = type_node(types, wanted)->n, m = n == TYPE_DYNAMIC ? n : length(g);
  uint32_t choice = below(g, n != TYPE_DYNAMIC && type_is_additive(types, element) ? 3 : 2);
  if (choice == 0 && n > 0) return fold_form(g, wanted, true, depth);
  TermId indices = cart(g, type_array(types, integer, choice == 2 ? m : n), depth);
  TermId array = cart(g, type_array(types, element, m), depth);
  return choice == 2 ? term_scatter(g->store, wanted, indices, array) : term_gather(g->store, indices, array);
}

/* Forms of every type: the branches, loops and sums. */
static TermId control_form(Generator *g, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeTable *types = &s->types;
  const TypeId none = {0};
  bool array = !type_is_none(type_element(types, wanted));
  switch (below(g, array ? 9 : 6)) {
  case 0: return match_form(g, none, wanted, depth);
  case 1: {
    TermId k = cart(g, type_int(types), depth), start = cart(g, wanted, depth);
    return term_iterate(s, hint(g), k, body_under(g, none, wanted, none, wanted, depth), start);
  }
  case 2: {
    TermId start = cart(g, wanted, depth), guard = body_under(g, none, wanted, none, type_bool(types), depth);
    return term_while(s, hint(g), guard, body_under(g, none, wanted, none, wanted, depth), start);
  }
  case 3: return fold_form(g, wanted, false, depth);
  case 4:
    if (!type_is_additive(types, wanted)) return match_form(g, none, wanted, depth);
    return term_total(s, wanted, cart(g, type_array(types, wanted, any_length(g)), depth));
  case 5: return letrec_form(g, wanted, depth);
  default: return indexed_form(g, wanted, depth);
  }
}

static TermId linear_control_form(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeId integer = type_int(&s->types), none = {0};
  uint32_t choice = below(g, 3);
  if (choice == 0) return match_form(g, domain, wanted, depth);
  TermId k = cart(g, integer, depth);
  if (choice == 1) return term_bigsum(s, hint(g), wanted, k, body_under(g, domain, integer, none, wanted, depth));
  TermId start = lin(g, domain, wanted, depth);
  return term_liter(s, hint(g), k, body_under(g, wanted, integer, none, wanted, depth), start);
}

/* Data whose first alternative ends them. */
static TermId roll_form(Generator *g, TypeId wanted, uint32_t depth) {
  TypeId sum = type_unroll(&g->store->types, wanted);
  TypeNode node = *type_node(&g->store->types, sum);
  bool last = depth == 0 && node.kind == TYPE_SUM;
  return term_roll(g->store, wanted, last ? term_inl(g->store, sum, cart(g, node.a, 0)) : cart(g, sum, depth));
}

/* The constructor that the type has. */
static TermId introduce(Generator *g, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeNode node = *type_node(&s->types, wanted);
  TermId body;
  switch (node.kind) {
  case TYPE_UNIT: return term_unit(s);
  case TYPE_PROD: body = cart(g, node.a, depth); return term_pair(s, body, cart(g, node.b, depth));
  case TYPE_FUN:
    bind(g, node.a);
    body = cart(g, node.b, depth);
    g->length--;
    return term_lam(s, hint(g), node.a, body);
  case TYPE_INT:
    return term_op(s, op_make_int(&s->ops, &s->types, (int64_t)below(g, 9) - 4), TERM_NONE_ID, TERM_NONE_ID);
  case TYPE_LFUN: return term_llam(s, node.a, lin(g, node.a, node.b, depth));
  case TYPE_ARRAY: return array_form(g, wanted, depth);
  case TYPE_SUM: return sum_form(g, wanted, depth);
  case TYPE_VEC: return vec_form(g, wanted, depth);
  case TYPE_MU: return roll_form(g, wanted, depth);
  case TYPE_SELF:
  case TYPE_REAL:
    return depth == 0 ? term_op(s, op_make_constant(&s->ops, &s->types, node.n, constant(g, node.n)), TERM_NONE_ID,
                                TERM_NONE_ID)
                      : operation(g, wanted, depth);
  case TYPE_NONE:
  case TYPE_LREAL:
  case TYPE_LUNIT:
  case TYPE_LPROD:
  case TYPE_POWER:
  case TYPE_COPOWER:
  case TYPE_LARRAY: break;
  }
  return TERM_NONE_ID;
}

/* let x = t in s; `domain` none for the Cartesian judgement. */
static TermId let_form(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  TypeId bound = type(g, 2);
  NameId name = hint(g);
  TermId t = cart(g, bound, depth);
  bind(g, bound);
  TermId body = type_is_none(domain) ? cart(g, wanted, depth) : lin(g, domain, wanted, depth);
  g->length--;
  return term_let(g->store, name, t, body);
}

static TermId cart(Generator *g, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeTable *types = &s->types;
  const TypeId none = {0};
  TermId found = below(g, 3) == 0 ? variable(g, wanted) : TERM_NONE_ID;
  if (found.id != 0) return found;
  if (depth == 0 || g->length + 4 > MAX_SCOPE) return introduce(g, wanted, 0);
  TypeId other = type(g, 1);
  bool vector = type_kind(types, wanted) == TYPE_REAL;
  switch (below(g, 11)) {
  case 9:
  case 10: return control_form(g, wanted, depth - 1);
  case 0: return let_form(g, none, wanted, depth - 1);
  case 1: return term_fst(s, cart(g, type_prod(types, wanted, other), depth - 1));
  case 2: return term_snd(s, cart(g, type_prod(types, other, wanted), depth - 1));
  case 3: {
    TermId f = cart(g, type_fun(types, other, wanted), depth - 1);
    return term_app(s, f, cart(g, other, depth - 1));
  }
  case 4: {
    TermId i = cart(g, type_int(types), depth - 1);
    return term_index(s, i, cart(g, type_array(types, wanted, any_length(g)), depth - 1));
  }
  case 5: return vector ? array_form(g, wanted, depth - 1) : introduce(g, wanted, depth - 1);
  case 6:
    if (type_kind(types, wanted) != TYPE_INT) return introduce(g, wanted, depth - 1);
    return below(g, 3) == 0 ? term_length(s, cart(g, type_vec(types, other), depth - 1))
                            : operation(g, wanted, depth - 1);
  default: return introduce(g, wanted, depth - 1);
  }
}

/* ------------------------------------------------------------------ linear -- */

static TermId apply_lop(Generator *g, TypeId domain, LopId lop, uint32_t depth) {
  LopNode node = *lop_node(&g->store->ops, lop);
  TermId x = node.arity > 0 ? cart(g, node.operand[0], depth) : TERM_NONE_ID;
  TermId y = node.arity > 1 ? cart(g, node.operand[1], depth) : TERM_NONE_ID;
  return term_lop(g->store, lop, x, y, lin(g, domain, node.ldom, depth));
}

/* A linear operation with result real_^n. */
static LopId some_lop(Generator *g, uint32_t n) {
  OpTable *ops = &g->store->ops;
  TypeTable *types = &g->store->types;
  uint32_t other = length(g);
  switch (below(g, 10)) {
  case 0: return lop_make(ops, types, LOP_NEG, n, 0);
  case 1: return lop_make(ops, types, LOP_SCALE, n, 0);
  case 2: return lop_make(ops, types, LOP_SCALAR, n, 0);
  case 3: return lop_make(ops, types, LOP_ALONG, n, 0);
  case 4: return n == 1 ? lop_make(ops, types, LOP_DOT, other, 0) : lop_make(ops, types, LOP_NEG, n, 0);
  case 5: return lop_make(ops, types, LOP_MATVEC, other, n);
  case 6: return lop_make(ops, types, LOP_MATVEC_T, n, other);
  case 7: return lop_make(ops, types, LOP_APPLY, other, n);
  case 8:
    if (n % 2 == 0) return lop_make(ops, types, LOP_OUTER, 2, n / 2);
    return lop_make(ops, types, LOP_OUTER, 1, n);
  default: return lop_make(ops, types, LOP_SCALE, n, 0);
  }
}

/* Dop or Dop^t with this result, when there is one; else id 0. */
static LopId some_derivative(Generator *g, TypeId wanted) {
  OpTable *ops = &g->store->ops;
  TypeTable *types = &g->store->types;
  OpCode code = OP_ADD + below(g, OP_GIVEN - OP_ADD);
  uint32_t n = length(g), m = code == OP_MATVEC ? length(g) : 0;
  OpShape shape = op_info(code)->shape;
  if (shape == SHAPE_INT || shape == SHAPE_INT2 || shape == SHAPE_TEST || shape == SHAPE_INTTEST || code == OP_TOREAL)
    return (LopId){0};
  OpId op = code == OP_POW ? op_make_power(ops, types, n, constant(g, 1)) : op_make(ops, types, code, n, m);
  LopId lop = below(g, 2) == 0 ? lop_derivative(ops, types, op) : lop_transpose(ops, types, op);
  return type_equal(lop_node(ops, lop)->cdom, wanted) ? lop : (LopId){0};
}

static TermId dmap_form(Generator *g, TypeId domain, TypeId wanted, bool transpose, uint32_t depth) {
  Store *s = g->store;
  TypeTable *types = &s->types;
  TypeId real = type_real(types, 1), lreal = type_linear_real(types, 1);
  TypeId context = transpose ? wanted : linear_type(g, 1);
  uint32_t n = transpose ? length(g) : type_node(types, wanted)->n;
  TypeId row = type_linear_real(types, n), both = type_linear_prod(types, context, lreal);
  TermId array = cart(g, type_real(types, n), depth);
  bind(g, real);
  TermId t = lin(g, transpose ? lreal : both, transpose ? both : lreal, depth);
  g->length--;
  TermId r = lin(g, transpose ? row : context, transpose ? context : row, depth);
  TermId u = lin(g, domain, transpose ? row : context, depth);
  return transpose ? term_dmapt(s, hint(g), t, array, r, u) : term_dmap(s, hint(g), t, array, r, u);
}

static TermId linear_array_form(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  uint32_t n = type_node(&s->types, wanted)->n;
  TypeId element = type_element(&s->types, wanted), integer = type_int(&s->types);
  if (below(g, 2) == 0) {
    TermId i = cart(g, integer, depth);
    return term_onehot(s, n, i, lin(g, domain, element, depth));
  }
  bind(g, integer);
  TermId body = lin(g, domain, element, depth);
  g->length--;
  return term_build(s, hint(g), n, body);
}

static TermId linear_introduce(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeNode node = *type_node(&s->types, wanted);
  LopId lop = some_derivative(g, wanted);
  TermId part;
  if (depth == 0) return type_equal(domain, wanted) ? term_lvar(s) : term_zero(s, wanted);
  if (lop.id != 0) return apply_lop(g, domain, lop, depth - 1);
  switch (node.kind) {
  case TYPE_LUNIT: return term_unit(s);
  case TYPE_LPROD: part = lin(g, domain, node.a, depth); return term_pair(s, part, lin(g, domain, node.b, depth));
  case TYPE_POWER:
    bind(g, node.a);
    part = lin(g, domain, node.b, depth);
    g->length--;
    return term_lam(s, hint(g), node.a, part);
  case TYPE_COPOWER: part = cart(g, node.a, depth); return term_copower(s, part, lin(g, domain, node.b, depth));
  case TYPE_LARRAY: return linear_array_form(g, domain, wanted, depth);
  case TYPE_LREAL:
    if (below(g, 4) == 0) return linear_array_form(g, domain, wanted, depth);
    if (below(g, 4) == 0) return dmap_form(g, domain, wanted, false, depth - 1);
    return apply_lop(g, domain, some_lop(g, node.n), depth - 1);
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE:
  case TYPE_REAL:
  case TYPE_UNIT:
  case TYPE_PROD:
  case TYPE_FUN:
  case TYPE_SUM:
  case TYPE_VEC:
  case TYPE_INT:
  case TYPE_ARRAY:
  case TYPE_LFUN: break;
  }
  return TERM_NONE_ID;
}

static TermId case_form(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  TypeId key = type(g, 1), value = linear_type(g, 1);
  TermId t = lin(g, domain, type_copower(&g->store->types, key, value), depth);
  bind(g, key);
  TermId body = lin(g, value, wanted, depth);
  g->length--;
  return term_case(g->store, hint(g), wanted, t, body);
}

static TermId lin(Generator *g, TypeId domain, TypeId wanted, uint32_t depth) {
  Store *s = g->store;
  TypeTable *types = &s->types;
  if (type_equal(domain, wanted) && below(g, 3) == 0) return term_lvar(s);
  if (depth == 0 || g->length + 4 > MAX_SCOPE) return linear_introduce(g, domain, wanted, 0);
  TypeId other = linear_type(g, 1), cartesian = type(g, 1);
  TermId part;
  switch (below(g, 17)) {
  case 15:
  case 16: return linear_control_form(g, domain, wanted, depth - 1);
  case 0: return let_form(g, domain, wanted, depth - 1);
  case 1: part = lin(g, domain, other, depth - 1); return term_letv(s, part, lin(g, other, wanted, depth - 1));
  case 2: return term_fst(s, lin(g, domain, type_linear_prod(types, wanted, other), depth - 1));
  case 3: return term_snd(s, lin(g, domain, type_linear_prod(types, other, wanted), depth - 1));
  case 4:
    part = lin(g, domain, type_power(types, cartesian, wanted), depth - 1);
    return term_app(s, part, cart(g, cartesian, depth - 1));
  case 5:
    part = cart(g, type_int(types), depth - 1);
    return term_index(s, part, lin(g, domain, type_linear_array(types, wanted, length(g)), depth - 1));
  case 6: return term_lsum(s, lin(g, domain, type_linear_array(types, wanted, length(g)), depth - 1));
  case 7: return case_form(g, domain, wanted, depth - 1);
  case 8:
    part = cart(g, type_lfun(types, other, wanted), depth - 1);
    return term_lapp(s, part, lin(g, domain, other, depth - 1));
  case 9: part = lin(g, domain, wanted, depth - 1); return term_plus(s, part, lin(g, domain, wanted, depth - 1));
  case 10: return term_zero(s, wanted);
  case 11: return dmap_form(g, domain, wanted, true, depth - 1);
  default: return linear_introduce(g, domain, wanted, depth - 1);
  }
}

#endif
