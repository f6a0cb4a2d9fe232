/* Whether the terms of a store are what the interpreter asks for, proved (T-EVAL, proofs/laws/store_formed.c). */
#ifndef ADJUDGE_SOURCE_FORMED_H
#define ADJUDGE_SOURCE_FORMED_H

#include "semantics/tables/store.h"

/* Exactly if each term has the kids that its constructor needs, below it, and names an operation and a constant of the
 * tables. Terms below the two counts were looked at before. */
/*@ requires store: readable(store);
    requires counts: 0 < working && 0 < definitions;
    requires before: \forall integer t; is_term(store, t) && known_before(t, working, definitions) ==> formed(store, t);
    assigns \nothing;
    ensures formed: \result <==> store_formed(store); */
bool store_formed_beyond(const Store *store, uint32_t working, uint32_t definitions);

#endif
