/* T-TRANSPOSE, run: all tapes of up to two inputs, two entries and two edges an entry, with small values. */
// clang-format off
#include <stdio.h>
#include "proofs/eacsl/support.acsl"
#include "proofs/eacsl/executable.acsl"
#include "proofs/laws/sweep.c"
#include "proofs/eacsl/ring_campaign.h"
// clang-format on

#define NODES 4
#define EDGES 4

/* The tape of this number. */
static void sweep(Ring *ring, uint32_t inputs, uint32_t nodes, uint64_t code) {
  uint32_t end[NODES] = {0, 0, 0, 0}, source[EDGES], edges = 0;
  Scalar partial[EDGES], x[NODES], adjoint[NODES];
  for (uint32_t k = inputs; k < nodes; k++) {
    for (uint64_t more = code % 3; more > 0; more--) {
      code = code / 3 * 3 + 7 * code % 5; /* some node below k, and not always the same */
      source[edges++] = (uint32_t)(code % k);
    }
    code /= 3;
    end[k] = edges;
  }
  code = campaign_draw(ring, partial, EDGES, edges, code);
  code = campaign_draw(ring, x, NODES, inputs, code);
  (void)campaign_draw(ring, adjoint, NODES, nodes, code * 5 + 3);
  Edges tape = {end, source, partial};
  sweep_forward(ring, tape, inputs, nodes, x);
  sweep_backward(ring, tape, inputs, nodes, adjoint, x);
}

static void forbidden(Ring *ring) {
  uint32_t end[2] = {0, 1}, source[1] = {1};
  Scalar partial[1] = {{1}}, x[2] = {{1}, {1}};
  Edges tape = {end, source, partial};
  sweep_forward(ring, tape, 1, 2, x); /* a node that depends on itself */
}

static void campaign(Ring *ring) {
  for (uint32_t inputs = 1; inputs <= 2; inputs++) {
    for (uint32_t nodes = inputs; nodes <= inputs + 2; nodes++) {
      for (uint64_t code = 0; code < 6000; code++) sweep(ring, inputs, nodes, code);
    }
  }
}

int main(int arguments, char **argument) {
  (void)argument;
  return campaign_run(arguments > 1 ? forbidden : campaign);
}
