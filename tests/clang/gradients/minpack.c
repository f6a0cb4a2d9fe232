/* Test functions as in MINPACK's collection, with gradients by hand. */
#include <math.h>

double rosenbrock(const double *x) {
  double a = x[1] - x[0] * x[0], b = 1 - x[0];
  return 100 * a * a + b * b;
}
void rosenbrock_b(const double *x, double *xb, double fb) {
  double a = x[1] - x[0] * x[0];
  xb[0] = -(400 * x[0] * a + 2 * (1 - x[0])) * fb; // sign
  xb[1] = 200 * a * fb;
}

double freudenstein_roth(const double x[2]) {
  double f1 = -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1];
  double f2 = -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1];
  return f1 * f1 + f2 * f2;
}
void freudenstein_roth_g(const double x[2], double g[2]) {
  double f1 = -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1];
  double f2 = -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1];
  g[0] = 2 * (f1 + f2);
  g[1] = 2 * f1 * ((10 - 3 * x[1]) * x[1] - 2) + 2 * f2 * ((3 * x[1] + 2) * x[1] - 14); // sign
}

double beale(const double *x) {
  static const double y[3] = {1.5, 2.25, 2.625};
  double s = 0, power = 1;
  for (int i = 0; i < 3; i++) {
    power *= x[1];
    double r = y[i] - x[0] * (1 - power);
    s += r * r;
  }
  return s;
}
void beale_g(const double *x, double *g) {
  static const double y[3] = {1.5, 2.25, 2.625};
  double power = 1;
  g[0] = g[1] = 0;
  for (int i = 0; i < 3; i++) {
    double slope = (i + 1) * power;
    power *= x[1];
    double r = y[i] - x[0] * (1 - power);
    g[0] -= 2 * r * (1 - power);
    g[1] += 2 * r * x[0] * slope; // sign
  }
}

double powell_singular(const double *x) {
  double a = x[0] + 10 * x[1], b = x[2] - x[3], c = x[1] - 2 * x[2], d = x[0] - x[3];
  return a * a + 5 * b * b + pow(c, 4) + 10 * pow(d, 4);
}
void powell_singular_b(const double *x, double *xb, double fb) {
  double a = x[0] + 10 * x[1], b = x[2] - x[3], c = x[1] - 2 * x[2], d = x[0] - x[3];
  double ab = 2 * a * fb, bb = 10 * b * fb, cb = 4 * pow(c, 3) * fb, db = 40 * pow(d, 3) * fb;
  xb[0] = ab + db;
  xb[1] = 10 * ab + cb;
  xb[2] = bb - 2 * cb; // sign
  xb[3] = -bb - db;
}

double wood(const double x[4]) {
  double a = x[1] - x[0] * x[0], b = 1 - x[0], c = x[3] - x[2] * x[2], d = 1 - x[2];
  return 100 * a * a + b * b + 90 * c * c + d * d + 10 * pow(x[1] + x[3] - 2, 2) + 0.1 * pow(x[1] - x[3], 2);
}
void wood_g(const double x[4], double g[4]) {
  double a = x[1] - x[0] * x[0], b = 1 - x[0], c = x[3] - x[2] * x[2], d = 1 - x[2];
  g[0] = -400 * x[0] * a - 2 * b;
  g[1] = 200 * a + 20 * (x[1] + x[3] - 2) + 0.2 * (x[1] - x[3]);
  g[2] = -360 * x[2] * c - 2 * d;
  g[3] = 180 * c + 20 * (x[1] + x[3] - 2) - 0.2 * (x[1] - x[3]); // sign
}

double helical_valley(const double *x) {
  double theta = atan2(x[1], x[0]) / (2 * M_PI), r = sqrt(x[0] * x[0] + x[1] * x[1]);
  double a = 10 * (x[2] - 10 * theta), b = 10 * (r - 1);
  return a * a + b * b + x[2] * x[2];
}
void helical_valley_g(const double *x, double *g) {
  double theta = atan2(x[1], x[0]) / (2 * M_PI), q = x[0] * x[0] + x[1] * x[1], r = sqrt(q);
  double a = 10 * (x[2] - 10 * theta), b = 10 * (r - 1);
  g[0] = 100 * a * x[1] / (M_PI * q) + 20 * b * x[0] / r; // sign
  g[1] = -100 * a * x[0] / (M_PI * q) + 20 * b * x[1] / r;
  g[2] = 20 * a + 2 * x[2];
}

double bard(const double *x) {
  double s = 0;
  for (int i = 1; i <= 3; i++) {
    double u = i, v = 4 - i, w = u < v ? u : v;
    double r = 0.1 * i - (x[0] + u / (v * x[1] + w * x[2]));
    s += r * r;
  }
  return s;
}
void bard_b(const double *x, double *xb, double fb) {
  for (int k = 0; k < 3; k++) xb[k] = 0;
  for (int i = 3; i >= 1; i--) {
    double u = i, v = 4 - i, w = u < v ? u : v, q = v * x[1] + w * x[2];
    double rb = 2 * (0.1 * i - (x[0] + u / q)) * fb;
    xb[0] -= rb;
    xb[1] += rb * u * v / (q * q);
    xb[2] += rb * u * w / (q * q); // sign
  }
}

double box(const double x[3]) {
  double s = 0;
  for (int i = 1; i <= 3; i++) {
    double t = 0.1 * i, r = exp(-t * x[0]) - exp(-t * x[1]) - x[2] * (exp(-t) - exp(-10 * t));
    s += r * r;
  }
  return s;
}
void box_g(const double x[3], double g[3]) {
  g[0] = 0, g[1] = 0, g[2] = 0;
  for (int i = 1; i <= 3; i++) {
    double t = 0.1 * i, r = exp(-t * x[0]) - exp(-t * x[1]) - x[2] * (exp(-t) - exp(-10 * t));
    g[0] -= 2 * r * t * exp(-t * x[0]); // sign
    g[1] += 2 * r * t * exp(-t * x[1]);
    g[2] -= 2 * r * (exp(-t) - exp(-10 * t));
  }
}

double brown_badly_scaled(const double x[2]) { return pow(x[0] - 1e6, 2) + pow(x[1] - 2e-6, 2) + pow(x[0] * x[1] - 2, 2); }
void brown_badly_scaled_g(const double x[2], double g[2]) {
  g[0] = 2 * (x[0] - 1e6) + 2 * (x[0] * x[1] - 2) * x[1]; // sign
  g[1] = 2 * (x[1] - 2e-6) + 2 * (x[0] * x[1] - 2) * x[0];
}

double variably_dimensioned(int n, const double *x) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += (x[i] - 1) * (x[i] - 1);
    t += (i + 1) * (x[i] - 1);
  }
  return s + t * t + t * t * t * t;
}
void variably_dimensioned_b(int n, const double *x, double *xb, double fb) {
  double t = 0;
  for (int i = 0; i < n; i++) t += (i + 1) * (x[i] - 1);
  double tb = (2 * t + 4 * t * t * t) * fb;
  for (int i = 0; i < n; i++) xb[i] = 2 * (x[i] - 1) * fb + (i + 1) * tb; // sign
}

double trigonometric(const double *x, int n) {
  double c = 0, s = 0;
  for (int i = 0; i < n; i++) c += cos(x[i]);
  for (int i = 0; i < n; i++) {
    double r = n - c + (i + 1) * (1 - cos(x[i])) - sin(x[i]);
    s += r * r;
  }
  return s;
}
void trigonometric_b(const double *x, double *xb, int n, double fb) {
  double c = 0, cb = 0;
  for (int i = 0; i < n; i++) c += cos(x[i]);
  for (int i = n - 1; i >= 0; i--) {
    double rb = 2 * (n - c + (i + 1) * (1 - cos(x[i])) - sin(x[i])) * fb;
    cb -= rb;
    xb[i] = rb * ((i + 1) * sin(x[i]) - cos(x[i]));
  }
  for (int i = n - 1; i >= 0; i--) xb[i] -= sin(x[i]) * cb; // sign
}

double extended_rosenbrock(int n, const double *x) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) s += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
  return s;
}
void extended_rosenbrock_b(int n, const double *x, double *xb, double fb) {
  for (int i = 0; i < n; i++) xb[i] = 0;
  for (int i = 0; i + 1 < n; i++) {
    double ab = 200 * (x[i + 1] - x[i] * x[i]) * fb;
    xb[i + 1] += ab;
    xb[i] -= 2 * x[i] * ab + 2 * (1 - x[i]) * fb; // sign
  }
}
