#include "verify/battery/straight.h"

#include "semantics/dualnum/gradient.h"
#include "semantics/memory/try.h"
#include "semantics/straight/ring_straight.h"
#include "semantics/straight/straight.h"

typedef struct Recording {
  StraightProgram program;
  Scalar *constant, *output; /* over F_p; the node of each output */
} Recording;

Status straight_record(Subject *subject, uint32_t room, Scalar *output) {
  Battery *battery = subject->battery;
  straight_begin_symbols(battery->straight, subject->inputs, 0, room);
  Scalar *input = subject_scalars(subject, subject->inputs);
  if (input == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < subject->inputs; i++) input[i] = (Scalar){i};
  Machine machine = machine_make(battery->store, battery->straight, &battery->values);
  ArenaMark mark = arena_mark(&battery->values);
  Status status = source_evaluator.eval(&machine, subject->program, input, output);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(battery->straight);
  return status != STATUS_OK ? status : left;
}

static Status record(Subject *subject, Recording *recording) {
  Battery *battery = subject->battery;
  recording->output = subject_scalars(subject, subject->outputs);
  if (recording->output == NULL) return STATUS_LIMIT;
  TRY(straight_record(subject, 0, recording->output));
  recording->program = straight_recorded(battery->straight);
  recording->constant = subject_scalars(subject, recording->program.constants);
  if (recording->constant == NULL) return STATUS_LIMIT;
  return straight_constants(battery->field, &recording->program, recording->constant);
}

static Status push(Subject *subject, const Recording *recording, const Scalar *x, const Scalar *v, Scalar *answer) {
  const StraightProgram *program = &recording->program;
  Ring *field = subject->battery->field;
  Dual *w = subject_room(subject, program->nodes, sizeof *w);
  if (w == NULL) return STATUS_LIMIT;
  straight_duals(field, program->code, program->nodes, recording->constant, x, v, w);
  for (uint32_t o = 0; o < subject->outputs; o++) {
    answer[o] = w[recording->output[o].word].real;
    answer[subject->outputs + o] = w[recording->output[o].word].epsilon;
  }
  return ring_take_status(field);
}

static Status pull(Subject *subject, const Recording *recording, const Scalar *x, const Scalar *v, Scalar *answer) {
  const StraightProgram *program = &recording->program;
  Ring *field = subject->battery->field;
  Scalar *w = subject_scalars(subject, program->nodes), *adjoint = subject_scalars(subject, program->nodes);
  if (w == NULL || adjoint == NULL) return STATUS_LIMIT;
  straight_values(field, program->code, program->nodes, recording->constant, x, w);
  for (uint32_t o = 0; o < subject->outputs; o++) {
    uint32_t node = (uint32_t)recording->output[o].word;
    straight_gradient(field, program->code, subject->inputs, program->nodes, w, node, adjoint);
    Scalar sum = ring_integer(field, 0);
    for (uint32_t i = 0; i < subject->inputs; i++) sum = ring_add(field, sum, ring_mul(field, adjoint[i], v[i]));
    answer[o] = w[node];
    answer[subject->outputs + o] = sum;
  }
  return ring_take_status(field);
}

Status straight_derivative(Subject *subject, const Scalar *x, const Scalar *v, bool reverse, Scalar *answer) {
  Recording recording;
  TRY(record(subject, &recording));
  return reverse ? pull(subject, &recording, x, v, answer) : push(subject, &recording, x, v, answer);
}
