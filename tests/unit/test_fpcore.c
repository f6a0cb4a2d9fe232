/* Programs of FPCore as definitions: who sees whom in bindings and loops, and what a domain is.  What each means by a
 * second evaluator is tests/fpcore. */
#include "semantics/fpcore/fpcore.h"
#include "tests/unit/importing.h"

static void check(const char *source, const char *expected) { import_check(fpcore_import, source, expected); }

static void refuse(const char *source, const char *what) { import_refuse(fpcore_import, source, 0, what); }

static void test_bindings(void **state) {
  (void)state;
  check("(FPCore f (x y) (let ([x y] [y x]) (- x y)))",
        "def f (x : real) (y : real) = (let x_2 = y in let y_2 = x in (x_2 - y_2))\n");
  check("(FPCore f (x y) (let* ([x y] [y x]) (- x y)))",
        "def f (x : real) (y : real) = (let x_2 = y in let y_2 = x_2 in (x_2 - y_2))\n");
}

static void test_loops(void **state) {
  (void)state;
  check("(FPCore f (a) (while (< x 9) ([x a (* x y)] [y a (+ x 1)]) y))",
        "def f (a : real) = (let (x, y) = while (s. let (x, y) = s in (x < 9)) (s. let (x, y) = s in ((x * y), "
        "(x + 1))) ((a, a)) in y)\n");
  check(
      "(FPCore f (a) (while* (< x 9) ([x a (* x y)] [y x (+ x 1)]) y))",
      "def f (a : real) = (let (x, y) = while (s. let (x, y) = s in (x < 9)) (s. let (x, y) = s in let x = (x * y) in "
      "let y = (x + 1) in (x, y)) (let x = a in let y = x in (x, y)) in y)\n");
  check("(FPCore f ((A n)) (for ([i n]) ([s 0 (+ s (* i (ref A i)))]) s))",
        "def f {n = 3} (A : real^n) = (let s = fold (s i. (s + ((toReal i) * (A ! i)))) (0) (build n (k. k)) in s)\n");
}

static void test_domains(void **state) {
  (void)state;
  check("(FPCore f (x) :pre (and (<= 0 x 1) (not (or (== x 1/2) (>= x 3/4)))) x)",
        "def f (x : real) = if (((0 < x) and (x < 1)) and ((x /= (1 / 2)) and (x < (3 / 4)))) then x else log (-1)\n");
  check("(FPCore f (x y) :pre (=> (< x 0) (!= x y 1)) x)",
        "def f (x : real) (y : real) = if ((x > 0) or ((x /= y) and (x /= 1) and (y /= 1))) then x else log (-1)\n");
  check("(FPCore f (x) :pre (not (< 0 x 1)) (array x x))",
        "def f (x : real) = if ((0 > x) or (x > 1)) then [x, x] else build 2 (k. log (-1))\n");
}

static void test_numbers(void **state) {
  (void)state;
  check("(FPCore f (x) (* -0x1.8p-1 (+ 1e+3 .25)))", "def f (x : real) = ((-(24 / 32)) * (1e3 + 0.25))\n");
  check("(FPCore f (x) (* 0x1F (+ x 0X10p-3)))", "def f (x : real) = (31 * (x + (16 / 8)))\n");
  check("(FPCore f (x) (pow x (- 3)))", "def f (x : real) = (x^(-3))\n");
  check("\n\n(FPCore (x) :name \"a b\" (pow x -1/2))", "\n\ndef a_b (x : real) = (x^(-(1 / 2)))\n");
}

static void test_calls(void **state) {
  (void)state;
  check("(FPCore f (x y) (+ (sin x) (* (fma x y 1) (hypot x y))))",
        "def f (x : real) (y : real) = ((sin x) + ((x * y + 1) * (hypot x y)))\n");
}

/* A whole number is compared with one that is not as a real. */
static void test_comparisons(void **state) {
  (void)state;
  check("(FPCore f (x) (for ([i 4]) ([s 0 (if (< 1 i 5/2) x (+ s 1))]) s))",
        "def f (x : real) = (let s = fold (s i. (if ((1 < i) and ((toReal i) < (5 / 2))) then x else (s + 1))) (0) "
        "(build 4 (k. k)) in s)\n");
}

/* No word is read over. */
static void test_every_word(void **state) {
  (void)state;
  check("(FPCore f (x) (cast (! :precision binary32 :round toZero (+ x 1))))", "def f (x : real) = (x + 1)\n");
  refuse("(FPCore (x) (cast x 5))", "'cast' takes 1, not 2");
  refuse("(FPCore (x y) (! x y))", "test:1:20: error: one expression is expected after the properties");
  refuse("(FPCore (x) (! :precision x))", "an expression is expected here");
  refuse("(FPCore (x) :pre (< x 0) :pre (> x -9) x)", "test:1:26: error: this property stands twice");
  refuse("(FPCore (x) (let ([y 1] [y x]) y))", "test:1:26: error: this name is bound twice here");
  refuse("(FPCore (x) (while (< y 3) ([y 1 2] [y 2 3]) y))", "this name is bound twice here");
  refuse("(FPCore (x) (ref (tensor ([i 2] [i 3]) i) 0 0))", "this name is bound twice here");
  check("(FPCore f (x) (let* ([y 1] [y x]) y))", "def f (x : real) = (let y = 1 in let y_2 = x in y_2)\n");
}

/* Nothing before it is called in the place of what is refused, or of the program itself. */
static void test_last_of_a_name(void **state) {
  (void)state;
  Import out;
  import(fpcore_import, "(FPCore g (x) x)\n(FPCore g (x) (* 10y x))\n(FPCore (x) (g x))\n(FPCore g (x) (g x))", &out);
  assert_int_equal(out.refused.count, 3);
  if (strstr(out.refusal[1], "3:14: error: this program is not read") == NULL) fail_msg("%s", out.refusal[1]);
  if (strstr(out.refusal[2], "4:16: error: this program is not read") == NULL) fail_msg("%s", out.refusal[2]);
  import_free(&out);
}

static void test_refused(void **state) {
  (void)state;
  Import out; /* what is refused is called by nothing */
  import(fpcore_import, "(FPCore g (x) (* 10y x))\n(FPCore (x) (g x))", &out);
  assert_int_equal(out.refused.count, 2);
  assert_int_equal(out.read, 0);
  import_free(&out);
  refuse("(FPCore (x) (+ x NAN))", "test:1:18: error: the reals have no NAN");
  refuse("(FPCore (x) (+ x 0x))", "test:1:18: error: '0x' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1p))", "test:1:18: error: '0x1p' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1p3x))", "test:1:18: error: '0x1p3x' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1g))", "test:1:18: error: '0x1g' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1p2001))", "test:1:18: error: '0x1p2001' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1p-2001))", "test:1:18: error: '0x1p-2001' is no number that can be read");
  refuse("(FPCore (x) (+ x 0x1p-99999999999999999999))", "is no number that can be read");
  refuse("(FPCore (x)\n (sin x x))", "test:2:2: error: 'sin' takes 1, not 2");
  refuse("(FPCore ((A 2)) (ref A x))", "nothing is called 'x' here");
  refuse("(FPCore ((A 2)) (ref A 0.5))", "a whole number is expected here");
  refuse("(FPCore (x) (if x 1 2))", "a test is expected here");
  refuse("(FPCore (x) (if (not (< x 1) (< x 2)) 1 2))", "'not' takes 1, not 2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bindings),    cmocka_unit_test(test_loops),      cmocka_unit_test(test_domains),
      cmocka_unit_test(test_numbers),     cmocka_unit_test(test_refused),    cmocka_unit_test(test_calls),
      cmocka_unit_test(test_comparisons), cmocka_unit_test(test_every_word), cmocka_unit_test(test_last_of_a_name)};
  return cmocka_run_group_tests_name("fpcore", tests, NULL, NULL);
}
