/* One instance of a law FR-*, while it is decided.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_FRECHET_SIDES_H
#define ADJUDGE_VERIFY_FRECHET_SIDES_H

#include "ad/frechet/frechet.h"
#include "semantics/memory/try.h"
#include "verify/laws/frechet/equations.h"
#include "verify/laws/frechet/generate.h"

typedef struct FrSides {
  Draw draw;
  uint64_t k; /* the instance */
  FrOutcome outcome;
  uint64_t compared; /* coordinates */
  bool telling;      /* some of them is not 0 */
  HilMapId map;      /* what is shown */
  HilFunId function;
} FrSides;

/* LIMIT for a term that could not be drawn. */
static inline Dense sides_dense(FrSides *s) { return (Dense){&s->draw.machine, &s->draw.terms}; }
static inline HilTerms *sides_terms(FrSides *s) { return &s->draw.terms; }
static inline uint32_t sides_dim(const FrSides *s, HilSpace space) {
  return (uint32_t)hil_space(&s->draw.terms.spaces, space)->dim;
}
static inline HilSpace sides_dom(const FrSides *s, HilMapId m) { return hil_map(&s->draw.terms, m)->dom; }
static inline HilSpace sides_cod(const FrSides *s, HilMapId m) { return hil_map(&s->draw.terms, m)->cod; }

/* ---- frechet_equations.c */
/* Compares and remembers the worst. */
MUST_CHECK Status sides_compare(FrSides *s, uint32_t n, const Scalar *expected, const Scalar *found);
/* n scalars; NULL at the limit. */
Scalar *sides_scalars(FrSides *s, uint32_t n);
Cell *sides_cells(FrSides *s, uint32_t n, const Scalar *scalars);
/* An argument: variables, as scalars and as a formal vector. */
typedef struct FrArgument {
  HilSpace space;
  Scalar *flat;
  HilVector vector;
} FrArgument;
MUST_CHECK Status sides_argument(FrSides *s, HilSpace space, FrArgument *out);
/* m v in coordinates, by semantics/frechet. */
MUST_CHECK Status sides_apply(FrSides *s, HilMapId m, const HilVector *v, Scalar **out);
/* The same by its matrix. */
MUST_CHECK Status sides_matrix_times(FrSides *s, HilMapId m, const Scalar *v, Scalar **out);
/* ad/frechet's adjoint, typed and between the right spaces. */
MUST_CHECK Status sides_adjoint(FrSides *s, HilMapId m, HilMapId *out);
/* sum_i a_i b_i */
Scalar sides_inner(FrSides *s, uint32_t n, const Scalar *a, const Scalar *b);

/* ---- the laws; each file has those of one kind and answers UNABLE for others */
MUST_CHECK Status frechet_map_sides(FrSides *s, FrEquation equation);
MUST_CHECK Status frechet_operation_sides(FrSides *s, FrEquation equation);
/* The part of FR-RED about infinite index sets. */
MUST_CHECK Status frechet_ruled_relation(FrSides *s);
MUST_CHECK Status frechet_function_sides(FrSides *s, FrEquation equation);
MUST_CHECK Status frechet_optimiser_sides(FrSides *s, FrEquation equation);

#endif
