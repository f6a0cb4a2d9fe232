/* The stack of Tapenade's reverse mode: what is pushed is popped, on each way of each test. */
#include <adStack.h>
#include <math.h>

double kept(double x, double y) {
  pushReal8(x);
  x = x * y;
  pushReal8(sin(x));
  x = 0;
  popReal8(&y);
  popReal8(&x);
  return x - y;
}

double on_one_way(double x, double y) {
  int branch;
  if (x > y) {
    pushReal8(y);
    y = sin(x * y);
    pushControl1b(1);
  } else {
    pushControl1b(0);
  }
  double z = y;
  popControl1b(&branch);
  if (branch == 0) {
    z = z - x;
  } else {
    popReal8(&y);
    z = z * y;
  }
  return z + y;
}

double three_ways(double x, double y) {
  int branch;
  double z = 1;
  if (x > 1) {
    pushReal8(x * y);
    pushControl2b(0);
  } else {
    double t = cos(x);
    if (t > y) {
      pushReal8(t);
      pushReal8(t * t);
      pushControl2b(1);
    } else {
      pushControl2b(2);
    }
  }
  x = 2 * x;
  popControl2b(&branch);
  if (branch < 2) {
    popReal8(&z);
    if (branch == 1) {
      double w;
      popReal8(&w);
      z = z * y + w;
    }
  } else
    z = x;
  return z;
}

double in_loops(const double *x, int n) {
  double s = 1, b = 0;
  int i, branch;
  for (i = 0; i < n; ++i) {
    if (x[i] * s > 0.0) {
      pushReal8(s);
      s = s * x[i];
      if (s < x[0]) {
        pushReal8(s);
        s = s + 1;
        pushControl1b(0);
      } else
        pushControl1b(1);
      pushControl1b(1);
    } else
      pushControl1b(0);
  }
  b = s;
  for (i = n - 1; i > -1; --i) {
    popControl1b(&branch);
    if (branch != 0) {
      popControl1b(&branch);
      if (branch == 0) popReal8(&s);
      b = b * x[i] - s;
      popReal8(&s);
      b = b + s;
    } else
      b = b - x[i];
  }
  return b;
}

double saved(const double *x, double y) {
  double a[3] = {x[0], x[1] * y, x[2]};
  int i, k = 2;
  pushReal8Array(a, 3);
  pushInteger4(k);
  for (i = 0; i < 3; i++) a[i] = y;
  k = 0;
  popInteger4(&k);
  popReal8Array(a, 3);
  return a[0] - a[1] * a[k];
}

double chosen_on_both(double x, double y) {
  if (x > 0)
    pushReal8(x * x);
  else {
    double t = y + 1;
    pushReal8(t);
  }
  double z;
  popReal8(&z);
  return z * y;
}
