/* T-GRAD, recording: what the recorder holds is a straight-line program, and a node denotes what was
 * asked for, from then on. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/recorded.h"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/recorder.acsl"
#include "semantics/straight/recorder.c"

/* What a node denotes, when the inputs are x and the constants are as given. */
/*@ requires sound: recorder_sound(r);
    requires operation: STRAIGHT_ADD <= code <= STRAIGHT_NEG;
    assigns r->nodes, r->code[r->nodes];
    ensures sound: recorder_sound(r);
    ensures add: \result != RECORDER_NONE && code == STRAIGHT_ADD ==>
      ev(r->code, constant, x, \result) == radd(ev(r->code, constant, x, a), ev(r->code, constant, x, b));
    ensures sub: \result != RECORDER_NONE && code == STRAIGHT_SUB ==>
      ev(r->code, constant, x, \result) == radd(ev(r->code, constant, x, a), rneg(ev(r->code, constant, x, b)));
    ensures mul: \result != RECORDER_NONE && code == STRAIGHT_MUL ==>
      ev(r->code, constant, x, \result) == rmul(ev(r->code, constant, x, a), ev(r->code, constant, x, b));
    ensures neg: \result != RECORDER_NONE && code == STRAIGHT_NEG ==>
      ev(r->code, constant, x, \result) == rneg(ev(r->code, constant, x, a));
    ensures kept: \forall integer k; 0 <= k < \old(r->nodes) ==>
      ev(r->code, constant, x, k) == ev{Pre}(\old(r->code), constant, x, k); */
static uint32_t law_operation(StraightRecorder *r, StraightCode code, uint64_t a, uint64_t b, const Scalar *constant,
                              const Scalar *x) {
  //@ ghost uint32_t before = r->nodes;
  uint32_t node = recorder_operation(r, code, a, b);
  /*@ ghost
    /@ loop invariant range: 0 <= k <= before;
       loop invariant same: \forall integer j; 0 <= j < k ==>
         ev(r->code, constant, x, j) == ev{Pre}(r->code, constant, x, j);
       loop assigns k;
       loop variant before - k; @/
    for (uint32_t k = 0; k < before; k++) {
      /@ assert node: straight_node{Pre}(r->code, \at(r->inputs, Pre), \at(r->constants, Pre), k); @/
      /@ assert next: ev(r->code, constant, x, k) == ev{Pre}(r->code, constant, x, k); @/
    }
  */
  return node;
}

/*@ requires sound: recorder_sound(r);
    assigns r->nodes, r->constants, r->code[r->nodes], r->constant[r->constants];
    ensures denotes: \result != RECORDER_NONE ==>
      ev(r->code, constant, x, \result) == value(constant[\old(r->constants)].word); */
static uint32_t law_constant(StraightRecorder *r, StraightConstant given, const Scalar *constant, const Scalar *x) {
  uint32_t node = recorder_constant(r, given);
  return node;
}

/*@ requires sound: recorder_sound(r);
    assigns r->nodes, r->inputs, r->code[r->nodes];
    ensures denotes: \result != RECORDER_NONE ==>
      ev(r->code, constant, x, \result) == value(x[\old(r->inputs)].word); */
static uint32_t law_input(StraightRecorder *r, const Scalar *constant, const Scalar *x) {
  uint32_t node = recorder_input(r);
  return node;
}
// clang-format on
