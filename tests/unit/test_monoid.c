/* The denotation in Set x CMon: every construct, the monoids of linear types
 * and the normal form of copowers. */
#include "tests/unit/target_tests.h"

#include "tests/unit/monoid_elements.h"
#include "verify/enumerate/space.h"

#include <cmocka.h>

/* ---------------------------------------------------------- normal forms -- */

static Machine machine;

static const MonoidElement *flat(TypeId type, const int64_t *words) {
  Scalar scalars[CASE_MAX];
  uint32_t dim = type_node(&s->types, type)->dim;
  Scalar *kept = arena_array(&arena, dim, sizeof *kept);
  for (uint32_t i = 0; i < dim; i++) scalars[i] = ring_integer(machine.ring, words[i]);
  for (uint32_t i = 0; i < dim; i++) kept[i] = scalars[i];
  const MonoidElement *element;
  assert_int_equal(monoid_from_flat(&machine, type, kept, &element), STATUS_OK);
  return element;
}

static const MonoidElement *one(TypeId type, int64_t a) { return flat(type, (const int64_t[CASE_MAX]){a}); }

static const MonoidElement *single(TypeId type, int64_t key, int64_t a) {
  const MonoidElement *element;
  const TypeNode *node = type_node(&s->types, type);
  Status status = monoid_singleton(&machine, type, one(node->a, key), one(node->b, a), &element);
  assert_int_equal(status, STATUS_OK);
  return element;
}

static const MonoidElement *sum(TypeId type, const MonoidElement *a, const MonoidElement *b) {
  const MonoidElement *element;
  assert_int_equal(monoid_plus(&machine, type, a, b, &element), STATUS_OK);
  return element;
}

static const MonoidElement *zero(TypeId type) {
  const MonoidElement *element;
  assert_int_equal(monoid_zero(&machine, type, &element), STATUS_OK);
  return element;
}

static bool same(const MonoidElement *a, const MonoidElement *b) {
  bool equal;
  assert_int_equal(monoid_equal(&machine, a, b, &equal), STATUS_OK);
  return equal;
}

static void prints(const MonoidElement *element, const char *expected) {
  char buffer[256];
  assert_int_equal(monoid_normal_print(&machine, element, buffer, sizeof buffer), STATUS_OK);
  assert_string_equal(buffer, expected);
}

/* !k (x) y + !k (x) y' = !k (x) (y + y'), !k (x) 0 = 0, in any order. */
static void finite_maps(void **state) {
  (void)state;
  Ring *ring = ring_rational_new(1u << 16);
  machine = machine_make(s, ring, &arena);
  TypeId c = copower(real_n(1), lreal_n(1));
  const MonoidElement *a = single(c, 3, 10), *b = single(c, 1, 5), *d = single(c, 3, -10), *e = single(c, 2, 7);
  prints(zero(c), "{}");
  prints(single(c, 4, 0), "{}");
  prints(sum(c, a, b), "{1 -> 5, 3 -> 10}");
  prints(sum(c, a, a), "{3 -> 20}");
  prints(sum(c, sum(c, a, b), sum(c, e, d)), "{1 -> 5, 2 -> 7}");
  prints(sum(c, sum(c, d, sum(c, b, a)), e), "{1 -> 5, 2 -> 7}");
  prints(sum(c, a, d), "{}");
  assert_true(same(sum(c, a, b), sum(c, b, a)));
  assert_true(same(sum(c, a, d), zero(c)));
  assert_false(same(a, b));
  assert_false(same(a, d));
  assert_false(same(a, zero(c)));
  /* Nested: an entry whose copower becomes empty is dropped. */
  TypeId nested = copower(type_int(&s->types), c);
  const MonoidElement *outer, *opposite, *dropped, *key;
  Scalar two = scalar_from_int(2);
  assert_int_equal(monoid_from_flat(&machine, type_int(&s->types), &two, &key), STATUS_OK);
  assert_int_equal(monoid_singleton(&machine, nested, key, sum(c, a, b), &outer), STATUS_OK);
  assert_int_equal(monoid_singleton(&machine, nested, key, sum(c, d, single(c, 1, -5)), &opposite), STATUS_OK);
  assert_int_equal(monoid_singleton(&machine, nested, key, sum(c, a, d), &dropped), STATUS_OK);
  prints(outer, "{2 -> {1 -> 5, 3 -> 10}}");
  prints(sum(nested, outer, opposite), "{}");
  prints(dropped, "{}");
  /* Keys of pairs are ordered by their leaves; values of products by zero of both. */
  TypeId pairs = copower(type_prod(&s->types, real_n(1), real_n(2)), lpair(lreal_n(1), lreal_n(2)));
  const MonoidElement *p, *q;
  TypeId key_type = type_node(&s->types, pairs)->a, value_type = type_node(&s->types, pairs)->b;
  assert_int_equal(monoid_singleton(&machine, pairs, flat(key_type, (const int64_t[]){1, 2, 4}),
                                    flat(value_type, (const int64_t[]){0, 0, 1}), &p),
                   STATUS_OK);
  assert_int_equal(monoid_singleton(&machine, pairs, flat(key_type, (const int64_t[]){1, 2, 3}),
                                    flat(value_type, (const int64_t[]){7, 0, 0}), &q),
                   STATUS_OK);
  prints(sum(pairs, p, q), "{(1, [2, 3]) -> (7, [0, 0]), (1, [2, 4]) -> (0, [0, 1])}");
  /* A buffer that is too short is filled and terminated. */
  char small[6];
  assert_int_equal(monoid_normal_print(&machine, sum(c, a, b), small, sizeof small), STATUS_OK);
  assert_string_equal(small, "{1 ->");
  ring_destroy(ring);
}

/* MON-*: unit, associativity and commutativity on random elements of
 * !(real * real) (x) (real_ * real_^2), with few keys so that they meet. */
static void random_maps(void **state) {
  (void)state;
  Ring *ring = ring_field_new();
  machine = machine_make(s, ring, &arena);
  TypeId c = copower(type_prod(&s->types, real_n(1), real_n(1)), lpair(lreal_n(1), lreal_n(2)));
  TypeId key = type_node(&s->types, c)->a, value = type_node(&s->types, c)->b;
  uint32_t distinct = 0;
  for (uint64_t round = 0; round < 300; round++) {
    const MonoidElement *x[3];
    for (uint32_t k = 0; k < 3; k++) {
      x[k] = zero(c);
      for (uint32_t i = 0; i < 4; i++) {
        uint64_t word = random_word(1, round, 4 * k + i);
        const int64_t at[2] = {(int64_t)(word & 1), (int64_t)(word >> 1 & 1)};
        const int64_t entry[3] = {(int64_t)(word >> 8 & 1) - (int64_t)(word >> 9 & 1), (int64_t)(word >> 10 & 1), 0};
        const MonoidElement *part;
        assert_int_equal(monoid_singleton(&machine, c, flat(key, at), flat(value, entry), &part), STATUS_OK);
        x[k] = sum(c, x[k], part);
      }
    }
    assert_true(same(sum(c, x[0], zero(c)), x[0]));
    assert_true(same(sum(c, zero(c), x[0]), x[0]));
    assert_true(same(sum(c, x[0], x[1]), sum(c, x[1], x[0])));
    assert_true(same(sum(c, sum(c, x[0], x[1]), x[2]), sum(c, x[0], sum(c, x[1], x[2]))));
    distinct += !same(x[0], x[1]);
  }
  assert_in_range(distinct, 250, 300);
  ring_destroy(ring);
}

/* At keys that hold functions sums stay formal, and are not compared. */
static void formal_sums(void **state) {
  (void)state;
  Ring *ring = ring_rational_new(1u << 16);
  machine = machine_make(s, ring, &arena);
  TypeId c = copower(real_to_real(), lreal_n(1));
  Program program = {lam(real_n(1), var(0)), NULL, 0, real_to_real()};
  const MonoidElement *key, *element, *at;
  bool equal;
  assert_int_equal(monoid_evaluate(&machine, &program, NULL, &key), STATUS_OK);
  assert_int_equal(monoid_at(&machine, key, one(real_n(1), 7), &at), STATUS_OK);
  prints(at, "7");
  assert_int_equal(monoid_singleton(&machine, c, key, one(lreal_n(1), 5), &element), STATUS_OK);
  prints(sum(c, element, element), "{{<function> -> 5 + <function> -> 5}}");
  assert_int_equal(monoid_equal(&machine, element, element, &equal), STATUS_UNABLE);
  assert_int_equal(monoid_singleton(&machine, c, key, zero(lreal_n(1)), &element), STATUS_OK);
  prints(element, "{{}}");
  ring_destroy(ring);
}

/* Over rings where a scalar stands for several numbers nothing is joined. */
static void inexact_rings(void **state) {
  (void)state;
  Ring *rings[2] = {ring_double_new(), ring_degree_new()};
  TypeId c = copower(real_n(1), lreal_n(1));
  bool equal;
  for (int i = 0; i < 2; i++) {
    machine = machine_make(s, rings[i], &arena);
    const MonoidElement *a = sum(c, single(c, 1, 0), single(c, 1, 5));
    if (i == 0) prints(a, "{{1 -> 0 + 1 -> 5}}");
    assert_int_equal(monoid_equal(&machine, a, a, &equal), STATUS_UNABLE);
    ring_destroy(rings[i]);
  }
}

/* Linear functions into powers and copowers, seen as elements. */
static void homomorphisms(void **state) {
  (void)state;
  Ring *ring = ring_rational_new(1u << 16);
  machine = machine_make(s, ring, &arena);
  TypeId r = lreal_n(1), c = copower(real_n(1), r), p = type_power(&s->types, real_n(1), r);
  TermId both = plus(entry(number(5), v()), plus(entry(number(3), v()), entry(number(5), times(number(2), v()))));
  Program program = {term_llam(s, r, both), NULL, 0, type_lfun(&s->types, r, c)};
  const MonoidElement *hom, *image, *at;
  assert_int_equal(monoid_evaluate(&machine, &program, NULL, &hom), STATUS_OK);
  assert_int_equal(monoid_apply(&machine, hom, one(r, 4), &image), STATUS_OK);
  prints(image, "{3 -> 4, 5 -> 12}");
  assert_int_equal(monoid_apply(&machine, hom, zero(r), &image), STATUS_OK);
  prints(image, "{}");
  program = (Program){term_llam(s, r, lam(real_n(1), times(var(0), v()))), NULL, 0, type_lfun(&s->types, r, p)};
  assert_int_equal(monoid_evaluate(&machine, &program, NULL, &hom), STATUS_OK);
  assert_int_equal(monoid_apply(&machine, hom, one(r, 4), &image), STATUS_OK);
  assert_int_equal(monoid_at(&machine, sum(p, image, sum(p, zero(p), image)), one(real_n(1), 3), &at), STATUS_OK);
  prints(at, "24");
  assert_int_equal(monoid_apply(&machine, image, at, &hom), STATUS_STUCK);
  assert_int_equal(monoid_plus(&machine, c, at, at, &image), STATUS_STUCK);
  ring_destroy(ring);
}

static void every_rule(void **state) {
  (void)state;
  rules_exercised("MON_");
}

int main(void) {
  judged = &monoid_evaluator;
  const struct CMUnitTest tests[] = {
      TARGET_TESTS,
      cmocka_unit_test(finite_maps),
      cmocka_unit_test(random_maps),
      cmocka_unit_test(formal_sums),
      cmocka_unit_test(inexact_rings),
      cmocka_unit_test(homomorphisms),
      cmocka_unit_test(every_rule),
  };
  return cmocka_run_group_tests_name("monoid", tests, cases_setup, cases_teardown);
}
