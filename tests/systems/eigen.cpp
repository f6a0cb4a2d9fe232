/* Eigen's AutoDiffScalar: forward, with derivatives of dynamic size (FIXED=1: of one). */
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

  static std::vector<number> run(const Program &f, const vec &x, const vec &v) {
    std::vector<number> in, out;
    for (std::size_t i = 0; i < x.size(); i++) {
      number one(x[i], 1, 0);
      one.derivatives()[0] = v[i];
      in.push_back(one);
    }
    f.run(in, out);
    return out;
  }
  static vec value(const Program &f, const vec &x) {
    vec y;
    for (const number &one : run(f, x, vec(x.size()))) y.push_back(one.value());
    return y;
  }
  /* A number without derivatives is a constant. */
  static vec jvp(const Program &f, const vec &x, const vec &v) {
    vec w;
    for (const number &one : run(f, x, v)) w.push_back(one.derivatives().size() == 0 ? 0 : one.derivatives()[0]);
    return w;
  }
  static texts reproduction() {
    const std::string open = "\nint main() {\n  const int n = $N, m = $M;\n  typedef Eigen::AutoDiffScalar<Eigen::VectorXd> T;\n  double at[] = {$X}, seed[n + 1] = {SEEDS};\n"
                             "  T x[n + 1], y[m];\n  for (int i = 0; i < n; i++) x[i] = T(at[i], 1, 0), x[i].derivatives()[0] = seed[i];\n  f(x, y);\n";
    auto text = [&](const std::string &mode, const std::string &seed, const std::string &shown) { return with(open, "SEEDS", seed) + shows(mode, "m", shown); };
    return {{"head", "#include <Eigen/Core>\n#include <unsupported/Eigen/AutoDiff>\n#include <cstdio>\nusing namespace std;\n\n"}, {"value", text("value", "", "y[i].value()")}, {"jvp", text("jvp", "$SEED", "y[i].derivatives().size() == 0 ? 0 : y[i].derivatives()[0]")}};
  }
};

int main() { return serve<host>(FIXED ? "Eigen AutoDiffScalar " VERSION ", fixed size" : "Eigen AutoDiffScalar " VERSION ", dynamic size"); }
