/* Programs in other languages: brackets are those of the program, what is shared stays shared, and numbers of Python
 * that are computed by the text are those of the source interpreter, on whole spaces. */
#include "semantics/rings/rings.h"
#include "tests/unit/programs.h"
#include "verify/enumerate/space.h"
#include "verify/system/language.h"
#include "verify/system/reproduction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void emits(const char *program, LanguageId language, Variant variant, const char *expected) {
  Store *store = store_new((uint32_t)1 << 20);
  Arena arena;
  Residual residual = {0};
  char *text = NULL;
  size_t size;
  arena_init(&arena, (size_t)1 << 26);
  Module module = module_read(store, program);
  const Program *last = &text_find(store, &module, NULL)->program;
  assert_int_equal(residual_make(store, &arena, last, &residual), STATUS_OK);
  FILE *out = open_memstream(&text, &size);
  assert_true(language_write(&languages[language], &residual, "f", variant, out));
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, expected);
  free(text);
  residual_free(&residual);
  text_free_module(&module);
  arena_free(&arena);
  store_free(store);
}

static void brackets(void **state) {
  (void)state;
  const Variant nested = {.literals = true, .nested = true};
  emits("def f (x : real) (y : real) = (x + 2) * -(y - x)", LANGUAGE_INFIX, nested, "(x0 + 2) * (-(x1 - x0))\n");
  emits("def f (x : real) (y : real) = x * y * (x + y) / sin (x - y)", LANGUAGE_CPP, nested,
        "template <class T>\nvoid f(const T *x, T *y) {\n  y[0] = ((x[0] * x[1]) * (x[0] + x[1])) / sin(x[0] - x[1]);\n"
        "  return;\n}\n");
  emits("def f (x : real) = x - -2 * x", LANGUAGE_C, nested,
        "void f(const double *x, double *y) {\n  y[0] = x[0] - ((-2.0) * x[0]);\n  return;\n}\n");
}

static void sharing(void **state) {
  (void)state;
  const Variant nested = {.literals = true, .nested = true};
  emits("def f (x : real) = let a = x * x in let d = a * 3 in (a, a + 1)", LANGUAGE_PYTHON, nested,
        "def f(x):\n    t1 = x[0] * x[0]\n    t3 = t1 * 3.0\n    return [t1, t1 + 1.0]\n");
  emits("def f (x : real) = let a = x * x in if a < x then a else a * a", LANGUAGE_JAVASCRIPT,
        (Variant){.nested = false},
        "function f(x) {\n  const t1 = x[0] * x[0];\n  if (t1 < x[0]) {\n    return [t1];\n  } else {\n"
        "    const t2 = t1 * t1;\n    return [t2];\n  }\n}\n");
}

/* Twice the same operand is the variable itself; of a conditional both sides are computed. */
static void variants(void **state) {
  (void)state;
  emits("def f (x : real) (y : real) = x * x - y", LANGUAGE_TORCH, (Variant){.assigned = true},
        "def f(x):\n    t2 = x[0].clone(); t2 *= t2\n    t3 = t2.clone(); t3 -= x[1]\n    return [t3]\n");
  emits("def f (x : real) (y : real) = if x < y then (sin x, y) else (x, y)", LANGUAGE_CPP,
        (Variant){.conditional = true},
        "template <class T>\nvoid f(const T *x, T *y) {\n  T then1[2]; {\n    T t2 = sin(x[0]);\n    then1[0] = t2;\n"
        "    then1[1] = x[1];\n  }\n  T else1[2]; {\n    else1[0] = x[0];\n    else1[1] = x[1];\n  }\n"
        "  y[0] = CondExpLt(x[0], x[1], then1[0], else1[0]);\n  y[1] = CondExpLt(x[0], x[1], then1[1], else1[1]);\n"
        "  return;\n}\n");
  emits("def f (x : real) = if x == 1 then x else x / 2", LANGUAGE_TORCH,
        (Variant){.literals = true, .conditional = true},
        "def f(x):\n    then1 = [x[0]]\n    t3 = x[0] / 2.0\n    else1 = [t3]\n"
        "    return [torch.where(x[0] == 1.0, then1[0], else1[0])]\n");
}

/* The program, written for a system with that description of a reproduction as what shows the finding; NULL: no text.
 */
static char *reproduced(const char *program, const char *reproduction, const Failure *failure, Mode mode) {
  Store *store = store_new((uint32_t)1 << 20);
  Arena arena;
  Residual residual = {0};
  arena_init(&arena, (size_t)1 << 26);
  Module module = module_read(store, program);
  assert_int_equal(residual_make(store, &arena, &module.definitions[0].program, &residual), STATUS_OK);
  System system = {.description =
                       json_pack("{s:s, s:o}", "system", "standin", "reproduction", json_loads(reproduction, 0, NULL))};
  char *text = reproduction_write(&system, &residual, "products", mode, failure);
  json_decref(system.description);
  residual_free(&residual);
  text_free_module(&module);
  arena_free(&arena);
  store_free(store);
  return text;
}

/* A program that squares its argument so often, for a system of that language. */
static char *squares_reproduced(const char *language, int squares) {
  char program[600] = "def f (x : real) = ", reproduction[80];
  const Failure failure = {.present = true, .component = -1};
  for (int k = 0; k < squares; k++) (void)strcat(program, "let x = x * x in ");
  (void)strcat(program, "x");
  (void)snprintf(reproduction, sizeof reproduction, "{\"language\": \"%s\", \"value\": \"\"}", language);
  return reproduced(program, reproduction, &failure, MODE_VALUE);
}

/* Where a language has one expression for everything, what is shared is written out: up to 2^16 bytes of it, and beyond
 * there is no text. */
static void written_out(void **state) {
  (void)state;
  char *text = squares_reproduced("infix", 12);
  assert_non_null(text);
  assert_true(strlen(text) > 2 * 4096);
  free(text);
  assert_null(squares_reproduced("infix", 20));
  text = squares_reproduced("c", 20);
  assert_non_null(text);
  assert_non_null(strstr(text, "t20 = t19 * t19;"));
  free(text);
}

static const char products[] = "def f (x : real) (y : real) = (x * y, y)";

/* What stands for words of a system's texts, beside words that only begin so; comments; and what has no text. */
static void findings_written(void **state) {
  (void)state;
  static const char f[] = "function f(x) {\n  const t2 = x[0] * x[1];\n  return [t2, x[1]];\n}\n";
  const Failure component = {.present = true,
                             .component = 1,
                             .inputs = 2,
                             .x = {0.5, -3},
                             .seeds = 3,
                             .seed = {1, 0.25, 1e300},
                             .output = 7,
                             .certain = "2",
                             .found = "3"};
  const Failure error = {.present = true, .component = -1, .error = "no answer"};
  const struct {
    const char *reproduction;
    const Failure *failure;
    Mode mode;
    const char *before, *after; /* the function; NULL: there is no text */
  } table[] = {
      {"{\"language\": \"javascript\", \"head\": \"h($N, $M);\\n\", \"jvp\": "
       "\"<$X|$SEED|$OUTPUT|$N|$M|$SEE|$O|$|X>\\n\"}",
       &component, MODE_JVP, "// standin: jvp of\n// products\n// component 1 is 2, for certain; found: 3\nh(2, 2);\n",
       "<0.5, -3.0|1.0, 0.25, 1e+300|7|2|2|$SEE|$O|$|X>\n"},
      {"{\"language\": \"javascript\", \"comment\": \"/* \", \"uncomment\": \" */\", \"value\": \"\"}", &error,
       MODE_VALUE, "/* standin: value of */\n/* products */\n/* found: no answer */\n", ""},
      {"{\"language\": \"javascript\", \"hessian\": \"$OUTPUT\"}", &error, MODE_HESSIAN,
       "// standin: hessian of\n// products\n// found: no answer\n", "0"},
      {"{\"language\": \"javascript\", \"hessian\": \"$X\"}", &error, MODE_HESSIAN, NULL, ""}, /* of which output? */
      {"{\"language\": \"javascript\", \"jvp\": \"$X\"}", &error, MODE_VALUE, NULL, ""},
      {"{\"language\": \"none\", \"value\": \"$X\"}", &error, MODE_VALUE, NULL, ""},
      {"{\"value\": \"$X\"}", &error, MODE_VALUE, NULL, ""},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char expected[600];
    char *text = reproduced(products, table[k].reproduction, table[k].failure, table[k].mode);
    (void)snprintf(expected, sizeof expected, "%s%s%s", table[k].before == NULL ? "" : table[k].before, f,
                   table[k].after);
    if (table[k].before == NULL)
      assert_null(text);
    else
      assert_string_equal(text == NULL ? "none" : text, expected);
    free(text);
  }
}

/* ----------------------------------------------------------- whole spaces -- */

#define POINTS 3

/* Asserts that what the text computes at some points is what the interpreter does: to within rounding of libm. */
static uint32_t write_check(Store *store, Arena *arena, const Program *program, Variant variant, FILE *out) {
  static const double at[POINTS][4] = {{1.5, 0.75, 2.25, 3}, {-0.75, 1, 0.5, -2}, {0, 0, 0, 0}};
  Residual residual = {0};
  uint32_t checked = 0;
  if (residual_make(store, arena, program, &residual) == STATUS_OK &&
      language_lacks(&languages[LANGUAGE_PYTHON], &residual) == NULL && residual.inputs <= 4 && residual.outputs <= 4) {
    assert_true(language_write(&languages[LANGUAGE_PYTHON], &residual, "f", variant, out));
    for (int p = 0; p < POINTS; p++) {
      Ring *doubles = ring_double_new();
      Machine machine = machine_make(store, doubles, arena);
      Scalar input[4], output[4];
      for (int i = 0; i < 4; i++) input[i] = scalar_from_double(at[p][i]);
      Status status = source_evaluator.eval(&machine, program, input, output);
      if (status == STATUS_OK) status = ring_take_status(doubles);
      ring_destroy(doubles);
      if (status != STATUS_OK) continue;
      (void)fprintf(out, "near(f([%g, %g, %g, %g]), [", at[p][0], at[p][1], at[p][2], at[p][3]);
      for (uint32_t o = 0; o < residual.outputs; o++) (void)fprintf(out, "%.17g, ", scalar_to_double(output[o]));
      (void)fprintf(out, "])\n");
      checked++;
    }
  }
  residual_free(&residual);
  return checked;
}

static void agree(const char *description, uint32_t least) {
  char path[] = "/tmp/adjudge-residual-XXXXXX", command[64], error[256];
  FILE *out = fdopen(mkstemp(path), "w");
  Store *store = store_new((uint32_t)1 << 22);
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  Space *space = space_open(store, description, error, sizeof error);
  assert_non_null(space);
  assert_non_null(out);
  (void)fputs(
      "import math\ninf, nan = math.inf, math.nan\n\n"
      "def near(a, b): assert all(x == y or abs(x - y) < 1e-12 * abs(y) or x != x for x, y in zip(a, b)), (a, b)\n",
      out);
  uint32_t checked = 0;
  for (Rank k = 0; k < space_count(space); k++) {
    SpaceCase program;
    uint32_t mark = store_mark(store);
    assert_int_equal(space_unrank(space, k, &program), STATUS_OK);
    Variant variant = {.literals = k % 2 == 1, .nested = k % 4 > 1, .assigned = k % 8 > 3};
    checked += write_check(store, &arena, &program.program, variant, out);
    store_release(store, mark);
  }
  assert_int_equal(fclose(out), 0);
  assert_true(checked > least);
  (void)snprintf(command, sizeof command, "python3 %s", path);
  assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): the command is that above
  (void)unlink(path);
  space_close(space);
  arena_free(&arena);
  store_free(store);
}

static void spaces(void **state) {
  (void)state;
  agree("poly,size=4", 1000);
  agree("analytic,size=3", 1500);
  agree("control,size=4", 600);
  agree("loops,size=4", 300);
  agree("everything,size=3", 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brackets),    cmocka_unit_test(sharing),          cmocka_unit_test(variants),
      cmocka_unit_test(written_out), cmocka_unit_test(findings_written), cmocka_unit_test(spaces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
