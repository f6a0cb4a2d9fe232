/* What is linear is done to a sum, once, and not to each of its terms.  A cotangent that goes from an array, at each
 * step of a loop in the same way, to where it is added is added up over the loop first:
 *
 *   sum over i of f(a_i[j])  is  f(sum over i of a_i[j]),  where f does not depend on i;
 *
 * and what is multiplied by the same at each step is multiplied when all steps are taken. */
#include "ad/code/nest.h"

typedef struct User {
  uint32_t count, at; /* of how many there are the last */
  bool effect;        /* it is an effect, else a node */
} User;

static bool is_operand(const TapeNode *node, uint32_t k) {
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++)
    if (operand[i] == k) return true;
  return node->op == TAPE_SUM && node->a == k;
}

static User user_of(const Nest *nest, uint32_t k) {
  User user = {0};
  for (uint32_t j = k + 1; j < nest->record.count; j++)
    if (is_operand(nest_node(nest, j), k)) user = (User){user.count + 1, j, false};
  for (uint32_t e = 0; e < nest->effects; e++)
    if (nest->effect[e].value == k) user = (User){user.count + 1, e, true};
  for (uint32_t j = 0; j < nest->arrays; j++)
    user.count += nest->array[j].memory == NEST_STORED && nest->array[j].body == k;
  return user;
}

/* The entry that is read of the array, if it is one; NEST_NONE. */
static uint32_t only_entry(const Nest *nest, uint32_t array) {
  uint32_t found = NEST_NONE;
  for (uint32_t k = 0; k < nest->record.count; k++) {
    const TapeNode *node = nest_node(nest, k);
    if (node->op != TAPE_ENTRY || node->a != array) continue;
    if (found != NEST_NONE) return NEST_NONE;
    found = k;
  }
  return found;
}

/* The effect that adds what is linear in the node, which nothing else uses, and the loops of what it is multiplied by;
 * NEST_NONE if there is none. */
static uint32_t linear_effect(Nest *nest, uint32_t k, NestPath *factors) {
  for (;;) {
    User user = user_of(nest, k);
    if (user.count != 1) return NEST_NONE;
    if (user.effect) return user.at;
    const TapeNode *node = nest_node(nest, user.at);
    if (node->op == TAPE_TIMES && node->a != node->b)
      *factors |= nest_path(nest, node->a == k ? node->b : node->a);
    else if (node->op != TAPE_NEGATIVE)
      return NEST_NONE;
    k = user.at;
  }
}

static NestPath sequential(const Nest *nest) {
  NestPath path = 0;
  for (uint32_t k = 0; k < nest->loops; k++)
    if (nest->loop[k].sequential) path |= nest_bit(k);
  return path;
}

/* The loops that an effect adds up over: each step adds to the same. */
static NestPath summed(const Nest *nest, const NestEffect *effect) {
  const NestArray *array = &nest->array[effect->array];
  bool adds =
      effect->adds && array->steps == NEST_NONE && (array->memory == NEST_GRADIENT || array->memory == NEST_ADJOINT);
  if (!adds) return 0;
  return effect->path & ~(nest_subscript_path(nest, effect->subscript) | array->path | sequential(nest));
}

/* The array in one place for all steps of the loops over which what is made of it is added up. */
static void gather(Nest *nest, uint32_t k) {
  NestArray *array = &nest->array[k];
  if (array->memory != NEST_ADJOINT || array->steps != NEST_NONE) return;
  uint32_t entry = only_entry(nest, k);
  NestPath factors = 0;
  uint32_t end = entry == NEST_NONE ? NEST_NONE : linear_effect(nest, entry, &factors);
  if (end == NEST_NONE) return;
  NestPath loops = array->path & summed(nest, &nest->effect[end]) & ~factors;
  loops &= ~nest_subscript_path(nest, nest_node(nest, entry)->b);
  for (uint32_t e = 0; e < nest->effects; e++)
    if (nest->effect[e].array == k) loops &= nest->effect[e].path;
  array->path &= ~loops;
  nest->effect[end].path &= ~loops;
  if (loops != 0) nest->placed = 0; /* paths of what was made of it are found again */
}

/* sum of u w is (sum of u) w, where w is the same in all steps; it is less if u stands in fewer loops. */
static void factor(Nest *nest, uint32_t e) {
  NestEffect *effect = &nest->effect[e];
  const TapeNode node = *nest_node(nest, effect->value);
  if (node.op != TAPE_TIMES) return;
  for (int turn = 0; turn < 2; turn++) {
    uint32_t u = turn == 0 ? node.a : node.b, w = turn == 0 ? node.b : node.a;
    NestPath loops = summed(nest, effect) & nest_path(nest, u) & ~nest_path(nest, w);
    if (loops == 0 || (effect->path & ~nest_path(nest, u)) == 0) continue;
    uint32_t value = nest_multiply(nest, nest_sum(nest, loops, u), w);
    if (nest_failed(nest)) return;
    effect->value = value;
    effect->path &= ~loops;
    return;
  }
}

void nest_factor(Nest *nest) {
  for (uint32_t k = 0; k < nest->arrays; k++) gather(nest, k);
  for (uint32_t e = 0; e < nest->effects && !nest_failed(nest); e++) factor(nest, e);
}
