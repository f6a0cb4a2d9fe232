// fmod(1, 0.1): the double 0.1 is a little more than 1/10, so that 9 multiples of it are in 1: the slope is -9.
// c++ fmod-slope.cpp && ./a.out
#include <cstdio>
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/version.hpp>

int main() {
  auto x = boost::math::differentiation::make_fvar<double, 1>(0.1);
  auto y = fmod(1.0 + 0 * x, x);
  std::printf("Boost %d: %.17g, slope %.17g\n", BOOST_VERSION, y.derivative(0), y.derivative(1));
  std::puts("exact 0.09999999999999995, slope -9"); // by mpmath in 200 digits
}
