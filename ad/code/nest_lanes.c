/* Which loops add up in lanes.  No compiler changes the order of additions, so that a sum of which each step takes less
 * time than an addition waits for itself: every fourth term is added to a sum of its own. */
#include "ad/code/nest_plan.h"

/* A loop of fewer steps gains less than the sums at its end take. */
#define STEPS_LEAST (4 * PLAN_LANES)

static bool is_innermost(const Plan *plan, uint32_t block) {
  for (uint32_t k = 1; k < plan->blocks; k++)
    if (plan->block[k].parent == block) return false;
  return true;
}

static bool has_memory(const Plan *plan, uint32_t block) {
  for (uint32_t k = 0; k < plan->nest->record.count; k++)
    if (plan->of_node[k].used && plan->of_node[k].block == block) return true;
  for (uint32_t k = 0; k < plan->nest->arrays; k++)
    if (plan->of_array[k].used && plan->of_array[k].block == block) return true;
  return false;
}

uint32_t plan_lanes(const Plan *plan, uint32_t block) {
  const NestLoop *loop = block == 0 ? NULL : &plan->nest->loop[plan->block[block].loop];
  uint32_t sum = NEST_NONE;
  if (loop == NULL || loop->sequential || loop->size < STEPS_LEAST) return NEST_NONE;
  if (!is_innermost(plan, block) || has_memory(plan, block)) return NEST_NONE;
  for (uint32_t k = 0; k < plan->items; k++) {
    const PlanItem *item = &plan->item[k];
    if (item->block != block) continue;
    switch (item->kind) {
    case PLAN_ZERO:
    case PLAN_CLEAR: return NEST_NONE;
    case PLAN_NODE:
      if (!plan_is_cheap(nest_node(plan->nest, item->subject))) return NEST_NONE;
      break;
    case PLAN_ACCUMULATE:
      if (sum != NEST_NONE || !plan_is_scalar_sum(plan, item->subject)) return NEST_NONE; /* two wait less */
      sum = item->subject;
      break;
    case PLAN_FETCH:
    case PLAN_STORE:
    case PLAN_EFFECT: break;
    }
  }
  return sum;
}
