/* The cover without holes: thin sets of zeros, and what is proved of a derivative that is
 * wrong on an interval, at a point or on a curve, or right everywhere. */
#include "semantics/rings/rings.h"
#include "tests/unit/fixture.h"
#include "tests/unit/judging.h"
#include "tests/unit/specification.h"
#include "tests/unit/symbolic_words.h"
#include "verify/primitive/primitive.h"
#include "verify/truth/path.h"
#include "verify/truth/thin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Program read(const char *text, Module *module) {
  *module = module_read(store, text);
  return module->definitions[0].program;
}

/* ----------------------------------------------------------------- thin -- */

/* Of the value of a program of x and y. */
static void check_thin(const char *body, Thinness expected) {
  char text[256];
  Module module;
  Ring *ring = battery->symbolic_large;
  size_t mark = ring_mark(ring);
  Arena arena;
  Scalar point[2] = {symbolic_variable(ring, 0), symbolic_variable(ring, 1)}, value;
  (void)snprintf(text, sizeof text, "def f (x : real) (y : real) = %s", body);
  Program program = read(text, &module);
  arena_init(&arena, (size_t)1 << 20);
  Machine machine = machine_make(store, ring, &arena);
  assert_int_equal(source_evaluator.eval(&machine, &program, point, &value), STATUS_OK);
  size_t made = ring_mark(ring);
  Thinness found = thin_zeros(ring, value);
  assert_int_equal(ring_mark(ring), made);
  if (found != expected) fail_msg("%d, not %d: %s", found, expected, body);
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  arena_free(&arena);
  ring_release(ring, mark);
  text_free_module(&module);
}

static void test_thin(void **state) {
  (void)state;
  check_thin("x * x - 2", THIN_YES);
  check_thin("x * y - y * x + 1 / 7", THIN_YES);
  check_thin("(x + y) * (x - y) - x * x + y * y", THIN_VANISHES);
  check_thin("sqrt (x * x + 1) - 2 * x", THIN_YES);
  check_thin("sqrt (x + sqrt y) - 2", THIN_YES);
  check_thin("sqrt x * y ^ (1/3) - 2", THIN_YES);
  check_thin("sqrt (x * x) - x", THIN_UNKNOWN);
  check_thin("sqrt (x * x) + sqrt (y * y) - sqrt (x * x + y * y + 2 * sqrt (x * x * y * y))", THIN_UNKNOWN);
  check_thin("exp x - 2", THIN_YES);
  check_thin("exp (2 * x) - exp x * exp x", THIN_VANISHES);
  check_thin("exp (x + y) - exp x * exp y", THIN_VANISHES);
  check_thin("exp (x / 2) * exp (x / 2) - exp x", THIN_VANISHES);
  check_thin("exp (2 * x) - exp x", THIN_YES);
  check_thin("exp (x + 1) - 2 * exp x", THIN_YES);
  check_thin("sin (2 * x) - 2 * sin x * cos x", THIN_VANISHES);
  check_thin("cos (x - y) - cos x * cos y - sin x * sin y", THIN_VANISHES);
  check_thin("sin (2 * x) - sin x", THIN_YES);
  check_thin("log (x * y) - log x - log y", THIN_VANISHES);
  check_thin("log (x * x) - log x", THIN_YES);
  check_thin("tanh x - 1 / 2", THIN_YES);
  check_thin("sigmoid x + sigmoid (-x) - 1", THIN_VANISHES);
  check_thin("exp (sin x) - y", THIN_YES);
  check_thin("log (1 + exp x) - 2 * y", THIN_YES);
  check_thin("log (exp x) - x", THIN_UNKNOWN);
  /* identities, and what is one but for a sign or a number */
  check_thin("sqrt (x / y) * sqrt (y / x) - 1", THIN_UNKNOWN);
  check_thin("sqrt (4 * x) - 2 * sqrt x", THIN_UNKNOWN);
  check_thin("sqrt (4 * x) - 3 * sqrt x", THIN_YES);
  check_thin("(x / y) ^ (1/3) * (y / x) ^ (1/3) - 1", THIN_UNKNOWN);
  check_thin("(x / y) ^ (2/3) * (y / x) ^ (2/3) - 1", THIN_UNKNOWN);
  check_thin("(x / y) ^ (2/3) - (x / y) ^ (1/3) * (x / y) ^ (1/3)", THIN_UNKNOWN);
  check_thin("(x / y) ^ (2/3) * (y / x) ^ (2/3) - 2", THIN_YES);
  check_thin("exp (x / 2 + y / 3) * exp (x / 2 + 2 * y / 3) - exp (x + y)", THIN_VANISHES);
  check_thin("exp (x / 6) * exp (x / 10) - exp (4 * x / 15)", THIN_VANISHES);
  check_thin("exp (x / 6) * exp (x / 10) - exp (3 * x / 15)", THIN_YES);
  check_thin("exp (x + 1) - exp 1 * exp x", THIN_VANISHES);
  check_thin("exp (-x) * exp x - 1", THIN_VANISHES);
  check_thin("exp (x * y) * exp (x * x) - exp (x * (x + y))", THIN_VANISHES);
  check_thin("exp (x * y) * exp (x * x) - exp (x * (x - y))", THIN_YES);
  check_thin("sin (3 * x) - 3 * sin x + 4 * sin x * sin x * sin x", THIN_VANISHES);
  check_thin("sin (3 * x) - 3 * sin x + 5 * sin x * sin x * sin x", THIN_YES);
  check_thin("cos (2 * x) - 1 + 2 * sin x * sin x", THIN_VANISHES);
  check_thin("sin (x - y) - sin x * cos y + cos x * sin y", THIN_VANISHES);
  check_thin("sin (x - y) - sin x * cos y - cos x * sin y", THIN_YES);
  check_thin("sin (y - 2 * x) + sin (2 * x - y)", THIN_VANISHES);
  check_thin("sin (x + 1) - sin x * cos 1 - cos x * sin 1", THIN_VANISHES);
  check_thin("2 * cos (x / 2) * cos (x / 2) - 1 - cos x", THIN_VANISHES);
  check_thin("log (x * x * y) - 2 * log x - log y", THIN_VANISHES);
  check_thin("log (x * x * y) - log x - 2 * log y", THIN_YES);
  check_thin("log (x / y) - log x + log y", THIN_VANISHES);
  check_thin("log (x / y) - log x - log y", THIN_YES);
  check_thin("log (2 * x) - log 2 - log x", THIN_VANISHES);
  check_thin("log (-2 * x) - log 2 - log (-x)", THIN_VANISHES);
  check_thin("log (3 * x) - log 2 - log x", THIN_YES);
  check_thin("log (x * x - y * y) - log (x - y) - log (x + y)", THIN_VANISHES);
  check_thin("tanh (2 * x) * (1 + tanh x * tanh x) - 2 * tanh x", THIN_VANISHES);
  check_thin("2 * sigmoid (2 * x) - 1 - tanh x", THIN_VANISHES);
  check_thin("2 * sigmoid x - 1 - tanh x", THIN_YES);
  /* analytic everywhere, or not for all that is known */
  check_thin("exp (1 / x) - 2", THIN_UNKNOWN);
  check_thin("exp (1 / (1 + x * x)) - 2", THIN_YES);
  check_thin("exp (sin x / x) - y", THIN_UNKNOWN);
  check_thin("exp (sin x / (1 + x * x)) - y", THIN_YES);
  check_thin("log (sin x) - y", THIN_UNKNOWN);
  check_thin("log (x + exp x) - y", THIN_UNKNOWN);
  check_thin("log ((1 + exp x) / (2 + exp x)) - y", THIN_YES);
  check_thin("log ((x + exp x) / (2 + exp x)) - y", THIN_UNKNOWN);
  check_thin("log ((1 + exp x) / (x + exp x)) - y", THIN_UNKNOWN);
  check_thin("sqrt (2 + exp (sin x)) - y", THIN_YES);
  check_thin("sqrt (exp (sin x) - 1) - y", THIN_UNKNOWN);
  check_thin("(2 + exp (sin x)) ^ (1/3) - y", THIN_YES);
  check_thin("(exp (sin x) - 1) ^ (1/3) - y", THIN_UNKNOWN);
  check_thin("atan (sin x) - y", THIN_YES);
  check_thin("asin (sin x) - y", THIN_UNKNOWN);
  check_thin("(8 * x - 7) * (exp (sin x) + 1)", THIN_YES); /* 0 at a point that is tried */
  /* numbers that cancel, whichever of them is met first */
  check_thin("(exp 1 * exp 1 - exp 2) * x", THIN_UNKNOWN);
  check_thin("(exp 1 * exp 1 - exp 2) * x + (exp 1 - 1) * y", THIN_YES);
  check_thin("(exp 1 - 1) * x + (exp 1 * exp 1 - exp 2) * y", THIN_YES);
  check_thin("exp 1 * x - y", THIN_YES);
  check_thin("(log 4 - 2 * log 2) * x", THIN_UNKNOWN);
  check_thin("(2 * log 2 - log 4) * x + 0 * y", THIN_UNKNOWN);
  check_thin("(atan (1/2) + atan (1/3) - atan 1) * x", THIN_UNKNOWN);
  check_thin("(atan 1 - atan (1/2) - atan (1/3)) * exp x", THIN_UNKNOWN);
  check_thin("(atan 1 - atan (1/2)) * exp x", THIN_YES);
  /* at the limits, and beyond them */
  check_thin("x ^ (1/8) - 2", THIN_YES);
  check_thin("x ^ (1/9) - 2", THIN_UNKNOWN);
  check_thin("exp (x / 64) - log x", THIN_YES);
  check_thin("exp (x / 65) - log x", THIN_UNKNOWN);
  check_thin("log x - exp (x / 64)", THIN_YES);
  check_thin("exp (sin x) - exp (sin (x + 1/4))", THIN_YES);
}

/* Of one input and one atom, whose generators are the last and the first that there are. */
static void test_thin_small(void **state) {
  (void)state;
  R = ring_symbolic_new(1, 1, 60);
  assert_non_null(R);
  Scalar x = var(0), log = fun(RING_LOG, x);
  size_t made = ring_mark(symbolic_self(R)->numbers);
  assert_int_equal(thin_zeros(R, sub(log, num(1))), THIN_YES);
  assert_int_equal(thin_zeros(R, mul(log, x)), THIN_YES);
  assert_int_equal(thin_zeros(R, sub(log, x)), THIN_YES);
  assert_int_equal(ring_mark(symbolic_self(R)->numbers), made);
  ring_destroy(R);
}

/* What a path says of its leaf is not said of all inputs, and a failure is left as it was. */
static void test_thin_on_path(void **state) {
  (void)state;
  static Path path;
  R = ring_symbolic_new(2, 8, 60);
  assert_non_null(R);
  Scalar x = var(0), deep = fun(RING_EXP, fun(RING_SIN, fun(RING_LOG, x))), power = fun(RING_EXP, x);
  path_open(&path);
  path.choices = 1;
  path.choice[0] = 1;
  symbolic_set_path(R, &path);
  assert_int_equal(symbolic_sign(R, x), 1);
  assert_int_equal(thin_zeros(R, sub(deep, var(1))), THIN_UNKNOWN);
  assert_ptr_equal(symbolic_self(R)->path, &path);
  ring_fail(R, STATUS_LIMIT);
  assert_int_equal(thin_zeros(R, x), THIN_YES);
  assert_int_equal(thin_zeros(R, power), THIN_YES);
  assert_int_equal(ring_take_status(R), STATUS_LIMIT);
  ring_destroy(R);
}

/* -------------------------------------------------------------- verdicts -- */

static ForAll judge(const char *source, const char *impostor, uint64_t *refuted) {
  Fixture *f = fixture_make(NULL, (BatteryOptions){.laws = law_set_all(), .engines = ENGINES_CHAD, .seed = 1});
  ForAll found = fixture_judge(f, source, impostor);
  *refuted = tally_total(&f->tally, OUTCOME_REFUTED);
  bool counted =
      outcomes_for_all(f->tally.count[LAW_AD_FWD][1]) > 0 && outcomes_for_all(f->tally.count[LAW_AD_REV][2]) > 0;
  assert_true(!for_all_decided(found) || counted);
  fixture_free(f);
  return found;
}

static void check(const char *source, const char *impostor, ForAll expected) {
  uint64_t refuted = 0;
  ForAll found = judge(source, impostor, &refuted);
  if (found != expected || (refuted > 0 && expected != FOR_ALL_OPEN))
    fail_msg("%d, not %d, %llu refuted:\n%s\n%s", found, expected, (unsigned long long)refuted, source, impostor);
}

static void check_right(const char *source) { check(source, source, FOR_ALL_PATHS); }
static void check_outside(const char *source) { check(source, source, FOR_ALL_ALMOST); }

/* Wrong on an interval or a half-line: never proved, outside a thin set neither. */
static void test_fat(void **state) {
  (void)state;
  check("def f (x : real) = if x < 12.3 then x else "
        "(if x < 12.3001 then (if sqrt (x * x) == x then x else 2 * x) else x)",
        "def f (x : real) = if x < 12.3 then x else (if x < 12.3001 then 17 * x else x)", FOR_ALL_OPEN);
  check("def f (x : real) = if x < 1/3 then x else (if exp (2 * x) == exp x * exp x then x else log (-1))",
        "def f (x : real) = if x < 1/3 then x else 17 * x", FOR_ALL_OPEN);
  check("def f (x : real) = x", "def f (x : real) = if sqrt (x * x) == x then x else 2 * x", FOR_ALL_OPEN);
  check("def f (x : real) = x", "def f (x : real) = if max x 0 == x then x else 2 * x", FOR_ALL_OPEN);
  /* wrong inside a half-line that nothing else touches */
  check("def f (x : real) = if sqrt (x * x) == x then x else (if x < -5 then x else log (-1))",
        "def f (x : real) = if x < -5 then x else 17 * x", FOR_ALL_OPEN);
  check("def f (x : real) = x", "def f (x : real) = x + max 0 (min (x - 5) (1 - (x - 5) * 1000))", FOR_ALL_OPEN);
  check("def f (x : real) = let u = sqrt (x * x) - x in u * u",
        "def f (x : real) = if sqrt (x * x) == x then x else 4 * x * x", FOR_ALL_OPEN);
  /* nothing of the derivative's is taken to be defined: 1 / sqrt x has no sign at x < 0 */
  check("def f (x : real) = x * x", "def f (x : real) = if sqrt x < -1 then x else x * x", FOR_ALL_OPEN);
  check("def f (x : real) = if x < 0 then x * x else x",
        "def f (x : real) = if x < 0 then (if sqrt x < -1 then x else x * x) else x", FOR_ALL_OPEN);
  /* flat, and defined, where its derivative divides by 0 */
  check("def f (x : real) = sqrt (max x 0)", "def f (x : real) = sqrt (max x 0)", FOR_ALL_OPEN);
}

/* Wrong at a point or on a curve: proved outside it, and no more. */
static void test_thin_sets(void **state) {
  (void)state;
  check_outside("def f (x : real) = if x == 0 then 0 else x");
  check_outside("def f (x : real) = if 7 * x == 22 then 22 else 7 * x");
  check_outside("def f (x : real) = max 0 (max 0 x) - max 0 x");
  check_outside("def f (x : real) = abs x * sign x");
  check_outside("def f (x : real) = max x (max (2 * x) (3 * x)) + min x (min (2 * x) (3 * x))");
  check_outside("def f (x : real) (y : real) = if x == y then x else y");
  check_outside("def f (x : real) (y : real) = if x * x + y * y <= 0 then 0 else x");
  check_right("def f (x : real) (y : real) = if (y - x * x) * (y - 2 * x * x) < 0 then x else 0");
  check_outside("def f (x : real) = if x == 0 then 1 else sin x / x");
  check_outside("def f (x : real) = x * sqrt (x * x)");
  check_outside("def f (x : real) (y : real) = sqrt (x * x + y * y)");
  check_right("def f (x : real) = if x == 13 then 5 else x"); /* a jump: no derivative there */
  check("def f (x : real) = if x == 13 then 5 else x", "def f (x : real) = if x == 13 then 5 * x else x",
        FOR_ALL_ALMOST); /* another value */
  check("def f (x : real) = x", "def f (x : real) = if x == 13 then 5 * x - 52 else x", FOR_ALL_ALMOST);
  check("def f (x : real) (y : real) = x", "def f (x : real) (y : real) = if x * x == 2 * y then 2 * x else x",
        FOR_ALL_ALMOST);
  check("def f (x : real) (y : real) = abs x * y",
        "def f (x : real) (y : real) = if x == 0 then x * (1 - y) * (2 - y) else abs x * y", FOR_ALL_ALMOST);
  check("def f (x : real) = abs x + max 0 (x * x * (x - 1))", "def f (x : real) = abs x + max 0 (x * x * (x - 1))",
        FOR_ALL_PATHS);
  check("def f (x : real) = let t = 7 * x - 22 in if t * t * (x - 9) < 0 then x else x + t",
        "def f (x : real) = let t = 7 * x - 22 in if t * t * (x - 9) < 0 then x else x + t", FOR_ALL_ALMOST);
}

/* A value at the edge of a function's domain, or where its normal form does not stand for it, is a value: what
 * is wrong there is not passed over. */
static void test_edges(void **state) {
  (void)state;
  const char *seventeen = "def f (x : real) = if x < 0 then 17 * x else x";
  check("def f (x : real) = if x < 0 then tgamma x else x", seventeen, FOR_ALL_OPEN);
  check("def f (x : real) = if x < 0 then lgamma (-1/2) else x", seventeen, FOR_ALL_OPEN);
  check("def f (x : real) = if x < 0 then asin 1 else x", seventeen, FOR_ALL_OPEN);
  check("def f (x : real) = if x < 0 then cbrt 0 else x", seventeen, FOR_ALL_OPEN);
  check("def f (x : real) = if x < 0 then pow 0 2 else x", seventeen, FOR_ALL_OPEN);
  const char *circle = "def f (x : real) (y : real) = if x * x + y * y == 1 then 17 * x else x";
  check("def f (x : real) (y : real) = if x * x + y * y == 1 then sqrt (x * x + y * y - 1) + x else x", circle,
        FOR_ALL_ALMOST);
  check("def f (x : real) (y : real) = if x * x + y * y == 1 then asin (x * x + y * y) + x - 2 * atan 1 else x", circle,
        FOR_ALL_ALMOST);
  check("def f (x : real) = cbrt x + (if x == 0 then 0 else x - cbrt x)",
        "def f (x : real) = if x == 0 then 17 * x else x", FOR_ALL_ALMOST);
  check_outside("def f (x : real) = cbrt x * x");
  check_outside("def f (x : real) = pow (x * x) 2");
  check("def f (x : real) = tgamma (x * x + 1)", "def f (x : real) = tgamma (x * x + 1)", FOR_ALL_SYMBOLIC);
}

/* At the end of a root's domain that a guard keeps the program to, it is defined on both sides. */
static void test_guarded_roots(void **state) {
  (void)state;
  check_outside("def f (x : real) = if x < 0 then x else (if sqrt x == 0 then 0 else x)");
  check_outside("def f (x : real) (y : real) = if x < y then x + y else (if sqrt (x - y) == 0 then 2 * y else x + y)");
  check_outside("def f (x : real) = if x < 0 then 0 else pow x 3");
  check_outside("def f (x : real) (y : real) = if y == 0 then x + 0 * sqrt (x * x + y) else x");
  check_outside("def f (x : real) = (1 - cos x) * sqrt (1 - cos x)"); /* negative nowhere */
  /* a root that is 0 on a half-line: nothing is claimed outside of it */
  const char *half = "def f (x : real) = let r = sqrt (sqrt (x * x) - x) in r * r + x";
  check(half, half, FOR_ALL_OPEN);
  check(half, "def f (x : real) = let r = sqrt (sqrt (x * x) - x) in if r == 0 then 17 * x else r * r + x",
        FOR_ALL_OPEN);
  check_right("def f (x : real) = if x <= 0 then 0 else x * sqrt x");
  check_right("def f (x : real) (y : real) = sqrt y * (if x == 0 then x else x)");
  check_right("def f (x : real) (y : real) = sqrt y * (if x < 0 then neg x else x)");
  check_right("def f (x : real) = min (1 / 2) (sqrt x)"); /* the root is taken before it is compared */
  check_right("def f (x : real) (y : real) = max (sqrt y) x");
}

/* A leaf that is cut at a limit may be another one: the point in both refutes no tier. */
static void test_limits(void **state) {
  (void)state;
  const BatteryOptions options = {.laws = law_set_all(), .thorough = true, .seed = 1};
  const char *source =
      "def f (x : real) = if max x 0 < 0 then x else if acos x < 1 / 3 then x else log (1 + x) * sqrt x";
  Fixture *f = fixture_make(NULL, options);
  (void)fixture_judge(f, source, source);
  assert_int_equal(tally_total(&f->tally, OUTCOME_REFUTED), 0);
  fixture_free(f);
}

/* Right everywhere where there is a derivative. */
static void test_right(void **state) {
  (void)state;
  check_right("def f (x : real) = if x < 12.3 then x else (if sqrt (x * x) == x then x * x else 2 * x)");
  check_right("def f (x : real) = if x < 1/3 then x else (if exp (2 * x) == exp x * exp x then x else log (-1))");
  check_right("def f (x : real) = max 0 x");
  check_right("def f (x : real) = abs x * x");
  check_right("def f (x : real) (y : real) = abs x * y");
  check_right("def f (x : real) (y : real) = max x y + abs (x - 1)");
  check_right("def f (x : real) (y : real) (z : real) = if x == y then x else z");
  check_right("def f (x : real) (y : real) = if x * x < y then x else y");
  check_right("def f (x : real) (y : real) = if x * y < 0 then x else y");
  check_right(
      "def f (x : real) (y : real) (z : real) = if x < y then x else if y < z then y else if x < z then z else 1");
  check_right("def f (x : real) = let a = abs x in let m = min a 1 in m * (a - m / 2)");
  check_right("def f (x : real) = max x 0 + log (1 + exp (-abs x))");
  check_right("def f (x : real) = if x < 0 then x * x else if 0 < x then x else 7");
  check_right("def f (x : real) = abs (sin x)");
  check_right("def f (x : real) = if x * x == 2 then 1 else x * x");
  check("def f (x : real) = if sqrt 4 == 2 then x else 5", "def f (x : real) = x", FOR_ALL_SYMBOLIC);
}

/* A rule that somebody brings: the slope of a function of x. */
static ForAll judge_rule(const char *value, const char *slope, uint64_t *refuted) {
  Primitive primitive;
  Tally *tally = calloc(1, sizeof *tally);
  Witness *witnesses = calloc(LAW_COUNT, sizeof *witnesses);
  assert_true(tally != NULL && witnesses != NULL);
  specification_read(store, &primitive,
                     "primitive f (x : real) : real\nvalue = %s\njvp = scale(%s; v)\nvjp = scale(%s; v)\n", value,
                     slope, slope);
  const GivenRules rules = {.forward = &primitive.forward, .reverse = &primitive.reverse};
  battery_check_rules(battery, &primitive.definition->program, &rules, 1, tally, witnesses);
  ForAll found = battery_verdict(battery)->found;
  bool counted = outcomes_for_all(tally->count[LAW_AD_FWD][1]) > 0;
  assert_int_equal(counted, for_all_decided(found));
  *refuted = tally_total(tally, OUTCOME_REFUTED);
  primitive_free(&primitive);
  free(tally);
  free(witnesses);
  return found;
}

static void check_rule(const char *value, const char *slope, ForAll expected) {
  uint64_t refuted = 0;
  ForAll found = judge_rule(value, slope, &refuted);
  if (found != expected) fail_msg("%d, not %d: %s, slope %s", found, expected, value, slope);
}

/* What is wrong at a few points alone is refuted at one of them. */
static void test_refuted_at_points(void **state) {
  (void)state;
  static const char *const slopes[] = {"if (x - 1/3) * (x - 2/3) == 0 then 17 else 1", "if x == 12.3 then 1.1 else 1",
                                       "if x * x == 4 then 17 else 1",
                                       "if x < 12.3 then 1 else (if x <= 12.3 then 2 else 1)"};
  for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
    uint64_t refuted = 0;
    (void)judge_rule("x", slopes[k], &refuted);
    if (refuted == 0) fail_msg("not refuted: %s", slopes[k]);
  }
  uint64_t refuted = 0;
  (void)judge_rule("x", "if (x - 1/3) * (x - 2/3) == 0 then 1 else 1", &refuted);
  assert_int_equal(refuted, 0);
}

static void test_rules(void **state) {
  (void)state;
  check_rule("if sqrt (x * x) == x then x else 2 * x", "if x < 0 then 2 else 1", FOR_ALL_OPEN);
  check_rule("if sqrt (x * x) == x then x else 2 * x", "2", FOR_ALL_OPEN); /* on x > 0 the slope is 1 */
  check_rule("if sqrt (x * x) == x then x else 2 * x", "if sqrt (x * x) == x then 2 else 2", FOR_ALL_OPEN);
  check_rule("if x < 12.3 then x else (if x < 12.3001 then (if sqrt (x * x) == x then x else 2 * x) else x)",
             "if x < 12.3 then 1 else (if x < 12.3001 then 17 else 1)", FOR_ALL_OPEN);
  check_rule("if x < 12.3 then x else (if x < 12.3001 then (if sqrt (x * x) == x then x else 2 * x) else x)", "1",
             FOR_ALL_ALMOST);
  check_rule("if x < 1/3 then x else (if exp (2 * x) == exp x * exp x then x else log (-1))",
             "if x < 1/3 then 1 else 17", FOR_ALL_OPEN);
  check_rule("if x < 1/3 then x else (if exp (2 * x) == exp x * exp x then x else log (-1))", "1", FOR_ALL_PATHS);
  check_rule("if 7 * x == 22 then 22 else 7 * x", "if 7 * x == 22 then 0 else 7", FOR_ALL_ALMOST);
  check_rule("if 7 * x == 22 then 22 else 7 * x", "7", FOR_ALL_PATHS);
  check_rule("let t = 7 * x - 22 in if t * t * (x - 9) < 0 then x else x + t",
             "let t = 7 * x - 22 in if t * t * (x - 9) < 0 then 1 else 8", FOR_ALL_ALMOST);
  check_rule("x", "if x == 13 then 5 else 1", FOR_ALL_ALMOST);
  check_rule("x", "if x * x == 2 then 5 else 1", FOR_ALL_ALMOST);
  check_rule("x", "if exp x == 2 then 5 else 1", FOR_ALL_ALMOST);
  check_rule("x", "1 + max 0 (min (x - 5) (1 - (x - 5) * 1000000000000))", FOR_ALL_OPEN);
  check_rule("x", "if sqrt (x * x) == x then 1 else 2", FOR_ALL_OPEN);
  check_rule("x", "if exp (2 * x) == exp x * exp x + max x 0 then 1 else 2", FOR_ALL_OPEN);
  check_rule("x", "if x * x + 1 == 0 then 5 else 1", FOR_ALL_SYMBOLIC);
  check_rule("x", "if exp x < 0 then 5 else 1", FOR_ALL_SYMBOLIC);
  check_rule("x", "if sin x * sin x + cos x * cos x < 1 then 5 else 1", FOR_ALL_SYMBOLIC);
  check_rule("abs x", "sign x", FOR_ALL_ALMOST); /* it claims a derivative at 0 */
  check_rule("if x < 0 then 0 else 1", "0", FOR_ALL_ALMOST);
  check_rule("if x < 0 then 0 else x * x", "if x < 0 then 0 else 2 * x", FOR_ALL_PATHS);
  check_rule("abs x * x", "2 * abs x", FOR_ALL_PATHS);
  check_rule("x * sqrt (x * x)", "if x == 0 then 17 else 2 * sqrt (x * x)", FOR_ALL_ALMOST);
  check_rule("abs x * x", "if x == 0 then 3 else 2 * abs x", FOR_ALL_ALMOST);
  check_rule("x", "x / x", FOR_ALL_OPEN); /* undefined at 0, where the slope is 1 */
  check_rule("x", "if x == 0 then 1 else x / x", FOR_ALL_PATHS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_thin),
      cmocka_unit_test(test_thin_small),
      cmocka_unit_test(test_thin_on_path),
      cmocka_unit_test(test_fat),
      cmocka_unit_test(test_thin_sets),
      cmocka_unit_test(test_right),
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_guarded_roots),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_refuted_at_points),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
