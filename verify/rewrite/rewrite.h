/* The beta-eta+ equations of CHAD Figs. 4 and 6 as rewriting anywhere in a
 * program: what the laws BE-* and FUN-* compare. */
#ifndef ADJUDGE_VERIFY_REWRITE_H
#define ADJUDGE_VERIFY_REWRITE_H

#include "semantics/core/evaluator.h"

typedef enum EquationId {
#define EQUATION(id, law, figure, formula) EQUATION_##id,
#include "verify/rewrite/equations.def"
#undef EQUATION
  EQUATION_COUNT
} EquationId;

typedef struct EquationInfo {
  const char *law, *figure, *formula;
  bool target; /* an equation of the linear target language only (Fig. 6) */
} EquationInfo;

const EquationInfo *equation_info(EquationId equation);

/* Rewrites the program by the equation at its `place`-th applicable place in
 * preorder (beta left to right; eta right to left, i.e. expanding; commutativity
 * and associativity either way).  *result is id 0 when there are no more places.
 * The program is a well-typed Cartesian one; `target` says in which language. */
MUST_CHECK Status rewrite_at(Store *store, const Program *program, bool target, EquationId equation, uint32_t place,
                             TermId *result);

#endif
