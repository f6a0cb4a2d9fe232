/* T-CERT: PROVED is what a checked certificate gives, and nothing else gives it. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
#include "semantics/core/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/claims.h"
#include "proofs/logic/equation.acsl"
#include "proofs/logic/derive.acsl"
#include "proofs/logic/certificate.acsl"
#include "verify/kernel/gate.c"
// clang-format on
