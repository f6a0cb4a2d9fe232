/* The forward derivative of a nest, in the nest: of each value the tangent, at the same indices; of an array that is
 * kept the array of tangents. */
#include "ad/code/nest.h"

typedef struct Forward {
  Nest *nest;
  uint32_t *tangent; /* of each node of the program; NEST_NONE: 0 */
  uint32_t *beside;  /* of each array of it that of its tangents, or NEST_NONE */
} Forward;

/* Of what is stored by its tangents: an array of them, or what they all are. */
static uint32_t stored_entry(Forward *f, const TapeNode *entry) {
  Nest *nest = f->nest;
  NestArray array = nest->array[entry->a];
  NestPath own = 0;
  array.body = f->tangent[array.body];
  if (array.body == NEST_NONE) return NEST_NONE;
  for (uint32_t k = 0; k < array.dimensions; k++) own |= nest_bit(array.loop[k]);
  NestPath path = nest_path(nest, array.body);
  if ((path & own) == 0) return array.body;
  array.path = path & ~own;
  if (f->beside[entry->a] == NEST_NONE) f->beside[entry->a] = nest_array(nest, &array);
  return nest_failed(nest) ? NEST_NONE : nest_entry(nest, f->beside[entry->a], nest->subscript[entry->b].at);
}

static uint32_t entry_tangent(Forward *f, const TapeNode *entry) {
  Nest *nest = f->nest;
  if (nest->array[entry->a].memory == NEST_STORED) return stored_entry(f, entry);
  uint32_t beside = f->beside[entry->a];
  return beside == NEST_NONE ? NEST_NONE : nest_put(nest, TAPE_ENTRY, beside, entry->b);
}

static uint32_t sum_of(Nest *nest, uint32_t a, uint32_t b) {
  if (a == NEST_NONE || b == NEST_NONE) return a == NEST_NONE ? b : a;
  return nest_add(nest, a, b);
}

static uint32_t times(Nest *nest, uint32_t tangent, uint32_t factor) {
  return tangent == NEST_NONE ? NEST_NONE : nest_multiply(nest, tangent, factor);
}

static uint32_t minus(Nest *nest, uint32_t tangent) {
  return tangent == NEST_NONE ? NEST_NONE : nest_negative(nest, tangent);
}

static uint32_t tangent_of(Forward *f, uint32_t y) {
  Nest *nest = f->nest;
  const TapeNode node = *nest_node(nest, y);
  const uint32_t *tangent = f->tangent;
  switch (node.op) {
  case TAPE_INPUT:
  case TAPE_NUMBER:
  case TAPE_SIZE:
  case TAPE_FOLD:
  case TAPE_ACCUMULATOR: return NEST_NONE;
  case TAPE_PLUS: return sum_of(nest, tangent[node.a], tangent[node.b]);
  case TAPE_MINUS: return sum_of(nest, tangent[node.a], minus(nest, tangent[node.b]));
  case TAPE_TIMES: return sum_of(nest, times(nest, tangent[node.a], node.b), times(nest, tangent[node.b], node.a));
  case TAPE_NEGATIVE: return minus(nest, tangent[node.a]);
  case TAPE_INVERSE: return minus(nest, times(nest, tangent[node.a], nest_multiply(nest, y, y)));
  case TAPE_FUNCTION: return times(nest, tangent[node.a], nest_slope(nest, node.f, node.a, y));
  case TAPE_SUM: return tangent[node.a] == NEST_NONE ? NEST_NONE : nest_sum(nest, nest->set[node.b], tangent[node.a]);
  case TAPE_ENTRY: return entry_tangent(f, &node);
  }
  return NEST_NONE;
}

/* The directions, the derivatives, and what states have besides. */
static void declare(Forward *f) {
  Nest *nest = f->nest;
  for (uint32_t k = 0, n = nest->arrays; k < n && !nest_failed(nest); k++) {
    NestArray array = nest->array[k];
    f->beside[k] = NEST_NONE;
    if (array.memory == NEST_ARGUMENT && nest->by[array.argument])
      array.memory = NEST_DIRECTION;
    else if (array.memory == NEST_RESULT)
      array.memory = NEST_DERIVATIVE;
    else if (array.memory != NEST_STATE)
      continue;
    f->beside[k] = nest_array(nest, &array);
  }
}

/* What is written is so beside its tangent. */
static void effects(Forward *f) {
  Nest *nest = f->nest;
  uint32_t zero = (uint32_t)ring_integer(&nest->record.ring, 0).word;
  for (uint32_t e = 0, n = nest->effects; e < n && !nest_failed(nest); e++) {
    NestEffect effect = nest->effect[e];
    effect.array = f->beside[effect.array];
    effect.value = f->tangent[effect.value] == NEST_NONE ? zero : f->tangent[effect.value];
    if (effect.array != NEST_NONE) nest_effect(nest, &effect);
  }
}

Status nest_forward(Nest *nest) {
  Forward f = {.nest = nest};
  const uint32_t count = nest->record.count;
  f.tangent = arena_array(nest->arena, TAPE_MOST, sizeof *f.tangent);
  f.beside = arena_array(nest->arena, NEST_MOST, sizeof *f.beside);
  if (f.tangent == NULL || f.beside == NULL) return STATUS_LIMIT;
  declare(&f);
  for (uint32_t k = 0; k < count && !nest_failed(nest); k++) f.tangent[k] = tangent_of(&f, k);
  if (!nest_failed(nest)) effects(&f);
  return nest->record.ring.status;
}
