/* T-CHECK: PROVED is given only when all canonical forms are equal, and only by
 * verdict_proved; HOLDS only when every place agrees. */
// clang-format off
#include "proofs/logic/realize.h"
#include <stdint.h>
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "verify/laws/verdict.c"
// clang-format on
