/* Straight-line programs: what the source interpreter records, its values, and its
 * derivatives forward and in reverse. */
#include "semantics/core/evaluator.h"
#include "semantics/core/rings.h"
#include "semantics/core/straight.h"
#include "semantics/dual/gradient.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static Store *store;
static Arena arena;
static Ring *straight, *field;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 16);
  arena_init(&arena, (size_t)1 << 24);
  straight = ring_straight_new(1000);
  field = ring_field_new();
  return store == NULL || straight == NULL || field == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(straight);
  ring_destroy(field);
  arena_free(&arena);
  store_free(store);
  return 0;
}

static TermId op2(OpCode code, TermId x, TermId y) {
  return term_op(store, op_make(&store->ops, &store->types, code, 1, 0), x, y);
}
static TermId op1(OpCode code, TermId x) { return op2(code, x, TERM_NONE_ID); }

static TermId number(int64_t value) {
  ConstantId c = constant_from_ratio(&store->constants, value, 1);
  OpId op = op_make_constant(&store->ops, &store->types, 1, c);
  return term_op(store, op, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId cube(TermId x) {
  ConstantId three = constant_from_ratio(&store->constants, 3, 1);
  OpId op = op_make_power(&store->ops, &store->types, 1, three);
  return term_op(store, op, x, TERM_NONE_ID);
}

/* Runs x, y : real |- t : real over the recording ring; *output is its node. */
static Status record(TermId t, Scalar *output) {
  TypeId real = type_real(&store->types, 1);
  const TypeId context[2] = {real, real};
  const Program program = {t, context, 2, real};
  const Scalar input[2] = {{0}, {1}};
  assert_int_equal(store_take_status(store), STATUS_OK);
  straight_begin(straight, 2);
  ArenaMark mark = arena_mark(&arena);
  Machine machine = machine_make(store, straight, &arena);
  Status status = source_evaluator.eval(&machine, &program, input, output);
  arena_release(&arena, mark);
  return status;
}

static TermId x_of(void) { return term_var(store, 1); }
static TermId y_of(void) { return term_var(store, 0); }

static void node_is(const StraightProgram *program, uint32_t k, StraightCode code, uint32_t a, uint32_t b) {
  assert_true(k < program->nodes);
  assert_int_equal(program->code[k].code, code);
  assert_int_equal(program->code[k].a, a);
  if (code != STRAIGHT_NEG) assert_int_equal(program->code[k].b, b);
}

/* let z = x y in (z - 3, z + neg x) : the second component; z is one node. */
static void records_nodes(void **state) {
  (void)state;
  TermId z = term_var(store, 0), x = term_var(store, 2);
  TermId pair = term_pair(store, op2(OP_SUB, z, number(3)), op2(OP_ADD, z, op1(OP_NEG, x)));
  TermId t = term_let(store, NAME_NONE, op2(OP_MUL, x_of(), y_of()), term_snd(store, pair));
  Scalar output;
  assert_int_equal(record(t, &output), STATUS_OK);
  StraightProgram program = straight_recorded(straight);
  assert_int_equal(program.nodes, 7);
  node_is(&program, 0, STRAIGHT_INPUT, 0, 0);
  node_is(&program, 1, STRAIGHT_INPUT, 1, 0);
  node_is(&program, 2, STRAIGHT_MUL, 0, 1);
  node_is(&program, 3, STRAIGHT_CONSTANT, 0, 0);
  node_is(&program, 4, STRAIGHT_SUB, 2, 3);
  node_is(&program, 5, STRAIGHT_NEG, 0, 0);
  node_is(&program, 6, STRAIGHT_ADD, 2, 5);
  assert_int_equal(output.word, 6);
}

/* f = (x^3 - 2 y) (y - neg x) at (2, 5): f = -14, df/dx = 12 7 - 2 = 82, df/dy = -14 - 2 = -16 */
static void known_derivatives(void **state) {
  (void)state;
  TermId left = op2(OP_SUB, cube(x_of()), op2(OP_MUL, number(2), y_of()));
  TermId t = op2(OP_MUL, left, op2(OP_SUB, y_of(), op1(OP_NEG, x_of())));
  Scalar output, constant[4], w[32], adjoint[32];
  Dual duals[32];
  assert_int_equal(record(t, &output), STATUS_OK);
  StraightProgram program = straight_recorded(straight);
  assert_true(program.nodes <= 32 && program.constants <= 4);
  assert_int_equal(straight_constants(field, &program, constant), STATUS_OK);
  const Scalar x[2] = {{2}, {5}}, dx[2] = {{3}, {1}};
  straight_values(field, program.code, program.nodes, constant, x, w);
  assert_int_equal(w[output.word].word, field_from_int(-14));
  straight_duals(field, program.code, program.nodes, constant, x, dx, duals);
  assert_int_equal(duals[output.word].real.word, field_from_int(-14));
  assert_int_equal(duals[output.word].epsilon.word, field_from_int(3 * 82 - 16));
  straight_gradient(field, program.code, 2, program.nodes, w, (uint32_t)output.word, adjoint);
  assert_int_equal(adjoint[0].word, field_from_int(82));
  assert_int_equal(adjoint[1].word, field_from_int(-16));
  assert_int_equal(ring_take_status(field), STATUS_OK);
}

static void output_that_is_an_input(void **state) {
  (void)state;
  Scalar output, x[2] = {{7}, {9}}, w[2], adjoint[2];
  assert_int_equal(record(y_of(), &output), STATUS_OK);
  StraightProgram program = straight_recorded(straight);
  assert_int_equal(program.nodes, 2);
  straight_values(field, program.code, program.nodes, NULL, x, w);
  straight_gradient(field, program.code, 2, program.nodes, w, (uint32_t)output.word, adjoint);
  assert_int_equal(adjoint[0].word, 0);
  assert_int_equal(adjoint[1].word, 1);
}

static void rejected(void **state) {
  (void)state;
  Scalar output;
  assert_int_equal(record(op2(OP_DIV, x_of(), y_of()), &output), STATUS_UNABLE);
  assert_int_equal(record(op1(OP_SIN, x_of()), &output), STATUS_UNABLE);
  assert_int_equal(record(op2(OP_MAX, x_of(), y_of()), &output), STATUS_UNABLE);
  TermId t = x_of();
  for (int i = 0; i < 11; i++) t = op2(OP_ADD, t, t); /* 2^11 - 1 sums as a tree */
  assert_int_equal(record(t, &output), STATUS_LIMIT);
  assert_int_equal(record(x_of(), &output), STATUS_OK);
}

/* A constant that has no residue is refused when it is read over F_p. */
static void constant_without_residue(void **state) {
  (void)state;
  ConstantId c = constant_from_ratio(&store->constants, 1, FIELD_P);
  OpId op = op_make_constant(&store->ops, &store->types, 1, c);
  Scalar output, constant[1];
  assert_int_equal(record(term_op(store, op, TERM_NONE_ID, TERM_NONE_ID), &output), STATUS_OK);
  StraightProgram program = straight_recorded(straight);
  assert_int_equal(straight_constants(field, &program, constant), STATUS_UNABLE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_nodes),
      cmocka_unit_test(known_derivatives),
      cmocka_unit_test(output_that_is_an_input),
      cmocka_unit_test(rejected),
      cmocka_unit_test(constant_without_residue),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
