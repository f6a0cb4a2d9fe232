/* What the proofs of derivatives share. */
#ifndef ADJUDGE_VERIFY_CERTIFY_INCREMENT_H
#define ADJUDGE_VERIFY_CERTIFY_INCREMENT_H

#include "verify/certify/contract.h"

/* The steps of a node, as assertions. */
void increment_node(const Contract *to, uint32_t k);
/* Its value, derivative, rest and value at X, as operands of a predicate. */
void increment_terms(const Contract *to, uint32_t k);

#endif
