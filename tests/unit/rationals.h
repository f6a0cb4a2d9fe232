/* A store, exact rationals and an arena of a test's own. */
#ifndef ADJUDGE_TESTS_RATIONALS_H
#define ADJUDGE_TESTS_RATIONALS_H

#include "semantics/rings/rings.h"
#include "tests/unit/programs.h"

static Store *store;
static Ring *rationals;
static Arena arena;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  rationals = ring_rational_new(1000);
  arena_init(&arena, (size_t)1 << 28);
  return store == NULL || rationals == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(rationals);
  store_free(store);
  return 0;
}

#endif
