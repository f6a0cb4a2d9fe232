/* Whether what a certificate claims is so at a random point and direction modulo p: by runs of its two programs,
 * the source's over dual numbers, and by no step. */
#ifndef ADJUDGE_TESTS_CLAIMS_SO_H
#define ADJUDGE_TESTS_CLAIMS_SO_H

#include "semantics/rings/field.h"
#include "semantics/rings/rings.h"
#include "semantics/straight/straight.h"
#include "verify/enumerate/space.h"
#include "verify/kernel/claims.h"

#include <stdlib.h>

/* `code` has been written by certificate_holds, which accepted it. */
static inline bool claims_so(Ring *field, const Certificate *c, uint64_t *drawn) {
  Scalar *both = calloc(2 * (size_t)c->inputs + 1, sizeof *both), *value = calloc(c->total, sizeof *value);
  Scalar *constant = calloc((size_t)c->constants + 1, sizeof *constant);
  Dual *dual = calloc((size_t)c->nodes + 1, sizeof *dual);
  bool so = both != NULL && value != NULL && constant != NULL && dual != NULL;
  if (!so) abort();
  for (uint32_t i = 0; i < 2 * c->inputs; i++) both[i] = (Scalar){random_word(20, 3, (*drawn)++) % FIELD_P};
  for (uint32_t i = 0; i < c->constants; i++) constant[i] = ring_integer(field, c->number[i]);
  straight_values(field, c->code, c->total, constant, both, value);
  straight_duals(field, c->source, c->nodes, constant, both, both + c->inputs, dual);
  for (uint32_t i = 0; i < c->claims; i++) {
    Dual d = dual[c->claim[i].source];
    so = so && ring_equal(field, c->claim[i].kind == CLAIM_VALUE ? d.real : d.epsilon, value[c->claim[i].node]);
  }
  free(both), free(value), free(constant), free(dual);
  return so;
}

#endif
