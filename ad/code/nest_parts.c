/* Which loops are written in parts.  The rows of arrays are often a multiple of a page apart, so that a loop that goes
 * through many of them at once finds the lines of each step in one set of the first-level cache, which holds eight:
 * each throws another out before the next step needs it.  A part goes through no more than that; what parts share is
 * computed in each. */
#include "ad/code/nest_plan.h"

#define PAGE_REALS 512u  /* what is as far apart is in the same set */
#define LINE_REALS 8u    /* of a line */
#define STREAMS_MOST 32u /* of a part */
#define OF_SET_MOST 8u   /* of these in one set */

/* Memory that an innermost loop goes through, from an offset on; where arrays begin is thought to be a page's. */
typedef struct Stream {
  NestMemory memory;
  uint32_t of, offset; /* argument, node or array */
} Stream;

typedef struct Streams {
  Stream stream[STREAMS_MOST];
  uint32_t n;
  bool many;
} Streams;

static uint32_t set_of(const Stream *stream) { return stream->offset % PAGE_REALS / LINE_REALS; }

static void meet(Streams *streams, Stream new) {
  uint32_t of_set = 0;
  for (uint32_t k = 0; k < streams->n; k++) {
    const Stream *known = &streams->stream[k];
    if (set_of(known) != set_of(&new)) continue;
    if (known->memory == new.memory && known->of == new.of && known->offset / LINE_REALS == new.offset / LINE_REALS)
      return;
    of_set++;
  }
  streams->many = streams->many || streams->n == STREAMS_MOST || of_set == OF_SET_MOST;
  if (!streams->many) streams->stream[streams->n++] = new;
}

static void meet_entry(Streams *streams, const Plan *plan, uint32_t k, uint32_t subscript, uint32_t loop) {
  const NestArray *array = &plan->nest->array[k];
  uint64_t entries = 1;
  for (uint32_t j = 0; j < array->dimensions; j++) entries *= array->size[j];
  bool walks = (nest_subscript_path(plan->nest, subscript) & nest_bit(loop)) != 0;
  if (!walks || entries < PAGE_REALS) return;
  bool inside = array->memory == NEST_STORED || array->memory == NEST_STATE || array->memory == NEST_ADJOINT;
  meet(streams, (Stream){array->memory, inside ? k : array->argument, inside ? 0 : array->offset});
}

/* Adds what the value goes through where it is computed in the block. */
static void meet_value(Streams *streams, Plan *plan, uint32_t k, uint32_t block) {
  const TapeNode *node = nest_node(plan->nest, k);
  uint32_t item = plan_value(plan, k, block);
  if (item == NEST_NONE || plan->item[item].block != block || plan->seen[k] == plan->turn) return;
  plan->seen[k] = plan->turn;
  if (plan->item[item].kind == PLAN_FETCH) {
    meet(streams, (Stream){NEST_STORED, k, 0});
    return;
  }
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++) meet_value(streams, plan, operand[i], block);
  if (node->op == TAPE_ENTRY) meet_entry(streams, plan, node->a, node->b, plan->block[block].loop);
}

bool plan_writes(const PlanItem *item) { return item->kind == PLAN_ACCUMULATE || item->kind == PLAN_EFFECT; }

/* Adds what the item goes through, with all values that it is of. */
static void meet_item(Streams *streams, Plan *plan, const PlanItem *item) {
  plan->turn++;
  if (item->kind == PLAN_ACCUMULATE) {
    meet_value(streams, plan, nest_node(plan->nest, item->subject)->a, item->block);
    return;
  }
  const NestEffect *effect = &plan->nest->effect[item->subject];
  meet_value(streams, plan, effect->value, item->block);
  meet_entry(streams, plan, effect->array, effect->subscript, plan->block[item->block].loop);
}

/* Whether nothing in the block reads what something in it writes. */
static bool writes_apart(const Plan *plan, uint32_t block) {
  const Nest *nest = plan->nest;
  for (uint32_t k = 0; k < plan->items; k++) {
    const PlanItem *item = &plan->item[k];
    if (item->block != block) continue;
    if (item->kind == PLAN_STORE) return false;
    if (item->kind == PLAN_ACCUMULATE && !plan_is_scalar_sum(plan, item->subject)) return false;
    if (item->kind == PLAN_EFFECT && nest->array[nest->effect[item->subject].array].memory != NEST_GRADIENT)
      return false;
  }
  return true;
}

uint32_t plan_parts(Plan *plan, uint32_t block) {
  uint32_t part = 0;
  Streams of_part = {.n = 0};
  if (!plan_is_plain(plan, block) || !writes_apart(plan, block)) return 1;
  for (uint32_t k = 0; k < plan->items; k++) {
    PlanItem *item = &plan->item[k];
    if (item->block != block || !plan_writes(item)) continue;
    Streams more = of_part;
    meet_item(&more, plan, item);
    if (more.many && of_part.n > 0) {
      part++;
      more = (Streams){.n = 0};
      meet_item(&more, plan, item);
    }
    of_part = more;
    item->part = part;
  }
  return part + 1;
}
