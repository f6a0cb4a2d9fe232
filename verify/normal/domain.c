#include "verify/normal/domain.h"

#include <string.h>

void *normal_fail(Normal *normal, Status status) {
  if (normal->status == STATUS_OK) normal->status = status;
  return NULL;
}

bool normal_enter(Normal *normal) {
  if (normal->status != STATUS_OK) return false;
  if (normal->depth == 0 || normal->steps == 0) return normal_fail(normal, STATUS_LIMIT) != NULL;
  normal->depth--;
  normal->steps--;
  return true;
}

/* Zeroed memory, at the cost of a step. */
static void *make(Normal *normal, size_t size) {
  if (normal->status != STATUS_OK) return NULL;
  if (normal->steps == 0) return normal_fail(normal, STATUS_LIMIT);
  normal->steps--;
  void *made = arena_alloc(normal->arena, size);
  if (made == NULL) return normal_fail(normal, STATUS_LIMIT);
  memset(made, 0, size);
  return made;
}

Node *normal_node_make(Normal *normal, TermKind kind, uint32_t payload) {
  Node *node = make(normal, sizeof *node);
  if (node == NULL) return NULL;
  node->kind = kind;
  node->payload = payload;
  return node;
}

const Node *normal_node_unary(Normal *normal, TermKind kind, uint32_t payload, const Node *a) {
  Node *node = a == NULL ? NULL : normal_node_make(normal, kind, payload);
  if (node != NULL) node->kid[0] = a;
  return node;
}

const Node *normal_node_binary(Normal *normal, TermKind kind, const Node *a, const Node *b) {
  Node *node = a == NULL || b == NULL ? NULL : normal_node_make(normal, kind, 0);
  if (node == NULL) return NULL;
  node->kid[0] = a;
  node->kid[1] = b;
  return node;
}

const Node *normal_node_cases(Normal *normal, const Case *cases, const Node *core, TypeId type) {
  if (cases == NULL || core == NULL) return core;
  Node *node = normal_node_make(normal, TERM_CASE, type.id);
  if (node == NULL) return NULL;
  node->cases = cases;
  node->kid[0] = core;
  return node;
}

const Env *normal_env_bind(Normal *normal, const Env *env, const Value *value) {
  Env *bound = value == NULL ? NULL : make(normal, sizeof *bound);
  if (bound != NULL) *bound = (Env){value, env};
  return bound;
}

const Value *normal_value_neutral(Normal *normal, const Node *node, TypeId type) {
  if (type_is_none(type)) return normal_fail(normal, STATUS_LIMIT);
  Value *value = node == NULL ? NULL : make(normal, sizeof *value);
  if (value != NULL) *value = (Value){.kind = VALUE_NEUTRAL, .type = type, .node = node};
  return value;
}

const Value *normal_value_fresh(Normal *normal, TypeId type, uint32_t *name) {
  *name = normal->fresh++;
  return normal_value_neutral(normal, normal_node_make(normal, TERM_VAR, *name), type);
}

static Linear *linear_make(Normal *normal, LinearKind kind, TypeId type) {
  Linear *value = make(normal, sizeof *value);
  if (value == NULL) return NULL;
  value->kind = kind;
  value->type = type;
  return value;
}

const Linear *normal_linear_zero(Normal *normal, TypeId type) {
  if (type_is_none(type)) return normal_fail(normal, STATUS_LIMIT);
  return linear_make(normal, LINEAR_ZERO, type);
}

const Linear *normal_linear_plus(Normal *normal, const Linear *a, const Linear *b) {
  if (a == NULL || b == NULL) return NULL;
  if (a->kind == LINEAR_ZERO) return b;
  if (b->kind == LINEAR_ZERO) return a;
  Linear *sum = linear_make(normal, LINEAR_PLUS, (TypeId){0});
  if (sum == NULL) return NULL;
  sum->a = a;
  sum->b = b;
  return sum;
}

const Linear *normal_linear_cases(Normal *normal, const Case *cases, const Linear *a) {
  if (a == NULL || cases == NULL || a->kind == LINEAR_ZERO) return a;
  Linear *value = linear_make(normal, LINEAR_CASES, (TypeId){0});
  if (value == NULL) return NULL;
  value->a = a;
  value->cases = cases;
  return value;
}

const Linear *normal_linear_neutral(Normal *normal, const Node *node, TypeId type) {
  if (type_is_none(type)) return normal_fail(normal, STATUS_LIMIT);
  Linear *value = node == NULL ? NULL : linear_make(normal, LINEAR_NEUTRAL, type);
  if (value != NULL) value->node = node;
  return value;
}

const Linear *normal_linear_v(Normal *normal, TypeId type) {
  return normal_linear_neutral(normal, normal_node_make(normal, TERM_LVAR, 0), type);
}

const Case *normal_cases_append(Normal *normal, const Case *outer, const Case *inner) {
  if (inner == NULL) return outer;
  Case *first = NULL, *last = NULL;
  for (; outer != NULL; outer = outer->next) {
    Case *copy = make(normal, sizeof *copy);
    if (copy == NULL) return NULL;
    *copy = (Case){outer->scrutinee, outer->y, NULL};
    if (last == NULL)
      first = copy;
    else
      last->next = copy;
    last = copy;
  }
  if (last == NULL) return inner;
  last->next = inner;
  return first;
}

TypeId normal_part(Normal *normal, TypeId type, TypeKind kind, bool second) {
  const TypeNode *node = type_node(&normal->store->types, type);
  if (node->kind == kind) return second ? node->b : node->a;
  (void)normal_fail(normal, STATUS_ILL_TYPED);
  return (TypeId){0};
}
