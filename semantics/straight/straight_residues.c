#include "semantics/straight/straight_residues.h"

#include "semantics/rings/constants.h"
#include "semantics/rings/field.h"
#include "semantics/rings/field_power.h"

static uint64_t word(uint64_t residue) { return residue & ~RESIDUE_LOOSE; }

/* Any that have nothing to do with one another. */
uint64_t residue_of_input(uint32_t i, uint32_t point) { return field_power(i < point ? 3 : 5, 1000003u + 7919u * i); }

uint64_t residue_of_symbol(uint32_t what, uint64_t of) {
  uint64_t loose = of & RESIDUE_LOOSE;
  if (what == STRAIGHT_INVERSE) return word(of) == 0 ? RESIDUE_LOOSE : loose | field_inverse(word(of));
  return RESIDUE_LOOSE | field_power(field_add(word(of), field_from_int(7)), 1000003u + what);
}

static uint64_t residue_of_constant(const StraightConstant *constant) {
  const Constant *of = constant->constant;
  if (of == NULL) return field_from_int(constant->integer);
  return of->has_residue ? of->residue[of->length == 1 ? 0 : constant->index] : RESIDUE_LOOSE;
}

uint64_t residue_of_node(const StraightNode *node, const StraightConstant *constant, const uint64_t *residue) {
  if (node->code == STRAIGHT_CONSTANT) return residue_of_constant(&constant[node->a]);
  uint64_t a = residue[node->a], b = node->code == STRAIGHT_NEG ? 0 : residue[node->b];
  uint64_t loose = (a | b) & RESIDUE_LOOSE;
  switch (node->code) {
  case STRAIGHT_ADD: return loose | field_add(word(a), word(b));
  case STRAIGHT_SUB: return loose | field_sub(word(a), word(b));
  case STRAIGHT_MUL: return loose | field_mul(word(a), word(b));
  case STRAIGHT_NEG: return loose | field_neg(word(a));
  case STRAIGHT_INPUT:
  case STRAIGHT_CONSTANT: break;
  }
  return RESIDUE_LOOSE;
}
