/* T-DUAL: running a straight-line program over dual numbers gives what it denotes and
 * the derivative of that. */
// clang-format off
#define WORDS
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/straight.acsl"
#include "semantics/straight/straight.c"
// clang-format on
