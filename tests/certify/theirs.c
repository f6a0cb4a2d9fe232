/* Gradients of `wave` (functions.adj) by hand. */
#include <math.h>

void exit(int code); /* no header's, which may define other numbers for a proof */
void abort(void);

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

/* half of the gradient */
void wave_half(double x, double y, double *dx) {
  double q = 1 / (x + exp(y)), s = sin(x * y);
  *dx = (y * cos(x * y) - s * q) * q;
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

/* 0 but where it has no value: the proof alone, of reals, would not see it */
void product_undefined(double x1, double x2, double *x1b, double *x2b) {
  *x1b = x2 + 0 / (x1 - 12345.75);
  *x2b = x1;
}

/* a number that was never set, times 0 */
void product_unset(double x1, double x2, double *x1b, double *x2b) {
  double unset;
  *x1b = x2 + 0 * unset;
  *x2b = x1;
}

/* one member is what another wrote: to the proof they are apart */
void product_union(double x1, double x2, double *x1b, double *x2b) {
  union {
    double real;
    long bits;
  } both;
  both.bits = 0;
  both.real = x1;
  *x1b = x2 + (both.bits == 4678479151163211776);
  *x2b = x1;
}

/* the program ends far from the points that are tested */
void product_exit(double x1, double x2, double *x1b, double *x2b) {
  if (x1 > 12345.75) exit(0);
  *x1b = x2;
  *x2b = x1;
}

/* at points of few bits it is right, and a proof of reals sees nothing */
void product_float(double x1, double x2, double *x1b, double *x2b) {
  *x1b = (float)x2;
  *x2b = x1;
}

/* of `small`, all wrong by less than any number of the order of 1 is off by rounding; and right ones, called as the test's own */
void small_sign(double x, double y, double *dx, double *dy) { *dx = -y / 1e10, *dy = x / 1e10; }
void small_none(double x, double y, double *dx, double *dy) { *dx = *dy = 0 * x * y; }
void g(double x, double y, double *dx, double *dy) { *dx = y / 1e10, *dy = x / 1e10; }
void adds(double x, double y, double *dx, double *dy) { *dx += y / 1e10, *dy += x / 1e10; }
void steps_adds(double x, double *dx, double w) { for (int i = 0; i < 200; i++) *dx += w / 3000000; }
/* wrong, with names that the test uses itself */
#define fabs(v) ((v) - (v))
#define printf(...) 0
void lossy_line(double x, double *dx) { *dx = 17 + 3 * x; }
