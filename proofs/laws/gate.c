/* T-CERT: PROVED is what a checked certificate gives, and nothing else gives it. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "proofs/logic/integers.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "verify/kernel/claims.h"
#include "proofs/logic/equation.acsl"
#include "proofs/logic/derive.acsl"
#include "proofs/logic/certificate.acsl"
#include "verify/kernel/gate.c"
// clang-format on

/* Whatever the tests answer, one path answers so. */
/*@ requires leaves: \valid_read(leaf + (0 .. leaves - 1));
    requires tiled: tiled(leaf, leaves);
    requires word: w < LEAF_WORDS;
    assigns \nothing;
    ensures found: \result < leaves && answers(leaf, \result, w); */
static uint32_t law_leaf(const Leaf *leaf, uint32_t leaves, uint32_t w) {
  uint32_t i = 0;
  /*@ assert first: tiles(leaf, 0); */
  /*@ loop invariant range: 0 <= i < leaves;
      loop invariant below: leaf[i].first <= w;
      loop assigns i;
      loop variant leaves - i; */
  while (w >= leaf[i].first + leaf[i].words) {
    /*@ assert next: i + 1 < leaves && tiles(leaf, i + 1); */
    i++;
  }
  return i;
}
