/* The collectors that endofunctions of D3 act on: Staged c; two maps (section 6);
 * two arrays (section 7).  The highest call is always made first: ids rise with
 * creation, so that no call is made before all its arguments have come. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"
#include "semantics/tables/printed.h"

/* SOneHot i z: z added to the cotangent of input i */
static Status add_cotangent(DualRun *run, DualCollector *collector, int64_t id, Scalar z) {
  RULE(DUAL_SONEHOT);
  Ring *ring = run->machine->ring;
  switch (collector->kind) {
  case COLLECTOR_MAP: return dual_tree_add(run, collector->cotangents, id, NULL, z, &collector->cotangents);
  case COLLECTOR_ARRAY:
    if (id < 0 || id >= collector->inputs) return STATUS_STUCK;
    collector->gradient[id] = ring_add(ring, collector->gradient[id], z);
    return ring_take_status(ring);
  case COLLECTOR_STAGED: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* SCall (i, f) x (c, m) = (c, insert or add x at i) */
static Status add_call(DualRun *run, DualCollector *collector, int64_t id, const DualLinear *function, Scalar x) {
  RULE(DUAL_SCALL_ENDO);
  Ring *ring = run->machine->ring;
  if (collector->kind != COLLECTOR_ARRAY) {
    return dual_tree_add(run, collector->calls, id, function, x, &collector->calls);
  }
  if (id < 0 || id >= collector->ids) return STATUS_STUCK;
  collector->functions[id] = function;
  collector->arguments[id] = ring_add(ring, collector->arguments[id], x);
  return ring_take_status(ring);
}

static Status collect_one(DualRun *run, const DualEndo *endo, DualCollector *collector) {
  switch (endo->kind) {
  case ENDO_CALL: return add_call(run, collector, endo->id, endo->function, endo->value.scalar);
  case ENDO_ONEHOT: return add_cotangent(run, collector, endo->id, endo->value.scalar);
  /* SCotan f (c, m) = (f c, m) */
  case ENDO_COTANGENT:
    RULE(DUAL_SCOTAN);
    if (collector->kind != COLLECTOR_STAGED) return STATUS_STUCK;
    return dual_endo_apply(run, endo->first, &collector->cotangent, &collector->cotangent);
  case ENDO_UPDATE: return dual_update(run, endo->update, collector);
  case ENDO_COMPOSE:
  case ENDO_ADD:
  case ENDO_IN_FST:
  case ENDO_IN_SND:
  case ENDO_IN_ENTRY: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status dual_collect(DualRun *run, const DualEndo *endo, DualCollector *collector) {
  Status status = STATUS_OK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  for (; endo != NULL && status == STATUS_OK; endo = endo->kind == ENDO_COMPOSE ? endo->first : NULL) {
    status = dual_step(run);
    if (status != STATUS_OK) break;
    if (endo->kind == ENDO_COMPOSE)
      status = dual_collect(run, endo->second, collector);
    else
      status = collect_one(run, endo, collector);
  }
  run->machine->depth++;
  return status;
}

static Status make_call(DualRun *run, const DualLinear *function, Scalar x, DualCollector *collector) {
  DualValue argument = dual_real_value(x), image;
  TRY(dual_call(run, function, &argument, &image));
  return image.kind == DUAL_VALUE_ENDO ? dual_collect(run, image.data, collector) : STATUS_STUCK;
}

/* SResolve u = resolve (u (0, {})): the highest call of the map, until there is none. */
static Status resolve_map(DualRun *run, const DualEndo *endo, DualCollector *collector) {
  RULE(DUAL_SRESOLVE_MAP);
  Status status = dual_collect(run, endo, collector);
  while (status == STATUS_OK && collector->calls != NULL) {
    const DualTree *highest;
    status = dual_tree_pop(run, collector->calls, &highest, &collector->calls);
    if (status == STATUS_OK) status = make_call(run, highest->function, highest->argument, collector);
  }
  return status;
}

Status dual_resolve_endo(DualRun *run, const DualEndo *endo, DualTypeId cotangent, DualValue *out) {
  DualCollector collector = {.kind = COLLECTOR_STAGED};
  Status status = dual_zero(run, cotangent, &collector.cotangent);
  if (status == STATUS_OK) status = resolve_map(run, endo, &collector);
  *out = collector.cotangent;
  return status;
}

/* The scalars of a gradient as real^n. */
static Status gradient_value(DualRun *run, uint32_t n, const Scalar *gradient, DualValue *out) {
  DualValue *entries = arena_array(run->machine->arena, n, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) entries[k] = dual_real_value(gradient[k]);
  *out = dual_array_value(n, entries);
  return STATUS_OK;
}

static Scalar *zeros(DualRun *run, size_t n) {
  Scalar *scalars = arena_array(run->machine->arena, n, sizeof *scalars);
  Scalar zero = ring_integer(run->machine->ring, 0);
  for (size_t k = 0; scalars != NULL && k < n; k++) scalars[k] = zero;
  return scalars;
}

Status dual_gather_map(DualRun *run, const DualEndo *endo, uint32_t inputs, DualValue *out) {
  DualCollector collector = {.kind = COLLECTOR_MAP};
  Status status = resolve_map(run, endo, &collector);
  Scalar *gradient = zeros(run, inputs);
  if (status != STATUS_OK || gradient == NULL) return status != STATUS_OK ? status : STATUS_LIMIT;
  while (collector.cotangents != NULL) {
    const DualTree *highest;
    TRY(dual_tree_pop(run, collector.cotangents, &highest, &collector.cotangents));
    if (highest->key < 0 || highest->key >= inputs) return STATUS_STUCK;
    gradient[highest->key] = highest->argument;
  }
  return gradient_value(run, inputs, gradient, out);
}

/* for k = last-1 .. 0 inclusive (as printed, .. 1): the call at k, if there is one */
static Status resolve_array(DualRun *run, DualCollector *collector, uint32_t last) {
  RULE(DUAL_SRESOLVE_ARRAY);
  Status status = STATUS_OK;
  for (uint32_t k = last; k-- > 0 && status == STATUS_OK;) {
    if (k == 0 && as_printed(RULE_DUAL_SRESOLVE_ARRAY)) break;
    status = dual_step(run);
    if (status == STATUS_OK && collector->functions[k] != NULL) {
      status = make_call(run, collector->functions[k], collector->arguments[k], collector);
    }
  }
  return status;
}

Status dual_new_arrays(DualRun *run, uint32_t inputs, int64_t ids, DualCollector *collector) {
  if (ids < inputs || ids >= UINT32_MAX) return STATUS_STUCK;
  *collector = (DualCollector){.kind = COLLECTOR_ARRAY, .inputs = inputs, .ids = (uint32_t)ids};
  collector->gradient = zeros(run, inputs);
  collector->arguments = zeros(run, (size_t)ids);
  collector->functions = arena_array(run->machine->arena, (size_t)ids, sizeof(DualLinear *));
  if (collector->gradient == NULL || collector->arguments == NULL || collector->functions == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < collector->ids; k++) collector->functions[k] = NULL;
  return STATUS_OK;
}

Status dual_freeze(DualRun *run, DualCollector *collector, int64_t last, DualValue *out) {
  if (last < 0 || last > collector->ids) return STATUS_STUCK;
  TRY(resolve_array(run, collector, (uint32_t)last));
  return gradient_value(run, collector->inputs, collector->gradient, out);
}

Status dual_gather_array(DualRun *run, const DualEndo *endo, uint32_t inputs, int64_t ids, DualValue *out) {
  DualCollector collector;
  TRY(dual_new_arrays(run, inputs, ids, &collector));
  TRY(dual_collect(run, endo, &collector));
  return dual_freeze(run, &collector, ids, out);
}
