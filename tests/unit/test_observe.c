/* Inhabitants of every type, and observations of higher types at first-order
 * ones: they have the type they say, whatever the type and the seed; linear
 * inhabitants are linear; equal values are observed alike and others are not. */
#include "semantics/chad/linear/typing.h"
#include "semantics/rings/rings.h"
#include "semantics/source/typing.h"
#include "verify/rewrite/observe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TYPE_LIMIT 64
#define SEEDS 5

typedef struct TypeList {
  TypeId all[TYPE_LIMIT];
  uint32_t count;
} TypeList;

static void list(TypeList *types, TypeId type) {
  assert_int_not_equal(type.id, 0);
  assert_true(types->count < TYPE_LIMIT);
  types->all[types->count++] = type;
}

/* Source types: basic ones, then each constructor at them, then functions of
 * order 2. */
static TypeList source_types(Store *store) {
  TypeTable *t = &store->types;
  TypeList types = {.count = 0};
  TypeId real = type_real(t, 1), vector = type_real(t, 3), unit = type_unit(t), integer = type_int(t);
  TypeId pair = type_prod(t, real, vector), fun = type_fun(t, real, real), curried = type_fun(t, vector, fun);
  list(&types, real);
  list(&types, vector);
  list(&types, type_real(t, 0));
  list(&types, unit);
  list(&types, integer);
  list(&types, pair);
  list(&types, type_prod(t, unit, pair));
  list(&types, type_array(t, pair, 2));
  list(&types, type_array(t, vector, 3));
  list(&types, type_array(t, unit, 2));
  list(&types, fun);
  list(&types, curried);
  list(&types, type_fun(t, pair, type_prod(t, real, unit)));
  list(&types, type_fun(t, integer, vector));
  list(&types, type_fun(t, unit, integer));
  list(&types, type_prod(t, fun, real));
  list(&types, type_array(t, fun, 2));
  list(&types, type_fun(t, fun, real));
  list(&types, type_fun(t, curried, pair));
  list(&types, type_fun(t, type_fun(t, fun, real), real));
  return types;
}

static TypeList linear_types(Store *store) {
  TypeTable *t = &store->types;
  TypeList types = {.count = 0};
  TypeId real = type_linear_real(t, 1), vector = type_linear_real(t, 3), unit = type_linear_unit(t);
  TypeId pair = type_linear_prod(t, real, vector), key = type_prod(t, type_real(t, 1), type_real(t, 2));
  TypeId power = type_power(t, type_real(t, 1), real), copower = type_copower(t, type_real(t, 1), real);
  list(&types, real);
  list(&types, vector);
  list(&types, type_linear_real(t, 0));
  list(&types, unit);
  list(&types, pair);
  list(&types, type_linear_prod(t, type_linear_prod(t, unit, real), vector));
  list(&types, type_linear_array(t, pair, 2));
  list(&types, type_linear_array(t, type_linear_array(t, vector, 2), 2));
  list(&types, power);
  list(&types, type_power(t, key, pair));
  list(&types, type_power(t, type_int(t), vector));
  list(&types, copower);
  list(&types, type_copower(t, key, pair));
  list(&types, type_copower(t, type_fun(t, type_real(t, 1), type_real(t, 1)), real));
  list(&types, type_power(t, type_real(t, 1), copower));
  list(&types, type_copower(t, type_real(t, 1), power));
  list(&types, type_copower(t, type_real(t, 1), copower));
  list(&types, type_linear_prod(t, power, copower));
  list(&types, type_linear_array(t, copower, 2));
  list(&types, type_linear_array(t, power, 2));
  return types;
}

/* D(real -> real)1 and other types that only the target has. */
static TypeList target_types(Store *store) {
  TypeTable *t = &store->types;
  TypeList types = source_types(store), maps = linear_types(store);
  TypeId real = type_real(t, 1);
  for (uint32_t i = 0; i < maps.count; i++) {
    TypeId map = type_lfun(t, maps.all[i], maps.all[(i * 7 + 3) % maps.count]);
    list(&types, i % 2 == 0 ? map : type_fun(t, real, type_prod(t, real, map)));
  }
  TypeId derivative = type_fun(t, real, type_prod(t, real, type_lfun(t, maps.all[0], maps.all[0])));
  list(&types, derivative);
  list(&types, type_fun(t, derivative, type_prod(t, real, type_lfun(t, maps.all[11], maps.all[8]))));
  list(&types, type_array(t, type_prod(t, real, type_lfun(t, maps.all[8], maps.all[1])), 2));
  TypeId by_function = type_copower(t, derivative, maps.all[0]);
  list(&types, type_lfun(t, by_function, maps.all[0]));
  return types;
}

static Store *fresh_store(void) {
  Store *store = store_new((uint32_t)1 << 22);
  assert_non_null(store);
  return store;
}

static void inhabitants_have_their_type(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeList sources = source_types(store), targets = target_types(store);
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    for (uint32_t i = 0; i < targets.count; i++) {
      uint32_t mark = store_mark(store);
      TypeId type;
      TermId t = observe_inhabitant(store, targets.all[i], seed);
      assert_int_equal(store_take_status(store), STATUS_OK);
      assert_int_equal(linear_infer_cartesian(store, NULL, 0, t, &type), STATUS_OK);
      assert_true(type_equal(type, targets.all[i]));
      if (i < sources.count) {
        assert_int_equal(source_infer(store, NULL, 0, t, &type), STATUS_OK);
        assert_true(type_equal(type, targets.all[i]));
      }
      store_release(store, mark);
    }
  }
  store_free(store);
}

static void linear_inhabitants_have_their_type(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeList types = linear_types(store);
  for (uint32_t i = 0; i < types.count * types.count; i++) {
    TypeId domain = types.all[i % types.count], codomain = types.all[i / types.count], type;
    uint32_t mark = store_mark(store);
    TermId t = observe_linear_inhabitant(store, domain, codomain, i);
    assert_int_equal(store_take_status(store), STATUS_OK);
    assert_int_equal(linear_infer_linear(store, NULL, 0, domain, t, &type), STATUS_OK);
    assert_true(type_equal(type, codomain));
    store_release(store, mark);
  }
  store_free(store);
}

static bool is_flat(const Store *store, TypeId type) { return type_node(&store->types, type)->dim != TYPE_NOT_FLAT; }

/* The observation of an identifier of each type, in a context that holds one of
 * another type beside it; then closed. */
static void observations_are_first_order(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeList types = target_types(store);
  for (uint32_t i = 0; i < types.count; i++) {
    uint32_t mark = store_mark(store);
    TypeId context[2] = {types.all[(i * 5 + 1) % types.count], types.all[i]}, kept[2], type;
    Program program = {term_var(store, 0), context, 2, types.all[i]}, seen, closed;
    bool linear;
    assert_int_equal(observe_program(store, &program, i, &seen, &linear), STATUS_OK);
    assert_int_equal(linear_infer_cartesian(store, context, 2, seen.term, &type), STATUS_OK);
    assert_true(type_equal(type, seen.type));
    const TypeNode *node = type_node(&store->types, type);
    if (linear) {
      const TypeNode *map = type_node(&store->types, node->b);
      assert_true(is_flat(store, node->a) && is_flat(store, map->a) && is_flat(store, map->b));
    } else {
      assert_true(is_flat(store, type));
    }
    assert_int_equal(observe_close(store, &seen, i, kept, &closed), STATUS_OK);
    assert_int_equal(linear_infer_cartesian(store, closed.context, closed.length, closed.term, &type), STATUS_OK);
    assert_true(type_equal(type, seen.type) && closed.length <= 2);
    for (uint32_t j = 0; j < closed.length; j++) assert_true(is_flat(store, closed.context[j]));
    store_release(store, mark);
  }
  store_free(store);
}

/* \x y. x * y + c x, of type real -> real -> real. */
static TermId curried(Store *store, int64_t c) {
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1);
  OpId plus = op_make(&store->ops, types, OP_ADD, 1, 0), times = op_make(&store->ops, types, OP_MUL, 1, 0);
  OpId constant = op_make_constant(&store->ops, types, 1, constant_from_ratio(&store->constants, c, 1));
  TermId x = term_var(store, 1), y = term_var(store, 0), number = term_op(store, constant, TERM_NONE_ID, TERM_NONE_ID);
  TermId sum = term_op(store, plus, term_op(store, times, x, y), term_op(store, times, number, x));
  return term_lam(store, NAME_NONE, real, term_lam(store, NAME_NONE, real, sum));
}

static Scalar observed(Store *store, const Program *program, uint64_t seed, uint64_t input) {
  Program seen;
  bool linear;
  assert_int_equal(observe_program(store, program, seed, &seen, &linear), STATUS_OK);
  assert_false(linear);
  Ring *ring = ring_field_new();
  Arena arena;
  arena_init(&arena, (size_t)1 << 24);
  Machine machine = machine_make(store, ring, &arena);
  Scalar x = {input}, value;
  assert_int_equal(source_evaluator.eval(&machine, &seen, &x, &value), STATUS_OK);
  arena_free(&arena);
  ring_destroy(ring);
  return value;
}

/* Functions that differ are seen to differ, at arguments that depend on the
 * context; a function and its eta expansion are seen alike. */
static void functions_are_told_apart(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeId real = type_real(&store->types, 1), type = type_fun(&store->types, real, type_fun(&store->types, real, real));
  Program f = {curried(store, 2), &real, 1, type}, g = {curried(store, 3), &real, 1, type}, h = f;
  h.term = term_lam(store, NAME_NONE, real, term_app(store, f.term, term_var(store, 0)));
  for (uint64_t seed = 0; seed < 50; seed++) {
    assert_true(observed(store, &f, seed, 5).word == observed(store, &h, seed, 5).word);
    assert_true(observed(store, &f, seed, 5).word != observed(store, &g, seed, 5).word);
    assert_true(observed(store, &f, seed, 5).word != observed(store, &f, seed, 6).word);
    assert_true(observed(store, &f, seed, 5).word != observed(store, &f, seed + 1, 5).word);
  }
  store_free(store);
}

/* An inhabitant of real * real -> real is constant in neither part. */
static void inhabitants_depend_on_their_argument(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeId real = type_real(&store->types, 1), type = type_fun(&store->types, type_prod(&store->types, real, real), real);
  for (uint64_t seed = 0; seed < 50; seed++) {
    TermId f = observe_inhabitant(store, type, seed), x = term_var(store, 0), one = observe_inhabitant(store, real, 1);
    Program left = {term_app(store, f, term_pair(store, x, one)), &real, 1, real}, right = left;
    right.term = term_app(store, f, term_pair(store, one, x));
    assert_true(observed(store, &left, 0, 5).word != observed(store, &left, 0, 6).word);
    assert_true(observed(store, &right, 0, 5).word != observed(store, &right, 0, 6).word);
  }
  store_free(store);
}

static void a_seed_is_a_term(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeList types = target_types(store);
  for (uint32_t i = 0; i < types.count; i++) {
    TermId one = observe_inhabitant(store, types.all[i], 1), again = observe_inhabitant(store, types.all[i], 1);
    assert_true(term_equal(store, one, again));
  }
  TermId other = observe_inhabitant(store, types.all[10], 2);
  assert_false(term_equal(store, observe_inhabitant(store, types.all[10], 1), other));
  store_free(store);
}

static void no_type_is_refused(void **state) {
  (void)state;
  Store *store = fresh_store();
  TypeId linear = type_linear_real(&store->types, 1), real = type_real(&store->types, 1);
  assert_int_equal(observe_inhabitant(store, (TypeId){0}, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  assert_int_equal(observe_inhabitant(store, linear, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  assert_int_equal(observe_linear_inhabitant(store, real, linear, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  TypeId deep = real;
  for (uint32_t i = 0; i <= OBSERVE_DEPTH; i++) deep = type_prod(&store->types, deep, type_unit(&store->types));
  assert_int_equal(observe_inhabitant(store, deep, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  store_free(store);
}

#define ROOM 512

/* A linear term of S_ -o R_, observed and run at two elements. */
typedef struct Hom {
  const Evaluator *evaluator;
  Store *store;
  Ring *ring;
  Arena *arena;
  TypeId domain, codomain;
} Hom;

static uint32_t image_of(const Hom *hom, TermId t, Scalar image[ROOM]) {
  TypeTable *types = &hom->store->types;
  TypeId unit = type_unit(types);
  Program program = {term_pair(hom->store, term_unit(hom->store), term_llam(hom->store, hom->domain, t)), NULL, 0,
                     type_prod(types, unit, type_lfun(types, hom->domain, hom->codomain))};
  Program seen;
  bool linear = false;
  Scalar seed[ROOM], primal[ROOM];
  assert_int_equal(observe_program(hom->store, &program, 5, &seen, &linear), STATUS_OK);
  assert_true(linear);
  const TypeNode *map = type_node(types, type_node(types, seen.type)->b);
  uint32_t from = type_node(types, map->a)->dim, to = type_node(types, map->b)->dim;
  assert_true(2 * from <= ROOM && 2 * to <= ROOM);
  for (uint32_t i = 0; i < 2 * from; i++) seed[i] = ring_integer(hom->ring, (int64_t)(i * i + 3 * i + 1));
  Machine machine = machine_make(hom->store, hom->ring, hom->arena);
  ArenaMark mark = arena_mark(hom->arena);
  assert_int_equal(hom->evaluator->eval_linear(&machine, &seen, NULL, 2, seed, primal, image), STATUS_OK);
  arena_release(hom->arena, mark);
  return 2 * to;
}

static void check_one(const Hom *hom, TermId left, TermId right) {
  Scalar expected[ROOM], found[ROOM];
  uint32_t length = image_of(hom, left, expected);
  assert_int_equal(image_of(hom, right, found), length);
  for (uint32_t i = 0; i < length; i++) assert_true(ring_equal(hom->ring, expected[i], found[i]));
}

/* CHAD Example 5.4: S_ -o R_ is a commutative monoid, its sum and zero those of each image. */
static void check_homs(const Hom *hom) {
  Store *store = hom->store;
  Scalar first[ROOM], second[ROOM], both[ROOM], none[ROOM];
  TermId a = observe_linear_inhabitant(store, hom->domain, hom->codomain, 1);
  TermId b = observe_linear_inhabitant(store, hom->domain, hom->codomain, 2);
  TermId c = observe_linear_inhabitant(store, hom->domain, hom->codomain, 3);
  TermId zero = term_zero(store, hom->codomain), sum = term_plus(store, a, b);
  check_one(hom, a, term_plus(store, a, zero));
  check_one(hom, a, term_plus(store, zero, a));
  check_one(hom, sum, term_plus(store, b, a));
  check_one(hom, term_plus(store, sum, c), term_plus(store, a, term_plus(store, b, c)));
  uint32_t length = image_of(hom, a, first);
  (void)image_of(hom, b, second);
  (void)image_of(hom, sum, both);
  (void)image_of(hom, zero, none);
  for (uint32_t i = 0; i < length; i++) {
    assert_true(ring_equal(hom->ring, both[i], ring_add(hom->ring, first[i], second[i])));
    assert_true(ring_equal(hom->ring, none[i], ring_integer(hom->ring, 0)));
  }
}

static void homomorphisms_are_a_monoid(void **state) {
  (void)state;
  static const Evaluator *const evaluators[] = {&operational_evaluator, &applied_evaluator, &monoid_evaluator};
  Store *store = fresh_store();
  Ring *field = ring_field_new();
  Arena arena;
  arena_init(&arena, (size_t)64 << 20);
  TypeList types = linear_types(store);
  for (uint32_t i = 0; i < types.count * types.count; i++) {
    uint32_t mark = store_mark(store);
    for (uint32_t k = 0; k < 3; k++)
      check_homs(&(Hom){evaluators[k], store, field, &arena, types.all[i % types.count], types.all[i / types.count]});
    store_release(store, mark);
  }
  arena_free(&arena);
  ring_destroy(field);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inhabitants_have_their_type),
      cmocka_unit_test(linear_inhabitants_have_their_type),
      cmocka_unit_test(observations_are_first_order),
      cmocka_unit_test(functions_are_told_apart),
      cmocka_unit_test(inhabitants_depend_on_their_argument),
      cmocka_unit_test(a_seed_is_a_term),
      cmocka_unit_test(no_type_is_refused),
      cmocka_unit_test(homomorphisms_are_a_monoid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
