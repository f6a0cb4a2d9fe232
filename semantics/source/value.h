/* The source interpreter's values and environments. */
#ifndef ADJUDGE_SOURCE_VALUE_H
#define ADJUDGE_SOURCE_VALUE_H

#include "semantics/evaluator.h"

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
  uint32_t n;                /* VECTOR, ARRAY, VEC: the length; CLOSURE: the body's TermId */
  Scalar scalar;             /* INT, REAL */
  const struct Value *parts; /* PAIR: 2; ARRAY, VEC: n; INL, INR: 1; VECTOR: see vector(); CLOSURE: see closed() */
} Value;

/* E, x=w: the innermost identifier first. */
typedef struct Environment {
  Value value;
  const struct Environment *outer;
} Environment;

typedef struct Result {
  Status status;
  Value value; /* if OK */
} Result;

/* What a rule comes down to: a result, or the value of its last premise, to be had in
 * the same C frame. */
typedef struct Step {
  Result result;
  TermId last; /* id 0: there is a result */
  const Environment *env;
} Step;

#endif
