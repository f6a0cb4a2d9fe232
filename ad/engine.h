/* Engines: AD systems that transform programs, one entry a system and mode.
 *
 * A system whose derivative is a term of the linear target language gives
 * `transform`; the evaluators of that language run it.  A system with a language
 * of its own gives `derive` and `run`: its own transform, typing and meaning.
 * Exactly one of the two is there. */
#ifndef ADJUDGE_AD_ENGINE_H
#define ADJUDGE_AD_ENGINE_H

#include "semantics/evaluator.h"

#include <stdio.h>

/* A size from here on is no number of nodes: so many, or more, or depth or memory ran out. */
#define CODE_SIZE_MAX TERM_SIZE_MAX

typedef struct Engine {
  const char *name;   /* SYSTEM-forward or SYSTEM-reverse, with the variant after the system */
  const char *system; /* what it is and where it comes from, in some words */
  bool reverse;       /* the linear part takes cotangents of the result */
  /* From G |- t : T to D(G)1 |- D(t) : D(T)1 * (D(G)2 -o D(T)2), in reverse
   * D(T)2 -o D(G)2.  `contexts` has room for source->length types and becomes
   * the context of *derivative.  The source must be well typed. */
  MUST_CHECK Status (*transform)(Store *store, const Program *source, TypeId *contexts, Program *derivative);
  /* The derivative of a well-typed source whose context and type are first-order,
   * in the system's own language and checked by its typing judgement: ILL_TYPED
   * is a defect of the system's rules.  It lives in `arena` (and in terms of
   * `store`) until they are released.  UNABLE: the system lacks a construct of
   * the source, which *missing then names (a string literal). */
  MUST_CHECK Status (*derive)(Store *store, Arena *arena, const Program *source, const void **derivative,
                              const char **missing);
  /* The same from what the engine before this one in engines[] derived of the same source: its other mode, where the
   * two derive alike and differ in how they run.  NULL: it does not. */
  MUST_CHECK Status (*turn)(Arena *arena, const void *other, const void **derivative);
  /* The value of the source at `input` and the image of each of `seeds` seeds
   * under the derivative there, over the machine's ring; flat, as in
   * Evaluator.eval_linear: a seed has the real scalars of the context's tangent
   * space (in reverse, of the result's cotangent space), an image those of the
   * other space; Ints have none. */
  MUST_CHECK Status (*run)(Machine *machine, const Program *source, const void *derivative, const Scalar *input,
                           uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image);
  /* Nodes, for COST-SIZE, which counts the words of what is printed besides; CODE_SIZE_MAX or more where they were not
   * counted.  NULL when the system makes no code. */
  uint64_t (*size)(const Store *store, const void *derivative);
  void (*print)(const Store *store, const void *derivative, FILE *out); /* as `adjudge derive` shows it */
  /* Writes it in another form, a definition of that name: UNABLE if the engine does not
   * know the form.  NULL: it knows none. */
  MUST_CHECK Status (*emit)(const void *derivative, const char *form, const char *name, FILE *out);
} Engine;

extern const Engine chad_forward, chad_reverse, combinatory_forward, combinatory_reverse, frechet_forward,
    frechet_reverse;
/* ad/linmap: threaded; Fig. 6; Fig. 7; Fig. 8; split; section 9. */
extern const Engine linmap_forward, linmap_reverse, linmap_canonical_forward, linmap_canonical_reverse,
    linmap_tupled_forward, linmap_tupled_reverse, linmap_polymorphic_forward, linmap_polymorphic_reverse,
    linmap_split_reverse, linmap_stages_forward, linmap_stages_reverse;
/* Section 3.1, a variant. */
extern const Engine linmap_mixed_reverse;

/* Engines in the order of the report, NULL-terminated. */
extern const Engine *const engines[];
/* Engines that commands find by name, and that `adjudge verify` does not run: variants
 * of one of engines[], which unit tests compare with the truth.  NULL-terminated. */
extern const Engine *const variants[];
/* The engine of that name, or NULL. */
const Engine *engine_find(const char *name);

#endif
