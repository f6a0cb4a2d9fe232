/* Pointers that are walked, and never subscripted: what they come to is a cell of its own. */
double product(const double *x) { return *x * *(x + 1); }
double behind(const double *x) { return *(2 + x); }
double alone(const double *x) { return *x * *x; }

double walked(int n, const double *x) {
  double s = 0;
  while (n--) s = s / 2 + *x++;
  return s;
}

double backwards(const double *x) {
  const double *p = x + 3;
  double s = 0;
  while (p != x) s = s / 2 + *--p;
  return s;
}

void filled(double x, double *y) {
  *y++ = x;
  *y++ = x * x;
  *y = 1 - x;
}

void scaled(const double *x, double *y) {
  for (int i = 0; i < 3; i++) *y++ = 2 * *x++;
}

void in_place(double *x) {
  for (double *end = x + 3; x < end; x++) *x = *x * *x + 1;
}

static double head(const double *x) { return *x; }
double of_others(const double *x, const double *y) { return head(x) - head(x + 1) * head(1 + y); }

void swapped(double *x) {
  double *y = x + 1, t = *x;
  *x = *y;
  *y = t;
}
