/* T-CERT: what an accepted certificate claims is so. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/claims.h"
#include "proofs/logic/equation.acsl"
#include "proofs/logic/derive.acsl"
#include "proofs/logic/certificate.acsl"
#include "proofs/logic/derived_means.acsl"
#include "verify/kernel/certificate.c"
// clang-format on
