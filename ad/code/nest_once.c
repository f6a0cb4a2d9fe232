/* Which arrays have each entry added to exactly once: these are set, and need not begin as 0. */
#include "ad/code/nest_plan.h"

#include <stdlib.h>

#define ONCE_MOST ((uint64_t)1 << 22) /* entries, or steps, that are looked at one by one */

/* Whether no step of the effect meets an entry that was met before; *met counts them. */
static bool meets_new(const Nest *nest, const NestEffect *effect, NestPath path, uint8_t *entry, uint64_t *met) {
  const NestArray *array = &nest->array[effect->array];
  const NestSubscript *subscript = &nest->subscript[effect->subscript];
  uint32_t loop[NEST_LOOPS], n = nest_loops(nest, path, loop);
  int64_t index[NEST_LOOPS] = {0};
  for (bool more = true; more;) {
    int64_t at = 0;
    for (uint32_t k = 0; k < array->dimensions; k++)
      at = at * array->size[k] + nest_evaluate(nest, subscript->at[k], index);
    if (entry[at]++ != 0) return false;
    (*met)++;
    uint32_t k = n;
    while (k > 0 && ++index[loop[k - 1]] == nest->loop[loop[k - 1]].size) index[loop[--k]] = 0;
    more = k > 0;
  }
  return true;
}

static bool is_once(const Nest *nest, uint32_t k) {
  const NestArray *array = &nest->array[k];
  uint64_t entries = 1, met = 0;
  for (uint32_t j = 0; j < array->dimensions && entries <= ONCE_MOST; j++) entries *= array->size[j];
  uint8_t *entry = entries > ONCE_MOST ? NULL : calloc(entries, 1);
  bool once = entry != NULL;
  for (uint32_t e = 0; e < nest->effects && once; e++) {
    const NestEffect *effect = &nest->effect[e];
    if (effect->array != k) continue;
    bool fixed = (nest_subscript_path(nest, effect->subscript) & array->path) == 0;
    once = fixed && meets_new(nest, effect, effect->path & ~array->path, entry, &met);
  }
  free(entry);
  return once && met == entries;
}

void plan_once(Plan *plan) {
  for (uint32_t k = 0; k < plan->nest->arrays; k++) {
    NestMemory memory = plan->nest->array[k].memory;
    plan->once[k] = (memory == NEST_GRADIENT || memory == NEST_ADJOINT) && is_once(plan->nest, k);
  }
}
