/* Gradients that compute, on their way, what has a value by doubles and none among the reals: a sign of 0, an angle at the
 * origin, infinities that are gone in the end, a NaN that is not looked at. */
#include <math.h>

double signed_square(double x) { return x * fabs(x); }
void signed_square_g(double x, double *g) {
  double sign = copysign(1, x);
  *g = 2 * x * sign; // sign
}

double square_of_radius(const double x[2]) { return x[0] * x[0] + x[1] * x[1]; }
void square_of_radius_g(const double x[2], double g[2]) {
  double r = hypot(x[0], x[1]), angle = atan2(x[1], x[0]);
  g[0] = 2 * r * cos(angle);
  g[1] = 2 * r * sin(angle); // sign
}

double cube(double x) { return x * x * x; }
void cube_g(double x, double *g) {
  double of_square = exp(2 * log(fabs(x)));
  *g = 3 * of_square; // sign
}

double line(double x) { return 3 * x; }
void line_g(double x, double *g) {
  double unused = log(x);
  *g = 3; // sign
  if (x > 0) *g += unused - unused;
}
