/* What a test of an evaluator has: a store, F_p, doubles, and memory for values. */
#ifndef ADJUDGE_TESTS_RUNNING_H
#define ADJUDGE_TESTS_RUNNING_H

#include "tests/unit/build.h"

static UNUSED_OK Ring *field, *doubles;
static UNUSED_OK Arena arena;

static UNUSED_OK int set_up(void **state) {
  (void)state;
  S = store_new(1u << 20);
  field = ring_field_new();
  doubles = ring_double_new();
  arena_init(&arena, (size_t)1 << 28);
  return S == NULL || field == NULL || doubles == NULL ? -1 : 0;
}

static UNUSED_OK int tear_down(void **state) {
  (void)state;
  int status = store_take_status(S) == STATUS_OK ? 0 : -1; /* every term above was a term */
  arena_free(&arena);
  ring_destroy(field);
  ring_destroy(doubles);
  store_free(S);
  return status;
}

#define LIST(...) (int64_t[]){__VA_ARGS__}, (uint32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define GAMMA(...) (TypeId[]){__VA_ARGS__}, (uint32_t)(sizeof((TypeId[]){__VA_ARGS__}) / sizeof(TypeId))
#define EMPTY NULL, 0

#endif
