/* A store and a battery for all cases of a test. */
#ifndef ADJUDGE_TESTS_JUDGING_H
#define ADJUDGE_TESTS_JUDGING_H

#include "tests/unit/programs.h"
#include "verify/battery/battery.h"

static Store *store;
static Battery *battery;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  battery = battery_new(store);
  return store == NULL || battery == NULL;
}

static int tear_down(void **state) {
  (void)state;
  battery_free(battery);
  store_free(store);
  return 0;
}

#endif
