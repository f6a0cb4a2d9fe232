/* T-EVAL and T-DUAL, run: small straight-line programs at small inputs, along small directions. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/straight.c"
#include "proofs/eacsl/ring_campaign.h"
#include "proofs/eacsl/programs.h"
// clang-format on

static void run(Ring *ring, uint32_t inputs, uint32_t nodes, uint64_t number) {
  StraightNode code[NODES];
  Scalar constant[CONSTANTS], x[2], dx[2], w[NODES];
  Dual duals[NODES];
  uint64_t digits = program(code, inputs, nodes, number) * 11 + number * 7;
  digits = campaign_draw(ring, constant, CONSTANTS, CONSTANTS, digits);
  digits = campaign_draw(ring, x, 2, inputs, digits + number);
  (void)campaign_draw(ring, dx, 2, inputs, digits + number / 3);
  straight_values(ring, code, nodes, constant, x, w, inputs, CONSTANTS);
  straight_duals(ring, code, nodes, constant, x, dx, duals, inputs, CONSTANTS);
}

static void forbidden(Ring *ring) {
  StraightNode code[2] = {{STRAIGHT_INPUT, 0, 0}, {STRAIGHT_NEG, 1, 0}};
  Scalar x[1] = {{1}}, w[2];
  straight_values(ring, code, 2, x, x, w, 1, 1); /* a node that is its own operand */
}

static void campaign(Ring *ring) {
  for (uint32_t inputs = 1; inputs <= 2; inputs++) {
    for (uint32_t nodes = inputs; nodes <= inputs + 3; nodes++) {
      uint64_t count = programs(inputs, nodes);
      for (uint64_t number = 0; number < count; number++)
        run(ring, inputs, nodes, number * (nodes == inputs + 3 ? 37 : 1));
    }
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
