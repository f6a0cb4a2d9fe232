/* Spaces, vectors, linear functions and functions drawn at random for the laws FR-*:
 * every construct of semantics/frechet.  Private to verify/laws.
 *
 * Scalars in vectors are variables of a symbolic ring as long as there are any for
 * them, then small integers. */
#ifndef ADJUDGE_VERIFY_FRECHET_GENERATE_H
#define ADJUDGE_VERIFY_FRECHET_GENERATE_H

#include "verify/laws/frechet/dense.h"

typedef struct Draw {
  HilTerms terms;
  Machine machine; /* over a symbolic ring */
  uint64_t seed, drawn;
  uint32_t variables; /* in use */
  bool affine;        /* functions: linear ones and constants alone */
  bool endless;       /* index sets: the naturals for numbers */
} Draw;

#define DRAW_VARIABLES 64u /* that the ring must have */
#define DRAW_MOST_DIM 12u  /* of a space drawn, or met on the way */

/* Below n, for n > 0. */
uint32_t draw_choice(Draw *draw, uint32_t n);
HilIndex draw_index(Draw *draw);
HilSpace draw_space(Draw *draw, uint32_t depth);
/* A variable for each coordinate; NULL where there are not enough (LIMIT). */
Scalar *draw_argument(Draw *draw, HilSpace space);
/* The vector of these coordinates, in one of its formal shapes. */
MUST_CHECK Status draw_formal(Draw *draw, HilSpace space, const Scalar *coordinates, HilVector *out);
/* A vector of any shape: sums, multiples, injections, tensors kept factored. */
const HilVector *draw_vector(Draw *draw, HilSpace space, uint32_t depth);

/* A map whose outermost construct is `kind`, parts of it of at most that depth; id 0 at
 * a limit. */
HilMapId draw_map(Draw *draw, HilMapKind kind, uint32_t depth);
/* A map from the space. */
HilMapId draw_map_from(Draw *draw, HilSpace dom, uint32_t depth);
/* A map between the spaces. */
HilMapId draw_map_between(Draw *draw, HilSpace dom, HilSpace cod);
/* A function whose outermost construct is `kind`, not IF. */
HilFunId draw_function(Draw *draw, HilFunKind kind, uint32_t depth);
HilFunId draw_function_from(Draw *draw, HilSpace dom, uint32_t depth);

#endif
