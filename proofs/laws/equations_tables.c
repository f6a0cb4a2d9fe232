/* The equations about the arena and its tables, and those of powers modulo p, for -DREALIZE. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/memory/arena_state.h"
#include "proofs/logic/arena.acsl"
#include "proofs/logic/arena_kept.acsl"
#include "semantics/tables/names.h"
#include "semantics/rings/constants.h"
#include "proofs/logic/slots.acsl"
#include "proofs/logic/names.acsl"
#include "proofs/logic/constants.acsl"
#include "semantics/tables/op_nodes.h"
#include "proofs/logic/operations.acsl"
#include "semantics/tables/types.h"
#define TYPE_TABLE_LIMIT ((uint32_t)1 << 22)
#include "proofs/logic/types.acsl"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/power.acsl"
#include "proofs/logic/classes.acsl"
// clang-format on
