/* T-DUAL: forward AD is the derivative.  For every straight-line program, point,
 * direction and h: ev(x + h dx) = ev(x) + h (dv + h rest), in every commutative ring. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
#include "proofs/logic/taylor.acsl"
// clang-format on

/*@ ghost
  /@ assigns \nothing;
     ensures swap: \forall ELEMENT p, q, r, s; radd(radd(p, q), radd(r, s)) == radd(radd(p, r), radd(q, s));
     ensures left: \forall ELEMENT p, q, r; rmul(p, radd(q, r)) == radd(rmul(p, q), rmul(p, r));
     ensures second: \forall ELEMENT p, q, r; rmul(p, rmul(q, r)) == rmul(q, rmul(p, r)); @/
  void rearrange(void) {
    /@ assert inner: \forall ELEMENT q, r, s; radd(q, radd(r, s)) == radd(r, radd(q, s)); @/
  }
*/

// two steps of a sum
/*@ ghost
  /@ assigns \nothing;
     ensures add: \forall ELEMENT a, d, r, b, e, s, h;
       radd(step(a, d, r, h), step(b, e, s, h)) == step(radd(a, b), radd(d, e), radd(r, s), h); @/
  void step_add(void) {
    rearrange();
    /@ assert low: \forall ELEMENT d, r, e, s, h;
         radd(radd(d, rmul(h, r)), radd(e, rmul(h, s))) == radd(radd(d, e), rmul(h, radd(r, s))); @/
    /@ assert high: \forall ELEMENT d, r, e, s, h;
         radd(rmul(h, radd(d, rmul(h, r))), rmul(h, radd(e, rmul(h, s)))) ==
         rmul(h, radd(radd(d, e), rmul(h, radd(r, s)))); @/
  }
*/

/*@ ghost
  /@ assigns \nothing;
     ensures turn: \forall ELEMENT p, q; rmul(p, rneg(q)) == rneg(rmul(p, q));
     ensures sum: \forall ELEMENT p, q; rneg(radd(p, q)) == radd(rneg(p), rneg(q)); @/
  void negate(void) {
    rearrange();
    /@ assert unique_there: \forall ELEMENT p, q; radd(p, q) == rzero ==> radd(radd(rneg(p), p), q) == rneg(p); @/
    /@ assert unique: \forall ELEMENT p, q; radd(p, q) == rzero ==> q == rneg(p); @/
    /@ assert product: \forall ELEMENT p, q; radd(rmul(p, q), rmul(p, rneg(q))) == rzero; @/
    /@ assert both: \forall ELEMENT p, q; radd(radd(p, q), radd(rneg(p), rneg(q))) == rzero; @/
  }
*/

/*@ ghost
  /@ assigns \nothing;
     ensures neg: \forall ELEMENT a, d, r, h; rneg(step(a, d, r, h)) == step(rneg(a), rneg(d), rneg(r), h); @/
  void step_neg(void) {
    negate();
    /@ assert low: \forall ELEMENT d, r, h; rneg(radd(d, rmul(h, r))) == radd(rneg(d), rmul(h, rneg(r))); @/
    /@ assert high: \forall ELEMENT d, r, h; rneg(rmul(h, radd(d, rmul(h, r)))) ==
         rmul(h, radd(rneg(d), rmul(h, rneg(r)))); @/
  }
*/

// (a + h p)(b + h q) = a b + h ((p b + a q) + h p q), and p = d + h r, q = e + h s
/*@ ghost
  /@ assigns \nothing;
     ensures mul: \forall ELEMENT a, d, r, b, e, s, h; rmul(step(a, d, r, h), step(b, e, s, h)) ==
       step(rmul(a, b), radd(rmul(d, b), rmul(a, e)), rest_mul(a, d, r, b, e, s, h), h); @/
  void step_mul(void) {
    rearrange();
    /@ assert four: \forall ELEMENT a, p, b, q, h; rmul(radd(a, rmul(h, p)), radd(b, rmul(h, q))) ==
         radd(radd(rmul(a, b), rmul(a, rmul(h, q))), radd(rmul(rmul(h, p), b), rmul(rmul(h, p), rmul(h, q)))); @/
    /@ assert three: \forall ELEMENT p, b, q, h; radd(rmul(rmul(h, p), b), rmul(rmul(h, p), rmul(h, q))) ==
         rmul(h, radd(rmul(p, b), rmul(h, rmul(p, q)))); @/
    /@ assert two: \forall ELEMENT a, q, h; rmul(a, rmul(h, q)) == rmul(h, rmul(a, q)); @/
    /@ assert one: \forall ELEMENT a, p, b, q, h; rmul(radd(a, rmul(h, p)), radd(b, rmul(h, q))) ==
         radd(rmul(a, b), rmul(h, radd(rmul(a, q), radd(rmul(p, b), rmul(h, rmul(p, q)))))); @/
    /@ assert first: \forall ELEMENT a, e, s, h; rmul(a, radd(e, rmul(h, s))) == radd(rmul(a, e), rmul(h, rmul(a, s)));
  @/
    /@ assert second: \forall ELEMENT d, r, b, h;
         rmul(radd(d, rmul(h, r)), b) == radd(rmul(d, b), rmul(h, rmul(r, b))); @/
    /@ assert third: \forall ELEMENT a, d, r, b, e, s, h, f;
         radd(radd(rmul(a, e), rmul(h, rmul(a, s))), radd(radd(rmul(d, b), rmul(h, rmul(r, b))), rmul(h, f))) ==
         radd(radd(rmul(d, b), rmul(a, e)), rmul(h, radd(radd(rmul(a, s), rmul(r, b)), f))); @/
  }
*/

/*@ ghost
  /@ requires program: straight(code, inputs, constants, nodes);
     requires arrays: straight_arrays(code, constant, x, inputs, constants, nodes) &&
       \valid_read(dx + (0 .. inputs - 1)) && \valid_read(y + (0 .. inputs - 1));
     requires moved: \forall integer i; 0 <= i < inputs ==>
       value(y[i].word) == radd(value(x[i].word), rmul(value(h.word), value(dx[i].word)));
     assigns \nothing;
     ensures taylor: \forall integer k; 0 <= k < nodes ==>
       ev(code, constant, y, k) == step(ev(code, constant, x, k), dv(code, constant, x, dx, k),
                                        rest(code, constant, x, dx, value(h.word), k), value(h.word)); @/
  void taylor(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes, const Scalar *constant,
              const Scalar *x, const Scalar *dx, const Scalar *y, Scalar h) {
    step_add();
    step_neg();
    step_mul();
    /@ assert still: \forall ELEMENT a, h; step(a, rzero, rzero, h) == a; @/
    /@ assert straight_on: \forall ELEMENT a, d, h; step(a, d, rzero, h) == radd(a, rmul(h, d)); @/
    /@ loop invariant range: 0 <= q <= nodes;
       loop invariant taylor: \forall integer k; 0 <= k < q ==>
         ev(code, constant, y, k) == step(ev(code, constant, x, k), dv(code, constant, x, dx, k),
                                          rest(code, constant, x, dx, value(h.word), k), value(h.word));
       loop assigns q;
       loop variant nodes - q; @/
    for (uint32_t q = 0; q < nodes; q++) {
      /@ assert node: straight_node(code, inputs, constants, q); @/
      /@ assert input: code[q].code == STRAIGHT_INPUT ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
      /@ assert constant: code[q].code == STRAIGHT_CONSTANT ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
      /@ assert add: code[q].code == STRAIGHT_ADD ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
      /@ assert sub: code[q].code == STRAIGHT_SUB ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
      /@ assert mul: code[q].code == STRAIGHT_MUL ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
      /@ assert neg: code[q].code == STRAIGHT_NEG ==>
           ev(code, constant, y, q) == step(ev(code, constant, x, q), dv(code, constant, x, dx, q),
                                            rest(code, constant, x, dx, value(h.word), q), value(h.word)); @/
    }
  }
*/
