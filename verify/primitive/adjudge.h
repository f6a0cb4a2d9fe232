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
 * arrays by index.  x has those of all arguments (n of them), Ints as doubles; v has
 * those of the arguments that are real (t), y those of the result (m), w those of it
 * that are real (c).  What is written is NaN before: an answer is set, not added to.
 * Rules run in a process of their own: a crash is a finding, and so is what is written
 * elsewhere.
 *
 * Contracts are in ACSL, for Frama-C: the predicates below say what a rule may read and
 * write.  A function with its sizes in the place of n, t, m and c states them itself:
 *
 *   / *@ requires adjudge_value_call(x, 1, y, 1);
 *     @ assigns  y[0 .. 0], errno;    // errno: by math.h
 *     @ ensures  adjudge_answered(\result); * /
 *   static int value(const double *x, double *y);
 *
 * and `frama-c -wp -wp-rte -cpp-extra-args=-I. rules.c` proves that it keeps them. */
#ifndef ADJUDGE_H
#define ADJUDGE_H

#ifdef __cplusplus
extern "C" {
#endif

#define ADJUDGE_VERSION_RULES 1

#define ADJUDGE_OK 0
#define ADJUDGE_UNDEFINED 1 /* no value, or no derivative, at this point */

/*@ // n doubles are there to be read, and m apart from them to be written
  @ predicate adjudge_reads(double *x, integer n) = \valid_read(x + (0 .. n - 1));
  @ predicate adjudge_writes(double *y, integer m) = \valid(y + (0 .. m - 1));
  @ predicate adjudge_apart(double *x, integer n, double *y, integer m) =
  @   \separated(x + (0 .. n - 1), y + (0 .. m - 1));
  @
  @ // the calls: value(x, y), jvp(x, v, w), vjp(x, w, v); an operand that is only read may be the other
  @ predicate adjudge_value_call(double *x, integer n, double *y, integer m) =
  @   adjudge_reads(x, n) && adjudge_writes(y, m) && adjudge_apart(x, n, y, m);
  @ predicate adjudge_linear_call(double *x, integer n, double *v, integer t, double *w, integer c) =
  @   adjudge_reads(x, n) && adjudge_reads(v, t) && adjudge_writes(w, c) &&
  @   adjudge_apart(x, n, w, c) && adjudge_apart(v, t, w, c);
  @
  @ predicate adjudge_answered(integer answer) = answer == ADJUDGE_OK || answer == ADJUDGE_UNDEFINED;
  @*/

typedef struct adjudge_rule {
  const char *name; /* of the primitive in the specification; NULL ends the table */

  /* y = f(x)
   *   requires adjudge_value_call(x, n, y, m);   assigns y[0 .. m - 1], errno;
   *   ensures  adjudge_answered(\result);        and so below */
  int (*value)(const double *x, double *y); /* may be NULL, as all that follow */

  /* w = D f(x) v
   *   requires adjudge_linear_call(x, n, v, t, w, c);   assigns w[0 .. c - 1], errno;
   *   the map v -> w is linear for each x: PRIM-LINEAR */
  int (*jvp)(const double *x, const double *v, double *w);

  /* v = D f(x)^t w
   *   requires adjudge_linear_call(x, n, w, c, v, t);   assigns v[0 .. t - 1], errno;
   *   <jvp(x, v), w> = <v, vjp(x, w)> for all v and w: PRIM-DOT */
  int (*vjp)(const double *x, const double *w, double *v);

  /* An enclosure of f: [low_y, high_y] holds f(x) for each x in the box [low, high], and
   * is NaN or infinite where nothing is known.  Checked against the certified value at
   * points, and on boxes around them: PRIM-VALUE.
   *   requires adjudge_linear_call(low, n, high, n, low_y, m) && adjudge_linear_call(low, n, high, n, high_y, m) &&
   *            \separated(low_y + (0 .. m - 1), high_y + (0 .. m - 1));
   *   assigns low_y[0 .. m - 1], high_y[0 .. m - 1], errno; */
  int (*enclosure)(const double *low, const double *high, double *low_y, double *high_y);

  /* w = D^2 f(x)[v, u], the derivative of jvp(., v) along u: PRIM-TWICE.
   *   requires adjudge_linear_call(x, n, v, t, w, c) && adjudge_linear_call(x, n, u, t, w, c);
   *   assigns w[0 .. c - 1], errno; */
  int (*jvp2)(const double *x, const double *v, const double *u, double *w);
} adjudge_rule;

/* The table for this version of the interface; NULL for an unknown one. */
/*@ assigns \nothing;
  @ ensures table: \result == \null || \valid_read(\result); */
const adjudge_rule *adjudge_rules(int version);

#ifdef __cplusplus
}
#endif
#endif
