/* S-expressions of a text: words, numbers, strings and lists, each with its place.
 *
 * Lists are in ( ) or [ ]; ; begins a comment to the end of the line, and #| one to |#, within which others may be. */
#ifndef ADJUDGE_SEXPR_SEXPR_H
#define ADJUDGE_SEXPR_SEXPR_H

#include "semantics/text/reader.h"

#include <string.h>

typedef enum SexprKind { SEXPR_WORD, SEXPR_NUMBER, SEXPR_STRING, SEXPR_LIST } SexprKind;

typedef struct Variable Variable;

/* What a value is: reals and arrays of them, whole numbers and tests.  A number that is written out is whole
 * where a whole number is asked for, else real. */
typedef enum Sort { SORT_NONE, SORT_REAL, SORT_LITERAL, SORT_WHOLE, SORT_TEST, SORT_ARRAY } Sort;

#define SHAPE_RANK 4u

typedef struct Shape {
  Sort sort;
  uint32_t rank;               /* of an array */
  const char *dim[SHAPE_RANK]; /* its lengths, as they are written in a program */
} Shape;

typedef struct Sexpr {
  SexprKind kind;
  Span span;
  const char *text; /* of a word, number or string (without quotes), not ended by NUL */
  uint32_t length;
  struct Sexpr *first, *next; /* of a list; in a list */
  /* found by semantics/fpcore */
  Shape shape;
  Variable *variable; /* that the word is, or binds */
} Sexpr;

/* The expression at *at, which moves behind it; NULL at the end of the text, or with a failure. */
Sexpr *sexpr_read(Reader *reader, uint32_t *at);

/* Of these bytes, its text all of them; NULL at a limit. */
Sexpr *sexpr_new(Reader *reader, SexprKind kind, uint32_t start, uint32_t end);

/* How a language is cut whose definitions are in no brackets: what is between words is skipped, a word is read (NULL
 * with a failure), and one that begins a definition is told. */
typedef struct SexprWords {
  uint32_t (*skip)(Reader *reader, uint32_t at);
  Sexpr *(*word)(Reader *reader, uint32_t *at);
  bool (*begins)(const Sexpr *word);
} SexprWords;

/* The words of the definition at *at, as a list; it ends where the next begins.  As sexpr_read. */
Sexpr *sexpr_definition(Reader *reader, uint32_t *at, const SexprWords *words);

bool sexpr_is(const Sexpr *s, const char *word);
/* Of two words. */
bool sexpr_same(const Sexpr *a, const Sexpr *b);
/* A list whose first entry is that word. */
bool sexpr_heads(const Sexpr *s, const char *word);
uint32_t sexpr_count(const Sexpr *list);
/* The k-th entry of a list, NULL if it has none. */
Sexpr *sexpr_at(const Sexpr *list, uint32_t k);

/* The character at that place, NUL behind the text. */
static inline char reader_at(const Reader *reader, uint32_t at) {
  return at < reader->length ? reader->text[at] : '\0';
}
/* Whether those words stand there. */
static inline bool reader_stands(const Reader *reader, uint32_t at, const char *text) {
  size_t length = strlen(text);
  return length <= reader->length - at && memcmp(reader->text + at, text, length) == 0;
}
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

#endif
