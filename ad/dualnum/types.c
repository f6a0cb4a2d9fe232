/* D on types: homomorphic, but for real. */
#include "ad/dualnum/transform.h"
#include "semantics/tables/cases.h"

#define NO_TYPE ((DualTypeId){0})

DualTypeId dual_contrib(DualTable *table) { return dual_type(table, DUAL_CONTRIB, NO_TYPE, NO_TYPE, 0); }

bool dual_has_ids(DualStage stage) { return stage >= DUAL_STAGED && stage != DUAL_VECTORISED; }

DualTypeId dual_codomain(DualTable *table, DualStage stage, DualTypeId context) {
  DualTypeId staged = dual_type(table, DUAL_STAGED_T, context, NO_TYPE, 0);
  switch (stage) {
  case DUAL_FORWARD: return dual_type_real(table);
  case DUAL_NAIVE: return context;
  case DUAL_STAGED: return staged;
  case DUAL_CAYLEY: return dual_type_endo(table, staged);
  case DUAL_MAP:
  case DUAL_ARRAYS: return dual_type_endo(table, dual_type(table, DUAL_COLLECT, NO_TYPE, NO_TYPE, 0));
  case DUAL_DEFUNCTIONALISED: return dual_contrib(table);
  case DUAL_RESOURCE: return dual_type_update(table);
  case DUAL_VECTORISED: return dual_type_array(table, dual_type_real(table), dual_reals(table, context));
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: return NO_TYPE;
  }
  return NO_TYPE;
}

static DualTypeId number_type(DualTable *table, DualStage stage, DualTypeId context) {
  DualTypeId real = dual_type_real(table), codomain = dual_codomain(table, stage, context);
  switch (stage) {
  /* D[real] = real * real */
  case DUAL_FORWARD: RULE(DN_TYPE_FORWARD); return dual_type_prod(table, real, real);
  /* D[real] = real * real^n */
  case DUAL_VECTORISED: RULE(DN_TYPE_VECTORISED); return dual_type_prod(table, real, codomain);
  /* D[real] = real * (real -o c) */
  case DUAL_NAIVE: RULE(DN_TYPE_NAIVE); return dual_type_prod(table, real, dual_type_lfun(table, real, codomain));
  /* D[real] = real * (Int * (real -o m)) */
  case DUAL_STAGED:
  case DUAL_CAYLEY:
  case DUAL_MAP:
  case DUAL_ARRAYS:
  case DUAL_RESOURCE:
    RULE(DN_TYPE_STAGED);
    return dual_type_prod(table, real,
                          dual_type_prod(table, dual_type_int(table), dual_type_lfun(table, real, codomain)));
  /* D[real] = real * (Int * Contrib) */
  case DUAL_DEFUNCTIONALISED:
    RULE(DN_TYPE_CONTRIB);
    return dual_type_prod(table, real, dual_type_prod(table, dual_type_int(table), codomain));
  case DUAL_TAPE:
  case DUAL_STAGE_COUNT: return NO_TYPE;
  }
  return NO_TYPE;
}

/* D[T -> S] = D[T] -> D[S], in the monad D[T] -> Int -> D[S] * Int */
static DualTypeId function_type(DualTable *table, DualStage stage, DualTypeId a, DualTypeId b) {
  RULE(DN_TYPE_FUN);
  if (!dual_has_ids(stage)) return dual_type_fun(table, a, b);
  DualTypeId integer = dual_type_int(table);
  return dual_type_fun(table, a, dual_type_fun(table, integer, dual_type_prod(table, b, integer)));
}

static DualTypeId type_of(DualTable *table, DualStage stage, DualTypeId context, TypeId source, uint32_t depth) {
  const TypeNode *node = type_node(&table->store->types, source);
  DualTypeId a;
  if (depth == 0) {
    table->full = true;
    return NO_TYPE;
  }
  switch (node->kind) {
  case TYPE_REAL: return dual_type_array(table, number_type(table, stage, context), node->n);
  case TYPE_UNIT: return dual_type_unit(table);
  case TYPE_INT: return dual_type_int(table);
  case TYPE_PROD:
    a = type_of(table, stage, context, node->a, depth - 1);
    return dual_type_prod(table, a, type_of(table, stage, context, node->b, depth - 1));
  case TYPE_FUN:
    a = type_of(table, stage, context, node->a, depth - 1);
    return function_type(table, stage, a, type_of(table, stage, context, node->b, depth - 1));
  case TYPE_SUM:
    a = type_of(table, stage, context, node->a, depth - 1);
    return dual_type(table, DUAL_SUM, a, type_of(table, stage, context, node->b, depth - 1), 0);
  case TYPE_VEC:
  case TYPE_ARRAY: return dual_type_array(table, type_of(table, stage, context, node->a, depth - 1), node->n);
  /* D[mu a. T] = mu a. D[T] */
  case TYPE_MU:
    RULE(DN_TYPE_MU);
    return dual_type(table, DUAL_MU, type_of(table, stage, context, node->a, depth - 1), NO_TYPE, 0);
  case TYPE_SELF: return dual_type(table, DUAL_SELF, NO_TYPE, NO_TYPE, node->n);
  case TYPE_ANY_LINEAR:
  case TYPE_NONE:
  case TYPE_LFUN: return NO_TYPE;
  }
  return NO_TYPE;
}

DualTypeId dualnum_type(DualTable *table, DualStage stage, DualTypeId context, TypeId source) {
  return type_of(table, stage, context, source, DUAL_DEPTH);
}
