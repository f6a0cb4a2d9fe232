/* COST-REV and COST-FWD over spaces to the end and over families that
 * grow: the ratio of a gradient's cost to its program's stays below one constant. */
#include "tests/unit/dualnum_cases.h"
#include "tests/unit/spaces.h"

#include "verify/battery/subject.h"

static double worst[DUAL_STAGE_COUNT];

/* The stages for which a constant is claimed, on one program at some point, if it has a value there. */
static bool check(const Program *program) {
  static Scalar input[1 << 12], seed[1 << 12], primal[1 << 12], image[1 << 12];
  uint32_t n = context_dimension(program), m = type_node(&store->types, program->type)->dim;
  assert_true(n <= 1 << 12 && m <= 1 << 12);
  for (uint32_t k = 0; k < 1 << 12; k++) {
    input[k] = in_field((k + 1) % 2);
    seed[k] = in_field(k + 1);
  }
  CostMeter own = {.steps = 0};
  ArenaMark mark = arena_mark(&values);
  Machine machine = machine_make(store, field, &values);
  MeterStart start = meter_start(&machine);
  Status status = source_evaluator.eval(&machine, program, input, primal);
  meter_stop(&machine, start, &own);
  arena_release(&values, mark);
  for (int stage = 0; stage < DUAL_STAGE_COUNT && status == STATUS_OK; stage++) {
    if (dualnum_cost_constants[stage] == 0) continue;
    Ran ran = run_stage_into(field, (DualStage)stage, program, input, seed, primal, image);
    assert_int_equal(ran.status, STATUS_OK);
    double ratio = (double)cost_total(&ran.meter) / (double)(cost_total(&own) + n + m);
    if (ratio > worst[stage]) worst[stage] = ratio;
    if (ratio > (double)dualnum_cost_constants[stage]) fail_msg("%s: %.1f", dual_engines[stage]->name, ratio);
  }
  return status == STATUS_OK;
}

/* The worst ratios met since the last call. */
static void report(const char *what) {
  print_message("%s:", what);
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    if (dualnum_cost_constants[stage] == 0) continue;
    assert_true(worst[stage] > 0);
    print_message(" %s %.1f", dual_engines[stage]->name, worst[stage]);
    worst[stage] = 0;
  }
  print_message("\n");
}

static void test_spaces(void **state) {
  (void)state;
  space_check(store, "poly,size=4", check, 400);
  report("poly,size=4");
  space_check(store, "array,size=4", check, 400);
  report("array,size=4");
}

/* ---------------------------------------------------------------- families -- */

static void check_family(const char *what, const char *format) {
  for (int n = 1; n <= 256; n *= 4) {
    char text[512];
    (void)snprintf(text, sizeof text, format, n, n, n, n);
    check(read_program(text));
  }
  report(what);
}

static void test_families(void **state) {
  (void)state;
  check_family("dot product", "def f (x : real^%d) (y : real^%d) : real = dot x y");
  check_family("matrix and vector", "def f (a : real^(4 * %d)) (x : real^%d) : real = sum (matvec a x)");
  check_family("wide fan-in", "def f (x : real) : real = sum (build %d (i. x * toReal i))");
  check_family("wide results", "def f (x : real) : real^%d = replicate x");
  check_family("elementwise", "def f (x : real^%d) : real^%d = map (u. u * u + u) (x * x)");
  check_family("nothing but data", "def f (x : real^%d) : real^%d * real^%d = (x, x)");
  check_family("sums of pairs", "def f (x : real) : real * real^2 = total (build %d (i. (x, [x, x])))");
  check_family("sums of rows", "def f (x : (real^4)^%d) : real^4 = total x");
  check_family("one addend", "def f (x : (real^%d)^1) : real^%d = total x");
  check_family("one deep addend", "def f (x : (((((real^2)^2)^2)^2)^%d)^1) : ((((real^2)^2)^2)^2)^%d = total x");
  check_family("deep pairs", "def f (x : ((((real * real) * real) * real) * 1)^%d) : "
                             "(((real * real) * real) * real) * 1 = total x");
  check_family("all states", "def f (x : real^%d) (y : real) : real^(%d + 1) = scan (a u. a * u + y) y x");
  check_family("one place", "def f (x : real^%d) : real^2 = scatter 2 (build %d (i. 1)) x");
  check_family("places", "def f (x : real^%d) : (real * real)^%d = scatter %d (build %d (i. i)) (map (u. (u, u)) x)");
  check_family("steps",
               "def f (x : real) (n : Int) : real = fst (while (p. snd p < %d) (p. (fst p * x, snd p + 1)) (x, n))");
  check_family("a Vec of states", "def f (x : real) : real = total (scan (a u. a * u) x (vbuild %d (i. x)))");
  check_family("places of a Vec",
               "def f (x : real) : real = total (vscatter %d (vbuild %d (i. div i 2)) (vbuild %d (i. x)))");
  check_family("matrix of results", "def f (x : real) (y : real^%d) : (real^2)^%d = build %d (i. x .* [1, 2])");
}

/* let x1 = x0 + x0 in ... */
static void test_doubling_chain(void **state) {
  (void)state;
  for (int n = 1; n <= 256; n *= 4) {
    char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "def f (x0 : real) : real = ");
    for (int k = 0; k < n; k++) {
      used += (size_t)snprintf(text + used, sizeof text - used, "let x%d = x%d + x%d in ", k + 1, k, k);
    }
    (void)snprintf(text + used, sizeof text - used, "x%d", n);
    check(read_program(text));
  }
  report("doubling chain");
}

/* Functions that apply one another twice, each with what it captured: 2^k calls. */
static void test_closures(void **state) {
  (void)state;
  for (int n = 1; n <= 8; n++) {
    char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "def f (x : real) (y : real) : real = let f0 = \\(u : real). u * x + y in ");
    for (int k = 0; k < n; k++) {
      used +=
          (size_t)snprintf(text + used, sizeof text - used, "let f%d = \\(u : real). f%d (f%d u) * y in ", k + 1, k, k);
    }
    (void)snprintf(text + used, sizeof text - used, "f%d x", n);
    check(read_program(text));
  }
  report("closures");
  (void)read_program(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_spaces),
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_doubling_chain),
      cmocka_unit_test(test_closures),
  };
  return cmocka_run_group_tests(tests, dualnum_setup, dualnum_teardown);
}
