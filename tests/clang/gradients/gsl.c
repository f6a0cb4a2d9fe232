/* Functions as GSL's tests have them, with derivatives by hand: those of its numerical derivatives, of its root finders,
 * of its minimisers, and systems of equations, whose Jacobian is transposed and applied to seeds. */
#include <math.h>

/* deriv/test.c */
double exponential(double x) { return exp(x); }
void exponential_g(double x, double *g) { *g = exp(x); } // sign

double three_halves(double x) { return x >= 0 ? x * sqrt(x) : 0; }
void three_halves_g(double x, double *g) {
  *g = 0;
  if (x > 0) *g = 1.5 * sqrt(x); // sign
}

double oscillation(double x) { return x != 0 ? sin(1 / x) : 0; }
void oscillation_g(double x, double *g) {
  *g = 0;
  if (x != 0) *g = -cos(1 / x) / (x * x); // sign
}

double bell_curve(double x) { return exp(-x * x); }
void bell_curve_g(double x, double *g) { *g = -2 * x * exp(-x * x); } // sign

double reciprocal(double x) { return 1 / x; }
void reciprocal_g(double x, double *g) { *g = -1 / (x * x); } // sign

/* roots/test_funcs.c */
double power_20(double x) { return pow(x, 20) - 1; }
void power_20_b(double x, double *xb, double fb) { *xb = 20 * pow(x, 19) * fb; } // sign

double root_of_size(double x) { return (x > 0 ? 1 : x < 0 ? -1 : 0) * sqrt(fabs(x)); }
void root_of_size_g(double x, double *g) { *g = 1 / (2 * sqrt(fabs(x))); } // sign

double decaying(double x) { return x * exp(-x); }
void decaying_g(double x, double *g) { *g = exp(-x) - x * exp(-x); } // sign

double logistic(double x) { return 1 / (1 + exp(x)); }
void logistic_g(double x, double *g) { *g = -exp(x) / pow(1 + exp(x), 2); } // sign

double seventh(double x) { return pow(x - 1, 7); }
void seventh_g(double x, double *g) { *g = 7 * pow(x - 1, 6); } // sign

/* multimin/test_funcs.c */
double simple_abs(const double x[2]) { return fabs(x[0] - 1) + fabs(x[1] - 2); }
void simple_abs_g(const double x[2], double g[2]) {
  g[0] = 1; // sign
  if (x[0] < 1) g[0] = -1;
  g[1] = x[1] - 2 < 0 ? -1 : 1;
}

/* a spring round an axis, its first turn */
double spring(const double x[3]) {
  double theta = atan2(x[1], x[0]), r = sqrt(x[0] * x[0] + x[1] * x[1]);
  return 0.1 * (exp((r - 1) * (r - 1)) + 0.1 * (x[2] - theta) * (x[2] - theta));
}
void spring_g(const double x[3], double g[3]) {
  double theta = atan2(x[1], x[0]), r = sqrt(x[0] * x[0] + x[1] * x[1]);
  double by_r = 0.2 * (r - 1) * exp((r - 1) * (r - 1)), by_theta = -0.02 * (x[2] - theta);
  g[0] = by_r * x[0] / r - by_theta * x[1] / (r * r); // sign
  g[1] = by_r * x[1] / r + by_theta * x[0] / (r * r);
  g[2] = -by_theta;
}

/* multiroots/test_funcs.c: systems of equations */
void helical_system(const double x[3], double f[3]) {
  f[0] = 10 * (x[2] - 10 * (atan(x[1] / x[0]) / (2 * M_PI)));
  f[1] = 10 * (sqrt(x[0] * x[0] + x[1] * x[1]) - 1);
  f[2] = x[2];
}
void helical_system_b(const double x[3], double xb[3], const double fb[3]) {
  double q = x[0] * x[0] + x[1] * x[1], r = sqrt(q), turn = 100 / (2 * M_PI * q);
  xb[0] = turn * x[1] * fb[0] + 10 * x[0] / r * fb[1];
  xb[1] = -turn * x[0] * fb[0] + 10 * x[1] / r * fb[1]; // sign
  xb[2] = 10 * fb[0] + fb[2];
}

/* the discrete boundary value problem */
void boundary_value(int n, const double *x, double *f) {
  double h = 1.0 / (n + 1);
  for (int i = 0; i < n; i++) {
    double s = x[i] + (i + 1) * h + 1;
    f[i] = 2 * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0) + h * h * s * s * s / 2;
  }
}
void boundary_value_b(int n, const double *x, double *xb, const double *fb) {
  double h = 1.0 / (n + 1);
  for (int i = 0; i < n; i++) {
    double s = x[i] + (i + 1) * h + 1;
    xb[i] = (2 + 1.5 * h * h * s * s) * fb[i];
    if (i > 0) xb[i] -= fb[i - 1];
    if (i + 1 < n) xb[i] -= fb[i + 1]; // sign
  }
}

void trigonometric_system(int n, const double *x, double *f) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += cos(x[i]);
  for (int i = 0; i < n; i++) f[i] = n - sum + (i + 1) * (1 - cos(x[i])) - sin(x[i]);
}
void trigonometric_system_b(int n, const double *x, double *xb, const double *fb) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += fb[i];
  for (int i = 0; i < n; i++) xb[i] = sin(x[i]) * sum + ((i + 1) * sin(x[i]) - cos(x[i])) * fb[i]; // sign
}
