/* ADOL-C: forward and reverse sweeps over a tape, recorded at the point. */
#include <adolc/adolc.h>

#include "../zoo.hpp"

struct library {
  static constexpr bool has_vjp = true;

  template <int n, int m, class F> static vec record(F f, const vec &x) {
    vec y(m);
    trace_on(1, 1); // keep what reverse needs
    {
      adouble in[n], out[m];
      for (int i = 0; i < n; i++) in[i] <<= x[i];
      f(in, out);
      for (int i = 0; i < m; i++) out[i] >>= y[i];
    }
    trace_off();
    return y;
  }
  template <int n, int m, class F> static vec value(F f, const vec &x) { return record<n, m>(f, x); }
  template <int n, int m, class F> static vec jvp(F f, const vec &x, vec v) {
    vec at = x, y = record<n, m>(f, x), w(m);
    fos_forward(1, m, n, 0, at.data(), v.data(), y.data(), w.data());
    return w;
  }
  template <int n, int m, class F> static vec vjp(F f, const vec &x, vec w) {
    vec at = x, y = record<n, m>(f, x), v(n);
    zos_forward(1, m, n, 1, at.data(), y.data());
    fos_reverse(1, m, n, w.data(), v.data());
    return v;
  }
};

ADJUDGE_RULES(COMMON_FUNCTIONS, ONE(abs, fabs(x)), ONE(atan, atan(x)), ONE(log10, log10(x)),
              ONE(asinh, asinh(x)), ONE(acosh, acosh(x)), ONE(atanh, atanh(x)),
              ONE(pow_three, pow(x, 3.0)), ONE(pow_half, pow(x, 0.5)), ONE(pow_minus_two, pow(x, -2.0)), TWO(pow, pow(x, y)),
              TWO(maximum, fmax(x, y)), TWO(minimum, fmin(x, y)))
