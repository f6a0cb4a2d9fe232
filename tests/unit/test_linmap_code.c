/* revf$ and revr$ as text (working notes, section 6.1): written, read back, typed, and run in
 * the source evaluator, against the interpreter of CL with its records. */
#include "ad/engine.h"
#include "semantics/dualnum/tape_run.h"
#include "semantics/rings/rings.h"
#include "semantics/tables/rules.h"
#include "semantics/text/text.h"
#include "tests/unit/build.h"
#include "tests/unit/spaces.h"

#include <math.h>
#include <stdlib.h>

#define SCALARS 64u

static Ring *field, *doubles;
static Arena arena, values;

static int set_up(void **state) {
  (void)state;
  S = store_new(1u << 22);
  field = ring_field_new();
  doubles = ring_double_new();
  arena_init(&arena, (size_t)1 << 28);
  arena_init(&values, (size_t)1 << 28);
  return S == NULL || field == NULL || doubles == NULL;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  arena_free(&values);
  ring_destroy(field);
  ring_destroy(doubles);
  store_free(S);
  return 0;
}

/* The text, or NULL where the engine or its writer lacks a construct. */
static char *written(const Program *program, const void **derivative) {
  const char *missing = "";
  char *text = NULL;
  size_t size = 0;
  Status status = linmap_split_reverse.derive(S, &arena, program, derivative, &missing);
  if (status == STATUS_UNABLE) return NULL;
  assert_int_equal(status, STATUS_OK);
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  status = linmap_split_reverse.emit(*derivative, "adj", "rev", out);
  (void)fclose(out);
  if (status == STATUS_OK) return text;
  free(text);
  assert_int_equal(status, STATUS_UNABLE);
  return NULL;
}

/* Flat inputs, with Ints 1, and then a cotangent: as many as the two definitions take. */
static uint32_t fill(Ring *ring, const Program *program, Scalar *input, Scalar *seed) {
  uint32_t n = 0, outputs = real_dimension(&S->types, program->type);
  for (uint32_t k = 0; k < program->length; k++) {
    bool integer = type_node(&S->types, program->context[k])->kind == TYPE_INT;
    for (uint32_t i = 0; i < type_node(&S->types, program->context[k])->dim; i++, n++) {
      assert_true(n < SCALARS);
      Scalar third = ring_div(ring, ring_integer(ring, (int64_t)n + 4), ring_integer(ring, 3));
      input[n] = integer ? scalar_from_int(1) : third;
    }
  }
  for (uint32_t k = 0; k < outputs; k++) input[n + k] = seed[k] = ring_integer(ring, (int64_t)k + 5);
  return n;
}

/* What the text computes at the point: value and image are those of the interpreter. */
static void check_run(Ring *ring, const Program *program, const void *derivative, const Program *text,
                      const char *shown) {
  Scalar input[2 * SCALARS], seed[SCALARS], primal[SCALARS], image[SCALARS], found[2 * SCALARS];
  uint32_t inputs = 0, m = type_node(&S->types, program->type)->dim;
  (void)fill(ring, program, input, seed);
  for (uint32_t k = 0; k < program->length; k++) inputs += real_dimension(&S->types, program->context[k]);
  ArenaMark mark = arena_mark(&values);
  Machine machine = machine_make(S, ring, &values);
  Status expected = linmap_split_reverse.run(&machine, program, derivative, input, 1, seed, primal, image);
  machine = machine_make(S, ring, &values);
  Status status = source_evaluator.eval(&machine, text, input, found);
  arena_release(&values, mark);
  if (status != expected) fail_msg("%s, not %s:\n%s", status_name(status), status_name(expected), shown);
  if (expected != STATUS_OK) return;
  for (uint32_t k = 0; k < m + inputs; k++) {
    Scalar wanted = k < m ? primal[k] : image[k - m];
    bool same = ring == field ? found[k].word == wanted.word
                              : fabs(scalar_to_double(found[k]) - scalar_to_double(wanted)) <=
                                    1e-12 * (1 + fabs(scalar_to_double(wanted)));
    if (!same) fail_msg("scalar %u of value and gradient differs:\n%s", k, shown);
  }
}

/* False where the engine has not the program. */
static bool check(Ring *ring, const Program *program) {
  const void *derivative = NULL;
  ArenaMark mark = arena_mark(&arena);
  char *text = written(program, &derivative);
  if (text != NULL) {
    Module module;
    TextError error;
    Status status = text_read_module(S, "text", text, strlen(text), NULL, 0, &module, &error);
    if (status != STATUS_OK) fail_msg("%s:\n%s", error.message, text);
    check_run(ring, program, derivative, &text_find(S, &module, "rev")->program, text);
    text_free_module(&module);
  }
  free(text);
  arena_release(&arena, mark);
  return text != NULL;
}

static bool check_on_field(const Program *program) { return check(field, program); }

static const char *const programs[] = {
    "def f (x : real) (y : real) : real = let z = x * y + sin x in if z < y then z * z else z / y",
    "def f (x : real) : real = tan x + exp x + log (x + 3) + sqrt (x * x + 1) + tanh x * sigmoid x - cos (-x)",
    "def f (x : real) (y : real) : real = max x y + min (x * x) y + abs x + sign y + x ^ 3 + y ^ (1/2) + x ^ -2",
    "def f (x : real^3) (y : real) : real = fold (a u. a * u + y) y x",
    "def f (x : real^3) (n : Int) : real = (x ! n) * (x ! 0) + toReal n * sum x",
    "def f (x : (real * real)^3) : real * real = fold (a p. (fst a * snd p, snd a + fst p)) (1, 2) x",
    "def f (x : (real^2)^3) (y : real^2) : (real^2)^3 = build 3 (i. (x ! i) * y + y)",
    "def f (x : real) (y : real) : (real * real) * real = ((y, x * x), x / y)",
    "def f (x : real^2) (y : real^2) : real = dot x y * (\\(u : real). u * u + x ! 1) (y ! 0)",
    "def f (x : real) (n : Int) : real = if n == 1 then x * toReal (imax n 3 + mod 7 2) else toReal (div n 2)",
    "def f (x : real^3) : real^3 = map (u. fold (a v. a * v + u) u x) x",
    "def g (x : real) : real = x * x\ndef f (x : real) (y : real) : real = g (g x + y) * g y",
};

static void test_programs(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
    Module module;
    TextError error;
    Status status = text_read_module(S, "test", programs[k], strlen(programs[k]), NULL, 0, &module, &error);
    if (status != STATUS_OK) fail_msg("%s", error.message);
    if (!check(doubles, &text_find(S, &module, "f")->program)) fail_msg("no text of %s", programs[k]);
    text_free_module(&module);
  }
}

/* Every construct of CL that a record is of went into some text. */
static void test_spaces(void **state) {
  (void)state;
  space_check(S, "poly,size=5", check_on_field, 3000);
  space_check(S, "array,size=5", check_on_field, 2500);
  space_check(S, "control,size=4", check_on_field, 200);
  space_check(S, "loops,size=4", check_on_field, 500);
}

/* Operations without a text are refused, and other forms. */
static void test_refused(void **state) {
  (void)state;
  const char *source = "def f (x : real) : real = erf x * x";
  Module module;
  TextError error;
  const void *derivative = NULL;
  assert_int_equal(text_read_module(S, "test", source, strlen(source), NULL, 0, &module, &error), STATUS_OK);
  ArenaMark mark = arena_mark(&arena);
  assert_null(written(&text_find(S, &module, "f")->program, &derivative));
  assert_non_null(derivative);
  assert_int_equal(linmap_split_reverse.emit(derivative, "c", "rev", stdout), STATUS_UNABLE);
  arena_release(&arena, mark);
  text_free_module(&module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_spaces),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
