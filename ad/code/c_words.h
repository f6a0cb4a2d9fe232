/* The words of C and of its headers: what no function and no argument of a text in C is called by. */
#ifndef ADJUDGE_CODE_C_WORDS_H
#define ADJUDGE_CODE_C_WORDS_H

#include <ctype.h>
#include <stdbool.h>

/* Of an identifier, in any of the languages that programs are written in. */
static inline bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether an identifier is a keyword (C23, and GNU's), a macro of <math.h> or of the compiler, a type of the library,
 * or kept for the implementation (_B, __b). */
bool c_reserves(const char *name);
/* Whether the text, which may be none, has the identifier as a word; $f and the like are none. */
bool text_has_word(const char *text, const char *name);

#endif
