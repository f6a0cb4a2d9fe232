/* Angles of points, and signs carried over: where they are smooth, and as normal forms on the leaves of a path and of
 * numbers. */
#include "semantics/rings/function_slopes.h"
#include "semantics/rings/function_values.h"
#include "semantics/rings/rings.h"
#include "verify/truth/path.h"
#include "verify/truth/ring_ball.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BITS 256

/* Where the angle of a point is smooth, jumps or is none; of points that are not known, unknown. */
static void places_of_angles(void **state) {
  (void)state;
  static const struct {
    double ordinate, above, abscissa, beside; /* middle and radius */
    FunctionPlace place;
  } table[] = {{0, 0, 1, 0, PLACE_INSIDE},   {1, 0, 0, 1, PLACE_INSIDE},  {-1, 0, -1, 0, PLACE_INSIDE},
               {0, 1, 1, 0, PLACE_INSIDE},   {0, 0, -1, 0, PLACE_EDGE},   {0, 0, 0, 0, PLACE_OUTSIDE},
               {0, 1, -1, 0, PLACE_UNKNOWN}, {0, 1, 0, 0, PLACE_UNKNOWN}, {0, 0, 0, 1, PLACE_UNKNOWN},
               {0, 1, 0, 1, PLACE_UNKNOWN}};
  const RingCall call = {.function = FUNCTION_ATAN2};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    arb_t y, x;
    arb_init(y), arb_init(x);
    arb_set_d(y, table[k].ordinate), arb_set_d(x, table[k].abscissa);
    mag_set_d(arb_radref(y), table[k].above), mag_set_d(arb_radref(x), table[k].beside);
    if (function_place(&call, y, x, 64) != table[k].place) fail_msg("angle %zu", k);
    arb_clear(y), arb_clear(x);
  }
}

/* ---------------------------------------------------- angles as normal forms -- */

#define ANGLE_GRID 5 /* halves from -5 to 5 */

/* The angle of variables on the path's next leaf, and its slopes; whether that leaf is the cut. */
static bool angle_on_leaf(Ring *ring, Path *path, Scalar *value, Scalar slope[2]) {
  const RingCall call = {.function = FUNCTION_ATAN2};
  const Scalar one = ring_integer(ring, 1), zero = ring_integer(ring, 0);
  path_rewind(path);
  *value = ring_call(ring, &call, symbolic_variable(ring, 0), symbolic_variable(ring, 1));
  symbolic_derivatives(ring, 1, value, 2, (const Scalar[]){one, zero}, &slope[0]);
  symbolic_derivatives(ring, 1, value, 2, (const Scalar[]){zero, one}, &slope[1]);
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  return path_has_equality(path);
}

/* That a normal form at (y/2, x/2) is Arb's angle, or the k-th slope of that. */
static void assert_angle(const Ring *ring, Ring *balls, Scalar a, int y, int x, int k) {
  const Scalar two = ring_integer(balls, 2), size = ring_integer(balls, y * y + x * x);
  const Scalar at[2] = {ring_div(balls, ring_integer(balls, y), two), ring_div(balls, ring_integer(balls, x), two)};
  Scalar found = symbolic_evaluate(ring, a, balls, 2, at);
  Status status = ring_take_status(balls);
  arb_t expected;
  arb_init(expected);
  if (k < 0)
    arb_atan2(expected, ball_get(balls, at[0]), ball_get(balls, at[1]), BITS);
  else
    arb_set(expected, ball_get(balls, ring_div(balls, ring_integer(balls, k == 0 ? 2 * x : -2 * y), size)));
  bool good = status == STATUS_OK && arb_overlaps(expected, ball_get(balls, found)) &&
              mag_cmp_2exp_si(arb_radref(ball_get(balls, found)), -BITS / 2) < 0;
  if (!good) fail_msg("angle of %d/2, %d/2 by %d: status %s", y, x, k, status_name(status));
  arb_clear(expected);
}

/* Everywhere but on the cut one formula, whose slopes are rational; on the cut another; at (0, 0) none. */
static void angles_have_normal_forms(void **state) {
  (void)state;
  Ring *ring = ring_symbolic_new(2, 8, 60), *balls = ring_ball_new(BITS);
  Scalar y = symbolic_variable(ring, 0), x = symbolic_variable(ring, 1), value, slope[2];
  Scalar size = ring_add(ring, ring_mul(ring, x, x), ring_mul(ring, y, y));
  uint32_t leaves = 0, points = 0;
  static Path path;
  path_open(&path);
  symbolic_set_path(ring, &path);
  do {
    bool cut = angle_on_leaf(ring, &path, &value, slope);
    leaves++;
    assert_int_equal(symbolic_obligation(ring, 0).condition, SYMBOLIC_POSITIVE);
    assert_int_equal(symbolic_equal(ring, symbolic_obligation(ring, 0).argument, size), SYMBOLIC_EQUAL);
    assert_int_equal(symbolic_equal(ring, slope[0], ring_div(ring, x, size)) == SYMBOLIC_EQUAL, !cut);
    for (int k = 0; k < (2 * ANGLE_GRID + 1) * (2 * ANGLE_GRID + 1); k++) {
      int b = k / (2 * ANGLE_GRID + 1) - ANGLE_GRID, a = k % (2 * ANGLE_GRID + 1) - ANGLE_GRID;
      if ((b == 0 && a == 0) || cut != (b == 0 && a < 0)) continue;
      points++;
      assert_angle(ring, balls, value, b, a, -1);
      for (int i = 0; i < 2 && !cut; i++) assert_angle(ring, balls, slope[i], b, a, i);
    }
  } while (path_next(&path));
  assert_int_equal(leaves, 2);
  assert_int_equal(points, (2 * ANGLE_GRID + 1) * (2 * ANGLE_GRID + 1) - 1);
  symbolic_set_path(ring, NULL);
  ring_destroy(ring), ring_destroy(balls);
}

/* Left of 0 the ordinate is asked, and elsewhere nothing: at x = 0 the angle is defined off the cut alone. */
static void angles_ask_what_is_not_known(void **state) {
  (void)state;
  const RingCall call = {.function = FUNCTION_ATAN2};
  Ring *ring = ring_symbolic_new(2, 8, 60);
  Scalar y = symbolic_variable(ring, 0), x = symbolic_variable(ring, 1);
  uint32_t leaves[3] = {0}; /* of x = 0, 1 and -1 */
  static Path path;
  path_open(&path);
  symbolic_set_path(ring, &path);
  do {
    path_rewind(&path);
    int sign = symbolic_sign(ring, x);
    (void)ring_call(ring, &call, y, x);
    assert_int_equal(ring_take_status(ring), STATUS_OK);
    leaves[sign < 0 ? 2 : sign]++;
  } while (path_next(&path));
  assert_int_equal(leaves[0], 1);
  assert_int_equal(leaves[1], 1);
  assert_int_equal(leaves[2], 2);
  symbolic_set_path(ring, NULL);
  ring_destroy(ring);
}

/* By the sign of a number no path is asked either; that of 0 is none. */
static void signs_of_numbers(void **state) {
  (void)state;
  const RingCall call = {.function = FUNCTION_COPYSIGN};
  Ring *ring = ring_symbolic_new(1, 8, 60);
  Scalar three = ring_integer(ring, 3), opposite = ring_integer(ring, -3);
  for (int sign = -2; sign <= 2; sign++) {
    Scalar y = ring_integer(ring, sign), up = ring_call(ring, &call, three, y);
    Scalar down = ring_call(ring, &call, opposite, y);
    assert_int_equal(ring_take_status(ring), sign == 0 ? STATUS_DOMAIN : STATUS_OK);
    if (sign == 0) continue;
    assert_int_equal(symbolic_equal(ring, up, sign < 0 ? opposite : three), SYMBOLIC_EQUAL);
    assert_int_equal(symbolic_equal(ring, down, up), SYMBOLIC_EQUAL);
  }
  ring_destroy(ring);
}

/* Of numbers no path is asked; of an ordinate that is 0 for all inputs, the sign of the abscissa is. */
static void angles_of_numbers(void **state) {
  (void)state;
  const RingCall call = {.function = FUNCTION_ATAN2};
  Ring *ring = ring_symbolic_new(1, 40, 60), *balls = ring_ball_new(BITS);
  for (int k = 0; k < (2 * ANGLE_GRID + 1) * (2 * ANGLE_GRID + 1); k++) {
    int b = k / (2 * ANGLE_GRID + 1) - ANGLE_GRID, a = k % (2 * ANGLE_GRID + 1) - ANGLE_GRID;
    size_t mark = ring_mark(ring);
    Scalar two = ring_integer(ring, 2);
    Scalar value =
        ring_call(ring, &call, ring_div(ring, ring_integer(ring, b), two), ring_div(ring, ring_integer(ring, a), two));
    assert_int_equal(ring_take_status(ring), b == 0 && a == 0 ? STATUS_DOMAIN : STATUS_OK);
    if (b != 0 || a != 0) assert_angle(ring, balls, value, b, a, -1);
    ring_release(ring, mark);
  }
  Scalar x = symbolic_variable(ring, 0), zero = ring_integer(ring, 0);
  (void)ring_call(ring, &call, x, ring_integer(ring, -1));
  assert_int_equal(ring_take_status(ring), STATUS_UNABLE);
  (void)ring_call(ring, &call, zero, x);
  assert_int_equal(ring_take_status(ring), STATUS_UNABLE);
  Scalar straight = ring_call(ring, &call, zero, ring_integer(ring, -3));
  Scalar pi = ring_mul(ring, ring_integer(ring, 4), function_at(ring, FUNCTION_ATAN, ring_integer(ring, 1), zero));
  assert_int_equal(symbolic_equal(ring, straight, pi), SYMBOLIC_EQUAL);
  ring_destroy(ring), ring_destroy(balls);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_of_angles),
      cmocka_unit_test(angles_have_normal_forms),
      cmocka_unit_test(angles_ask_what_is_not_known),
      cmocka_unit_test(angles_of_numbers),
      cmocka_unit_test(signs_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
