/* Inverses have one value modulo p, at a point drawn at random, if what they are of has: then they are taken for
 * one, which the certificate has to prove. */
#include "semantics/core/field.h"
#include "semantics/core/field_power.h"
#include "verify/certificates/emit.h"

#include <stdlib.h>

static uint64_t value_of(const StraightNode *node, const StraightProgram *program, const uint64_t *value) {
  int64_t number = 0;
  switch (node->code) {
  case STRAIGHT_INPUT: break;
  case STRAIGHT_CONSTANT: return recorded_integer(&program->constant[node->a], &number) ? field_from_int(number) : 0;
  case STRAIGHT_ADD: return field_add(value[node->a], value[node->b]);
  case STRAIGHT_SUB: return field_sub(value[node->a], value[node->b]);
  case STRAIGHT_MUL: return field_mul(value[node->a], value[node->b]);
  case STRAIGHT_NEG: return field_neg(value[node->a]);
  }
  return 0;
}

/* The inverses; an inverse is known once the node that it is of is. */
static bool run(const Recording *recording, uint32_t point, uint64_t *inverse) {
  const StraightProgram *program = &recording->program;
  uint32_t first = recording->inputs - recording->room, next = 0;
  uint64_t *value = calloc((size_t)program->nodes + 1, sizeof *value);
  if (value == NULL) return false;
  for (uint32_t i = 0; i < first; i++)
    value[i] = field_power(i < point ? 3 : 5, 1000003u + 7919u * i); /* any that have nothing to do with one another */
  for (uint32_t k = 0; k < program->nodes; k++) {
    if (k >= recording->inputs) value[k] = value_of(&program->code[k], program, value);
    for (; next < recording->inverses && recording->inverse_of[next] <= k; next++)
      inverse[next] = value[first + next] = field_inverse(value[recording->inverse_of[next]]);
  }
  free(value);
  return true;
}

bool matching_guess(const Recording *source, const Recording *derivative, Matching *out) {
  uint64_t known[STRAIGHT_INVERSES], found[STRAIGHT_INVERSES];
  uint32_t point = source->inputs - source->room;
  if (derivative->inverses == 0) return true;
  if (!run(source, point, known) || !run(derivative, point, found)) return false;
  for (uint32_t j = 0; j < derivative->inverses; j++) {
    bool matched = false;
    for (uint32_t a = 0; a < source->inverses && !matched; a++) {
      matched = known[a] == found[j];
      out->first[j] = a;
      out->second[j] = ASKED_NONE;
    }
    for (uint32_t a = 0; a < source->inverses && !matched; a++) {
      for (uint32_t b = a; b < source->inverses && !matched; b++) {
        matched = field_mul(known[a], known[b]) == found[j];
        out->first[j] = a;
        out->second[j] = b;
      }
    }
    if (!matched) return false;
  }
  return true;
}
