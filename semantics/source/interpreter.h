/* The source interpreter's values and what its files share. */
#ifndef ADJUDGE_SOURCE_INTERPRETER_H
#define ADJUDGE_SOURCE_INTERPRETER_H

#include "semantics/core/evaluator.h"
#include "semantics/core/rules.h"

/* Values.  A real^1 is a REAL with its scalar inline, any other real^n a VECTOR;
 * an array of length 0 is a VECTOR of length 0 whatever its elements.  A Vec of any
 * length and element type is a VEC. */
typedef enum ValueKind {
  VALUE_UNIT,
  VALUE_INT,
  VALUE_REAL,
  VALUE_VECTOR,
  VALUE_PAIR,
  VALUE_ARRAY,
  VALUE_VEC,
  VALUE_INL,
  VALUE_INR,
  VALUE_CLOSURE
} ValueKind;

typedef struct Value {
  ValueKind kind;
  uint32_t n;       /* VECTOR, ARRAY, VEC: the length; CLOSURE: the body's TermId */
  Scalar scalar;    /* INT, REAL */
  const void *data; /* VECTOR: n Scalars; PAIR: 2 Values; ARRAY, VEC: n Values; INL, INR: 1 Value; CLOSURE: its
                       Environment */
} Value;

/* E, x=w: the innermost identifier first. */
typedef struct Environment {
  Value value;
  const struct Environment *outer;
} Environment;

static inline const Value *parts(const Value *value) { return value->data; }

/* eval.c: E |- t => w */
MUST_CHECK Status source_evaluate(Machine *machine, TermId t, const Environment *env, Value *out);

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
  return real_value(array->kind == VALUE_REAL ? array->scalar : ((const Scalar *)array->data)[k]);
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
