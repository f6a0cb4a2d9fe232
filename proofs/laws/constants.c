/* T-ARENA, for the table of constants: what is found or added is what was asked for, and no constant
 * stands in it twice. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/rings/constants.h"
#include "proofs/logic/slots.acsl"
#include "proofs/logic/constants.acsl"
#include "semantics/rings/rationals.c"
#include "semantics/rings/constant_table.c"
// clang-format on
