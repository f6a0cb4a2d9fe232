/* The meaning of the language: values, linear maps in three representations, and
 * the evaluator.
 *
 * A linear map is an abstract type: it is made by the operators of Fig. 3 and
 * consumed by apply and reverse apply, and how it is represented is a choice of
 * whoever runs a program.  The three representations of section 5.4 of the notes
 * share this interface and the vector spaces, and no meaning of any operator. */
#ifndef ADJUDGE_LINMAP_MEANING_H
#define ADJUDGE_LINMAP_MEANING_H

#include "semantics/evaluator.h"
#include "semantics/linmap/language.h"

/* ------------------------------------------------------------------ values -- */

typedef enum LmValueKind {
  LM_VALUE_NAT,
  LM_VALUE_BOOL, /* scalar.word is 0 or 1 */
  LM_VALUE_REAL,
  LM_VALUE_TUPLE,
  LM_VALUE_VEC,
  LM_VALUE_MAP
} LmValueKind;

typedef struct LmMap LmMap;
typedef struct LmValue LmValue;
struct LmValue {
  LmValueKind kind;
  uint32_t n; /* parts */
  Scalar scalar;
  LmValue *part;
  const LmMap *map;
};

typedef struct LmRep LmRep;
typedef struct LmEnvironment LmEnvironment;
struct LmEnvironment {
  const LmEnvironment *outer;
  LmSymbol x;
  LmValue value;
};

typedef struct LmEval {
  Machine *machine;
  const LmRep *rep;
  const LmProgram *program;
} LmEval;

/* Vector spaces (section 2.2): 0, +, * and the dot product of dT.  They work
 * entry by entry; a difference in shape is STUCK. */
MUST_CHECK Status lm_value_zero(LmEval *eval, const LmType *type, LmValue *out);
MUST_CHECK Status lm_value_add(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out);
MUST_CHECK Status lm_value_times(LmEval *eval, Scalar k, const LmValue *a, LmValue *out);
MUST_CHECK Status lm_value_multiply(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out);
/* acc += a in place; acc is owned by the caller. */
MUST_CHECK Status lm_value_accumulate(LmEval *eval, LmValue *acc, const LmValue *a);
MUST_CHECK Status lm_value_pair(LmEval *eval, const LmValue *a, const LmValue *b, LmValue *out);
/* A tuple or vector with `n` parts to be filled in. */
MUST_CHECK Status lm_value_parts(LmEval *eval, LmValueKind kind, uint32_t n, LmValue *out);

/* Flat forms: the scalars in order, a NAT or BOOL as its word; of a tangent
 * vector they have none.  The functions move the pointer. */
uint64_t linmap_slots(const LmType *type);
MUST_CHECK Status lm_value_read(LmEval *eval, const LmType *type, const Scalar **flat, LmValue *out);
/* A tangent vector of dT. */
MUST_CHECK Status lm_tangent_read(LmEval *eval, const LmType *type, const Scalar **flat, LmValue *out);
void lm_value_write(const LmValue *value, Scalar **flat);
/* Copies a value of a type without maps to before the mark, which is released. */
MUST_CHECK Status lm_value_settle(LmEval *eval, ArenaMark mark, const LmType *type, Scalar *buffer, LmValue *value);

/* ------------------------------------------------------------- linear maps -- */

/* A family of maps m(i), i < n, evaluated when asked for: L and L'. */
typedef struct LmFamily LmFamily;
struct LmFamily {
  Status (*at)(LmEval *eval, const LmFamily *family, uint32_t i, LmValue *map);
  const LmTerm *term;
  const LmEnvironment *environment;
};

/* The two bodies of an lmFold, under t = (acc, b). */
typedef struct LmSteps LmSteps;
struct LmSteps {
  Status (*primal)(LmEval *eval, const LmSteps *steps, const LmValue *t, LmValue *acc);
  Status (*derivative)(LmEval *eval, const LmSteps *steps, const LmValue *t, LmValue *map);
  const LmTerm *term;
  const LmEnvironment *environment;
  LmValue acc, v;
};

/* What a map is made from: an operator of Fig. 3 and its operands. */
typedef struct LmSpec {
  LmKind kind;
  const LmType *from, *to;
  uint32_t n;          /* maps; OUTER: how often; PICK: the length */
  const LmValue *maps; /* COMPOSE, PLUS, VCAT, HCAT, VCATV, HCATV, TRANSPOSE */
  LmValue k;           /* SCALE, DIAG */
  int64_t index;       /* PICK; out of range it is a domain error when made */
  const LmFamily *family;
  const LmSteps *steps; /* LMFOLD */
} LmSpec;

struct LmMap {
  const LmRep *rep;
  const LmType *from, *to;
};

struct LmRep {
  const char *name;
  MUST_CHECK Status (*make)(LmEval *eval, const LmSpec *spec, const LmMap **out);
  /* m . x, x in d(from); r .R m, r in d(to). */
  MUST_CHECK Status (*apply)(LmEval *eval, const LmMap *m, const LmValue *x, LmValue *out);
  MUST_CHECK Status (*reverse)(LmEval *eval, const LmValue *r, const LmMap *m, LmValue *out);
};

extern const LmRep linmap_matrices, linmap_closures, linmap_trees;
#define LM_REPRESENTATIONS 3
extern const LmRep *const linmap_representations[LM_REPRESENTATIONS];

/* --------------------------------------------------------------- evaluation -- */

MUST_CHECK Status linmap_eval(LmEval *eval, const LmTerm *t, const LmEnvironment *environment, LmValue *out);
/* f(argument) for a definition of the program. */
MUST_CHECK Status linmap_run(LmEval *eval, uint32_t definition, const LmValue *argument, LmValue *out);
MUST_CHECK Status linmap_prim_value(LmEval *eval, const LmTerm *t, const LmValue *e, LmValue *out);

#endif
