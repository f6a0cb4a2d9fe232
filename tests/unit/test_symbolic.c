/* The symbolic ring and its truth: identities that must be proved, differences
 * that must not be, domains that cancelling must not lose, and agreement with
 * the other truth tiers. */
#include "tests/unit/programs.h"
#include "tests/unit/symbolic_words.h"
#include "verify/enumerate/space.h"
#include "verify/truth/truth_symbolic.h"

#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define VARIABLES 8u
#define ATOMS 12u
#define LENGTH 60u

static Store *store;
static Truth *truth;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  truth = truth_new(store);
  R = ring_symbolic_new(VARIABLES, ATOMS, LENGTH);
  return store == NULL || truth == NULL || R == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(R);
  truth_free(truth);
  store_free(store);
  flint_cleanup();
  return 0;
}

static Scalar power(Scalar a, int64_t numerator, uint64_t denominator) {
  ConstantId c = constant_from_ratio(&store->constants, numerator, denominator);
  return ring_power(R, a, constant_get(&store->constants, c));
}

static void check_status(Status expected) { assert_int_equal(ring_take_status(R), expected); }

static void check_verdict(SymbolicVerdict expected, Scalar a, Scalar b) {
  char left[400], right[400];
  assert_int_equal(R->status, STATUS_OK);
  (void)ring_print(R, a, left, sizeof left);
  (void)ring_print(R, b, right, sizeof right);
  SymbolicVerdict found = symbolic_equal(R, a, b);
  if (found != expected) fail_msg("verdict %d, not %d, on\n  %s\n  %s", found, expected, left, right);
  assert_true(found == SYMBOLIC_EQUAL ? ring_equal(R, a, b) : !ring_equal(R, a, b));
}

static void check_equal(Scalar a, Scalar b) { check_verdict(SYMBOLIC_EQUAL, a, b); }

/* ----------------------------------------------------------------- laws -- */

static Scalar random_scalar(uint64_t k, uint32_t depth) {
  uint64_t word = random_word(7, k, depth);
  if (depth == 0) return word % 4 == 0 ? num((int64_t)(word >> 60) - 8) : var((uint32_t)(word >> 8) % 3);
  Scalar a = random_scalar(3 * k + 1, depth - 1), b = random_scalar(3 * k + 2, depth - 1);
  switch (word % 9) {
  case 0: return sub(a, b);
  case 1: return mul(a, b);
  case 2: return over(a, add(square(b), num(2)));
  case 3: return fun(RING_SIN, a);
  case 4: return fun(RING_COS, a);
  case 5: return fun(RING_EXP, b);
  case 6: return fun(RING_SQRT, add(square(a), num(1)));
  default: return add(a, b);
  }
}

static void test_laws(void **state) {
  (void)state;
  uint32_t done = 0;
  for (uint64_t k = 0; k < 400; k++) {
    size_t mark = ring_mark(R);
    Scalar a = random_scalar(9 * k, 2), b = random_scalar(9 * k + 1, 2), c = random_scalar(9 * k + 2, 1);
    Scalar left = mul(a, add(b, c)), right = add(mul(a, b), mul(a, c)), zero = sub(left, right);
    Scalar ab_c = mul(mul(a, b), c), a_bc = mul(a, mul(b, c)), commuted = mul(mul(c, b), a);
    if (ring_take_status(R) == STATUS_OK) {
      check_equal(left, right);
      check_equal(zero, num(0));
      check_equal(ab_c, a_bc);
      check_equal(ab_c, commuted);
      check_equal(add(a, ring_neg(R, a)), num(0));
      if (!ring_equal(R, b, num(0))) check_equal(mul(over(a, b), b), a);
      assert_int_equal(ring_compare(R, a, b), -ring_compare(R, b, a));
      (void)ring_take_status(R);
      done++;
    }
    ring_release(R, mark);
  }
  assert_true(done > 300);
}

/* Written in two ways, as 1/r and r/r^2 are, a number has one place in the order. */
static void test_order(void **state) {
  (void)state;
  uint32_t done = 0;
  for (uint64_t k = 0; k < 200; k++) {
    size_t mark = ring_mark(R);
    Scalar a = random_scalar(7 * k, 1), b = random_scalar(7 * k + 1, 1), x = add(square(var(0)), num(1));
    Scalar r = fun(RING_SQRT, x), one = over(a, r), other = over(mul(a, r), x);
    if (ring_take_status(R) == STATUS_OK) {
      assert_int_equal(ring_compare(R, one, other), 0);
      assert_int_equal(ring_compare(R, one, b), ring_compare(R, other, b));
      assert_int_equal(ring_compare(R, b, one), ring_compare(R, b, other));
      (void)ring_take_status(R);
      done++;
    }
    ring_release(R, mark);
  }
  assert_true(done > 100);
}

static void test_identities(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), y = var(1), s = fun(RING_SIN, x), c = fun(RING_COS, x), r = fun(RING_SQRT, over(x, y));
  check_equal(add(square(s), square(c)), num(1));
  check_equal(power(add(square(s), square(c)), 5, 1), num(1));
  check_equal(square(sub(square(s), num(1))), power(c, 4, 1));
  check_equal(over(num(1), mul(sub(num(1), s), add(num(1), s))), over(num(1), square(c)));
  check_equal(mul(fun(RING_TAN, x), c), s);
  check_equal(mul(square(r), y), x);
  check_equal(mul(power(r, 5, 1), square(y)), mul(square(x), r));
  check_equal(over(num(1), square(add(r, num(1)))), over(square(sub(r, num(1))), square(sub(over(x, y), num(1)))));
  check_equal(power(x, 3, 2), mul(x, fun(RING_SQRT, x)));
  check_equal(power(x, -1, 2), over(fun(RING_SQRT, x), x));
  check_equal(mul(x, power(x, -1, 3)), power(x, 2, 3));
  check_equal(fun(RING_EXP, sub(square(add(x, y)), square(sub(x, y)))), fun(RING_EXP, mul(num(4), mul(x, y))));
  Scalar nested = fun(RING_SIN, mul(s, r));
  check_equal(add(square(nested), square(fun(RING_COS, mul(r, s)))), num(1));
  check_status(STATUS_OK);
  ring_release(R, mark);
}

/* Roots, powers and functions at numbers: those that are rational are these rationals. */
static void test_numbers(void **state) {
  static const struct {
    RingFunction function;
    int64_t at, above, below;
  } exact[] = {{RING_SIN, 0, 0, 1},  {RING_COS, 0, 1, 1},  {RING_TAN, 0, 0, 1},     {RING_EXP, 0, 1, 1},
               {RING_TANH, 0, 0, 1}, {RING_LOG, 1, 0, 1},  {RING_SIGMOID, 0, 1, 2}, {RING_SQRT, 0, 0, 1},
               {RING_ABS, 0, 0, 1},  {RING_ABS, -3, 3, 1}, {RING_SIGN, 0, 0, 1},    {RING_SIGN, -3, -1, 1}};
  (void)state;
  for (size_t k = 0; k < sizeof exact / sizeof *exact; k++)
    check_equal(fun(exact[k].function, num(exact[k].at)), over(num(exact[k].above), num(exact[k].below)));
  for (int64_t p = 1; p <= 12; p++) {
    for (int64_t q = 1; q <= 12; q++) {
      size_t mark = ring_mark(R);
      Scalar a = over(num(p), num(q)), root = fun(RING_SQRT, a), two = square(a);
      check_equal(fun(RING_SQRT, two), a);
      check_equal(square(root), a);
      check_equal(square(power(a, 1, 2)), a);
      check_equal(fun(RING_ABS, ring_neg(R, a)), a);
      if (p != q) check_verdict(SYMBOLIC_DIFFERENT, fun(RING_SQRT, two), two);
      ring_release(R, mark);
      check_status(STATUS_OK);
    }
  }
}

/* Equal at no input, or not known to be equal: never EQUAL. */
static void test_not_equal(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), y = var(1), s = fun(RING_SIN, x);
  check_verdict(SYMBOLIC_DIFFERENT, x, y);
  check_verdict(SYMBOLIC_DIFFERENT, over(x, y), over(y, x));
  check_verdict(SYMBOLIC_UNKNOWN, add(square(s), square(fun(RING_COS, y))), num(1));
  check_verdict(SYMBOLIC_UNKNOWN, sub(square(s), square(fun(RING_COS, x))), num(1));
  check_verdict(SYMBOLIC_UNKNOWN, square(s), s);
  check_verdict(SYMBOLIC_UNKNOWN, fun(RING_SQRT, square(x)), x); /* |x| */
  check_verdict(SYMBOLIC_UNKNOWN, fun(RING_EXP, add(x, y)), mul(fun(RING_EXP, x), fun(RING_EXP, y)));
  check_verdict(SYMBOLIC_UNKNOWN, fun(RING_TANH, x), fun(RING_SIGMOID, x));
  check_verdict(SYMBOLIC_UNKNOWN, power(x, 1, 3), power(x, 2, 3));
  /* a failure that nobody has looked at proves nothing */
  Scalar failed = over(x, num(0)), again = over(y, num(0));
  assert_int_equal(symbolic_equal(R, failed, again), SYMBOLIC_UNKNOWN);
  check_status(STATUS_DOMAIN);
  ring_release(R, mark);
}

/* -------------------------------------------------------------- domains -- */

static void test_obligations(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), y = var(1), z = var(2);
  check_equal(over(x, x), num(1)); /* and yet not at 0 */
  assert_int_equal(symbolic_obligation_count(R), 1);
  SymbolicObligation lost = symbolic_obligation(R, 0);
  assert_int_equal(lost.condition, SYMBOLIC_NONZERO);
  check_equal(lost.argument, x);
  (void)over(y, mul(num(-3), x));
  (void)over(y, num(2));
  assert_int_equal(symbolic_obligation_count(R), 1); /* known; a constant */
  (void)over(num(1), mul(x, square(x)));
  assert_true(symbolic_obligations_follow(R, 1)); /* x^3 /= 0 follows */
  uint32_t before = symbolic_obligation_count(R);
  (void)over(num(1), mul(x, y));
  assert_false(symbolic_obligations_follow(R, before)); /* y /= 0 does not */
  (void)over(num(1), fun(RING_SIN, z));
  before = symbolic_obligation_count(R);
  (void)over(num(1), power(fun(RING_SIN, z), 2, 1));
  assert_true(symbolic_obligations_follow(R, before)); /* 1 - cos^2 /= 0 */
  (void)over(num(1), sub(num(1), fun(RING_COS, z)));
  assert_true(symbolic_obligations_follow(R, before));
  (void)over(num(1), fun(RING_COS, z));
  assert_false(symbolic_obligations_follow(R, before));
  (void)fun(RING_LOG, z);
  before = symbolic_obligation_count(R);
  assert_int_equal(symbolic_obligation(R, before - 1).condition, SYMBOLIC_POSITIVE);
  Scalar root = fun(RING_SQRT, z);
  (void)over(num(1), mul(mul(root, z), fun(RING_EXP, y)));
  assert_true(symbolic_obligations_follow(R, before)); /* from z > 0, and exp is never 0 */
  (void)fun(RING_LOG, ring_neg(R, z));
  assert_false(symbolic_obligations_follow(R, before));
  check_status(STATUS_OK);
  ring_release(R, mark);
  assert_int_equal(symbolic_obligation_count(R), 0);
}

static void check_outside(Scalar a) {
  (void)a;
  check_status(STATUS_DOMAIN);
}

static void test_undefined(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), one = num(1);
  Scalar circle = sub(add(square(fun(RING_SIN, x)), square(fun(RING_COS, x))), one);
  check_outside(over(one, num(0)));
  check_outside(over(one, sub(x, x)));
  check_outside(over(one, circle));
  check_outside(power(num(0), -2, 1));
  check_outside(fun(RING_LOG, num(0)));
  check_outside(fun(RING_LOG, num(-1)));
  check_outside(fun(RING_SQRT, num(-4)));
  /* one of |x| - x and |x| + x is 0 everywhere, though neither is the form 0 */
  Scalar r = fun(RING_SQRT, square(x)), half = over(one, sub(r, x));
  check_status(STATUS_OK);
  check_outside(mul(half, over(one, add(r, x))));
  (void)fun(RING_ABS, x);
  check_status(STATUS_UNABLE);
  (void)ring_max(R, x, one);
  check_status(STATUS_UNABLE);
  ring_release(R, mark);
}

/* --------------------------------------------------------------- limits -- */

static void check_limit(Scalar a, clock_t since) {
  (void)a;
  check_status(STATUS_LIMIT);
  double seconds = (double)(clock() - since) / CLOCKS_PER_SEC;
  if (seconds > 0.5) fail_msg("a refusal took %g s", seconds);
}

static void test_limits(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar sum = num(1), product = num(1);
  for (uint32_t i = 0; i < VARIABLES; i++) sum = add(sum, over(var(i), add(var((i + 1) % 3), num((int64_t)i + 2))));
  (void)ring_take_status(R);
  check_limit(power(sum, 30, 1), clock());
  for (uint32_t i = 0; i < VARIABLES; i++) product = mul(product, add(var(i), num(2)));
  check_limit(product, clock());
  check_limit(power(var(0), 128, 1), clock());
  check_limit(power(var(0), INT64_MAX, 1), clock());
  check_limit(power(num(3), 1000, 1), clock());
  check_limit(power(fun(RING_SIN, var(0)), INT64_MAX, 1), clock());
  Scalar tower = var(0);
  for (uint32_t i = 0; i <= ATOMS; i++) tower = fun(RING_EXP, tower);
  check_limit(tower, clock());
  ring_release(R, mark);
  check_equal(fun(RING_EXP, var(0)), fun(RING_EXP, var(0))); /* room again */
  ring_release(R, mark);
}

/* Atoms and obligations made after a mark are forgotten, those before stay. */
static void test_release(void **state) {
  (void)state;
  size_t start = ring_mark(R);
  Scalar x = var(0), y = var(1), sine = fun(RING_SIN, over(x, y));
  size_t mark = ring_mark(R);
  for (int i = 0; i < 100; i++) {
    (void)fun(RING_EXP, sine);
    ring_release(R, mark);
    (void)over(x, sine);
    (void)fun(RING_LOG, x);
    assert_int_equal(symbolic_obligation_count(R), 3);
    ring_release(R, mark);
    assert_int_equal(symbolic_self(R)->atom_count, 2);
    assert_int_equal(symbolic_obligation_count(R), 1);
  }
  check_equal(add(square(sine), square(fun(RING_COS, over(x, y)))), num(1));
  ring_release(R, start);
  assert_int_equal(symbolic_self(R)->atom_count, 0);
  check_status(STATUS_OK);
}

/* ---------------------------------------------------------------- truth -- */

static Module read_module(const char *text) {
  Module module = module_read(store, text);
  return module;
}

/* Value and derivative of a program of n reals to a real: at variables 0..n-1,
 * along variables n..2n-1. */
static Status differentiate(const Program *program, uint32_t n, Scalar *value, Scalar *derivative) {
  Scalar x[VARIABLES], v[VARIABLES];
  for (uint32_t i = 0; i < n; i++) {
    x[i] = var(i);
    v[i] = var(n + i);
  }
  return truth_symbolic(truth, R, program, x, v, value, derivative);
}

static Scalar value_of(const Module *module, const char *name, const Scalar *x) {
  Arena arena;
  Scalar value = {0};
  arena_init(&arena, (size_t)1 << 20);
  Machine machine = machine_make(store, R, &arena);
  assert_int_equal(source_evaluator.eval(&machine, &text_find(store, module, name)->program, x, &value), STATUS_OK);
  arena_free(&arena);
  return value;
}

/* What was computed is found again while it is there, and never for what has taken an operand's, a result's or an
 * atom's place; a limit of work comes where it came. */
static void test_once(void **state) {
  (void)state;
  Scalar x = var(0), y = var(1);
  size_t mark = ring_mark(R);
  Scalar first = mul(add(x, y), sub(x, y));
  assert_int_equal(first.word, mul(add(y, x), sub(x, y)).word);
  ring_release(R, mark);
  Scalar other = mul(sub(x, y), sub(x, y)); /* where x + y, x - y and their product were */
  assert_int_equal(symbolic_equal(R, other, sub(square(x), square(y))), SYMBOLIC_DIFFERENT);
  check_verdict(SYMBOLIC_EQUAL, mul(add(x, y), sub(x, y)), sub(square(x), square(y)));
  ring_release(R, mark);
  Scalar root = fun(RING_SQRT, x);
  check_verdict(SYMBOLIC_EQUAL, square(root), x);
  ring_release(R, mark);
  Scalar next = fun(RING_SQRT, y);
  check_verdict(SYMBOLIC_EQUAL, square(next), y);
  assert_int_equal(symbolic_equal(R, square(next), x), SYMBOLIC_DIFFERENT);
  ring_release(R, mark);
  (void)ring_take_status(R);
  uint64_t left[2];
  for (int k = 0; k < 2; k++) { /* each time the same work, computed or found */
    symbolic_set_work(R, 1000);
    (void)square(square(add(x, y)));
    left[k] = symbolic_work_left(R);
  }
  assert_true(left[0] < 1000);
  assert_int_equal(left[0], left[1]);
  symbolic_set_work(R, 1000 - left[0] - 1);
  (void)square(square(add(x, y)));
  check_status(STATUS_LIMIT);
  symbolic_set_work(R, UINT64_MAX);
  ring_release(R, mark);
}

/* d/dx and d/dy of sin(x y) e^x / (1 + x^2): against the source, two ways, and
 * with one sign changed. */
static void test_showpiece(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Module m = read_module(
      "def f (x : real) (y : real) = sin (x * y) * exp x / (1 + x * x)\n"
      "def g (x : real) (y : real) = exp x * (sin (y * x) / (x * x + 1)) * (sin y ^ 2 + cos y ^ 2)\n"
      "def df (x : real) (y : real) (a : real) (b : real) = let q = 1 + x * x in\n"
      "  (cos (x * y) * (y * a + x * b) * exp x + sin (x * y) * exp x * a) / q"
      " - sin (x * y) * exp x * 2 * x * a / (q * q)\n"
      "def dg (x : real) (y : real) (a : real) (b : real) = (sin x ^ 2 + cos x ^ 2) * exp x / (1 + x * x) * \n"
      "  ((y * cos (x * y) + sin (x * y) - 2 * x * sin (x * y) / (1 + x * x)) * a + x * cos (x * y) * b)\n"
      "def wrong (x : real) (y : real) (a : real) (b : real) = exp x / (1 + x * x) * \n"
      "  ((y * cos (x * y) + sin (x * y) + 2 * x * sin (x * y) / (1 + x * x)) * a + x * cos (x * y) * b)\n");
  Scalar all[4] = {var(0), var(1), var(2), var(3)}, value, other, f, g;
  assert_int_equal(differentiate(&text_find(store, &m, "f")->program, 2, &value, &f), STATUS_OK);
  assert_int_equal(differentiate(&text_find(store, &m, "g")->program, 2, &other, &g), STATUS_OK);
  check_equal(value, other);
  check_equal(f, g);
  check_equal(f, value_of(&m, "df", all));
  check_equal(g, value_of(&m, "dg", all));
  check_verdict(SYMBOLIC_UNKNOWN, f, value_of(&m, "wrong", all));
  text_free_module(&m);
  ring_release(R, mark);
}

/* The working notes print 4x^2 + 4x^3 for the derivative of x^3 + x^4. */
static void test_notes(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Module m = read_module("def f (x : real) = x * x * x + x * x * x * x\n"
                         "def printed (x : real) = 4 * x ^ 2 + 4 * x ^ 3\n"
                         "def right (x : real) = 3 * x ^ 2 + 4 * x ^ 3\n");
  Scalar x = var(0), v = num(1), value, derivative;
  assert_int_equal(truth_symbolic(truth, R, &text_find(store, &m, "f")->program, &x, &v, &value, &derivative),
                   STATUS_OK);
  check_verdict(SYMBOLIC_DIFFERENT, derivative, value_of(&m, "printed", &x));
  check_equal(derivative, value_of(&m, "right", &x));
  /* x are variables, each once; a constant is none */
  assert_int_equal(truth_symbolic(truth, R, &text_find(store, &m, "f")->program, &v, &v, &value, &derivative),
                   STATUS_ILL_TYPED);
  text_free_module(&m);
  ring_release(R, mark);
}

/* ------------------------------------------- agreement with other tiers -- */

static bool is_plain(TypeId type) {
  const TypeNode *node = type_node(&store->types, type);
  return node->dim != TYPE_NOT_FLAT && node->dim <= 4 && node->kind != TYPE_INT;
}

/* Programs with real inputs, in a context of at most 4 scalars. */
static uint32_t plain_inputs(const Program *program) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < program->length; i++) {
    if (!is_plain(program->context[i])) return 0;
    n += type_node(&store->types, program->context[i])->dim;
  }
  return is_plain(program->type) && n <= 4 ? n : 0;
}

typedef struct Counts {
  uint32_t agreed, refused;
} Counts;

/* T2 read at random residues is T1. */
static void against_field(const Program *program, uint32_t n, uint64_t k, Counts *counts) {
  Scalar value[4], derivative[4], expected[4], slope[4], point[VARIABLES] = {{0}};
  Ring *field = ring_field_new();
  uint32_t outputs = type_node(&store->types, program->type)->dim;
  for (uint32_t i = 0; i < 2 * n; i++) point[i].word = field_reduce(random_word(3, k, i));
  Status symbolic = differentiate(program, n, value, derivative);
  Status line = truth_field_line(truth, program, point, point + n, expected, slope, NULL);
  if (symbolic == STATUS_OK && line == STATUS_OK) {
    for (uint32_t i = 0; i < outputs; i++) {
      assert_int_equal(symbolic_evaluate(R, value[i], field, 2 * n, point).word, expected[i].word);
      assert_int_equal(symbolic_evaluate(R, derivative[i], field, 2 * n, point).word, slope[i].word);
    }
    assert_int_equal(field->status, STATUS_OK);
    counts->agreed++;
  } else {
    assert_true(symbolic == line || symbolic == STATUS_LIMIT);
    counts->refused += symbolic == STATUS_LIMIT;
  }
  ring_destroy(field);
}

/* Two enclosures of one number meet. */
static void check_meet(Ring *balls, Scalar a, Scalar b) {
  double gap = fabs(enclosure_value(balls, a) - enclosure_value(balls, b));
  double width = enclosure_bound(balls, a) + enclosure_bound(balls, b);
  if (gap > width) fail_msg("%.17g and %.17g, width %g", enclosure_value(balls, a), enclosure_value(balls, b), width);
}

/* T2 read over enclosures meets T3, at a point where both are defined. */
static void against_enclosures(const Program *program, uint32_t n, uint64_t k, Counts *counts) {
  Scalar value[4], derivative[4], expected[4], slope[4], point[VARIABLES] = {{0}};
  double x[VARIABLES];
  Ring *balls = ring_enclosure_new();
  uint32_t outputs = type_node(&store->types, program->type)->dim;
  for (uint32_t i = 0; i < 2 * n; i++) {
    x[i] = (double)(random_word(5, k, i) >> 44) * 0x1p-19;
    point[i] = enclosure_make(balls, x[i], 0);
  }
  Status symbolic = differentiate(program, n, value, derivative);
  Status dual = truth_enclosure_dual(truth, balls, program, x, x + n, expected, slope);
  if (symbolic == STATUS_OK && dual == STATUS_OK) {
    for (uint32_t i = 0; i < outputs; i++) {
      Scalar v = symbolic_evaluate(R, value[i], balls, 2 * n, point),
             d = symbolic_evaluate(R, derivative[i], balls, 2 * n, point);
      if (ring_take_status(balls) != STATUS_OK) continue; /* too wide to divide */
      check_meet(balls, v, expected[i]);
      check_meet(balls, d, slope[i]);
    }
    counts->agreed++;
  } else if (symbolic == STATUS_DOMAIN) {
    assert_true(dual != STATUS_OK);
  }
  counts->refused += symbolic == STATUS_LIMIT;
  ring_destroy(balls);
}

static Counts over_space(const char *description, uint32_t programs,
                         void (*check)(const Program *, uint32_t, uint64_t, Counts *)) {
  char error[256];
  Space *space = space_open(store, description, error, sizeof error);
  Counts counts = {0, 0};
  assert_non_null(space);
  for (uint64_t k = 0; k < programs; k++) {
    SpaceCase found;
    uint32_t terms = store_mark(store);
    size_t mark = ring_mark(R);
    assert_int_equal(space_unrank(space, space_random(space, 11, k), &found), STATUS_OK);
    uint32_t n = plain_inputs(&found.program);
    if (n > 0) check(&found.program, n, k, &counts);
    ring_release(R, mark);
    store_release(store, terms);
  }
  space_close(space);
  return counts;
}

static void test_against_field(void **state) {
  (void)state;
  Counts poly = over_space("poly", 2000, against_field), division = over_space("division", 2000, against_field);
  assert_true(poly.agreed > 1500);
  assert_true(division.agreed > 1000);
  assert_true(poly.refused + division.refused < 40);
}

static void test_against_enclosures(void **state) {
  (void)state;
  Counts analytic = over_space("analytic", 3000, against_enclosures);
  assert_true(analytic.agreed > 500);
  assert_true(analytic.refused < 100);
}

/* ---------------------------------------- the table of atom derivatives -- */

/* Each entry against duals over enclosures, whose derivatives are written apart,
 * and against the difference quotient with its error bound h^2 |f'''| / 6 taken
 * generously. */
static void check_entry(const char *text) {
  Module m = read_module(text);
  const Program *program = &m.definitions[0].program;
  size_t mark = ring_mark(R);
  Ring *balls = ring_enclosure_new();
  Scalar x = var(0), one = num(1), value, derivative, expected, slope;
  assert_int_equal(truth_symbolic(truth, R, program, &x, &one, &value, &derivative), STATUS_OK);
  for (uint64_t k = 0; k < 200; k++) {
    const double h = 0x1p-13, unit = 1;
    size_t ball_mark = ring_mark(balls);
    double at = 0.25 + (double)(random_word(9, k, 0) >> 11) * 0x1p-52;
    Scalar point[VARIABLES] = {{0}}, up = enclosure_make(balls, at + h, 0), down = enclosure_make(balls, at - h, 0);
    point[0] = enclosure_make(balls, at, 0);
    assert_int_equal(truth_enclosure_dual(truth, balls, program, &at, &unit, &expected, &slope), STATUS_OK);
    Scalar found = symbolic_evaluate(R, derivative, balls, 1, point);
    assert_true(enclosure_bound(balls, found) < 1e-10);
    check_meet(balls, found, slope);
    double rise = enclosure_value(balls, symbolic_evaluate(R, value, balls, 1, &up)) -
                  enclosure_value(balls, symbolic_evaluate(R, value, balls, 1, &down));
    assert_true(fabs(rise / (2 * h) - enclosure_value(balls, found)) < 1e-4);
    assert_int_equal(ring_take_status(balls), STATUS_OK);
    ring_release(balls, ball_mark);
  }
  ring_destroy(balls);
  ring_release(R, mark);
  text_free_module(&m);
}

static void test_table(void **state) {
  (void)state;
  static const char *const texts[] = {
      "def f (x : real) = sin x",     "def f (x : real) = cos x",       "def f (x : real) = tan (x / 2)",
      "def f (x : real) = exp x",     "def f (x : real) = log x",       "def f (x : real) = sqrt x",
      "def f (x : real) = tanh x",    "def f (x : real) = sigmoid x",   "def f (x : real) = x ^ (1/3)",
      "def f (x : real) = x ^ (7/3)", "def f (x : real) = x ^ (-2/5)",  "def f (x : real) = sin (sqrt (1 + exp x))",
      "def f (x : real) = x ^ (3/2)", "def f (x : real) = 1 / x ^ (2)", "def f (x : real) = log (2 + cos (x * x))"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_entry(texts[i]);
}

/* --------------------------------------------------------------- memory -- */

static void ignore(const Program *program, uint32_t n, uint64_t k, Counts *counts) {
  (void)k;
  Scalar value[4], derivative[4];
  clock_t since = clock();
  counts->agreed += differentiate(program, n, value, derivative) == STATUS_OK;
  double seconds = (double)(clock() - since) / CLOCKS_PER_SEC;
  if (seconds > 0.25) fail_msg("one program took %g s", seconds);
}

static size_t held(void) { return mallinfo2().uordblks; }

static void test_memory(void **state) {
  (void)state;
  (void)over_space("mixed", 2000, ignore);
  size_t before = held();
  Counts counts = over_space("mixed", 10000, ignore);
  assert_true(counts.agreed > 500);
  if (held() > before + ((size_t)1 << 20)) fail_msg("%zu bytes, then %zu", before, held());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laws),          cmocka_unit_test(test_order),
      cmocka_unit_test(test_identities),    cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_not_equal),     cmocka_unit_test(test_obligations),
      cmocka_unit_test(test_undefined),     cmocka_unit_test(test_limits),
      cmocka_unit_test(test_once),          cmocka_unit_test(test_release),
      cmocka_unit_test(test_showpiece),     cmocka_unit_test(test_notes),
      cmocka_unit_test(test_against_field), cmocka_unit_test(test_against_enclosures),
      cmocka_unit_test(test_table),         cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
