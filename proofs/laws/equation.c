/* T-CERT: what a list of steps says is so, for all inputs, in every commutative ring. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/steps.h"
#include "proofs/logic/equation.acsl"
#include "verify/kernel/equation.c"
// clang-format on
