#include "verify/kernel/gate_check.h"

#include "verify/kernel/certificate.h"

/* Whether the certificate claims just that. */
/*@ requires claims: \valid_read(c.claim + (0 .. c.claims - 1));
    requires asked: \valid_read(asked + (0 .. count - 1));
    assigns \nothing;
    ensures same: \result <==> count == c.claims && (\forall integer i; 0 <= i < count ==>
      asked[i].kind == c.claim[i].kind && asked[i].node == c.claim[i].node && asked[i].source == c.claim[i].source); */
static bool claims_asked(Certificate c, const Claim *asked, uint32_t count) {
  if (count != c.claims) return false;
  /*@ loop invariant range: 0 <= i <= count;
      loop invariant same: \forall integer j; 0 <= j < i ==> asked[j].kind == c.claim[j].kind &&
        asked[j].node == c.claim[j].node && asked[j].source == c.claim[j].source;
      loop assigns i;
      loop variant count - i; */
  for (uint32_t i = 0; i < count; i++) {
    Claim wanted = asked[i], made = c.claim[i];
    if (wanted.kind != made.kind || wanted.node != made.node || wanted.source != made.source) return false;
  }
  return true;
}

ProofToken gate_check(Certificate c, const Claim *asked, uint32_t count)
/*@ ghost (const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *both) */
{
  ProofToken token = {false};
  bool same = claims_asked(c, asked, count);
  if (count == 0 || !same) return token;
  token.by_certificate = certificate_holds(c) /*@ ghost (constant, x, dx, both) */;
  /*@ assert asked_kept: \forall integer i; 0 <= i < count ==> asked[i].kind == \at(asked[i].kind, Pre) &&
        asked[i].node == \at(asked[i].node, Pre) && asked[i].source == \at(asked[i].source, Pre); */
  /*@ assert claims_kept: \forall integer i; 0 <= i < count ==> c.claim[i].kind == \at(c.claim[i].kind, Pre) &&
        c.claim[i].node == \at(c.claim[i].node, Pre) && c.claim[i].source == \at(c.claim[i].source, Pre); */
  /*@ assert still_same: \forall integer i; 0 <= i < count ==> asked[i].kind == c.claim[i].kind &&
        asked[i].node == c.claim[i].node && asked[i].source == c.claim[i].source; */
  /*@ assert each: token.by_certificate ==> (\forall integer i; 0 <= i < count ==> claim_holds(c, i, constant, x, dx,
   * both));
   */
  return token;
}

ProofToken gate_both(ProofToken one, ProofToken other) {
  ProofToken both = {one.by_certificate && other.by_certificate};
  return both;
}

Outcome gate_outcome(ProofToken token) { return token.by_certificate ? OUTCOME_PROVED : OUTCOME_DECIDED; }
