/* Enzyme: C++ over doubles, differentiated by the compiler, and so as compiled text alone; reverse mode, forward mode, and
 * forward over reverse for second derivatives:
 *
 *   CXX=clang++ compiled.py enzyme.cpp -O2 -gline-tables-only -fplugin=ClangEnzyme-16.so
 *
 * Line tables have Enzyme name the line of what it cannot differentiate. */
#define HEAD                                                                                                           \
  using std::abs;                                                                                                      \
  inline double max(double x, double y) { return fmax(x, y); }                                                         \
  inline double min(double x, double y) { return fmin(x, y); }                                                         \
  extern int enzyme_const, enzyme_dup;                                                                                 \
  template <class Result, class... Rest> Result __enzyme_autodiff(void *, Rest...);                                    \
  template <class Result, class... Rest> Result __enzyme_fwddiff(void *, Rest...);
#define QUOTED(...) #__VA_ARGS__
#define TEXT(x) QUOTED(x)
#include <cmath>
HEAD

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh) F(exp2) F(expm1) F(log1p) F(log2) F(log10) F(cbrt) F(erf) F(erfc)
#define BINARY(F) F(max) F(min) F(atan2) F(hypot) F(pow) F(fmod) F(copysign)
#include "adjudge_system.hpp"

#ifdef COMPILED
static std::size_t number_of(const Program &f) { return f.number; }
#else /* what it is can be asked for, and no more */
template <class T> void call(std::size_t, const T *, T *) {}
static std::size_t number_of(const Program &) { throw std::logic_error("it differentiates text: compiled.py enzyme.cpp"); }
#endif

static void compute(std::size_t k, const double *x, double *y) { call<double>(k, x, y); }

static void gradient(std::size_t k, const double *x, double *v, double *y, double *w) {
  __enzyme_autodiff<void>(reinterpret_cast<void *>(compute), enzyme_const, k, enzyme_dup, x, v, enzyme_dup, y, w);
}

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;

  static vec value(const Program &f, const vec &x) {
    vec y(f.outputs);
    compute(number_of(f), x.data(), y.data());
    return y;
  }
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    vec y(f.outputs), w(f.outputs);
    __enzyme_fwddiff<void>(reinterpret_cast<void *>(compute), enzyme_const, number_of(f), enzyme_dup, x.data(), v.data(), enzyme_dup, y.data(), w.data());
    return w;
  }
  static vec vjp(const Program &f, const vec &x, const vec &w) {
    vec v(x.size()), y(f.outputs), weights = w;
    gradient(number_of(f), x.data(), v.data(), y.data(), weights.data());
    return v;
  }
  static vec hessian(const Program &f, const vec &x, int output) {
    vec all;
    for (std::size_t i = 0; i < x.size(); i++) {
      vec along(x.size()), v(x.size()), row(x.size()), y(f.outputs), dy(f.outputs), w(f.outputs), dw(f.outputs);
      along[i] = w[static_cast<std::size_t>(output)] = 1;
      __enzyme_fwddiff<void>(reinterpret_cast<void *>(gradient), enzyme_const, number_of(f), enzyme_dup, x.data(), along.data(), enzyme_dup, v.data(),
                             row.data(), enzyme_dup, y.data(), dy.data(), enzyme_dup, w.data(), dw.data());
      all.insert(all.end(), row.begin(), row.end());
    }
    return all;
  }
  static texts reproduction() {
    const std::string open = "\nusing vec = std::vector<double>;\nstatic void compute(const double *x, double *y) { f<double>(x, y); }\n",
                      begin = "\nint main() {\n  const int n = $N, m = $M;\n  vec x = {$X}, y(m);\n",
                      gradient = "static void gradient(const double *x, double *v, double *y, double *w) {\n"
                                 "  __enzyme_autodiff<void>((void *)compute, enzyme_dup, x, v, enzyme_dup, y, w);\n}\n";
    return {{"head", "#include <cmath>\n#include <cstdio>\n#include <vector>\n" TEXT(HEAD) "\n\n"},
            {"value", open + begin + "  compute(x.data(), y.data());\n" + shows("value", "m", "y[i]")},
            {"jvp", open + begin + "  vec v = {$SEED}, w(m);\n  __enzyme_fwddiff<void>((void *)compute, enzyme_dup, x.data(), v.data(), enzyme_dup, y.data(), w.data());\n" +
                        shows("jvp", "m", "w[i]")},
            {"vjp", open + gradient + begin + "  vec w = {$SEED}, v(n);\n  gradient(x.data(), v.data(), y.data(), w.data());\n" + shows("vjp", "n", "v[i]")},
            {"hessian", open + gradient + begin +
                            "  printf(\"hessian\");\n  for (int i = 0; i < n; i++) {\n    vec along(n), v(n), row(n), dy(m), w(m), dw(m);\n    along[i] = w[$OUTPUT] = 1;\n"
                            "    __enzyme_fwddiff<void>((void *)gradient, enzyme_dup, x.data(), along.data(), enzyme_dup, v.data(), row.data(),\n"
                            "                           enzyme_dup, y.data(), dy.data(), enzyme_dup, w.data(), dw.data());\n"
                            "    for (double h : row) printf(\" %.17g\", h);\n  }\n  puts(\"\");\n}\n"}};
  }
};

int main() { return serve<host>("Enzyme " VERSION); }
