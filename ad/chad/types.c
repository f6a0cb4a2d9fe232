#include "ad/chad/chad.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

/* Both halves are found together: each needs the other at function types, and
 * asking for them apart would be exponential in the order of the type. */
typedef struct DualTypes {
  TypeId primal, tangent;
} DualTypes;

static DualTypes dual_types(TypeTable *types, ChadMode mode, TypeId type, uint32_t depth);

/*   ->D(T->S)1 = ->D(T)1 -> (->D(S)1 * (->D(T)2 -o ->D(S)2))    ->D(T->S)2 = ->D(T)1 -> ->D(S)2
 *   <-D(T->S)1 = <-D(T)1 -> (<-D(S)1 * (<-D(S)2 -o <-D(T)2))    <-D(T->S)2 = !<-D(T)1 (x) <-D(S)2 */
static DualTypes dual_function(TypeTable *types, ChadMode mode, DualTypes t, DualTypes s) {
  if (mode == CHAD_FORWARD) {
    RULE(CHAD_TYPE_FUN_FWD);
    TypeId map = type_lfun(types, t.tangent, s.tangent);
    return (DualTypes){type_fun(types, t.primal, type_prod(types, s.primal, map)),
                       type_power(types, t.primal, s.tangent)};
  }
  RULE(CHAD_TYPE_FUN_REV);
  TypeId map = type_lfun(types, s.tangent, t.tangent);
  return (DualTypes){type_fun(types, t.primal, type_prod(types, s.primal, map)),
                     type_copower(types, t.primal, s.tangent)};
}

/*   D(Vec T)1 = Vec D(T)1    ->D(Vec T)2 = Int -> ->D(T)2    <-D(Vec T)2 = !Int (x) <-D(T)2 */
static DualTypes dual_vec(TypeTable *types, ChadMode mode, DualTypes t) {
  TypeId index = type_int(types);
  if (mode == CHAD_FORWARD) {
    RULE(CHAD_TYPE_VEC_FWD);
    return (DualTypes){type_vec(types, t.primal), type_power(types, index, t.tangent)};
  }
  RULE(CHAD_TYPE_VEC_REV);
  return (DualTypes){type_vec(types, t.primal), type_copower(types, index, t.tangent)};
}

TypeId chad_path_type(TypeTable *types) {
  TypeId step = type_prod(types, type_int(types), type_self(types, 0));
  return type_mu(types, type_sum(types, type_unit(types), step));
}

/*   D(mu a. T)1 = mu a. D(T)1    ->D(mu a. T)2 = Path -> ->D(T[1/a])2    <-D(mu a. T)2 = !Path (x) <-D(T[1/a])2 */
static DualTypes dual_data(TypeTable *types, ChadMode mode, DualTypes t) {
  TypeId path = chad_path_type(types);
  if (mode == CHAD_FORWARD) {
    RULE(CHAD_TYPE_MU_FWD);
    return (DualTypes){type_mu(types, t.primal), type_power(types, path, t.tangent)};
  }
  RULE(CHAD_TYPE_MU_REV);
  return (DualTypes){type_mu(types, t.primal), type_copower(types, path, t.tangent)};
}

/* Of data a stands under sums and products alone: elsewhere its places are no fixed number. */
static bool is_open(const TypeNode *node) {
  return node->free > 0 && node->kind != TYPE_PROD && node->kind != TYPE_SUM && node->kind != TYPE_SELF;
}

static DualTypes dual_types(TypeTable *types, ChadMode mode, TypeId type, uint32_t depth) {
  const DualTypes none = {{0}, {0}};
  const TypeNode node = *type_node(types, type);
  if (depth == 0 || is_open(&node)) return none;
  switch (node.kind) {
  /* D(real^n)1 = real^n     D(real^n)2 = real_^n */
  case TYPE_REAL: RULE(CHAD_TYPE_REAL); return (DualTypes){type, type_linear_real(types, node.n)};
  /* D(1)1 = 1     D(1)2 = 1_ */
  case TYPE_UNIT: RULE(CHAD_TYPE_UNIT); return (DualTypes){type, type_linear_unit(types)};
  /* D(Int)1 = Int     D(Int)2 = 1_ */
  case TYPE_INT: RULE(CHAD_TYPE_INT); return (DualTypes){type, type_linear_unit(types)};
  /* D(T*S)1 = D(T)1 * D(S)1     D(T*S)2 = D(T)2 * D(S)2 */
  case TYPE_PROD: {
    RULE(CHAD_TYPE_PROD);
    DualTypes t = dual_types(types, mode, node.a, depth - 1), s = dual_types(types, mode, node.b, depth - 1);
    return (DualTypes){type_prod(types, t.primal, s.primal), type_linear_prod(types, t.tangent, s.tangent)};
  }
  /* D(T+S)1 = D(T)1 + D(S)1     D(T+S)2 = D(T)2 * D(S)2 */
  case TYPE_SUM: {
    RULE(CHAD_TYPE_SUM);
    DualTypes t = dual_types(types, mode, node.a, depth - 1), s = dual_types(types, mode, node.b, depth - 1);
    return (DualTypes){type_sum(types, t.primal, s.primal), type_linear_prod(types, t.tangent, s.tangent)};
  }
  case TYPE_FUN: {
    DualTypes t = dual_types(types, mode, node.a, depth - 1), s = dual_types(types, mode, node.b, depth - 1);
    return dual_function(types, mode, t, s);
  }
  /* D(T^n)1 = (D(T)1)^n     D(T^n)2 = (D(T)2)^n */
  case TYPE_ARRAY: {
    RULE(CHAD_TYPE_ARRAY);
    DualTypes t = dual_types(types, mode, node.a, depth - 1);
    return (DualTypes){type_array(types, t.primal, node.n), type_linear_array(types, t.tangent, node.n)};
  }
  case TYPE_VEC: return dual_vec(types, mode, dual_types(types, mode, node.a, depth - 1));
  case TYPE_MU: return dual_data(types, mode, dual_types(types, mode, node.a, depth - 1));
  case TYPE_SELF: return (DualTypes){type, type_linear_unit(types)};
  case TYPE_ANY_LINEAR:
  case TYPE_NONE:
  case TYPE_LFUN: return none;
  }
  return none;
}

TypeId chad_primal(Store *store, ChadMode mode, TypeId type) {
  return dual_types(&store->types, mode, type, CHAD_DEPTH).primal;
}

TypeId chad_tangent(Store *store, ChadMode mode, TypeId type) {
  return dual_types(&store->types, mode, type, CHAD_DEPTH).tangent;
}

/*   D(.)2 = 1_     D(G, x:T)2 = D(G)2 * D(T)2 */
TypeId chad_context_tangent(Store *store, ChadMode mode, const TypeId *context, uint32_t length) {
  RULE(CHAD_CONTEXT);
  TypeId tangent = type_linear_unit(&store->types);
  for (uint32_t i = 0; i < length; i++) {
    tangent = type_linear_prod(&store->types, tangent, chad_tangent(store, mode, context[i]));
  }
  return tangent;
}
