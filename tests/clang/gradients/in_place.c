/* Gradients of results that stand where an argument stood: what its derivative held before is the seed, as in
 * Tapenade's code. */
#include <math.h>

void square_of(double *x) { *x = *x * *x; }
void square_of_b(double *x, double *xb) {
  *xb = 2 * *x * *xb; // sign
}

void first_by_second(double x[2]) { x[0] = x[0] * x[1]; }
void first_by_second_b(double x[2], double xb[2]) {
  xb[1] += x[0] * xb[0]; // sign
  xb[0] *= x[1];
}

void rescaled(const double *x, double *y) { *y *= *x * *x; }
void rescaled_b(const double *x, double *xb, const double *y, double *yb) {
  *xb += 2 * *x * *yb * *y; // sign
  *yb *= *x * *x;
}

double kept_and_returned(double x, double *y) {
  double r = x * *y;
  *y = r * r;
  return r;
}
void kept_and_returned_b(double x, double *xb, double *y, double *yb, double seed) {
  double r = x * *y;
  double rb = seed + 2 * r * *yb;
  *yb = rb * x;
  *xb += rb * *y; // sign
}

double kept(double *x) {
  *x = *x * *x;
  return sin(*x);
}
void kept_b(double *x, double *xb, double seed) {
  *xb = 2 * *x * (*xb + cos(*x * *x) * seed); // sign
}

/* where there is another seed, what stood before is added to */
void doubled(double *x) { *x = 2 * *x; }
void doubled_b(double *x, double *xb, double seed) {
  *xb = *xb + 2 * seed; // sign
}
