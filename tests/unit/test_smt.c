/* The solver in its child process: what it answers, and that a child that is
 * stuck, killed or out of memory decides nothing and hangs nothing. */
#include "semantics/tables/store.h"
#include "verify/truth/smt_query.h"
#include "verify/truth/symbolic_internal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VARIABLES 2u

static Ring *R;
static SmtValue values[VARIABLES];

static int set_up(void **state) {
  (void)state;
  R = ring_symbolic_new(VARIABLES, 8, 60);
  for (uint32_t i = 0; i < VARIABLES; i++) mpq_inits(values[i].low, values[i].high, NULL);
  return R == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(R);
  for (uint32_t i = 0; i < VARIABLES; i++) mpq_clears(values[i].low, values[i].high, NULL);
  flint_cleanup();
  return 0;
}

#define DECLARE "(declare-const x0 Real)(declare-const x1 Real)"
/* Too hard for the time given, or even for the work. */
#define HARD                                                                                                           \
  DECLARE "(declare-const y Real)(declare-const z Real)"                                                               \
          "(assert (= (+ (* x0 x0 x0 x0 x0 x0 x0) (* 3 x1 x1 x1 x1 x1 y y y) (* x0 x1 y z z)) 17))"                    \
          "(assert (= (+ (* z z z z z z z z z) (* x0 x0 x0 y y y y) (* 5 x1 x1 z)) 23))"                               \
          "(assert (= (+ (* y y y y y y y) (* x0 z z z z z) (* x1 x1 x1 x1 x0)) 31))"                                  \
          "(assert (> (* x0 x1 y z) 100))"

static void test_answers(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  assert_int_equal(smt_child(smt), 0);
  assert_int_equal(smt_check(smt, DECLARE "(assert (< (* x0 x0) 0))", 2, values), SMT_UNSAT);
  pid_t child = smt_child(smt);
  assert_int_equal(smt_check(smt, DECLARE "(assert (= (* 3 x0) 2))(assert (= x1 (- 5)))", 2, values), SMT_SAT);
  assert_true(mpq_cmp_si(values[0].low, 2, 3) == 0 && mpq_equal(values[0].low, values[0].high));
  assert_true(mpq_cmp_si(values[1].low, -5, 1) == 0);
  /* an algebraic number is enclosed */
  assert_int_equal(smt_check(smt, DECLARE "(assert (= (* x0 x0) 2))(assert (> x0 0))", 2, values), SMT_SAT);
  assert_true(mpq_cmp(values[0].low, values[0].high) < 0);
  assert_true(mpq_cmp_si(values[0].low, 14142, 10000) > 0 && mpq_cmp_si(values[0].high, 14143, 10000) < 0);
  /* what the solver cannot read is no answer, and not a decision */
  assert_int_equal(smt_check(smt, "(assert (< zebra", 0, NULL), SMT_LOST);
  assert_int_equal(smt_check(smt, DECLARE "(assert (> x0 x1))", 2, values), SMT_SAT);
  assert_true(child > 0 && smt_child(smt) > 0);
  assert_int_equal(smt_count(smt, SMT_SAT), 3);
  assert_int_equal(smt_count(smt, SMT_UNSAT), 1);
  assert_int_equal(smt_check(smt, NULL, 0, NULL), SMT_LOST); /* what could not be written */
  assert_int_equal(smt_count(smt, SMT_LOST), 2);
  smt_free(smt);
}

/* Stopped, a child is stuck: the time is up, it is killed, another one answers. */
static void test_stuck(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, 5000, 512); /* a hundred times what a solver takes to start */
  assert_non_null(smt);
  assert_int_equal(smt_check(smt, DECLARE "(assert (> x0 1))", 2, values), SMT_SAT);
  pid_t child = smt_child(smt);
  assert_int_equal(kill(child, SIGSTOP), 0);
  assert_int_equal(smt_check(smt, DECLARE "(assert (< (* x0 x0) 0))", 2, values), SMT_UNSAT);
  assert_int_equal(kill(child, 0), -1); /* it is gone */
  assert_int_not_equal(smt_child(smt), child);
  smt_free(smt);
}

/* Whoever kills children changes no answer. */
static void test_killed(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  static const char *const sat[] = {DECLARE "(assert (> x0 1))", DECLARE "(assert (> x0 2))"};
  static const char *const unsat[] = {DECLARE "(assert (< (* x0 x0) 0))", DECLARE "(assert (< (* x1 x1) 0))"};
  for (int k = 0; k < 2; k++) { /* others: what is known is not asked again */
    assert_int_equal(smt_check(smt, sat[k], 2, values), SMT_SAT);
    assert_int_equal(kill(smt_child(smt), SIGKILL), 0);
    assert_int_equal(smt_check(smt, unsat[k], 2, values), SMT_UNSAT);
  }
  assert_int_equal(smt_count(smt, SMT_LOST), 0);
  smt_free(smt);
}

/* What is remembered is the answer to the very question, of more questions than there are places for. */
static void test_remembered(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  for (int k = 0; k < 1200; k++) {
    char text[200];
    (void)snprintf(text, sizeof text, DECLARE "(assert (= x0 %d))", k % 600);
    assert_int_equal(smt_check(smt, text, 2, values), SMT_SAT);
    assert_int_equal(mpq_cmp_si(values[0].low, k % 600, 1), 0);
  }
  assert_int_equal(kill(smt_child(smt), SIGSTOP), 0); /* it is not asked */
  assert_int_equal(smt_check(smt, DECLARE "(assert (= x0 599))", 2, values), SMT_SAT);
  assert_int_equal(mpq_cmp_si(values[0].low, 599, 1), 0);
  assert_int_equal(kill(smt_child(smt), SIGCONT), 0);
  smt_free(smt);
}

/* Too hard for the steps given: an answer like any other, whatever the time.  Without
 * time, or memory, there is none. */
static void test_limits(void **state) {
  (void)state;
  Smt *short_of_steps = smt_new(20000, SMT_MILLISECONDS, 512), *hurried = smt_new(UINT32_MAX, 150, 512),
      *small = smt_new(SMT_STEPS, SMT_MILLISECONDS, 1);
  assert_true(short_of_steps != NULL && hurried != NULL && small != NULL);
  assert_int_equal(smt_check(short_of_steps, HARD, 2, values), SMT_UNKNOWN);
  assert_int_equal(smt_check(hurried, HARD, 2, values), SMT_LOST);
  assert_int_equal(smt_check(small, HARD, 2, values), SMT_LOST);
  smt_free(short_of_steps);
  smt_free(hurried);
  smt_free(small);
}

static int looks;
static bool at_the_second_look(void) { return ++looks > 1; }
static bool never(void) { return false; }

/* Who is stopped waits no longer, and is told nothing from then on; what would take days ends. */
static void test_stopped(void **state) {
  (void)state;
  Smt *smt = smt_new(UINT32_MAX, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  smt_stop_when(smt, never);
  assert_int_equal(smt_check(smt, DECLARE "(assert (= x0 599))", 2, values), SMT_SAT);
  smt_stop_when(smt, at_the_second_look);
  assert_int_equal(smt_check(smt, HARD, 2, values), SMT_UNKNOWN);
  assert_int_equal(smt_check(smt, DECLARE "(assert (= x0 601))", 2, values), SMT_UNKNOWN);
  assert_int_equal(smt_count(smt, SMT_LOST), 0);
  smt_stop_when(smt, NULL);
  assert_int_equal(smt_check(smt, DECLARE "(assert (= x0 601))", 2, values), SMT_SAT);
  smt_free(smt);
}

/* Whether some of nine even numbers add up to an odd one: it takes more than the first steps to see that not. */
static SmtAnswer ask_subset(Smt *smt, int odd) {
  char text[1000], *at = text;
  for (int i = 0; i < 9; i++) at += sprintf(at, "(declare-const x%d Real)(assert (= (* x%d x%d) x%d))", i, i, i, i);
  at += sprintf(at, "(assert (= (+");
  for (int i = 0; i < 9; i++) at += sprintf(at, " (* %d x%d)", 2 * (i * i + i + 1), i);
  (void)sprintf(at, ") %d))", odd);
  return smt_check(smt, text, 2, values);
}

/* A program may ask so many hard questions, remembered or not; the next one has its own. */
static void test_hard(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512), *first = smt_new(SMT_FIRST_STEPS, SMT_MILLISECONDS, 512);
  assert_true(smt != NULL && first != NULL);
  assert_int_equal(ask_subset(first, 129), SMT_UNKNOWN);
  for (int again = 0; again < 2; again++) {
    for (int k = 0; k < (int)SMT_HARD; k++) assert_int_equal(ask_subset(smt, 129 + 2 * k), SMT_UNSAT);
    assert_int_equal(ask_subset(smt, 129), SMT_UNKNOWN);
    assert_int_equal(ask_subset(smt, 149 + 2 * again), SMT_UNKNOWN);
    assert_int_equal(smt_check(smt, DECLARE "(assert (< (* x1 x1) 0))", 2, values), SMT_UNSAT); /* an easy one */
    smt_renew(smt);
  }
  assert_int_equal(ask_subset(smt, 149), SMT_UNSAT);
  smt_free(smt);
  smt_free(first);
}

/* max 0.5 (sqrt (sqrt (sin (exp y)^3)^3)) is 1/2 where the two are equal?  Some steps of it take minutes each. */
#define LONG_STEPS                                                                                                     \
  DECLARE "(declare-const s Real)(declare-const c Real)(declare-const r Real)(declare-const q Real)"                   \
          "(declare-const e Real)(assert (and (> e 0) (>= e (+ 1 x1)) (=> (> x1 0) (> e (+ 1 x1)))))"                  \
          "(assert (and (<= (- 1) c 1) (=> (= e 0) (= c 1)) (>= (* 2 c) (- 2 (* e e)))))"                              \
          "(assert (= (+ (* s s) (* c c)) 1))(assert (and (<= (* s s) (* e e)) (=> (= e 0) (= s 0))))"                 \
          "(declare-const u Real)(assert (= u (+ (* (- 1) s c c) s)))"                                                 \
          "(assert (and (>= u 0) (>= r 0) (= (* r r) u)))"                                                             \
          "(declare-const v Real)(assert (= v (+ (* (- 1) r s c c) (* r s))))"                                         \
          "(assert (and (>= v 0) (>= q 0) (= (* q q) v)))"                                                             \
          "(assert (and (= (< u v) (< r q)) (= (> u v) (> r q))))(assert (= (+ (* 2 q) (- 1)) 0))"

/* Long steps are ended by the allocations that they take. */
static void test_long(void **state) {
  (void)state;
  Smt *smt = smt_new(UINT32_MAX, 600000, 512); /* steps without end */
  assert_non_null(smt);
  assert_int_equal(smt_check(smt, LONG_STEPS, 2, values), SMT_UNKNOWN);
  assert_int_equal(smt_count(smt, SMT_LOST), 0);
  smt_free(smt);
}

/* ------------------------------------------------------------- queries -- */

static Scalar fun(RingFunction f, Scalar a) { return ring_function(R, f, a); }

static SmtAnswer ask(Smt *smt, Scalar a, SmtRelation first, Scalar b, SmtRelation second) {
  SmtQuery query;
  smt_query_open(&query, R);
  smt_query_assert(&query, a, first);
  smt_query_assert(&query, b, second);
  SmtAnswer answer = smt_query_check(&query, smt, values);
  smt_query_close(&query);
  return answer;
}

static void test_queries(void **state) {
  (void)state;
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  size_t mark = ring_mark(R);
  Scalar x = symbolic_variable(R, 0), y = symbolic_variable(R, 1), one = ring_integer(R, 1);
  assert_int_equal(ask(smt, ring_mul(R, x, x), SMT_NEGATIVE, y, SMT_NONZERO), SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, x, y), SMT_ZERO, ring_mul(R, x, y), SMT_NEGATIVE), SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, x, y), SMT_ZERO, ring_mul(R, x, y), SMT_POSITIVE), SMT_SAT);
  /* a denominator is not 0, and turns signs round */
  Scalar quotient = ring_div(R, one, x);
  assert_int_equal(ask(smt, quotient, SMT_NEGATIVE, x, SMT_POSITIVE), SMT_UNSAT);
  assert_int_equal(ask(smt, quotient, SMT_NONZERO, x, SMT_ZERO), SMT_UNSAT);
  /* what is known of atoms */
  Scalar e = fun(RING_EXP, x), s = fun(RING_SIN, x), t = fun(RING_TANH, ring_add(R, x, y)), l = fun(RING_LOG, x);
  assert_int_equal(ask(smt, e, SMT_NEGATIVE, x, SMT_NONZERO), SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, e, one), SMT_POSITIVE, x, SMT_NEGATIVE), SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, s, ring_integer(R, 2)), SMT_POSITIVE, x, SMT_NONZERO), SMT_UNSAT);
  assert_int_equal(ask(smt, s, SMT_NONZERO, x, SMT_ZERO), SMT_UNSAT);
  assert_int_equal(ask(smt, t, SMT_POSITIVE, ring_add(R, x, y), SMT_NEGATIVE), SMT_UNSAT);
  assert_int_equal(ask(smt, l, SMT_POSITIVE, ring_sub(R, x, one), SMT_NEGATIVE), SMT_UNSAT);
  assert_int_equal(
      ask(smt, ring_sub(R, fun(RING_SQRT, ring_add(R, ring_mul(R, x, x), one)), x), SMT_NEGATIVE, x, SMT_POSITIVE),
      SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, e, fun(RING_EXP, y)), SMT_POSITIVE, ring_sub(R, x, y), SMT_NEGATIVE),
                   SMT_UNSAT);
  assert_int_equal(ask(smt, ring_sub(R, e, one), SMT_POSITIVE, x, SMT_POSITIVE), SMT_SAT);
  ring_release(R, mark);
  smt_free(smt);
}

/* What is said of atoms is true: it can be satisfied where their values are known,
 * and near there. */
static void test_facts(void **state) {
  (void)state;
  static const RingFunction functions[] = {RING_SIN, RING_COS, RING_EXP, RING_TANH, RING_SIGMOID, RING_LOG, RING_SQRT};
  static const struct {
    int64_t at[2];    /* the argument, and */
    double low, high; /* the values around the function's there */
  } cases[][3] = {
      {{{0, 1}, -0.1, 0.1}, {{1, 2}, 0.47, 0.48}, {{-3, 1}, -0.15, -0.14}},
      {{{0, 1}, 0.9, 1.1}, {{1, 2}, 0.87, 0.88}, {{-3, 1}, -0.99, -0.98}},
      {{{0, 1}, 0.9, 1.1}, {{1, 2}, 1.64, 1.65}, {{-3, 1}, 0.04, 0.05}},
      {{{0, 1}, -0.1, 0.1}, {{1, 2}, 0.46, 0.47}, {{-3, 1}, -0.996, -0.995}},
      {{{0, 1}, 0.4, 0.6}, {{1, 2}, 0.62, 0.63}, {{-3, 1}, 0.04, 0.05}},
      {{{1, 1}, -0.1, 0.1}, {{1, 2}, -0.70, -0.69}, {{3, 1}, 1.09, 1.10}},
      {{{1, 1}, 0.9, 1.1}, {{1, 2}, 0.70, 0.71}, {{3, 1}, 1.73, 1.74}},
  };
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_non_null(smt);
  for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
    for (size_t c = 0; c < 3; c++) {
      size_t mark = ring_mark(R);
      SmtQuery query;
      Scalar x = symbolic_variable(R, 0), thousand = ring_integer(R, 1000);
      Scalar at = ring_div(R, ring_integer(R, cases[f][c].at[0]), ring_integer(R, cases[f][c].at[1]));
      Scalar value = ring_mul(R, thousand, fun(functions[f], x));
      smt_query_open(&query, R);
      smt_query_assert(&query, ring_sub(R, x, at), SMT_ZERO);
      smt_query_assert(&query, ring_sub(R, value, ring_integer(R, (int64_t)(1000 * cases[f][c].low))), SMT_POSITIVE);
      smt_query_assert(&query, ring_sub(R, value, ring_integer(R, (int64_t)(1000 * cases[f][c].high))), SMT_NEGATIVE);
      if (smt_query_check(&query, smt, values) != SMT_SAT) fail_msg("function %zu, case %zu", f, c);
      smt_query_close(&query);
      ring_release(R, mark);
    }
  }
  smt_free(smt);
}

/* A power a = x^(p/q) is positive and a^q = x^p, where q is at most 8: what is said of it is true, and says which
 * number it is. */
static void test_powers(void **state) {
  (void)state;
  static const struct {
    int64_t numerator, x, power; /* x^(numerator / denominator) = power */
    uint64_t denominator;
  } cases[] = {{1, 8, 2, 3}, {2, 8, 4, 3}, {3, 16, 8, 4}, {1, 256, 2, 8}, {1, 512, 2, 9}};
  Store *store = store_new(1u << 10);
  Smt *smt = smt_new(SMT_STEPS, SMT_MILLISECONDS, 512);
  assert_true(store != NULL && smt != NULL);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    size_t mark = ring_mark(R);
    ConstantId exponent = constant_from_ratio(&store->constants, cases[c].numerator, cases[c].denominator);
    Scalar x = symbolic_variable(R, 0), at = ring_sub(R, x, ring_integer(R, cases[c].x));
    Scalar a = ring_power(R, x, constant_get(&store->constants, exponent));
    Scalar beside = ring_sub(R, a, ring_integer(R, cases[c].power));
    bool told = cases[c].denominator <= 8;
    assert_int_equal(ask(smt, at, SMT_ZERO, beside, SMT_ZERO), SMT_SAT);
    assert_int_equal(ask(smt, at, SMT_ZERO, beside, SMT_POSITIVE), told ? SMT_UNSAT : SMT_SAT);
    assert_int_equal(ask(smt, at, SMT_ZERO, beside, SMT_NEGATIVE), told ? SMT_UNSAT : SMT_SAT);
    assert_int_equal(ask(smt, at, SMT_NONZERO, a, SMT_NEGATIVE), SMT_UNSAT);
    assert_int_equal(ask(smt, x, SMT_NEGATIVE, a, SMT_NOT_NEGATIVE), SMT_UNSAT);
    ring_release(R, mark);
  }
  smt_free(smt);
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),    cmocka_unit_test(test_stuck),  cmocka_unit_test(test_killed),
      cmocka_unit_test(test_remembered), cmocka_unit_test(test_limits), cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_queries),    cmocka_unit_test(test_hard),   cmocka_unit_test(test_long),
      cmocka_unit_test(test_facts),      cmocka_unit_test(test_powers),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
