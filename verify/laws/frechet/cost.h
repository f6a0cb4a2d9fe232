/* COST-TENSOR: what the derivative of b sin(a.x) costs, in counted multiplications.
 *
 * By the rules it is (·b) . (c·) . (a (.)), c = cos(a.x); as a formal tensor
 * |_| . ((c·(b(x)a))*) . (_(x)1).  Applied to v in R^n either costs n + 1 formally and
 * n + 1 + m with its m coordinates written out, and its adjoint m + 1 + n; a tensor of
 * rank r at most r times as much; the dense Jacobian m n. */
#ifndef ADJUDGE_VERIFY_FRECHET_COST_H
#define ADJUDGE_VERIFY_FRECHET_COST_H

#include "semantics/evaluator.h"

/* Multiplications. */
typedef struct FrProducts {
  uint64_t formal, realised; /* of the image of one vector */
  uint64_t adjoint;          /* of the adjoint, realised */
} FrProducts;

typedef struct FrCost {
  uint32_t m, n, rank;
  FrProducts rules, tensor; /* rules: of rank 1 */
  uint64_t dense;           /* m n: counted up to FR_DENSE_COUNTED, else computed */
  bool right;               /* as the sheet says; the image written too */
} FrCost;
#define FR_DENSE_COUNTED ((uint64_t)1 << 24)

/* b in R^m, a in R^n; m, n, rank >= 1. */
MUST_CHECK Status frechet_cost_tensor(Store *store, uint32_t m, uint32_t n, uint32_t rank, FrCost *out);

#endif
