/* Running terms built by hand under the operational interpreter: what they give,
 * and how they fail, over F_p. */
#ifndef ADJUDGE_TESTS_OPERATIONAL_RUN_H
#define ADJUDGE_TESTS_OPERATIONAL_RUN_H

#include "semantics/chad/linear/operational.h"
#include "semantics/chad/linear/typing.h"
#include "tests/unit/running.h"

#define NOTHING NULL, 0

static UNUSED_OK void residues(Scalar *to, const int64_t *from, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) to[i] = (Scalar){field_from_int(from[i])};
}

static UNUSED_OK Status run_cartesian(const Program *program, const Scalar *input, Scalar *output) {
  ArenaMark mark = arena_mark(&arena);
  Machine machine = machine_make(S, field, &arena);
  Status status = operational_evaluator.eval(&machine, program, input, output);
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  arena_release(&arena, mark);
  return status;
}

static UNUSED_OK Status run_linear(const Program *program, const Scalar *input, uint32_t seeds, const Scalar *seed,
                                   Scalar *primal, Scalar *image) {
  ArenaMark mark = arena_mark(&arena);
  Machine machine = machine_make(S, field, &arena);
  Status status = operational_evaluator.eval_linear(&machine, program, input, seeds, seed, primal, image);
  assert_int_equal(machine.depth, MACHINE_DEPTH);
  arena_release(&arena, mark);
  return status;
}

static UNUSED_OK void cartesian_gives(int line, const TypeId *context, uint32_t length, TermId t, TypeId type,
                                      const int64_t *in, uint32_t in_count, const int64_t *out, uint32_t out_count) {
  Scalar input[16], output[16], expected[16];
  residues(input, in, in_count);
  residues(expected, out, out_count);
  Program program = program_of(t, context, length, type);
  TypeId found = {0};
  assert_int_equal(linear_infer_cartesian(S, context, length, t, &found), STATUS_OK);
  assert_true(type_equal(found, type));
  Status status = run_cartesian(&program, input, output);
  if (status != STATUS_OK) fail_msg("line %d: %s", line, status_name(status));
  if (memcmp(output, expected, out_count * sizeof *output) != 0) fail_msg("line %d: wrong value", line);
}

/* The term r in `context; v : domain`, at an input and one seed. */
static UNUSED_OK void linear_gives(int line, const TypeId *context, uint32_t length, const int64_t *in,
                                   uint32_t in_count, TypeId domain, TermId r, TypeId codomain, const int64_t *from,
                                   uint32_t from_count, const int64_t *to, uint32_t to_count) {
  Scalar input[16], seed[16], image[16], expected[16];
  residues(input, in, in_count);
  residues(seed, from, from_count);
  residues(expected, to, to_count);
  TypeId found = {0};
  Status status = linear_infer_linear(S, context, length, domain, r, &found);
  if (status != STATUS_OK || !type_equal(found, codomain)) fail_msg("line %d: ill-typed", line);
  if (type_node(&S->types, codomain)->dim != to_count) fail_msg("line %d: the type has another size", line);
  Program program = program_of(pair(unit(), llam(domain, r)), context, length, prod(one(), lfun(domain, codomain)));
  status = run_linear(&program, input, 1, seed, NULL, image);
  if (status != STATUS_OK) fail_msg("line %d: %s", line, status_name(status));
  if (to_count > 0 && memcmp(image, expected, to_count * sizeof *image) != 0) fail_msg("line %d: wrong value", line);
  bool canonical = false;
  Machine machine = machine_make(S, field, &arena);
  status = operational_check_subject(&machine, &program, input, &canonical);
  if (status != STATUS_OK || !canonical) fail_msg("line %d: the value is not canonical", line);
}

static UNUSED_OK void cartesian_fails(int line, Status expected, TermId t, TypeId type) {
  Scalar output[16];
  Program program = program_of(t, NULL, 0, type);
  Status status = run_cartesian(&program, NULL, output);
  if (status != expected) fail_msg("line %d: %s, expected %s", line, status_name(status), status_name(expected));
}

static UNUSED_OK void linear_fails(int line, Status expected, TypeId domain, TermId r, TypeId codomain) {
  Scalar image[16], seed[16] = {{0}};
  Program program = program_of(pair(unit(), llam(domain, r)), NULL, 0, prod(one(), lfun(domain, codomain)));
  Status status = run_linear(&program, NULL, 1, seed, NULL, image);
  if (status != expected) fail_msg("line %d: %s, expected %s", line, status_name(status), status_name(expected));
}

#define GIVES(context, t, type, in, out) cartesian_gives(__LINE__, context, t, type, in, out)
#define LINEAR(context, in, domain, r, codomain, from, to)                                                             \
  linear_gives(__LINE__, context, in, domain, r, codomain, from, to)
#define FAILS(status, t, type) cartesian_fails(__LINE__, status, t, type)
#define LINEAR_FAILS(status, domain, r, codomain) linear_fails(__LINE__, status, domain, r, codomain)

#endif
