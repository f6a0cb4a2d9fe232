/* T-TRANSPOSE: the reverse sweep of a tape is the transpose of its forward sweep. */
// clang-format off
#define WORDS
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/rings/ring.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/tape.acsl"
#include "semantics/dualnum/sweep.c"
// clang-format on
