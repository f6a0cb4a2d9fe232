/* Typing derivations: what the denotation is defined on, CHAD section 5.3.
 *
 * A derivation is a term with the type of each subterm, and with the type of v
 * where the judgement is linear.  It is made from a term by typing it. */
#ifndef ADJUDGE_MONOID_DERIVATION_H
#define ADJUDGE_MONOID_DERIVATION_H

#include "semantics/evaluator.h"
#include "semantics/tables/rules.h"

/* For the function of one rule of a recursive judgement: kept out of the
 * judgement's frame, which else would hold the locals of all rules. */
#define OWN_FRAME __attribute__((noinline))

typedef struct Derivation {
  TermKind kind;
  uint32_t payload; /* as in the term */
  TypeId type;
  TypeId domain; /* of v; none in the Cartesian judgement */
  const struct Derivation *kid[TERM_KIDS];
  /* LOP of Dop or Dop^t: operands(op); v : LDom |- body : CDom */
  const struct Derivation *body;
} Derivation;

/* context |- t : type; ILL_TYPED if there is no derivation. */
MUST_CHECK Status derivation_make(Machine *machine, const Program *program, const Derivation **out);

#endif
