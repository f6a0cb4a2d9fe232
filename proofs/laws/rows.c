/* T-TRANSPOSE with rows: the reverse sweep of a whole tape. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/rings/ring.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/tape.acsl"
#include "semantics/dualnum/rows.h"
#include "proofs/logic/rows.acsl"
#include "semantics/dualnum/sweep_rows.c"
// clang-format on
