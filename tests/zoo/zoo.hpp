/* The functions of functions.prims as C++ over any type of numbers: in[0], in[1] ... are the scalars of the arguments,
 * out[0] ... those of the result.  A library says in `struct library` how it answers:
 *
 *   template <int n, int m, class F> static vec value(F f, const vec &x);
 *   template <int n, int m, class F> static vec jvp(F f, const vec &x, const vec &v);
 *   template <int n, int m, class F> static vec vjp(F f, const vec &x, const vec &w);   // if has_vjp
 */
#include <adjudge.hpp>

using adjudge::vec;

template <class library, int n, int m, class F> adjudge_rule row(const char *name, F f) {
  auto value = [f](const vec &x) { return library::template value<n, m>(f, x); };
  auto jvp = [f](const vec &x, const vec &v) { return library::template jvp<n, m>(f, x, v); };
  if constexpr (library::has_vjp) {
    auto vjp = [f](const vec &x, const vec &w) { return library::template vjp<n, m>(f, x, w); };
    return adjudge::rule(name, n, m, value, jvp, vjp);
  } else {
    return adjudge::rule(name, n, m, value, jvp, nullptr);
  }
}

#define MANY(name, n, m, ...) row<library, n, m>(#name, [](const auto *in, auto *out) { __VA_ARGS__; })
#define ONE(name, ...) MANY(name, 1, 1, const auto &x = in[0]; out[0] = __VA_ARGS__)
#define TWO(name, ...) MANY(name, 2, 1, const auto &x = in[0]; const auto &y = in[1]; out[0] = __VA_ARGS__)
#define THREE(name, ...) MANY(name, 3, 1, const auto &x = in[0]; const auto &y = in[1]; const auto &z = in[2]; out[0] = __VA_ARGS__)

#define COMMON_FUNCTIONS                                                                                               \
  ONE(square, x * x), ONE(cube, x * x * x), ONE(neg, -x), ONE(reciprocal, 1.0 / x), ONE(sqrt, sqrt(x)),                \
  ONE(rsqrt, 1.0 / sqrt(x)), ONE(exp, exp(x)), ONE(log, log(x)), ONE(sin, sin(x)), ONE(cos, cos(x)), ONE(tan, tan(x)), \
  ONE(asin, asin(x)), ONE(acos, acos(x)), ONE(sinh, sinh(x)), ONE(cosh, cosh(x)), ONE(tanh, tanh(x)),                  \
  ONE(sigmoid, 1.0 / (1.0 + exp(-x))), ONE(softplus, log(1.0 + exp(x))), ONE(silu, x / (1.0 + exp(-x))),               \
  ONE(xexpx, x * exp(x)), ONE(entr, -x * log(x)), ONE(logit, log(x / (1.0 - x))), ONE(sec, 1.0 / cos(x)),              \
  TWO(add, x + y), TWO(sub, x - y), TWO(mul, x * y), TWO(div, x / y), TWO(atan2, atan2(x, y)),                         \
  TWO(logaddexp, log(exp(x) + exp(y))), TWO(xlogy, x * log(y)), TWO(mse, (x - y) * (x - y)),                           \
  TWO(poisson_nll, exp(x) - y * x), THREE(fma, x * y + z), THREE(norm3, sqrt(x * x + y * y + z * z)),                  \
  THREE(lerp, x + z * (y - x)), THREE(sum, x + y + z), THREE(prod, x * y * z),                                         \
  THREE(logsumexp, log(exp(x) + exp(y) + exp(z))),                                                                     \
  MANY(cumprod, 3, 3, out[0] = in[0]; out[1] = out[0] * in[1]; out[2] = out[1] * in[2]),                               \
  MANY(normalize, 2, 2, auto s = sqrt(in[0] * in[0] + in[1] * in[1]); out[0] = in[0] / s; out[1] = in[1] / s),         \
  MANY(det, 4, 1, out[0] = in[0] * in[3] - in[1] * in[2]),                                                             \
  MANY(inverse, 4, 4, auto d = 1.0 / (in[0] * in[3] - in[1] * in[2]); out[0] = in[3] * d; out[1] = -in[1] * d;         \
       out[2] = -in[2] * d; out[3] = in[0] * d),                                                                       \
  MANY(polar, 2, 2, out[0] = in[0] * cos(in[1]); out[1] = in[0] * sin(in[1])),                                         \
  MANY(dot, 6, 1, out[0] = in[0] * in[3] + in[1] * in[4] + in[2] * in[5])
