/* Programs of ksc's core language (https://github.com/microsoft/knossos-ksc), *.ks, as definitions of the language.
 *
 * Float is real: precision is read over.  The lengths of an argument's arrays are sizes of the definition; an array
 * whose length is another value is a Vec.  A function that calls itself is a letrec.  gdef asks for derivatives, which
 * every command gives: it is read over.  What the language has not, and what is only declared (edef, rule), is refused,
 * definition by definition. */
#ifndef ADJUDGE_KS_KS_H
#define ADJUDGE_KS_KS_H

#include "semantics/sexpr/import.h"

/* Reads a file of any bytes.  Not OK, with the error filled in, where it is no list of definitions, or at a limit;
 * definitions that are refused are in *out.  To be freed in either case. */
MUST_CHECK Status ks_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                            Import *out, TextError *error);

#endif
