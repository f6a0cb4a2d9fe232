#include "semantics/dualnum/tape_run.h"

/* One gradient: the cotangents to the outputs' nodes, the sweep, the inputs read. */
static Status one_gradient(Machine *machine, const Tape *tape, const uint32_t *ids, uint32_t outputs,
                           const Scalar *seed, uint32_t inputs, Scalar *adjoint, Scalar *image) {
  Ring *ring = machine->ring;
  Scalar zero = ring_integer(ring, 0);
  for (uint32_t k = 0; k < tape->nodes; k++) adjoint[k] = zero;
  for (uint32_t k = 0; k < outputs; k++) {
    if (ids[k] != TAPE_CONSTANT) adjoint[ids[k]] = ring_add(ring, adjoint[ids[k]], seed[k]);
  }
  tape_sweep(tape, ring, adjoint);
  for (uint32_t k = 0; k < inputs; k++) image[k] = adjoint[k];
  return ring_take_status(ring);
}

static Status gradients(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                        const Scalar *seed, Scalar *primal, Scalar *image, Tape *tape, CostMeter *meter) {
  const TypeTable *types = &machine->store->types;
  uint32_t inputs = 0, outputs = real_dimension(types, program->type);
  for (uint32_t k = 0; k < program->length; k++) inputs += real_dimension(types, program->context[k]);
  uint32_t *ids = arena_array(machine->arena, outputs, sizeof *ids);
  if (ids == NULL) return STATUS_LIMIT;
  Status status = tape_eval(machine, program, input, tape, primal, ids);
  if (status != STATUS_OK || seeds == 0) return status;
  if (!tape_formed(tape)) return STATUS_STUCK;
  Scalar *adjoint = arena_array(machine->arena, tape->nodes, sizeof *adjoint);
  if (adjoint == NULL) return STATUS_LIMIT;
  for (uint32_t s = 0; s < seeds && status == STATUS_OK; s++) {
    status = one_gradient(machine, tape, ids, outputs, seed + (size_t)s * outputs, inputs, adjoint,
                          image + (size_t)s * inputs);
    meter->steps += tape->nodes + tape->edges + tape->row_edges;
    meter->calls += tape->nodes;
  }
  meter->words += ((uint64_t)tape->nodes * sizeof *tape->end +
                   (uint64_t)tape->edges * (sizeof *tape->source + sizeof *tape->partial) +
                   (uint64_t)tape->rows * sizeof *tape->row) /
                  ARENA_ALIGNMENT;
  return status;
}

Status tape_gradient(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds, const Scalar *seed,
                     Scalar *primal, Scalar *image, CostMeter *meter) {
  Tape tape;
  tape_init(&tape);
  MeterStart start = meter_start(machine);
  Status status = gradients(machine, program, input, seeds, seed, primal, image, &tape, meter);
  meter_stop(machine, start, meter);
  tape_free(&tape);
  return status;
}
