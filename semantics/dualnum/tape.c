#include "semantics/dualnum/tape.h"

#include "semantics/dualnum/formed.h"
#include "semantics/dualnum/sweep_rows.h"
#include "semantics/tables/rules.h"

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

bool tape_inputs(Tape *tape, uint32_t n, uint32_t *first) {
  if (tape->nodes != tape->inputs || n > TAPE_LIMIT - tape->nodes) return false;
  if (!tape_reserve(tape, n, 0)) return false;
  *first = tape->nodes;
  for (uint32_t k = 0; k < n; k++) (void)tape_node(tape);
  tape->inputs = tape->nodes;
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

static Edges edges_of(const Tape *tape) { return (Edges){tape->end, tape->source, tape->partial}; }

bool tape_formed(const Tape *tape) {
  if (tape->inputs == 0) return true; /* nothing is swept */
  return edges_formed(edges_of(tape), tape->edges, tape->inputs, tape->nodes) &&
         rows_formed(tape->end, tape->row, tape->rows, tape->inputs, tape->nodes);
}

/* for k = last .. inputs inclusive, the entries of inputs being empty: for (i, d) in entry k: adjoint[i] += d
 * adjoint[k]; by the proved sweep. */
void tape_sweep(const Tape *tape, Ring *ring, Scalar *adjoint) {
  RULE(TAPE_SWEEP);
  if (tape->inputs == 0) return; /* and there is nothing that depends on any */
  sweep_rows(ring, edges_of(tape), tape->row, tape->rows, tape->inputs, tape->nodes, adjoint);
}
