// pow(x, 3.) at 0 is 0, with slope 0; both are NaN.
// c++ pow-zero.cpp && ./a.out
#include <cstdio>
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/version.hpp>

int main() {
  auto x = boost::math::differentiation::make_fvar<double, 1>(0.0);
  auto y = pow(x, 3.0);
  std::printf("Boost %d: %.17g, slope %.17g\n", BOOST_VERSION, y.derivative(0), y.derivative(1));
  std::puts("exact 0, slope 0"); // by mpmath in 200 digits
}
