/* Polynomials in variables and their inverses: random ones against the field, and by hand what they are in normal form,
 * what was divided by, their derivatives, and where the form ends. */
#include "semantics/rings/rings.h"
#include "tests/unit/random.h"
#include "verify/truth/ring_sparse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VARIABLES 3u

static Ring *ring;
static Scalar x, y;

/* x, y and so on, of so many variables. */
static void begin(uint32_t count) {
  ring = ring_sparse_new();
  assert_non_null(ring);
  sparse_begin(ring, count);
  x = sparse_variable(ring, 0);
  y = sparse_variable(ring, 1);
}

static void end(void) {
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  ring_destroy(ring);
}

static Scalar number(int64_t n) { return ring_integer(ring, n); }
static Scalar plus(Scalar a, Scalar b) { return ring_add(ring, a, b); }
static Scalar minus(Scalar a, Scalar b) { return ring_sub(ring, a, b); }
static Scalar times(Scalar a, Scalar b) { return ring_mul(ring, a, b); }
static Scalar over(Scalar a, Scalar b) { return ring_div(ring, a, b); }

static Scalar power(Scalar a, unsigned exponent) {
  Scalar product = number(1);
  for (unsigned k = 0; k < exponent; k++) product = times(product, a);
  return product;
}

static void assert_printed(Scalar a, const char *expected) {
  char text[200];
  assert_int_equal(ring_print(ring, a, text, sizeof text), strlen(expected));
  assert_string_equal(text, expected);
  char part[6];
  assert_int_equal(ring_print(ring, a, part, sizeof part), strlen(expected));
  assert_string_equal(strlen(expected) < sizeof part ? part : part + 2,
                      strlen(expected) < sizeof part ? expected : "...");
}

static void assert_fails(Scalar a, Status status) {
  (void)a;
  assert_int_equal(ring_take_status(ring), status);
}

/* The polynomial's value over F_p. */
static uint64_t value_at(Scalar a, const uint64_t *at) {
  uint32_t count = 0;
  const SparseTerm *terms = sparse_terms(ring, a, &count);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t product = field_from_int(terms[i].coefficient);
    for (uint32_t k = 0; k < VARIABLES; k++)
      product = field_mul(product, field_power(at[k], (unsigned)(terms[i].monomial >> (8 * k) & 0xff)));
    sum = field_add(sum, product);
  }
  return sum;
}

/* Sums, differences, products and negatives of random polynomials have the values that they should have, and equal
 * ones one form. */
static void operations_have_their_values(void **state) {
  (void)state;
  begin(0);
  random_state = 7;
  for (int round = 0; round < 300; round++) {
    Scalar pool[24];
    uint64_t at[VARIABLES], value[24];
    for (uint32_t k = 0; k < VARIABLES; k++) at[k] = random_next() % FIELD_P;
    for (uint32_t i = 0; i < 24; i++) {
      uint64_t a = i < 5 ? 0 : random_next() % i, b = i < 5 ? 0 : random_next() % i;
      pool[i] = i < VARIABLES ? sparse_variable(ring, i) : ring_integer(ring, (int64_t)i - 6);
      value[i] = i < VARIABLES ? at[i] : field_from_int((int64_t)i - 6);
      if (i < 5) continue;
      switch (random_next() % 4) {
      case 0: pool[i] = ring_add(ring, pool[a], pool[b]), value[i] = field_add(value[a], value[b]); break;
      case 1: pool[i] = ring_sub(ring, pool[a], pool[b]), value[i] = field_sub(value[a], value[b]); break;
      case 2: pool[i] = ring_neg(ring, pool[a]), value[i] = field_neg(value[a]); break;
      default: pool[i] = ring_mul(ring, pool[a], pool[b]), value[i] = field_mul(value[a], value[b]);
      }
      if (ring_take_status(ring) != STATUS_OK) pool[i] = ring_integer(ring, 0), value[i] = 0;
      assert_int_equal(value_at(pool[i], at), value[i]);
      for (uint32_t k = 0; k < i; k++) assert_int_equal(ring_equal(ring, pool[i], pool[k]), value[i] == value[k]);
    }
    ring_release(ring, 2);
  }
  end();
}

static void sums_and_products(void **state) {
  (void)state;
  begin(2);
  assert_printed(number(0), "0");
  assert_printed(number(-7), "-7");
  assert_printed(minus(x, x), "0");
  assert_printed(power(plus(x, y), 2), "1 x1^2 + 2 x0^1 x1^1 + 1 x0^2");
  assert_printed(times(plus(x, number(1)), minus(x, number(1))), "1 x0^2 + -1");
  assert_printed(ring_neg(ring, plus(x, number(3))), "-1 x0^1 + -3");
  assert_printed(times(plus(x, y), number(0)), "0");
  Scalar left = times(plus(x, y), minus(x, y)), right = minus(power(x, 2), power(y, 2));
  assert_true(ring_equal(ring, left, right));
  const Scalar apart[] = {x, y, plus(x, x), over(x, number(2)), over(x, number(3)), plus(x, number(1)), number(1)};
  for (int i = 0; i < 7; i++) {
    for (int k = 0; k < 7; k++) assert_int_equal(ring_equal(ring, apart[i], apart[k]), i == k);
  }
  uint32_t count = 0;
  const SparseTerm *terms = sparse_terms(ring, plus(times(number(5), y), number(4)), &count);
  assert_true(count == 2 && terms[0].monomial == (Monomial)1 << 8 && terms[0].coefficient == 5);
  assert_true(terms[1].monomial == 0 && terms[1].coefficient == 4 && terms[1].below == 1);
  end();
}

/* In lowest terms, the sign above. */
static void fractions(void **state) {
  (void)state;
  begin(2);
  Scalar third = over(number(1), number(3)), sixth = over(number(1), number(6));
  assert_printed(plus(third, sixth), "1/2");
  assert_printed(plus(times(third, x), over(x, number(-6))), "1/6 x0^1");
  assert_printed(over(number(4), number(-6)), "-2/3");
  assert_printed(minus(plus(third, third), over(number(2), number(3))), "0");
  assert_printed(times(over(number(6), number(35)), over(number(14), number(9))), "4/15");
  assert_printed(over(third, third), "1");
  mpq_t exact[2];
  mpq_init(exact[0]), mpq_init(exact[1]);
  mpq_set_si(exact[0], -3, 2);
  assert_int_equal(mpq_set_str(exact[1], "9223372036854775808", 10), 0);
  const Constant constant = {.length = 2, .exact = exact};
  assert_printed(ring_constant(ring, &constant, 0), "-3/2");
  assert_fails(ring_constant(ring, &constant, 1), STATUS_LIMIT);
  mpq_inv(exact[1], exact[1]);
  assert_fails(ring_constant(ring, &constant, 1), STATUS_LIMIT);
  mpq_set_si(exact[1], 12, 1);
  assert_printed(ring_constant(ring, &constant, 1), "12");
  mpq_clear(exact[0]), mpq_clear(exact[1]);
  end();
}

/* Of a variable and its inverse one is left; what was divided by is known once. */
static void quotients(void **state) {
  (void)state;
  begin(2);
  assert_int_equal(sparse_take_divided(ring), 0);
  assert_printed(over(x, times(number(2), y)), "1/2 x0^1 x1^-1");
  assert_int_equal(sparse_take_divided(ring), 2);
  assert_int_equal(sparse_take_divided(ring), 0);
  Scalar inverse = over(number(1), times(x, power(y, 2)));
  assert_printed(inverse, "1 x1^-2 x0^-1");
  assert_int_equal(sparse_take_divided(ring), 3);
  assert_printed(times(inverse, power(y, 5)), "1 x1^3 x0^-1");
  assert_printed(times(inverse, times(x, y)), "1 x1^-1");
  assert_printed(times(inverse, times(x, power(y, 2))), "1");
  assert_printed(times(plus(x, inverse), x), "1 x1^-2 + 1 x0^2");
  assert_printed(times(x, plus(over(number(1), x), y)), "1 x0^1 x1^1 + 1");
  assert_printed(times(plus(x, y), plus(over(number(1), x), over(number(1), y))), "1 x1^1 x0^-1 + 1 x0^1 x1^-1 + 2");
  (void)sparse_take_divided(ring);
  assert_printed(over(number(1), inverse), "1 x0^1 x1^2");
  assert_int_equal(sparse_take_divided(ring), 3);
  assert_fails(over(x, number(0)), STATUS_DOMAIN);
  assert_fails(over(x, plus(x, y)), STATUS_UNABLE);
  (void)over(x, number(5));
  assert_int_equal(sparse_take_divided(ring), 0);
  sparse_begin(ring, 2);
  (void)over(x, y);
  sparse_begin(ring, 2);
  assert_int_equal(sparse_take_divided(ring), 0);
  end();
}

/* An inverse stands in the place of a variable that is not used: of nine the first seven have one. */
static void places_of_inverses(void **state) {
  (void)state;
  begin(0);
  assert_fails(over(x, x), STATUS_UNABLE);
  end();
  static const uint32_t counts[] = {0, 1, 8, 9, 15, 16}, inverses[] = {0, 1, 8, 7, 1, 0};
  for (int n = 0; n < 6; n++) {
    begin(counts[n]);
    for (uint32_t k = 0; k < counts[n]; k++) {
      Scalar one = sparse_variable(ring, k), product = times(over(number(1), one), one);
      bool there = k < inverses[n];
      assert_int_equal(ring_take_status(ring), there ? STATUS_OK : STATUS_UNABLE);
      if (there) assert_true(ring_equal(ring, product, number(1)));
    }
    end();
  }
}

static void derivatives(void **state) {
  (void)state;
  begin(2);
  Scalar sum = plus(plus(times(number(3), times(power(x, 2), y)), over(number(5), x)), y);
  assert_printed(sparse_derivative(ring, sum, 0), "-5 x0^-2 + 6 x0^1 x1^1");
  assert_printed(sparse_derivative(ring, sum, 1), "3 x0^2 + 1");
  assert_printed(sparse_derivative(ring, number(4), 0), "0");
  Scalar u = plus(times(x, y), number(3)), v = minus(times(x, x), y);
  for (uint32_t k = 0; k < 2; k++) { /* d(uv) = u dv + v du */
    Scalar rule = plus(times(u, sparse_derivative(ring, v, k)), times(v, sparse_derivative(ring, u, k)));
    assert_true(ring_equal(ring, sparse_derivative(ring, times(u, v), k), rule));
  }
  assert_printed(sparse_derivative(ring, over(number(1), y), 0), "0");
  assert_printed(sparse_derivative(ring, over(x, times(number(6), power(y, 3))), 1), "-1/2 x0^1 x1^-4");
  end();
  begin(8); /* as many inverses */
  Scalar eighth = over(number(1), sparse_variable(ring, 7));
  assert_printed(eighth, "1 x7^-1");
  assert_printed(sparse_derivative(ring, eighth, 7), "-1 x7^-2");
  end();
  begin(16); /* without inverses */
  Scalar last = sparse_variable(ring, 15);
  assert_printed(sparse_derivative(ring, times(power(last, 3), x), 15), "3 x0^1 x15^2");
  assert_printed(sparse_derivative(ring, times(power(last, 3), x), 0), "1 x15^3");
  end();
}

/* What leaves the form is told, and what is just within is right. */
static void limits(void **state) {
  (void)state;
  begin(2);
  Scalar most = power(x, SPARSE_DEGREE);
  assert_printed(most, "1 x0^127");
  assert_fails(times(most, x), STATUS_LIMIT);
  assert_fails(times(most, most), STATUS_LIMIT);
  Scalar least = over(number(1), most);
  assert_printed(least, "1 x0^-127");
  assert_fails(times(least, over(number(1), x)), STATUS_LIMIT);
  assert_printed(times(least, power(x, 127)), "1");
  assert_printed(sparse_derivative(ring, most, 0), "127 x0^126");
  assert_fails(sparse_derivative(ring, least, 0), STATUS_LIMIT);
  Scalar half = number((int64_t)1 << 62);
  assert_fails(plus(half, half), STATUS_LIMIT);
  assert_printed(minus(number(0), plus(half, minus(half, number(1)))), "-9223372036854775807");
  assert_fails(times(half, number(2)), STATUS_LIMIT);
  assert_fails(times(times(number(INT64_MAX), x), number(2)), STATUS_LIMIT);
  assert_fails(ring_neg(ring, number(INT64_MIN)), STATUS_LIMIT);
  assert_fails(over(x, number(INT64_MIN)), STATUS_UNABLE);
  assert_fails(times(over(x, half), over(x, half)), STATUS_LIMIT);
  assert_fails(minus(over(x, half), over(x, half)), STATUS_LIMIT); /* 0 over what has no 64 bits */
  Scalar row = number(0), column = number(0);
  for (unsigned k = 0; k < 64; k++) row = plus(row, power(x, k)), column = plus(column, power(y, k));
  Scalar square = times(row, column);
  uint32_t count = 0;
  (void)sparse_terms(ring, square, &count);
  assert_int_equal(count, SPARSE_TERMS);
  assert_fails(plus(square, power(x, 64)), STATUS_LIMIT);
  assert_true(ring_equal(ring, plus(square, number(-1)), minus(square, number(1))));
  assert_fails(times(square, plus(x, plus(y, plus(number(2), plus(times(x, y), power(y, 64)))))), STATUS_LIMIT);
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_have_their_values),
      cmocka_unit_test(sums_and_products),
      cmocka_unit_test(fractions),
      cmocka_unit_test(quotients),
      cmocka_unit_test(places_of_inverses),
      cmocka_unit_test(derivatives),
      cmocka_unit_test(limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
