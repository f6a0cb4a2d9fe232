/* What the ring that records says of a function of the library, against a series of 400 bits: its value, and how it
 * moves with each operand, of small arguments and of large ones, whose last bits matter to what turns or jumps. */
#include "semantics/rings/function_values.h"
#include "semantics/rings/ring_pool.h"
#include "verify/primitive/ring_tape.h"
#include "verify/truth/function_series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BITS 400
#define NEAR 0x1p-58L /* of its size: six bits of an extended double */

static const long double arguments[] = {
    0.3L, 0.625L, -0.7L, 1.75L, 9.3L, 1234.625L, 0x1p40L + 0.375L, -0x1p55L - 0.625L, 0x1.921fb54442d18p+90L};
#define ARGUMENTS (sizeof arguments / sizeof *arguments)

/* The series at x + s, y, or at x, y + s; false where the function has none that is known so well. */
static bool series_of(const RingCall *f, long double x, long double y, int moves, long double out[2]) {
  arb_poly_t first, second, result;
  arb_t ball;
  arb_poly_init(first), arb_poly_init(second), arb_poly_init(result), arb_init(ball);
  ball_of_extended(ball, x), arb_poly_set_coeff_arb(first, 0, ball);
  ball_of_extended(ball, y), arb_poly_set_coeff_arb(second, 0, ball);
  arb_poly_set_coeff_si(moves == 0 ? first : second, 1, 1);
  function_series(f, result, first, second, 2, BITS);
  bool known = true;
  for (int i = 0; i < 2; i++) {
    arb_poly_get_coeff_arb(ball, result, i);
    known = known && arb_is_finite(ball) && (arb_is_zero(ball) || arb_rel_accuracy_bits(ball) > 80);
    out[i] = known ? extended_of_ball(ball) : 0;
    known = known && isfinite(out[i]) && (out[i] == 0 || fabsl(out[i]) > 0x1p-16000L);
  }
  arb_poly_clear(first), arb_poly_clear(second), arb_poly_clear(result), arb_clear(ball);
  return known;
}

static bool inside(const RingCall *f, long double x, long double y) {
  arb_t first, second;
  arb_init(first), arb_init(second);
  ball_of_extended(first, x), ball_of_extended(second, y);
  FunctionPlace place = function_place(f, first, second, BITS);
  arb_clear(first), arb_clear(second);
  return place == PLACE_INSIDE;
}

static bool near(long double found, long double wanted) { return fabsl(found - wanted) <= NEAR * fabsl(wanted); }

/* By the operand that is an input; the other is a constant.  Whether it was compared. */
static bool check(Ring *ring, const RingCall *f, long double x, long double y, int moves) {
  long double wanted[2];
  const char *name = function_info(f->function)->name;
  if (!inside(f, x, y) || !series_of(f, x, y, moves, wanted)) return false;
  tape_reset(ring);
  Scalar none = RING_POOL_ZERO, moved = tape_input(ring, moves == 0 ? x : y),
         held = tape_result(ring, moves == 0 ? y : x, none, 0, none, 0);
  Scalar out = ring_call(ring, f, moves == 0 ? moved : held, moves == 0 ? held : moved);
  TapeSizes sizes;
  assert_int_equal(ring_take_status(ring), STATUS_OK);
  assert_true(tape_sizes(ring, out, &sizes));
  if (!near(tape_value(ring, out), wanted[0]))
    fail_msg("%s at %Lg, %Lg is %.20Lg, not %.20Lg", name, x, y, tape_value(ring, out), wanted[0]);
  long double moving = fabsl(wanted[1] * (moves == 0 ? x : y));
  if (!near(sizes.conditioning, moving))
    fail_msg("%s at %Lg, %Lg moves by %.20Lg, not %.20Lg", name, x, y, sizes.conditioning, moving);
  return true;
}

static void test_functions(void **state) {
  (void)state;
  Ring *ring = ring_tape_new();
  mpq_t parameter[FUNCTION_MAX_PARAMETERS];
  uint32_t large = 0;
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_init(parameter[k]), mpq_set_ui(parameter[k], 2 + k, 1);
  for (FunctionCode code = 0; code < FUNCTION_COUNT; code++) {
    RingCall f = {code, (const mpq_t *)parameter};
    uint32_t compared = 0;
    if (function_meaning(code) != NULL) continue; /* a formula, of other operations */
    for (size_t i = 0; i < ARGUMENTS; i++)
      for (size_t j = 0; j < ARGUMENTS; j++)
        for (int moves = 0; moves < 2; moves++) {
          bool two = function_info(code)->operands == 2;
          if (!two && (j > 0 || moves > 0)) continue;
          bool done = check(ring, &f, arguments[i], two ? arguments[j] : 0, moves);
          compared += done;
          large += done && fabsl(arguments[i]) > 0x1p30L;
        }
    if (compared < 2) fail_msg("%s was compared %u times", function_info(code)->name, compared);
  }
  assert_true(large > 40);
  for (uint32_t k = 0; k < FUNCTION_MAX_PARAMETERS; k++) mpq_clear(parameter[k]);
  ring_destroy(ring);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_functions)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
