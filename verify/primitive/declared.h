/* Which points a specification claims no derivative at. */
#ifndef ADJUDGE_VERIFY_DECLARED_H
#define ADJUDGE_VERIFY_DECLARED_H

#include "verify/primitive/primitive.h"

typedef struct Declared Declared;
Declared *declared_new(const Primitive *primitive); /* NULL without memory */
void declared_free(Declared *declared);
/* Whether the specification claims no derivative at the flat rational point: a `domain`
 * does not hold there, or a `kink` is there, or neither is decided. */
bool declared_at(void *declared, const mpq_t *x);
/* The value, undefined where a `domain` does not hold; TERM_NONE_ID where none is declared, and beyond limits. */
TermId declared_value(const Primitive *primitive);

#endif
