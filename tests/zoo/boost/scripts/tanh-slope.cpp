// the slope of tanh at 20.5 is 6.3e-18; it is 0.
// c++ tanh-slope.cpp && ./a.out
#include <cstdio>
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/version.hpp>

int main() {
  auto x = boost::math::differentiation::make_fvar<double, 1>(20.5);
  auto y = tanh(x);
  std::printf("Boost %d: %.17g, slope %.17g\n", BOOST_VERSION, y.derivative(0), y.derivative(1));
  std::puts("exact 1, slope 6.2515287573399551e-18"); // by mpmath in 200 digits
}
