/* Programs of caddie (https://github.com/diku-dk/caddie), *.cad, as definitions of the language.
 *
 * Types are found as caddie finds them, by unification over the whole file, and what is left open is real; lengths of
 * arrays are found besides, and those that are left open are sizes of the definition.  A map sees what is around it.
 * What caddie itself gives no meaning to is refused, definition by definition. */
#ifndef ADJUDGE_CAD_CAD_H
#define ADJUDGE_CAD_CAD_H

#include "semantics/sexpr/import.h"

/* An Importing. */
MUST_CHECK Status cad_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                             Import *out, TextError *error);

#endif
