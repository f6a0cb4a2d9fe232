/* CHAD, forward and reverse: sections 7 and 10 of the paper, with arrays by the
 * extension's rules.  See ad/engine.h for the transform on programs. */
#ifndef ADJUDGE_AD_CHAD_H
#define ADJUDGE_AD_CHAD_H

#include "ad/engine.h"

typedef enum ChadMode { CHAD_FORWARD, CHAD_REVERSE } ChadMode;

/* How deep source terms and types may nest; deeper is STATUS_LIMIT. */
#define CHAD_DEPTH 4000u

/* Path = mu b. 1 + Int * b, which names the nodes of data (data.c). */
TypeId chad_path_type(TypeTable *types);
/* D(T)1 and D(T)2 of a source type; none at a limit. */
TypeId chad_primal(Store *store, ChadMode mode, TypeId type);
TypeId chad_tangent(Store *store, ChadMode mode, TypeId type);
/* D(G)2: the snoc list ((1_ * D(T1)2) * ...) * D(Tn)2. */
TypeId chad_context_tangent(Store *store, ChadMode mode, const TypeId *context, uint32_t length);

/* Which rule of a file, by its line, is wrong as a scheme, and why; NULL: none is. */
const char *chad_rules_fault(void);

/* What a source that the transformation answered UNABLE to has and CHAD lacks, by name. */
const char *chad_missing(const Store *store, TermId t);

#endif
