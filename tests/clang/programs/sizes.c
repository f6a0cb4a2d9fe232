/* Loops as long as a size: `any` have a definition for any size, `alone` are written out for the size that is asked. */
#include <math.h>

double inner(int n, const double *x, const double *y) { // any
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
void maps(int n, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) y[i] = sin(x[i]);
}
void axpy(int n, double a, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
void matrix_vector(int n, int m, const double *a, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++) y[i] += a[i * m + j] * x[j];
  }
}
double horner(const double *c, int n, double x) { // any
  double r = 0;
  for (int i = n - 1; i >= 0; i--) r = r * x + c[i];
  return r;
}
double rosenbrock(int n, const double *x) { // any
  double s = 0;
  for (int i = 0; i < n - 1; i++) {
    double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    s += 100 * a * a + b * b;
  }
  return s;
}
double largest(const double *x, int n) { // any
  double m = x[0];
  for (int i = 1; i < n; i++) if (x[i] > m) m = x[i];
  return m;
}
void prefix(int n, const double *x, double *y) { // any
  double s = 0;
  for (int i = 0; i < n; i++) { s += x[i]; y[i] = s; }
}
void recur(int n, const double *x, double *y) { // any
  y[0] = x[0];
  for (int i = 1; i < n; i++) y[i] = y[i-1] * x[i];
}
double logsumexp(int n, const double *x) { // any
  double m = x[0], s = 0;
  for (int i = 1; i < n; i++) m = fmax(m, x[i]);
  for (int i = 0; i < n; i++) s += exp(x[i] - m);
  return m + log(s);
}
double tri(int n, const double *a) { // any
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) s += a[i * n + j];
  return s;
}
double leap(unsigned n, const double *x) { // any
  double p = 1, v = 0;
  for (unsigned i = 0; i < n; i++) { double w = v + x[i] * p; p = p - w; v = w; }
  return p * v;
}
static double distance(int n, const double *x, const double *y) {
  double s = 0;
  for (int k = 0; k < n; ++k) s += (x[k] - y[k]) * (x[k] - y[k]);
  return s;
}
double pairs(int n, int m, const double *x) { // any
  double s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += sqrt(1 + distance(m, x + i * m, &x[j * m]));
  return s / n;
}
void heat(int n, int m, double *u) { // any
  double v[n];
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < n; i++) v[i] = u[i];
    for (int i = 1; i < n - 1; i++) u[i] = v[i] + 0.1 * (v[i-1] - 2 * v[i] + v[i+1]);
  }
}
void matmul(int n, const double *a, const double *b, double *c) { // any
  int i, j, k;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      double s = 0;
      for (k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
double guarded(int n, const double *x) { // any
  double s = 0;
  for (int i = 0; i < n; i++) { if (x[i] > 0) s += x[i]; else s -= 2 * x[i]; }
  return s;
}
void shift(int n, const double *x, double *y) { // any
  y[0] = 0;
  for (int i = 1; i < n; i++) y[i] = x[i] - x[i - 1];
}
double counting(int n, const double *x) { // any
  double s = 0; int k = 0;
  for (int i = 0; i < n; i++) { s += k * x[i]; k += 2; }
  return s;
}
double early(int n, const double *x) { // alone
  for (int i = 0; i < n; i++) if (x[i] > 1) return x[i];
  return 0;
}
double last(int n, const double *x) { // alone
  double t = 0;
  for (int i = 0; i < n; i++) t = x[i];
  return t;
}
double mean(int n, const double *x, double *var) { // any
  double m = 0, q = 0;
  for (int i = 0; i < n; i++) { m += x[i]; q += x[i] * x[i]; }
  m /= n; *var = q / n - m * m;
  return m;
}
double central(int n, const double *x) { // any
  double s = 0, w[3] = {0.25, 0.5, 0.25};
  for (int i = 1; i < n - 1; i++)
    for (int k = 0; k < 3; k++) s += w[k] * x[i + k - 1];
  return s;
}
double backwards(int n, const double *x) { // alone
  double s = 0;
  for (int i = n; i-- > 0;) s = 0.5 * s + x[i];
  return s;
}
double by_pointer(int n, const double *x) { // any
  const double *end = x + n;
  double s = 0;
  for (int i = 1; i <= n; ++i) s += end[-i] * i;
  return s;
}
double table_of(int n, const double *x) { // any
  static const double weight[] = {1, -2, 0.5, 3, 1, 1, 2, 4};
  double s = 0;
  for (int i = 0; i < n; i++) s += weight[i] * x[i];
  return s;
}
void two_places(int n, const double *x, double *sum, double *out) { // any
  *sum = 0;
  out[0] = 1;
  out[1] = 0;
  for (int i = 0; i < n; i++) {
    *sum += x[i];
    out[0] *= 1 + 0.5 * x[i];
    if (x[i] > out[1]) out[1] = x[i];
  }
}
double halves(int n, const double *x) { // alone
  double s = 0;
  for (int i = 0; i < n / 2; i++) s += x[2 * i];
  return s + x[0];
}
double steps_of_two(int n, const double *x) { // alone
  double s = 0;
  for (int i = 0; i < n; i += 2) s += x[i];
  return s;
}
double bound_moves(int n, const double *x) { // alone
  double s = 0;
  int end = n;
  for (int i = 0; i < end; i++) {
    s += x[i];
    if (i == 1) end = n - 1;
  }
  return s;
}
double signs(int n, const double *x) { // any
  double s = 0;
  for (int i = 0; i < n; i++) s += i == 0 ? x[i] : i < 2 ? -x[i] : 2 * x[i];
  return s;
}
void in_place(int n, double *x) { // any
  for (int i = n - 2; i >= 0; i--) x[i] += 0.5 * x[i + 1];
}
void both_ends(int n, double *x) { // any
  for (int i = 0; i < n; i++) {
    x[i] = 2 * x[i];
    x[n - 1 - i] += 1;
  }
}
void shifted_in_place(int n, double *x) { // any
  for (int i = 0; i < n - 1; i++) x[i] = x[i + 1] * x[i];
}
void branch_writes(int n, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      y[i] = x[i];
    else
      y[i] = 0.1 * x[i];
    if (i > 0) y[i] += y[i - 1];
  }
}
double bound_sinks(int n, const double *x) { // alone
  double s = 0;
  int end = n;
  for (int i = 0; i < end; i++) {
    s += x[i];
    end = n - 1;
  }
  return s;
}
void otherwise_writes(int n, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) y[i] = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      y[0] += x[i];
    else
      y[i] = x[i];
  }
}
void else_alone(int n, double *x) { // any
  for (int i = 0; i < n; i++) {
    if (x[i] > 0) {
    } else
      x[i] = 0.1 * x[i];
  }
}
double brackets(int n, const double *x) { // any
  double s = 0;
  for (int i = 0; (i < (n)); (i++)) s += x[i] * x[i];
  for (int i = n; (i) > 0; ((i)--)) s = s * x[(i) - 1];
  return s;
}
double writes_beside(int n, const double *x, double *y) { // any
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (i > 0) y[i - 1] = x[i] - x[i - 1] + y[i - 1];
    s += x[i];
  }
  return s;
}
double writes_ahead(int n, const double *x, double *y) { // any
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = 0;
    if (i + 1 < n) {
      y[i + 1] = x[i] * y[i + 1];
      t = y[i + 1];
    }
    s += t * x[i];
  }
  return s;
}
double writes_never(int n, const double *x, double *y) { // alone
  double s = 0;
  for (int i = n - 2; i >= 1; i--) {
    if (i < 1) y[0] = 1;
    s += x[i];
  }
  return s;
}
void all_but_last(int n, const double *x, double *y) { // any
  for (int i = 0; i < n; i++) {
    if (i != n - 1)
      y[i] *= x[i];
    else
      y[0] += x[i];
  }
}
double before(int n, const double *x, double *y) { // any
  double s = 1;
  for (int i = 0; i < n; i++) {
    s = s * x[i];
    for (int j = 0; j < i; j++) y[i - 1] += x[j] * s;
  }
  return s;
}
void beside_the_diagonal(int n, const double *x, double *a) { // any
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j + 1 < n) a[i * n + j + 1] = x[i] * a[i * n + j];
}
