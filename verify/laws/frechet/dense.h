/* What linear functions and functions on Hilbert spaces mean in coordinates: the other
 * side of the laws FR-*.  Read off the definitions of rules/frechet, apart from
 * semantics/frechet's interpreters: it shares terms and spaces with them, no code.
 *
 * The coordinates of (+)V_x are those of the V_x in order; of V (x) W, those of
 * e_i (x) e_j by i, then j. */
#ifndef ADJUDGE_VERIFY_FRECHET_DENSE_H
#define ADJUDGE_VERIFY_FRECHET_DENSE_H

#include "semantics/frechet/terms.h"

/* A coordinate; most are zero, and known to be. */
typedef struct Cell {
  bool some; /* else it is zero */
  Scalar scalar;
} Cell;

typedef struct Matrix {
  uint32_t rows, columns;
  Cell *cells; /* row by row */
} Matrix;

typedef struct Dense {
  Machine *machine; /* ring and arena */
  const HilTerms *terms;
} Dense;

static inline uint32_t dense_dim(const Dense *dense, HilSpace space) {
  return (uint32_t)hil_space(&dense->terms->spaces, space)->dim;
}

Cell cell_of(Scalar a);
Scalar cell_scalar(Ring *ring, Cell a);
/* sum_i a_i b_i */
Cell cells_inner(Ring *ring, uint32_t n, const Cell *a, const Cell *b);

/* dim(space) coordinates of a formal vector. */
MUST_CHECK Status dense_vector(const Dense *dense, HilSpace space, const HilVector *v, Cell *out);
/* The matrix of a linear function. */
MUST_CHECK Status dense_matrix(const Dense *dense, HilMapId m, Matrix *out);
MUST_CHECK Status dense_transpose(const Dense *dense, const Matrix *m, Matrix *out);
MUST_CHECK Status dense_product(const Dense *dense, const Matrix *a, const Matrix *b, Matrix *out);
/* M v */
MUST_CHECK Status dense_image(const Dense *dense, const Matrix *m, const Cell *v, Cell **out);
/* f at a point, not where a conditional is met (UNABLE). */
MUST_CHECK Status dense_value(const Dense *dense, HilFunId f, const Cell *x, Cell *out);

#endif
