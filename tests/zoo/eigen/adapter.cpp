/* Eigen's AutoDiffScalar, forward, with the tangent as its only derivative. */
#include <Eigen/Dense>
#include <unsupported/Eigen/AutoDiff>

#include "../zoo.hpp"

struct library {
  static constexpr bool has_vjp = false;
  using number = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;

  template <int n, int m, class F> static void run(F f, const vec &x, const vec &v, number *out) {
    number in[n];
    for (int i = 0; i < n; i++) in[i] = number(x[i], Eigen::Matrix<double, 1, 1>(v[i]));
    f(in, out);
  }
  template <int n, int m, class F> static vec value(F f, const vec &x) {
    number out[m];
    run<n, m>(f, x, vec(n), out);
    vec y(m);
    for (int i = 0; i < m; i++) y[i] = out[i].value();
    return y;
  }
  template <int n, int m, class F> static vec jvp(F f, const vec &x, const vec &v) {
    number out[m];
    run<n, m>(f, x, v, out);
    vec w(m);
    for (int i = 0; i < m; i++) w[i] = out[i].derivatives()(0);
    return w;
  }
};

using Vector = Eigen::Matrix<library::number, 2, 1>;
using Matrix = Eigen::Matrix<library::number, 2, 2>;
template <class T> static Matrix matrix(const T *in) {
  Matrix a;
  a << in[0], in[1], in[2], in[3];
  return a;
}

ADJUDGE_RULES(COMMON_FUNCTIONS, ONE(abs, abs(x)), ONE(pow_three, pow(x, 3.0)), ONE(pow_half, pow(x, 0.5)),
              ONE(pow_minus_two, pow(x, -2.0)), TWO(maximum, max(x, y)), TWO(minimum, min(x, y)),
              MANY(det_of_matrix, 4, 1, out[0] = matrix(in).determinant()),
              MANY(norm2, 2, 1, out[0] = Vector(in[0], in[1]).norm()),
              MANY(inverse_of_matrix, 4, 4, Matrix b = matrix(in).inverse(); out[0] = b(0, 0); out[1] = b(0, 1);
                   out[2] = b(1, 0); out[3] = b(1, 1)))
