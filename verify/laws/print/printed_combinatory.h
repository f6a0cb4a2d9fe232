/* What combinatory AD explains of a derivative (Engine.print): the point-free form, D and its map, and the code that
 * the map gives, read back: the form and the map along what is run, all code by its numbers at a point. */
#ifndef ADJUDGE_VERIFY_PRINTED_COMBINATORY_H
#define ADJUDGE_VERIFY_PRINTED_COMBINATORY_H

#include "ad/combinatory/combinatory.h"
#include "verify/laws/print/printed.h"

/* Numbers that the text gives and those that they must be: the value in D, and the scalars of the map's sections and
 * conditions. */
typedef struct PrintedScalars {
  Scalar *expected, *found;
  uint32_t count, room;
} PrintedScalars;

/* `values` are those of the residual terms at numbers->x, of those in branches that are taken; the code of the image
 * gives numbers->y and z.  ILL_TYPED for a text of another derivative, LIMIT if it is too large to be said, UNABLE
 * where it calls what the ring, or this reader, has not. */
MUST_CHECK Status printed_combinatory(const char *text, Ring *ring, Arena *arena,
                                      const CombinatoryDerivative *derivative, const Scalar *values,
                                      const Printed *numbers, PrintedScalars *scalars);

#endif
