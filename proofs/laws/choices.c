/* T-SIMP: the simplifications by the laws of a ring keep the denotation. */
// clang-format off
#include "proofs/logic/realize.h"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/choices.acsl"
#include "ad/simplify/choices.h"
// clang-format on
