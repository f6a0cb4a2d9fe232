/* The canonical values of the operational meaning (rules/chad.md and CHAD Fig. 7,
 * with the Decision on canonical values), shared by the files of this folder.
 *
 * A linear judgement is run at a first-order domain P_ with N = dim P_ columns;
 * its values have matrices n x N at their leaves.  Closures stand for
 * substitution: [w/x] is an environment, [w/v] the value of v beside it. */
#ifndef ADJUDGE_LINEAR_VALUES_H
#define ADJUDGE_LINEAR_VALUES_H

#include "semantics/evaluator.h"

typedef enum ValueKind {
  /* Cartesian */
  VALUE_UNIT,
  VALUE_INT,   /* scalar */
  VALUE_REALS, /* real^n: n Scalars */
  VALUE_PAIR,  /* 2 Values */
  VALUE_ARRAY, /* T^n, T not real: n Values */
  VALUE_VEC,   /* Vec T: n Values, reals too */
  VALUE_INL,   /* inl w, inr w: 1 Value; scalar is the id of the sum type */
  VALUE_INR,
  VALUE_ROLL,            /* roll w: 1 Value; scalar is the id of the mu */
  VALUE_FUNCTION,        /* \x. t, or letrec f = \x. t: n is the term, data its Environment, with f */
  VALUE_LINEAR_FUNCTION, /* \v. t: n is the term, data its Environment */
  /* linear */
  VALUE_MATRIX,       /* real_^n: n rows of N Scalars; scalar.word is N */
  VALUE_LINEAR_UNIT,  /* 1_ */
  VALUE_LINEAR_PAIR,  /* 2 Values */
  VALUE_LINEAR_ARRAY, /* T_^n, T_ not real_: n Values */
  VALUE_POWER,        /* \x. t: n is the term, data its Closure */
  VALUE_POWER_ZERO,   /* \x. 0_: n is the id of its type */
  VALUE_POWER_SUM,    /* \x. s1 + s2: 2 Values of power type */
  VALUE_COPOWER       /* [!v1 >< w1, ...]: n of them, data the first Cell */
} ValueKind;

typedef struct Value {
  ValueKind kind;
  uint32_t n;
  Scalar scalar; /* INT; MATRIX; INL, INR, ROLL; arrays, Vec and copowers with n = 0: the id of their type */
  void *data;
} Value;

/* [w/x, ...], the innermost identifier first.  The type of the value, and the
 * term that it reads back to, are found when they are asked for, and kept. */
typedef struct Environment {
  Value value;
  struct Environment *outer, *jump; /* environment.h */
  uint32_t length;
  TypeId type;
  TermId term;
} Environment;

/* [w/v] */
typedef struct Linear {
  Value value;
  TypeId type;
  TermId term;
} Linear;

typedef struct Closure {
  Environment *env;
  Linear *v;
} Closure;

typedef struct Cell {
  Value key, weight;
  struct Cell *next;
} Cell;

/* One run: the machine, and N. */
typedef struct Run {
  Machine *machine;
  uint32_t columns;
} Run;

static inline const Value *value_parts(const Value *value) { return value->data; }
static inline Scalar *value_scalars(const Value *value) { return value->data; }
static inline Cell *value_cells(const Value *value) { return value->data; }

/* ------------------------------------------------------------ matrix.c -- */

MUST_CHECK Status matrix_zero(Run *run, uint32_t n, Value *out);
/* Rows offset .. offset + n - 1 of id_N. */
MUST_CHECK Status matrix_identity(Run *run, uint32_t n, uint32_t offset, Value *out);
/* Row k as a matrix of one row. */
Value matrix_row(const Run *run, const Value *matrix, uint32_t k);
MUST_CHECK Status matrix_add(Run *run, const Value *a, const Value *b, Value *out);
/* The sum of the rows. */
MUST_CHECK Status matrix_sum(Run *run, const Value *matrix, Value *out);
/* The rows of n matrices of one row each; STUCK if one is not. */
MUST_CHECK Status matrix_stack(Run *run, const Value *rows, uint32_t n, Value *out);
/* [[lop]](x) after the matrix, for an elementary lop; x is NULL or its operand. */
MUST_CHECK Status matrix_apply(Run *run, LopId lop, const Value *x, const Value *matrix, Value *out);

/* ------------------------------------------------------------ monoid.c -- */

/* 0_ by type. */
MUST_CHECK Status canonical_zero(Run *run, TypeId type, Value *out);
/* + by type; STUCK when the two values are not of one type. */
MUST_CHECK Status canonical_plus(Run *run, const Value *a, const Value *b, Value *out);
/* The row blocks of id_N arranged by the first-order type P_, N = dim P_. */
MUST_CHECK Status canonical_identity(Run *run, TypeId type, Value *out);

/* -------------------------------------------------------------- eval.c -- */

MUST_CHECK Status operational_cartesian(Run *run, TermId t, Environment *env, Value *out);
MUST_CHECK Status operational_linear(Run *run, TermId t, Environment *env, Linear *v, Value *out);
/* The closed Cartesian program's value at a flat first-order input. */
MUST_CHECK Status operational_run(Run *run, const Program *program, const Scalar *input, Environment **env, Value *out);
/* r at v = identity, for the value \v.r of type P_ -o S_; run->columns is set. */
MUST_CHECK Status operational_apply_identity(Run *run, const Value *function, TypeId domain, Value *out);

/* -------------------------------------------------------------- flat.c -- */

MUST_CHECK Status canonical_read(Machine *machine, TypeId type, const Scalar **input, Value *out);
MUST_CHECK Status canonical_write(Machine *machine, TypeId type, const Value *value, Scalar **output);

/* ------------------------------------------------------------- check.c -- */

/* The type of a canonical value; ILL_TYPED if it is none. */
MUST_CHECK Status canonical_type(Run *run, const Value *value, TypeId *type);
/* The type of a term under an environment and `bound` more identifiers of the
 * types given; v is NULL in the Cartesian judgement. */
MUST_CHECK Status canonical_infer(Run *run, Environment *env, const TypeId *more, uint32_t bound, Linear *v, TermId t,
                                  TypeId *type);

#endif
