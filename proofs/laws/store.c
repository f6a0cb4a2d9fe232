/* T-ARENA for T-EVAL: what holds of every table of terms is what the interpreter's contracts ask of the store's. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/tables/store.h"
#include "proofs/logic/terms.acsl"
#include "proofs/logic/term_table.acsl"
// clang-format on

/* A sound table can be read as the interpreter's contracts ask for, and a kid of a term is none, or a term below it in
 * their order; a first-order term has two kids at most. */
/*@ requires store: \valid_read(store);
    requires sound: terms_sound(&store->terms);
    requires term: is_term(store, t.id);
    assigns \nothing;
    ensures table: store->terms.definitions.count <= TERM_DEFINITION_BIT &&
      store->terms.working.count <= TERM_DEFINITION_BIT &&
      \valid_read(store->terms.definitions.terms + (0 .. store->terms.definitions.count - 1)) &&
      \valid_read(store->terms.working.terms + (0 .. store->terms.working.count - 1));
    ensures first: kid_of(store, t.id, 0) == 0 || is_kid(store, t.id, kid_of(store, t.id, 0));
    ensures second: kid_of(store, t.id, 1) == 0 || is_kid(store, t.id, kid_of(store, t.id, 1)); */
static void kids_below(const Store *store, TermId t) {
  (void)store;
  (void)t;
  /*@ assert working: t.id < TERM_DEFINITION_BIT ==>
        term_formed(store->terms.working.terms + t.id, t.id, store->terms.definitions.count); */
  /*@ assert definition: t.id >= TERM_DEFINITION_BIT ==>
        term_formed(store->terms.definitions.terms + (t.id - TERM_DEFINITION_BIT), 1, t.id - TERM_DEFINITION_BIT); */
}
