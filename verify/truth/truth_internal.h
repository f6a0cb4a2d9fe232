/* What the truth tiers share; not for their callers. */
#ifndef ADJUDGE_VERIFY_TRUTH_INTERNAL_H
#define ADJUDGE_VERIFY_TRUTH_INTERNAL_H

#include "semantics/straight/ring_straight.h"
#include "verify/truth/smt.h"
#include "verify/truth/truth_certified.h"

/* A dual ring over the base it was last asked for. */
typedef struct DualSlot {
  Ring *base, *dual;
} DualSlot;

struct Truth {
  Store *store;
  Arena arena;
  Ring *field, *degrees, *fractions, *straight;
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

/* A polynomial program as straight-line code, in the truth's arena. */
typedef struct Recorded {
  StraightProgram program;
  Ring *ring;       /* of the constants at present */
  Scalar *constant; /* the program's constants over it */
  Scalar *value;    /* room for the values of the nodes; NULL: nothing is recorded */
  Scalar *place;    /* of each output: its node, or the word of an Int */
} Recorded;

/* The most nodes that are recorded: more cost more memory than they save time. */
#define TRUTH_MOST_NODES ((uint32_t)1 << 20)

/* Runs the source program once at layout->input, which holds the Ints, and records what
 * it does; valid until it is called again.  Nothing of what is no polynomial, or fails. */
void truth_record(Truth *truth, const Program *program, const Layout *layout, Recorded *recorded);
/* As truth_run, by what was recorded if something was. */
MUST_CHECK Status truth_rerun(Truth *truth, Ring *ring, const Program *program, const Layout *layout,
                              Recorded *recorded);
/* Weights of the derivative at 0 for the nodes 0..degree, residues, and after them
 * those of the second derivative; NULL above TRUTH_MAX_DEGREE and without memory. */
const uint64_t *truth_weights(Truth *truth, uint32_t degree);

void truth_free_duals(Truth *truth);

/* Of T3: what it was made with, and a solver of its own (NULL without memory). */
Truth *certified_truth(const Certified *certified);
Smt *certified_solver(Certified *certified);
/* Another question at a point: the solver has all of its hard questions for it. */
void certified_renew(Certified *certified);
/* Room for derivatives up to the order. */
MUST_CHECK Status enclosures_shape(Enclosures *enclosures, const Layout *layout, uint32_t order);

#endif
