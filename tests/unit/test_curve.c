/* A function of one real along an interval: what is drawn as a point, what a cell encloses, and what is said of a spot.
 */
#include "tests/unit/programs.h"
#include "verify/truth/curve.h"

#include <math.h>
#include <stdio.h>

static Store *store;
static Truth *truth;
static Certified *certified;
static Arena arena;
static Curve curve;

static int set_up(void **state) {
  (void)state;
  store = store_new(1u << 18);
  truth = truth_new(store);
  certified = certified_new(truth);
  arena_init(&arena, (size_t)64 << 20);
  return certified == NULL;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&arena);
  certified_free(certified);
  truth_free(truth);
  store_free(store);
  return 0;
}

/* From `low` to `high` in cells; `germs` as in CurveOf. */
static void follow(const char *body, int low, int high, uint32_t cells, uint32_t germs) {
  char text[160];
  mpq_t x[1], from, to;
  const bool is_int[1] = {false};
  (void)snprintf(text, sizeof text, "def f (x : real) : real = %s", body);
  Module module = module_read(store, text);
  mpq_inits(x[0], from, to, NULL);
  mpq_set_si(from, low, 1);
  mpq_set_si(to, high, 1);
  CurveOf of = {machine_make(store, NULL, &arena),
                certified,
                {1, CERTIFIED_DIGITS, 0},
                &module.definitions[0].program,
                x,
                is_int,
                1,
                0,
                germs};
  assert_true(curve_follow(&of, from, to, cells, &curve));
  mpq_clears(x[0], from, to, NULL);
  text_free_module(&module);
}

/* All points from the second on: which numbers are drawn there. */
static void check_points(const char *body, bool value, bool slope) {
  follow(body, 0, 4, 4, 1);
  assert_int_equal(curve.point_count, 5);
  for (uint32_t i = 1; i < curve.point_count; i++) {
    if (curve.points[i].has_value != value) fail_msg("%s: value %sdrawn at %u", body, value ? "not " : "", i);
    if (curve.points[i].has_slope != slope) fail_msg("%s: slope %sdrawn at %u", body, slope ? "not " : "", i);
  }
  curve_free(&curve);
}

/* By enclosures alone: a wide one says nothing of the point, if the number is small. */
static void test_wide_is_not_drawn(void **state) {
  (void)state;
  check_points("x * x", true, true);
  check_points("sin x / 3", true, true);
  check_points("exp (10 * x)", true, true);
  check_points("(x / 7 + 10000000000000000000000) - 10000000000000000000000", false, true);
  check_points("x * (10000000000000000000000 + 1/3) - x * 10000000000000000000000", false, false);
  /* as wide, of a large number */
  check_points("10000000000000000000000 * exp x", true, true);
}

static void test_numbers(void **state) {
  (void)state;
  for (uint32_t germs = 0; germs < 2; germs++) {
    follow("x * x", -2, 2, 4, germs);
    assert_int_equal(curve.cell_count, 4);
    assert_int_equal(curve.spot_count, 0);
    for (int i = 0; i < 5; i++) {
      double x = i - 2;
      assert_true(curve.points[i].x == x && curve.points[i].value == x * x && curve.points[i].slope == 2 * x);
    }
    for (int i = 0; i < 4; i++) {
      const CurveCell *cell = &curve.cells[i];
      assert_true(cell->value && cell->slope && !cell->undefined);
      assert_true(cell->from == i - 2 && cell->to == i - 1);
      assert_true(cell->low <= fmin(cell->from * cell->from, cell->to * cell->to));
      assert_true(cell->high >= fmax(cell->from * cell->from, cell->to * cell->to));
      assert_true(cell->slope_low <= 2 * cell->from && cell->slope_high >= 2 * cell->to);
      assert_true(cell->high - cell->low < 8 && cell->slope_high - cell->slope_low < 8);
    }
    curve_free(&curve);
  }
}

/* One spot, about the place, which says this of it, by a germ. */
static void check_spot(const char *body, const char *at, const char *says, bool differentiable) {
  follow(body, -2, 3, 5, 0);
  assert_int_equal(curve.spot_count, 1);
  assert_string_equal(curve.spots[0].at, at);
  assert_string_equal(curve.spots[0].says, says);
  assert_int_equal(curve.spots[0].differentiable, differentiable);
  assert_true(curve.spots[0].certified);
  assert_true(curve.spots[0].to - curve.spots[0].from < 1e-2);
  curve_free(&curve);
}

static void test_spots(void **state) {
  (void)state;
  check_spot("if x * 3 < 1 then 0 else x - 1/3", "1/3", "not differentiable", false);
  check_spot("if x * 3 < 1 then 0 else (x - 1/3) * (x - 1/3)", "1/3", "differentiable; beside it nothing is known",
             true);
  /* between two cells that decide nothing, of which neither has it inside */
  check_spot("1 / (x * x * x * x)", "0", "undefined", false);
  check_spot("sqrt (x * x * x * x) + abs x", "0", "not differentiable", false);
  check_spot("sqrt (x * x * x * x) + (if x < 0 then 0 else 1)", "0", "jumps", false);
}

/* What there was no time to look at is of some spot, which says so. */
static void test_wide_spots(void **state) {
  (void)state;
  follow("if x < 5/2 then 0 else 1", -2, 3, 5, 1);
  assert_int_equal(curve.spot_count, 1);
  assert_true(curve.spots[0].narrow);
  curve_free(&curve);
  follow("tgamma (x - 10)", -2, 3, 5, 1);
  double seen = -2;
  bool wide = false;
  for (uint32_t cell = 0, spot = 0; cell < curve.cell_count || spot < curve.spot_count;) {
    bool decided =
        spot == curve.spot_count || (cell < curve.cell_count && curve.cells[cell].from < curve.spots[spot].from);
    assert_true((decided ? curve.cells[cell].from : curve.spots[spot].from) == seen);
    seen = decided ? curve.cells[cell].to : curve.spots[spot].to;
    wide = wide || (!decided && !curve.spots[spot].narrow);
    if (decided)
      cell++;
    else
      spot++;
  }
  assert_true(seen == 3 && wide);
  curve_free(&curve);
}

/* From the least number drawn to the most, and a twentieth of that more; not to what is far from nearly all. */
static void test_heights(void **state) {
  (void)state;
  double least, most;
  follow("x", -10, 10, 20, 1);
  assert_true(curve_heights(&curve, &least, &most));
  assert_true(least == -11 && most == 11);
  curve_free(&curve);
  follow("-x", -10, 10, 20, 1);
  assert_true(curve_heights(&curve, &least, &most));
  assert_true(least == -11 && most == 11);
  curve_free(&curve);
  follow("if x < 10 then x else 10^6", -10, 10, 20, 1);
  assert_true(curve_heights(&curve, &least, &most));
  assert_true(least > -13 && least < -10 && most > 9 && most < 40);
  curve_free(&curve);
  follow("x", -2, 2, 4, 1);
  assert_false(curve_heights(&curve, &least, &most)); /* of so few numbers */
  curve_free(&curve);
}

static void test_undefined(void **state) {
  (void)state;
  follow("log (x - 100)", 0, 4, 4, 1);
  assert_int_equal(curve.cell_count, 4);
  for (uint32_t i = 0; i < 4; i++) assert_true(curve.cells[i].undefined && !curve.cells[i].value);
  for (uint32_t i = 0; i < 5; i++) assert_false(curve.points[i].has_value || curve.points[i].has_slope);
  curve_free(&curve);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wide_is_not_drawn), cmocka_unit_test(test_numbers), cmocka_unit_test(test_spots),
      cmocka_unit_test(test_wide_spots),        cmocka_unit_test(test_heights), cmocka_unit_test(test_undefined)};
  return cmocka_run_group_tests_name("curve", tests, set_up, tear_down);
}
