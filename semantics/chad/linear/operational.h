/* What is claimed of the operational meaning (CHAD Lemma 5.7, Lemma 5.9), in a
 * form that can be checked; the evaluator itself is operational_evaluator. */
#ifndef ADJUDGE_LINEAR_OPERATIONAL_H
#define ADJUDGE_LINEAR_OPERATIONAL_H

#include "semantics/evaluator.h"
#include "semantics/tables/rules.h"

/* SEM-SUBJ.  Runs a Cartesian program of any type at a flat input of its
 * first-order context and says whether the value is canonical and of the
 * program's type: closures have the types of what they captured, their bodies
 * are typed by the judgements.  A \v.r : P_ -o S_ with P_ first-order that the
 * value is, or has as a component, is run at the identity, and its result
 * looked at likewise. */
MUST_CHECK Status operational_check_subject(Machine *machine, const Program *program, const Scalar *input,
                                            bool *canonical);

/* The forms that a canonical value, or what else a rule looks at (the type of
 * 0_, the code of a lop), can have; each value has exactly one. */
typedef enum CanonicalForm {
  FORM_UNIT,
  FORM_INT,
  FORM_REALS,
  FORM_PAIR,
  FORM_ARRAY,
  FORM_VEC,
  FORM_INL,
  FORM_INR,
  FORM_ROLL,
  FORM_FUNCTION,
  FORM_LINEAR_FUNCTION,
  FORM_MATRIX,
  FORM_LINEAR_UNIT,
  FORM_LINEAR_PAIR,
  FORM_LINEAR_ARRAY,
  FORM_POWER,
  FORM_COPOWER_NONE,
  FORM_COPOWER_ONE,
  FORM_COPOWER_MORE,
  FORM_ELEMENTARY_LOP,
  FORM_DERIVED_LOP,
  FORM_COUNT
} CanonicalForm;

/* How many rules of => have a left-hand side that matches the term, in the
 * Cartesian or the linear judgement, when what the rules look at has the form
 * given.  `rule` (may be NULL) is the last that matches. */
uint32_t operational_rules_matching(const Store *store, TermId t, bool linear, CanonicalForm form, RuleId *rule);

/* SEM-DET.  Whether at every node of the program at most one rule of => matches,
 * whatever the form of what the rules look at; they are matched from a table
 * apart from the evaluator.  LIMIT when the program is nested too deep. */
MUST_CHECK Status operational_check_determinism(Store *store, const Program *program, bool *deterministic);

/* SEM-SOUND.  Runs the program and reads its value back as a closed term of the
 * program's type: closures by substituting what they captured; a component
 * \v.r : P_ -o S_ with P_ first-order as the canonical value of r, a matrix as
 * matvec with a constant matrix.  UNABLE when a scalar is not a rational number
 * (or its ring is not F_p, the rationals or binary64), and for arrays that no
 * term can list (of functions, of integers).  The constants stay in the store. */
MUST_CHECK Status operational_readback(Machine *machine, const Program *program, const Scalar *input,
                                       TermId *value_term);

#endif
