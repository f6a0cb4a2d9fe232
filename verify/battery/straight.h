/* The proved derivatives (T-DUAL and T-GRAD in proofs/): a program's straight-line
 * code, run over dual numbers and swept back. */
#ifndef ADJUDGE_VERIFY_STRAIGHT_H
#define ADJUDGE_VERIFY_STRAIGHT_H

#include "verify/battery/subject.h"

/* Records the program, whose inputs and outputs are all real, on the battery's recorder: the node of
 * each output; `room` for inverses, 0 for none (rings.h).  UNABLE for what is no polynomial, but quotients where there
 * is room. */
MUST_CHECK Status straight_record(Subject *subject, uint32_t room, Scalar *output);

/* Values and derivatives along v at x over F_p of a program whose inputs and outputs
 * are all real; `answer` has room for twice the outputs.  By dual numbers, or if
 * `reverse` as the product of v with the gradient of each output.  UNABLE for what
 * is no polynomial. */
MUST_CHECK Status straight_derivative(Subject *subject, const Scalar *x, const Scalar *v, bool reverse, Scalar *answer);

#endif
