/* Backpropagators defunctionalised (section 8.1, 8.2): lists of what to add
 * where, and one array that is swept once. */
#include "semantics/dualnum/value.h"
#include "semantics/tables/printed.h"

/* [(i, c, d)], (i, c) the second half of a dual number */
Status dual_contrib_entry(DualRun *run, const DualValue *pair, Scalar partial, DualValue *out) {
  RULE(DUAL_ENTRY);
  if (pair->kind != DUAL_VALUE_PAIR || dual_parts(pair)[1].kind != DUAL_VALUE_CONTRIB) return STATUS_STUCK;
  DualContrib *entry = arena_alloc(run->machine->arena, sizeof *entry);
  if (entry == NULL) return STATUS_LIMIT;
  *entry = (DualContrib){
      .id = scalar_to_int(dual_parts(pair)[0].scalar), .entry = dual_parts(pair)[1].data, .partial = partial};
  *out = dual_boxed(DUAL_VALUE_CONTRIB, entry);
  return STATUS_OK;
}

/* The one array: at each id its contributions, and the cotangent that has come. */
typedef struct Sweep {
  const DualContrib **entries;
  Scalar *cotangents;
  uint32_t ids;
} Sweep;

static Status contribute(DualRun *run, Sweep *sweep, const DualContrib *list, const Scalar *a);

/* (i, c, d): c is the entry of i, and d a is added there; a is 1 when NULL, for what
 * Deinterleave made: as printed, c is called with d then. */
static Status add_entry(DualRun *run, Sweep *sweep, const DualContrib *entry, const Scalar *a) {
  Ring *ring = run->machine->ring;
  if (entry->id < 0 || entry->id >= sweep->ids) return STATUS_STUCK;
  if (a == NULL && as_printed(RULE_DN_DEINTERLEAVE)) return contribute(run, sweep, entry->entry, &entry->partial);
  Scalar *into = &sweep->cotangents[entry->id];
  *into = ring_add(ring, *into, a == NULL ? entry->partial : ring_mul(ring, entry->partial, *a));
  sweep->entries[entry->id] = entry->entry;
  return ring_take_status(ring);
}

/* Each entry of the list; the first part of an append in the same C frame. */
static Status contribute(DualRun *run, Sweep *sweep, const DualContrib *list, const Scalar *a) {
  Status status = STATUS_OK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  for (; list != NULL && status == STATUS_OK; list = list->first) {
    status = dual_step(run);
    if (status != STATUS_OK) break;
    status = list->first == NULL ? add_entry(run, sweep, list, a) : contribute(run, sweep, list->second, a);
  }
  run->machine->depth++;
  return status;
}

/* for k = ids-1 .. 0 inclusive: for (i, c, d) in the entry of k: add d a_k at i */
static Status resolve(DualRun *run, Sweep *sweep, const DualContrib *contributions) {
  RULE(DUAL_SRESOLVE_ONE);
  Status status = contribute(run, sweep, contributions, NULL);
  for (uint32_t k = sweep->ids; k-- > 0 && status == STATUS_OK;) {
    const DualContrib *entry = sweep->entries[k];
    Scalar a = sweep->cotangents[k];
    status = dual_step(run);
    if (status != STATUS_OK || entry == NULL) continue;
    run->meter->calls++;
    status = contribute(run, sweep, entry, &a);
  }
  return status;
}

Status dual_sweep(DualRun *run, const DualContrib *contributions, uint32_t inputs, int64_t ids, DualValue *out) {
  if (ids < inputs || ids >= UINT32_MAX) return STATUS_STUCK;
  Sweep sweep = {.ids = (uint32_t)ids};
  sweep.entries = arena_array(run->machine->arena, sweep.ids, sizeof *sweep.entries);
  sweep.cotangents = arena_array(run->machine->arena, sweep.ids, sizeof *sweep.cotangents);
  if (sweep.entries == NULL || sweep.cotangents == NULL) return STATUS_LIMIT;
  Scalar zero = ring_integer(run->machine->ring, 0);
  for (uint32_t k = 0; k < sweep.ids; k++) {
    sweep.entries[k] = NULL;
    sweep.cotangents[k] = zero;
  }
  Status status = resolve(run, &sweep, contributions);
  DualValue *entries = arena_array(run->machine->arena, inputs, sizeof *entries);
  if (status != STATUS_OK || entries == NULL) return status != STATUS_OK ? status : STATUS_LIMIT;
  for (uint32_t k = 0; k < inputs; k++) entries[k] = dual_real_value(sweep.cotangents[k]);
  *out = dual_array_value(inputs, entries);
  return STATUS_OK;
}
