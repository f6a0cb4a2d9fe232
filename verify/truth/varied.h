/* A program's own run with one real input that varies: what derivatives, counts and
 * analyses by CHAD are compared with.  No transform is in it. */
#ifndef ADJUDGE_VERIFY_VARIED_H
#define ADJUDGE_VERIFY_VARIED_H

#include "semantics/evaluator.h"

typedef struct Varied {
  Ring *ring, *variation; /* numbers, each with what it varies by: of the second */
  Scalar (*make)(Ring *ring, Scalar value, Scalar variation);
  Scalar (*take)(const Ring *ring, Scalar output); /* what an output varies by */
  const uint32_t *input_slot, *output_slot;        /* the flat places of the real inputs and outputs */
  uint32_t inputs, outputs;                        /* flat: */
  uint32_t columns, rows;                          /* of them real */
} Varied;

/* The program at `point`, its real input `column` varying by 1 and the others by 0: what each real output varies by.
 * `room` is for inputs + outputs scalars.  The machine's ring is that of `varied`. */
MUST_CHECK Status varied_column(Machine *machine, const Program *program, const Varied *varied, const Scalar *point,
                                uint32_t column, Scalar *room, Scalar *out);

#endif
