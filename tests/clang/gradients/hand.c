/* A chain of bones as in hand tracking: each joint turns what is behind it; the squared distance of the tip to a target. */
#include <math.h>
#define JOINTS 3

static const double bone[JOINTS] = {1, 0.75, 0.5};

double hand(const double angle[JOINTS], const double target[2]) {
  double x = 0, y = 0;
  for (int k = JOINTS - 1; k >= 0; k--) {
    double c = cos(angle[k]), s = sin(angle[k]), far = x + bone[k];
    x = c * far - s * y;
    y = s * far + c * y;
  }
  return (x - target[0]) * (x - target[0]) + (y - target[1]) * (y - target[1]);
}

void hand_b(const double angle[JOINTS], double angleb[JOINTS], const double target[2], double targetb[2], double fb) {
  double xs[JOINTS + 1], ys[JOINTS + 1], xb, yb;
  xs[JOINTS] = ys[JOINTS] = 0;
  for (int k = JOINTS - 1; k >= 0; k--) {
    double c = cos(angle[k]), s = sin(angle[k]), far = xs[k + 1] + bone[k];
    xs[k] = c * far - s * ys[k + 1];
    ys[k] = s * far + c * ys[k + 1];
  }
  xb = 2 * (xs[0] - target[0]) * fb;
  yb = 2 * (ys[0] - target[1]) * fb;
  targetb[0] = -xb;
  targetb[1] = -yb;
  for (int k = 0; k < JOINTS; k++) {
    double c = cos(angle[k]), s = sin(angle[k]), farb = c * xb + s * yb;
    angleb[k] = xs[k] * yb - ys[k] * xb; // sign
    yb = c * yb - s * xb;
    xb = farb;
  }
}

double power_of_a_quotient(double x) { return pow(x, 6.0 / 2); }
void power_of_a_quotient_b(double x, double *xb, double seed) {
  double n = 4;
  n -= 1;
  *xb = seed * n * pow(x, n - 1); // sign
}
