/* The laws FR-*: every equation has instances, most of them telling, that are proved,
 * and none that is refuted or open; all relations between small index sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "verify/laws/frechet/cost.h"
#include "verify/laws/frechet/equations.h"
#include "verify/laws/frechet/optimiser.h"

#define INSTANCES 200u
#define ARENA_BYTES ((size_t)64 << 20)

static Store *S;
static Ring *R;
static Arena arena;

static int setup(void **state) {
  (void)state;
  S = store_new(1024);
  R = frechet_ring_new();
  arena_init(&arena, ARENA_BYTES);
  return S == NULL || R == NULL;
}

static int teardown(void **state) {
  (void)state;
  ring_destroy(R);
  store_free(S);
  arena_free(&arena);
  return 0;
}

/* How many instances of `most` are proved; how many of them say more than 0 = 0. */
static uint32_t proved(FrEquation equation, uint32_t most, uint32_t *telling) {
  uint32_t count = 0;
  *telling = 0;
  for (uint64_t k = 0; k < most; k++) {
    FrInstance instance;
    Status status = frechet_equation_decide(S, R, &arena, equation, k, &instance);
    const char *law = frechet_equation_law(equation);
    if (instance.outcome == FR_DIFFERENT) fail_msg("%s, instance %u: %s", law, (unsigned)k, instance.shown);
    if (status == STATUS_OK && instance.outcome != FR_EQUAL) fail_msg("%s, instance %u is open", law, (unsigned)k);
    if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_DOMAIN)
      fail_msg("%s, instance %u: %s", law, (unsigned)k, status_name(status));
    count += status == STATUS_OK;
    *telling += status == STATUS_OK && instance.telling;
  }
  return count;
}

/* Both sides are 0. */
static bool is_about_zero(FrEquation equation) {
  return equation == FR_EQUATION_ADJ_ZERO || equation == FR_EQUATION_OPT_ZERO_COMP ||
         equation == FR_EQUATION_OPT_COMP_ZERO || equation == FR_EQUATION_OPT_PAR_ZERO ||
         equation == FR_EQUATION_OPT_TUPLE_ZERO || equation == FR_EQUATION_OPT_SECTION_ZERO;
}

static void test_equations(void **state) {
  (void)state;
  for (int e = 0; e < FR_EQUATION_COUNT; e++) {
    uint32_t telling;
    uint32_t count = proved((FrEquation)e, INSTANCES, &telling);
    if (count < INSTANCES - INSTANCES / 10) fail_msg("%s: %u proved", frechet_equation_law((FrEquation)e), count);
    if (telling < INSTANCES / 3 && !is_about_zero((FrEquation)e))
      fail_msg("%s: %u are not 0 = 0", frechet_equation_law((FrEquation)e), telling);
  }
}

/* One instance is one: asked again it is the same. */
static void test_replay(void **state) {
  FrInstance first, again;
  (void)state;
  for (uint64_t k = 0; k < 20; k++) {
    Status status = frechet_equation_decide(S, R, &arena, FR_EQUATION_D_COMP, k, &first);
    assert_int_equal(frechet_equation_decide(S, R, &arena, FR_EQUATION_D_COMP, k, &again), status);
    assert_int_equal(first.outcome, again.outcome);
    assert_int_equal(first.telling, again.telling);
  }
}

/* Without room, wherever it ends, an instance is a LIMIT: it refutes nothing. */
static void test_limits(void **state) {
  (void)state;
  for (int e = 0; e < FR_EQUATION_COUNT; e++) {
    uint32_t limits = 0;
    for (size_t bytes = (size_t)1 << 15; bytes > (size_t)1 << 11; bytes -= bytes / 32) {
      Arena small;
      FrInstance instance;
      arena_init(&small, bytes);
      Status status = frechet_equation_decide(S, R, &small, (FrEquation)e, bytes, &instance);
      if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_DOMAIN)
        fail_msg("%s: %s", frechet_equation_law((FrEquation)e), status_name(status));
      if (instance.outcome == FR_DIFFERENT)
        fail_msg("%s with %zu bytes: %s", frechet_equation_law((FrEquation)e), bytes, instance.shown);
      limits += status == STATUS_LIMIT;
      arena_free(&small);
    }
    assert_true(limits > 0);
  }
}

/* 2^(nx ny) relations for each nx, ny <= 4, and each number is one of them. */
static void test_relations(void **state) {
  FrRelations found;
  uint64_t all = 0;
  (void)state;
  for (uint32_t nx = 0; nx <= 4; nx++) {
    for (uint32_t ny = 0; ny <= 4; ny++) {
      FrRelation r = frechet_relation(all);
      assert_int_equal(r.nx, nx);
      assert_int_equal(r.ny, ny);
      assert_int_equal(r.bits, 0);
      all += 1u << (nx * ny);
    }
  }
  assert_int_equal(frechet_relation(all).nx, 0);
  assert_int_equal(frechet_relations_check(S, FR_MOST_RELATION, &found), STATUS_OK);
  assert_int_equal(found.refuted, 0);
  assert_int_equal(found.relations, all);
}

static HilTerms terms;

static void assert_operations(HilMapId m, uint64_t expected) {
  Machine machine = machine_make(S, R, &arena);
  uint64_t found = 0;
  assert_int_equal(hil_terms_status(&terms), STATUS_OK);
  assert_int_equal(frechet_operations(&machine, &terms, m, &found), STATUS_OK);
  assert_int_equal(found, expected);
}

/* Scalar operations by construct, counted by hand; by them FR-OPT tells that an optimiser made something dearer. */
static void test_operations(void **state) {
  (void)state;
  Machine machine = machine_make(S, R, &arena);
  Scalar numbers[3] = {ring_integer(R, 2), ring_integer(R, 3), ring_integer(R, 5)};
  assert_int_equal(hil_terms_init(&terms, &arena), STATUS_OK);
  HilSpaces *spaces = &terms.spaces;
  HilIndex two = hil_index_number(spaces, 2), three = hil_index_number(spaces, 3);
  HilSpace real = hil_space_real(spaces), plane = hil_space_power(spaces, two, real);
  HilSpace v = hil_space_tensor(spaces, plane, real);
  HilSpace w = hil_space_tensor(spaces, hil_space_power(spaces, three, real), real);
  HilSpace between = hil_space_tensor(spaces, hil_space_power(spaces, three, real), plane);
  HilVector a = hil_reals(2, numbers), b = hil_reals(3, numbers), ba, scaled, parts[2];
  assert_int_equal(hil_tensor(&machine, &b, &a, &ba), STATUS_OK);
  assert_int_equal(hil_scale(&machine, hil_factor(numbers[0]), &ba, &scaled), STATUS_OK);
  parts[0] = ba;
  parts[1] = scaled;
  HilVector sum = {.kind = HIL_SUM, .n = 2, .parts = parts};
  /* an inner product with a, and its multiple of b; a factor; a sum of images */
  HilMapId f = hilmap_left(&terms, between, hil_keep(&machine, ba), real), zero = hilmap_zero(&terms, v, w);
  assert_operations(f, 2 + 1 + 3);
  assert_operations(hilmap_left(&terms, between, hil_keep(&machine, scaled), real), 7);
  assert_operations(hilmap_left(&terms, between, hil_keep(&machine, sum), real), 6 + 7 + 3);
  assert_operations(hilmap_id(&terms, w), 0);
  assert_operations(hilmap_comp(&terms, hilmap_id(&terms, w), f), 6);
  assert_operations(hilmap_plus(&terms, f, f), 6 + 6 + 3);
  assert_operations(hilmap_map(&terms, three, f), 3 * 6);
  /* nothing where it is 0 */
  assert_operations(zero, 0);
  assert_operations(hilmap_comp(&terms, f, hilmap_zero(&terms, v, v)), 0);
  assert_operations(hilmap_comp(&terms, hilmap_zero(&terms, w, w), f), 0);
  assert_operations(hilmap_plus(&terms, zero, f), 6);
  assert_operations(hilmap_plus(&terms, f, zero), 6);
  assert_operations(hilmap_plus(&terms, hilmap_map(&terms, three, zero), hilmap_map(&terms, three, f)), 18);
  /* of members; images that a cotupling adds */
  HilMapId both[2] = {f, f}, one[2] = {zero, f}, none[2] = {zero, zero};
  assert_operations(hilmap_tuple(&terms, v, two, both), 6 + 6);
  assert_operations(hilmap_par(&terms, HILMAP_PAR, two, one), 6);
  assert_operations(hilmap_cotuple(&terms, w, two, both), 6 + 6 + 3);
  assert_operations(hilmap_cotuple(&terms, w, two, one), 6);
  assert_operations(hilmap_plus(&terms, hilmap_tuple(&terms, v, two, none), hilmap_tuple(&terms, v, two, both)), 12);
  /* a reduction adds what leads to one place */
  HilPair pairs[] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
  assert_operations(hilmap_red(&terms, real, three, two, 4, pairs), 2);
  assert_operations(hilmap_red(&terms, plane, three, two, 4, pairs), 2 * 2);
  assert_operations(hilmap_red(&terms, plane, three, two, 0, pairs), 0);
}

/* COST-TENSOR to 10^6, and the counts of a small one spelt out. */
static void test_cost(void **state) {
  static const uint32_t sizes[][3] = {{1, 1, 1}, {7, 5, 3}, {1000, 10, 1}, {10, 1000, 2}, {1000000, 1000000, 1}};
  FrCost cost;
  (void)state;
  assert_int_equal(frechet_cost_tensor(S, 3, 2, 1, &cost), STATUS_OK);
  assert_int_equal(cost.rules.formal, 2 + 1);
  assert_int_equal(cost.rules.realised, 2 + 1 + 3);
  assert_int_equal(cost.tensor.adjoint, 3 + 1 + 2);
  assert_int_equal(cost.dense, 3 * 2);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    assert_int_equal(frechet_cost_tensor(S, sizes[i][0], sizes[i][1], sizes[i][2], &cost), STATUS_OK);
    assert_true(cost.right);
  }
  assert_int_equal(frechet_cost_tensor(S, 0, 1, 1, &cost), STATUS_LIMIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equations),  cmocka_unit_test(test_replay),    cmocka_unit_test(test_limits),
      cmocka_unit_test(test_operations), cmocka_unit_test(test_relations), cmocka_unit_test(test_cost),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
