/* A typed shrinker: from a failing program to a smallest failing one. */
#ifndef ADJUDGE_VERIFY_SHRINK_H
#define ADJUDGE_VERIFY_SHRINK_H

#include "semantics/evaluator.h"

/* Whether the candidate still fails (by the same law). */
typedef bool (*ShrinkTest)(void *state, const Program *candidate);

typedef struct ShrinkResult {
  Program program;
  uint64_t tried; /* candidates tested */
  bool exhausted; /* the budget ran out before a local minimum */
} ShrinkResult;

/* Replaces the program by smaller well-typed ones while `test` says that they
 * still fail: subterms in place of terms of the same type, a variable or a
 * constant in place of a subterm, let and redexes contracted, unused context
 * entries dropped, sizes of arrays made smaller, constants made 0, 1 or 2.  The
 * result type may change too (a law holds at every type).  Greedy, deterministic,
 * and its end is a local minimum: no single step makes it smaller.  `contexts`
 * has room for failing->length types. */
MUST_CHECK Status shrink_program(Store *store, const Program *failing, ShrinkTest test, void *state, uint64_t budget,
                                 TypeId *contexts, ShrinkResult *result);

#endif
