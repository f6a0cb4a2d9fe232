/* Loops as long as a size. */
void smooth(int n, double a, const double *x, double *y) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a * (x[i] - s);
    y[i] = s;
  }
}
double energy(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
