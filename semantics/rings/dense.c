#include "semantics/rings/dense.h"

/*@ ghost
  /@ requires range: 0 <= i < m && m * n <= DENSE_MOST;
     assigns \nothing;
     ensures row: \result == i * n;
     ensures inside: 0 <= i * n && i * n + n <= m * n; @/
  uint32_t dense_row_ghost(uint32_t i, uint32_t m, uint32_t n) {
    /@ assert rest: (m - 1 - i) * n >= 0; @/
    /@ assert start: 0 <= i * n; @/
    /@ assert whole: m * n == i * n + n + (m - 1 - i) * n; @/
    return i * n;
  }
*/

/* The scalar product of n scalars from a[o] on with x. */
/*@ requires matrix: \valid_read(a + (o .. o + n - 1));
    requires vector: \valid_read(x + (0 .. n - 1));
    requires words: members(a, o, o + n) && members(x, 0, n);
    requires size: o + n <= DENSE_MOST;
    assigns ring_state;
    ensures word: member(\result.word);
    ensures row: value(\result.word) == row(a, o, x, n); */
static inline Scalar dense_dot(Ring *ring, const Scalar *a, uint32_t o, const Scalar *x, uint32_t n) {
  Scalar sum = ring_integer(ring, 0);
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant word: member(sum.word);
      loop invariant sum: value(sum.word) == row(a, o, x, j);
      loop assigns j, sum, ring_state;
      loop variant n - j; */
  for (uint32_t j = 0; j < n; j++) {
    Scalar product = ring_mul(ring, a[o + j], x[j]);
    sum = ring_add(ring, sum, product);
  }
  return sum;
}

void dense_apply(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, Scalar *y)
/*@ ghost (const Scalar *w) */
{
  /*@ loop invariant range: 0 <= i <= m;
      loop invariant words: members(y, 0, i);
      loop invariant entries: \forall integer h; 0 <= h < i ==> value(y[h].word) == line{Pre}(a, x, n, h);
      loop invariant same: same{Here, Pre}(a, m * n) && same{Here, Pre}(x, n) && same{Here, Pre}(w, m);
      loop assigns i, y[0 .. m - 1], ring_state;
      loop variant m - i; */
  for (uint32_t i = 0; i < m; i++) {
    uint32_t o = dense_row(i, m, n);
    /*@ ghost
      /@ loop invariant range: 0 <= j <= n;
         loop invariant same: row(a, o, x, j) == row{Pre}(a, o, x, j);
         loop assigns j;
         loop variant n - j; @/
      for (uint32_t j = 0; j < n; j++) {
        /@ assert read: a[o + j].word == \at(a[\at(o + j, Here)].word, Pre) &&
             x[j].word == \at(x[\at(j, Here)].word, Pre); @/
        /@ assert next: row(a, o, x, j + 1) ==
             radd(row(a, o, x, j), rmul(value(a[o + j].word), value(x[j].word))) &&
             row{Pre}(a, o, x, j + 1) == radd(row{Pre}(a, o, x, j), rmul(value(a[o + j].word), value(x[j].word))); @/
      }
    */
    /*@ assert words: members(a, o, o + n) && members(x, 0, n); */
    Scalar sum = dense_dot(ring, a, o, x, n);
    //@ ghost Store: ;
    y[i] = sum;
    /*@ assert kept_a: \forall integer q; 0 <= q < m * n ==> a[q].word == \at(a[q].word, Store); */
    /*@ assert kept_y: \forall integer h; 0 <= h < i ==> y[h].word == \at(y[h].word, Store); */
    /*@ assert line: line{Pre}(a, x, n, i) == row{Pre}(a, o, x, n); */
    /*@ assert new: value(y[i].word) == line{Pre}(a, x, n, i); */
    /*@ assert old: \forall integer h; 0 <= h < i ==> value(y[h].word) == line{Pre}(a, x, n, h); */
  }
  /*@ ghost
    /@ loop invariant range: 0 <= q <= m;
       loop invariant form: dot(y, w, q) == form{Pre}(a, x, w, q, n);
       loop assigns q;
       loop variant m - q; @/
    for (uint32_t q = 0; q < m; q++) {
      uint32_t o = dense_row_ghost(q, m, n);
      /@ assert line: line{Pre}(a, x, n, q) == row{Pre}(a, o, x, n); @/
      /@ assert entry: value(y[q].word) == row{Pre}(a, o, x, n); @/
      /@ assert along: w[q].word == \at(w[\at(q, Here)].word, Pre); @/
      /@ assert left: dot(y, w, q + 1) == radd(dot(y, w, q), rmul(value(y[q].word), value(w[q].word))); @/
      /@ assert right: form{Pre}(a, x, w, q + 1, n) ==
           radd(form{Pre}(a, x, w, q, n), rmul(row{Pre}(a, o, x, n), value(w[q].word))); @/
    }
  */
}

/* z[j] += c a[o + j] */
/*@ requires matrix: \valid_read(a + (o .. o + n - 1));
    requires image: \valid(z + (0 .. n - 1));
    requires along: \valid_read(x + (0 .. n - 1));
    requires words: members(a, o, o + n) && member(c.word) && members(z, 0, n);
    requires size: o + n <= DENSE_MOST;
    requires apart: \separated(z + (0 .. n - 1), a + (o .. o + n - 1));
    requires apart_along: \separated(z + (0 .. n - 1), x + (0 .. n - 1));
    assigns z[0 .. n - 1], ring_state;
    ensures words: members(z, 0, n);
    ensures sum: dot(z, x, n) == radd(dot{Pre}(z, x, n), rmul(row{Pre}(a, o, x, n), value(c.word))); */
static inline void dense_add_row(Ring *ring, const Scalar *a, uint32_t o, uint32_t n, Scalar c, Scalar *z)
/*@ ghost (const Scalar *x) */
{
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer i; 0 <= i < j ==>
        value(z[i].word) == radd(value(\at(z[i].word, Pre)), rmul(value(\at(a[o + i].word, Pre)), value(c.word)));
      loop invariant left: \forall integer i; j <= i < n ==> z[i].word == \at(z[i].word, Pre);
      loop invariant words: members(z, 0, n);
      loop invariant same_a: \forall integer i; o <= i < o + n ==> a[i].word == \at(a[i].word, Pre);
      loop invariant same_x: same{Here, Pre}(x, n);
      loop assigns j, z[0 .. n - 1], ring_state;
      loop variant n - j; */
  for (uint32_t j = 0; j < n; j++) {
    Scalar product = ring_mul(ring, a[o + j], c);
    z[j] = ring_add(ring, z[j], product);
  }
  /*@ ghost
    /@ loop invariant range: 0 <= q <= n;
       loop invariant sum: dot(z, x, q) == radd(dot{Pre}(z, x, q), rmul(row{Pre}(a, o, x, q), value(c.word)));
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      uint32_t e = o + q;
      /@ assert place: e == o + q && o <= e < o + n; @/
      Scalar t = x[q], p = a[e];
      /@ assert read: t.word == \at(x[\at(q, Here)].word, Pre) && p.word == \at(a[\at(e, Here)].word, Pre); @/
      /@ assert next: dot(z, x, q + 1) == radd(dot(z, x, q), rmul(value(z[q].word), value(t.word))) &&
           dot{Pre}(z, x, q + 1) ==
             radd(dot{Pre}(z, x, q), rmul(value(\at(z[\at(q, Here)].word, Pre)), value(t.word))); @/
      /@ assert row: row{Pre}(a, o, x, q + 1) == radd(row{Pre}(a, o, x, q), rmul(value(p.word), value(t.word))); @/
      /@ assert new: value(z[q].word) ==
           radd(value(\at(z[\at(q, Here)].word, Pre)), rmul(value(p.word), value(c.word))); @/
      /@ assert turn: rmul(rmul(value(p.word), value(c.word)), value(t.word)) ==
           rmul(rmul(value(p.word), value(t.word)), value(c.word)); @/
      /@ assert spread: rmul(value(z[q].word), value(t.word)) ==
           radd(rmul(value(\at(z[\at(q, Here)].word, Pre)), value(t.word)),
                rmul(rmul(value(p.word), value(t.word)), value(c.word))); @/
      /@ assert times: rmul(row{Pre}(a, o, x, q + 1), value(c.word)) ==
           radd(rmul(row{Pre}(a, o, x, q), value(c.word)), rmul(rmul(value(p.word), value(t.word)), value(c.word))); @/
    }
  */
}

void dense_apply_transposed(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *w, Scalar *z)
/*@ ghost (const Scalar *x) */
{
  Scalar zero = ring_integer(ring, 0);
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant zeros: \forall integer i; 0 <= i < j ==> value(z[i].word) == rzero;
      loop invariant words: members(z, 0, j);
      loop invariant same: same{Here, Pre}(a, m * n) && same{Here, Pre}(x, n) && same{Here, Pre}(w, m);
      loop assigns j, z[0 .. n - 1];
      loop variant n - j; */
  for (uint32_t j = 0; j < n; j++) z[j] = zero;
  /*@ ghost
    /@ loop invariant range: 0 <= q <= n;
       loop invariant none: dot(z, x, q) == rzero;
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      /@ assert zero: value(z[q].word) == rzero; @/
      /@ assert next: dot(z, x, q + 1) == radd(dot(z, x, q), rmul(value(z[q].word), value(x[q].word))); @/
    }
  */
  /*@ loop invariant range: 0 <= i <= m;
      loop invariant form: dot(z, x, n) == form{Pre}(a, x, w, i, n);
      loop invariant words: members(z, 0, n);
      loop invariant same: same{Here, Pre}(a, m * n) && same{Here, Pre}(x, n) && same{Here, Pre}(w, m);
      loop assigns i, z[0 .. n - 1], ring_state;
      loop variant m - i; */
  for (uint32_t i = 0; i < m; i++) {
    uint32_t o = dense_row(i, m, n);
    Scalar c = w[i];
    /*@ assert along: c.word == \at(w[\at(i, Here)].word, Pre); */
    /*@ ghost
      /@ loop invariant range: 0 <= j <= n;
         loop invariant same: row(a, o, x, j) == row{Pre}(a, o, x, j);
         loop assigns j;
         loop variant n - j; @/
      for (uint32_t j = 0; j < n; j++) {
        /@ assert read: a[o + j].word == \at(a[\at(o + j, Here)].word, Pre) &&
             x[j].word == \at(x[\at(j, Here)].word, Pre); @/
        /@ assert next: row(a, o, x, j + 1) ==
             radd(row(a, o, x, j), rmul(value(a[o + j].word), value(x[j].word))) &&
             row{Pre}(a, o, x, j + 1) == radd(row{Pre}(a, o, x, j), rmul(value(a[o + j].word), value(x[j].word))); @/
      }
    */
    /*@ assert next: form{Pre}(a, x, w, i + 1, n) ==
          radd(form{Pre}(a, x, w, i, n), rmul(row{Pre}(a, o, x, n), value(c.word))); */
    /*@ assert words: members(a, o, o + n) && member(c.word); */
    dense_add_row(ring, a, o, n, c, z) /*@ ghost (x) */;
  }
}
