/* The equations about the integers in a ring, for -DREALIZE. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
// clang-format on
