/* Lists and Vecs as arguments: a value given as JSON fixes their lengths, and the program is one of arrays of
 * these, which makes the list of its array.  Its derivative is that among lists of the same lengths. */
#ifndef ADJUDGE_CLI_SHAPES_H
#define ADJUDGE_CLI_SHAPES_H

#include "semantics/evaluator.h"

#include <jansson.h>

/* The first-order type of values of the source type that have the lengths of this one: the type itself where it is
 * first-order, T^n of a list or a Vec, () of an empty list.  None where there is no such type: of other types, of an
 * empty Vec, and where elements have several lengths. */
TypeId shape_of(Store *store, TypeId type, const json_t *value);

/* The program's term where argument k has that type, which shape_of gave, in the context: what it is a list of, in
 * its order, is bound by that name. */
TermId shape_argument(Store *store, const Program *program, uint32_t k, NameId name, TypeId flat);

#endif
