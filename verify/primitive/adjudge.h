/* Rules in C for `adjudge campaign spec.prim --library rules.so`.
 *
 * A shared object defines one function, adjudge_rules, that gives its table:
 *
 *   #include <adjudge.h>
 *   static int value(const double *x, double *y) { y[0] = x[0] * x[0]; return ADJUDGE_OK; }
 *   static int jvp(const double *x, const double *v, double *w) { w[0] = 2 * x[0] * v[0]; return ADJUDGE_OK; }
 *   static int vjp(const double *x, const double *w, double *v) { v[0] = 2 * x[0] * w[0]; return ADJUDGE_OK; }
 *   static const adjudge_rule rules[] = {{.name = "square", .value = value, .jvp = jvp, .vjp = vjp}, {0}};
 *   const adjudge_rule *adjudge_rules(int version) { return version == ADJUDGE_VERSION_RULES ? rules : 0; }
 *
 * Everything is flat: the scalars of the arguments in order, tuples left to right,
 * arrays by index.  x has those of all arguments, Ints as doubles; v has those of the
 * arguments that are real, y those of the result, w those of it that are real.  Rules
 * run in a process of their own: a crash is a finding. */
#ifndef ADJUDGE_H
#define ADJUDGE_H

#ifdef __cplusplus
extern "C" {
#endif

#define ADJUDGE_VERSION_RULES 1

#define ADJUDGE_OK 0
#define ADJUDGE_UNDEFINED 1 /* no value, or no derivative, at this point */

typedef struct adjudge_rule {
  const char *name; /* of the primitive in the specification; NULL ends the table */

  /*@ requires \valid_read(x) && \valid(y) && \separated(x, y);
    @ assigns  *y;   // every scalar of the result
    @ ensures  \result == ADJUDGE_OK || \result == ADJUDGE_UNDEFINED; */
  int (*value)(const double *x, double *y); /* may be NULL, as the next two */

  /* w = D f(x) v
   *@ requires \valid_read(x) && \valid_read(v) && \valid(w) && \separated(x, v, w);
    @ assigns  *w;
    @ ensures  linear: the map v -> w is linear for each x; */
  int (*jvp)(const double *x, const double *v, double *w);

  /* v = D f(x)^t w
   *@ requires \valid_read(x) && \valid_read(w) && \valid(v) && \separated(x, w, v);
    @ assigns  *v;
    @ ensures  adjoint: <jvp(x, v), w> = <v, vjp(x, w)> for all v and w; */
  int (*vjp)(const double *x, const double *w, double *v);
} adjudge_rule;

/* The table for this version of the interface; NULL for an unknown one. */
const adjudge_rule *adjudge_rules(int version);

#ifdef __cplusplus
}
#endif
#endif
