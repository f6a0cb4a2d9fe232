/* Eigen's AutoDiffScalar: forward, with derivatives of dynamic size (FIXED=1: of one). Scalars of scalars have no powers: second
 * derivatives are not asked. */
#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

#define UNARY(F) F(sin) F(cos) F(tan) F(exp) F(log) F(sqrt) F(tanh) F(abs) F(asin) F(acos) F(sinh) F(cosh)
#define BINARY(F) F(max) F(min) F(atan2)
#ifndef FIXED
#define FIXED 0
#endif
#include "adjudge_system.hpp"

struct host {
  static constexpr bool has_vjp = false, has_hessian = false;
  using number = Eigen::AutoDiffScalar<std::conditional_t<FIXED, Eigen::Matrix<double, 1, 1>, Eigen::VectorXd>>;

  static number seeded(double x, double v) {
    number one(x, 1, 0);
    one.derivatives()[0] = v;
    return one;
  }
  static vec value(const Program &f, const vec &x) { return parts(run_along<number>(f, x, vec(x.size()), seeded), [](const number &one) { return one.value(); }); }
  /* A number without derivatives is a constant. */
  static vec jvp(const Program &f, const vec &x, const vec &v) { return parts(run_along<number>(f, x, v, seeded), [](const number &one) { return one.derivatives().size() == 0 ? 0 : one.derivatives()[0]; }); }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  typedef Eigen::AutoDiffScalar<Eigen::VectorXd> T;\n  double at[] = {$X}, seed[n + 1] = {SEEDS};\n"
                             "  T x[n + 1], y[m];\n  for (int i = 0; i < n; i++) x[i] = T(at[i], 1, 0), x[i].derivatives()[0] = seed[i];\n  f(x, y);\n";
    auto text = [&](const std::string &mode, const std::string &seed, const std::string &shown) { return with(open, "SEEDS", seed) + shows(mode, "m", shown); };
    return {{"head", "#include <Eigen/Core>\n#include <unsupported/Eigen/AutoDiff>\n#include <cstdio>\nusing namespace std;\n\n"}, {"value", text("value", "", "y[i].value()")}, {"jvp", text("jvp", "$SEED", "y[i].derivatives().size() == 0 ? 0 : y[i].derivatives()[0]")}};
  }
};

int main() { return serve<host>(FIXED ? "Eigen AutoDiffScalar " VERSION ", fixed size" : "Eigen AutoDiffScalar " VERSION ", dynamic size"); }
