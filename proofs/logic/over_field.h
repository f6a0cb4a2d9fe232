/* F_p as the ring: the integers modulo p are known by their equations, and the ring is defined by them. */
// clang-format off
#define OVER_FIELD
#define WORDS
#define CONGRUENCE_OPAQUE
#undef REALIZE
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/power.acsl"
#include "proofs/logic/classes.acsl"
#define REALIZE
#undef EQUATION
#undef DEFINED
#include "proofs/logic/realize.h"
#include "proofs/logic/factors.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
// clang-format on
