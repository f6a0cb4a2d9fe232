#include "semantics/rings/function_slopes.h"

static Scalar number(Ring *ring, int64_t n) { return ring_integer(ring, n); }
static Scalar product(Ring *ring, Scalar a, Scalar b) { return ring_mul(ring, a, b); }
static Scalar square(Ring *ring, Scalar a) { return ring_mul(ring, a, a); }
static Scalar inverse(Ring *ring, Scalar a) { return ring_div(ring, number(ring, 1), a); }
static Scalar root(Ring *ring, Scalar a) { return ring_function(ring, RING_SQRT, a); }
static Scalar exponential(Ring *ring, Scalar a) { return ring_function(ring, RING_EXP, a); }
static Scalar halved(Ring *ring, Scalar a) { return ring_div(ring, a, number(ring, 2)); }
static Scalar of(Ring *ring, FunctionCode f, Scalar x) { return function_at(ring, f, x, x); }

int64_t function_order(const RingCall *call) { return mpz_get_si(mpq_numref(call->parameter[0])); }

Scalar function_at_order(Ring *ring, FunctionCode f, int64_t n, Scalar x) {
  mpq_t order;
  mpq_init(order);
  mpq_set_si(order, n, 1);
  const RingCall call = {f, (const mpq_t *)&order};
  Scalar value = ring_call(ring, &call, x, x);
  mpq_clear(order);
  return value;
}

/* Where f is constant on either side of a jump; at one, by the exact value, there is no derivative. */
static Scalar flat(Ring *ring, bool jumps) {
  if (jumps) ring_fail(ring, STATUS_DOMAIN);
  return number(ring, 0);
}

/* 1 - x^2, which is (1 - x)(1 + x) */
static Scalar circle(Ring *ring, Scalar x) {
  Scalar one = number(ring, 1);
  return product(ring, ring_sub(ring, one, x), ring_add(ring, one, x));
}

static Scalar pi(Ring *ring) { return product(ring, number(ring, 4), of(ring, FUNCTION_ATAN, number(ring, 1))); }
static Scalar log_of(Ring *ring, int64_t n) { return ring_function(ring, RING_LOG, number(ring, n)); }

/* e^(-x^2) 2 / sqrt pi */
static Scalar error_density(Ring *ring, Scalar x) {
  Scalar twice = product(ring, number(ring, 2), exponential(ring, ring_neg(ring, square(ring, x))));
  return ring_div(ring, twice, root(ring, pi(ring)));
}

/* e^(-x^2/2) / sqrt (2 pi) */
static Scalar normal_density(Ring *ring, Scalar x) {
  Scalar above = exponential(ring, ring_neg(ring, halved(ring, square(ring, x))));
  return ring_div(ring, ring_div(ring, above, root(ring, number(ring, 2))), root(ring, pi(ring)));
}

/* erf y = x, so erf' y y' = 1 */
static Scalar inverse_error(Ring *ring, Scalar y) {
  return product(ring, halved(ring, root(ring, pi(ring))), exponential(ring, square(ring, y)));
}

/* x^r for a rational r = p - n */
static Scalar rational_power(Ring *ring, Scalar x, const mpq_t p, int64_t n) {
  mpq_t exact, less;
  mpq_init(exact), mpq_init(less);
  mpq_set_si(less, n, 1);
  mpq_sub(exact, p, less);
  double nearest = mpq_get_d(exact);
  uint64_t residue = 0;
  const Constant exponent = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
  Scalar power = ring_power(ring, x, &exponent);
  mpq_clear(exact), mpq_clear(less);
  return power;
}

/* gamma p as a scalar */
static Scalar gamma_of(Ring *ring, const mpq_t p) {
  mpq_t exact;
  mpq_init(exact), mpq_set(exact, p);
  double nearest = mpq_get_d(exact);
  uint64_t residue = 0;
  const Constant constant = {.length = 1, .exact = &exact, .nearest = &nearest, .residue = &residue};
  Scalar value = of(ring, FUNCTION_TGAMMA, ring_constant(ring, &constant, 0));
  mpq_clear(exact);
  return value;
}

/* x^(a-1) e^-x / gamma a */
static Scalar gamma_density(Ring *ring, const mpq_t *a, Scalar x) {
  Scalar above = ring_div(ring, rational_power(ring, x, a[0], 1), exponential(ring, x));
  return ring_div(ring, above, gamma_of(ring, a[0]));
}

/* x^(a-1) (1-x)^(b-1) gamma (a + b) / (gamma a gamma b) */
static Scalar beta_density(Ring *ring, const mpq_t *ab, Scalar x) {
  mpq_t sum;
  mpq_init(sum);
  mpq_add(sum, ab[0], ab[1]);
  Scalar above = product(ring, rational_power(ring, x, ab[0], 1),
                         rational_power(ring, ring_sub(ring, number(ring, 1), x), ab[1], 1));
  above = product(ring, above, gamma_of(ring, sum));
  mpq_clear(sum);
  return ring_div(ring, ring_div(ring, above, gamma_of(ring, ab[0])), gamma_of(ring, ab[1]));
}

/* 2 J_n' = J_(n-1) - J_(n+1), and so Y; of I the sum */
static Scalar bessel(Ring *ring, FunctionCode f, int64_t n, Scalar x) {
  Scalar below = function_at_order(ring, f, n - 1, x), above = function_at_order(ring, f, n + 1, x);
  return halved(ring, f == FUNCTION_BESSELI ? ring_add(ring, below, above) : ring_sub(ring, below, above));
}

/* ------------------------------------------------------------------ jumps -- */

static bool same(Ring *ring, Scalar a, Scalar b) { return ring_equal(ring, a, b); }
static bool is_zero(Ring *ring, Scalar a) { return same(ring, a, number(ring, 0)); }

/* x - floor x = 1/2 */
static bool is_half(Ring *ring, Scalar x) {
  Scalar rest = ring_sub(ring, x, of(ring, FUNCTION_FLOOR, x));
  return same(ring, ring_add(ring, rest, rest), number(ring, 1));
}

/* The whole number by which y is taken off x: (x - f(x, y)) / y; DOMAIN where that jumps. */
static Scalar times_taken(Ring *ring, FunctionCode f, Scalar x, Scalar y, Scalar value) {
  Scalar twice = ring_add(ring, value, value);
  bool jumps = f == FUNCTION_FMOD ? is_zero(ring, value) && !is_zero(ring, x)
                                  : same(ring, twice, y) || same(ring, twice, ring_neg(ring, y));
  if (jumps) ring_fail(ring, STATUS_DOMAIN);
  return ring_div(ring, ring_sub(ring, x, value), y);
}

/* The angle turns by (x' c - y' o) / (o^2 + c^2) with o the ordinate and c the abscissa; it jumps on the cut. */
static Scalar angle(Ring *ring, uint32_t k, Scalar ordinate, Scalar abscissa) {
  if (is_zero(ring, ordinate) && !ring_test(ring, RING_LESS, number(ring, 0), abscissa)) ring_fail(ring, STATUS_DOMAIN);
  Scalar size = ring_add(ring, square(ring, abscissa), square(ring, ordinate));
  return ring_div(ring, k == 0 ? abscissa : ring_neg(ring, ordinate), size);
}

static Scalar sign_copied(Ring *ring, uint32_t k, Scalar x, Scalar y) {
  Scalar signs = product(ring, ring_function(ring, RING_SIGN, y), ring_function(ring, RING_SIGN, x));
  if (is_zero(ring, signs)) ring_fail(ring, STATUS_DOMAIN);
  return k == 0 ? signs : number(ring, 0);
}

/* -------------------------------------------------------------- functions -- */

static Scalar slope_of_two(Ring *ring, FunctionCode f, uint32_t k, Scalar x, Scalar y, Scalar value) {
  Scalar own = k == 0 ? x : y;
  switch ((int)f) {
  case FUNCTION_ATAN2: return angle(ring, k, x, y);
  case FUNCTION_HYPOT: /* r^2 = x^2 + y^2, so r r' = x x' + y y' */ return ring_div(ring, own, value);
  case FUNCTION_POW: /* log f = y log x */
    return product(ring, value, k == 0 ? ring_div(ring, y, x) : ring_function(ring, RING_LOG, x));
  case FUNCTION_FMOD:
  case FUNCTION_REMAINDER:
    own = times_taken(ring, f, x, y, value);
    return k == 0 ? number(ring, 1) : ring_neg(ring, own);
  case FUNCTION_COPYSIGN: return sign_copied(ring, k, x, y);
  case FUNCTION_BETA: { /* log f = log gamma x + log gamma y - log gamma (x + y) */
    Scalar rest = of(ring, FUNCTION_DIGAMMA, ring_add(ring, x, y));
    return product(ring, value, ring_sub(ring, of(ring, FUNCTION_DIGAMMA, own), rest));
  }
  default: ring_fail(ring, STATUS_STUCK); return x;
  }
}

static Scalar slope_of_inverse(Ring *ring, FunctionCode f, Scalar x, Scalar value) {
  switch ((int)f) {
  case FUNCTION_ASIN: return inverse(ring, root(ring, circle(ring, x)));
  case FUNCTION_ACOS: return ring_neg(ring, inverse(ring, root(ring, circle(ring, x))));
  case FUNCTION_ATAN: return inverse(ring, ring_add(ring, square(ring, x), number(ring, 1)));
  case FUNCTION_ASINH: return inverse(ring, of(ring, FUNCTION_COSH, value));
  case FUNCTION_ACOSH: return inverse(ring, of(ring, FUNCTION_SINH, value));
  case FUNCTION_ATANH: return inverse(ring, circle(ring, x));
  case FUNCTION_LOG1P: return inverse(ring, ring_add(ring, x, number(ring, 1)));
  case FUNCTION_LOG2: return ring_div(ring, inverse(ring, x), log_of(ring, 2));
  case FUNCTION_LOG10: return ring_div(ring, inverse(ring, x), log_of(ring, 10));
  case FUNCTION_CBRT: /* f^3 = x */ return inverse(ring, product(ring, number(ring, 3), square(ring, value)));
  case FUNCTION_ERFINV: return inverse_error(ring, value);
  default: ring_fail(ring, STATUS_STUCK); return x;
  }
}

static Scalar slope_of_one(Ring *ring, const RingCall *call, Scalar x, Scalar value) {
  FunctionCode f = call->function;
  switch ((int)f) {
  case FUNCTION_SINH: return of(ring, FUNCTION_COSH, x);
  case FUNCTION_COSH: return of(ring, FUNCTION_SINH, x);
  case FUNCTION_EXP2: return product(ring, log_of(ring, 2), value);
  case FUNCTION_EXPM1: return exponential(ring, x);
  case FUNCTION_FLOOR:
  case FUNCTION_CEIL: return flat(ring, same(ring, x, value));
  case FUNCTION_TRUNC: return flat(ring, same(ring, x, value) && !is_zero(ring, x));
  case FUNCTION_ROUND: return flat(ring, is_half(ring, x));
  case FUNCTION_ERF: return error_density(ring, x);
  case FUNCTION_ERFC: return ring_neg(ring, error_density(ring, x));
  case FUNCTION_NORMCDF: return normal_density(ring, x);
  case FUNCTION_LGAMMA: return function_at_order(ring, FUNCTION_POLYGAMMA, 0, x);
  case FUNCTION_TGAMMA: return product(ring, value, function_at_order(ring, FUNCTION_POLYGAMMA, 0, x));
  case FUNCTION_DIGAMMA: return function_at_order(ring, FUNCTION_POLYGAMMA, 1, x);
  case FUNCTION_POLYGAMMA: return function_at_order(ring, f, function_order(call) + 1, x);
  case FUNCTION_GAMMAINC: return gamma_density(ring, call->parameter, x);
  case FUNCTION_BETAINC: return beta_density(ring, call->parameter, x);
  case FUNCTION_J0: return bessel(ring, FUNCTION_JN, 0, x);
  case FUNCTION_J1: return bessel(ring, FUNCTION_JN, 1, x);
  case FUNCTION_Y0: return bessel(ring, FUNCTION_YN, 0, x);
  case FUNCTION_Y1: return bessel(ring, FUNCTION_YN, 1, x);
  case FUNCTION_I0: return bessel(ring, FUNCTION_BESSELI, 0, x);
  case FUNCTION_I1: return bessel(ring, FUNCTION_BESSELI, 1, x);
  case FUNCTION_JN:
  case FUNCTION_YN:
  case FUNCTION_BESSELI: return bessel(ring, f, function_order(call), x);
  default: return slope_of_inverse(ring, f, x, value);
  }
}

Scalar function_slope(Ring *ring, const RingCall *call, uint32_t k, Scalar x, Scalar y, Scalar value) {
  if (function_info(call->function)->operands == 2) return slope_of_two(ring, call->function, k, x, y, value);
  return slope_of_one(ring, call, x, value);
}
