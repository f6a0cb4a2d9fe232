/* T-FIELD: powers and inverses of F_p are those of integers modulo p. */
// clang-format off
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/power.acsl"
#include "semantics/rings/field_power.h"
// clang-format on
