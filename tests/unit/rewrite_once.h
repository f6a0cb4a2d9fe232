/* A rewriter for one question of one program. */
#ifndef ADJUDGE_TESTS_REWRITE_ONCE_H
#define ADJUDGE_TESTS_REWRITE_ONCE_H

#include "verify/rewrite/rewrite.h"

static Status rewrite_at(Store *store, const Program *program, bool target, EquationId equation, uint32_t place,
                         TermId *result) {
  Rewriter *r = rewriter_new();
  TermId image = TERM_NONE_ID; /* *result may be the program's own term: it is written last */
  Status status = r == NULL ? STATUS_LIMIT : rewriter_open(r, store, program, target);
  if (status == STATUS_OK) status = rewriter_at(r, equation, place, &image);
  rewriter_free(r);
  *result = image;
  return status;
}

static Status rewrite_places(Store *store, const Program *program, bool target, EquationId equation, uint32_t *count) {
  Rewriter *r = rewriter_new();
  Status status = r == NULL ? STATUS_LIMIT : rewriter_open(r, store, program, target);
  *count = status == STATUS_OK ? rewriter_places(r, equation) : 0;
  rewriter_free(r);
  return status;
}

#endif
