/* Proofs of equality between nodes of a straight-line program.
 *
 * A proof is a list of steps, each of which says that two nodes are equal: by an axiom
 * of commutative rings, by the sum or product of two integers, by a hypothesis, because their
 * operands are equal, or by steps before it.  Proved (T-CERT, proofs/laws/equation.c): whoever
 * wrote the steps, if `equation_steps` accepts them, the two nodes of each are equal for
 * all inputs that satisfy the hypotheses, in every commutative ring. */
#ifndef ADJUDGE_KERNEL_EQUATION_H
#define ADJUDGE_KERNEL_EQUATION_H

#include "verify/kernel/steps.h"

/* Whether each step follows from those before it. */
/*@ requires program: numbered_program(c, inputs);
    requires steps: \valid_read(step + (0 .. count - 1));
    assigns \nothing;
    ensures equal: \result ==> steps_hold(c, step, count); */
bool equation_steps(NumberedProgram c, const Step *step, uint32_t count) /*@ ghost (uint32_t inputs) */;

#endif
