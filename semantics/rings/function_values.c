#include "semantics/rings/function_values.h"

#include <math.h>

/* ---------------------------------------------------------------- places -- */

#define SIDE_BITS 256 /* of a difference of which the sign is asked */
#define MOST_BITS 8192

/* The sign of x - c: 2 when the ball holds c and other numbers. */
static int side(arb_srcptr x, slong c) {
  if (arb_is_exact(x)) return arf_cmp_si(arb_midref(x), c) < 0 ? -1 : arf_cmp_si(arb_midref(x), c) > 0;
  arb_t rest;
  arb_init(rest);
  arb_sub_si(rest, x, c, SIDE_BITS);
  int sign = arb_is_positive(rest) ? 1 : arb_is_negative(rest) ? -1 : 2;
  arb_clear(rest);
  return sign;
}

/* INSIDE between low and high, `end` at these. */
static FunctionPlace between(arb_srcptr x, slong low, slong high, FunctionPlace end) {
  int above = side(x, low), below = side(x, high);
  if (above == 1 && below == -1) return PLACE_INSIDE;
  if (above == -1 || below == 1) return PLACE_OUTSIDE;
  return above == 0 || below == 0 ? end : PLACE_UNKNOWN;
}

static FunctionPlace over(arb_srcptr x, slong low, FunctionPlace end) {
  int above = side(x, low);
  return above == 1 ? PLACE_INSIDE : above == 0 ? end : above == -1 ? PLACE_OUTSIDE : PLACE_UNKNOWN;
}

/* `at` at whole numbers. */
static FunctionPlace whole(arb_srcptr x, FunctionPlace at) {
  if (!arb_contains_int(x)) return PLACE_INSIDE;
  return arb_is_int(x) ? at : PLACE_UNKNOWN;
}

/* Whether the numbers are x = n y exactly, n the one whole number in the quotient's ball. */
static bool is_multiple(arb_srcptr x, arb_srcptr y, arb_srcptr quotient) {
  arb_t multiple;
  fmpz_t n;
  bool same = false;
  if (!arb_is_exact(x) || !arb_is_exact(y) || arf_cmpabs_2exp_si(arb_midref(quotient), MOST_BITS) > 0) return false;
  arb_init(multiple), fmpz_init(n);
  if (arb_get_unique_fmpz(n, quotient)) {
    arb_mul_fmpz(multiple, y, n, ARF_PREC_EXACT);
    same = arb_equal(multiple, x) != 0;
  }
  arb_clear(multiple), fmpz_clear(n);
  return same;
}

/* EDGE where x/y is a whole number; where it is, with `small`, but 0 and near it. */
static FunctionPlace quotient_place(arb_srcptr x, arb_srcptr y, bool small, slong precision) {
  arb_t q, size;
  arb_init(q), arb_init(size);
  arb_div(q, x, y, precision);
  arb_abs(size, q);
  arb_sub_si(size, size, 1, precision);
  FunctionPlace place = (small && arb_is_negative(size)) || !arb_contains_int(q) ? PLACE_INSIDE
                        : is_multiple(x, y, q)                                   ? PLACE_EDGE
                                                                                 : PLACE_UNKNOWN;
  arb_clear(q), arb_clear(size);
  return place;
}

/* Of fmod; of remainder, whose jumps are where (2 x + y)/(2 y) is whole. */
static FunctionPlace division_place(FunctionCode f, arb_srcptr x, arb_srcptr y, slong precision) {
  int sign = side(y, 0);
  if (sign == 0 || sign == 2) return sign == 0 ? PLACE_OUTSIDE : PLACE_UNKNOWN;
  if (f == FUNCTION_FMOD) return quotient_place(x, y, true, precision);
  arb_t above, below;
  arb_init(above), arb_init(below);
  arb_mul_2exp_si(above, x, 1);
  arb_add(above, above, y, MOST_BITS);
  arb_mul_2exp_si(below, y, 1);
  FunctionPlace place = quotient_place(above, below, false, precision);
  arb_clear(above), arb_clear(below);
  return place;
}

/* EDGE on the cut, where the angle jumps. */
static FunctionPlace angle_place(arb_srcptr ordinate, arb_srcptr abscissa) {
  int right = side(abscissa, 0), up = side(ordinate, 0);
  if (right == 1 || up == 1 || up == -1) return PLACE_INSIDE;
  if (up == 2 || right == 2) return PLACE_UNKNOWN;
  return right == 0 ? PLACE_OUTSIDE : PLACE_EDGE;
}

static FunctionPlace power_place(arb_srcptr x, arb_srcptr y) {
  int base = side(x, 0), exponent = side(y, 0);
  if (base == 1) return PLACE_INSIDE;
  if (base == 2 || (base == 0 && exponent == 2)) return PLACE_UNKNOWN;
  return base == 0 && exponent == 1 ? PLACE_EDGE : PLACE_OUTSIDE;
}

static FunctionPlace both(FunctionPlace a, FunctionPlace b) {
  if (a == PLACE_OUTSIDE || b == PLACE_OUTSIDE) return PLACE_OUTSIDE;
  return a == PLACE_INSIDE ? b : a;
}

static FunctionPlace origin_place(arb_srcptr x, arb_srcptr y) {
  int a = side(x, 0), b = side(y, 0);
  if (a == 1 || a == -1 || b == 1 || b == -1) return PLACE_INSIDE;
  return a == 0 && b == 0 ? PLACE_EDGE : PLACE_UNKNOWN;
}

/* copysign: no value at y = 0, which has no sign. */
static FunctionPlace sign_place(arb_srcptr x, arb_srcptr y) {
  int a = side(x, 0), b = side(y, 0);
  if (b == 0) return PLACE_OUTSIDE;
  if (a == 2 || b == 2) return PLACE_UNKNOWN;
  return a == 0 ? PLACE_EDGE : PLACE_INSIDE;
}

/* Half an odd number: 2 x whole and x not. */
static FunctionPlace half_place(arb_srcptr x) {
  arb_t shifted;
  arb_init(shifted);
  arb_set_d(shifted, 0.5);
  arb_add(shifted, shifted, x, MOST_BITS);
  FunctionPlace place = whole(shifted, PLACE_EDGE);
  arb_clear(shifted);
  return place;
}

FunctionPlace function_place(const RingCall *call, arb_srcptr x, arb_srcptr y, slong precision) {
  if (!arb_is_finite(x) || (function_info(call->function)->operands == 2 && !arb_is_finite(y))) return PLACE_UNKNOWN;
  switch ((int)call->function) {
  case FUNCTION_ASIN:
  case FUNCTION_ACOS: return between(x, -1, 1, PLACE_EDGE);
  case FUNCTION_ATANH:
  case FUNCTION_ERFINV: return between(x, -1, 1, PLACE_OUTSIDE);
  case FUNCTION_BETAINC: return between(x, 0, 1, PLACE_OUTSIDE);
  case FUNCTION_ACOSH: return over(x, 1, PLACE_EDGE);
  case FUNCTION_LOG1P: return over(x, -1, PLACE_OUTSIDE);
  case FUNCTION_LOG2:
  case FUNCTION_LOG10:
  case FUNCTION_GAMMAINC:
  case FUNCTION_Y0:
  case FUNCTION_Y1:
  case FUNCTION_YN: return over(x, 0, PLACE_OUTSIDE);
  case FUNCTION_CBRT: return side(x, 0) == 0 ? PLACE_EDGE : side(x, 0) == 2 ? PLACE_UNKNOWN : PLACE_INSIDE;
  case FUNCTION_FLOOR:
  case FUNCTION_CEIL: return whole(x, PLACE_EDGE);
  case FUNCTION_TRUNC: return between(x, -1, 1, PLACE_EDGE) == PLACE_INSIDE ? PLACE_INSIDE : whole(x, PLACE_EDGE);
  case FUNCTION_ROUND: return half_place(x);
  case FUNCTION_LGAMMA:
  case FUNCTION_TGAMMA:
  case FUNCTION_DIGAMMA:
  case FUNCTION_POLYGAMMA: return side(x, 0) == 1 ? PLACE_INSIDE : whole(x, PLACE_OUTSIDE);
  case FUNCTION_BETA: return both(over(x, 0, PLACE_OUTSIDE), over(y, 0, PLACE_OUTSIDE));
  case FUNCTION_FMOD:
  case FUNCTION_REMAINDER: return division_place(call->function, x, y, precision);
  case FUNCTION_ATAN2: return angle_place(x, y);
  case FUNCTION_HYPOT: return origin_place(x, y);
  case FUNCTION_POW: return power_place(x, y);
  case FUNCTION_COPYSIGN: return sign_place(x, y);
  default: return PLACE_INSIDE; /* analytic everywhere */
  }
}

/* ---------------------------------------------------------------- values -- */

typedef void (*Unary)(arb_t out, const arb_t x, slong precision);
typedef void (*Binary)(arb_t out, const arb_t x, const arb_t y, slong precision);
typedef void (*Parametric)(arb_t out, const mpq_t *parameter, const arb_t x, slong precision);

static void exp2_ball(arb_t out, const arb_t x, slong p) {
  arb_t two;
  arb_init(two), arb_set_ui(two, 2);
  arb_pow(out, two, x, p);
  arb_clear(two);
}
static void log2_ball(arb_t out, const arb_t x, slong p) { arb_log_base_ui(out, x, 2, p); }
static void log10_ball(arb_t out, const arb_t x, slong p) { arb_log_base_ui(out, x, 10, p); }
static void ceil_ball(arb_t out, const arb_t x, slong p) { arb_ceil(out, x, p < MOST_BITS ? MOST_BITS : p); }
static void floor_ball(arb_t out, const arb_t x, slong p) { arb_floor(out, x, p < MOST_BITS ? MOST_BITS : p); }

/* Odd functions of what is done to |x|. */
static void odd(arb_t out, const arb_t x, Unary f, slong p) {
  bool negative = arb_is_negative(x) != 0;
  arb_abs(out, x);
  f(out, out, p);
  if (negative) arb_neg(out, out);
}
static void root3(arb_t out, const arb_t x, slong p) { arb_root_ui(out, x, 3, p); }
static void cbrt_ball(arb_t out, const arb_t x, slong p) {
  if (arb_is_zero(x))
    arb_zero(out);
  else
    odd(out, x, root3, p);
}
/* Between -1 and 1, where the sign need not be known, to 0. */
static void trunc_ball(arb_t out, const arb_t x, slong p) {
  if (between(x, -1, 1, PLACE_EDGE) == PLACE_INSIDE)
    arb_zero(out);
  else
    odd(out, x, floor_ball, p);
}
static void half_up(arb_t out, const arb_t x, slong p) {
  arb_t half;
  arb_init(half), arb_set_d(half, 0.5);
  arb_add(out, x, half, MOST_BITS);
  floor_ball(out, out, p);
  arb_clear(half);
}
/* Half away from 0, as C rounds; |x| < 1/2, where the sign need not be known, to 0. */
static void round_ball(arb_t out, const arb_t x, slong p) {
  if (arb_contains_zero(x))
    arb_zero(out);
  else
    odd(out, x, half_up, p);
}

static void normcdf_ball(arb_t out, const arb_t x, slong p) {
  arb_t root;
  arb_init(root);
  arb_sqrt_ui(root, 2, p);
  arb_div(out, x, root, p);
  arb_neg(out, out);
  arb_hypgeom_erfc(out, out, p);
  arb_mul_2exp_si(out, out, -1);
  arb_clear(root);
}

/* log |gamma x| */
static void lgamma_ball(arb_t out, const arb_t x, slong p) {
  if (arb_is_positive(x)) {
    arb_lgamma(out, x, p);
    return;
  }
  arb_gamma(out, x, p);
  arb_abs(out, out);
  arb_log(out, out, p);
}

static void power_ball(arb_t out, const arb_t x, const arb_t y, slong p) {
  if (arb_is_zero(x))
    arb_zero(out);
  else
    arb_pow(out, x, y, p);
}

/* Between -1 and 1 the quotient's whole part is 0, whatever its sign. */
static void fmod_ball(arb_t out, const arb_t x, const arb_t y, slong p) {
  arb_t q, size;
  arb_init(q), arb_init(size);
  arb_div(q, x, y, p);
  arb_abs(size, q);
  arb_sub_si(size, size, 1, p);
  if (arb_is_negative(size))
    arb_set(out, x);
  else if (is_multiple(x, y, q))
    arb_zero(out);
  else {
    trunc_ball(q, q, p);
    arb_mul(q, q, y, ARF_PREC_EXACT);
    arb_sub(out, x, q, arb_is_exact(q) ? ARF_PREC_EXACT : p);
  }
  arb_clear(q), arb_clear(size);
}

/* floor (x + 1/2); where 2 x is a whole number for certain, of two that are as near the even one. */
static void nearest_whole(arb_t out, const arb_t x, bool halves, slong p) {
  arb_t twice;
  fmpz_t n;
  arb_init(twice), fmpz_init(n);
  arb_mul_2exp_si(twice, x, 1);
  if (halves && arb_get_unique_fmpz(n, twice) && fmpz_is_odd(n)) { /* 2 x = 4 k + 1 or 4 k + 3 */
    fmpz_add_ui(n, n, fmpz_fdiv_ui(n, 4) == 1 ? 0 : 2);
    fmpz_fdiv_q_2exp(n, n, 1);
    arb_set_fmpz(out, n);
  } else {
    half_up(out, x, p);
  }
  arb_clear(twice), fmpz_clear(n);
}

/* x - n y, n the whole number nearest to x/y, of two the even one. */
static void remainder_ball(arb_t out, const arb_t x, const arb_t y, slong p) {
  arb_t q, twice;
  arb_init(q), arb_init(twice);
  arb_mul_2exp_si(twice, x, 1);
  arb_div(q, twice, y, p);
  bool halves = is_multiple(twice, y, q);
  arb_mul_2exp_si(q, q, -1);
  nearest_whole(q, q, halves, p);
  arb_mul(q, q, y, ARF_PREC_EXACT);
  arb_sub(out, x, q, arb_is_exact(q) ? ARF_PREC_EXACT : p);
  arb_clear(q), arb_clear(twice);
}

static void copysign_ball(arb_t out, const arb_t x, const arb_t y, slong p) {
  (void)p;
  bool negative = arb_is_negative(y) != 0;
  arb_abs(out, x);
  if (negative) arb_neg(out, out);
}

/* gamma x gamma y / gamma (x + y), by logarithms, which are real for x, y > 0 */
static void beta_ball(arb_t out, const arb_t x, const arb_t y, slong p) {
  arb_t sum, a;
  arb_init(sum), arb_init(a);
  arb_add(sum, x, y, p);
  arb_lgamma(sum, sum, p);
  arb_lgamma(a, x, p);
  arb_sub(sum, a, sum, p);
  arb_lgamma(a, y, p);
  arb_add(sum, sum, a, p);
  arb_exp(out, sum, p);
  arb_clear(sum), arb_clear(a);
}

void function_parameter(arb_t out, const mpq_t q, slong p) {
  fmpq_t exact;
  fmpq_init(exact);
  fmpq_set_mpq(exact, q);
  arb_set_fmpq(out, exact, p);
  fmpq_clear(exact);
}

static void polygamma_ball(arb_t out, const mpq_t *n, const arb_t x, slong p) {
  acb_t order, value;
  if (mpq_sgn(n[0]) == 0) {
    arb_digamma(out, x, p);
    return;
  }
  acb_init(order), acb_init(value);
  function_parameter(acb_realref(order), n[0], p);
  arb_set(acb_realref(value), x);
  acb_polygamma(value, order, value, p);
  arb_set(out, acb_realref(value));
  acb_clear(order), acb_clear(value);
}

static void gammainc_ball(arb_t out, const mpq_t *a, const arb_t x, slong p) {
  arb_t parameter;
  arb_init(parameter);
  function_parameter(parameter, a[0], p);
  arb_hypgeom_gamma_lower(out, parameter, x, 1, p);
  arb_clear(parameter);
}

static void betainc_ball(arb_t out, const mpq_t *ab, const arb_t x, slong p) {
  arb_t a, b;
  arb_init(a), arb_init(b);
  function_parameter(a, ab[0], p);
  function_parameter(b, ab[1], p);
  arb_hypgeom_beta_lower(out, a, b, x, 1, p);
  arb_clear(a), arb_clear(b);
}

static void bessel(arb_t out, const mpq_t n, const arb_t x, Binary f, slong p) {
  arb_t order;
  arb_init(order);
  function_parameter(order, n, p);
  f(out, order, x, p);
  arb_clear(order);
}
static void jn_ball(arb_t out, const mpq_t *n, const arb_t x, slong p) {
  bessel(out, n[0], x, arb_hypgeom_bessel_j, p);
}
static void yn_ball(arb_t out, const mpq_t *n, const arb_t x, slong p) {
  bessel(out, n[0], x, arb_hypgeom_bessel_y, p);
}
static void in_ball(arb_t out, const mpq_t *n, const arb_t x, slong p) {
  bessel(out, n[0], x, arb_hypgeom_bessel_i, p);
}

static void bessel_of(arb_t out, ulong n, const arb_t x, Binary f, slong p) {
  arb_t order;
  arb_init(order);
  arb_set_ui(order, n);
  f(out, order, x, p);
  arb_clear(order);
}
static void j0_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 0, x, arb_hypgeom_bessel_j, p); }
static void j1_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 1, x, arb_hypgeom_bessel_j, p); }
static void y0_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 0, x, arb_hypgeom_bessel_y, p); }
static void y1_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 1, x, arb_hypgeom_bessel_y, p); }
static void i0_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 0, x, arb_hypgeom_bessel_i, p); }
static void i1_ball(arb_t out, const arb_t x, slong p) { bessel_of(out, 1, x, arb_hypgeom_bessel_i, p); }

/* Each function by one of three. */
static const struct {
  Unary of_one;
  Binary of_two;
  Parametric parametric;
} values[FUNCTION_COUNT] = {
    [FUNCTION_ASIN] = {arb_asin, NULL, NULL},
    [FUNCTION_ACOS] = {arb_acos, NULL, NULL},
    [FUNCTION_ATAN] = {arb_atan, NULL, NULL},
    [FUNCTION_ATAN2] = {NULL, arb_atan2, NULL},
    [FUNCTION_SINH] = {arb_sinh, NULL, NULL},
    [FUNCTION_COSH] = {arb_cosh, NULL, NULL},
    [FUNCTION_ASINH] = {arb_asinh, NULL, NULL},
    [FUNCTION_ACOSH] = {arb_acosh, NULL, NULL},
    [FUNCTION_ATANH] = {arb_atanh, NULL, NULL},
    [FUNCTION_EXP2] = {exp2_ball, NULL, NULL},
    [FUNCTION_EXPM1] = {arb_expm1, NULL, NULL},
    [FUNCTION_LOG1P] = {arb_log1p, NULL, NULL},
    [FUNCTION_LOG2] = {log2_ball, NULL, NULL},
    [FUNCTION_LOG10] = {log10_ball, NULL, NULL},
    [FUNCTION_CBRT] = {cbrt_ball, NULL, NULL},
    [FUNCTION_HYPOT] = {NULL, arb_hypot, NULL},
    [FUNCTION_POW] = {NULL, power_ball, NULL},
    [FUNCTION_FLOOR] = {floor_ball, NULL, NULL},
    [FUNCTION_CEIL] = {ceil_ball, NULL, NULL},
    [FUNCTION_TRUNC] = {trunc_ball, NULL, NULL},
    [FUNCTION_ROUND] = {round_ball, NULL, NULL},
    [FUNCTION_FMOD] = {NULL, fmod_ball, NULL},
    [FUNCTION_REMAINDER] = {NULL, remainder_ball, NULL},
    [FUNCTION_COPYSIGN] = {NULL, copysign_ball, NULL},
    [FUNCTION_ERF] = {arb_hypgeom_erf, NULL, NULL},
    [FUNCTION_ERFC] = {arb_hypgeom_erfc, NULL, NULL},
    [FUNCTION_ERFINV] = {arb_hypgeom_erfinv, NULL, NULL},
    [FUNCTION_NORMCDF] = {normcdf_ball, NULL, NULL},
    [FUNCTION_LGAMMA] = {lgamma_ball, NULL, NULL},
    [FUNCTION_TGAMMA] = {arb_gamma, NULL, NULL},
    [FUNCTION_DIGAMMA] = {arb_digamma, NULL, NULL},
    [FUNCTION_POLYGAMMA] = {NULL, NULL, polygamma_ball},
    [FUNCTION_BETA] = {NULL, beta_ball, NULL},
    [FUNCTION_GAMMAINC] = {NULL, NULL, gammainc_ball},
    [FUNCTION_BETAINC] = {NULL, NULL, betainc_ball},
    [FUNCTION_J0] = {j0_ball, NULL, NULL},
    [FUNCTION_J1] = {j1_ball, NULL, NULL},
    [FUNCTION_JN] = {NULL, NULL, jn_ball},
    [FUNCTION_Y0] = {y0_ball, NULL, NULL},
    [FUNCTION_Y1] = {y1_ball, NULL, NULL},
    [FUNCTION_YN] = {NULL, NULL, yn_ball},
    [FUNCTION_I0] = {i0_ball, NULL, NULL},
    [FUNCTION_I1] = {i1_ball, NULL, NULL},
    [FUNCTION_BESSELI] = {NULL, NULL, in_ball},
};

void function_enclose(const RingCall *call, arb_ptr out, arb_srcptr x, arb_srcptr y, slong precision) {
  FunctionCode f = call->function;
  if (values[f].of_one != NULL)
    values[f].of_one(out, x, precision);
  else if (values[f].of_two != NULL)
    values[f].of_two(out, x, y, precision);
  else if (values[f].parametric != NULL)
    values[f].parametric(out, call->parameter, x, precision);
  else
    arb_indeterminate(out);
}

/* --------------------------------------------------------------- numbers -- */

#define FIRST_BITS 96
#define SURE_BITS 113 /* of a value that is rounded to 53 */

static bool is_sure(const arb_t a) { return arb_is_exact(a) || arb_rel_accuracy_bits(a) >= SURE_BITS - 8; }

Status function_of_doubles(const RingCall *call, double x, double y, double *out) {
  bool two = function_info(call->function)->operands == 2;
  *out = NAN;
  if (!isfinite(x) || (two && !isfinite(y))) return STATUS_OK;
  arb_t a, b, value;
  arb_init(a), arb_init(b), arb_init(value);
  arb_set_d(a, x);
  if (two) arb_set_d(b, y);
  Status status = STATUS_LIMIT;
  for (slong bits = FIRST_BITS; bits <= MOST_BITS && status == STATUS_LIMIT; bits *= 2) {
    FunctionPlace place = function_place(call, a, b, bits);
    if (place == PLACE_OUTSIDE) status = STATUS_DOMAIN;
    if (place != PLACE_INSIDE && place != PLACE_EDGE) continue;
    function_enclose(call, value, a, b, bits + SURE_BITS);
    if (!arb_is_finite(value) || !is_sure(value)) continue;
    *out = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    status = STATUS_OK;
  }
  arb_clear(a), arb_clear(b), arb_clear(value);
  return status;
}

/* value +- bound as a ball */
static void ball_of(arb_t out, const double a[2]) {
  arb_set_d(out, a[0]);
  if (a[1] != 0) mag_set_d(arb_radref(out), a[1]);
}

Status function_of_enclosures(const RingCall *call, const double x[2], const double y[2], double out[2]) {
  bool two = function_info(call->function)->operands == 2;
  if (!isfinite(x[1]) || (two && !isfinite(y[1]))) return STATUS_DOMAIN;
  arb_t a, b, value;
  mag_t error;
  arb_init(a), arb_init(b), arb_init(value), mag_init(error);
  ball_of(a, x);
  if (two) ball_of(b, y);
  FunctionPlace place = PLACE_UNKNOWN;
  for (slong bits = FIRST_BITS; bits <= MOST_BITS && place == PLACE_UNKNOWN; bits *= 4) {
    place = function_place(call, a, b, bits);
    if (place == PLACE_INSIDE || place == PLACE_EDGE) function_enclose(call, value, a, b, bits);
  }
  bool defined = (place == PLACE_INSIDE || place == PLACE_EDGE) && arb_is_finite(value);
  if (defined) {
    out[0] = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    arb_set_d(a, out[0]);
    arb_sub(value, value, a, FIRST_BITS);
    arb_get_mag(error, value);
    out[1] = mag_get_d(error);
  }
  arb_clear(a), arb_clear(b), arb_clear(value), mag_clear(error);
  return defined ? STATUS_OK : STATUS_DOMAIN;
}
