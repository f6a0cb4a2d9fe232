// fmax(1, 1) and fmin(1, 1): forward, the derivative along each axis is 1, and 0: gradients (1, 1) and (0, 0), no convex sums of the sides.
// c++ max-tie.cpp -ladolc && ./a.out
#include <cstdio>
#include <adolc/adolc.h>

int main() {
  double x[2] = {1, 1}, v[2][2] = {{1, 0}, {0, 1}}, y, most[2], least[2];
  for (int tape = 1; tape <= 2; tape++) {
    trace_on(tape);
    adouble a, b, u;
    a <<= x[0], b <<= x[1];
    u = tape == 1 ? fmax(a, b) : fmin(a, b);
    u >>= y;
    trace_off();
    for (int k = 0; k < 2; k++) fos_forward(tape, 1, 2, 0, x, v[k], &y, tape == 1 ? &most[k] : &least[k]);
  }
  std::printf("ADOL-C fmax %g %g, fmin %g %g\n", most[0], most[1], least[0], least[1]);
  std::puts("each sums to 1: max(t, t) = t");
}
