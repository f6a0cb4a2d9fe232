#include "semantics/dualnum/sweep_rows.h"

/* adjoint[i] += d a for one operand (i, d) of a row; d = 1 for NULL */
/*@ requires below: operand_below(ids, partial, n, k, adjoint, k);
    requires adjoint: \valid(adjoint + (0 .. k - 1));
    requires along: \valid_read(x + (0 .. k - 1));
    requires apart: \separated(adjoint + (0 .. k - 1), x + (0 .. k - 1));
    assigns adjoint[0 .. k - 1], ring_state;
    ensures sum: dot(adjoint, x, k) ==
      radd(dot{Pre}(adjoint, x, k), rmul(value(a.word), operand{Pre}(ids, partial, x, n))); */
static inline void sweep_operand(Ring *ring, const uint32_t *ids, const Scalar *partial, uint32_t n, Scalar a,
                                 Scalar *adjoint)
/*@ ghost (const Scalar *x, uint32_t k) */
{
  if (ids == NULL) return;
  /*@ loop invariant range: 0 <= i <= n;
      loop invariant frame_along: \forall integer j; 0 <= j < k ==> x[j].word == \at(x[j].word, Pre);
      loop invariant frame_partial: partial != \null ==>
        \forall integer j; 0 <= j < n ==> partial[j].word == \at(partial[j].word, Pre);
      loop invariant sum: dot(adjoint, x, k) ==
        radd(dot{Pre}(adjoint, x, k), rmul(value(a.word), row_sum{Pre}(ids, partial, x, i)));
      loop assigns i, adjoint[0 .. k - 1], ring_state;
      loop variant n - i; */
  for (uint32_t i = 0; i < n; i++) {
    uint32_t j = ids[i];
    if (j == TAPE_CONSTANT) continue;
    //@ ghost Scalar t = x[j];
    Scalar d = a;
    if (partial != NULL) {
      d = ring_mul(ring, partial[i], a);
      /*@ assert turn: rmul(value(d.word), value(t.word)) ==
            rmul(value(a.word), rmul(value(partial[i].word), value(t.word))); */
    }
    sweep_accumulate(ring, adjoint, j, d) /*@ ghost (x, k) */;
    /*@ assert split: rmul(value(a.word), row_sum{Pre}(ids, partial, x, i + 1)) ==
          radd(rmul(value(a.word), row_sum{Pre}(ids, partial, x, i)), rmul(value(d.word), value(t.word))); */
  }
}

/* The cotangent of a row's node goes to the nodes of the row. */
/*@ requires row: \valid_read(row) && row_below(row, adjoint, row->node + 1);
    requires adjoint: \valid(adjoint + (0 .. row->node));
    requires along: \valid_read(x + (0 .. row->node));
    requires apart: \separated(adjoint + (0 .. row->node), x + (0 .. row->node));
    requires tangent: value(x[row->node].word) == row_tangent(row, x);
    assigns adjoint[0 .. row->node - 1], ring_state;
    ensures transpose: dot(adjoint, x, row->node) == dot{Pre}(adjoint, x, row->node + 1); */
static inline void sweep_row(Ring *ring, const TapeRow *row, Scalar *adjoint)
/*@ ghost (const Scalar *x) */
{
  uint32_t k = row->node;
  Scalar a = adjoint[k];
  sweep_operand(ring, row->x, row->b, row->n, a, adjoint) /*@ ghost (x, k) */;
  /*@ assert kept: operand_kept{Pre, Here}(row->y, row->a, row->n, x, k + 1); */
  /*@ ghost
    /@ loop invariant range: 0 <= i <= row->n;
       loop invariant same: row->y != \null ==>
         row_sum(row->y, row->a, x, i) == row_sum{Pre}(row->y, row->a, x, i);
       loop assigns i;
       loop variant row->n - i; @/
    for (uint32_t i = 0; i < row->n; i++) {
      /@ assert known: row->y != \null && row->y[i] != TAPE_CONSTANT ==> row->y[i] < k; @/
    }
  */
  sweep_operand(ring, row->y, row->a, row->n, a, adjoint) /*@ ghost (x, k) */;
}

void sweep_rows(Ring *ring, Edges edges, const TapeRow *rows, uint32_t count, uint32_t inputs, uint32_t nodes,
                Scalar *adjoint)
/*@ ghost (const Scalar *x) */
{
  uint32_t above = nodes, r = count;
  /*@ loop invariant range: 0 <= r <= count && inputs <= above <= nodes;
      loop invariant rows_below: \forall integer s; 0 <= s < r ==> rows[s].node < above;
      loop invariant rows_above: \forall integer s; r <= s < count ==> above <= rows[s].node;
      loop invariant transpose: dot(adjoint, x, above) == dot{Pre}(adjoint, x, nodes);
      loop invariant frame: \forall Scalar *p; \separated(p, adjoint + (0 .. nodes - 1)) ==>
        p->word == \at(p->word, Pre);
      loop assigns above, r, adjoint[0 .. nodes - 1], ring_state;
      loop variant r; */
  for (;;) {
    uint32_t first = r == 0 ? inputs : rows[r - 1].node + 1;
    /*@ assert first: inputs <= first <= above; */
    /*@ assert low: \forall integer p; first - 1 <= p < above ==> edges.end[first - 1] <= edges.end[p]; */
    /*@ assert high: \forall integer p; first - 1 <= p < above ==> edges.end[p] <= edges.end[above - 1]; */
    /*@ assert part: tape(edges.end, edges.source, first, above); */
    /*@ ghost
      uint32_t p = first - 1;
      /@ loop invariant range: first <= k <= above;
         loop invariant previous: p + 1 == k;
         loop invariant tangent: \forall integer j; first <= j < k ==>
           value(x[j].word) == node(edges.end, edges.source, edges.partial, x, j);
         loop assigns k, p;
         loop variant above - k; @/
      for (uint32_t k = first; k < above; k++) {
        uint32_t from = edges.end[p], to = edges.end[k];
        /@ assert order: edges.end[inputs - 1] <= from <= to <= edges.end[nodes - 1]; @/
        /@ assert under: entry_below(edges.source, from, to, k); @/
        /@ loop invariant inner: from <= e <= to;
           loop invariant equal: entry(edges.source, edges.partial, x, from, e) ==
             entry{Pre}(edges.source, edges.partial, x, from, e);
           loop assigns e;
           loop variant to - e; @/
        for (uint32_t e = from; e < to; e++) {
          /@ assert read: x[edges.source[e]].word == \at(x[\at(edges.source[e], Here)].word, Pre); @/
          /@ assert partial: edges.partial[e].word == \at(edges.partial[\at(e, Here)].word, Pre); @/
        }
        /@ assert other: \forall integer s; 0 <= s < count ==> rows[s].node != k; @/
        /@ assert before: node{Pre}(edges.end, edges.source, edges.partial, x, k) ==
             entry{Pre}(edges.source, edges.partial, x, from, to); @/
        /@ assert given: \at(value(x[\at(k, Here)].word), Pre) ==
             node{Pre}(edges.end, edges.source, edges.partial, x, k); @/
        /@ assert here: node(edges.end, edges.source, edges.partial, x, k) ==
             entry(edges.source, edges.partial, x, from, to); @/
        /@ assert along: x[k].word == \at(x[\at(k, Here)].word, Pre); @/
        p = k;
      }
    */
    sweep_backward(ring, edges, first, above, adjoint) /*@ ghost (x) */;
    if (r == 0) break;
    r--;
    const TapeRow *row = &rows[r];
    /*@ assert row: row->node < nodes && row_below(rows + r, adjoint, nodes); */
    /*@ assert below: row_below(row, adjoint, row->node + 1); */
    /*@ assert frame: \forall Scalar *p; \separated(p, adjoint + (0 .. nodes - 1)) ==>
          p->word == \at(p->word, Pre); */
    /*@ assert kept: words_kept{Pre, Here}(x, nodes); */
    /*@ assert apart_x: row->x != \null && row->b != \null ==>
          \forall integer i; 0 <= i < row->n ==> \separated(row->b + i, adjoint + (0 .. nodes - 1)); */
    /*@ assert apart_y: row->y != \null && row->a != \null ==>
          \forall integer i; 0 <= i < row->n ==> \separated(row->a + i, adjoint + (0 .. nodes - 1)); */
    /*@ assert kept_x: operand_kept{Pre, Here}(row->x, row->b, row->n, x, nodes); */
    /*@ assert kept_y: operand_kept{Pre, Here}(row->y, row->a, row->n, x, nodes); */
    /*@ ghost
      /@ loop invariant range: 0 <= i <= row->n;
         loop invariant same_x: row->x != \null ==>
           row_sum(row->x, row->b, x, i) == row_sum{Pre}(row->x, row->b, x, i);
         loop invariant same_y: row->y != \null ==>
           row_sum(row->y, row->a, x, i) == row_sum{Pre}(row->y, row->a, x, i);
         loop assigns i;
         loop variant row->n - i; @/
      for (uint32_t i = 0; i < row->n; i++) {
        /@ assert known_x: row->x != \null && row->x[i] != TAPE_CONSTANT ==> row->x[i] < row->node; @/
        /@ assert known_y: row->y != \null && row->y[i] != TAPE_CONSTANT ==> row->y[i] < row->node; @/
      }
    */
    /*@ assert given: \at(value(x[\at(row->node, Here)].word), Pre) == row_tangent{Pre}(rows + r, x); */
    /*@ assert along: x[row->node].word == \at(x[\at(row->node, Here)].word, Pre); */
    /*@ assert tangent: value(x[row->node].word) == row_tangent(row, x); */
    sweep_row(ring, row, adjoint) /*@ ghost (x) */;
    above = row->node;
  }
}
