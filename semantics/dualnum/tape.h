/* The tape (section 8.3): what each scalar depends on, in order of creation.
 *
 * A node is a scalar; its entry is the list of (i, d) of the nodes it was made
 * from with the partial derivatives; inputs have empty entries.  Ids rise with
 * creation, so an entry names lower ids only, and one sweep downwards carries
 * the cotangents of the outputs to the inputs.  All in flat arrays that grow. */
#ifndef ADJUDGE_DUAL_TAPE_H
#define ADJUDGE_DUAL_TAPE_H

#include "semantics/dualnum/meter.h"
#include "semantics/dualnum/rows.h"

/* The most edges and nodes; more is LIMIT. */
#define TAPE_LIMIT ((uint32_t)1 << 27)

typedef struct Tape {
  uint32_t inputs; /* nodes 0 .. inputs-1, with empty entries */
  uint32_t nodes, edges, rows;
  uint32_t node_capacity, edge_capacity, row_capacity;
  uint64_t row_edges; /* in all rows */
  TapeRow *row;       /* in order of node */
  uint32_t *end;      /* the entry of node k is the edges end[k-1] .. end[k] */
  uint32_t *source;   /* of each edge: the id, */
  Scalar *partial;    /* and d */
} Tape;

void tape_init(Tape *tape);
void tape_free(Tape *tape);

/* Makes room; false at the limit or without memory. */
bool tape_grow(Tape *tape, uint32_t nodes, uint32_t edges);
static inline bool tape_reserve(Tape *tape, uint32_t nodes, uint32_t edges) {
  if (nodes <= tape->node_capacity - tape->nodes && edges <= tape->edge_capacity - tape->edges) return true;
  return tape_grow(tape, nodes, edges);
}

/* An edge of the node being made; room must have been reserved. */
static inline void tape_edge(Tape *tape, uint32_t source, Scalar partial) {
  tape->source[tape->edges] = source;
  tape->partial[tape->edges++] = partial;
}
/* n more inputs: before all other nodes.  The first of them; false at the limit. */
bool tape_inputs(Tape *tape, uint32_t n, uint32_t *first);

/* The node of the edges added since the last; its id. */
static inline uint32_t tape_node(Tape *tape) {
  tape->end[tape->nodes] = tape->edges;
  return tape->nodes++;
}

/* A new node whose entry is the row alone; false without memory.  *id is the node. */
bool tape_row(Tape *tape, const TapeRow *row, uint32_t *id);

/* Whether the tape is one, by the proved check (formed.h): entries in order, each to lower nodes. */
bool tape_formed(const Tape *tape);

/* adjoint[i] += d adjoint[k] for each (i, d) in the entry of k, k from the last
 * node to 0: `adjoint` has one scalar a node and begins as the cotangents of the
 * outputs, and the tape is formed.  Failures are the ring's. */
void tape_sweep(const Tape *tape, Ring *ring, Scalar *adjoint);

#endif
