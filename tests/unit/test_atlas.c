/* The atlas: regions, what happens on boundaries, and witnesses. */
#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"
#include "tests/unit/judging.h"
#include "verify/laws/boundary/kinks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {"x", "y", "z", "w"};

static Status look(const char *text, Kinks *kinks) {
  Module module = module_read(store, text);
  Status status = battery_kinks(battery, &module.definitions[0].program, names, kinks);
  text_free_module(&module);
  return status;
}

/* So many regions proved and empty, and boundaries of each kind; nothing open. */
static void check(const char *text, uint32_t proved, uint32_t empty, const char *kinds) {
  Kinks kinks;
  uint32_t found[2] = {0, 0};
  char kept[16] = "";
  assert_int_equal(look(text, &kinks), STATUS_OK);
  assert_int_equal(kinks.atlas_status, STATUS_OK);
  assert_int_equal(kinks.refuted, 0);
  for (uint32_t k = 0; k < kinks.sink.count; k++) {
    found[0] += strcmp(kinks.sink.lines[k].verdict, "decided") == 0;
    found[1] += strcmp(kinks.sink.lines[k].verdict, "empty") == 0 && !kinks.sink.lines[k].boundary;
  }
  for (uint32_t k = 0; k < kinks.atlas.count; k++) {
    const Boundary *boundary = &kinks.atlas.boundaries[k];
    kept[k] = "skjeu"[boundary->kind];
    if (boundary->kind == BOUNDARY_KINK && boundary->rational) {
      assert_true(kinks.conventions[k].engines > 0);
      assert_int_equal(kinks.conventions[k].agreeing, kinks.conventions[k].engines);
    }
  }
  if (found[0] != proved || found[1] != empty || strcmp(kept, kinds) != 0)
    fail_msg("%u proved, %u empty, boundaries %s: %s", found[0], found[1], kept, text);
  kinks_free(&kinks);
}

/* s: smooth to first order, k: kink, j: jump, e: edge of the domain, u: undecided. */
static void test_kinds(void **state) {
  (void)state;
  check("def f (x : real) = x * x", 1, 0, "");
  check("def f (x : real) = abs x", 2, 0, "k");
  check("def f (x : real) (y : real) = max x y", 2, 0, "k");
  check("def relu (x : real) = max 0 x", 2, 0, "k");
  check("def leaky (x : real) = max (x / 10) x", 2, 0, "k");
  check("def clamp (x : real) = max (-1) (min 1 x)", 3, 0, "kk");
  check("def huber (x : real) = let a = abs x in let m = min a 1 in m * (a - m / 2)", 4, 0, "sss");
  check("def f (x : real) = x * max 0 x", 2, 0, "s");
  check("def f (x : real) = sign x", 2, 0, "j");
  check("def f (x : real) = x * sign x + sign (x - 1)", 3, 0, "kj");
  check("def f (x : real) = sign (x * x)", 1, 0, "j");
  check("def f (x : real) (y : real) = abs (x * x + y * y)", 1, 0, "");
  check("def f (x : real) = abs x / x", 2, 0, "e");
  check("def f (x : real) (y : real) = max x (x + y * y + y + 1)", 1, 1, "");
  check("def f (x : real) = abs (sin x)", 2, 0, "k");
  check("def f (x : real) (y : real) = abs (exp x - y)", 2, 0, "k");
  check("def f (x : real) = (abs x, sign x)", 2, 0, "j");
  /* the values of functions at the boundary are numbers, not any that a solver takes for them */
  check("def f (x : real) = if x < 0 then atan x else x", 2, 0, "s");
  check("def f (x : real) = if x < 0 then erf x else 2 * x", 2, 0, "k");
  check("def f (x : real) = if x < 1 then atan x else atan 1 + (x - 1) / 2", 2, 0, "s");
  check("def f (x : real) = if x < 1 then atan x else atan 1 + 1", 2, 0, "j");
  check("def f (x : real) = if x < 0 then j1 x else x / 2", 2, 0, "u");
  check("def f (x : real) (y : real) = sin (max x y) * 2", 2, 0, "k");
  check("def f (x : real) (y : real) = if x < y then atan x else atan y", 2, 0, "k");
  check("def f (x : real) (y : real) = if x < y + 1 then atan (x - 1) else atan y * (1 + (x - y - 1) * (x + 3))", 1, 0,
        "k");
  check("def f (x : real) = if x < 0 then -x else x", 2, 0, "k");
  check("def f (x : real) = if x < 0 then 0 else x * x", 2, 0, "s");
  check("def f (x : real) = if x < 0 then 0 else 1", 2, 0, "j");
  check("def f (x : real) = if x * x < 0 then x else 2 * x", 1, 0, "");
  check("def f (x : real) (y : real) = if x * x + y * y + 1 < x then 0 else y", 1, 1, "");
  check("def f (x : real) (y : real) = if x * x + y * y + 1 < 2 * x then 0 else y", 1, 1, "s");
  check("def f (x : real) (y : real) = if 2 * x < x * x + y * y + 1 then y else 1", 1, 0, "j");
  check("def f (x : real) = if x <= 0 then 0 else sqrt x", 2, 0, "e");
  check("def f (x : real) = if x < 0 then log (-2) else x * x", 1, 0, "e"); /* there is nothing on one side */
  check("def f (x : real) (y : real) = if x < 0 then x * y else if y < 0 then log (-2) else x * y", 2, 0, "see");
  check("def f (x : real) (y : real) = if x * x + y * y + 1 < x then log (-2) else y", 1, 1, "");
  /* on a part of the boundary the program is another than beside it; on one it is nothing */
  check("def f (x : real) (y : real) = if y == x * x then (if 0 < x then 1 else 0) else 0", 1, 0, "j");
  check("def f (x : real) (y : real) = if y == x then (if 5 < x then x else 0) else abs (y - x)", 2, 0, "jk");
  check("def f (x : real) (y : real) = if x * y == 0 then (if x + y == 3 then 1 else 0) else 0", 1, 0, "j");
  check("def f (x : real) (y : real) = if y == x then (if 5 < x then y else x) else x", 1, 0, "s");
  check("def f (x : real) (y : real) = if y == x then (if 5 < x then log (-2) else 0) else 0", 1, 0, "u");
  /* 0 is tested for by itself, and then the sides of it */
  check("def f (x : real) = if x == 0 then 0 else abs x", 2, 0, "k");
  check("def f (x : real) = if x == 0 then 0 else if x < 0 then 1 else 2", 2, 0, "j");
  check("def f (x : real) = if x == 0 then 0 else if x < 0 then 0 else x * x", 2, 0, "s");
  check("def f (x : real) = if x == 0 then 7 else if x < 0 then x else 2 * x", 2, 0, "j");
  check("def f (x : real) (y : real) = if x * y * y == x then 0 else if x < 0 then 0 else x", 2, 0, "ukj");
  check("def f (x : real) = if exp x == 1 then 3 else if x < 0 then -x else x", 2, 0, "j");
  check("def f (x : real) (y : real) = if x == 0 then (if y == 0 then 1 else y) else abs x + y", 2, 0, "j");
  check("def f (x : real) (y : real) = if 0 < x * y then (if x < 0 then 1 else 2) else 3", 3, 0, "jj");
  check("def f (y : real) (x : real) = atan2 y x", 1, 0, "j"); /* by its germ: of two limits none is known */
  check("def f (y : real) = atan2 y (-2)", 1, 0, "j");
  check("def f (x : real) = copysign x 2", 2, 0, "k");
  check("def f (x : real) = copysign 1 x * x", 2, 0, "u"); /* the limits agree, at 0 it is undefined */
}

/* Regions that meet where several guards are 0, which have no factor in common; sides that have no value there; guards
 * that do not change their sign: what is told is so, and what is not known is undecided.  By the mathematics of each:
 * `u` where it stands for a kink, a jump or a smooth join. */
static void test_meetings(void **state) {
  static const char *const programs[][2] = {
      {"def f (x : real) = abs x + abs (exp x - 1)", "k"},
      {"def f (x : real) = sign x + sign (exp x - 1)", "j"},
      {"def f (x : real) = (if x < 0 then 0 else 1) + (if exp x < 1 then 0 else 1)", "j"},
      {"def f (x : real) (y : real) = abs (x - y) + abs (exp x - exp y)", "uu"},
      {"def f (x : real) (y : real) = abs (x - y) + abs (sqrt x - sqrt y)", "uu"},
      {"def f (x : real) = abs x + abs (sinh x)", "k"},
      {"def f (x : real) = abs x + abs (expm1 x)", "k"},
      {"def f (x : real) = max 0 x + max 0 (sqrt (1 + x) - 1)", "k"},
      {"def f (x : real) = max 0 (sigmoid x - 1/2) + max 0 x", "k"},
      {"def f (x : real) = max x 0 + max (exp x) 1", "k"},
      {"def f (x : real) = abs (x - 1) + abs (sqrt x - 1)", "k"},
      {"def f (x : real) = abs (x-1) + abs (x^(3/2) - 1)", "k"},
      {"def f (x : real) = max (asinh (abs x)) (2 * x)", "k"},
      {"def f (x : real) = max (exp x) (max 1 (1 - x))", "k"},
      {"def f (x : real) = max (exp x) (max 1 (1 + x))", "k"},
      {"def f (x : real) = max (sqrt x) (max 1 x)", "k"},
      {"def f (x : real) = min x (max (sqrt x) 1)", "kuu"},
      {"def f (x : real) = max x (min (sqrt x) 1)", "kue"},
      {"def f (x : real) = max 1 (max x (x^(3/2)))", "uuk"},
      {"def f (x : real) = abs x + abs (log1p x)", "k"},
      {"def f (x : real) = abs (log x) + abs (x - 1)", "k"},
      {"def f (x : real) = max 0 (tanh x) + max 0 x", "k"},
      {"def f (x : real) = abs x + abs (atan x)", "uk"},
      {"def f (x : real) = if x < 0 then (if exp x < 1 then 3 else 5) else 0", "j"},
      {"def f (x : real) = if x < 0 and exp x < 1 then 1 else 2", "j"},
      {"def f (x : real) (y : real) = if x < y then (if exp x < exp y then 3 else 4) else 0", "ju"},
      {"def f (x : real) = min x (sqrt (min x 4) + 2)", "k"},
      {"def f (x : real) = let a = min x 1 in if x < sqrt a then x else 2", "je"},
      {"def f (x : real) = if x < 1 then (if 0 < sqrt x - x then 3 else 1) else 1", "je"},
      {"def f (x : real) (y : real) = let a = min x 1 in min x (sqrt a) * y", "ue"},
      {"def f (x : real) (y : real) = if x < 1 then (if 0 < sqrt x - x then x * y else y) else y", "ue"},
      {"def f (x : real) = min x (1 + log (min x 1))", "ku"},
      {"def f (x : real) = min x (exp (min x 1 - 1))", "ku"},
      {"def f (x : real) = hypot (atan x) (abs x)", "eu"},
      {"def f (x : real) = sqrt (erf x * erf x) + x * abs x", "eu"},
      {"def f (x : real) = cbrt (atan x) + x * abs x", "eu"},
      {"def f (x : real) = hypot (atan x) (max x 0)", "euu"},
      {"def f (x : real) = sqrt (erf (x*x)) + x * abs x", "eu"},
      {"def f (x : real) = if x > 0 then max 1 (sin x / x) else x", "j"},
      {"def f (x : real) = if x > 0 then max 1 (log x) else x", "uu"},
      {"def f (x : real) = if x > 0 then max 1 (x * log x) else x", "uu"},
      {"def f (x : real) = if x > 0 then max 1 (atan2 x x) else abs x", "uj"},
      {"def f (x : real) = if x > 0 then max 1 (sqrt x) else x", "kj"},
      {"def f (x : real) = if x > 0 then max 2 (1 - 1/x) else x", "j"},
      {"def f (x : real) = if x * x <= x * sinh x then 0 else 1", "u"},
      {"def f (x : real) = if 1 + x*x/2 <= cosh x then 0 else 1", "u"},
      {"def f (x : real) = if sinh x * sinh x < x * x then 1 else 0", "u"},
      {"def f (x : real) = if x * erf x < x * sin x then 1 else 0", "u"},
      {"def f (x : real) = if x <= pow x x then 0 else 1", "uu"},
      {"def f (x : real) = (if 1 + x * x / 2 <= cosh x then 0 else 1) * j0 x", "u"},
      {"def f (x : real) = if x + 2 < 0 then sqrt x else log x", ""}, /* on both sides of -2 there is nothing */
      {"def f (x : real) = if x + 1 < 0 then log x else pow x x", ""},
      {"def f (x : real) = if x <= pow x x then x else 2*x", "uu"},
      {"def f (x : real) = cbrt (erf x) + abs x", "eu"},
      {"def f (x : real) (y : real) = max x (min y (x*y))", "kksk"},
      {"def f (x : real) = if exp x < 1 then (if x < 0 then 3 else 5) else 0", "jj"},
      {"def f (x : real) = if x > 0 then (if 1/x < 5 then 1 else 2) else 3", "jj"},
      {"def f (x : real) = if x > 0 then (if exp (-(1/x)) < 1/2 then 1 else 2) else 1", "uu"},
      {"def f (x : real) = if x < 0 then (if log (-x) < 0 then 1 else 2) else 1", "je"},
      {"def f (x : real) (y : real) = abs (abs x - abs y)", "kkkk"},
      {"def f (x : real) (y : real) = max (abs x) (abs y)", "kssk"},
      {"def f (x : real) = if log x < 0 then (if x < 1 then 1 else 2) else 3", "j"},
      {"def f (x : real) (y : real) = abs (exp x - y) + abs (x - log y)", "uu"},
      /* parts of a boundary where a side has no derivative by its form; zeros of roots; regions that hold where a guard
         is 0 */
      {"def f (x : real) = if x * (x - 1) < 0 then 0 else sqrt (x * x) * (x - 1)^2", "ue"},
      {"def f (x : real) = if x * (x - 1) < 0 then 1 else 1 + cbrt x * (x - 1) * (x - 1)", "ue"},
      {"def f (x : real) = if 1 / x < 1 then x * x else 2 * x - 1", "u"},
      {"def f (x : real) = if exp ((x - 1) * (x - 2)) - (1 + (x - 1) * (x - 2)) /= 0 or sqrt ((x - 2) * (x - 2)) * (x "
       "- 2) < 0 then (x - 1) * (x - 1) else x * 0",
       "u"},
      {"def f (x : real) = if x < 1/2 then (if exp (x * (x - 1)) <= 1 + x * (x - 1) then 0 else 0) else (if exp (x * "
       "(x - 1)) <= 1 + x * (x - 1) then 8 else 0)",
       "ssj"},
      {"def f (x : real) = if 0 < exp (x * (x + 1)) - 1 - x * (x + 1) then 2 * x else 3 * x", "u"},
      {"def f (x : real) (y : real) = if exp x <= 1 + x and y > 5 then 7 else 0", "us"},
      {"def f (x : real) (y : real) = if sqrt (1 + x * x) <= 1 and y > 5 then 7 else 0", "js"},
      {"def f (x : real) = if sqrt (x * x) == 0 then 7 else abs (x - 1)", "kj"},
      {"def f (x : real) = sign (sqrt (x * x))", "j"},
      {"def f (x : real) (y : real) = if sqrt ((x - y) * (x - y)) <= 0 then y * y else x", "u"},
      {"def f (x : real) = sqrt (x * x) + abs (x - 1)", "ke"},
      {"def f (x : real) = sqrt (x^2 * (x^2 + 1))", "e"},
      {"def f (x : real) (y : real) = if x * y < 0 then 0 else sqrt (x * x) * y * y", "uu"},
      {"def f (x : real) (y : real) = abs x + sqrt y", "k"},
      {"def f (x : real) (y : real) = hypot x y", ""},
      {"def f (x : real) (y : real) = sqrt (x * y)", ""},
      {"def f (x : real) (y : real) = sqrt ((x - y) * (x - y)) + x", "u"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    Kinks kinks;
    char kept[16] = "";
    assert_int_equal(look(programs[i][0], &kinks), STATUS_OK);
    for (uint32_t k = 0; k < kinks.atlas.count && k < 15; k++) kept[k] = "skjeu"[kinks.atlas.boundaries[k].kind];
    if (strcmp(kept, programs[i][1]) != 0) fail_msg("boundaries %s: %s", kept, programs[i][0]);
    kinks_free(&kinks);
  }
}

/* A witness is on its boundary, as an exact rational or enclosed, with the values
 * there on both sides. */
static void test_witnesses(void **state) {
  (void)state;
  Kinks kinks;
  assert_int_equal(look("def f (x : real) (y : real) = abs (3 * x - 2) + y", &kinks), STATUS_OK);
  assert_int_equal(kinks.atlas.count, 1);
  const Boundary *boundary = &kinks.atlas.boundaries[0];
  assert_string_equal(boundary->guard, "x = 2/3");
  assert_true(boundary->rational && mpq_cmp_si(boundary->point[0].low, 2, 3) == 0);
  assert_string_equal(boundary->side[0], "-3");
  assert_string_equal(boundary->side[1], "3");
  assert_int_equal(boundary->input, 0);
  assert_string_equal(kinks.conventions[0].text, "0");
  kinks_free(&kinks);
  assert_int_equal(look("def f (x : real) = abs (x * x * x - 2)", &kinks), STATUS_OK);
  assert_int_equal(kinks.atlas.count, 1);
  boundary = &kinks.atlas.boundaries[0];
  assert_int_equal(boundary->kind, BOUNDARY_KINK);
  assert_false(boundary->rational);
  mpq_t cube;
  mpq_init(cube);
  for (int end = 0; end < 2; end++) {
    mpq_srcptr root = end == 0 ? boundary->point[0].low : boundary->point[0].high;
    mpq_mul(cube, root, root);
    mpq_mul(cube, cube, root);
    assert_true(end == 0 ? mpq_cmp_si(cube, 2, 1) < 0 : mpq_cmp_si(cube, 2, 1) > 0);
  }
  mpq_clear(cube);
  kinks_free(&kinks);
}

/* ------------------------------------------------------------- numbers -- */

#define BESIDE 1e-5 /* of a witness, where the program is run over doubles */
#define INPUTS 3u

typedef struct Run {
  Machine machine;
  const Program *program;
  Scalar *out;
} Run;

static double run_at(Run *run, const double *x, uint32_t output) {
  Scalar in[INPUTS];
  for (uint32_t i = 0; i < INPUTS; i++) in[i] = scalar_from_double(x[i]);
  assert_int_equal(source_evaluator.eval(&run->machine, run->program, in, run->out), STATUS_OK);
  return scalar_to_double(run->out[output]);
}

/* The output beside the point, so many steps along input i. */
static double beside(Run *run, const double *x, uint32_t i, int steps, uint32_t output) {
  double at[INPUTS];
  memcpy(at, x, sizeof at);
  at[i] += steps * BESIDE;
  return run_at(run, at, output);
}

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-3 * (1 + fabs(b)); }

/* The slopes on both sides, along the input; from two points on each, none of which is the witness. */
static void slopes(Run *run, const double *x, uint32_t i, uint32_t output, double *slope) {
  for (int k = 0; k < 2; k++) {
    int side = k == 0 ? -1 : 1;
    slope[k] = (beside(run, x, i, 2 * side, output) - beside(run, x, i, side, output)) / (side * BESIDE);
  }
}

/* A fraction; NaN of other text. */
static double number_of(const char *text) {
  mpq_t number;
  mpq_init(number);
  double value = mpq_set_str(number, text, 10) == 0 ? mpq_get_d(number) : NAN;
  mpq_clear(number);
  return value;
}

/* Kinks have the slopes that are told, jumps the values; smooth joins have one slope along each input. */
static void compare_numbers(Run *run, const Boundary *boundary, const double *x, uint32_t inputs, const char *text) {
  double told[2] = {number_of(boundary->side[0]), number_of(boundary->side[1])}, found[2];
  bool rational = isfinite(told[0]) && isfinite(told[1]);
  if (boundary->kind == BOUNDARY_KINK) {
    slopes(run, x, boundary->input, boundary->output, found);
    bool same = (is_near(found[0], told[0]) && is_near(found[1], told[1])) ||
                (is_near(found[0], told[1]) && is_near(found[1], told[0]));
    if (rational ? !same : is_near(found[0], found[1]))
      fail_msg("%s: slopes %g and %g at %s, told %s and %s", text, found[0], found[1], boundary->guard,
               boundary->side[0], boundary->side[1]);
  }
  for (int side = 0; side < 2 && boundary->kind == BOUNDARY_JUMP && rational; side++) {
    bool seen = false;
    for (uint32_t i = 0; i < inputs; i++)
      seen = seen || is_near(beside(run, x, i, 1, boundary->output), told[side]) ||
             is_near(beside(run, x, i, -1, boundary->output), told[side]);
    if (!seen) fail_msg("%s: nothing beside %s has the value %s", text, boundary->guard, boundary->side[side]);
  }
  for (uint32_t i = 0; i < inputs && boundary->kind == BOUNDARY_SMOOTH; i++) {
    slopes(run, x, i, 0, found);
    if (!is_near(found[0], found[1])) fail_msg("%s: slopes %g and %g at %s", text, found[0], found[1], boundary->guard);
  }
}

/* `witnesses`: how many boundaries have one. */
static void check_numbers(const char *text, uint32_t witnesses) {
  Module module = module_read(store, text);
  const Program *program = &module.definitions[0].program;
  Ring *doubles = ring_double_new();
  Arena arena;
  Scalar out[4];
  Kinks kinks;
  arena_init(&arena, (size_t)1 << 20);
  Run run = {machine_make(store, doubles, &arena), program, out};
  assert_int_equal(battery_kinks(battery, program, names, &kinks), STATUS_OK);
  for (uint32_t k = 0; k < kinks.atlas.count; k++) {
    const Boundary *boundary = &kinks.atlas.boundaries[k];
    double x[INPUTS] = {0};
    for (uint32_t i = 0; i < kinks.inputs && boundary->point != NULL; i++) {
      x[i] = (mpq_get_d(boundary->point[i].low) + mpq_get_d(boundary->point[i].high)) / 2;
      if (boundary->rational) assert_true(mpq_equal(boundary->point[i].low, boundary->point[i].high));
    }
    if (boundary->point == NULL) continue;
    compare_numbers(&run, boundary, x, kinks.inputs, text);
    witnesses--;
  }
  if (witnesses != 0) fail_msg("%d witnesses fewer: %s", (int)witnesses, text);
  kinks_free(&kinks);
  arena_free(&arena);
  ring_destroy(doubles);
  text_free_module(&module);
}

/* What is told of a boundary is seen in numbers beside its witness, which know of no derivative. */
static void test_numbers(void **state) {
  (void)state;
  check_numbers("def f (x : real) = abs (3 * x - 2)", 1);
  check_numbers("def f (x : real) (y : real) = max (2 * x) (y - 1)", 1);
  check_numbers("def f (x : real) = max (-1) (min 1 x)", 2);
  check_numbers("def f (x : real) (y : real) = max x (min y 3)", 4);
  check_numbers("def f (x : real) (y : real) = abs (x * y - 1) * (x + 2)", 1);
  check_numbers("def f (x : real) (y : real) = abs (x * x + y * y - 2)", 1);
  check_numbers("def f (x : real) (y : real) = if y < x * x - 3 then x else x + (y - x * x + 3) * 5", 1);
  check_numbers("def f (x : real) (y : real) (z : real) = abs (x + 2 * y - 3 * z) + abs (x - 5)", 2);
  check_numbers("def f (x : real) = abs (x * x * x - 2)", 1);
  check_numbers("def f (x : real) = (2 * x, abs (x - 7), x * x)", 1);
  check_numbers("def f (x : real) = (x, if x < 4 then x else 3 * x)", 1);
  check_numbers("def f (x : real) (y : real) = if x < 2 * y then 7 * x else x * y", 1);
  check_numbers("def f (x : real) = if x < 1 then (if x < 0 then 3 else 4) else 5 * x", 2);
  check_numbers("def f (x : real) (y : real) = if 3 * x < y then (if y < 2 then 1 else 6) else x", 2);
  check_numbers("def f (x : real) = let a = abs x in let m = min a 1 in m * (a - m / 2)", 3);
  check_numbers("def f (x : real) = if x < 0 then 0 else x * x", 1);
  check_numbers("def f (x : real) (y : real) = (max 0 (x - y)) * (max 0 (x - y))", 1);
  /* beside the zeros of a denominator, and where functions are defined */
  check_numbers("def f (x : real) (y : real) = abs (x - 1) / (y - 3)", 1);
  check_numbers("def f (x : real) (y : real) = abs (x - 1) * log y", 1);
  check_numbers("def f (x : real) (y : real) = max (x / y) 2", 1);
  check_numbers("def f (x : real) = abs (exp x - 1)", 1);
  check_numbers("def f (x : real) = abs (log x)", 1);
  check_numbers("def f (x : real) (y : real) = abs (exp x - y)", 1);
  check_numbers("def f (x : real) (y : real) = max (exp x) (1 + y)", 1);
  check_numbers("def f (x : real) = if x < 0 then exp x else 1 + 2 * sin x", 1);
  check_numbers("def f (x : real) = if x < 1 then exp x else exp 1 + 1", 1);
}

/* What is open is told, and what has no regions is refused. */
static void test_open(void **state) {
  (void)state;
  Kinks kinks;
  assert_int_equal(look("def f (x : real) = if sqrt (x * x) == x then x else 2 * x", &kinks), STATUS_OK);
  assert_int_equal(kinks.found, FOR_ALL_OPEN);
  kinks_free(&kinks);
  assert_int_equal(look("def f (n : Int) (x : real) = abs x", &kinks), STATUS_UNABLE);
  kinks_free(&kinks);
  assert_int_equal(look("def f (g : real -> real) = g 1", &kinks), STATUS_UNABLE);
  kinks_free(&kinks);
  assert_int_equal(look("def f (x : real) = log (-(x * x)) + abs x", &kinks), STATUS_DOMAIN);
  kinks_free(&kinks);
}

/* On y = -x the guard y > 0 is written as x < 0, and y is -x still: engines give 0, the derivative is 1. */
static void test_replaced(void **state) {
  (void)state;
  Kinks kinks;
  assert_int_equal(look("def f (x : real) (y : real) = if 0 < y then (if x + y == 0 then 0 else x + y) else 0", &kinks),
                   STATUS_OK);
  assert_int_equal(kinks.found, FOR_ALL_ALMOST);
  kinks_free(&kinks);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),   cmocka_unit_test(test_meetings), cmocka_unit_test(test_witnesses),
      cmocka_unit_test(test_numbers), cmocka_unit_test(test_open),     cmocka_unit_test(test_replaced),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
