#include "semantics/rings/products.h"

/* Where row i begins. */
/*@ requires range: 0 <= i < m && place(m, n) <= DENSE_MOST;
    assigns \nothing;
    ensures row: \result == place(i, n);
    ensures inside: 0 <= place(i, n) && place(i, n) + n <= place(m, n); */
static inline uint32_t row_place(uint32_t i, uint32_t m, uint32_t n) {
  (void)m;
  /*@ assert inside: 0 <= place(i, n) && place(i, n) + n <= place(m, n); */
  return i * n;
}

/* Column j of A as a row of t at o. */
/*@ requires size: place(m, n) <= DENSE_MOST && 0 <= j < n && o + m <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. place(m, n) - 1));
    requires words: members(a, 0, place(m, n));
    requires image: \valid(t + (o .. o + m - 1));
    requires apart: \separated(t + (o .. o + m - 1), a + (0 .. place(m, n) - 1));
    assigns t[o .. o + m - 1];
    ensures words: members(t, o, o + m);
    ensures column: \forall integer i; 0 <= i < m ==> value(t[o + i].word) == cell{Pre}(a, n, i, j); */
static inline void transpose_column(uint32_t m, uint32_t n, const Scalar *a, uint32_t j, Scalar *t, uint32_t o) {
  /*@ loop invariant range: 0 <= i <= m;
      loop invariant column: \forall integer h; 0 <= h < i ==> value(t[o + h].word) == cell{Pre}(a, n, h, j);
      loop invariant words: members(t, o, o + i);
      loop invariant kept: words_kept{Pre, Here}(a, place(m, n));
      loop assigns i, t[o .. o + m - 1];
      loop variant m - i; */
  for (uint32_t i = 0; i < m; i++) {
    uint32_t r = row_place(i, m, n);
    /*@ assert entry: value(a[r + j].word) == cell{Pre}(a, n, i, j); */
    t[o + i] = a[r + j];
    /*@ assert new: value(t[o + i].word) == cell{Pre}(a, n, i, j); */
  }
}

void products_transpose(uint32_t m, uint32_t n, const Scalar *a, Scalar *t) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant entries: \forall integer i, h; 0 <= i < m && 0 <= h < j ==>
        value(t[place(h, m) + i].word) == cell{Pre}(a, n, i, h);
      loop invariant words: members(t, 0, place(j, m));
      loop invariant kept: words_kept{Pre, Here}(a, place(m, n));
      loop assigns j, t[0 .. place(m, n) - 1];
      loop variant n - j; */
  for (uint32_t j = 0; j < n; j++) {
    uint32_t o = row_place(j, n, m);
    /*@ assert below: \forall integer h; 0 <= h < j ==> 0 <= place(h, m) && place(h, m) + m <= o; */
    //@ ghost Row: ;
    transpose_column(m, n, a, j, t, o);
    /*@ assert kept: \forall integer q; 0 <= q < o ==> t[q].word == \at(t[q].word, Row); */
    /*@ assert next: place(j + 1, m) == o + m; */
    /*@ assert old: \forall integer i, h; 0 <= i < m && 0 <= h < j ==>
          t[place(h, m) + i].word == \at(t[place(h, m) + i].word, Row); */
    /*@ assert column: \forall integer i; 0 <= i < m ==> value(t[o + i].word) == cell{Row}(a, n, i, j); */
    /*@ assert same: \forall integer i; 0 <= i < m ==> cell{Row}(a, n, i, j) == cell{Pre}(a, n, i, j); */
  }
}

/* Entry (i, j) of A B; row i of A begins at r. */
/*@ requires size: place(m, n) <= DENSE_MOST && place(n, c) <= DENSE_MOST;
    requires range: 0 <= i < m && 0 <= j < c && r == place(i, n);
    requires left: \valid_read(a + (0 .. place(m, n) - 1));
    requires right: \valid_read(b + (0 .. place(n, c) - 1));
    requires words: members(a, 0, place(m, n)) && members(b, 0, place(n, c));
    assigns ring_state;
    ensures word: member(\result.word);
    ensures entry: value(\result.word) == inner(a, n, i, b, c, j, n); */
static inline Scalar product_entry(Ring *ring, uint32_t n, uint32_t c, const Scalar *a, uint32_t r, const Scalar *b,
                                   uint32_t j)
/*@ ghost (uint32_t m, uint32_t i) */
{
  Scalar sum = ring_integer(ring, 0);
  /*@ assert inside: 0 <= r && r + n <= place(m, n); */
  /*@ loop invariant range: 0 <= k <= n;
      loop invariant word: member(sum.word);
      loop invariant sum: value(sum.word) == inner(a, n, i, b, c, j, k);
      loop assigns k, sum, ring_state;
      loop variant n - k; */
  for (uint32_t k = 0; k < n; k++) {
    uint32_t o = row_place(k, n, c);
    Scalar x = a[r + k], y = b[o + j];
    /*@ assert entries: value(x.word) == cell(a, n, i, k) && value(y.word) == cell(b, c, k, j); */
    Scalar product = ring_mul(ring, x, y);
    sum = ring_add(ring, sum, product);
  }
  return sum;
}

/* Row i of A B at p[o]; row i of A begins at r. */
/*@ requires size: place(m, n) <= DENSE_MOST && place(n, c) <= DENSE_MOST && o + c <= DENSE_MOST;
    requires range: 0 <= i < m && r == place(i, n);
    requires left: \valid_read(a + (0 .. place(m, n) - 1));
    requires right: \valid_read(b + (0 .. place(n, c) - 1));
    requires words: members(a, 0, place(m, n)) && members(b, 0, place(n, c));
    requires image: \valid(p + (o .. o + c - 1));
    requires apart: \separated(p + (o .. o + c - 1), a + (0 .. place(m, n) - 1));
    requires apart_right: \separated(p + (o .. o + c - 1), b + (0 .. place(n, c) - 1));
    assigns p[o .. o + c - 1], ring_state;
    ensures words: members(p, o, o + c);
    ensures row: \forall integer j; 0 <= j < c ==> value(p[o + j].word) == inner{Pre}(a, n, i, b, c, j, n); */
static inline void product_row(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, uint32_t i, uint32_t r,
                               const Scalar *b, Scalar *p, uint32_t o) {
  (void)m;
  (void)i;
  /*@ loop invariant range: 0 <= j <= c;
      loop invariant words: members(p, o, o + j);
      loop invariant row: \forall integer h; 0 <= h < j ==> value(p[o + h].word) == inner{Pre}(a, n, i, b, c, h, n);
      loop invariant kept_a: words_kept{Pre, Here}(a, place(m, n));
      loop invariant kept_b: words_kept{Pre, Here}(b, place(n, c));
      loop assigns j, p[o .. o + c - 1], ring_state;
      loop variant c - j; */
  for (uint32_t j = 0; j < c; j++) {
    Scalar sum = product_entry(ring, n, c, a, r, b, j) /*@ ghost (m, i) */;
    /*@ ghost
      /@ loop invariant range: 0 <= k <= n;
         loop invariant same: inner(a, n, i, b, c, j, k) == inner{Pre}(a, n, i, b, c, j, k);
         loop assigns k;
         loop variant n - k; @/
      for (uint32_t k = 0; k < n; k++) {
        /@ assert inside: 0 <= place(i, n) && place(i, n) + n <= place(m, n); @/
        /@ assert inside_b: 0 <= place(k, c) && place(k, c) + c <= place(n, c); @/
        /@ assert left: cell(a, n, i, k) == cell{Pre}(a, n, i, k); @/
        /@ assert right: cell(b, c, k, j) == cell{Pre}(b, c, k, j); @/
        /@ assert here: inner(a, n, i, b, c, j, k + 1) ==
             radd(inner(a, n, i, b, c, j, k), rmul(cell(a, n, i, k), cell(b, c, k, j))); @/
        /@ assert there: inner{Pre}(a, n, i, b, c, j, k + 1) ==
             radd(inner{Pre}(a, n, i, b, c, j, k), rmul(cell(a, n, i, k), cell(b, c, k, j))); @/
      }
    */
    //@ ghost Store: ;
    p[o + j] = sum;
    /*@ assert old: \forall integer h; 0 <= h < j ==> p[o + h].word == \at(p[o + h].word, Store); */
    /*@ assert new: value(p[o + j].word) == inner{Pre}(a, n, i, b, c, j, n); */
  }
}

void products_multiply(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, const Scalar *b, Scalar *p) {
  /*@ loop invariant range: 0 <= i <= m;
      loop invariant entries: \forall integer h, j; 0 <= h < i && 0 <= j < c ==>
        value(p[place(h, c) + j].word) == inner{Pre}(a, n, h, b, c, j, n);
      loop invariant words: members(p, 0, place(i, c));
      loop invariant kept_a: words_kept{Pre, Here}(a, place(m, n));
      loop invariant kept_b: words_kept{Pre, Here}(b, place(n, c));
      loop assigns i, p[0 .. place(m, c) - 1], ring_state;
      loop variant m - i; */
  for (uint32_t i = 0; i < m; i++) {
    uint32_t r = row_place(i, m, n), o = row_place(i, m, c);
    /*@ assert below: \forall integer h; 0 <= h < i ==> 0 <= place(h, c) && place(h, c) + c <= o; */
    /*@ ghost
      /@ loop invariant range: 0 <= k <= n;
         loop invariant same: \forall integer j; 0 <= j < c ==>
           inner(a, n, i, b, c, j, k) == inner{Pre}(a, n, i, b, c, j, k);
         loop assigns k;
         loop variant n - k; @/
      for (uint32_t k = 0; k < n; k++) {
        /@ assert inside_b: 0 <= place(k, c) && place(k, c) + c <= place(n, c); @/
        /@ assert left: cell(a, n, i, k) == cell{Pre}(a, n, i, k); @/
        /@ assert right: \forall integer j; 0 <= j < c ==> cell(b, c, k, j) == cell{Pre}(b, c, k, j); @/
        /@ assert here: \forall integer j; inner(a, n, i, b, c, j, k + 1) ==
             radd(inner(a, n, i, b, c, j, k), rmul(cell(a, n, i, k), cell(b, c, k, j))); @/
        /@ assert there: \forall integer j; inner{Pre}(a, n, i, b, c, j, k + 1) ==
             radd(inner{Pre}(a, n, i, b, c, j, k), rmul(cell{Pre}(a, n, i, k), cell{Pre}(b, c, k, j))); @/
      }
    */
    //@ ghost Row: ;
    product_row(ring, m, n, c, a, i, r, b, p, o);
    /*@ assert kept: \forall integer q; 0 <= q < o ==> p[q].word == \at(p[q].word, Row); */
    /*@ assert next: place(i + 1, c) == o + c; */
    /*@ assert old: \forall integer h, j; 0 <= h < i && 0 <= j < c ==>
          p[place(h, c) + j].word == \at(p[place(h, c) + j].word, Row); */
    /*@ assert row: \forall integer j; 0 <= j < c ==> value(p[o + j].word) == inner{Pre}(a, n, i, b, c, j, n); */
    /*@ assert rows: \forall integer h, j; 0 <= h < i && 0 <= j < c ==>
          value(p[place(h, c) + j].word) == inner{Pre}(a, n, h, b, c, j, n); */
  }
}

void products_sum(Ring *ring, size_t size, const Scalar *a, const Scalar *b, Scalar *s) {
  /*@ loop invariant range: 0 <= q <= size;
      loop invariant words: members(s, 0, q);
      loop invariant entries: \forall integer h; 0 <= h < q ==>
        value(s[h].word) == radd(value(\at(a[h].word, Pre)), value(\at(b[h].word, Pre)));
      loop invariant kept_a: words_kept{Pre, Here}(a, size);
      loop invariant kept_b: words_kept{Pre, Here}(b, size);
      loop assigns q, s[0 .. size - 1], ring_state;
      loop variant size - q; */
  for (size_t q = 0; q < size; q++) s[q] = ring_add(ring, a[q], b[q]);
}
