/* ADOL-C: a tape recorded at the point; forward and reverse sweeps of first order, and its driver for second derivatives. */
#define HEAD                                                                                                           \
  inline adouble abs(const adouble &x) { return fabs(x); }                                                             \
  inline adouble max(const adouble &x, const adouble &y) { return fmax(x, y); }                                        \
  inline adouble min(const adouble &x, const adouble &y) { return fmin(x, y); }                                        \
  inline adouble CondExpLt(const adouble &x, const adouble &y, const adouble &a, const adouble &b) { adouble r; condassign(r, y - x, a, b); return r; } \
  inline adouble CondExpLe(const adouble &x, const adouble &y, const adouble &a, const adouble &b) { adouble r; condassign(r, x - y, b, a); return r; } \
  inline adouble CondExpEq(const adouble &x, const adouble &y, const adouble &a, const adouble &b) { return CondExpLe(x, y, CondExpLe(y, x, a, b), b); }
#define QUOTED(x) #x
#define TEXT(x) QUOTED(x)
#include <adolc/adolc.h>
HEAD

#define CONDITIONAL
#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh) F(log10)
#define BINARY(F) F(max) F(min) F(atan2) F(pow)
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;

  /* Of the outputs, or of one of them. */
  static vec record(const Program &f, const vec &x, int only = -1) {
    vec y;
    trace_on(1, 1); // keep what reverse needs
    {
      std::vector<adouble> in(x.size()), out;
      for (std::size_t i = 0; i < x.size(); i++) in[i] <<= x[i];
      f.run(in, out);
      for (std::size_t o = 0; o < out.size(); o++) {
        if (only >= 0 && static_cast<int>(o) != only) continue;
        double number;
        out[o] >>= number;
        y.push_back(number);
      }
    }
    trace_off();
    return y;
  }
  static vec value(const Program &f, const vec &x) { return record(f, x); }
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    vec at = x, along = v, y = record(f, x), w(y.size());
    fos_forward(1, static_cast<int>(y.size()), static_cast<int>(x.size()), 0, at.data(), along.data(), y.data(), w.data());
    return w;
  }
  static vec vjp(const Program &f, const vec &x, const vec &w) {
    vec at = x, weights = w, y = record(f, x), v(x.size());
    int m = static_cast<int>(y.size()), n = static_cast<int>(x.size());
    zos_forward(1, m, n, 1, at.data(), y.data());
    fos_reverse(1, m, n, weights.data(), v.data());
    return v;
  }
  static vec hessian(const Program &f, const vec &x, int output) {
    vec at = x, all(x.size() * x.size());
    std::vector<vec> lower(x.size(), vec(x.size()));
    std::vector<double *> rows;
    for (auto &row : lower) rows.push_back(row.data());
    record(f, x, output);
    ::hessian(1, static_cast<int>(x.size()), at.data(), rows.data());
    for (std::size_t i = 0; i < x.size(); i++)
      for (std::size_t j = 0; j < x.size(); j++) all[i * x.size() + j] = lower[i > j ? i : j][i > j ? j : i];
    return all;
  }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  double at[] = {$X}, y[m];\n  {\n"
                             "    trace_on(1, 1);\n    adouble x[n], out[m];\n    for (int i = 0; i < n; i++) x[i] <<= at[i];\n"
                             "    f(x, out);\n    for (int i = 0; i < m; i++) out[i] >>= y[i];\n    trace_off();\n  }\n";
    return {{"head", "#include <adolc/adolc.h>\n#include <cstdio>\n" TEXT(HEAD) "\n\n"},
            {"value", open + shows("value", "m", "y[i]")},
            {"jvp", open + "  double v[] = {$SEED}, w[m];\n  fos_forward(1, m, n, 0, at, v, y, w);\n" + shows("jvp", "m", "w[i]")},
            {"vjp", open + "  double w[] = {$SEED}, v[n];\n  zos_forward(1, m, n, 1, at, y);\n  fos_reverse(1, m, n, w, v);\n" + shows("vjp", "n", "v[i]")},
            {"hessian", with(open, "for (int i = 0; i < m; i++) out[i] >>= y[i];", "out[$OUTPUT] >>= y[0];") + "  double h[n][n], *rows[n], all[n * n];\n  for (int i = 0; i < n; i++) rows[i] = h[i];\n"
                        "  hessian(1, n, at, rows);\n  for (int i = 0; i < n * n; i++) all[i] = i / n > i % n ? h[i / n][i % n] : h[i % n][i / n];\n" +
                        shows("hessian", "n * n", "all[i]")}};
  }
};

int main() { return serve<host>("ADOL-C " VERSION); }
