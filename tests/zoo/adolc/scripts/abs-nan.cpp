// fabs at NaN: the derivative is 1 forward and 0 in reverse; of fmax(NaN, 2) by its first argument 1 and 0.5.
// c++ abs-nan.cpp -ladolc && ./a.out
#include <cmath>
#include <cstdio>
#include <adolc/adolc.h>

int main() {
  double x = NAN, v = 1, y, ahead, back, w = 1;
  trace_on(1);
  adouble a, u;
  a <<= x;
  u = fabs(a);
  u >>= y;
  trace_off();
  fos_forward(1, 1, 1, 1, &x, &v, &y, &ahead);
  fos_reverse(1, 1, 1, &w, &back);
  std::printf("ADOL-C fabs at NaN: forward %g, reverse %g\n", ahead, back);
}
