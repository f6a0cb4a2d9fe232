/* CL, the categorical language of section 6: terms c : S => T without variables.
 *
 * A context is a tuple of n >= 0 things, and t |> x extends it; a tuple of one thing
 * is not that thing.  f(x) = e becomes I ; C[e](x:T) in the context of one. */
#ifndef ADJUDGE_LINMAP_CL_H
#define ADJUDGE_LINMAP_CL_H

#include "semantics/linmap/meaning.h"

typedef enum ClKind {
#define CL_TERM(kind, name, formula) CL_##kind,
#include "semantics/linmap/cl.def"
#undef CL_TERM
  CL_KIND_COUNT
} ClKind;

typedef struct ClTerm ClTerm;
struct ClTerm {
  ClKind kind;
  const LmType *from, *to;
  const LmTerm *leaf;       /* K: the literal; F: a call or built-in function, its kid unused */
  const uint32_t *selected; /* P: from 0 */
  uint32_t n;               /* P: how many selected; BUILD: length */
  uint32_t count, depth;
  const ClTerm *const *kid; /* SEQ 2, TUPLE, IF 3, LET cr cb, BUILD cs ce, FOLD ce ca cv */
};

typedef struct ClProgram {
  const ClTerm **body; /* of each definition: (T) => R, a context of one */
  const LmType **argument;
  uint32_t count;
} ClProgram;

/* Where C[e] G = P[...] ; C[e] G' drops what e does not need. */
typedef enum ClPruning { CL_PRUNE_NOWHERE, CL_PRUNE_LETS, CL_PRUNE_EVERYWHERE } ClPruning;

MUST_CHECK Status linmap_to_cl(LmBuilder *b, const LmProgram *program, ClPruning pruning, ClProgram *out);
/* Fig. 11: ILL_TYPED when a term has not the type stated with it. */
MUST_CHECK Status cl_check(LmBuilder *b, const ClProgram *program);
/* Fig. 10: t <> c, and f(argument). */
MUST_CHECK Status cl_eval(LmEval *eval, const ClProgram *program, const ClTerm *c, const LmValue *t, LmValue *out);
MUST_CHECK Status cl_run(LmEval *eval, const ClProgram *program, uint32_t definition, const LmValue *argument,
                         LmValue *out);
/* t |> x */
MUST_CHECK Status cl_extend(LmEval *eval, const LmValue *t, const LmValue *x, LmValue *out);
/* f(t) for F(f). */
MUST_CHECK Status cl_apply(LmEval *eval, const ClProgram *program, const ClTerm *f, const LmValue *t, LmValue *out);

#endif
