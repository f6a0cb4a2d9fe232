/* Boost.Math's autodiff, forward: along x + t v. */
#include <boost/math/differentiation/autodiff.hpp>

#include "../zoo.hpp"

namespace autodiff = boost::math::differentiation;

struct library {
  static constexpr bool has_vjp = false;
  using number = autodiff::autodiff_fvar<double, 1>;

  template <int n, int m, class F> static void run(F f, const vec &x, const vec &v, number *out) {
    const number t = autodiff::make_fvar<double, 1>(0);
    number in[n];
    for (int i = 0; i < n; i++) in[i] = x[i] + v[i] * t;
    f(in, out);
  }
  template <int n, int m, class F> static vec value(F f, const vec &x) {
    number out[m];
    run<n, m>(f, x, vec(n), out);
    return read<m>(out, 0);
  }
  template <int n, int m, class F> static vec jvp(F f, const vec &x, const vec &v) {
    number out[m];
    run<n, m>(f, x, v, out);
    return read<m>(out, 1);
  }
  template <int m> static vec read(const number *out, int order) {
    vec y(m);
    for (int i = 0; i < m; i++) y[i] = out[i].derivative(order);
    return y;
  }
};

ADJUDGE_RULES(COMMON_FUNCTIONS, ONE(abs, abs(x)), ONE(atan, atan(x)), ONE(asinh, asinh(x)), ONE(acosh, acosh(x)),
              ONE(atanh, atanh(x)), ONE(erf, erf(x)), ONE(erfc, erfc(x)), ONE(lgamma, lgamma(x)), ONE(gamma, tgamma(x)),
              ONE(digamma, digamma(x)), ONE(lambertw, lambert_w0(x)), ONE(sinc_unnormalized, sinc(x)), ONE(exp2, pow(2.0, x)),
              ONE(pow_three, pow(x, 3.0)), ONE(pow_half, pow(x, 0.5)), ONE(pow_minus_two, pow(x, -2.0)), TWO(pow, pow(x, y)),
              TWO(fmod, fmod(x, y)))
