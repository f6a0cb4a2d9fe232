/* The equations about rings, matrices, tapes and straight-line programs, for -DREALIZE. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/choices.acsl"
#include "semantics/straight/recorded.h"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/dense.acsl"
#include "proofs/logic/cells.acsl"
#include "proofs/logic/columns.acsl"
#include "proofs/logic/tape.acsl"
#include "semantics/dualnum/rows.h"
#include "proofs/logic/rows.acsl"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/recorder.acsl"
#include "proofs/logic/taylor.acsl"
#include "proofs/logic/order.acsl"
#include "proofs/logic/gradient.acsl"
// clang-format on
