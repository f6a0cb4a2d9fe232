#include "semantics/dual/tape.h"

#include "semantics/core/rules.h"

#include <stdlib.h>

#define FIRST_NODES 64u

void tape_init(Tape *tape) { *tape = (Tape){.nodes = 0}; }

void tape_free(Tape *tape) {
  free(tape->end);
  free(tape->source);
  free(tape->partial);
  free(tape->row);
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
  uint32_t used = tape->nodes - tape->inputs;
  if (nodes > tape->node_capacity - used) {
    uint32_t capacity = enough(tape->node_capacity, used, nodes);
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

bool tape_inputs(Tape *tape, uint32_t n, uint32_t *first) {
  if (tape->nodes != tape->inputs || n > TAPE_LIMIT - tape->nodes) return false;
  *first = tape->nodes;
  tape->inputs = tape->nodes += n;
  return true;
}

bool tape_row(Tape *tape, const TapeRow *row, uint32_t *id) {
  if (tape->rows == tape->row_capacity) {
    uint32_t capacity = enough(tape->row_capacity, tape->rows, 1);
    TapeRow *rows = capacity == 0 ? NULL : realloc(tape->row, (size_t)capacity * sizeof *rows);
    if (rows == NULL) return false;
    tape->row = rows;
    tape->row_capacity = capacity;
  }
  if (!tape_reserve(tape, 1, 0)) return false;
  *id = tape_node(tape);
  tape->row[tape->rows] = *row;
  tape->row[tape->rows++].node = *id;
  tape->row_edges += (uint64_t)row->n * (row->y == NULL ? 1u : 2u);
  return true;
}

/* adjoint[i] += d a for one operand of a row; d = 1 for NULL */
static void sweep_row(Ring *ring, const uint32_t *ids, const Scalar *partial, uint32_t n, Scalar a, Scalar *adjoint) {
  for (uint32_t i = 0; ids != NULL && i < n; i++) {
    if (ids[i] == TAPE_CONSTANT) continue;
    Scalar *into = &adjoint[ids[i]];
    *into = ring_add(ring, *into, partial == NULL ? a : ring_mul(ring, partial[i], a));
  }
}

/* for k = last .. inputs inclusive, the entries of inputs being empty: for (i, d) in entry k: adjoint[i] += d
 * adjoint[k] */
void tape_sweep(const Tape *tape, Ring *ring, Scalar *adjoint) {
  RULE(TAPE_SWEEP);
  uint32_t rows = tape->rows;
  for (uint32_t k = tape->nodes; k-- > tape->inputs;) {
    uint32_t at = k - tape->inputs;
    Scalar a = adjoint[k];
    for (; rows > 0 && tape->row[rows - 1].node == k; rows--) {
      const TapeRow *row = &tape->row[rows - 1];
      sweep_row(ring, row->x, row->b, row->n, a, adjoint);
      sweep_row(ring, row->y, row->a, row->n, a, adjoint);
    }
    for (uint32_t e = at == 0 ? 0 : tape->end[at - 1]; e < tape->end[at]; e++) {
      Scalar *into = &adjoint[tape->source[e]];
      *into = ring_add(ring, *into, ring_mul(ring, tape->partial[e], a));
    }
  }
}
