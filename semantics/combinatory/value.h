/* Values of the point-free language: trees whose leaves are vectors of scalars.
 *
 * Parts are shared, so that pairing and replicating copy nothing.  The scalars
 * are words of a ring, or of any other value domain (domain.h). */
#ifndef ADJUDGE_POINTFREE_VALUE_H
#define ADJUDGE_POINTFREE_VALUE_H

#include "semantics/memory/arena.h"
#include "semantics/rings/ring.h"
#include "semantics/tables/types.h"

typedef struct PfValue {
  uint32_t n;                  /* how many scalars, or parts */
  const Scalar *scalars;       /* of a real^n; else NULL */
  const struct PfValue *parts; /* of a pair, or of an array of other elements */
} PfValue;

static inline PfValue pf_vector(uint32_t n, const Scalar *scalars) { return (PfValue){n, scalars, NULL}; }

/* Element k of an array, k < n. */
static inline PfValue pf_element(const PfValue *array, uint32_t k) {
  return array->scalars != NULL ? pf_vector(1, array->scalars + k) : array->parts[k];
}

/* The pair of two values; LIMIT without memory. */
MUST_CHECK Status pf_pair(Arena *arena, const PfValue *a, const PfValue *b, PfValue *out);
/* The array of `n` elements of one type; `real`: they are reals. */
MUST_CHECK Status pf_array(Arena *arena, bool real, uint32_t n, const PfValue *elements, PfValue *out);

/* The value of a first-order type without Int whose scalars come next in *flat,
 * which is moved past them; the value points into them. */
MUST_CHECK Status pf_read_flat(Arena *arena, const TypeTable *types, TypeId type, const Scalar **flat, PfValue *out);
/* Writes its scalars in order, moving *flat past them.  STUCK if the value is not of the
 * type. */
MUST_CHECK Status pf_write_flat(const TypeTable *types, TypeId type, const PfValue *value, Scalar **flat);

#define PF_VALUE_DEPTH 4000u /* nesting of types; deeper is LIMIT */

#endif
