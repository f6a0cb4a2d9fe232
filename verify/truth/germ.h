/* Truth at one point, ties included: the derivative D^k f(x), by germs.
 *
 * f is what the program means over exact reals, a partial function; its derivative knows
 * nothing of how f is written.  Where no test is tied at x the jets of truth_certified
 * enclose it.  At a tie they give the derivative of the path, by conventions, and no more:
 * here f is followed on both sides (one input), or on every combination of outcomes of the
 * tied tests (more), and a number is certified where all agree.  Lines and curves from x
 * certify that there is none.  What neither decides is not certified. */
#ifndef ADJUDGE_VERIFY_GERM_H
#define ADJUDGE_VERIFY_GERM_H

#include "verify/truth/truth_certified.h"

typedef enum GermVerdict {
  GERM_CERTIFIED,          /* f is defined near x and differentiable `order` times at x: the numbers enclose */
  GERM_NOT_DIFFERENTIABLE, /* certified: f is defined at x and has no derivative of an order up to that there */
  GERM_EDGE,               /* certified: x is in the domain, but not inside it */
  GERM_UNDEFINED,          /* certified: f is not defined at x */
  GERM_UNDECIDED           /* not certified: no number is to be called a derivative */
} GermVerdict;

typedef struct Germ {
  GermVerdict verdict;
  bool tied;        /* some test was tied at x */
  bool jump;        /* NOT_DIFFERENTIABLE: f is not even continuous at x */
  bool peano;       /* UNDECIDED: f has a Taylor polynomial of the order asked for at x, whose terms the numbers
                       beyond `certified` are; that the derivatives near x have derivatives is not shown */
  int certified;    /* derivatives up to this order are; 0: only the value, -1: nothing */
  uint32_t output;  /* NOT_DIFFERENTIABLE: of this flat output */
  uint32_t missing; /* NOT_DIFFERENTIABLE: the order of the derivative that is not there; `certified` may be less by
                       more than one */
  const char *why;  /* of a verdict that is not CERTIFIED, in a few words */
  Enclosures numbers;
} Germ;

void germ_init(Germ *germ);
void germ_clear(Germ *germ);
/* "certified", "not differentiable", "jumps", "not inside the domain", "undefined", "not certified". */
const char *germ_verdict_name(const Germ *germ);

/* D^k f(x)[v, ..., v] for k <= options->order: x, v and the statuses ILL_TYPED and LIMIT as of
 * truth_certified.  OK says that there is a verdict: `out` was initialised, and may have been used.  LIMIT with
 * the verdict CERTIFIED: the numbers enclose, with fewer digits than asked for. */
MUST_CHECK Status truth_germ(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                             const CertifiedOptions *options, Germ *out);

/* The same of f made whole by its limit at x, of one real input (of several: not certified): a removable
 * singularity.  The enclosures at k = 0 are of the limit. */
MUST_CHECK Status truth_germ_limit(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                                   const CertifiedOptions *options, Germ *out);

#endif
