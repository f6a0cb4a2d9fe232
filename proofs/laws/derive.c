/* T-CERT: the derivative as nodes denotes the derivative. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/steps.h"
#include "proofs/logic/equation.acsl"
#include "proofs/logic/derive.acsl"
#include "verify/kernel/derive.c"
#include "proofs/logic/derived_means.acsl"
// clang-format on
