/* Code of other languages beside a refutation: it is run, and says the numbers that it should, in Python and in C, over
 * reals and modulo 2^61 - 1; at another branch it stops; what a language cannot say has no code. */
#include "tests/unit/programs.h"
#include "verify/campaign/host_code.h"
#include "verify/campaign/reproduce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/adjudge-host-XXXXXX";

static char *code_of(const char *text, HostPoint point, HostLanguage language) {
  Store *store = store_new((uint32_t)1 << 20);
  Arena arena;
  arena_init(&arena, (size_t)1 << 26);
  assert_non_null(store);
  Module module = module_read(store, text);
  char *code = host_code(store, &arena, &text_find(store, &module, NULL)->program, &point, language);
  text_free_module(&module);
  arena_free(&arena);
  store_free(store);
  return code;
}

/* What the code prints, up to a size; *ended is how it ended. */
static void run(const char *code, HostLanguage language, char *out, size_t size, int *ended) {
  char path[64], command[256];
  (void)snprintf(path, sizeof path, "%s/code.%s", folder, language == HOST_PYTHON ? "py" : "c");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(code, file) >= 0 && fclose(file) == 0);
  if (language == HOST_PYTHON)
    (void)snprintf(command, sizeof command, "python3 %s 2>&1", path);
  else
    (void)snprintf(command, sizeof command,
                   "cc -std=c11 -Wall -Werror -Wno-unused-function -o %s/code %s -lm && %s/code 2>&1", folder, path,
                   folder);
  FILE *pipe = popen(command, "r"); // NOLINT(cert-env33-c): the commands are those above
  assert_non_null(pipe);
  out[fread(out, 1, size - 1, pipe)] = '\0';
  *ended = pclose(pipe);
}

static void says(const char *text, HostPoint point, const char *expected) {
  for (int language = HOST_PYTHON; language <= HOST_C; language++) {
    char out[2000];
    int ended;
    char *code = code_of(text, point, (HostLanguage)language);
    assert_non_null(code);
    assert_non_null(
        strstr(code, language == HOST_PYTHON ? "# a comment\n# of two lines\n" : "// a comment\n// of two"));
    run(code, (HostLanguage)language, out, sizeof out, &ended);
    assert_string_equal(out, expected);
    assert_int_equal(ended, 0);
    free(code);
  }
}

static const char comment[] = "a comment\nof two lines";

static void reals(void **state) {
  (void)state;
  says("def f (x : real) (y : real) = (x * y, x + y)", (HostPoint){"3, [2]", "1, 0x1p+1", "1, 0.5", comment, false},
       "value: 6 5\nderivative along v: 8 3\ngradient of <f, w>: 2.5 3.5\n<derivative along v, w>: 9.5\n");
  says("def f (x : real) = x .* [1, 2.5, 4]", (HostPoint){"2", "3", NULL, comment, false},
       "value: 2 5 8\nderivative along v: 3 7.5 12\n");
}

/* x / y - 3 x at (6, 2) along (1, 1): 3 - 18 = -15; by x 1/2 - 3, by y -6/4, together -4; modulo 2^61 - 1. */
static void residues(void **state) {
  (void)state;
  says("def f (x : real) (y : real) = x / y - 3 * x", (HostPoint){"6, 2", "1, 1", "5", comment, true},
       "value: 2305843009213693936\nderivative along v: 2305843009213693947\n"
       "gradient of <f, w>: 1152921504606846963 1152921504606846968\n<derivative along v, w>: 2305843009213693931\n");
  says("def f (x : real) = x ^ 3 - x", (HostPoint){"5", "2", NULL, comment, true},
       "value: 120\nderivative along v: 148\n");
}

static void functions(void **state) {
  (void)state;
  says("def f (x : real) = sign x * abs x + max x 2 + min x (-1) + sigmoid 0 + atan2 0 x + x ^ 2",
       (HostPoint){"1", NULL, NULL, comment, false}, "value: 3.5\n");
}

/* Near the point the branch of the point is taken, or the code stops. */
static void branches(void **state) {
  static const char text[] = "def f (x : real) = if x < 1 then x else 3 * x";
  (void)state;
  says(text, (HostPoint){"2", "1", NULL, comment, false}, "value: 6\nderivative along v: 3\n");
  for (int language = HOST_PYTHON; language <= HOST_C; language++) {
    char out[2000];
    int ended;
    char *code = code_of(text, (HostPoint){"1", "1", NULL, comment, false}, (HostLanguage)language);
    assert_non_null(code);
    run(code, (HostLanguage)language, out, sizeof out, &ended);
    assert_int_not_equal(ended, 0);
    assert_non_null(strstr(out, language == HOST_PYTHON ? "AssertionError" : "Assertion"));
    free(code);
  }
}

static void none(void **state) {
  (void)state;
  static const struct {
    const char *text, *x;
    bool modular;
  } cases[] = {{"def f (x : real) = erfinv x", "0", false},       /* no such function */
               {"def f (x : real) = sin x", "1", true},           /* nor modulo p */
               {"def f (x : real) = x ^ 20", "1", true},          /* nor so high a power */
               {"def f (n : Int) (x : real) = x", "1, 1", false}, /* Ints */
               {"def f (x : real) = 1 / x", "0", false},          /* undefined there */
               {"def f (x : real) = x", "1, 2", false},           /* two numbers for one */
               {"def f (x : real) = x", "one", false},
               {"def f (x : real) = ()", "1", false},                         /* no number comes out */
               {"def f (x : real) = iterate 1000 (y. y * y) x", "1", false}}; /* too long */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_null(code_of(cases[i].text, (HostPoint){cases[i].x, NULL, NULL, comment, cases[i].modular}, HOST_PYTHON));
}

/* Programs of up to 32 numbers have code, and of up to 32 results. */
static void sizes(void **state) {
  (void)state;
  static const char *const texts[] = {"def f (x : real^%u) = sum x", "def f (x : real) = build %u (i. x)",
                                      "def f (x : real^%u) = x"};
  for (uint32_t n = 1; n <= 34; n++) {
    for (int k = 0; k < 3; k++) {
      char text[80], point[80] = "1";
      for (uint32_t i = 1; i < n && k != 1; i++) memcpy(point + 2 * i - 1, ",1", 3);
      (void)snprintf(text, sizeof text, texts[k], n);
      char *code = code_of(text, (HostPoint){point, NULL, NULL, comment, false}, HOST_C);
      if ((code != NULL) != (n <= 32)) fail_msg("%s", text);
      free(code);
    }
  }
}

/* What a witness shows besides its numbers: a picture and code of a derivative that is refuted, a picture of what
 * differs, of other laws nothing. */
static void witnesses_are_shown(void **state) {
  static const struct {
    LawId law;
    Outcome outcome;
    bool picture, code;
  } cases[] = {{LAW_AD_FWD, OUTCOME_REFUTED, true, true},
               {LAW_AD_DOT, OUTCOME_REFUTED, true, true},
               {LAW_AD_FWD, OUTCOME_DIFFERS, true, true},
               {LAW_KINK, OUTCOME_DIFFERS, true, false},
               {LAW_KINK, OUTCOME_REFUTED, false, false}};
  (void)state;
  Store *store = store_new((uint32_t)1 << 20);
  Module module = module_read(store, "def f (x : real) = x * x");
  const Program *program = &text_find(store, &module, NULL)->program;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Reproduction again = {0};
    Witness witness = {
        .present = true, .law = cases[i].law, .outcome = cases[i].outcome, .exact_input = "3", .exact_tangent = "1"};
    reproduce(store, program, &witness, "def f (x : real) = x * x", &again);
    const char *picture = again.text[REPRODUCED_PICTURE];
    assert_true((picture != NULL && picture[0] != '\0') == cases[i].picture);
    assert_true((again.text[REPRODUCED_PYTHON] != NULL) == cases[i].code);
    assert_true((again.text[REPRODUCED_C] != NULL) == cases[i].code);
    reproduction_free(&again);
  }
  text_free_module(&module);
  store_free(store);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(reals),
                                     cmocka_unit_test(residues),
                                     cmocka_unit_test(functions),
                                     cmocka_unit_test(branches),
                                     cmocka_unit_test(none),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(witnesses_are_shown)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char command[80];
  (void)snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? failed : 1; // NOLINT(cert-env33-c)
}
