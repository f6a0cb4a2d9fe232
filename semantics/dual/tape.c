#include "semantics/dual/tape.h"

#include "semantics/core/rules.h"

#include <stdlib.h>

#define FIRST_NODES 64u

void tape_init(Tape *tape) { *tape = (Tape){.nodes = 0}; }

void tape_free(Tape *tape) {
  free(tape->end);
  free(tape->source);
  free(tape->partial);
  tape_init(tape);
}

/* A capacity for `more` beyond `used`, at least twice the old; 0 beyond the limit. */
static uint32_t enough(uint32_t capacity, uint32_t used, uint32_t more) {
  uint64_t wanted = (uint64_t)used + more, grown = 2 * (uint64_t)capacity;
  if (wanted > TAPE_LIMIT) return 0;
  if (grown < FIRST_NODES) grown = FIRST_NODES;
  if (grown < wanted) grown = wanted;
  return grown > TAPE_LIMIT ? TAPE_LIMIT : (uint32_t)grown;
}

bool tape_grow(Tape *tape, uint32_t nodes, uint32_t edges) {
  if (nodes > tape->node_capacity - tape->nodes) {
    uint32_t capacity = enough(tape->node_capacity, tape->nodes, nodes);
    uint32_t *end = capacity == 0 ? NULL : realloc(tape->end, (size_t)capacity * sizeof *end);
    if (end == NULL) return false;
    tape->end = end;
    tape->node_capacity = capacity;
  }
  if (edges > tape->edge_capacity - tape->edges) {
    uint32_t capacity = enough(tape->edge_capacity, tape->edges, edges);
    uint32_t *source = capacity == 0 ? NULL : realloc(tape->source, (size_t)capacity * sizeof *source);
    if (source == NULL) return false;
    tape->source = source;
    Scalar *partial = realloc(tape->partial, (size_t)capacity * sizeof *partial);
    if (partial == NULL) return false;
    tape->partial = partial;
    tape->edge_capacity = capacity;
  }
  return true;
}

/* for k = last .. 0 inclusive: for (i, d) in entry k: adjoint[i] += d adjoint[k] */
void tape_sweep(const Tape *tape, Ring *ring, Scalar *adjoint) {
  RULE(TAPE_SWEEP);
  for (uint32_t k = tape->nodes; k-- > 0;) {
    Scalar a = adjoint[k];
    for (uint32_t e = k == 0 ? 0 : tape->end[k - 1]; e < tape->end[k]; e++) {
      Scalar *into = &adjoint[tape->source[e]];
      *into = ring_add(ring, *into, ring_mul(ring, tape->partial[e], a));
    }
  }
}
