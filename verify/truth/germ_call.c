/* Functions of the library as germs: what is made of exp, log and sqrt is that, where both are defined; steps and cube
 * roots ask for signs; asin, atan and erf have series. */
#include "semantics/rings/functions.h"
#include "verify/truth/germ_internal.h"

#include <math.h>

#define MOST_BITS 128   /* of an enclosure */
#define MOST_WHOLE 1e15 /* of steps */

static Scalar of(Ring *ring, RingFunction f, Scalar a) { return ring_function(ring, f, a); }
static Scalar half(Ring *ring, Scalar a) { return ring_div(ring, a, ring_integer(ring, 2)); }
static Scalar square(Ring *ring, Scalar a) { return ring_mul(ring, a, a); }

/* (e^a + e^-a) / 2, or of their difference. */
static Scalar hyperbolic(Ring *ring, Scalar a, bool even) {
  Scalar up = of(ring, RING_EXP, a), down = of(ring, RING_EXP, ring_neg(ring, a));
  return half(ring, even ? ring_add(ring, up, down) : ring_sub(ring, up, down));
}

/* log(a + sqrt(a^2 + d)) */
static Scalar area(Ring *ring, Scalar a, int64_t d) {
  Scalar root = of(ring, RING_SQRT, ring_add(ring, square(ring, a), ring_integer(ring, d)));
  return of(ring, RING_LOG, ring_add(ring, a, root));
}

static Scalar logarithm(Ring *ring, Scalar a, int64_t base) {
  return ring_div(ring, of(ring, RING_LOG, a), of(ring, RING_LOG, ring_integer(ring, base)));
}

/* a^b: 0 where a is 0 all around and b is positive; else e^(b log a). */
static Scalar power(Ring *ring, Scalar a, Scalar b) {
  if (germ_sign(ring, a) != 0 || ring->status != STATUS_OK)
    return of(ring, RING_EXP, ring_mul(ring, b, of(ring, RING_LOG, a)));
  Scalar positive = of(ring, RING_SIGN, b);
  return ring_equal(ring, positive, ring_integer(ring, 1)) ? RING_POOL_ZERO : germ_undefined(ring);
}

/* ----------------------------------------------------------------- steps -- */

/* The whole number next to the value; false where it is not known, or large. */
static bool nearest(Ring *ring, Scalar a, int64_t *n) {
  Exact *exact = germ_self(ring)->exact;
  if (germ_is_zero(a)) return *n = 0, true;
  if (germ_lowest(ring, a) < 0 || germ_head(ring, a)->error <= 0) return false;
  if (germ_head(ring, a)->shift != 0) return *n = 0, true;
  arb_t value;
  arb_init(value);
  exact_enclose(exact, value, germ_at(ring, a), MOST_BITS);
  double middle = arf_get_d(arb_midref(value), ARF_RND_NEAR), radius = mag_get_d(arb_radref(value));
  arb_clear(value);
  bool known = radius < 0.25 && fabs(middle) < MOST_WHOLE;
  if (known) *n = (int64_t)floor(middle + 0.5);
  return known;
}

/* By the side of the whole number next to it on which the operand is; the number is an odd one less, if the operand is
 * that number and `even` is asked for. */
static Scalar step_down(Ring *ring, Scalar a, bool even) {
  int64_t n = 0;
  if (!nearest(ring, a, &n)) return germ_unable(ring);
  int side = germ_sign(ring, ring_sub(ring, a, ring_integer(ring, n)));
  bool below = side < 0 || (side == 0 && even && n % 2 != 0);
  return ring_integer(ring, below ? n - 1 : n);
}

/* Of the operand's size, with its sign; `add` halves are added to the size first. */
static Scalar step_to_zero(Ring *ring, Scalar a, int64_t add) {
  Scalar halves = half(ring, ring_integer(ring, add));
  Scalar size = ring_add(ring, of(ring, RING_ABS, a), halves);
  return ring_mul(ring, of(ring, RING_SIGN, a), step_down(ring, size, false));
}

/* a - b n, n the whole number next to a / b: towards 0, or, of the remainder, the even one of two. */
static Scalar rest(Ring *ring, FunctionCode f, Scalar a, Scalar b) {
  Scalar quotient = ring_div(ring, a, b), halves = half(ring, ring_integer(ring, 1));
  Scalar whole =
      f == FUNCTION_FMOD ? step_to_zero(ring, quotient, 0) : step_down(ring, ring_add(ring, quotient, halves), true);
  return ring_sub(ring, a, ring_mul(ring, b, whole));
}

static Scalar with_sign(Ring *ring, Scalar a, Scalar b) {
  int sign = germ_sign(ring, b);
  if (sign == 0) return germ_undefined(ring);
  return ring_mul(ring, of(ring, RING_ABS, a), ring_integer(ring, sign));
}

static Scalar cube_root(Ring *ring, Scalar a) {
  int sign = germ_sign(ring, a);
  if (sign == 0) return RING_POOL_ZERO;
  mpq_t third;
  mpq_init(third);
  mpq_set_ui(third, 1, 3);
  Scalar root = germ_fraction_power(ring, sign < 0 ? ring_neg(ring, a) : a, third);
  mpq_clear(third);
  return sign < 0 ? ring_neg(ring, root) : root;
}

/* ---------------------------------------------------------------- series -- */

static bool series_of_call(Exact *exact, const void *f, const ca_t c, ca_ptr out, uint32_t length) {
  return exact_call_series(exact, *(const FunctionCode *)f, c, out, length);
}

/* asin, atan and erf, with a form. */
static Scalar analytic(Ring *ring, FunctionCode f, Scalar a) {
  Scalar result = germ_analytic(ring, series_of_call, &f, a);
  if (ring->status != STATUS_OK || !germ_has_forms(ring, a, a)) return result;
  Scalar form = germ_head(ring, a)->form;
  RingCall call = {(uint32_t)f, NULL};
  return germ_keep_form(ring, result, ring_call(germ_self(ring)->forms, &call, form, form));
}

static Scalar quarter_turn(Ring *ring) {
  return ring_mul(ring, ring_integer(ring, 2), analytic(ring, FUNCTION_ATAN, ring_integer(ring, 1)));
}

/* Inside; at the ends there is no series. */
static Scalar arcsine(Ring *ring, Scalar a) {
  Scalar inside = ring_sub(ring, ring_integer(ring, 1), square(ring, a));
  int sign = germ_sign(ring, inside);
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  if (sign < 0) return germ_undefined(ring);
  return sign == 0 || germ_lowest(ring, inside) != 0 ? germ_unable(ring) : analytic(ring, FUNCTION_ASIN, a);
}

/* Of the point (x, y): by the quotient that is no pole. */
static Scalar angle(Ring *ring, Scalar y, Scalar x) {
  int up = germ_sign(ring, y), right = germ_sign(ring, x);
  if (ring->status != STATUS_OK) return RING_POOL_ZERO;
  if (up == 0 && right == 0) return germ_undefined(ring);
  if (right == 0) return ring_mul(ring, ring_integer(ring, up), quarter_turn(ring));
  if (up != 0 && germ_lowest(ring, y) == 0) {
    Scalar turned = analytic(ring, FUNCTION_ATAN, ring_div(ring, x, y));
    return ring_sub(ring, ring_mul(ring, ring_integer(ring, up), quarter_turn(ring)), turned);
  }
  Scalar turned = analytic(ring, FUNCTION_ATAN, ring_div(ring, y, x));
  if (right > 0) return turned;
  return ring_add(ring, turned, ring_mul(ring, ring_integer(ring, up < 0 ? -2 : 2), quarter_turn(ring)));
}

/* (1 + erf(a / sqrt 2)) / 2 */
static Scalar normal_distribution(Ring *ring, Scalar a) {
  Scalar scaled = ring_div(ring, a, of(ring, RING_SQRT, ring_integer(ring, 2)));
  return half(ring, ring_add(ring, ring_integer(ring, 1), analytic(ring, FUNCTION_ERF, scaled)));
}

/* Steps, roots and series. */
static Scalar of_one(Ring *ring, FunctionCode f, Scalar a) {
  switch ((int)f) {
  case FUNCTION_FLOOR: return step_down(ring, a, false);
  case FUNCTION_CEIL: return ring_neg(ring, step_down(ring, ring_neg(ring, a), false));
  case FUNCTION_TRUNC: return step_to_zero(ring, a, 0);
  case FUNCTION_ROUND: return step_to_zero(ring, a, 1);
  case FUNCTION_CBRT: return cube_root(ring, a);
  case FUNCTION_ASIN: return arcsine(ring, a);
  case FUNCTION_ACOS: return ring_sub(ring, quarter_turn(ring), arcsine(ring, a));
  case FUNCTION_ATAN:
  case FUNCTION_ERF: return analytic(ring, f, a);
  case FUNCTION_ERFC: return ring_sub(ring, ring_integer(ring, 1), analytic(ring, FUNCTION_ERF, a));
  case FUNCTION_NORMCDF: return normal_distribution(ring, a);
  default: return germ_unable(ring);
  }
}

Scalar germ_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  FunctionCode code = (FunctionCode)f->function;
  Scalar one = ring_integer(ring, 1);
  if (code == FUNCTION_SINH || code == FUNCTION_COSH) return hyperbolic(ring, a, code == FUNCTION_COSH);
  if (code == FUNCTION_ASINH) return area(ring, a, 1);
  if (code == FUNCTION_ACOSH) return area(ring, a, -1);
  if (code == FUNCTION_ATANH) {
    Scalar quotient = ring_div(ring, ring_add(ring, one, a), ring_sub(ring, one, a));
    return half(ring, of(ring, RING_LOG, quotient));
  }
  if (code == FUNCTION_EXPM1) return ring_sub(ring, of(ring, RING_EXP, a), one);
  if (code == FUNCTION_LOG1P) return of(ring, RING_LOG, ring_add(ring, one, a));
  if (code == FUNCTION_EXP2) return of(ring, RING_EXP, ring_mul(ring, a, of(ring, RING_LOG, ring_integer(ring, 2))));
  if (code == FUNCTION_LOG2 || code == FUNCTION_LOG10) return logarithm(ring, a, code == FUNCTION_LOG2 ? 2 : 10);
  if (code == FUNCTION_HYPOT) return of(ring, RING_SQRT, ring_add(ring, square(ring, a), square(ring, b)));
  if (code == FUNCTION_POW) return power(ring, a, b);
  if (code == FUNCTION_COPYSIGN) return with_sign(ring, a, b);
  if (code == FUNCTION_FMOD || code == FUNCTION_REMAINDER) return rest(ring, code, a, b);
  if (code == FUNCTION_ATAN2) return angle(ring, a, b);
  return of_one(ring, code, a);
}
