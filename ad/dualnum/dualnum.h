/* Dual-numbers AD: forward mode, and reverse mode from naive to taping, each
 * stage a transform of its own (the tape: an interpreter of its own).
 * Smeding and Vakar, "Efficient Dual-Numbers Reverse AD via Well-Known Program
 * Transformations" (2023). */
#ifndef ADJUDGE_AD_DUALNUM_H
#define ADJUDGE_AD_DUALNUM_H

#include "ad/engine.h"
#include "semantics/dualnum/dual.h"
#include "semantics/dualnum/meter.h"

/* Whether terms of the stage pass IDs along. */
bool dual_has_ids(DualStage stage);

/* The derivative of a well-typed first-order source program; checked by the
 * typing judgement of semantics/dualnum.  Everything is in `arena`.
 * UNABLE: *missing names a construct without a rule. */
MUST_CHECK Status dualnum_derive(Store *store, Arena *arena, DualStage stage, const Program *source,
                                 const DualProgram **derivative, const char **missing);
/* Engine.run, for every stage, with what it took added to *meter. */
MUST_CHECK Status dualnum_run(Machine *machine, const Program *source, const DualProgram *derivative,
                              const Scalar *input, uint32_t seeds, const Scalar *seed, Scalar *primal, Scalar *image,
                              CostMeter *meter);

extern const Engine dual_forward, dual_naive_reverse, dual_staged_reverse, dual_cayley_reverse, dual_map_reverse,
    dual_arrays_reverse, dual_defunctionalised_reverse, dual_tape_reverse, dual_resource_reverse,
    dual_vectorised_reverse;
/* By stage. */
extern const Engine *const dual_engines[DUAL_STAGE_COUNT];
/* Whether it is one of these. */
bool dual_is_engine(const Engine *engine);

/* D[T] of a source type, with T_ the linear type of the program's context. */
DualTypeId dualnum_type(DualTable *table, DualStage stage, DualTypeId context, TypeId source);

#endif
