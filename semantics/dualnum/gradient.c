#include "semantics/dualnum/gradient.h"

#include "semantics/dualnum/sweep.h"

/* adjoint[i] += d, adjoint[j] += e */
/*@ requires range: i < k && j < k;
    requires adjoint: \valid(adjoint + (0 .. k - 1));
    requires along: \valid_read(t + (0 .. k - 1));
    requires apart: \separated(adjoint + (0 .. k - 1), t + (0 .. k - 1));
    requires words: members(adjoint, 0, k) && member(d.word) && member(e.word);
    assigns adjoint[0 .. k - 1], ring_state;
    ensures words: members(adjoint, 0, k);
    ensures sum: dot(adjoint, t, k) == radd(dot{Pre}(adjoint, t, k),
      radd(rmul(value(d.word), value(\at(t[i].word, Pre))), rmul(value(e.word), value(\at(t[j].word, Pre))))); */
static inline void pull_two(Ring *ring, uint32_t i, Scalar d, uint32_t j, Scalar e, Scalar *adjoint)
/*@ ghost (const Scalar *t, uint32_t k) */
{
  sweep_accumulate(ring, adjoint, i, d) /*@ ghost (t, k) */;
  /*@ assert kept: t[j].word == \at(t[j].word, Pre); */
  sweep_accumulate(ring, adjoint, j, e) /*@ ghost (t, k) */;
}

/* (-c) t = c (-t), in every ring. */
/*@ ghost
  /@ requires opposite: value(m.word) == rneg(value(c.word));
     assigns \nothing;
     ensures turn: \forall ELEMENT t; rmul(value(m.word), t) == rmul(value(c.word), rneg(t)); @/
  void turn_sign(Scalar c, Scalar m) {
    /@ assert none: radd(value(c.word), value(m.word)) == rzero; @/
    /@ assert left: \forall ELEMENT t; radd(rmul(value(c.word), t), rmul(value(m.word), t)) == rzero; @/
    /@ assert right_sum: \forall ELEMENT t; radd(rmul(t, value(c.word)), rmul(rneg(t), value(c.word))) ==
         rmul(radd(t, rneg(t)), value(c.word)); @/
    /@ assert right: \forall ELEMENT t; radd(rmul(value(c.word), t), rmul(value(c.word), rneg(t))) == rzero; @/
    /@ assert cancel: \forall ELEMENT p, q, r; radd(p, q) == rzero ==> radd(p, r) == rzero ==>
         radd(radd(q, p), r) == q; @/
    /@ assert same: \forall ELEMENT p, q, r; radd(p, q) == rzero ==> radd(p, r) == rzero ==>
         radd(radd(q, p), r) == r; @/
  }
*/

/* The cotangent c of node k goes to the nodes that it was made from. */
/*@ requires node: straight_node(code, inputs, constants, k) && inputs <= k;
    requires arrays: gradient_arrays(code, w, adjoint, t, k + 1);
    requires along: tangent_step(code, w, t, k, value(t[k].word));
    requires words: members(w, 0, k) && members(adjoint, 0, k) && member(c.word);
    assigns adjoint[0 .. k - 1], ring_state;
    ensures words: members(adjoint, 0, k);
    ensures sum: dot(adjoint, t, k) ==
      radd(dot{Pre}(adjoint, t, k), rmul(value(c.word), value(\at(t[k].word, Pre)))); */
static inline void pull_node(Ring *ring, const StraightNode *code, uint32_t k, const Scalar *w, Scalar c,
                             Scalar *adjoint)
/*@ ghost (uint32_t inputs, uint32_t constants, const Scalar *t) */
{
  StraightNode node = code[k];
  Scalar left, right;
  switch (node.code) {
  case STRAIGHT_INPUT:
  case STRAIGHT_CONSTANT:
    /*@ assert nothing: rmul(value(c.word), value(t[k].word)) == rzero; */
    break;
  case STRAIGHT_ADD:
    /*@ assert split: rmul(value(c.word), value(t[k].word)) ==
          radd(rmul(value(c.word), value(t[node.a].word)), rmul(value(c.word), value(t[node.b].word))); */
    pull_two(ring, node.a, c, node.b, c, adjoint) /*@ ghost (t, k) */;
    break;
  case STRAIGHT_SUB:
    right = ring_neg(ring, c);
    //@ ghost turn_sign(c, right);
    /*@ assert opposite: rmul(value(right.word), value(t[node.b].word)) ==
          rmul(value(c.word), rneg(value(t[node.b].word))); */
    /*@ assert split: rmul(value(c.word), value(t[k].word)) ==
          radd(rmul(value(c.word), value(t[node.a].word)), rmul(value(right.word), value(t[node.b].word))); */
    pull_two(ring, node.a, c, node.b, right, adjoint) /*@ ghost (t, k) */;
    break;
  case STRAIGHT_MUL:
    left = ring_mul(ring, w[node.b], c);
    right = ring_mul(ring, w[node.a], c);
    /*@ assert first: rmul(value(left.word), value(t[node.a].word)) ==
          rmul(value(c.word), rmul(value(t[node.a].word), value(w[node.b].word))); */
    /*@ assert second: rmul(value(right.word), value(t[node.b].word)) ==
          rmul(value(c.word), rmul(value(w[node.a].word), value(t[node.b].word))); */
    /*@ assert split: rmul(value(c.word), value(t[k].word)) ==
          radd(rmul(value(left.word), value(t[node.a].word)), rmul(value(right.word), value(t[node.b].word))); */
    pull_two(ring, node.a, left, node.b, right, adjoint) /*@ ghost (t, k) */;
    break;
  case STRAIGHT_NEG:
    left = ring_neg(ring, c);
    //@ ghost turn_sign(c, left);
    /*@ assert opposite: rmul(value(left.word), value(t[node.a].word)) == rmul(value(c.word), value(t[k].word)); */
    sweep_accumulate(ring, adjoint, node.a, left) /*@ ghost (t, k) */;
    break;
  }
}

/* For each node above the inputs, from the last: its cotangent goes to what it was made from. */
/*@ requires program: straight(code, inputs, constants, nodes);
    requires arrays: gradient_arrays(code, w, adjoint, t, nodes) && inputs <= nodes;
    requires along: \forall integer k; 0 <= k < nodes ==> tangent_step(code, w, t, k, value(t[k].word));
    requires words: members(w, 0, nodes) && members(adjoint, 0, nodes);
    assigns adjoint[0 .. nodes - 1], ring_state;
    ensures words: members(adjoint, 0, nodes);
    ensures transpose: dot(adjoint, t, inputs) == dot{Pre}(adjoint, t, nodes); */
static inline void pull_back(Ring *ring, const StraightNode *code, uint32_t inputs, uint32_t nodes, const Scalar *w,
                             Scalar *adjoint)
/*@ ghost (uint32_t constants, const Scalar *t) */
{
  uint32_t above = nodes;
  /*@ loop invariant range: inputs <= above <= nodes;
      loop invariant sum: dot(adjoint, t, above) == dot{Pre}(adjoint, t, nodes);
      loop invariant words: members(adjoint, 0, nodes);
      loop invariant frame_along: \forall integer i; 0 <= i < nodes ==> t[i].word == \at(t[i].word, Pre);
      loop invariant frame_values: \forall integer i; 0 <= i < nodes ==> w[i].word == \at(w[i].word, Pre);
      loop assigns above, adjoint[0 .. nodes - 1], ring_state;
      loop variant above; */
  while (above > inputs) {
    uint32_t k = above - 1;
    Scalar c = adjoint[k];
    /*@ assert node: straight_node(code, inputs, constants, k); */
    /*@ assert along_then: tangent_step{Pre}(code, w, t, k, \at(value(t[\at(k, Here)].word), Pre)); */
    /*@ assert along: tangent_step(code, w, t, k, value(t[k].word)); */
    /*@ assert above: dot(adjoint, t, k + 1) == radd(dot(adjoint, t, k), rmul(value(c.word), value(t[k].word))); */
    /*@ assert apart: \separated(adjoint + (0 .. k - 1), t + (0 .. nodes - 1)); */
    /*@ assert apart_values: \separated(adjoint + (0 .. k - 1), w + (0 .. nodes - 1)); */
    //@ ghost Pull: ;
    pull_node(ring, code, k, w, c, adjoint) /*@ ghost (inputs, constants, t) */;
    /*@ assert kept: \forall integer i; 0 <= i < nodes ==> t[i].word == \at(t[i].word, Pull); */
    /*@ assert kept_values: \forall integer i; 0 <= i < nodes ==> w[i].word == \at(w[i].word, Pull); */
    /*@ assert kept_above: \forall integer i; k <= i < nodes ==> adjoint[i].word == \at(adjoint[i].word, Pull); */
    above = k;
  }
}

void straight_gradient(Ring *ring, const StraightNode *code, uint32_t inputs, uint32_t nodes, const Scalar *w,
                       uint32_t output, Scalar *adjoint)
/*@ ghost (uint32_t constants, const Scalar *constant, const Scalar *x, const Scalar *t) */
{
  Scalar zero = ring_integer(ring, 0);
  Scalar one = ring_integer(ring, 1);
  /*@ loop invariant range: 0 <= k <= nodes;
      loop invariant frame_along: \forall integer i; 0 <= i < nodes ==> t[i].word == \at(t[i].word, Pre);
      loop invariant frame_values: \forall integer i; 0 <= i < nodes ==> w[i].word == \at(w[i].word, Pre);
      loop invariant words: members(adjoint, 0, k);
      loop invariant seeded: \forall integer i; 0 <= i < k ==>
        value(adjoint[i].word) == (i == output ? rone : rzero);
      loop assigns k, adjoint[0 .. nodes - 1];
      loop variant nodes - k; */
  for (uint32_t k = 0; k < nodes; k++) {
    Scalar seed = k == output ? one : zero;
    /*@ assert apart: \separated(adjoint + k, t + (0 .. nodes - 1)); */
    /*@ assert apart_values: \separated(adjoint + k, w + (0 .. nodes - 1)); */
    //@ ghost Store: ;
    adjoint[k] = seed;
    /*@ assert kept: \forall integer i; 0 <= i < nodes ==> t[i].word == \at(t[i].word, Store); */
    /*@ assert kept_values: \forall integer i; 0 <= i < nodes ==> w[i].word == \at(w[i].word, Store); */
  }
  /*@ ghost
    /@ loop invariant range: 0 <= q <= nodes;
       loop invariant below: q <= output ==> dot(adjoint, t, q) == rzero;
       loop invariant above: q > output ==> dot(adjoint, t, q) == value(t[output].word);
       loop assigns q;
       loop variant nodes - q; @/
    for (uint32_t q = 0; q < nodes; q++) {
      /@ assert next: dot(adjoint, t, q + 1) == radd(dot(adjoint, t, q),
           rmul(value(adjoint[q].word), value(t[q].word))); @/
    }
  */
  /*@ assert seed: dot(adjoint, t, nodes) == value(\at(t[output].word, Pre)); */
  /*@ assert values: \forall integer k; 0 <= k < nodes ==> value(w[k].word) == ev{Pre}(code, constant, x, k); */
  /*@ assert derivatives: \forall integer k; 0 <= k < nodes ==> value(t[k].word) == dv{Pre}(code, constant, x, t, k); */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= nodes;
       loop invariant along: \forall integer k; 0 <= k < q ==> tangent_step(code, w, t, k, value(t[k].word));
       loop assigns q;
       loop variant nodes - q; @/
    for (uint32_t q = 0; q < nodes; q++) {
      /@ assert node: straight_node(code, inputs, constants, q); @/
      /@ assert derivative: value(t[q].word) == dv{Pre}(code, constant, x, t, q); @/
      /@ assert constant: code[q].code == STRAIGHT_CONSTANT ==> value(t[q].word) == rzero; @/
      /@ assert add: code[q].code == STRAIGHT_ADD ==>
           value(t[q].word) == radd(value(t[code[q].a].word), value(t[code[q].b].word)); @/
      /@ assert sub: code[q].code == STRAIGHT_SUB ==>
           value(t[q].word) == radd(value(t[code[q].a].word), rneg(value(t[code[q].b].word))); @/
      /@ assert mul: code[q].code == STRAIGHT_MUL ==>
           value(t[q].word) == radd(rmul(value(t[code[q].a].word), value(w[code[q].b].word)),
                                    rmul(value(w[code[q].a].word), value(t[code[q].b].word))); @/
      /@ assert neg: code[q].code == STRAIGHT_NEG ==> value(t[q].word) == rneg(value(t[code[q].a].word)); @/
      /@ assert here: tangent_step(code, w, t, q, value(t[q].word)); @/
    }
  */
  pull_back(ring, code, inputs, nodes, w, adjoint) /*@ ghost (constants, t) */;
}
