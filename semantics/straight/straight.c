#include "semantics/straight/straight.h"

/* The value of one node, those below it being at hand. */
/*@ requires node: straight_node(code, inputs, constants, k);
    requires arrays: straight_arrays(code, constant, x, inputs, constants, k + 1);
    requires below: \valid_read(w + (0 .. k - 1));
    requires words: members(x, 0, inputs) && members(constant, 0, constants) && members(w, 0, k);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures step: value_step(code, constant, x, w, k, value(\result.word)); */
static inline Scalar straight_value(Ring *ring, const StraightNode *code, uint32_t k, const Scalar *constant,
                                    const Scalar *x, const Scalar *w)
/*@ ghost (uint32_t inputs, uint32_t constants) */
{
  StraightNode node = code[k];
  Scalar r = {0};
  switch (node.code) {
  case STRAIGHT_INPUT: r = x[node.a]; break;
  case STRAIGHT_CONSTANT: r = constant[node.a]; break;
  case STRAIGHT_ADD: r = ring_add(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_SUB: r = ring_sub(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_MUL: r = ring_mul(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_NEG: r = ring_neg(ring, w[node.a]); break;
  }
  return r;
}

void straight_values(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                     Scalar *w)
/*@ ghost (uint32_t inputs, uint32_t constants) */
{
  /*@ loop invariant range: 0 <= k <= nodes;
      loop invariant frame_input: \forall integer i; 0 <= i < inputs ==> x[i].word == \at(x[i].word, Pre);
      loop invariant frame_constant: \forall integer i; 0 <= i < constants ==>
        constant[i].word == \at(constant[i].word, Pre);
      loop invariant words: members(w, 0, k);
      loop invariant denotes: \forall integer i; 0 <= i < k ==> value(w[i].word) == ev{Pre}(code, constant, x, i);
      loop assigns k, w[0 .. nodes - 1], ring_state;
      loop variant nodes - k; */
  for (uint32_t k = 0; k < nodes; k++) {
    /*@ assert node: straight_node(code, inputs, constants, k); */
    Scalar r = straight_value(ring, code, k, constant, x, w) /*@ ghost (inputs, constants) */;
    /*@ assert denotes: value(r.word) == ev{Pre}(code, constant, x, k); */
    //@ ghost Store: ;
    w[k] = r;
    /*@ assert frame: \forall integer i; 0 <= i < k ==> w[i].word == \at(w[i].word, Store); */
  }
}

/* The value and derivative of one node, those below it being at hand. */
/*@ requires node: straight_node(code, inputs, constants, k);
    requires arrays: straight_arrays(code, constant, x, inputs, constants, k + 1);
    requires along: \valid_read(dx + (0 .. inputs - 1));
    requires below: \valid_read(w + (0 .. k - 1));
    requires zero: value(zero.word) == rzero && member(zero.word);
    requires words: members(x, 0, inputs) && members(constant, 0, constants) && members(dx, 0, inputs) && duals(w, k);
    assigns ring_state;
    ensures words: member(\result.real.word) && member(\result.epsilon.word);
    ensures step: dual_step(code, constant, x, dx, w, k, value(\result.real.word), value(\result.epsilon.word)); */
static inline Dual straight_dual(Ring *ring, const StraightNode *code, uint32_t k, const Scalar *constant,
                                 const Scalar *x, const Scalar *dx, const Dual *w, Scalar zero)
/*@ ghost (uint32_t inputs, uint32_t constants) */
{
  StraightNode node = code[k];
  Dual r = {zero, zero};
  switch (node.code) {
  case STRAIGHT_INPUT: r = (Dual){x[node.a], dx[node.a]}; break;
  case STRAIGHT_CONSTANT: r = (Dual){constant[node.a], zero}; break;
  case STRAIGHT_ADD: r = dual_number_add(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_SUB: r = dual_number_sub(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_MUL: r = dual_number_mul(ring, w[node.a], w[node.b]); break;
  case STRAIGHT_NEG: r = dual_number_neg(ring, w[node.a]); break;
  }
  return r;
}

void straight_duals(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                    const Scalar *dx, Dual *w)
/*@ ghost (uint32_t inputs, uint32_t constants) */
{
  Scalar zero = ring_integer(ring, 0);
  /*@ loop invariant range: 0 <= k <= nodes;
      loop invariant frame_input: \forall integer i; 0 <= i < inputs ==> x[i].word == \at(x[i].word, Pre);
      loop invariant frame_along: \forall integer i; 0 <= i < inputs ==> dx[i].word == \at(dx[i].word, Pre);
      loop invariant frame_constant: \forall integer i; 0 <= i < constants ==>
        constant[i].word == \at(constant[i].word, Pre);
      loop invariant words: duals(w, k);
      loop invariant denotes: \forall integer i; 0 <= i < k ==>
        value(w[i].real.word) == ev{Pre}(code, constant, x, i);
      loop invariant derivative: \forall integer i; 0 <= i < k ==>
        value(w[i].epsilon.word) == dv{Pre}(code, constant, x, dx, i);
      loop assigns k, w[0 .. nodes - 1], ring_state;
      loop variant nodes - k; */
  for (uint32_t k = 0; k < nodes; k++) {
    /*@ assert node: straight_node(code, inputs, constants, k); */
    Dual r = straight_dual(ring, code, k, constant, x, dx, w, zero) /*@ ghost (inputs, constants) */;
    /*@ assert denotes: value(r.real.word) == ev{Pre}(code, constant, x, k); */
    /*@ assert derivative: value(r.epsilon.word) == dv{Pre}(code, constant, x, dx, k); */
    //@ ghost Store: ;
    w[k] = r;
    /*@ assert frame: \forall integer i; 0 <= i < k ==> w[i].real.word == \at(w[i].real.word, Store); */
    /*@ assert frame_along: \forall integer i; 0 <= i < inputs ==> dx[i].word == \at(dx[i].word, Store); */
    /*@ assert frame_epsilon: \forall integer i; 0 <= i < k ==>
          w[i].epsilon.word == \at(w[i].epsilon.word, Store); */
    /*@ assert newest: value(w[k].real.word) == ev{Pre}(code, constant, x, k); */
    /*@ assert older: \forall integer i; 0 <= i < k ==> value(w[i].real.word) == ev{Pre}(code, constant, x, i); */
    /*@ assert newest_epsilon: value(w[k].epsilon.word) == dv{Pre}(code, constant, x, dx, k); */
    /*@ assert older_epsilon: \forall integer i; 0 <= i < k ==>
          value(w[i].epsilon.word) == dv{Pre}(code, constant, x, dx, i); */
  }
}
