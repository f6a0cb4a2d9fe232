/* The sweeps of a tape: flat arrays, proved (T-TRANSPOSE, proofs/laws/sweep.c).
 *
 * The entry of node k is the edges end[k-1] .. end[k]; an edge e goes to the node
 * source[e], below k, with the partial derivative partial[e].  Nodes below
 * `inputs` have no entry. */
#ifndef ADJUDGE_DUAL_SWEEP_H
#define ADJUDGE_DUAL_SWEEP_H

#include "semantics/core/ring.h"

typedef struct Edges {
  const uint32_t *end;    /* of the entry of each node */
  const uint32_t *source; /* of each edge: the node, */
  const Scalar *partial;  /* and d */
} Edges;

/* Tangents forwards: x[k] = sum of d x[j] over the entry (j, d) of k, for each node
 * above the inputs; x[0 .. inputs - 1] is given. */
/*@ requires tape: tape(edges.end, edges.source, inputs, nodes);
    requires arrays: sweep_arrays(edges.end, edges.source, edges.partial, x, inputs, nodes);
    assigns x[inputs .. nodes - 1], ring_state;
    ensures tangent: tangent(edges.end, edges.source, edges.partial, x, inputs, nodes);
    ensures inputs: \forall integer i; 0 <= i < inputs ==> x[i].word == \old(x[i].word); */
void sweep_forward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *x);

/* Cotangents backwards: for each node k above the inputs, from the last,
 * adjoint[j] += d adjoint[k] over the entry (j, d) of k. */
/*@ requires tape: tape(edges.end, edges.source, inputs, nodes);
    requires arrays: sweep_arrays(edges.end, edges.source, edges.partial, adjoint, inputs, nodes);
    requires along: \valid_read(x + (0 .. nodes - 1)) && \separated(adjoint + (0 .. nodes - 1), x + (0 .. nodes - 1));
    requires tangent: tangent(edges.end, edges.source, edges.partial, x, inputs, nodes);
    assigns adjoint[0 .. nodes - 1], ring_state;
    ensures transpose: dot(adjoint, x, inputs) == dot{Pre}(adjoint, x, nodes); */
void sweep_backward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *adjoint)
    /*@ ghost (const Scalar *x) */;

#endif
