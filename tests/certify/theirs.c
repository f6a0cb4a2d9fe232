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

/* Tapenade's way: times what is handed in, and added to what is there. */
void wave_adds(double x, double y, double *xb, double *yb, double waveb) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *xb += (y * c - s * q) * q * waveb;
  *yb = *yb + (x * c - s * e * q) * q * waveb;
}

/* added, with one sign that is wrong */
void wave_adds_sign(double x, double y, double *xb, double *yb, double waveb) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *xb += (y * c - s * q) * q * waveb;
  *yb += (x * c + s * e * q) * q * waveb;
}

/* one is set and one is added to */
void wave_mixed(double x, double y, double *dx, double *dy) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *dx = (y * c - s * q) * q;
  *dy += (x * c - s * e * q) * q;
}

/* twice what there was: right only where that is 0 */
void wave_doubles(double x, double y, double *dx, double *dy) {
  double e = exp(y), q = 1 / (x + e), s = sin(x * y), c = cos(x * y);
  *dx = 2 * *dx + (y * c - s * q) * q;
  *dy = 2 * *dy + (x * c - s * e * q) * q;
}

/* of `product` in the corpus */
void product_b(double x1, double x2, double *x1b, double *x2b, double productb) {
  *x1b = *x1b + x2 * productb;
  *x2b = *x2b + x1 * productb;
}
