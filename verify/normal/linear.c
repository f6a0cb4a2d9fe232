/* Evaluation in the linear judgement: Fig. 6 by computing.  Every construct is
 * additive in its linear part, so that sums, zeros and cases move outwards. */
#include "semantics/tables/cases.h"
#include "verify/normal/domain.h"

/* What moves outwards past every elimination: 0_, sums and cases.  True if the
 * value is one of them; then the parts are in a (and b). */
static bool is_moved(const Linear *value) {
  return value->kind == LINEAR_ZERO || value->kind == LINEAR_PLUS || value->kind == LINEAR_CASES;
}

static const Linear *select_moved(Normal *normal, const Linear *value, bool second) {
  if (value->kind == LINEAR_ZERO) {
    TypeId type = normal_part(normal, value->type, TYPE_LPROD, second);
    return type_is_none(type) ? NULL : normal_linear_zero(normal, type);
  }
  const Linear *a = normal_linear_select(normal, value->a, second);
  if (value->kind == LINEAR_CASES) return normal_linear_cases(normal, value->cases, a);
  return normal_linear_plus(normal, a, normal_linear_select(normal, value->b, second));
}

const Linear *normal_linear_select(Normal *normal, const Linear *value, bool second) {
  if (value == NULL || !normal_enter(normal)) return NULL;
  const Linear *result = NULL;
  if (is_moved(value)) {
    result = select_moved(normal, value, second);
  } else if (value->kind == LINEAR_PAIR) {
    result = second ? value->b : value->a;
  } else {
    TypeId type = normal_part(normal, value->type, TYPE_LPROD, second);
    const Node *node =
        type_is_none(type) ? NULL : normal_node_unary(normal, second ? TERM_SND : TERM_FST, 0, value->node);
    result = node == NULL ? NULL : normal_linear_neutral(normal, node, type);
  }
  normal_leave(normal);
  return result;
}

static const Linear *apply_moved(Normal *normal, const Linear *power, const Value *argument) {
  if (power->kind == LINEAR_ZERO) {
    TypeId type = normal_part(normal, power->type, TYPE_POWER, true);
    return type_is_none(type) ? NULL : normal_linear_zero(normal, type);
  }
  const Linear *a = normal_linear_apply(normal, power->a, argument);
  if (power->kind == LINEAR_CASES) return normal_linear_cases(normal, power->cases, a);
  return normal_linear_plus(normal, a, normal_linear_apply(normal, power->b, argument));
}

static const Linear *apply_neutral(Normal *normal, const Linear *power, const Value *argument) {
  TypeId domain = normal_part(normal, power->type, TYPE_POWER, false);
  TypeId codomain = normal_part(normal, power->type, TYPE_POWER, true);
  if (type_is_none(domain)) return NULL;
  const Node *node = normal_node_binary(normal, TERM_APP, power->node, normal_value_reify(normal, domain, argument));
  return node == NULL ? NULL : normal_linear_neutral(normal, node, codomain);
}

const Linear *normal_linear_apply(Normal *normal, const Linear *power, const Value *argument) {
  if (power == NULL || argument == NULL || !normal_enter(normal)) return NULL;
  const Linear *result = NULL;
  if (is_moved(power)) {
    result = apply_moved(normal, power, argument);
  } else if (power->kind == LINEAR_LAM) {
    const Env *env = normal_env_bind(normal, power->env, argument);
    result = env == NULL ? NULL : normal_linear_of(normal, env, power->a, power->body);
  } else {
    result = apply_neutral(normal, power, argument);
  }
  normal_leave(normal);
  return result;
}

/* case neutral of !y >< v -> ...: y and v stay. */
static const Linear *unpack_neutral(Normal *normal, const Linear *copower, const Env *env, TermId body) {
  TypeId key = normal_part(normal, copower->type, TYPE_COPOWER, false);
  TypeId entry = normal_part(normal, copower->type, TYPE_COPOWER, true);
  Case *unpacked = arena_alloc(normal->arena, sizeof *unpacked);
  if (type_is_none(key) || unpacked == NULL) return normal_fail(normal, STATUS_LIMIT);
  *unpacked = (Case){copower->node, 0, NULL};
  const Env *inside = normal_env_bind(normal, env, normal_value_fresh(normal, key, &unpacked->y));
  const Linear *v = normal_linear_v(normal, entry);
  if (inside == NULL || v == NULL) return NULL;
  return normal_linear_cases(normal, unpacked, normal_linear_of(normal, inside, v, body));
}

/* case copower of !y >< v -> body, of type `result`. */
static const Linear *unpack(Normal *normal, const Linear *copower, const Env *env, TermId body, TypeId result) {
  if (copower == NULL || !normal_enter(normal)) return NULL;
  const Linear *value = NULL, *a = NULL;
  switch (copower->kind) {
  case LINEAR_ZERO: value = normal_linear_zero(normal, result); break;
  case LINEAR_PLUS:
    a = unpack(normal, copower->a, env, body, result);
    value = normal_linear_plus(normal, a, unpack(normal, copower->b, env, body, result));
    break;
  case LINEAR_CASES:
    value = normal_linear_cases(normal, copower->cases, unpack(normal, copower->a, env, body, result));
    break;
  case LINEAR_COPOWER: {
    const Env *inside = normal_env_bind(normal, env, copower->key);
    value = inside == NULL ? NULL : normal_linear_of(normal, inside, copower->a, body);
    break;
  }
  case LINEAR_NEUTRAL: value = unpack_neutral(normal, copower, env, body); break;
  case LINEAR_PAIR:
  case LINEAR_LAM: (void)normal_fail(normal, STATUS_ILL_TYPED);
  }
  normal_leave(normal);
  return value;
}

const Linear *normal_linear_map_elements(Normal *normal, TypeId type, const Linear *value, TypeId result,
                                         ElementMake *make, const void *context) {
  Elements elements = {NULL, NULL};
  if (value == NULL) return NULL;
  normal_linear_elements(normal, type, value, &elements);
  const Linear *sum = normal_linear_zero(normal, result);
  for (const Element *e = elements.first; e != NULL && sum != NULL; e = e->next) {
    const Linear *one = normal_linear_neutral(normal, make(normal, context, e->core), result);
    sum = normal_linear_plus(normal, sum, normal_linear_cases(normal, e->cases, one));
  }
  return normal->status == STATUS_OK ? sum : NULL;
}

/* A copy of the node in the context with the element as its linear child, the last
 * place that is free: kid[3] of lop, Dmap; kid[1] of index, onehot; kid[0] of sum. */
static const Node *with_element(Normal *normal, const void *context, const Node *element) {
  const Node *pattern = context;
  Node *node = element == NULL ? NULL : normal_node_make(normal, pattern->kind, pattern->payload);
  if (node == NULL) return NULL;
  int place = pattern->kind == TERM_LSUM ? 0 : pattern->kind == TERM_INDEX || pattern->kind == TERM_ONEHOT ? 1 : 3;
  *node = *pattern;
  node->kid[place] = element;
  return node;
}

static const Node *operand(Normal *normal, const Env *env, TermId t) {
  const Value *value = normal_value_of(normal, env, t);
  return value == NULL ? NULL : normal_value_reify(normal, normal_value_type(normal, value), value);
}

static const Linear *elementary(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  const LopNode lop = *lop_node(&normal->store->ops, term_lop_payload(t));
  Node *pattern = normal_node_make(normal, TERM_LOP, t->payload);
  for (int i = 0; pattern != NULL && i < OP_MAX_ARITY && t->kid[i].id != 0; i++) {
    pattern->kid[i] = operand(normal, env, t->kid[i]);
    if (pattern->kid[i] == NULL) return NULL;
  }
  if (pattern == NULL) return NULL;
  return normal_linear_map_elements(normal, lop.ldom, normal_linear_of(normal, env, v, t->kid[3]), lop.cdom,
                                    with_element, pattern);
}

/* index i t, onehot n i t, sum t */
static const Linear *of_array(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  TypeTable *types = &normal->store->types;
  bool sum = t->kind == TERM_LSUM;
  Node *pattern = normal_node_make(normal, t->kind, t->payload);
  if (pattern == NULL) return NULL;
  if (!sum && (pattern->kid[0] = operand(normal, env, t->kid[0])) == NULL) return NULL;
  const Linear *value = normal_linear_of(normal, env, v, t->kid[sum ? 0 : 1]);
  if (value == NULL) return NULL;
  TypeId type = normal_linear_type(normal, value);
  TypeId result = t->kind == TERM_ONEHOT ? type_linear_array(types, type, t->payload) : type_element(types, type);
  return normal_linear_map_elements(normal, type, value, result, with_element, pattern);
}

static const Linear *built(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  TypeTable *types = &normal->store->types;
  uint32_t i;
  const Env *inside = normal_env_bind(normal, env, normal_value_fresh(normal, type_int(types), &i));
  const Linear *body = inside == NULL ? NULL : normal_linear_of(normal, inside, v, t->kid[0]);
  if (body == NULL) return NULL;
  TypeId type = normal_linear_type(normal, body), array = type_linear_array(types, type, t->payload);
  Elements elements = {NULL, NULL};
  normal_linear_elements(normal, type, body, &elements);
  const Linear *sum = normal_linear_zero(normal, array);
  for (const Element *e = elements.first; e != NULL && sum != NULL; e = e->next) {
    Element bound = normal_element_bind(normal, TERM_BUILD, t->payload, i, type, e);
    sum = normal_linear_plus(
        normal, sum, normal_linear_cases(normal, bound.cases, normal_linear_neutral(normal, bound.core, array)));
  }
  return normal->status == STATUS_OK ? sum : NULL;
}

/* A linear function given by its body: its normal form at v of that type. */
static const Node *function(Normal *normal, const Env *env, TypeId domain, TermId body, TypeId *codomain) {
  const Linear *v = normal_linear_v(normal, domain);
  const Linear *value = v == NULL ? NULL : normal_linear_of(normal, env, v, body);
  if (value == NULL) return NULL;
  *codomain = normal_linear_type(normal, value);
  return normal_linear_reify(normal, *codomain, value);
}

/* Dmap(x.t, s, v.r; u) : real_^n with u : T_, and Dmap^t : T_ with u : real_^n. */
static const Linear *mapped(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  TypeTable *types = &normal->store->types;
  bool transposed = t->kind == TERM_DMAPT;
  Node *pattern = normal_node_make(normal, t->kind, t->payload);
  const Value *array = normal_value_of(normal, env, t->kid[0]);
  const Linear *u = normal_linear_of(normal, env, v, t->kid[3]);
  if (pattern == NULL || array == NULL || u == NULL) return NULL;
  TypeId real = type_linear_real(types, 1), type = normal_linear_type(normal, u), at, rest;
  TypeId domain = transposed ? real : type_linear_prod(types, type, real);
  pattern->kid[0] = normal_value_reify(normal, normal_value_type(normal, array), array);
  const Env *inside =
      normal_env_bind(normal, env, normal_value_fresh(normal, type_real(types, 1), &pattern->binder[0]));
  if (inside == NULL) return NULL;
  pattern->kid[1] = function(normal, inside, domain, t->kid[1], &at);
  pattern->kid[2] = pattern->kid[1] == NULL ? NULL : function(normal, env, type, t->kid[2], &rest);
  if (pattern->kid[0] == NULL || pattern->kid[2] == NULL) return NULL;
  return normal_linear_map_elements(normal, type, u, rest, with_element, pattern);
}

static const Linear *make(Normal *normal, Linear value) {
  Linear *made = arena_alloc(normal->arena, sizeof *made);
  if (made == NULL) return normal_fail(normal, STATUS_LIMIT);
  *made = value;
  return made;
}

static const Linear *make_pair(Normal *normal, const Linear *a, const Linear *b) {
  if (a == NULL || b == NULL) return NULL;
  return make(normal, (Linear){.kind = LINEAR_PAIR, .a = a, .b = b});
}

static const Linear *make_copower(Normal *normal, const Value *key, const Linear *a) {
  if (key == NULL || a == NULL) return NULL;
  return make(normal, (Linear){.kind = LINEAR_COPOWER, .key = key, .a = a});
}

static const Linear *let(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  const Env *inside = normal_env_bind(normal, env, normal_value_of(normal, env, t->kid[0]));
  return inside == NULL ? NULL : normal_linear_of(normal, inside, v, t->kid[1]);
}

static const Linear *let_v(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  const Linear *bound = normal_linear_of(normal, env, v, t->kid[0]);
  return bound == NULL ? NULL : normal_linear_of(normal, env, bound, t->kid[1]);
}

static const Linear *plus(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  const Linear *a = normal_linear_of(normal, env, v, t->kid[0]);
  return normal_linear_plus(normal, a, normal_linear_of(normal, env, v, t->kid[1]));
}

static const Linear *evaluate(Normal *normal, const Env *env, const Linear *v, const Term *t) {
  const Linear *first;
  const Value *value;
  switch (t->kind) {
  case TERM_LVAR: return v;
  case TERM_LET: return let(normal, env, v, t);
  case TERM_LETV: return let_v(normal, env, v, t);
  case TERM_LOP: return elementary(normal, env, v, t);
  case TERM_UNIT: return normal_linear_zero(normal, type_linear_unit(&normal->store->types));
  case TERM_PAIR:
    first = normal_linear_of(normal, env, v, t->kid[0]);
    return make_pair(normal, first, normal_linear_of(normal, env, v, t->kid[1]));
  case TERM_FST: return normal_linear_select(normal, normal_linear_of(normal, env, v, t->kid[0]), false);
  case TERM_SND: return normal_linear_select(normal, normal_linear_of(normal, env, v, t->kid[0]), true);
  case TERM_LAM:
    return make(normal,
                (Linear){.kind = LINEAR_LAM, .type = term_type_payload(t), .a = v, .env = env, .body = t->kid[0]});
  case TERM_APP:
    first = normal_linear_of(normal, env, v, t->kid[0]);
    return normal_linear_apply(normal, first, normal_value_of(normal, env, t->kid[1]));
  case TERM_COPOWER:
    value = normal_value_of(normal, env, t->kid[0]);
    return make_copower(normal, value, normal_linear_of(normal, env, v, t->kid[1]));
  case TERM_CASE:
    return unpack(normal, normal_linear_of(normal, env, v, t->kid[0]), env, t->kid[1], term_type_payload(t));
  case TERM_LAPP:
    value = normal_value_of(normal, env, t->kid[0]);
    return normal_value_apply_linear(normal, value, normal_linear_of(normal, env, v, t->kid[1]));
  case TERM_ZERO: return normal_linear_zero(normal, term_type_payload(t));
  case TERM_PLUS: return plus(normal, env, v, t);
  case TERM_BUILD: return built(normal, env, v, t);
  case TERM_INDEX:
  case TERM_LSUM:
  case TERM_ONEHOT: return of_array(normal, env, v, t);
  case TERM_DMAP:
  case TERM_DMAPT: return mapped(normal, env, v, t);
  case TERM_MATCH:
  case TERM_BIGSUM:
  case TERM_LITER: return normal_fail(normal, STATUS_UNABLE);
  case TERM_ANY_CARTESIAN: break;
  }
  return normal_fail(normal, STATUS_ILL_TYPED);
}

const Linear *normal_linear_of(Normal *normal, const Env *env, const Linear *v, TermId t) {
  if (v == NULL || !normal_enter(normal)) return NULL;
  const Linear *value = evaluate(normal, env, v, term(normal->store, t));
  normal_leave(normal);
  return value;
}
