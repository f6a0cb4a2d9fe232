/* The layout of files: words as they were, blanks between them canonical, comments kept. */
#include "semantics/text/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

static const char *const layouts[][2] = {
    /* two signs are no comment, and signs of one operand stand at it */
    {"def f(x:real)=(- -x)- -x-(-1)*y", "def f (x : real) = (- -x) - -x - (-1) * y\n"},
    {"def f ( x : real ^ 3 )=x!0+( ! x)", "def f (x : real^3) = x ! 0 + (!x)\n"},
    {"def f = \\ x . x * 2 . 5", "def f = \\x. x * 2. 5\n"},
    {"def f = - - - -> - > -o 1", "def f = - - - -> - > -o 1\n"},
    {"def f=a -o b-c-oo", "def f = a -o b - c - oo\n"},
    /* empty lines: one is kept before a definition, and none at the ends */
    {"\n\n def f = 1\n\n\n\ndef g = 2\ndef h = 3\n\n", "def f = 1\n\ndef g = 2\ndef h = 3\n"},
    /* comments stay before the word that they were before, on lines of their own or not */
    {"-- a \ndef f = 1--b\n\n--c\n\n\n --d", "-- a\ndef f = 1  --b\n\n--c\n\n--d\n"},
    {"def f (x : real) = -- a\n-- b\nlet y = x in -- c\n y",
     "def f (x : real) =  -- a\n  -- b\n  let y = x in  -- c\n  y\n"},
    {"def f = 1 -- a\n\n\ndef g = 2\n-- b\n\ndef h = 3", "def f = 1  -- a\n\ndef g = 2\n-- b\n\ndef h = 3\n"},
    {"", ""},
    {"-- alone", "-- alone\n"},
};

static void layouts_are_as_stated(void **state) {
  (void)state;
  Store *store = store_new(1u << 10);
  for (size_t i = 0; i < LENGTH_OF(layouts); i++) {
    TextError error = {.line = 0};
    char *text = text_format(store, "given", layouts[i][0], strlen(layouts[i][0]), &error);
    assert_non_null(text);
    assert_string_equal(text, layouts[i][1]);
    char *again = text_format(store, "given", text, strlen(text), &error);
    assert_non_null(again);
    assert_string_equal(again, text);
    free(again);
    free(text);
  }
  store_free(store);
}

/* A definition that is too long has a line for each let, and no line is too long. */
static void long_definitions_have_lines(void **state) {
  (void)state;
  static const char given[] =
      "def f (x : real) = let first = sin x * sin x + cos x * cos x in let second = first * first in "
      "if first < second then first * second + first * second + first * second else second * (first + second)";
  static const char stated[] = "def f (x : real) =\n"
                               "  let first = sin x * sin x + cos x * cos x in\n"
                               "  let second = first * first in\n"
                               "  if first < second\n"
                               "    then first * second + first * second + first * second\n"
                               "    else second * (first + second)\n";
  TextError error = {.line = 0};
  Store *store = store_new(1u << 10);
  char *text = text_format(store, "given", given, sizeof given - 1, &error);
  assert_non_null(text);
  assert_string_equal(text, stated);
  free(text);
  store_free(store);
}

static void what_has_no_words_is_refused(void **state) {
  (void)state;
  TextError error = {.line = 0};
  Store *store = store_new(1u << 10);
  assert_null(text_format(store, "given", "def f = 1 # 2", 13, &error));
  assert_int_equal(error.column, 11);
  assert_null(text_format(store, "given", "def f = 1 -- \0", 14, &error));
  assert_int_equal(error.column, 14);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(layouts_are_as_stated),
                                     cmocka_unit_test(long_definitions_have_lines),
                                     cmocka_unit_test(what_has_no_words_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
