/* Derivatives over other commutative semirings: a 4-bit adder over Z/2 against formal
 * derivatives of its unreduced polynomials, provenance by hand, sparsity, counted runs. */
#include "ad/chad/chad.h"
#include "semantics/chad/monoid/semiring.h"
#include "tests/unit/build.h"
#include "verify/truth/ring_counted.h"

#define BITS 4u
#define INPUTS (2 * BITS)
#define OUTPUTS (BITS + 1)

static Arena values;

static int setup(void **state) {
  (void)state;
  arena_init(&values, (size_t)64 << 20);
  S = store_new(1u << 20);
  return S == NULL;
}

static int teardown(void **state) {
  (void)state;
  arena_free(&values);
  store_free(S);
  return 0;
}

/* The Jacobian over K, output after output, by either transform. */
static Status jacobian(const Program *source, bool reverse, Ring *primals, const Scalar *point, uint32_t inputs,
                       uint32_t outputs, const Analysis *analysis, Scalar *matrix) {
  TypeId contexts[4];
  Program derivative;
  uint32_t n = reverse ? outputs : inputs, m = reverse ? inputs : outputs, terms = store_mark(S);
  Scalar seed[256], image[256], primal[16];
  Status status = (reverse ? chad_reverse : chad_forward).transform(S, source, contexts, &derivative);
  assert_int_equal(status, STATUS_OK);
  for (uint32_t i = 0; i < n * n; i++) seed[i] = ring_integer(analysis->ring, i / n == i % n ? 1 : 0);
  Machine machine = machine_make(S, primals, &values);
  machine.analysis = analysis;
  ArenaMark mark = arena_mark(&values);
  status = monoid_evaluator.eval_linear(&machine, &derivative, point, n, seed, primal, image);
  for (uint32_t i = 0; i < n * m && status == STATUS_OK; i++) matrix[reverse ? i : (i % m) * inputs + i / m] = image[i];
  arena_release(&values, mark);
  store_release(S, terms);
  return status;
}

/* ------------------------------------------------------------ the adder -- */

/* A polynomial over Z/2, unreduced: its monomials, 8 bits an exponent. */
#define MONOMIALS 1024u
typedef struct Poly {
  uint32_t count;
  uint64_t monomial[MONOMIALS];
} Poly;

static void poly_toggle(Poly *p, uint64_t monomial) {
  for (uint32_t i = 0; i < p->count; i++) {
    if (p->monomial[i] == monomial) {
      p->monomial[i] = p->monomial[--p->count];
      return;
    }
  }
  assert_true(p->count < MONOMIALS);
  p->monomial[p->count++] = monomial;
}
static void poly_add(const Poly *a, const Poly *b, Poly *out) {
  Poly sum = *a;
  for (uint32_t i = 0; i < b->count; i++) poly_toggle(&sum, b->monomial[i]);
  *out = sum;
}
static void poly_mul(const Poly *a, const Poly *b, Poly *out) {
  static Poly product;
  product.count = 0;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) poly_toggle(&product, a->monomial[i] + b->monomial[j]);
  *out = product;
}
static uint32_t exponent(uint64_t monomial, uint32_t x) { return (uint32_t)(monomial >> 8 * x & 255); }
static bool poly_at(const Poly *p, uint32_t point) {
  bool value = false;
  for (uint32_t i = 0; i < p->count; i++) {
    bool term = true;
    for (uint32_t x = 0; x < INPUTS; x++) term = term && (exponent(p->monomial[i], x) == 0 || (point >> x & 1) != 0);
    value ^= term;
  }
  return value;
}
/* d/dx: e * x^(e-1), mod 2. */
static bool poly_derivative_at(const Poly *p, uint32_t x, uint32_t point) {
  static Poly derivative;
  derivative.count = 0;
  for (uint32_t i = 0; i < p->count; i++)
    if (exponent(p->monomial[i], x) % 2 == 1) poly_toggle(&derivative, p->monomial[i] - ((uint64_t)1 << 8 * x));
  return poly_at(&derivative, point);
}
static bool linear_in(const Poly *p, uint32_t x) {
  for (uint32_t i = 0; i < p->count; i++)
    if (exponent(p->monomial[i], x) > 1) return false;
  return true;
}

/* A wire: as a term of the source and as a polynomial. */
typedef struct Wire {
  TermId term;
  Poly poly;
} Wire;

static Wire input(uint32_t k) {
  Wire wire = {at(literal(k % BITS), var(k < BITS ? 1 : 0)), {1, {(uint64_t)1 << 8 * k}}};
  return wire;
}
static void exclusive(const Wire *a, const Wire *b, Wire *out) {
  out->term = add(a->term, b->term);
  poly_add(&a->poly, &b->poly, &out->poly);
}
static void both(const Wire *a, const Wire *b, Wire *out) {
  out->term = mul(a->term, b->term);
  poly_mul(&a->poly, &b->poly, &out->poly);
}
/* 1 + a b */
static void nand(const Wire *a, const Wire *b, Wire *out) {
  static Wire product;
  both(a, b, &product);
  poly_toggle(&product.poly, 0);
  out->term = add(number(1, 1), product.term);
  out->poly = product.poly;
}
/* a or b of three NAND gates, two of them as inverters: 1 + (1 + a a) (1 + b b) */
static void either(const Wire *a, const Wire *b, Wire *out) {
  static Wire not_a, not_b;
  nand(a, a, &not_a);
  nand(b, b, &not_b);
  nand(&not_a, &not_b, out);
}

/* The sum's bits and the last carry.  The carry is a b + c (a + b), or by `ors` (a and b) or
 * (c and (a or b)), whose polynomial has squares. */
static void adder(bool ors, Wire *out) {
  static Wire a, b, carry, sum, ab, passed;
  for (uint32_t i = 0; i < BITS; i++) {
    a = input(i);
    b = input(BITS + i);
    exclusive(&a, &b, &sum);
    both(&a, &b, &ab);
    out[i] = sum;
    if (i > 0) {
      exclusive(&sum, &carry, &out[i]);
      if (ors) either(&a, &b, &sum);
      both(&carry, &sum, &passed);
      (ors ? either : exclusive)(&ab, &passed, &carry);
    } else {
      carry = ab;
    }
  }
  out[BITS] = carry;
}

/* Counts entries equal to, and different from, the Boolean difference. */
static void check_adder(bool ors, bool reverse, uint32_t *equal, uint32_t *different) {
  static Wire wires[OUTPUTS];
  Scalar point[INPUTS], matrix[INPUTS * OUTPUTS];
  adder(ors, wires);
  TermId result = wires[0].term;
  TypeId type = R(1);
  for (uint32_t k = 1; k < OUTPUTS; k++) {
    result = pair(result, wires[k].term);
    type = prod(type, R(1));
  }
  TypeId context[] = {R(BITS), R(BITS)};
  Program program = {result, context, 2, type};
  Ring *parity = ring_parity_new();
  Analysis analysis = {.ring = parity, .table = ANALYSIS_DERIVATIVE};
  for (uint32_t x = 0; x < 1u << INPUTS; x++) {
    for (uint32_t k = 0; k < INPUTS; k++) point[k].word = x >> k & 1;
    assert_int_equal(jacobian(&program, reverse, parity, point, INPUTS, OUTPUTS, &analysis, matrix), STATUS_OK);
    for (uint32_t i = 0; i < INPUTS * OUTPUTS; i++) {
      const Poly *poly = &wires[i / INPUTS].poly;
      uint32_t k = i % INPUTS;
      bool difference = poly_at(poly, x) != poly_at(poly, x ^ 1u << k), derivative = matrix[i].word != 0;
      assert_int_equal(derivative, poly_derivative_at(poly, k, x));
      if (linear_in(poly, k)) assert_int_equal(derivative, difference);
      *(derivative == difference ? equal : different) += 1;
    }
  }
  ring_destroy(parity);
}

static void adder_multilinear(void **state) {
  (void)state;
  for (int reverse = 0; reverse < 2; reverse++) {
    uint32_t equal = 0, different = 0;
    check_adder(false, reverse == 1, &equal, &different);
    assert_int_equal(equal, 256 * INPUTS * OUTPUTS);
    assert_int_equal(different, 0);
  }
}

/* With squares the formal derivative of the unreduced polynomial is another thing. */
static void adder_with_squares(void **state) {
  (void)state;
  for (int reverse = 0; reverse < 2; reverse++) {
    uint32_t equal = 0, different = 0;
    check_adder(true, reverse == 1, &equal, &different);
    assert_true(different > 0);
  }
}

/* x and x: 0, where the Boolean difference is 1. */
static void square_over_two(void **state) {
  (void)state;
  TypeId context[] = {R(1)};
  Program program = {mul(var(0), var(0)), context, 1, R(1)};
  Ring *parity = ring_parity_new();
  Analysis analysis = {.ring = parity, .table = ANALYSIS_DERIVATIVE};
  for (uint64_t x = 0; x < 2; x++) {
    Scalar point = {x}, matrix = {7};
    assert_int_equal(jacobian(&program, false, parity, &point, 1, 1, &analysis, &matrix), STATUS_OK);
    assert_int_equal(matrix.word, 0);
  }
  ring_destroy(parity);
}

/* ------------------------------------------------- provenance and counts -- */

static void check_text(Ring *ring, Scalar a, const char *expected) {
  char text[256];
  (void)ring_print(ring, a, text, sizeof text);
  assert_string_equal(text, expected);
}

/* let y = x1 x2 in y + y: each of the two paths from x1 goes by one edge of the product and
 * one of the sum's two. */
static void provenance_by_hand(void **state) {
  (void)state;
  TypeId context[] = {R(1), R(1)};
  Program program = {let(mul(var(1), var(0)), add(var(0), var(0))), context, 2, R(1)};
  Ring *reals = ring_double_new(), *polynomials = ring_polynomial_new(), *natural = ring_natural_new();
  Scalar point[] = {scalar_from_double(2), scalar_from_double(3)}, matrix[2];
  for (int reverse = 0; reverse < 2; reverse++) {
    AnalysisLabels labels = {.arena = &values};
    Analysis analysis = {.ring = polynomials, .table = ANALYSIS_LABELS, .labels = &labels};
    assert_int_equal(jacobian(&program, reverse == 1, reals, point, 2, 1, &analysis, matrix), STATUS_OK);
    assert_int_equal(labels.count, 4);
    check_text(polynomials, matrix[0], "X0 X2 + X0 X3");
    check_text(polynomials, matrix[1], "X1 X2 + X1 X3");
    Scalar derivative[4], one[4];
    for (uint32_t k = 0; k < 4; k++) {
      bool linear = false;
      assert_true(analysis_label(&labels, k, &derivative[k], &linear));
      assert_int_equal(linear, k >= 2);
      one[k] = ring_integer(natural, 1);
    }
    assert_int_equal(polynomial_image(polynomials, matrix[0], natural, one, 4).word, 2);
    assert_true(scalar_to_double(polynomial_image(polynomials, matrix[0], reals, derivative, 4)) == 6);
    assert_true(scalar_to_double(polynomial_image(polynomials, matrix[1], reals, derivative, 4)) == 4);
    assert_false(analysis_label(&labels, 4, &derivative[0], &(bool){false}));
  }
  ring_destroy(reals);
  ring_destroy(polynomials);
  ring_destroy(natural);
}

/* x1 - x1: static 1 and pointwise 1, though the derivative is 0; 0 * x2: pointwise 0. */
static void sparsity_by_hand(void **state) {
  (void)state;
  TypeId context[] = {R(1), R(1)};
  TermId difference = op2(OP_SUB, 1, var(1), var(1)), product = mul(number(0, 1), var(0));
  Program program = {pair(difference, product), context, 2, prod(R(1), R(1))};
  Ring *reals = ring_double_new(), *bits = ring_bits_new(1);
  Scalar one = ring_integer(bits, 1);
  Scalar point[] = {scalar_from_double(2), scalar_from_double(3)}, matrix[4];
  for (int reverse = 0; reverse < 2; reverse++) {
    Analysis analysis = analysis_static(bits);
    assert_int_equal(jacobian(&program, reverse == 1, reals, point, 2, 2, &analysis, matrix), STATUS_OK);
    assert_true(matrix[0].word == one.word && matrix[1].word == 0);
    assert_true(matrix[2].word == 0 && matrix[3].word == one.word);
    analysis.table = ANALYSIS_POINTWISE;
    assert_int_equal(jacobian(&program, reverse == 1, reals, point, 2, 2, &analysis, matrix), STATUS_OK);
    assert_true(matrix[0].word == one.word && matrix[3].word == 0);
  }
  ring_destroy(reals);
  ring_destroy(bits);
}

/* Sums and products are sets of lanes; what is one of its operands is not made anew. */
static void lanes(void **state) {
  (void)state;
  Ring *bits = ring_bits_new(65), *single = ring_bits_new(1);
  Scalar first = bits_lane(bits, 0), last = bits_lane(bits, 64), both = ring_add(bits, first, last);
  assert_true(bits_word(bits, both, 0) == 1 && bits_word(bits, both, 1) == 1);
  assert_true(bits_word(bits, ring_integer(bits, 1), 0) == UINT64_MAX &&
              bits_word(bits, ring_integer(bits, 1), 1) == 1);
  assert_int_equal(ring_add(bits, both, last).word, both.word);
  assert_int_equal(ring_add(bits, first, both).word, both.word);
  assert_int_equal(ring_mul(bits, both, last).word, last.word);
  assert_true(ring_equal(bits, ring_mul(bits, first, last), ring_integer(bits, 0)));
  assert_false(ring_equal(bits, first, last));
  size_t mark = ring_mark(bits);
  check_text(bits, both, "0x10000000000000001");
  (void)ring_add(bits, last, ring_add(bits, first, bits_lane(bits, 5)));
  ring_release(bits, mark);
  assert_int_equal(ring_mark(bits), mark);
  assert_true(ring_equal(single, bits_lane(single, 0), ring_integer(single, 1)));
  (void)ring_neg(bits, first);
  assert_int_equal(ring_take_status(bits), STATUS_UNABLE);
  ring_destroy(bits);
  ring_destroy(single);
}

/* Every shape of operation, over N, against the source counted. */
static void counts_of_shapes(void **state) {
  (void)state;
  TypeId context[] = {R(6), R(3)};
  TermId matvec = term_op(S, the_op(OP_MATVEC, 3, 2), var(1), var(0)), y = var(0);
  TermId dot = op2(OP_DOT, 3, y, op2(OP_SCALE, 3, op1(OP_SUM, 3, y), op1(OP_SIN, 3, y)));
  TermId all = pair(matvec, op2(OP_MAX, 2, op1(OP_REPLICATE, 2, dot), matvec));
  Program program = {all, context, 2, prod(R(2), R(2))};
  Ring *reals = ring_double_new(), *natural = ring_natural_new();
  Ring *counted = ring_counted_new(reals, natural, ring_integer(natural, 1));
  Scalar point[9], matrix[36], in[9], out[4];
  for (uint32_t i = 0; i < 9; i++) point[i] = scalar_from_double(0.5 + i);
  for (int reverse = 0; reverse < 2; reverse++) {
    Analysis analysis = analysis_static(natural);
    assert_int_equal(jacobian(&program, reverse == 1, reals, point, 9, 4, &analysis, matrix), STATUS_OK);
    for (uint32_t k = 0; k < 9; k++) {
      Machine machine = machine_make(S, counted, &values);
      for (uint32_t i = 0; i < 9; i++) in[i] = counted_make(counted, point[i], ring_integer(natural, i == k ? 1 : 0));
      assert_int_equal(source_evaluator.eval(&machine, &program, in, out), STATUS_OK);
      for (uint32_t j = 0; j < 4; j++) assert_int_equal(counted_count(counted, out[j]).word, matrix[j * 9 + k].word);
    }
  }
  assert_int_equal(matrix[2 * 9 + 6].word, 1 + 3 + 1 + 1); /* y0: by dot, sum, sin, and max's other side */
  ring_destroy(counted);
  ring_destroy(reals);
  ring_destroy(natural);
}

/* ------------------------------------------------------------- semirings -- */

static void check_semiring(Ring *ring, const Scalar *some, uint32_t count) {
  SemiringFault fault;
  assert_true(semiring_laws(ring, some, count, &fault));
  assert_int_equal(ring_take_status(ring), STATUS_OK);
}

static void semirings(void **state) {
  (void)state;
  Ring *bits = ring_bits_new(200), *natural = ring_natural_new(), *tropical = ring_tropical_new();
  Ring *parity = ring_parity_new(), *polynomials = ring_polynomial_new();
  Scalar sets[6] = {ring_integer(bits, 0), ring_integer(bits, 1), bits_lane(bits, 3), bits_lane(bits, 199)};
  sets[4] = ring_add(bits, sets[2], sets[3]);
  sets[5] = ring_add(bits, sets[3], bits_lane(bits, 64));
  check_semiring(bits, sets, 6);
  check_semiring(natural, (Scalar[]){{0}, {1}, {7}, {UINT64_MAX}, {UINT64_MAX / 2 + 3}}, 5);
  check_semiring(tropical, (Scalar[]){ring_integer(tropical, 0), tropical_make(0), tropical_make(3), tropical_make(8)},
                 4);
  check_semiring(parity, (Scalar[]){{0}, {1}}, 2);
  Scalar x = polynomial_generator(polynomials, 0), y = polynomial_generator(polynomials, 1);
  Scalar sum = ring_add(polynomials, x, ring_add(polynomials, y, ring_integer(polynomials, 3)));
  check_semiring(polynomials, (Scalar[]){ring_integer(polynomials, 0), ring_integer(polynomials, 1), x, y, sum}, 5);
  check_text(polynomials, ring_mul(polynomials, sum, sum), "9 + 6 X0 + 6 X1 + X0 X0 + 2 X0 X1 + X1 X1");
  check_text(tropical, ring_integer(tropical, 0), "-inf");
  (void)ring_neg(natural, (Scalar){1});
  assert_int_equal(ring_take_status(natural), STATUS_UNABLE);
  Ring *counting = ring_counting_new();
  check_semiring(counting, (Scalar[]){{0}, {1}, {7}}, 3);
  (void)ring_add(counting, (Scalar){UINT64_MAX - 1}, (Scalar){1});
  assert_int_equal(ring_take_status(counting), STATUS_LIMIT);
  (void)ring_mul(counting, (Scalar){1ull << 32}, (Scalar){1ull << 32});
  assert_int_equal(ring_take_status(counting), STATUS_LIMIT);
  ring_destroy(counting);
  Ring *all[] = {bits, natural, tropical, parity, polynomials};
  for (int i = 0; i < 5; i++) ring_destroy(all[i]);
}

/* 0 < 1 < 2, with the larger for sum and the smaller for product. */
static const SemiringTables chain = {.name = "chain",
                                     .count = 3,
                                     .one = 2,
                                     .element = {"none", "some", "all"},
                                     .sum = {{0, 1, 2}, {1, 1, 2}, {2, 2, 2}},
                                     .product = {{0, 0, 0}, {0, 1, 1}, {0, 1, 2}}};

/* Whether the laws hold of all elements of the tables; which does not, and of which elements. */
static bool is_semiring(const SemiringTables *tables, SemiringFault *fault) {
  Ring *ring = ring_finite_new(tables);
  Scalar all[SEMIRING_ELEMENTS];
  for (uint32_t k = 0; k < tables->count; k++) all[k].word = k;
  bool holds = semiring_laws(ring, all, tables->count, fault);
  ring_destroy(ring);
  return holds;
}

/* A table that is wrong in one entry, by the law that this entry breaks. */
static void tables_are_checked(void **state) {
  (void)state;
  SemiringFault fault;
  assert_true(is_semiring(&chain, &fault));
  SemiringTables wrong = chain;
  wrong.sum[1][2] = 1;
  assert_false(is_semiring(&wrong, &fault));
  assert_string_equal(fault.law, "a + b = b + a");
  wrong = chain;
  wrong.sum[2][2] = 0;
  assert_false(is_semiring(&wrong, &fault));
  assert_string_equal(fault.law, "(a + b) + c = a + (b + c)");
  assert_true(fault.a.word == 1 && fault.b.word == 2 && fault.c.word == 2);
  assert_true(fault.left.word == 0 && fault.right.word == 1);
  wrong = chain;
  wrong.product[1][1] = 0;
  assert_true(is_semiring(&wrong, &fault)); /* a nilpotent element */
  wrong.product[1][1] = 2;
  assert_false(is_semiring(&wrong, &fault));
  assert_string_equal(fault.law, "a (b + c) = a b + a c");
}

/* Opposites where there are any, and sums of ones. */
static void finite_numbers(void **state) {
  (void)state;
  SemiringTables three = {.name = "Z/3", .count = 3, .one = 1, .element = {"0", "1", "2"}};
  for (uint8_t k = 0; k < 9; k++) {
    three.sum[k / 3][k % 3] = (uint8_t)((k / 3 + k % 3) % 3);
    three.product[k / 3][k % 3] = (uint8_t)(k / 3 * (k % 3) % 3);
  }
  Ring *residues = ring_finite_new(&three), *chained = ring_finite_new(&chain);
  Scalar found;
  assert_true(ring_integer(residues, 8).word == 2 && ring_integer(residues, -7).word == 2);
  assert_int_equal(ring_sub(residues, (Scalar){0}, (Scalar){1}).word, 2);
  assert_true(semiring_element(chained, "some", &found) && found.word == 1);
  assert_false(semiring_element(chained, "any", &found));
  assert_int_equal(ring_integer(chained, 5).word, 2);
  assert_int_equal(ring_take_status(chained), STATUS_OK);
  (void)ring_sub(chained, (Scalar){0}, (Scalar){1});
  assert_int_equal(ring_take_status(chained), STATUS_UNABLE);
  ring_destroy(residues);
  ring_destroy(chained);
}

/* sin (x y) + x / y over min-plus: 7 for sin, 3 for products, -4 for quotients. */
static void weights_by_operation(void **state) {
  (void)state;
  TypeId context[] = {R(1), R(1)};
  Program program = {add(op1(OP_SIN, 1, mul(var(1), var(0))), op2(OP_DIV, 1, var(1), var(0))), context, 2, R(1)};
  Ring *reals = ring_double_new(), *cheapest = ring_cheapest_new();
  Scalar point[] = {scalar_from_double(2), scalar_from_double(3)}, matrix[2], weight[OP_CODE_COUNT], in[2], out;
  Ring *counted = ring_counted_new(reals, cheapest, ring_integer(cheapest, 1));
  for (uint32_t k = 0; k < OP_CODE_COUNT; k++) weight[k] = ring_integer(cheapest, 1);
  assert_true(semiring_element(cheapest, "7", &weight[OP_SIN]) && semiring_element(cheapest, "3", &weight[OP_MUL]));
  counted_weigh(counted, COUNTED_FUNCTION + RING_SIN, weight[OP_SIN]);
  counted_weigh(counted, COUNTED_MUL, weight[OP_MUL]);
  Analysis analysis = analysis_static(cheapest);
  analysis.weight = weight;
  for (int cheap = 0; cheap < 2; cheap++) {
    assert_true(semiring_element(cheapest, cheap == 1 ? "-4" : "11", &weight[OP_DIV]));
    counted_weigh(counted, COUNTED_DIV, weight[OP_DIV]);
    for (uint32_t i = 0; i < 2; i++) {
      Machine machine = machine_make(S, counted, &values);
      for (uint32_t k = 0; k < 2; k++) in[k] = counted_make(counted, point[k], ring_integer(cheapest, i == k ? 1 : 0));
      assert_int_equal(source_evaluator.eval(&machine, &program, in, &out), STATUS_OK);
      check_text(cheapest, counted_count(counted, out), cheap == 1 ? "-4" : "10");
      assert_int_equal(jacobian(&program, i == 1, reals, point, 2, 1, &analysis, matrix), STATUS_OK);
      check_text(cheapest, matrix[0], cheap == 1 ? "-4" : "10");
      check_text(cheapest, matrix[1], cheap == 1 ? "-4" : "10");
    }
  }
  ring_destroy(counted);
  ring_destroy(reals);
  ring_destroy(cheapest);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adder_multilinear),
      cmocka_unit_test(adder_with_squares),
      cmocka_unit_test(square_over_two),
      cmocka_unit_test(provenance_by_hand),
      cmocka_unit_test(sparsity_by_hand),
      cmocka_unit_test(counts_of_shapes),
      cmocka_unit_test(semirings),
      cmocka_unit_test(lanes),
      cmocka_unit_test(tables_are_checked),
      cmocka_unit_test(finite_numbers),
      cmocka_unit_test(weights_by_operation),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
