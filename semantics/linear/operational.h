/* What is claimed of the operational meaning (CHAD Lemma 5.7, Lemma 5.9), in a
 * form that can be checked; the evaluator itself is operational_evaluator. */
#ifndef ADJUDGE_LINEAR_OPERATIONAL_H
#define ADJUDGE_LINEAR_OPERATIONAL_H

#include "semantics/core/evaluator.h"

/* SEM-SUBJ.  Runs a Cartesian program of any type at a flat input of its
 * first-order context and says whether the value is canonical and of the
 * program's type: closures have the types of what they captured, their bodies
 * are typed by the judgements.  A \v.r : P_ -o S_ with P_ first-order that the
 * value is, or has as a component, is run at the identity, and its result
 * looked at likewise. */
MUST_CHECK Status operational_check_subject(Machine *machine, const Program *program, const Scalar *input,
                                            bool *canonical);

/* SEM-DET.  Whether, at every node of the program, at most one rule of => has a
 * left-hand side that matches, whatever the values of the subterms that it
 * inspects; the rules are matched from a table apart from the evaluator. */
MUST_CHECK Status operational_check_determinism(Store *store, const Program *program, bool *deterministic);

/* SEM-SOUND.  Runs the program and reads its value back as a closed term of the
 * program's type: closures by substituting what they captured; a component
 * \v.r : P_ -o S_ with P_ first-order as the canonical value of r, a matrix as
 * matvec with a constant matrix.  UNABLE when a scalar is not a rational number
 * (or its ring is not F_p, the rationals or binary64), and for arrays that no
 * term can list (of functions, of integers). */
MUST_CHECK Status operational_readback(Machine *machine, const Program *program, const Scalar *input,
                                       TermId *value_term);

#endif
