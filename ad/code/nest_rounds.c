/* In which round a value is computed: the first that what it depends on allows, and then as late as all that use it
 * allow, if that is in the loop of one of these. */
#include "ad/code/nest_plan.h"

bool plan_is_cheap(const TapeNode *node) {
  return node->op != TAPE_FUNCTION && node->op != TAPE_INVERSE && node->op != TAPE_SUM;
}

/* What waits for as many operations is stored in a sequential loop: its way back, in which each step waits for the one
 * after it, would wait for them too. */
#define CHAIN_MOST 5u

bool plan_is_again(const Plan *plan, uint32_t node) {
  return plan_is_cheap(nest_node(plan->nest, node)) && plan->chain[node] < CHAIN_MOST;
}

static unsigned chain_of(const Plan *plan, uint32_t k) { return plan_is_again(plan, k) ? plan->chain[k] : 0; }

static void find_chain(Plan *plan, uint32_t k) {
  const TapeNode *node = nest_node(plan->nest, k);
  bool sequential = false;
  for (uint32_t loop = 0; loop < plan->nest->loops; loop++)
    sequential = sequential || (plan->nest->loop[loop].sequential && (plan->nest->path[k] & nest_bit(loop)) != 0);
  if (!sequential || (node->op != TAPE_PLUS && node->op != TAPE_MINUS && node->op != TAPE_TIMES)) return;
  unsigned a = chain_of(plan, node->a), b = chain_of(plan, node->b);
  plan->chain[k] = (uint8_t)(1 + (a > b ? a : b));
}

/* The loops of less depth. */
static NestPath around(const Nest *nest, uint32_t loop) {
  NestPath path = 0;
  for (uint32_t k = 0; k < nest->loops; k++)
    if (nest->loop[k].depth < nest->loop[loop].depth) path |= nest_bit(k);
  return path;
}

/* Whether the loop, and what is around it, is the same in both. */
static bool plan_shares(const Nest *nest, uint32_t loop, NestPath a, NestPath b) {
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
static void need(Plan *plan, uint32_t row, NestPath path, uint32_t done, NestPath other, NestPath kept) {
  const Nest *nest = plan->nest;
  PlanEdge edge = {.user = row, .used = done};
  for (uint32_t k = 0; k < plan->beginnings; k++) {
    uint32_t loop = next_loop(nest, plan->beginning[k], other);
    bool ends = loop != NEST_NONE && ((kept & nest_bit(loop)) == 0 || !plan_shares(nest, loop, path, other));
    raise(&plan->rounds[row][k], plan->rounds[done][k] + (ends ? 1u : 0u));
    if (ends) edge.ends |= nest_bit(k);
    if (loop != NEST_NONE && !ends) edge.shares |= nest_bit(k);
  }
  if (plan->edges < PLAN_EDGES) plan->edge[plan->edges] = edge;
  plan->edges++;
}

static void need_operands(Plan *plan, uint32_t row, NestPath path, uint32_t node);

/* The value of an operand: what is cheap is computed again where the loops are others. */
static void need_value(Plan *plan, uint32_t row, NestPath path, uint32_t node) {
  const Nest *nest = plan->nest;
  NestPath other = nest->path[node];
  bool shares = true;
  for (uint32_t loop = 0; loop < nest->loops; loop++)
    shares = shares && ((other & nest_bit(loop)) == 0 || plan_shares(nest, loop, path, other));
  if (shares || !plan_is_again(plan, node))
    need(plan, row, path, node, other, ~(NestPath)0);
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
static void need_effects(Plan *plan, uint32_t row, NestPath path, uint32_t array) {
  const Nest *nest = plan->nest;
  const NestArray *a = &nest->array[array];
  bool back = a->memory == NEST_ADJOINT && a->steps != NEST_NONE;
  for (uint32_t k = 0; k < nest->effects; k++) {
    const NestEffect *effect = &nest->effect[k];
    bool own = effect->array == array && !reads_own_step(nest, array, path, effect->path);
    if (own || (back && effect->array == a->adjoint)) need(plan, row, path, PLAN_EFFECT_ROW(k), effect->path, a->path);
  }
}

static void need_operands(Plan *plan, uint32_t row, NestPath path, uint32_t k) {
  const Nest *nest = plan->nest;
  const TapeNode *node = nest_node(nest, k);
  const NestArray *array = &nest->array[node->a];
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++) need_value(plan, row, path, operand[i]);
  if (node->op == TAPE_SUM) {
    uint32_t outermost = nest_from_depth(nest, nest->set[node->b], 0);
    need(plan, row, path, node->a, nest->path[node->a], around(nest, outermost));
  }
  if (node->op != TAPE_ENTRY) return;
  if (array->steps != NEST_NONE && (path & nest_bit(array->steps)) != 0)
    raise(&plan->rounds[row][plan_beginning(plan, array->path)],
          array->memory == NEST_STATE ? plan->forward[array->steps] : plan->back[array->steps]);
  if (array->memory == NEST_STORED)
    need(plan, row, path, array->body, nest->path[array->body], array->path);
  else if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT)
    need_effects(plan, row, path, node->a);
}

/* Values stand before what uses them, but for the steps of sequential loops. */
static void find_rounds(Plan *plan) {
  Nest *nest = plan->nest;
  plan->edges = 0;
  for (uint32_t k = 0; k < nest->record.count; k++) {
    if (!plan->needed[k]) continue;
    plan->turn++;
    need_operands(plan, k, nest->path[k], k);
    for (uint32_t e = 0; e < nest->effects; e++) {
      if (nest->effect[e].value != k || !plan->needed[PLAN_EFFECT_ROW(e)]) continue;
      plan->turn++;
      need_value(plan, PLAN_EFFECT_ROW(e), nest->effect[e].path, k);
    }
  }
}

/* All that a sequential loop carries from step to step is in one round, and so is what it carries back. */
static bool join_rounds(Plan *plan) {
  const Nest *nest = plan->nest;
  bool changed = false;
  for (uint32_t e = 0; e < nest->effects; e++) {
    const NestArray *array = &nest->array[nest->effect[e].array];
    if (array->steps == NEST_NONE || !plan->needed[PLAN_EFFECT_ROW(e)] ||
        (nest->effect[e].path & nest_bit(array->steps)) == 0)
      continue;
    uint8_t *of = array->memory == NEST_STATE ? &plan->forward[array->steps] : &plan->back[array->steps];
    uint8_t round = plan->rounds[PLAN_EFFECT_ROW(e)][plan_beginning(plan, array->path)];
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

/* ------------------------------------------------------------------ needed -- */

static void mark_node(Plan *plan, uint32_t k);

static void mark_effects(Plan *plan, uint32_t array) {
  for (uint32_t e = 0; e < plan->nest->effects; e++) {
    if (plan->nest->effect[e].array != array || plan->needed[PLAN_EFFECT_ROW(e)]) continue;
    plan->needed[PLAN_EFFECT_ROW(e)] = true;
    mark_node(plan, plan->nest->effect[e].value);
  }
}

static void mark_node(Plan *plan, uint32_t k) {
  const TapeNode *node = nest_node(plan->nest, k);
  if (plan->needed[k]) return;
  plan->needed[k] = true;
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++) mark_node(plan, operand[i]);
  if (node->op == TAPE_SUM) mark_node(plan, node->a);
  if (node->op != TAPE_ENTRY) return;
  const NestArray *array = &plan->nest->array[node->a];
  if (array->memory == NEST_STORED) mark_node(plan, array->body);
  if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT) mark_effects(plan, node->a);
  if (array->memory == NEST_ADJOINT && array->steps != NEST_NONE) mark_effects(plan, array->adjoint);
}

static void mark_needed(Plan *plan) {
  for (uint32_t k = 0; k < plan->nest->arrays; k++) {
    NestMemory memory = plan->nest->array[k].memory;
    if (memory == NEST_RESULT || memory == NEST_GRADIENT || memory == NEST_DERIVATIVE) mark_effects(plan, k);
  }
}

/* ------------------------------------------------------------------- later -- */

static bool is_in_sequence(const Nest *nest, NestPath path) {
  for (uint32_t k = 0; k < nest->loops; k++)
    if (nest->loop[k].sequential && (path & nest_bit(k)) != 0) return true;
  return false;
}

/* The last round that all users allow, where it is one of a user in the same loops: else it would be stored for it. */
static void delay(Plan *plan, uint32_t row) {
  NestPath path = row < TAPE_MOST ? plan->nest->path[row] : plan->nest->effect[row - TAPE_MOST].path;
  if (is_in_sequence(plan->nest, path)) return;
  if (row < TAPE_MOST && nest_node(plan->nest, row)->op == TAPE_SUM) return; /* it is where its body is */
  for (uint32_t k = 0; k < plan->beginnings; k++) {
    const PlanLatest *latest = &plan->latest[row][k];
    if (latest->any && latest->shared) raise(&plan->rounds[row][k], latest->round);
  }
}

static void allow(PlanLatest *latest, unsigned round, bool shared) {
  if (!latest->any || round < latest->round)
    *latest = (PlanLatest){true, shared, (uint8_t)round};
  else if (round == latest->round)
    latest->shared = latest->shared || shared;
}

/* From the last user back: when the first edge of a user is met, all that use it have been. */
static void delay_all(Plan *plan) {
  uint32_t user = NEST_NONE;
  if (plan->edges > PLAN_EDGES) return;
  for (uint32_t k = plan->edges; k-- > 0;) {
    const PlanEdge *edge = &plan->edge[k];
    if (edge->user != user) delay(plan, edge->user);
    user = edge->user;
    if (user < TAPE_MOST && !plan->latest[user][0].any) continue; /* only ever computed again: not at home */
    for (uint32_t b = 0; b < plan->beginnings; b++) {
      unsigned round = plan->rounds[user][b], ends = (edge->ends >> b) & 1;
      allow(&plan->latest[edge->used][b], round - ends, ((edge->shares >> b) & 1) != 0);
    }
  }
  for (uint32_t k = 0; k < plan->nest->record.count; k++) delay(plan, k); /* those that use nothing, too */
}

#define ROUNDS_MOST 200u

void plan_rounds(Plan *plan) {
  Nest *nest = plan->nest;
  if (nest->record.count > 0) (void)nest_path(nest, nest->record.count - 1);
  for (uint32_t k = 0; k < nest->record.count; k++) begin(plan, nest->path[k]);
  for (uint32_t e = 0; e < nest->effects; e++) begin(plan, nest->effect[e].path);
  for (uint32_t k = 0; k < nest->record.count; k++) find_chain(plan, k);
  mark_needed(plan);
  uint32_t turns = 0;
  do {
    if (!plan->failed) find_rounds(plan);
    plan->failed = plan->failed || ++turns == ROUNDS_MOST;
  } while (!plan->failed && join_rounds(plan));
  if (!plan->failed) delay_all(plan);
}
