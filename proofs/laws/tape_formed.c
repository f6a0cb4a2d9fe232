/* T-TRANSPOSE: what is looked at before a tape is swept. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/core/ring.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/tape.acsl"
#include "semantics/dual/rows.h"
#include "proofs/logic/rows.acsl"
#include "semantics/dual/formed.c"
// clang-format on
