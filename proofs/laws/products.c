/* T-MATRIX: (A B)^T = B^T A^T, (A^T)^T = A, on the arrays; A + B entry by entry. */
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
#include "semantics/rings/products.c"
// clang-format on

/* (A^T)^T = A */
/*@ requires size: place(m, n) == place(n, m) && place(m, n) <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. place(m, n) - 1));
    requires words: members(a, 0, place(m, n));
    requires images: \valid(t + (0 .. place(m, n) - 1)) && \valid(u + (0 .. place(m, n) - 1));
    requires apart: \separated(t + (0 .. place(m, n) - 1), a + (0 .. place(m, n) - 1)) &&
      \separated(u + (0 .. place(m, n) - 1), t + (0 .. place(m, n) - 1));
    ensures twice: \forall integer i, j; 0 <= i < m && 0 <= j < n ==> cell(u, n, i, j) == cell{Pre}(a, n, i, j); */
static void law_transpose_twice(uint32_t m, uint32_t n, const Scalar *a, Scalar *t, Scalar *u) {
  products_transpose(m, n, a, t);
  //@ ghost First: ;
  products_transpose(n, m, t, u);
  /*@ assert second: \forall integer i, j; 0 <= i < m && 0 <= j < n ==> cell(u, n, i, j) == cell{First}(t, m, j, i); */
}

/* (A B)^T = B^T A^T */
/*@ requires size: place(m, n) == place(n, m) && place(m, n) <= DENSE_MOST;
    requires size_b: place(n, c) == place(c, n) && place(n, c) <= DENSE_MOST;
    requires size_p: place(m, c) == place(c, m) && place(m, c) <= DENSE_MOST;
    requires left: \valid_read(a + (0 .. place(m, n) - 1));
    requires right: \valid_read(b + (0 .. place(n, c) - 1));
    requires words: members(a, 0, place(m, n)) && members(b, 0, place(n, c));
    requires images: \valid(at + (0 .. place(m, n) - 1)) && \valid(bt + (0 .. place(n, c) - 1)) &&
      \valid(p + (0 .. place(m, c) - 1)) && \valid(pt + (0 .. place(m, c) - 1)) && \valid(r + (0 .. place(m, c) - 1));
    requires apart: \separated(a + (0 .. place(m, n) - 1), b + (0 .. place(n, c) - 1), at + (0 .. place(m, n) - 1),
      bt + (0 .. place(n, c) - 1), p + (0 .. place(m, c) - 1), pt + (0 .. place(m, c) - 1),
      r + (0 .. place(m, c) - 1));
    ensures transposed: \forall integer i, j; 0 <= i < m && 0 <= j < c ==> cell(pt, m, j, i) == cell(r, m, j, i); */
static void law_product_transposed(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, const Scalar *b,
                                   Scalar *at, Scalar *bt, Scalar *p, Scalar *pt, Scalar *r) {
  products_transpose(m, n, a, at);
  //@ ghost A: ;
  products_transpose(n, c, b, bt);
  //@ ghost B: ;
  /*@ assert kept_at: words_kept{A, Here}(at, place(m, n)); */
  /*@ assert kept_words: words_kept{Pre, Here}(a, place(m, n)) && words_kept{Pre, A}(b, place(n, c)); */
  products_multiply(ring, m, n, c, a, b, p);
  //@ ghost P: ;
  products_transpose(m, c, p, pt);
  //@ ghost T: ;
  /*@ assert kept_a: words_kept{Pre, B}(a, place(m, n)) && words_kept{Pre, A}(b, place(n, c)) &&
        words_kept{A, B}(b, place(n, c)); */
  /*@ assert kept_images: words_kept{A, T}(at, place(m, n)) && words_kept{B, T}(bt, place(n, c)); */
  products_multiply(ring, c, n, m, bt, at, r);
  /*@ loop invariant range: 0 <= k <= n;
      loop invariant inner: \forall integer i, j; 0 <= i < m && 0 <= j < c ==>
        inner{T}(bt, n, j, at, m, i, k) == inner{B}(a, n, i, b, c, j, k);
      loop assigns k;
      loop variant n - k; */
  for (uint32_t k = 0; k < n; k++) {
    /*@ assert rows: 0 <= place(k, c) && place(k, c) + c <= place(n, c) && 0 <= place(k, m) &&
          place(k, m) + m <= place(n, m); */
    /*@ assert rows_a: \forall integer i; 0 <= i < m ==> 0 <= place(i, n) && place(i, n) + n <= place(m, n); */
    /*@ assert rows_b: \forall integer j; 0 <= j < c ==> 0 <= place(j, n) && place(j, n) + n <= place(c, n); */
    /*@ assert cells_a: \forall integer i; 0 <= i < m ==> cell{T}(at, m, k, i) == cell{B}(a, n, i, k); */
    /*@ assert cells_b: \forall integer j; 0 <= j < c ==> cell{T}(bt, n, j, k) == cell{B}(b, c, k, j); */
    /*@ assert here: \forall integer i, j; inner{T}(bt, n, j, at, m, i, k + 1) ==
          radd(inner{T}(bt, n, j, at, m, i, k), rmul(cell{T}(bt, n, j, k), cell{T}(at, m, k, i))); */
    /*@ assert there: \forall integer i, j; inner{B}(a, n, i, b, c, j, k + 1) ==
          radd(inner{B}(a, n, i, b, c, j, k), rmul(cell{B}(a, n, i, k), cell{B}(b, c, k, j))); */
  }
  /*@ assert rows_p: \forall integer j; 0 <= j < c ==> 0 <= place(j, m) && place(j, m) + m <= place(c, m); */
  /*@ assert kept_pt: words_kept{T, Here}(pt, place(m, c)); */
  /*@ assert pt_kept: \forall integer i, j; 0 <= i < m && 0 <= j < c ==> cell(pt, m, j, i) == cell{T}(pt, m, j, i); */
  /*@ assert pt_is: \forall integer i, j; 0 <= i < m && 0 <= j < c ==> cell{T}(pt, m, j, i) == cell{P}(p, c, i, j); */
}
