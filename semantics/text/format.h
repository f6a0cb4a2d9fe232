/* Files of programs in their canonical layout, with their comments. */
#ifndef ADJUDGE_SOURCE_FORMAT_H
#define ADJUDGE_SOURCE_FORMAT_H

#include "semantics/text/text.h"

/* The text anew, to be freed: the same words in the same order, so that it means the same, and each comment before
 * the word, or behind it on its line, where it was.  Layout is that of words alone, but that one empty line before a
 * definition or a comment is kept.  NULL with the error filled in where the text has no words, or with none of it
 * without memory, or if the words of what was written were others. */
char *text_format(Store *store, const char *origin, const char *text, size_t length, TextError *error);

#endif
