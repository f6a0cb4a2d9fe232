/* Endofunctions of cotangents as data (the Cayley transform): 0 is the identity,
 * + is composition, and nothing is added until one is applied. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

Status dual_endo_make(DualRun *run, const DualEndo *endo, DualValue *out) {
  DualEndo *made = arena_alloc(run->machine->arena, sizeof *made);
  if (made == NULL) return STATUS_LIMIT;
  *made = *endo;
  *out = dual_boxed(DUAL_VALUE_ENDO, made);
  return STATUS_OK;
}

/* (v, w) with f applied to one. */
static Status apply_in_pair(DualRun *run, const DualEndo *endo, const DualValue *value, DualValue *out) {
  if (value->kind != DUAL_VALUE_PAIR) return STATUS_STUCK;
  DualValue parts[2] = {dual_parts(value)[0], dual_parts(value)[1]};
  DualValue *at = &parts[endo->kind == ENDO_IN_SND];
  TRY(dual_endo_apply(run, endo->first, at, at));
  return dual_pair(run, &parts[0], &parts[1], out);
}

/* An array with f applied to the entry; an array as it is kept is copied. */
static Status apply_in_entry(DualRun *run, const DualEndo *endo, const DualValue *value, DualValue *out) {
  uint32_t n;
  if (!dual_is_array(value, &n)) return STATUS_STUCK;
  if (endo->id < 0 || endo->id >= n) {
    *out = *value;
    return STATUS_OK;
  }
  DualValue *entries = arena_array(run->machine->arena, n, sizeof *entries);
  if (entries == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++) entries[k] = *dual_entry(value, k);
  *out = dual_array_value(n, entries);
  if (value->kind != DUAL_VALUE_ARRAY) return dual_endo_apply(run, endo->first, value, out);
  return dual_endo_apply(run, endo->first, &entries[endo->id], &entries[endo->id]);
}

static Status apply_one(DualRun *run, const DualEndo *endo, const DualValue *value, DualValue *out) {
  switch (endo->kind) {
  case ENDO_ADD: return dual_plus(run, &endo->value, value, out);
  case ENDO_IN_FST:
  case ENDO_IN_SND: return apply_in_pair(run, endo, value, out);
  case ENDO_IN_ENTRY: return apply_in_entry(run, endo, value, out);
  case ENDO_COMPOSE:
  case ENDO_COTANGENT:
  case ENDO_CALL:
  case ENDO_ONEHOT:
  case ENDO_UPDATE: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

/* (f . g) v = f (g v): f in the same C frame */
Status dual_endo_apply(DualRun *run, const DualEndo *endo, const DualValue *value, DualValue *out) {
  RULE(DUAL_CAYLEY_APPLY);
  Status status = STATUS_OK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  DualValue at = *value;
  for (; endo != NULL && status == STATUS_OK; endo = endo->kind == ENDO_COMPOSE ? endo->first : NULL) {
    status = dual_step(run);
    if (status != STATUS_OK) break;
    if (endo->kind == ENDO_COMPOSE)
      status = dual_endo_apply(run, endo->second, &at, &at);
    else
      status = apply_one(run, endo, &at, &at);
  }
  run->machine->depth++;
  *out = at;
  return status;
}
