/* Ceres Solver's Jet: forward, with the tangent as its only derivative. A Jet of Jets takes no doubles: it has no second derivatives. */
#include <ceres/jet.h>

namespace ceres {
template <class T, int N> Jet<T, N> max(const Jet<T, N> &x, const Jet<T, N> &y) { return fmax(x, y); }
template <class T, int N> Jet<T, N> min(const Jet<T, N> &x, const Jet<T, N> &y) { return fmin(x, y); }
}

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(cbrt) F(exp2) F(log2) F(log10) F(log1p) F(expm1) F(erf) F(erfc)
#define BINARY(F) F(max) F(min) F(atan2) F(hypot) F(pow) F(copysign)
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = false, has_hessian = false;
  using number = ceres::Jet<double, 1>;

  static number seeded(double x, double v) {
    number one(x);
    one.v[0] = v;
    return one;
  }
  static vec value(const Program &f, const vec &x) { return parts(run_along<number>(f, x, vec(x.size()), seeded), [](const number &one) { return one.a; }); }
  static vec jvp(const Program &f, const vec &x, const vec &v) { return parts(run_along<number>(f, x, v, seeded), [](const number &one) { return one.v[0]; }); }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  typedef ceres::Jet<double, 1> T;\n  double at[] = {$X}, seed[n + 1] = {SEEDS};\n"
                             "  T x[n + 1], y[m];\n  for (int i = 0; i < n; i++) x[i].a = at[i], x[i].v[0] = seed[i];\n  f(x, y);\n";
    auto text = [&](const std::string &mode, const std::string &seed, const std::string &shown) { return with(open, "SEEDS", seed) + shows(mode, "m", shown); };
    return {{"head", "#include <ceres/jet.h>\n#include <cstdio>\nnamespace ceres {\ntemplate <class T, int N> Jet<T, N> max(const Jet<T, N> &x, const Jet<T, N> &y) { return fmax(x, y); }\ntemplate <class T, int N> Jet<T, N> min(const Jet<T, N> &x, const Jet<T, N> &y) { return fmin(x, y); }\n}\n\n"}, {"value", text("value", "", "y[i].a")}, {"jvp", text("jvp", "$SEED", "y[i].v[0]")}};
  }
};

int main() { return serve<host>("Ceres Jet " VERSION); }
