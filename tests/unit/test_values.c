/* The rounding of constants, and the value of every operation of ops.def on small
 * vectors over binary64. */
#include "semantics/rings/rings.h"
#include "semantics/tables/store.h"
#include "tests/unit/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ------------------------------------------------------------- rounding -- */

static void check_nearest_to_strtod(const mpz_t mantissa, long exponent, mpq_t q) {
  char digits[128], text[160];
  mpz_get_str(digits, 16, mantissa);
  bool negative = digits[0] == '-';
  (void)snprintf(text, sizeof text, "%s0x%sp%ld", negative ? "-" : "", digits + negative, exponent);
  mpq_set_z(q, mantissa);
  if (exponent >= 0)
    mpq_mul_2exp(q, q, (mp_bitcnt_t)exponent);
  else
    mpq_div_2exp(q, q, (mp_bitcnt_t)-exponent);
  double expected = strtod(text, NULL), found = rational_to_double(q);
  if (mpz_sgn(mantissa) == 0) expected = 0;
  if (found != expected) print_error("%s: %a, not %a\n", text, found, expected);
  assert_true(found == expected);
}

static void constants_round_to_nearest(void **state) {
  (void)state;
  mpz_t m;
  mpq_t q;
  mpz_init(m);
  mpq_init(q);
  random_state = 5;
  for (int k = 0; k < 40000; k++) {
    /* of all lengths up to 107 bits, and with long runs, so that ties occur */
    mpz_set_ui(m, random_next() >> (random_next() % 64));
    if (k % 2 == 0) mpz_mul_2exp(m, m, random_next() % 43);
    if (k % 3 == 0) mpz_add_ui(m, m, random_next() % 3);
    if (k % 5 == 0) mpz_neg(m, m);
    long exponent = k % 4 == 0 ? (long)random_between(-1140, -1010) : (long)random_between(-1200, 1030);
    check_nearest_to_strtod(m, exponent, q);
  }
  for (long e = -1078; e <= -1072; e++) { /* around the smallest subnormal */
    for (unsigned long n = 0; n < 20; n++) mpz_set_ui(m, n), check_nearest_to_strtod(m, e, q);
  }
  for (long e = 968; e <= 972; e++) { /* around the largest double, 2^1024 - 2^971 */
    for (unsigned long n = 0; n < 8; n++) {
      mpz_set_ui(m, (1ul << 54) - 4 + n);
      check_nearest_to_strtod(m, e, q);
    }
  }
  mpz_clear(m);
  mpq_clear(q);
}

/* Of quotients that are no binary fractions: no neighbour is nearer. */
static void quotients_round_to_nearest(void **state) {
  (void)state;
  mpq_t q, d, best, other;
  mpq_inits(q, d, best, other, NULL);
  random_state = 6;
  for (int k = 0; k < 20000; k++) {
    mpq_set_ui(q, random_next() >> (random_next() % 63), (random_next() >> (random_next() % 63)) | 1);
    mpq_canonicalize(q);
    double nearest = rational_to_double(q);
    mpq_set_d(d, nearest);
    mpq_sub(best, q, d);
    mpq_abs(best, best);
    for (int side = -1; side <= 1; side += 2) {
      mpq_set_d(d, nextafter(nearest, side < 0 ? -HUGE_VAL : HUGE_VAL));
      mpq_sub(other, q, d);
      mpq_abs(other, other);
      assert_true(mpq_cmp(best, other) <= 0);
    }
  }
  mpq_clears(q, d, best, other, NULL);
}

/* ---------------------------------------------------------- operations -- */

typedef struct OpCase {
  OpCode code;
  uint32_t n, m;
  double x[4], y[4], result[3];
} OpCase;

static const OpCase op_cases[] = {
    {OP_ADD, 2, 0, {1, 2}, {10, 20}, {11, 22}},
    {OP_SUB, 2, 0, {1, 2}, {10, 30}, {-9, -28}},
    {OP_MUL, 2, 0, {2, 3}, {5, 7}, {10, 21}},
    {OP_NEG, 2, 0, {2, -3}, {0}, {-2, 3}},
    {OP_DIV, 2, 0, {1, 6}, {4, -3}, {0.25, -2}},
    {OP_SIN, 2, 0, {0, 0.5}, {0}, {0, 0.47942553860420301}},
    {OP_COS, 2, 0, {0, 0.5}, {0}, {1, 0.87758256189037276}},
    {OP_TAN, 2, 0, {0, 0.5}, {0}, {0, 0.54630248984379048}},
    {OP_EXP, 2, 0, {0, 1}, {0}, {1, 2.7182818284590451}},
    {OP_LOG, 2, 0, {1, 2}, {0}, {0, 0.69314718055994529}},
    {OP_SQRT, 2, 0, {9, 2}, {0}, {3, 1.4142135623730951}},
    {OP_TANH, 2, 0, {0, 0.5}, {0}, {0, 0.46211715726000973}},
    {OP_SIGMOID, 2, 0, {0, 0}, {0}, {0.5, 0.5}},
    {OP_ABS, 3, 0, {-2, 0, 2}, {0}, {2, 0, 2}},
    {OP_SIGN, 3, 0, {-2, 0, 2}, {0}, {-1, 0, 1}},
    {OP_MAX, 3, 0, {1, 5, 2}, {3, 4, 2}, {3, 5, 2}},
    {OP_MIN, 3, 0, {1, 5, 2}, {3, 4, 2}, {1, 4, 2}},
    {OP_SUM, 3, 0, {1, 2, 4}, {0}, {7}},
    {OP_DOT, 3, 0, {1, 2, 4}, {10, 20, 30}, {170}},
    {OP_SCALE, 3, 0, {2}, {1, 2, 3}, {2, 4, 6}},
    {OP_MATVEC, 2, 2, {1, 2, 3, 4}, {10, 100}, {210, 430}},
    {OP_REPLICATE, 3, 0, {7}, {0}, {7, 7, 7}},
};

static bool is_tested_apart(OpCode code) {
  return code == OP_CONST || code == OP_POW || code == OP_INT || code == OP_IADD || code == OP_ISUB ||
         code == OP_IMUL || code == OP_IDIV || code == OP_IMOD || code == OP_IMIN || code == OP_IMAX ||
         code == OP_TOREAL || op_info(code)->shape == SHAPE_TEST || op_info(code)->shape == SHAPE_INTTEST;
}

static void every_operation_has_its_value(void **state) {
  (void)state;
  Store *store = store_new(1000);
  Ring *ring = ring_double_new();
  bool seen[OP_CODE_COUNT] = {false};
  for (size_t k = 0; k < sizeof op_cases / sizeof op_cases[0]; k++) {
    const OpCase *c = &op_cases[k];
    seen[c->code] = true;
    OpId op = op_make(&store->ops, &store->types, c->code, c->n, c->m);
    assert_int_not_equal(op.id, 0);
    uint32_t size = type_node(&store->types, op_node(&store->ops, op)->result)->dim;
    Scalar x[4], y[4], out[4];
    for (int i = 0; i < 4; i++) x[i] = scalar_from_double(c->x[i]), y[i] = scalar_from_double(c->y[i]);
    assert_int_equal(op_value(&store->ops, &store->constants, ring, op, x, y, out), STATUS_OK);
    for (uint32_t i = 0; i < size; i++)
      assert_true(fabs(scalar_to_double(out[i]) - c->result[i]) <= fabs(c->result[i]) * 0x1p-50);
  }
  for (int code = 0; code < OP_GIVEN; code++) assert_int_not_equal(seen[code], is_tested_apart((OpCode)code));
  ring_destroy(ring);
  store_free(store);
}

static void constants_powers_and_integers(void **state) {
  (void)state;
  Store *store = store_new(1000);
  Ring *ring = ring_double_new();
  OpTable *ops = &store->ops;
  Scalar x[2] = {scalar_from_double(-2), scalar_from_double(3)}, out[2], i, j;
  OpId half = op_make_constant(ops, &store->types, 2, constant_from_ratio(&store->constants, 1, 2));
  assert_int_equal(op_value(ops, &store->constants, ring, half, NULL, NULL, out), STATUS_OK);
  assert_true(scalar_to_double(out[0]) == 0.5 && scalar_to_double(out[1]) == 0.5);
  OpId cube = op_make_power(ops, &store->types, 2, constant_from_ratio(&store->constants, 3, 1));
  assert_int_equal(op_value(ops, &store->constants, ring, cube, x, NULL, out), STATUS_OK);
  assert_true(scalar_to_double(out[0]) == -8 && scalar_to_double(out[1]) == 27);
  OpId root = op_make_power(ops, &store->types, 2, constant_from_ratio(&store->constants, 1, 2));
  assert_int_equal(op_value(ops, &store->constants, ring, root, x, NULL, out), STATUS_DOMAIN);
  OpId seven = op_make_int(ops, &store->types, -7);
  assert_int_equal(op_value(ops, &store->constants, ring, seven, NULL, NULL, &i), STATUS_OK);
  assert_int_equal(scalar_to_int(i), -7);
  static const struct {
    OpCode code;
    int64_t a, b, result;
    Status status;
  } cases[] = {{OP_IADD, 3, -5, -2, STATUS_OK},
               {OP_ISUB, 3, -5, 8, STATUS_OK},
               {OP_IMUL, 3, -5, -15, STATUS_OK},
               {OP_IADD, INT64_MAX, 1, 0, STATUS_DOMAIN},
               {OP_ISUB, INT64_MIN, 1, 0, STATUS_DOMAIN},
               {OP_IMUL, INT64_MIN, -1, 0, STATUS_DOMAIN},
               {OP_IDIV, 7, 2, 3, STATUS_OK},
               {OP_IDIV, -7, 2, -4, STATUS_OK},
               {OP_IDIV, 7, -2, -4, STATUS_OK},
               {OP_IDIV, -7, -2, 3, STATUS_OK},
               {OP_IDIV, -8, 2, -4, STATUS_OK},
               {OP_IDIV, 0, -5, 0, STATUS_OK},
               {OP_IDIV, 1, INT64_MIN, -1, STATUS_OK},
               {OP_IDIV, INT64_MIN, 1, INT64_MIN, STATUS_OK},
               {OP_IDIV, INT64_MIN, INT64_MAX, -2, STATUS_OK},
               {OP_IDIV, INT64_MIN, -1, 0, STATUS_DOMAIN},
               {OP_IDIV, 5, 0, 0, STATUS_DOMAIN},
               {OP_IDIV, 0, 0, 0, STATUS_DOMAIN},
               {OP_IMOD, 7, 2, 1, STATUS_OK},
               {OP_IMOD, -7, 2, 1, STATUS_OK},
               {OP_IMOD, 7, -2, -1, STATUS_OK},
               {OP_IMOD, -7, -2, -1, STATUS_OK},
               {OP_IMOD, -8, 2, 0, STATUS_OK},
               {OP_IMOD, 0, -5, 0, STATUS_OK},
               {OP_IMOD, INT64_MIN, 3, 1, STATUS_OK},
               {OP_IMOD, INT64_MIN, -1, 0, STATUS_OK},
               {OP_IMOD, INT64_MAX, INT64_MIN, -1, STATUS_OK},
               {OP_IMOD, 5, 0, 0, STATUS_DOMAIN},
               {OP_IMIN, 3, -5, -5, STATUS_OK},
               {OP_IMIN, -5, 3, -5, STATUS_OK},
               {OP_IMIN, 4, 4, 4, STATUS_OK},
               {OP_IMAX, 3, -5, 3, STATUS_OK},
               {OP_IMAX, -5, 3, 3, STATUS_OK},
               {OP_IMAX, 4, 4, 4, STATUS_OK},
               {OP_IMAX, INT64_MIN, INT64_MAX, INT64_MAX, STATUS_OK}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    OpId op = op_make(ops, &store->types, cases[k].code, 0, 0);
    i = scalar_from_int(cases[k].a);
    j = scalar_from_int(cases[k].b);
    assert_int_equal(op_value(ops, &store->constants, ring, op, &i, &j, out), cases[k].status);
    if (cases[k].status == STATUS_OK) assert_int_equal(scalar_to_int(out[0]), cases[k].result);
  }
  OpId to_real = op_make(ops, &store->types, OP_TOREAL, 0, 0);
  i = scalar_from_int(-9);
  assert_int_equal(op_value(ops, &store->constants, ring, to_real, &i, NULL, out), STATUS_OK);
  assert_true(scalar_to_double(out[0]) == -9);
  OpId empty = op_make(ops, &store->types, OP_SUM, 0, 0);
  assert_int_equal(op_value(ops, &store->constants, ring, empty, NULL, NULL, out), STATUS_OK);
  assert_true(scalar_to_double(out[0]) == 0);
  ring_destroy(ring);
  store_free(store);
}

static bool holds(Store *store, Ring *ring, OpCode code, Scalar x, Scalar y, Status expected) {
  Scalar out = {0};
  OpId op = op_make(&store->ops, &store->types, code, 0, 0);
  assert_int_equal(op_value(&store->ops, &store->constants, ring, op, &x, &y, &out), expected);
  return scalar_to_int(out) == 1;
}

/* The tests on each side of a tie, in every ring of the core. */
static void comparisons(void **state) {
  (void)state;
  Store *store = store_new(1000);
  Ring *doubles = ring_double_new(), *rationals = ring_rational_new(1000), *enclosures = ring_enclosure_new();
  Ring *field = ring_field_new(), *duals = ring_dual_new(rationals);
  for (int i = -1; i <= 1; i++) {
    Scalar a = scalar_from_int(2 + i), b = scalar_from_int(2);
    assert_int_equal(holds(store, doubles, OP_ILESS, a, b, STATUS_OK), i < 0);
    assert_int_equal(holds(store, doubles, OP_ILESSEQ, a, b, STATUS_OK), i <= 0);
    assert_int_equal(holds(store, doubles, OP_IEQUAL, a, b, STATUS_OK), i == 0);
    Ring *const ordered[] = {doubles, rationals, enclosures, duals};
    for (int k = 0; k < 4; k++) {
      Scalar x = ring_integer(ordered[k], 2 + i), y = ring_integer(ordered[k], 2);
      assert_int_equal(holds(store, ordered[k], OP_LESS, x, y, STATUS_OK), i < 0);
      assert_int_equal(holds(store, ordered[k], OP_LESSEQ, x, y, STATUS_OK), i <= 0);
      assert_int_equal(holds(store, ordered[k], OP_EQUAL, x, y, STATUS_OK), i == 0);
    }
  }
  (void)holds(store, field, OP_LESS, ring_integer(field, 1), ring_integer(field, 2), STATUS_UNABLE);
  (void)holds(store, field, OP_EQUAL, ring_integer(field, 1), ring_integer(field, 1), STATUS_UNABLE);
  /* -0 is not below 0, and NaN compares with nothing */
  Scalar zero = scalar_from_double(0), minus_zero = scalar_from_double(-0.0), nan = scalar_from_double(NAN);
  assert_false(holds(store, doubles, OP_LESS, minus_zero, zero, STATUS_OK));
  assert_true(holds(store, doubles, OP_EQUAL, minus_zero, zero, STATUS_OK));
  (void)holds(store, doubles, OP_LESS, nan, zero, STATUS_DOMAIN);
  /* enclosures that overlap decide nothing */
  Scalar wide = enclosure_make(enclosures, 1, 0.5), one = enclosure_make(enclosures, 1.25, 0);
  (void)holds(store, enclosures, OP_LESS, wide, one, STATUS_UNABLE);
  assert_true(holds(store, enclosures, OP_LESS, wide, enclosure_make(enclosures, 1.75, 0), STATUS_OK));
  /* at a tie of duals that move apart there is no derivative */
  Scalar still = dual_make(duals, ring_integer(rationals, 2), ring_integer(rationals, 0));
  Scalar moving = dual_make(duals, ring_integer(rationals, 2), ring_integer(rationals, 1));
  (void)holds(store, duals, OP_LESS, still, moving, STATUS_DOMAIN);
  assert_true(holds(store, duals, OP_LESSEQ, moving, moving, STATUS_OK));
  ring_destroy(duals);
  ring_destroy(doubles);
  ring_destroy(rationals);
  ring_destroy(enclosures);
  ring_destroy(field);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_round_to_nearest),
      cmocka_unit_test(quotients_round_to_nearest),
      cmocka_unit_test(every_operation_has_its_value),
      cmocka_unit_test(constants_powers_and_integers),
      cmocka_unit_test(comparisons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
