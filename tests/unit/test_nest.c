/* C with loops (ad/code/nest.h): what is emitted, compiled and run, beside the source interpreter over doubles and, for
 * the gradient, over dual numbers. */
#include "ad/code/nest.h"
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"
#include "tests/unit/build.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define SCALARS 256u

static Ring *doubles, *duals;
static Arena arena;

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  doubles = ring_double_new();
  duals = doubles == NULL ? NULL : ring_dual_new(doubles);
  arena_init(&arena, (size_t)1 << 30);
  return S == NULL || duals == NULL;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  ring_destroy(duals);
  ring_destroy(doubles);
  store_free(S);
  return 0;
}

/* Each uses the one before it twice: what goes through them by their uses does not end. */
#define SQUARES SQUARES_5 SQUARES_5 SQUARES_5 SQUARES_5 SQUARES_5 SQUARES_5 SQUARES_5 SQUARES_5
#define SQUARES_5 SQUARE SQUARE SQUARE SQUARE SQUARE
#define SQUARE "let e = e * e - 1 in "

/* Each construct, in loops (more than NEST_SMALL entries) and without. */
static const char programs[] =
    "def sums (x : real^6) (c : real) : real = sum (c .* x) * dot x x\n"
    "def small (x : real^3) (y : real^2) : real = dot x x * sum (sin y) + (x ! 1)\n"
    "def functions (x : real^6) : real^6 =\n"
    "  sin x * cos x + exp x / (2 + tanh x) - sigmoid x * log (x + 3) + sqrt (x + 2) * tan (x / 4)\n"
    "def powers (x : real^5) : real = sum (x^3 - (x + 2)^(-2))\n"
    "def rows (a : real^35) (x : real^5) (y : real^7) : real = let r = matvec a x - y in dot r r / 2\n"
    "def rows_of_few (a : real^14) (x : real^2) : real = sum (sin (matvec a x))\n"
    "def few_rows (a : real^10) (x : real^5) : real = sum (sin (matvec a x))\n"
    "def softmax (x : real^6) : real^6 = let e = exp x in (1 / sum e) .* e\n"
    "def again (x : real^6) : real = let y = sin x in sum (build 6 (i. sum ((y ! (5 - i)) .* (x * y))))\n"
    "def shifted (x : real^6) : real^5 = build 5 (i. (x ! (i + 1)) * (x ! i) + toReal i * exp (x ! i))\n"
    "def ints (x : real^12) : real =\n"
    "  sum (build 12 (i. (x ! (div i 2)) * (x ! (mod (5 * i) 12)) * (x ! (imin i (11 - i))) * toReal (imax i 3)))\n"
    "def outer (x : real^5) (y : real^6) : real^30 = build 30 (i. (x ! (div i 6)) * sin (y ! (mod i 6)))\n"
    "def nested (a : (real^5)^6) (b : real^5) : real =\n"
    "  sum (map (row. log (sum (exp (row * b)))) a) + sum (zipWith (r s. dot r r * dot s b) a a)\n"
    "def centred (a : (real^5)^6) (m : (real^5)^7) : real =\n"
    "  sum (map (p. log (sum (map (c. let d = p - c in exp (-(dot d d))) m))) a)\n"
    "def pairs (x : real^6) : real =\n"
    "  let p = map (e. (sin e, e * e)) x in sum (build 6 (i. fst (p ! i) * snd (p ! (5 - i))))\n"
    "def horner (cs : real^6) (x : real) : real = fold (a c. a * x + c) 0 cs\n"
    "def steps (x : real^7) (s : real) : real = exp (fold (a e. sin a * e + s / (a * a + 2)) s x)\n"
    "def power (a : real^25) (x : real^5) : real =\n"
    "  let y = iterate 6 (u. let v = matvec a u in (1 / sqrt (dot v v)) .* v) x in dot y x\n"
    "def oscillator (q : real) (p : real) (h : real) : real * real =\n"
    "  iterate 9 (s. let v = snd s - h * sin (fst s) in (fst s + h * v, v)) (q, p)\n"
    "def folds (a : (real^5)^6) (x : real) : real^6 = map (r. fold (s e. s * x + sin e) x r) a\n"
    "def fold_of_folds (a : (real^5)^6) (x : real) : real = fold (t r. t * fold (s e. s * e + t) x r + x) 1 a\n"
    "def chain (a : (real^5)^6) (b : (real^7)^5) (c : (real^6)^7) : (real^6)^6 =\n"
    "  let ab = build 6 (i. build 7 (j. sum (build 5 (k. (a ! i ! k) * (b ! k ! j))))) in\n"
    "  build 6 (i. build 6 (j. sum (build 7 (k. (ab ! i ! k) * (c ! k ! j)))))\n"
    "def columns (a : (real^5)^6) : real^5 = build 5 (j. exp (sum (build 6 (i. a ! i ! j)) / 6))\n"
    "def square (a : (real^5)^5) (b : (real^5)^5) : (real^5)^5 =\n"
    "  build 5 (i. build 5 (j. sum (build 5 (k. (a ! i ! k) * (b ! k ! j)))))\n"
    "def transposed (a : (real^5)^6) (x : real^6) : real^5 =\n"
    "  build 5 (j. sum (build 6 (i. (a ! i ! j) * (x ! i) - toReal (7 * i + imin i j) * (a ! (5 - i) ! j))))\n"
    "def back_and_forth (a : (real^5)^5) (x : real^5) : real =\n"
    "  sum (iterate 6 (u. build 5 (j. sin (sum (build 5 (i. (a ! i ! j) * (u ! i)))))) x)\n"
    "def across_steps (a : ((real^5)^6)^7) (x : real^5) : real =\n"
    "  fold (s m. s * sum (build 5 (j. (x ! j) * sum (build 6 (i. (m ! i ! j) * s))))) 2 a\n"
    "def every_other (x : real^12) (y : real^7) : real =\n"
    "  fold (s e. s / 9 + sum (build 6 (i. (x ! (2 * i)) * e * s))) 1 y\n"
    "def columns_of_sines (a : (real^5)^6) : real = sum (build 5 (j. sum (build 6 (i. sin (a ! i ! j)))))\n"
    "def invariant (x : real^6) (y : real^5) : real = sum (map (e. e * log (sum (exp y))) x)\n"
    "def constant (x : real^6) : real = sum (build 6 (i. [1, 2, 3, 4, 5, 6] ! i) * x) + sum (build 6 (i. 2)) * (x ! "
    "0)\n"
    "def replicated (x : real) (y : real^6) : real = let r = map (e. x) y in dot r y * sum r\n"
    "def both (x : real^6) : real * real^6 = (sum x, let s = sum (x * x) in map (e. e / s) x)\n"
    "def carried (x : real^6) (p : real) (q : real) : real * real =\n"
    "  iterate 7 (s. (fst s + snd s / 9, sin (fst s) * sum (x * x))) (p, q)\n"
    "def first_alone (x : real^6) (p : real) (q : real) : real =\n"
    "  fst (iterate 7 (s. (fst s + snd s / 9, sin (snd s) * sum (x * x))) (p, q))\n"
    "def second_alone (x : real^6) (p : real) (q : real) : real =\n"
    "  snd (iterate 7 (s. (sin (fst s) * sum (x * x), snd s + fst s / 9)) (p, q))\n"
    "def met_again (x : real^6) : real = sum (build 6 (i. (x ! (2 * div i 2))^2 * toReal (i + 1)))\n"
    "def gathered (m : (real^5)^7) (q : (real^25)^7) : real =\n"
    "  sum (build 6 (i. log (sum (zipWith (c s.\n"
    "    let y = matvec s (build 5 (j. toReal (i + j) / 9 - 2 * (c ! j))) in exp (-(dot y y))) m q))))\n"
    "def not_gathered (m : (real^5)^7) (q : (real^25)^7) : real =\n"
    "  sum (build 6 (i. log (sum (zipWith (c s.\n"
    "    let y = matvec s (build 5 (j. toReal i / 9 * (c ! j))) in exp (-(dot y y))) m q))))\n"
    "def read_twice (m : (real^5)^7) (x : (real^5)^6) (q : (real^25)^7) : real =\n"
    "  sum (map (p. log (sum (zipWith (c s. let y = matvec s (p - c) in exp (-(dot y y))) m q))) x)\n"
    "def decimals (x : real^6) : real = sum (map (e. 0.0001 * e * e + 0.1) x)\n"
    "def squares (x : real^6) (y : real^7) : real = sum (map (u. sum (map (e. " SQUARES "u * e) y)) x)\n"
    "def part (x : real^6) : real = sum (build 5 (i. sin (x ! i)))\n"
    "def apply (x : real^6) (c : real) : real = let f = \\(u : real^6). sum (sin (c .* u)) in f x * f (2 .* x)\n";

/* ----------------------------------------------------------------- compiled -- */

static uint32_t dim(TypeId type) { return type_node(&S->types, type)->dim; }

static uint32_t inputs_of(const Program *program) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < program->length; k++) n += dim(program->context[k]);
  return n;
}

/* f_NAME takes all arguments one after the other; dx is a direction, t the derivative along it. */
static void write_call(const char *name, const Program *program, FILE *out) {
  fprintf(out,
          "void f_%s(const double *x, const double *dx, const double *w, double *v, double *y, double *g, double *t, "
          "double *u, double *work) {\n",
          name);
  for (int gradient = 0; gradient < 2; gradient++) {
    fprintf(out, "  %s_%s(", name, gradient ? "gradient" : "value");
    for (uint32_t k = 0, at = 0; k < program->length; at += dim(program->context[k++])) fprintf(out, "x + %u, ", at);
    fputs(gradient ? "w, y, " : "v, ", out);
    for (uint32_t k = 0, at = 0; gradient && k < program->length; at += dim(program->context[k++]))
      fprintf(out, "g + %u, ", at);
    fputs("work);\n", out);
  }
  fprintf(out, "  %s_derivative(", name);
  for (int direction = 0; direction < 2; direction++)
    for (uint32_t k = 0, at = 0; k < program->length; at += dim(program->context[k++]))
      fprintf(out, "%s + %u, ", direction ? "dx" : "x", at);
  fputs("u, t, work);\n}\n", out);
}

static void write_code(const Definition *definition, FILE *out) {
  static const char *const argument[] = {"a0", "a1", "a2"};
  static bool by[] = {true, true, true};
  const char *name = name_text(S, definition->name), *missing = "";
  NestStyle style = {name, argument, "double", ""};
  for (int turn = 0; turn < 3; turn++) {
    Nest *nest = arena_alloc(&arena, sizeof *nest);
    assert_non_null(nest);
    memset(nest, 0, sizeof *nest);
    nest->store = S;
    nest->arena = &arena;
    nest->program = &definition->program;
    nest->by = by;
    Status status = nest_read(nest, &missing);
    if (status != STATUS_OK) print_error("%s: %s\n", name, missing);
    assert_int_equal(status, STATUS_OK);
    if (turn == 1) assert_int_equal(nest_reverse(nest), STATUS_OK);
    if (turn == 2) assert_int_equal(nest_forward(nest), STATUS_OK);
    assert_int_equal(nest_write(nest, &style, out), STATUS_OK);
  }
}

/* The caller frees it. */
static char *code_of(const Definition *definition) {
  static char *code;
  static size_t size;
  FILE *memory = open_memstream(&code, &size);
  assert_non_null(memory);
  write_code(definition, memory);
  fclose(memory);
  return code;
}

/* Each program a library of its own: helpers have the same names. */
static void *compile(const char *folder, const Definition *definition) {
  char path[256], command[600];
  (void)snprintf(path, sizeof path, "%s/code.c", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  char *code = code_of(definition);
  nest_write_head(code, out);
  fputs(code, out);
  free(code);
  write_call(name_text(S, definition->name), &definition->program, out);
  fclose(out);
  (void)snprintf(
      command, sizeof command,
      "cc -std=c99 -O1 -Wall -Wextra -Wconversion -Wpedantic -Werror -shared -fPIC -o %s/%s.so %s/code.c -lm", folder,
      name_text(S, definition->name), folder);
  assert_int_equal(system(command), 0);
  (void)snprintf(path, sizeof path, "%s/%s.so", folder, name_text(S, definition->name));
  void *library = dlopen(path, RTLD_NOW);
  assert_non_null(library);
  return library;
}

/* ------------------------------------------------------------------- agreement -- */

static double point(uint32_t k) { return 0.25 + (double)((5 * k + 3) % 11) / 8; }
static double weight(uint32_t k) { return 1.5 - 0.5 * (double)(k % 4); }

/* The values, and the sum of weights times the derivatives in direction k. */
static double directional(const Program *program, uint32_t k, double *value) {
  Scalar input[SCALARS], output[SCALARS];
  double sum = 0;
  ArenaMark mark = arena_mark(&arena);
  for (uint32_t i = 0; i < inputs_of(program); i++)
    input[i] = dual_make(duals, scalar_from_double(point(i)), scalar_from_double(i == k));
  Machine machine = machine_make(S, duals, &arena);
  assert_int_equal(source_evaluator.eval(&machine, program, input, output), STATUS_OK);
  for (uint32_t j = 0; j < dim(program->type); j++) {
    value[j] = scalar_to_double(dual_real(duals, output[j]));
    sum += weight(j) * scalar_to_double(dual_epsilon(duals, output[j]));
  }
  arena_release(&arena, mark);
  return sum;
}

static void near(const char *name, uint32_t k, double found, double wanted) {
  bool good = fabs(found - wanted) <= 1e-12 * fmax(1, fabs(wanted));
  if (!good) print_error("%s, %u: %.17g, not %.17g\n", name, k, found, wanted);
  assert_true(good);
}

typedef void (*Compiled)(const double *x, const double *dx, const double *w, double *v, double *y, double *g, double *t,
                         double *u, double *work);

static void agree(const Definition *definition, Compiled compiled) {
  const Program *program = &definition->program;
  const char *name = name_text(S, definition->name);
  double x[SCALARS], dx[SCALARS] = {0}, w[SCALARS], v[SCALARS], y[SCALARS], g[SCALARS], t[SCALARS], u[SCALARS];
  double value[SCALARS], work[1];
  uint32_t outputs = dim(program->type);
  for (uint32_t k = 0; k < SCALARS; k++) {
    x[k] = point(k);
    w[k] = weight(k);
    v[k] = y[k] = g[k] = NAN; /* all is to be set */
  }
  for (uint32_t k = 0; k < inputs_of(program); k++) {
    double wanted = directional(program, k, value), along = 0;
    for (uint32_t j = 0; j < outputs; j++) t[j] = u[j] = NAN;
    dx[k] = 1;
    compiled(x, dx, w, v, y, g, t, u, work);
    dx[k] = 0;
    near(name, k, g[k], wanted);
    for (uint32_t j = 0; j < outputs; j++) along += w[j] * t[j];
    near(name, k, along, wanted);
  }
  for (uint32_t j = 0; j < outputs; j++) {
    near(name, j, v[j], value[j]);
    near(name, j, y[j], value[j]);
    near(name, j, u[j], value[j]);
  }
}

static Module read_module(const char *text) {
  Module module;
  TextError error;
  Status status = text_read_module(S, "programs", text, strlen(text), NULL, 0, &module, &error);
  if (status != STATUS_OK) print_error("%s\n", error.message);
  assert_int_equal(status, STATUS_OK);
  return module;
}

static void test_compiled(void **state) {
  (void)state;
  char folder[] = "/tmp/adjudge-test-XXXXXX", command[64], symbol[64];
  assert_non_null(mkdtemp(folder));
  Module module = read_module(programs);
  for (uint32_t k = 0; k < module.count; k++) {
    const Definition *definition = &module.definitions[k];
    void *library = compile(folder, definition);
    (void)snprintf(symbol, sizeof symbol, "f_%s", name_text(S, definition->name));
    void *found = dlsym(library, symbol);
    assert_non_null(found);
    Compiled compiled;
    memcpy(&compiled, &found, sizeof compiled);
    agree(definition, compiled);
    dlclose(library);
  }
  text_free_module(&module);
  (void)snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* Names that mean something in C, in <math.h> or in the text itself get an ending; no others do. */
static void test_names(void **state) {
  (void)state;
  static const char *const taken[] = {"int",       "_Bool", "sin",    "sinf", "tgammaf", "most",
                                      "floor_div", "v1",    "s12",    "i0",   "j",       "k",
                                      "x_",        "_",     "FP_NAN", "M_PI", "MATH_",   "HUGE_VALF"};
  static const char *const free_ones[] = {"x",     "v",  "i",   "f",  "of", "sine", "si", "sing",
                                          "mostf", "w1", "v1a", "va", "jk", "P_x",  "FPx"};
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) {
    char with_ending[32];
    (void)snprintf(with_ending, sizeof with_ending, "%s_", taken[k]);
    assert_string_equal(nest_argument_name(&arena, taken[k]), with_ending);
  }
  for (size_t k = 0; k < sizeof free_ones / sizeof *free_ones; k++)
    assert_string_equal(nest_argument_name(&arena, free_ones[k]), free_ones[k]);
  assert_string_equal(nest_argument_name(&arena, "d_x"), "a_d_x_a_");
}

/* What has no rule is refused by its name: nothing is written. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *program, *missing;
  } refused[] = {
      {"def f (x : real^6) : real = sum (abs x)", "abs"},
      {"def f (x : real^6) : real = sum (max x 0)", "max and min"},
      {"def f (x : real) : real = if x < 0 then x else 2 * x", "match"},
      {"def f (x : real^6) : real = sum (build 6 (i. x ! (i + 1)))", "an index that may be outside its array"},
      {"def f (x : real^6) (n : Int) : real = x ! n", "arguments, results or states that are none of reals"},
      {"def f (x : real^3) : real = sum (build 9 (i. x ! (mod i 3)))", "a small array at an index that is not known"},
      {"def f (x : real^6) : real = sum x * 0.000000000000000003", "a number this large or small"},
  };
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    Module module = read_module(refused[k].program);
    Nest *nest = arena_alloc(&arena, sizeof *nest);
    const char *missing = "";
    memset(nest, 0, sizeof *nest);
    nest->store = S;
    nest->arena = &arena;
    nest->program = &module.definitions[0].program;
    assert_int_equal(nest_read(nest, &missing), STATUS_UNABLE);
    assert_string_equal(missing, refused[k].missing);
    text_free_module(&module);
  }
}

/* What the steps of a loop use is made in it, not stored for all of them: no memory for the points. */
static void test_memory(void **state) {
  (void)state;
  Module module =
      read_module("def f (a : (real^5)^2000) (m : (real^5)^7) (q : real^25) : real = let e = exp q in\n"
                  "  sum (map (p. log (sum (map (c. let y = matvec e (p - c) in exp (-(dot y y))) m))) a)\n");
  char *code = code_of(&module.definitions[0]);
  const char *value = strstr(code, "work_: 0 entries");
  assert_non_null(value);
  assert_non_null(strstr(value + 1, "work_: 0 entries"));
  free(code);
  text_free_module(&module);
}

/* What is stored row after row is walked over in this order, forward and back. */
static void test_order(void **state) {
  (void)state;
  Module module = read_module("def f (a : (real^5)^6) (b : (real^7)^5) : (real^7)^6 =\n"
                              "  build 6 (i. build 7 (j. sum (build 5 (k. (a ! i ! k) * (b ! k ! j)))))\n");
  char *code = code_of(&module.definitions[0]);
  static const char inside[] = "      for (int i4 = 0; i4 < 7; i4++) {\n        const double ";
  const char *value = strstr(code, inside), *gradient = value == NULL ? NULL : strstr(value + 1, inside);
  assert_non_null(gradient);
  assert_non_null(strstr(gradient, "a1[i3 * 7 + i4]"));
  assert_non_null(strstr(gradient, "d_a1[i3 * 7 + i4] +="));
  free(code);
  text_free_module(&module);
}

/* The way back from q (x - m) takes q once, to the sum over the points. */
static void test_factored(void **state) {
  (void)state;
  Module module =
      read_module("def f (m : (real^5)^7) (q : (real^25)^7) : real = sum (build 6 (i. log (sum (zipWith (c s.\n"
                  "  let y = matvec s (build 5 (j. toReal (i + j) - (c ! j))) in exp (-(dot y y))) m q))))\n");
  char *code = code_of(&module.definitions[0]);
  char *end = strstr(code, "void f_derivative"), *last = NULL;
  assert_non_null(end);
  *end = '\0';
  for (char *at = code; (at = strstr(at, "= a1[")) != NULL; at++) last = at;
  assert_non_null(last);
  while (last > code && strncmp(last, "\n  for (int i", 13) != 0) last--;
  assert_non_null(strstr(last, "< 7; i"));
  assert_null(strstr(last, "< 6; i"));
  free(code);
  text_free_module(&module);
}

/* Numbers are those of doubles, indices and what is set once no longer than need be. */
static void test_texts(void **state) {
  (void)state;
  static const struct {
    const char *program, *there, *absent;
  } texts[] = {
      {"def f (x : real^6) : real = sum x * 12345678901234567.1", " * 12345678901234568.0;", "12345678901234566"},
      {"def f (a : (real^5)^6) : real = log (sum (map (r. sum (map (e. e * e) r)) a))", "d_a0[i0 * 5 + i1] = v",
       "d_a0[i0 * 5 + i1] = 0"},
      {"def f (x : real^6) : real^6 = build 6 (i. x ! (i * 1))", "= a0[i0];", "* 1"},
      {"def f (x : real^6) : real^6 = build 6 (i. x ! (1 * i + 0 * i))", "= a0[i0];", "0 *"},
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Module module = read_module(texts[k].program);
    char *code = code_of(&module.definitions[0]);
    if (strstr(code, texts[k].there) == NULL) fail_msg("no %s", texts[k].there);
    if (strstr(code, texts[k].absent) != NULL) fail_msg("there is %s", texts[k].absent);
    free(code);
    text_free_module(&module);
  }
}

static unsigned times(const char *what, const char *text) {
  unsigned n = 0;
  for (const char *at = text; (at = strstr(at, what)) != NULL; at++) n++;
  return n;
}

/* Rows that are pages apart are gone through a few at a time, each part with what it is of; others all at once. */
static void test_parts(void **state) {
  (void)state;
  static const struct {
    const char *program;
    unsigned parts, first, reads; /* loops of i0; where d_a0 is set, and a1 read */
  } rows[] = {
      {"def f (a : (real^512)^4) (b : real^512) : real * real =\n"
       "  (sum ((a ! 0) * (a ! 1) * (a ! 2) * (a ! 3) * b), sum ((a ! 0) * b))",
       2, 1, 2},
      {"def f (a : (real^520)^4) (b : real^520) : real * real =\n"
       "  (sum ((a ! 0) * (a ! 1) * (a ! 2) * (a ! 3) * b), sum ((a ! 0) * b))",
       1, 1, 1},
      /* as many as there is room for */
      {"def f (c : real) (a : (real^512)^3) (b : real^512) : real = exp (c * sum ((a ! 0) * (a ! 1) * (a ! 2) * b))", 1,
       0, 2},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    Module module = read_module(rows[k].program);
    char *code = code_of(&module.definitions[0]), *end = strstr(code, "void f_derivative");
    assert_non_null(end);
    *end = '\0';
    const char *gradient = strstr(code, "void f_gradient");
    assert_non_null(gradient);
    assert_int_equal(times("for (int i0", gradient), rows[k].parts);
    assert_int_equal(times("d_a0[i0] = v", gradient), rows[k].first);
    assert_int_equal(times("d_a1[i0] = v", gradient), 1);
    assert_int_equal(times(" = a1[i0]", gradient), rows[k].reads);
    free(code);
    text_free_module(&module);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_compiled), cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_order),    cmocka_unit_test(test_factored),
                                     cmocka_unit_test(test_parts),    cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_texts),    cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
