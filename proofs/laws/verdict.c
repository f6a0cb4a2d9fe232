/* T-CHECK: DECIDED is given exactly when all canonical forms are equal, and only by
 * verdict_decided; HOLDS only when every place agrees; what differs is refuted. */
// clang-format off
#include "proofs/logic/realize.h"
#include <stdint.h>
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/verdict.acsl"
#include "verify/battery/verdict.c"
// clang-format on
