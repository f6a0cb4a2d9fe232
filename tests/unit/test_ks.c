/* Programs of ksc's language as definitions: which sizes an argument has, who sees whom, which function of one name is
 * called.  What each means by a second evaluator is tests/ks. */
#include "semantics/ks/ks.h"
#include "tests/unit/importing.h"

#include <stdio.h>

static void check(const char *source, const char *expected) { import_check(ks_import, source, expected); }

static void refuse(const char *source, const char *what) { import_refuse(ks_import, source, 0, what); }

static void test_scalars(void **state) {
  (void)state;
  check("(def f Float ((x : Float) (n : Integer)) (mul (sub x 1.5) (to_float (sub n 2))))",
        "def f (x : real) (n : Int) : real = ((x - 1.5) * (toReal (n - 2)))\n");
  check("(def f Float (x : Float) (let ((x (sin x)) (y (pow x -2))) (sub x y)))",
        "def f (x : real) : real = (let x_2 = (sin x) in let y = (x_2^(-2)) in (x_2 - y))\n");
  check(
      "(def f Float (t : Tuple Float Integer Float) (let ((x n y) t) (if (lt n 3) x (get$3$3 t))))",
      "def f (t : (real * (Int * real))) : real = (let (x, (n, y)) = (t : (real * (Int * real))) in (if (n < 3) then x "
      "else (snd (snd t))))\n");
}

static void test_sizes(void **state) {
  (void)state;
  check("(def f (Vec Float) (v : Vec Float) (let (n (size v)) (build (sub n 1) (lam (i : Integer) (index i v)))))",
        "def f {n_v = 3} (v : (real^n_v)) : (real^(n_v - 1)) = (let n = (n_v : Int) in (build (n_v - 1) (i. (v ! "
        "i))))\n");
  check("(def f Float ((k : Integer) (v : Vec Float)) (sumbuild k (lam (i : Integer) (index i v))))",
        "def f {n_v = 3} (k : Int) (v : (real^n_v)) : real = (total (vbuild k (i. (v ! i))))\n");
  check("(def f Float (t : Tensor 2 Float) (index (tuple 0 1) t))",
        "def f {n_t = 3, n_t_2 = 3} (t : ((real^n_t_2)^n_t)) : real = (let (k1', k2') = ((0, 1) : (Int * Int)) in t ! "
        "k1' "
        "! k2')\n");
}

static void test_calls(void **state) {
  (void)state;
  check("(def g Float (x : Float) x)\n(def g Float (v : Vec Float) (g (index 0 v)))\n"
        "(def f Float (v : Vec Float) (g (build 2 (lam (i : Integer) (g v)))))",
        "def g (x : real) : real = x\ndef g_2 {n_v = 3} (v : (real^n_v)) : real = (g (v ! 0))\n"
        "def f {n_v = 3} (v : (real^n_v)) : real = (g_2 (build 2 (i. (g_2 v))))\n");
  check(
      "(def s (Vec Float) (v : Vec Float) v)\n(def f Float ((v : Vec Float) (w : Vec Float)) (to_float (size (s w))))",
      "def s {n_v = 3} (v : (real^n_v)) : (real^n_v) = v\n"
      "def f {n_v = 3, n_w = 3} (v : (real^n_v)) (w : (real^n_w)) : real = (toReal n_w)\n");
  check(
      "(def f (Vec Float) ((v : Vec Float) (w : Vec Float)) (ts_add v w))",
      "def f {n_v = 3, n_w = 3} (v : (real^n_v)) (w : (real^n_w)) : (real^n_v) = (zipWith (a' b'. a' + b') v (let v' = "
      "w in build n_v (k'. v' ! (if n_v == n_w then k' else n_w))))\n");
  check("(def f Float (t : Tuple Float Float) (sub t))",
        "def f (t : (real * real)) : real = (let (p1', p2') = (t : (real * real)) in (p1' - p2'))\n");
}

static void test_loops(void **state) {
  (void)state;
  check("(def f Float (v : Vec Float) (fold (lam (t : Tuple Float Float) (sub (get$1$2 t) (get$2$2 t))) 0.0 v))",
        "def f {n_v = 3} (v : (real^n_v)) : real = (fold (a' x'. let t = (a', x') in ((fst t) - (snd t))) (0.0 : real) "
        "v)\n");
  check("(def f Float ((n : Integer) (x : Float)) (if (lte n 0) 1.0 (f (sub n 1) x)))",
        "def f (n : Int) (x : real) : real = letrec f'' (p' : (Int * real)) : real = let (n, x) = p' in (if (n <= 0) "
        "then 1.0 else (f'' ((n - 1), x))) in f'' (n, x)\n");
}

static void tuple(char *out, size_t room, uint32_t parts) {
  size_t used = (size_t)snprintf(out, room, "(Tuple");
  for (uint32_t k = 0; k < parts; k++) used += (size_t)snprintf(out + used, room - used, " Float");
  (void)snprintf(out + used, room - used, ")");
}

/* All of the source is read, or it, or a definition, is refused for that. */
static void expect_limit(const char *source, const char *what) {
  Import out;
  TextError error;
  Store *store = store_new(1u << 10);
  bool read = ks_import(store, "test", source, strlen(source), IMPORT_IN_PLACE, &out, &error) == STATUS_OK;
  const char *said = !read ? error.message : out.refused.count > 0 ? out.refusal[0] : "";
  if (what == NULL ? said[0] != '\0' : strstr(said, what) == NULL) fail_msg("%s", said);
  import_free(&out);
  store_free(store);
}

/* Up to a limit and beyond it: digits of a whole number, parts of a type. */
static void test_limits(void **state) {
  (void)state;
  char source[6000], type[4000];
  check("(def f Integer (n : Integer) (add n 999999999))", "def f (n : Int) : Int = (n + 999999999)\n");
  check("(def f Integer (n : Integer) (add n 00999999999))", "def f (n : Int) : Int = (n + 999999999)\n");
  refuse("(def f Integer (n : Integer) (add n 1000000000))", "limit: a whole number of more than 9 digits");
  for (uint32_t more = 0; more < 2; more++) {
    tuple(type, sizeof type, 250 - 1 + more); /* of so many parts, and itself */
    (void)snprintf(source, sizeof source, "(def f Float ((x : Float) (t : %s)) x)", type);
    expect_limit(source, more == 1 ? "limit: arguments of more than 1000 lengths" : NULL);
    tuple(type, sizeof type, 499 + more);
    (void)snprintf(source, sizeof source, "(def f Float (x : Float) x) (def g %s (x : Float) (g x))", type);
    expect_limit(source, more == 1 ? "limit: a type of more than 500 parts" : NULL);
  }
}

static void test_refused(void **state) {
  (void)state;
  refuse("(def f Float (t : Tensor 2 Float) (index (tuple 0.5 1) t))", "as many Integers as the array has indices");
  refuse("(def f Float (t : Tensor 2 Float) (index (tuple 0 1.0) t))", "as many Integers as the array has indices");
  refuse("(def f Float (t : Tensor 2 Float) (index 0 t))", "as many Integers as the array has indices");
  refuse("(def f Float (t : Vec Float) (index (tuple 0 1) t))", "as many Integers as the array has indices");
  refuse("(def f Float ((x : Float)\n (n : Integer)) (add x n))",
         "test:2:17: error: there is no 'add' of (Tuple Float Integer)");
  refuse("(def f (Vec Float) (v : Vec Float) (if (lt (sum v) 0.0) v (constVec 4 1.0)))",
         "differ in the lengths of arrays");
  refuse("(edef f Float (Float))", "outside of the file");
  refuse("(rule \"r\" (x : Float) x x)", "a rule rewrites programs");
  refuse("(def f Float (x : Float) ([rev f] x 1.0))", "'rev', is not read");
  refuse("(def f Float ((x : Float) (x : Float)) x)", "twice among the arguments");
}

/* Nothing before it is called in the place of what is refused, if it may take as much. */
static void test_last_of_a_name(void **state) {
  (void)state;
  static const char *const second[] = {"(def f Float (x : Float) (g x))", "(def f Float (x : Text) 1.0)",
                                       "(def f Float (x : Float) 1)"};
  for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
    char source[200];
    Import out;
    (void)snprintf(source, sizeof source, "(def f Float (x : Float) x)\n%s\n(def h Float (x : Float) (f x))",
                   second[i]);
    import(ks_import, source, &out);
    assert_int_equal(out.refused.count, 2);
    if (strstr(out.refusal[1], "3:27: error: this definition is not read") == NULL) fail_msg("%s", out.refusal[1]);
    import_free(&out);
  }
  import_refuse(ks_import,
                "(def f Float (x : Float) x)\n(def f Float (n : Integer) 1)\n(def h Float (x : Float) (f x))", 2,
                "test:2:28: error: this is Integer, but Float is said to be given");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scalars),       cmocka_unit_test(test_sizes),
                                     cmocka_unit_test(test_calls),         cmocka_unit_test(test_loops),
                                     cmocka_unit_test(test_refused),       cmocka_unit_test(test_limits),
                                     cmocka_unit_test(test_last_of_a_name)};
  return cmocka_run_group_tests_name("ks", tests, NULL, NULL);
}
