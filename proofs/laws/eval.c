/* T-EVAL: of a first-order term the source interpreter gives what it denotes. */
// clang-format off
#define WORDS
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/memory/arena_state.h"
#include "proofs/logic/arena.acsl"
#include "semantics/source/value.h"
#include "proofs/logic/values.acsl"
#include "proofs/logic/terms.acsl"
#include "proofs/logic/denotes.acsl"
#include "semantics/source/core.c"
// clang-format on
