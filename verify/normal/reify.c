/* Values to normal forms, by type: eta expansion, and formal sums of chains. */
#include "semantics/tables/cases.h"
#include "verify/normal/domain.h"

/* ----------------------------------------------------------------- types -- */

TypeId normal_value_type(Normal *normal, const Value *value) {
  TypeTable *types = &normal->store->types;
  TypeId none = {0}, type = none;
  uint32_t name;
  if (value == NULL || !normal_enter(normal)) return none;
  switch (value->kind) {
  case VALUE_UNIT: type = type_unit(types); break;
  case VALUE_PAIR:
    type = normal_value_type(normal, value->a);
    type = type_prod(types, type, normal_value_type(normal, value->b));
    break;
  case VALUE_FUN:
    type = normal_value_type(normal, normal_value_apply(normal, value, normal_value_fresh(normal, value->type, &name)));
    type = type_fun(types, value->type, type);
    break;
  case VALUE_LFUN:
    type = normal_linear_type(normal, normal_value_apply_linear(normal, value, normal_linear_v(normal, value->type)));
    type = type_lfun(types, value->type, type);
    break;
  case VALUE_NEUTRAL: type = value->type; break;
  }
  normal_leave(normal);
  if (type_is_none(type)) (void)normal_fail(normal, STATUS_LIMIT);
  return type;
}

TypeId normal_linear_type(Normal *normal, const Linear *value) {
  TypeTable *types = &normal->store->types;
  TypeId none = {0}, type = none;
  uint32_t name;
  if (value == NULL || !normal_enter(normal)) return none;
  switch (value->kind) {
  case LINEAR_ZERO:
  case LINEAR_NEUTRAL: type = value->type; break;
  case LINEAR_PLUS:
  case LINEAR_CASES: type = normal_linear_type(normal, value->a); break;
  case LINEAR_PAIR:
    type = normal_linear_type(normal, value->a);
    type = type_linear_prod(types, type, normal_linear_type(normal, value->b));
    break;
  case LINEAR_LAM:
    type =
        normal_linear_type(normal, normal_linear_apply(normal, value, normal_value_fresh(normal, value->type, &name)));
    type = type_power(types, value->type, type);
    break;
  case LINEAR_COPOWER:
    type = normal_value_type(normal, value->key);
    type = type_copower(types, type, normal_linear_type(normal, value->a));
    break;
  }
  normal_leave(normal);
  if (type_is_none(type)) (void)normal_fail(normal, STATUS_LIMIT);
  return type;
}

/* -------------------------------------------------------------- elements -- */

static void normal_elements_add(Normal *normal, Elements *out, const Case *cases, const Node *core) {
  if (core == NULL || normal->status != STATUS_OK) return;
  Element *element = arena_alloc(normal->arena, sizeof *element);
  if (element == NULL) {
    (void)normal_fail(normal, STATUS_LIMIT);
    return;
  }
  *element = (Element){cases, core, NULL};
  if (out->last == NULL)
    out->first = element;
  else
    out->last->next = element;
  out->last = element;
}

static bool mentions(Normal *normal, const Node *node, uint32_t name);

static bool cases_mention(Normal *normal, const Case *cases, uint32_t name) {
  for (; cases != NULL; cases = cases->next) {
    if (mentions(normal, cases->scrutinee, name)) return true;
  }
  return false;
}

static bool mentions(Normal *normal, const Node *node, uint32_t name) {
  if (node == NULL || !normal_enter(normal)) return false;
  bool found = (node->kind == TERM_VAR && node->payload == name) || cases_mention(normal, node->cases, name);
  for (int i = 0; i < TERM_KIDS && !found; i++) found = mentions(normal, node->kid[i], name);
  for (const Element *e = node->summands; e != NULL && !found; e = e->next) {
    found = cases_mention(normal, e->cases, name) || mentions(normal, e->core, name);
  }
  normal_leave(normal);
  return found;
}

/* Each case uses the v of the one before it, so that only those at the front can
 * stand outside. */
Element normal_element_bind(Normal *normal, TermKind kind, uint32_t payload, uint32_t z, TypeId type,
                            const Element *element) {
  const Case *inside = element->cases, *outside = NULL;
  while (inside != NULL && !mentions(normal, inside->scrutinee, z)) {
    Case *front = arena_alloc(normal->arena, sizeof *front);
    if (front == NULL) (void)normal_fail(normal, STATUS_LIMIT);
    if (front == NULL) break;
    *front = (Case){inside->scrutinee, inside->y, NULL};
    outside = normal_cases_append(normal, outside, front);
    inside = inside->next;
  }
  Node *node = normal_node_make(normal, kind, payload);
  if (node == NULL) return (Element){NULL, NULL, NULL};
  node->binder[0] = z;
  node->kid[0] = normal_node_cases(normal, inside, element->core, type);
  return (Element){outside, node->kid[0] == NULL ? NULL : node, NULL};
}

static const Node *zero_node(Normal *normal, TypeId type) { return normal_node_make(normal, TERM_ZERO, type.id); }

static void product_elements(Normal *normal, TypeId type, const Linear *value, Elements *out) {
  const TypeNode product = *type_node(&normal->store->types, type);
  for (int second = 0; second < 2; second++) {
    Elements parts = {NULL, NULL};
    const Linear *component = normal_linear_select(normal, value, second != 0);
    if (component == NULL) return;
    normal_linear_elements(normal, second ? product.b : product.a, component, &parts);
    for (const Element *e = parts.first; e != NULL; e = e->next) {
      const Node *zero = zero_node(normal, second ? product.a : product.b);
      const Node *pair = normal_node_binary(normal, TERM_PAIR, second ? zero : e->core, second ? e->core : zero);
      normal_elements_add(normal, out, e->cases, pair);
    }
  }
}

static void power_elements(Normal *normal, TypeId type, const Linear *value, Elements *out) {
  const TypeNode power = *type_node(&normal->store->types, type);
  Elements parts = {NULL, NULL};
  uint32_t z;
  const Linear *image = normal_linear_apply(normal, value, normal_value_fresh(normal, power.a, &z));
  if (image == NULL) return;
  normal_linear_elements(normal, power.b, image, &parts);
  for (const Element *e = parts.first; e != NULL; e = e->next) {
    Element bound = normal_element_bind(normal, TERM_LAM, power.a.id, z, power.b, e);
    normal_elements_add(normal, out, bound.cases, bound.core);
  }
}

static void copower_elements(Normal *normal, TypeId type, const Value *key, const Linear *entry, Elements *out) {
  const TypeNode copower = *type_node(&normal->store->types, type);
  Elements parts = {NULL, NULL};
  normal_linear_elements(normal, copower.b, entry, &parts);
  for (const Element *e = parts.first; e != NULL; e = e->next) {
    normal_elements_add(normal, out, e->cases,
                        normal_node_binary(normal, TERM_COPOWER, normal_value_reify(normal, copower.a, key), e->core));
  }
}

/* eta: n = case n of !y >< v -> !y >< v */
static void neutral_copower_elements(Normal *normal, TypeId type, const Node *node, Elements *out) {
  const TypeNode copower = *type_node(&normal->store->types, type);
  Elements parts = {NULL, NULL};
  Case *unpacked = arena_alloc(normal->arena, sizeof *unpacked);
  if (unpacked == NULL) {
    (void)normal_fail(normal, STATUS_LIMIT);
    return;
  }
  *unpacked = (Case){node, 0, NULL};
  const Value *key = normal_value_fresh(normal, copower.a, &unpacked->y);
  const Linear *entry = normal_linear_v(normal, copower.b);
  if (key == NULL || entry == NULL) return;
  copower_elements(normal, type, key, entry, &parts);
  for (const Element *e = parts.first; e != NULL; e = e->next) {
    normal_elements_add(normal, out, normal_cases_append(normal, unpacked, e->cases), e->core);
  }
}

/* At real_^n, arrays and copowers: formal sums. */
static void sum_elements(Normal *normal, TypeId type, const Linear *value, Elements *out) {
  bool copower = type_kind(&normal->store->types, type) == TYPE_COPOWER;
  Elements parts = {NULL, NULL};
  switch (value->kind) {
  case LINEAR_ZERO: return;
  case LINEAR_PLUS:
    normal_linear_elements(normal, type, value->a, out);
    normal_linear_elements(normal, type, value->b, out);
    return;
  case LINEAR_CASES:
    normal_linear_elements(normal, type, value->a, &parts);
    for (const Element *e = parts.first; e != NULL; e = e->next) {
      normal_elements_add(normal, out, normal_cases_append(normal, value->cases, e->cases), e->core);
    }
    return;
  case LINEAR_COPOWER: copower_elements(normal, type, value->key, value->a, out); return;
  case LINEAR_NEUTRAL:
    if (copower)
      neutral_copower_elements(normal, type, value->node, out);
    else
      normal_elements_add(normal, out, NULL, value->node);
    return;
  case LINEAR_PAIR:
  case LINEAR_LAM: (void)normal_fail(normal, STATUS_ILL_TYPED);
  }
}

void normal_linear_elements(Normal *normal, TypeId type, const Linear *value, Elements *out) {
  if (value == NULL || !normal_enter(normal)) return;
  switch (type_kind(&normal->store->types, type)) {
  case TYPE_LUNIT: break;
  case TYPE_LPROD: product_elements(normal, type, value, out); break;
  case TYPE_POWER: power_elements(normal, type, value, out); break;
  case TYPE_LREAL:
  case TYPE_LARRAY:
  case TYPE_COPOWER: sum_elements(normal, type, value, out); break;
  case TYPE_ANY_CARTESIAN: (void)normal_fail(normal, STATUS_ILL_TYPED);
  }
  normal_leave(normal);
}

/* ----------------------------------------------------------------- reify -- */

static const Node *reify_power(Normal *normal, TypeId type, const Linear *value) {
  const TypeNode power = *type_node(&normal->store->types, type);
  Node *node = normal_node_make(normal, TERM_LAM, power.a.id);
  if (node == NULL) return NULL;
  const Linear *image = normal_linear_apply(normal, value, normal_value_fresh(normal, power.a, &node->binder[0]));
  node->kid[0] = normal_linear_reify(normal, power.b, image);
  return node->kid[0] == NULL ? NULL : node;
}

static const Node *reify_sum(Normal *normal, TypeId type, const Linear *value) {
  Elements elements = {NULL, NULL};
  normal_linear_elements(normal, type, value, &elements);
  Node *node = normal->status == STATUS_OK ? normal_node_make(normal, TERM_PLUS, type.id) : NULL;
  if (node != NULL) node->summands = elements.first;
  return node;
}

const Node *normal_linear_reify(Normal *normal, TypeId type, const Linear *value) {
  const TypeNode of = *type_node(&normal->store->types, type);
  if (value == NULL || !normal_enter(normal)) return NULL;
  const Node *node = NULL;
  switch (of.kind) {
  case TYPE_LUNIT: node = normal_node_make(normal, TERM_UNIT, 0); break;
  case TYPE_LPROD: {
    const Node *a = normal_linear_reify(normal, of.a, normal_linear_select(normal, value, false));
    node = normal_node_binary(normal, TERM_PAIR, a,
                              normal_linear_reify(normal, of.b, normal_linear_select(normal, value, true)));
    break;
  }
  case TYPE_POWER: node = reify_power(normal, type, value); break;
  case TYPE_LREAL:
  case TYPE_LARRAY:
  case TYPE_COPOWER: node = reify_sum(normal, type, value); break;
  case TYPE_ANY_CARTESIAN: (void)normal_fail(normal, STATUS_ILL_TYPED);
  }
  normal_leave(normal);
  return node;
}

static const Node *reify_function(Normal *normal, TypeId type, const Value *value) {
  const TypeNode function = *type_node(&normal->store->types, type);
  Node *node = normal_node_make(normal, TERM_LAM, function.a.id);
  if (node == NULL) return NULL;
  const Value *image = normal_value_apply(normal, value, normal_value_fresh(normal, function.a, &node->binder[0]));
  node->kid[0] = normal_value_reify(normal, function.b, image);
  return node->kid[0] == NULL ? NULL : node;
}

static const Node *reify_linear_function(Normal *normal, TypeId type, const Value *value) {
  const TypeNode function = *type_node(&normal->store->types, type);
  const Linear *image = normal_value_apply_linear(normal, value, normal_linear_v(normal, function.a));
  return normal_node_unary(normal, TERM_LLAM, function.a.id, normal_linear_reify(normal, function.b, image));
}

const Node *normal_value_reify(Normal *normal, TypeId type, const Value *value) {
  const TypeNode of = *type_node(&normal->store->types, type);
  if (value == NULL || !normal_enter(normal)) return NULL;
  const Node *node = NULL;
  switch (of.kind) {
  case TYPE_UNIT: node = normal_node_make(normal, TERM_UNIT, 0); break;
  case TYPE_PROD: {
    const Node *a = normal_value_reify(normal, of.a, normal_value_select(normal, value, false));
    node = normal_node_binary(normal, TERM_PAIR, a,
                              normal_value_reify(normal, of.b, normal_value_select(normal, value, true)));
    break;
  }
  case TYPE_FUN: node = reify_function(normal, type, value); break;
  case TYPE_LFUN: node = reify_linear_function(normal, type, value); break;
  case TYPE_SUM:
  case TYPE_VEC:
  case TYPE_REAL:
  case TYPE_INT:
  case TYPE_ARRAY: node = value->kind == VALUE_NEUTRAL ? value->node : normal_fail(normal, STATUS_ILL_TYPED); break;
  case TYPE_ANY_LINEAR:
  case TYPE_MU:
  case TYPE_SELF:
  case TYPE_NONE: (void)normal_fail(normal, STATUS_ILL_TYPED);
  }
  normal_leave(normal);
  return node;
}
