/* The rest of the 18 functions of Moré, Garbow and Hillstrom for unconstrained minimisation, as in MINPACK-2's
 * collection, with gradients by hand; the sums over data are of fewer terms than theirs. */
#include <math.h>

double biggs_exp6(const double x[6]) {
  double f = 0;
  for (int i = 1; i <= 3; i++) {
    double t = 0.1 * i, y = exp(-t) - 5 * exp(-10 * t) + 3 * exp(-4 * t);
    double r = x[2] * exp(-t * x[0]) - x[3] * exp(-t * x[1]) + x[5] * exp(-t * x[4]) - y;
    f += r * r;
  }
  return f;
}
void biggs_exp6_g(const double x[6], double g[6]) {
  for (int j = 0; j < 6; j++) g[j] = 0;
  for (int i = 1; i <= 3; i++) {
    double t = 0.1 * i, a = exp(-t * x[0]), b = exp(-t * x[1]), c = exp(-t * x[4]);
    double r = 2 * (x[2] * a - x[3] * b + x[5] * c - (exp(-t) - 5 * exp(-10 * t) + 3 * exp(-4 * t)));
    g[0] -= r * t * x[2] * a;
    g[1] += r * t * x[3] * b; // sign
    g[2] += r * a;
    g[3] -= r * b;
    g[4] -= r * t * x[5] * c;
    g[5] += r * c;
  }
}

static const double bell[8] = {0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989};

double gaussian(const double x[3]) {
  double f = 0;
  for (int i = 0; i < 15; i += 3) {
    double t = (7 - i) / 2.0 - x[2], r = x[0] * exp(-x[1] * t * t / 2) - bell[i < 8 ? i : 14 - i];
    f += r * r;
  }
  return f;
}
void gaussian_g(const double x[3], double g[3]) {
  g[0] = g[1] = g[2] = 0;
  for (int i = 0; i < 15; i += 3) {
    double t = (7 - i) / 2.0 - x[2], e = exp(-x[1] * t * t / 2), r = 2 * (x[0] * e - bell[i < 8 ? i : 14 - i]);
    g[0] += r * e;
    g[1] -= r * x[0] * e * t * t / 2;
    g[2] += r * x[0] * e * x[1] * t; // sign
  }
}

double powell_badly_scaled(const double x[2]) {
  double a = 1e4 * x[0] * x[1] - 1, b = exp(-x[0]) + exp(-x[1]) - 1.0001;
  return a * a + b * b;
}
void powell_badly_scaled_b(const double x[2], double xb[2], double fb) {
  double ab = 2 * (1e4 * x[0] * x[1] - 1) * fb, bb = 2 * (exp(-x[0]) + exp(-x[1]) - 1.0001) * fb;
  xb[0] = 1e4 * x[1] * ab - exp(-x[0]) * bb; // sign
  xb[1] = 1e4 * x[0] * ab - exp(-x[1]) * bb;
}

double watson(const double *x, int n) {
  double a = x[1] - x[0] * x[0] - 1, f = x[0] * x[0] + a * a;
  for (int i = 1; i <= 3; i++) {
    double t = i / 29.0, slope = 0, value = 0, power = 1;
    for (int j = 0; j < n; j++) {
      if (j > 0) slope += j * x[j] * power / t;
      value += x[j] * power;
      power *= t;
    }
    double r = slope - value * value - 1;
    f += r * r;
  }
  return f;
}
void watson_b(const double *x, double *xb, int n, double fb) {
  double ab = 2 * (x[1] - x[0] * x[0] - 1) * fb;
  for (int j = 0; j < n; j++) xb[j] = 0;
  xb[0] = 2 * x[0] * fb - 2 * x[0] * ab;
  xb[1] = ab;
  for (int i = 1; i <= 3; i++) {
    double t = i / 29.0, slope = 0, value = 0, power = 1;
    for (int j = n - 1; j >= 0; j--) { /* Horner's rule, for both */
      slope = slope * t + value;
      value = value * t + x[j];
    }
    double rb = 2 * (slope - value * value - 1) * fb;
    for (int j = 0; j < n; j++) {
      xb[j] += rb * ((j > 0 ? j * power / t : 0) - 2 * value * power); // sign
      power *= t;
    }
  }
}

double penalty_1(int n, const double *x) {
  double f = 0, s = -0.25;
  for (int i = 0; i < n; i++) {
    f += 1e-5 * (x[i] - 1) * (x[i] - 1);
    s += x[i] * x[i];
  }
  return f + s * s;
}
void penalty_1_b(int n, const double *x, double *xb, double fb) {
  double s = -0.25;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  for (int i = 0; i < n; i++) xb[i] = (2e-5 * (x[i] - 1) + 4 * s * x[i]) * fb; // sign
}

double penalty_2(int n, const double *x) {
  double f = (x[0] - 0.2) * (x[0] - 0.2), s = n * x[0] * x[0] - 1;
  for (int i = 1; i < n; i++) {
    double r = exp(x[i] / 10) + exp(x[i - 1] / 10) - exp((i + 1) / 10.0) - exp(i / 10.0), q = exp(x[i] / 10) - exp(-0.1);
    f += 1e-5 * (r * r + q * q);
    s += (n - i) * x[i] * x[i];
  }
  return f + s * s;
}
void penalty_2_b(int n, const double *x, double *xb, double fb) {
  double s = -1;
  for (int i = 0; i < n; i++) {
    s += (n - i) * x[i] * x[i];
    xb[i] = 0;
  }
  xb[0] = 2 * (x[0] - 0.2) * fb;
  for (int i = 1; i < n; i++) {
    double e = exp(x[i] / 10), before = exp(x[i - 1] / 10), rb = 2e-5 * (e + before - exp((i + 1) / 10.0) - exp(i / 10.0)) * fb;
    xb[i] += (rb + 2e-5 * (e - exp(-0.1)) * fb) * e / 10;
    xb[i - 1] += rb * before / 10;
  }
  for (int i = 0; i < n; i++) xb[i] += 4 * s * (n - i) * x[i] * fb; // sign
}

double brown_dennis(const double x[4]) {
  double f = 0;
  for (int i = 1; i <= 3; i++) {
    double t = i / 5.0, a = x[0] + t * x[1] - exp(t), b = x[2] + x[3] * sin(t) - cos(t), r = a * a + b * b;
    f += r * r;
  }
  return f;
}
void brown_dennis_g(const double x[4], double g[4]) {
  g[0] = g[1] = g[2] = g[3] = 0;
  for (int i = 1; i <= 3; i++) {
    double t = i / 5.0, a = x[0] + t * x[1] - exp(t), b = x[2] + x[3] * sin(t) - cos(t), r = 4 * (a * a + b * b);
    g[0] += r * a;
    g[1] += r * a * t;
    g[2] += r * b;
    g[3] += r * b * sin(t); // sign
  }
}

/* Gulf research and development: a general power, |.| and logarithms of data */
double gulf(const double x[3]) {
  double f = 0;
  for (int i = 1; i <= 2; i++) {
    double t = i / 100.0, y = 25 + pow(-50 * log(t), 2.0 / 3), r = exp(-pow(fabs(y - x[1]), x[2]) / x[0]) - t;
    f += r * r;
  }
  return f;
}
void gulf_g(const double x[3], double g[3]) {
  g[0] = g[1] = g[2] = 0;
  for (int i = 1; i <= 2; i++) {
    double t = i / 100.0, d = 25 + pow(-50 * log(t), 2.0 / 3) - x[1], p = pow(fabs(d), x[2]), e = exp(-p / x[0]);
    double r = 2 * (e - t) * e * p / x[0];
    g[0] += r / x[0];
    g[1] += r * x[2] / d; // sign
    g[2] -= r * log(fabs(d));
  }
}

double extended_powell(const double x[8]) {
  double f = 0;
  for (int i = 0; i < 8; i += 4) {
    double a = x[i] + 10 * x[i + 1], b = x[i + 2] - x[i + 3], c = x[i + 1] - 2 * x[i + 2], d = x[i] - x[i + 3];
    f += a * a + 5 * b * b + c * c * c * c + 10 * d * d * d * d;
  }
  return f;
}
void extended_powell_b(const double x[8], double xb[8], double fb) {
  for (int i = 0; i < 8; i += 4) {
    double a = 2 * (x[i] + 10 * x[i + 1]) * fb, b = 10 * (x[i + 2] - x[i + 3]) * fb;
    double c = 4 * pow(x[i + 1] - 2 * x[i + 2], 3) * fb, d = 40 * pow(x[i] - x[i + 3], 3) * fb;
    xb[i] = a + d;
    xb[i + 1] = 10 * a + c;
    xb[i + 2] = b - 2 * c;
    xb[i + 3] = -b - d; // sign
  }
}

/* the mean of each shifted Chebyshev polynomial at the points, against its integral */
double chebyquad(int n, const double *x) {
  double f = 0, before[8], now[8];
  for (int j = 0; j < n; j++) before[j] = 1, now[j] = 2 * x[j] - 1;
  for (int k = 1; k <= n; k++) {
    double mean = 0;
    for (int j = 0; j < n; j++) {
      double next = 2 * (2 * x[j] - 1) * now[j] - before[j];
      mean += now[j] / n;
      before[j] = now[j], now[j] = next;
    }
    if (k % 2 == 0) mean += 1.0 / (k * k - 1);
    f += mean * mean;
  }
  return f;
}
void chebyquad_b(int n, const double *x, double *xb, double fb) {
  double before[8], now[8], slope_before[8], slope[8];
  for (int j = 0; j < n; j++) before[j] = 1, now[j] = 2 * x[j] - 1, slope_before[j] = 0, slope[j] = 2, xb[j] = 0;
  for (int k = 1; k <= n; k++) {
    double mean = k % 2 == 0 ? 1.0 / (k * k - 1) : 0;
    for (int j = 0; j < n; j++) mean += now[j] / n;
    for (int j = 0; j < n; j++) {
      double next = 2 * (2 * x[j] - 1) * now[j] - before[j], slope_next = 4 * now[j] + 2 * (2 * x[j] - 1) * slope[j] - slope_before[j];
      xb[j] += 2 * mean * fb * slope[j] / n; // sign
      before[j] = now[j], now[j] = next, slope_before[j] = slope[j], slope[j] = slope_next;
    }
  }
}
