/* The equations of linear maps (LM-*), proved for all maps at given spaces.
 *
 * An instance is an equation at spaces of a fixed list, its maps either general (a
 * matrix of variables) or of one of several forms with variables in them.  Both
 * sides are terms of the language; they are run over a ring of normal forms, where
 * equality is for all values of the variables. */
#ifndef ADJUDGE_VERIFY_LINMAP_EQUATIONS_H
#define ADJUDGE_VERIFY_LINMAP_EQUATIONS_H

#include "semantics/linmap/meaning.h"

typedef enum LmEquation {
#define LM_EQUATION(id, law, source, formula) LM_EQUATION_##id,
#include "verify/laws/linmap/equations.def"
#undef LM_EQUATION
  LM_EQUATION_COUNT
} LmEquation;

const char *linmap_equation_law(LmEquation equation);

/* The two sides of an instance, and the variables in them. */
#define LM_SIDES_VARIABLES 64u
typedef struct LmSides {
  const LmTerm *left, *right;
  LmSymbol symbol[LM_SIDES_VARIABLES];
  const LmType *type[LM_SIDES_VARIABLES]; /* of vectors: the space itself */
  uint32_t variables;
} LmSides;

/* How many instances the equation has. */
uint64_t linmap_equation_instances(LmEquation equation);
/* Instance k.  Map sides come applied: at an even k by ., at an odd one by .R. */
MUST_CHECK Status linmap_equation_sides(LmBuilder *b, LmEquation equation, uint64_t k, LmSides *sides);

/* What became of an instance. */
typedef enum LmOutcome { LM_EQUAL, LM_DIFFERENT, LM_UNKNOWN } LmOutcome;
/* Runs both sides in the representation over a symbolic ring. */
MUST_CHECK Status linmap_equation_decide(LmBuilder *b, Machine *machine, const LmRep *rep, const LmSides *sides,
                                         LmOutcome *outcome);

#endif
