/* What every evaluator takes and gives.
 *
 * The four evaluators share this interface, types, terms and rings, and
 * nothing else.  At first-order types values cross the interface flat: the
 * scalars of a value in order (products left to right, arrays by index, 1 is
 * nothing, an Int is its two's complement word); TypeNode.dim is their number.
 * Values of higher type are observed by composing terms, never across it. */
#ifndef ADJUDGE_SEMANTICS_EVALUATOR_H
#define ADJUDGE_SEMANTICS_EVALUATOR_H

#include "semantics/memory/arena.h"
#include "semantics/tables/store.h"

/* A term with its context and type: context |- term : type.  context[length-1]
 * is the innermost identifier (de Bruijn index 0). */
typedef struct Program {
  TermId term;
  const TypeId *context;
  uint32_t length;
  TypeId type;
} Program;

/* What one evaluation may use.  Fuel and depth are what is left. */
typedef struct Machine {
  Store *store;
  Ring *ring;
  Arena *arena;   /* values; the caller marks and releases */
  uint64_t fuel;  /* evaluation steps */
  uint32_t depth; /* nested calls */
  /* The monoid evaluator's: what stands for R in linear types, and for derivatives of
   * operations; NULL for the ring itself and Dop.  See monoid/analysis.h. */
  const struct Analysis *analysis;
} Machine;

#define MACHINE_FUEL ((uint64_t)1 << 40)
#define MACHINE_DEPTH ((uint32_t)20000)

static inline Machine machine_make(Store *store, Ring *ring, Arena *arena) {
  return (Machine){store, ring, arena, MACHINE_FUEL, MACHINE_DEPTH, NULL};
}

typedef struct Evaluator {
  const char *name;
  bool target; /* takes terms of the linear target language */
  /* Value of a Cartesian program whose context and type are first-order.
   * `input` are the flat values of the context, outermost identifier first;
   * `output` has room for dim(type) scalars. */
  MUST_CHECK Status (*eval)(Machine *machine, const Program *program, const Scalar *input, Scalar *output);
  /* A program of type T * (S_ -o R_), all three first-order: the flat primal,
   * and the image of each of `seeds` flat elements of S_ (seed k at
   * seed + k*dim S_, its image at image + k*dim R_).  NULL for the source. */
  MUST_CHECK Status (*eval_linear)(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                                   const Scalar *seed, Scalar *primal, Scalar *image);
} Evaluator;

/* Whether values of the type cross the interface: LIMIT if they are too long, ILL_TYPED if they never do. */
static inline Status evaluator_crosses(const TypeTable *types, TypeId type) {
  if (type_node(types, type)->dim != TYPE_NOT_FLAT) return STATUS_OK;
  return type_is_long(types, type) ? STATUS_LIMIT : STATUS_ILL_TYPED;
}

extern const Evaluator source_evaluator;      /* source/eval.c: environments and closures */
extern const Evaluator operational_evaluator; /* linear/eval.c: Fig. 7, matrices */
extern const Evaluator applied_evaluator;     /* applied/: section 9, LFun as functions, Copower as lists */
extern const Evaluator monoid_evaluator;      /* monoid/: Set x CMon, finite maps, homomorphisms */

#endif
