/* Every linear map of combinatory AD up to a size: the adjoint's laws proved. */
#include "verify/laws/combinatory_maps.h"

#include "semantics/core/rules.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_maps),
      cmocka_unit_test(test_every_rule_of_maps_is_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
