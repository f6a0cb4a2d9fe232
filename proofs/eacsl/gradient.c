/* T-GRAD, run: gradients of small straight-line programs at small inputs, along small directions. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/gradient.c"
#include "proofs/eacsl/ring_campaign.h"
#include "proofs/eacsl/programs.h"
// clang-format on

/* Values and derivatives of the nodes, by the rules. */
static void values(Ring *ring, const StraightNode *code, uint32_t nodes, const Scalar *constant, const Scalar *x,
                   Scalar *w, Scalar *t) {
  for (uint32_t k = 0; k < nodes; k++) {
    uint32_t a = code[k].a, b = code[k].b;
    switch (code[k].code) {
    case STRAIGHT_INPUT: w[k] = x[a]; break;
    case STRAIGHT_CONSTANT: w[k] = constant[a], t[k] = ring_integer(ring, 0); break;
    case STRAIGHT_ADD: w[k] = ring_add(ring, w[a], w[b]), t[k] = ring_add(ring, t[a], t[b]); break;
    case STRAIGHT_SUB: w[k] = ring_sub(ring, w[a], w[b]), t[k] = ring_sub(ring, t[a], t[b]); break;
    case STRAIGHT_MUL:
      w[k] = ring_mul(ring, w[a], w[b]);
      t[k] = ring_add(ring, ring_mul(ring, t[a], w[b]), ring_mul(ring, w[a], t[b]));
      break;
    case STRAIGHT_NEG: w[k] = ring_neg(ring, w[a]), t[k] = ring_neg(ring, t[a]); break;
    }
  }
}

static void run(Ring *ring, uint32_t inputs, uint32_t nodes, uint64_t number) {
  StraightNode code[NODES];
  Scalar constant[CONSTANTS], x[2], w[NODES], t[NODES], adjoint[NODES];
  uint64_t digits = program(code, inputs, nodes, number) * 11 + number * 7;
  digits = campaign_draw(ring, constant, CONSTANTS, CONSTANTS, digits);
  digits = campaign_draw(ring, x, 2, inputs, digits + number);
  (void)campaign_draw(ring, t, NODES, inputs, digits + number / 3);
  values(ring, code, nodes, constant, x, w, t);
  for (uint32_t output = 0; output < nodes; output++)
    straight_gradient(ring, code, inputs, nodes, w, output, adjoint, CONSTANTS, constant, x, t);
}

static void forbidden(Ring *ring) {
  StraightNode code[2] = {{STRAIGHT_INPUT, 0, 0}, {STRAIGHT_NEG, 0, 0}};
  Scalar x[1] = {{1}}, w[2] = {{1}, {1}}, t[2] = {{1}, {1}}, adjoint[2];
  straight_gradient(ring, code, 1, 2, w, 1, adjoint, 0, x, x, t); /* what is not the value of a node */
}

static void campaign(Ring *ring) {
  for (uint32_t inputs = 1; inputs <= 2; inputs++) {
    for (uint32_t nodes = inputs; nodes <= inputs + 3; nodes++) {
      uint64_t count = programs(inputs, nodes) / (nodes == inputs + 3 ? 4 : 1);
      for (uint64_t number = 0; number < count; number++)
        run(ring, inputs, nodes, number * (nodes == inputs + 3 ? 37 : 1));
    }
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
