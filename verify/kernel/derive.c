#include "verify/kernel/derive.h"

/*@ requires room: \valid(to + k) && \separated(to + k, code + (0 .. nodes - 1));
    assigns to[k];
    ensures node: is_node(to, k, op, a, b);
    ensures kept: nodes_kept{Pre, Post}(code, nodes); */
static inline void put(StraightNode *to, uint32_t k, StraightCode op, uint32_t a, uint32_t b)
/*@ ghost (const StraightNode *code, uint32_t nodes) */
{
  to[k].code = op;
  to[k].a = a;
  to[k].b = b;
}

/* The four nodes of one node. */
/*@ requires room: \valid(to + (v .. v + 3)) && \separated(to + (v .. v + 3), code + (0 .. nodes - 1));
    requires small: v + 3 <= UINT32_MAX;
    assigns to[v .. v + 3];
    ensures value: is_node(to, v, value.code, value.a, value.b);
    ensures left: is_node(to, v + 1, left.code, left.a, left.b);
    ensures right: is_node(to, v + 2, right.code, right.a, right.b);
    ensures slope: is_node(to, v + 3, slope.code, slope.a, slope.b);
    ensures kept: nodes_kept{Pre, Post}(code, nodes);
    ensures older: nodes_kept{Pre, Post}(to, v); */
static inline void put_four(StraightNode *to, uint32_t v, StraightNode value, StraightNode left, StraightNode right,
                            StraightNode slope)
/*@ ghost (const StraightNode *code, uint32_t nodes) */
{
  put(to, v, value.code, value.a, value.b) /*@ ghost (code, nodes) */;
  put(to, v + 1, left.code, left.a, left.b) /*@ ghost (code, nodes) */;
  put(to, v + 2, right.code, right.a, right.b) /*@ ghost (code, nodes) */;
  put(to, v + 3, slope.code, slope.a, slope.b) /*@ ghost (code, nodes) */;
}

/* Value and derivative of node k, those of the nodes below it being written. */
/*@ requires program: straight_node(code, inputs, constants, k) && inputs <= k < nodes;
    requires small: nodes < DERIVE_MOST_NODES && zero < constants;
    requires arrays: \valid_read(code + (0 .. nodes - 1)) && \valid(to + (0 .. value_at(inputs, nodes) - 1));
    requires apart: \separated(to + (0 .. value_at(inputs, nodes) - 1), code + (0 .. nodes - 1));
    requires below: straight(to, 2 * inputs, constants, value_at(inputs, k));
    assigns to[value_at(inputs, k) .. value_at(inputs, k) + 3];
    ensures below: straight(to, 2 * inputs, constants, value_at(inputs, k) + 4);
    ensures value: derived_value(code, to, inputs, k);
    ensures slope: derived_slope(code, to, inputs, zero, k);
    ensures kept: nodes_kept{Pre, Post}(code, nodes);
    ensures older: nodes_kept{Pre, Post}(to, value_at(inputs, k)); */
static void derive_node(const StraightNode *code, uint32_t inputs, uint32_t zero, uint32_t k, StraightNode *to)
/*@ ghost (uint32_t constants, uint32_t nodes) */
{
  StraightNode node = code[k];
  uint32_t v = value_node(inputs, k), va = 0, da = 0, vb = 0, db = 0;
  bool constant = node.code == STRAIGHT_CONSTANT;
  if (!constant) {
    va = value_node(inputs, node.a);
    da = slope_node(inputs, node.a);
  }
  if (!constant && node.code != STRAIGHT_NEG) {
    vb = value_node(inputs, node.b);
    db = slope_node(inputs, node.b);
  }
  /*@ assert first: node.code != STRAIGHT_CONSTANT ==> node.a < k && va == value_at(inputs, node.a) &&
        da == slope_at(inputs, node.a) && va < v && da < v; */
  /*@ assert second: node.code != STRAIGHT_CONSTANT && node.code != STRAIGHT_NEG ==> node.b < k &&
        vb == value_at(inputs, node.b) && db == slope_at(inputs, node.b) && vb < v && db < v; */
  /*@ assert neg: node.code == STRAIGHT_NEG ==> vb == 0 && db == 0; */
  const StraightNode none = {STRAIGHT_CONSTANT, zero, 0};
  StraightNode value = {node.code, constant ? node.a : va, vb}, left = none, right = none, slope = none;
  if (node.code == STRAIGHT_MUL) {
    left = (StraightNode){STRAIGHT_MUL, da, vb};
    right = (StraightNode){STRAIGHT_MUL, va, db};
    slope = (StraightNode){STRAIGHT_ADD, v + 1, v + 2};
  } else if (!constant) {
    slope = (StraightNode){node.code, da, db};
  }
  /*@ assert kinds: node.code == STRAIGHT_CONSTANT || node.code == STRAIGHT_ADD || node.code == STRAIGHT_SUB ||
        node.code == STRAIGHT_MUL || node.code == STRAIGHT_NEG; */
  /*@ assert place: 2 * inputs <= v && v == value_at(inputs, k) && v + 3 == slope_at(inputs, k); */
  put_four(to, v, value, left, right, slope) /*@ ghost (code, nodes) */;
  /*@ assert each: \forall integer i; 0 <= i < v ==> straight_node{Pre}(to, 2 * inputs, constants, i) &&
        straight_node(to, 2 * inputs, constants, i); */
  /*@ assert old: straight(to, 2 * inputs, constants, v); */
  /*@ assert new_value: straight_node(to, 2 * inputs, constants, v); */
  /*@ assert new_left: straight_node(to, 2 * inputs, constants, v + 1); */
  /*@ assert new_right: straight_node(to, 2 * inputs, constants, v + 2); */
  /*@ assert new_slope: straight_node(to, 2 * inputs, constants, v + 3); */
}

void derive(const StraightNode *code, uint32_t inputs, uint32_t nodes, uint32_t zero, StraightNode *to)
/*@ ghost (uint32_t constants) */
{
  /*@ loop invariant range: 0 <= i <= 2 * inputs;
      loop invariant inputs: \forall integer j; 0 <= j < i ==>
        to[j].code == STRAIGHT_INPUT && to[j].a == j;
      loop invariant kept: nodes_kept{Pre, Here}(code, nodes);
      loop assigns i, to[0 .. 2 * inputs - 1];
      loop variant 2 * inputs - i; */
  for (uint32_t i = 0; i < 2 * inputs; i++) {
    put(to, i, STRAIGHT_INPUT, i, 0) /*@ ghost (code, nodes) */;
  }
  /*@ assert inputs: straight(to, 2 * inputs, constants, 2 * inputs); */
  /*@ loop invariant range: inputs <= k <= nodes;
      loop invariant kept: nodes_kept{Pre, Here}(code, nodes);
      loop invariant program: straight(to, 2 * inputs, constants, value_at(inputs, k));
      loop invariant inputs: derived_inputs(to, inputs);
      loop invariant values: \forall integer j; inputs <= j < k ==> derived_value(code, to, inputs, j);
      loop invariant slopes: \forall integer j; inputs <= j < k ==> derived_slope(code, to, inputs, zero, j);
      loop assigns k, to[0 .. value_at(inputs, nodes) - 1];
      loop variant nodes - k; */
  for (uint32_t k = inputs; k < nodes; k++) {
    //@ ghost Node: ;
    /*@ assert node: straight_node{Pre}(code, inputs, constants, k) && straight_node(code, inputs, constants, k); */
    derive_node(code, inputs, zero, k, to) /*@ ghost (constants, nodes) */;
    /*@ assert values: \forall integer j; inputs <= j < k ==>
          derived_value{Node}(code, to, inputs, j) && derived_value(code, to, inputs, j); */
    /*@ assert slopes: \forall integer j; inputs <= j < k ==>
          derived_slope{Node}(code, to, inputs, zero, j) && derived_slope(code, to, inputs, zero, j); */
  }
}
