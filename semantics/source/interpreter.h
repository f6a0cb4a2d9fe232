/* What the files of the source interpreter share. */
#ifndef ADJUDGE_SOURCE_INTERPRETER_H
#define ADJUDGE_SOURCE_INTERPRETER_H

#include "semantics/source/value.h"
#include "semantics/tables/rules.h"

static inline const Value *parts(const Value *value) { return value->parts; }
/* The Scalars of a VECTOR, and the Environment of a CLOSURE. */
static inline const Scalar *vector(const Value *value) { return (const void *)value->parts; }
static inline const Environment *closed(const Value *value) { return (const void *)value->parts; }

/* --------------------------------------------------------------- rules -- */

/* What a machine counts, what the arena keeps for itself and which rules were cited, as
 * the contracts see them. */
/*@ ghost uint64_t machine_fuel; */
/*@ ghost int machine_depth; */
/*@ ghost int values_state; */

/* core.c: E |- t => w.  Proved (T-EVAL, proofs/laws/eval.c): of a first-order term the
 * value is what the term denotes. */
/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires term: is_term(machine->store, t.id);
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.status == STATUS_OK ==> kept(\result.value);
    ensures denotes: \result.status == STATUS_OK && first_order(machine->store, t.id) ==>
      denotes(machine->store, env, t.id, \result.value); */
Result source_result(Machine *machine, TermId t, const Environment *env);

/* eval.c: the rules of the other constructors. */
/*@ requires store: \valid_read(machine) && store_formed(machine->store);
    requires node: \valid_read(t);
    requires env: arena_formed && kept_env(env);
    assigns ring_state, values_state, machine_fuel, machine_depth, rule_state;
    ensures fuel: machine_fuel <= \old(machine_fuel);
    ensures kept: \result.last.id == 0 && \result.result.status == STATUS_OK ==> kept(\result.result.value);
    ensures last: \result.last.id != 0 ==> is_term(machine->store, \result.last.id) && kept_env(\result.env); */
Step source_step(Machine *machine, const Term *t, const Environment *env);

static inline MUST_CHECK Status source_evaluate(Machine *machine, TermId t, const Environment *env, Value *out) {
  Result result = source_result(machine, t, env);
  *out = result.value;
  return result.status;
}

/* E, x=w with the value still to be filled in; NULL at the arena's limit. */
static inline Environment *bind(Machine *machine, const Environment *outer) {
  Environment *env = arena_alloc(machine->arena, sizeof *env);
  if (env != NULL) env->outer = outer;
  return env;
}

/* -------------------------------------------------------------- arrays -- */

static inline bool is_array(const Value *value) {
  return value->kind == VALUE_REAL || value->kind == VALUE_VECTOR || value->kind == VALUE_ARRAY ||
         value->kind == VALUE_VEC;
}

static inline Value real_value(Scalar scalar) { return (Value){VALUE_REAL, 1, scalar, NULL}; }
static inline Value int_value(uint32_t k) { return (Value){VALUE_INT, 0, scalar_from_int(k), NULL}; }

/* Entry k < n of an array. */
static inline Value entry(const Value *array, uint32_t k) {
  if (array->kind == VALUE_ARRAY || array->kind == VALUE_VEC) return parts(array)[k];
  return real_value(array->kind == VALUE_REAL ? array->scalar : vector(array)[k]);
}

/* The entries of a new array, put in order; the first says whether the array is
 * a real^n or one of other values. */
typedef struct Entries {
  uint32_t n;
  Scalar *scalars;
  Value *values;
  bool dynamic; /* of a Vec */
} Entries;

MUST_CHECK Status put_entry(Machine *machine, Entries *entries, uint32_t k, const Value *value);
Value array_of(const Entries *entries);

/* eval_arrays.c, eval_extensions.c and eval_vec.c: the rules by their constructors. */
MUST_CHECK Status evaluate_map(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_zipwith(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_build(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_index(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_fold(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_scan(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_total(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_gather(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_scatter(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_vbuild(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_length(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_filter(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_append(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_vscatter(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_iterate(Machine *machine, const Term *t, const Environment *env, Value *out);
MUST_CHECK Status evaluate_while(Machine *machine, const Term *t, const Environment *env, Value *out);

#endif
