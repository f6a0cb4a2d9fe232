/* What a certificate is made of; see certificate.h. */
#ifndef ADJUDGE_KERNEL_CLAIMS_H
#define ADJUDGE_KERNEL_CLAIMS_H

#include "verify/kernel/steps.h"

typedef enum ClaimKind {
  CLAIM_VALUE,      /* the node is what the source node denotes, at every point */
  CLAIM_DERIVATIVE, /* the node is the derivative of the source node, at every point, along every direction */
  CLAIM_COUNT
} ClaimKind;

/* Of a node of the certificate, by a step of its that says so. */
typedef struct Claim {
  ClaimKind kind;
  uint32_t node, source, step;
} Claim;

typedef struct Certificate {
  const StraightNode *source; /* the program: its inputs first */
  uint32_t inputs, nodes;
  const int64_t *number; /* the constants, of both programs */
  uint32_t constants, zero;
  const Given *given; /* hypotheses, about nodes of `code` */
  uint32_t givens;
  StraightNode *code; /* below, room for the derivative of the source (derive.h); above it any nodes */
  uint32_t total;
  const Step *step;
  uint32_t steps;
  const Claim *claim;
  uint32_t claims;
} Certificate;

#endif
