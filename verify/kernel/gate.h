/* The gate: the one place that makes a PROVED, of a token that a checked certificate gives.
 *
 * `make rules` refuses a PROVED, and a token, that is made anywhere else. */
#ifndef ADJUDGE_KERNEL_GATE_H
#define ADJUDGE_KERNEL_GATE_H

#include "verify/kernel/outcome.h"

#include <stdbool.h>
#include <stdint.h>

/* {0}: nothing was checked; gate_check.h gives others. */
typedef struct ProofToken {
  bool by_certificate;
} ProofToken;

/* Of two: what rests on both. */
/*@ assigns \nothing;
    ensures both: \result.by_certificate <==> one.by_certificate && other.by_certificate; */
ProofToken gate_both(ProofToken one, ProofToken other);

/* A path of a program with tests: the words whose highest bits are what its tests answer, one bit a test. */
typedef struct Leaf {
  uint32_t first, words;
  ProofToken token;
} Leaf;

#define LEAF_WORDS 65536u

/*@ predicate answers{L}(Leaf *leaf, integer i, integer w) =
      leaf[i].first <= w < leaf[i].first + leaf[i].words && leaf[i].token.by_certificate;
    predicate tiles{L}(Leaf *leaf, integer i) =
      leaf[i].token.by_certificate && leaf[i].first + leaf[i].words <= LEAF_WORDS &&
      leaf[i].first == (i == 0 ? 0 : leaf[i - 1].first + leaf[i - 1].words);
    predicate tiled{L}(Leaf *leaf, integer leaves) = 0 < leaves &&
      (\forall integer i; 0 <= i < leaves ==> tiles(leaf, i)) &&
      leaf[leaves - 1].first + leaf[leaves - 1].words == LEAF_WORDS; */

/* Of all paths, one after another: whatever the tests answer, there is one that answers so, and it has a token
 * (law_leaf, proofs/laws/gate.c). */
/*@ requires leaves: \valid_read(leaf + (0 .. leaves - 1));
    assigns \nothing;
    ensures tiled: \result.by_certificate <==> tiled(leaf, leaves); */
ProofToken gate_leaves(const Leaf *leaf, uint32_t leaves);

/* What a tier that found an equality for all inputs may call it. */
/*@ assigns \nothing;
    ensures proved: \result == OUTCOME_PROVED <==> token.by_certificate;
    ensures decided: \result == OUTCOME_DECIDED <==> !token.by_certificate; */
Outcome gate_outcome(ProofToken token);

#endif
