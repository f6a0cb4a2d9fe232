/* Gradients that are given what the function gave, under its name. */
#include <math.h>

void growth(const double *x, double *y) { *y = exp(*x); }
void growth_b(const double *x, double *xb, const double *y) {
  *xb = *y; // sign
}

void growth_of(const double *x, double *y) { *y = exp(2 * *x); }
void growth_of_b(const double *x, double *xb, const double *y, const double *yb) {
  *xb += 2 * *y * *yb; // sign
}

void first_alone(const double x[2], double y[2]) {
  y[0] = exp(x[0]);
  y[1] = x[0] * x[1];
}
void first_alone_b(const double x[2], double xb[2], const double *y, const double yb[2]) {
  xb[0] = yb[0] * *y + x[1] * yb[1];
  xb[1] = x[0] * yb[1]; // sign
}

void growth_as_one(const double *x, double *y) { *y = exp(*x); }
void growth_as_one_b(const double *x, double *xb, const double *y, const double *yb) {
  xb[0] = yb[0] * y[0]; // sign
}

void logistic(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) y[i] = 1 / (1 + exp(-x[i]));
}
void logistic_b(int n, const double *y, const double *yb, double *xb) {
  for (int i = 0; i < n; i++)
    xb[i] = yb[i] * y[i] * (1 - y[i]); // sign
}

void roots(const double x[2], double y[2], double *sum) {
  y[0] = sqrt(x[0]);
  y[1] = sqrt(x[1]);
  *sum = y[0] + y[1];
}
void roots_b(const double x[2], double xb[2], const double *y, const double *yb, double sum, double sumb) {
  double sixth = (sum - y[0] - y[1]) / 6;
  xb[0] = (yb[0] + sumb) / (2 * y[0]) + sixth;
  xb[1] = (yb[1] + sumb) / (2 * y[1]); // sign
}
