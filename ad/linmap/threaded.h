/* Threaded differentiation, and its mixed form.  Private to ad/linmap. */
#ifndef ADJUDGE_AD_LINMAP_THREADED_H
#define ADJUDGE_AD_LINMAP_THREADED_H

#include "ad/linmap/linmap.h"

/* Variables in scope, innermost first.  `map` is dx at the level of contexts where
 * x was bound; further in it is dx o (1 >< 0) o ... */
typedef struct Scope {
  const struct Scope *outer;
  LmSymbol x;
  const LmTerm *map;
  uint32_t level;
} Scope;

/* As the notes have it; with sub-terms of one direction by columns; inside such a sub-term. */
typedef enum ThreadedMode { THREADED_PURE, THREADED_MIXED, THREADED_INSIDE } ThreadedMode;

typedef struct Threaded {
  LmBuilder *b;
  uint32_t originals;
  ThreadedMode mode;
} Threaded;

/* s, and how many times it was extended. */
typedef struct Context {
  const LmType *s;
  uint32_t level;
} Context;

/* D_s[e]; NULL once the builder's status is not OK. */
const LmTerm *threaded_nabla(Threaded *th, Context c, const Scope *scope, const LmTerm *e);

/* The variable x : R by which alone e varies, where e is a call, let, conditional, build or fold with real scalars
 * alone in its result; NULL for all other terms.  Binders have names of their own. */
const LmTerm *mixed_direction(LmBuilder *b, const Scope *scope, const LmTerm *e);
/* D_s[e] for that x, by one forward application. */
const LmTerm *mixed_column(Threaded *th, Context c, const Scope *scope, const LmTerm *e, const LmTerm *x);

#endif
