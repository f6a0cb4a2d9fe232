/* T-FIELD: arithmetic of F_p in 64-bit words is that of integers modulo p. */
// clang-format off
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "semantics/rings/field.h"
// clang-format on
