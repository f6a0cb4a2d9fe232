/* T-DUAL: what a step h leaves over is at most K h^2 for |h| <= 1, and K does not
 * depend on h; in every ordered commutative ring with an absolute value, and so over
 * the real numbers: dv is the derivative. */
// clang-format off
#include "proofs/laws/taylor.c"
#include "proofs/logic/order.acsl"
// clang-format on

/*@ ghost
  /@ assigns \nothing;
     ensures scaled: \forall ELEMENT h, r, R; le(size(h), rone) ==> le(size(r), R) ==> le(size(rmul(h, r)), R);
     ensures slope: \forall ELEMENT d, h, r, R; le(size(h), rone) ==> le(size(r), R) ==>
       le(size(radd(d, rmul(h, r))), radd(size(d), R)); @/
  void size_step(void) {
    /@ assert product: \forall ELEMENT h, r, R; le(size(h), rone) ==> le(size(r), R) ==>
         le(rmul(size(h), size(r)), rmul(rone, R)); @/
    /@ assert sum: \forall ELEMENT d, h, r; le(size(radd(d, rmul(h, r))), radd(size(d), size(rmul(h, r)))); @/
  }
*/

/*@ ghost
  /@ assigns \nothing;
     ensures mul: \forall ELEMENT a, d, r, b, e, s, h, R, S; le(size(h), rone) ==> le(size(r), R) ==>
       le(size(s), S) ==> le(size(rest_mul(a, d, r, b, e, s, h)), bound_mul(a, d, R, b, e, S)); @/
  void size_rest(void) {
    size_step();
    /@ assert first: \forall ELEMENT a, s, S; le(size(s), S) ==> le(size(rmul(a, s)), rmul(size(a), S)); @/
    /@ assert second: \forall ELEMENT r, b, R; le(size(r), R) ==> le(size(rmul(r, b)), rmul(R, size(b))); @/
    /@ assert third: \forall ELEMENT p, q, P, Q; le(size(p), P) ==> le(size(q), Q) ==>
         le(size(rmul(p, q)), rmul(P, Q)); @/
    /@ assert both: \forall ELEMENT p, q, P, Q; le(size(p), P) ==> le(size(q), Q) ==>
         le(size(radd(p, q)), radd(P, Q)); @/
    /@ assert last: \forall ELEMENT d, r, e, s, h, R, S; le(size(h), rone) ==> le(size(r), R) ==> le(size(s), S) ==>
         le(size(rmul(radd(d, rmul(h, r)), radd(e, rmul(h, s)))), rmul(radd(size(d), R), radd(size(e), S))); @/
    /@ assert sides: \forall ELEMENT a, r, b, s, R, S; le(size(r), R) ==> le(size(s), S) ==>
         le(size(radd(rmul(a, s), rmul(r, b))), radd(rmul(size(a), S), rmul(R, size(b)))); @/
  }
*/

/*@ ghost
  /@ requires program: straight(code, inputs, constants, nodes);
     requires arrays: straight_arrays(code, constant, x, inputs, constants, nodes) &&
       \valid_read(dx + (0 .. inputs - 1));
     requires small: le(size(value(h.word)), rone);
     assigns \nothing;
     ensures bounded: \forall integer k; 0 <= k < nodes ==>
       le(size(rest(code, constant, x, dx, value(h.word), k)), bound(code, constant, x, dx, k)); @/
  void bounded(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes, const Scalar *constant,
               const Scalar *x, const Scalar *dx, Scalar h) {
    size_rest();
    /@ assert both: \forall ELEMENT p, q, P, Q; le(size(p), P) ==> le(size(q), Q) ==>
         le(size(radd(p, q)), radd(P, Q)); @/
    /@ loop invariant range: 0 <= q <= nodes;
       loop invariant bounded: \forall integer k; 0 <= k < q ==>
         le(size(rest(code, constant, x, dx, value(h.word), k)), bound(code, constant, x, dx, k));
       loop assigns q;
       loop variant nodes - q; @/
    for (uint32_t q = 0; q < nodes; q++) {
      /@ assert node: straight_node(code, inputs, constants, q); @/
      /@ assert leaf: code[q].code == STRAIGHT_INPUT || code[q].code == STRAIGHT_CONSTANT ==>
           le(size(rest(code, constant, x, dx, value(h.word), q)), bound(code, constant, x, dx, q)); @/
      /@ assert add: code[q].code == STRAIGHT_ADD ==>
           le(size(rest(code, constant, x, dx, value(h.word), q)), bound(code, constant, x, dx, q)); @/
      /@ assert sub: code[q].code == STRAIGHT_SUB ==>
           le(size(rest(code, constant, x, dx, value(h.word), q)), bound(code, constant, x, dx, q)); @/
      /@ assert mul: code[q].code == STRAIGHT_MUL ==>
           le(size(rest(code, constant, x, dx, value(h.word), q)), bound(code, constant, x, dx, q)); @/
      /@ assert neg: code[q].code == STRAIGHT_NEG ==>
           le(size(rest(code, constant, x, dx, value(h.word), q)), bound(code, constant, x, dx, q)); @/
    }
  }
*/

// |ev(x + h dx) - ev(x) - h dv| <= K h^2
/*@ ghost
  /@ requires program: straight(code, inputs, constants, nodes);
     requires arrays: straight_arrays(code, constant, x, inputs, constants, nodes) &&
       \valid_read(dx + (0 .. inputs - 1)) && \valid_read(y + (0 .. inputs - 1));
     requires moved: \forall integer i; 0 <= i < inputs ==>
       value(y[i].word) == radd(value(x[i].word), rmul(value(h.word), value(dx[i].word)));
     requires small: le(size(value(h.word)), rone);
     assigns \nothing;
     ensures derivative: \forall integer k; 0 <= k < nodes ==>
       le(size(radd(ev(code, constant, y, k), rneg(radd(ev(code, constant, x, k),
                                                        rmul(value(h.word), dv(code, constant, x, dx, k)))))),
          rmul(rmul(size(value(h.word)), size(value(h.word))), bound(code, constant, x, dx, k))); @/
  void is_derivative(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes,
                     const Scalar *constant, const Scalar *x, const Scalar *dx, const Scalar *y, Scalar h) {
    taylor(code, inputs, constants, nodes, constant, x, dx, y, h);
    bounded(code, inputs, constants, nodes, constant, x, dx, h);
    rearrange();
    /@ assert apart: \forall ELEMENT p, q; radd(radd(p, q), rneg(p)) == q; @/
    /@ assert open: \forall ELEMENT a, d, r, h; step(a, d, r, h) == radd(radd(a, rmul(h, d)), rmul(rmul(h, h), r)); @/
    /@ assert left: \forall ELEMENT a, d, r, h;
         radd(step(a, d, r, h), rneg(radd(a, rmul(h, d)))) == rmul(rmul(h, h), r); @/
    /@ assert size_left: \forall ELEMENT r, h, R; le(size(r), R) ==>
         le(size(rmul(rmul(h, h), r)), rmul(rmul(size(h), size(h)), R)); @/
  }
*/
