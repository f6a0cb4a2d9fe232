/* In which round a value is computed: the first that what it depends on allows. */
#include "ad/code/nest_plan.h"

bool plan_is_cheap(const TapeNode *node) {
  return node->op != TAPE_FUNCTION && node->op != TAPE_INVERSE && node->op != TAPE_SUM;
}

/* The loops of less depth. */
static NestPath around(const Nest *nest, uint32_t loop) {
  NestPath path = 0;
  for (uint32_t k = 0; k < nest->loops; k++)
    if (nest->loop[k].depth < nest->loop[loop].depth) path |= nest_bit(k);
  return path;
}

bool plan_shares(const Nest *nest, uint32_t loop, NestPath a, NestPath b) {
  NestPath outer = around(nest, loop);
  return (a & b & nest_bit(loop)) != 0 && (a & outer) == (b & outer);
}

bool plan_is_scalar_sum(const Plan *plan, uint32_t sum) {
  const Nest *nest = plan->nest;
  uint32_t outermost = nest_from_depth(nest, nest->set[nest_node(nest, sum)->b], 0);
  return nest_from_depth(nest, nest->path[sum], nest->loop[outermost].depth) == NEST_NONE;
}

static void raise(uint8_t *round, unsigned to) {
  if (*round < to) *round = (uint8_t)to;
}

/* The outermost loop of the path that is not in its beginning; NEST_NONE if this is no beginning of it, or all. */
static uint32_t next_loop(const Nest *nest, NestPath beginning, NestPath path) {
  uint32_t next = nest_from_depth(nest, path & ~beginning, 0);
  if ((beginning & ~path) != 0 || next == NEST_NONE) return NEST_NONE;
  return nest_from_depth(nest, beginning, nest->loop[next].depth) == NEST_NONE ? next : NEST_NONE;
}

/* What is at a path needs what was done in another, and keeps no more than these loops: all others have to end. */
static void need(const Plan *plan, uint8_t *row, NestPath path, const uint8_t *done, NestPath other, NestPath kept) {
  const Nest *nest = plan->nest;
  for (uint32_t k = 0; k < plan->beginnings; k++) {
    uint32_t loop = next_loop(nest, plan->beginning[k], other);
    bool ends = loop != NEST_NONE && ((kept & nest_bit(loop)) == 0 || !plan_shares(nest, loop, path, other));
    raise(&row[k], done[k] + (ends ? 1u : 0u));
  }
}

static void need_operands(Plan *plan, uint8_t *row, NestPath path, uint32_t node);

/* The value of an operand: what is cheap is computed again where the loops are others. */
static void need_value(Plan *plan, uint8_t *row, NestPath path, uint32_t node) {
  const Nest *nest = plan->nest;
  NestPath other = nest->path[node];
  bool shares = true;
  for (uint32_t loop = 0; loop < nest->loops; loop++)
    shares = shares && ((other & nest_bit(loop)) == 0 || plan_shares(nest, loop, path, other));
  if (shares || !plan_is_cheap(nest_node(nest, node)))
    need(plan, row, path, plan->rounds[node], other, ~(NestPath)0);
  else if (plan->seen[node] != plan->turn) {
    plan->seen[node] = plan->turn;
    need_operands(plan, row, path, node);
  }
}

static bool reads_own_step(const Nest *nest, uint32_t array, NestPath reader, NestPath writer) {
  uint32_t steps = nest->array[array].steps;
  return steps != NEST_NONE && (reader & writer & nest_bit(steps)) != 0;
}

/* What was written to an array: in a sequential loop the steps before are no phase of their own, but the way back is.
 */
static void need_effects(Plan *plan, uint8_t *row, NestPath path, uint32_t array) {
  const Nest *nest = plan->nest;
  const NestArray *a = &nest->array[array];
  bool back = a->memory == NEST_ADJOINT && a->steps != NEST_NONE;
  for (uint32_t k = 0; k < nest->effects; k++) {
    const NestEffect *effect = &nest->effect[k];
    bool own = effect->array == array && !reads_own_step(nest, array, path, effect->path);
    if (own || (back && effect->array == a->adjoint))
      need(plan, row, path, plan->effect_rounds[k], effect->path, a->path);
  }
}

static void need_operands(Plan *plan, uint8_t *row, NestPath path, uint32_t k) {
  const Nest *nest = plan->nest;
  const TapeNode *node = nest_node(nest, k);
  const NestArray *array = &nest->array[node->a];
  NestPath kept = 0;
  uint32_t outermost;
  switch (node->op) {
  case TAPE_INPUT:
  case TAPE_NUMBER:
  case TAPE_FOLD:
  case TAPE_ACCUMULATOR: return;
  case TAPE_PLUS:
  case TAPE_MINUS:
  case TAPE_TIMES: need_value(plan, row, path, node->b); /* fall through */
  case TAPE_NEGATIVE:
  case TAPE_INVERSE:
  case TAPE_FUNCTION: need_value(plan, row, path, node->a); return;
  case TAPE_SUM:
    outermost = nest_from_depth(nest, nest->set[node->b], 0);
    kept = around(nest, outermost);
    need(plan, row, path, plan->rounds[node->a], nest->path[node->a], kept);
    return;
  case TAPE_ENTRY: break;
  }
  if (array->steps != NEST_NONE && (path & nest_bit(array->steps)) != 0)
    raise(&row[plan_beginning(plan, array->path)],
          array->memory == NEST_STATE ? plan->forward[array->steps] : plan->back[array->steps]);
  if (array->memory == NEST_STORED)
    need(plan, row, path, plan->rounds[array->body], nest->path[array->body], array->path);
  else if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT)
    need_effects(plan, row, path, node->a);
}

/* Values stand before what uses them, but for the steps of sequential loops. */
static void find_rounds(Plan *plan) {
  Nest *nest = plan->nest;
  for (uint32_t k = 0; k < nest->record.count; k++) {
    plan->turn++;
    need_operands(plan, plan->rounds[k], nest->path[k], k);
    for (uint32_t e = 0; e < nest->effects; e++) {
      if (nest->effect[e].value != k) continue;
      plan->turn++;
      need_value(plan, plan->effect_rounds[e], nest->effect[e].path, k);
    }
  }
}

/* All that a sequential loop carries from step to step is in one round, and so is what it carries back. */
static bool join_rounds(Plan *plan) {
  const Nest *nest = plan->nest;
  bool changed = false;
  for (uint32_t e = 0; e < nest->effects; e++) {
    const NestArray *array = &nest->array[nest->effect[e].array];
    if (array->steps == NEST_NONE || (nest->effect[e].path & nest_bit(array->steps)) == 0) continue;
    uint8_t *of = array->memory == NEST_STATE ? &plan->forward[array->steps] : &plan->back[array->steps];
    uint8_t round = plan->effect_rounds[e][plan_beginning(plan, array->path)];
    changed = changed || round > *of;
    raise(of, round);
  }
  return changed;
}

static void begin(Plan *plan, NestPath path) {
  const Nest *nest = plan->nest;
  NestPath beginning = 0;
  for (uint32_t loop = nest_from_depth(nest, path, 0); loop != NEST_NONE;
       loop = nest_from_depth(nest, path, nest->loop[loop].depth + 1)) {
    if (plan_beginning(plan, beginning) == NEST_NONE) {
      if (plan->beginnings == NEST_LOOPS) {
        plan->failed = true;
        return;
      }
      plan->beginning[plan->beginnings++] = beginning;
    }
    beginning |= nest_bit(loop);
  }
}

uint32_t plan_beginning(const Plan *plan, NestPath path) {
  uint32_t k = 0;
  while (k < plan->beginnings && plan->beginning[k] != path) k++;
  return k == plan->beginnings ? NEST_NONE : k;
}

#define ROUNDS_MOST 200u

void plan_rounds(Plan *plan) {
  Nest *nest = plan->nest;
  if (nest->record.count > 0) (void)nest_path(nest, nest->record.count - 1);
  for (uint32_t k = 0; k < nest->record.count; k++) begin(plan, nest->path[k]);
  for (uint32_t e = 0; e < nest->effects; e++) begin(plan, nest->effect[e].path);
  uint32_t turns = 0;
  do {
    if (!plan->failed) find_rounds(plan);
    plan->failed = plan->failed || ++turns == ROUNDS_MOST;
  } while (!plan->failed && join_rounds(plan));
}
