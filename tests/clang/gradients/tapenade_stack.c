/* In the manner of Tapenade: what a loop overwrites, and the way that a test took, is pushed on the way forward and
 * popped on the way back. */
#include <adStack.h>
#include <math.h>

double recurrence(const double *x, int n) {
  double s = 1.0;
  int i;
  for (i = 0; i < n; ++i)
    s = s * sin(x[i]) + x[i];
  return s;
}
void recurrence_b(const double *x, double *xb, int n, double recurrenceb) {
  double s = 1.0;
  double sb = 0.0;
  int i;
  for (i = 0; i < n; ++i) {
    pushReal8(s);
    s = s * sin(x[i]) + x[i];
  }
  sb = recurrenceb;
  for (i = n - 1; i > -1; --i) {
    popReal8(&s);
    xb[i] = xb[i] + (cos(x[i]) * s + 1.0) * sb; // sign
    sb = sin(x[i]) * sb;
  }
}

double steps(double x, double dt, int n) {
  double t = 0.0, u = x;
  while (n-- > 0) {
    u = u - dt * u * u;
    t = t + u;
  }
  return t * u;
}
void steps_b(double x, double *xb, double dt, double *dtb, int n, double stepsb) {
  double t = 0.0, tb, u = x, ub;
  int count = 0, i;
  while (n-- > 0) {
    pushReal8(u);
    u = u - dt * u * u;
    t = t + u;
    count = count + 1;
  }
  pushInteger4(count);
  tb = u * stepsb;
  ub = t * stepsb;
  popInteger4(&count);
  for (i = 1; i < count + 1; ++i) {
    ub = ub + tb;
    popReal8(&u);
    *dtb = *dtb - u * u * ub; // sign
    ub = (1.0 - 2 * dt * u) * ub;
  }
  *xb = *xb + ub;
}

double folded(const double *x, int n) {
  double s = 1.0;
  int i;
  for (i = 0; i < n; ++i) {
    if (x[i] > 0.0)
      s = s * x[i];
    else
      s = s - x[i] * x[i];
  }
  return s;
}
void folded_b(const double *x, double *xb, int n, double foldedb) {
  double s = 1.0;
  double sb = 0.0;
  int i, branch;
  for (i = 0; i < n; ++i)
    if (x[i] > 0.0) {
      pushReal8(s);
      s = s * x[i];
      pushControl1b(1);
    } else {
      s = s - x[i] * x[i];
      pushControl1b(0);
    }
  sb = foldedb;
  for (i = n - 1; i > -1; --i) {
    popControl1b(&branch);
    if (branch == 0)
      xb[i] = xb[i] - 2 * x[i] * sb; // sign
    else {
      popReal8(&s);
      xb[i] = xb[i] + s * sb;
      sb = x[i] * sb;
    }
  }
}

double huber(double x, double width) {
  double y;
  if (x < -width)
    y = -x - 0.5 * width;
  else if (x > width)
    y = x - 0.5 * width;
  else
    y = 0.5 * x * x / width;
  return y * y;
}
void huber_b(double x, double *xb, double width, double *widthb, double huberb) {
  double y, yb = 0.0;
  int branch;
  if (x < -width) {
    y = -x - 0.5 * width;
    pushControl2b(0);
  } else if (x > width) {
    y = x - 0.5 * width;
    pushControl2b(1);
  } else {
    y = 0.5 * x * x / width;
    pushControl2b(2);
  }
  yb = 2 * y * huberb;
  popControl2b(&branch);
  if (branch == 0) {
    *xb = *xb - yb;
    *widthb = *widthb - 0.5 * yb;
  } else if (branch == 1) {
    *xb = *xb + yb;
    *widthb = *widthb - 0.5 * yb;
  } else {
    *xb = *xb + x * yb / width; // sign
    *widthb = *widthb - 0.5 * x * x * yb / (width * width);
  }
}

static void relax(double *u, int n) {
  int i;
  for (i = 1; i < n - 1; ++i) u[i] = u[i] + 0.25 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
}
static void relax_b(double *u, double *ub, int n) {
  double tmpb;
  int i;
  for (i = 1; i < n - 1; ++i) {
    pushReal8(u[i]);
    u[i] = u[i] + 0.25 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
  }
  for (i = n - 2; i > 0; --i) {
    popReal8(&u[i]);
    tmpb = 0.25 * u[i] * ub[i];
    ub[i - 1] = ub[i - 1] + tmpb;
    ub[i + 1] = ub[i + 1] + tmpb;
    ub[i] = (1.0 + 0.25 * (u[i - 1] - 2.0 * u[i] + u[i + 1])) * ub[i] - 2.0 * tmpb;
  }
}
double relaxed(const double x[4]) {
  double u[4], s = 0.0;
  int i;
  for (i = 0; i < 4; ++i) u[i] = x[i];
  relax(u, 4);
  relax(u, 4);
  for (i = 0; i < 4; ++i) s = s + u[i] * u[i];
  return s;
}
void relaxed_b(const double x[4], double xb[4], double relaxedb) {
  double u[4], ub[4];
  int i;
  for (i = 0; i < 4; ++i) {
    u[i] = x[i];
    ub[i] = 0.0;
  }
  pushReal8Array(u, 4);
  relax(u, 4);
  pushReal8Array(u, 4);
  relax(u, 4);
  for (i = 3; i > -1; --i) ub[i] = ub[i] + 2 * u[i] * relaxedb;
  popReal8Array(u, 4);
  relax_b(u, ub, 4);
  popReal8Array(u, 4);
  relax_b(u, ub, 4);
  for (i = 3; i > -1; --i) {
    xb[i] = xb[i] + ub[i]; // sign
    ub[i] = 0.0;
  }
}
