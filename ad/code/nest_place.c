/* Places what is needed in blocks, from the effects on the memory outside back to what they need. */
#include "ad/code/nest_plan.h"

/* ------------------------------------------------------------------ blocks -- */

static uint32_t child(Plan *plan, uint32_t parent, uint32_t loop, uint8_t round) {
  for (uint32_t k = 1; k < plan->blocks; k++) {
    const PlanBlock *block = &plan->block[k];
    if (block->parent == parent && block->loop == loop && block->round == round) return k;
  }
  if (plan->blocks == NEST_MOST) {
    plan->failed = true;
    return 0;
  }
  const PlanBlock *outer = &plan->block[parent];
  plan->block[plan->blocks] =
      (PlanBlock){parent, loop, outer->depth + 1, round, outer->path | nest_bit(loop), PLAN_WAITING};
  return plan->blocks++;
}

static uint32_t block_of(Plan *plan, NestPath path, const uint8_t *rounds) {
  uint32_t loop[NEST_LOOPS], n = nest_loops(plan->nest, path, loop), block = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t beginning = plan_beginning(plan, plan->block[block].path);
    block = child(plan, block, loop[k], rounds[beginning]);
  }
  return block;
}

static uint32_t plan_home(Plan *plan, uint32_t node) {
  return block_of(plan, plan->nest->path[node], plan->rounds[node]);
}

/* The block around this one, or it, that is the first in all loops of the path. */
static uint32_t plan_where(const Plan *plan, NestPath path, uint32_t block) {
  while (block != 0 && (path & ~plan->block[plan->block[block].parent].path) == 0) block = plan->block[block].parent;
  return block;
}

NestPath plan_inside(const Plan *plan, NestPath path, uint32_t block) { return path & ~plan->block[block].path; }

/* The innermost block around both. */
static uint32_t common(const Plan *plan, uint32_t a, uint32_t b) {
  while (a != b) {
    bool first = plan->block[a].depth >= plan->block[b].depth;
    if (first)
      a = plan->block[a].parent;
    else
      b = plan->block[b].parent;
  }
  return a;
}

/* The innermost block around this one in no other loops than these. */
static uint32_t within(const Plan *plan, uint32_t block, NestPath loops) {
  while ((plan->block[block].path & ~loops) != 0) block = plan->block[block].parent;
  return block;
}

/* ------------------------------------------------------------------- items -- */

uint32_t plan_find(const Plan *plan, PlanKind kind, uint32_t subject, uint32_t block) {
  for (uint32_t k = 0; k < plan->items; k++) {
    const PlanItem *item = &plan->item[k];
    if (item->kind == kind && item->subject == subject && (item->block == block || block == NEST_NONE)) return k;
  }
  return NEST_NONE;
}

/* Whether it is new. */
static bool put(Plan *plan, PlanKind kind, uint32_t subject, uint32_t block) {
  if (plan->failed || plan_find(plan, kind, subject, block) != NEST_NONE) return false;
  if (plan->items == PLAN_ITEMS) {
    plan->failed = true;
    return false;
  }
  plan->item[plan->items++] = (PlanItem){kind, subject, block, PLAN_WAITING, 0};
  return true;
}

/* The memory is read or written in the block, and is one for all steps of loops but these. */
static void use(Plan *plan, PlanStorage *storage, uint32_t block, NestPath kept) {
  block = within(plan, block, kept);
  storage->block = storage->used ? common(plan, storage->block, block) : block;
  storage->used = true;
}

static void place_value(Plan *plan, uint32_t node, uint32_t block);
static void place_effects(Plan *plan, uint32_t array);

/* The loops around all that the sum is over. */
static NestPath around_sum(const Plan *plan, uint32_t sum) {
  const Nest *nest = plan->nest;
  uint32_t outermost = nest_from_depth(nest, nest->set[nest_node(nest, sum)->b], 0);
  NestPath path = nest->path[nest_node(nest, sum)->a];
  for (uint32_t k = 0; k < nest->loops; k++)
    if (nest->loop[k].depth >= nest->loop[outermost].depth) path &= ~nest_bit(k);
  return path;
}

/* Adds up the sum where its body is. */
static void place_sum(Plan *plan, uint32_t sum) {
  uint32_t body = nest_node(plan->nest, sum)->a, block = plan_home(plan, body);
  if (!put(plan, PLAN_ACCUMULATE, sum, block)) return;
  uint32_t outside = within(plan, block, around_sum(plan, sum));
  (void)put(plan, PLAN_ZERO, sum, outside);
  if (!plan_is_scalar_sum(plan, sum)) use(plan, &plan->of_node[sum], outside, ~(NestPath)0);
  place_value(plan, body, block);
}

static bool is_array_sum(const Plan *plan, uint32_t node) {
  return nest_node(plan->nest, node)->op == TAPE_SUM && !plan_is_scalar_sum(plan, node);
}

/* Has the node in memory, for what is in the block: in one place for all steps of loops but these. */
static void place_stored(Plan *plan, uint32_t node, uint32_t block, NestPath kept) {
  use(plan, &plan->of_node[node], block, kept);
  if (is_array_sum(plan, node)) {
    place_sum(plan, node);
    return;
  }
  uint32_t home = plan_home(plan, node);
  use(plan, &plan->of_node[node], home, kept);
  if (!put(plan, PLAN_STORE, node, home)) return;
  place_value(plan, node, home);
}

static void place_entry(Plan *plan, const TapeNode *node, uint32_t block) {
  const NestArray *array = &plan->nest->array[node->a];
  if (array->memory == NEST_STORED) {
    place_stored(plan, array->body, block, array->path);
  } else if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT) {
    use(plan, &plan->of_array[node->a], block, array->path);
    place_effects(plan, node->a);
  }
}

static void place_operands(Plan *plan, uint32_t k, uint32_t block) {
  const TapeNode *node = nest_node(plan->nest, k);
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++) place_value(plan, operand[i], block);
  if (node->op == TAPE_SUM) place_sum(plan, k);
  if (node->op == TAPE_ENTRY) place_entry(plan, node, block);
}

static void place_value(Plan *plan, uint32_t k, uint32_t block) {
  const TapeNode *node = nest_node(plan->nest, k);
  if (plan->failed || node->op == TAPE_NUMBER) return;
  uint32_t where = plan_where(plan, plan->nest->path[k], block);
  bool here = !is_array_sum(plan, k) && (plan_is_again(plan, k) || where == plan_home(plan, k));
  if (!put(plan, here ? PLAN_NODE : PLAN_FETCH, k, where)) return;
  if (here)
    place_operands(plan, k, where);
  else
    place_stored(plan, k, where, ~(NestPath)0);
}

static void place_effect(Plan *plan, uint32_t k) {
  const NestEffect *effect = &plan->nest->effect[k];
  const NestArray *array = &plan->nest->array[effect->array];
  uint32_t block = block_of(plan, effect->path, plan->rounds[PLAN_EFFECT_ROW(k)]);
  if (!put(plan, PLAN_EFFECT, k, block)) return;
  if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT)
    use(plan, &plan->of_array[effect->array], block, array->path);
  place_value(plan, effect->value, block);
}

static void place_effects(Plan *plan, uint32_t array) {
  for (uint32_t k = 0; k < plan->nest->effects; k++)
    if (plan->nest->effect[k].array == array) place_effect(plan, k);
}

uint32_t plan_value(const Plan *plan, uint32_t node, uint32_t block) {
  if (nest_node(plan->nest, node)->op == TAPE_NUMBER) return NEST_NONE;
  uint32_t where = plan_where(plan, plan->nest->path[node], block);
  uint32_t item = plan_find(plan, PLAN_NODE, node, where);
  return item != NEST_NONE ? item : plan_find(plan, PLAN_FETCH, node, where);
}

Status plan_place(Plan *plan) {
  plan->block[0] = (PlanBlock){NEST_NONE, NEST_NONE, 0, 0, 0, PLAN_WAITING};
  plan->blocks = 1;
  for (uint32_t k = 0; k < plan->nest->effects; k++) {
    NestMemory memory = plan->nest->array[plan->nest->effect[k].array].memory;
    if (memory == NEST_RESULT || memory == NEST_GRADIENT || memory == NEST_DERIVATIVE) place_effect(plan, k);
  }
  for (uint32_t k = 0; k < plan->nest->arrays && !plan->failed; k++) {
    bool clears = plan->of_array[k].used && plan->nest->array[k].memory == NEST_ADJOINT && !plan->once[k];
    if (clears) (void)put(plan, PLAN_CLEAR, k, plan->of_array[k].block);
  }
  return plan->failed ? STATUS_LIMIT : STATUS_OK;
}
