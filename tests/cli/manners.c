/* Rules with bad manners, for serve.session: each answers x * x, and does something besides. */
#include "verify/primitive/adjudge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int square(const double *x, double *y) {
  y[0] = x[0] * x[0];
  return ADJUDGE_OK;
}

static int jvp(const double *x, const double *v, double *w) {
  w[0] = 2 * x[0] * v[0];
  return ADJUDGE_OK;
}

static int prints(const double *x, double *y) {
  puts("printed");
  return square(x, y);
}

static int reads(const double *x, double *y) {
  char bytes[4096];
  return read(STDIN_FILENO, bytes, sizeof bytes) == 0 ? square(x, y) : ADJUDGE_UNDEFINED;
}

static int ends(const double *x, double *y) {
  if (x[0] < 0) exit(3);
  return square(x, y);
}

/* What it starts keeps open what it has. */
static int leaves(const double *x, double *y) {
  if (fork() == 0) {
    (void)sleep(60);
    _exit(0);
  }
  return square(x, y);
}

/* Right where the answer happens to be 0 before. */
static int adds(const double *x, double *y) {
  y[0] += x[0] * x[0];
  return ADJUDGE_OK;
}

static int overwrites(const double *x, double *y) {
  int code = square(x, y);
  double *writable;
  memcpy(&writable, &x, sizeof x);
  writable[0] = 0;
  return code;
}

static int exceeds(const double *x, double *y) {
  y[1] = 0;
  return square(x, y);
}

static int nothing(const double *x, const double *v, double *w) {
  (void)x, (void)v, (void)w;
  return ADJUDGE_OK;
}

static const adjudge_rule rules[] = {{.name = "square", .value = square, .jvp = jvp},
                                     {.name = "prints", .value = prints},
                                     {.name = "reads", .value = reads},
                                     {.name = "ends", .value = ends},
                                     {.name = "leaves", .value = leaves},
                                     {.name = "adds", .value = adds, .jvp = nothing},
                                     {.name = "overwrites", .value = overwrites},
                                     {.name = "exceeds", .value = exceeds},
                                     {.name = NULL}};

const adjudge_rule *adjudge_rules(int version) {
  puts("opened");
  return version == ADJUDGE_VERSION_RULES ? rules : NULL;
}
