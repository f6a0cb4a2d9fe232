/* CppAD, of TMB where TMB is defined: a tape recorded at the point (ELSEWHERE=1: at another one, where the program has no tests, or the system's
 * own conditional), perhaps optimized (OPTIMIZED=1); forward and reverse sweeps, and its driver for second derivatives. */
#ifndef NDEBUG
#define NDEBUG // else what is NaN ends the program
#endif
#define CONDITIONAL
#define HEAD                                                                                                           \
  template <class T> CppAD::AD<T> max(const CppAD::AD<T> &x, const CppAD::AD<T> &y) { return CppAD::CondExpGt(x, y, x, y); } \
  template <class T> CppAD::AD<T> min(const CppAD::AD<T> &x, const CppAD::AD<T> &y) { return CppAD::CondExpLt(x, y, x, y); }
#ifdef TMB
#define TITLE "CppAD of TMB " VERSION
#define ASKED_FOR /* by its headers */                                                                                 \
  template <class T> struct isDouble { enum { value = false }; };                                                      \
  template <> struct isDouble<double> { enum { value = true }; };                                                      \
  static std::ostream &Rcout = std::cout;
#define MORE(F)
#else
#define TITLE "CppAD " VERSION
#define ASKED_FOR
#define MORE(F) F(asinh) F(acosh) F(atanh) F(expm1) F(log1p) F(erf) F(erfc) F(sign)
#endif
#define QUOTED(...) #__VA_ARGS__
#define TEXT(...) QUOTED(__VA_ARGS__)
#include <iostream>
#define CSKIP(...) __VA_ARGS__
ASKED_FOR
#include <cppad/cppad.hpp>
namespace CppAD { HEAD }

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(log10) MORE(F)
#define BINARY(F) F(max) F(min) F(atan2) F(pow)
#include "adjudge_system.hpp"

static const bool elsewhere = std::getenv("ELSEWHERE") != nullptr, optimized = std::getenv("OPTIMIZED") != nullptr;

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;
  using number = CppAD::AD<double>;

  static bool has_tests(const Program &f) {
    for (const Statement &s : f.code)
      if (s.word == LESS || s.word == LESS_EQUAL || s.word == EQUAL) return true;
    return false;
  }
  static CppAD::ADFun<double> record(const Program &f, const vec &x) {
    std::vector<number> in(x.begin(), x.end()), out;
    if (elsewhere && (conditional || !has_tests(f)))
      for (std::size_t i = 0; i < in.size(); i++) in[i] = 0.5 + static_cast<double>(i);
    CppAD::Independent(in);
    f.run(in, out);
    CppAD::ADFun<double> tape(in, out);
    if (optimized) tape.optimize();
    tape.Forward(0, x);
    return tape;
  }
  /* Without inputs there is no tape. */
  static vec value(const Program &f, const vec &x) {
    std::vector<number> out;
    vec y;
    if (!x.empty()) return record(f, x).Forward(0, x);
    f.run(std::vector<number>(), out);
    for (const number &one : out) y.push_back(CppAD::Value(one));
    return y;
  }
  static vec jvp(const Program &f, const vec &x, const vec &v) { return record(f, x).Forward(1, v); }
  static vec vjp(const Program &f, const vec &x, const vec &w) { return record(f, x).Reverse(1, w); }
  static vec hessian(const Program &f, const vec &x, int output) {
    return record(f, x).Hessian(x, static_cast<std::size_t>(output));
  }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  double at[n + 1] = {$X};\n  std::vector<double> point(at, at + n), answer;\n"
                             "  std::vector<CppAD::AD<double>> x(TAPED, TAPED + n), y(m);\n";
    const std::string tape = with(open, "TAPED", elsewhere && conditional ? "elsewhere" : "at") + "  CppAD::Independent(x);\n  f(x.data(), y.data());\n  CppAD::ADFun<double> tape(x, y);\n" +
                             (optimized ? "  tape.optimize();\n" : "") + "  tape.Forward(0, point);\n";
    const std::string taped = elsewhere && conditional ? with(tape, "  std::vector<CppAD", "  double elsewhere[n + 1];\n  for (int i = 0; i < n; i++) elsewhere[i] = 0.5 + i;\n  std::vector<CppAD") : tape;
    auto driver = [&](const std::string &mode, const std::string &count, const std::string &call) { return taped + call + shows(mode, count, "answer[i]"); };
    return {{"head", "#define NDEBUG\n#define CSKIP(...) __VA_ARGS__\n#include <iostream>\n" TEXT(ASKED_FOR) "\n#include <cppad/cppad.hpp>\n#include <cstdio>\nnamespace CppAD {\n" TEXT(HEAD) "\n}\n\n"},
            {"value", driver("value", "m", "  answer = tape.Forward(0, point);\n")},
            {"jvp", driver("jvp", "m", "  answer = tape.Forward(1, std::vector<double>{$SEED});\n")},
            {"vjp", driver("vjp", "n", "  answer = tape.Reverse(1, std::vector<double>{$SEED});\n")},
            {"hessian", driver("hessian", "n * n", "  answer = tape.Hessian(point, $OUTPUT);\n")}};
  }
};

int main() {
  return serve<host>(elsewhere ? optimized ? TITLE ", taped elsewhere, optimized" : TITLE ", taped elsewhere" : optimized ? TITLE ", optimized" : TITLE);
}
