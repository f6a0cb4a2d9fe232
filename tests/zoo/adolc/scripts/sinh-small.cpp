// sinh(1e-17) is 1e-17; it is 0.
// c++ sinh-small.cpp -ladolc && ./a.out
#include <cstdio>
#include <adolc/adolc.h>

int main() {
  double x = 1e-17, v = 1, y, w;
  trace_on(1);
  adouble t, u;
  t <<= x;
  u = sinh(t);
  u >>= y;
  trace_off();
  fos_forward(1, 1, 1, 0, &x, &v, &y, &w);
  std::printf("ADOL-C sinh(t): %.17g, slope %.17g\n", y, w);
  std::puts("exact 1.0000000000000001e-17, slope 1"); // by mpmath in 200 digits
}
