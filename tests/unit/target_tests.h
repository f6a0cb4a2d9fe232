/* What each evaluator of the target language is asked. */
#ifndef ADJUDGE_TESTS_TARGET_TESTS_H
#define ADJUDGE_TESTS_TARGET_TESTS_H

#include "tests/unit/control_programs.h"
#include "tests/unit/long_chains.h"
#include "tests/unit/target_cases.h"

static const Evaluator *judged; /* set by main */

static void constructs(void **state) {
  (void)state;
  cartesian_check(judged);
  cases_check(judged, basic_cases);
}

static void copowers(void **state) {
  (void)state;
  cases_check(judged, copower_cases);
}

static void arrays(void **state) {
  (void)state;
  cases_check(judged, array_cases);
}

static void derivatives(void **state) {
  (void)state;
  cases_check(judged, derivative_cases);
}

static void refused(void **state) {
  (void)state;
  refusals_check(judged);
}

static void sums_iteration_and_combinators(void **state) {
  (void)state;
  check_control_programs(s, judged);
  check_linear_controls(s, judged);
}

static void derivatives_of_iterations(void **state) {
  (void)state;
  check_long_chains(s, judged);
}

#define TARGET_TESTS                                                                                                   \
  cmocka_unit_test(constructs), cmocka_unit_test(copowers), cmocka_unit_test(arrays), cmocka_unit_test(derivatives),   \
      cmocka_unit_test(refused), cmocka_unit_test(sums_iteration_and_combinators),                                     \
      cmocka_unit_test(derivatives_of_iterations)

#endif
