/* Straight-line programs: what the source interpreter records, its values, and its
 * derivatives forward and in reverse. */
#include "semantics/dualnum/gradient.h"
#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "semantics/straight/ring_straight.h"
#include "semantics/straight/straight.h"
#include "verify/enumerate/space.h"

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

/* Where there is room for inverses each node is made once, and none by the laws of rings alone. */
static void nodes_once(void **state) {
  (void)state;
  straight_begin_symbols(straight, 2, 0, STRAIGHT_SYMBOLS);
  Scalar x = {0}, y = {1}, zero = ring_integer(straight, 0), one = ring_integer(straight, 1);
  Scalar product = ring_mul(straight, x, y), square = ring_mul(straight, x, x);
  assert_int_equal(ring_mul(straight, y, x).word, product.word);
  assert_int_equal(ring_integer(straight, 1).word, one.word);
  assert_int_equal(ring_add(straight, zero, x).word, x.word);
  assert_int_equal(ring_sub(straight, x, zero).word, x.word);
  assert_int_equal(ring_mul(straight, x, one).word, x.word);
  assert_int_equal(ring_mul(straight, zero, x).word, zero.word);
  assert_int_not_equal(square.word, x.word);
  assert_int_not_equal(ring_sub(straight, zero, x).word, x.word);
  assert_int_not_equal(ring_sub(straight, x, y).word, ring_sub(straight, y, x).word);
}

/* Random nodes over the recorder and over F_p at once: what is recorded has the values that were computed. */
static void nodes_once_mean_the_same(void **state) {
  (void)state;
  enum { NODES = 300, INPUTS = 3 };
  Scalar made[NODES], value[NODES], constant[NODES], w[NODES + 2 * INPUTS + STRAIGHT_SYMBOLS] = {{0}};
  Scalar x[INPUTS + STRAIGHT_SYMBOLS] = {{2}, {5}, {11}};
  for (uint64_t seed = 0; seed < 20; seed++) {
    straight_begin_symbols(straight, INPUTS, 0, STRAIGHT_SYMBOLS);
    for (uint32_t k = 0; k < NODES; k++) {
      uint64_t word = random_word(seed, k, 0);
      Scalar a = k < INPUTS ? (Scalar){k} : made[(word >> 8) % k], b = k < INPUTS ? a : made[(word >> 32) % k];
      Scalar u = k < INPUTS ? x[k] : value[(word >> 8) % k], v = k < INPUTS ? u : value[(word >> 32) % k];
      int64_t number = (int64_t)(word >> 8) % 3 - 1;
      unsigned code = k < INPUTS ? 9 : (unsigned)(word % 6);
      made[k] = code == 0   ? ring_add(straight, a, b)
                : code == 1 ? ring_sub(straight, a, b)
                : code <= 3 ? ring_mul(straight, a, b)
                : code == 4 ? ring_neg(straight, a)
                : code == 5 ? ring_integer(straight, number)
                            : a;
      value[k] = code == 0   ? ring_add(field, u, v)
                 : code == 1 ? ring_sub(field, u, v)
                 : code <= 3 ? ring_mul(field, u, v)
                 : code == 4 ? ring_neg(field, u)
                 : code == 5 ? ring_integer(field, number)
                             : u;
    }
    StraightProgram program = straight_recorded(straight);
    assert_true(program.nodes <= NODES + INPUTS + STRAIGHT_SYMBOLS);
    assert_int_equal(straight_constants(field, &program, constant), STATUS_OK);
    straight_values(field, program.code, program.nodes, constant, x, w);
    for (uint32_t k = 0; k < NODES; k++) assert_int_equal(w[made[k].word].word, value[k].word);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_nodes),
      cmocka_unit_test(known_derivatives),
      cmocka_unit_test(output_that_is_an_input),
      cmocka_unit_test(rejected),
      cmocka_unit_test(constant_without_residue),
      cmocka_unit_test(nodes_once),
      cmocka_unit_test(nodes_once_mean_the_same),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
