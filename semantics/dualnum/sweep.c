#include "semantics/dualnum/sweep.h"

/* k - 1: the provers see a number, not a subtraction that might wrap. */
/*@ requires positive: k > 0;
    assigns \nothing;
    ensures before: \result + 1 == k; */
static inline uint32_t before(uint32_t k) { return k - 1; }

/* For each (j, d) of the entry first .. last: adjoint[j] += d c */
/*@ requires entry: entry_below(edges.source, first, last, k);
    requires range: first <= last;
    requires source: \valid_read(edges.source + (first .. last - 1));
    requires partial: \valid_read(edges.partial + (first .. last - 1));
    requires adjoint: \valid(adjoint + (0 .. k - 1));
    requires along: \valid_read(x + (0 .. k - 1));
    requires apart: \separated(adjoint + (0 .. k - 1), x + (0 .. k - 1));
    requires apart_partial: \separated(adjoint + (0 .. k - 1), edges.partial + (first .. last - 1));
    requires words: members(edges.partial, first, last) && member(c.word) && members(adjoint, 0, k);
    assigns adjoint[0 .. k - 1], ring_state;
    ensures words: members(adjoint, 0, k);
    ensures sum: dot(adjoint, x, k) == radd(dot{Pre}(adjoint, x, k),
      rmul(value(c.word), entry{Pre}(edges.source, edges.partial, x, first, last))); */
static inline void sweep_entry(Ring *ring, Edges edges, uint32_t first, uint32_t last, Scalar c, Scalar *adjoint)
/*@ ghost (const Scalar *x, uint32_t k) */
{
  /*@ loop invariant range: first <= e <= last;
      loop invariant frame_along: \forall integer i; 0 <= i < k ==> x[i].word == \at(x[i].word, Pre);
      loop invariant frame_partial: \forall integer i; first <= i < last ==>
        edges.partial[i].word == \at(edges.partial[i].word, Pre);
      loop invariant sum: dot(adjoint, x, k) == radd(dot{Pre}(adjoint, x, k),
        rmul(value(c.word), entry{Pre}(edges.source, edges.partial, x, first, e)));
      loop invariant words: members(adjoint, 0, k);
      loop assigns e, adjoint[0 .. k - 1], ring_state;
      loop variant last - e; */
  for (uint32_t e = first; e < last; e++) {
    uint32_t j = edges.source[e];
    //@ ghost Scalar p = edges.partial[e], t = x[j];
    Scalar d = ring_mul(ring, edges.partial[e], c);
    /*@ assert next: entry{Pre}(edges.source, edges.partial, x, first, e + 1) ==
          radd(entry{Pre}(edges.source, edges.partial, x, first, e), rmul(value(p.word), value(t.word))); */
    /*@ assert turn: rmul(value(d.word), value(t.word)) ==
          rmul(value(c.word), rmul(value(p.word), value(t.word))); */
    sweep_accumulate(ring, adjoint, j, d) /*@ ghost (x, k) */;
    /*@ assert split: rmul(value(c.word), entry{Pre}(edges.source, edges.partial, x, first, e + 1)) ==
          radd(rmul(value(c.word), entry{Pre}(edges.source, edges.partial, x, first, e)),
               rmul(value(d.word), value(t.word))); */
  }
}

/* The sum of d x[j] over the entry first .. last. */
/*@ requires entry: entry_below(edges.source, first, last, k);
    requires range: first <= last;
    requires source: \valid_read(edges.source + (first .. last - 1));
    requires partial: \valid_read(edges.partial + (first .. last - 1));
    requires along: \valid_read(x + (0 .. k - 1));
    requires words: members(edges.partial, first, last) && members(x, 0, k);
    assigns ring_state;
    ensures word: member(\result.word);
    ensures sum: value(\result.word) == entry(edges.source, edges.partial, x, first, last); */
static inline Scalar sweep_sum(Ring *ring, Edges edges, uint32_t first, uint32_t last, const Scalar *x)
/*@ ghost (uint32_t k) */
{
  Scalar sum = ring_integer(ring, 0);
  /*@ loop invariant range: first <= e <= last;
      loop invariant word: member(sum.word);
      loop invariant sum: value(sum.word) == entry(edges.source, edges.partial, x, first, e);
      loop assigns e, sum, ring_state;
      loop variant last - e; */
  for (uint32_t e = first; e < last; e++) {
    Scalar product = ring_mul(ring, edges.partial[e], x[edges.source[e]]);
    sum = ring_add(ring, sum, product);
  }
  return sum;
}

void sweep_forward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *x) {
  /*@ loop invariant range: inputs <= k <= nodes;
      loop invariant tangent: tangent(edges.end, edges.source, edges.partial, x, inputs, k);
      loop invariant inputs: \forall integer i; 0 <= i < inputs ==> x[i].word == \at(x[i].word, Pre);
      loop invariant words: members(x, 0, k);
      loop invariant frame_partial: \forall integer e; edges.end[inputs - 1] <= e < edges.end[nodes - 1] ==>
        edges.partial[e].word == \at(edges.partial[e].word, Pre);
      loop assigns k, x[inputs .. nodes - 1], ring_state;
      loop variant nodes - k; */
  for (uint32_t k = inputs; k < nodes; k++) {
    uint32_t previous = before(k);
    uint32_t first = edges.end[previous], last = edges.end[k];
    /*@ assert part: edges.end[inputs - 1] <= first && last <= edges.end[nodes - 1] &&
          entry_below(edges.source, first, last, k); */
    /*@ assert words: members(edges.partial, first, last); */
    Scalar sum = sweep_sum(ring, edges, first, last, x) /*@ ghost (k) */;
    //@ ghost Store: ;
    x[k] = sum;
    /*@ assert frame: \forall integer i; 0 <= i < nodes && i != k ==> x[i].word == \at(x[i].word, Store); */
    /*@ ghost
      uint32_t p = inputs - 1;
      /@ loop invariant range: inputs <= i <= k + 1;
         loop invariant previous: p + 1 == i;
         loop invariant same: \forall integer j; inputs <= j < i ==>
           node(edges.end, edges.source, edges.partial, x, j) ==
           node{Store}(edges.end, edges.source, edges.partial, x, j);
         loop assigns i, p;
         loop variant k + 1 - i; @/
      for (uint32_t i = inputs; i <= k; i++) {
        uint32_t from = edges.end[p], to = edges.end[i];
        /@ assert part: edges.end[inputs - 1] <= from <= to <= edges.end[nodes - 1] &&
             entry_below(edges.source, from, to, i); @/
        /@ loop invariant inner: from <= e <= to;
           loop invariant equal: entry(edges.source, edges.partial, x, from, e) ==
             entry{Store}(edges.source, edges.partial, x, from, e);
           loop assigns e;
           loop variant to - e; @/
        for (uint32_t e = from; e < to; e++) {
          /@ assert read: edges.source[e] < i &&
               x[edges.source[e]].word == \at(x[edges.source[\at(e, Here)]].word, Store); @/
          /@ assert next: entry(edges.source, edges.partial, x, from, e + 1) ==
               radd(entry(edges.source, edges.partial, x, from, e),
                    rmul(value(edges.partial[e].word), value(x[edges.source[e]].word))) &&
             entry{Store}(edges.source, edges.partial, x, from, e + 1) ==
               radd(entry{Store}(edges.source, edges.partial, x, from, e),
                    rmul(value(edges.partial[e].word), value(x[edges.source[e]].word))); @/
        }
        /@ assert node: node(edges.end, edges.source, edges.partial, x, i) ==
             entry(edges.source, edges.partial, x, from, to) &&
             node{Store}(edges.end, edges.source, edges.partial, x, i) ==
             entry{Store}(edges.source, edges.partial, x, from, to); @/
        p = i;
      }
    */
    /*@ assert node: node{Store}(edges.end, edges.source, edges.partial, x, k) ==
          entry{Store}(edges.source, edges.partial, x, first, last); */
    /*@ assert older: \forall integer j; inputs <= j < k ==>
          value(x[j].word) == node{Store}(edges.end, edges.source, edges.partial, x, j); */
    /*@ assert newest: value(x[k].word) == node{Store}(edges.end, edges.source, edges.partial, x, k); */
  }
}

void sweep_backward(Ring *ring, Edges edges, uint32_t inputs, uint32_t nodes, Scalar *adjoint)
/*@ ghost (const Scalar *x) */
{
  uint32_t above = nodes;
  /*@ loop invariant range: inputs <= above <= nodes;
      loop invariant transpose: dot(adjoint, x, above) == dot{Pre}(adjoint, x, nodes);
      loop invariant words: members(adjoint, 0, nodes);
      loop invariant frame_along: \forall integer i; 0 <= i < nodes ==> x[i].word == \at(x[i].word, Pre);
      loop invariant frame_partial: \forall integer e; edges.end[inputs - 1] <= e < edges.end[nodes - 1] ==>
        edges.partial[e].word == \at(edges.partial[e].word, Pre);
      loop assigns above, adjoint[0 .. nodes - 1], ring_state;
      loop variant above; */
  while (above > inputs) {
    uint32_t k = before(above);
    uint32_t previous = before(k);
    uint32_t first = edges.end[previous], last = edges.end[k];
    Scalar c = adjoint[k];
    /*@ assert word: c.word == adjoint[k].word; */
    /*@ assert part: edges.end[inputs - 1] <= first <= last <= edges.end[nodes - 1] &&
          entry_below(edges.source, first, last, k); */
    /*@ ghost
      /@ loop invariant range: first <= e <= last;
         loop invariant same: entry(edges.source, edges.partial, x, first, e) ==
           entry{Pre}(edges.source, edges.partial, x, first, e);
         loop assigns e;
         loop variant last - e; @/
      for (uint32_t e = first; e < last; e++) {
        /@ assert read: edges.source[e] < k &&
             x[edges.source[e]].word == \at(x[edges.source[\at(e, Here)]].word, Pre); @/
        /@ assert partial: edges.partial[e].word == \at(edges.partial[\at(e, Here)].word, Pre); @/
        /@ assert next: entry(edges.source, edges.partial, x, first, e + 1) ==
             radd(entry(edges.source, edges.partial, x, first, e),
                  rmul(value(edges.partial[e].word), value(x[edges.source[e]].word))) &&
             entry{Pre}(edges.source, edges.partial, x, first, e + 1) ==
             radd(entry{Pre}(edges.source, edges.partial, x, first, e),
                  rmul(value(edges.partial[e].word), value(x[edges.source[e]].word))); @/
      }
    */
    /*@ assert node: node{Pre}(edges.end, edges.source, edges.partial, x, k) ==
          entry{Pre}(edges.source, edges.partial, x, first, last); */
    /*@ assert tangent: \at(value(x[\at(k, Here)].word), Pre) ==
          entry{Pre}(edges.source, edges.partial, x, first, last); */
    /*@ assert above: dot(adjoint, x, k + 1) == radd(dot(adjoint, x, k), rmul(value(c.word), value(x[k].word))); */
    /*@ assert along: value(x[k].word) == entry(edges.source, edges.partial, x, first, last); */
    /*@ assert words: members(edges.partial, first, last); */
    //@ ghost Entry: ;
    sweep_entry(ring, edges, first, last, c, adjoint) /*@ ghost (x, k) */;
    /*@ assert above_kept: \forall integer i; k <= i < nodes ==> adjoint[i].word == \at(adjoint[i].word, Entry); */
    above = k;
  }
}
