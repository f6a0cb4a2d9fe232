/* Functions of the library where an operand tends to an infinity, or to a number. */
#include "semantics/rings/function_values.h"
#include "semantics/rings/ring_pool.h"
#include "verify/truth/limit_item.h"
#include "verify/truth/ring_ball.h"

/* What a function of one operand tends to. */
typedef enum End {
  NONE,
  OUTSIDE,
  PLUS,
  MINUS,
  ZERO_ABOVE,
  ZERO,
  ONE,
  MINUS_ONE,
  TWO,
  RIGHT_ANGLE,
  MINUS_RIGHT_ANGLE
} End;

static const struct {
  FunctionCode code;
  End low, high; /* at -inf, at +inf */
} ends[] = {
    {FUNCTION_ATAN, MINUS_RIGHT_ANGLE, RIGHT_ANGLE},
    {FUNCTION_SINH, MINUS, PLUS},
    {FUNCTION_COSH, PLUS, PLUS},
    {FUNCTION_ASINH, MINUS, PLUS},
    {FUNCTION_ACOSH, OUTSIDE, PLUS},
    {FUNCTION_EXP2, ZERO_ABOVE, PLUS},
    {FUNCTION_EXPM1, MINUS_ONE, PLUS},
    {FUNCTION_LOG1P, OUTSIDE, PLUS},
    {FUNCTION_LOG2, OUTSIDE, PLUS},
    {FUNCTION_LOG10, OUTSIDE, PLUS},
    {FUNCTION_CBRT, MINUS, PLUS},
    {FUNCTION_FLOOR, MINUS, PLUS},
    {FUNCTION_CEIL, MINUS, PLUS},
    {FUNCTION_TRUNC, MINUS, PLUS},
    {FUNCTION_ROUND, MINUS, PLUS},
    {FUNCTION_ERF, MINUS_ONE, ONE},
    {FUNCTION_ERFC, TWO, ZERO_ABOVE},
    {FUNCTION_NORMCDF, ZERO_ABOVE, ONE},
    {FUNCTION_LGAMMA, NONE, PLUS},
    {FUNCTION_TGAMMA, NONE, PLUS},
    {FUNCTION_DIGAMMA, NONE, PLUS},
    {FUNCTION_J0, ZERO, ZERO},
    {FUNCTION_J1, ZERO, ZERO},
    {FUNCTION_I0, PLUS, PLUS},
    {FUNCTION_I1, MINUS, PLUS},
};

static Scalar number(Ring *ring, int64_t n, int side) {
  return limit_put(ring, (Limit){0, ring_integer(limit_balls(ring), n), side});
}

static Scalar infinity(Ring *ring, int sign) { return limit_put(ring, (Limit){sign, RING_POOL_ZERO, 0}); }

/* pi/2 times a sign. */
static Scalar right_angle(Ring *ring, int sign, int side) {
  arb_t angle;
  arb_init(angle);
  arb_const_pi(angle, ball_precision(limit_balls(ring)));
  arb_mul_2exp_si(angle, angle, -1);
  if (sign < 0) arb_neg(angle, angle);
  Scalar ball = ball_make(limit_balls(ring), angle);
  arb_clear(angle);
  return limit_put(ring, (Limit){0, ball, side});
}

static Scalar end_of(Ring *ring, End end) {
  switch (end) {
  case PLUS: return infinity(ring, 1);
  case MINUS: return infinity(ring, -1);
  case ZERO_ABOVE: return number(ring, 0, 1);
  case ZERO: return number(ring, 0, SIDE_UNKNOWN);
  case ONE: return number(ring, 1, -1);
  case MINUS_ONE: return number(ring, -1, 1);
  case TWO: return number(ring, 2, -1);
  case RIGHT_ANGLE: return right_angle(ring, 1, -1);
  case MINUS_RIGHT_ANGLE: return right_angle(ring, -1, 1);
  case OUTSIDE: ring_fail(ring, STATUS_DOMAIN); return RING_POOL_ZERO;
  case NONE: break;
  }
  return limit_undecided(ring);
}

static Scalar of_one(Ring *ring, FunctionCode code, int sign) {
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (ends[i].code == code) return end_of(ring, sign < 0 ? ends[i].low : ends[i].high);
  }
  return limit_undecided(ring);
}

/* The angle of (y, x), one of them infinite. */
static Scalar angle(Ring *ring, Limit y, Limit x) {
  int above = limit_sign(ring, y);
  if (x.infinite != 0 && y.infinite != 0) return limit_undecided(ring);
  if (y.infinite != 0) return right_angle(ring, y.infinite, SIDE_UNKNOWN);
  if (x.infinite > 0) return number(ring, 0, above);
  if (above == SIDE_UNKNOWN || above == 0) return limit_undecided(ring);
  Scalar half = right_angle(ring, above, SIDE_UNKNOWN);
  return ring_add(ring, half, half);
}

/* x^y with one of them infinite, or 0. */
static Scalar power(Ring *ring, Limit x, Scalar a, Scalar b) {
  int base = limit_sign(ring, x);
  if (base == 0 || base == -1) return limit_undecided(ring);
  return ring_function(ring, RING_EXP, ring_mul(ring, b, ring_function(ring, RING_LOG, a)));
}

static Scalar of_two(Ring *ring, FunctionCode code, Scalar a, Scalar b) {
  Limit x = limit_get(ring, a), y = limit_get(ring, b);
  int sign = limit_sign(ring, y);
  if (code == FUNCTION_ATAN2) return angle(ring, x, y);
  if (code == FUNCTION_HYPOT) return infinity(ring, 1);
  if (code == FUNCTION_POW) return power(ring, x, a, b);
  if (code == FUNCTION_COPYSIGN && (sign == 1 || sign == -1))
    return ring_mul(ring, ring_integer(ring, sign), ring_function(ring, RING_ABS, a));
  bool whole = code == FUNCTION_FMOD || code == FUNCTION_REMAINDER;
  return whole && x.infinite == 0 ? a : limit_undecided(ring); /* of a divisor beyond 2 |a| it is a */
}

Scalar limit_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  Ring *balls = limit_balls(ring);
  FunctionCode code = (FunctionCode)f->function;
  bool two = function_info(code)->operands == 2;
  Limit x = limit_get(ring, a), y = two ? limit_get(ring, b) : x;
  if (x.infinite != 0 || y.infinite != 0) return two ? of_two(ring, code, a, b) : of_one(ring, code, x.infinite);
  bool still = x.side == 0 && y.side == 0; /* these numbers and no others: an edge is no harm */
  FunctionPlace place = function_place(f, ball_get(balls, x.ball), ball_get(balls, y.ball), ball_precision(balls));
  if (place != PLACE_INSIDE && !still) return limit_undecided(ring);
  return limit_put(ring, (Limit){0, ring_call(balls, f, x.ball, y.ball), still ? 0 : SIDE_UNKNOWN});
}
