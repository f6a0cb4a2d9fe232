/* Two defects that are told of CppAD, by hand and without Adjudge, on the version that is run here, that of TMB 1.9.2
 * (cppad-20141230): a dead pow(x, 3.) makes the reverse derivative of x + pow(x, 3.) at 0 zero, and CondExpGe of two
 * constants has gradient 0 and a value that stays what it was at the taping point.  It shows neither: of one input and of
 * two, optimized or not, taped at the point or elsewhere, pow dead or alive.  What it does show is found by the run:
 * forward derivatives of pow(x, 3.) at 0 are NaN.
 *
 *   c++ -std=c++17 -w -DNDEBUG -I/usr/lib/R/site-library/TMB/include -I/usr/include/eigen3 cppad_by_hand.cpp && ./a.out
 *
 * Exit code 1 where one of the two shows. */
#include <iostream>
#define CSKIP(...) __VA_ARGS__
template <class T> struct isDouble { enum { value = false }; };
template <> struct isDouble<double> { enum { value = true }; };
static std::ostream &Rcout = std::cout;
#include <cppad/cppad.hpp>
#include <cstdio>

using A = CppAD::AD<double>;
using As = std::vector<A>;
using vec = std::vector<double>;
static int shown = 0;

static void ask(const char *what, A (*f)(As &), const vec &taped, const vec &at, bool optimized, double value, const vec &gradient) {
  As x(taped.begin(), taped.end()), y(1);
  CppAD::Independent(x);
  y[0] = f(x);
  CppAD::ADFun<double> tape(x, y);
  if (optimized) tape.optimize();
  double found = tape.Forward(0, at)[0];
  vec w = tape.Reverse(1, vec(1, 1.0)), along(at.size());
  along[0] = 1;
  double forward = tape.Forward(1, along)[0];
  bool good = found == value && w == gradient;
  std::printf("%s%s, n = %zu, taped at %g, at %g: value %g, reverse %g, forward %g%s\n", what, optimized ? ", optimized" : "", at.size(),
              taped[0], at[0], found, w[0], forward, good ? "" : ": WRONG");
  shown |= !good;
}

int main() {
  for (std::size_t n = 1; n <= 2; n++)
    for (double taped : {0.0, 1.0})
      for (bool optimized : {false, true}) {
        vec one(n), two(n);
        one[0] = 1, two[0] = 2;
        ask("x + pow(x, 3.)", [](As &x) { return A(x[0] + pow(x[0], 3.)); }, vec(n, taped), vec(n), optimized, 0, one);
        ask("2 x, pow(x, 3.) dead", [](As &x) { A dead = pow(x[0], 3.); return A(x[0] * 2.); }, vec(n, taped), vec(n), optimized, 0, two);
      }
  for (bool optimized : {false, true}) {
    ask("CondExpGe(1, 0, x y, x + y)", [](As &x) { return CondExpGe(A(1.), A(0.), x[0] * x[1], x[0] + x[1]); }, {2, 3}, {5, -1}, optimized, -5, {-1, 5});
    ask("CondExpGe(0, 1, x y, x + y)", [](As &x) { return CondExpGe(A(0.), A(1.), x[0] * x[1], x[0] + x[1]); }, {2, 3}, {5, -1}, optimized, 4, {1, 1});
    ask("CondExpGe(x, y, 1, 2)", [](As &x) { return CondExpGe(x[0], x[1], A(1.), A(2.)); }, {2, 3}, {5, -1}, optimized, 1, {0, 0});
  }
  return shown;
}
