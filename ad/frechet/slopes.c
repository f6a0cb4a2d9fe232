/* The derivatives of named primitives. */
#include "ad/frechet/frechet.h"

#include "semantics/chad/linear/derivatives.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

/* r a^(r-1); 0 for r = 0 */
static Status slope_of_power(Machine *machine, ConstantId exponent, Scalar a, HilVector *out) {
  ConstantTable *constants = &machine->store->constants;
  *out = hil_zero;
  if (mpq_sgn(constant_get(constants, exponent)->exact[0]) == 0) return STATUS_OK;
  mpq_t less;
  mpq_init(less);
  mpq_set_si(less, -1, 1);
  mpq_add(less, less, constant_get(constants, exponent)->exact[0]);
  ConstantId lower = constant_intern(constants, &less, 1);
  mpq_clear(less);
  if (lower.id == 0) return STATUS_LIMIT;
  Scalar power;
  TRY(hil_primitive(machine, OP_POW, lower, a, &power));
  Scalar r = ring_constant(machine->ring, constant_get(constants, exponent), 0);
  *out = hil_scalar(ring_mul(machine->ring, r, power));
  return ring_take_status(machine->ring);
}

/* Of the library: the slope of functions.def. */
static Status slope_of_function(Machine *machine, OpCode op, ConstantId parameters, Scalar a, HilVector *out) {
  Store *store = machine->store;
  OpId f = op_make_each(&store->ops, &store->types, op, 1, parameters);
  Scalar y;
  Status status = f.id == 0 ? STATUS_LIMIT : op_slope_value(store, machine->ring, f, 0, a, a, &y);
  if (status == STATUS_OK) *out = hil_scalar(y);
  return status;
}

static Status slope(Machine *machine, OpCode op, ConstantId exponent, Scalar a, HilVector *out) {
  Ring *ring = machine->ring;
  Scalar one = ring_integer(ring, 1), y = a;
  if (op_is_function(op)) return slope_of_function(machine, op, exponent, a, out);
  switch (op) {
  /* sin'(a) = (cos a ·)   cos'(a) = (-sin a ·)                           */
  case OP_SIN:
    RULE(FR_SIN);
    y = ring_function(ring, RING_COS, a);
    break;
  case OP_COS:
    RULE(FR_COS);
    y = ring_neg(ring, ring_function(ring, RING_SIN, a));
    break;
  /* exp'(a) = (exp a ·)   ln'(a) = (1/a ·)                               */
  case OP_EXP:
    RULE(FR_EXP);
    y = ring_function(ring, RING_EXP, a);
    break;
  case OP_LOG:
    RULE(FR_LN);
    y = ring_div(ring, one, a);
    break;
  /* (_^r)'(a) = (r a^(r-1) ·), 0 for r = 0                               */
  case OP_POW: RULE(FR_POW); return slope_of_power(machine, exponent, a, out);
  /* tan' = 1 + tan^2   tanh' = 1 - tanh^2   sigmoid' = sigmoid (1 - sigmoid) */
  case OP_TAN:
    RULE(FR_TAN);
    y = ring_function(ring, RING_TAN, a);
    y = ring_add(ring, one, ring_mul(ring, y, y));
    break;
  case OP_TANH:
    RULE(FR_TANH);
    y = ring_function(ring, RING_TANH, a);
    y = ring_sub(ring, one, ring_mul(ring, y, y));
    break;
  case OP_SIGMOID:
    RULE(FR_SIGMOID);
    y = ring_function(ring, RING_SIGMOID, a);
    y = ring_mul(ring, y, ring_sub(ring, one, y));
    break;
  /* abs'(a) = (sign a ·)   sign'(a) = 0                                  */
  case OP_ABS:
    RULE(FR_ABS);
    y = ring_function(ring, RING_SIGN, a);
    break;
  case OP_SIGN:
    RULE(FR_SIGN);
    *out = hil_zero;
    return STATUS_OK;
  case OP_ANY_NO_FUNCTION:
  case OP_ANY_ARITHMETIC: return STATUS_STUCK;
  }
  *out = hil_scalar(y);
  return ring_take_status(ring);
}

Status frechet_slope(Machine *machine, OpCode op, ConstantId exponent, Scalar a, HilVector *out) {
  return slope(machine, op, exponent, a, out);
}
