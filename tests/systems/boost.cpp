/* Boost's autodiff: forward, of mixed orders. */
#include <boost/math/differentiation/autodiff.hpp>

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh) F(erf) F(erfc) F(lgamma) F(tgamma) F(digamma)
#define BINARY(F) F(atan2) F(pow)
#include "adjudge_system.hpp"

namespace autodiff = boost::math::differentiation;

struct host {
  static constexpr bool has_vjp = false, has_hessian = true;
  using first = autodiff::autodiff_fvar<double, 1>;
  using second = autodiff::autodiff_fvar<double, 1, 1>;

  static first seeded(double x, double v) { return first(x + v * autodiff::make_fvar<double, 1>(0.0)); }
  static vec value(const Program &f, const vec &x) { return parts(run_along<first>(f, x, vec(x.size()), seeded), [](const first &one) { return one.derivative(0); }); }
  static vec jvp(const Program &f, const vec &x, const vec &v) { return parts(run_along<first>(f, x, v, seeded), [](const first &one) { return one.derivative(1); }); }
  static vec hessian(const Program &f, const vec &x, int output) {
    const second t = autodiff::make_fvar<double, 1>(0.0), s = autodiff::make_fvar<double, 0, 1>(0.0);
    vec all;
    for (std::size_t i = 0; i < x.size(); i++) {
      for (std::size_t j = 0; j < x.size(); j++) {
        std::vector<second> in, out;
        for (std::size_t k = 0; k < x.size(); k++) in.push_back(second(x[k] + (k == i) * t + (k == j) * s));
        f.run(in, out);
        all.push_back(out[static_cast<std::size_t>(output)].derivative(1, 1));
      }
    }
    return all;
  }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  typedef boost::math::differentiation::autodiff_fvar<double, 1> T;\n  double at[] = {$X}, seed[n + 1] = {SEEDS};\n"
                             "  T x[n + 1], y[m];\n  for (int i = 0; i < n; i++) x[i] = at[i] + seed[i] * boost::math::differentiation::make_fvar<double, 1>(0.0);\n  f(x, y);\n";
    auto text = [&](const std::string &mode, const std::string &seed, const std::string &shown) { return with(open, "SEEDS", seed) + shows(mode, "m", shown); };
    return {{"head", "#include <boost/math/differentiation/autodiff.hpp>\n#include <cstdio>\n\n"}, {"value", text("value", "", "y[i].derivative(0)")}, {"jvp", text("jvp", "$SEED", "y[i].derivative(1)")},
            {"hessian", "\nint main() {\n  using namespace boost::math::differentiation;\n  const int n = $N, m = $M;\n  typedef autodiff_fvar<double, 1, 1> T;\n  double at[] = {$X}, all[n * n];\n"
                        "  const T t = make_fvar<double, 1>(0.0), s = make_fvar<double, 0, 1>(0.0);\n  for (int i = 0; i < n * n; i++) {\n    T x[n + 1], y[m];\n"
                        "    for (int k = 0; k < n; k++) x[k] = T(at[k] + (k == i / n) * t + (k == i % n) * s);\n    f(x, y);\n    all[i] = y[$OUTPUT].derivative(1, 1);\n  }\n" + shows("hessian", "n * n", "all[i]")}};
  }
};

int main() { return serve<host>("Boost autodiff " VERSION); }
