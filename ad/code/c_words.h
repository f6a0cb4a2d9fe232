/* The words of C and of its headers: what no function and no argument of a text in C is called by. */
#ifndef ADJUDGE_CODE_C_WORDS_H
#define ADJUDGE_CODE_C_WORDS_H

#include <stdbool.h>

/* Whether an identifier is a keyword (C23, and GNU's), a macro of <math.h> or of the compiler, a type of the library,
 * or kept for the implementation (_B, __b). */
bool c_reserves(const char *name);

#endif
