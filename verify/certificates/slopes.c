#include "verify/certificates/slopes.h"

#include "semantics/rings/function_slopes.h"

static Scalar one_and(Ring *ring, bool plus, Scalar a) {
  return (plus ? ring_add : ring_sub)(ring, ring_integer(ring, 1), a);
}

static Scalar inverse(Ring *ring, Scalar a) { return ring_div(ring, ring_integer(ring, 1), a); }

static Scalar slope_of(Ring *ring, RingFunction f, Scalar x, Scalar y) {
  switch (f) {
  case RING_SIN: return ring_function(ring, RING_COS, x);
  case RING_COS: return ring_neg(ring, ring_function(ring, RING_SIN, x));
  case RING_TAN: return one_and(ring, true, ring_mul(ring, y, y));
  case RING_EXP: return y;
  case RING_LOG: return inverse(ring, x);
  case RING_SQRT: /* y^2 = x, so 2 y y' = 1 */ return inverse(ring, ring_mul(ring, ring_integer(ring, 2), y));
  case RING_TANH: return one_and(ring, false, ring_mul(ring, y, y));
  case RING_SIGMOID: return ring_mul(ring, y, one_and(ring, false, y));
  case RING_ABS:
  case RING_SIGN: break;
  }
  ring_fail(ring, STATUS_UNABLE);
  return y;
}

/* r x^r / x of r = p / q */
static Scalar slope_of_power(Ring *ring, uint32_t p, uint32_t q, Scalar x, Scalar y) {
  Scalar exponent = ring_div(ring, ring_integer(ring, p), ring_integer(ring, q));
  return ring_mul(ring, exponent, ring_div(ring, y, x));
}

Scalar certified_slope(Ring *ring, uint32_t what, Scalar x, Scalar y) {
  if (what >= STRAIGHT_POWER(0u, 0u))
    return slope_of_power(ring, what >> 12 & STRAIGHT_POWER_MOST, what & STRAIGHT_POWER_MOST, x, y);
  if (what < STRAIGHT_LIBRARY(0)) return slope_of(ring, (RingFunction)(what - STRAIGHT_FUNCTION(0)), x, y);
  const RingCall call = {what - STRAIGHT_LIBRARY(0), NULL};
  return function_slope(ring, &call, 0, x, x, y);
}

Status record_slopes(Ring *straight, uint32_t slope[STRAIGHT_SYMBOLS]) {
  const StraightSymbol *symbol;
  for (uint32_t i = 0; i < straight_symbols(straight, &symbol); i++) {
    bool function = symbol[i].what != STRAIGHT_INVERSE;
    Scalar y = straight_symbol(straight, i);
    slope[i] = function ? (uint32_t)certified_slope(straight, symbol[i].what, (Scalar){symbol[i].of}, y).word : 0;
    Status status = ring_take_status(straight);
    if (status != STATUS_OK) return status;
  }
  return STATUS_OK;
}
