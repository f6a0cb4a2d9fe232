/* An occurrence of Dop or Dop^t as a matrix over a semiring.  Private to monoid/. */
#ifndef ADJUDGE_MONOID_TABLE_H
#define ADJUDGE_MONOID_TABLE_H

#include "semantics/chad/monoid/hom.h"

typedef struct Table {
  const OpNode *op;
  bool transpose;
  const Derivation *occurrence;
  const Hom *body; /* of Dop or Dop^t, denoted at the operands over the machine's ring */
  const Scalar *operand[OP_MAX_ARITY];
} Table;

/* The weight of each edge, over the machine's analysis. */
MUST_CHECK Status table_weights(Machine *machine, const Table *table, const Scalar **out);
/* The value of a HOM_TABLE. */
MUST_CHECK Status table_apply(Machine *machine, const Hom *hom, const MonoidElement *v, const MonoidElement **out);

#endif
