/* Splitting for reverse mode, section 6.1: revf$f : S -> (T, X) runs forward and
 * records what revr$f : (X, dT) -> dS needs to run back.  X depends on f. */
#ifndef ADJUDGE_AD_LINMAP_SPLIT_H
#define ADJUDGE_AD_LINMAP_SPLIT_H

#include "semantics/linmap/cl.h"

/* X: (), the type of a value kept, a tuple, a tagged union, or a vector. */
typedef enum SplitKind { SPLIT_NOTHING, SPLIT_VALUE, SPLIT_TUPLE, SPLIT_EITHER, SPLIT_VEC } SplitKind;

typedef struct SplitType SplitType;
struct SplitType {
  SplitKind kind;
  uint32_t n;         /* parts; VEC: length */
  const LmType *type; /* VALUE */
  const SplitType *part[3];
};

/* What was recorded: of the shape of its SplitType. */
typedef struct SplitRecord SplitRecord;
struct SplitRecord {
  SplitKind kind;
  uint32_t n; /* parts; EITHER: 0 is inl, 1 is inr */
  LmValue value;
  SplitRecord *part;
};

/* X_f of each definition, and so X of its body. */
typedef struct Split {
  ClProgram program;
  const SplitType **record; /* of each definition */
} Split;

MUST_CHECK Status split_make(LmBuilder *b, const LmProgram *program, ClPruning pruning, Split *out);
/* X of a term; NULL with the builder's status. */
const SplitType *split_record_type(LmBuilder *b, const Split *split, const ClTerm *c);
/* Whether the record is of that type. */
bool split_conforms(const SplitType *type, const SplitRecord *record);
void split_print_type(const SplitType *type, FILE *out);

/* revf$f(argument) and dt back through revr$f(record, dt), for the last definition. */
MUST_CHECK Status split_forward(LmEval *eval, const Split *split, const LmValue *argument, LmValue *value,
                                SplitRecord *record);
MUST_CHECK Status split_back(LmEval *eval, const Split *split, const SplitRecord *record, const LmValue *dt,
                             LmValue *ds);

/* Built-in functions: what each records of its operand e, and acc += dt .R dp. */
const SplitType *split_prim_type(LmBuilder *b, const LmTerm *p);
MUST_CHECK Status split_prim_record(LmEval *eval, const LmTerm *p, const LmValue *e, SplitRecord *record);
MUST_CHECK Status split_prim_back(LmEval *eval, const LmTerm *p, const SplitRecord *record, const LmValue *dt,
                                  LmValue *acc);

#endif
