/* Arrays, loops, pointers, results through them. */
#include <math.h>
#include <stddef.h>

double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}

double norm2(int n, const double x[n]) {
  double s = 0.0;
  for (int i = n - 1; i >= 0; i--) s += x[i] * x[i];
  return sqrt(s);
}

void axpy(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

void product(const double A[2][3], const double x[3], double y[2]) {
  for (int i = 0; i < 2; i++) {
    y[i] = 0;
    for (int j = 0; j < 3; j++) y[i] += A[i][j] * x[j];
  }
}

void both(double x, double y, double *sum_out, double *difference) {
  *sum_out = x + y;
  *difference = x - y;
}

double returns_too(const double *x, double *g) {
  g[0] = 2 * x[0];
  g[1] = x[1];
  return x[0] * x[0] + x[1] * x[1] / 2;
}

double local(const double x[3]) {
  double y[3] = {1, 2}, z[2][2] = {{x[0], x[1]}, {x[2]}}, s = 0;
  double *p = y;
  for (size_t i = 0; i < sizeof y / sizeof *y; i++) *p++ += x[i];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) s += z[i][j] * y[i + j];
  return s;
}

static const double weights[3] = {0.25, 0.5, 0.25};
double weighted(const double *x) {
  double s = 0;
  for (int i = 0; i < 3; i++) s += weights[i] * x[i];
  return s;
}

static void swap(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}
void reversed(double x[4]) {
  for (int i = 0, j = 3; i < j; i++, j--) swap(&x[i], x + j);
}

double determinant(const double a[9], int n) {
  double m[9], d = 1;
  for (int k = 0; k < 9; k++) m[k] = a[k];
  for (int k = 0; k < 3; k++) {
    d *= m[3 * k + k];
    for (int i = k + 1; i < 3; i++) {
      double q = m[3 * i + k] / m[3 * k + k];
      for (int j = k; j < 3; j++) m[3 * i + j] -= q * m[3 * k + j];
    }
  }
  return d * n;
}

double largest(const double *x, int n) {
  double best = x[0];
  int i = 1;
  while (i < n) {
    if (x[i] > best) best = x[i];
    i++;
  }
  return best;
}

double first_negative(const double x[4]) {
  for (int i = 0; i < 4; i++) {
    if (x[i] >= 0) continue;
    return x[i];
  }
  return 0;
}

double until(const double x[4]) {
  double s = 0;
  int i = 0;
  do {
    if (x[i] < 0) break;
    s += x[i];
  } while (++i < 4);
  return s;
}

double horner(const double *c, int n, double x) {
  double y = c[n];
  for (int i = n; i-- > 0;) y = y * x + c[i];
  return y;
}

double broken_off(const double x[4], double y) {
  double s = 0, t = 1;
  if (y > 0) {
    for (int i = 0; i < 4; i++) {
      if (x[i] < 0) break;
      s += x[i];
    }
    t = s * 2;
  }
  return s + t * x[0];
}

double nested(double x, double y) {
  double s = 0;
  for (int i = 0; i < 2; i++) {
    if (x > i) {
      if (y > i) continue;
      s += x;
    } else if (y < 0)
      break;
    s += y;
  }
  return s;
}

double unsigned_steps(const double x[4]) {
  double s = 0;
  for (unsigned char c = 254; c != 2; c++) s += x[(unsigned char)(c + 2)] * (c > 3 ? 1 : -1);
  return s;
}
