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

/* Whether its hypotheses are just those. */
/*@ requires given: \valid_read(c.given + (0 .. c.givens - 1));
    requires asked: \valid_read(asked + (0 .. count - 1));
    assigns \nothing;
    ensures same: \result <==> count == c.givens && (\forall integer h; 0 <= h < count ==>
      asked[h].left == c.given[h].left && asked[h].right == c.given[h].right); */
static bool givens_asked(Certificate c, const Given *asked, uint32_t count) {
  if (count != c.givens) return false;
  /*@ loop invariant range: 0 <= h <= count;
      loop invariant same: \forall integer j; 0 <= j < h ==> asked[j].left == c.given[j].left &&
        asked[j].right == c.given[j].right;
      loop assigns h;
      loop variant count - h; */
  for (uint32_t h = 0; h < count; h++) {
    Given wanted = asked[h], made = c.given[h];
    if (wanted.left != made.left || wanted.right != made.right) return false;
  }
  return true;
}

ProofToken gate_check(Certificate c, Asked asked)
/*@ ghost (const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *both) */
{
  ProofToken token = {false};
  bool claims = claims_asked(c, asked.claim, asked.claims), givens = givens_asked(c, asked.given, asked.givens);
  if (asked.claims == 0 || !claims || !givens) return token;
  token.by_certificate = certificate_holds(c) /*@ ghost (constant, x, dx, both) */;
  /*@ assert still_same: \forall integer i; 0 <= i < asked.claims ==> asked.claim[i].kind == c.claim[i].kind &&
        asked.claim[i].node == c.claim[i].node && asked.claim[i].source == c.claim[i].source; */
  /*@ assert still_given: \forall integer h; 0 <= h < asked.givens ==> asked.given[h].left == c.given[h].left &&
        asked.given[h].right == c.given[h].right; */
  return token;
}

ProofToken gate_both(ProofToken one, ProofToken other) {
  ProofToken both = {one.by_certificate && other.by_certificate};
  return both;
}

ProofToken gate_leaves(const Leaf *leaf, uint32_t leaves) {
  ProofToken token = {false};
  uint32_t covered = 0;
  /*@ loop invariant range: 0 <= i <= leaves && covered <= LEAF_WORDS;
      loop invariant end: covered == (i == 0 ? 0 : leaf[i - 1].first + leaf[i - 1].words);
      loop invariant tiles: \forall integer j; 0 <= j < i ==> tiles(leaf, j);
      loop assigns i, covered;
      loop variant leaves - i; */
  for (uint32_t i = 0; i < leaves; i++) {
    Leaf next = leaf[i];
    if (next.first != covered || next.words > LEAF_WORDS - covered || !next.token.by_certificate) return token;
    covered += next.words;
  }
  token.by_certificate = covered == LEAF_WORDS;
  return token;
}

Outcome gate_outcome(ProofToken token) { return token.by_certificate ? OUTCOME_PROVED : OUTCOME_DECIDED; }
