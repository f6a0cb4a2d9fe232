/* T-CERT: the derivative is linear in its direction, so that what certificates say of derivatives says HOM-* too; and
 * of the transpose that AD-REV claims AD-DOT is the definition. */
// clang-format off
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/straight/straight_code.h"
#include "proofs/logic/straight.acsl"
// clang-format on

/* Linear combinations of sums, opposites and products. */
/*@ ghost
  /@ assigns \nothing;
     ensures zero: \forall ELEMENT a; radd(rmul(a, rzero), rzero) == rzero;
     ensures sum: \forall ELEMENT a, p, q, r, s; radd(radd(rmul(a, p), q), radd(rmul(a, r), s)) ==
       radd(rmul(a, radd(p, r)), radd(q, s));
     ensures opposite: \forall ELEMENT a, p, q; rneg(radd(rmul(a, p), q)) == radd(rmul(a, rneg(p)), rneg(q));
     ensures left: \forall ELEMENT a, p, q, b; rmul(radd(rmul(a, p), q), b) == radd(rmul(a, rmul(p, b)), rmul(q, b));
     ensures right: \forall ELEMENT a, p, q, b; rmul(b, radd(rmul(a, p), q)) ==
       radd(rmul(a, rmul(b, p)), rmul(b, q)); @/
  void combine(void) {
    /@ assert commuted: \forall ELEMENT a; rmul(a, rzero) == rzero; @/
    /@ assert spread: \forall ELEMENT a, b, c; rmul(a, radd(b, c)) == radd(rmul(a, b), rmul(a, c)); @/
    /@ assert four: \forall ELEMENT a, b, c, d; radd(radd(a, b), radd(c, d)) == radd(radd(a, c), radd(b, d)); @/
    /@ assert unique: \forall ELEMENT a, b; radd(a, b) == rzero ==> radd(rneg(a), radd(a, b)) == rneg(a); @/
    /@ assert inverse: \forall ELEMENT a, b; radd(a, b) == rzero ==> b == rneg(a); @/
    /@ assert product: \forall ELEMENT a, p; radd(rmul(a, p), rmul(a, rneg(p))) == rzero; @/
    /@ assert outside: \forall ELEMENT a, p; rneg(rmul(a, p)) == rmul(a, rneg(p)); @/
    /@ assert both: \forall ELEMENT p, q; radd(radd(p, q), radd(rneg(p), rneg(q))) == rzero; @/
    /@ assert each: \forall ELEMENT p, q; rneg(radd(p, q)) == radd(rneg(p), rneg(q)); @/
    /@ assert moved: \forall ELEMENT a, b, p; rmul(b, rmul(a, p)) == rmul(a, rmul(b, p)); @/
  }
*/

/* The derivative along a dx + dy is a times that along dx, and that along dy. */
/*@ ghost
  /@ requires program: straight(code, inputs, constants, nodes);
     requires direction: \forall integer i; 0 <= i < inputs ==>
       value(dz[i].word) == radd(rmul(value(a.word), value(dx[i].word)), value(dy[i].word));
     assigns \nothing;
     ensures linear: \forall integer k; 0 <= k < nodes ==> dv(code, constant, x, dz, k) ==
       radd(rmul(value(a.word), dv(code, constant, x, dx, k)), dv(code, constant, x, dy, k)); @/
  void derivative_linear(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes,
                         const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *dy, const Scalar *dz,
                         Scalar a) {
    combine();
    /@ loop invariant range: 0 <= q <= nodes;
       loop invariant linear: \forall integer k; 0 <= k < q ==> dv(code, constant, x, dz, k) ==
         radd(rmul(value(a.word), dv(code, constant, x, dx, k)), dv(code, constant, x, dy, k));
       loop assigns q;
       loop variant nodes - q; @/
    for (uint32_t q = 0; q < nodes; q++) {
      /@ assert node: straight_node(code, inputs, constants, q); @/
      /@ assert input: code[q].code == STRAIGHT_INPUT ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
      /@ assert constant: code[q].code == STRAIGHT_CONSTANT ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
      /@ assert add: code[q].code == STRAIGHT_ADD ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
      /@ assert sub: code[q].code == STRAIGHT_SUB ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
      /@ assert mul: code[q].code == STRAIGHT_MUL ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
      /@ assert neg: code[q].code == STRAIGHT_NEG ==> dv(code, constant, x, dz, q) ==
           radd(rmul(value(a.word), dv(code, constant, x, dx, q)), dv(code, constant, x, dy, q)); @/
    }
  }
*/
