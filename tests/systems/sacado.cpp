/* Sacado: forward by Fad::DFad, reverse by Rad::ADvar, second derivatives by DFad of DFad. */
#pragma push_macro("VERSION") // which it undefines
#include <Sacado.hpp>
#pragma pop_macro("VERSION")

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh) F(log10)
#define BINARY(F) F(max) F(min) F(atan2) F(pow)
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;
  using first = Sacado::Fad::DFad<double>;
  using second = Sacado::Fad::DFad<first>;
  using reverse = Sacado::Rad::ADvar<double>;

  static first seeded(double x, double v) {
    first one(1, x);
    one.fastAccessDx(0) = v;
    return one;
  }
  static vec value(const Program &f, const vec &x) { return parts(run_along<first>(f, x, vec(x.size()), seeded), [](const first &one) { return one.val(); }); }
  /* dx(i) is 0 where a number has no derivatives. */
  static vec jvp(const Program &f, const vec &x, const vec &v) { return parts(run_along<first>(f, x, v, seeded), [](const first &one) { return one.dx(0); }); }
  static vec vjp(const Program &f, const vec &x, const vec &w) {
    std::vector<reverse> in(x.begin(), x.end()), out;
    vec weights = w, v;
    f.run(in, out);
    std::vector<reverse *> outputs;
    for (reverse &one : out) outputs.push_back(&one);
    reverse::Weighted_Gradcomp(outputs.size(), outputs.data(), weights.data());
    for (const reverse &one : in) v.push_back(one.adj());
    return v;
  }
  static vec hessian(const Program &f, const vec &x, int output) {
    int n = static_cast<int>(x.size());
    std::vector<second> in, out;
    vec all;
    for (int i = 0; i < n; i++) in.emplace_back(n, i, first(n, i, x[static_cast<std::size_t>(i)]));
    f.run(in, out);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) all.push_back(out[static_cast<std::size_t>(output)].dx(i).dx(j));
    return all;
  }
  static texts reproduction() {
    return shown_both_ways("#include <Sacado.hpp>\n#include <cstdio>\n\n",
                           "  Sacado::Fad::DFad<double> x[n + 1], y[m];\n  for (int i = 0; i < n; i++) {\n"
                           "    x[i] = Sacado::Fad::DFad<double>(1, at[i]);\n    x[i].fastAccessDx(0) = seed[i];\n  }\n  f(x, y);\n",
                           "y[i].val()", "y[i].dx(0)",
                           "  typedef Sacado::Rad::ADvar<double> T;\n  T x[n + 1], y[m], *outputs[m];\n  for (int i = 0; i < n; i++) x[i] = at[i];\n"
                           "  f(x, y);\n  for (int i = 0; i < m; i++) outputs[i] = &y[i];\n  T::Weighted_Gradcomp(m, outputs, seed);\n" + shows("vjp", "n", "x[i].adj()"),
                           "  typedef Sacado::Fad::DFad<double> S;\n  typedef Sacado::Fad::DFad<S> T;\n  T x[n + 1], y[m];\n"
                           "  for (int i = 0; i < n; i++) x[i] = T(n, i, S(n, i, at[i]));\n  f(x, y);\n" + shows("hessian", "n * n", "y[$OUTPUT].dx(i / n).dx(i % n)"));
  }
};

int main() { return serve<host>("Sacado " VERSION); }
