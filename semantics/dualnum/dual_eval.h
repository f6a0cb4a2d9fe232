/* Running a derivative of dual-numbers AD, over any ring. */
#ifndef ADJUDGE_DUAL_EVAL_H
#define ADJUDGE_DUAL_EVAL_H

#include "semantics/dualnum/dual.h"
#include "semantics/dualnum/meter.h"

/* See Engine.run.  What the run took is added to *meter. */
MUST_CHECK Status dual_run(Machine *machine, const DualProgram *program, const Scalar *input, uint32_t seeds,
                           const Scalar *seed, Scalar *primal, Scalar *image, CostMeter *meter);

#endif
