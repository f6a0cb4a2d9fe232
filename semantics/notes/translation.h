/* What translating the notes' language shares.  Private to semantics/notes.
 *
 * A definition is a list of words (lex.c).  One walk (parse.c) gives each expression its type and its text in the
 * language: types are known from the parameters on, but for whole numbers that are written out, which are real or whole
 * by what they meet (types.c).  Names that templates bind end in a prime, which names of programs never do. */
#ifndef ADJUDGE_NOTES_TRANSLATION_H
#define ADJUDGE_NOTES_TRANSLATION_H

#include "semantics/sexpr/importer.h"

/* ---- lex.c */

/* The words of the next definition. */
Sexpr *notes_read(Reader *reader, uint32_t *at);
/* Of a word: whether it may be a name; whether it is a projection, π2 or π_{2,3}, and of which part (0: of none). */
bool notes_is_name(const Sexpr *word);
bool notes_is_projection(const Sexpr *word, uint32_t *part);
/* A whole number without sign, point or bar. */
bool notes_is_whole(const Sexpr *word);

/* ---- types.c */

typedef enum NotesKind { NOTES_NUMBER, NOTES_REAL, NOTES_WHOLE, NOTES_TEST, NOTES_TUPLE, NOTES_VECTOR } NotesKind;

typedef struct NotesType NotesType;
struct NotesType {
  NotesKind kind; /* NUMBER: real or whole, as it is found to be */
  uint32_t size;  /* of the tree */
  uint32_t count; /* of parts; a vector has one, what its entries are */
  NotesType **part;
  const char *length; /* of a vector, as it is written */
  NotesType *is;      /* what a NUMBER was found to be */
};

/* NULL at a limit. */
NotesType *notes_type(Importer *importer, NotesKind kind);
NotesType *notes_tuple(Importer *importer, NotesType *const *part, uint32_t count);
NotesType *notes_vector(Importer *importer, NotesType *entry, const char *length);
NotesType *notes_is(NotesType *type);
/* Makes numbers of either what the other is; false where they are not the same, or one is NULL. */
bool notes_same(NotesType *a, NotesType *b);
/* Real, or a vector of reals: what arithmetic and functions take; numbers in it are real from now on. */
bool notes_flat(NotesType *type);
/* In the notes' language, for messages; and in the language. */
const char *notes_type_name(Importer *importer, NotesType *type);
const char *notes_type_text(Importer *importer, NotesType *type);
/* The type with other texts for lengths that are names. */
NotesType *notes_with_lengths(Importer *importer, NotesType *type, uint32_t count, const char *const *name,
                              const char *const *text);
/* Finds what the lengths of `type` that are among the names are in `given`; false where the two have not one shape. */
bool notes_find_lengths(NotesType *type, NotesType *given, uint32_t count, const char *const *name, const char **text);

/* ---- parse.c */

#define NOTES_PARAMETERS 64u

typedef struct NotesVariable {
  const Sexpr *name;
  const char *target;
  NotesType *type;
  const char *size; /* what is written for it in a length, or NULL */
  const struct NotesVariable *outer;
} NotesVariable;

/* f(x, ...) = e */
typedef struct NotesFunction {
  const Sexpr *name;
  const char *target;
  uint32_t parameters, sizes;
  NotesVariable parameter[NOTES_PARAMETERS];
  const char *size[NOTES_PARAMETERS]; /* of Vec n, as names of the language */
  const Sexpr *written[NOTES_PARAMETERS];
  NotesType *result;
  struct NotesFunction *before;
} NotesFunction;

typedef struct NotesValue {
  const char *text; /* NULL: it was refused */
  NotesType *type;
  const char *size; /* where it may be the length of a vector, what is written there */
  uint32_t count;   /* of a tuple that is written out: its parts */
  const struct NotesValue *part;
} NotesValue;

/* Words that are read one after the other. */
typedef struct NotesWords {
  Importer *importer;
  NotesFunction *function;
  const Sexpr *at, *before; /* the next word, NULL at the end; the one before it */
  uint32_t depth;
} NotesWords;

const Sexpr *notes_next(NotesWords *words);
bool notes_at(const NotesWords *words, const char *word);
/* Takes the word or refuses what stands there. */
bool notes_take(NotesWords *words, const char *word);
/* Whether something may stand so much deeper than what is being read. */
bool notes_nests(NotesWords *words, uint32_t deeper);
/* Always false: `what` is expected at the next word. */
bool notes_expected(NotesWords *words, const char *what);
/* e, to where no rule takes a word any more. */
NotesValue notes_expression(NotesWords *words, const NotesVariable *scope);

#endif
