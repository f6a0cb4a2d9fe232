/* Paths: which tests part the inputs and which are answered from what is known,
 * that the regions part the inputs, and what is proved in them. */
#include "semantics/rings/rings.h"
#include "tests/unit/fixture.h"
#include "tests/unit/symbolic_words.h"
#include "verify/laws/for_all/regions.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VARIABLES 3u
#define ATOMS 8u
#define LENGTH 60u

static Store *store;
static Ring *E;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 20);
  R = ring_symbolic_new(VARIABLES, ATOMS, LENGTH);
  E = ring_enclosure_new();
  return store == NULL || R == NULL || E == NULL;
}

static int tear_down(void **state) {
  (void)state;
  ring_destroy(R);
  ring_destroy(E);
  store_free(store);
  flint_cleanup();
  return 0;
}

/* ---------------------------------------------------------------- signs -- */

static Path path;

/* Answers by their places: of three -1, +1 and 0 in that order, and of two the negative one first. */
static void along(uint32_t choices, uint32_t first, uint32_t second) {
  path_open(&path);
  path.choices = choices;
  path.choice[0] = first;
  path.choice[1] = second;
  symbolic_set_path(R, &path);
}

/* That the sign is known without a choice, and noted `steps` times. */
static void check_known(Scalar a, int expected, uint32_t steps) {
  char text[200];
  uint32_t before = path.length, choices = path.choices;
  (void)ring_print(R, a, text, sizeof text);
  int found = symbolic_sign(R, a);
  assert_int_equal(ring_take_status(R), STATUS_OK);
  if (found != expected || path.length != before + steps || path.choices != choices) {
    fail_msg("sign %d with %u steps and %u choices: %s", found, path.length - before, path.choices - choices, text);
  }
}

static void check_chosen(Scalar a, int expected) {
  uint32_t before = path.length, taken = path.taken;
  assert_int_equal(symbolic_sign(R, a), expected);
  assert_int_equal(path.length, before + 1);
  assert_int_equal(path.taken, taken + 1);
}

/* A test once answered answers every test that it decides. */
static void test_answered(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), y = var(1);
  along(2, 0, 0);
  check_chosen(sub(y, x), -1); /* the guard is y - x, whose leading coefficient is positive */
  check_known(sub(y, x), -1, 0);
  check_known(mul(num(3), sub(x, y)), 1, 0);
  check_known(over(num(-1), mul(sub(x, y), mul(sub(x, y), sub(x, y)))), -1, 0);
  check_known(square(sub(x, y)), 1, 0);
  check_chosen(y, -1);
  check_known(mul(sub(x, y), y), -1, 0);
  check_known(over(sub(x, y), y), -1, 0);
  check_known(sub(y, num(1)), -1, 0);   /* y < 0 */
  check_known(sub(mul(y, y), y), 1, 0); /* y^2 - y */
  check_known(fun(RING_TANH, y), -1, 0);
  along(2, 0, 1);
  check_chosen(mul(x, y), -1);
  check_chosen(x, 1);
  check_known(mul(y, x), -1, 0);
  check_known(y, -1, 0); /* of the signs of x y and x */
  along(1, 0, 0);
  check_chosen(fun(RING_LOG, x), -1);
  check_known(sub(x, num(1)), -1, 0);
  symbolic_set_path(R, NULL);
  ring_release(R, mark);
}

/* What bounds of squares and atoms say. */
static void test_bounds(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  Scalar x = var(0), y = var(1), e = fun(RING_EXP, x), s = fun(RING_SIN, y), t = fun(RING_TANH, y);
  along(0, 0, 0);
  check_known(num(-3), -1, 0);
  check_known(sub(x, x), 0, 0);
  assert_int_equal(path_signs(R, &path, num(-3)), SIGNS_MINUS);
  assert_int_equal(path_signs(R, &path, sub(x, x)), SIGNS_ZERO);
  assert_int_equal(path_signs(R, &path, fun(RING_SIN, num(1))), SIGNS_PLUS);
  check_known(add(square(x), num(1)), 1, 0);
  check_known(sub(sub(num(-1), square(x)), square(y)), -1, 0);
  check_known(add(e, square(mul(x, y))), 1, 0);
  check_known(add(num(2), s), 1, 0);
  check_known(sub(t, num(1)), -1, 0);
  check_known(sub(mul(s, s), num(2)), -1, 0);
  check_chosen(add(num(1), s), 1); /* not negative: it may be 0 */
  check_chosen(add(square(x), square(y)), 1);
  check_chosen(square(x), 1);
  check_known(square(x), 1, 0);
  check_known(sub(fun(RING_COS, num(1)), fun(RING_SQRT, num(2))), -1, 0);
  symbolic_set_path(R, NULL);
  assert_int_equal(symbolic_sign(R, x), 0);
  assert_int_equal(ring_take_status(R), STATUS_UNABLE);
  ring_release(R, mark);
}

/* Tests without end are a limit. */
static void test_limit(void **state) {
  (void)state;
  size_t mark = ring_mark(R);
  along(0, 0, 0);
  for (int64_t k = 0; k <= PATH_MAX_STEPS; k++) (void)symbolic_sign(R, sub(mul(num(k), var(0)), var(1)));
  assert_int_equal(ring_take_status(R), STATUS_LIMIT);
  symbolic_set_path(R, NULL);
  ring_release(R, mark);
}

/* |x| + |x - y| + max(y, 1): the regions part the points. */
static void test_partition(void **state) {
  (void)state;
  uint32_t regions = 0, inside[5] = {0};
  static const double points[5][2] = {{1, 2}, {-1, 2}, {3, 0.5}, {-3, -4}, {-2, -1}};
  path_open(&path);
  symbolic_set_path(R, &path);
  do {
    size_t mark = ring_mark(R);
    Scalar x = var(0), y = var(1);
    path_rewind(&path);
    Scalar sum = add(fun(RING_ABS, x), add(fun(RING_ABS, sub(x, y)), ring_max(R, y, num(1))));
    for (int k = 0; k < 5; k++) {
      double a = points[k][0], b = points[k][1], value = fabs(a) + fabs(a - b) + (b > 1 ? b : 1);
      Scalar at[2] = {enclosure_make(E, a, 0), enclosure_make(E, b, 0)};
      if (path_locate(R, &path, E, 2, at) != PATH_INSIDE) continue;
      inside[k]++;
      assert_true(enclosure_value(E, symbolic_evaluate(R, sum, E, 2, at)) == value);
    }
    regions++;
    ring_release(R, mark);
  } while (path_next(&path));
  symbolic_set_path(R, NULL);
  assert_int_equal(regions, 8);
  for (int k = 0; k < 5; k++) assert_int_equal(inside[k], 1);
  assert_int_equal(ring_take_status(R), STATUS_OK);
}

/* --------------------------------------------------------------- proofs -- */

static bool no_time; /* for the solver */

/* The derivatives of `impostor` taken for those of `source`: what is proved, and
 * what is refuted. */
static void check_judged(const char *source, const char *impostor, ForAll expected, uint64_t proofs,
                         uint64_t refutations) {
  Fixture *f = fixture_make(NULL, (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 1});
  if (no_time) {
    smt_free(f->battery->smt);
    f->battery->smt = smt_new(500000, 0, 512);
  }
  ForAll found = fixture_judge(f, source, impostor);
  if (found != expected) fail_msg("%d, not %d:\n%s\n%s", found, expected, source, impostor);
  assert_int_equal(fixture_count(f, LAW_AD_REV, OUTCOME_DECIDED), proofs);
  assert_int_equal(fixture_count(f, LAW_AD_REV, OUTCOME_REFUTED), refutations);
  assert_int_equal(smt_count(f->battery->smt, SMT_LOST) > 0, no_time);
  if (refutations > 0) assert_int_not_equal(f->witnesses[LAW_AD_REV].exact_input[0], 0);
  assert_int_equal(fixture_count(f, LAW_TIERS, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

static void check_proved(const char *source) { check_judged(source, source, FOR_ALL_PATHS, 1, 0); }

static void test_proved(void **state) {
  (void)state;
  check_proved("def f (x : real) = abs x");
  check_proved("def f (x : real) (y : real) = max x y * min x y");
  check_proved("def relu (x : real) = max 0 x");
  check_proved("def leaky (x : real) = max (x / 10) x");
  check_proved("def clamp (x : real) = max (-1) (min 1 x)");
  check_proved("def huber (x : real) = let a = abs x in let m = min a 1 in m * (a - m / 2)");
  check_proved("def norm1 (v : real^4) = sum (abs v)");
  check_proved("def f (x : real) = abs (sin x) + abs (log x)");
  check_proved("def f (x : real) (y : real) = sign (x * y) * exp (abs y)");
  check_proved("def f (x : real) = if x < 0 then -x else x");
  check_judged("def f (x : real) = max 0 (sqrt (x * x) - x)", "def f (x : real) = max 0 (sqrt (x * x) - x)",
               FOR_ALL_ALMOST, 0, 0); /* but at x = 0, where the root has no derivative */
  check_judged("def f (x : real) = abs x", "def g (x : real) = if x < 0 then -x else x", FOR_ALL_PATHS, 1, 0);
  check_judged("def f (x : real) (y : real) = abs (x - y)", "def g (x : real) (y : real) = max x y - min x y",
               FOR_ALL_PATHS, 1, 0);
}

/* A derivative that is wrong in one region alone is refuted at a point of it, also
 * where no random point would be. */
static void test_refuted(void **state) {
  (void)state;
  check_judged("def f (x : real) = abs x", "def g (x : real) = x", FOR_ALL_OPEN, 0, 1);
  check_judged("def f (x : real) = max 0 x", "def g (x : real) = max 0 x + max 0 (x - 1000)", FOR_ALL_OPEN, 0, 1);
  check_judged("def f (x : real) = if x < 1000 then 0 else x", "def g (x : real) = if x < 1000 then 0 else 2 * x",
               FOR_ALL_OPEN, 0, 1);
  check_judged("def f (x : real) (y : real) = max x y", "def g (x : real) (y : real) = max x y + min 0 (y + 99) * x",
               FOR_ALL_OPEN, 0, 2);
}

/* A difference in a region without points is none. */
static void test_empty(void **state) {
  (void)state;
  check_judged("def f (x : real) = x", "def g (x : real) = x + min 0 (x * x + x + 1)", FOR_ALL_PATHS, 1, 0);
  check_judged("def f (x : real) (y : real) = x * max y (x * x)",
               "def g (x : real) (y : real) = x * max y (x * x) + min 0 (max y (x * x))", FOR_ALL_ALMOST, 0, 0);
}

/* A solver that has no time decides nothing, and is counted. */
static void test_no_solver(void **state) {
  (void)state;
  no_time = true;
  check_judged("def f (x : real) = x", "def g (x : real) = x + min 0 (x * x + x + 1)", FOR_ALL_OPEN, 0, 0);
  check_judged("def f (x : real) = abs x", "def g (x : real) = x", FOR_ALL_OPEN, 0, 0);
  no_time = false;
}

static void test_open(void **state) {
  (void)state;
  /* what looks like a boundary is half of the line */
  check_judged("def f (x : real) = if sqrt (x * x) == x then x else 2 * x",
               "def f (x : real) = if sqrt (x * x) == x then 2 * x else 2 * x", FOR_ALL_OPEN, 0, 0);
  check_judged("def f (x : real) = if sqrt (x * x) == x then x else 2 * x",
               "def f (x : real) = if sqrt (x * x) == x then x else 2 * x", FOR_ALL_OPEN, 0, 0);
  /* with atoms a difference of normal forms is none for certain */
  check_judged("def f (x : real) = abs x + exp x", "def f (x : real) = x + exp x", FOR_ALL_OPEN, 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answered),  cmocka_unit_test(test_bounds),    cmocka_unit_test(test_limit),
      cmocka_unit_test(test_partition), cmocka_unit_test(test_proved),    cmocka_unit_test(test_refuted),
      cmocka_unit_test(test_empty),     cmocka_unit_test(test_no_solver), cmocka_unit_test(test_open),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
