/* The rules of the array constructs and of iteration in the linear judgement. */
#ifndef ADJUDGE_LINEAR_ARRAYS_H
#define ADJUDGE_LINEAR_ARRAYS_H

#include "semantics/chad/linear/values.h"

/* Where a linear term is run. */
typedef struct LinearArrays {
  Run *run;
  Environment *env;
  Linear *v;
} LinearArrays;

MUST_CHECK Status linear_build(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_index(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_sum(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_onehot(const LinearArrays *at, const Term *t, Value *out);
/* control.c */
MUST_CHECK Status linear_bigsum(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_liter(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_dmap(const LinearArrays *at, const Term *t, Value *out);
MUST_CHECK Status linear_dmapt(const LinearArrays *at, const Term *t, Value *out);

#endif
