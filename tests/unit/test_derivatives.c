/* The bodies of Dop and Dop^t: each line of ops.def parses at its sizes, and
 * has the type that the operation's derivative must have. */
#include "semantics/chad/linear/derivatives.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static bool has_derivative(OpCode code) {
  OpShape shape = op_info(code)->shape;
  return shape != SHAPE_CONST && shape != SHAPE_INT && shape != SHAPE_INT2 && shape != SHAPE_TOREAL &&
         shape != SHAPE_TEST && shape != SHAPE_INTTEST;
}

/* The exponent of a power: p/q by the run. */
static OpId instance(Store *store, OpCode code, uint32_t n, ConstantId exponent) {
  if (code == OP_POW) return op_make_power(&store->ops, &store->types, n, exponent);
  return op_make(&store->ops, &store->types, code, n, code == OP_MATVEC ? 2 : 0);
}

static TermId body_in(Store *store, LopId lop) {
  TermId body;
  assert_int_equal(lop_body(store, lop, &body), STATUS_OK);
  return body;
}

static void check_body(Store *store, LopId lop) {
  TermId body = body_in(store, lop);
  LopNode node = *lop_node(&store->ops, lop);
  TypeId type;
  assert_int_not_equal(body.id, 0);
  assert_true((body.id & TERM_DEFINITION_BIT) != 0);
  assert_int_equal(linear_infer_linear(store, node.operand, node.arity, node.ldom, body, &type), STATUS_OK);
  assert_true(type_equal(type, node.cdom));
  assert_int_equal(body_in(store, lop).id, body.id); /* kept */
}

static void every_body_has_its_type(void **state) {
  (void)state;
  static const int64_t exponents[][2] = {{2, 1}, {0, 1}, {1, 1}, {-1, 1}, {1, 2}, {-7, 3}};
  Store *store = store_new(1u << 16);
  uint32_t bodies = 0;
  for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
    ConstantId exponent = constant_from_ratio(&store->constants, exponents[e][0], (uint64_t)exponents[e][1]);
    for (uint32_t n = 0; n <= 3; n++) {
      for (OpCode code = 0; code < OP_GIVEN; code++) {
        if (!has_derivative(code)) continue;
        OpId op = instance(store, code, n, exponent);
        check_body(store, lop_derivative(&store->ops, &store->types, op));
        check_body(store, lop_transpose(&store->ops, &store->types, op));
        bodies += 2;
      }
    }
  }
  assert_int_equal(store_mark(store), 1); /* no working term was made */
  assert_int_equal(store_take_status(store), STATUS_OK);
  assert_int_equal(bodies, 6 * 4 * 2 * 23);
  store_free(store);
}

static void no_body_without_a_derivative(void **state) {
  (void)state;
  Store *store = store_new(1u << 10);
  OpTable *ops = &store->ops;
  OpId toreal = op_make(ops, &store->types, OP_TOREAL, 0, 0);
  OpId one = op_make_constant(ops, &store->types, 1, constant_from_ratio(&store->constants, 1, 1));
  assert_int_equal(lop_derivative(ops, &store->types, toreal).id, 0);
  assert_int_equal(lop_derivative(ops, &store->types, one).id, 0);
  TermId body;
  assert_int_equal(lop_body(store, lop_make(ops, &store->types, LOP_NEG, 2, 0), &body), STATUS_STUCK);
  assert_int_equal(lop_body(store, (LopId){0}, &body), STATUS_STUCK);
  store_free(store);
}

static char *printed_body(Store *store, OpId op, bool transpose) {
  LopId lop =
      transpose ? lop_transpose(&store->ops, &store->types, op) : lop_derivative(&store->ops, &store->types, op);
  LopNode node = *lop_node(&store->ops, lop);
  const NameId names[] = {name_make(store, "x", 1), name_make(store, "y", 1)};
  const Program program = {body_in(store, lop), node.operand, node.arity, node.cdom};
  return text_print_term(store, &program, names, node.ldom, (PrintStyle){.width = 0});
}

static void check_printed(Store *store, OpId op, bool transpose, const char *expected) {
  char *text = printed_body(store, op, transpose);
  assert_non_null(text);
  assert_string_equal(text, expected);
  free(text);
}

/* The constant of a power is computed exactly; x^0 has the derivative 0_. */
static void bodies_read_as_stated(void **state) {
  (void)state;
  Store *store = store_new(1u << 10);
  ConstantTable *constants = &store->constants;
  OpTable *ops = &store->ops;
  TypeTable *types = &store->types;
  check_printed(store, op_make_power(ops, types, 1, constant_from_ratio(constants, 3, 1)), false, "scale(3 * x^2; v)");
  check_printed(store, op_make_power(ops, types, 2, constant_from_ratio(constants, -1, 2)), true,
                "scale(-0.5 * x^(-3/2); v)");
  check_printed(store, op_make_power(ops, types, 1, constant_from_ratio(constants, 1, 1)), false, "scale(1 * x^0; v)");
  check_printed(store, op_make_power(ops, types, 2, constant_from_ratio(constants, 0, 1)), false, "(0_ : real_^2)");
  check_printed(store, op_make(ops, types, OP_MATVEC, 3, 2), true, "(outer(y; v), matvec^t(x; v))");
  check_printed(store, op_make(ops, types, OP_REPLICATE, 4, 0), false, "build 4 (i. v)");
  check_printed(store, op_make(ops, types, OP_SUM, 4, 0), false, "sum v");
  check_printed(store, op_make(ops, types, OP_MAX, 1, 0), false,
                "let g = (1 + sign (x - y)) / 2 in scale(g; fst v) + scale(1 - g; snd v)");
  store_free(store);
}

/* A failure that a caller has not yet looked at is still there afterwards. */
static void reading_keeps_the_status_of_the_store(void **state) {
  (void)state;
  Store *store = store_new(1u << 10);
  OpId op = op_make(&store->ops, &store->types, OP_SIN, 1, 0);
  LopId lop = lop_derivative(&store->ops, &store->types, op);
  (void)term_fst(store, TERM_NONE_ID);
  assert_int_not_equal(body_in(store, lop).id, 0);
  assert_int_equal(store_take_status(store), STATUS_ILL_TYPED);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_body_has_its_type), cmocka_unit_test(no_body_without_a_derivative),
      cmocka_unit_test(bodies_read_as_stated), cmocka_unit_test(reading_keeps_the_status_of_the_store)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
