/* Reading programs for the simplifier's tests, and comparing a program with what
 * it was simplified to: same type, same meaning, no more scalar operations. */
#ifndef ADJUDGE_TESTS_SIMPLIFY_CHECK_H
#define ADJUDGE_TESTS_SIMPLIFY_CHECK_H

#include "ad/simplify/simplify.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED_OK __attribute__((unused))

#define MAX_DIM 64
#define STEPS 1000000

static UNUSED_OK Store *s;
static UNUSED_OK Ring *ring;

static UNUSED_OK int setup(void **state) {
  (void)state;
  s = store_new(1u << 24);
  ring = ring_field_new();
  return s == NULL || ring == NULL;
}

static UNUSED_OK int teardown(void **state) {
  (void)state;
  store_free(s);
  ring_destroy(ring);
  return 0;
}

/* ------------------------------------------------------------ reading -- */

#define CONTEXT 4
static UNUSED_OK const char *const context_names[CONTEXT] = {"x", "y", "p", "xs"};
static UNUSED_OK const char *const context_types[CONTEXT] = {"real", "real", "real * real", "real^3"};
static UNUSED_OK TypeId context[CONTEXT];

static UNUSED_OK TypeId read_type(const char *text) {
  TypeId type = {0};
  TextError error;
  if (text_read_type(s, text, strlen(text), &type, &error) != STATUS_OK) fail_msg("%s: %s", text, error.message);
  return type;
}

static UNUSED_OK Program read_in(const char *text, const TypeId *types, const char *const *names, uint32_t length) {
  NameId ids[CONTEXT];
  for (uint32_t i = 0; i < length; i++) ids[i] = name_make(s, names[i], strlen(names[i]));
  TermText source = {.text = text, .length = strlen(text), .origin = "test", .context = types, .names = ids};
  source.context_length = length;
  source.target = true;
  Program program = {.context = types, .length = length};
  TextError error;
  Status status = text_read_term(s, &source, &program.term, &program.type, &error);
  if (status != STATUS_OK) fail_msg("%s", error.message);
  return program;
}

/* A target term in the context x, y : real, p : real * real, xs : real^3. */
static UNUSED_OK Program read_term(const char *text) {
  for (uint32_t i = 0; i < CONTEXT; i++) context[i] = read_type(context_types[i]);
  return read_in(text, context, context_names, CONTEXT);
}

static UNUSED_OK void print_difference(const Program *program, TermId expected) {
  Program wanted = *program;
  wanted.term = expected;
  PrintStyle style = {.unicode = false, .width = 100};
  TypeId none = {0};
  char *is = text_print_term(s, program, NULL, none, style), *should = text_print_term(s, &wanted, NULL, none, style);
  print_message("is:\n%s\nshould be:\n%s\n", is == NULL ? "?" : is, should == NULL ? "?" : should);
  free(is);
  free(should);
}

/* --------------------------------------------------------- evaluating -- */

/* The flat result of a first-order program, or of a T * (S_ -o R_) at one seed
 * for each basis element; and the scalar operations it took. */
typedef struct Outcome {
  Status status;
  uint32_t count;
  Scalar value[MAX_DIM * 2];
  uint64_t operations;
} Outcome;

static UNUSED_OK uint32_t dim(TypeId type) { return type_node(&s->types, type)->dim; }

static UNUSED_OK const Evaluator *const evaluators[] = {&applied_evaluator, &operational_evaluator, &monoid_evaluator};
#define EVALUATORS (sizeof evaluators / sizeof *evaluators)

static UNUSED_OK void evaluate_linear(const Evaluator *evaluator, Machine *machine, const Program *program,
                                      const Scalar *input, Outcome *outcome) {
  const TypeNode pair = *type_node(&s->types, program->type), map = *type_node(&s->types, pair.b);
  uint32_t seeds = dim(map.a), images = dim(map.b);
  Scalar seed[MAX_DIM];
  assert_true(seeds * images + dim(pair.a) <= MAX_DIM * 2 && seeds * seeds <= MAX_DIM);
  for (uint32_t i = 0; i < seeds * seeds; i++) seed[i] = ring_integer(ring, i % (seeds + 1) == 0);
  outcome->count = dim(pair.a) + seeds * images;
  outcome->status =
      evaluator->eval_linear(machine, program, input, seeds, seed, outcome->value, outcome->value + dim(pair.a));
}

static UNUSED_OK Outcome evaluate(const Evaluator *evaluator, const Program *program) {
  Outcome outcome = {.status = STATUS_OK};
  Scalar input[MAX_DIM];
  for (uint32_t i = 0; i < MAX_DIM; i++) input[i] = ring_integer(ring, (int64_t)(3 + 7 * i + i * i));
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  Machine machine = machine_make(s, ring, &arena);
  uint64_t before = ring->operations;
  if (dim(program->type) == TYPE_NOT_FLAT) {
    evaluate_linear(evaluator, &machine, program, input, &outcome);
  } else {
    outcome.count = dim(program->type);
    outcome.status = evaluator->eval(&machine, program, input, outcome.value);
  }
  outcome.operations = ring->operations - before;
  arena_free(&arena);
  return outcome;
}

/* Pairs of programs that every evaluator decided. */
static UNUSED_OK uint64_t decided;

static UNUSED_OK void check_evaluated(const char *what, const Program *before, const Program *after,
                                      const Evaluator *evaluator) {
  Outcome old = evaluate(evaluator, before), new = evaluate(evaluator, after);
  if (old.status != STATUS_OK || new.status != STATUS_OK) {
    if (old.status == STATUS_DOMAIN || old.status == STATUS_UNABLE) return;
    fail_msg("%s: %s before, %s after", what, status_name(old.status), status_name(new.status));
  }
  decided++;
  for (uint32_t i = 0; i < old.count; i++) {
    if (ring_equal(ring, old.value[i], new.value[i])) continue;
    print_difference(after, before->term);
    fail_msg("%s, %s: scalar %u differs", evaluator->name, what, i);
  }
  if (new.operations > old.operations) {
    print_difference(after, before->term);
    fail_msg("%s, %s: %llu operations became %llu", evaluator->name, what, (unsigned long long)old.operations,
             (unsigned long long)new.operations);
  }
}

/* Same type, same meaning, no more scalar operations. */
static UNUSED_OK void check_same(const char *what, const Program *before, const Program *after) {
  TypeId type = {0};
  Status status = linear_infer_cartesian(s, after->context, after->length, after->term, &type);
  if (status != STATUS_OK || !type_equal(type, before->type)) {
    print_difference(after, before->term);
    fail_msg("%s: the result has another type", what);
  }
  for (size_t e = 0; e < EVALUATORS; e++) check_evaluated(what, before, after, evaluators[e]);
}

#endif
