/* The two typing judgements of the linear target language, CHAD Fig. 5. */
#ifndef ADJUDGE_LINEAR_TYPING_H
#define ADJUDGE_LINEAR_TYPING_H

#include "semantics/tables/store.h"

/* context |- t : *type, the Cartesian judgement. */
MUST_CHECK Status linear_infer_cartesian(Store *store, const TypeId *context, uint32_t length, TermId t, TypeId *type);

/* context; v : domain |- t : *type, the linear judgement. */
MUST_CHECK Status linear_infer_linear(Store *store, const TypeId *context, uint32_t length, TypeId domain, TermId t,
                                      TypeId *type);

#endif
