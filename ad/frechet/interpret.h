/* What the affine interpretation (Fig. 1) and its adjoint (Fig. 2) have in common: values, the
 * walk over a function, and p'(a), which is its own adjoint.  What becomes of linear parts
 * stands with each figure. */
#ifndef ADJUDGE_AD_FRECHET_INTERPRET_H
#define ADJUDGE_AD_FRECHET_INTERPRET_H

#include "ad/frechet/frechet.h"

typedef struct Interpretation Interpretation;
struct Interpretation {
  Machine *machine;
  HilTerms *terms;
  /* The rules of the figure: f x, and a linear part in *d, for a node and its id. */
  MUST_CHECK Status (*rule)(Interpretation *at, HilFunId id, const HilFun *f, const HilVector *x, HilVector *fx,
                            HilMapId *d);
};

/* f at x by the rules; LIMIT without depth or fuel. */
MUST_CHECK Status frechet_interpret(Interpretation *at, HilFunId f, const HilVector *x, HilVector *fx, HilMapId *d);
/* The term as the linear part; the first failure of building. */
MUST_CHECK Status frechet_interpret_give(Interpretation *at, HilMapId map, HilMapId *d);
/* (fx, inner) by f, then (gfx, outer) by g at fx, of g . f. */
MUST_CHECK Status frechet_interpret_comp(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *gfx,
                                         HilMapId *inner, HilMapId *outer);
/* (w, Delta d) = unzip ((Pi f_y^[1]) x), of a parallel function or a map. */
MUST_CHECK Status frechet_interpret_members(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *w,
                                            HilMapId *d);
/* The branch taken at x; the condition is not differentiated. */
MUST_CHECK Status frechet_interpret_if(Interpretation *at, const HilFun *f, const HilVector *x, HilVector *fx,
                                       HilMapId *d);
/* (p'(a) ·) */
MUST_CHECK Status frechet_interpret_prim(Interpretation *at, const HilFun *f, const HilVector *x, HilMapId *d);

#endif
