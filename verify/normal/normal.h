/* Normal forms for the beta-eta+ equations of CHAD Figs. 4 and 6: beta-normal,
 * eta-long, linear sums as sorted formal sums.
 *
 * COMPLETE for this theory, in both languages: two terms of one type in one
 * context have the same normal form if and only if Figs. 4 and 6 make them
 * equal, where operations, elementary linear operations (Dop and Dop^t among
 * them), constants and the array constructs are uninterpreted: equal to
 * themselves at equal parts, and additive where they are linear.  The equations
 * are those of let, unit, products, functions, powers, copowers and linear
 * functions with eta, and commutative monoids with linearity.
 *
 * ONE-SIDED beyond it: terms with different normal forms may have one meaning
 * by the algebra of operations (x + y = y + x, 2 * x = x + x, D(*) unfolded), by
 * equations of arrays (index i (build n f) = f i), or by equations of copowers at
 * equal keys.  Equal normal forms mean equal terms everywhere.
 *
 * OUTSIDE, and refused: injections and match (sums of types have no normal forms of
 * this kind), iterate, while, fold, scan, total, gather, scatter, letrec, and the
 * linear forms of match and iteration.
 *
 * How: normalisation by evaluation.  A linear term is additive in v, so that at
 * real_^n, copowers and arrays its value is a formal sum of chains, each of which
 * uses v once: eliminations of v, cases that unpack it, constructors around it.
 * By the eta law of copowers a case stands as far out as what it mentions allows:
 * there it is unique.  It shares no code with rewriting, evaluators or
 * transformations. */
#ifndef ADJUDGE_VERIFY_NORMAL_H
#define ADJUDGE_VERIFY_NORMAL_H

#include "semantics/evaluator.h"

/* Steps (values and parts made) that a normal form may take when nobody says otherwise. */
#define NORMAL_STEPS ((uint64_t)1 << 22)
/* How deep evaluation may nest. */
#define NORMAL_DEPTH 4000u

/* The normal form of a well-typed Cartesian program, of either language, as a
 * working term of its store.  It has the type of the program.  UNABLE when a construct
 * is outside.  LIMIT when it takes
 * more than `steps`, nests too deep, or memory ends (arena or store): then equality
 * is undecided.  What it makes in the arena is released. */
MUST_CHECK Status normal_form(Store *store, Arena *arena, uint64_t steps, const Program *program, TermId *result);

/* An order of terms in one store that does not look at name hints: 0 for the same tree. */
int normal_compare(const Store *store, TermId a, TermId b);

#endif
