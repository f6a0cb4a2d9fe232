/* Truth without memory: every single allocation of the project's own code fails once, and what is claimed then was
 * claimed before, or nothing is.  A polynomial read as 0 since there was no room for it would prove what is false.
 * Allocations of libraries do not fail here: FLINT ends the program then, which tests/memory sees. */
#define _GNU_SOURCE
#include "tests/unit/programs.h"
#include "verify/system/inquiry.h"
#include "verify/truth/germ.h"
#include "verify/truth/symbolic_internal.h"
#include "verify/truth/truth_symbolic.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ----------------------------------------------------------- allocations -- */

static uint64_t made, fails_at; /* from 1; 0: none fails */
static bool counting;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define FAILING 1
void *__libc_malloc(size_t size); /* of the C library */
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

/* Whether the project's own code asks, and this is the one that fails. */
static bool fails(const void *caller) {
  Dl_info place;
  if (!counting || dladdr(caller, &place) == 0 || strstr(place.dli_fname, "/lib/") != NULL) return false;
  if (++made != fails_at) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
#else
#define FAILING 0 /* sanitizers have their own */
#endif

/* ---------------------------------------------------------------- claims -- */

#define CLAIMS 8000u

/* What was claimed, a line each. */
typedef struct Claims {
  char text[CLAIMS];
  size_t used;
} Claims;

__attribute__((format(printf, 2, 3))) static void claim(Claims *claims, const char *format, ...) {
  va_list words;
  va_start(words, format);
  int length = vsnprintf(claims->text + claims->used, CLAIMS - claims->used, format, words);
  va_end(words);
  assert_true(length >= 0 && (size_t)length < CLAIMS - claims->used);
  claims->used += (size_t)length;
}

/* The first line that was not claimed with memory, or NULL. */
static const char *first_new(const Claims *claims, const Claims *with_memory) {
  for (const char *line = claims->text + 1, *end; *line != '\0'; line = end) {
    char copy[CLAIMS];
    end = strchr(line, '\n') + 1;
    (void)snprintf(copy, sizeof copy, "\n%.*s", (int)(end - line), line);
    if (strstr(with_memory->text, copy) == NULL) return line;
  }
  return NULL;
}

typedef void (*Question)(const char *program, Claims *claims);

static void ask(Question question, const char *program, uint64_t at, Claims *claims) {
  *claims = (Claims){.used = 0};
  claim(claims, "\n");
  made = 0, fails_at = at;
  question(program, claims);
}

/* The program with each allocation failing once. */
static void judge(Question question, const char *program, const char *expected) {
  static Claims with_memory, without;
  ask(question, program, 0, &with_memory);
  if (strstr(with_memory.text, expected) == NULL) fail_msg("%s: %s", program, with_memory.text);
  uint64_t all = made, less = 0;
  for (uint64_t at = 1; at <= all; at++) {
    ask(question, program, at, &without);
    const char *line = first_new(&without, &with_memory);
    if (line != NULL) fail_msg("%s: without allocation %ju of %ju: %s", program, (uintmax_t)at, (uintmax_t)all, line);
    less += strcmp(without.text, with_memory.text) != 0;
  }
  if (FAILING) assert_true(all > 2 && less > 0);
}

/* ------------------------------------------------------------- questions -- */

/* The derivative at 0 along (1, 1, ...). */
static void at_zero(const char *text, Claims *claims) {
  Store *store = store_new(1u << 16);
  Module module = module_read(store, text);
  const Program *program = &module.definitions[0].program;
  CertifiedOptions options = {.order = 1, .digits = 15};
  mpq_t x[2], v[2];
  Germ germ;
  for (int i = 0; i < 2; i++) mpq_inits(x[i], v[i], NULL), mpq_set_ui(v[i], 1, 1);
  germ_init(&germ);
  counting = true;
  Truth *truth = truth_new(store);
  Certified *certified = truth == NULL ? NULL : certified_new(truth);
  Status status = STATUS_LIMIT;
  if (certified != NULL) status = truth_germ(certified, program, (const mpq_t *)x, (const mpq_t *)v, &options, &germ);
  counting = false;
  if (status == STATUS_OK && germ.verdict != GERM_UNDECIDED) {
    char *number = germ.verdict == GERM_CERTIFIED ? arb_get_str(enclosure_of(&germ.numbers, 0, 1), 8, 0) : NULL;
    claim(claims, "%s %s\n", germ_verdict_name(&germ), number == NULL ? "" : number);
    flint_free(number);
  }
  germ_clear(&germ);
  for (int i = 0; i < 2; i++) mpq_clears(x[i], v[i], NULL);
  certified_free(certified);
  truth_free(truth);
  text_free_module(&module);
  store_free(store);
}

#define VARIABLES 2u

/* Whether the derivatives of two results by the first input are equal wherever they are defined: one is written in
 * other atoms than the other. */
static void slopes(const char *text, Claims *claims) {
  Store *store = store_new(1u << 16);
  Truth *truth = truth_new(store);
  Module module = module_read(store, text);
  Scalar x[VARIABLES], v[VARIABLES], value[2], derivative[2];
  counting = true;
  Ring *ring = ring_symbolic_new(VARIABLES, 64, 512);
  if (ring != NULL) {
    for (uint32_t i = 0; i < VARIABLES; i++) {
      x[i] = symbolic_variable(ring, i);
      v[i] = ring_integer(ring, i == 0);
    }
    Status status = truth_symbolic(truth, ring, &module.definitions[0].program, x, v, value, derivative);
    if (status == STATUS_OK) {
      SymbolicVerdict verdict = symbolic_equal(ring, derivative[0], derivative[1]);
      if (verdict != SYMBOLIC_UNKNOWN) claim(claims, "%s\n", verdict == SYMBOLIC_EQUAL ? "equal" : "different");
    }
  }
  counting = false;
  if (ring != NULL) ring_destroy(ring);
  text_free_module(&module);
  truth_free(truth);
  store_free(store);
}

/* What a result is with y for x: a polynomial of atoms is written anew. */
static void replaced(const char *text, Claims *claims) {
  Store *store = store_new(1u << 16);
  Module module = module_read(store, text);
  Ring *ring = ring_symbolic_new(VARIABLES, 64, 512);
  Scalar x[VARIABLES], value = RING_POOL_ZERO;
  Arena arena;
  arena_init(&arena, (size_t)1 << 16);
  Machine machine = machine_make(store, ring, &arena);
  for (uint32_t i = 0; i < VARIABLES; i++) x[i] = symbolic_variable(ring, i);
  assert_int_equal(source_evaluator.eval(&machine, &module.definitions[0].program, x, &value), STATUS_OK);
  PathReplaced by = {.variable = 0, .by = x[1]};
  counting = true;
  Scalar moved = symbolic_replace(ring, value, 1, &by);
  bool told = ring_take_status(ring) == STATUS_OK;
  counting = false;
  char printed[200];
  (void)ring_print(ring, moved, printed, sizeof printed);
  if (told) claim(claims, "%s\n", printed);
  arena_free(&arena);
  ring_destroy(ring);
  text_free_module(&module);
  store_free(store);
}

static bool never(void) { return false; }

/* Whether a program is put before a system: one that there is no memory for ends the inquiry, lest it be left out of
 * what is counted as whole. */
static void opened(const char *text, Claims *claims) {
  static Case asked;
  Store *store = store_new(1u << 16);
  Module module = module_read(store, text);
  System system = {.stopped = never};
  Inquiry inquiry;
  const char *lacking;
  const bool all[MODE_COUNT] = {true, true, true, true};
  assert_true(inquiry_open(&inquiry, &system, store, 1, all));
  asked = (Case){.program.program = module.definitions[0].program};
  counting = true;
  Opened how = case_open(&inquiry, &asked, &lacking);
  counting = false;
  if (how == OPENED) claim(claims, "put before the system\n");
  if (how == OPENED_NONE && !inquiry_is_over(&inquiry)) claim(claims, "left out\n");
  if (how == OPENED) case_close(&asked);
  inquiry_close(&inquiry);
  text_free_module(&module);
  store_free(store);
}

static void test_systems(void **state) {
  (void)state;
  judge(opened, "def f (x : real) (y : real) = x*y + sin x", "put before");
}

static void test_replacements(void **state) {
  (void)state;
  judge(replaced, "def f (x : real) (y : real) = x*x - y*x + exp (x*y) / (2 + x)", "exp");
}

static void test_equalities(void **state) {
  (void)state;
  judge(slopes, "def f (x : real) (y : real) = (sin x * sin x + cos x * cos x + y*x, y*x)", "equal");
  judge(slopes, "def f (x : real) (y : real) = (x*x*exp y + y*x, x*(x*exp y + y))", "equal");
  judge(slopes, "def f (x : real) (y : real) = (x*x*x + y*x, y*x + 2*x*x*x)", "different");
}

static void test_points(void **state) {
  (void)state;
  judge(at_zero, "def f (x : real) = abs x", "not differentiable");
  judge(at_zero, "def f (x : real) = if x < 0 then exp x - 1 else x", "certified 1.0");
  judge(at_zero, "def f (x : real) (y : real) = abs x * sign x + y", "certified 2.0");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_replacements), cmocka_unit_test(test_equalities),
                                     cmocka_unit_test(test_points), cmocka_unit_test(test_systems)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
