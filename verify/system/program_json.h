/* Residual programs as JSON, for interpreters over a system's own numbers.
 *
 *   {"inputs": 2, "outputs": 1, "code": [["*", 0, 1], ["number", 0.5], ["^", 2, 3.0], ["return", 4]]}
 *
 * The inputs are the registers 0 .. inputs - 1, and each statement makes the next one; its operands are registers.  The
 * last word of "^" is the exponent.  A test, ["if", "<", 0, 1, [...], [...]], ends its list: what is done where it
 * holds, and elsewhere; each list ends with a test or a return. */
#ifndef ADJUDGE_VERIFY_PROGRAM_JSON_H
#define ADJUDGE_VERIFY_PROGRAM_JSON_H

#include "verify/system/residual.h"

#include <jansson.h>

/* NULL without memory. */
json_t *program_json(const Residual *residual);

#endif
