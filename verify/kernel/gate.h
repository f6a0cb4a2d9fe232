/* The gate: the one place that makes a PROVED, of a token that a checked certificate gives.
 *
 * `make rules` refuses a PROVED, and a token, that is made anywhere else. */
#ifndef ADJUDGE_KERNEL_GATE_H
#define ADJUDGE_KERNEL_GATE_H

#include "verify/kernel/outcome.h"

#include <stdbool.h>

/* {0}: nothing was checked; gate_check.h gives others. */
typedef struct ProofToken {
  bool by_certificate;
} ProofToken;

/* Of two: what rests on both. */
/*@ assigns \nothing;
    ensures both: \result.by_certificate <==> one.by_certificate && other.by_certificate; */
ProofToken gate_both(ProofToken one, ProofToken other);

/* What a tier that found an equality for all inputs may call it. */
/*@ assigns \nothing;
    ensures proved: \result == OUTCOME_PROVED <==> token.by_certificate;
    ensures decided: \result == OUTCOME_DECIDED <==> !token.by_certificate; */
Outcome gate_outcome(ProofToken token);

#endif
