/* The token for a checked certificate; see gate.h. */
#ifndef ADJUDGE_KERNEL_GATE_CHECK_H
#define ADJUDGE_KERNEL_GATE_CHECK_H

#include "verify/kernel/claims.h"
#include "verify/kernel/gate.h"

/* What is asked of a certificate: claims, under hypotheses. */
typedef struct Asked {
  const Claim *claim;
  uint32_t claims;
  const Given *given;
  uint32_t givens;
} Asked;

/* Checks the certificate (certificate.h), and that it claims what is asked, no more and no less, under
 * no other hypotheses: a certificate of something else, or of nothing, gives no token. */
/*@ requires source: \valid_read(c.source + (0 .. c.nodes - 1));
    requires numbers: \valid_read(c.number + (0 .. c.constants - 1));
    requires code: \valid(c.code + (0 .. c.total - 1));
    requires steps: \valid_read(c.step + (0 .. c.steps - 1));
    requires claims: \valid_read(c.claim + (0 .. c.claims - 1));
    requires asked: \valid_read(asked.claim + (0 .. asked.claims - 1));
    requires asked_given: \valid_read(asked.given + (0 .. asked.givens - 1));
    requires apart: \separated(c.code + (0 .. c.total - 1), c.source + (0 .. c.nodes - 1));
    requires apart_numbers: \separated(c.code + (0 .. c.total - 1), c.number + (0 .. c.constants - 1));
    requires apart_steps: \separated(c.code + (0 .. c.total - 1), c.step + (0 .. c.steps - 1));
    requires given: \valid_read(c.given + (0 .. c.givens - 1));
    requires apart_given: \separated(c.code + (0 .. c.total - 1), c.given + (0 .. c.givens - 1));
    requires apart_claims: \separated(c.code + (0 .. c.total - 1), c.claim + (0 .. c.claims - 1));
    requires apart_asked: \separated(c.code + (0 .. c.total - 1), asked.claim + (0 .. asked.claims - 1));
    requires apart_asked_given: \separated(c.code + (0 .. c.total - 1), asked.given + (0 .. asked.givens - 1));
    requires meant: numbers_meant(c.number, constant, c.constants);
    requires point: point_and_direction(both, x, dx, c.inputs);
    assigns c.code[0 .. c.total - 1];
    ensures source_kept: nodes_kept{Pre, Post}(c.source, c.nodes);
    ensures something: \result.by_certificate ==> 0 < asked.claims;
    ensures asked: \result.by_certificate ==> (\forall integer i; 0 <= i < asked.claims ==>
      asked.claim[i].kind == c.claim[i].kind && asked.claim[i].node == c.claim[i].node &&
      asked.claim[i].source == c.claim[i].source);
    ensures asked_given: \result.by_certificate ==> asked.givens == c.givens &&
      (\forall integer h; 0 <= h < asked.givens ==> asked.given[h].left == c.given[h].left &&
        asked.given[h].right == c.given[h].right);
    ensures holds: \result.by_certificate && given_hold(c.given, c.givens, c.code, constant, both) ==>
      (\forall integer i; 0 <= i < asked.claims ==> claim_holds(c, i, constant, x, dx, both)); */
ProofToken gate_check(Certificate c, Asked asked)
    /*@ ghost (const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *both) */;

#endif
