/* T-CERT: what is looked at before a program of a file is believed to be one. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/formed.c"
// clang-format on
