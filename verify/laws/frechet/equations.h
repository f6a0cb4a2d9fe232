/* The laws FR-* on instances drawn at random, each proved for all arguments.
 *
 * Instance k of a law draws spaces, linear functions and functions; vectors in them
 * and arguments have variables of a symbolic ring for scalars.  Both sides are run over
 * that ring, where equality is for all values of the variables. */
#ifndef ADJUDGE_VERIFY_FRECHET_EQUATIONS_H
#define ADJUDGE_VERIFY_FRECHET_EQUATIONS_H

#include "semantics/evaluator.h"

typedef enum FrEquation {
#define FR_EQUATION(id, law, source, formula, sides) FR_EQUATION_##id,
#include "verify/laws/frechet/equations.def"
#undef FR_EQUATION
  FR_EQUATION_COUNT
} FrEquation;

const char *frechet_equation_law(FrEquation equation);

typedef enum FrOutcome { FR_EQUAL, FR_DIFFERENT, FR_UNKNOWN } FrOutcome;

/* Where equations are decided: the ring has variables and lengths enough for them. */
MUST_CHECK Ring *frechet_ring_new(void);

#define FR_SHOWN 512
typedef struct FrInstance {
  FrOutcome outcome;
  uint64_t compared;    /* coordinates of both sides */
  bool telling;         /* not all of them are 0 */
  char shown[FR_SHOWN]; /* the linear function or function that is refuted; "" for none */
} FrInstance;

/* Decides instance k of the equation, drawn again while it is too large.  LIMIT: each draw was; other failures are
 * refutations, of typing or of a rule that is stuck. */
MUST_CHECK Status frechet_equation_decide(Store *store, Ring *ring, Arena *arena, FrEquation equation, uint64_t k,
                                          FrInstance *out);

/* red_R* = red_(R^t) for every relation R between index sets of up to `most` <= 4
 * elements, at the vectors of a basis: proved, both sides being linear. */
typedef struct FrRelation {
  uint32_t nx, ny, bits; /* bit x·ny + y is (x, y) */
} FrRelation;
typedef struct FrRelations {
  uint64_t relations, refuted;
  FrRelation first; /* refuted */
} FrRelations;
/* The k-th relation, by sizes; from the last on, the first again. */
FrRelation frechet_relation(uint64_t k);
#define FR_MOST_RELATION 4u
MUST_CHECK Status frechet_relations_check(Store *store, uint32_t most, FrRelations *out);

#endif
