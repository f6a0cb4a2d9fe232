#include "verify/truth/function_series.h"

#include "verify/truth/cauchy.h"

typedef void (*Series1)(arb_poly_t out, const arb_poly_t x, slong n, slong p);
typedef void (*Series2)(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p);
typedef void (*SeriesOf)(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p);

/* ------------------------------------------------------------ arithmetic -- */

static void head_of(arb_t out, const arb_poly_t x) { arb_poly_get_coeff_arb(out, x, 0); }

/* out + c for a number c */
static void shift(arb_poly_t out, const arb_t c, slong p) {
  arb_t head;
  arb_init(head);
  head_of(head, out);
  arb_add(head, head, c, p);
  arb_poly_set_coeff_arb(out, 0, head);
  arb_clear(head);
}

static void shift_by(arb_poly_t out, slong c, slong p) {
  arb_t number;
  arb_init(number), arb_set_si(number, c);
  shift(out, number, p);
  arb_clear(number);
}

static void scale(arb_poly_t out, const arb_poly_t x, const arb_t c, slong p) { arb_poly_scalar_mul(out, x, c, p); }

/* The constant term by Arb's function of numbers, which keeps the digits of a small one. */
static void set_head(arb_poly_t out, FunctionCode f, const arb_poly_t x, slong p) {
  const RingCall call = {f, NULL};
  arb_t at, value;
  arb_init(at), arb_init(value);
  head_of(at, x);
  function_enclose(&call, value, at, at, p);
  arb_poly_set_coeff_arb(out, 0, value);
  arb_clear(at), arb_clear(value);
}

/* --------------------------------------------------------- compositions -- */

/* log (|x| + sqrt (x^2 + c)), with the sign of x: no cancellation in the tail. */
static void area(arb_poly_t out, const arb_poly_t x, slong c, slong n, slong p) {
  arb_poly_t root, side;
  arb_t head;
  arb_poly_init(root), arb_poly_init(side), arb_init(head);
  head_of(head, x);
  bool negative = arb_is_negative(head) != 0;
  if (negative)
    arb_poly_neg(side, x);
  else
    arb_poly_set(side, x);
  arb_poly_mullow(root, side, side, n, p);
  shift_by(root, c, p);
  arb_poly_sqrt_series(root, root, n, p);
  arb_poly_add(root, root, side, p);
  arb_poly_log_series(out, root, n, p);
  if (negative) arb_poly_neg(out, out);
  arb_clear(head), arb_poly_clear(side), arb_poly_clear(root);
}
static void asinh_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  area(out, x, 1, n, p);
  set_head(out, FUNCTION_ASINH, x, p);
}
static void acosh_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  area(out, x, -1, n, p);
  set_head(out, FUNCTION_ACOSH, x, p);
}

/* log ((1 + x) / (1 - x)) / 2 */
static void atanh_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_poly_t minus;
  arb_poly_init(minus);
  arb_poly_neg(minus, x);
  arb_poly_log1p_series(minus, minus, n, p);
  arb_poly_log1p_series(out, x, n, p);
  arb_poly_sub(out, out, minus, p);
  arb_poly_scalar_mul_2exp_si(out, out, -1);
  set_head(out, FUNCTION_ATANH, x, p);
  arb_poly_clear(minus);
}

static void expm1_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_poly_exp_series(out, x, n, p);
  set_head(out, FUNCTION_EXPM1, x, p);
}

static void exp2_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_t log2;
  arb_init(log2), arb_const_log2(log2, p);
  scale(out, x, log2, p);
  arb_poly_exp_series(out, out, n, p);
  arb_clear(log2);
}

static void log_series(arb_poly_t out, const arb_poly_t x, ulong base, slong n, slong p) {
  arb_t log;
  arb_init(log), arb_log_ui(log, base, p);
  arb_poly_log_series(out, x, n, p);
  arb_poly_scalar_div(out, out, log, p);
  arb_clear(log);
}
static void log2_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) { log_series(out, x, 2, n, p); }
static void log10_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) { log_series(out, x, 10, n, p); }

static void cbrt_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_t third, head;
  arb_init(third), arb_init(head);
  head_of(head, x);
  bool negative = arb_is_negative(head) != 0;
  arb_set_ui(third, 1), arb_div_ui(third, third, 3, p);
  if (negative)
    arb_poly_neg(out, x);
  else
    arb_poly_set(out, x);
  arb_poly_pow_arb_series(out, out, third, n, p);
  if (negative) arb_poly_neg(out, out);
  arb_clear(third), arb_clear(head);
}

static void normcdf_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_t root;
  arb_init(root), arb_sqrt_ui(root, 2, p), arb_neg(root, root);
  arb_poly_scalar_div(out, x, root, p);
  arb_hypgeom_erfc_series(out, out, n, p);
  arb_poly_scalar_mul_2exp_si(out, out, -1);
  arb_clear(root);
}

/* log |gamma x|: of x < 0, where gamma may be negative, by gamma. */
static void lgamma_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_t head;
  arb_init(head);
  head_of(head, x);
  if (arb_is_positive(head)) {
    arb_poly_lgamma_series(out, x, n, p);
  } else {
    arb_poly_gamma_series(out, x, n, p);
    head_of(head, out);
    if (arb_is_negative(head)) arb_poly_neg(out, out);
    arb_poly_log_series(out, out, n, p);
  }
  arb_clear(head);
}

/* g at x, from its series at the constant term of x. */
static void compose(arb_poly_t out, const arb_poly_t g, const arb_poly_t x, slong n, slong p) {
  arb_poly_t step;
  arb_poly_init(step);
  arb_poly_set(step, x);
  arb_poly_truncate(step, n);
  arb_poly_set_coeff_si(step, 0, 0);
  arb_poly_compose_series(out, g, step, n, p);
  arb_poly_clear(step);
}

/* What Arb ends the program on, to be asked before a quotient or a reversion. */
static bool may_vanish(const arb_poly_t x, slong k) {
  arb_t coefficient;
  arb_init(coefficient);
  arb_poly_get_coeff_arb(coefficient, x, k);
  bool zero = arb_contains_zero(coefficient) != 0;
  arb_clear(coefficient);
  return zero;
}

static void set_unknown(arb_poly_t out, slong n) {
  arb_t unknown;
  arb_init(unknown), arb_indeterminate(unknown);
  for (slong k = 0; k < n; k++) arb_poly_set_coeff_arb(out, k, unknown);
  arb_clear(unknown);
}

/* The series of erf at erfinv x, reverted. */
static void erfinv_series(arb_poly_t out, const arb_poly_t x, slong n, slong p) {
  arb_poly_t g;
  arb_t at, value;
  arb_poly_init(g), arb_init(at), arb_init(value);
  head_of(at, x);
  arb_hypgeom_erfinv(value, at, p);
  arb_poly_set_coeff_arb(g, 0, value);
  arb_poly_set_coeff_si(g, 1, 1);
  arb_hypgeom_erf_series(g, g, n, p);
  arb_poly_set_coeff_si(g, 0, 0);
  if (n > 1 && may_vanish(g, 1))
    set_unknown(g, n);
  else if (n > 1)
    arb_poly_revert_series(g, g, n, p);
  arb_poly_set_coeff_arb(g, 0, value);
  compose(out, g, x, n, p);
  arb_poly_clear(g), arb_clear(at), arb_clear(value);
}

/* ------------------------------------------------------------ two operands -- */

/* By the half plane that the point is in, so that no series is taken across the cut. */
static void atan2_series(arb_poly_t out, const arb_poly_t y, const arb_poly_t x, slong n, slong p) {
  arb_t up, right;
  arb_init(up), arb_init(right);
  head_of(up, y), head_of(right, x);
  bool by_abscissa = arb_is_positive(right) != 0; /* atan (y / x); else +- pi/2 - atan (x / y) */
  if (may_vanish(by_abscissa ? x : y, 0))
    set_unknown(out, n);
  else
    arb_poly_div_series(out, by_abscissa ? y : x, by_abscissa ? x : y, n, p);
  arb_poly_atan_series(out, out, n, p);
  if (!by_abscissa) arb_poly_neg(out, out);
  arb_atan2(up, up, right, p);
  arb_poly_set_coeff_arb(out, 0, up);
  arb_clear(up), arb_clear(right);
}

static void hypot_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  arb_poly_t square;
  arb_poly_init(square);
  arb_poly_mullow(square, x, x, n, p);
  arb_poly_mullow(out, y, y, n, p);
  arb_poly_add(square, square, out, p);
  arb_poly_sqrt_series(out, square, n, p);
  arb_poly_clear(square);
}

static void pow_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  arb_poly_t log;
  arb_poly_init(log);
  arb_poly_log_series(log, x, n, p);
  arb_poly_mullow(log, log, y, n, p);
  arb_poly_exp_series(out, log, n, p);
  arb_poly_clear(log);
}

/* x - m y for the whole number m that the heads say. */
static void division_series(arb_poly_t out, FunctionCode f, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  const RingCall call = {f, NULL};
  arb_t a, b, rest;
  arb_init(a), arb_init(b), arb_init(rest);
  head_of(a, x), head_of(b, y);
  function_enclose(&call, rest, a, b, p);
  arb_sub(a, a, rest, p);
  arb_div(a, a, b, p);
  fmpz_t m;
  fmpz_init(m);
  if (arf_cmpabs_2exp_si(arb_midref(a), p) < 0 && arb_get_unique_fmpz(m, a))
    arb_set_fmpz(b, m);
  else
    arb_indeterminate(b); /* more than one number */
  fmpz_clear(m);
  scale(out, y, b, p);
  arb_poly_sub(out, x, out, p);
  arb_poly_truncate(out, n);
  arb_poly_set_coeff_arb(out, 0, rest);
  arb_clear(a), arb_clear(b), arb_clear(rest);
}
static void fmod_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  division_series(out, FUNCTION_FMOD, x, y, n, p);
}
static void remainder_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  division_series(out, FUNCTION_REMAINDER, x, y, n, p);
}

static void copysign_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  (void)p;
  arb_t a, b;
  arb_init(a), arb_init(b);
  head_of(a, x), head_of(b, y);
  arb_poly_set(out, x);
  arb_poly_truncate(out, n);
  if (arb_is_negative(a) != arb_is_negative(b)) arb_poly_neg(out, out);
  arb_clear(a), arb_clear(b);
}

/* exp (log gamma x + log gamma y - log gamma (x + y)) */
static void beta_series(arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n, slong p) {
  arb_poly_t sum;
  arb_poly_init(sum);
  arb_poly_add(sum, x, y, p);
  arb_poly_lgamma_series(sum, sum, n, p);
  arb_poly_lgamma_series(out, x, n, p);
  arb_poly_sub(sum, out, sum, p);
  arb_poly_lgamma_series(out, y, n, p);
  arb_poly_add(sum, sum, out, p);
  arb_poly_exp_series(out, sum, n, p);
  arb_poly_clear(sum);
}

/* --------------------------------------------------------- with parameters -- */

/* Between its values at the ends, since it grows with x > 0 for a > 0. */
static void gammainc_between(arb_t out, const arb_t a, const arb_t x, slong p) {
  arf_t end[2];
  arb_t high;
  arf_init(end[0]), arf_init(end[1]), arb_init(high);
  arb_get_interval_arf(end[0], end[1], x, p);
  arb_set_arf(out, end[0]), arb_set_arf(high, end[1]);
  arb_hypgeom_gamma_lower(out, a, out, 1, p);
  arb_hypgeom_gamma_lower(high, a, high, 1, p);
  arb_union(out, out, high, p);
  arf_clear(end[0]), arf_clear(end[1]), arb_clear(high);
}

/* The integral of x^(a - 1) exp (-x) / gamma a, from the value on. */
static void gammainc_wide(arb_poly_t out, const arb_t a, const arb_poly_t x, const arb_t head, slong n, slong p) {
  arb_poly_t slope, factor;
  arb_t c;
  arb_poly_init(slope), arb_poly_init(factor), arb_init(c);
  arb_sub_ui(c, a, 1, p);
  arb_poly_pow_arb_series(slope, x, c, n, p);
  arb_poly_neg(factor, x);
  arb_poly_exp_series(factor, factor, n, p);
  arb_poly_mullow(slope, slope, factor, n, p);
  arb_rgamma(c, a, p);
  scale(slope, slope, c, p);
  arb_poly_derivative(factor, x, p);
  arb_poly_mullow(slope, slope, factor, n, p);
  arb_poly_integral(out, slope, p);
  arb_poly_truncate(out, n);
  gammainc_between(c, a, head, p);
  arb_poly_set_coeff_arb(out, 0, c);
  arb_poly_clear(slope), arb_poly_clear(factor), arb_clear(c);
}

/* Arb integrates for an x that is wide, without end. */
static void gammainc_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  arb_t a, head;
  arb_init(a), arb_init(head);
  function_parameter(a, call->parameter[0], p);
  head_of(head, x);
  if (!arb_is_exact(head) && arb_is_finite(head) && arb_is_nonnegative(head) && arb_is_positive(a))
    gammainc_wide(out, a, x, head, n, p);
  else
    arb_hypgeom_gamma_lower_series(out, a, x, 1, n, p);
  arb_clear(a), arb_clear(head);
}

static void betainc_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  arb_t a, b;
  arb_init(a), arb_init(b);
  function_parameter(a, call->parameter[0], p);
  function_parameter(b, call->parameter[1], p);
  arb_hypgeom_beta_lower_series(out, a, b, x, 1, n, p);
  arb_clear(a), arb_clear(b);
}

/* The series of digamma at the point, differentiated m times. */
static void polygamma_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  slong m = mpz_get_si(mpq_numref(call->parameter[0]));
  arb_poly_t g;
  arb_t at;
  arb_poly_init(g), arb_init(at);
  head_of(at, x);
  arb_poly_set_coeff_arb(g, 0, at);
  arb_poly_set_coeff_si(g, 1, 1);
  arb_poly_digamma_series(g, g, n + m, p);
  for (slong k = 0; k < m; k++) arb_poly_derivative(g, g, p);
  compose(out, g, x, n, p);
  arb_poly_clear(g), arb_clear(at);
}

/* A Bessel function of complex numbers, of whole order. */
typedef struct Bessel {
  void (*of)(acb_t out, const acb_t order, const acb_t z, slong precision);
  acb_t order;
} Bessel;

static void bessel_at(acb_t value, const acb_t z, slong precision, void *state) {
  const Bessel *bessel = state;
  bessel->of(value, bessel->order, z, precision);
}

/* Cauchy's integral about the point, of radius 1; and at most half of x for Y, which has a cut where x <= 0. */
static void bessel_coefficients(arb_poly_t g, Bessel *bessel, const arb_t at, bool cut, slong n, slong p) {
  arb_t radius, low;
  arb_init(radius), arb_init(low);
  arb_one(radius);
  arb_get_lbound_arf(arb_midref(low), at, p);
  arb_mul_2exp_si(low, low, -1);
  if (cut && arb_lt(low, radius)) arb_set(radius, low);
  arb_poly_fit_length(g, n);
  if (certified_cauchy_coefficients(bessel_at, bessel, at, radius, (uint32_t)n, p, g->coeffs) != STATUS_OK)
    _arb_vec_indeterminate(g->coeffs, n);
  _arb_poly_set_length(g, n);
  arb_clear(radius), arb_clear(low);
}

static void bessel_series(arb_poly_t out, const RingCall *call, slong order, const arb_poly_t x, slong n, slong p) {
  FunctionCode f = call->function;
  bool cut = f == FUNCTION_Y0 || f == FUNCTION_Y1 || f == FUNCTION_YN;
  bool modified = f == FUNCTION_I0 || f == FUNCTION_I1 || f == FUNCTION_BESSELI;
  Bessel bessel = {.of = cut ? acb_hypgeom_bessel_y : modified ? acb_hypgeom_bessel_i : acb_hypgeom_bessel_j};
  arb_poly_t g;
  arb_t at, value;
  arb_poly_init(g), arb_init(at), arb_init(value), acb_init(bessel.order);
  acb_set_si(bessel.order, order);
  head_of(at, x);
  bessel_coefficients(g, &bessel, at, cut, n, p);
  function_enclose(call, value, at, at, p);
  arb_poly_set_coeff_arb(g, 0, value);
  compose(out, g, x, n, p);
  arb_poly_clear(g), arb_clear(at), arb_clear(value), acb_clear(bessel.order);
}
static void bessel0_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  bessel_series(out, call, 0, x, n, p);
}
static void bessel1_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  bessel_series(out, call, 1, x, n, p);
}
static void besseln_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  bessel_series(out, call, mpz_get_si(mpq_numref(call->parameter[0])), x, n, p);
}

/* Between its jumps it is its value. */
static void flat_series(arb_poly_t out, const RingCall *call, const arb_poly_t x, slong n, slong p) {
  (void)n;
  arb_t at, value;
  arb_init(at), arb_init(value);
  head_of(at, x);
  function_enclose(call, value, at, at, p);
  arb_poly_set_arb(out, value);
  arb_clear(at), arb_clear(value);
}

/* Each function by one of three. */
static const struct {
  Series1 of_one;
  Series2 of_two;
  SeriesOf of_call;
} series[FUNCTION_COUNT] = {
    [FUNCTION_ASIN] = {arb_poly_asin_series, NULL, NULL},
    [FUNCTION_ACOS] = {arb_poly_acos_series, NULL, NULL},
    [FUNCTION_ATAN] = {arb_poly_atan_series, NULL, NULL},
    [FUNCTION_ATAN2] = {NULL, atan2_series, NULL},
    [FUNCTION_SINH] = {arb_poly_sinh_series, NULL, NULL},
    [FUNCTION_COSH] = {arb_poly_cosh_series, NULL, NULL},
    [FUNCTION_ASINH] = {asinh_series, NULL, NULL},
    [FUNCTION_ACOSH] = {acosh_series, NULL, NULL},
    [FUNCTION_ATANH] = {atanh_series, NULL, NULL},
    [FUNCTION_EXP2] = {exp2_series, NULL, NULL},
    [FUNCTION_EXPM1] = {expm1_series, NULL, NULL},
    [FUNCTION_LOG1P] = {arb_poly_log1p_series, NULL, NULL},
    [FUNCTION_LOG2] = {log2_series, NULL, NULL},
    [FUNCTION_LOG10] = {log10_series, NULL, NULL},
    [FUNCTION_CBRT] = {cbrt_series, NULL, NULL},
    [FUNCTION_HYPOT] = {NULL, hypot_series, NULL},
    [FUNCTION_POW] = {NULL, pow_series, NULL},
    [FUNCTION_FLOOR] = {NULL, NULL, flat_series},
    [FUNCTION_CEIL] = {NULL, NULL, flat_series},
    [FUNCTION_TRUNC] = {NULL, NULL, flat_series},
    [FUNCTION_ROUND] = {NULL, NULL, flat_series},
    [FUNCTION_FMOD] = {NULL, fmod_series, NULL},
    [FUNCTION_REMAINDER] = {NULL, remainder_series, NULL},
    [FUNCTION_COPYSIGN] = {NULL, copysign_series, NULL},
    [FUNCTION_ERF] = {arb_hypgeom_erf_series, NULL, NULL},
    [FUNCTION_ERFC] = {arb_hypgeom_erfc_series, NULL, NULL},
    [FUNCTION_ERFINV] = {erfinv_series, NULL, NULL},
    [FUNCTION_NORMCDF] = {normcdf_series, NULL, NULL},
    [FUNCTION_LGAMMA] = {lgamma_series, NULL, NULL},
    [FUNCTION_TGAMMA] = {arb_poly_gamma_series, NULL, NULL},
    [FUNCTION_DIGAMMA] = {arb_poly_digamma_series, NULL, NULL},
    [FUNCTION_POLYGAMMA] = {NULL, NULL, polygamma_series},
    [FUNCTION_BETA] = {NULL, beta_series, NULL},
    [FUNCTION_GAMMAINC] = {NULL, NULL, gammainc_series},
    [FUNCTION_BETAINC] = {NULL, NULL, betainc_series},
    [FUNCTION_J0] = {NULL, NULL, bessel0_series},
    [FUNCTION_J1] = {NULL, NULL, bessel1_series},
    [FUNCTION_JN] = {NULL, NULL, besseln_series},
    [FUNCTION_Y0] = {NULL, NULL, bessel0_series},
    [FUNCTION_Y1] = {NULL, NULL, bessel1_series},
    [FUNCTION_YN] = {NULL, NULL, besseln_series},
    [FUNCTION_I0] = {NULL, NULL, bessel0_series},
    [FUNCTION_I1] = {NULL, NULL, bessel1_series},
    [FUNCTION_BESSELI] = {NULL, NULL, besseln_series},
};

void function_series(const RingCall *call, arb_poly_t out, const arb_poly_t x, const arb_poly_t y, slong n,
                     slong precision) {
  FunctionCode f = call->function;
  if (series[f].of_one != NULL)
    series[f].of_one(out, x, n, precision);
  else if (series[f].of_two != NULL)
    series[f].of_two(out, x, y, n, precision);
  else
    series[f].of_call(out, call, x, n, precision);
}
