/* Softplus and its rules in C, checked by
 *
 *   cc -shared -fPIC $(pkg-config --cflags adjudge) -o softplus.so softplus.c -lm
 *   adjudge campaign softplus.prim --library ./softplus.so                        */
#include <adjudge.h>

#include <math.h>

/* Without overflow: a formula for each sign. */
static double logistic(double x) { return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)); }

static int value(const double *x, double *y) {
  y[0] = fmax(x[0], 0) + log1p(exp(-fabs(x[0])));
  return ADJUDGE_OK;
}
static int jvp(const double *x, const double *v, double *w) {
  w[0] = logistic(x[0]) * v[0];
  return ADJUDGE_OK;
}
static int vjp(const double *x, const double *w, double *v) {
  v[0] = logistic(x[0]) * w[0];
  return ADJUDGE_OK;
}

static const adjudge_rule rules[] = {{.name = "softplus", .value = value, .jvp = jvp, .vjp = vjp}, {0}};

const adjudge_rule *adjudge_rules(int version) { return version == ADJUDGE_VERSION_RULES ? rules : 0; }
