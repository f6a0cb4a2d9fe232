/* T-ARENA, for the table of names: what is found or added is what was asked for, and no name stands in it twice. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/tables/names.h"
#include "proofs/logic/slots.acsl"
#include "proofs/logic/names.acsl"
#include "semantics/tables/names.c"
// clang-format on
