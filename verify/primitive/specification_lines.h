/* The lines of a .prim file: its entries, a word and a text each, without comments. */
#ifndef ADJUDGE_VERIFY_SPECIFICATION_LINES_H
#define ADJUDGE_VERIFY_SPECIFICATION_LINES_H

#include "verify/primitive/primitive.h"

#define ENTRIES 256u

/* One line with those that go on from it: file[begin, end), the word in
 * [begin, begin + word), what follows the `=` from `text`. */
typedef struct Entry {
  size_t begin, word, text, end;
  uint32_t line;
} Entry;

typedef struct Reading {
  Primitive *primitive;
  const char *shown; /* the file, as it is told of */
  char *file;        /* without its comments */
  size_t length;
  Entry entry[ENTRIES + 1];
  uint32_t count;
  SizeOverride sizes[PRIMITIVE_SIZES];
  TextError *error;
  char blank[]; /* a copy of parts, the rest blank; and the file behind it */
} Reading;

/* Of a text of any bytes, which must live as long; NULL without memory, to be freed. */
Reading *reading_new(Primitive *primitive, const char *text, size_t length, TextError *error);
/* Finds the entries. */
MUST_CHECK Status reading_split(Reading *r);
/* The error, with the entry's line; e = NULL: of the whole file. */
Status reading_fail(Reading *r, const Entry *e, const char *message, const char *detail);

bool line_is_blank(const Reading *r, size_t begin, size_t end);
bool word_is(const Reading *r, const Entry *e, const char *word);
/* The first entry with that word, but for the header; NULL if there is none. */
const Entry *find_entry(const Reading *r, const char *word);
/* What the entry says; false where there is no room for it. */
bool entry_text(const Reading *r, const Entry *e, char *text, size_t size);

#endif
