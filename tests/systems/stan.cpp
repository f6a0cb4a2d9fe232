/* Stan Math: reverse by var, forward by fvar, second derivatives by fvar of var. */
#include <stan/math/mix/scal.hpp>

using namespace stan::math;
#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh) F(cbrt) F(exp2) F(log2) F(log10) F(log1p) F(expm1) F(erf) F(erfc) F(lgamma) F(tgamma) F(digamma)
#define BINARY(F) F(atan2) F(hypot) F(pow) F(fmod)
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;

  static vec value(const Program &f, const vec &x) {
    std::vector<fvar<double>> in(x.begin(), x.end()), out;
    vec y;
    f.run(in, out);
    for (const auto &one : out) y.push_back(one.val_);
    return y;
  }
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    std::vector<fvar<double>> in, out;
    vec w;
    for (std::size_t i = 0; i < x.size(); i++) in.emplace_back(x[i], v[i]);
    f.run(in, out);
    for (const auto &one : out) w.push_back(one.d_);
    return w;
  }
  static vec vjp(const Program &f, const vec &x, const vec &w) {
    std::vector<var> in(x.begin(), x.end()), out;
    vec v;
    f.run(in, out);
    var total = 0;
    for (std::size_t o = 0; o < out.size(); o++) total += w[o] * out[o];
    total.grad();
    for (const var &one : in) v.push_back(one.adj());
    recover_memory();
    return v;
  }
  static vec hessian(const Program &f, const vec &x, int output) {
    vec all;
    for (std::size_t i = 0; i < x.size(); i++) {
      std::vector<fvar<var>> in, out;
      for (std::size_t k = 0; k < x.size(); k++) in.emplace_back(var(x[k]), var(k == i ? 1.0 : 0.0));
      f.run(in, out);
      out[static_cast<std::size_t>(output)].d_.grad();
      for (const auto &one : in) all.push_back(one.val_.adj());
      recover_memory();
    }
    return all;
  }
  static texts reproduction() {
    return shown_both_ways("#include <stan/math/mix/scal.hpp>\n#include <cstdio>\nusing namespace stan::math;\n\n",
                           "  fvar<double> x[n + 1], y[m];\n  for (int i = 0; i < n; i++) x[i] = fvar<double>(at[i], seed[i]);\n  f(x, y);\n",
                           "y[i].val_", "y[i].d_",
                           "  var x[n + 1], y[m], total = 0;\n  for (int i = 0; i < n; i++) x[i] = at[i];\n  f(x, y);\n"
                           "  for (int i = 0; i < m; i++) total += seed[i] * y[i];\n  total.grad();\n" + shows("vjp", "n", "x[i].adj()"),
                           "  double all[n * n];\n  for (int i = 0; i < n; i++) {\n    fvar<var> x[n + 1], y[m];\n    for (int k = 0; k < n; k++) x[k] = fvar<var>(var(at[k]), var(k == i ? 1.0 : 0.0));\n"
                           "    f(x, y);\n    y[$OUTPUT].d_.grad();\n    for (int k = 0; k < n; k++) all[i * n + k] = x[k].val_.adj();\n    recover_memory();\n  }\n" + shows("hessian", "n * n", "all[i]"));
  }
};

int main() { return serve<host>("Stan Math of StanHeaders " VERSION); }
