/* The reverse derivative of a nest, in the nest: what a value contributes to the cotangent of an operand is summed over
 * the loops that the operand is not in; of an entry of an array it is added in place. */
#include "ad/code/nest.h"

typedef struct Reverse {
  Nest *nest;
  uint32_t count;      /* of the nodes of the program */
  uint32_t *cotangent; /* of each; NEST_NONE: nothing contributes to it yet */
  uint32_t *gradient;  /* of each ARGUMENT the array of its gradient, or NEST_NONE */
  bool *active;
  uint32_t effects; /* of the program */
} Reverse;

static Ring *ring(const Reverse *r) { return &r->nest->record.ring; }
static uint32_t negative(const Reverse *r, uint32_t a) { return (uint32_t)ring_neg(ring(r), nest_scalar(a)).word; }

/* The array that cotangents of entries of this one are added to; NEST_NONE where nobody asks for them. */
static uint32_t adjoint_of(Reverse *r, uint32_t k) {
  const NestArray array = r->nest->array[k];
  if (array.memory == NEST_ARGUMENT) return r->gradient[k];
  if ((array.memory != NEST_STORED && array.memory != NEST_STATE) || array.adjoint != NEST_NONE) return array.adjoint;
  NestArray adjoint = array;
  adjoint.memory = NEST_ADJOINT;
  uint32_t made = nest_array(r->nest, &adjoint);
  r->nest->array[k].adjoint = made;
  r->nest->array[made].adjoint = k;
  return made;
}

/* ------------------------------------------------------------------ active -- */

static bool has_active_effect(const Reverse *r, uint32_t array) {
  for (uint32_t k = 0; k < r->effects; k++) {
    const NestEffect *effect = &r->nest->effect[k];
    if (effect->array == array && r->active[effect->value]) return true;
  }
  return false;
}

static bool is_active(const Reverse *r, const TapeNode *node) {
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++)
    if (r->active[operand[i]]) return true;
  if (node->op == TAPE_SUM) return r->active[node->a];
  if (node->op != TAPE_ENTRY) return false;
  const NestArray *array = &r->nest->array[node->a];
  if (array->memory == NEST_ARGUMENT) return r->gradient[node->a] != NEST_NONE;
  if (array->memory == NEST_STORED) return r->active[array->body];
  return array->memory == NEST_STATE && has_active_effect(r, node->a);
}

/* A state may become active by what its steps read: until nothing changes. */
static void find_active(Reverse *r) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < r->count; k++) {
      bool active = is_active(r, nest_node(r->nest, k));
      changed = changed || active != r->active[k];
      r->active[k] = active;
    }
  }
}

/* ----------------------------------------------------------- contributions -- */

static void add_to(Reverse *r, uint32_t x, uint32_t c) {
  r->cotangent[x] = r->cotangent[x] == NEST_NONE ? c : nest_add(r->nest, r->cotangent[x], c);
}

/* Adds in place, at the indices of the entry x and of the loops that are summed over. */
static void add_in_place(Reverse *r, uint32_t x, uint32_t c) {
  const TapeNode entry = *nest_node(r->nest, x);
  uint32_t array = adjoint_of(r, entry.a);
  if (array == NEST_NONE || nest_failed(r->nest)) return;
  NestPath path = nest_path(r->nest, c) | nest_path(r->nest, x);
  nest_effect(r->nest, &(NestEffect){array, entry.b, c, path, true});
}

/* Whether all of the loops are inside all of the path. */
static bool is_inside(const Nest *nest, NestPath loops, NestPath path) {
  uint32_t outermost = nest_from_depth(nest, loops, 0);
  return outermost == NEST_NONE || nest_from_depth(nest, path, nest->loop[outermost].depth) == NEST_NONE;
}

/* c, at each index that y is at, to the operand x. */
static void contribute(Reverse *r, uint32_t x, uint32_t y, uint32_t c) {
  Nest *nest = r->nest;
  NestPath path = nest_path(nest, x), loops = nest_path(nest, y) & ~path;
  if (!r->active[x]) return;
  NestPath same = loops & ~nest_path(nest, c); /* c is the same in these */
  c = nest_sum(nest, same, c);
  loops &= ~same;
  if (loops != 0 && !is_inside(nest, loops, path) && nest_node(nest, x)->op == TAPE_ENTRY)
    add_in_place(r, x, c);
  else
    add_to(r, x, nest_sum(nest, loops, c));
}

static void differentiate(Reverse *r, uint32_t y) {
  Nest *nest = r->nest;
  const TapeNode node = *nest_node(nest, y);
  uint32_t c = r->cotangent[y];
  switch (node.op) {
  case TAPE_INPUT:
  case TAPE_NUMBER:
  case TAPE_SIZE:
  case TAPE_FOLD:
  case TAPE_ACCUMULATOR: break;
  case TAPE_PLUS:
  case TAPE_MINUS:
    contribute(r, node.a, y, c);
    contribute(r, node.b, y, node.op == TAPE_MINUS ? negative(r, c) : c);
    break;
  case TAPE_TIMES:
    if (node.a == node.b) c = nest_add(nest, c, c); /* a^2 by 2 c, which may stand outside of loops that a is in */
    if (r->active[node.a]) contribute(r, node.a, y, nest_multiply(nest, c, node.b));
    if (r->active[node.b] && node.a != node.b) contribute(r, node.b, y, nest_multiply(nest, c, node.a));
    break;
  case TAPE_NEGATIVE: contribute(r, node.a, y, negative(r, c)); break;
  case TAPE_INVERSE: contribute(r, node.a, y, negative(r, nest_multiply(nest, c, nest_multiply(nest, y, y)))); break;
  case TAPE_FUNCTION: contribute(r, node.a, y, nest_multiply(nest, c, nest_slope(nest, node.f, node.a, y))); break;
  case TAPE_SUM: contribute(r, node.a, node.a, c); break;
  case TAPE_ENTRY: add_in_place(r, y, c); break;
  }
}

/* ------------------------------------------------------------------- sweep -- */

/* What was added to the cotangent of an array's entry is the cotangent of what was stored there. */
static void take(Reverse *r, uint32_t array, uint32_t subscript, uint32_t value, NestPath path) {
  if (array == NEST_NONE || nest_failed(r->nest)) return;
  uint32_t entry = nest_put(r->nest, TAPE_ENTRY, array, subscript);
  if (nest_failed(r->nest)) return;
  NestPath loops = path & ~nest_path(r->nest, value);
  add_to(r, value, nest_sum(r->nest, loops, entry));
}

static uint32_t own_subscript(Nest *nest, const NestArray *array) {
  uint32_t index[NEST_DIMENSIONS];
  for (uint32_t k = 0; k < array->dimensions; k++) index[k] = nest_index(nest, array->loop[k]);
  return nest_subscript(nest, index, array->dimensions);
}

/* Of arrays that have the node as their entries. */
static void take_stored(Reverse *r, uint32_t node, uint32_t arrays) {
  Nest *nest = r->nest;
  for (uint32_t k = 0; k < arrays; k++) {
    const NestArray array = nest->array[k];
    if (array.memory != NEST_STORED || array.body != node || array.adjoint == NEST_NONE) continue;
    uint32_t subscript = own_subscript(nest, &array);
    take(r, array.adjoint, subscript, node, array.path | nest_subscript_path(nest, subscript));
  }
  for (uint32_t k = 0; k < r->effects; k++) {
    const NestEffect effect = nest->effect[k];
    if (effect.value != node) continue;
    uint32_t adjoint = nest->array[effect.array].memory == NEST_STATE ? adjoint_of(r, effect.array)
                                                                      : nest->array[effect.array].adjoint;
    take(r, adjoint, effect.subscript, node, effect.path);
  }
}

static void sweep(Reverse *r) {
  uint32_t arrays = r->nest->arrays;
  find_active(r);
  for (uint32_t y = r->count; y-- > 0 && !nest_failed(r->nest);) {
    if (!r->active[y]) continue;
    take_stored(r, y, arrays);
    if (r->cotangent[y] != NEST_NONE) differentiate(r, y);
  }
}

/* The array beside each ARGUMENT that its gradient is in, and that of the weights beside each RESULT. */
static void declare(Reverse *r) {
  Nest *nest = r->nest;
  for (uint32_t k = 0, n = nest->arrays; k < n && !nest_failed(nest); k++) {
    NestArray array = nest->array[k];
    r->gradient[k] = NEST_NONE;
    if (array.memory == NEST_ARGUMENT && nest->by[array.argument]) {
      array.memory = NEST_GRADIENT;
      r->gradient[k] = nest_array(nest, &array);
    } else if (array.memory == NEST_RESULT) {
      array.memory = NEST_SEED;
      uint32_t seed = nest_array(nest, &array);
      nest->array[k].adjoint = seed;
    }
  }
}

Status nest_reverse(Nest *nest) {
  Reverse r = {.nest = nest, .count = nest->record.count, .effects = nest->effects};
  r.cotangent = arena_array(nest->arena, TAPE_MOST, sizeof *r.cotangent);
  r.gradient = arena_array(nest->arena, NEST_MOST, sizeof *r.gradient);
  r.active = arena_array(nest->arena, TAPE_MOST, sizeof *r.active);
  if (r.cotangent == NULL || r.gradient == NULL || r.active == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < TAPE_MOST; k++) {
    r.cotangent[k] = NEST_NONE;
    r.active[k] = false;
  }
  declare(&r);
  sweep(&r);
  if (!nest_failed(nest)) nest_factor(nest);
  return nest->record.ring.status;
}
