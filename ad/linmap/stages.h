/* The pipeline of section 9, stage by stage. */
#ifndef ADJUDGE_AD_LINMAP_STAGES_H
#define ADJUDGE_AD_LINMAP_STAGES_H

#include "ad/linmap/optimise.h"

typedef enum LinmapStage {
  LINMAP_STAGE_ORIGINAL,
  LINMAP_STAGE_ANF,
  LINMAP_STAGE_JACOBIAN,
  LINMAP_STAGE_JACOBIAN_OPTIMISED,
  LINMAP_STAGE_FORWARD,
  LINMAP_STAGE_FORWARD_OPTIMISED,
  LINMAP_STAGE_FORWARD_CSE,
  LINMAP_STAGE_TRANSPOSED,
  LINMAP_STAGE_TRANSPOSED_OPTIMISED,
  LINMAP_STAGE_REVERSE,
  LINMAP_STAGE_REVERSE_OPTIMISED,
  LINMAP_STAGE_REVERSE_CSE,
  LINMAP_STAGE_COUNT
} LinmapStage;

const char *linmap_stage_title(LinmapStage stage);

/* Each stage is a program; its last definition is f(x), df(x), fwd$f(x,dx), or
 * rev$f(x,dr), the pair being the argument. */
typedef struct LinmapStages {
  LmBuilder builder;
  LmProgram program[LINMAP_STAGE_COUNT];
  const LmType *from, *to; /* S and T of f : S -> T */
} LinmapStages;

/* All stages of the program, by the optimiser's rules given.  LIMIT when the maps of a
 * chain of lets would be copied too often. */
MUST_CHECK Status linmap_stages(LinmapStages *stages, const LmProgram *program, LinmapRules rules);
/* The forward stages, or the reverse ones, say what seed gives at the input: the
 * image of the seed.  Not for ORIGINAL and ANF. */
MUST_CHECK Status linmap_stage_image(LmEval *eval, const LinmapStages *stages, LinmapStage stage, const LmValue *input,
                                     const LmValue *seed, LmValue *image);
void linmap_stages_print(const LinmapStages *stages, FILE *out);

#endif
