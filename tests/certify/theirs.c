/* Gradients of `wave` (functions.adj) by hand. */
#include <math.h>
#include <stdlib.h>

double wave_b(double x, double y, double *dx, double *dy) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *dx = (y * c - s * q) * q;
  *dy = (x * c - s * e * q) * q;
  return s * q;
}

/* one sign is wrong */
double wave_sign(double x, double y, double *dx, double *dy) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *dx = (y * c - s * q) * q;
  *dy = (x * c + s * e * q) * q;
  return s * q;
}

/* it does not return, so that all is true of what it returns */
double wave_never(double x, double y, double *dx, double *dy) {
  for (double z = x; z == x; z += 0 * y) *dx = *dy = z;
  return y;
}

void wave_more(double x, double y, double *dx, double *elsewhere) { *dx = *elsewhere = x * y; }

/* the program ends in it, with nothing said */
double wave_exit(double x, double y, double *dx, double *dy) {
  *dx = *dy = x * y;
  exit(0);
}

double wave_abort(double x, double y, double *dx, double *dy) {
  *dx = *dy = x * y;
  abort();
}
