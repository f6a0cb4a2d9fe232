/* Gradients that walk pointers, by subscripts or without, in the function and not in the gradient, or the other way. */
double product(const double *x) { return *x * *(x + 1); }
void product_g(const double *x, double *g) {
  g[0] = x[1];
  g[1] = x[0]; // sign
}

double last_of_three(const double *x) { return x[2] * *x; }
void last_of_three_b(const double *x, double *xb, double seed) {
  *xb = x[2] * seed;
  *++xb = 0;
  *++xb = *x * seed; // sign
}

double squares(const double *x) {
  double s = 0;
  for (const double *p = x; p < x + 3; p++) s += *p * *p;
  return s;
}
void squares_b(const double *x, double *xb) {
  for (int i = 0; i < 3; i++)
    *xb++ = 2 * *x++; // sign
}

double square(const double *x) { return x[0] * x[0]; }
void square_b(const double *x, double *xb) {
  *xb = 2 * *x; // sign
}

double cube(double x) { return x * x * x; }
void cube_b(const double *x, double *xb, const double *seed) {
  xb[0] += 3 * *x * x[0] * seed[0]; // sign
}

void scaled(const double *a, const double *x, double *y) {
  *y++ = *a * *x++;
  *y = *a * *x;
}
void scaled_b(const double *a, const double *x, double *ab, double *xb, const double *yb) {
  *ab = *yb * *x + *(yb + 1) * x[1];
  *xb++ = *a * *yb;
  *xb = *a * yb[1]; // sign
}
