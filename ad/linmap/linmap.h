/* Automatic differentiation by the algebra of linear maps: the transformations of
 * the notes, from the first-order language to itself with linear maps.
 *
 * Each takes definition after definition, and a call of f becomes a call of what f
 * became: functions are differentiated on their own and composed. */
#ifndef ADJUDGE_AD_LINMAP_H
#define ADJUDGE_AD_LINMAP_H

#include "ad/engine.h"
#include "ad/linmap/split.h"
#include "semantics/linmap/meaning.h"

/* Fig. 6: definition k of `out` is df : S -> (S -o T) for the k-th of `program`,
 * after the definitions of `program` themselves: at program->count + k. */
MUST_CHECK Status linmap_canonical(LmBuilder *b, const LmProgram *program, LmProgram *out);
/* The same map with a let by extension of the context, which is what is run. */
MUST_CHECK Status linmap_threaded(LmBuilder *b, const LmProgram *program, LmProgram *out);
/* The same, with sub-terms that vary by one scalar in forward mode (section 3.1). */
MUST_CHECK Status linmap_mixed(LmBuilder *b, const LmProgram *program, LmProgram *out);
/* Fig. 7: f : S -> (T, S -o T). */
MUST_CHECK Status linmap_tupled(LmBuilder *b, const LmProgram *program, LmProgram *out);
/* Fig. 8: f : (S, a -o S) -> (T, a -o T), at a = `space` for the last definition;
 * a function is made again for each a at which it is called. */
MUST_CHECK Status linmap_polymorphic(LmBuilder *b, const LmProgram *program, const LmType *space, LmProgram *out);

/* Operands that are no variables or constants get names, and binders names of
 * their own: what is used twice is computed once (section 5.1). */
MUST_CHECK Status linmap_anf(LmBuilder *b, const LmProgram *program, LmProgram *out);

/* dp(e) for a built-in p, `e` a term that may be repeated; the shape of ixR's map is
 * P_i when `projections`, else that of Fig. 2.  NULL with UNABLE for those that only
 * optimisation makes. */
const LmTerm *linmap_prim_derivative(LmBuilder *b, const LmTerm *p, const LmTerm *e, bool projections);

/* ------------------------------------------------------ fwd$f(x,dx), rev$f(x,dr) -- */

typedef enum LinmapForm {
  LINMAP_THREADED,
  LINMAP_MIXED,
  LINMAP_CANONICAL,
  LINMAP_TUPLED,
  LINMAP_POLYMORPHIC
} LinmapForm;

typedef struct LinmapDerivative {
  LinmapForm form;
  const LmRep *rep;
  bool reverse;
  LmBuilder builder; /* of what was made, with the names for printing */
  LmProgram program;
  uint32_t function; /* f itself; of no meaning where value and map are made together */
  const LmType *from, *to;
} LinmapDerivative;

/* The derivative of the program's last definition; form, rep, reverse and builder
 * are given.  ILL_TYPED if the program is, or what is made of it. */
MUST_CHECK Status linmap_differentiate(LinmapDerivative *d, const LmProgram *program);
/* As Engine.run. */
MUST_CHECK Status linmap_derivative_run(Machine *machine, const LinmapDerivative *d, const Scalar *input,
                                        uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image);

/* ------------------------------------------------------------------- shown -- */

/* What an engine of this system prints of a derivative: the definitions from `first` on and, for the split, the types
 * of what they record. */
typedef struct LinmapShown {
  const LmBuilder *builder;
  const LmProgram *program;
  uint32_t first;
  const Split *split; /* or NULL */
} LinmapShown;

/* False for an engine of another system. */
bool linmap_shown(const Engine *engine, const void *derivative, LinmapShown *out);

#endif
