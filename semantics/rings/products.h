/* Products, transposes and sums of dense matrices over a ring, by rows.  Proved
 * (T-MATRIX, proofs/laws/products.c): (A B)^T = B^T A^T and (A^T)^T = A; A + B is
 * the sum entry by entry. */
#ifndef ADJUDGE_RINGS_PRODUCTS_H
#define ADJUDGE_RINGS_PRODUCTS_H

#include "semantics/rings/dense.h"

/* t = A^T, where A has m rows of n scalars. */
/*@ requires size: place(m, n) == place(n, m) && place(m, n) <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. place(m, n) - 1));
    requires words: members(a, 0, place(m, n));
    requires image: \valid(t + (0 .. place(m, n) - 1));
    requires apart: \separated(t + (0 .. place(m, n) - 1), a + (0 .. place(m, n) - 1));
    assigns t[0 .. place(m, n) - 1];
    ensures words: members(t, 0, place(m, n));
    ensures entries: \forall integer i, j; 0 <= i < m && 0 <= j < n ==> cell(t, m, j, i) == cell{Pre}(a, n, i, j); */
void products_transpose(uint32_t m, uint32_t n, const Scalar *a, Scalar *t);

/* p = A B, where A has m rows of n scalars and B n rows of c. */
/*@ requires size: place(m, n) <= DENSE_MOST && place(n, c) <= DENSE_MOST && place(m, c) <= DENSE_MOST;
    requires left: \valid_read(a + (0 .. place(m, n) - 1));
    requires right: \valid_read(b + (0 .. place(n, c) - 1));
    requires words: members(a, 0, place(m, n)) && members(b, 0, place(n, c));
    requires image: \valid(p + (0 .. place(m, c) - 1));
    requires apart: \separated(p + (0 .. place(m, c) - 1), a + (0 .. place(m, n) - 1));
    requires apart_right: \separated(p + (0 .. place(m, c) - 1), b + (0 .. place(n, c) - 1));
    assigns p[0 .. place(m, c) - 1], ring_state;
    ensures words: members(p, 0, place(m, c));
    ensures entries: \forall integer i, j; 0 <= i < m && 0 <= j < c ==>
      cell(p, c, i, j) == inner{Pre}(a, n, i, b, c, j, n); */
void products_multiply(Ring *ring, uint32_t m, uint32_t n, uint32_t c, const Scalar *a, const Scalar *b, Scalar *p);

/* s = a + b, of `size` scalars each. */
/*@ requires left: \valid_read(a + (0 .. size - 1));
    requires right: \valid_read(b + (0 .. size - 1));
    requires words: members(a, 0, size) && members(b, 0, size);
    requires image: \valid(s + (0 .. size - 1));
    requires apart: \separated(s + (0 .. size - 1), a + (0 .. size - 1));
    requires apart_right: \separated(s + (0 .. size - 1), b + (0 .. size - 1));
    assigns s[0 .. size - 1], ring_state;
    ensures words: members(s, 0, size);
    ensures entries: \forall integer q; 0 <= q < size ==>
      value(s[q].word) == radd(value(\at(a[q].word, Pre)), value(\at(b[q].word, Pre))); */
void products_sum(Ring *ring, size_t size, const Scalar *a, const Scalar *b, Scalar *s);

#endif
