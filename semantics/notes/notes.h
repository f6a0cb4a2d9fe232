/* Programs of the working notes' language of linear maps (semantics/linmap), *.notes, as definitions of the language.
 *
 *   f2(x) = let y = x * x in let z = x + y in y * z
 *   fun g(v : Vec 3 R, i : N)
 *     = let { s = sum(build(sz(v), \j. v[j])) }
 *       if(i < 2, s, π1((s, 7/2)))
 *
 * As Fig. 1 of the notes has them, and as their section 9 and linmap/print.c print them: let with braces or with in, if
 * of three in brackets or with then and else, λ or \, π1 or pi1, v[i] or ixR(i, v).  A definition begins with fun, or
 * with a name in the first column; a parameter without a type is real; n of Vec n is a size where it is no number.
 * 7/2 without blanks is a number.  Linear maps are no programs: what consumes or builds one is refused. */
#ifndef ADJUDGE_NOTES_NOTES_H
#define ADJUDGE_NOTES_NOTES_H

#include "semantics/sexpr/import.h"

/* An Importing. */
MUST_CHECK Status notes_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                               Import *out, TextError *error);

#endif
