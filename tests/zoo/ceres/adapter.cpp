/* Ceres Solver's Jet, forward, with the tangent as its only derivative. */
#include <ceres/jet.h>

#include "../zoo.hpp"

struct library {
  static constexpr bool has_vjp = false;
  using number = ceres::Jet<double, 1>;

  template <int n, int m, class F> static void run(F f, const vec &x, const vec &v, number *out) {
    number in[n];
    for (int i = 0; i < n; i++) in[i].a = x[i], in[i].v[0] = v[i];
    f(in, out);
  }
  template <int n, int m, class F> static vec value(F f, const vec &x) {
    number out[m];
    run<n, m>(f, x, vec(n), out);
    vec y(m);
    for (int i = 0; i < m; i++) y[i] = out[i].a;
    return y;
  }
  template <int n, int m, class F> static vec jvp(F f, const vec &x, const vec &v) {
    number out[m];
    run<n, m>(f, x, v, out);
    vec w(m);
    for (int i = 0; i < m; i++) w[i] = out[i].v[0];
    return w;
  }
};

ADJUDGE_RULES(COMMON_FUNCTIONS, ONE(abs, abs(x)), ONE(atan, atan(x)), ONE(cbrt, cbrt(x)), ONE(exp2, exp2(x)),
              ONE(log2, log2(x)), ONE(log10, log10(x)), ONE(log1p, log1p(x)), ONE(expm1, expm1(x)), ONE(erf, erf(x)),
              ONE(erfc, erfc(x)), ONE(bessel_j0, BesselJ0(x)), ONE(bessel_j1, BesselJ1(x)), ONE(pow_three, pow(x, 3.0)),
              ONE(pow_half, pow(x, 0.5)), ONE(pow_minus_two, pow(x, -2.0)), TWO(pow, pow(x, y)), TWO(hypot, hypot(x, y)),
              TWO(maximum, fmax(x, y)), TWO(minimum, fmin(x, y)), TWO(copysign, copysign(x, y)))
