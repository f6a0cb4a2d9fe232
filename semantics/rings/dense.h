/* Dense matrices over a ring, by rows: A has m rows of n scalars.  Proved
 * (T-MATRIX, proofs/laws/dense.c): <A x, w> = <x, A^T w>. */
#ifndef ADJUDGE_RINGS_DENSE_H
#define ADJUDGE_RINGS_DENSE_H

#include "semantics/rings/ring.h"

/* The most scalars in a matrix. */
#define DENSE_MOST ((uint32_t)1 << 24)

/* Where row i begins. */
/*@ requires range: 0 <= i < m && m * n <= DENSE_MOST;
    assigns \nothing;
    ensures row: \result == i * n;
    ensures inside: 0 <= i * n && i * n + n <= m * n; */
static inline uint32_t dense_row(uint32_t i, uint32_t m, uint32_t n) {
  (void)m;
  /*@ assert rest: (m - 1 - i) * n >= 0; */
  /*@ assert start: 0 <= i * n; */
  /*@ assert whole: m * n == i * n + n + (m - 1 - i) * n; */
  return i * n;
}

/* y = A x */
/*@ requires size: m * n <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. m * n - 1));
    requires vector: \valid_read(x + (0 .. n - 1));
    requires words: members(a, 0, m * n) && members(x, 0, n);
    requires image: \valid(y + (0 .. m - 1));
    requires along: \valid_read(w + (0 .. m - 1));
    requires apart: \separated(y + (0 .. m - 1), a + (0 .. m * n - 1));
    requires apart_vector: \separated(y + (0 .. m - 1), x + (0 .. n - 1));
    requires apart_along: \separated(y + (0 .. m - 1), w + (0 .. m - 1));
    assigns y[0 .. m - 1], ring_state;
    ensures words: members(y, 0, m);
    ensures entries: \forall integer i; 0 <= i < m ==> value(y[i].word) == line{Pre}(a, x, n, i);
    ensures form: dot(y, w, m) == form{Pre}(a, x, w, m, n); */
void dense_apply(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *x, Scalar *y)
    /*@ ghost (const Scalar *w) */;

/* z = A^T w */
/*@ requires size: m * n <= DENSE_MOST;
    requires matrix: \valid_read(a + (0 .. m * n - 1));
    requires vector: \valid_read(w + (0 .. m - 1));
    requires words: members(a, 0, m * n) && members(w, 0, m);
    requires image: \valid(z + (0 .. n - 1));
    requires along: \valid_read(x + (0 .. n - 1));
    requires apart: \separated(z + (0 .. n - 1), a + (0 .. m * n - 1));
    requires apart_vector: \separated(z + (0 .. n - 1), w + (0 .. m - 1));
    requires apart_along: \separated(z + (0 .. n - 1), x + (0 .. n - 1));
    assigns z[0 .. n - 1], ring_state;
    ensures words: members(z, 0, n);
    ensures form: dot(z, x, n) == form{Pre}(a, x, w, m, n); */
void dense_apply_transposed(Ring *ring, uint32_t m, uint32_t n, const Scalar *a, const Scalar *w, Scalar *z)
    /*@ ghost (const Scalar *x) */;

#endif
