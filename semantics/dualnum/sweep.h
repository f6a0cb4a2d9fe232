/* The sweeps of a tape: flat arrays, proved (T-TRANSPOSE, proofs/laws/sweep.c).
 *
 * The entry of node k is the edges end[k-1] .. end[k]; an edge e goes to the node
 * source[e], below k, with the partial derivative partial[e].  Nodes below
 * `inputs` have no entry. */
#ifndef ADJUDGE_DUAL_SWEEP_H
#define ADJUDGE_DUAL_SWEEP_H

#include "semantics/rings/ring.h"

typedef struct Edges {
  const uint32_t *end;    /* of the entry of each node */
  const uint32_t *source; /* of each edge: the node, */
  const Scalar *partial;  /* and d */
} Edges;

/* adjoint[j] += d */
/*@ requires range: j < n;
    requires adjoint: \valid(adjoint + (0 .. n - 1));
    requires along: \valid_read(x + (0 .. n - 1));
    requires apart: \separated(adjoint + (0 .. n - 1), x + (0 .. n - 1));
    requires words: members(adjoint, 0, n) && member(d.word);
    assigns adjoint[j], ring_state;
    ensures words: members(adjoint, 0, n);
    ensures sum: dot(adjoint, x, n) ==
      radd(dot{Pre}(adjoint, x, n), rmul(value(d.word), value(x[j].word))); */
static inline void sweep_accumulate(Ring *ring, Scalar *adjoint, uint32_t j, Scalar d)
/*@ ghost (const Scalar *x, uint32_t n) */
{
  //@ ghost Scalar old = adjoint[j], along = x[j];
  adjoint[j] = ring_add(ring, adjoint[j], d);
  /*@ assert frame_along: \forall integer i; 0 <= i < n ==> x[i].word == \at(x[i].word, Pre); */
  /*@ assert frame_adjoint: \forall integer i; 0 <= i < n && i != j ==> adjoint[i].word == \at(adjoint[i].word, Pre); */
  /*@ assert here: value(adjoint[j].word) == radd(value(old.word), value(d.word)); */
  /*@ ghost
    /@ loop invariant range: 0 <= q <= n;
       loop invariant below: q <= j ==> dot(adjoint, x, q) == dot{Pre}(adjoint, x, q);
       loop invariant above: q > j ==> dot(adjoint, x, q) ==
         radd(dot{Pre}(adjoint, x, q), rmul(value(d.word), value(along.word)));
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      /@ assert now: dot(adjoint, x, q + 1) ==
           radd(dot(adjoint, x, q), rmul(value(adjoint[q].word), value(x[q].word))); @/
      /@ assert then: dot{Pre}(adjoint, x, q + 1) == radd(dot{Pre}(adjoint, x, q),
           rmul(value(\at(adjoint[\at(q, Here)].word, Pre)), value(\at(x[\at(q, Here)].word, Pre)))); @/
      /@ assert step_at: q == j ==> dot(adjoint, x, q + 1) ==
           radd(dot{Pre}(adjoint, x, q + 1), rmul(value(d.word), value(along.word))); @/
      /@ assert step_above: q > j ==> dot(adjoint, x, q + 1) ==
           radd(dot{Pre}(adjoint, x, q + 1), rmul(value(d.word), value(along.word))); @/
    }
  */
}

/* Tangents forwards: x[k] = sum of d x[j] over the entry (j, d) of k, for each node
 * above the inputs; x[0 .. inputs - 1] is given. */
/*@ requires tape: tape(edges.end, edges.source, inputs, nodes);
    requires arrays: sweep_arrays(edges.end, edges.source, edges.partial, x, inputs, nodes);
    requires words: members(edges.partial, edges.end[inputs - 1], edges.end[nodes - 1]) && members(x, 0, inputs);
    assigns x[inputs .. nodes - 1], ring_state;
    ensures words: members(x, 0, nodes);
    ensures tangent: tangent(edges.end, edges.source, edges.partial, x, inputs, nodes);
    ensures inputs: \forall integer i; 0 <= i < inputs ==> x[i].word == \old(x[i].word); */
void sweep_forward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *x);

/* Cotangents backwards: for each node k above the inputs, from the last,
 * adjoint[j] += d adjoint[k] over the entry (j, d) of k. */
/*@ requires tape: tape(edges.end, edges.source, inputs, nodes);
    requires arrays: sweep_arrays(edges.end, edges.source, edges.partial, adjoint, inputs, nodes);
    requires along: \valid_read(x + (0 .. nodes - 1)) && \separated(adjoint + (0 .. nodes - 1), x + (0 .. nodes - 1));
    requires tangent: tangent(edges.end, edges.source, edges.partial, x, inputs, nodes);
    requires words: members(edges.partial, edges.end[inputs - 1], edges.end[nodes - 1]) && members(adjoint, 0, nodes);
    assigns adjoint[0 .. nodes - 1], ring_state;
    ensures words: members(adjoint, 0, nodes);
    ensures transpose: dot(adjoint, x, inputs) == dot{Pre}(adjoint, x, nodes); */
void sweep_backward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *adjoint)
    /*@ ghost (const Scalar *x) */;

#endif
