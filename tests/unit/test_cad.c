/* Programs of caddie's language as definitions: what binds more, whose types are found from where, what sizes there
 * are. What each means by a second evaluator is tests/cad. */
#include "semantics/cad/cad.h"
#include "tests/unit/importing.h"

static void check(const char *source, const char *expected) { import_check(cad_import, source, expected); }

static void refuse(const char *source, uint32_t read, const char *what) {
  import_refuse(cad_import, source, read, what);
}

static void test_operators(void **state) {
  (void)state;
  check("fun f x = x - 2 - 3.0 * x * 0.5", "def f (x : real) = ((x - 2) - ((3.0 * x) * 0.5))\n");
  check("fun f x = 2 *> x * x *> x - x", "def f (x : real) = ((2 * ((x * x) * x)) - x)\n");
  check("fun f x = #2 x + sin cos #1 x", "def f (x : (real * real)) = ((snd x) + (sin (cos (fst x))))\n");
  check("fun f x = pow -1.5 x - -2 * 3. * pi", "def f (x : real) = ((x^(-1.5)) - (((-2) * 3) * (4 * atan 1)))\n");
  check("(* a (* b *) fun f x = (* c *) ((x)) (* d *)", "def f (x : real) = x\n");
}

static void test_types(void **state) {
  (void)state;
  check("fun f x = x\nfun g y = f (y, 1.0)", "def f (x : (real * real)) = x\ndef g (y : real) = (f (y, 1.0))\n");
  check("fun f x = #1 (#3 x) + #2 x",
        "def f (x : (real * (real * (real * real)))) = ((fst (snd (snd x))) + (fst (snd x)))\n");
  check("fun f x = (x, 0) - 0",
        "def f (x : real) = (let a' = (x, 0) in let b' = (0, 0) in (((fst a') - (fst b')), ((snd a') - (snd b'))))\n");
  check("fun f x = #1 x\nfun g x = f x * #3 x",
        "def f (x : (real * (real * real))) = (fst x)\ndef g (x : (real * (real * real))) = ((f x) * (snd (snd x)))\n");
}

/* What a definition that is refused says of the types of others is forgotten. */
static void test_forgets(void **state) {
  (void)state;
  refuse("fun f x = x\nfun g y = f (y, y) + z\nfun h y = f 2.0", 2, "test:2:22: error: 'z' is not bound here");
  refuse("fun f x = x\nfun f x = y\nfun f x = x * x", 2, "test:2:11: error: 'y' is not bound here");
  Import out; /* a call is of the last definition of its name, read or not */
  import(cad_import, "fun f x = x\nfun f x = y\nfun g x = f x", &out);
  assert_int_equal(out.refused.count, 2);
  assert_true(out.refused.last);
  if (strstr(out.refusal[1], "'f' is a definition that is not read") == NULL) fail_msg("%s", out.refusal[1]);
  import_free(&out);
  import(cad_import, "fun f x = y\nfun g x = x", &out);
  assert_int_equal(out.refused.count, 1);
  assert_false(out.refused.last);
  import_free(&out);
  refuse("fun f x = x\nfun g x = f x 2", 1, "'x' is no function");
}

static void test_arrays(void **state) {
  (void)state;
  check("fun f p = map (fn x => x * #1 p) (#2 p)",
        "def f {n_p = 3} (p : (real * (real^n_p))) = (map (x. (x * (fst p))) (snd p))\n");
  check("fun f p = dprod (#1 p, #2 p)\nfun g x = f ([x, 1], [2, x]) + f ([x], iota 1)",
        "def f {n_p = 3} (p : ((real^n_p) * (real^n_p))) = (let (a', b') = ((fst p), (snd p)) in dot a' b')\n"
        "def g (x : real) = ((f ([x, 1], [2, x])) + (f ([x], (build 1 (k'. toReal k')))))\n");
  check("fun f x = 2 *> [(x, 1)]", "def f (x : real) = (let r' = 2 in let b' = (build 1 (k'. (x, 1))) in "
                                   "(map (b'. ((r' * (fst b')), (r' * (snd b')))) b'))\n");
  check("fun f p = p + [1.0, 2.0] - 0", "def f (p : (real^2)) = ((p + [1.0, 2.0]) - (build 2 (k'. 0)))\n");
}

static void test_names(void **state) {
  (void)state;
  check("fun build map_ = let x = map_ in let x = x * x in x end end",
        "def build_2 (map_2 : real) = (let x = map_2 in (let x_2 = (x * x) in x_2))\n");
}

static void test_refused(void **state) {
  (void)state;
  refuse("fun f x = [x, 1.0] + [x, 1.0, 2.0]", 0, "test:1:22: error: this is []real of another length");
  refuse("fun f x =\n x + (x, 1.0)", 0, "test:2:6: error: this is ('a * real), but 'a is expected here");
  refuse("fun f x = f x", 0, "no definition before is called so");
  refuse("fun f x = red x x", 0, "test:1:11: error: a reduction by a relation");
  refuse("fun f sin = sin 2.0", 0, "'sin' is no function");
  refuse("fun f x = dprod (0, 0)", 0, "test:1:18: error: this 0 is an array of a length that nothing says");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_operators), cmocka_unit_test(test_types),
                                     cmocka_unit_test(test_forgets),   cmocka_unit_test(test_arrays),
                                     cmocka_unit_test(test_names),     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests_name("cad", tests, NULL, NULL);
}
