/* Vectors of Hilbert spaces, formal where that is cheaper: multiples, sums,
 * injections, and tensors, which stay factored (rules/frechet).
 *
 *     w ::= 0 | k | [w_x]_x | iota_x w | k·w | w1 + ... + wn | u (x) v
 *
 * Literal scalars are of no ring yet, so that terms hold them for all rings. */
#ifndef ADJUDGE_HILBERT_VECTORS_H
#define ADJUDGE_HILBERT_VECTORS_H

#include "semantics/evaluator.h"
#include "semantics/frechet/spaces.h"

typedef enum HilVectorKind {
  HIL_ZERO,     /* of any space */
  HIL_INTEGER,  /* of R: the integer `n`, as a literal */
  HIL_CONSTANT, /* of R: component `n` of a constant, as a literal */
  HIL_SCALAR,   /* of R: a scalar of the ring */
  HIL_REALS,    /* of R^X: |X| = n scalars of the ring */
  HIL_TUPLE,    /* of a direct sum: n parts */
  HIL_INJECT,   /* iota_n a */
  HIL_SCALE,    /* scalar · a */
  HIL_SUM,      /* the sum of n parts */
  HIL_TENSOR    /* a (x) b */
} HilVectorKind;

typedef struct HilVector HilVector;
struct HilVector {
  HilVectorKind kind;
  int64_t n;
  ConstantId constant;
  Scalar scalar;
  const Scalar *scalars;
  const HilVector *parts;
  const HilVector *a, *b;
};

/* What multiplies a vector.  Zero and one are known as such, and multiplying by
 * them costs nothing. */
typedef enum HilFactorKind { HIL_FACTOR_ZERO, HIL_FACTOR_ONE, HIL_FACTOR_SCALAR } HilFactorKind;
typedef struct HilFactor {
  HilFactorKind kind;
  Scalar scalar;
} HilFactor;

/* A sum of multiples of simple tensors. */
typedef struct HilSimple {
  HilFactor factor;
  const HilVector *a, *b; /* a (x) b */
} HilSimple;
typedef struct HilSimples {
  HilSimple *terms;
  uint32_t count, capacity;
} HilSimples;

extern const HilVector hil_zero, hil_one, hil_minus_one;
static inline HilVector hil_scalar(Scalar a) { return (HilVector){.kind = HIL_SCALAR, .scalar = a}; }
static inline HilVector hil_reals(uint32_t n, const Scalar *scalars) {
  return (HilVector){.kind = HIL_REALS, .n = n, .scalars = scalars};
}
/* A copy in the machine's arena; NULL at its limit, and where a part that the kind has is NULL. */
const HilVector *hil_keep(Machine *machine, HilVector v);

MUST_CHECK Status hil_tensor(Machine *machine, const HilVector *a, const HilVector *b, HilVector *out);
MUST_CHECK Status hil_inject(Machine *machine, uint32_t x, const HilVector *a, HilVector *out);
/* k·v, formally. */
MUST_CHECK Status hil_scale(Machine *machine, HilFactor k, const HilVector *v, HilVector *out);
/* The sum of n vectors of the space: dense where no tensor is in it. */
MUST_CHECK Status hil_sum(Machine *machine, const HilSpaces *spaces, HilSpace space, uint32_t n, const HilVector *parts,
                          HilVector *out);
/* The vector with these coordinates (kept, not copied), dense where they are reals. */
MUST_CHECK Status hil_tuple(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *parts,
                            HilVector *out);
/* v_x of a direct sum over n indexes. */
MUST_CHECK Status hil_coordinate(Machine *machine, const HilVector *v, uint32_t n, uint32_t x, HilVector *out);
/* The scalar of a vector of R. */
MUST_CHECK Status hil_real(Machine *machine, const HilVector *v, HilFactor *out);
/* As a sum of simple tensors; `terms` grows. */
MUST_CHECK Status hil_simples(Machine *machine, const HilVector *v, HilSimples *out);

HilFactor hil_factor(Scalar scalar);
HilFactor hil_factor_mul(Ring *ring, HilFactor a, HilFactor b);
HilFactor hil_factor_add(Ring *ring, HilFactor a, HilFactor b);

/* v (.) w in the space */
MUST_CHECK Status hil_inner(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v,
                            const HilVector *w, HilFactor *out);

/* The dense image: dim(space) scalars, those of V (x) W by the index of V first.
 * Equality of formal vectors is equality of their dense images. */
MUST_CHECK Status hil_write(Machine *machine, const HilSpaces *spaces, HilSpace space, const HilVector *v, Scalar *out);
/* The vector of a space without tensors that has these scalars, moving *flat past them. */
MUST_CHECK Status hil_read(Machine *machine, const HilSpaces *spaces, HilSpace space, const Scalar **flat,
                           HilVector *out);

/* Whether it has the form of a vector of the space. */
MUST_CHECK Status hil_check(const HilSpaces *spaces, HilSpace space, const HilVector *v);

#define HIL_DEPTH 4000u /* nesting of vectors, maps and functions; deeper is LIMIT */

#endif
