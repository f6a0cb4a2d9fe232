/* What the translation from the shared source language is made of.  Private to
 * from_source.c, from_arrays.c and from_ops.c. */
#ifndef ADJUDGE_LINMAP_FROM_SOURCE_H
#define ADJUDGE_LINMAP_FROM_SOURCE_H

#include "semantics/linmap/language.h"

/* An identifier of the source in scope. */
typedef struct FromScope {
  const struct FromScope *outer;
  LmSymbol x;
  const LmType *type;
} FromScope;

typedef struct FromSource {
  LmBuilder *b;
  LmProgram *program;
  const char *missing;
  uint32_t nesting;
} FromSource;

const LmTerm *linmap_from(FromSource *tr, const FromScope *scope, TermId id);
/* UNABLE, the first time saying for what; NULL. */
const void *linmap_from_refuse(FromSource *tr, const char *what);
/* The name of a binder over `body`, in which it has index 0 and `next` the variable
 * around it: its name too where the body does not need that. */
LmSymbol linmap_from_binder(FromSource *tr, const FromScope *scope, NameId hint, TermId body, uint32_t next);

/* op(t1,...,tk), and the constants first..first+n-1 at index i. */
const LmTerm *linmap_from_op(FromSource *tr, const FromScope *scope, const Term *t);
/* The array forms, and case, which on truth values is a conditional. */
const LmTerm *linmap_from_array(FromSource *tr, const FromScope *scope, const Term *t);

/* let x = bound in body, for a new variable that nothing can shadow. */
typedef struct FromHeld {
  LmSymbol x;
  const LmTerm *bound, *use;
} FromHeld;
static inline FromHeld linmap_from_hold(FromSource *tr, const LmTerm *bound) {
  LmSymbol x = lm_fresh(tr->b);
  return (FromHeld){x, bound, lm_var(tr->b, x, bound == NULL ? NULL : bound->type)};
}
static inline const LmTerm *linmap_from_release(FromSource *tr, const FromHeld *held, const LmTerm *body) {
  return lm_let(tr->b, held->x, held->bound, body);
}

/* Arrays: one of one real is a real here. */
static inline bool linmap_from_is_real(const LmTerm *t) { return t != NULL && t->type->kind == LM_TYPE_REAL; }
static inline const LmTerm *linmap_from_build(FromSource *tr, LmSymbol i, uint32_t n, const LmTerm *body) {
  if (n == 1 && linmap_from_is_real(body)) return lm_let(tr->b, i, lm_natural(tr->b, 0), body);
  return lm_build(tr->b, i, lm_natural(tr->b, n), n, body);
}
/* v[i] for an index in range. */
static inline const LmTerm *linmap_from_entry(FromSource *tr, const LmTerm *i, const LmTerm *v) {
  return linmap_from_is_real(v) ? v : lm_prim2(tr->b, LM_PRIM_IX, i, v);
}
static inline uint32_t linmap_from_length(const LmTerm *v) {
  return v == NULL || linmap_from_is_real(v) ? 1 : v->type->n;
}
static inline const LmType *linmap_from_element(const LmTerm *v) {
  return v == NULL ? NULL : linmap_from_is_real(v) ? v->type : v->type->part[0];
}

#endif
