/* The clock of progress and limits: as much passes as is slept at least, whatever the machine does besides. */
#include "verify/campaign/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#define SLEEP 0.01
#define DAYS 1e6 /* seconds, of a machine that is busy */

static void test_passes(void **state) {
  (void)state;
  const struct timespec pause = {.tv_nsec = (long)(SLEEP * 1e9)};
  for (int k = 0; k < 5; k++) {
    double before = clock_seconds();
    assert_int_equal(nanosleep(&pause, NULL), 0);
    double passed = clock_seconds() - before;
    assert_true(passed >= SLEEP - 1e-6 && passed < DAYS);
  }
}

static void test_never_goes_back(void **state) {
  (void)state;
  double last = clock_seconds();
  for (int k = 0; k < 10000; k++) {
    double now = clock_seconds();
    assert_true(now >= last);
    last = now;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_passes), cmocka_unit_test(test_never_goes_back)};
  return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
