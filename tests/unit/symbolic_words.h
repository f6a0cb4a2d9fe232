/* Scalars of a test's symbolic ring R, in few words. */
#ifndef ADJUDGE_TESTS_SYMBOLIC_WORDS_H
#define ADJUDGE_TESTS_SYMBOLIC_WORDS_H

#include "verify/truth/symbolic_internal.h"

static Ring *R;

static inline Scalar var(uint32_t i) { return symbolic_variable(R, i); }
static inline Scalar num(int64_t n) { return ring_integer(R, n); }
static inline Scalar add(Scalar a, Scalar b) { return ring_add(R, a, b); }
static inline Scalar sub(Scalar a, Scalar b) { return ring_sub(R, a, b); }
static inline Scalar mul(Scalar a, Scalar b) { return ring_mul(R, a, b); }
static inline Scalar over(Scalar a, Scalar b) { return ring_div(R, a, b); }
static inline Scalar fun(RingFunction f, Scalar a) { return ring_function(R, f, a); }
static inline Scalar square(Scalar a) { return mul(a, a); }

#endif
