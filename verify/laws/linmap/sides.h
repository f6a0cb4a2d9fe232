/* Making an instance of an equation of linear maps.  Private to verify/laws. */
#ifndef ADJUDGE_VERIFY_LINMAP_SIDES_H
#define ADJUDGE_VERIFY_LINMAP_SIDES_H

#include "verify/laws/linmap/equations.h"

typedef struct Sides {
  LmBuilder *b;
  LmSides *out;
  const LmType *a, *c, *d; /* the spaces of the instance */
  int64_t index;           /* for what depends on a number, 0..3 */
  uint32_t form[3];        /* of the maps */
} Sides;

/* A variable of that type. */
const LmTerm *linmap_sides_variable(Sides *s, const LmType *type);
/* The map variable `which`, in the form chosen for it. */
const LmTerm *linmap_sides_map(Sides *s, uint32_t which, const LmType *from, const LmType *to);
/* Fills in the two sides, NULL at a limit. */
void linmap_sides_fill(Sides *s, LmEquation equation);
/* The same by the formula; false where the equation has none that is run. */
bool linmap_formula_sides(Sides *s, LmEquation equation);

#endif
