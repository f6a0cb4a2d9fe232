// the slope of sinc at 1e-8 is -3.3e-9; it is 0.
// c++ -std=c++17 sinc-slope.cpp && ./a.out
#include <cstdio>
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/version.hpp>

int main() {
  auto y = sinc(boost::math::differentiation::make_fvar<double, 1>(1e-8));
  std::printf("Boost %d: slope %.17g\n", BOOST_VERSION, y.derivative(1));
  std::puts("exact slope -3.3333333333333333e-09"); // by mpmath in 200 digits
}
