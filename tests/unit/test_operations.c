/* The two meanings of each operation of ops.def, op_value (core/ops.c) and denote_operation (monoid/operations.c),
 * give one value or one failure: over exact rationals, doubles and F_p, at numbers of both signs and at edges. */
#include "semantics/chad/monoid/hom.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/store.h"
#include "tests/unit/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define MOST 6u /* scalars of an operand or a result, at the sizes below */

/* Small ones often, and those at which what is not exact shows. */
static int64_t draw_int(void) {
  static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX,  INT64_MAX - 1, 0, 1,
                                  -1,        3037000500,    -3037000500};
  if (random_next() % 8 == 0) return edges[random_next() % (sizeof edges / sizeof edges[0])];
  return (int64_t)(random_next() % 25) - 12;
}

static Scalar draw(const Store *store, Ring *ring, TypeId type) {
  if (type_kind(&store->types, type) == TYPE_INT) return scalar_from_int(draw_int());
  return ring_div(ring, ring_integer(ring, (int64_t)(random_next() % 9) - 4),
                  ring_integer(ring, 1 + (int64_t)(random_next() % 2)));
}

/* Compares both at random operands; how often there was a value. */
static uint32_t compare(Store *store, Ring *ring, Arena *arena, OpId id) {
  const OpNode op = *op_node(&store->ops, id);
  bool exact = type_kind(&store->types, op.result) == TYPE_INT || op_is_test(&op);
  size_t mark = ring_mark(ring);
  uint32_t length = op_is_test(&op) ? 1 : type_node(&store->types, op.result)->dim, values = 0;
  assert_true(length <= MOST);
  for (int turn = 0; turn < 400; turn++) {
    Scalar operand[OP_MAX_ARITY][MOST], first[MOST], second[MOST];
    for (uint32_t k = 0; k < op.arity; k++) {
      uint32_t dim = type_node(&store->types, op.operand[k])->dim;
      assert_true(dim <= MOST);
      for (uint32_t i = 0; i < dim; i++) operand[k][i] = draw(store, ring, op.operand[k]);
    }
    const Scalar *x = op.arity > 0 ? operand[0] : NULL, *y = op.arity > 1 ? operand[1] : NULL;
    Machine machine = machine_make(store, ring, arena);
    Status one = op_value(&store->ops, &store->constants, ring, id, x, y, first);
    Status other = denote_operation(&machine, id, x, y, second);
    if (one != other) print_error("%s: %s, %s\n", op_info(op.code)->name, status_name(one), status_name(other));
    assert_int_equal(one, other);
    values += one == STATUS_OK ? 1 : 0;
    for (uint32_t i = 0; i < length && one == STATUS_OK; i++) {
      bool same = exact ? first[i].word == second[i].word : ring_equal(ring, first[i], second[i]);
      if (!same) print_error("%s, scalar %u\n", op_info(op.code)->name, i);
      assert_true(same);
    }
    ring_release(ring, mark);
  }
  return values;
}

static OpId made(Store *store, OpCode code, uint32_t n, uint32_t m) {
  OpTable *ops = &store->ops;
  TypeTable *types = &store->types;
  OpShape shape = op_info(code)->shape;
  ConstantId constant = constant_from_ratio(&store->constants, n == 1 ? 3 : -3, n == 2 ? 2 : 1);
  if (shape == SHAPE_CONST) return op_make_constant(ops, types, n, constant);
  if (shape == SHAPE_INT) return op_make_int(ops, types, (int64_t)n - 2);
  if (code == OP_POW) return op_make_power(ops, types, n, constant);
  bool sized = shape == SHAPE_EACH || shape == SHAPE_EACH2 || shape == SHAPE_SUM || shape == SHAPE_DOT ||
               shape == SHAPE_SCALE || shape == SHAPE_MATVEC || shape == SHAPE_REPLICATE;
  return op_make(ops, types, code, sized ? n : 0, code == OP_MATVEC ? m : 0);
}

/* Each operation, at sizes 0 to 3. */
static void both_meanings_agree(void **state) {
  (void)state;
  Ring *rings[] = {ring_rational_new(1 << 12), ring_double_new(), ring_field_new()};
  for (size_t r = 0; r < sizeof rings / sizeof rings[0]; r++) {
    Store *store = store_new(1 << 12);
    Arena arena;
    arena_init(&arena, 1 << 20);
    assert_non_null(store);
    assert_non_null(rings[r]);
    for (int code = 0; code < OP_GIVEN; code++) {
      uint32_t values = 0;
      for (uint32_t n = 0; n <= 3; n++) {
        OpId id = made(store, (OpCode)code, n, n == 3 ? 2 : n);
        assert_int_not_equal(id.id, 0);
        if (n > 0)
          values += compare(store, rings[r], &arena, id);
        else
          (void)compare(store, rings[r], &arena, id);
      }
      /* F_p has neither order nor functions, rationals have no functions */
      if (values == 0 && r == 1) print_error("%s has no value at all\n", op_info((OpCode)code)->name);
      assert_true(values > 0 || r != 1);
    }
    arena_free(&arena);
    store_free(store);
    ring_destroy(rings[r]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_meanings_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
