#include "verify/primitive/library.h"

#include "verify/truth/function_series.h"

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

/* A function of the language (semantics/functions.md): its series where it is analytic, else indeterminate. */
static void series_of(FunctionCode f, arb_poly_struct *r, const arb_poly_struct *argument, slong n, slong p) {
  const RingCall call = {f, NULL};
  arb_t x, y, head;
  arb_init(x), arb_init(y), arb_init(head);
  arb_poly_get_coeff_arb(x, &argument[0], 0);
  if (function_info(f)->operands == 2) arb_poly_get_coeff_arb(y, &argument[1], 0);
  if (function_place(&call, x, y, p) == PLACE_INSIDE)
    function_series(&call, r, &argument[0], &argument[1], n, p);
  else {
    arb_indeterminate(head);
    arb_poly_zero(r);
    for (slong k = 0; k < n; k++) arb_poly_set_coeff_arb(r, k, head);
  }
  arb_clear(x), arb_clear(y), arb_clear(head);
}
static void series_asinh(arb_poly_struct *r, const arb_poly_struct *x, slong n, slong p) {
  series_of(FUNCTION_ASINH, r, x, n, p);
}
static void series_atan2(arb_poly_struct *r, const arb_poly_struct *yx, slong n, slong p) {
  series_of(FUNCTION_ATAN2, r, yx, n, p);
}
static void series_hypot(arb_poly_struct *r, const arb_poly_struct *xy, slong n, slong p) {
  const RingCall call = {FUNCTION_HYPOT, NULL}; /* at the origin it has a value, which the series has too */
  function_series(&call, r, &xy[0], &xy[1], n, p);
}
static void series_fmod(arb_poly_struct *r, const arb_poly_struct *xy, slong n, slong p) {
  series_of(FUNCTION_FMOD, r, xy, n, p);
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
