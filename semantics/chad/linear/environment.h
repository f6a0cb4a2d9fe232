/* Environments as random-access lists (E. W. Myers, An applicative random-access stack, 1983): of n identifiers each
 * is found in O(log n) steps, where a program of many lets asks for the outermost all the time. */
#ifndef ADJUDGE_LINEAR_ENVIRONMENT_H
#define ADJUDGE_LINEAR_ENVIRONMENT_H

#include "semantics/chad/linear/values.h"

static inline uint32_t environment_length(const Environment *env) { return env == NULL ? 0 : env->length; }

/* [w/x] on top of others, w to be filled in; NULL at the arena's limit. */
static inline Environment *substitute(Run *run, Environment *outer) {
  Environment *env = arena_alloc(run->machine->arena, sizeof *env);
  if (env == NULL) return NULL;
  env->outer = outer;
  env->jump = outer;
  env->length = environment_length(outer) + 1;
  env->type = (TypeId){0};
  env->term = TERM_NONE_ID;
  /* two jumps of one length become one */
  const Environment *next = outer == NULL ? NULL : outer->jump;
  if (next != NULL && outer->length - next->length == next->length - environment_length(next->jump))
    env->jump = next->jump;
  return env;
}

/* The same, of a given value. */
MUST_CHECK static inline Status substitute_value(Run *run, Environment *outer, const Value *value, Environment **env) {
  *env = substitute(run, outer);
  if (*env == NULL) return STATUS_LIMIT;
  (*env)->value = *value;
  return STATUS_OK;
}

/* [w/x] of the identifier with `index` others inside it; NULL if there are not as many. */
static inline const Environment *environment_at(const Environment *env, uint32_t index) {
  if (index >= environment_length(env)) return NULL;
  const uint32_t length = env->length - index;
  while (env->length > length) env = environment_length(env->jump) >= length ? env->jump : env->outer;
  return env;
}

#endif
