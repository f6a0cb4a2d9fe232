/* Random terms by type: internal to verify/rewrite.
 *
 * Every function builds a term in the context in which its arguments stand; `r`
 * is a term of type real there (an identifier or a literal), on which the
 * result depends, and `e` is a small term too. */
#ifndef ADJUDGE_VERIFY_SAMPLE_H
#define ADJUDGE_VERIFY_SAMPLE_H

#include "semantics/tables/store.h"

typedef struct Sampler {
  Store *store;
  uint64_t state; /* of splitmix64 */
  uint32_t depth; /* nested calls left */
} Sampler;

Sampler sampler_make(Store *store, uint64_t seed);
/* Answers id 0 and sets the store's status. */
TermId sample_fail(Sampler *s, Status status);

/* A rational literal other than 0. */
TermId sample_literal(Sampler *s);
/* A real that depends on the reals of e : type. */
TermId sample_real_of(Sampler *s, TypeId type, TermId e);
/* A polynomial of degree 2 in q, which depends on r also. */
TermId sample_mix(Sampler *s, TermId r, TermId q);
/* A term of that Cartesian type. */
TermId sample_value(Sampler *s, TypeId type, TermId r);
/* A linear term of type `codomain` in which v stands in the linear term e : domain. */
TermId sample_linear(Sampler *s, TypeId domain, TermId e, TypeId codomain, TermId r);

/* t moved under `by` identifiers. */
TermId sample_lift(Sampler *s, TermId t, int32_t by);
/* index i e for a number i. */
TermId sample_element(Sampler *s, uint32_t i, TermId e);

#endif
