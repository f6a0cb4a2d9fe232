/* The ground everything stands on: arena, types, constants and signatures of the
 * operations. */
#include "semantics/memory/arena.h"
#include "semantics/tables/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Store *store;
static TypeTable *types;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  if (store == NULL) return 1;
  types = &store->types;
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  store_free(store);
  return 0;
}

/* --------------------------------------------------------------- arena -- */

static void arena_marks_and_releases(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, 1u << 22);
  ArenaMark empty = arena_mark(&arena);
  unsigned char *first = arena_alloc(&arena, 1), *second = arena_alloc(&arena, 0);
  assert_non_null(first);
  assert_non_null(second);
  assert_ptr_not_equal(first, second);
  ArenaMark mark = arena_mark(&arena);
  size_t held = 0;
  for (int round = 0; round < 3; round++) {
    unsigned char *again = NULL;
    for (size_t i = 0; i < 1000; i++) {
      unsigned char *bytes = arena_alloc(&arena, 997);
      assert_non_null(bytes);
      assert_int_equal((uintptr_t)bytes % 16, 0);
      memset(bytes, (int)i, 997);
      if (i == 0) again = bytes;
    }
    if (round == 0) held = arena.held;
    assert_int_equal(arena.held, held); /* released memory is used again */
    arena_release(&arena, mark);
    assert_ptr_equal(arena_alloc(&arena, 997), again);
    arena_release(&arena, mark);
  }
  arena_release(&arena, empty);
  assert_ptr_equal(arena_alloc(&arena, 1), first);
  arena_free(&arena);
  assert_int_equal(arena.held, 0);
}

static void arena_answers_null_at_its_limit(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, 100000);
  assert_null(arena_alloc(&arena, 100001));
  assert_null(arena_alloc(&arena, SIZE_MAX));
  assert_null(arena_array(&arena, SIZE_MAX / 8, 16));
  assert_null(arena_array(&arena, SIZE_MAX, SIZE_MAX));
  assert_non_null(arena_array(&arena, SIZE_MAX, 0));
  size_t got = 0;
  while (arena_alloc(&arena, 1000) != NULL) got++;
  assert_in_range(got, 90, 100);
  assert_true(arena.held <= arena.limit);
  assert_null(arena_alloc(&arena, 1000)); /* and stays there */
  arena_free(&arena);
  arena_init(&arena, 0);
  assert_null(arena_alloc(&arena, 1));
  arena_free(&arena);
}

/* A chunk that is too small for a request is passed over, and used by a later one that it has room for. */
static void arena_passes_over_small_chunks(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, (size_t)1 << 24);
  ArenaMark empty = arena_mark(&arena);
  assert_non_null(arena_alloc(&arena, 1000));
  ArenaMark first = arena_mark(&arena);
  char *next = arena_alloc(&arena, 65000); /* in the second chunk, of 2^16 bytes */
  assert_non_null(next);
  arena_release(&arena, first);
  char *big = arena_alloc(&arena, 1 << 20);
  assert_non_null(big);
  size_t held = arena.held;
  char *small = arena_alloc(&arena, 65000);
  assert_ptr_equal(small, next);
  assert_int_equal(arena.held, held);
  for (int round = 0; round < 100; round++) { /* one and the other first */
    arena_release(&arena, first);
    char *one = arena_alloc(&arena, round % 2 == 0 ? 65000 : 1 << 20);
    char *other = arena_alloc(&arena, round % 2 == 0 ? 1 << 20 : 65000);
    assert_non_null(one);
    assert_non_null(other);
    memset(one, 1, round % 2 == 0 ? 65000 : 1 << 20);
    memset(other, 2, round % 2 == 0 ? 1 << 20 : 65000);
    assert_int_equal(one[0], 1);
    if (round == 4) held = arena.held;
    if (round > 4) assert_int_equal(arena.held, held);
  }
  arena_release(&arena, empty);
  assert_non_null(arena_alloc(&arena, 1 << 20));
  assert_int_equal(arena.held, held);
  arena_free(&arena);
}

/* Blocks of all sizes lie apart, whatever is released between them. */
static void arena_blocks_lie_apart(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, (size_t)1 << 22);
  unsigned char *blocks[200];
  size_t sizes[200];
  for (int round = 0; round < 20; round++) {
    ArenaMark mark = arena_mark(&arena);
    size_t made = 0;
    for (size_t i = 0; i < 200; i++) {
      sizes[made] = (i * 7919 + (size_t)round * 104729) % 40000;
      blocks[made] = arena_alloc(&arena, sizes[made]);
      if (blocks[made] == NULL) continue;
      memset(blocks[made], (int)made, sizes[made]);
      made++;
    }
    assert_in_range(made, 100, 200);
    for (size_t i = 0; i < made; i++)
      for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(blocks[i][k], i);
    assert_true(arena.held <= arena.limit);
    arena_release(&arena, mark);
  }
  arena_free(&arena);
}

static void arena_keeps_odd_limits(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, 100); /* no multiple of 16: 96 bytes are to be had */
  assert_null(arena_alloc(&arena, 97));
  assert_non_null(arena_alloc(&arena, 0));
  assert_non_null(arena_alloc(&arena, 80));
  assert_null(arena_alloc(&arena, 0));
  assert_int_equal(arena.held, 96);
  arena_free(&arena);
  arena_init(&arena, 15);
  assert_null(arena_alloc(&arena, 0));
  assert_null(arena_alloc(&arena, 1));
  arena_free(&arena);
  arena_init(&arena, SIZE_MAX); /* more than there is */
  assert_null(arena_alloc(&arena, SIZE_MAX));
  assert_null(arena_alloc(&arena, SIZE_MAX - 15));
  assert_null(arena_alloc(&arena, SIZE_MAX / 2 + 1));
  ArenaMark empty = arena_mark(&arena);
  assert_non_null(arena_alloc(&arena, 1));
  assert_int_equal(arena.allocated, 1);
  arena_release(&arena, empty);
  assert_non_null(arena_alloc(&arena, 17));
  assert_int_equal(arena.allocated, 3);
  arena_free(&arena);
}

/* --------------------------------------------------------------- types -- */

static const char *printed(TypeId type) {
  static char text[256];
  int length = type_print(types, type, text, sizeof text);
  assert_int_equal(length, strlen(text));
  return text;
}

static void types_are_interned(void **state) {
  (void)state;
  TypeId real = type_real(types, 1), unit = type_unit(types);
  TypeId a = type_prod(types, real, unit), b = type_prod(types, real, unit);
  assert_true(type_equal(a, b));
  assert_false(type_equal(a, type_prod(types, unit, real)));
  assert_false(type_equal(type_fun(types, real, unit), a));
  assert_true(type_equal(type_array(types, real, 5), type_real(types, 5)));
  assert_false(type_equal(type_array(types, type_real(types, 2), 5), type_real(types, 10)));
  TypeId lreal = type_linear_real(types, 1);
  assert_true(type_equal(type_linear_array(types, lreal, 5), type_linear_real(types, 5)));
  TypeId ids[3000]; /* through several growths of the table */
  for (uint32_t n = 0; n < 3000; n++) ids[n] = type_prod(types, type_real(types, n), type_int(types));
  for (uint32_t n = 0; n < 3000; n++) {
    assert_true(type_equal(ids[n], type_prod(types, type_real(types, n), type_int(types))));
    assert_true(type_node(types, ids[n])->a.id < ids[n].id);
    assert_int_equal(type_node(types, ids[n])->dim, n + 1);
  }
}

static void types_print(void **state) {
  (void)state;
  TypeId r = type_real(types, 1), v = type_real(types, 3), i = type_int(types), one = type_unit(types);
  TypeId lr = type_linear_real(types, 1), lv = type_linear_real(types, 3), lone = type_linear_unit(types);
  TypeId rr = type_prod(types, r, r), rf = type_fun(types, r, r);
  assert_string_equal(printed((TypeId){0}), "?");
  assert_string_equal(printed(type_prod(types, rr, v)), "real * real * real^3");
  assert_string_equal(printed(type_prod(types, v, rr)), "real^3 * (real * real)");
  assert_string_equal(printed(type_fun(types, r, rf)), "real -> real -> real");
  assert_string_equal(printed(type_fun(types, rf, i)), "(real -> real) -> Int");
  assert_string_equal(printed(type_prod(types, rf, one)), "(real -> real) * 1");
  assert_string_equal(printed(type_array(types, rr, 4)), "(real * real)^4");
  assert_string_equal(printed(type_array(types, v, 2)), "(real^3)^2");
  assert_string_equal(printed(type_real(types, 0)), "real^0");
  assert_string_equal(printed(type_lfun(types, lv, lone)), "real_^3 -o 1_");
  assert_string_equal(printed(type_power(types, r, lr)), "real -> real_");
  assert_string_equal(printed(type_copower(types, rr, lv)), "!(real * real) >< real_^3");
  assert_string_equal(printed(type_prod(types, r, type_lfun(types, lr, lr))), "real * (real_ -o real_)");
  char small[6];
  assert_int_equal(type_print(types, rr, small, sizeof small), 11);
  assert_string_equal(small, "real ");
  assert_int_equal(type_print(types, rr, small, 0), 11);
}

static void types_refuse_wrong_parts_and_sizes(void **state) {
  (void)state;
  TypeId none = {0}, r = type_real(types, 1), lr = type_linear_real(types, 1);
  assert_true(type_is_none(type_prod(types, r, lr)));
  assert_true(type_is_none(type_prod(types, none, r)));
  assert_true(type_is_none(type_linear_prod(types, lr, r)));
  assert_true(type_is_none(type_lfun(types, r, lr)));
  assert_true(type_is_none(type_power(types, lr, lr)));
  assert_true(type_is_none(type_copower(types, r, r)));
  assert_true(type_is_none(type_array(types, lr, 2)));
  assert_true(type_is_none(type_linear_array(types, r, 2)));
  assert_false(type_is_none(type_real(types, TYPE_MAX_LENGTH)));
  assert_true(type_is_none(type_real(types, TYPE_MAX_LENGTH + 1)));
  assert_true(type_is_none(type_real(types, UINT32_MAX)));
  TypeId large = type_real(types, TYPE_MAX_LENGTH);
  assert_true(type_is_none(type_prod(types, large, r)));
  assert_true(type_is_none(type_array(types, large, 2)));
  assert_true(type_is_none(type_array(types, type_real(types, 1u << 16), 1u << 17)));
  assert_false(type_is_none(type_fun(types, large, large)));
}

/* n cotangents of n scalars are a type: no value of it need be written out. */
static void linear_types_may_be_long(void **state) {
  (void)state;
  uint32_t n = 1u << 20;
  TypeId row = type_linear_real(types, n), matrix = type_linear_array(types, row, n);
  TypeId pairs = type_linear_array(types, type_linear_prod(types, row, type_linear_array(types, row, 3)), n);
  assert_false(type_is_none(pairs));
  assert_true(type_is_long(types, matrix));
  assert_true(type_is_long(types, type_linear_prod(types, pairs, row)));
  assert_int_equal(type_node(types, matrix)->dim, TYPE_NOT_FLAT);
  assert_false(type_is_long(types, row));
  assert_int_equal(type_node(types, type_linear_array(types, type_linear_prod(types, row, row), 32))->dim, 64 * n);
  assert_true(type_is_long(types, type_linear_array(types, type_linear_prod(types, row, row), 33)));
  assert_false(type_is_long(types, type_power(types, type_real(types, n), row)));
  assert_false(type_is_long(types, type_linear_array(types, type_copower(types, type_real(types, n), row), n)));
  assert_true(type_is_none(type_array(types, type_array(types, type_unit(types), 1u << 12), 1u << 12)));
  assert_false(type_is_none(type_array(types, type_array(types, type_unit(types), 1u << 12), 1u << 11)));
}

static void types_are_measured(void **state) {
  (void)state;
  TypeId r = type_real(types, 2), i = type_int(types), lr = type_linear_real(types, 2);
  TypeId first = type_prod(types, type_array(types, type_prod(types, r, i), 3), type_unit(types));
  TypeId f = type_fun(types, r, r), g = type_fun(types, f, r);
  assert_int_equal(type_node(types, first)->dim, 9);
  assert_int_equal(type_node(types, first)->order, 0);
  assert_int_equal(type_node(types, f)->dim, TYPE_NOT_FLAT);
  assert_int_equal(type_node(types, f)->order, 1);
  assert_int_equal(type_node(types, g)->order, 2);
  assert_int_equal(type_node(types, type_fun(types, r, f))->order, 1);
  assert_int_equal(type_node(types, type_prod(types, r, g))->dim, TYPE_NOT_FLAT);
  assert_true(type_node(types, type_copower(types, r, lr))->linear);
  assert_false(type_node(types, type_lfun(types, lr, lr))->linear);
  assert_true(type_node(types, g)->source);
  assert_false(type_node(types, type_fun(types, r, type_lfun(types, lr, lr)))->source);
  assert_true(type_equal(type_element(types, r), type_real(types, 1)));
  assert_true(type_equal(type_element(types, type_array(types, r, 7)), r));
  assert_true(type_equal(type_element(types, type_linear_array(types, lr, 7)), lr));
  assert_true(type_is_none(type_element(types, i)));
}

/* ----------------------------------------------------------- constants -- */

static void constants_are_interned_exactly(void **state) {
  (void)state;
  ConstantTable *table = &store->constants;
  ConstantId half = constant_from_ratio(table, 1, 2);
  assert_int_equal(half.id, constant_from_ratio(table, 2, 4).id);
  assert_int_not_equal(half.id, constant_from_ratio(table, -1, 2).id);
  assert_int_equal(constant_from_ratio(table, 1, 0).id, 0);
  assert_int_equal(constant_intern(table, NULL, 0).id, 0);
  const Constant *third = constant_get(table, constant_from_ratio(table, -1, 3));
  assert_true(third->nearest[0] == -1.0 / 3 && third->has_residue);
  assert_int_equal(field_mul(third->residue[0], 3), FIELD_P - 1);
  assert_false(constant_get(table, constant_from_ratio(table, 5, FIELD_P))->has_residue);
  const Constant *least = constant_get(table, constant_from_ratio(table, INT64_MIN, 1));
  assert_true(least->nearest[0] == -0x1p63);
  ConstantId ids[2000];
  for (int n = 0; n < 2000; n++) ids[n] = constant_from_ratio(table, n, 7);
  for (int n = 0; n < 2000; n++) assert_int_equal(ids[n].id, constant_from_ratio(table, 3 * n, 21).id);
}

static void constants_may_be_vectors(void **state) {
  (void)state;
  mpq_t values[3];
  for (int i = 0; i < 3; i++) mpq_init(values[i]), mpq_set_si(values[i], i - 1, 1);
  ConstantId vector = constant_intern(&store->constants, (const mpq_t *)values, 3);
  ConstantId shorter = constant_intern(&store->constants, (const mpq_t *)values, 2);
  assert_int_not_equal(vector.id, shorter.id);
  mpq_set_ui(values[0], 9, 1); /* copied: what follows does not change it */
  const Constant *constant = constant_get(&store->constants, vector);
  assert_int_equal(constant->length, 3);
  assert_true(constant->nearest[0] == -1 && constant->nearest[1] == 0 && constant->nearest[2] == 1);
  assert_int_equal(constant->residue[0], FIELD_P - 1);
  for (int i = 0; i < 3; i++) mpq_clear(values[i]);
}

/* ---------------------------------------------------------- signatures -- */

static const char *op_signature(OpId op) {
  static char text[256];
  const OpNode *node = op_node(&store->ops, op);
  char *end = text;
  for (uint32_t i = 0; i < node->arity; i++) {
    end += sprintf(end, "%s%s", i == 0 ? "" : ", ", printed(node->operand[i]));
  }
  (void)sprintf(end, " -> %s", printed(node->result));
  return text;
}

static const char *lop_signature(LopId lop) {
  static char text[256];
  const LopNode *node = lop_node(&store->ops, lop);
  char *end = text;
  for (uint32_t i = 0; i < node->arity; i++) end += sprintf(end, "%s; ", printed(node->operand[i]));
  end += sprintf(end, "%s -> ", printed(node->ldom));
  (void)sprintf(end, "%s", printed(node->cdom));
  return text;
}

/* With n = 3 and m = 2: the operation, Dop and Dop^t ("" where there is none). */
static const struct {
  const char *op, *derivative, *transpose;
} signatures[OP_CODE_COUNT] = {
#define EACH                                                                                                           \
  { "real^3 -> real^3", "real^3; real_^3 -> real_^3", "real^3; real_^3 -> real_^3" }
#define EACH2                                                                                                          \
  {                                                                                                                    \
    "real^3, real^3 -> real^3", "real^3; real^3; real_^3 * real_^3 -> real_^3",                                        \
        "real^3; real^3; real_^3 -> real_^3 * real_^3"                                                                 \
  }
    [OP_CONST] = {" -> real^3", "", ""},
    [OP_ADD] = EACH2,
    [OP_SUB] = EACH2,
    [OP_MUL] = EACH2,
    [OP_NEG] = EACH,
    [OP_DIV] = EACH2,
    [OP_SIN] = EACH,
    [OP_COS] = EACH,
    [OP_TAN] = EACH,
    [OP_EXP] = EACH,
    [OP_LOG] = EACH,
    [OP_SQRT] = EACH,
    [OP_POW] = EACH,
    [OP_TANH] = EACH,
    [OP_SIGMOID] = EACH,
    [OP_ABS] = EACH,
    [OP_SIGN] = EACH,
    [OP_MAX] = EACH2,
    [OP_MIN] = EACH2,
    [OP_SUM] = {"real^3 -> real", "real^3; real_^3 -> real_", "real^3; real_ -> real_^3"},
    [OP_DOT] = {"real^3, real^3 -> real", "real^3; real^3; real_^3 * real_^3 -> real_",
                "real^3; real^3; real_ -> real_^3 * real_^3"},
    [OP_SCALE] = {"real, real^3 -> real^3", "real; real^3; real_ * real_^3 -> real_^3",
                  "real; real^3; real_^3 -> real_ * real_^3"},
    [OP_MATVEC] = {"real^6, real^3 -> real^2", "real^6; real^3; real_^6 * real_^3 -> real_^2",
                   "real^6; real^3; real_^2 -> real_^6 * real_^3"},
    [OP_REPLICATE] = {"real -> real^3", "real; real_ -> real_^3", "real; real_^3 -> real_"},
    [OP_INT] = {" -> Int", "", ""},
    [OP_IADD] = {"Int, Int -> Int", "", ""},
    [OP_ISUB] = {"Int, Int -> Int", "", ""},
    [OP_IMUL] = {"Int, Int -> Int", "", ""},
    [OP_IDIV] = {"Int, Int -> Int", "", ""},
    [OP_IMOD] = {"Int, Int -> Int", "", ""},
    [OP_IMIN] = {"Int, Int -> Int", "", ""},
    [OP_IMAX] = {"Int, Int -> Int", "", ""},
    [OP_TOREAL] = {"Int -> real", "", ""},
    [OP_LESS] = {"real, real -> 1 + 1", "", ""},
    [OP_LESSEQ] = {"real, real -> 1 + 1", "", ""},
    [OP_EQUAL] = {"real, real -> 1 + 1", "", ""},
    [OP_ILESS] = {"Int, Int -> 1 + 1", "", ""},
    [OP_ILESSEQ] = {"Int, Int -> 1 + 1", "", ""},
    [OP_IEQUAL] = {"Int, Int -> 1 + 1", "", ""},
};

static OpId instance(OpCode code) {
  ConstantId half = constant_from_ratio(&store->constants, 1, 2);
  if (code == OP_CONST) return op_make_constant(&store->ops, types, 3, half);
  if (code == OP_POW) return op_make_power(&store->ops, types, 3, half);
  if (code == OP_INT) return op_make_int(&store->ops, types, -5);
  OpShape shape = op_info(code)->shape;
  bool sized = shape != SHAPE_INT2 && shape != SHAPE_TOREAL && shape != SHAPE_TEST && shape != SHAPE_INTTEST;
  return op_make(&store->ops, types, code, sized ? 3 : 0, shape == SHAPE_MATVEC ? 2 : 0);
}

static void operations_have_their_signatures(void **state) {
  (void)state;
  for (int code = 0; code < OP_GIVEN; code++) {
    OpId op = instance((OpCode)code);
    assert_int_not_equal(op.id, 0);
    assert_int_equal(op.id, instance((OpCode)code).id);
    assert_non_null(signatures[code].op);
    assert_string_equal(op_signature(op), signatures[code].op);
    LopId derivative = lop_derivative(&store->ops, types, op), transpose = lop_transpose(&store->ops, types, op);
    if (signatures[code].derivative[0] == '\0') {
      assert_int_equal(derivative.id, 0);
      assert_int_equal(transpose.id, 0);
      continue;
    }
    assert_int_equal(derivative.id, lop_derivative(&store->ops, types, op).id);
    assert_string_equal(lop_signature(derivative), signatures[code].derivative);
    assert_string_equal(lop_signature(transpose), signatures[code].transpose);
    assert_true(op_operand_is_real(&store->ops, types, op, 0));
  }
  assert_false(op_operand_is_real(&store->ops, types, instance(OP_TOREAL), 0));
  assert_false(op_operand_is_real(&store->ops, types, instance(OP_LESS), 0));
}

static void linear_operations_have_their_signatures(void **state) {
  (void)state;
  static const char *const expected[LOP_CODE_COUNT] = {
      [LOP_NEG] = "real_^3 -> real_^3",
      [LOP_SCALE] = "real^3; real_^3 -> real_^3",
      [LOP_SCALAR] = "real; real_^3 -> real_^3",
      [LOP_ALONG] = "real^3; real_ -> real_^3",
      [LOP_DOT] = "real^3; real_^3 -> real_",
      [LOP_MATVEC] = "real^6; real_^3 -> real_^2",
      [LOP_MATVEC_T] = "real^6; real_^2 -> real_^3",
      [LOP_APPLY] = "real^3; real_^6 -> real_^2",
      [LOP_OUTER] = "real^3; real_^2 -> real_^6",
  };
  for (int code = 0; code < LOP_DERIVATIVE; code++) {
    bool uses_m = strstr(expected[code], "^2") != NULL || strstr(expected[code], "^6") != NULL;
    LopId lop = lop_make(&store->ops, types, (LopCode)code, 3, uses_m ? 2 : 0);
    assert_int_not_equal(lop.id, 0);
    assert_string_equal(lop_signature(lop), expected[code]);
  }
  assert_int_equal(lop_make(&store->ops, types, LOP_DERIVATIVE, 3, 0).id, 0);
}

static void operations_refuse_sizes(void **state) {
  (void)state;
  OpTable *ops = &store->ops;
  assert_int_equal(op_make(ops, types, OP_ADD, TYPE_MAX_LENGTH + 1, 0).id, 0);
  assert_int_equal(op_make(ops, types, OP_MATVEC, 1u << 20, 1u << 20).id, 0);
  assert_int_equal(lop_make(ops, types, LOP_OUTER, 1u << 20, 1u << 20).id, 0);
  assert_int_equal(op_make_constant(ops, types, 3, (ConstantId){0}).id, 0);
  assert_int_equal(op_make_power(ops, types, 3, (ConstantId){0}).id, 0);
  assert_int_equal(lop_derivative(ops, types, (OpId){0}).id, 0);
  OpId ids[1000];
  for (uint32_t n = 0; n < 1000; n++) ids[n] = op_make(ops, types, OP_MUL, n, 0);
  for (uint32_t n = 0; n < 1000; n++) assert_int_equal(ids[n].id, op_make(ops, types, OP_MUL, n, 0).id);
}

static OpId constant_op(int64_t numerator) {
  return op_make_constant(&store->ops, &store->types, 1, constant_from_ratio(&store->constants, numerator, 7));
}

/* Releasing constants and operations forgets what came after the mark and
 * keeps what came before, also when the tables grew in between. */
static void tables_are_released(void **state) {
  (void)state;
  OpId kept[40];
  for (int64_t k = 0; k < 40; k++) kept[k] = constant_op(1000 + k);
  StoreTables mark = store_mark_tables(store);
  uint32_t constants = store->constants.count, ops = store->ops.op_count;
  for (int round = 0; round < 3; round++) {
    for (int64_t k = 0; k < 5000; k++) assert_int_not_equal(constant_op(5000 + k).id, 0);
    store_release_tables(store, mark);
    assert_int_equal(store->constants.count, constants);
    assert_int_equal(store->ops.op_count, ops);
    for (int64_t k = 0; k < 40; k++) assert_int_equal(constant_op(1000 + k).id, kept[k].id);
    assert_int_equal(store->ops.op_count, ops);
    OpId fresh = constant_op(5001);
    assert_int_equal(fresh.id, ops);
    store_release_tables(store, mark);
  }
  /* a definition may name what was made since the mark: then all stays */
  OpId named = constant_op(1);
  store_begin_definition(store);
  assert_int_not_equal(term_op(store, named, TERM_NONE_ID, TERM_NONE_ID).id, 0);
  store_end_definition(store);
  store_release_tables(store, mark);
  assert_int_equal(constant_op(1).id, named.id);
  assert_int_equal(store->ops.op_count, ops + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_released),
      cmocka_unit_test(arena_marks_and_releases),
      cmocka_unit_test(arena_passes_over_small_chunks),
      cmocka_unit_test(arena_blocks_lie_apart),
      cmocka_unit_test(arena_keeps_odd_limits),
      cmocka_unit_test(arena_answers_null_at_its_limit),
      cmocka_unit_test(types_are_interned),
      cmocka_unit_test(types_print),
      cmocka_unit_test(types_refuse_wrong_parts_and_sizes),
      cmocka_unit_test(linear_types_may_be_long),
      cmocka_unit_test(types_are_measured),
      cmocka_unit_test(constants_are_interned_exactly),
      cmocka_unit_test(constants_may_be_vectors),
      cmocka_unit_test(operations_have_their_signatures),
      cmocka_unit_test(linear_operations_have_their_signatures),
      cmocka_unit_test(operations_refuse_sizes),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
