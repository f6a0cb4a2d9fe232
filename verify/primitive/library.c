#include "verify/primitive/library.h"

#include <stdbool.h>
#include <string.h>

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

static void series_lambertw(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  arb_poly_lambertw_series(r, x, 0, n, p);
}
static void series_airy(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  arb_hypgeom_airy_series(r, NULL, NULL, NULL, x, n, p);
}
static void series_airy_bi(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  arb_hypgeom_airy_series(NULL, NULL, r, NULL, x, n, p);
}
static void series_zeta(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  arb_t one;
  arb_init(one), arb_one(one);
  arb_poly_zeta_series(r, x, one, 0, n, p);
  arb_clear(one);
}

/* log (x + sqrt (x^2 + 1)) for x >= 0, and odd: no cancellation in the tail. */
static void series_asinh(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  arb_poly_t root, side;
  arb_t head;
  arb_poly_init(root), arb_poly_init(side), arb_init(head);
  arb_poly_get_coeff_arb(head, x, 0);
  bool negative = arb_is_negative(head) != 0;
  if (negative)
    arb_poly_neg(side, x);
  else
    arb_poly_set(side, x);
  arb_poly_mullow(root, side, side, n, p);
  arb_poly_get_coeff_arb(head, root, 0);
  arb_add_si(head, head, 1, p);
  arb_poly_set_coeff_arb(root, 0, head);
  arb_poly_sqrt_series(root, root, n, p);
  arb_poly_add(root, root, side, p);
  arb_poly_log_series(r, root, n, p);
  if (negative) arb_poly_neg(r, r);
  arb_clear(head), arb_poly_clear(side), arb_poly_clear(root);
}

/* atan2 (y, x): the angle of (x, y), by the half plane that the point is in, so that
 * no series is taken across the cut y = 0, x < 0. */
static void series_atan2(arb_poly_struct *r, const arb_poly_struct *argument, slong n, slong p) {
  const arb_poly_struct *y = &argument[0], *x = &argument[1];
  arb_poly_t quotient;
  arb_t head_y, head_x, shift;
  arb_poly_init(quotient), arb_init(head_y), arb_init(head_x), arb_init(shift);
  arb_poly_get_coeff_arb(head_y, y, 0);
  arb_poly_get_coeff_arb(head_x, x, 0);
  if (arb_is_positive(head_x)) { /* atan (y / x) */
    arb_poly_div_series(quotient, y, x, n, p);
    arb_poly_atan_series(r, quotient, n, p);
  } else if (!arb_contains_zero(head_y)) { /* +- pi/2 - atan (x / y) */
    arb_poly_div_series(quotient, x, y, n, p);
    arb_poly_atan_series(r, quotient, n, p);
    arb_poly_neg(r, r);
    arb_const_pi(shift, p);
    arb_mul_2exp_si(shift, shift, -1);
    if (arb_is_negative(head_y)) arb_neg(shift, shift);
    arb_poly_get_coeff_arb(head_x, r, 0);
    arb_add(head_x, head_x, shift, p);
    arb_poly_set_coeff_arb(r, 0, head_x);
  } else { /* on the cut, at the origin, or not decided */
    arb_indeterminate(shift);
    arb_poly_zero(r);
    for (slong k = 0; k < n; k++) arb_poly_set_coeff_arb(r, k, shift);
  }
  arb_clear(shift), arb_clear(head_x), arb_clear(head_y), arb_poly_clear(quotient);
}

static void series_hypot(arb_poly_struct *r, const arb_poly_struct *argument, slong n, slong p) {
  arb_poly_t square;
  arb_poly_init(square);
  arb_poly_mullow(square, &argument[0], &argument[0], n, p);
  arb_poly_mullow(r, &argument[1], &argument[1], n, p);
  arb_poly_add(square, square, r, p);
  arb_poly_sqrt_series(r, square, n, p);
  arb_poly_clear(square);
}

/* x - n y, n the quotient x/y without its fraction; where it jumps, at whole quotients
 * but 0, or where that is not decided, indeterminate. */
static void series_fmod(arb_poly_struct *r, const arb_poly_struct *argument, slong n, slong p) {
  arb_t x, y, quotient;
  arb_poly_t multiple;
  arb_init(x), arb_init(y), arb_init(quotient), arb_poly_init(multiple);
  arb_poly_get_coeff_arb(x, &argument[0], 0);
  arb_poly_get_coeff_arb(y, &argument[1], 0);
  arb_div(quotient, x, y, p);
  arb_abs(x, quotient);
  arb_floor(y, x, p);
  bool small = arb_is_zero(y) != 0 || arb_contains_zero(x) != 0;
  arb_sub_si(x, x, 1, p);
  small = small && arb_is_negative(x);
  if (!arb_is_finite(quotient) || (!small && (arb_contains_int(quotient) || !arb_is_exact(y))))
    arb_indeterminate(y);
  else if (small)
    arb_zero(y);
  else if (arb_is_negative(quotient))
    arb_neg(y, y);
  arb_poly_scalar_mul(multiple, &argument[1], y, p);
  arb_poly_sub(r, &argument[0], multiple, p);
  arb_poly_truncate(r, n);
  arb_clear(x), arb_clear(y), arb_clear(quotient), arb_poly_clear(multiple);
}

const LibraryFunction library_functions[] = {
    {"erf", 1, "2/sqrt(pi) times the integral of exp(-t^2) from 0 to x", arb_hypgeom_erf_series},
    {"erfc", 1, "1 - erf x", arb_hypgeom_erfc_series},
    {"erfi", 1, "-i erf(i x)", arb_hypgeom_erfi_series},
    {"gamma", 1, "Euler's gamma function", arb_poly_gamma_series},
    {"lgamma", 1, "log gamma, x > 0", arb_poly_lgamma_series},
    {"digamma", 1, "(log gamma)'", arb_poly_digamma_series},
    {"lambertw", 1, "w with w exp w = x, the branch through 0", series_lambertw},
    {"airy", 1, "Ai", series_airy},
    {"airy_bi", 1, "Bi", series_airy_bi},
    {"zeta", 1, "Riemann's zeta function", series_zeta},
    {"si", 1, "the integral of sin(t)/t from 0 to x", arb_hypgeom_si_series},
    {"ei", 1, "the exponential integral", arb_hypgeom_ei_series},
    {"asin", 1, "the arc sine", arb_poly_asin_series},
    {"acos", 1, "the arc cosine", arb_poly_acos_series},
    {"atan", 1, "the arc tangent", arb_poly_atan_series},
    {"sinh", 1, "the hyperbolic sine", arb_poly_sinh_series},
    {"cosh", 1, "the hyperbolic cosine", arb_poly_cosh_series},
    {"asinh", 1, "the inverse hyperbolic sine", series_asinh},
    {"atan2", 2, "the angle of the point (x, y), arguments y and x", series_atan2},
    {"hypot", 2, "sqrt(x^2 + y^2)", series_hypot},
    {"fmod", 2, "x - n y, n the quotient x/y without its fraction", series_fmod},
    {NULL, 0, NULL, NULL},
};

const LibraryFunction *library_find(const char *name, size_t length) {
  for (const LibraryFunction *f = library_functions; f->name != NULL; f++) {
    if (strlen(f->name) == length && memcmp(f->name, name, length) == 0) return f;
  }
  return NULL;
}
