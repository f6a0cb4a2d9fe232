/* T-ARENA, for the table of operations: what is found or added is what was asked for, and no operation
 * stands in it twice. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/tables/op_nodes.h"
#include "proofs/logic/operations.acsl"
#include "semantics/tables/op_table.c"
// clang-format on
