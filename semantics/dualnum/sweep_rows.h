/* The reverse sweep of a tape with rows, proved (T-TRANSPOSE, proofs/laws/rows.c). */
#ifndef ADJUDGE_DUAL_SWEEP_ROWS_H
#define ADJUDGE_DUAL_SWEEP_ROWS_H

#include "semantics/dualnum/rows.h"
#include "semantics/dualnum/sweep.h"

/* sweep_backward where the entries of some nodes are rows: `rows` has them, in
 * order of node. */
/*@ requires tape: tape(edges.end, edges.source, inputs, nodes);
    requires order: \forall integer i, j; inputs - 1 <= i <= j < nodes ==> edges.end[i] <= edges.end[j];
    requires arrays: sweep_arrays(edges.end, edges.source, edges.partial, adjoint, inputs, nodes);
    requires rows: rows_of_tape(edges.end, rows, count, inputs, nodes);
    requires below: \forall integer r; 0 <= r < count ==> row_below(rows + r, adjoint, nodes);
    requires along: \valid_read(x + (0 .. nodes - 1)) && \separated(adjoint + (0 .. nodes - 1), x + (0 .. nodes - 1));
    requires tangent: tangent_with_rows(edges.end, edges.source, edges.partial, rows, count, x, inputs, nodes);
    assigns adjoint[0 .. nodes - 1], ring_state;
    ensures transpose: dot(adjoint, x, inputs) == dot{Pre}(adjoint, x, nodes); */
void sweep_rows(Ring *ring, Edges edges, const TapeRow *rows, uint32_t count, uint32_t inputs, uint32_t nodes,
                Scalar *adjoint) /*@ ghost (const Scalar *x) */;

#endif
