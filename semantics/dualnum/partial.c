#include "semantics/dualnum/partial.h"

#include "semantics/chad/linear/derivatives.h"
#include "semantics/rings/ring_pool.h"
#include "semantics/tables/cases.h"

static Scalar square(Ring *ring, Scalar x) { return ring_mul(ring, x, x); }
static Scalar one_minus(Ring *ring, Scalar x) { return ring_sub(ring, ring_integer(ring, 1), x); }
static Scalar reciprocal(Ring *ring, Scalar x) { return ring_div(ring, ring_integer(ring, 1), x); }

/* The value at hand, else the function of x. */
static Scalar value_of(Ring *ring, RingFunction function, Scalar x, const Scalar *value) {
  return value != NULL ? *value : ring_function(ring, function, x);
}

/* d(x^c)/dx = c x^(c-1); x^0 is the constant 1, with derivative 0 everywhere. */
static Scalar power_partial(Ring *ring, const Constant *c, Scalar x, const Scalar *value) {
  int64_t n = 0;
  switch (ring_exponent(c, &n)) {
  case EXPONENT_INTEGER:
    if (n == 0) return ring_integer(ring, 0);
    if (n == INT64_MIN) break;
    return ring_mul(ring, ring_integer(ring, n), ring_integer_power(ring, x, n - 1));
  case EXPONENT_FRACTION: {
    Scalar power = value != NULL ? *value : ring_power(ring, x, c);
    return ring_div(ring, ring_mul(ring, ring_constant(ring, c, 0), power), x);
  }
  case EXPONENT_TOO_LARGE: break;
  }
  ring_fail(ring, STATUS_LIMIT);
  return x;
}

/* (1 + sign(a - b)) / 2: half each at a tie. */
static Scalar share(Ring *ring, Scalar a, Scalar b) {
  Scalar sign = ring_function(ring, RING_SIGN, ring_sub(ring, a, b));
  return ring_div(ring, ring_add(ring, ring_integer(ring, 1), sign), ring_integer(ring, 2));
}

/* d(x/y)/dx = 1/y, d(x/y)/dy = -(x/y)/y */
static Scalar quotient_partial(Ring *ring, uint32_t k, Scalar x, Scalar y, const Scalar *value) {
  if (k == 0) return reciprocal(ring, y);
  Scalar quotient = value != NULL ? *value : ring_div(ring, x, y);
  return ring_neg(ring, ring_div(ring, quotient, y));
}

/* Of a function of the library, by functions.def. */
static Scalar function_partial(Store *store, Ring *ring, const OpNode *op, uint32_t k, Scalar x, Scalar y) {
  OpId one = op_make_each(&store->ops, &store->types, op->code, 1, op->constant);
  Scalar slope = x;
  Status status = one.id == 0 ? STATUS_LIMIT : op_slope_value(store, ring, one, k, x, y, &slope);
  if (status != STATUS_OK) ring_fail(ring, status);
  return slope;
}

Scalar dual_partial(Store *store, Ring *ring, const OpNode *op, uint32_t k, Scalar x, Scalar y, const Scalar *value) {
  Scalar r;
  if (op_is_function(op->code)) return function_partial(store, ring, op, k, x, y);
  switch (op->code) {
  case OP_ADD: return ring_integer(ring, 1);
  case OP_SUB: return ring_integer(ring, k == 0 ? 1 : -1);
  case OP_MUL: return k == 0 ? y : x;
  case OP_NEG: return ring_integer(ring, -1);
  case OP_DIV: return quotient_partial(ring, k, x, y, value);
  case OP_SIN: return ring_function(ring, RING_COS, x);
  case OP_COS: return ring_neg(ring, ring_function(ring, RING_SIN, x));
  case OP_TAN: r = value_of(ring, RING_TAN, x, value); return ring_add(ring, ring_integer(ring, 1), square(ring, r));
  case OP_EXP: return value_of(ring, RING_EXP, x, value);
  case OP_LOG: return reciprocal(ring, x);
  case OP_SQRT: r = value_of(ring, RING_SQRT, x, value); return reciprocal(ring, ring_add(ring, r, r));
  case OP_POW: return power_partial(ring, constant_get(&store->constants, op->constant), x, value);
  case OP_TANH: r = value_of(ring, RING_TANH, x, value); return one_minus(ring, square(ring, r));
  case OP_SIGMOID: r = value_of(ring, RING_SIGMOID, x, value); return ring_mul(ring, r, one_minus(ring, r));
  case OP_ABS: return ring_function(ring, RING_SIGN, x);
  case OP_SIGN: return ring_integer(ring, 0);
  case OP_MAX: return k == 0 ? share(ring, x, y) : share(ring, y, x);
  case OP_MIN: return k == 0 ? share(ring, y, x) : share(ring, x, y);
  case OP_ANY_NO_FUNCTION: break;
  }
  ring_fail(ring, STATUS_STUCK);
  return x;
}
