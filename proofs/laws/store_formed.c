/* T-EVAL: what is looked at before a program is run. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/tables/store.h"
#include "proofs/logic/terms.acsl"
#include "semantics/source/formed.c"
// clang-format on
