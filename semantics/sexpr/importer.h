/* What importers share: a file is read program by program, as s-expressions or lists of words, and each becomes a
 * definition or is refused with its place.  Private to them. */
#ifndef ADJUDGE_SEXPR_IMPORTER_H
#define ADJUDGE_SEXPR_IMPORTER_H

#include "semantics/sexpr/import.h"
#include "semantics/sexpr/sexpr.h"

#include <stdio.h>

#define NAMES_MOST 10000u           /* of one file */
#define TEXT_MOST ((size_t)8 << 20) /* bytes of one definition */

typedef struct Importer {
  Reader reader;
  const char **names; /* that are taken, NAMES_MOST of them */
  uint32_t name_count;
  void *programs; /* read so far, which later ones may call; a list of the language's own */
  FILE *out;
  size_t written; /* to out, of this definition */
  Span program;   /* that is read */
} Importer;

typedef struct ImportLanguage {
  /* The program at *at, which moves behind it; NULL at the end of the text, or with a failure. */
  Sexpr *(*read)(Reader *reader, uint32_t *at);
  /* Sees all programs before any is written; NULL where none needs what stands behind it.  False at a limit. */
  bool (*prepare)(Importer *importer, const Sexpr *programs);
  /* Writes the program as one line that is a definition, after lines of comment for reading, and says its name; no
   * name where it is none.  False where it is refused. */
  bool (*program)(Importer *importer, Sexpr *list, ImportLayout layout, const char **name);
  const char *example; /* of a program */
} ImportLanguage;

/* Refuses the program, at that place. */
#define REFUSE(importer, s, ...) (reader_fail(&(importer)->reader, STATUS_ILL_TYPED, (s)->span, __VA_ARGS__), false)

/* Reads a file of any bytes.  Not OK, with the error filled in, where it is no list of programs, or at a limit;
 * programs that are refused are in *out.  To be freed in either case. */
MUST_CHECK Status import_text(const ImportLanguage *language, Store *store, const char *file, const char *text,
                              size_t length, ImportLayout layout, Import *out, TextError *error);

/* Refuses the program, whose definition is longer than TEXT_MOST. */
void definition_too_long(Importer *importer);
/* Writes to the definition. */
void put(Importer *importer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One line of comment with what the source says, blanks as one; nothing for NULL. */
void put_comment(Importer *importer, const char *before, const Sexpr *s);
/* A text, in memory of the reader; "" at a limit. */
const char *compose(Importer *importer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* (a, (b, c)) of that many names or values; () of none. */
const char *pair_text(Importer *importer, const char *const *text, uint32_t count);
/* The part, from 1, of such a tuple. */
const char *part_text(Importer *importer, const char *tuple, uint32_t part, uint32_t of);
/* A name of the language like that one, not yet taken, which it takes; NULL at a limit. */
const char *name_invent(Importer *importer, const char *text, uint32_t length);

#endif
