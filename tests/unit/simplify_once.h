/* A simplification alone. */
#ifndef ADJUDGE_TESTS_SIMPLIFY_ONCE_H
#define ADJUDGE_TESTS_SIMPLIFY_ONCE_H

#include "ad/simplify/simplify.h"

/* One use of `rule` at the first place, in preorder, where it applies; id 0 in
 * *result if nowhere. */
static Status simplify_once(Store *store, const Program *program, SimplifyRule rule, TermId *result) {
  TermId results[SIMPLIFY_COUNT];
  Status status = simplify_each(store, program, rule < SIMPLIFY_COUNT ? (SimplifySet)1 << rule : 0, results);
  *result = rule < SIMPLIFY_COUNT ? results[rule] : TERM_NONE_ID;
  return status;
}

#endif
