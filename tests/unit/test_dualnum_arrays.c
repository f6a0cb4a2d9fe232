/* Loops and sums of arrays in every stage of dual-numbers AD: while, scan, total and
 * scatter against the truth at every type they have, what is outside their domain, what
 * their typing refuses, and time linear in the array. */
#include "tests/unit/dualnum_cases.h"

#include "ad/dualnum/transform.h"

/* The single Int of a program is 1. */
static const char *const programs[] = {
    /* arrays of pairs, of arrays, of sums, of functions, of nothing */
    "def f (x : (real * real)^2) : real = total (map (p. fst p * snd p) x)",
    "def f (x : (real * real^2)^3) : real * real^2 = total (map (p. (fst p * fst p, fst p .* snd p)) x)",
    "def f (x : ((real^2)^2)^3) : (real^2)^2 = total x",
    "def f (x : ((real * real)^2 * real)^2) : (real * real)^2 * real = total x",
    "def f (x : (((real * real) * 1)^2)^2) : ((real * real) * 1)^2 = total x",
    "def f (x : real) (y : real) : real = total (map (g. g (g y)) (build 3 (i. \\(u : real). u * x + toReal i)))",
    "def f (x : real) (y : real) (n : Int) : real = total (map (s. case s of {inl u -> u * y; inr k -> x * toReal k})\n"
    "  (build 3 (i. (if i < n then inl (x * x) else inr i : real + Int))))",
    "def f (x : real^3) : 1 * (1 * 1) = total (map (u. ((), ((), ()))) x)",
    /* none, one */
    "def f (x : (real * real^2)^0) (y : real) : (real * real^2) * real = (total x, y)",
    "def f (x : (real * real)^1) : real * real = total x",
    "def f (x : real^1) : real = total x * total x",
    "def f (x : (real^0)^3) (y : real) : real^0 * real = (total x, y)",
    "def f (x : (real^1)^3) : real^1 = total x",
    "def f (x : real) (n : Int) : real * real^2 = total (vbuild (n - 1) (i. (x, [x, x])))",
    "def f (x : real) (y : real) : real * (real * real) = total (vbuild 4 (i. (x * toReal i, (y, x * y))))",
    /* an addend that is used again, and is itself an output */
    "def f (x : (real * real)^2) : (real * real) * (real * real) = let s = total x in (s, (fst s * snd s, fst (x ! "
    "0)))",
    /* duplicates, places without any, one place, no index, none to go to */
    "def f (x : real^5) (n : Int) : real^4 = scatter 4 (build 5 (i. if i < 2 then 3 else n)) (x * x)",
    "def f (x : (real * real^2)^3) (n : Int) : (real * real^2)^2 = scatter 2 (build 3 (i. n)) x",
    "def f (x : real^3) : real^1 = scatter 1 (build 3 (i. 0)) x",
    "def f (x : real^0) (y : real) : real^2 * real = (scatter 2 (build 0 (i. i)) x, y)",
    "def f (x : real^0) (y : real) : real^0 * real = (scatter 0 (build 0 (i. i)) x, y)",
    "def f (x : (real^2)^4) : (real^2)^3 = scatter 3 (build 4 (i. div i 2)) (map (r. r * r) x)",
    "def f (x : real) (n : Int) : real * real = let s = vscatter (n + 2) (vbuild 5 (i. imin i 2)) (vbuild 5 (i. (x * "
    "toReal "
    "i, x))) in\n  (fst (s ! 2) * fst (s ! 1), snd (s ! 2) * toReal (length s))",
    "def f (x : real) (n : Int) : real = toReal (length (vscatter (n - 3) (vbuild 0 (i. i)) (vbuild 0 (i. x)))) * x",
    /* two Vec that grow from one group: neither sees the other */
    "def f (x : real) (y : real) : real = let s = vscatter 2 (vbuild 3 (i. 1)) (vbuild 3 (i. x)) in\n"
    "  let a = append s (vbuild 1 (i. x)) in let b = append s (vbuild 1 (i. y)) in a ! 2 * b ! 2 * b ! 1",
    /* states of any type; each step makes numbers, and the state is used twice */
    "def f (x : real^3) (y : real) : (real * real)^4 = scan (a u. (snd a * u, fst a + u * y)) (y, y * y) x",
    "def f (x : (real * real)^2) (y : real) : (real^2)^3 = scan (a p. fst p .* a + [snd p, y]) [y, 1] x",
    "def f (x : real^0) (y : real) : real = (scan (a u. a * u) (y * y) x) ! 0",
    "def f (x : real^3) (y : real) : real = total (map (g. g y) (scan (g u. \\(v : real). g (v * u) + v) (\\(v : "
    "real). v * y) "
    "x))",
    "def f (x : real) (n : Int) : real = let s = scan (a k. a * x + toReal k) x (vbuild (n + 2) (i. i)) in total s * s "
    "! 1",
    "def f (x : real) (n : Int) : real = total (scan (a u. a * u) (x * x) (vbuild (n - 1) (i. x)))",
    "def f (x : real) (y : real) : real = total (scan (a r. a * total r) y (vbuild 3 (i. vbuild i (k. x + toReal k))))",
    /* no step, some, a loop in a loop; numbers made by the test are dropped */
    "def f (x : real) (n : Int) : real = fst (while (p. snd p <= n - 5) (p. (fst p * fst p, snd p + 1)) (x, n))",
    "def f (x : real) (n : Int) : real = fst (while (p. let u = fst p * fst p in snd p <= n + 2)\n"
    "  (p. (fst p * x + fst p * fst p, snd p + 1)) (x * x, n))",
    "def f (x : real) (y : real) (n : Int) : real = fst (while (p. snd p < n + 3) (p. (fst (while (q. snd q < n + 2) "
    "(q. (fst q * y "
    "+ x, snd q + 1)) p) * x, snd p + 1)) (y, n))",
    "def f (x : real^2) (n : Int) : real^2 = fst (while (p. snd p < n + 3) (p. (zipWith (a b. a * b) (fst p) x, snd p "
    "+ 1)) "
    "(x, n))",
};

static void test_truth(void **state) {
  (void)state;
  Truth *truth = truth_new(store);
  assert_non_null(truth);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    print_message("%s\n", programs[i]);
    check_program(truth, read_program(programs[i]));
  }
  truth_free(truth);
}

/* The tests of a loop look at values: at 3, two squares; at 1/2, three steps. */
static void test_while_of_reals(void **state) {
  (void)state;
  const Program *program = read_program("def f (x : real) : real = while (y. y * y < 100) (y. y * y + 2) x");
  static const double inputs[] = {3, 0.5, 10, -11}, outputs[] = {11, 51.87890625, 10, -11},
                      slopes[] = {6, 63.5625, 1, 1};
  for (int k = 0; k < 4; k++) {
    const Scalar x = scalar_from_double(inputs[k]), seed = scalar_from_double(1);
    for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
      Ran ran = run_stage(doubles, (DualStage)stage, program, &x, &seed);
      assert_int_equal(ran.status, STATUS_OK);
      assert_true(scalar_to_double(ran.primal[0]) == outputs[k]);
      assert_true(scalar_to_double(ran.image[0]) == slopes[k]);
    }
  }
}

/* IDs after the loop: the input's, and one for each product of the steps; none that the
 * test made.  A wrong count would show as a larger gradient array. */
static void test_ids_of_a_test(void **state) {
  (void)state;
  const Scalar input[] = {in_field(2), scalar_from_int(0)}, seed = in_field(1);
  uint64_t cost[2];
  for (int k = 0; k < 2; k++) {
    const Program *program = read_program(
        k == 0
            ? "def f (x : real) (n : Int) : real = fst (while (p. snd p < 9) (p. (fst p * x, snd p + 1)) (x, n))"
            : "def f (x : real) (n : Int) : real = fst (while (p. let u = fst p * fst p in snd p < 9) (p. (fst p * x, "
              "snd p + 1)) (x, n))");
    Ran ran = run_stage(field, DUAL_DEFUNCTIONALISED, program, input, &seed);
    assert_int_equal(ran.status, STATUS_OK);
    assert_int_equal(ran.image[0].word, 10 * 512); /* x^10 at 2 */
    cost[k] = ran.meter.calls;
  }
  assert_int_equal(cost[0], cost[1]);
}

/* ------------------------------------------------------ outside the domain -- */

static void test_domain(void **state) {
  (void)state;
  static const char *const outside[] = {
      "def f (x : real) (n : Int) : real^2 = scatter 2 (build 3 (i. i)) (build 3 (i. x))",
      "def f (x : real) (n : Int) : real^2 = scatter 2 (build 3 (i. i - n)) (build 3 (i. x))",
      "def f (x : real) (n : Int) : 1^2 = scatter 2 (build 3 (i. i)) (build 3 (i. ()))",
      "def f (x : real) (n : Int) : real = total (vscatter 2 (vbuild 3 (i. 0)) (vbuild 2 (i. x)))",
      "def f (x : real) (n : Int) : real = total (vscatter 2 (vbuild 2 (i. 0)) (vbuild 3 (i. x)))",
      "def f (x : real) (n : Int) : 1 = total (vscatter 2 (vbuild 2 (i. 0)) (vbuild 3 (i. ())))",
      "def f (x : real) (n : Int) : real = total (vscatter n (vbuild 2 (i. i)) (vbuild 2 (i. x)))",
      "def f (x : real) (n : Int) : real = total (vscatter 0 (vbuild 1 (i. 0)) (vbuild 1 (i. x)))",
      "def f (x : real) (n : Int) : real = (scan (a u. a * u) x (vbuild n (i. x))) ! 2",
  };
  const Scalar input[] = {in_field(2), scalar_from_int(1)}, seed[] = {in_field(1), in_field(1)};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
    const Program *program = read_program(outside[i]);
    for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
      Ran ran = run_stage(field, (DualStage)stage, program, input, seed);
      if (ran.status != STATUS_DOMAIN) fail_msg("%s\nstage %d: %s", outside[i], stage, status_name(ran.status));
    }
  }
}

/* A loop that does not end is a limit, as are more places than an array may have. */
static void test_limits(void **state) {
  (void)state;
  static const char *const endless[] = {
      "def f (x : real) (n : Int) : real = fst (while (p. 0 < n) (p. p) (x, n))",
      "def f (x : real) (n : Int) : real = total (vscatter (1000000 * 1000000 * n) (vbuild 1 (i. 0)) (vbuild 1 (i. "
      "x)))",
  };
  const Scalar input[] = {in_field(2), scalar_from_int(1)}, seed = in_field(1);
  for (int i = 0; i < 2; i++) {
    const Program *program = read_program(endless[i]);
    for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
      const DualProgram *derivative;
      const char *missing;
      ArenaMark mark = arena_mark(&arena), value_mark = arena_mark(&values);
      assert_int_equal(dualnum_derive(store, &arena, (DualStage)stage, program, &derivative, &missing), STATUS_OK);
      Machine machine = machine_make(store, field, &values);
      machine.fuel = 100000;
      CostMeter meter = {.steps = 0};
      Scalar primal, image;
      assert_int_equal(dualnum_run(&machine, program, derivative, input, 1, &seed, &primal, &image, &meter),
                       STATUS_LIMIT);
      assert_int_equal(machine.depth, MACHINE_DEPTH);
      arena_release(&values, value_mark);
      arena_release(&arena, mark);
    }
  }
}

/* ------------------------------------------------------------------ refused -- */

static void test_ill_typed(void **state) {
  (void)state;
  DualTable table;
  assert_true(dual_table_init(&table, &arena, store));
  Dualnum d = {.store = store, .table = &table, .stage = DUAL_FORWARD, .depth = 3, .nesting = DUAL_DEPTH};
  DualTypeId real = dual_type_real(&table), integer = dual_type_int(&table), none = {0}, type;
  DualTypeId indices = dual_type_array(&table, integer, 3), unit = dual_type_unit(&table);
  DualTypeId context[3] = {real, integer, indices}, truth = dual_type(&table, DUAL_SUM, unit, unit, 0);
  DualTermId x = t_var(&d, 0), k = t_var(&d, 1), is = t_var(&d, 2), nothing = {0};
  DualTermId yes = t_typed(&d, DUAL_TERM_INL, 0, truth, t_leaf(&d, DUAL_TERM_UNIT), nothing);
  const DualTermId wrong[] = {
      t_group(&d, x, is, k),
      t_group(&d, k, x, k),
      t_group(&d, k, is, x),
      t_group(&d, k, k, k),
      dual_term(&table, DUAL_TERM_WHILE, 0, none, x, x, x),   /* the test is no truth value */
      dual_term(&table, DUAL_TERM_WHILE, 0, none, x, yes, k), /* a step changes the type */
      t_sum_to(&d, x, real, x),                               /* real many */
      t_sum_to(&d, k, integer, k),                            /* Int is no monoid */
      t_typed(&d, DUAL_TERM_BUILD, 0, none, x, x),
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(dual_infer(&table, context, 3, wrong[i], &type), STATUS_ILL_TYPED);
  }
  /* pointwise: the element's type, what it is made of, and what the body gives */
  DualTypeId rows = dual_type_array(&table, real, 2), pairs = dual_type_prod(&table, integer, real);
  DualTermId ys = t_var(&d, 3), first = t_index(&d, k, ys), matrix = t_build(&d, 3, t_build(&d, 2, x));
  DualTermId ints = t_build(&d, 3, t_pair(&d, k, x)), thread = t_pair(&d, first, t_var(&d, 4));
  const struct {
    DualTypeId element, number;
    DualTermId array, body, id;
    bool right;
  } each[] = {
      {rows, real, matrix, first, nothing, true},  {rows, real, matrix, thread, k, true},
      {rows, real, matrix, first, k, false},       {rows, real, matrix, thread, nothing, false},
      {rows, real, matrix, thread, x, false},      {rows, real, matrix, k, nothing, false},
      {real, real, matrix, first, nothing, false}, {rows, integer, matrix, k, nothing, false},
      {pairs, real, ints, first, nothing, false},  {real, real, x, first, nothing, true},
      {none, real, matrix, first, nothing, false}, {rows, none, matrix, first, nothing, false},
      {{99}, real, matrix, first, nothing, false},
  };
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    DualTermId t = dual_term(&table, DUAL_TERM_POINTWISE, each[i].element.id, each[i].number, each[i].array,
                             each[i].body, each[i].id);
    Status status = dual_infer(&table, context, 3, t, &type);
    if (status != (each[i].right ? STATUS_OK : STATUS_ILL_TYPED)) fail_msg("pointwise %zu: %s", i, status_name(status));
  }
  DualTypeId group = dual_type_array(&table, integer, TYPE_DYNAMIC);
  assert_int_equal(dual_infer(&table, context, 3, t_group(&d, k, is, k), &type), STATUS_OK);
  assert_int_equal(type.id, dual_type_array(&table, group, TYPE_DYNAMIC).id);
  assert_int_equal(dual_infer(&table, context, 3, dual_term(&table, DUAL_TERM_WHILE, 0, none, x, yes, x), &type),
                   STATUS_OK);
  assert_int_equal(type.id, real.id);
  assert_int_equal(dual_infer(&table, context, 3, t_typed(&d, DUAL_TERM_BUILD, 0, none, x, k), &type), STATUS_OK);
  assert_int_equal(type.id, dual_type_array(&table, real, TYPE_DYNAMIC).id);
}

/* ------------------------------------------------------------------- linear -- */

/* What 10^4 elements cost against twice 5000; the maps add the logarithm. */
static void check_linear(const char *format) {
  static const int lengths[2] = {5000, 10000};
  const Scalar input[] = {in_field(2), in_field(3)}, seed[] = {in_field(1), in_field(1)};
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    double cost[2];
    if (stage == DUAL_NAIVE) continue;
    for (int k = 0; k < 2; k++) {
      char text[512];
      (void)snprintf(text, sizeof text, format, lengths[k], lengths[k], lengths[k]);
      Ran ran = run_stage(field, (DualStage)stage, read_program(text), input, seed);
      assert_int_equal(ran.status, STATUS_OK);
      cost[k] = (double)cost_total(&ran.meter);
    }
    bool maps = stage == DUAL_STAGED || stage == DUAL_CAYLEY || stage == DUAL_MAP;
    if (cost[1] / cost[0] > (maps ? 2.1 : 2.001)) fail_msg("%s\nstage %d: %f", format, stage, cost[1] / cost[0]);
  }
}

static void test_linear(void **state) {
  (void)state;
  check_linear("def f (x : real) (y : real) : real = sum (scan (a u. a * u + y) y (build %d (i. x)))");
  check_linear("def f (x : real) (y : real) : real = fst (total (build %d (i. (x, y))))");
  check_linear("def f (x : real) (y : real) : real = sum (scatter %d (build %d (i. i)) (build %d (i. x * y)))");
  check_linear("def f (x : real) (y : real) : real = sum (scatter 2 (build %d (i. 1)) (build %d (i. x)))");
  check_linear("def f (x : real) (y : real) : real = total (vscatter %d (vbuild %d (i. i)) (vbuild %d (i. x)))");
}

static uint64_t size_of_body(DualStage stage, const Program *program) {
  const DualProgram *derivative;
  const char *missing;
  ArenaMark mark = arena_mark(&arena);
  if (stage == DUAL_TAPE) return 0;
  assert_int_equal(dualnum_derive(store, &arena, stage, program, &derivative, &missing), STATUS_OK);
  uint64_t size = dual_size(&derivative->table, derivative->body);
  arena_release(&arena, mark);
  return size;
}

/* A type nested twice as deep costs twice, not four times, and D[total x] is as long. */
static void test_deep_types(void **state) {
  (void)state;
  for (int stage = 0; stage < DUAL_STAGE_COUNT; stage++) {
    double cost[3];
    uint64_t size[3];
    for (int k = 0; k < 3; k++) {
      static char text[1 << 14];
      static Scalar input[1 << 12], seed[1 << 12], primal[1 << 12], image[1 << 12];
      int depth = 16 << k;
      size_t used = (size_t)snprintf(text, sizeof text, "def f (x : (");
      for (int i = 0; i < depth; i++) used += (size_t)snprintf(text + used, sizeof text - used, "(");
      used += (size_t)snprintf(text + used, sizeof text - used, "real");
      for (int i = 0; i < depth; i++) used += (size_t)snprintf(text + used, sizeof text - used, " * real)");
      (void)snprintf(text + used, sizeof text - used, ")^20) = total x");
      for (int i = 0; i < 1 << 12; i++) input[i] = seed[i] = in_field(i + 1);
      const Program *program = read_program(text);
      Ran ran = run_stage_into(field, (DualStage)stage, program, input, seed, primal, image);
      assert_int_equal(ran.status, STATUS_OK);
      cost[k] = (double)cost_total(&ran.meter);
      size[k] = size_of_body((DualStage)stage, program);
    }
    assert_int_equal(size[0], size[2]);
    /* cotangents, or tangents, of the whole input at each addition */
    if ((stage < DUAL_MAP && stage != DUAL_FORWARD) || stage == DUAL_VECTORISED) continue;
    double limit = stage == DUAL_MAP ? 1.1 : 1.01, growth = (cost[2] - cost[1]) / (2 * (cost[1] - cost[0]));
    if (growth > limit) fail_msg("stage %d: %f", stage, growth);
  }
  (void)read_program(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_truth),  cmocka_unit_test(test_while_of_reals), cmocka_unit_test(test_ids_of_a_test),
      cmocka_unit_test(test_domain), cmocka_unit_test(test_limits),         cmocka_unit_test(test_ill_typed),
      cmocka_unit_test(test_linear), cmocka_unit_test(test_deep_types),
  };
  return cmocka_run_group_tests(tests, dualnum_setup, dualnum_teardown);
}
