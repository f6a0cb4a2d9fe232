/* T-GRAD: sweeping a straight-line program back gives the gradient of what it denotes. */
// clang-format off
#define WORDS
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/tape.acsl"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/gradient.acsl"
#include "semantics/dualnum/gradient.c"
// clang-format on
