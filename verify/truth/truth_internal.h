/* What the truth tiers share; not for their callers. */
#ifndef ADJUDGE_VERIFY_TRUTH_INTERNAL_H
#define ADJUDGE_VERIFY_TRUTH_INTERNAL_H

#include "verify/truth/truth.h"

/* A dual ring over the base it was last asked for. */
typedef struct DualSlot {
  Ring *base, *dual;
} DualSlot;

struct Truth {
  Store *store;
  Arena arena;
  Ring *field, *degrees, *fractions;
  uint64_t *weights[TRUTH_MAX_DEGREE + 1]; /* by degree; NULL until asked for */
  DualSlot field_dual, rational_dual, enclosure_dual;
  mpq_t *kept; /* results on their way out of a ring that is released */
  size_t kept_count;
};

/* The flat form of a program's inputs and outputs, and room for one of each, in
 * the truth's arena. */
typedef struct Layout {
  size_t inputs, outputs;
  bool *input_is_int, *output_is_int;
  Scalar *input, *output;
} Layout;

/* ILL_TYPED when the context or the type is not first-order. */
MUST_CHECK Status truth_layout(Truth *truth, const Program *program, Layout *layout);
/* Runs the source program on layout->input to layout->output. */
MUST_CHECK Status truth_run(Truth *truth, Ring *ring, const Program *program, const Layout *layout);
/* Weights of the derivative at 0 for the nodes 0..degree, residues, and after them
 * those of the second derivative; NULL above TRUTH_MAX_DEGREE and without memory. */
const uint64_t *truth_weights(Truth *truth, uint32_t degree);

void truth_free_duals(Truth *truth);

#endif
