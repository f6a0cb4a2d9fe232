/* Running source programs on the tape: the last stage of dual-numbers reverse
 * AD, where the transform is the interpreter itself. */
#ifndef ADJUDGE_DUAL_TAPE_RUN_H
#define ADJUDGE_DUAL_TAPE_RUN_H

#include "semantics/dualnum/tape.h"

/* The value of a first-order source program at a flat input.  With a tape, which
 * must be empty, every real of the input is a node 0, 1, ... in order and what is
 * computed from them follows; ids[k] is the node of the k-th real of the result,
 * TAPE_CONSTANT if it depends on no input.  `ids` has room for dim(type); both
 * may be NULL: the same evaluator without recording. */
MUST_CHECK Status tape_eval(Machine *machine, const Program *program, const Scalar *input, Tape *tape, Scalar *output,
                            uint32_t *ids);

/* The value and, for each of `seeds` cotangents, the gradient: see Engine.run.
 * What it took is added to *meter; `calls` are entries resolved. */
MUST_CHECK Status tape_gradient(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                                const Scalar *seed, Scalar *primal, Scalar *image, CostMeter *meter);

/* The real scalars of a first-order type: its flat ones without the Ints. */
uint32_t real_dimension(const TypeTable *types, TypeId type);

#endif
