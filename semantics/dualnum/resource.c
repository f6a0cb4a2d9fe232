/* Resource-linear functions (appendix A): Staged is two arrays that are changed in
 * place, since the judgement lets nobody use what they were before. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

Status dual_resource_function(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                              DualValue *out) {
  DualUpdate *update = arena_alloc(run->machine->arena, sizeof *update);
  if (z == NULL) return STATUS_STUCK;
  if (update == NULL) return STATUS_LIMIT;
  *update = (DualUpdate){env, *z, t->kid[0]};
  return dual_endo_make(run, &(DualEndo){.kind = ENDO_UPDATE, .update = update}, out);
}

/* E; z=w |- f => f', and s := f' s */
static Status apply(DualRun *run, DualTermId f, const DualEnvironment *env, const DualValue *z, DualCollector *s) {
  DualValue function;
  TRY(dual_value(run, f, env, z, &function));
  return function.kind == DUAL_VALUE_ENDO ? dual_collect(run, function.data, s) : STATUS_STUCK;
}

static Status iterate(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z,
                      DualCollector *s) {
  int64_t n = t->payload;
  TRY(t->kid[2].id == 0 ? STATUS_OK : dual_integer(run, t->kid[2], env, &n));
  for (int64_t k = 0; k < n; k++) {
    DualEnvironment *inner = dual_extend(run, env);
    if (inner == NULL) return STATUS_LIMIT;
    inner->value = dual_int_value(k);
    TRY(apply(run, t->kid[0], inner, z, s));
  }
  return STATUS_OK;
}

/* s is what r gives: in place. */
static Status body(DualRun *run, DualTermId r, const DualEnvironment *env, const DualValue *z, DualCollector *s) {
  const DualTerm *t = dual_get(&run->program->table, r);
  TRY(dual_step(run));
  if (t->kind == DUAL_TERM_RES) return STATUS_OK;
  if (t->kind != DUAL_TERM_RAPP && t->kind != DUAL_TERM_RITERATE) return STATUS_STUCK;
  if (run->machine->depth == 0) return STATUS_LIMIT;
  run->machine->depth--;
  Status status = body(run, t->kid[1], env, z, s);
  run->machine->depth++;
  if (status != STATUS_OK) return status;
  RULE(DUALE_RAPP);
  return t->kind == DUAL_TERM_RAPP ? apply(run, t->kid[0], env, z, s) : iterate(run, t, env, z, s);
}

Status dual_update(DualRun *run, const DualUpdate *f, DualCollector *s) { return body(run, f->body, f->env, &f->z, s); }

Status dual_alloc(DualRun *run, const DualTerm *t, const DualEnvironment *env, const DualValue *z, DualValue *out) {
  RULE(DUAL_SALLOC);
  int64_t ids = 0, last = 0;
  DualValue f;
  DualCollector staged;
  TRY(dual_integer(run, t->kid[0], env, &ids));
  TRY(dual_value(run, t->kid[1], env, z, &f));
  const DualEndo *endo = f.data;
  if (f.kind != DUAL_VALUE_ENDO || endo->kind != ENDO_UPDATE) return STATUS_STUCK;
  const DualTerm *freeze = dual_get(&run->program->table, endo->update->body);
  if (freeze->kind != DUAL_TERM_SFREEZE) return STATUS_STUCK;
  TRY(dual_integer(run, freeze->kid[0], endo->update->env, &last));
  TRY(dual_new_arrays(run, t->payload, ids, &staged));
  TRY(body(run, freeze->kid[1], endo->update->env, &endo->update->z, &staged));
  return dual_freeze(run, &staged, last, out);
}
