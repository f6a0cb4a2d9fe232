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

/* exponents that tests choose are looked at below 0, too */
double chosen_power(double x, double y) {
  int k = y > 1 ? 2 : y > 0 ? 3 : -1;
  return pow(x, k);
}
void chosen_power_b(double x, double y, double *xb, double *yb) {
  *yb = 0;
  if (y > 1)
    *xb = 2 * x;
  else
    *xb = y > 0 ? 3 * x * x : -pow(x, -2); // sign
}

double power_in_an_arm(double x) { return x > 2 ? pow(x - 3, 3 - (x < 4)) : pow(fabs(x), (x < 1) + 2); }
void power_in_an_arm_b(double x, double *xb) {
  double z = x - 3;
  if (x > 2)
    *xb = x < 4 ? 2 * z : 3 * z * z;
  else
    *xb = x < 1 ? 3 * x * fabs(x) : 2 * x; // sign
}
