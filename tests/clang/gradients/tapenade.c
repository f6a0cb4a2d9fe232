/* In the manner of Tapenade: adjoints are added to, the seed is cleared, branches are taken again. */
#include <math.h>

double smooth_l1(const double *x, int n) {
  double f = 0.0;
  int i;
  for (i = 0; i < n; ++i) {
    if (x[i] < 1.0 && x[i] > -1.0)
      f = f + 0.5 * x[i] * x[i];
    else
      f = f + fabs(x[i]) - 0.5;
  }
  return f;
}
void smooth_l1_b(const double *x, double *xb, int n, double fb) {
  int i;
  for (i = n - 1; i > -1; --i) {
    if (x[i] < 1.0 && x[i] > -1.0)
      xb[i] = xb[i] + 0.5 * x[i] * fb + 0.5 * x[i] * fb;
    else if (x[i] >= 0.0)
      xb[i] = xb[i] + fb;
    else
      xb[i] = xb[i] - fb; // sign
  }
}

void quotient(double x, double y, double *z) {
  double t;
  t = x * y;
  *z = t / (1 + y * y);
}
void quotient_b(double x, double *xb, double y, double *yb, double *z, double *zb) {
  double t, tb, temp;
  t = x * y;
  temp = 1 + y * y;
  *z = t / temp;
  tb = *zb / temp;
  *yb = *yb + x * tb - 2 * y * t * *zb / (temp * temp); // sign
  *xb = *xb + y * tb;
  *zb = 0.0;
}

static double kernel(double u) { return exp(-u * u); }
static void kernel_b(double u, double *ub, double fb) { *ub = *ub - 2 * u * exp(-u * u) * fb; }
double smoothed(const double *x, double width) {
  double s = 0;
  for (int i = 0; i < 2; i++) s = s + kernel((x[i + 1] - x[i]) / width);
  return s;
}
void smoothed_b(const double *x, double *xb, double width, double *widthb, double smoothedb) {
  for (int i = 1; i > -1; --i) {
    double ub = 0.0, u = (x[i + 1] - x[i]) / width;
    kernel_b(u, &ub, smoothedb);
    xb[i + 1] = xb[i + 1] + ub / width;
    xb[i] = xb[i] - ub / width; // sign
    *widthb = *widthb - (x[i + 1] - x[i]) * ub / (width * width);
  }
}
