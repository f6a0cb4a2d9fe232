/* Staged c of D2: a cotangent, and calls of backpropagators put off. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

/* SCall (i, f) x = (0, {i -> (f, x)}) */
Status dual_staged_call(DualRun *run, DualTypeId type, int64_t id, const DualLinear *function, Scalar argument,
                        DualValue *out) {
  RULE(DUAL_SCALL);
  DualStagedValue *staged = arena_alloc(run->machine->arena, sizeof *staged);
  if (staged == NULL) return STATUS_LIMIT;
  *out = dual_boxed(DUAL_VALUE_STAGED, staged);
  TRY(dual_tree_add(run, NULL, id, function, argument, &staged->calls));
  return dual_zero(run, type, &staged->cotangent);
}

/* SResolve (c, {}) = c
 * SResolve (c, m) = SResolve ((c, m') + f a), i -> (f, a) the highest of m, m' the others */
Status dual_resolve(DualRun *run, const DualValue *value, DualValue *out) {
  RULE(DUAL_SRESOLVE);
  DualStagedValue staged = *(const DualStagedValue *)value->data;
  while (staged.calls != NULL) {
    const DualTree *highest;
    TRY(dual_tree_pop(run, staged.calls, &highest, &staged.calls));
    DualValue argument = dual_real_value(highest->argument), image, sum, rest;
    TRY(dual_call(run, highest->function, &argument, &image));
    rest = dual_boxed(DUAL_VALUE_STAGED, &staged);
    TRY(dual_plus(run, &rest, &image, &sum));
    staged = *(const DualStagedValue *)sum.data;
  }
  *out = staged.cotangent;
  return STATUS_OK;
}
