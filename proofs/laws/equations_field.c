/* The laws of rings, and the equations about rings, tapes and straight-line programs, over F_p, for -DREALIZE. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/over_field.h"
#include "proofs/logic/choices.acsl"
#include "semantics/straight/recorded.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/dense.acsl"
#include "proofs/logic/tape.acsl"
#include "semantics/dualnum/rows.h"
#include "proofs/logic/rows.acsl"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/recorder.acsl"
#include "proofs/logic/taylor.acsl"
#include "proofs/logic/gradient.acsl"
// clang-format on
