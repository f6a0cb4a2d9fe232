/* Programs at real sizes need integer arithmetic, vectors of terms, and sizes
 * like d (d - 1) / 2: what such text means, prints as, and how wrong text fails. */
#include "semantics/rings/rings.h"
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

typedef struct Pair {
  const char *text, *answer;
} Pair;

/* The last definition of the text as printed, or the message of its error; malloc'ed. */
static char *answer_to(Store *store, const char *text) {
  Module module;
  TextError error;
  Status status = text_read_module(store, "test", text, strlen(text), NULL, 0, &module, &error);
  if (status != STATUS_OK) return strdup(error.message);
  char *printed = text_print_definition(store, text_find(store, &module, NULL), (PrintStyle){.width = 0});
  text_free_module(&module);
  return printed;
}

static const Pair programs[] = {
    /* operations on Int are applied by name, and tell the type of their operands */
    {"def f (i : Int) = div (i + 1) 2", "def f (i : Int) : Int = div (i + 1) 2"},
    {"def f = imin 1 (imax (-2) (div 7 2))", "def f : Int = imin 1 (imax (-2) (div 7 2))"},
    {"def f i = let j = (3 : Int) in imax j i * 2", "def f (i : Int) : Int = let j = (3 : Int) in imax j i * 2"},
    {"def f = map (imin 2) (build 4 (i. i))", "def f : (Int)^4 = map (x. imin 2 x) (build 4 (i. i))"},
    /* vectors of numbers stay constants */
    {"def f = [1, -2, 1/3]", "def f : real^3 = [1, -2, 1/3]"},
    {"def f = ([2] : real^2)", "def f : real^2 = 2"},
    /* vectors with terms are sums of multiples of unit vectors */
    {"def f (x : real) = [x]", "def f (x : real) : real = x"},
    {"def f (x : real) (y : real) = [sin x, 2, x * y]",
     "def f (x : real) (y : real) : real^3 = sin x .* [1, 0, 0] + 2 .* [0, 1, 0] + x * y .* [0, 0, 1]"},
    {"def f x = dot [x, x] [1, 2]", "def f (x : real) : real = dot (x .* [1, 0] + x .* [0, 1]) [1, 2]"},
    {"def f (x : real) = [[x, 1] ! 1, let y = x in y]",
     "def f (x : real) : real^2 = (x .* [1, 0] + 1 .* [0, 1])!1 .* [1, 0] + (let y = x in y) .* [0, 1]"},
    /* sizes with a quotient, in both directions */
    {"def f {d = 4} (x : real^(d + d * (d - 1) / 2)) = sum x", "def f (x : real^10) : real = sum x"},
    {"def g {d = 9} (x : real^(d / 3)) (y : real^d) = sum x\ndef f (x : real^2) y = g x y",
     "def f (x : real^2) (y : real^6) : real = let x1 = x in let y1 = y in sum x1"},
};

/* Printed text reads back as the text that it is. */
static void programs_print_and_read_back(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  for (size_t i = 0; i < LENGTH_OF(programs); i++) {
    char *printed = answer_to(store, programs[i].text);
    assert_non_null(printed);
    assert_string_equal(printed, programs[i].answer);
    char *again = answer_to(store, printed);
    assert_string_equal(again, printed);
    free(again);
    free(printed);
  }
  store_free(store);
}

static const Pair errors[] = {
    {"def f (x : real) = [x, (x, x)]", "this is real * real, but the entries of [t, s, ...] are real"},
    {"def f (x : real^2) = [x, x]", "this is real^2, but the entries of [t, s, ...] are real"},
    {"def f (i : Int) = [1, i]", "this is Int, but the entries of [t, s, ...] are real"},
    {"def f (x : real) = ([x, x] : real^3)", "this is real^2, but real^3 is expected here"},
    {"def f (x : real) = [x, 1/0 + y]", "there is no 'y' here"},
    {"def f = [1, 1/0]", "division by zero in a constant"},
    {"def f = [1, ]", "expected a term before ']'"},
    {"def f (x : real) = div x 2", "this is real, but Int is expected here"},
    {"def f (div : Int) = 1", "'div' is an operation and cannot be a name"},
    {"def f {d = 3} (x : real^(d / 2)) = sum x", "this size is negative or too large, or does not fit the others"},
    {"def f {d = 3} (x : real^(d / 0)) = sum x", "this size is negative or too large, or does not fit the others"},
    {"def f {d = 0} (x : real^(d / d)) = sum x", "cannot infer the type of x"},
};

static void wrong_text_is_explained(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  for (size_t i = 0; i < LENGTH_OF(errors); i++) {
    char *message = answer_to(store, errors[i].text);
    assert_non_null(message);
    if (strstr(message, errors[i].answer) == NULL) print_error("%s: %s", errors[i].text, message);
    assert_non_null(strstr(message, errors[i].answer));
    free(message);
  }
  store_free(store);
}

static void long_vectors_of_terms_are_refused(void **state) {
  (void)state;
  Store *store = store_new(1u << 20);
  for (uint32_t count = 64; count <= 65; count++) {
    char text[400] = "def f (x : real) = [x";
    for (uint32_t i = 1; i < count; i++) strcat(text, ", x");
    char *answer = answer_to(store, strcat(text, "]"));
    assert_non_null(strstr(answer, count == 64 ? "real^64 =" : "at most 64 entries"));
    free(answer);
  }
  store_free(store);
}

typedef struct ValueCase {
  const char *text;
  Status status;
  double value[3];
} ValueCase;

static const ValueCase value_cases[] = {
    {"def f = let x = (5 : real) in [x, 2, x * x]", STATUS_OK, {5, 2, 25}},
    {"def f = build 3 (i. toReal (div (2 * i - 3) 2))", STATUS_OK, {-2, -1, 0}},
    {"def f = build 3 (i. toReal (imin 1 (imax 0 (i - 1))))", STATUS_OK, {0, 0, 1}},
    {"def f = build 3 (i. [10, 20, 30] ! (imax 0 (imin 2 (3 - 2 * i))))", STATUS_OK, {30, 20, 10}},
    {"def f = build 3 (i. toReal (div 6 i))", STATUS_DOMAIN, {0}},
    {"def f = build 3 (i. toReal (div (-9223372036854775807 - 1) (i - 1)))", STATUS_DOMAIN, {0}},
};

static void programs_have_their_values(void **state) {
  (void)state;
  Ring *ring = ring_double_new();
  for (size_t i = 0; i < LENGTH_OF(value_cases); i++) {
    const ValueCase *c = &value_cases[i];
    Store *store = store_new(1u << 20);
    Arena arena;
    arena_init(&arena, 1u << 24);
    Module module;
    TextError error;
    Scalar out[3];
    assert_int_equal(text_read_module(store, "test", c->text, strlen(c->text), NULL, 0, &module, &error), STATUS_OK);
    Machine machine = machine_make(store, ring, &arena);
    const Program *program = &text_find(store, &module, NULL)->program;
    assert_int_equal(source_evaluator.eval(&machine, program, NULL, out), c->status);
    for (uint32_t k = 0; c->status == STATUS_OK && k < 3; k++) assert_true(scalar_to_double(out[k]) == c->value[k]);
    text_free_module(&module);
    arena_free(&arena);
    store_free(store);
  }
  ring_destroy(ring);
}

/* A number has 5000 digits at the most, its exponent is at most 5000 either way; one more is a limit, which is told. */
static void numbers_as_long_as_they_may_be(void **state) {
  (void)state;
  static const struct {
    const char *before, *after;
    uint32_t zeros;
    bool read;
  } table[] = {{"1", "", 4999, true},    {"1", "", 5000, false},    {"0.", "1", 4998, true},  {"0.", "1", 4999, false},
               {"1", "e1", 4999, true},  {"1e5000", "", 0, true},   {"1e-5000", "", 0, true}, {"1e5001", "", 0, false},
               {"1e+", "5000", 9, true}, {"1e-5001", "", 0, false}, {"1", "", 20000, false}};
  for (size_t i = 0; i < LENGTH_OF(table); i++) {
    Store *store = store_new(1u << 16);
    size_t before = strlen(table[i].before), head = strlen("def f = ");
    char *text = calloc(head + before + table[i].zeros + strlen(table[i].after) + 1, 1);
    assert_non_null(text);
    (void)sprintf(text, "def f = %s", table[i].before);
    memset(text + head + before, '0', table[i].zeros);
    (void)strcpy(text + head + before + table[i].zeros, table[i].after);
    Module module;
    TextError error = {.message = ""};
    Status status = text_read_module(store, "test", text, strlen(text), NULL, 0, &module, &error);
    bool refused = strstr(error.message, "error: a number of more than 5000 digits") != NULL;
    if (status != (table[i].read ? STATUS_OK : STATUS_LIMIT) || refused == table[i].read) fail_msg("row %zu", i);
    text_free_module(&module);
    free(text);
    store_free(store);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programs_print_and_read_back),   cmocka_unit_test(wrong_text_is_explained),
      cmocka_unit_test(numbers_as_long_as_they_may_be), cmocka_unit_test(long_vectors_of_terms_are_refused),
      cmocka_unit_test(programs_have_their_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
