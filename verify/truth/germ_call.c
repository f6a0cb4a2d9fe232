/* Those functions of the library that are made of exp, log and sqrt, where both are defined: as germs they are that. */
#include "semantics/rings/functions.h"
#include "verify/truth/germ_internal.h"

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
  ring_fail(ring, STATUS_UNABLE);
  return a;
}
