/* The tied tests of a program at a point, and every combination of their outcomes that is not shown
 * infeasible: a run for each. */
#ifndef ADJUDGE_VERIFY_GERM_TESTS_H
#define ADJUDGE_VERIFY_GERM_TESTS_H

#include "verify/truth/germ_question.h"

#define MOST_TESTS 48u
#define MOST_COMBINATIONS 1024u
#define OUTCOME_NONE 2 /* not asked in this run */

/* A function that is 0 at the point and whose sign was asked. */
typedef struct TiedTest {
  Scalar form;  /* a polynomial of the forms; GERM_NO_FORM: known by its germ alone, in one run alone */
  Scalar germ;  /* of the ring */
  fmpq *row;    /* its coefficients when it is linear, exactly; NULL: it is not */
  int definite; /* the sign of a definite lowest form: it is 0 at the point alone, and has no other sign; or 0 */
  int never;    /* a sign that it has nowhere; 0: not known */
} TiedTest;

/* One run. */
typedef struct Combination {
  Status status; /* DOMAIN: undefined where it holds, or at the point */
  int outcome[MOST_TESTS];
  bool point;     /* holds at the point alone */
  bool thin;      /* some outcome is 0 */
  Scalar *output; /* germs of the ring; of an Int its word */
} Combination;

typedef struct Combinations {
  GermQuestion *question;
  Ring *ring, *forms;
  uint32_t degree; /* of the germs */
  TiedTest test[MOST_TESTS];
  uint32_t tests;
  Combination *all;
  uint32_t count;
  bool complete; /* all were run */
  /* the run at hand */
  uint step[MOST_TESTS]; /* tests in order of asking */
  int outcome[MOST_TESTS];
  uint32_t steps, taken, raw;
  bool contradiction; /* no outcome of the last test is possible */
} Combinations;

/* Runs them all; `complete` says so. */
void combinations_open(GermQuestion *question, Combinations *c);
void combinations_close(Combinations *c);
/* A direction in which the linear tests of the combination come out so; false when there is none. */
bool combination_direction(const Combinations *c, const Combination *one, fmpq *z);
/* Whether the solver shows that the combination holds at the point alone, or nowhere, in a box round it. */
bool combination_is_point(Combinations *c, const Combination *one);

/* germ_agreement.c: n > 1: certifies what all combinations agree on, and gives the coefficients along v. */
void germ_agreement(Combinations *c, const mpq_t *v, Germ *germ, ca_ptr taylor);
/* germ_pairs.c: whether f is k times differentiable at x, given that all combinations agree there to degree k. */
bool combinations_meet(Combinations *c, uint32_t k);
/* germ_refute.c: n > 1: looks for lines and curves that show that there is no derivative. */
void germ_refute(Combinations *c, const mpq_t *v, Germ *germ);

#endif
