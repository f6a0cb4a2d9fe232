/* The equations about terms, what they denote, and copowers, for -DREALIZE. */
// clang-format off
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
#include "proofs/logic/term_table.acsl"
#include "proofs/logic/denotes.acsl"
#include "semantics/chad/monoid/monoid.h"
#include "proofs/logic/maps.acsl"
// clang-format on
