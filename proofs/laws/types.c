/* T-ARENA, for the table of types: what is found or added is what was asked for, and no type
 * stands in it twice. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/core/types.h"
#include "proofs/logic/types.acsl"
#include "semantics/core/types.c"
// clang-format on
