// tanh(1e-19) is 1e-19; it is 0.
// c++ tanh-small.cpp && ./a.out
#include <cstdio>
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/version.hpp>

int main() {
  auto x = boost::math::differentiation::make_fvar<double, 1>(1e-19);
  auto y = tanh(x);
  std::printf("Boost %d: %.17g, slope %.17g\n", BOOST_VERSION, y.derivative(0), y.derivative(1));
  std::puts("exact 9.9999999999999998e-20, slope 1"); // by mpmath in 200 digits
}
