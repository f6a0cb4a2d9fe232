/* The meter of code: nodes of target terms (test_chad.c), words of what is printed. */
#include "verify/battery/code_size.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *text, uint64_t words) {
  if (code_words(text) != words) fail_msg("%llu words: %s", (unsigned long long)code_words(text), text);
}

/* Names, numbers and signs; brackets, what separates, and space are nothing. */
static void test_words(void **state) {
  (void)state;
  check("", 0);
  check(" \n(), [] {};", 0);
  check("x", 1);
  check("let v1 = x1*x4 + 2 in\n  sin v1", 11);
  check("x1 x2", 2);
  check("x1,x2", 2);
  check("(x1)(x2)", 2);
  check("f'_a y1.2", 2);
  check("1.5", 1);
}

/* A sign is one word, however many bytes it has, and ends the name before it. */
static void test_signs(void **state) {
  (void)state;
  check("π1 • ι2", 5);
  check("(1⊗)", 2);
  check("⟨a, b⟩", 4);
  check("++", 2);
  check("a-b", 3);
  check("∘∘", 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_signs)};
  return cmocka_run_group_tests_name("size", tests, NULL, NULL);
}
