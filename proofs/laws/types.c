/* T-ARENA, for the table of types: what is found or added is what was asked for, and no type
 * stands in it twice. */
// clang-format off
#include "proofs/logic/realize.h"
#include "semantics/tables/types.h"
/* As in type_table.h, whose contracts need the logic first; the preprocessor complains if the two differ. */
#define TYPE_TABLE_LIMIT ((uint32_t)1 << 22)
#include "proofs/logic/types.acsl"
#include "semantics/tables/type_measure.c"
#include "semantics/tables/type_table.c"
// clang-format on
