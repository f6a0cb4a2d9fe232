/* The library of functions in the symbolic ring: those that are elementary in what the ring
 * has already, by their definition; and the others as atoms. */
#include "semantics/rings/function_slopes.h"
#include "verify/truth/symbolic_internal.h"

static Scalar number(Ring *ring, int64_t n) { return ring_integer(ring, n); }
static Scalar exponential(Ring *ring, Scalar a) { return ring_function(ring, RING_EXP, a); }
static Scalar logarithm(Ring *ring, Scalar a) { return ring_function(ring, RING_LOG, a); }
static Scalar root(Ring *ring, Scalar a) { return ring_function(ring, RING_SQRT, a); }
static Scalar halved(Ring *ring, Scalar a) { return symbolic_quotient(ring, a, number(ring, 2)); }
static Scalar square(Ring *ring, Scalar a) { return ring_mul(ring, a, a); }
static Scalar one_plus(Ring *ring, Scalar a) { return ring_add(ring, RING_POOL_ONE, a); }
static Scalar one_minus(Ring *ring, Scalar a) { return ring_sub(ring, RING_POOL_ONE, a); }

static Scalar atom(Ring *ring, FunctionCode f, int64_t order, Scalar a) {
  return symbolic_call_atom(ring, f, order, a);
}

void symbolic_call_require(Ring *ring, FunctionCode f, Scalar a) {
  if (f == FUNCTION_ASIN)
    symbolic_require(ring, SYMBOLIC_ROOT, one_minus(ring, square(ring, a)));
  else if (f == FUNCTION_ERFINV)
    symbolic_require(ring, SYMBOLIC_POSITIVE, one_minus(ring, square(ring, a)));
  else if (f == FUNCTION_CBRT)
    symbolic_require(ring, SYMBOLIC_CUBIC, a);
  else if (f == FUNCTION_YN)
    symbolic_require(ring, SYMBOLIC_POSITIVE, a);
  else if (!symbolic_call_is_analytic(f))
    symbolic_require(ring, SYMBOLIC_GAMMA, a);
}

bool symbolic_call_is_analytic(FunctionCode f) {
  return f == FUNCTION_ATAN || f == FUNCTION_ERF || f == FUNCTION_JN || f == FUNCTION_BESSELI;
}

/* pi/2 */
static Scalar right_angle(Ring *ring) {
  return ring_mul(ring, number(ring, 2), atom(ring, FUNCTION_ATAN, 0, RING_POOL_ONE));
}

static Scalar within_unit(Ring *ring, FunctionCode f, Scalar a) {
  int sign = symbolic_constant_sign(ring, a);
  if (f == FUNCTION_ASIN && sign != 2 && symbolic_constant_sign(ring, one_minus(ring, square(ring, a))) == 0)
    return sign > 0 ? right_angle(ring) : ring_neg(ring, right_angle(ring));
  symbolic_call_require(ring, f, a);
  return symbolic_constant_sign(ring, a) == 0 ? RING_POOL_ZERO : atom(ring, f, 0, a);
}

/* Odd functions that are analytic everywhere. */
static Scalar odd_atom(Ring *ring, FunctionCode f, Scalar a) {
  return symbolic_constant_sign(ring, a) == 0 ? RING_POOL_ZERO : atom(ring, f, 0, a);
}

/* Of gamma, its logarithm and that one's derivatives. */
static Scalar gamma_atom(Ring *ring, FunctionCode f, int64_t order, Scalar a) {
  symbolic_call_require(ring, f, a);
  return atom(ring, f, order, a);
}

/* (e^a + sign e^-a) / 2 */
static Scalar hyperbolic(Ring *ring, Scalar a, int sign) {
  Scalar up = exponential(ring, a), down = symbolic_quotient(ring, RING_POOL_ONE, up);
  return halved(ring, sign > 0 ? ring_add(ring, up, down) : ring_sub(ring, up, down));
}

/* log (a + sqrt (a^2 + c)) */
static Scalar area(Ring *ring, Scalar a, int64_t c) {
  Scalar below = root(ring, ring_add(ring, square(ring, a), number(ring, c)));
  return logarithm(ring, ring_add(ring, a, below));
}

static Scalar log_base(Ring *ring, Scalar a, int64_t base) {
  return symbolic_quotient(ring, logarithm(ring, a), logarithm(ring, number(ring, base)));
}

/* J_-n = (-1)^n J_n, and so Y; I_-n = I_n */
static Scalar bessel(Ring *ring, FunctionCode f, int64_t n, Scalar a) {
  bool odd = n < 0 && n % 2 != 0 && f != FUNCTION_BESSELI;
  symbolic_call_require(ring, f, a);
  Scalar value = atom(ring, f, n < 0 ? -n : n, a);
  return odd ? ring_neg(ring, value) : value;
}

static Scalar elementary(Ring *ring, FunctionCode f, Scalar a, bool *known) {
  *known = true;
  switch ((int)f) {
  case FUNCTION_SINH: return hyperbolic(ring, a, -1);
  case FUNCTION_COSH: return hyperbolic(ring, a, 1);
  case FUNCTION_ASINH: return area(ring, a, 1);
  case FUNCTION_ACOSH: return area(ring, a, -1);
  case FUNCTION_ATANH:
    return halved(ring, ring_sub(ring, logarithm(ring, one_plus(ring, a)), logarithm(ring, one_minus(ring, a))));
  case FUNCTION_EXP2: return exponential(ring, ring_mul(ring, a, logarithm(ring, number(ring, 2))));
  case FUNCTION_EXPM1: return ring_sub(ring, exponential(ring, a), RING_POOL_ONE);
  case FUNCTION_LOG1P: return logarithm(ring, one_plus(ring, a));
  case FUNCTION_LOG2: return log_base(ring, a, 2);
  case FUNCTION_LOG10: return log_base(ring, a, 10);
  default: break;
  }
  *known = false;
  return a;
}

/* By atoms of asin, atan, cbrt, erf, erfinv, gamma, its logarithm and that one's derivatives, and Bessel's. */
static Scalar transcendent(Ring *ring, const RingCall *call, Scalar a) {
  switch ((int)call->function) {
  case FUNCTION_ASIN:
  case FUNCTION_ERFINV: return within_unit(ring, call->function, a);
  case FUNCTION_ACOS: /* pi/2 - asin a */ return ring_sub(ring, right_angle(ring), within_unit(ring, FUNCTION_ASIN, a));
  case FUNCTION_ATAN:
  case FUNCTION_ERF: return odd_atom(ring, call->function, a);
  case FUNCTION_CBRT:
    if (symbolic_constant_sign(ring, a) == 0) return RING_POOL_ZERO;
    symbolic_call_require(ring, FUNCTION_CBRT, a);
    return atom(ring, FUNCTION_CBRT, 0, a);
  case FUNCTION_ERFC: return one_minus(ring, odd_atom(ring, FUNCTION_ERF, a));
  case FUNCTION_NORMCDF: /* (1 + erf (a / sqrt 2)) / 2 */
    a = symbolic_quotient(ring, a, root(ring, number(ring, 2)));
    return halved(ring, one_plus(ring, odd_atom(ring, FUNCTION_ERF, a)));
  case FUNCTION_LGAMMA:
  case FUNCTION_TGAMMA: return gamma_atom(ring, call->function, 0, a);
  case FUNCTION_DIGAMMA: return gamma_atom(ring, FUNCTION_POLYGAMMA, 0, a);
  case FUNCTION_POLYGAMMA: return gamma_atom(ring, FUNCTION_POLYGAMMA, function_order(call), a);
  case FUNCTION_J0: return bessel(ring, FUNCTION_JN, 0, a);
  case FUNCTION_J1: return bessel(ring, FUNCTION_JN, 1, a);
  case FUNCTION_Y0: return bessel(ring, FUNCTION_YN, 0, a);
  case FUNCTION_Y1: return bessel(ring, FUNCTION_YN, 1, a);
  case FUNCTION_I0: return bessel(ring, FUNCTION_BESSELI, 0, a);
  case FUNCTION_I1: return bessel(ring, FUNCTION_BESSELI, 1, a);
  case FUNCTION_JN:
  case FUNCTION_YN:
  case FUNCTION_BESSELI: return bessel(ring, call->function, function_order(call), a);
  default: break;
  }
  /* jumps, and parameters that are no whole numbers: of no analytic class with a normal form */
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

/* a^b = exp (b log a) where a > 0, and 0^b = 0 where b > 0. */
static Scalar power(Ring *ring, Scalar a, Scalar b) {
  int sign = symbolic_constant_sign(ring, b);
  if (symbolic_constant_sign(ring, a) == 0) {
    if (sign != 1) ring_fail(ring, sign == 2 ? STATUS_UNABLE : STATUS_DOMAIN);
    return RING_POOL_ZERO;
  }
  symbolic_require(ring, SYMBOLIC_ROOT, a);
  return exponential(ring, ring_mul(ring, b, symbolic_logarithm(ring, a)));
}

static Scalar straight_angle(Ring *ring) { return ring_add(ring, right_angle(ring), right_angle(ring)); }

/* The signs that a is known to have, without a question. */
static Signs known_signs(Ring *ring, Scalar a) {
  const Path *path = symbolic_self(ring)->path;
  return path == NULL ? SIGNS_ALL : path_signs(ring, path, a);
}

/* Whether (x, y) is off the cut of the angle, y = 0 and x <= 0, where r + x = 0: known, or asked. */
static bool is_off_cut(Ring *ring, Scalar y, Scalar x, Scalar r) {
  static const Signs apart[] = {SIGNS_APART, SIGNS_ZERO};
  Signs known = known_signs(ring, x);
  if (known == SIGNS_PLUS || (known_signs(ring, y) & SIGNS_ZERO) == 0) return true;
  return symbolic_ask(ring, known == SIGNS_MINUS ? y : ring_add(ring, r, x), 2, apart) == 0;
}

/* The angle of (x, y): 2 atan (y / (r + x)) with r^2 = x^2 + y^2, pi on the cut, and nothing at (0, 0).  Whether it is
 * the cut is asked of a path, as the sign of abs is: it is a leaf of its own, to which no formula is carried on. */
static Scalar angle(Ring *ring, Scalar y, Scalar x) {
  static const Signs right[] = {SIGNS_PLUS, SIGNS_MINUS | SIGNS_ZERO};
  Scalar size = ring_add(ring, square(ring, x), square(ring, y));
  symbolic_require(ring, SYMBOLIC_POSITIVE, size);
  if (ring->status != STATUS_OK) return y;
  if (symbolic_constant_sign(ring, y) == 0) return symbolic_ask(ring, x, 2, right) == 0 ? y : straight_angle(ring);
  Scalar r = symbolic_root(ring, size);
  if (!is_off_cut(ring, y, x, r)) return straight_angle(ring);
  if (ring->status != STATUS_OK) return y;
  Scalar half = odd_atom(ring, FUNCTION_ATAN, symbolic_quotient(ring, y, ring_add(ring, r, x)));
  return ring_add(ring, half, half);
}

/* |x| with the sign of y, which no double of 0 has here. */
static Scalar sign_copied(Ring *ring, Scalar x, Scalar y) {
  int sign = symbolic_sign(ring, y);
  if (sign == 0) ring_fail(ring, STATUS_DOMAIN);
  Scalar size = ring_function(ring, RING_ABS, x);
  return sign < 0 ? ring_neg(ring, size) : size;
}

static Scalar of_two(Ring *ring, FunctionCode f, Scalar a, Scalar b) {
  switch ((int)f) {
  case FUNCTION_ATAN2: return angle(ring, a, b);
  case FUNCTION_COPYSIGN: return sign_copied(ring, a, b);
  case FUNCTION_HYPOT: return root(ring, ring_add(ring, square(ring, a), square(ring, b)));
  case FUNCTION_POW: return power(ring, a, b);
  case FUNCTION_BETA: {
    symbolic_require(ring, SYMBOLIC_POSITIVE, a);
    symbolic_require(ring, SYMBOLIC_POSITIVE, b);
    Scalar sum = gamma_atom(ring, FUNCTION_TGAMMA, 0, ring_add(ring, a, b));
    Scalar above = gamma_atom(ring, FUNCTION_TGAMMA, 0, a);
    return symbolic_quotient(ring, ring_mul(ring, above, gamma_atom(ring, FUNCTION_TGAMMA, 0, b)), sum);
  }
  default: break;
  }
  ring_fail(ring, STATUS_UNABLE);
  return a;
}

Scalar symbolic_call(Ring *ring, const RingCall *call, Scalar a, Scalar b) {
  if (function_info(call->function)->operands == 2) return of_two(ring, call->function, a, b);
  bool known = false;
  Scalar value = elementary(ring, call->function, a, &known);
  return known ? value : transcendent(ring, call, a);
}

bool symbolic_call_needs_positive(const Atom *atom) {
  return atom->function == FUNCTION_LGAMMA || atom->function == FUNCTION_TGAMMA ||
         atom->function == FUNCTION_POLYGAMMA || atom->function == FUNCTION_YN;
}

Scalar symbolic_call_atom_into(const Atom *atom, Ring *into, Scalar argument) {
  if (function_info(atom->function)->parameters == 0) return function_at(into, atom->function, argument, argument);
  return function_at_order(into, atom->function, atom->numerator, argument);
}
