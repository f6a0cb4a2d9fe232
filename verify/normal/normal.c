#include "verify/normal/domain.h"

/* The identifiers of the context stand for themselves: names 0..length-1. */
static const Env *context_env(Normal *normal, const Program *program) {
  const Env *env = NULL;
  for (uint32_t i = 0; i < program->length && normal->status == STATUS_OK; i++) {
    uint32_t name;
    env = normal_env_bind(normal, env, normal_value_fresh(normal, program->context[i], &name));
  }
  return env;
}

Status normal_form(Store *store, Arena *arena, uint64_t steps, const Program *program, TermId *result) {
  ArenaMark mark = arena_mark(arena);
  Normal normal = {store, arena, steps, NORMAL_DEPTH, 0, STATUS_OK};
  const Env *env = context_env(&normal, program);
  const Value *value = normal_value_of(&normal, env, program->term);
  const Node *node = normal_value_reify(&normal, program->type, value);
  *result = normal.status == STATUS_OK ? normal_node_term(&normal, node, program->length) : TERM_NONE_ID;
  arena_release(arena, mark);
  Status status = store_take_status(store);
  if (normal.status != STATUS_OK) return normal.status;
  return status != STATUS_OK ? status : result->id == 0 ? STATUS_LIMIT : STATUS_OK;
}
