/* Staged c of D2: a cotangent, and calls of backpropagators put off. */
#include "semantics/dual/value.h"

/* SCall (i, f) x = (0, {i -> (f, x)}) */
Status dual_staged_call(DualRun *run, DualTypeId type, int64_t id, const DualLinear *function, Scalar argument,
                        DualValue *out) {
  RULE(DUAL_SCALL);
  DualStagedValue *staged = arena_alloc(run->machine->arena, sizeof *staged);
  if (staged == NULL) return STATUS_LIMIT;
  *out = dual_boxed(DUAL_VALUE_STAGED, staged);
  Status status = dual_tree_add(run, NULL, id, function, argument, &staged->calls);
  return status == STATUS_OK ? dual_zero(run, type, &staged->cotangent) : status;
}

/* SResolve (c, {}) = c
 * SResolve (c, m) = SResolve ((c, m') + f a), i -> (f, a) the highest of m, m' the others */
Status dual_resolve(DualRun *run, const DualValue *value, DualValue *out) {
  RULE(DUAL_SRESOLVE);
  DualStagedValue staged = *(const DualStagedValue *)value->data;
  while (staged.calls != NULL) {
    const DualTree *highest;
    Status status = dual_tree_pop(run, staged.calls, &highest, &staged.calls);
    if (status != STATUS_OK) return status;
    DualValue argument = dual_real_value(highest->argument), image, sum, rest;
    status = dual_call(run, highest->function, &argument, &image);
    if (status != STATUS_OK) return status;
    rest = dual_boxed(DUAL_VALUE_STAGED, &staged);
    status = dual_plus(run, &rest, &image, &sum);
    if (status != STATUS_OK) return status;
    staged = *(const DualStagedValue *)sum.data;
  }
  *out = staged.cotangent;
  return STATUS_OK;
}
