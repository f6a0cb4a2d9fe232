double valley(const double *x) {
  double a = x[1] - x[0] * x[0], b = 1 - x[0];
  return 100 * a * a + b * b;
}

void valley_b(const double *x, double *xb, double fb) {
  double a = x[1] - x[0] * x[0];
  xb[0] = -(400 * x[0] * a + 2 * (1 - x[0])) * fb;
  xb[1] = 200 * a * fb;
}

/* the same by somebody else */
void valley_g(const double *x, double *g) {
  double a = x[1] - x[0] * x[0];
  g[0] = -400 * x[0] * a + 2 * (1 - x[0]);
  g[1] = 200 * a;
}
