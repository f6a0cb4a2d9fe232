#include "verify/primitive/ring_machine.h"

#include "semantics/rings/functions.h"
#include "semantics/rings/rings.h"

#include <math.h>
#include <stdlib.h>

typedef struct MachineRing {
  Ring ring;
  Ring *doubles; /* which has the rest */
  RingOps ops;
} MachineRing;

static Scalar unsure(Ring *ring) {
  ring_fail(ring, STATUS_UNABLE);
  return scalar_from_double(NAN);
}

static Scalar machine_div(Ring *ring, Scalar a, Scalar b) {
  (void)ring;
  return scalar_from_double(scalar_to_double(a) / scalar_to_double(b));
}

static Scalar machine_function(Ring *ring, RingFunction function, Scalar a) {
  double x = scalar_to_double(a);
  switch (function) {
  case RING_SIN: return scalar_from_double(sin(x));
  case RING_COS: return scalar_from_double(cos(x));
  case RING_TAN: return scalar_from_double(tan(x));
  case RING_EXP: return scalar_from_double(exp(x));
  case RING_LOG: return scalar_from_double(log(x));
  case RING_SQRT: return scalar_from_double(sqrt(x));
  case RING_TANH: return scalar_from_double(tanh(x));
  case RING_ABS: return scalar_from_double(fabs(x));
  case RING_SIGN: /* no function of C's */
  case RING_SIGMOID: break;
  }
  return unsure(ring);
}

static Scalar machine_power(Ring *ring, Scalar a, const Constant *exponent) {
  (void)ring;
  return scalar_from_double(pow(scalar_to_double(a), exponent->nearest[0]));
}

/* NaN is none of the two in C, and in a test that was read the other way round it is. */
static bool is_decided(Ring *ring, Scalar a, Scalar b) {
  if (!isnan(scalar_to_double(a)) && !isnan(scalar_to_double(b))) return true;
  ring_fail(ring, STATUS_UNABLE);
  return false;
}

static Scalar machine_max(Ring *ring, Scalar a, Scalar b) {
  return !is_decided(ring, a, b) || scalar_to_double(a) >= scalar_to_double(b) ? a : b;
}

static Scalar machine_min(Ring *ring, Scalar a, Scalar b) {
  return !is_decided(ring, a, b) || scalar_to_double(a) <= scalar_to_double(b) ? a : b;
}

static bool machine_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  double x = scalar_to_double(a), y = scalar_to_double(b);
  return is_decided(ring, a, b) && ring_test_order(test, (x > y) - (x < y));
}

static Scalar machine_call(Ring *ring, const RingCall *f, Scalar a, Scalar b) {
  double x = scalar_to_double(a), y = scalar_to_double(b);
  switch ((int)f->function) {
  case FUNCTION_ASIN: return scalar_from_double(asin(x));
  case FUNCTION_ACOS: return scalar_from_double(acos(x));
  case FUNCTION_ATAN: return scalar_from_double(atan(x));
  case FUNCTION_ATAN2: return scalar_from_double(atan2(x, y));
  case FUNCTION_SINH: return scalar_from_double(sinh(x));
  case FUNCTION_COSH: return scalar_from_double(cosh(x));
  case FUNCTION_ASINH: return scalar_from_double(asinh(x));
  case FUNCTION_ACOSH: return scalar_from_double(acosh(x));
  case FUNCTION_ATANH: return scalar_from_double(atanh(x));
  case FUNCTION_EXP2: return scalar_from_double(exp2(x));
  case FUNCTION_EXPM1: return scalar_from_double(expm1(x));
  case FUNCTION_LOG1P: return scalar_from_double(log1p(x));
  case FUNCTION_LOG2: return scalar_from_double(log2(x));
  case FUNCTION_LOG10: return scalar_from_double(log10(x));
  case FUNCTION_CBRT: return scalar_from_double(cbrt(x));
  case FUNCTION_HYPOT: return scalar_from_double(hypot(x, y));
  case FUNCTION_POW: return scalar_from_double(pow(x, y));
  case FUNCTION_FLOOR: return scalar_from_double(floor(x));
  case FUNCTION_CEIL: return scalar_from_double(ceil(x));
  case FUNCTION_TRUNC: return scalar_from_double(trunc(x));
  case FUNCTION_ROUND: return scalar_from_double(round(x));
  case FUNCTION_FMOD: return scalar_from_double(fmod(x, y));
  case FUNCTION_COPYSIGN: return scalar_from_double(copysign(x, y));
  case FUNCTION_ERF: return scalar_from_double(erf(x));
  case FUNCTION_ERFC: return scalar_from_double(erfc(x));
  case FUNCTION_LGAMMA: return scalar_from_double(lgamma(x));
  case FUNCTION_TGAMMA: return scalar_from_double(tgamma(x));
  default: break;
  }
  return unsure(ring);
}

static void machine_destroy(Ring *ring) {
  MachineRing *self = (MachineRing *)ring;
  ring_destroy(self->doubles);
  free(self);
}

Ring *ring_machine_new(void) {
  MachineRing *self = calloc(1, sizeof *self);
  Ring *doubles = ring_double_new();
  if (self == NULL || doubles == NULL) {
    free(self);
    if (doubles != NULL) ring_destroy(doubles);
    return NULL;
  }
  self->doubles = doubles;
  self->ops = *doubles->ops;
  self->ops.name = "machine";
  self->ops.div = machine_div;
  self->ops.function = machine_function;
  self->ops.power = machine_power;
  self->ops.max = machine_max;
  self->ops.min = machine_min;
  self->ops.test = machine_test;
  self->ops.call = machine_call;
  self->ops.destroy = machine_destroy;
  self->ring.ops = &self->ops;
  return &self->ring;
}
