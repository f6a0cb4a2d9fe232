/* Programs of FPCore 2.0 (https://fpbench.org/spec/fpcore-2.0.html) as definitions of
 * the language.
 *
 * Their meaning is over the reals: precisions and roundings are read over.  `:pre` is the
 * domain: outside it, and on its edges, where no derivative is asked for, the definition
 * is undefined.  What the language has not (another type of value, infinities, operators
 * that are not in operators.def) is refused, program by program. */
#ifndef ADJUDGE_FPCORE_FPCORE_H
#define ADJUDGE_FPCORE_FPCORE_H

#include "semantics/sexpr/import.h"

/* Reads a file of any bytes.  Not OK, with the error filled in, where it is no list of
 * programs, or at a limit; programs that are refused are in *out.  To be freed in either case. */
MUST_CHECK Status fpcore_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                                Import *out, TextError *error);

#endif
