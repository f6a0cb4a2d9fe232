#include "verify/laws/chad/redexes.h"

#include "verify/enumerate/space.h"
#include "verify/rewrite/observe.h"

/* A : real_ -o S_ and F : S_ -o real_ are random linear terms, k a random real;
 * each call gives another. */
typedef struct Maker {
  Store *store;
  TypeId real, linear_real;
  uint64_t seed;
  uint32_t variant;
} Maker;

const char *redex_name(RedexForm form) {
  static const char *const names[REDEX_COUNT] = {" on sums, variant",  " on copowers, variant", " on powers, variant",
                                                 " on pairs, variant", " on zeros, variant",    " on lets, variant",
                                                 " on arrays, variant"};
  return names[form];
}

uint32_t redex_variants(RedexForm form) { return form == REDEX_ZEROS ? 8 : form == REDEX_LETS ? 2 : 1; }

/* v : real_ |- A : type */
static TermId element(Maker *m, TypeId type) {
  return observe_linear_inhabitant(m->store, m->linear_real, type, m->seed++);
}

/* v : type |- F : real_ */
static TermId consumer(Maker *m, TypeId type) {
  return observe_linear_inhabitant(m->store, type, m->linear_real, m->seed++);
}

/* let v = t in F */
static TermId consume(Maker *m, TypeId type, TermId t) { return term_letv(m->store, t, consumer(m, type)); }

static TermId constant(Maker *m, int64_t value) {
  ConstantId id = constant_from_ratio(&m->store->constants, value, 1);
  return term_op(m->store, op_make_constant(&m->store->ops, &m->store->types, 1, id), TERM_NONE_ID, TERM_NONE_ID);
}

/* A literal, so that it has no place of its own: sixteenths between -2 and 2, not 0. */
static TermId key(Maker *m) {
  int64_t numerator = (int64_t)(random_word(m->seed++, 1, 0) % 32) + 1;
  ConstantId id = constant_from_ratio(&m->store->constants, m->seed % 2 == 0 ? numerator : -numerator, 16);
  return term_op(m->store, op_make_constant(&m->store->ops, &m->store->types, 1, id), TERM_NONE_ID, TERM_NONE_ID);
}

/* What draws seeds stands in one operand of a call at most: C leaves their order open, and
 * compilers differ. */

/* A + B */
static TermId two_elements(Maker *m, TypeId type) {
  TermId a = element(m, type), b = element(m, type);
  return term_plus(m->store, a, b);
}

/* (A, B) : type * real_ */
static TermId element_pair(Maker *m, TypeId type) {
  TermId a = element(m, type), b = element(m, m->linear_real);
  return term_pair(m->store, a, b);
}

/* !k >< A */
static TermId entry(Maker *m, TypeId type) {
  TermId k = key(m), a = element(m, type);
  return term_copower(m->store, k, a);
}

/* (k, k') */
static TermId two_keys(Maker *m) {
  TermId k = key(m), l = key(m);
  return term_pair(m->store, k, l);
}

/* t k */
static TermId at_key(Maker *m, TermId t) { return term_app(m->store, t, key(m)); }

static TermId binary(Maker *m, OpCode code, TermId x, TermId y) {
  return term_op(m->store, op_make(&m->store->ops, &m->store->types, code, 1, 0), x, y);
}

static TermId square(Maker *m, TermId x) { return binary(m, OP_MUL, x, x); }

/* scale(x; v) */
static TermId scaled(Maker *m, TermId x) {
  LopId scale = lop_make(&m->store->ops, &m->store->types, LOP_SCALE, 1, 0);
  return term_lop(m->store, scale, x, TERM_NONE_ID, term_lvar(m->store));
}

static TermId let(Maker *m, TermId bound, TermId body) { return term_let(m->store, NAME_NONE, bound, body); }

/* let v = (A + B) + C in (\v. F) @ v + (let v = v + v in F'),  (\v. F) @ (A + (B + C)),
 * and (let x = k in \v. scale(x; v)) @ v */
static TermId sums(Maker *m, TypeId type) {
  Store *s = m->store;
  TermId v = term_lvar(s);
  TermId before = two_elements(m, type), after = two_elements(m, type);
  TermId left = term_plus(s, before, element(m, type)), right = term_plus(s, element(m, type), after);
  TermId applied = term_lapp(s, term_llam(s, type, consumer(m, type)), v);
  TermId first = term_letv(s, left, term_plus(s, applied, consume(m, type, term_plus(s, v, v))));
  TermId second = term_lapp(s, term_llam(s, type, consumer(m, type)), right);
  TermId bound = let(m, key(m), term_llam(s, m->linear_real, scaled(m, term_var(s, 0))));
  return term_plus(s, term_plus(s, first, second), term_lapp(s, bound, v));
}

/* !k >< A + !k' >< B */
static TermId two_entries(Maker *m, TypeId type) {
  TermId left = entry(m, type), right = entry(m, type);
  return term_plus(m->store, left, right);
}

/* case !k >< A of !y >< v -> G, and the same of (case !k >< A + !k' >< B of
 * !y >< v -> !y >< (v + v)), and of (case !k >< A + !k' >< B of !y >< v -> !y >< v) */
static TermId copowers(Maker *m, TypeId type) {
  Store *s = m->store;
  TypeId copower = type_copower(&s->types, m->real, type);
  TermId fold = consumer(m, copower), v = term_lvar(s), y = term_var(s, 0);
  TermId one = entry(m, type);
  TermId twice = term_case(s, NAME_NONE, copower, two_entries(m, type), term_copower(s, y, term_plus(s, v, v)));
  TermId same = term_case(s, NAME_NONE, copower, two_entries(m, type), term_copower(s, y, v));
  TermId first = term_subst_linear(s, fold, one), second = term_subst_linear(s, fold, twice);
  return term_plus(s, term_plus(s, first, second), term_subst_linear(s, fold, same));
}

/* let v = (\y. A) k in F, and let v = (P + P') k in F for powers P */
static TermId powers(Maker *m, TypeId type) {
  Store *s = m->store;
  TypeId power = type_power(&s->types, m->real, type);
  TermId constant_power = term_lam(s, NAME_NONE, m->real, element(m, type));
  TermId sum = two_elements(m, power), other = element(m, power);
  TermId first = consume(m, type, at_key(m, constant_power)), second = consume(m, type, at_key(m, sum));
  return term_plus(s, term_plus(s, first, second), consume(m, type, at_key(m, other)));
}

/* D(*)(k, k'; (A, B)) */
static TermId product_derivative(Maker *m) {
  OpId product = op_make(&m->store->ops, &m->store->types, OP_MUL, 1, 0);
  LopId derivative = lop_derivative(&m->store->ops, &m->store->types, product);
  TermId x = key(m), y = key(m), tangent = element(m, m->linear_real);
  return term_lop(m->store, derivative, x, y, term_pair(m->store, tangent, element(m, m->linear_real)));
}

/* (A, B) + (C, D), fst (A, B), snd (A, B), (fst v, snd v), fst (let x = k in (A, B)),
 * and D(*) at a pair */
static TermId pairs(Maker *m, TypeId type) {
  Store *s = m->store;
  TypeId pair = type_linear_prod(&s->types, type, m->linear_real);
  TermId split[4];
  for (int i = 0; i < 4; i++) split[i] = element_pair(m, type);
  TermId again = term_pair(s, term_fst(s, term_lvar(s)), term_snd(s, term_lvar(s)));
  TermId whole = term_letv(s, term_plus(s, split[0], split[1]), consume(m, pair, again));
  TermId first = consume(m, type, term_fst(s, split[2])), second = term_snd(s, split[3]);
  TermId under = term_pair(s, element(m, type), scaled(m, term_var(s, 0)));
  TermId let_first = consume(m, type, term_fst(s, let(m, key(m), under)));
  under = term_pair(s, element(m, type), scaled(m, term_var(s, 0)));
  TermId let_second = term_snd(s, let(m, key(m), under));
  let_second = term_plus(s, let_second, product_derivative(m));
  return term_plus(s, term_plus(s, whole, term_plus(s, first, second)), term_plus(s, let_first, let_second));
}

/* One place of the laws of the ring. */
static TermId ring_place(Maker *m) {
  TermId zero = constant(m, 0), one = constant(m, 1), k = key(m);
  switch (m->variant) {
  case 0: return binary(m, OP_MUL, zero, k);
  case 1: return binary(m, OP_MUL, k, zero);
  case 2: return binary(m, OP_MUL, one, k);
  case 3: return binary(m, OP_MUL, k, one);
  case 4: return binary(m, OP_ADD, zero, k);
  case 5: return binary(m, OP_SUB, k, zero);
  case 6: return binary(m, OP_SUB, zero, k);
  default: return binary(m, OP_ADD, k, zero);
  }
}

/* 0_ + A, A + 0_, F at 0_, fst 0_, scale(0 k; v) and its like */
static TermId zeros(Maker *m, TypeId type) {
  Store *s = m->store;
  TermId zero = term_zero(s, type), place = scaled(m, ring_place(m));
  TypeId pair = type_linear_prod(&s->types, m->linear_real, type);
  TermId first = consume(m, type, term_plus(s, zero, element(m, type)));
  TermId second = consume(m, type, term_plus(s, element(m, type), zero));
  TermId third = term_plus(s, consume(m, type, zero), term_fst(s, term_zero(s, pair)));
  return term_plus(s, term_plus(s, first, second), term_plus(s, third, place));
}

/* (\x. x x) k, or (let x = k in \y. y + x x) w */
static TermId application(Maker *m) {
  Store *s = m->store;
  TermId x = term_var(s, 0), body = binary(m, OP_ADD, x, square(m, term_var(s, 1)));
  if (m->variant == 0) return term_app(s, term_lam(s, NAME_NONE, m->real, square(m, x)), key(m));
  return term_app(s, let(m, key(m), term_lam(s, NAME_NONE, m->real, body)), x);
}

/* Operands of scale with a place for the rules on let, under w : real:
 *   let x = (let y = k in y y) in x + w      let x = (k, k') in fst x * snd x
 *   let f = \x. (x x, x + x) in fst (f k) * snd (f k')
 *   fst (let x = k in (x x, x))      let p = (k, k') in let q = (k, k') in snd (fst p, snd q) */
static TermId let_operands(Maker *m) {
  Store *s = m->store;
  TermId x = term_var(s, 0), w = term_var(s, 1), applied = application(m);
  TermId rotated = let(m, let(m, key(m), square(m, x)), binary(m, OP_ADD, x, w));
  TermId product = let(m, two_keys(m), binary(m, OP_MUL, term_fst(s, x), term_snd(s, x)));
  TermId parts = term_pair(s, square(m, x), binary(m, OP_ADD, x, x));
  TermId left = term_fst(s, at_key(m, x)), right = term_snd(s, at_key(m, x));
  TermId split = let(m, term_lam(s, NAME_NONE, m->real, parts), binary(m, OP_MUL, left, right));
  TermId projected = term_fst(s, let(m, key(m), term_pair(s, square(m, x), x)));
  TermId mixed = term_snd(s, term_pair(s, term_fst(s, w), term_snd(s, x)));
  TermId inner = let(m, two_keys(m), mixed);
  mixed = let(m, two_keys(m), inner);
  TermId sum = binary(m, OP_ADD, binary(m, OP_ADD, applied, rotated), binary(m, OP_ADD, product, split));
  return binary(m, OP_ADD, sum, binary(m, OP_ADD, projected, mixed));
}

/* let w = k in the sum of (let x = k in scale(x x; v)) + scale(w; v), the same the
 * other way, let v = scale(w; v) in let x = k in scale(x; v), the operands above, and
 * case inl k of {inl x -> scale(x x; v); inr x -> scale(x; v)}, and of inr k */
static TermId lets(Maker *m, TypeId type) {
  Store *s = m->store;
  TermId w = term_var(s, 0), again = scaled(m, w);
  TermId left = term_plus(s, let(m, key(m), scaled(m, square(m, term_var(s, 0)))), again);
  TermId right = term_plus(s, again, let(m, key(m), scaled(m, square(m, term_var(s, 0)))));
  TermId inlined = term_letv(s, again, let(m, key(m), scaled(m, term_var(s, 0))));
  TermId rest = consume(m, type, element(m, type));
  rest = term_plus(s, rest, scaled(m, let_operands(m)));
  TypeId sum = type_sum(&s->types, m->real, m->real);
  for (int i = 0; i < 2; i++) {
    TermId r = i == 0 ? term_inl(s, sum, key(m)) : term_inr(s, sum, key(m));
    TermId branches[2] = {scaled(m, square(m, term_var(s, 0))), scaled(m, term_var(s, 0))};
    rest = term_plus(s, rest, term_match(s, NAME_NONE, NAME_NONE, r, branches[0], branches[1]));
  }
  return let(m, key(m), term_plus(s, term_plus(s, left, right), term_plus(s, inlined, rest)));
}

/* sum (build 2 (i. (A, B))), sum (build 2 (i. 0_)), sum 0_, and a map of pairs of
 * which the parts are read apart */
static TermId arrays(Maker *m, TypeId type) {
  Store *s = m->store;
  TypeId pair = type_linear_prod(&s->types, type, m->linear_real);
  OpId numbers[2] = {op_make_int(&s->ops, &s->types, 0), op_make_int(&s->ops, &s->types, 1)};
  TermId both = element_pair(m, type);
  TermId first = consume(m, pair, term_lsum(s, term_build(s, NAME_NONE, 2, both)));
  TermId second = consume(m, type, term_lsum(s, term_build(s, NAME_NONE, 2, term_zero(s, type))));
  TermId third = consume(m, type, term_lsum(s, term_zero(s, type_linear_array(&s->types, type, 2))));
  TermId indices = term_build(s, NAME_NONE, 2,
                              term_op(s, op_make(&s->ops, &s->types, OP_TOREAL, 0, 0), term_var(s, 0), TERM_NONE_ID));
  TermId x = term_var(s, 0), ys = term_map(s, NAME_NONE, term_pair(s, square(m, x), binary(m, OP_ADD, x, x)), indices);
  TermId at[2];
  for (int i = 0; i < 2; i++) at[i] = term_index(s, term_op(s, numbers[i], TERM_NONE_ID, TERM_NONE_ID), term_var(s, 0));
  TermId read = let(m, ys, binary(m, OP_ADD, term_fst(s, at[0]), term_snd(s, at[1])));
  return term_plus(s, term_plus(s, first, second), term_plus(s, third, scaled(m, read)));
}

TermId redex_make(Store *store, RedexForm form, uint32_t variant, TypeId type, uint64_t seed) {
  Maker maker = {store, type_real(&store->types, 1), type_linear_real(&store->types, 1), seed, variant};
  switch (form) {
  case REDEX_SUMS: return sums(&maker, type);
  case REDEX_COPOWER: return copowers(&maker, type);
  case REDEX_POWER: return powers(&maker, type);
  case REDEX_PAIRS: return pairs(&maker, type);
  case REDEX_ZEROS: return zeros(&maker, type);
  case REDEX_LETS: return lets(&maker, type);
  case REDEX_ARRAYS: return arrays(&maker, type);
  case REDEX_COUNT: break;
  }
  return TERM_NONE_ID;
}
