#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

static Status run_forward(DualRun *run, const DualEnvironment *x, const Scalar *seed, Scalar *primal, Scalar *image) {
  DualEnvironment *dx = dual_extend(run, x);
  if (dx == NULL) return STATUS_LIMIT;
  DualValue result;
  TRY(dual_read(run, run->program->input_linear, &seed, &dx->value));
  TRY(dual_value(run, run->program->wrap, dx, NULL, &result));
  if (result.kind != DUAL_VALUE_PAIR) return STATUS_STUCK;
  TRY(dual_write(run, run->program->output, &dual_parts(&result)[0], &primal));
  return dual_write(run, run->program->output_linear, &dual_parts(&result)[1], &image);
}

static Status run_gradient(DualRun *run, const DualLinear *d, const Scalar *seed, Scalar *image) {
  DualValue cotangents, gradient;
  run->gradient++;
  TRY(dual_read(run, run->program->output_linear, &seed, &cotangents));
  TRY(dual_call(run, d, &cotangents, &gradient));
  return dual_write(run, run->program->input_linear, &gradient, &image);
}

static Status run_reverse(DualRun *run, const DualEnvironment *x, uint32_t seeds, const Scalar *seed, Scalar *primal,
                          Scalar *image) {
  DualValue result;
  uint32_t inputs = dual_reals(&run->program->table, run->program->input_linear);
  uint32_t outputs = dual_reals(&run->program->table, run->program->output_linear);
  TRY(dual_value(run, run->program->wrap, x, NULL, &result));
  if (result.kind != DUAL_VALUE_PAIR || dual_parts(&result)[1].kind != DUAL_VALUE_LINEAR) return STATUS_STUCK;
  Status status = dual_write(run, run->program->output, &dual_parts(&result)[0], &primal);
  const DualLinear *d = dual_parts(&result)[1].data;
  for (uint32_t s = 0; s < seeds && status == STATUS_OK; s++) {
    status = run_gradient(run, d, seed + (size_t)s * outputs, image + (size_t)s * inputs);
  }
  return status;
}

/* Of no seed the value is that along the direction 0. */
static Status run_value(DualRun *run, const DualEnvironment *x, Scalar *primal) {
  uint32_t inputs = dual_reals(&run->program->table, run->program->input_linear);
  uint32_t outputs = dual_reals(&run->program->table, run->program->output_linear);
  Scalar *room = arena_array(run->machine->arena, (size_t)inputs + outputs + 1, sizeof *room);
  if (room == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) room[i] = ring_integer(run->machine->ring, 0);
  return run_forward(run, x, room, primal, room + inputs);
}

static Status run_forwards(DualRun *run, const DualEnvironment *x, uint32_t seeds, const Scalar *seed, Scalar *primal,
                           Scalar *image) {
  uint32_t inputs = dual_reals(&run->program->table, run->program->input_linear);
  uint32_t outputs = dual_reals(&run->program->table, run->program->output_linear);
  Status status = seeds == 0 ? run_value(run, x, primal) : STATUS_OK;
  for (uint32_t s = 0; s < seeds && status == STATUS_OK; s++)
    status = run_forward(run, x, seed + (size_t)s * inputs, primal, image + (size_t)s * outputs);
  return status;
}

Status dual_run(Machine *machine, const DualProgram *program, const Scalar *input, uint32_t seeds, const Scalar *seed,
                Scalar *primal, Scalar *image, CostMeter *meter) {
  DualRun run = {.machine = machine, .program = program, .meter = meter};
  MeterStart start = meter_start(machine);
  DualEnvironment *x = dual_extend(&run, NULL);
  if (x == NULL) return STATUS_LIMIT;
  bool forward = program->stage == DUAL_FORWARD;
  Status status = dual_read(&run, program->input, &input, &x->value);
  if (status == STATUS_OK) status = (forward ? run_forwards : run_reverse)(&run, x, seeds, seed, primal, image);
  meter_stop(machine, start, meter);
  return status;
}
