/* Softplus and its rules in C, checked by
 *
 *   cc -shared -fPIC $(pkg-config --cflags adjudge) -o softplus.so softplus.c -lm
 *   adjudge campaign softplus.prim --library ./softplus.so
 *
 * and proved to read and write what it may by
 *
 *   frama-c -wp -wp-rte -warn-special-float none -cpp-extra-args="$(pkg-config --cflags adjudge)" softplus.c */
#include <adjudge.h>

#include <errno.h>
#include <math.h>

/* Without overflow: a formula for each sign. */
/*@ assigns errno; */
static double logistic(double x) { return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)); }

/*@ requires adjudge_value_call(x, 1, y, 1);
  @ assigns  y[0 .. 0], errno;
  @ ensures  adjudge_answered(\result); */
static int value(const double *x, double *y) {
  y[0] = fmax(x[0], 0) + log1p(exp(-fabs(x[0])));
  return ADJUDGE_OK;
}

/*@ requires adjudge_linear_call(x, 1, v, 1, w, 1);
  @ assigns  w[0 .. 0], errno;
  @ ensures  adjudge_answered(\result); */
static int jvp(const double *x, const double *v, double *w) {
  w[0] = logistic(x[0]) * v[0];
  return ADJUDGE_OK;
}

/*@ requires adjudge_linear_call(x, 1, w, 1, v, 1);
  @ assigns  v[0 .. 0], errno;
  @ ensures  adjudge_answered(\result); */
static int vjp(const double *x, const double *w, double *v) {
  v[0] = logistic(x[0]) * w[0];
  return ADJUDGE_OK;
}

/* f grows: its values at the ends, a few ulps outwards. */
/*@ requires adjudge_linear_call(low, 1, high, 1, low_y, 1) && adjudge_linear_call(low, 1, high, 1, high_y, 1);
  @ requires \separated(low_y + (0 .. 0), high_y + (0 .. 0));
  @ assigns  low_y[0 .. 0], high_y[0 .. 0], errno;
  @ ensures  adjudge_answered(\result); */
static int enclosure(const double *low, const double *high, double *low_y, double *high_y) {
  (void)value(low, low_y);
  (void)value(high, high_y);
  low_y[0] -= 4e-16 * low_y[0] + 1e-320;
  high_y[0] += 4e-16 * high_y[0] + 1e-320;
  return ADJUDGE_OK;
}

/* s (1 - s) = s(x) s(-x), which loses no digits */
/*@ requires adjudge_linear_call(x, 1, v, 1, w, 1) && adjudge_linear_call(x, 1, u, 1, w, 1);
  @ assigns  w[0 .. 0], errno;
  @ ensures  adjudge_answered(\result); */
static int jvp2(const double *x, const double *v, const double *u, double *w) {
  w[0] = logistic(x[0]) * logistic(-x[0]) * v[0] * u[0];
  return ADJUDGE_OK;
}

static const adjudge_rule rules[] = {
    {.name = "softplus", .value = value, .jvp = jvp, .vjp = vjp, .enclosure = enclosure, .jvp2 = jvp2}, {0}};

const adjudge_rule *adjudge_rules(int version) { return version == ADJUDGE_VERSION_RULES ? rules : 0; }
