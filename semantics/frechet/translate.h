/* From point-free form into functions on Hilbert spaces (rules/frechet, the last
 * section). */
#ifndef ADJUDGE_HILBERT_TRANSLATE_H
#define ADJUDGE_HILBERT_TRANSLATE_H

#include "semantics/combinatory/pointfree.h"
#include "semantics/frechet/terms.h"

/* The space of a source type without functions, sums and Int: real is R, real^n is
 * R^n, T*S is T (+) S, 1 is 0, an array T^n is T^n. */
HilSpace hil_space_of(HilTerms *terms, const TypeTable *types, TypeId type);
/* The function that a checked point-free term means. */
MUST_CHECK Status hil_translate(HilTerms *terms, const PfTable *from, PfId p, HilFunId *out);

#endif
