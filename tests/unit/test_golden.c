/* Published derivatives, through the command line: ADBench's numbers to 12
 * significant digits, and the figures of the CHAD paper, with both engines and
 * all evaluators of the target language, simplified or not. */
#include "verify/cli/commands.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#define MAX_WORDS 24

/* What `adjudge` answers to these words, as JSON; the words end with NULL. */
static json_t *ask(const char *first, ...) {
  char *words[MAX_WORDS] = {(char *)"adjudge", (char *)first}, *answer = NULL, *complaint = NULL;
  size_t answer_length, complaint_length;
  int count = 2;
  va_list more;
  va_start(more, first);
  for (char *word; (word = va_arg(more, char *)) != NULL && count < MAX_WORDS - 2;) words[count++] = word;
  va_end(more);
  words[count++] = (char *)"--format";
  words[count++] = (char *)"json";
  FILE *out = open_memstream(&answer, &answer_length), *err = open_memstream(&complaint, &complaint_length);
  ExitCode code = cli_main(count, words, out, err);
  fclose(out);
  fclose(err);
  if (code != EXIT_HELD) print_error("%s", complaint);
  assert_int_equal(code, EXIT_HELD);
  json_t *json = json_loads(answer, JSON_DECODE_ANY, NULL);
  assert_non_null(json);
  free(answer);
  free(complaint);
  return json;
}

/* The greatest relative difference of the numbers of two values of one shape. */
static double difference(const json_t *expected, const json_t *actual) {
  double greatest = 0;
  if (json_is_number(expected)) {
    assert_true(json_is_number(actual));
    double e = json_number_value(expected), a = json_number_value(actual);
    return e == a ? 0 : fabs(e - a) / fabs(e);
  }
  assert_true(json_is_array(expected) && json_is_array(actual));
  assert_int_equal(json_array_size(expected), json_array_size(actual));
  for (size_t i = 0; i < json_array_size(expected); i++)
    greatest = fmax(greatest, difference(json_array_get(expected, i), json_array_get(actual, i)));
  return greatest;
}

/* Agreement to 12 significant digits. */
#define AGREEMENT 5e-13

static void check_field(const json_t *expected, const json_t *actual, const char *what, const char *engine,
                        const char *evaluator) {
  double greatest = difference(expected, actual);
  if (!(greatest <= AGREEMENT)) print_error("%s, %s, %s: off by %.3g\n", what, engine, evaluator, greatest);
  assert_true(greatest <= AGREEMENT);
}

static const char *const engine_names[] = {"chad-forward", "chad-reverse"};
static const char *const evaluators[] = {"operational", "applied", "monoid"};

typedef void (*Check)(const char *engine, const char *evaluator, const char *simplify);

/* Systems with a language and a meaning of their own. */
static const char *const own_engines[] = {"combinatory-forward", "combinatory-reverse"};

/* Every engine, CHAD's with every evaluator, as transformed and simplified. */
static void each(Check check) {
  for (size_t e = 0; e < 2; e++)
    for (size_t v = 0; v < 3; v++) {
      check(engine_names[e], evaluators[v], NULL);
      check(engine_names[e], evaluators[v], "--simplify");
    }
  for (size_t e = 0; e < sizeof own_engines / sizeof *own_engines; e++) check(own_engines[e], evaluators[0], NULL);
}

static json_t *load(const char *path) {
  json_t *json = json_load_file(path, 0, NULL);
  assert_non_null(json);
  return json;
}

static void check_gmm(const char *engine, const char *evaluator, const char *simplify) {
  json_t *golden = load("tests/golden/gmm.json");
  json_t *answer = ask("grad", "tests/corpus/gmm.adj", "--input", "tests/golden/gmm-input.json", "--engine", engine,
                       "--evaluator", evaluator, simplify, NULL);
  check_field(json_object_get(golden, "value"), json_object_get(answer, "value"), "value", engine, evaluator);
  const char *name;
  json_t *expected;
  json_object_foreach(json_object_get(golden, "gradient"), name, expected)
      check_field(expected, json_object_get(json_object_get(answer, "gradient"), name), name, engine, evaluator);
  json_decref(answer);
  json_decref(golden);
}

static void gaussian_mixture_agrees_with_adbench(void **state) {
  (void)state;
  each(check_gmm);
}

/* The published Jacobian has a column for each of camera, point and weight; ours
 * goes on with the feature. */
static void check_bundle(const char *engine, const char *evaluator, const char *simplify) {
  json_t *golden = load("tests/golden/bundle.json");
  json_t *answer = ask("jacobian", "tests/corpus/bundle.adj", "--def", "residual", "--input",
                       "tests/golden/bundle-input.json", "--engine", engine, "--evaluator", evaluator, simplify, NULL);
  check_field(json_object_get(golden, "value"), json_object_get(answer, "value"), "residual", engine, evaluator);
  for (size_t i = 0; i < 2; i++) {
    const json_t *expected = json_array_get(json_object_get(golden, "jacobian"), i);
    json_t *row = json_array_get(json_object_get(answer, "jacobian"), i);
    assert_int_equal(json_array_size(row), 17);
    json_array_remove(row, 16);
    json_array_remove(row, 15);
    check_field(expected, row, "jacobian", engine, evaluator);
  }
  json_decref(answer);
  answer = ask("grad", "tests/corpus/bundle.adj", "--def", "weight_residual", "--at", "weight=0.417022", "--engine",
               engine, "--evaluator", evaluator, simplify, NULL);
  check_field(json_object_get(golden, "weight_value"), json_object_get(answer, "value"), "weight", engine, evaluator);
  check_field(json_object_get(golden, "weight_gradient"),
              json_object_get(json_object_get(answer, "gradient"), "weight"), "weight", engine, evaluator);
  json_decref(answer);
  json_decref(golden);
}

static void bundle_adjustment_agrees_with_adbench(void **state) {
  (void)state;
  each(check_bundle);
}

/* Two observations, each the published one: the gradient of the sum of squares is
 * 2 J^t r for each, and for a weight 2 w' w besides. */
static void check_adjustment(const char *engine, const char *evaluator, const char *simplify) {
  json_t *golden = load("tests/golden/bundle.json");
  json_t *answer =
      ask("grad", "tests/corpus/bundle.adj", "--size", "n=2", "--input", "tests/golden/adjustment-input.json",
          "--engine", engine, "--evaluator", evaluator, simplify, NULL);
  const json_t *jacobian = json_object_get(golden, "jacobian"), *residual = json_object_get(golden, "value");
  double square = json_number_value(json_object_get(golden, "weight_value")), value = square * square;
  double slope = json_number_value(json_object_get(golden, "weight_gradient"));
  json_t *expected[3] = {json_array(), json_array(), NULL};
  for (size_t column = 0; column < 15; column++) {
    double sum = column == 14 ? square * slope : 0;
    for (size_t i = 0; i < 2; i++)
      sum += json_number_value(json_array_get(json_array_get(jacobian, i), column)) *
             json_number_value(json_array_get(residual, i));
    if (column < 14) json_array_append_new(expected[column < 11 ? 0 : 1], json_real(2 * sum));
    if (column == 14) expected[2] = json_real(2 * sum);
  }
  for (size_t i = 0; i < 2; i++) value += pow(json_number_value(json_array_get(residual, i)), 2);
  json_t *twice = json_real(2 * value);
  check_field(twice, json_object_get(answer, "value"), "adjustment", engine, evaluator);
  static const char *const names[] = {"cameras", "points", "weights"};
  for (size_t k = 0; k < 3; k++) {
    const json_t *actual = json_object_get(json_object_get(answer, "gradient"), names[k]);
    assert_int_equal(json_array_size(actual), 2);
    for (size_t i = 0; i < 2; i++) check_field(expected[k], json_array_get(actual, i), names[k], engine, evaluator);
    json_decref(expected[k]);
  }
  json_decref(twice);
  json_decref(answer);
  json_decref(golden);
}

static void a_sum_over_observations_adds_their_gradients(void **state) {
  (void)state;
  each(check_adjustment);
}

/* The values of an object in the order of its keys, as the array that a tuple is. */
static json_t *values_of(const json_t *object) {
  json_t *array = json_array(), *value;
  const char *name;
  json_object_foreach((json_t *)object, name, value) json_array_append(array, value);
  return array;
}

static void check_same(json_t *expected, json_t *actual, const char *what, const char *engine, const char *evaluator) {
  check_field(expected, actual, what, engine, evaluator);
  json_decref(expected);
  json_decref(actual);
}

static void check_figure1(const char *engine, const char *evaluator, const char *simplify) {
  json_t *expected =
      ask("eval", "tests/golden/fig1.adj", "--def", "fig1a_forward", "--at", "x=0.7", "--at", "x'=1.3", NULL);
  json_t *answer = ask("jvp", "tests/corpus/fig1a.adj", "--at", "x=0.7", "--tangent", "x=1.3", "--engine", engine,
                       "--evaluator", evaluator, simplify, NULL);
  check_same(expected, json_incref(json_object_get(answer, "tangent")), "Fig. 1a", engine, evaluator);
  json_decref(answer);
  expected = ask("eval", "tests/golden/fig1.adj", "--def", "fig1b_reverse", "--at", "x1=0.7", "--at", "x2=-1.2", "--at",
                 "x3=0.4", "--at", "x4=2.5", "--at", "v'=1.3", NULL);
  answer = ask("vjp", "tests/corpus/fig1b.adj", "--at", "x1=0.7", "--at", "x2=-1.2", "--at", "x3=0.4", "--at", "x4=2.5",
               "--cotangent", "1.3", "--engine", engine, "--evaluator", evaluator, simplify, NULL);
  check_same(expected, values_of(json_object_get(answer, "cotangent")), "Fig. 1b", engine, evaluator);
  json_decref(answer);
}

static void figure_1_has_its_printed_derivatives(void **state) {
  (void)state;
  each(check_figure1);
}

static void check_figure2(const char *engine, const char *evaluator, const char *simplify) {
  json_t *expected =
      ask("eval", "tests/golden/fig2.adj", "--def", "fig2a_forward", "--at", "x=0.7", "--at", "x'=1.3", NULL);
  json_t *answer = ask("jvp", "tests/corpus/fig2a.adj", "--at", "x=0.7", "--tangent", "x=1.3", "--engine", engine,
                       "--evaluator", evaluator, simplify, NULL);
  check_same(expected, json_incref(json_object_get(answer, "tangent")), "Fig. 2a", engine, evaluator);
  json_decref(answer);
  expected = ask("eval", "tests/golden/fig2.adj", "--def", "fig2b_reverse", "--at", "x1=0.7", "--at", "x2=[1,-2,3]",
                 "--at", "w'=1.3", NULL);
  answer = ask("vjp", "tests/corpus/fig2b.adj", "--at", "x1=0.7", "--at", "x2=[1,-2,3]", "--cotangent", "1.3",
               "--engine", engine, "--evaluator", evaluator, simplify, NULL);
  check_same(expected, values_of(json_object_get(answer, "cotangent")), "Fig. 2b", engine, evaluator);
  json_decref(answer);
}

static void figure_2_has_its_printed_derivatives(void **state) {
  (void)state;
  each(check_figure2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_1_has_its_printed_derivatives),
      cmocka_unit_test(figure_2_has_its_printed_derivatives),
      cmocka_unit_test(gaussian_mixture_agrees_with_adbench),
      cmocka_unit_test(bundle_adjustment_agrees_with_adbench),
      cmocka_unit_test(a_sum_over_observations_adds_their_gradients),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
