/* The solver's process without memory, from each of its allocations on: it answers as ever, or not at all.  *Unknown*
 * is an answer too, of a solver that gave up; one that lacked memory must not say so. */
#include "verify/truth/smt.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static pid_t parent;
static uint64_t first = UINT64_MAX; /* the allocation of the child that fails, and every later one */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
static _Atomic uint64_t made;

void *__libc_malloc(size_t size); /* of the C library */

/* Allocations of the child only: those of its libraries are made here too. */
void *malloc(size_t size) {
  bool fails = first != UINT64_MAX && getpid() != parent && atomic_fetch_add(&made, 1) >= first;
  if (fails) errno = ENOMEM;
  return fails ? NULL : __libc_malloc(size);
}
#define FAILING 1
#else
#define FAILING 0 /* sanitizers have their own */
#endif

/* Two algebraic numbers, the second named by a quotient. */
#define QUESTION                                                                                                       \
  "(declare-const x0 Real)(declare-const x1 Real)(assert (= (* x0 x0 x0) 2))"                                          \
  "(assert (= (+ (* x1 x1) (* x0 x1)) 3))(assert (> x1 0))(assert (not (= (* x1 x0) 1)))"
#define UNSATISFIABLE QUESTION "(assert (< (* x0 x1 x1) (- x0)))"

static SmtAnswer ask(const char *question, SmtValue *values) {
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, SMT_MEGABYTES);
  assert_non_null(smt);
  SmtAnswer answer = smt_check(smt, question, 2, values);
  smt_free(smt);
  return answer;
}

/* Asks without memory from every `step`-th allocation on until there is an answer; where that was. */
static uint64_t sweep(const char *question, SmtAnswer right, uint64_t from, uint64_t step, SmtValue *values) {
  SmtAnswer answer = SMT_LOST;
  for (first = from; answer == SMT_LOST; first += step) {
    answer = ask(question, values);
    if (answer != right && answer != SMT_LOST) fail_msg("from allocation %ju on: answer %d", (uintmax_t)first, answer);
  }
  uint64_t found = first - step;
  first = UINT64_MAX;
  return found;
}

/* All of it by large steps, and what comes last, where the answer is written, by small ones; where suites run in parts
 * (part.sh), other steps in each. */
static void check_sweeps(const char *question, SmtAnswer right, SmtValue *values) {
  const char *part = getenv("PART");
  unsigned long turn = 0, parts = 4;
  if (part == NULL || sscanf(part, "%lu/%lu", &turn, &parts) < 1 || parts == 0) parts = 1;
  turn %= parts;
  uint64_t found = sweep(question, right, 1 + 389 * turn, 389 * parts, values);
  printf("answered with %ju allocations\n", (uintmax_t)found);
  assert_true(found > 1000);
  (void)sweep(question, right, found - 300 + 2 * turn, 2 * parts, values);
}

static void test_sweep(void **state) {
  (void)state;
  SmtValue values[2];
  for (int i = 0; i < 2; i++) mpq_inits(values[i].low, values[i].high, NULL);
  parent = getpid();
  assert_int_equal(ask(QUESTION, values), SMT_SAT);
  assert_int_equal(ask(UNSATISFIABLE, values), SMT_UNSAT);
  if (FAILING) check_sweeps(QUESTION, SMT_SAT, values);
  if (FAILING) check_sweeps(UNSATISFIABLE, SMT_UNSAT, values);
  for (int i = 0; i < 2; i++) mpq_clears(values[i].low, values[i].high, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sweep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
