#include "verify/kernel/formed.h"

/*@ requires node: \valid_read(code + k);
    assigns \nothing;
    ensures formed: \result <==> straight_node(code, inputs, constants, k); */
static bool node_formed(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t k) {
  StraightNode node = code[k];
  switch (node.code) {
  case STRAIGHT_INPUT: return k < inputs && node.a == k;
  case STRAIGHT_CONSTANT: return k >= inputs && node.a < constants;
  case STRAIGHT_ADD:
  case STRAIGHT_SUB:
  case STRAIGHT_MUL: return k >= inputs && node.a < k && node.b < k;
  case STRAIGHT_NEG: return k >= inputs && node.a < k;
  }
  return false;
}

bool straight_formed(const StraightNode *code, uint32_t inputs, uint32_t constants, uint32_t nodes) {
  /*@ loop invariant range: 0 <= k <= nodes;
      loop invariant formed: straight(code, inputs, constants, k);
      loop assigns k;
      loop variant nodes - k; */
  for (uint32_t k = 0; k < nodes; k++) {
    bool formed = node_formed(code, inputs, constants, k);
    if (!formed) return false;
  }
  return true;
}
