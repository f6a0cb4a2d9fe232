/* The typing judgement of the source language, CHAD Fig. 3. */
#ifndef ADJUDGE_SOURCE_TYPING_H
#define ADJUDGE_SOURCE_TYPING_H

#include "semantics/tables/store.h"

/* context |- t : *type for a source term.  context[length-1] is index 0.
 * ILL_TYPED also for every constructor of the target language, and for a
 * linear type in a binder.  LIMIT at nesting deeper than TYPING_DEPTH or
 * contexts longer than TYPING_CONTEXT. */
MUST_CHECK Status source_infer(Store *store, const TypeId *context, uint32_t length, TermId t, TypeId *type);

#define TYPING_DEPTH ((uint32_t)20000)
#define TYPING_CONTEXT ((uint32_t)20000)

#endif
