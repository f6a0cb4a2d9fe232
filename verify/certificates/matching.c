/* Symbols of one kind have one value modulo p, at a point drawn at random, if what they are of has: then they are
 * taken for one, which the certificate has to prove. */
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

/* Of a function any value that has to do with nothing but the function and the value it is of. */
static uint64_t value_of_symbol(uint32_t what, uint64_t of) {
  return what == STRAIGHT_INVERSE ? field_inverse(of) : field_power(field_add(of, field_from_int(7)), 1000003u + what);
}

/* The values of symbols that are of nodes up to k, where those are known. */
static void run_symbols(const Recording *recording, uint32_t k, uint64_t *value, uint64_t *symbol, bool *known) {
  uint32_t first = recording->inputs - recording->room;
  for (uint32_t j = 0; j < recording->symbols; j++) {
    uint32_t of = recording->symbol[j].of;
    if (known[j] || of > k || (of >= first && of < recording->inputs && !known[of - first])) continue;
    symbol[j] = value[first + j] = value_of_symbol(recording->symbol[j].what, value[of]);
    known[j] = true;
  }
}

static bool run(const Recording *recording, uint32_t point, uint64_t *symbol) {
  const StraightProgram *program = &recording->program;
  uint32_t first = recording->inputs - recording->room;
  bool known[STRAIGHT_SYMBOLS] = {false};
  uint64_t *value = calloc((size_t)program->nodes + 1, sizeof *value);
  if (value == NULL) return false;
  for (uint32_t i = 0; i < first; i++)
    value[i] = field_power(i < point ? 3 : 5, 1000003u + 7919u * i); /* any that have nothing to do with one another */
  for (uint32_t k = 0; k < program->nodes; k++) {
    if (k >= recording->inputs) value[k] = value_of(&program->code[k], program, value);
    run_symbols(recording, k, value, symbol, known);
  }
  free(value);
  return true;
}

typedef struct Values {
  uint64_t of_program[STRAIGHT_SYMBOLS], of_derivative[STRAIGHT_SYMBOLS];
} Values;

/* One symbol of the same kind and value; or two inverses. */
static bool match(const Recording *source, uint32_t what, const uint64_t *known, uint64_t found, uint32_t *first,
                  uint32_t *second) {
  *second = ASKED_NONE;
  for (*first = 0; *first < source->symbols; ++*first) {
    if (source->symbol[*first].what == what && known[*first] == found) return true;
  }
  for (*first = 0; *first < source->symbols && what == STRAIGHT_INVERSE; ++*first) {
    if (source->symbol[*first].what != what) continue;
    for (*second = *first; *second < source->symbols; ++*second) {
      bool inverse = source->symbol[*second].what == what;
      if (inverse && field_mul(known[*first], known[*second]) == found) return true;
    }
  }
  return false;
}

bool matching_guess(const Recording *source, const Recording *derivative, Matching *out) {
  Values values;
  uint32_t point = source->inputs - source->room;
  if (derivative->symbols == 0) return true;
  if (!run(source, point, values.of_program) || !run(derivative, point, values.of_derivative)) return false;
  for (uint32_t j = 0; j < derivative->symbols; j++) {
    if (!match(source, derivative->symbol[j].what, values.of_program, values.of_derivative[j], &out->first[j],
               &out->second[j]))
      return false;
  }
  return true;
}
