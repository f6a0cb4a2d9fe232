/* An operation declared by hand, for tests of engines: f (x, y) = [x0 y, x1] on
 * real^2 and real, with its matrices [y 0; 0 1] and [x0; 0]. */
#ifndef ADJUDGE_TESTS_GIVEN_H
#define ADJUDGE_TESTS_GIVEN_H

#include "ad/engine.h"
#include "semantics/rings/rings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline Status given_value(void *state, Ring *ring, const Scalar *x, const Scalar *y, Scalar *out) {
  (void)state;
  out[0] = ring_mul(ring, x[0], y[0]);
  out[1] = x[1];
  return ring_take_status(ring);
}

static inline Status given_slope(void *state, Ring *ring, uint32_t k, const Scalar *x, const Scalar *y, Scalar *out) {
  (void)state;
  Scalar zero = ring_integer(ring, 0);
  if (k == 1) {
    out[0] = x[0], out[1] = zero;
    return STATUS_OK;
  }
  out[0] = y[0], out[1] = out[2] = zero, out[3] = ring_integer(ring, 1);
  return STATUS_OK;
}

/* f (x, y) with x : real^2 and y : real, the context being `context`. */
static inline Program given_program(Store *in, TypeId context[2]) {
  TypeTable *types = &in->types;
  context[0] = type_real(types, 2);
  context[1] = type_real(types, 1);
  const OpGiven given = {.name = "swirl",
                         .arity = 2,
                         .operand = {context[0], context[1]},
                         .result = context[0],
                         .value = given_value,
                         .slope = given_slope};
  OpId op = op_make_given(&in->ops, types, &given);
  assert_int_not_equal(op.id, 0);
  return (Program){term_op(in, op, term_var(in, 1), term_var(in, 0)), context, 2, context[0]};
}

/* The engine's derivative of f at ([2, 3], 5), forward along ([7, 11], 13) and in reverse
 * along [7, 11], and that it prints. */
static inline void check_given(Store *in, Arena *memory, const Engine *engine) {
  TypeId context[2];
  const Program program = given_program(in, context);
  const void *derivative;
  const char *missing = "";
  assert_int_equal(engine->derive(in, memory, &program, &derivative, &missing), STATUS_OK);
  Ring *ring = ring_field_new();
  Machine runs = machine_make(in, ring, memory);
  const int64_t at[] = {2, 3, 5}, along[] = {7, 11, 13}, forward[] = {61, 11}, reverse[] = {35, 11, 14};
  Scalar input[3], seed[3], primal[2], image[3];
  for (int i = 0; i < 3; i++) input[i] = ring_integer(ring, at[i]), seed[i] = ring_integer(ring, along[i]);
  assert_int_equal(engine->run(&runs, &program, derivative, input, 1, seed, primal, image), STATUS_OK);
  assert_true(primal[0].word == ring_integer(ring, 10).word && primal[1].word == ring_integer(ring, 3).word);
  for (int i = 0; i < (engine->reverse ? 3 : 2); i++)
    assert_true(image[i].word == ring_integer(ring, engine->reverse ? reverse[i] : forward[i]).word);
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  if (engine->print != NULL) engine->print(in, derivative, out);
  (void)fclose(out);
  free(text);
  ring_destroy(ring);
}

#endif
