/* Combinatory AD (caddie): D in a let-binding monad, the adjoint, and the
 * derivative as residual code.  The language it works on is in semantics/combinatory. */
#ifndef ADJUDGE_AD_COMBINATORY_H
#define ADJUDGE_AD_COMBINATORY_H

#include "ad/combinatory/residual.h"
#include "ad/engine.h"
#include "semantics/combinatory/maps.h"

/* Which results get a name.  CADDIE: at Delta and for arguments of bilinear
 * primitives, as in the paper, where a tower of unary primitives is quadratic in
 * size.  FULL: arguments of unary primitives too. */
typedef enum CombinatoryBinding { COMBINATORY_FULL, COMBINATORY_CADDIE } CombinatoryBinding;

typedef struct Combinatory {
  PfDomain *domain; /* numbers, or residual terms: the monad's bindings go there */
  Arena *arena;
  const PfTable *terms;
  PfMapTable *maps;
  CombinatoryBinding binding;
  uint32_t depth; /* nested calls left */
} Combinatory;

/* D p x = (y, m) in the monad; for m = NULL the value alone. */
MUST_CHECK Status combinatory_derive(Combinatory *d, PfId p, const PfValue *x, PfValue *y, PfMapId *m);
/* D of a unary primitive at each index; the section is `(rho' *)`, or 0. */
MUST_CHECK Status combinatory_unary(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m);

/* D of a declared primitive; sections are the matrices that are claimed. */
MUST_CHECK Status combinatory_given(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m);

/* Of a function of the library: its slope at one component, with one operand; D, with two. */
Scalar combinatory_function_slope(Combinatory *d, const PfTerm *t, Scalar x);
MUST_CHECK Status combinatory_function(Combinatory *d, const PfTerm *t, const PfValue *x, PfValue *y, PfMapId *m);

/* Adj m : W |-> V for m : V |-> W. */
MUST_CHECK Status combinatory_adjoint(PfMapTable *table, PfMapId m, PfMapId *adjoint);

/* The derivative of a program: D p over residual terms. */
typedef struct CombinatoryDerivative {
  PfTable terms;
  PfId p;
  PfMapTable maps;
  PfMapId map; /* p'(x), or p^(x) = Adj (p'(x)) */
  bool reverse;
  Residual residual;
  TypeId dom, cod; /* of p */
  uint32_t inputs, outputs;
  Scalar *input, *value; /* residual terms: the inputs, and the flat value */
  const TypeId *context; /* of the program, for the names of inputs */
  uint32_t length;
} CombinatoryDerivative;

/* As Engine.derive. */
MUST_CHECK Status combinatory_make(Store *store, Arena *arena, const Program *source, bool reverse,
                                   CombinatoryBinding binding, CombinatoryDerivative *out, const char **missing);

/* The same of a point-free term, whose table is out->terms, for any domain. */
MUST_CHECK Status combinatory_make_term(CombinatoryDerivative *out, Arena *arena, PfId p, bool reverse,
                                        CombinatoryBinding binding);

/* The map applied to a vector of residual terms (`seed`; NULL: seed variables), by the same code as for
 * numbers: a copy of the residual terms with those added is in *code, whose storage is the
 * arena's, and `image` are the flat results. */
MUST_CHECK Status combinatory_apply(const CombinatoryDerivative *derivative, Arena *arena, const Scalar *seed,
                                    Residual *code, Scalar **image);

typedef enum CombinatoryForm {
  COMBINATORY_EXPLAINED, /* the point-free form, D, and the map */
  COMBINATORY_LET,       /* straight-line code: let v = e in ... */
  COMBINATORY_C          /* a C function */
} CombinatoryForm;

/* Writes the derivative.  The C function is
 *   void NAME(const double *x, const double *w, double *y, double *z)
 * with the flat input x, the flat tangent or cotangent w, the value y and the
 * image z; what is undefined follows IEEE and math.h. */
MUST_CHECK Status combinatory_write(const CombinatoryDerivative *derivative, CombinatoryForm form, const char *name,
                                    FILE *out);

extern const Engine combinatory_forward, combinatory_reverse;

#endif
