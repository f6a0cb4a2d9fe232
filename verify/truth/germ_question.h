/* What the parts of truth_germ share: the question, runs over germs, and the answer so far. */
#ifndef ADJUDGE_VERIFY_GERM_QUESTION_H
#define ADJUDGE_VERIFY_GERM_QUESTION_H

#include "verify/truth/germ.h"
#include "verify/truth/ring_germ.h"
#include "verify/truth/smt.h"
#include "verify/truth/truth_internal.h"

typedef struct GermQuestion {
  Truth *truth;
  const Program *program;
  Layout layout;
  const mpq_t *x;     /* the flat input */
  uint32_t *real;     /* flat inputs that are reals, `dimension` of them */
  uint32_t dimension; /* n */
  uint32_t order;
  bool limit; /* f(x) is the limit of f at x, whether f is defined there or not */
  Exact exact;
  ca_ptr value;             /* f(x) by flat output; of an Int nothing */
  Scalar *word;             /* of an Int output at x */
  Smt *(*smt)(void *state); /* the solver, when it is needed first */
  void *state;
} GermQuestion;

/* Runs the program on x + sum_i z_i, or on the curve x + s d + s^2 e (e may be NULL) in a ring of dimension
 * 1, to question->layout.output. */
MUST_CHECK Status germ_run(GermQuestion *question, Ring *ring, const mpq_t *d, const mpq_t *e);
/* f(x) to question->value; DOMAIN where there is none for certain. */
MUST_CHECK Status germ_value(GermQuestion *question);

/* germ_curve.c: f along a curve from x, s > 0. */
typedef struct Curve {
  Status status; /* DOMAIN: undefined for small s; UNABLE, LIMIT: not known */
  Ring *ring, *forms;
  uint32_t grid;
  Scalar *output; /* of the ring; of an Int its word */
} Curve;

/* Terms up to s^order are found, if they can be. */
void curve_open(GermQuestion *question, const mpq_t *d, const mpq_t *e, Curve *curve);
void curve_close(Curve *curve);
/* Of a real output: the coefficient of s^k; false when it is not known. */
bool curve_coefficient(const GermQuestion *question, const Curve *curve, uint32_t output, uint32_t k, ca_t out);
/* Whether it has a term between s^(k-1) and s^k; for k = 0, one below s^0. */
bool curve_between(const GermQuestion *question, const Curve *curve, uint32_t output, uint32_t k);

/* germ_sides.c: n = 1, by both sides: decides the verdict, and gives the Taylor coefficients up to
 * germ->certified: `taylor` has outputs x (order + 1) places. */
void germ_sides(GermQuestion *question, Germ *germ, ca_ptr taylor);

#endif
