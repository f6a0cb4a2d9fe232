/* A program in the system's own language that shows a finding without Adjudge.  The system describes how:
 *
 *   "reproduction": {"language": "torch", "suffix": "py", "head": "import torch\n", "vjp": "...$X...$SEED...", ...}
 *
 * In these texts $X is the point and $SEED the tangent or cotangent, numbers between commas; $N is how many inputs
 * there are, $M how many outputs, $OUTPUT the output of a hessian.  Where the language has no comments to the end of a
 * line, "comment" and "uncomment" are what opens one and what shuts it. */
#ifndef ADJUDGE_VERIFY_REPRODUCTION_H
#define ADJUDGE_VERIFY_REPRODUCTION_H

#include "verify/system/trial.h"

/* malloc'ed; NULL where the system does not say how. */
char *reproduction_write(const System *system, const Residual *residual, const char *program, Mode mode,
                         const Failure *failure);
/* "py": of the files; NULL where there is none. */
const char *reproduction_suffix(const System *system);

#endif
