#include "verify/truth/cauchy.h"

#include <stdbool.h>

/* Grids of boxes tried, the finest last: each side of the square is cut into so
 * many. */
static const slong grids[] = {1, 4, 16};
#define GRID_COUNT (sizeof grids / sizeof grids[0])

/* The distance of the interval [2 i - n, 2 i + 2 - n] from 0. */
static slong distance(slong i, slong n) {
  slong low = 2 * i - n, high = low + 2;
  return low > 0 ? low : high < 0 ? -high : 0;
}

/* x + R [2 i - n, 2 i + 2 - n] / n */
static void interval(arb_t out, const arb_t x, const arb_t R, slong i, slong n, slong precision) {
  arb_t unit;
  arb_init(unit);
  arb_set_si(unit, 2 * i + 1 - n);
  mag_one(arb_radref(unit));
  arb_mul(unit, unit, R, precision);
  arb_div_si(unit, unit, n, precision);
  arb_add(out, x, unit, precision);
  arb_clear(unit);
}

/* Raises M to a bound of |f| on the part of the disc in the n by n boxes; false
 * when f is not seen to be analytic on one of them. */
static bool bound_on_grid(CauchyFunction f, void *state, const arb_t x, const arb_t R, slong n, slong precision,
                          mag_t M) {
  acb_t box, value;
  arb_t zero;
  mag_t size;
  bool analytic = true;
  acb_init(box), acb_init(value), arb_init(zero), mag_init(size);
  mag_zero(M);
  for (slong i = 0; i < n && analytic; i++) {
    for (slong j = 0; j < n && analytic; j++) {
      if (distance(i, n) * distance(i, n) + distance(j, n) * distance(j, n) > n * n) continue;
      interval(acb_realref(box), x, R, i, n, precision);
      interval(acb_imagref(box), zero, R, j, n, precision);
      f(value, box, precision, state);
      analytic = acb_is_finite(value) != 0;
      acb_get_mag(size, value);
      mag_max(M, M, size);
    }
  }
  acb_clear(box), acb_clear(value), arb_clear(zero), mag_clear(size);
  return analytic;
}

/* sum_j f(x + r w^j) w^-(jk), k < n: not yet divided by N r^k.  The terms of j and N - j are conjugates. */
static void trapezoid(CauchyFunction f, void *state, const arb_t x, const arb_t r, uint32_t n, slong precision,
                      arb_ptr sums) {
  acb_ptr roots = _acb_vec_init(CAUCHY_POINTS);
  acb_t point, value;
  acb_init(point), acb_init(value);
  _acb_vec_unit_roots(roots, CAUCHY_POINTS, CAUCHY_POINTS, precision);
  _arb_vec_zero(sums, n);
  for (uint32_t j = 0; j <= CAUCHY_POINTS / 2; j++) {
    acb_mul_arb(point, &roots[j], r, precision);
    acb_add_arb(point, point, x, precision);
    f(value, point, precision, state);
    if (j % (CAUCHY_POINTS / 2) != 0) acb_mul_2exp_si(value, value, 1);
    for (uint32_t k = 0; k < n; k++) {
      acb_srcptr root = &roots[j * k % CAUCHY_POINTS];
      arb_addmul(&sums[k], acb_realref(value), acb_realref(root), precision);
      arb_addmul(&sums[k], acb_imagref(value), acb_imagref(root), precision);
    }
  }
  acb_clear(point), acb_clear(value);
  _acb_vec_clear(roots, CAUCHY_POINTS);
}

/* Adds the aliasing error (M / R^k) 2 4^-64 to the coefficient. */
static void add_aliasing(arb_t coefficient, const mag_t M, const arb_t R, uint32_t k) {
  mag_t error, least;
  mag_init(error), mag_init(least);
  arb_get_mag_lower(least, R);
  mag_pow_ui_lower(least, least, k);
  mag_div(error, M, least);
  mag_mul_2exp_si(error, error, 1 - 2 * (slong)CAUCHY_POINTS);
  arb_add_error_mag(coefficient, error);
  mag_clear(error), mag_clear(least);
}

Status certified_cauchy_coefficients(CauchyFunction f, void *state, const arb_t x, const arb_t R, uint32_t n,
                                     slong precision, arb_ptr coefficients) {
  if (n > CAUCHY_POINTS || !arb_is_positive(R) || !arb_is_finite(R) || !arb_is_finite(x)) return STATUS_DOMAIN;
  arb_t r, scale;
  mag_t M;
  bool analytic = false;
  arb_init(r), arb_init(scale), mag_init(M);
  for (size_t i = 0; i < GRID_COUNT && !analytic; i++) analytic = bound_on_grid(f, state, x, R, grids[i], precision, M);
  arb_mul_2exp_si(r, R, -2);
  if (analytic) trapezoid(f, state, x, r, n, precision, coefficients);
  arb_set_ui(scale, CAUCHY_POINTS);
  for (uint32_t k = 0; k < n && analytic; k++) {
    arb_div(&coefficients[k], &coefficients[k], scale, precision);
    add_aliasing(&coefficients[k], M, R, k);
    arb_mul(scale, scale, r, precision);
  }
  arb_clear(r), arb_clear(scale), mag_clear(M);
  return analytic ? STATUS_OK : STATUS_DOMAIN;
}
