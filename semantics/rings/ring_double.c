#include "semantics/rings/function_values.h"
#include "semantics/rings/ring_pool.h"
#include "semantics/rings/rings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Scalar double_integer(Ring *ring, int64_t n) {
  (void)ring;
  return scalar_from_double((double)n);
}

static Scalar double_constant(Ring *ring, const Constant *constant, uint32_t index) {
  (void)ring;
  return scalar_from_double(constant->nearest[index]);
}

static Scalar double_add(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return scalar_from_double(scalar_to_double(a) + scalar_to_double(b));
}

static Scalar double_sub(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return scalar_from_double(scalar_to_double(a) - scalar_to_double(b));
}

static Scalar double_mul(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return scalar_from_double(scalar_to_double(a) * scalar_to_double(b));
}

static Scalar double_neg(Ring *ring, Scalar a) {
  (void)ring;
  return scalar_from_double(-scalar_to_double(a));
}

static Scalar double_div(Ring *ring, Scalar a, Scalar b) {
  if (scalar_to_double(b) == 0) {
    ring_fail(ring, STATUS_DOMAIN);
    return scalar_from_double(NAN);
  }
  return scalar_from_double(scalar_to_double(a) / scalar_to_double(b));
}

/* Neither branch takes exp of a large positive number. */
static double sigmoid(double x) {
  double e = exp(-fabs(x));
  return x >= 0 ? 1 / (1 + e) : e / (1 + e);
}

static double sign(double x) { return (double)((x > 0) - (x < 0)); }

/* Outside the domain: where mathematics gives no value, and what compares NaN. */
static bool function_undefined(RingFunction function, double x) {
  switch (function) {
  case RING_LOG: return x <= 0;
  case RING_SQRT: return x < 0;
  case RING_ABS:
  case RING_SIGN: return isnan(x);
  case RING_SIN:
  case RING_COS:
  case RING_TAN:
  case RING_EXP:
  case RING_TANH:
  case RING_SIGMOID: return false;
  }
  return true;
}

static double function_value(RingFunction function, double x) {
  switch (function) {
  case RING_SIN: return sin(x);
  case RING_COS: return cos(x);
  case RING_TAN: return tan(x);
  case RING_EXP: return exp(x);
  case RING_LOG: return log(x);
  case RING_SQRT: return sqrt(x);
  case RING_TANH: return tanh(x);
  case RING_SIGMOID: return sigmoid(x);
  case RING_ABS: return fabs(x);
  case RING_SIGN: return sign(x);
  }
  return NAN;
}

static Scalar double_function(Ring *ring, RingFunction function, Scalar a) {
  double x = scalar_to_double(a);
  if (function_undefined(function, x)) {
    ring_fail(ring, STATUS_DOMAIN);
    return scalar_from_double(NAN);
  }
  return scalar_from_double(function_value(function, x));
}

/* x^c for c no integer: x > 0, or x = 0 and c > 0. */
static double fraction_power(Ring *ring, double x, double c) {
  if (x < 0 || (x == 0 && c < 0)) {
    ring_fail(ring, STATUS_DOMAIN);
    return NAN;
  }
  return x == 0 ? 0 : pow(x, c);
}

static Scalar double_power(Ring *ring, Scalar a, const Constant *exponent) {
  int64_t n = 0;
  switch (ring_exponent(exponent, &n)) {
  case EXPONENT_INTEGER: return ring_integer_power(ring, a, n);
  case EXPONENT_FRACTION: break;
  case EXPONENT_TOO_LARGE: ring_fail(ring, STATUS_LIMIT); return a;
  }
  return scalar_from_double(fraction_power(ring, scalar_to_double(a), exponent->nearest[0]));
}

static Scalar double_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  double value;
  Status status = function_of_doubles(f, scalar_to_double(a), scalar_to_double(b), &value);
  if (status != STATUS_OK) ring_fail(ring, status);
  return scalar_from_double(value);
}

/* The larger or the smaller; at a tie both are the same number. */
static Scalar choose(Ring *ring, Scalar a, Scalar b, bool largest) {
  double x = scalar_to_double(a), y = scalar_to_double(b);
  if (isnan(x) || isnan(y)) {
    ring_fail(ring, STATUS_DOMAIN);
    return scalar_from_double(NAN);
  }
  return (largest ? x >= y : x <= y) ? a : b;
}

static Scalar double_max(Ring *ring, Scalar a, Scalar b) { return choose(ring, a, b, true); }
static Scalar double_min(Ring *ring, Scalar a, Scalar b) { return choose(ring, a, b, false); }

/* -0 equals 0; every NaN equals every other and comes last. */
static int double_compare(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  double x = scalar_to_double(a), y = scalar_to_double(b);
  if (isnan(x) || isnan(y)) return (isnan(x) != 0) - (isnan(y) != 0);
  return (x > y) - (x < y);
}

static bool double_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  if (isnan(scalar_to_double(a)) || isnan(scalar_to_double(b))) ring_fail(ring, STATUS_DOMAIN);
  return ring_test_order(test, double_compare(ring, a, b));
}

static int double_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  (void)ring;
  return snprintf(buffer, size, "%.17g", scalar_to_double(a));
}

static void double_destroy(Ring *ring) { free(ring); }

Ring *ring_double_new(void) {
  static const RingOps ops = {.name = "binary64",
                              .traits = RING_ORDERED | RING_FIELD | RING_ANALYTIC,
                              RING_ARITHMETIC(double_),
                              RING_FUNCTIONS(double_),
                              RING_NO_STACK};
  Ring *ring = calloc(1, sizeof *ring);
  if (ring == NULL) return NULL;
  ring->ops = &ops;
  return ring;
}
