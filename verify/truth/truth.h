/* Truth tiers: directional derivatives of source programs from outside AD.
 *
 * Every tier takes the flat input x and direction v of the program's context and
 * gives the flat value and derivative of its type; outputs must not overlap
 * inputs.  An Int has no tangent: at Int inputs v is ignored, an Int output is its
 * word and its derivative is 0.  The context and the type must be first-order, else
 * ILL_TYPED; otherwise the program is taken to be well typed. */
#ifndef ADJUDGE_VERIFY_TRUTH_H
#define ADJUDGE_VERIFY_TRUTH_H

#include "semantics/evaluator.h"
#include "semantics/rings/rings.h"

/* What the tiers need between calls: rings and scratch memory. */
typedef struct Truth Truth;

Truth *truth_new(Store *store);
void truth_free(Truth *truth);

typedef struct TruthReport {
  uint32_t degree;      /* of numerator and denominator on the line: the bound used */
  uint32_t denominator; /* the denominator's; 0 when the results are polynomials */
} TruthReport;

/* T1, interpolation over F_p, p = 2^61 - 1: the value and D[[t]](x) . v of a
 * first-order source program, exactly, with no rule of calculus in it.  The
 * program is run on the line x + s v at s = 0..degree; the degree on that line
 * comes from a run over ring_degree, where inputs that do not move have degree 0.
 * Division, other than by constants, is cleared by carrying numerators and
 * denominators, which may vanish at s > 0.  x and v are dim(context) residues;
 * value and derivative have room for dim(type).  UNABLE when the program uses what
 * F_p does not have, DOMAIN when a denominator vanishes at x, LIMIT when the degree
 * is above TRUTH_MAX_DEGREE.  `report` may be NULL. */
#define TRUTH_MAX_DEGREE 256u
MUST_CHECK Status truth_field_line(Truth *truth, const Program *program, const Scalar *x, const Scalar *v,
                                   Scalar *value, Scalar *derivative, TruthReport *report);

/* The same with the second derivative on the line, D^2[[t]](x)[v, v]. */
MUST_CHECK Status truth_field_second(Truth *truth, const Program *program, const Scalar *x, const Scalar *v,
                                     Scalar *value, Scalar *derivative, Scalar *second);

/* T1's second route: the same by dual numbers F_p[eps]. */
MUST_CHECK Status truth_field_dual(Truth *truth, const Program *program, const Scalar *x, const Scalar *v,
                                   Scalar *value, Scalar *derivative);

/* Dual numbers over exact rationals; x and v are scalars of `rational`, and so
 * are the results: nothing else is left behind in it. */
MUST_CHECK Status truth_rational_dual(Truth *truth, Ring *rational, const Program *program, const Scalar *x,
                                      const Scalar *v, Scalar *value, Scalar *derivative);

/* Dual numbers over binary64 with a running error bound: enclosures of value
 * and derivative, written to the `enclosure` ring's scalars; nothing else is left
 * behind in it.  x and v are exact doubles; an Int input is given as a double too,
 * DOMAIN if it is no Int.  DOMAIN at points outside the domain, and where an enclosure
 * straddles a kink or the edge of a domain. */
MUST_CHECK Status truth_enclosure_dual(Truth *truth, Ring *enclosure, const Program *program, const double *x,
                                       const double *v, Scalar *value, Scalar *derivative);

#endif
