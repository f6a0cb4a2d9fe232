/* Parts may be shared, and what is written out is exponentially larger: types
 * have a bound on that, and functions on terms on the nodes they look at. */
#include "semantics/tables/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void types_are_bounded_as_written_out(void **state) {
  (void)state;
  Store *store = store_new(1u << 12);
  TypeTable *types = &store->types;
  TypeId doubled = type_unit(types), function = type_fun(types, type_unit(types), type_unit(types));
  uint32_t times = 0;
  types->exhausted = false;
  for (; doubled.id != 0 && times < 64; times++) doubled = type_prod(types, doubled, doubled);
  assert_int_equal(times, 24); /* 2^24 - 1 nodes at the 23rd */
  assert_true(types->exhausted);
  assert_int_equal(store_judged(store, STATUS_ILL_TYPED), STATUS_LIMIT);
  for (times = 0; function.id != 0 && times < 64; times++) function = type_fun(types, function, function);
  assert_int_equal(times, 23);
  TypeId row = type_array(types, type_unit(types), 1u << 12);
  assert_int_equal(type_node(types, row)->size, 1 + (1u << 12));
  assert_int_equal(type_array(types, row, 1u << 12).id, 0);
  TypeId tower = type_unit(types);
  for (times = 0; tower.id != 0 && times < 2 * TYPE_MAX_NESTING; times++)
    tower = type_prod(types, tower, type_unit(types));
  assert_int_equal(times, TYPE_MAX_NESTING);
  store_free(store);
}

static void functions_on_terms_end(void **state) {
  (void)state;
  Store *store = store_new(1u << 12);
  TermId a = term_var(store, 5), b = term_var(store, 5);
  for (int i = 0; i < 60; i++) a = term_pair(store, a, a), b = term_pair(store, b, b);
  assert_true(term_equal(store, a, a));
  assert_false(term_equal(store, a, b)); /* beyond the limit: not known to be equal */
  assert_int_equal(term_occurrences(store, a, 4), UINT32_MAX);
  assert_int_equal(term_shift(store, a, 9, 1).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  assert_int_equal(term_subst(store, a, 9, b).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  assert_int_equal(term_subst_linear(store, a, term_lvar(store)).id, 0);
  assert_int_equal(store_take_status(store), STATUS_LIMIT);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_are_bounded_as_written_out),
      cmocka_unit_test(functions_on_terms_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
