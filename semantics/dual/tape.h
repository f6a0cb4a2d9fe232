/* The tape (section 8.3): what each scalar depends on, in order of creation.
 *
 * A node is a scalar; its entry is the list of (i, d) of the nodes it was made
 * from with the partial derivatives; inputs have empty entries.  Ids rise with
 * creation, so an entry names lower ids only, and one sweep downwards carries
 * the cotangents of the outputs to the inputs.  All in flat arrays that grow. */
#ifndef ADJUDGE_DUAL_TAPE_H
#define ADJUDGE_DUAL_TAPE_H

#include "semantics/dual/meter.h"

/* The id of a scalar that depends on no input: it has no node, since what would
 * be added to it is never read. */
#define TAPE_CONSTANT UINT32_MAX
/* The most edges and nodes; more is LIMIT. */
#define TAPE_LIMIT ((uint32_t)1 << 27)

typedef struct Tape {
  uint32_t nodes, edges;
  uint32_t node_capacity, edge_capacity;
  uint32_t *end;    /* the entry of node k is the edges end[k-1] .. end[k] */
  uint32_t *source; /* of each edge: the id, */
  Scalar *partial;  /* and d */
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
/* The node of the edges added since the last; its id. */
static inline uint32_t tape_node(Tape *tape) {
  tape->end[tape->nodes] = tape->edges;
  return tape->nodes++;
}

/* adjoint[i] += d adjoint[k] for each (i, d) in the entry of k, k from the last
 * node to 0: `adjoint` has one scalar a node and begins as the cotangents of the
 * outputs.  Failures are the ring's. */
void tape_sweep(const Tape *tape, Ring *ring, Scalar *adjoint);

#endif
