/* Numbers and values of the command line: what is read is what was written,
 * exactly, and what has not the type is refused with its place. */
#include "verify/cli/options.h"
#include "verify/cli/values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Store *store;

static int open_store(void **state) {
  (void)state;
  store = store_new(1000);
  return store == NULL ? -1 : 0;
}
static int close_store(void **state) {
  (void)state;
  store_free(store);
  return 0;
}

static double read_double(const char *text) {
  Ring *ring = ring_double_new();
  Scalar out = {0};
  assert_int_equal(number_read(&store->constants, ring, RING_CHOICE_DOUBLE, text, &out), NUMBER_FINE);
  ring_destroy(ring);
  return scalar_to_double(out);
}

static void decimals_round_to_the_nearest_double(void **state) {
  (void)state;
  const char *texts[] = {"0",
                         "1.5",
                         "-2.25e3",
                         "0.1",
                         "1e-320",
                         "4.9406564584124654e-324",
                         ".5",
                         "5.",
                         "1E+2",
                         "9007199254740993",
                         "123456789012345678901234567890",
                         "2.2250738585072011e-308"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    assert_true(read_double(texts[i]) == strtod(texts[i], NULL));
  assert_true(read_double("1/3") == 1.0 / 3.0);
  assert_true(1 / read_double("-0.0") < 0);
  assert_true(read_double("-inf") < -1e308);
}

static NumberFault fault(RingChoice choice, const char *text) {
  Ring *ring = ring_choice_new(choice);
  Scalar out;
  NumberFault answer = number_read(&store->constants, ring, choice, text, &out);
  ring_destroy(ring);
  return answer;
}

static void what_is_no_number_is_refused(void **state) {
  (void)state;
  const char *texts[] = {"", "-", ".", "1.2.3", "1e", "1e+", "0x10", "1/", "/2", "1/2/3", "1 ", "--1", "1,5", "1/2.5"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    assert_int_equal(fault(RING_CHOICE_DOUBLE, texts[i]), NUMBER_MALFORMED);
  assert_int_equal(fault(RING_CHOICE_DOUBLE, "1/0"), NUMBER_NOT_IN_RING);
  assert_int_equal(fault(RING_CHOICE_DOUBLE, "1e999"), NUMBER_NOT_IN_RING);
  assert_int_equal(fault(RING_CHOICE_RATIONAL, "inf"), NUMBER_NOT_IN_RING);
  assert_int_equal(fault(RING_CHOICE_FIELD, "1/2305843009213693951"), NUMBER_NOT_IN_RING);
  assert_int_equal(fault(RING_CHOICE_RATIONAL, "1e999"), NUMBER_FINE);
  assert_int_equal(fault(RING_CHOICE_RATIONAL, "1e100001"), NUMBER_TOO_LONG);
  assert_int_equal(fault(RING_CHOICE_RATIONAL, "1e99999999999999999999"), NUMBER_TOO_LONG);
}

/* Reads `text` at the type over the ring, and writes it again. */
static char *round_trip(RingChoice choice, TypeId type, const char *text, OutputFormat format, char *error) {
  Ring *ring = ring_choice_new(choice);
  ValueReader reader = {.store = store, .ring = ring, .choice = choice};
  Scalar values[32];
  uint32_t dim = type_node(&store->types, type)->dim;
  assert_true(dim <= 32 || dim == TYPE_NOT_FLAT);
  json_t *json = value_parse(text, strlen(text), error, sizeof reader.error);
  char *answer = NULL;
  if (json != NULL && value_read(&reader, "x", type, json, values)) {
    size_t length;
    FILE *out = open_memstream(&answer, &length);
    ValueWriter writer = {out, &store->types, ring, choice, format};
    assert_true(value_write(&writer, type, values));
    fclose(out);
  } else if (json != NULL) {
    strcpy(error, reader.error);
  }
  json_decref(json);
  ring_destroy(ring);
  return answer;
}

static void expect(RingChoice choice, TypeId type, const char *text, OutputFormat format, const char *expected) {
  char error[704] = "";
  char *answer = round_trip(choice, type, text, format, error);
  assert_string_equal(answer == NULL ? error : answer, expected);
  free(answer);
}

static void values_have_the_shape_of_their_type(void **state) {
  (void)state;
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), pair = type_prod(types, real, type_real(types, 2)), unit = type_unit(types);
  TypeId triple = type_prod(types, pair, type_int(types)), nested = type_prod(types, real, pair);
  expect(RING_CHOICE_DOUBLE, real, "0.1", OUTPUT_TEXT, "0.1");
  expect(RING_CHOICE_DOUBLE, real, "0.1", OUTPUT_JSON, "0.10000000000000001");
  expect(RING_CHOICE_DOUBLE, real, "[0.5]", OUTPUT_TEXT, "0.5");
  expect(RING_CHOICE_DOUBLE, real, "nan", OUTPUT_JSON, "\"nan\"");
  expect(RING_CHOICE_RATIONAL, real, "0.1", OUTPUT_JSON, "\"1/10\"");
  expect(RING_CHOICE_RATIONAL, real, "\"3/6\"", OUTPUT_TEXT, "1/2");
  expect(RING_CHOICE_RATIONAL, type_real(types, 3), "[1, 2/4, -1e2]", OUTPUT_TEXT, "[1, 1/2, -100]");
  expect(RING_CHOICE_FIELD, real, "-1", OUTPUT_TEXT, "2305843009213693950");
  expect(RING_CHOICE_DOUBLE, unit, "[]", OUTPUT_TEXT, "()");
  expect(RING_CHOICE_DOUBLE, triple, "[1, [2, 3], -7]", OUTPUT_TEXT, "(1, [2, 3], -7)");
  expect(RING_CHOICE_DOUBLE, triple, "[1, [2, 3], -7]", OUTPUT_JSON, "[1, [2, 3], -7]");
  expect(RING_CHOICE_DOUBLE, nested, "[1, [2, [3, 4]]]", OUTPUT_TEXT, "(1, (2, [3, 4]))");
  expect(RING_CHOICE_DOUBLE, type_array(types, pair, 2), "[[1,[2,3]],[4,[5,6]]]", OUTPUT_TEXT,
         "[(1, [2, 3]), (4, [5, 6])]");
  expect(RING_CHOICE_DOUBLE, type_linear_prod(types, type_linear_unit(types), type_linear_real(types, 2)),
         "[[], [1, 2]]", OUTPUT_TEXT, "((), [1, 2])");
}

static void a_wrong_shape_is_refused_with_its_place(void **state) {
  (void)state;
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), matrix = type_array(types, type_real(types, 2), 2);
  TypeId pair = type_prod(types, real, type_int(types));
  expect(RING_CHOICE_DOUBLE, matrix, "[[1,2],[3]]", OUTPUT_TEXT, "x[1]: expected real^2, found an array of 1");
  expect(RING_CHOICE_DOUBLE, matrix, "[[1,2],[3,[4]]]", OUTPUT_TEXT, "x[1][1]: expected real, found an array");
  expect(RING_CHOICE_DOUBLE, matrix, "[[1,2],[3,four]]", OUTPUT_TEXT,
         "x[1][1]: expected real, found 'four', which is not a number");
  expect(RING_CHOICE_DOUBLE, matrix, "3", OUTPUT_TEXT, "x: expected (real^2)^2, found a number");
  expect(RING_CHOICE_DOUBLE, real, "[[1]]", OUTPUT_TEXT, "x[0]: expected real, found an array");
  expect(RING_CHOICE_DOUBLE, real, "{\"a\": 1}", OUTPUT_TEXT, "x: expected real, found an object");
  expect(RING_CHOICE_DOUBLE, pair, "[1]", OUTPUT_TEXT, "x: expected real * Int, found an array of 1");
  expect(RING_CHOICE_DOUBLE, pair, "[1, 1.5]", OUTPUT_TEXT, "x[1]: expected Int, found '1.5', which is not a number");
  expect(RING_CHOICE_RATIONAL, real, "inf", OUTPUT_TEXT,
         "x: expected real, found 'inf', which the ring Q does not have");
  expect(RING_CHOICE_DOUBLE, type_fun(types, real, real), "1", OUTPUT_TEXT,
         "x: expected real -> real, found a value; only first-order types have values in files");
}

static void any_bytes_are_json_or_an_error(void **state) {
  (void)state;
  uint64_t word = 1;
  for (int round = 0; round < 20000; round++) {
    char text[12], error[256];
    size_t length = (size_t)(round % 12);
    for (size_t i = 0; i < length; i++) {
      word = word * 6364136223846793005u + 1442695040888963407u;
      unsigned pick = (unsigned)(word >> 40);
      text[i] = (pick & 256) != 0 ? (char)(pick & 255) : "[]{},:\"\\1-"[pick % 10];
    }
    json_t *json = value_parse(text, length, error, sizeof error);
    if (json == NULL) assert_memory_equal(error, "not JSON: ", 10);
    json_decref(json);
  }
}

/* Whether `--report PATH OPERAND` is taken. */
static bool takes(const char *path, const char *operand) {
  static const Option table[] = {{.name = "report", .kind = OPTION_OUTPUT}, {0}};
  char *words[] = {"--report", (char *)path, (char *)operand};
  Arguments arguments = {.out = stdout, .err = stderr};
  bool taken = options_parse(table, 3, words, &arguments);
  options_free(&arguments);
  return taken;
}

/* No output is written over what is read, by whatever name, nor over a program of a folder. */
static void inputs_are_spared(void **state) {
  (void)state;
  assert_false(takes("tests/readme/f.adj", "tests/readme"));
  assert_false(takes("tests/cli/array.json", "tests/../tests/cli/array.json"));
  assert_true(takes("tests/cli/array.json", "tests/readme/f.adj"));
  assert_true(takes("tests/readme/no-such.json", "tests/readme/no-such.json"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decimals_round_to_the_nearest_double), cmocka_unit_test(what_is_no_number_is_refused),
      cmocka_unit_test(values_have_the_shape_of_their_type),  cmocka_unit_test(a_wrong_shape_is_refused_with_its_place),
      cmocka_unit_test(any_bytes_are_json_or_an_error),       cmocka_unit_test(inputs_are_spared),
  };
  return cmocka_run_group_tests(tests, open_store, close_store);
}
