/* Concrete syntax: what programs read as, and what is said of wrong ones. */
#include "semantics/source/typing.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------------------ golden -- */

typedef struct Golden {
  const char *text, *printed;
} Golden;

/* What is read, printed with all its types. */
static const Golden goldens[] = {
    /* CHAD Fig. 1 and Fig. 2 */
    {"def f (x : real) = let y = 2*x in let z = x*y in let w = cos z in (y, z, w)",
     "def f (x : real) : real * real * real = "
     "let y = 2 * x in let z = x * y in let w = cos z in ((y, z), w)"},
    {"def f (x1 : real) (x2 : real) (x3 : real) (x4 : real) = "
     "let y = x1*x4 + 2*x2 in let z = y*x3 in let w = z + x4 in sin w",
     "def f (x1 : real) (x2 : real) (x3 : real) (x4 : real) : real = "
     "let y = x1 * x4 + 2 * x2 in let z = y * x3 in let w = z + x4 in sin w"},
    {"def f {n = 3} (x : real) = let f = \\z. x*z + 1 in let zs = (replicate x : real^n) in map f zs",
     "def f (x : real) : real^3 = "
     "let f = \\(z : real). x * z + 1 in let zs = replicate {3} x in map (x1. f x1) zs"},
    {"def f (x1 : real) (x2 : real^4) = let f = \\x2i. x1*x2i in let ys = map f x2 in sum ys",
     "def f (x1 : real) (x2 : real^4) : real = "
     "let f = \\(x2i : real). x1 * x2i in let ys = map (x. f x) x2 in sum ys"},
    /* what is bound once more is numbered, behind its letters and before its primes */
    {"def f (cost : real) (rate27' : real) = let g = \\cost. let rate27' = cost in rate27' in g cost * rate27'",
     "def f (cost : real) (rate27' : real) : real = "
     "let g = \\(cost1 : real). let rate1' = cost1 in rate1' in g cost * rate27'"},
    /* patterns: let z = t in let x = fst z in let y = snd z in s */
    {"def f = \\(x, y). x + 2 * y",
     "def f : real * real -> real = \\(x : real * real). let x1 = fst x in let y = snd x in x1 + 2 * y"},
    {"def f (p : real * real * real) = let (a, b, c) = p in a + b * c",
     "def f (p : real * real * real) : real = let x = p in let x1 = fst x in "
     "let a = fst x1 in let b = snd x1 in let c = snd x in a + b * c"},
    /* numbers take the type that stands around them; real when none does */
    {"def f (x : real^3) = 1 - x * 2.50 / [1, -2, 1/3] + ([0.125] : real^3)",
     "def f (x : real^3) : real^3 = 1 - x * 2.5 / [1, -2, 1/3] + 0.125"},
    {"def f x y = x * y - 1", "def f (x : real) (y : real) : real = x * y - 1"},
    {"def f (i : Int) = 2 * i - -3", "def f (i : Int) : Int = 2 * i - -3"},
    {"def f = (2 : real^2)", "def f : real^2 = 2"},
    {"def f = ((2 : Int), 1e2, 25e-1, [1/3])", "def f : Int * real * real * real = (((2, 100), 2.5), [1/3])"},
    {"def f (x : real) = let y : real^3 = 1 in y", "def f (x : real) : real^3 = let y = (1 : real^3) in y"},
    {"def f (x : real) = -x^2 + (-x)^2 - x^-1 * x^(1/2) - x^0 + -2 * x",
     "def f (x : real) : real = -x^2 + (-x)^2 - x^(-1) * x^(1/2) - x^0 + -2 * x"},
    {"def f (x : real) = - - x - -(-2) - neg 2", "def f (x : real) : real = -(-x) - neg (-2) - neg 2"},
    /* arrays, and arrays of anything */
    {"def f {n = 2} (xs : real^n) = build (n - 1) (i. xs!i .* xs!(i+1))",
     "def f (xs : real^2) : real = build 1 (i. xs!i .* xs!(i + 1))"},
    {"def f (x : (real^2)^3) = x!0!1 + (map (x. sum x) x)!2",
     "def f (x : (real^2)^3) : real = x!0!1 + (map (x1. sum x1) x)!2"},
    {"def f (xs : (real * Int)^3) = map (p. fst p * toReal (snd p)) xs",
     "def f (xs : (real * Int)^3) : real^3 = map (p. fst p * toReal (snd p)) xs"},
    {"def f (xs : real^3) (ys : real^3) = zipWith max xs ys",
     "def f (xs : real^3) (ys : real^3) : real^3 = zipWith (x x1. max x x1) xs ys"},
    {"def f (xs : (real * 1)^2) = map fst xs", "def f (xs : (real * 1)^2) : real^2 = map (x. fst x) xs"},
    {"def f (x : real) = build 2 (\\i. x)", "def f (x : real) : real^2 = build 2 (x1. (\\(i : Int). x) x1)"},
    /* sizes */
    {"def f {n = 2} (a : real^(n * (n + 1))) (x : real^n) = matvec a x",
     "def f (a : real^6) (x : real^2) : real^3 = matvec a x"},
    {"def f {k = 3} (x : real) = x * toReal k", "def f (x : real) : real = x * toReal 3"},
    {"def f {n} (x : real^n) = dot x [1, 2, 3]", "def f (x : real^3) : real = dot x [1, 2, 3]"},
    /* operations as functions */
    {"def f (x : real) : real * (real -> real) = (sigmoid x, tanh)",
     "def f (x : real) : real * (real -> real) = (sigmoid x, \\(x1 : real). tanh x1)"},
    {"def f (x : real^2) = let d = dot x in d x",
     "def f (x : real^2) : real = let d = \\(x1 : real^2). dot x x1 in d x"},
    {"def f (x : real) = \\y z. max x (min y z)",
     "def f (x : real) : real -> real -> real = \\(y : real). \\(z : real). max x (min y z)"},
    /* UTF-8 */
    {"def f = \xCE\xBBx. (x : real \xE2\x86\x92 real) 1.5e3 -- end",
     "def f : (real -> real) -> real = \\(x : real -> real). x 1500"},
    {"def f = \xCE\xBB\xE2\x9F\xA8x,y\xE2\x9F\xA9. \xE2\x9F\xA8x, (y : real) * x\xE2\x9F\xA9",
     "def f : real * real -> real * real = \\(x : real * real). let x1 = fst x in let y = snd x in (x1, y * x1)"},
    {"def f (x : 1) = \xE2\x9F\xA8\xE2\x9F\xA9", "def f (x : 1) : 1 = ()"},
    {"def f (x' y'' : real) = x' + y''", "def f (x' : real) (y'' : real) : real = x' + y''"},
};

static char *reprint(Store *store, const char *text, TextError *error) {
  Module module;
  Status status = text_read_module(store, "test", text, strlen(text), NULL, 0, &module, error);
  if (status != STATUS_OK) return NULL;
  const Definition *last = text_find(store, &module, NULL);
  TypeId type;
  assert_int_equal(source_infer(store, last->program.context, last->program.length, last->program.term, &type),
                   STATUS_OK);
  assert_true(type_equal(type, last->program.type));
  char *printed = text_print_definition(store, last, (PrintStyle){.width = 0});
  text_free_module(&module);
  return printed;
}

static void programs_read_as_stated(void **state) {
  (void)state;
  for (size_t i = 0; i < LENGTH_OF(goldens); i++) {
    TextError error;
    Store *store = store_new(1u << 20);
    char *printed = reprint(store, goldens[i].text, &error);
    if (printed == NULL) print_error("%s", error.message);
    assert_non_null(printed);
    assert_string_equal(printed, goldens[i].printed);
    free(printed);
    store_free(store);
  }
}

/* ------------------------------------------------------------- definitions -- */

static void calls_become_lets_and_lambdas(void **state) {
  (void)state;
  static const Golden calls[] = {
      {"def f (x : real) (y : real) = x - y\ndef g (x : real) = f 1 x",
       "def g (x : real) : real = let x1 = 1 in let y = x in x1 - y"},
      {"def f (x : real) (y : real) = x - y\ndef g (y : real) = f y",
       "def g (y : real) : real -> real = let x = y in \\(y1 : real). x - y1"},
      {"def f (x : real) (y : real) = x - y\ndef g = f",
       "def g : real -> real -> real = \\(x : real). \\(y : real). x - y"},
      {"def f (x : real) = \\y. x - y\ndef g (y : real) = f y 2",
       "def g (y : real) : real = (let x = y in \\(y1 : real). x - y1) 2"},
      /* sizes: from the arguments, from braces, by default */
      {"def f {n = 2} (x : real^n) = sum x + toReal n\ndef g (x : real^5) = f x",
       "def g (x : real^5) : real = let x1 = x in sum x1 + toReal 5"},
      {"def f {n = 2} (x : real) = sum (replicate x : real^n)\ndef g (x : real) = f {n = 4} x",
       "def g (x : real) : real = let x1 = x in sum (replicate {4} x1)"},
      {"def f {n = 2} (x : real) = (replicate x : real^n)\ndef g (x : real) = dot (f {3} x) 1 + sum (f x)",
       "def g (x : real) : real = dot (let x1 = x in replicate {3} x1) 1 + sum (let x1 = x in replicate {2} x1)"},
      {"def f {n = 2} (x : real^n) = x * x\ndef g (h : (real^3 -> real^3) -> real) = h f",
       "def g (h : (real^3 -> real^3) -> real) : real = h (\\(x : real^3). x * x)"},
      /* the default of the caller goes before that of the definition called */
      {"def f {n = 2} (x : real^n) = sum x\ndef g {n = 5} (h : (real^n -> real) -> real) (x : real^n) = h f + f x",
       "def g (h : (real^5 -> real) -> real) (x : real^5) : real = h (\\(x1 : real^5). sum x1) + (let x1 = x in sum "
       "x1)"},
      /* the body sees its own names only */
      {"def f x = x + 1\ndef g (x : real) (y : real) = let f1 = f y in f (f x)",
       "def g (x : real) (y : real) : real = let f1 = let x1 = y in x1 + 1 in "
       "let x1 = let x1 = x in x1 + 1 in x1 + 1"},
  };
  for (size_t i = 0; i < LENGTH_OF(calls); i++) {
    TextError error;
    Store *store = store_new(1u << 20);
    char *printed = reprint(store, calls[i].text, &error);
    if (printed == NULL) print_error("%s", error.message);
    assert_non_null(printed);
    assert_string_equal(printed, calls[i].printed);
    free(printed);
    store_free(store);
  }
}

static void overrides_replace_defaults(void **state) {
  (void)state;
  const char *text = "def f {n = 2, m = 3} (x : real^n) = (replicate (sum x) : real^m)\n"
                     "def g {m = 9} (x : real^5) : real^m = f x";
  const SizeOverride overrides[] = {{"m", 7}};
  Module module;
  TextError error;
  Store *store = store_new(1u << 20);
  assert_int_equal(text_read_module(store, "t", text, strlen(text), overrides, 1, &module, &error), STATUS_OK);
  assert_int_equal(module.count, 2);
  const Definition *f = text_find(store, &module, "f"), *g = text_find(store, &module, "g");
  assert_non_null(f);
  assert_ptr_equal(g, text_find(store, &module, NULL));
  assert_null(text_find(store, &module, "h"));
  assert_int_equal(f->line, 1);
  assert_int_equal(g->line, 2);
  assert_true(type_equal(f->program.context[0], type_real(&store->types, 2)));
  assert_true(type_equal(f->program.type, type_real(&store->types, 7)));
  assert_true(type_equal(g->program.type, type_real(&store->types, 7)));
  text_free_module(&module);
  store_free(store);
}

/* -------------------------------------------------------------- precedence -- */

/* Terms over x, y : real, xs : real^3, f : real -> real -> real. */
static const Golden same[] = {
    {"x + y * x", "x + (y * x)"},
    {"x - y - x", "(x - y) - x"},
    {"x / y * x", "(x / y) * x"},
    {"x .* xs + xs", "(x .* xs) + xs"},
    {"x * y .* xs", "(x * y) .* xs"},
    {"-x * y", "(-x) * y"},
    {"-x^2", "-(x^2)"},
    {"x^2^3", "(x^2)^3"},
    {"sin x^2", "(sin x)^2"},
    {"f x y^2", "((f x) y)^2"},
    {"f x y -x", "((f x) y) - x"},
    {"sin xs!0", "sin (xs!0)"},
    {"xs!0^2", "(xs!0)^2"},
    {"x * -y", "x * (-y)"},
    {"x + let z = y in z + z", "x + (let z = y in (z + z))"},
    {"(\\z. z + x) y", "(\\z. (z + x)) y"},
    {"fst (x, y) + snd (x, y)", "(fst (x, y)) + (snd (x, y))"},
    {"map (z. z) xs!0", "map (z. z) (xs!0)"},
    {"let z = x in let w = z in w", "let z = x in (let w = z in w)"},
    {"x -- comment\n + y", "x+y"},
    {"\\z w. z + w + x", "\\z. \\w. z + w + x"},
};

static TermId read_in_context(Store *store, const char *text) {
  static const char *const words[] = {"x", "y", "xs", "f"};
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), type, context[] = {real, real, type_real(types, 3), (TypeId){0}};
  context[3] = type_fun(types, real, type_fun(types, real, real));
  NameId names[4];
  for (int i = 0; i < 4; i++) names[i] = name_make(store, words[i], strlen(words[i]));
  const TermText source = {
      .text = text, .length = strlen(text), .origin = "term", .context = context, .names = names, .context_length = 4};
  TermId t;
  TextError error;
  Status status = text_read_term(store, &source, &t, &type, &error);
  if (status != STATUS_OK) print_error("%s", error.message);
  assert_int_equal(status, STATUS_OK);
  return t;
}

static void operators_bind_as_stated(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  for (size_t i = 0; i < LENGTH_OF(same); i++) {
    TermId a = read_in_context(store, same[i].text), b = read_in_context(store, same[i].printed);
    if (!term_equal(store, a, b)) print_error("%s / %s\n", same[i].text, same[i].printed);
    assert_true(term_equal(store, a, b));
  }
  assert_false(term_equal(store, read_in_context(store, "x - (y - x)"), read_in_context(store, "x - y - x")));
  store_free(store);
}

/* ------------------------------------------------------------------- types -- */

static void types_read_back(void **state) {
  (void)state;
  static const char *const texts[] = {"real",
                                      "real^3",
                                      "1",
                                      "Int",
                                      "real * Int * 1",
                                      "real * (Int * 1)",
                                      "real -> Int -> 1",
                                      "(real -> Int) -> 1",
                                      "(real * Int)^3",
                                      "((1)^2)^3",
                                      "real_^2 -o 1_",
                                      "real * (real_ -o real_^2)",
                                      "real -> real_",
                                      "1_ * real_ * real_^3 -o real_",
                                      "!real >< real_^2 -o (1_)^3",
                                      "!(real * Int) >< (real_ * 1_) -o !Int >< real_",
                                      "(real -> real_) * 1_"};
  Store *store = store_new(1u << 10);
  for (size_t i = 0; i < LENGTH_OF(texts); i++) {
    TypeId type;
    TextError error;
    char printed[200];
    Status status = text_read_type(store, texts[i], strlen(texts[i]), &type, &error);
    if (status != STATUS_OK) print_error("%s", error.message);
    assert_int_equal(status, STATUS_OK);
    (void)type_print(&store->types, type, printed, sizeof printed);
    assert_string_equal(printed, texts[i]);
  }
  store_free(store);
}

/* As many summands as a data type may have: each is read once, else there is no end of it. */
static void long_sums_are_read(void **state) {
  (void)state;
  enum { SUMMANDS = 60 };
  char text[SUMMANDS * 8] = "Int", printed[SUMMANDS * 8];
  for (int i = 1; i < SUMMANDS; i++) (void)strcat(text, i % 2 == 0 ? " + Int" : " + real");
  Store *store = store_new(1u << 10);
  TypeId type;
  TextError error;
  assert_int_equal(text_read_type(store, text, strlen(text), &type, &error), STATUS_OK);
  (void)type_print(&store->types, type, printed, sizeof printed);
  assert_string_equal(printed, text);
  assert_int_equal(text_read_type(store, "real + (real_ + 1)", 18, &type, &error), STATUS_ILL_TYPED);
  assert_int_equal(text_read_type(store, "real_ + 1", 9, &type, &error), STATUS_ILL_TYPED);
  assert_int_equal(text_read_type(store, "1 + real_", 9, &type, &error), STATUS_ILL_TYPED);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(programs_read_as_stated),
                                     cmocka_unit_test(calls_become_lets_and_lambdas),
                                     cmocka_unit_test(overrides_replace_defaults),
                                     cmocka_unit_test(operators_bind_as_stated),
                                     cmocka_unit_test(types_read_back),
                                     cmocka_unit_test(long_sums_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
