#include "verify/truth/varied.h"

#include "semantics/memory/try.h"

Status varied_column(Machine *machine, const Program *program, const Varied *varied, const Scalar *point,
                     uint32_t column, Scalar *room, Scalar *out) {
  Scalar *output = room + varied->inputs;
  for (uint32_t slot = 0, real = 0; slot < varied->inputs; slot++) {
    bool is_real = real < varied->columns && varied->input_slot[real] == slot;
    Scalar by = ring_integer(varied->variation, is_real && real == column ? 1 : 0);
    room[slot] = is_real ? varied->make(varied->ring, point[slot], by) : point[slot];
    real += is_real;
  }
  TRY(source_evaluator.eval(machine, program, room, output));
  for (uint32_t row = 0; row < varied->rows; row++)
    out[row] = varied->take(varied->ring, output[varied->output_slot[row]]);
  return STATUS_OK;
}
