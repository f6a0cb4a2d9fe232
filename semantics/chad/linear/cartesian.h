/* Inside the Cartesian judgement of the operational meaning: what its rules share. */
#ifndef ADJUDGE_LINEAR_CARTESIAN_H
#define ADJUDGE_LINEAR_CARTESIAN_H

#include "semantics/chad/linear/environment.h"

/* A premise of map, zipWith and build, whose frames are large: it counts as two
 * nested calls. */
static inline Status run_entry(Run *run, TermId t, Environment *env, Value *out) {
  Machine *machine = run->machine;
  if (machine->depth == 0) return STATUS_LIMIT;
  machine->depth--;
  Status status = operational_cartesian(run, t, env, out);
  machine->depth++;
  return status;
}

static inline bool is_array(const Value *value) {
  return value->kind == VALUE_REALS || value->kind == VALUE_ARRAY || value->kind == VALUE_VEC;
}

static inline Value entry(const Value *array, uint32_t k) {
  if (array->kind != VALUE_REALS) return value_parts(array)[k];
  return (Value){VALUE_REALS, 1, {0}, value_scalars(array) + k};
}

/* cartesian.c: the array of n >= 1 values: a Vec where it is dynamic, one real^n
 * when they are reals. */
MUST_CHECK Status cartesian_array_of(Run *run, bool dynamic, Value *values, uint32_t n, Value *out);
/* The array without entries, which would be of the type given. */
MUST_CHECK Status cartesian_none(Run *run, bool dynamic, TypeId element, Value *out);
/* The same, where entries would be values of the body under identifiers of the types given. */
MUST_CHECK Status cartesian_no_body(Run *run, bool dynamic, Environment *env, const TypeId *bound, uint32_t count,
                                    TermId body, Value *out);

/* control.c: sums, data and iteration. */
/* inl () or inr () of 1 + 1. */
MUST_CHECK Status cartesian_truth(Run *run, bool holds, TypeId truth, Value *out);
MUST_CHECK Status cartesian_injection(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_roll(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_unroll(Run *run, const Term *t, Environment *env, Value *out);
/* The value of the scrutinee in *sum, and the branch with what it binds. */
MUST_CHECK Status cartesian_branch(Run *run, const Term *t, Environment *env, Environment **inner, TermId *branch,
                                   Value *sum);
MUST_CHECK Status cartesian_iterate(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_while(Run *run, const Term *t, Environment *env, Value *out);

/* combinators.c: array combinators. */
MUST_CHECK Status cartesian_fold(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_scan(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_total(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_gather(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_scatter(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_vscatter(Run *run, const Term *t, Environment *env, Value *out);

/* vectors.c: dynamic arrays. */
MUST_CHECK Status cartesian_vbuild(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_length(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_filter(Run *run, const Term *t, Environment *env, Value *out);
MUST_CHECK Status cartesian_append(Run *run, const Term *t, Environment *env, Value *out);

#endif
