/* A program recorded once and run again at other points: its nodes (straight.h), not
 * its term.  Which nodes there are does not depend on the point, since there are no
 * tests on reals among them. */
#include "semantics/straight/ring_straight.h"
#include "semantics/straight/straight.h"
#include "verify/truth/truth_internal.h"

#include <string.h>

static bool keep(Truth *truth, const Layout *layout, Recorded *recorded) {
  StraightProgram *program = &recorded->program;
  *program = straight_recorded(truth->straight);
  recorded->constant = arena_array(&truth->arena, program->constants, sizeof(Scalar));
  recorded->value = arena_array(&truth->arena, program->nodes, sizeof(Scalar));
  recorded->place = arena_array(&truth->arena, layout->outputs, sizeof(Scalar));
  recorded->ring = NULL;
  if (recorded->constant == NULL || recorded->value == NULL || recorded->place == NULL) return false;
  memcpy(recorded->place, layout->output, layout->outputs * sizeof *recorded->place);
  return true;
}

void truth_record(Truth *truth, const Program *program, const Layout *layout, Recorded *recorded) {
  *recorded = (Recorded){0};
  if (layout->inputs > TRUTH_MOST_NODES) return;
  straight_begin(truth->straight, (uint32_t)layout->inputs);
  for (size_t i = 0; i < layout->inputs; i++) {
    if (!layout->input_is_int[i]) layout->input[i] = (Scalar){i};
  }
  Status status = truth_run(truth, truth->straight, program, layout);
  if (status != STATUS_OK || !keep(truth, layout, recorded)) *recorded = (Recorded){0};
}

/* From layout->input to layout->output. */
static Status run_again(Ring *ring, Recorded *recorded, const Layout *layout) {
  const StraightProgram *program = &recorded->program;
  Status status = STATUS_OK;
  if (recorded->ring != ring) status = straight_constants(ring, program, recorded->constant);
  recorded->ring = ring;
  if (status != STATUS_OK) return status;
  straight_values(ring, program->code, program->nodes, recorded->constant, layout->input, recorded->value);
  for (size_t i = 0; i < layout->outputs; i++) {
    Scalar place = recorded->place[i];
    layout->output[i] = layout->output_is_int[i] ? place : recorded->value[place.word];
  }
  return ring_take_status(ring);
}

Status truth_rerun(Truth *truth, Ring *ring, const Program *program, const Layout *layout, Recorded *recorded) {
  if (recorded->value == NULL) return truth_run(truth, ring, program, layout);
  return run_again(ring, recorded, layout);
}
