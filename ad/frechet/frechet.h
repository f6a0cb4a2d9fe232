/* Frechet derivatives and adjoints (rules/frechet): affine interpretation, its
 * adjoint, and the adjoint calculus.  The language is in semantics/frechet. */
#ifndef ADJUDGE_AD_FRECHET_H
#define ADJUDGE_AD_FRECHET_H

#include "ad/engine.h"
#include "semantics/frechet/translate.h"

/* f^[1](x) = (f x, f'(x)) and f^[1r](x) = (f x, (f'(x))*), the second component a term
 * V -o W, W -o V, added to `terms`, whose arena keeps the vectors of its sections. */
MUST_CHECK Status frechet_affine(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x, HilVector *fx,
                                 HilMapId *derivative);
MUST_CHECK Status frechet_affine_adjoint(Machine *machine, HilTerms *terms, HilFunId f, const HilVector *x,
                                         HilVector *fx, HilMapId *adjoint);
/* p' a, the number k of p'(a) = (k·); zero where p is constant. */
MUST_CHECK Status frechet_slope(Machine *machine, OpCode op, ConstantId exponent, Scalar a, HilVector *out);

/* The claimed derivative of a declared primitive at x, or its transpose. */
MUST_CHECK Status frechet_given(Machine *machine, HilTerms *terms, const HilFun *f, const HilVector *x, bool adjoint,
                                HilMapId *out);

/* m* : W -o V for m : V -o W, a term. */
MUST_CHECK Status frechet_adjoint(HilTerms *terms, HilMapId m, HilMapId *adjoint);

/* The derivative of a program. */
typedef struct Frechet {
  HilTerms terms;
  HilFunId f;
  bool reverse;
  uint32_t inputs, outputs;
  const Store *store; /* of its constants */
} Frechet;

/* f^[1](x), f^[1r](x) at a variable x, as a term with its lets, and its nodes. */
void frechet_print(const Frechet *derivative, const Store *store, FILE *out);
uint64_t frechet_size(const Frechet *derivative);
/* The function as a definition that is read again (frechet/text.h). */
void frechet_write(const Frechet *derivative, const Store *store, const char *name, FILE *out);

extern const Engine frechet_forward, frechet_reverse;

#endif
