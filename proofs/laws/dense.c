/* T-MATRIX: <A x, w> = <A^T w, x>, for every matrix and all vectors. */
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
#include "proofs/logic/dense.acsl"
#include "semantics/rings/dense.c"
// clang-format on
