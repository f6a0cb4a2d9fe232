// tanh(1e-19) is 1e-19; it is 0.
// c++ tanh-small.cpp -ladolc && ./a.out
#include <cstdio>
#include <adolc/adolc.h>

int main() {
  double x = 1e-19, v = 1, y, w;
  trace_on(1);
  adouble t, u;
  t <<= x;
  u = tanh(t);
  u >>= y;
  trace_off();
  fos_forward(1, 1, 1, 0, &x, &v, &y, &w);
  std::printf("ADOL-C tanh(t): %.17g, slope %.17g\n", y, w);
  std::puts("exact 9.9999999999999998e-20, slope 1"); // by mpmath in 200 digits
}
