/* The simplifier's first-order rules: the formulas of simplify.def, read and run.
 *
 *   fst (a, b) ~> a          (let x = e in a) + b ~> let x = e in a + b
 *
 * Letters stand for any term; one that stands twice on the left, for equal ones.  x, y, i
 * that a let, a function, a build or a case binds are identifiers, and v is the linear
 * one.  A term keeps what its identifiers are: on the right it may stand under more
 * binders than on the left, not under fewer, so that `x not free in b` needs no saying.
 * a[s/v] puts s for v.  Equations of a rule are parted by semicolons, and a comma begins
 * what is said to the reader. */
#ifndef ADJUDGE_AD_SIMPLIFY_EQUATION_H
#define ADJUDGE_AD_SIMPLIFY_EQUATION_H

#include "ad/simplify/simplify.h"

/* The equations of a rule. */
typedef struct Equations Equations;
struct Simplifier;

const Equations *equations_of(SimplifyRule rule);
/* A bit for each constructor that stands outermost on the left of one. */
uint64_t equations_roots(const Equations *equations);
/* What the node becomes by the first equation that it fits; id 0 where none does. */
TermId equations_apply(const Equations *equations, struct Simplifier *s, const Term *t);
/* The first formula that cannot be read, or has on the right what is not on the left; NULL where there is none. */
const char *equations_fault(void);

#endif
