/* A whole number of C's, by tests of reals. */
static int level(double t) {
  double u = sin(3 * t);
  if (u > 0.5) return 2;
  return u > 0;
}
