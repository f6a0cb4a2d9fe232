#include "semantics/dualnum/formed.h"

/*@ requires source: \valid_read(source + (0 .. last - 1));
    assigns \nothing;
    ensures below: \result <==> entry_below(source, first, last, k); */
static bool sources_below(const uint32_t *source, uint32_t first, uint32_t last, uint32_t k) {
  /*@ loop invariant range: first <= e && (first <= last ==> e <= last);
      loop invariant below: entry_below(source, first, e, k);
      loop assigns e;
      loop variant last - e; */
  for (uint32_t e = first; e < last; e++) {
    if (source[e] >= k) return false;
  }
  return true;
}

bool edges_formed(Edges edges, uint32_t count, uint32_t inputs, uint32_t nodes) {
  if (inputs == 0 || inputs > nodes) return false;
  uint32_t last = edges.end[nodes - 1], from = edges.end[inputs - 1];
  if (last > count || from > last) return false;
  //@ ghost uint32_t p = inputs - 1;
  /*@ loop invariant range: inputs <= k <= nodes && p + 1 == k;
      loop invariant from: from == edges.end[k - 1] && edges.end[inputs - 1] <= from <= last;
      loop invariant order: \forall integer i, j; inputs - 1 <= i <= j < k ==> edges.end[i] <= edges.end[j];
      loop invariant below: \forall integer q, m; q + 1 == m && inputs <= m < k ==>
        edges.end[inputs - 1] <= edges.end[q] <= edges.end[m] <= last &&
        entry_below(edges.source, edges.end[q], edges.end[m], m);
      loop assigns k, from, p;
      loop variant nodes - k; */
  for (uint32_t k = inputs; k < nodes; k++) {
    uint32_t to = edges.end[k];
    if (from > to || to > last) return false;
    bool below = sources_below(edges.source, from, to, k);
    if (!below) return false;
    from = to;
    //@ ghost p = k;
  }
  return true;
}

/*@ requires ids: ids_readable(ids, n);
    assigns \nothing;
    ensures below: \result <==> ids_below(ids, n, k); */
static bool operands_below(const uint32_t *ids, uint32_t n, uint32_t k) {
  if (ids == NULL) return true;
  /*@ loop invariant range: 0 <= i <= n;
      loop invariant below: ids_below(ids, i, k);
      loop assigns i;
      loop variant n - i; */
  for (uint32_t i = 0; i < n; i++) {
    if (ids[i] != TAPE_CONSTANT && ids[i] >= k) return false;
  }
  return true;
}

bool rows_formed(const uint32_t *end, const TapeRow *rows, uint32_t count, uint32_t inputs, uint32_t nodes) {
  uint32_t least = inputs;
  /*@ loop invariant range: 0 <= r <= count && inputs <= least <= nodes;
      loop invariant least: r > 0 ==> least == rows[r - 1].node + 1;
      loop invariant first: r == 0 ==> least == inputs;
      loop invariant nodes: \forall integer s; 0 <= s < r ==> inputs <= rows[s].node < least;
      loop invariant empty: \forall integer s, p; 0 <= s < r && p + 1 == rows[s].node ==> end[p] == end[rows[s].node];
      loop invariant order: \forall integer s, t; 0 <= s < t < r ==> rows[s].node < rows[t].node;
      loop invariant below: \forall integer s; 0 <= s < r ==> ids_below(rows[s].x, rows[s].n, rows[s].node) &&
        ids_below(rows[s].y, rows[s].n, rows[s].node);
      loop assigns r, least;
      loop variant count - r; */
  for (uint32_t r = 0; r < count; r++) {
    const TapeRow *row = &rows[r];
    uint32_t node = row->node;
    if (node < least || node >= nodes) return false;
    if (end[node - 1] != end[node]) return false;
    bool first = operands_below(row->x, row->n, node), second = operands_below(row->y, row->n, node);
    if (!first || !second) return false;
    least = node + 1;
  }
  return true;
}
