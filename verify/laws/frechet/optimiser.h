/* The optimiser's rules on left sides drawn at random.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_FRECHET_OPTIMISER_H
#define ADJUDGE_VERIFY_FRECHET_OPTIMISER_H

#include "ad/frechet/optimise.h"
#include "verify/laws/frechet/generate.h"

/* A term that the rule rewrites, its parts drawn: any linear functions between the spaces
 * where the rule says so; id 0 at a limit.  *near: one that misses a condition of the rule,
 * mostly. */
HilMapId frechet_left_side(Draw *draw, FrechetRule rule, bool *near);
/* The same for rules on reductions, units and sections. */
HilMapId frechet_left_tensor(Draw *draw, FrechetRule rule, bool *near);

/* Scalar operations of m at a vector. */
MUST_CHECK Status frechet_operations(Machine *machine, const HilTerms *terms, HilMapId m, uint64_t *operations);

/* A small space, a map between spaces, one or the other. */
HilSpace left_space(Draw *draw);
HilMapId left_map(Draw *draw, HilSpace v, HilSpace w);
bool left_coin(Draw *draw);

#endif
