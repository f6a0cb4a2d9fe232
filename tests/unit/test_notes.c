/* Programs of the working notes as definitions: what binds more, what types are, what is called.  What each means by a
 * second evaluator is tests/notes. */
#include "semantics/notes/notes.h"
#include "tests/unit/importing.h"

static void check(const char *source, const char *expected) { import_check(notes_import, source, expected); }

static void refuse(const char *source, uint32_t read, const char *what) {
  import_refuse(notes_import, source, read, what);
}

static void test_operators(void **state) {
  (void)state;
  check("f(x) = x - 2 - 3.5 * x / 4", "def f (x : real) = ((x - 2) - (((3.5) * x) / 4))\n");
  check("f(x) = x / 7/2 + x/7/2", "def f (x : real) = ((x / (7/2)) + ((x / 7) / 2))\n");
  check("f(x) = -x * -2", "def f (x : real) = ((-x) * (-2))\n");
  check("f(x) = if(x < 1, x, 2) + x", "def f (x : real) = ((if (x < 1) then x else 2) + x)\n");
  check("f(x) = if (x) <= 1 then x else 2 + x", "def f (x : real) = (if (x <= 1) then x else (2 + x))\n");
  check("f(x) = if x < if(x < 1, x, 2) then x else 2",
        "def f (x : real) = (if (x < (if (x < 1) then x else 2)) then x else 2)\n");
  check("f(x) = toReal(-(-2 + 3)) + x * -(4)", "def f (x : real) = ((toReal (0 - ((-2) + 3))) + (x * (-4)))\n");
  check("f(n : N) = n mod 2 - n", "def f (n : Int) = ((mod n 2) - n)\n");
  check("f(v : Vec 2 R) = pow[-1/2](v[0]) + v [ 1 ]", "def f (v : (real^2)) = (((v ! 0)^(-(1/2))) + (v ! 1))\n");
}

static void test_binding(void **state) {
  (void)state;
  check("f(x) = let x = x in let { x = x * x } x",
        "def f (x : real) = (let x_2 = x in (let x_3 = (x_2 * x_2) in x_3))\n");
  check("fun f(fst)\n= let { y = fst }\n  y", "def f (fst_2 : real) = (let y = fst_2 in y)\n");
  check("f(v : Vec R) = build(sz(v), λi. build(2, \\i. v[i]))",
        "def f {n_v = 3} (v : (real^n_v)) = (build n_v (i. (build 2 (i_2. (v ! i_2)))))\n");
  check("f(v : Vec 2 N) = fold(\\t. pi1(t) * pi2(t), 1, v)",
        "def f (v : (Int^2)) = (fold (a' x'. let t = (a', x') in ((fst t) * (snd t))) 1 v)\n");
}

static void test_calls(void **state) {
  (void)state;
  check("f(x, y) = x\ng(p : (R, R)) = f(p) + f((1, pi2(p)))\n",
        "def f (x : real) (y : real) = x\n"
        "def g (p : (real * real)) = ((let p' = p in f (fst p') (snd p')) + (f 1 (snd p)))\n");
  check("f(p : (R, R, R)) = π3(p)\ng(x) = f(x, 1, 2)", "def f (p : (real * (real * real))) = (snd (snd p))\n"
                                                       "def g (x : real) = (f (x, (1, 2)))\n");
  check("f(x) = π_{2,3}((1, x, 2))", "def f (x : real) = (fst (snd (1, (x, 2))))\n");
  refuse("f(x) = π_{2,7}((1, x, 2))", 0, "test:1:8: error: this is of a tuple of 7, not of 3");
  refuse("f(x) = π_{2,}((1, x, 2))", 0, "a projection is π_{2,3}, the second of three");
  refuse("f(x) = π_{2,3,3}((1, x, 2))", 0, "a projection is π_{2,3}, the second of three");
  refuse("f(x, y) = x\ng(x) = f(x)", 1, "2 operands are expected");
}

static void test_types(void **state) {
  (void)state;
  refuse("f(x) = let k = 2 in toReal(k) + k", 0, "test:1:31: error: this is N, but R is expected");
  refuse("f(v : Vec n R, w : Vec R) = v + w", 0, "this is Vec n_w R, but Vec n R is expected");
  refuse("f(x) = build(6148914691236517206 * 3, \\i. x)[0]", 0,
         "test:1:14: error: a length is a number from 1 to 100000");
  check("f(v : Vec n R, w : Vec n R) = v + w", "def f {n = 3} (v : (real^n)) (w : (real^n)) = (v + w)\n");
  check("f(v : Vec n R) = v\ng(v : Vec 2 R) = f(v) + v", "def f {n = 3} (v : (real^n)) = v\n"
                                                         "def g (v : (real^2)) = ((f v) + v)\n");
}

/* What was refused hides nothing, and nothing is called in its place. */
static void test_refused(void **state) {
  (void)state;
  refuse("f(x) = x\nf(x) = 2 * x\ng(x) = f(x)", 2, "test:2:1: error: a definition before has this name");
  Import out;
  import(notes_import, "f(x) = y\ng(x) = f(x)\nh(x) = h(x)", &out);
  assert_int_equal(out.refused.count, 3);
  if (strstr(out.refusal[1], "2:8: error: this definition is not read") == NULL) fail_msg("%s", out.refusal[1]);
  if (strstr(out.refusal[2], "3:8: error: a definition does not call itself") == NULL) fail_msg("%s", out.refusal[2]);
  import_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators), cmocka_unit_test(test_binding), cmocka_unit_test(test_calls),
      cmocka_unit_test(test_types),     cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
