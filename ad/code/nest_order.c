/* In which order the loops of a sum stand.  What lies in memory row after row is walked over in this order: a sum over
 * the index of the rows is added up for all columns at once, in the loop over columns inside that over rows, and not
 * column by column.  The sum at another index of both loops is an array, of which the sum at hand is an entry. */
#include "ad/code/nest.h"

#include <stdlib.h>

#define NODES_MOST 32 /* of what is summed */

typedef struct Order {
  Nest *nest;
  NestPath both;
  uint32_t outer, inner;         /* the loops as they stand */
  uint32_t new_outer, new_inner; /* for the indices of `inner` and `outer` */
  int nodes;
} Order;

/* ----------------------------------------------------------------- strides -- */

static int64_t address(const Nest *nest, const TapeNode *entry, const int64_t *index) {
  const NestArray *array = &nest->array[entry->a];
  bool rows = array->memory == NEST_STORED || array->memory == NEST_STATE;
  int64_t at = 0;
  for (uint32_t k = 0; k < array->dimensions; k++) {
    int64_t digit = nest_evaluate(nest, nest->subscript[entry->b].at[k], index);
    at = rows ? at * array->size[k] + digit : at + digit * array->stride[k];
  }
  return at;
}

/* How far the entry moves in a step of the loop, as in its first. */
static int64_t stride(const Nest *nest, const TapeNode *entry, uint32_t loop) {
  int64_t index[NEST_LOOPS] = {0}, first = address(nest, entry, index);
  index[loop] = 1;
  return llabs(address(nest, entry, index) - first);
}

/* Whether what is summed is of few cheap nodes at these loops, and is walked over in order in the outer loop only. */
static bool walks_across(Order *o, uint32_t k, bool *across) {
  const Nest *nest = o->nest;
  const TapeNode *node = nest_node(nest, k);
  if ((nest->path[k] & o->both) == 0) return true;
  if (++o->nodes > NODES_MOST) return false;
  switch (node->op) {
  case TAPE_PLUS:
  case TAPE_MINUS:
  case TAPE_TIMES: return walks_across(o, node->a, across) && walks_across(o, node->b, across);
  case TAPE_NEGATIVE: return walks_across(o, node->a, across);
  case TAPE_ACCUMULATOR: return true;
  case TAPE_ENTRY: break;
  case TAPE_INPUT:
  case TAPE_NUMBER:
  case TAPE_SIZE:
  case TAPE_FOLD:
  case TAPE_INVERSE:
  case TAPE_FUNCTION:
  case TAPE_SUM: return false;
  }
  *across = *across || stride(nest, node, o->inner) > 1;
  return (nest->array[node->a].path & o->both) == 0 && stride(nest, node, o->outer) <= 1;
}

/* -------------------------------------------------------------------- copy -- */

/* The Int with each of the loops in place of the other. */
static uint32_t copy_int(const Order *o, uint32_t k) {
  const NestInt node = o->nest->integer[k];
  if ((node.path & o->both) == 0) return k;
  if (node.op == NEST_INDEX) return nest_index(o->nest, node.a == o->inner ? o->new_outer : o->new_inner);
  return nest_arithmetic(o->nest, node.op, copy_int(o, node.a), copy_int(o, node.b));
}

static uint32_t copy_entry(const Order *o, const TapeNode *entry) {
  const NestSubscript subscript = o->nest->subscript[entry->b];
  uint32_t at[NEST_DIMENSIONS];
  for (uint32_t k = 0; k < subscript.n; k++) at[k] = copy_int(o, subscript.at[k]);
  return nest_entry(o->nest, entry->a, at);
}

static uint32_t copy(const Order *o, uint32_t k) {
  const TapeNode node = *nest_node(o->nest, k);
  if ((nest_path(o->nest, k) & o->both) == 0) return k;
  if (node.op == TAPE_ENTRY) return copy_entry(o, &node);
  if (node.op == TAPE_ACCUMULATOR) return nest_put(o->nest, TAPE_ACCUMULATOR, copy_int(o, node.a), 0);
  uint32_t a = copy(o, node.a);
  return nest_put(o->nest, node.op, a, node.op == TAPE_NEGATIVE ? 0 : copy(o, node.b));
}

/* --------------------------------------------------------------------- sum -- */

/* Of a path the innermost loop. */
static uint32_t innermost(const Nest *nest, NestPath path) {
  uint32_t loop[NEST_LOOPS], n = nest_loops(nest, path, loop);
  return n == 0 ? NEST_NONE : loop[n - 1];
}

static uint32_t sum_across(Order *o, uint32_t body) {
  Nest *nest = o->nest;
  const NestLoop outer = nest->loop[o->outer], inner = nest->loop[o->inner];
  o->new_outer = nest_loop(nest, inner.size, outer.depth);
  o->new_inner = nest_loop(nest, outer.size, inner.depth);
  uint32_t sum = nest_sum(nest, nest_bit(o->new_outer), copy(o, body)), at = nest_index(nest, o->outer);
  NestArray sums = {.memory = NEST_STORED, .body = sum, .dimensions = 1, .size = {outer.size}, .steps = NEST_NONE};
  sums.loop[0] = o->new_inner;
  sums.path = nest_path(nest, sum) & ~nest_bit(o->new_inner);
  uint32_t array = nest_array(nest, &sums);
  return nest_failed(nest) ? sum : nest_entry(nest, array, &at);
}

uint32_t nest_sum_in_order(Nest *nest, uint32_t loop, uint32_t body) {
  Order o = {.nest = nest, .inner = loop, .outer = innermost(nest, nest_path(nest, body) & ~nest_bit(loop))};
  bool across = false;
  if (nest_failed(nest) || o.outer == NEST_NONE || nest->loop[o.outer].sequential ||
      nest->loop[o.outer].depth > nest->loop[loop].depth)
    return nest_sum(nest, nest_bit(loop), body);
  o.both = nest_bit(loop) | nest_bit(o.outer);
  bool better = (nest_path(nest, body) & nest_bit(loop)) != 0 && walks_across(&o, body, &across) && across;
  return better ? sum_across(&o, body) : nest_sum(nest, nest_bit(loop), body);
}
