/* T-ADJOINT: a linear map and its transpose, as the interpreter of the notes' linear maps runs them, are adjoint. */
// clang-format off
#define WORDS
#include <stdint.h>
#include "proofs/logic/realize.h"
#include "proofs/logic/residue.acsl"
#include "proofs/logic/forms.acsl"
#include "proofs/logic/ring.acsl"
#include "semantics/rings/ring.h"
#include "proofs/logic/members.acsl"
#include "proofs/logic/sums.acsl"
#include "proofs/logic/dense.acsl"
#include "proofs/logic/cells.acsl"
#include "proofs/logic/columns.acsl"
#include "semantics/rings/dense.c"
#include "semantics/rings/products.h"
// clang-format on

// p + (r + a w) x = (p + r x) + (a x) w
/*@ ghost
  /@ assigns \nothing;
     ensures step: \forall ELEMENT p, s, r, a, w, x; radd(radd(p, rmul(s, w)), rmul(radd(r, rmul(a, w)), x)) ==
       radd(radd(p, rmul(r, x)), rmul(radd(s, rmul(a, x)), w)); @/
  void step(void) {
    /@ assert left: \forall ELEMENT r, a, w, x;
         rmul(radd(r, rmul(a, w)), x) == radd(rmul(r, x), rmul(rmul(a, w), x)); @/
    /@ assert right: \forall ELEMENT s, a, w, x;
         rmul(radd(s, rmul(a, x)), w) == radd(rmul(s, w), rmul(rmul(a, x), w)); @/
    /@ assert turn: \forall ELEMENT a, w, x; rmul(rmul(a, w), x) == rmul(rmul(a, x), w); @/
    /@ assert swap: \forall ELEMENT p, b, c, d; radd(radd(p, b), radd(c, d)) == radd(radd(p, c), radd(b, d)); @/
  }
*/

// one more row of a: one more entry of each row of its transpose
/*@ ghost
  /@ requires range: 0 <= i < m && 0 <= n;
     requires transposed: \forall integer j; 0 <= j < n ==> cell(t, m, j, i) == cell(a, n, i, j);
     assigns \nothing;
     ensures more: columns(t, w, x, m, i + 1, n) ==
       radd(columns(t, w, x, m, i, n), rmul(row(a, place(i, n), x, n), value(w[i].word))); @/
  void one_row(uint32_t m, uint32_t n, const Scalar *a, const Scalar *t, const Scalar *x, const Scalar *w, uint32_t i) {
    step();
    /@ assert none: row(a, place(i, n), x, 0) == rzero && rmul(rzero, value(w[i].word)) == rzero; @/
    /@ loop invariant range: 0 <= q <= n;
       loop invariant more: columns(t, w, x, m, i + 1, q) ==
         radd(columns(t, w, x, m, i, q), rmul(row(a, place(i, n), x, q), value(w[i].word)));
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      /@ assert given: cell(t, m, q, i) == cell(a, n, i, q); @/
      /@ assert cell_t: cell(t, m, q, i) == value(t[place(q, m) + i].word); @/
      /@ assert cell_a: cell(a, n, i, q) == value(a[place(i, n) + q].word); @/
      /@ assert entry: value(t[place(q, m) + i].word) == value(a[place(i, n) + q].word); @/
      /@ assert row_t: row(t, place(q, m), w, i + 1) ==
           radd(row(t, place(q, m), w, i), rmul(value(a[place(i, n) + q].word), value(w[i].word))); @/
      /@ assert row_a: row(a, place(i, n), x, q + 1) ==
           radd(row(a, place(i, n), x, q), rmul(value(a[place(i, n) + q].word), value(x[q].word))); @/
      /@ assert next: columns(t, w, x, m, i + 1, q + 1) ==
           radd(columns(t, w, x, m, i + 1, q), rmul(row(t, place(q, m), w, i + 1), value(x[q].word))); @/
      /@ assert before: columns(t, w, x, m, i, q + 1) ==
           radd(columns(t, w, x, m, i, q), rmul(row(t, place(q, m), w, i), value(x[q].word))); @/
    }
  }
*/

// the forms of a matrix and of its transpose
/*@ ghost
  /@ requires transposed: \forall integer i, j; 0 <= i < m && 0 <= j < n ==> cell(t, m, j, i) == cell(a, n, i, j);
     assigns \nothing;
     ensures form: form(t, w, x, n, m) == form(a, x, w, m, n); @/
  void exchange(uint32_t m, uint32_t n, const Scalar *a, const Scalar *t, const Scalar *x, const Scalar *w) {
    /@ loop invariant range: 0 <= q <= n;
       loop invariant none: columns(t, w, x, m, 0, q) == rzero;
       loop assigns q;
       loop variant n - q; @/
    for (uint32_t q = 0; q < n; q++) {
      /@ assert empty: row(t, place(q, m), w, 0) == rzero && rmul(rzero, value(x[q].word)) == rzero; @/
    }
    /@ loop invariant range: 0 <= i <= m;
       loop invariant rows: columns(t, w, x, m, i, n) == form(a, x, w, i, n);
       loop assigns i;
       loop variant m - i; @/
    for (uint32_t i = 0; i < m; i++) {
      one_row(m, n, a, t, x, w, i);
      /@ assert place: place(i, n) == i * n; @/
      /@ assert next: form(a, x, w, i + 1, n) ==
           radd(form(a, x, w, i, n), rmul(row(a, place(i, n), x, n), value(w[i].word))); @/
    }
    /@ loop invariant range: 0 <= j <= n;
       loop invariant whole: columns(t, w, x, m, m, j) == form(t, w, x, j, m);
       loop assigns j;
       loop variant n - j; @/
    for (uint32_t j = 0; j < n; j++) {
      /@ assert place: place(j, m) == j * m; @/
      /@ assert next: form(t, w, x, j + 1, m) ==
           radd(form(t, w, x, j, m), rmul(row(t, place(j, m), w, m), value(x[j].word))); @/
    }
  }
*/

/* (m . x) . w = x . (w .R m) */
/*@ requires size: m * n <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. m * n - 1));
    requires vectors: \valid_read(x + (0 .. n - 1)) && \valid_read(w + (0 .. m - 1));
    requires words: members(a, 0, m * n) && members(x, 0, n) && members(w, 0, m);
    requires images: \valid(y + (0 .. m - 1)) && \valid(z + (0 .. n - 1));
    requires apart: \separated(y + (0 .. m - 1), a + (0 .. m * n - 1), x + (0 .. n - 1), w + (0 .. m - 1),
      z + (0 .. n - 1));
    ensures adjoint: dot(y, w, m) == dot(z, x, n); */
static void law_adjoint(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, const Scalar *w,
                        Scalar *y, Scalar *z) {
  dense_apply(ring, m, n, a, x, y) /*@ ghost (w) */;
  //@ ghost First: ;
  /*@ assert image: dot(y, w, m) == form{Pre}(a, x, w, m, n); */
  dense_apply_transposed(ring, m, n, a, w, z) /*@ ghost (x) */;
  /*@ assert kept: words_kept{First, Here}(y, m) && words_kept{First, Here}(w, m) && words_kept{Pre, First}(w, m) &&
        words_kept{Pre, First}(x, n) && words_kept{Pre, First}(a, m * n); */
  /*@ ghost
    /@ loop invariant range: 0 <= i <= m;
       loop invariant image: dot(y, w, i) == dot{First}(y, w, i);
       loop invariant form: form{First}(a, x, w, i, n) == form{Pre}(a, x, w, i, n);
       loop assigns i;
       loop variant m - i; @/
    for (uint32_t i = 0; i < m; i++) {
      uint32_t o = dense_row_ghost(i, m, n);
      /@ loop invariant range: 0 <= q <= n;
         loop invariant row: row{First}(a, o, x, q) == row{Pre}(a, o, x, q);
         loop assigns q;
         loop variant n - q; @/
      for (uint32_t q = 0; q < n; q++) {
        uint32_t e = o + q;
        /@ assert place: e == o + q && e < m * n; @/
        /@ assert read: \at(a[\at(e, Here)].word, First) == \at(a[\at(e, Here)].word, Pre) &&
             \at(x[\at(q, Here)].word, First) == \at(x[\at(q, Here)].word, Pre); @/
      }
      /@ assert along: w[i].word == \at(w[\at(i, Here)].word, First) && y[i].word == \at(y[\at(i, Here)].word, First) &&
           w[i].word == \at(w[\at(i, Here)].word, Pre); @/
      /@ assert next: form{First}(a, x, w, i + 1, n) ==
           radd(form{First}(a, x, w, i, n), rmul(row{First}(a, o, x, n), value(\at(w[\at(i, Here)].word, First)))); @/
      /@ assert next_before: form{Pre}(a, x, w, i + 1, n) ==
           radd(form{Pre}(a, x, w, i, n), rmul(row{Pre}(a, o, x, n), value(\at(w[\at(i, Here)].word, Pre)))); @/
    }
  */
}

/* (m^T . w) . x = (m . x) . w: the right side is the form of the matrix, as dense_apply says. */
/*@ requires size: m * n <= DENSE_MOST && place(m, n) == m * n && place(n, m) == m * n && n * m == m * n;
    requires matrix: \valid_read(a + (0 .. m * n - 1));
    requires vectors: \valid_read(x + (0 .. n - 1)) && \valid_read(w + (0 .. m - 1));
    requires words: members(a, 0, m * n) && members(x, 0, n) && members(w, 0, m);
    requires images: \valid(t + (0 .. m * n - 1)) && \valid(z + (0 .. n - 1));
    requires apart: \separated(t + (0 .. m * n - 1), a + (0 .. m * n - 1), x + (0 .. n - 1), w + (0 .. m - 1),
      z + (0 .. n - 1));
    ensures adjoint: dot(z, x, n) == form{Pre}(a, x, w, m, n); */
static void law_transpose_adjoint(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, const Scalar *w,
                                  Scalar *t, Scalar *z) {
  products_transpose(m, n, a, t);
  //@ ghost T: ;
  /*@ assert kept: words_kept{Pre, T}(a, m * n) && words_kept{Pre, T}(x, n) && words_kept{Pre, T}(w, m); */
  /*@ assert cells: \forall integer i, j; 0 <= i < m && 0 <= j < n ==> cell(a, n, i, j) == cell{Pre}(a, n, i, j); */
  //@ ghost exchange(m, n, a, t, x, w);
  /*@ assert exchanged: form{T}(t, w, x, n, m) == form{T}(a, x, w, m, n); */
  /*@ ghost
    /@ loop invariant range: 0 <= i <= m;
       loop invariant form: form{T}(a, x, w, i, n) == form{Pre}(a, x, w, i, n);
       loop assigns i;
       loop variant m - i; @/
    for (uint32_t i = 0; i < m; i++) {
      uint32_t o = dense_row_ghost(i, m, n);
      /@ loop invariant range: 0 <= q <= n;
         loop invariant row: row{T}(a, o, x, q) == row{Pre}(a, o, x, q);
         loop assigns q;
         loop variant n - q; @/
      for (uint32_t q = 0; q < n; q++) {
        uint32_t e = o + q;
        /@ assert place: e == o + q && e < m * n; @/
        /@ assert read: \at(a[\at(e, Here)].word, T) == \at(a[\at(e, Here)].word, Pre) &&
             \at(x[\at(q, Here)].word, T) == \at(x[\at(q, Here)].word, Pre); @/
      }
      /@ assert along: \at(w[\at(i, Here)].word, T) == \at(w[\at(i, Here)].word, Pre); @/
      /@ assert next: form{T}(a, x, w, i + 1, n) ==
           radd(form{T}(a, x, w, i, n), rmul(row{T}(a, o, x, n), value(\at(w[\at(i, Here)].word, T)))); @/
      /@ assert next_before: form{Pre}(a, x, w, i + 1, n) ==
           radd(form{Pre}(a, x, w, i, n), rmul(row{Pre}(a, o, x, n), value(\at(w[\at(i, Here)].word, Pre)))); @/
    }
  */
  dense_apply(ring, n, m, t, w, z) /*@ ghost (x) */;
}
