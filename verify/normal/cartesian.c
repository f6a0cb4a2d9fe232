/* Evaluation in the Cartesian judgement: Fig. 4 by computing, operations and array
 * constructs left as they stand over the normal forms of their parts. */
#include "semantics/tables/cases.h"
#include "verify/normal/domain.h"

static Value *value_make(Normal *normal, ValueKind kind, TypeId type) {
  Value *value = arena_alloc(normal->arena, sizeof *value);
  if (value == NULL) return normal_fail(normal, STATUS_LIMIT);
  *value = (Value){.kind = kind, .type = type};
  return value;
}

static const Value *make_pair(Normal *normal, const Value *a, const Value *b) {
  Value *pair = a == NULL || b == NULL ? NULL : value_make(normal, VALUE_PAIR, (TypeId){0});
  if (pair == NULL) return NULL;
  pair->a = a;
  pair->b = b;
  return pair;
}

static const Value *make_closure(Normal *normal, ValueKind kind, const Env *env, const Term *t) {
  Value *closure = value_make(normal, kind, term_type_payload(t));
  if (closure == NULL) return NULL;
  closure->env = env;
  closure->body = t->kid[0];
  return closure;
}

const Value *normal_value_select(Normal *normal, const Value *value, bool second) {
  if (value == NULL) return NULL;
  if (value->kind == VALUE_PAIR) return second ? value->b : value->a;
  if (value->kind != VALUE_NEUTRAL) return normal_fail(normal, STATUS_ILL_TYPED);
  TypeId type = normal_part(normal, value->type, TYPE_PROD, second);
  if (type_is_none(type)) return NULL;
  return normal_value_neutral(normal, normal_node_unary(normal, second ? TERM_SND : TERM_FST, 0, value->node), type);
}

const Value *normal_value_apply(Normal *normal, const Value *function, const Value *argument) {
  if (function == NULL || argument == NULL) return NULL;
  if (function->kind == VALUE_FUN) {
    const Env *env = normal_env_bind(normal, function->env, argument);
    return env == NULL ? NULL : normal_value_of(normal, env, function->body);
  }
  if (function->kind != VALUE_NEUTRAL) return normal_fail(normal, STATUS_ILL_TYPED);
  TypeId domain = normal_part(normal, function->type, TYPE_FUN, false);
  TypeId codomain = normal_part(normal, function->type, TYPE_FUN, true);
  if (type_is_none(domain)) return NULL;
  const Node *operand = normal_value_reify(normal, domain, argument);
  return normal_value_neutral(normal, normal_node_binary(normal, TERM_APP, function->node, operand), codomain);
}

static const Node *apply_node(Normal *normal, const void *function, const Node *element) {
  return normal_node_binary(normal, TERM_LAPP, function, element);
}

const Linear *normal_value_apply_linear(Normal *normal, const Value *function, const Linear *argument) {
  if (function == NULL || argument == NULL) return NULL;
  if (function->kind == VALUE_LFUN) return normal_linear_of(normal, function->env, argument, function->body);
  if (function->kind != VALUE_NEUTRAL) return normal_fail(normal, STATUS_ILL_TYPED);
  TypeId domain = normal_part(normal, function->type, TYPE_LFUN, false);
  TypeId codomain = normal_part(normal, function->type, TYPE_LFUN, true);
  if (type_is_none(domain)) return NULL;
  return normal_linear_map_elements(normal, domain, argument, codomain, apply_node, function->node);
}

/* The normal form of a part; its type in *type. */
static const Node *part(Normal *normal, const Env *env, TermId t, TypeId *type) {
  const Value *value = normal_value_of(normal, env, t);
  if (value == NULL) return NULL;
  *type = normal_value_type(normal, value);
  return normal_value_reify(normal, *type, value);
}

static const Value *operation(Normal *normal, const Env *env, const Term *t) {
  Node *node = normal_node_make(normal, TERM_OP, t->payload);
  for (int i = 0; node != NULL && i < OP_MAX_ARITY && t->kid[i].id != 0; i++) {
    TypeId type;
    node->kid[i] = part(normal, env, t->kid[i], &type);
    if (node->kid[i] == NULL) return NULL;
  }
  return normal_value_neutral(normal, node, op_node(&normal->store->ops, term_op_payload(t))->result);
}

/* map(x. t, s), zipWith(x y. t, a, b): `arrays` operands, then the body under as many. */
static const Value *mapped(Normal *normal, const Env *env, const Term *t, int arrays) {
  TypeTable *types = &normal->store->types;
  Node *node = normal_node_make(normal, t->kind, 0);
  const Env *inside = env;
  TypeId type = {0};
  uint32_t length = 0;
  for (int i = 0; node != NULL && i < arrays; i++) {
    node->kid[i] = part(normal, env, t->kid[i], &type);
    if (node->kid[i] == NULL) return NULL;
    length = type_node(types, type)->n;
    inside = normal_env_bind(normal, inside, normal_value_fresh(normal, type_element(types, type), &node->binder[i]));
    if (inside == NULL) return NULL;
  }
  if (node == NULL) return NULL;
  node->kid[arrays] = part(normal, inside, t->kid[arrays], &type);
  if (node->kid[arrays] == NULL) return NULL;
  return normal_value_neutral(normal, node, type_array(types, type, length));
}

static const Value *built(Normal *normal, const Env *env, const Term *t) {
  TypeTable *types = &normal->store->types;
  Node *node = normal_node_make(normal, TERM_BUILD, t->payload);
  if (node == NULL) return NULL;
  const Env *inside = normal_env_bind(normal, env, normal_value_fresh(normal, type_int(types), &node->binder[0]));
  TypeId type;
  node->kid[0] = inside == NULL ? NULL : part(normal, inside, t->kid[0], &type);
  return node->kid[0] == NULL ? NULL : normal_value_neutral(normal, node, type_array(types, type, t->payload));
}

static const Value *indexed(Normal *normal, const Env *env, const Term *t) {
  TypeId number, array;
  const Node *i = part(normal, env, t->kid[0], &number);
  const Node *of = i == NULL ? NULL : part(normal, env, t->kid[1], &array);
  if (of == NULL) return NULL;
  return normal_value_neutral(normal, normal_node_binary(normal, TERM_INDEX, i, of),
                              type_element(&normal->store->types, array));
}

static const Value *let(Normal *normal, const Env *env, const Term *t) {
  const Env *inside = normal_env_bind(normal, env, normal_value_of(normal, env, t->kid[0]));
  return inside == NULL ? NULL : normal_value_of(normal, inside, t->kid[1]);
}

static const Value *identifier(Normal *normal, const Env *env, uint32_t index) {
  for (; env != NULL && index > 0; index--) env = env->next;
  return env == NULL ? normal_fail(normal, STATUS_ILL_TYPED) : env->value;
}

static const Value *evaluate(Normal *normal, const Env *env, const Term *t) {
  const Value *value;
  switch (t->kind) {
  case TERM_VAR: return identifier(normal, env, t->payload);
  case TERM_LET: return let(normal, env, t);
  case TERM_OP: return operation(normal, env, t);
  case TERM_UNIT: return value_make(normal, VALUE_UNIT, (TypeId){0});
  case TERM_PAIR:
    value = normal_value_of(normal, env, t->kid[0]);
    return make_pair(normal, value, normal_value_of(normal, env, t->kid[1]));
  case TERM_FST: return normal_value_select(normal, normal_value_of(normal, env, t->kid[0]), false);
  case TERM_SND: return normal_value_select(normal, normal_value_of(normal, env, t->kid[0]), true);
  case TERM_LAM: return make_closure(normal, VALUE_FUN, env, t);
  case TERM_LLAM: return make_closure(normal, VALUE_LFUN, env, t);
  case TERM_APP:
    value = normal_value_of(normal, env, t->kid[0]);
    return normal_value_apply(normal, value, normal_value_of(normal, env, t->kid[1]));
  case TERM_MAP: return mapped(normal, env, t, 1);
  case TERM_ZIPWITH: return mapped(normal, env, t, 2);
  case TERM_BUILD: return built(normal, env, t);
  case TERM_INDEX: return indexed(normal, env, t);
  case TERM_ANY_EXTENSION:
  case TERM_MATCH: return normal_fail(normal, STATUS_UNABLE);
  case TERM_ANY_LINEAR: break;
  }
  return normal_fail(normal, STATUS_ILL_TYPED);
}

const Value *normal_value_of(Normal *normal, const Env *env, TermId t) {
  if (!normal_enter(normal)) return NULL;
  const Value *value = evaluate(normal, env, term(normal->store, t));
  normal_leave(normal);
  return value;
}
