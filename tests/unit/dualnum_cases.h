/* Programs given as text, run by every stage of dual-numbers AD. */
#ifndef ADJUDGE_TESTS_DUALNUM_CASES_H
#define ADJUDGE_TESTS_DUALNUM_CASES_H

#include "ad/dualnum/dualnum.h"
#include "semantics/dualnum/tape_run.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/rules.h"
#include "semantics/text/text.h"
#include "verify/truth/truth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MOST 64

static Store *store;
static Arena arena, values;
static Ring *field, *doubles;

static inline int dualnum_setup(void **state) {
  (void)state;
  store = store_new(1u << 22);
  arena_init(&arena, (size_t)1 << 28);
  arena_init(&values, (size_t)1 << 30);
  field = ring_field_new();
  doubles = ring_double_new();
  return store == NULL || field == NULL || doubles == NULL;
}

static inline int dualnum_teardown(void **state) {
  (void)state;
  ring_destroy(field);
  ring_destroy(doubles);
  arena_free(&arena);
  arena_free(&values);
  store_free(store);
  return 0;
}

/* The last definition of the text; the module is kept until the next call. */
static inline const Program *read_program(const char *text) {
  static Module module;
  TextError error;
  text_free_module(&module);
  if (text == NULL) return NULL;
  Status status = text_read_module(store, "test", text, strlen(text), NULL, 0, &module, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  return &text_find(store, &module, NULL)->program;
}

static inline uint32_t context_dimension(const Program *program) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < program->length; k++) n += type_node(&store->types, program->context[k])->dim;
  return n;
}

/* What one run gave. */
typedef struct Ran {
  Status status;
  Scalar primal[MOST], image[MOST];
  CostMeter meter;
} Ran;

static inline Ran run_stage_into(Ring *ring, DualStage stage, const Program *program, const Scalar *input,
                                 const Scalar *seed, Scalar *primal, Scalar *image) {
  Ran ran = {.meter = {.steps = 0}};
  const DualProgram *derivative = NULL;
  const char *missing;
  ArenaMark mark = arena_mark(&arena), value_mark = arena_mark(&values);
  ran.status = dualnum_derive(store, &arena, stage, program, &derivative, &missing);
  assert_int_equal(ran.status, STATUS_OK);
  Machine machine = machine_make(store, ring, &values);
  ran.status = dualnum_run(&machine, program, derivative, input, 1, seed, primal, image, &ran.meter);
  arena_release(&values, value_mark);
  arena_release(&arena, mark);
  return ran;
}

/* The same for what has at most MOST scalars. */
static inline Ran run_stage(Ring *ring, DualStage stage, const Program *program, const Scalar *input,
                            const Scalar *seed) {
  Scalar primal[MOST], image[MOST];
  Ran ran = run_stage_into(ring, stage, program, input, seed, primal, image);
  memcpy(ran.primal, primal, sizeof primal);
  memcpy(ran.image, image, sizeof image);
  return ran;
}

static inline Scalar in_field(int64_t n) { return ring_integer(field, n); }

static inline uint64_t word_of(uint64_t seed) {
  seed = (seed + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
  return field_reduce(seed ^ (seed >> 31));
}

/* <J v, w> by the truth tier against <v, J^t w> of every stage, over F_p, at reals; Ints are 1. */
static inline void check_program(Truth *truth, const Program *program) {
  Scalar x[MOST], v[MOST], w[MOST], value[MOST], derivative[MOST], seed[MOST], inputs_of[MOST];
  uint32_t n = context_dimension(program), m = type_node(&store->types, program->type)->dim, at = 0, reals = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    bool integer = type_node(&store->types, program->context[k])->kind == TYPE_INT;
    for (uint32_t i = 0; i < type_node(&store->types, program->context[k])->dim; i++, at++) {
      x[at] = integer ? scalar_from_int(1) : (Scalar){word_of(at)};
      v[at] = (Scalar){integer ? 0 : word_of(100 + at)};
      if (!integer) inputs_of[reals++] = v[at];
    }
  }
  assert_int_equal(at, n);
  assert_int_equal(truth_field_line(truth, program, x, v, value, derivative, NULL), STATUS_OK);
  uint32_t outputs = real_dimension(&store->types, program->type);
  for (uint32_t k = 0; k < m; k++) w[k] = (Scalar){word_of(200 + k)};
  Scalar left = in_field(0);
  for (uint32_t k = 0; k < outputs; k++) left = ring_add(field, left, ring_mul(field, derivative[k], w[k]));
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    for (uint32_t k = 0; k < MOST; k++) seed[k] = stage == DUAL_FORWARD ? inputs_of[k < reals ? k : 0] : w[k];
    Ran ran = run_stage(field, (DualStage)stage, program, x, seed);
    assert_int_equal(ran.status, STATUS_OK);
    for (uint32_t k = 0; k < m; k++) assert_int_equal(ran.primal[k].word, value[k].word);
    Scalar right = in_field(0);
    for (uint32_t k = 0; k < reals && stage != DUAL_FORWARD; k++) {
      right = ring_add(field, right, ring_mul(field, ran.image[k], inputs_of[k]));
    }
    for (uint32_t k = 0; k < outputs && stage == DUAL_FORWARD; k++) {
      right = ring_add(field, right, ring_mul(field, ran.image[k], w[k]));
    }
    if (left.word != right.word) fail_msg("stage %d is wrong", stage);
  }
}

#endif
