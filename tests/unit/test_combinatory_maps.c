/* Every linear map of combinatory AD up to a size: the adjoint's laws proved. */
#include "verify/laws/combinatory/maps.h"

#include "semantics/combinatory/value.h"
#include "semantics/tables/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_all_maps(void **state) {
  (void)state;
  static const uint64_t counts[] = {0, 98, 0, 1955};
  Store *store = store_new(1024);
  assert_non_null(store);
  for (uint32_t size = 1; size <= 3; size++) {
    CombinatoryMaps maps = {0};
    assert_int_equal(combinatory_maps_check(store, size, &maps), STATUS_OK);
    assert_int_equal(maps.maps, counts[size]);
    for (int law = 0; law < 2; law++) {
      assert_int_equal(maps.proved[law], maps.maps);
      assert_int_equal(maps.refuted[law], 0);
    }
    assert_int_equal(maps.undecided, 0);
    /* as many proofs along one branch as along the other, where there are conditions */
    assert_int_equal(maps.branches[0], maps.branches[1]);
    assert_true((maps.branches[0] > 0) == (size == 3));
    assert_string_equal(maps.witness, "");
  }
  store_free(store);
}

static void test_every_rule_of_maps_is_used(void **state) {
  (void)state;
  static const char *const prefixes[] = {"PFM_", "PFA_", "ADJ_"};
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    const char *id = rule_info((RuleId)rule)->id;
    for (int i = 0; i < 3; i++) {
      if (strncmp(id, prefixes[i], 4) == 0 && rule_hits[rule] == 0) fail_msg("no map uses rule %s", id);
    }
  }
}

/* What is not of the type is written nowhere: a pair of one part or of three, a vector in its place, another length. */
static void test_values_of_other_shapes(void **state) {
  (void)state;
  Store *store = store_new(1024);
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), pair = type_prod(types, real, real);
  const Scalar scalars[3] = {{1}, {2}, {3}};
  const PfValue reals[3] = {pf_vector(1, scalars), pf_vector(1, scalars + 1), pf_vector(1, scalars + 2)};
  const PfValue values[] = {{2, NULL, reals}, {1, NULL, reals}, {3, NULL, reals}, {2, scalars, NULL}};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
    Scalar found[3] = {{0}}, *end = found;
    assert_int_equal(pf_write_flat(types, pair, &values[k], &end), k == 0 ? STATUS_OK : STATUS_STUCK);
    if (k == 0) assert_true(end == found + 2 && found[0].word == 1 && found[1].word == 2);
    end = found;
    assert_int_equal(pf_write_flat(types, type_array(types, pair, 2), &values[k], &end), STATUS_STUCK);
  }
  Scalar found[3], *end = found;
  assert_int_equal(pf_write_flat(types, type_real(types, 2), &values[0], &end), STATUS_STUCK);
  assert_int_equal(pf_write_flat(types, type_real(types, 3), &values[3], &end), STATUS_STUCK);
  assert_int_equal(pf_write_flat(types, type_real(types, 2), &values[3], &end), STATUS_OK);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_maps),
      cmocka_unit_test(test_every_rule_of_maps_is_used),
      cmocka_unit_test(test_values_of_other_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
