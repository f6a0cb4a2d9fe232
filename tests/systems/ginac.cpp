/* GiNaC: expressions, differentiated as such, and evaluated in its numbers of 17 digits. */
#define NO_TESTS
#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(asinh) F(acosh) F(atanh)
#define BINARY(F) F(atan2) F(pow)
#define HEAD                                                                                                           \
  inline GiNaC::ex exact(double x) { return x * 1024 == static_cast<long>(x * 1024) ? GiNaC::ex(GiNaC::numeric(static_cast<long>(x * 1024), 1024)) : GiNaC::ex(x); } \
  inline GiNaC::ex pow(const GiNaC::ex &x, double c) { return GiNaC::pow(x, exact(c)); }
#define QUOTED(...) #__VA_ARGS__
#define TEXT(...) QUOTED(__VA_ARGS__)
#include <ginac/ginac.h>
namespace GiNaC { HEAD }
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = true, has_hessian = true;

  struct Expressions {
    std::vector<GiNaC::realsymbol> x; // as symbols they would be complex
    std::vector<GiNaC::ex> y;
    GiNaC::exmap at;
  };
  static Expressions run(const Program &f, const vec &x) {
    Expressions e;
    std::vector<GiNaC::ex> in;
    for (std::size_t i = 0; i < x.size(); i++) {
      e.x.emplace_back("x" + std::to_string(i));
      in.push_back(e.x[i]);
      e.at[e.x[i]] = GiNaC::exact(x[i]);
    }
    f.run(in, e.y);
    return e;
  }
  static double number(const GiNaC::ex &e, const GiNaC::exmap &at) {
    GiNaC::ex found = e.subs(at).evalf();
    if (!GiNaC::is_a<GiNaC::numeric>(found) || !GiNaC::ex_to<GiNaC::numeric>(found).is_real()) throw std::domain_error("no real number");
    return GiNaC::ex_to<GiNaC::numeric>(found).to_double();
  }
  static vec value(const Program &f, const vec &x) {
    Expressions e = run(f, x);
    vec y;
    for (const GiNaC::ex &one : e.y) y.push_back(number(one, e.at));
    return y;
  }
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    Expressions e = run(f, x);
    vec w;
    for (const GiNaC::ex &one : e.y) {
      GiNaC::ex sum = 0;
      for (std::size_t i = 0; i < x.size(); i++) sum += GiNaC::exact(v[i]) * one.diff(e.x[i]);
      w.push_back(number(sum, e.at));
    }
    return w;
  }
  static vec vjp(const Program &f, const vec &x, const vec &w) {
    Expressions e = run(f, x);
    GiNaC::ex sum = 0;
    vec v;
    for (std::size_t o = 0; o < w.size(); o++) sum += GiNaC::exact(w[o]) * e.y[o];
    for (const GiNaC::realsymbol &x : e.x) v.push_back(number(sum.diff(x), e.at));
    return v;
  }
  static vec hessian(const Program &f, const vec &x, int output) {
    Expressions e = run(f, x);
    vec all;
    for (const GiNaC::realsymbol &a : e.x)
      for (const GiNaC::realsymbol &b : e.x) all.push_back(number(e.y[static_cast<std::size_t>(output)].diff(a).diff(b), e.at));
    return all;
  }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  double point[n + 1] = {$X}, seed[n + m] = {$SEED};\n  std::vector<realsymbol> s;\n  ex x[n + 1], y[m], sum = 0;\n  exmap at;\n"
                             "  for (int i = 0; i < n; i++) s.emplace_back(\"x\" + std::to_string(i)), x[i] = s[i], at[s[i]] = exact(point[i]);\n  f(x, y);\n";
    const std::string number = "ex_to<numeric>(ex(WHAT).subs(at).evalf()).to_double()";
    return {{"head", "#include <ginac/ginac.h>\n#include <cstdio>\n#include <string>\n#include <vector>\nnamespace GiNaC {\n" TEXT(HEAD) "\n}\nusing namespace GiNaC;\n\n"},
            {"value", open + shows("value", "m", with(number, "WHAT", "y[i]"))},
            {"jvp", open + "  ex w[m];\n  for (int i = 0; i < m; i++)\n    for (int k = 0; k < n; k++) w[i] += exact(seed[k]) * y[i].diff(s[k]);\n" + shows("jvp", "m", with(number, "WHAT", "w[i]"))},
            {"vjp", open + "  for (int i = 0; i < m; i++) sum += exact(seed[i]) * y[i];\n" + shows("vjp", "n", with(number, "WHAT", "sum.diff(s[i])"))},
            {"hessian", open + shows("hessian", "n * n", with(number, "WHAT", "y[$OUTPUT].diff(s[i / n]).diff(s[i % n])"))}};
  }
};

int main() { return serve<host>("GiNaC " VERSION); }
