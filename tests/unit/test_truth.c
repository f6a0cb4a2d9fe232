/* The truth tiers: known derivatives, agreement of the tiers, and what each of
 * them must refuse. */
#include "tests/unit/encloses.h"
#include "tests/unit/programs.h"
#include "tests/unit/random.h"
#include "verify/truth/truth_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static Store *store;
static Truth *truth;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  truth = truth_new(store);
  return store == NULL || truth == NULL;
}

static int tear_down(void **state) {
  (void)state;
  truth_free(truth);
  store_free(store);
  return 0;
}

/* ------------------------------------------------------- terms by hand -- */

static TermId op2(OpCode code, TermId x, TermId y) {
  return term_op(store, op_make(&store->ops, &store->types, code, 1, 0), x, y);
}
static TermId op1(OpCode code, TermId x) { return op2(code, x, TERM_NONE_ID); }
static TermId times(TermId x, TermId y) { return op2(OP_MUL, x, y); }
static TermId plus(TermId x, TermId y) { return op2(OP_ADD, x, y); }
static TermId over(TermId x, TermId y) { return op2(OP_DIV, x, y); }

static TermId number(int64_t numerator, uint64_t denominator) {
  ConstantId c = constant_from_ratio(&store->constants, numerator, denominator);
  OpId op = op_make_constant(&store->ops, &store->types, 1, c);
  return term_op(store, op, TERM_NONE_ID, TERM_NONE_ID);
}

static TermId power(TermId x, int64_t numerator, uint64_t denominator) {
  ConstantId c = constant_from_ratio(&store->constants, numerator, denominator);
  return term_op(store, op_make_power(&store->ops, &store->types, 1, c), x, TERM_NONE_ID);
}

static TypeId reals[4];

/* x0 .. : real |- t : real, with the outermost identifier x(0). */
static Program program_of(TermId t, uint32_t length) {
  assert_int_equal(store_take_status(store), STATUS_OK);
  for (int i = 0; i < 4; i++) reals[i] = type_real(&store->types, 1);
  return (Program){t, reals, length, reals[0]};
}

static TermId x_of(uint32_t i, uint32_t length) { return term_var(store, length - 1 - i); }

static uint64_t residue(int64_t numerator, int64_t denominator) {
  return field_mul(field_from_int(numerator), field_inverse(field_from_int(denominator)));
}

/* Both routes over F_p give this value and derivative. */
static TruthReport check_field(const Program *p, const int64_t *x, const int64_t *v, uint64_t value, uint64_t slope) {
  Scalar point[4], direction[4], found, derivative;
  TruthReport report;
  for (uint32_t i = 0; i < p->length; i++) {
    point[i] = (Scalar){field_from_int(x[i])};
    direction[i] = (Scalar){field_from_int(v[i])};
  }
  assert_int_equal(truth_field_line(truth, p, point, direction, &found, &derivative, &report), STATUS_OK);
  assert_int_equal(found.word, value);
  assert_int_equal(derivative.word, slope);
  assert_int_equal(truth_field_dual(truth, p, point, direction, &found, &derivative), STATUS_OK);
  assert_int_equal(found.word, value);
  assert_int_equal(derivative.word, slope);
  return report;
}

static void polynomials(void **state) {
  (void)state;
  /* x^3 y + 2 x at (2, 5) along (1, -3): value 44; 3 x^2 y + 2 = 62, x^3 = 8 */
  TermId x = x_of(0, 2), y = x_of(1, 2);
  Program p = program_of(plus(times(power(x, 3, 1), y), times(number(2, 1), x)), 2);
  TruthReport report = check_field(&p, (int64_t[]){2, 5}, (int64_t[]){1, -3}, 44, 62 - 3 * 8);
  assert_int_equal(report.degree, 4);
  assert_int_equal(report.denominator, 0);
  /* an input that does not move has degree 0 */
  report = check_field(&p, (int64_t[]){2, 5}, (int64_t[]){0, 1}, 44, 8);
  assert_int_equal(report.degree, 1);
  /* division by constants leaves polynomials; x^0 is the constant 1 */
  Program half = program_of(plus(over(x, number(2, 1)), power(y, 0, 1)), 2);
  report = check_field(&half, (int64_t[]){3, 0}, (int64_t[]){1, 1}, residue(5, 2), residue(1, 2));
  assert_int_equal(report.denominator, 0);
  /* x^n in every degree up to the limit, at 1: derivative n */
  for (int64_t n = 0; n <= (int64_t)TRUTH_MAX_DEGREE; n++) {
    Program monomial = program_of(power(x_of(0, 1), n, 1), 1);
    report = check_field(&monomial, (int64_t[]){1}, (int64_t[]){1}, 1, (uint64_t)n);
    assert_int_equal(report.degree, n);
  }
}

static void quotients(void **state) {
  (void)state;
  /* x / (1 + x y) at (2, 3): value 2/7; (1/49, -4/49) */
  TermId x = x_of(0, 2), y = x_of(1, 2);
  Program p = program_of(over(x, plus(number(1, 1), times(x, y))), 2);
  TruthReport report = check_field(&p, (int64_t[]){2, 3}, (int64_t[]){1, 0}, residue(2, 7), residue(1, 49));
  assert_int_equal(report.denominator, 1);
  report = check_field(&p, (int64_t[]){2, 3}, (int64_t[]){0, 1}, residue(2, 7), residue(-4, 49));
  report = check_field(&p, (int64_t[]){2, 3}, (int64_t[]){5, 7}, residue(2, 7), residue(5 - 28, 49));
  assert_int_equal(report.denominator, 2);
  /* x^-2 at 3: 1/9, -2/27 */
  Program square = program_of(power(x_of(0, 1), -2, 1), 1);
  (void)check_field(&square, (int64_t[]){3}, (int64_t[]){1}, residue(1, 9), residue(-2, 27));
  /* Denominators that vanish further along the line do no harm: 1/x at 1 along
   * -1 meets 0 at s = 1, and so does 1/(1/x), a polynomial in the end. */
  Program inverse = program_of(over(number(1, 1), x_of(0, 1)), 1);
  (void)check_field(&inverse, (int64_t[]){1}, (int64_t[]){-1}, 1, 1);
  Program twice = program_of(over(number(1, 1), over(number(1, 1), x_of(0, 1))), 1);
  (void)check_field(&twice, (int64_t[]){1}, (int64_t[]){-1}, 1, field_from_int(-1));
}

/* Second derivatives on a line, of a polynomial and of a quotient, beside Ints, whose derivatives are 0; whatever the
 * memory held, and whatever was run before. */
static void second_derivatives(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t value[2], slope[2], second[2]; /* as ratios, of the second result at x = 2 along 1 */
  } table[] = {{"def f (n : Int) (x : real) = (n, x * x * x)", {8, 1}, {12, 1}, {12, 1}},
               {"def f (n : Int) (x : real) = (n, x / (1 + x))", {2, 3}, {1, 9}, {-2, 27}},
               {"def f (n : Int) (x : real) = (n, (x * x + 1) / x)", {5, 2}, {3, 4}, {1, 4}},
               {"def f (n : Int) (x : real) = (n, 1 / (x * x))", {1, 4}, {-1, 4}, {3, 8}},
               {"def f (n : Int) (x : real) = (n, x * x)", {4, 1}, {4, 1}, {2, 1}}};
  const Scalar x[] = {scalar_from_int(7), {2}}, v[] = {{99}, {1}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    Module module = module_read(store, table[k].text);
    const Program *p = &module.definitions[0].program;
    Scalar value[2], slope[2], second[2];
    for (int times_run = 0; times_run < 2; times_run++) {
      for (int i = 0; i < 2; i++) value[i].word = slope[i].word = second[i].word = 12345;
      TruthReport report;
      Status status = times_run == 0 ? truth_field_second(truth, p, x, v, value, slope, second)
                                     : truth_field_line(truth, p, x, v, value, slope, &report);
      assert_int_equal(status, STATUS_OK);
      assert_int_equal(scalar_to_int(value[0]), 7);
      assert_int_equal(slope[0].word, 0);
      assert_int_equal(second[0].word, times_run == 0 ? 0 : 12345);
      assert_int_equal(value[1].word, residue(table[k].value[0], table[k].value[1]));
      assert_int_equal(slope[1].word, residue(table[k].slope[0], table[k].slope[1]));
      if (times_run == 0) assert_int_equal(second[1].word, residue(table[k].second[0], table[k].second[1]));
    }
    text_free_module(&module);
  }
}

static Status line_status(const Program *p, int64_t x) {
  Scalar point[4] = {{field_from_int(x)}}, direction[4] = {{1}}, value, derivative;
  Status line = truth_field_line(truth, p, point, direction, &value, &derivative, NULL);
  return line;
}

static Status dual_status(const Program *p, int64_t x) {
  Scalar point[4] = {{field_from_int(x)}}, direction[4] = {{1}}, value, derivative;
  return truth_field_dual(truth, p, point, direction, &value, &derivative);
}

static void refusals(void **state) {
  (void)state;
  TermId x = x_of(0, 1), zero = op2(OP_SUB, x, x);
  Program inverse = program_of(over(number(1, 1), x), 1), hidden = program_of(times(zero, over(x, zero)), 1);
  Program sine = program_of(op1(OP_SIN, x), 1), root = program_of(power(x, 1, 2), 1);
  Program steep = program_of(power(x, TRUTH_MAX_DEGREE + 1, 1), 1);
  Program by_zero = program_of(over(x, number(0, 1)), 1);
  assert_int_equal(line_status(&inverse, 0), STATUS_DOMAIN);
  assert_int_equal(dual_status(&inverse, 0), STATUS_DOMAIN);
  assert_int_equal(line_status(&inverse, 5), STATUS_OK);
  assert_int_equal(line_status(&hidden, 3), STATUS_DOMAIN);
  assert_int_equal(line_status(&by_zero, 3), STATUS_DOMAIN);
  assert_int_equal(line_status(&sine, 3), STATUS_UNABLE);
  assert_int_equal(dual_status(&sine, 3), STATUS_UNABLE);
  assert_int_equal(line_status(&root, 3), STATUS_UNABLE);
  assert_int_equal(line_status(&steep, 3), STATUS_LIMIT);
  assert_int_equal(dual_status(&steep, 3), STATUS_OK);
  assert_int_equal(line_status(&inverse, 5), STATUS_OK); /* nothing sticks */
  Program higher = program_of(term_lam(store, NAME_NONE, reals[0], term_var(store, 0)), 0);
  higher.type = type_fun(&store->types, reals[0], reals[0]);
  assert_int_equal(line_status(&higher, 0), STATUS_ILL_TYPED);
}

/* Weights for one degree less than a polynomial has give a wrong derivative. */
static void a_degree_too_small_is_noticed(void **state) {
  (void)state;
  for (uint32_t degree = 1; degree <= TRUTH_MAX_DEGREE; degree++) {
    for (uint32_t less = 0; less <= 1; less++) {
      const uint64_t *weights = truth_weights(truth, degree - less);
      uint64_t derivative = 0; /* of (s + 7)^degree at 0: degree 7^(degree - 1) */
      for (uint32_t s = 0; s <= degree - less; s++) {
        derivative = field_add(derivative, field_mul(weights[s], field_power(s + 7, degree)));
      }
      uint64_t known = field_mul(degree, field_power(7, degree - 1));
      assert_int_equal(derivative == known, less == 0);
    }
  }
  assert_null(truth_weights(truth, TRUTH_MAX_DEGREE + 1));
}

/* ---------------------------------------------------------- arrays, Ints -- */

static void arrays_pairs_and_ints(void **state) {
  (void)state;
  TypeTable *types = &store->types;
  /* a : real^3, k : Int |- (k, dot a a * toReal k) : Int * real */
  TypeId context[2] = {type_real(types, 3), type_int(types)};
  OpId dot = op_make(&store->ops, types, OP_DOT, 3, 0), to_real = op_make(&store->ops, types, OP_TOREAL, 0, 0);
  TermId a = term_var(store, 1), k = term_var(store, 0);
  TermId t = times(term_op(store, dot, a, a), term_op(store, to_real, k, TERM_NONE_ID));
  Program p = {term_pair(store, k, t), context, 2, type_prod(types, type_int(types), type_real(types, 1))};
  Scalar x[4] = {{1}, {2}, {3}, scalar_from_int(-2)}, v[4] = {{1}, {0}, {1}, {99}}, value[2], derivative[2];
  TruthReport report;
  for (int route = 0; route < 2; route++) {
    Status status = route == 0 ? truth_field_line(truth, &p, x, v, value, derivative, &report)
                               : truth_field_dual(truth, &p, x, v, value, derivative);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(scalar_to_int(value[0]), -2);
    assert_int_equal(derivative[0].word, 0);
    assert_int_equal(value[1].word, field_from_int(-28));
    assert_int_equal(derivative[1].word, field_from_int(-16));
  }
  assert_int_equal(report.degree, 2);
  Ring *enclosure = ring_enclosure_new();
  double point[4] = {1, 2, 3, -2}, direction[4] = {1, 0, 1, 0}, broken[4] = {1, 2, 3, 0.5};
  assert_int_equal(truth_enclosure_dual(truth, enclosure, &p, point, direction, value, derivative), STATUS_OK);
  assert_int_equal(scalar_to_int(value[0]), -2);
  assert_true(enclosure_value(enclosure, derivative[1]) == -16 && enclosure_bound(enclosure, derivative[1]) == 0);
  assert_int_equal(truth_enclosure_dual(truth, enclosure, &p, broken, direction, value, derivative), STATUS_DOMAIN);
  ring_destroy(enclosure);
}

/* a : (real * Int)^2 |- map (x. (fst x * fst x, snd x)) a: Ints among the reals. */
static void arrays_of_pairs(void **state) {
  (void)state;
  TypeTable *types = &store->types;
  TypeId array = type_array(types, type_prod(types, type_real(types, 1), type_int(types)), 2);
  TermId first = term_fst(store, term_var(store, 0)), second = term_snd(store, term_var(store, 0));
  TermId body = term_pair(store, times(first, first), second);
  Program p = {term_map(store, NAME_NONE, body, term_var(store, 0)), &array, 1, array};
  Scalar x[4] = {{3}, scalar_from_int(-1), {5}, scalar_from_int(INT64_MAX)}, v[4] = {{1}, {7}, {2}, {7}};
  Scalar value[4], derivative[4];
  static const uint64_t slopes[4] = {6, 0, 20, 0};
  for (int route = 0; route < 2; route++) {
    Status status = route == 0 ? truth_field_line(truth, &p, x, v, value, derivative, NULL)
                               : truth_field_dual(truth, &p, x, v, value, derivative);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(value[2].word, 25);
    for (int i = 0; i < 4; i++) assert_int_equal(derivative[i].word, slopes[i]);
    for (int i = 1; i < 4; i += 2) assert_int_equal(value[i].word, x[i].word);
  }
}

/* ------------------------------------------------------- agreement of tiers -- */

static TermId random_term(uint32_t length, int depth) {
  if (depth == 0 || random_next() % 8 == 0) {
    if (random_next() % 3 == 0) return number((int64_t)(random_next() % 7) - 3, random_next() % 3 + 1);
    return x_of((uint32_t)(random_next() % length), length);
  }
  TermId a = random_term(length, depth - 1);
  if (random_next() % 8 == 0) return power(a, (int64_t)(random_next() % 6) - 2, 1);
  static const OpCode codes[] = {OP_ADD, OP_SUB, OP_MUL, OP_MUL, OP_DIV};
  return op2(codes[random_next() % 5], a, random_term(length, depth - 1));
}

static uint64_t residue_of(Ring *rational, Scalar a) {
  mpq_t q;
  mpq_init(q);
  rational_get(rational, a, q);
  uint64_t numerator = mpz_fdiv_ui(mpq_numref(q), FIELD_P), denominator = mpz_fdiv_ui(mpq_denref(q), FIELD_P);
  mpq_clear(q);
  return field_mul(numerator, field_inverse(denominator));
}

static void the_tiers_agree(void **state) {
  (void)state;
  enum { LENGTH = 2 };
  Ring *rational = ring_rational_new(1u << 20), *enclosure = ring_enclosure_new();
  int agreed = 0, narrow = 0, outside = 0;
  uint32_t mark = store_mark(store);
  for (int k = 0; k < 4000; k++) {
    Program p = program_of(random_term(LENGTH, 4), LENGTH);
    Scalar x[LENGTH], v[LENGTH], q[LENGTH], u[LENGTH], value[4], slope[4];
    double point[LENGTH], direction[LENGTH];
    size_t q_mark = ring_mark(rational), e_mark = ring_mark(enclosure);
    for (int i = 0; i < LENGTH; i++) {
      int64_t a = (int64_t)(random_next() % 9) - 4, b = (int64_t)(random_next() % 7) - 3;
      x[i].word = field_from_int(a), v[i].word = field_from_int(b);
      q[i] = ring_integer(rational, a), u[i] = ring_integer(rational, b);
      point[i] = (double)a, direction[i] = (double)b;
    }
    Status line = truth_field_line(truth, &p, x, v, &value[0], &slope[0], NULL);
    Status dual = truth_field_dual(truth, &p, x, v, &value[1], &slope[1]);
    Status exact = truth_rational_dual(truth, rational, &p, q, u, &value[2], &slope[2]);
    Status near = truth_enclosure_dual(truth, enclosure, &p, point, direction, &value[3], &slope[3]);
    if (line != STATUS_LIMIT) assert_int_equal(line, dual);
    assert_int_equal(dual, exact);
    if (exact == STATUS_DOMAIN) outside++, assert_int_equal(near, STATUS_DOMAIN);
    if (exact == STATUS_OK) {
      agreed++;
      assert_int_equal(value[1].word, residue_of(rational, value[2]));
      assert_int_equal(slope[1].word, residue_of(rational, slope[2]));
    }
    if (line == STATUS_OK) assert_true(value[0].word == value[1].word && slope[0].word == slope[1].word);
    if (exact == STATUS_OK && near == STATUS_OK) {
      assert_true(encloses(enclosure, value[3], rational, value[2]));
      assert_true(encloses(enclosure, slope[3], rational, slope[2]));
      narrow += enclosure_bound(enclosure, slope[3]) <= 1e-9 * (1 + enclosure_magnitude(enclosure));
    }
    ring_release(rational, q_mark);
    ring_release(enclosure, e_mark);
    store_release(store, mark);
  }
  assert_true(agreed > 1500 && outside > 100 && narrow > agreed * 9 / 10);
  ring_destroy(enclosure);
  ring_destroy(rational);
}

static void results_outlive_the_run_and_nothing_else(void **state) {
  (void)state;
  Ring *rational = ring_rational_new(10000), *other = ring_rational_new(10000);
  Program p = program_of(times(x_of(0, 1), over(x_of(0, 1), number(3, 1))), 1);
  for (int k = 0; k < 4; k++) {
    Ring *ring = k % 2 == 0 ? rational : other; /* the base may change between calls */
    Scalar x = ring_integer(ring, 5), v = ring_integer(ring, 1), value, derivative;
    size_t mark = ring_mark(ring);
    assert_int_equal(truth_rational_dual(truth, ring, &p, &x, &v, &value, &derivative), STATUS_OK);
    assert_int_equal(ring_mark(ring), mark + 2);
    assert_int_equal(residue_of(ring, value), residue(25, 3));
    assert_int_equal(residue_of(ring, derivative), residue(10, 3));
  }
  ring_destroy(other);
  ring_destroy(rational);
}

static void kinks_and_edges_are_seen(void **state) {
  (void)state;
  Ring *e = ring_enclosure_new();
  TermId x = x_of(0, 1);
  Program magnitude = program_of(op1(OP_ABS, op1(OP_SIN, x)), 1);
  Program thirds = program_of(op1(OP_ABS, op2(OP_SUB, times(over(x, number(3, 1)), number(3, 1)), number(1, 1))), 1);
  Program root = program_of(op1(OP_SQRT, x), 1);
  Program rounded = program_of(op1(OP_ABS, op2(OP_SUB, times(op1(OP_SQRT, x), op1(OP_SQRT, x)), number(2, 1))), 1);
  Program logarithm = program_of(op1(OP_LOG, x), 1);
  double zero = 0, one = 1, two = 2, minus = -1;
  Scalar value, slope;
  assert_int_equal(truth_enclosure_dual(truth, e, &magnitude, &zero, &one, &value, &slope), STATUS_OK);
  assert_true(enclosure_value(e, slope) == 0); /* exactly at the kink: the convention */
  /* so is x/3*3 - 1 at 1, a ratio; of the root's square, 2 at 2, rounding does not tell on which side it is */
  assert_int_equal(truth_enclosure_dual(truth, e, &thirds, &one, &one, &value, &slope), STATUS_OK);
  assert_true(enclosure_value(e, slope) == 0);
  assert_int_equal(truth_enclosure_dual(truth, e, &rounded, &two, &one, &value, &slope), STATUS_DOMAIN);
  assert_int_equal(truth_enclosure_dual(truth, e, &magnitude, &minus, &one, &value, &slope), STATUS_OK);
  assert_true(fabs(enclosure_value(e, slope) + cos(1)) <= enclosure_bound(e, slope));
  assert_int_equal(truth_enclosure_dual(truth, e, &root, &zero, &one, &value, &slope), STATUS_DOMAIN);
  assert_int_equal(truth_enclosure_dual(truth, e, &logarithm, &minus, &one, &value, &slope), STATUS_DOMAIN);
  ring_destroy(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polynomials),
      cmocka_unit_test(quotients),
      cmocka_unit_test(second_derivatives),
      cmocka_unit_test(refusals),
      cmocka_unit_test(a_degree_too_small_is_noticed),
      cmocka_unit_test(arrays_pairs_and_ints),
      cmocka_unit_test(arrays_of_pairs),
      cmocka_unit_test(the_tiers_agree),
      cmocka_unit_test(results_outlive_the_run_and_nothing_else),
      cmocka_unit_test(kinks_and_edges_are_seen),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
