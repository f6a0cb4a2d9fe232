/* Lists, Vecs and records as arguments and results: a value given as JSON fixes the lengths, and the program is one of
 * arrays of these, which makes the list of its array, and the array of the list that it gives at a point.  Its
 * derivative is that among lists of the same lengths.  A record is the tuple of its fields. */
#ifndef ADJUDGE_CLI_SHAPES_H
#define ADJUDGE_CLI_SHAPES_H

#include "verify/campaign/skeleton.h"

#include <jansson.h>

/* The first-order type of values of the source type that have the lengths of this one: the type itself where it is
 * first-order, T^n of a list or a Vec, () of an empty list, what a record holds.  None where there is no such type: of
 * other types, of an empty Vec, and where elements have several lengths. */
TypeId shape_of(Store *store, TypeId type, const json_t *value);

/* The program's term where argument k has that type, which shape_of gave, in the context: what it is a list of, in
 * its order, is bound by that name. */
TermId shape_argument(Store *store, const Program *program, uint32_t k, NameId name, TypeId flat);

/* Puts in the place of the program's result, which has that skeleton at a point, its first-order type as shape_of gives
 * it, and the numbers in their order; where the result has another skeleton there is no value.  False for other data,
 * and where elements have several lengths. */
bool shape_result(Store *store, Program *program, const Skeleton *skeleton);

#endif
