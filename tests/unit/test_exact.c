/* Exact real numbers: signs of what nearly cancels, however many digits it takes up to the limit, and what is 0; series
 * of functions, which are held against Arb's; and linear equations. */
#include "verify/truth/calcium_roots.h"
#include "verify/truth/exact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define WORK ((uint64_t)1 << 20)
#define KNOWN_BITS 40000

/* sqrt 2, or exp 2, both ways. */
static void irrational(Exact *exact, bool transcendental, ca_t number, arb_t ball) {
  if (transcendental) {
    ca_set_ui(number, 2, exact->context), ca_exp(number, number, exact->context);
    arb_set_ui(ball, 2), arb_exp(ball, ball, KNOWN_BITS);
  } else {
    ca_sqrt_ui(number, 2, exact->context);
    arb_sqrt_ui(ball, 2, KNOWN_BITS);
  }
}

/* The sign of the number less a rational that has so many of its bits, or of its opposite, and whether it is right. */
static int sign_beside(bool transcendental, bool opposite, slong bits, bool *right) {
  Exact exact;
  ca_t number, near;
  arb_t ball, rounded;
  fmpq_t q;
  exact_init(&exact, WORK);
  ca_init(number, exact.context), ca_init(near, exact.context);
  arb_init(ball), arb_init(rounded), fmpq_init(q);
  irrational(&exact, transcendental, number, ball);
  arb_set_round(rounded, ball, bits);
  arf_get_fmpq(q, arb_midref(rounded));
  ca_set_fmpq(near, q, exact.context);
  ca_sub(number, number, near, exact.context);
  arb_set_fmpq(rounded, q, KNOWN_BITS);
  arb_sub(ball, ball, rounded, KNOWN_BITS);
  if (opposite) ca_neg(number, number, exact.context), arb_neg(ball, ball);
  int sign = exact_sign(&exact, number);
  *right = sign == (arb_is_positive(ball) != 0) - (arb_is_negative(ball) != 0);
  fmpq_clear(q), arb_clear(rounded), arb_clear(ball);
  ca_clear(near, exact.context), ca_clear(number, exact.context);
  exact_clear(&exact);
  return sign;
}

static void signs_beside_rationals(void **state) {
  (void)state;
  for (int transcendental = 0; transcendental < 2; transcendental++) {
    bool right;
    for (slong bits = 10; bits < 4000; bits += 333) {
      for (int opposite = 0; opposite < 2; opposite++) {
        (void)sign_beside(transcendental != 0, opposite != 0, bits, &right);
        if (!right) fail_msg("with %ld bits in common", (long)bits);
      }
    }
    assert_int_equal(sign_beside(transcendental != 0, false, 30000, &right), EXACT_SIGN_UNKNOWN);
  }
}

static void signs_that_are_known_at_once(void **state) {
  (void)state;
  Exact exact;
  ca_t root, square;
  mpq_t q;
  exact_init(&exact, WORK);
  ca_init(root, exact.context), ca_init(square, exact.context);
  mpq_init(q);
  for (int sign = -1; sign <= 1; sign++) {
    mpq_set_si(q, sign, 3);
    mpq_canonicalize(q);
    exact_set_rational(&exact, root, q);
    assert_int_equal(exact_sign(&exact, root), sign);
  }
  ca_sqrt_ui(root, 2, exact.context);
  ca_mul(square, root, root, exact.context);
  ca_sub_ui(square, square, 2, exact.context);
  assert_int_equal(exact_sign(&exact, square), 0);
  ca_sqrt_ui(root, 6, exact.context); /* sqrt (5 + 2 sqrt 6) - sqrt 2 - sqrt 3 */
  ca_mul_ui(root, root, 2, exact.context), ca_add_ui(root, root, 5, exact.context);
  ca_sqrt(square, root, exact.context);
  for (ulong n = 2; n <= 3; n++) ca_sqrt_ui(root, n, exact.context), ca_sub(square, square, root, exact.context);
  assert_int_equal(exact_sign(&exact, square), 0);
  ca_unknown(square, exact.context);
  assert_int_equal(exact_sign(&exact, square), EXACT_SIGN_UNKNOWN);
  mpq_clear(q);
  ca_clear(square, exact.context), ca_clear(root, exact.context);
  exact_clear(&exact);
}

/* ---------------------------------------------------------------- size -- */

/* What of the work the number takes; 0 where it is too large. */
static uint64_t cost(Exact *exact, const ca_t number) {
  uint64_t before = exact->work;
  return exact_fits(exact, number) ? before - exact->work : 0;
}

/* A rational of so many bits in all, times sqrt 2, or the third root of 2. */
static uint64_t cost_of_bits(ulong bits, ulong root) {
  Exact exact;
  ca_t number, factor;
  qqbar_t algebraic;
  fmpz_t large;
  exact_init(&exact, WORK);
  ca_init(number, exact.context), ca_init(factor, exact.context);
  fmpz_init(large);
  fmpz_one_2exp(large, bits - 2); /* bits - 1 of it, and one of the denominator */
  ca_set_fmpz(number, large, exact.context);
  qqbar_init(algebraic), qqbar_set_ui(algebraic, 2), qqbar_root_ui(algebraic, algebraic, root);
  if (root > 1) ca_set_qqbar(factor, algebraic, exact.context), ca_mul(number, number, factor, exact.context);
  qqbar_clear(algebraic);
  uint64_t taken = cost(&exact, number);
  fmpz_clear(large);
  ca_clear(factor, exact.context), ca_clear(number, exact.context);
  exact_clear(&exact);
  return taken;
}

/* (1 + e)^n over d has n + 1 terms above, one below. */
static uint64_t cost_of_terms(ulong n, ulong d) {
  Exact exact;
  ca_t number, factor;
  exact_init(&exact, WORK);
  ca_init(number, exact.context), ca_init(factor, exact.context);
  ca_one(number, exact.context);
  ca_exp(factor, number, exact.context), ca_add_ui(factor, factor, 1, exact.context);
  for (ulong k = 0; k < n; k++) ca_mul(number, number, factor, exact.context);
  ca_div_ui(number, number, d, exact.context);
  uint64_t taken = cost(&exact, number);
  ca_clear(factor, exact.context), ca_clear(number, exact.context);
  exact_clear(&exact);
  return taken;
}

/* A rational costs its words; another number 64, and its terms squared, times as much. */
static void work_that_is_taken(void **state) {
  (void)state;
  static const struct {
    ulong bits;
    uint64_t words;
  } sizes[] = {{3, 1}, {63, 1}, {64, 2}, {127, 2}, {128, 3}, {4096, 65}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    assert_int_equal(cost_of_bits(sizes[i].bits, 1), sizes[i].words);
    assert_int_equal(cost_of_bits(sizes[i].bits, 2), 65 * sizes[i].words);
    assert_int_equal(cost_of_bits(sizes[i].bits, 3), 65 * sizes[i].words);
  }
  for (ulong root = 1; root <= 3; root++) assert_int_equal(cost_of_bits(4097, root), 0);
  assert_int_equal(cost_of_terms(1, 1), 64 + 9);
  assert_int_equal(cost_of_terms(1, (ulong)1 << 60), 64 + 9);
  assert_int_equal(cost_of_terms(1, (ulong)1 << 63), 2 * (64 + 9));
  assert_int_equal(cost_of_terms(98, 1), 2 * (64 + 10000));
  assert_int_equal(cost_of_terms(99, 1), 0);
}

static void work_that_is_left(void **state) {
  (void)state;
  Exact exact;
  ca_t root;
  exact_init(&exact, 130);
  ca_init(root, exact.context);
  ca_sqrt_ui(root, 2, exact.context);
  assert_int_equal(cost(&exact, root), 65);
  assert_int_equal(cost(&exact, root), 65);
  assert_int_equal(exact.work, 0);
  exact.work = 64;
  assert_int_equal(cost(&exact, root), 0);
  assert_int_equal(exact.work, 64);
  ca_unknown(root, exact.context);
  assert_int_equal(cost(&exact, root), 0);
  ca_clear(root, exact.context);
  exact_clear(&exact);
}

/* -------------------------------------------------------------- series -- */

#define LENGTH 7u
#define BITS 256

/* Arb's series of a function at c + t. */
static void arb_series(arb_poly_t out, RingFunction f, const arb_poly_t x) {
  arb_poly_t one;
  switch (f) {
  case RING_SIN: arb_poly_sin_series(out, x, LENGTH, BITS); return;
  case RING_COS: arb_poly_cos_series(out, x, LENGTH, BITS); return;
  case RING_TAN: arb_poly_tan_series(out, x, LENGTH, BITS); return;
  case RING_EXP: arb_poly_exp_series(out, x, LENGTH, BITS); return;
  case RING_LOG: arb_poly_log_series(out, x, LENGTH, BITS); return;
  case RING_SQRT: arb_poly_sqrt_series(out, x, LENGTH, BITS); return;
  case RING_TANH: /* sinh / cosh */
    arb_poly_init(one);
    arb_poly_sinh_cosh_series(out, one, x, LENGTH, BITS);
    arb_poly_div_series(out, out, one, LENGTH, BITS);
    arb_poly_clear(one);
    return;
  case RING_SIGMOID: /* exp / (exp + 1) */
    arb_poly_init(one);
    arb_poly_exp_series(out, x, LENGTH, BITS);
    arb_poly_add_si(one, out, 1, BITS);
    arb_poly_div_series(out, out, one, LENGTH, BITS);
    arb_poly_clear(one);
    return;
  case RING_ABS:
  case RING_SIGN: arb_poly_zero(out); return;
  }
}

static void arb_call_series(arb_poly_t out, FunctionCode f, const arb_poly_t x) {
  if (f == FUNCTION_ATAN)
    arb_poly_atan_series(out, x, LENGTH, BITS);
  else if (f == FUNCTION_ASIN)
    arb_poly_asin_series(out, x, LENGTH, BITS);
  else
    arb_hypgeom_erf_series(out, x, LENGTH, BITS);
}

/* c = p/q, or p/q sqrt 2; its series, exactly and by balls, and whether they are one. */
typedef struct Series {
  Exact exact;
  ca_t c;
  arb_poly_t x, balls;
  ca_ptr found;
} Series;

static void series_open(Series *s, slong p, ulong q, bool root) {
  arb_t c;
  exact_init(&s->exact, WORK);
  ca_init(s->c, s->exact.context), arb_init(c);
  arb_poly_init(s->x), arb_poly_init(s->balls);
  if (root)
    ca_sqrt_ui(s->c, 2, s->exact.context), arb_sqrt_ui(c, 2, BITS);
  else
    ca_one(s->c, s->exact.context), arb_one(c);
  ca_mul_si(s->c, s->c, p, s->exact.context), ca_div_ui(s->c, s->c, q, s->exact.context);
  arb_mul_si(c, c, p, BITS), arb_div_ui(c, c, q, BITS);
  arb_poly_set_coeff_arb(s->x, 0, c), arb_poly_set_coeff_si(s->x, 1, 1);
  s->found = _ca_vec_init(LENGTH, s->exact.context);
  arb_clear(c);
}

static void series_close(Series *s) {
  _ca_vec_clear(s->found, LENGTH, s->exact.context);
  arb_poly_clear(s->balls), arb_poly_clear(s->x);
  ca_clear(s->c, s->exact.context);
  exact_clear(&s->exact);
}

/* To a hundred bits, all coefficients but the one behind `length`, which is not written. */
static bool series_agree(Series *s, uint32_t length) {
  bool same = true;
  arb_t found, ball;
  mag_t apart;
  arb_init(found), arb_init(ball), mag_init(apart);
  for (uint32_t k = 0; k < length; k++) {
    exact_enclose(&s->exact, found, s->found + k, 128);
    arb_poly_get_coeff_arb(ball, s->balls, k);
    arb_sub(found, found, ball, BITS);
    arb_get_mag(apart, found);
    same = same && mag_cmp_2exp_si(apart, -100) < 0;
  }
  if (length < LENGTH) same = same && ca_check_is_zero(s->found + length, s->exact.context) == T_TRUE;
  mag_clear(apart), arb_clear(ball), arb_clear(found);
  return same;
}

static const struct {
  slong p;
  ulong q;
  bool root;
} places[] = {{1, 3, false}, {7, 5, false}, {1, 2, true}, {-1, 3, false}, {-2, 5, true}};

static void series_of_functions(void **state) {
  (void)state;
  for (RingFunction f = RING_SIN; f <= RING_SIGMOID; f++) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      if (places[i].p < 0 && (f == RING_LOG || f == RING_SQRT)) continue;
      for (uint32_t length = 1; length <= LENGTH; length++) {
        Series s;
        series_open(&s, places[i].p, places[i].q, places[i].root);
        arb_series(s.balls, f, s.x);
        if (!exact_series(&s.exact, f, s.c, s.found, length) || !series_agree(&s, length))
          fail_msg("function %d at place %zu, %u coefficients", (int)f, i, length);
        series_close(&s);
      }
    }
  }
}

static void series_of_powers(void **state) {
  (void)state;
  static const int exponents[][2] = {{1, 2}, {3, 2}, {-1, 2}, {1, 3}, {-2, 5}};
  arb_t power;
  mpq_t exponent;
  arb_init(power), mpq_init(exponent);
  for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
    for (size_t i = 0; places[i].p > 0; i++) {
      Series s;
      series_open(&s, places[i].p, places[i].q, places[i].root);
      mpq_set_si(exponent, exponents[e][0], (unsigned long)exponents[e][1]);
      arb_set_si(power, exponents[e][0]), arb_div_si(power, power, exponents[e][1], BITS);
      arb_poly_pow_arb_series(s.balls, s.x, power, LENGTH, BITS);
      if (!exact_power_series(&s.exact, exponent, s.c, s.found, LENGTH) || !series_agree(&s, LENGTH))
        fail_msg("exponent %d/%d at place %zu", exponents[e][0], exponents[e][1], i);
      series_close(&s);
    }
  }
  mpq_clear(exponent), arb_clear(power);
}

static void series_of_the_library(void **state) {
  (void)state;
  static const FunctionCode functions[] = {FUNCTION_ATAN, FUNCTION_ASIN, FUNCTION_ERF};
  for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      if (places[i].p == 7 && functions[f] == FUNCTION_ASIN) continue; /* beyond 1 */
      for (uint32_t length = 1; length <= LENGTH; length++) {
        Series s;
        series_open(&s, places[i].p, places[i].q, places[i].root);
        arb_call_series(s.balls, functions[f], s.x);
        if (!exact_call_series(&s.exact, functions[f], s.c, s.found, length) || !series_agree(&s, length))
          fail_msg("function %zu at place %zu, %u coefficients", f, i, length);
        series_close(&s);
      }
    }
  }
}

static void series_that_are_not_found(void **state) {
  (void)state;
  Series s;
  series_open(&s, 1, 3, false);
  assert_false(exact_series(&s.exact, RING_ABS, s.c, s.found, LENGTH));
  assert_false(exact_series(&s.exact, RING_SIGN, s.c, s.found, LENGTH));
  for (RingFunction f = RING_SIN; f <= RING_SIGMOID; f++) { /* without work */
    s.exact.work = 3;
    assert_false(exact_series(&s.exact, f, s.c, s.found, LENGTH));
  }
  s.exact.work = 3;
  assert_false(exact_call_series(&s.exact, FUNCTION_ERF, s.c, s.found, LENGTH));
  series_close(&s);
}

/* ---------------------------------------------------- linear equations -- */

/* The row a + b sqrt 2 of three numbers, and what adding it answers. */
static int add_row(Echelon *echelon, const int *a, const int *b, bool reduce) {
  Exact *exact = echelon->exact;
  ca_ptr row = _ca_vec_init(3, exact->context);
  ca_t root;
  ca_init(root, exact->context);
  for (slong j = 0; j < 3; j++) {
    ca_sqrt_ui(root, 2, exact->context);
    ca_mul_si(root, root, b[j], exact->context);
    ca_add_si(row + j, root, a[j], exact->context);
  }
  int zero = reduce ? echelon_reduce(echelon, row) : echelon_add(echelon, row);
  ca_clear(root, exact->context);
  _ca_vec_clear(row, 3, exact->context);
  return zero;
}

static void linear_equations(void **state) {
  (void)state;
  static const int zero[] = {0, 0, 0};
  Exact exact;
  Echelon echelon;
  exact_init(&exact, WORK);
  assert_true(echelon_init(&echelon, &exact, 3));
  assert_int_equal(add_row(&echelon, zero, zero, false), 1);
  assert_int_equal(add_row(&echelon, (int[]){0, 2, 0}, (int[]){0, 0, 1}, false), 0); /* (0, 2, r) */
  assert_int_equal(add_row(&echelon, (int[]){0, 0, 2}, (int[]){0, 2, 0}, true), 1);  /* r times it */
  assert_int_equal(add_row(&echelon, (int[]){0, 0, 3}, (int[]){0, 2, 0}, true), 0);
  assert_int_equal(add_row(&echelon, (int[]){1, 0, 1}, (int[]){0, 3, 0}, false), 0); /* (1, 3 r, 1) */
  assert_int_equal(echelon.rank, 2);
  assert_int_equal(add_row(&echelon, (int[]){1, 2, 1}, (int[]){0, 3, 1}, true), 1);  /* their sum */
  assert_int_equal(add_row(&echelon, (int[]){1, 2, 1}, (int[]){1, 3, 1}, false), 0); /* (1 + r, 2 + 3 r, 1 + r) */
  assert_int_equal(echelon.rank, 3);
  assert_int_equal(add_row(&echelon, (int[]){5, -7, 11}, (int[]){1, 1, -1}, false), 1); /* all there is */
  assert_int_equal(echelon.rank, 3);
  exact.work = 1;
  assert_int_equal(add_row(&echelon, (int[]){5, -7, 11}, (int[]){1, 1, -1}, false), EXACT_SIGN_UNKNOWN);
  echelon_clear(&echelon);
  exact_clear(&exact);
}

/* a - b is 0. */
static bool is_same(Exact *exact, const ca_t a, const ca_t b) {
  ca_t difference;
  ca_init(difference, exact->context);
  ca_sub(difference, a, b, exact->context);
  bool same = exact_sign(exact, difference) == 0;
  ca_clear(difference, exact->context);
  return same;
}

/* Of c = (10^`digits` + 7) / 3: the root of 9 c is 3 times that of c, whose square, cube and inverse are c's powers. It
 * is one of a field of its own where c has many digits, and a quadratic number where it has few. */
static void roots_of_rationals(void **state) {
  (void)state;
  static const struct {
    ulong digits;
    bool formal;
  } table[] = {{1, false}, {15, false}, {19, true}, {25, true}, {600, true}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Exact exact;
    ca_t c, root, other, power;
    fmpq_t exponent;
    exact_init(&exact, WORK);
    ca_init(c, exact.context), ca_init(root, exact.context), ca_init(other, exact.context),
        ca_init(power, exact.context);
    fmpq_init(exponent);
    fmpz_ui_pow_ui(fmpq_numref(exponent), 10, table[k].digits);
    ca_set_fmpz(c, fmpq_numref(exponent), exact.context);
    ca_add_ui(c, c, 7, exact.context), ca_div_ui(c, c, 3, exact.context);
    calcium_root(root, c, exact.context);
    assert_int_equal(!CA_FIELD_IS_NF(CA_FIELD(root, exact.context)), table[k].formal);
    ca_mul(power, root, root, exact.context);
    assert_true(is_same(&exact, power, c));
    ca_mul_ui(other, c, 9, exact.context), calcium_root(other, other, exact.context);
    ca_mul_ui(power, root, 3, exact.context);
    assert_true(is_same(&exact, other, power));
    fmpq_set_si(exponent, 3, 2), calcium_power(other, c, exponent, exact.context);
    ca_mul(power, root, c, exact.context);
    assert_true(is_same(&exact, other, power));
    fmpq_set_si(exponent, -1, 2), calcium_power(other, c, exponent, exact.context);
    ca_mul(power, other, root, exact.context);
    assert_int_equal(ca_check_is_one(power, exact.context), T_TRUE);
    fmpq_set_si(exponent, 1, 3), calcium_power(other, c, exponent, exact.context);
    ca_pow_fmpq(power, c, exponent, exact.context);
    assert_true(is_same(&exact, other, power));
    /* squares have rational roots, whatever their size */
    ca_mul(other, c, c, exact.context), calcium_root(other, other, exact.context);
    assert_true(CA_IS_QQ(other, exact.context) && is_same(&exact, other, c));
    fmpq_clear(exponent);
    ca_clear(power, exact.context), ca_clear(other, exact.context), ca_clear(root, exact.context);
    ca_clear(c, exact.context);
    exact_clear(&exact);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roots_of_rationals),
      cmocka_unit_test(signs_beside_rationals),
      cmocka_unit_test(signs_that_are_known_at_once),
      cmocka_unit_test(work_that_is_taken),
      cmocka_unit_test(work_that_is_left),
      cmocka_unit_test(series_of_functions),
      cmocka_unit_test(series_of_powers),
      cmocka_unit_test(series_of_the_library),
      cmocka_unit_test(series_that_are_not_found),
      cmocka_unit_test(linear_equations),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
