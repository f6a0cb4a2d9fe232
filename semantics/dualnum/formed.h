/* Whether a tape is what its sweep asks for, proved (T-TRANSPOSE, proofs/laws/tape_formed.c). */
#ifndef ADJUDGE_DUAL_FORMED_H
#define ADJUDGE_DUAL_FORMED_H

#include "semantics/dualnum/rows.h"
#include "semantics/dualnum/sweep.h"

/* Exactly if the entries lie in a row within the `count` edges, each node's to lower nodes. */
/*@ requires nodes: \valid_read(edges.end + (0 .. nodes - 1)) && \valid_read(edges.source + (0 .. count - 1));
    assigns \nothing;
    ensures formed: \result <==> tape(edges.end, edges.source, inputs, nodes) && edges.end[nodes - 1] <= count;
    ensures order: \result ==>
      \forall integer i, j; inputs - 1 <= i <= j < nodes ==> edges.end[i] <= edges.end[j]; */
bool edges_formed(Edges edges, uint32_t count, uint32_t inputs, uint32_t nodes);

/* Exactly if the rows are in order of their nodes, which have no edges, and name lower nodes. */
/*@ requires nodes: 0 < inputs <= nodes && \valid_read(end + (0 .. nodes - 1));
    requires rows: \valid_read(rows + (0 .. count - 1));
    requires ids: \forall integer r; 0 <= r < count ==> ids_readable(rows[r].x, rows[r].n) &&
      ids_readable(rows[r].y, rows[r].n);
    assigns \nothing;
    ensures formed: \result <==> rows_of_tape(end, rows, count, inputs, nodes) &&
      \forall integer r; 0 <= r < count ==> ids_below(rows[r].x, rows[r].n, rows[r].node) &&
        ids_below(rows[r].y, rows[r].n, rows[r].node); */
bool rows_formed(const uint32_t *end, const TapeRow *rows, uint32_t count, uint32_t inputs, uint32_t nodes);

#endif
