/* The denotation over other commutative semirings (CHAD section 11.3): R^n in linear
 * types becomes K^n, and Dop and Dop^t become matrices over K read from a table.
 * Sets, and so primals, do not change.  No transform is involved: the terms are
 * CHAD's.
 *
 * Dop's matrix has one entry for each edge: component `from` of operand `operand`
 * into component `to` of the result.  Dop^t is its transpose, from the same table.
 *
 * Semirings are rings of ring.h without sub, neg, div and functions (UNABLE): their
 * ring_integer(n), n >= 0, is 1 + ... + 1. */
#ifndef ADJUDGE_MONOID_ANALYSIS_H
#define ADJUDGE_MONOID_ANALYSIS_H

#include "semantics/evaluator.h"

typedef enum AnalysisTable {
  ANALYSIS_WEIGHTS,    /* `linear` for +, -, neg, sum and replicate, `other` for the rest: static */
  ANALYSIS_POINTWISE,  /* 1 where the partial derivative at the point is not 0, else 0 */
  ANALYSIS_DERIVATIVE, /* the partial derivative; K is the machine's ring */
  ANALYSIS_LABELS      /* a generator of N[X] for each occurrence, primal operands, and edge */
} AnalysisTable;

/* Which generators of N[X] were handed out.  Plain memory of an arena. */
typedef struct AnalysisLabels {
  Arena *arena; /* must outlive every evaluation: not the machine's */
  struct LabelBlock *blocks;
  uint32_t count;
} AnalysisLabels;

typedef struct Analysis {
  Ring *ring; /* K */
  AnalysisTable table;
  Scalar linear, other;   /* ANALYSIS_WEIGHTS */
  const Scalar *weight;   /* the same, by OpCode: instead of `other`; NULL for none */
  AnalysisLabels *labels; /* ANALYSIS_LABELS */
} Analysis;

#define ANALYSIS_LABELS_MOST 4096u

/* ANALYSIS_WEIGHTS with every weight 1: counts paths; its support is static sparsity. */
Analysis analysis_static(Ring *ring);

/* What label k stands for: its partial derivative, over the machine's ring; and whether it
 * is of an operation that ANALYSIS_WEIGHTS calls linear.  False for no such label. */
bool analysis_label(const AnalysisLabels *labels, uint32_t k, Scalar *derivative, bool *linear);

/* The scalars of linear types. */
static inline Ring *analysis_ring(const Machine *machine) {
  return machine->analysis != NULL ? machine->analysis->ring : machine->ring;
}

/* ---- the semirings; NULL without memory */

/* Bool^lanes: as many analyses over (Bool, or, and) at once.  1 is all lanes. */
Ring *ring_bits_new(uint32_t lanes);
/* The scalar that is 1 in one lane alone. */
Scalar bits_lane(Ring *ring, uint32_t lane);
/* Lanes 64 k to 64 k + 63, the first in the lowest bit. */
uint64_t bits_word(const Ring *ring, Scalar a, uint32_t k);
/* Naturals; sums and products beyond 2^64 - 1 are 2^64 - 1 (a quotient of N). */
Ring *ring_natural_new(void);
/* Naturals below 2^64 - 1; sums and products beyond are LIMIT. */
Ring *ring_counting_new(void);
/* (Z with -infinity, max, +): 0 is -infinity and 1 is 0.  Sums and products beyond TROPICAL_MOST are LIMIT. */
Ring *ring_tropical_new(void);
/* (Z with infinity, min, +): n is the other's -n. */
Ring *ring_cheapest_new(void);
#define TROPICAL_MOST ((int64_t)1 << 62)
/* n of the first, -n of the second. */
Scalar tropical_make(int64_t n);
/* Z/2: a field, and no order. */
Ring *ring_parity_new(void);
/* N[X]; LIMIT beyond POLYNOMIAL_TERMS terms. */
#define POLYNOMIAL_TERMS 2048u
#define POLYNOMIAL_DEGREE 64u
Ring *ring_polynomial_new(void);
Scalar polynomial_generator(Ring *ring, uint32_t generator);
/* The image under the homomorphism to the semiring `to` with X_k |-> values[k], k < count. */
Scalar polynomial_image(const Ring *ring, Scalar a, Ring *to, const Scalar *values, uint32_t count);

#endif
