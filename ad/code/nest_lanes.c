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

bool plan_is_plain(const Plan *plan, uint32_t block) {
  if (block == 0 || plan->nest->loop[plan->block[block].loop].sequential) return false;
  if (!is_innermost(plan, block) || has_memory(plan, block)) return false;
  for (uint32_t k = 0; k < plan->items; k++) {
    const PlanItem *item = &plan->item[k];
    if (item->block != block) continue;
    if (item->kind == PLAN_ZERO || item->kind == PLAN_CLEAR) return false;
    if (item->kind == PLAN_NODE && !plan_is_cheap(nest_node(plan->nest, item->subject))) return false;
  }
  return true;
}

uint32_t plan_lanes(const Plan *plan, uint32_t block) {
  uint32_t sum = NEST_NONE;
  if (!plan_is_plain(plan, block) || plan->nest->loop[plan->block[block].loop].size < STEPS_LEAST) return NEST_NONE;
  for (uint32_t k = 0; k < plan->items; k++) {
    const PlanItem *item = &plan->item[k];
    if (item->block != block || item->kind != PLAN_ACCUMULATE) continue;
    if (sum != NEST_NONE || !plan_is_scalar_sum(plan, item->subject)) return NEST_NONE; /* two wait less */
    sum = item->subject;
  }
  return sum;
}
